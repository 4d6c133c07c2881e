#ifndef TENON_SRC_KERNELS_SOFTMAX_H_
#define TENON_SRC_KERNELS_SOFTMAX_H_

#include <cstdint>

// Softmax of contiguous x (outer, dim, inner) over the middle dimension; inner = 1 is the last
// dimension. y may be x. T is float or double; sums are taken in double.

namespace tenon::kernels {

/// y = e^(x - max) / sum e^(x - max). A row of -inf gives NaN, as in torch.
template <typename T>
void softmax(const T* x, std::int64_t outer, std::int64_t dim, std::int64_t inner, T* y) noexcept;

/// y = x - max - log(sum e^(x - max)).
template <typename T>
void log_softmax(const T* x, std::int64_t outer, std::int64_t dim, std::int64_t inner,
                 T* y) noexcept;

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_SOFTMAX_H_
