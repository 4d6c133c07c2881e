/// Gradients of convolution. The product is linear in the image, the weight and the gradient, so
/// that the gradients' gradients are the same three functions again.
#ifndef TENON_SRC_OPS_CONV_GRADIENTS_H_
#define TENON_SRC_OPS_CONV_GRADIENTS_H_

#include "src/kernels/conv.h"
#include "tenon/ops/conv.h"

namespace tenon::detail {

/// Records y = conv(input, weight, bias).
void record_conv(const kernels::ConvShape& shape, std::size_t dims, const ConvWindow& window,
                 const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& y);

}  // namespace tenon::detail

#endif  // TENON_SRC_OPS_CONV_GRADIENTS_H_
