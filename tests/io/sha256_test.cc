// The hash of `tenon info --json`, by the examples of FIPS 180-4 and NIST's long message.
#include "tools/tenon/sha256.h"

#include "tests/io/support.h"

using tenon::tool::sha256_hex;

namespace {
std::string hash(const std::string& text) {
  return sha256_hex(text.data(), text.size());
}
}  // namespace

Test(sha256, agrees_with_the_published_examples) {
  tenon::test::assert_same(hash(""),
                           "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  tenon::test::assert_same(hash("abc"),
                           "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  tenon::test::assert_same(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
                           "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  tenon::test::assert_same(hash(std::string(1'000'000, 'a')),
                           "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
