// text(): like repr(), with every option that is not at its default.
#include "src/nn/text_values.h"
#include "src/nn/tree_text.h"
#include "tenon/error.h"
#include "tenon/nn/registry.h"
#include "tenon/nn/text.h"

namespace tenon::nn {
namespace {

/// The dtype of the first floating tensor in or below a module; null if there is none.
const DType* dtype_of_tensors(const Module& module) {
  for (const Module::ParameterSlot& slot : module.parameter_slots()) {
    if (slot.tensor && is_floating(slot.tensor.dtype()))
      return &slot.tensor.impl().dtype;
  }
  for (const Module::BufferSlot& slot : module.buffer_slots()) {
    if (slot.tensor && is_floating(slot.tensor.dtype()))
      return &slot.tensor.impl().dtype;
  }
  for (const Module::ChildSlot& slot : module.child_slots()) {
    if (!slot.module)
      continue;
    if (const DType* dtype = dtype_of_tensors(*slot.module))
      return dtype;
  }
  return nullptr;
}

/// The option as it is now: a module may have been converted since it was made.
Value current_value(const Module& module, const OptionInfo& option, const Value& made_with) {
  if (option.name != "dtype")
    return made_with;
  const DType* dtype = dtype_of_tensors(module);
  if (dtype == nullptr)
    return made_with;
  return *dtype == DType::kFloat32 ? Value() : Value(*dtype);
}

/// What extra_repr() says, and the options that it hides and that are not at their defaults.
std::string arguments_of(const Module& module) {
  std::string text = module.extra_repr();
  const LayerInfo* info = module.layer_info();
  if (info == nullptr)
    return text;
  const Ref<Dict> options = info->options_of(module);
  for (std::size_t i = 0; i < info->options.size(); ++i) {
    const OptionInfo& option = info->options[i];
    const Value* made_with = static_cast<const Dict&>(*options).find(option.name);
    if (made_with == nullptr || (!option.hidden && option.name != "dtype"))
      continue;
    const Value value = current_value(module, option, *made_with);
    // Modules are printed as children.
    if (value.kind() == ValueKind::kModule || (option.name == "dtype" && value.is_none()))
      continue;
    if (!option.required && value.equals(info->default_of(i)))
      continue;
    if (!text.empty())
      text += ", ";
    text += concat(option.name, "=", spell(value));
  }
  return text;
}

}  // namespace

std::string text(const Module& module) {
  return tree_text(module, arguments_of);
}

}  // namespace tenon::nn
