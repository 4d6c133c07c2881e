#include "tenon/error.h"

#include <charconv>

#include "src/base/decimal.h"
#include "tenon/shape.h"

namespace tenon {

const char* error_code_name(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::kOk:
      return "OK";
    case ErrorCode::kType:
      return "TypeError";
    case ErrorCode::kKey:
      return "KeyError";
    case ErrorCode::kValue:
      return "ValueError";
    case ErrorCode::kAttribute:
      return "AttributeError";
    case ErrorCode::kIndex:
      return "IndexError";
    case ErrorCode::kRuntime:
      return "RuntimeError";
    case ErrorCode::kNotImplemented:
      return "NotImplementedError";
    case ErrorCode::kAssertion:
      return "AssertionError";
    case ErrorCode::kNoMemory:
      return "NOMEM";
    case ErrorCode::kBadHandle:
      return "BAD_HANDLE";
    case ErrorCode::kWrongContext:
      return "WRONG_CONTEXT";
    case ErrorCode::kUnsupported:
      return "UNSUPPORTED";
    case ErrorCode::kVersion:
      return "VERSION";
    case ErrorCode::kIo:
      return "IO";
    case ErrorCode::kCorrupt:
      return "CORRUPT";
    case ErrorCode::kBusy:
      return "BUSY";
    case ErrorCode::kCallback:
      return "CALLBACK";
    case ErrorCode::kCancelled:
      return "CANCELLED";
    case ErrorCode::kInternal:
      return "INTERNAL";
  }
  return "unknown status";
}

void Error::set_path(std::string_view path) {
  if (has_path_)
    return;
  has_path_ = true;
  path_ = path;
  if (!foreign_ && !path_.empty())
    text_.insert(0, path_ + ": ");
}

namespace {
template <class T>
void append_number(std::string& text, T value) {
  char digits[40];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, value);
  text.append(digits, end.ptr);
}
}  // namespace

void TextPart::append_to(std::string& text) const {
  switch (kind_) {
    case Kind::kText:
      text.append(text_);
      return;
    case Kind::kSigned:
      append_number(text, static_cast<std::int64_t>(integer_));
      return;
    case Kind::kUnsigned:
      append_number(text, integer_);
      return;
    case Kind::kDouble:
      text += decimal_shortest(double_);
      return;
    case Kind::kShape:
      text += to_string(std::span<const std::int64_t>(*shape_));
      return;
  }
}

std::string join_parts(const TextPart* parts, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    parts[i].append_to(text);
  return text;
}

void throw_parts(ErrorCode code, const TextPart* parts, std::size_t count) {
  throw Error(code, join_parts(parts, count));
}

}  // namespace tenon
