/// Shared by the tests of files: a context, a folder of one's own, errors by code and reason.
#ifndef TENON_TESTS_IO_SUPPORT_H_
#define TENON_TESTS_IO_SUPPORT_H_

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>

#include "tenon/context.h"
#include "tenon/error.h"
#include "tenon/io.h"

namespace tenon::test {

struct Setting {
  Context* context = Context::create();
  ContextScope scope{*context};
  ~Setting() { context->release(); }
};

/// A new folder, removed with all in it at the end.
struct Folder {
  std::string path = "/tmp/tenon-io-XXXXXX";
  Folder() { cr_assert(mkdtemp(path.data()) != nullptr); }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string operator/(std::string_view name) const { return path + "/" + std::string(name); }
  /// Names in the folder.
  std::size_t count() const {
    std::size_t n = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(path))
      ++n;
    return n;
  }
};

inline std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline void write_contents(const std::string& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// A safetensors file by hand: length word, header, data.
inline std::string file_of(std::string_view header, std::string_view data = {}) {
  const std::uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  bytes += header;
  bytes += data;
  return bytes;
}

/// What `f` throws: its text after the reason ("bad_json: …"), checked to be of that code.
template <class F>
std::string error_of(ErrorCode code, F&& f) {
  try {
    f();
  } catch (const Error& e) {
    cr_assert(e.code() == code, "%s: %s", error_code_name(e.code()), e.what());
    return std::string(e.reason()) + ": " + e.what();
  }
  cr_fatal("no error was thrown");
  return {};
}

inline void assert_same(std::string_view actual, std::string_view expected) {
  cr_assert(actual == expected, "got      %s\nexpected %s", std::string(actual).c_str(),
            std::string(expected).c_str());
}

inline void assert_has(std::string_view text, std::string_view part) {
  cr_assert(text.find(part) != std::string_view::npos, "\"%s\" is not in \"%s\"",
            std::string(part).c_str(), std::string(text).c_str());
}

}  // namespace tenon::test

#endif  // TENON_TESTS_IO_SUPPORT_H_
