#include "src/io/sniff.h"

#include "tenon/error.h"

namespace tenon::io {
namespace {

using namespace std::string_view_literals;

constexpr std::int64_t kHeadBytes = 512;
constexpr std::int64_t kDirectoryBytes = 1 << 22;  // of a zip's directory, at most

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

std::uint64_t little(std::string_view bytes, std::size_t at, int count) {
  std::uint64_t value = 0;
  for (int i = count; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
  }
  return value;
}

std::string_view without_space(std::string_view text) {
  while (!text.empty() && is_space(text.front()))
    text.remove_prefix(1);
  return text;
}

/// First characters of a page or an XML text, case ignored.
bool is_markup(std::string_view head) {
  if (head.starts_with("\xef\xbb\xbf"))
    head.remove_prefix(3);
  head = without_space(head);
  if (head.size() < 2 || head[0] != '<')
    return false;
  if (head[1] != '!' && head[1] != '?' && !(head[1] >= 'A' && head[1] <= 'Z') &&
      !(head[1] >= 'a' && head[1] <= 'z')) {
    return false;
  }
  return head.substr(0, 8).find('\0') == std::string_view::npos;
}

/// ONNX has no magic number. A ModelProto begins, as every writer writes it, with ir_version
/// (field 1, a small number) and the producer's name (field 2, text).
bool is_onnx(std::string_view head) {
  if (head.size() < 5 || head[0] != '\x08' || head[1] < 1 || head[1] > 32 || head[2] != '\x12') {
    return false;
  }
  const auto length = static_cast<std::size_t>(static_cast<unsigned char>(head[3]));
  if (length == 0 || length > 64 || head.size() < 4 + length)
    return false;
  for (const char c : head.substr(4, length)) {
    if (c < 0x20 || c > 0x7e)
      return false;
  }
  return true;
}

/// Tells zips apart by their members' names, which are taken from the directory at the end: the
/// local headers of PyTorch's writer carry no sizes.
FileKind sniff_zip(const Source& source) {
  constexpr std::int64_t kEnd = 22;  // the end record without its comment
  const std::int64_t tail_at = std::max<std::int64_t>(0, source.size() - kEnd - 65535);
  const std::string tail = source.slice(tail_at, source.size() - tail_at);
  const std::size_t end = tail.rfind("PK\5\6"sv);
  if (end == std::string::npos || tail.size() - end < static_cast<std::size_t>(kEnd)) {
    return FileKind::kBrokenZip;
  }
  std::uint64_t bytes = little(tail, end + 12, 4);
  std::uint64_t begin = little(tail, end + 16, 4);
  if (begin == 0xffffffff && end >= 20 && tail.compare(end - 20, 4, "PK\6\7"sv) == 0) {
    const std::uint64_t record_at = little(tail, end - 20 + 8, 8);
    if (record_at >= static_cast<std::uint64_t>(source.size()))
      return FileKind::kBrokenZip;
    const std::string record = source.slice(static_cast<std::int64_t>(record_at), 56);
    if (record.size() < 56)
      return FileKind::kBrokenZip;
    bytes = little(record, 40, 8);
    begin = little(record, 48, 8);
  }
  if (begin >= static_cast<std::uint64_t>(source.size()))
    return FileKind::kZip;
  const std::string directory = source.slice(
      static_cast<std::int64_t>(begin),
      static_cast<std::int64_t>(std::min(bytes, static_cast<std::uint64_t>(kDirectoryBytes))));
  FileKind kind = FileKind::kZip;
  std::size_t at = 0;
  while (directory.size() - at >= 46 && directory.compare(at, 4, "PK\1\2"sv) == 0) {
    const std::size_t name_bytes = little(directory, at + 28, 2);
    const std::size_t rest = little(directory, at + 30, 2) + little(directory, at + 32, 2);
    if (directory.size() - at - 46 < name_bytes)
      break;
    const std::string_view name = std::string_view(directory).substr(at + 46, name_bytes);
    if (name.ends_with("/constants.pkl") || name.find("/code/") != std::string_view::npos) {
      return FileKind::kTorchScript;
    }
    if (name.ends_with("/archive_format") || name == "archive_format") {
      return FileKind::kTorchExport;
    }
    if (name.ends_with("data.pkl"))
      kind = FileKind::kTorchZip;
    if (name.ends_with(".npy") && kind == FileKind::kZip)
      kind = FileKind::kNpz;
    at += 46 + name_bytes;
    if (directory.size() - at < rest)
      break;
    at += rest;
  }
  return kind;
}

}  // namespace

FileKind sniff(const Source& source) {
  const std::string head = source.slice(0, kHeadBytes);
  // First of all: a header length is any number, so a good safetensors file may begin with the
  // bytes of "<" (60), of gzip (35615) or of a pickle (640). Those formats never have a length's
  // zero bytes 5 to 7 followed by "{".
  if (head.size() > 8 && little(head, 5, 3) == 0) {
    const std::string_view header = without_space(std::string_view(head).substr(8));
    if (header.starts_with("{"))
      return FileKind::kSafetensors;
  }
  if (head.starts_with("PK\3\4"sv) || head.starts_with("PK\5\6"sv))
    return sniff_zip(source);
  if (head.starts_with("GGUF"))
    return FileKind::kGguf;
  if (head.starts_with("\x93NUMPY"))
    return FileKind::kNpy;
  if (head.starts_with("\x89HDF\r\n\x1a\n"))
    return FileKind::kHdf5;
  if (head.starts_with("PYTORCH1"))
    return FileKind::kTorchPreview;
  if (head.starts_with("version https://git-lfs"))
    return FileKind::kGitLfsPointer;
  if (is_markup(head))
    return FileKind::kMarkup;
  if (head.starts_with("\x1f\x8b\x08"))
    return FileKind::kGzip;
  if (head.starts_with("7z\xbc\xaf"))
    return FileKind::k7z;
  if (head.starts_with("\xfd"
                       "7zXZ\0"sv))
    return FileKind::kXz;
  if (head.starts_with("BZh") && head.size() > 10 &&
      head.compare(4, 6, "\x31\x41\x59\x26\x53\x59") == 0) {
    return FileKind::kBzip2;
  }
  if (head.starts_with("\x28\xb5\x2f\xfd"))
    return FileKind::kZstd;
  // torch.save before 1.6: a pickled magic integer, of protocol 2 or later, or as text.
  if (head.starts_with("L1195470371460388013333"))
    return FileKind::kTorchLegacy;
  if (head.size() > 3 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5 && head[2] != 0) {
    const std::string_view magic = "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"sv;
    return head.find(magic) != std::string::npos ? FileKind::kTorchLegacy : FileKind::kPickle;
  }
  if (head.size() >= 262 && head.compare(257, 5, "ustar") == 0)
    return FileKind::kTar;
  if (is_onnx(head))
    return FileKind::kOnnx;
  const std::string_view text = without_space(head);
  if (text.starts_with("{") && text.substr(0, 8).find('\0') == std::string_view::npos) {
    return FileKind::kJson;
  }
  return FileKind::kSafetensors;
}

void fail_for_kind(const Source& source, FileKind kind) {
  ErrorCode code = ErrorCode::kUnsupported;
  // The words of spec and tests for these files; one that is known but not read is "unsupported".
  const char* reason = "unsupported";
  const char* text = "";
  switch (kind) {
    case FileKind::kSafetensors:
      break;
    case FileKind::kTorchZip:
      text =
          "this is a PyTorch checkpoint (torch.save, zip container); only safetensors is read: "
          "convert it with safetensors.torch.save_file";
      break;
    case FileKind::kTorchScript:
      reason = "is_torchscript";
      text =
          "this is a TorchScript archive, a program with its weights; only safetensors is read: "
          "save its state_dict with safetensors.torch.save_file";
      break;
    case FileKind::kTorchExport:
      text = "this is a torch.export archive (.pt2); only safetensors is read";
      break;
    case FileKind::kNpz:
      text = "this is a NumPy .npz archive; only safetensors is read";
      break;
    case FileKind::kZip:
      text =
          "this is a zip archive without a PyTorch state dict at its root; only safetensors is "
          "read";
      break;
    case FileKind::kBrokenZip:
      code = ErrorCode::kCorrupt;
      reason = "not_a_zip";
      text = "this begins like a zip archive (torch.save) but its end is missing: the file is cut";
      break;
    case FileKind::kTorchLegacy:
      text =
          "this is a PyTorch checkpoint of the format before 1.6 (torch.save, pickles); only "
          "safetensors is read: convert it with safetensors.torch.save_file";
      break;
    case FileKind::kPickle:
      reason = "bad_magic";
      text = "this is a Python pickle that torch.save did not write; pickles are not read";
      break;
    case FileKind::kTar:
      reason = "unknown_format";
      text = "this is a tar archive (PyTorch before 0.1.10 wrote such); it is not read";
      break;
    case FileKind::kTorchPreview:
      text = "this is a TorchScript file of the 1.0 preview (PYTORCH1); it is not read";
      break;
    case FileKind::kGguf:
      text = "this is a GGUF file (quantised language models); only safetensors is read";
      break;
    case FileKind::kNpy:
      text = "this is a NumPy .npy array; only safetensors is read";
      break;
    case FileKind::kHdf5:
      text = "this is an HDF5 file (Keras and others); only safetensors is read";
      break;
    case FileKind::kOnnx:
      text = "this is an ONNX model; only safetensors is read";
      break;
    case FileKind::kGitLfsPointer:
      reason = "header_too_large";
      text = "this is a git-lfs pointer, not the file: fetch it with git lfs pull";
      break;
    case FileKind::kMarkup:
      reason = "header_too_large";
      text = "this is an HTML or XML page, not the file: the download went wrong";
      break;
    case FileKind::kGzip:
      reason = "unknown_format";
      text = "this is gzip-compressed: unpack it first";
      break;
    case FileKind::k7z:
      reason = "unknown_format";
      text = "this is a 7z archive: unpack it first";
      break;
    case FileKind::kXz:
      reason = "unknown_format";
      text = "this is xz-compressed: unpack it first";
      break;
    case FileKind::kBzip2:
      reason = "unknown_format";
      text = "this is bzip2-compressed: unpack it first";
      break;
    case FileKind::kZstd:
      reason = "unknown_format";
      text = "this is zstd-compressed: unpack it first";
      break;
    case FileKind::kJson:
      text =
          "this is JSON text, perhaps the index of a sharded checkpoint; indexes are not read: "
          "load each shard";
      break;
  }
  throw Error(code, concat(source.name(), ": ", text)).with_reason(reason);
}

}  // namespace tenon::io
