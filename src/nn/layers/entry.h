/// From a layer's options struct to its entry in the registry: constant tables, made by templates.
#ifndef TENON_SRC_NN_LAYERS_ENTRY_H_
#define TENON_SRC_NN_LAYERS_ENTRY_H_

#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tenon/nn/options.h"
#include "tenon/nn/registry.h"

namespace tenon::nn {

/// How one option of a struct is read and written, the struct's type aside.
struct OptionAccess {
  OptionRead (*read)(void* options, const Value& value);
  Value (*write)(const void* options);
};

/// Fills `options` from positional `args` (tuple, list or none) and `kwargs` (dict or none). Throws
/// kType naming layer and option: missing, unknown, given twice, too many, of a wrong type.
void read_options(std::string_view layer, std::span<const OptionInfo> infos,
                  std::span<const OptionAccess> access, void* options, const Value& args,
                  const Value& kwargs);
/// Every option with its value.
Ref<Dict> write_options(std::span<const OptionInfo> infos, std::span<const OptionAccess> access,
                        const void* options);

/// The registry's entry of layer class L. L has Options, kName, kDoc, options() and a constructor
/// (const Options&, bool initialize). An Options with kTakesAnything ignores all arguments.
template <class L>
class LayerEntry {
  using Options = typename L::Options;
  using Fields = decltype(Options::fields());
  static constexpr std::size_t kCount = std::tuple_size_v<Fields>;

  template <std::size_t I>
  static OptionRead read(void* options, const Value& value) {
    constexpr auto field = std::get<I>(Options::fields());
    return read_option(value, &(static_cast<Options*>(options)->*field.member));
  }
  template <std::size_t I>
  static Value write(const void* options) {
    constexpr auto field = std::get<I>(Options::fields());
    return write_option(static_cast<const Options*>(options)->*field.member);
  }
  template <std::size_t... I>
  static constexpr std::array<OptionInfo, kCount> infos(std::index_sequence<I...>) {
    [[maybe_unused]] constexpr Fields fields = Options::fields();
    return {OptionInfo{std::get<I>(fields).name,
                       option_type<typename std::tuple_element_t<I, Fields>::Type>,
                       std::get<I>(fields).is_required, std::get<I>(fields).is_hidden,
                       std::get<I>(fields).doc}...};
  }
  template <std::size_t... I>
  static constexpr std::array<OptionAccess, kCount> accessors(std::index_sequence<I...>) {
    return {OptionAccess{&read<I>, &write<I>}...};
  }

  static constexpr std::array<OptionInfo, kCount> kInfos =
      infos(std::make_index_sequence<kCount>());
  static constexpr std::array<OptionAccess, kCount> kAccess =
      accessors(std::make_index_sequence<kCount>());

  static Ref<Module> create(const Value& args, const Value& kwargs, bool initialize) {
    Options options;
    if constexpr (!requires { Options::kTakesAnything; }) {
      read_options(L::kName, kInfos, kAccess, &options, args, kwargs);
    }
    return make<L>(options, initialize);
  }
  static Ref<Dict> options_of(const Module& module) {
    return write_options(kInfos, kAccess, &static_cast<const L&>(module).options());
  }
  static Value default_of(std::size_t option) {
    if (option >= kCount || kInfos[option].required)
      return {};
    const Options options;
    return kAccess[option].write(&options);
  }

 public:
  static constexpr LayerInfo info() {
    return {L::kName, L::kDoc, kInfos, &create, &options_of, &default_of};
  }
};

}  // namespace tenon::nn

#endif  // TENON_SRC_NN_LAYERS_ENTRY_H_
