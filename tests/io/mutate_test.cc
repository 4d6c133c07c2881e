// Thousands of damaged files: each loads or fails with a reason; the sanitizers watch.
#include <random>
#include <vector>

#include "tests/io/support.h"

using namespace tenon;
using namespace tenon::test;
using namespace std::literals;

namespace {

/// A small file with most of what the format has.
std::string sample() {
  auto sd = make<nn::StateDict>(Context::current());
  const Tensor tied = Tensor::of<float>({1, 2, 3, 4}, {2, 2});
  sd->set("a.weight", tied);
  sd->set("b.weight", tied);
  sd->set("mask", Tensor::of<bool>({true, false, true}));
  sd->set("empty", Tensor::zeros(Shape({0, 3})));
  sd->set("n", Tensor::scalar_int(3));
  sd->set("h\u00e9", Tensor::ones(Shape({3}), DType::kBFloat16));
  sd->file_metadata().set("note", "x\n\"y\"");
  sd->set_metadata(make<Dict>(Context::current()));
  Ref<Dict> version = make<Dict>(Context::current());
  version->set("version", 2);
  sd->metadata()->set("", version);
  return io::save_memory(*sd);
}

/// True if it loaded.
bool try_load(const std::string& bytes) {
  try {
    // A copy of exact size, so that reading past its end is seen.
    const std::vector<std::uint8_t> exact(bytes.begin(), bytes.end());
    const auto sd = io::load_memory(exact);
    const std::string written = [&] {
      try {
        return io::save_memory(*sd);
      } catch (const Error&) {  // an opaque entry, say
        return std::string();
      }
    }();
    if (!written.empty())
      cr_assert(io::load_memory(as_bytes(written))->count() <= sd->count());
    return true;
  } catch (const Error& e) {
    cr_assert(e.code() == ErrorCode::kCorrupt || e.code() == ErrorCode::kUnsupported, "%s",
              e.what());
    cr_assert(e.reason()[0] != '\0', "%s", e.what());
    return false;
  }
}

}  // namespace

Test(mutate, every_cut_fails_cleanly) {
  const Setting setting;
  const std::string whole = sample();
  cr_assert(try_load(whole));
  for (std::size_t n = 0; n < whole.size(); ++n) {
    cr_assert(not(try_load(whole.substr(0, n))), "%zu", n);
  }
  cr_assert(setting.context->live_blocks() == 0);
}

Test(mutate, every_byte_of_the_front_replaced_fails_cleanly_or_loads, .timeout = 120) {
  const Setting setting;
  const std::string whole = sample();
  std::uint64_t length = 0;
  std::memcpy(&length, whole.data(), 8);
  const std::string_view values = "\0\1\x7f\x80\xff\"\\{}[],:09-.eEun \n"sv;
  for (std::size_t i = 0; i < 8 + length; ++i) {
    for (const char c : values) {
      std::string changed = whole;
      changed[i] = c;
      try_load(changed);
    }
  }
  cr_assert(setting.context->live_blocks() == 0);
}

Test(mutate, random_edits_fail_cleanly_or_load, .timeout = 120) {
  const Setting setting;
  const std::string whole = sample();
  const std::string_view snippets[] = {"\"",
                                       "{",
                                       "}",
                                       "[",
                                       "]",
                                       ",",
                                       ":",
                                       "null",
                                       "-1",
                                       "1e9",
                                       "18446744073709551615",
                                       "9223372036854775808",
                                       "\"F4\"",
                                       "\"__metadata__\":{},",
                                       "\\u0000",
                                       "\\ud800",
                                       "0",
                                       "00",
                                       "\"shape\":[2,2],",
                                       "\"data_offsets\":[0,0]",
                                       "\xff"};
  std::mt19937 random(7);
  int loaded = 0;
  for (int round = 0; round < 6000; ++round) {
    std::string changed = whole;
    for (unsigned edits = 1 + random() % 3; edits-- > 0;) {
      const std::size_t at = random() % changed.size();
      switch (random() % 5) {
        case 0:
          changed[at] = static_cast<char>(random());
          break;
        case 1:
          changed.erase(at, 1 + random() % 8);
          break;
        case 2:
          changed.insert(at, snippets[random() % std::size(snippets)]);
          break;
        case 3:
          changed[at] = static_cast<char>(changed[at] ^ (1 << random() % 8));
          break;
        default: {
          const std::string part = changed.substr(at, random() % 40);
          changed.insert(random() % changed.size(), part);
        }
      }
      if (changed.empty())
        changed.push_back('x');
    }
    if (random() % 2 != 0 && changed.size() > 8) {  // let the length follow what was inserted
      std::uint64_t length = 0;
      std::memcpy(&length, changed.data(), 8);
      length += changed.size() - whole.size();
      std::memcpy(changed.data(), &length, 8);
    }
    loaded += try_load(changed) ? 1 : 0;
  }
  // Both kinds occur, or the test tests nothing.
  cr_assert(loaded > 100 && loaded < 5900, "%d of 6000 loaded", loaded);
  cr_assert(setting.context->live_blocks() == 0);
}
