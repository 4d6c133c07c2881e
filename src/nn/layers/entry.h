/// From a layer's options struct to its entry in the registry: constant tables, made by templates.
/// What does not depend on the class is in entry.cc.
#ifndef TENON_SRC_NN_LAYERS_ENTRY_H_
#define TENON_SRC_NN_LAYERS_ENTRY_H_

#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tenon/nn/options.h"
#include "tenon/nn/registry.h"

namespace tenon::nn {

template <class... T>
struct TypeList {};
/// The C++ types that options may have: OptionList::Row::type counts them.
using OptionTypes = TypeList<bool, std::int64_t, Real, Ints, Padding, std::string, Device, Tensor,
                             std::optional<bool>, std::optional<std::int64_t>, std::optional<Real>,
                             std::optional<Ints>, std::optional<DType>>;

template <class T, class... All>
consteval std::uint8_t type_number(TypeList<All...>) {
  static_assert((std::is_same_v<T, All> || ...), "a type of option that OptionTypes lacks");
  constexpr bool kSame[] = {std::is_same_v<T, All>...};
  std::uint8_t i = 0;
  while (!kSame[i])
    ++i;
  return i;
}

/// The table of one options struct, shared by the layers that have it.
template <class Options>
class OptionsEntry {
  using Fields = decltype(Options::fields());

 public:
  static constexpr std::size_t kCount = std::tuple_size_v<Fields>;

 private:
  template <class F>
  static constexpr void for_each(F&& f) {
    std::apply([&](const auto&... field) { (f(field), ...); }, Options::fields());
  }
  static constexpr std::size_t names_length() {
    std::size_t length = 0;
    for_each([&](const auto& field) { length += field.name.size(); });
    return length;
  }
  static constexpr auto names() {
    std::array<char, names_length() + 1> text{};
    std::size_t at = 0;
    for_each([&](const auto& field) {
      for (const char c : field.name)
        text[at++] = c;
    });
    return text;
  }
  static constexpr auto rows() {
    std::array<OptionList::Row, kCount + 1> rows{};
    std::size_t i = 0;
    std::size_t end = 0;
    for_each([&](const auto& field) {
      using Type = typename std::remove_cvref_t<decltype(field)>::Type;
      end += field.name.size();
      rows[i++] = {
          static_cast<std::uint16_t>(end), type_number<Type>(OptionTypes()),
          static_cast<std::uint8_t>((field.is_required ? 1 : 0) | (field.is_hidden ? 2 : 0))};
    });
    return rows;
  }

  template <std::size_t I>
  static constexpr auto kMember = std::get<I>(Options::fields()).member;
  template <std::size_t... I>
  static void* member([[maybe_unused]] Options& options, [[maybe_unused]] std::size_t option,
                      std::index_sequence<I...>) {
    void* found = nullptr;
    ((option == I ? static_cast<void>(found = &(options.*kMember<I>)) : static_cast<void>(0)), ...);
    return found;
  }

  static constexpr auto kNames = names();
  static constexpr auto kRows = rows();

 public:
  static constexpr OptionList list() { return {kNames.data(), kRows.data(), kCount}; }

  static void* member(void* options, std::size_t option) {
    return member(*static_cast<Options*>(options), option, std::make_index_sequence<kCount>());
  }
  static void with_defaults(void (*use)(void* options, void* data), void* data) {
    Options options;
    use(&options, data);
  }
};

/// The registry's entry of layer class L. L has Options, kName, kDoc, options() and a constructor
/// (const Options&, bool initialize). An Options with kTakesAnything ignores all arguments.
template <class L>
class LayerEntry {
  using Options = typename L::Options;

  static Ref<Module> make_module(const void* options, bool initialize) {
    return make<L>(*static_cast<const Options*>(options), initialize);
  }
  static const void* options_in(const Module& module) {
    return &static_cast<const L&>(module).options();
  }

 public:
  static constexpr LayerInfo info() {
    using Entry = OptionsEntry<Options>;
    return {L::kName, Entry::list(), &Entry::with_defaults, &Entry::member, &make_module,
            &options_in, requires {Options::kTakesAnything;
  }
};
}  // namespace tenon::nn
}
;

}  // namespace tenon::nn

#endif  // TENON_SRC_NN_LAYERS_ENTRY_H_
