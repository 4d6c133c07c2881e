/// Every source file of ops exports its table through a function here; registry.cc lists them.
#ifndef TENON_SRC_OPS_OP_TABLES_H_
#define TENON_SRC_OPS_OP_TABLES_H_

#include <span>

#include "tenon/op_registry.h"

namespace tenon {

std::span<const OpInfo> activation_ops() noexcept;
std::span<const OpInfo> binary_ops() noexcept;
std::span<const OpInfo> comparison_ops() noexcept;
std::span<const OpInfo> composed_ops() noexcept;
std::span<const OpInfo> creation_ops() noexcept;
std::span<const OpInfo> index_ops() noexcept;
std::span<const OpInfo> loss_ops() noexcept;
std::span<const OpInfo> matmul_ops() noexcept;
std::span<const OpInfo> nn_ops() noexcept;
std::span<const OpInfo> reduce_ops() noexcept;
std::span<const OpInfo> ternary_ops() noexcept;
std::span<const OpInfo> unary_ops() noexcept;
std::span<const OpInfo> view_ops() noexcept;

}  // namespace tenon

#endif  // TENON_SRC_OPS_OP_TABLES_H_
