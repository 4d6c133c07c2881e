#ifndef TENON_SRC_KERNELS_NORM_H_
#define TENON_SRC_KERNELS_NORM_H_

#include <cstdint>

// Normalisation. T is float or double; y may be x.

namespace tenon::kernels {

/// Each of `rows` adjacent rows of `cols` elements to mean 0 and variance 1:
/// y = (x - mean) / sqrt(var + eps) * weight + bias, with biased variance, weight and bias (cols)
/// or nullptr. `mean` and `rstd` (rows), if not nullptr, receive what a backward pass needs.
template <typename T>
void layer_norm(const T* x, std::int64_t rows, std::int64_t cols, double eps, const T* weight,
                const T* bias, T* y, T* mean, T* rstd) noexcept;

/// y = fma(x, scale[channel], shift[channel]) for contiguous x (batch, channels, spatial).
template <typename T>
void channel_affine(const T* x, std::int64_t batch, std::int64_t channels, std::int64_t spatial,
                    const T* scale, const T* shift, T* y) noexcept;

/// What batch normalisation passes to channel_affine, from mean and biased variance (channels):
/// scale = weight / sqrt(var + eps), shift = bias - mean * scale, in double, then rounded.
/// weight and bias may be nullptr.
template <typename T>
void batch_norm_affine(std::int64_t channels, const double* mean, const double* var, double eps,
                       const T* weight, const T* bias, T* scale, T* shift) noexcept;

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_NORM_H_
