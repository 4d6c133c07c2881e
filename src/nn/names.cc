#include "src/nn/names.h"

#include <algorithm>
#include <iterator>

#include "tenon/nn/module.h"

namespace tenon::nn {
namespace {

// What dir(torch.nn.Module()) lists without underscores: names that PyTorch refuses as slots
// because the attribute exists (R1.12).
constexpr std::string_view kPytorchNames[] = {
    "T_destination",
    "add_module",
    "apply",
    "bfloat16",
    "buffers",
    "call_super_init",
    "children",
    "compile",
    "cpu",
    "cuda",
    "double",
    "dump_patches",
    "eval",
    "extra_repr",
    "float",
    "forward",
    "get_buffer",
    "get_extra_state",
    "get_parameter",
    "get_submodule",
    "half",
    "ipu",
    "load_state_dict",
    "modules",
    "mtia",
    "named_buffers",
    "named_children",
    "named_modules",
    "named_parameters",
    "parameters",
    "register_backward_hook",
    "register_buffer",
    "register_forward_hook",
    "register_forward_pre_hook",
    "register_full_backward_hook",
    "register_full_backward_pre_hook",
    "register_load_state_dict_post_hook",
    "register_load_state_dict_pre_hook",
    "register_module",
    "register_parameter",
    "register_state_dict_post_hook",
    "register_state_dict_pre_hook",
    "requires_grad_",
    "set_extra_state",
    "set_submodule",
    "share_memory",
    "state_dict",
    "to",
    "to_empty",
    "train",
    "training",
    "type",
    "xpu",
    "zero_grad",
};

// Containers have methods of their own.
constexpr std::string_view kDictNames[] = {"clear", "items", "keys", "pop", "update", "values"};
constexpr std::string_view kListNames[] = {"append", "extend", "insert", "pop"};

}  // namespace

bool is_pytorch_name(const Module& module, std::string_view name) noexcept {
  const auto listed = [name](auto& names) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
  };
  if (listed(kPytorchNames))
    return true;
  const std::string& type = module.type_name();
  if (type == "ModuleDict")
    return listed(kDictNames);
  return (type == "ModuleList" || type == "Sequential") && listed(kListNames);
}

}  // namespace tenon::nn
