/// Classes by name: the built-in layers, and those that hosts register.
#ifndef TENON_NN_REGISTRY_H_
#define TENON_NN_REGISTRY_H_

#include <span>
#include <string_view>
#include <vector>

#include "tenon/nn/module.h"

namespace tenon::nn {

/// One option of a layer, as declared in its options struct's fields().
struct OptionInfo {
  std::string_view name;
  std::string_view
      type;  ///< "int", "float", "bool", "str", "ints" (int or tuple), "dtype", "optional …".
  bool required = false;
  bool hidden = false;  ///< print(m) does not show it.
  std::string_view doc;
};

/// One built-in layer class.
struct LayerInfo {
  std::string_view name;
  std::string_view doc;
  std::span<const OptionInfo> options;  ///< In the order of PyTorch's constructor.
  /// Makes one in Context::current(). `args`: tuple of positional options; `kwargs`: dict or none.
  /// Throws kType for missing, unknown or wrongly typed options, kValue for impossible ones, naming
  /// layer and option. `initialize`: draw parameters; else they are left without values.
  Ref<Module> (*create)(const Value& args, const Value& kwargs, bool initialize);
  /// The options of a module of this class, spelled as given; every option has an entry.
  Ref<Dict> (*options_of)(const Module& module);
  /// The value of an option that is not given; none for required ones.
  Value (*default_of)(std::size_t option);
};

/// All built-in layers, sorted by name.
std::span<const LayerInfo> layers();
/// Null if unknown.
const LayerInfo* find_layer(std::string_view name);

/// Makes a module of a built-in, registered or aliased class, or of a container (Sequential,
/// ModuleList, ModuleDict; empty). Throws kKey naming an unknown class.
Ref<Module> create(std::string_view name, const Value& args, const Value& kwargs,
                   bool initialize = true);
inline Ref<Module> create(std::string_view name, const Value& kwargs = Value()) {
  return create(name, Value(), kwargs);
}
/// Registers a class of the host's: the callback answers CallKind::kCreate with a module in VALUE
/// (else an instance is a CustomModule over the same callback). Replaces an earlier one.
void register_class(Context& context, std::string_view name, Ref<Callback> callback);
/// `alias` is another name of `target` ("Conv2dNormActivation" of "Sequential"): instances keep the
/// alias as type name. Throws kKey if the target is unknown, kValue on a cycle.
void register_alias(Context& context, std::string_view alias, std::string_view target);
bool is_known_class(Context& context, std::string_view name);
/// The built-in layer that `name` makes in the context, directly or through aliases; null if it
/// makes a container or a host's class, or nothing.
const LayerInfo* find_layer(Context& context, std::string_view name);

}  // namespace tenon::nn

#endif  // TENON_NN_REGISTRY_H_
