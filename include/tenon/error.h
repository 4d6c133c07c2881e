/// Errors: one exception class inside the library; at the C border a guard turns it into a status.
#ifndef TENON_ERROR_H_
#define TENON_ERROR_H_

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tenon {

class Dims;

/// What kind of failure. The numbers are the C ABI's status codes and never change.
/// kType … kAssertion are Python's exception kinds, one to one.
enum class ErrorCode : std::int32_t {
  kOk = 0,
  kType = 1,
  kKey = 2,
  kValue = 3,
  kAttribute = 4,
  kIndex = 5,
  kRuntime = 6,
  kNotImplemented = 7,
  kAssertion = 8,
  kNoMemory = 9,       ///< An allocation failed; the object is as before.
  kBadHandle = 10,     ///< A handle that was released, or is none of ours.
  kWrongContext = 11,  ///< Objects of two contexts in one call.
  kUnsupported = 12,   ///< Known, but not offered. From a callback: "take the default".
  kVersion = 13,       ///< A struct_size or ABI version that this library does not know.
  kIo = 14,            ///< A file could not be opened, read or written.
  kCorrupt = 15,       ///< A file's content breaks its format; reason() says which rule.
  kBusy = 16,          ///< The structure is in use by a running call.
  kCallback = 17,      ///< A host callback failed without naming a kind of its own.
  kCancelled = 18,
  kInternal = 19,  ///< A broken promise of ours; please report it.
};

/// The code's name as Python or the C header spells it: "KeyError", "CORRUPT".
const char* error_code_name(ErrorCode code) noexcept;

/// A host's own exception object on its way through native frames: destroyed exactly once unless
/// taken back by its owner.
struct ErrorPayload {
  void* object = nullptr;
  void (*destroy)(void*) = nullptr;
  ErrorPayload() = default;
  ErrorPayload(void* o, void (*d)(void*)) noexcept : object(o), destroy(d) {}
  ErrorPayload(const ErrorPayload&) = delete;
  ErrorPayload& operator=(const ErrorPayload&) = delete;
  ~ErrorPayload() {
    if (object != nullptr && destroy != nullptr)
      destroy(object);
  }
};

/// The only exception the library throws. Copies share the payload.
class Error final : public std::exception {
 public:
  Error(ErrorCode code, std::string text) : code_(code), text_(std::move(text)) {}

  ErrorCode code() const noexcept { return code_; }
  /// Full text: "path: Layer: fault, with the numbers".
  const char* what() const noexcept override { return text_.c_str(); }
  const std::string& text() const noexcept { return text_; }
  /// Path of the innermost module whose call failed ("" at the root or outside a call).
  const std::string& path() const noexcept { return path_; }
  bool has_path() const noexcept { return has_path_; }
  /// A fixed word for some faults of files ("bad_offsets"); "" if there is none.
  const char* reason() const noexcept { return reason_; }
  const std::shared_ptr<ErrorPayload>& payload() const noexcept { return payload_; }

  /// Notes where the failure happened, once: the innermost call wins. Texts of host callbacks
  /// (those that carry `foreign`) are left as they are.
  void set_path(std::string_view path);
  /// `word` must be a string literal.
  Error& with_reason(const char* word) noexcept {
    reason_ = word;
    return *this;
  }
  Error& with_payload(std::shared_ptr<ErrorPayload> payload) noexcept {
    payload_ = std::move(payload);
    foreign_ = true;
    return *this;
  }
  /// Marks a text that a host callback wrote, so that set_path() does not touch it.
  Error& as_foreign() noexcept {
    foreign_ = true;
    return *this;
  }

 private:
  ErrorCode code_;
  bool foreign_ = false;
  bool has_path_ = false;
  const char* reason_ = "";
  std::string text_;
  std::string path_;
  std::shared_ptr<ErrorPayload> payload_;
};

/// One part of a text: a string, a number, a bool (as Python writes it) or a shape. Borrows.
class TextPart {
 public:
  TextPart(std::string_view text) noexcept : kind_(Kind::kText), text_(text) {}          // NOLINT
  TextPart(const char* text) noexcept : TextPart(std::string_view(text)) {}              // NOLINT
  TextPart(const std::string& text) noexcept : TextPart(std::string_view(text)) {}       // NOLINT
  TextPart(const char& c) noexcept : TextPart(std::string_view(&c, 1)) {}                // NOLINT
  TextPart(bool flag) noexcept : TextPart(std::string_view(flag ? "True" : "False")) {}  // NOLINT
  TextPart(double number) noexcept : kind_(Kind::kDouble), double_(number) {}            // NOLINT
  TextPart(const Dims& shape) noexcept : kind_(Kind::kShape), shape_(&shape) {}          // NOLINT
  template <class T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char>)
      TextPart(T number)
  noexcept  // NOLINT
      : kind_(std::is_signed_v<T> ? Kind::kSigned : Kind::kUnsigned),
        integer_(static_cast<std::uint64_t>(number)) {}

  void append_to(std::string& text) const;

 private:
  enum class Kind : std::uint8_t { kText, kSigned, kUnsigned, kDouble, kShape };
  Kind kind_;
  union {
    std::string_view text_;
    std::uint64_t integer_;
    double double_;
    const Dims* shape_;
  };
};

/// Joins parts, independent of the locale.
std::string join_parts(const TextPart* parts, std::size_t count);
/// Throws Error with the parts joined.
[[noreturn]] void throw_parts(ErrorCode code, const TextPart* parts, std::size_t count);

/// Joins parts (strings, numbers, shapes) to one text, independent of the locale.
template <class... Parts>
std::string concat(const Parts&... parts) {
  const TextPart list[] = {TextPart(parts)...};
  return join_parts(list, sizeof...(parts));
}

/// Throws Error with the parts joined: `fail(ErrorCode::kValue, "matmul: inner sizes differ: ",
/// a)`.
template <class... Parts>
[[noreturn, gnu::cold]] void fail(ErrorCode code, const Parts&... parts) {
  const TextPart list[] = {TextPart(parts)...};
  throw_parts(code, list, sizeof...(parts));
}

/// Throws kInternal unless the condition holds: for promises of ours, never for user input.
#define TENON_ASSERT(condition)                                                                 \
  do {                                                                                          \
    if (!(condition)) [[unlikely]]                                                              \
      ::tenon::fail(::tenon::ErrorCode::kInternal, "internal: ", #condition, " does not hold"); \
  } while (0)

}  // namespace tenon

#endif  // TENON_ERROR_H_
