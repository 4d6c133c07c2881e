/// Options of optimizers: each has a struct whose fields() names every option once, in the order of
/// PyTorch's param_groups. Creation by name, defaults, checks and the groups' dicts follow from it.
#ifndef TENON_OPTIM_OPTIONS_H_
#define TENON_OPTIM_OPTIONS_H_

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "tenon/value.h"

namespace tenon::optim {

/// A number as it was spelled: an int, a float or None. Groups show it as given, as PyTorch's do.
class Number {
 public:
  constexpr Number() noexcept = default;
  constexpr Number(double value) noexcept : value_(value) {}  // NOLINT: a number is a natural value
  template <std::integral I>
  constexpr Number(I value) noexcept  // NOLINT
      : value_(static_cast<double>(value)), form_(Form::kInt) {}
  static constexpr Number none() noexcept {
    Number number;
    number.form_ = Form::kNone;
    return number;
  }

  constexpr operator double() const noexcept { return value_; }  // NOLINT
  constexpr bool is_none() const noexcept { return form_ == Form::kNone; }
  constexpr bool is_int() const noexcept { return form_ == Form::kInt; }
  Value spelled() const;

 private:
  enum class Form : std::uint8_t { kFloat, kInt, kNone };
  double value_ = 0;
  Form form_ = Form::kFloat;
};

/// A tuple of numbers: betas, etas …
template <std::size_t N>
using Numbers = std::array<Number, N>;

/// What a value must fulfil when the optimizer is made. As in PyTorch, the options of a single
/// group are not checked.
enum class Check : std::uint8_t {
  kNone,
  kNotNegative,
  kFraction,     ///< In [0, 1).
  kNotPositive,  ///< 0 or less.
  kAtLeastOne,
  kUnit,  ///< In [0, 1].
};

enum class OptionKind : std::uint8_t { kNumber, kNumbers, kBool, kOptionalBool, kWord };

/// One option, its struct aside.
struct OptionInfo {
  std::string_view name;
  OptionKind kind;
  Check check;
  std::uint8_t count;  ///< Numbers in the tuple.
};

template <class O, class T>
struct Option {
  std::string_view name;
  T O::*member;
  std::string_view doc;
  Check check = Check::kNone;
};

template <class O, class T>
constexpr Option<O, T> option(std::string_view name, T O::*member, std::string_view doc,
                              Check check = Check::kNone) {
  return {name, member, doc, check};
}

template <class T>
inline constexpr OptionKind option_kind = OptionKind::kNumber;
template <std::size_t N>
inline constexpr OptionKind option_kind<Numbers<N>> = OptionKind::kNumbers;
template <>
inline constexpr OptionKind option_kind<bool> = OptionKind::kBool;
template <>
inline constexpr OptionKind option_kind<std::optional<bool>> = OptionKind::kOptionalBool;
template <>
inline constexpr OptionKind option_kind<std::string_view> = OptionKind::kWord;

template <class T>
inline constexpr std::uint8_t option_count = 1;
template <std::size_t N>
inline constexpr std::uint8_t option_count<Numbers<N>> = N;

/// An options struct as the shared code sees it: constant, made by the template below.
struct OptionTable {
  std::string_view owner;  ///< Begins the messages: "Adam".
  const OptionInfo* infos;
  std::size_t count;
  void* (*member)(void* options, std::size_t index);

  /// Index of the option of that name, or `count`.
  std::size_t find(std::string_view name) const noexcept;
  /// Reads an option. Throws kType, naming owner and option, for a value of another kind.
  void read(void* options, std::size_t index, const Value& value) const;
  /// Reads all options from a group. Throws kKey for one that is gone.
  void read_all(void* options, const Dict& group) const;
  /// The option as spelled.
  Value write(void* options, std::size_t index) const;
  /// Throws kValue for a number outside of its option's range.
  void check(void* options) const;
};

template <class O>
class OptionsOf {
  using Fields = decltype(O::fields());
  static constexpr std::size_t kCount = std::tuple_size_v<Fields>;

  static constexpr std::array<OptionInfo, kCount> infos() {
    return std::apply([]<class... F>(F... f) { return std::array<OptionInfo, kCount>{info(f)...}; },
                      O::fields());
  }
  template <class S, class T>
  static constexpr OptionInfo info(Option<S, T> f) {
    return {f.name, option_kind<T>, f.check, option_count<T>};
  }
  // fields() must not run: each member pointer is a constant.
  template <std::size_t... I>
  static void* pick(O* options, std::size_t index, std::index_sequence<I...>) {
    void* found = nullptr;
    const auto take = [&]<std::size_t K>() {
      constexpr auto pointer = std::get<K>(O::fields()).member;
      if (K == index)
        found = &(options->*pointer);
    };
    (take.template operator()<I>(), ...);
    return found;
  }
  static void* member(void* options, std::size_t index) {
    return pick(static_cast<O*>(options), index, std::make_index_sequence<kCount>());
  }
  static constexpr std::array<OptionInfo, kCount> kInfos = infos();

 public:
  static constexpr OptionTable table(std::string_view owner) {
    return {owner, kInfos.data(), kCount, &member};
  }
};

}  // namespace tenon::optim

#endif  // TENON_OPTIM_OPTIONS_H_
