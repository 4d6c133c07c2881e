#ifndef TENON_SRC_KERNELS_CONV_H_
#define TENON_SRC_KERNELS_CONV_H_

#include <cstdint>

#include "src/kernels/activation.h"
#include "src/kernels/gemm.h"
#include "src/kernels/padding_mode.h"

// Convolution (cross-correlation, as torch.nn.Conv2d) by matrix product, packing patches straight
// from the image: no im2col buffer. One-dimensional convolution is height 1. T is float or double.

namespace tenon::kernels {

/// Geometry. Output sizes are conv_out_size() of it. In the modes other than kZeros an index
/// outside the image is mapped into it: reflect needs padding < size, circular padding <= size.
struct ConvShape {
  std::int64_t batch = 1;
  std::int64_t in_channels = 1;  ///< A multiple of groups.
  std::int64_t in_height = 1;
  std::int64_t in_width = 1;
  std::int64_t out_channels = 1;  ///< A multiple of groups.
  std::int64_t kernel_height = 1;
  std::int64_t kernel_width = 1;
  std::int64_t stride_height = 1;
  std::int64_t stride_width = 1;
  std::int64_t dilation_height = 1;
  std::int64_t dilation_width = 1;
  std::int64_t pad_top = 0;
  std::int64_t pad_bottom = 0;
  std::int64_t pad_left = 0;
  std::int64_t pad_right = 0;
  std::int64_t groups = 1;
  PaddingMode padding_mode = PaddingMode::kZeros;
};

/// Output length along one axis, or 0 or less when the kernel does not fit:
/// floor((in + pad_before + pad_after - dilation * (kernel - 1) - 1) / stride) + 1.
std::int64_t conv_out_size(std::int64_t in, std::int64_t kernel, std::int64_t stride,
                           std::int64_t dilation, std::int64_t pad_before,
                           std::int64_t pad_after) noexcept;

std::int64_t conv_out_height(const ConvShape& shape) noexcept;
std::int64_t conv_out_width(const ConvShape& shape) noexcept;

/// Bytes for weights packed by conv_pack_weights(), at 64-byte alignment.
template <typename T>
std::int64_t conv_packed_weight_bytes(const ConvShape& shape) noexcept;

/// Packs contiguous `weight` (out_channels, in_channels / groups, kernel_height, kernel_width)
/// into `memory`. Use with the same channels, kernel and groups (any image size) and the
/// instruction set in use now.
template <typename T>
void conv_pack_weights(const ConvShape& shape, const T* weight, void* memory) noexcept;

/// Scratch bytes for conv(); more when the weights come unpacked.
template <typename T>
std::int64_t conv_scratch_bytes(const ConvShape& shape, bool weights_packed) noexcept;

/// One convolution: contiguous x (batch, in_channels, in_height, in_width) to contiguous
/// y (batch, out_channels, out_height, out_width) = activation(x * weight + bias).
/// An element is summed as gemm() does, over k = (in_channel, kernel_row, kernel_column) in that
/// order, padding zeros included.
template <typename T>
struct Conv {
  ConvShape shape;
  const T* x = nullptr;
  const T* weight = nullptr;  ///< Contiguous, or nullptr when packed_weight is set.
  const void* packed_weight = nullptr;
  Isa packed_isa = Isa::kBaseline;  ///< cpu_isa() at the time of packing.
  const T* bias = nullptr;          ///< (out_channels) or nullptr.
  Activation activation = Activation::kNone;
  T* y = nullptr;
  /// Only output pixels [pixel_begin, pixel_begin + pixel_count) of each image, in row-major order;
  /// what lies behind the last pixel does not count. Not for depthwise convolutions.
  std::int64_t pixel_begin = 0;
  std::int64_t pixel_count = INT64_MAX;
};

/// True for one input channel a group: a kernel of its own, without a matrix product.
bool conv_is_depthwise(const ConvShape& shape) noexcept;

/// Computes it; `scratch` has conv_scratch_bytes() bytes at any alignment. To share the work,
/// callers may give each thread some of the images, or some pixels of all (same bits).
template <typename T>
void conv(const Conv<T>& problem, void* scratch) noexcept;

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_CONV_H_
