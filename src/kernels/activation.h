#ifndef TENON_SRC_KERNELS_ACTIVATION_H_
#define TENON_SRC_KERNELS_ACTIVATION_H_

namespace tenon::kernels {

/// Pointwise functions that gemm and conv can apply to a result while it is in cache.
enum class Activation : int { kNone = 0, kRelu = 1, kTanh = 2, kSigmoid = 3 };

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_ACTIVATION_H_
