#include "src/kernels/pool.h"

#include <cmath>
#include <limits>

namespace tenon::kernels {
namespace {

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}

// The part of a window along one axis that lies inside the image: begin, begin + step ... < end.
struct Span {
  std::int64_t begin;
  std::int64_t end;
};

Span window(std::int64_t out, std::int64_t in, std::int64_t kernel, std::int64_t stride,
            std::int64_t pad, std::int64_t dilation) {
  std::int64_t begin = out * stride - pad;
  const std::int64_t end = begin + (kernel - 1) * dilation + 1;
  if (begin < 0) {
    begin += (-begin + dilation - 1) / dilation * dilation;
  }
  return {begin, end < in ? end : in};
}

template <typename T, bool kIndices>
void max_plane(const PoolShape& s, std::int64_t out_h, std::int64_t out_w, const T* x, T* y,
               std::int64_t* indices) {
  for (std::int64_t oh = 0; oh < out_h; ++oh) {
    const Span rows =
        window(oh, s.in_height, s.kernel_height, s.stride_height, s.pad_height, s.dilation_height);
    for (std::int64_t ow = 0; ow < out_w; ++ow) {
      const Span cols =
          window(ow, s.in_width, s.kernel_width, s.stride_width, s.pad_width, s.dilation_width);
      T best = -std::numeric_limits<T>::infinity();
      std::int64_t at = rows.begin * s.in_width + cols.begin;
      for (std::int64_t r = rows.begin; r < rows.end; r += s.dilation_height) {
        const T* row = x + r * s.in_width;
        for (std::int64_t c = cols.begin; c < cols.end; c += s.dilation_width) {
          const T v = row[c];
          if (v > best || v != v) {
            best = v;
            if (kIndices) {
              at = r * s.in_width + c;
            }
          }
        }
      }
      *y++ = best;
      if (kIndices) {
        *indices++ = at;
      }
    }
  }
}

}  // namespace

std::int64_t pool_out_size(std::int64_t in, std::int64_t kernel, std::int64_t stride,
                           std::int64_t pad, std::int64_t dilation, bool ceil_mode) noexcept {
  const std::int64_t room = in + 2 * pad - dilation * (kernel - 1) - 1;
  std::int64_t out = floor_div(room + (ceil_mode ? stride - 1 : 0), stride) + 1;
  if (ceil_mode && (out - 1) * stride >= in + pad) {
    --out;
  }
  return out;
}

std::int64_t pool_out_height(const PoolShape& s) noexcept {
  return pool_out_size(s.in_height, s.kernel_height, s.stride_height, s.pad_height,
                       s.dilation_height, s.ceil_mode);
}

std::int64_t pool_out_width(const PoolShape& s) noexcept {
  return pool_out_size(s.in_width, s.kernel_width, s.stride_width, s.pad_width, s.dilation_width,
                       s.ceil_mode);
}

template <typename T>
void max_pool2d(const PoolShape& s, const T* x, T* y, std::int64_t* indices) noexcept {
  const std::int64_t out_h = pool_out_height(s);
  const std::int64_t out_w = pool_out_width(s);
  for (std::int64_t p = 0; p < s.planes; ++p) {
    if (indices != nullptr) {
      max_plane<T, true>(s, out_h, out_w, x, y, indices);
      indices += out_h * out_w;
    } else {
      max_plane<T, false>(s, out_h, out_w, x, y, nullptr);
    }
    x += s.in_height * s.in_width;
    y += out_h * out_w;
  }
}

template <typename T>
void avg_pool2d(const PoolShape& s, bool count_include_pad, std::int64_t divisor_override,
                const T* x, T* y) noexcept {
  const std::int64_t out_h = pool_out_height(s);
  const std::int64_t out_w = pool_out_width(s);
  for (std::int64_t p = 0; p < s.planes; ++p) {
    for (std::int64_t oh = 0; oh < out_h; ++oh) {
      const std::int64_t top = oh * s.stride_height - s.pad_height;
      const std::int64_t low = top + s.kernel_height;
      const std::int64_t padded_h =
          (low < s.in_height + s.pad_height ? low : s.in_height + s.pad_height) - top;
      const Span rows = window(oh, s.in_height, s.kernel_height, s.stride_height, s.pad_height, 1);
      for (std::int64_t ow = 0; ow < out_w; ++ow) {
        const std::int64_t left = ow * s.stride_width - s.pad_width;
        const std::int64_t right = left + s.kernel_width;
        const std::int64_t padded_w =
            (right < s.in_width + s.pad_width ? right : s.in_width + s.pad_width) - left;
        const Span cols = window(ow, s.in_width, s.kernel_width, s.stride_width, s.pad_width, 1);
        if (rows.begin >= rows.end || cols.begin >= cols.end) {
          *y++ = 0;
          continue;
        }
        double sum = 0;
        for (std::int64_t r = rows.begin; r < rows.end; ++r) {
          for (std::int64_t c = cols.begin; c < cols.end; ++c) {
            sum += static_cast<double>(x[r * s.in_width + c]);
          }
        }
        const std::int64_t inside = (rows.end - rows.begin) * (cols.end - cols.begin);
        const std::int64_t divisor = divisor_override != 0 ? divisor_override
                                     : count_include_pad   ? padded_h * padded_w
                                                           : inside;
        *y++ = static_cast<T>(sum / static_cast<double>(divisor));
      }
    }
    x += s.in_height * s.in_width;
  }
}

#define TENON_INSTANTIATE(T)                                                        \
  template void max_pool2d(const PoolShape&, const T*, T*, std::int64_t*) noexcept; \
  template void avg_pool2d(const PoolShape&, bool, std::int64_t, const T*, T*) noexcept;
TENON_INSTANTIATE(float)
TENON_INSTANTIATE(double)
#undef TENON_INSTANTIATE

}  // namespace tenon::kernels
