/// What the layers share: making own tensors, finding them again on every call, printing.
#ifndef TENON_SRC_NN_LAYERS_LAYER_H_
#define TENON_SRC_NN_LAYERS_LAYER_H_

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tenon/nn/module.h"
#include "tenon/nn/options.h"

namespace tenon::nn {

/// The registry's entry of a built-in class; asserts that there is one.
const LayerInfo* own_layer_info(std::string_view name);

/// Dtype of a layer's parameters. Throws kRuntime unless it is floating.
DType parameter_dtype(std::string_view layer, const std::optional<DType>& dtype);
/// kRuntime if a size option is negative: "Linear: in_features is -1".
void check_size(std::string_view layer, std::string_view option, std::int64_t value);

/// Registers a parameter without values yet.
void make_parameter(Module& module, std::string_view name, std::span<const std::int64_t> sizes,
                    DType dtype);
/// Registers a buffer without values yet.
void make_buffer(Module& module, std::string_view name, std::span<const std::int64_t> sizes,
                 DType dtype);

/// Own parameter `name`, which the constructor registered as number `slot`: there it is looked for
/// first, since names are compared anew on every call. Null for a None slot.
inline const Tensor& parameter_at(const Module& module, std::size_t slot, std::string_view name) {
  const auto& slots = module.parameter_slots();
  if (slot < slots.size() && slots[slot].name == name) [[likely]]
    return slots[slot].tensor;
  return module.own_parameter(name);
}
inline const Tensor& buffer_at(const Module& module, std::size_t slot, std::string_view name) {
  const auto& slots = module.buffer_slots();
  if (slot < slots.size() && slots[slot].name == name) [[likely]]
    return slots[slot].tensor;
  return module.own_buffer(name);
}
[[noreturn]] void fail_no_parameter(const Module& module, std::string_view name);
/// Same as parameter_at, kAttribute if it is not there.
inline const Tensor& needed_parameter(const Module& module, std::size_t slot,
                                      std::string_view name) {
  const Tensor& t = parameter_at(module, slot, name);
  if (!t.defined()) [[unlikely]]
    fail_no_parameter(module, name);
  return t;
}

/// Arguments of a call by position or keyword: `names` in order, the first `required` must be
/// given, the others are none if not. Throws kType, naming the layer, for missing, surplus and
/// unknown ones.
void bind_arguments(std::string_view layer, std::span<const Value> args, const Value& kwargs,
                    std::span<const std::string_view> names, std::size_t required, Value* out);

/// "True" or "False".
inline const char* python_bool(bool value) {
  return value ? "True" : "False";
}

/// Where a uniform bias begins: 1 / sqrt(fan_in), 0 without inputs.
inline double bias_bound(std::int64_t fan_in) {
  return fan_in > 0 ? 1 / std::sqrt(static_cast<double>(fan_in)) : 0;
}

}  // namespace tenon::nn

#endif  // TENON_SRC_NN_LAYERS_LAYER_H_
