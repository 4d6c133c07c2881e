/// Max and average pooling over the last one or two dims.
#ifndef TENON_OPS_POOL_H_
#define TENON_OPS_POOL_H_

#include <cstdint>
#include <string_view>

#include "tenon/tensor.h"

namespace tenon {

/// Geometry of a pooling: one entry a pooled dim.
struct PoolWindow {
  Dims kernel_size;
  Dims stride;             ///< Empty: kernel_size.
  Dims padding;            ///< Empty: 0. At most half the kernel, on both sides.
  Dims dilation;           ///< Empty: 1. Max pooling only.
  bool ceil_mode = false;  ///< A last window may hang over the edge.
};

/// Largest of each window of `input` (N, C, L) or (C, L). `indices`, if not null, receives int64
/// positions in L. Floating dtypes; NaN wins. Throws kRuntime on geometry that does not fit.
Tensor max_pool1d(const Tensor& input, const PoolWindow& window, Tensor* indices = nullptr);
/// The same for (N, C, H, W) or (C, H, W); indices count along H * W.
Tensor max_pool2d(const Tensor& input, const PoolWindow& window, Tensor* indices = nullptr);
/// Mean of each window of (N, C, L) or (C, L). With `count_include_pad` padding counts as zeros.
Tensor avg_pool1d(const Tensor& input, const PoolWindow& window, bool count_include_pad = true);
/// The same for (N, C, H, W) or (C, H, W). `divisor_override`, if not 0, divides instead of the
/// count.
Tensor avg_pool2d(const Tensor& input, const PoolWindow& window, bool count_include_pad = true,
                  std::int64_t divisor_override = 0);

namespace detail {
// The number of pooled dims is kernel_size's.
Tensor max_pool(std::string_view who, const Tensor& input, const PoolWindow& window,
                Tensor* indices);
Tensor avg_pool(std::string_view who, const Tensor& input, const PoolWindow& window,
                bool count_include_pad, std::int64_t divisor_override);
}  // namespace detail

}  // namespace tenon

#endif  // TENON_OPS_POOL_H_
