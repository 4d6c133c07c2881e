/// Rows of a table by their numbers.
#ifndef TENON_OPS_EMBEDDING_H_
#define TENON_OPS_EMBEDDING_H_

#include <string_view>

#include "tenon/tensor.h"

namespace tenon {

/// weight[indices]: `weight` (rows, width) of any dtype, `indices` (*) int64 or int32 → (*, width).
/// Throws kRuntime for other indices or weights, kIndex for a number outside [0, rows).
Tensor embedding(const Tensor& weight, const Tensor& indices);
/// Scales, in place, each row of `weight` that `indices` names and whose p-norm is above `max_norm`
/// down to it: row * max_norm / (norm + 1e-7). Floating weights.
void embedding_renorm_(const Tensor& weight, const Tensor& indices, double max_norm,
                       double norm_type);

namespace detail {
Tensor embedding(std::string_view who, const Tensor& weight, const Tensor& indices);
}  // namespace detail

}  // namespace tenon

#endif  // TENON_OPS_EMBEDDING_H_
