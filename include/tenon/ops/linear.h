/// y = x Wᵀ + b.
#ifndef TENON_OPS_LINEAR_H_
#define TENON_OPS_LINEAR_H_

#include <string_view>

#include "tenon/ops/packed.h"
#include "tenon/tensor.h"

namespace tenon {

/// y = x Wᵀ + b over the last dim of `input` (*, in). `weight` is (out, in), or (in) for one output
/// without a dim of its own; `bias` is (out), () or null. One floating dtype for all; half types
/// are summed in float32. Throws kRuntime on sizes and dtypes that do not fit.
Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias = Tensor());

namespace detail {
/// The same; messages begin with `who`. `cache` (may be null) keeps the packed weight.
Tensor linear(std::string_view who, const Tensor& input, const Tensor& weight, const Tensor& bias,
              PackedCache* cache);
}  // namespace detail

}  // namespace tenon

#endif  // TENON_OPS_LINEAR_H_
