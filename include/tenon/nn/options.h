/// Options of layers: each layer has a struct whose fields() names every option once. From that one
/// declaration follow C++ construction, creation by name, printing, parsing, docs and tests.
#ifndef TENON_NN_OPTIONS_H_
#define TENON_NN_OPTIONS_H_

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tenon/shape.h"
#include "tenon/value.h"

namespace tenon::nn {

template <class T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;

/// A number that remembers whether it was written as an int (`0`) or a float (`0.0`), since PyTorch
/// prints it back that way.
class Real {
 public:
  constexpr Real() noexcept = default;
  constexpr Real(double value) noexcept : value_(value) {}  // NOLINT: a number is a natural value
  template <Integer I>
  constexpr Real(I value) noexcept  // NOLINT
      : value_(static_cast<double>(value)), int_(static_cast<std::int64_t>(value)), is_int_(true) {}

  constexpr double value() const noexcept { return value_; }
  constexpr operator double() const noexcept { return value_; }  // NOLINT
  Value spelled() const { return is_int_ ? Value(int_) : Value(value_); }
  /// As Python prints it: "0.1", "1e-05", "2".
  std::string to_string() const { return spelled().to_string(); }

 private:
  double value_ = 0;
  std::int64_t int_ = 0;
  bool is_int_ = false;
};

/// One int, or several in a tuple or list, spelled as given: `2`, `(2, 2)`, `[2, 2]`.
class Ints {
 public:
  enum class Form { kInt, kTuple, kList };

  Ints() = default;
  template <Integer I>
  Ints(I value) : values_{static_cast<std::int64_t>(value)} {}  // NOLINT
  Ints(std::initializer_list<std::int64_t> values) : values_(values), form_(Form::kTuple) {}
  Ints(Dims values, Form form) : values_(std::move(values)), form_(form) {}

  const Dims& values() const noexcept { return values_; }
  Form form() const noexcept { return form_; }
  bool is_int() const noexcept { return form_ == Form::kInt; }
  /// `count` ints: one is repeated. Throws kValue, naming layer and option, for another count.
  Dims expand(std::size_t count, std::string_view layer, std::string_view option) const;
  /// The same, spelled: what PyTorch's _single and _pair store and print.
  Ints expanded(std::size_t count, std::string_view layer, std::string_view option) const;
  Value spelled() const;
  std::string to_string() const { return spelled().to_string(); }

 private:
  Dims values_{0};
  Form form_ = Form::kInt;
};

/// Ints or a word: padding of a convolution (`1`, `(1, 2)`, `'same'`).
class Padding {
 public:
  Padding() = default;
  template <Integer I>
  Padding(I value) : ints_(value) {}  // NOLINT
  Padding(std::initializer_list<std::int64_t> values) : ints_(values) {}
  Padding(Ints ints) : ints_(std::move(ints)) {}         // NOLINT
  Padding(const char* word) : word_(word) {}             // NOLINT
  Padding(std::string word) : word_(std::move(word)) {}  // NOLINT

  bool is_word() const noexcept { return !word_.empty(); }
  const std::string& word() const noexcept { return word_; }
  const Ints& ints() const noexcept { return ints_; }
  Value spelled() const { return is_word() ? Value(word_) : ints_.spelled(); }

 private:
  Ints ints_;
  std::string word_;
};

/// Where the tensors live: accepted for compatibility, "cpu" is all there is.
struct Device {
  std::string name;  ///< "" if not given.
};

// ---- declaring ----------------------------------------------------------------------------------

/// One field of an options struct O.
template <class O, class T>
struct Field {
  using Type = T;
  std::string_view name;
  T O::*member;
  bool is_required;
  std::string_view doc;
  bool is_hidden = false;

  /// print(module) does not show it.
  constexpr Field hidden() const {
    Field field = *this;
    field.is_hidden = true;
    return field;
  }
};

template <class O, class T>
constexpr Field<O, T> required(std::string_view name, T O::*member, std::string_view doc) {
  return {name, member, true, doc};
}
/// The default is the value of the member in a fresh O.
template <class O, class T>
constexpr Field<O, T> optional(std::string_view name, T O::*member, std::string_view doc) {
  return {name, member, false, doc};
}
/// The last two options of every layer with parameters.
template <class O>
constexpr auto device_field() {
  return optional("device", &O::device, "None or 'cpu'.").hidden();
}
template <class O>
constexpr auto dtype_field() {
  return optional("dtype", &O::dtype, "Floating dtype of the parameters; None: float32.").hidden();
}

// ---- reading and writing
// --------------------------------------------------------------------------

enum class OptionRead { kOk, kWrongType, kUnsupported };

// Each takes the kinds that PyTorch takes for such an option.
OptionRead read_option(const Value& value, bool* out);
OptionRead read_option(const Value& value, std::int64_t* out);
OptionRead read_option(const Value& value, Real* out);
OptionRead read_option(const Value& value, Ints* out);
OptionRead read_option(const Value& value, Padding* out);
OptionRead read_option(const Value& value, std::string* out);
OptionRead read_option(const Value& value, DType* out);
OptionRead read_option(const Value& value, Device* out);
OptionRead read_option(const Value& value, Tensor* out);
template <class T>
OptionRead read_option(const Value& value, std::optional<T>* out) {
  if (value.is_none()) {
    out->reset();
    return OptionRead::kOk;
  }
  T inner{};
  const OptionRead read = read_option(value, &inner);
  if (read == OptionRead::kOk)
    *out = std::move(inner);
  return read;
}
inline Value write_option(bool value) {
  return Value(value);
}
inline Value write_option(std::int64_t value) {
  return Value(value);
}
inline Value write_option(const Real& value) {
  return value.spelled();
}
inline Value write_option(const Ints& value) {
  return value.spelled();
}
inline Value write_option(const Padding& value) {
  return value.spelled();
}
inline Value write_option(const std::string& value) {
  return Value(value);
}
inline Value write_option(DType value) {
  return Value(value);
}
inline Value write_option(const Device& value) {
  return value.name.empty() ? Value() : Value(value.name);
}
inline Value write_option(const Tensor& value) {
  return Value(value);
}
template <class T>
Value write_option(const std::optional<T>& value) {
  return value.has_value() ? write_option(*value) : Value();
}

/// The word that OptionInfo::type uses for a member type.
template <class T>
inline constexpr std::string_view option_type = "unknown";
template <>
inline constexpr std::string_view option_type<bool> = "bool";
template <>
inline constexpr std::string_view option_type<std::int64_t> = "int";
template <>
inline constexpr std::string_view option_type<Real> = "float";
template <>
inline constexpr std::string_view option_type<Ints> = "ints";
template <>
inline constexpr std::string_view option_type<Padding> = "ints or str";
template <>
inline constexpr std::string_view option_type<std::string> = "str";
template <>
inline constexpr std::string_view option_type<Device> = "optional str";
template <>
inline constexpr std::string_view option_type<Tensor> = "optional tensor";
template <>
inline constexpr std::string_view option_type<std::optional<bool>> = "optional bool";
template <>
inline constexpr std::string_view option_type<std::optional<std::int64_t>> = "optional int";
template <>
inline constexpr std::string_view option_type<std::optional<Real>> = "optional float";
template <>
inline constexpr std::string_view option_type<std::optional<Ints>> = "optional ints";
template <>
inline constexpr std::string_view option_type<std::optional<DType>> = "optional dtype";

}  // namespace tenon::nn

#endif  // TENON_NN_OPTIONS_H_
