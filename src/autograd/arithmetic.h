/// What autograd needs of ops, the layer above, which implements these functions (as recorded ops
/// where the mode says so).
#ifndef TENON_SRC_AUTOGRAD_ARITHMETIC_H_
#define TENON_SRC_AUTOGRAD_ARITHMETIC_H_

#include <cstdint>
#include <span>

#include "tenon/tensor.h"

namespace tenon::detail {

/// a + b, of one shape and dtype.
Tensor add_gradients(const Tensor& a, const Tensor& b);
/// a += b, unrecorded.
void add_gradient_to(const Tensor& a, const Tensor& b);
/// Summed to a shape that broadcasts to grad's.
Tensor sum_gradient(const Tensor& grad, std::span<const std::int64_t> sizes);
/// `size` zeros, to which the elements of `grad` are added at the numbers in `index` (int64, of
/// grad's shape).
Tensor scatter_gradient(std::int64_t size, const Tensor& index, const Tensor& grad);
/// a / b.
Tensor divide_gradient(const Tensor& a, const Tensor& b);

}  // namespace tenon::detail

#endif  // TENON_SRC_AUTOGRAD_ARITHMETIC_H_
