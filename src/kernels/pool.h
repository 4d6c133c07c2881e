#ifndef TENON_SRC_KERNELS_POOL_H_
#define TENON_SRC_KERNELS_POOL_H_

#include <cstdint>

// Pooling over the last two dimensions of contiguous (planes, height, width), where planes is
// batch * channels. One-dimensional pooling is height 1. T is float or double.

namespace tenon::kernels {

struct PoolShape {
  std::int64_t planes = 1;
  std::int64_t in_height = 1;
  std::int64_t in_width = 1;
  std::int64_t kernel_height = 1;
  std::int64_t kernel_width = 1;
  std::int64_t stride_height = 1;
  std::int64_t stride_width = 1;
  std::int64_t pad_height = 0;  ///< On both sides, at most half the kernel.
  std::int64_t pad_width = 0;
  std::int64_t dilation_height = 1;  ///< Max pooling only.
  std::int64_t dilation_width = 1;
  bool ceil_mode = false;
};

/// Output length along one axis as torch computes it: with ceil_mode the last window must begin
/// inside the image or its left padding. 0 or less when nothing fits.
std::int64_t pool_out_size(std::int64_t in, std::int64_t kernel, std::int64_t stride,
                           std::int64_t pad, std::int64_t dilation, bool ceil_mode) noexcept;

std::int64_t pool_out_height(const PoolShape& shape) noexcept;
std::int64_t pool_out_width(const PoolShape& shape) noexcept;

/// y (planes, out_height, out_width) = largest of each window, the padding aside; a NaN wins.
/// `indices`, if not nullptr, receives for each y the flat index in its (height, width) plane; the
/// first of equals, the last NaN, as torch does.
template <typename T>
void max_pool2d(const PoolShape& shape, const T* x, T* y, std::int64_t* indices) noexcept;

/// y = sum of each window divided by: `divisor_override` if not 0; else with `count_include_pad`
/// the window's size with padding (but without what ceil_mode hangs over); else the number of
/// elements inside the image.
template <typename T>
void avg_pool2d(const PoolShape& shape, bool count_include_pad, std::int64_t divisor_override,
                const T* x, T* y) noexcept;

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_POOL_H_
