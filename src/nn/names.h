/// Names that PyTorch refuses for slots.
#ifndef TENON_SRC_NN_NAMES_H_
#define TENON_SRC_NN_NAMES_H_

#include <string_view>

namespace tenon::nn {

class Module;

/// True for attributes and methods of torch.nn.Module, and of ModuleDict, ModuleList, Sequential
/// for modules of these classes (R1.12).
bool is_pytorch_name(const Module& module, std::string_view name) noexcept;

}  // namespace tenon::nn

#endif  // TENON_SRC_NN_NAMES_H_
