// Files of other formats are refused by what they are, whatever their name.
#include "src/io/sniff.h"

#include "tests/io/support.h"

using namespace tenon;
using namespace tenon::io;
using namespace tenon::test;
using namespace std::literals;

namespace {

FileKind kind_of(std::string_view bytes) {
  return sniff(MemorySource(as_bytes(bytes), "memory"));
}

std::string refusal(ErrorCode code, std::string_view bytes) {
  return error_of(code, [&] { load_memory(as_bytes(bytes)); });
}

/// A zip of empty stored entries, by hand.
std::string zip_of(std::initializer_list<std::string_view> names, bool zip64 = false) {
  const auto number = [](std::uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i)
      text += static_cast<char>(value >> (8 * i));
    return text;
  };
  std::string out;
  std::string directory;
  for (const std::string_view name : names) {
    const std::string common =
        number(20, 2) + std::string(20, '\0') + number(name.size(), 2) + number(0, 2);
    directory += "PK\1\2" + number(20, 2) + common + std::string(10, '\0') + number(out.size(), 4) +
                 std::string(name);
    out += "PK\3\4" + common + std::string(name);
  }
  const std::uint64_t begin = out.size();
  const std::uint64_t size = directory.size();
  out += directory;
  if (zip64) {
    const std::uint64_t record = out.size();
    out += "PK\6\6" + number(44, 8) + std::string(28, '\0') + number(size, 8) + number(begin, 8);
    out += "PK\6\7" + number(0, 4) + number(record, 8) + number(1, 4);
  }
  out += "PK\5\6" + std::string(8, '\0') + number(zip64 ? 0xffffffff : size, 4) +
         number(zip64 ? 0xffffffff : begin, 4) + number(0, 2);
  return out;
}

}  // namespace

Test(sniff, knows_formats_by_their_first_bytes) {
  const std::string tar =
      "sys_info"s + std::string(249, '\0') + "ustar\0"s + std::string(249, '\0');
  const struct {
    std::string bytes;
    FileKind kind;
  } cases[] = {
      {"GGUF\3\0\0\0\0\0\0\0"s, FileKind::kGguf},
      {"\x93NUMPY\1\0v\0{'descr'"s, FileKind::kNpy},
      {"\x89HDF\r\n\x1a\n\0"s, FileKind::kHdf5},
      {"PYTORCH1aaaaaaa"s, FileKind::kTorchPreview},
      {"version https://git-lfs.github.com/spec/v1\noid"s, FileKind::kGitLfsPointer},
      {"<!DOCTYPE html><html>"s, FileKind::kMarkup},
      {"\n  <html><body>"s, FileKind::kMarkup},
      {"\xef\xbb\xbf<?xml version=\"1.0\"?>"s, FileKind::kMarkup},
      {"\x1f\x8b\x08\0\0\0\0\0\0\3abc"s, FileKind::kGzip},
      {"7z\xbc\xaf\x27\x1c\0\4"s, FileKind::k7z},
      {"\xfd"
       "7zXZ\0\0\4"s,
       FileKind::kXz},
      {"BZh91AY&SY\x01\x02\x03\x04"s, FileKind::kBzip2},
      {"\x28\xb5\x2f\xfd\x04\x00\x01\x02\x03"s, FileKind::kZstd},
      {"\x80\2\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\2M\xe9\3."s,
       FileKind::kTorchLegacy},
      {"L119547037146038801333356L\n."s, FileKind::kTorchLegacy},
      {"\x80\4\x95\5\0\0\0\0\0\0\0]\x94."s, FileKind::kPickle},
      {tar, FileKind::kTar},
      {"\x08\x07\x12\x07pytorch\x1a\x05"
       "1.9.0"s,
       FileKind::kOnnx},
      {"{\"metadata\": {}, \"weight_map\": {}}"s, FileKind::kJson},
      {" {"s, FileKind::kJson},
      {""s, FileKind::kSafetensors},
      {"\2\0\0\0\0\0\0\0[]"s, FileKind::kSafetensors},
      {"hello, world, this is nothing"s, FileKind::kSafetensors},
  };
  int row = 0;
  for (const auto& c : cases) {
    cr_assert(kind_of(c.bytes) == c.kind, "row %d", row);
    ++row;
  }
}

Test(sniff, tells_zips_apart_by_their_members) {
  for (const bool zip64 : {false, true}) {
    cr_assert(kind_of(zip_of({"m/data.pkl", "m/data/0"}, zip64)) == FileKind::kTorchZip);
    cr_assert(kind_of(zip_of({"m/data.pkl", "m/code/x.py", "m/constants.pkl"}, zip64)) ==
              FileKind::kTorchScript);
    cr_assert(kind_of(zip_of({"m/archive_format", "m/models/model.json"}, zip64)) ==
              FileKind::kTorchExport);
    cr_assert(kind_of(zip_of({"a.npy", "b.npy"}, zip64)) == FileKind::kNpz);
    cr_assert(kind_of(zip_of({"readme.txt"}, zip64)) == FileKind::kZip);
  }
  cr_assert(kind_of(zip_of({})) == FileKind::kZip);
}

Test(sniff, a_zip_that_was_cut_or_changed_anywhere_is_refused_calmly) {
  const Setting setting;
  for (const bool zip64 : {false, true}) {
    const std::string whole = zip_of({"m/data.pkl", "m/data/0"}, zip64);
    for (std::size_t n = 4; n < whole.size(); ++n) {
      assert_has(refusal(ErrorCode::kCorrupt, whole.substr(0, n)), "not_a_zip: memory: ");
    }
    for (std::size_t i = 4; i < whole.size(); ++i) {
      for (const char c : {'\0', '\1', '\x7f', '\xff'}) {
        std::string changed = whole;
        changed[i] = c;
        const FileKind kind = kind_of(changed);
        cr_assert(kind == FileKind::kTorchZip || kind == FileKind::kZip ||
                  kind == FileKind::kBrokenZip);
      }
    }
  }
}

Test(sniff, errors_say_what_the_file_is_and_the_way_out) {
  const Setting setting;
  const auto unsupported = [](std::string_view bytes) {
    return refusal(ErrorCode::kUnsupported, bytes);
  };
  assert_same(unsupported("version https://git-lfs.github.com/spec/v1\n"),
              "header_too_large: memory: this is a git-lfs pointer, not the file: fetch it with "
              "git lfs pull");
  assert_has(unsupported("<html>"), "an HTML or XML page, not the file");
  assert_has(unsupported(zip_of({"m/data.pkl"})), "PyTorch checkpoint (torch.save, zip container)");
  assert_has(unsupported(zip_of({"m/constants.pkl"})), "is_torchscript: memory: this is a TorchS");
  assert_has(unsupported("7z\xbc\xaf\x27\x1c"), "unknown_format: memory: this is a 7z archive");
  assert_has(unsupported("GGUF\3\0\0\0"), "GGUF file");
}

Test(sniff, a_files_name_does_not_matter) {
  const Setting setting;
  const Folder folder;
  write_contents(folder / "model.pt", file_of("{}"));
  cr_assert(load(folder / "model.pt")->count() == 0);
  write_contents(folder / "model.safetensors", "\x93NUMPY\1\0v\0{'descr'");
  assert_has(error_of(ErrorCode::kUnsupported, [&] { load(folder / "model.safetensors"); }),
             "NumPy");
}
