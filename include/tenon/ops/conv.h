/// Convolution over the last one or two dims.
#ifndef TENON_OPS_CONV_H_
#define TENON_OPS_CONV_H_

#include <cstdint>
#include <string_view>

#include "tenon/ops/packed.h"
#include "tenon/tensor.h"

namespace tenon {

/// What lies around the image.
enum class PaddingMode : std::int32_t { kZeros = 0, kReflect = 1, kReplicate = 2, kCircular = 3 };

/// Geometry of a convolution: one entry a dim.
struct ConvWindow {
  Dims stride;      ///< Empty: 1.
  Dims pad_before;  ///< Empty: 0.
  Dims pad_after;   ///< Empty: pad_before.
  Dims dilation;    ///< Empty: 1.
  std::int64_t groups = 1;
  PaddingMode padding_mode = PaddingMode::kZeros;
};

/// Cross-correlation of `input` (N, C, L) or (C, L) with `weight` (out, C / groups, K), plus `bias`
/// (out) or null. One floating dtype for all; half types are summed in float32. Throws kRuntime on
/// sizes, dtypes and geometry that do not fit.
Tensor conv1d(const Tensor& input, const Tensor& weight, const Tensor& bias = Tensor(),
              const ConvWindow& window = {});
/// The same for (N, C, H, W) or (C, H, W) and `weight` (out, C / groups, KH, KW).
Tensor conv2d(const Tensor& input, const Tensor& weight, const Tensor& bias = Tensor(),
              const ConvWindow& window = {});

namespace detail {
/// `dims`: 1 or 2. `cache` (may be null) keeps the packed weight.
Tensor conv(std::string_view who, std::size_t dims, const Tensor& input, const Tensor& weight,
            const Tensor& bias, const ConvWindow& window, PackedCache* cache);
}  // namespace detail

}  // namespace tenon

#endif  // TENON_OPS_CONV_H_
