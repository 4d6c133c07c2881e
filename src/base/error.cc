#include "tenon/error.h"

#include <charconv>

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

namespace detail {

void append_part(std::string& text, std::string_view part) {
  text.append(part);
}
void append_part(std::string& text, const char* part) {
  text.append(part);
}
void append_part(std::string& text, bool part) {
  text.append(part ? "True" : "False");
}
void append_part(std::string& text, char part) {
  text.push_back(part);
}

namespace {
template <class T>
void append_number(std::string& text, T value) {
  char digits[40];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, value);
  text.append(digits, end.ptr);
}
}  // namespace

void append_part(std::string& text, double part) {
  append_number(text, part);
}
void append_part(std::string& text, long long part) {
  append_number(text, part);
}
void append_part(std::string& text, unsigned long long part) {
  append_number(text, part);
}

}  // namespace detail
}  // namespace tenon
