#include "src/kernels/isa/simd.h"
#include "src/kernels/isa/tables.h"

namespace tenon::kernels::TENON_ISA_NAMESPACE {
namespace {

template <typename T>
constexpr int kNr = 2 * kLanes<T>;

TENON_INLINE int64_t clamp(int64_t x, int64_t low, int64_t high) {
  return x < low ? low : x > high ? high : x;
}

// `count` pixels of an image row from column `at` on, zeros outside.
template <typename T>
TENON_INLINE void copy_run(const T* row, int64_t width, int64_t at, int64_t count, T* dst) {
  const int64_t low = clamp(-at, 0, count);
  const int64_t high = clamp(width - at, low, count);
  for (int64_t i = 0; i < count; i += kLanes<T>) {
    const int64_t part = count - i < kLanes<T> ? count - i : kLanes<T>;
    const int64_t first = clamp(low - i, 0, part);
    const int64_t last = clamp(high - i, first, part);
    const Vec<T> v =
        last - first == kLanes<T> ? load(row + at + i) : load_lanes(row + at + i, first, last);
    if (part == kLanes<T>) {
      store<T>(dst + i, v);
    } else {
      store_part(dst + i, v, part);
    }
  }
}

// Every other element from p on, of which a whole vector exists; reads nothing behind the last.
TENON_INLINE VecF load_every_other(const float* p) {
  const VecF a = load(p);
  const VecF b = load(p + kLanes<float> - 1);
#if TENON_ISA == 2
  return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 17, 19, 21, 23, 25, 27, 29, 31);
#elif TENON_ISA == 1
  return __builtin_shufflevector(a, b, 0, 2, 4, 6, 9, 11, 13, 15);
#else
  return __builtin_shufflevector(a, b, 0, 2, 5, 7);
#endif
}
TENON_INLINE VecD load_every_other(const double* p) {
  const VecD a = load(p);
  const VecD b = load(p + kLanes<double> - 1);
#if TENON_ISA == 2
  return __builtin_shufflevector(a, b, 0, 2, 4, 6, 9, 11, 13, 15);
#elif TENON_ISA == 1
  return __builtin_shufflevector(a, b, 0, 2, 5, 7);
#else
  return __builtin_shufflevector(a, b, 0, 3);
#endif
}

template <typename T>
TENON_INLINE void copy_pixels(const PatchGeometry& g, const T* row, int64_t at, int64_t count,
                              T* dst) {
  if (g.padding_mode == PaddingMode::kZeros && g.stride_width == 1) {
    copy_run(row, g.in_width, at, count, dst);
    return;
  }
  if (at >= 0 && at + (count - 1) * g.stride_width < g.in_width) {
    int64_t i = 0;
    if (g.stride_width == 2) {
      for (; i + kLanes<T> <= count; i += kLanes<T>) {
        store<T>(dst + i, load_every_other(row + at + 2 * i));
      }
    }
    for (; i < count; ++i) {
      dst[i] = row[at + i * g.stride_width];
    }
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    const int64_t from = padding_source(at + i * g.stride_width, g.in_width, g.padding_mode);
    dst[i] = from < 0 ? T{0} : row[from];
  }
}

// The pixels of a panel that lie in one output row are packed together, for all of the k range.
template <typename T>
void pack_patches(const PatchGeometry* geometry, const T* image, int64_t k0, int64_t kc, int64_t j0,
                  int64_t cols, T* panel) {
  const PatchGeometry& g = *geometry;
  if (cols < kNr<T>) {
    __builtin_memset(panel, 0, static_cast<unsigned long>(kc * kNr<T>) * sizeof(T));
  }
  const int64_t taps = g.kernel_height * g.kernel_width;
  for (int64_t done = 0; done < cols;) {
    const int64_t out_row = (j0 + done) / g.out_width;
    const int64_t out_col = (j0 + done) % g.out_width;
    const int64_t in_row = g.out_width - out_col;
    const int64_t count = in_row < cols - done ? in_row : cols - done;
    int64_t channel = k0 / taps;
    int64_t kh = k0 % taps / g.kernel_width;
    int64_t kw = k0 % g.kernel_width;
    const int64_t top = out_row * g.stride_height - g.pad_top;
    const int64_t left = out_col * g.stride_width - g.pad_left;
    T* dst = panel + done;
    for (int64_t p = 0; p < kc;) {
      const int64_t row = padding_source(top + kh * g.dilation_height, g.in_height, g.padding_mode);
      const T* from = image + (channel * g.in_height + row) * g.in_width;
      for (; kw < g.kernel_width && p < kc; ++kw, ++p) {
        if (row < 0) {
          __builtin_memset(dst, 0, static_cast<unsigned long>(count) * sizeof(T));
        } else {
          copy_pixels(g, from, left + kw * g.dilation_width, count, dst);
        }
        dst += kNr<T>;
      }
      kw = 0;
      if (++kh == g.kernel_height) {
        kh = 0;
        ++channel;
      }
    }
    done += count;
  }
}

template <typename T>
TENON_INLINE Vec<T> load_strided(const T* p, int64_t stride, int64_t count) {
  if (stride == 1) {
    return count == kLanes<T> ? load(p) : load_part(p, count);
  }
  if (stride == 2 && count == kLanes<T>) {
    return load_every_other(p);
  }
  T lanes[kLanes<T>] = {};
  for (int64_t i = 0; i < count; ++i) {
    lanes[i] = p[i * stride];
  }
  return load(lanes);
}

// kVectors vectors of neighbouring outputs, the last with `count` lanes.
template <typename T, int kVectors>
TENON_INLINE void depthwise_run(const PatchGeometry& g, const T* x, const T* weight, T* y,
                                int64_t count) {
  Vec<T> acc[kVectors] = {};
  for (int64_t kh = 0; kh < g.kernel_height; ++kh) {
    const T* row = x + kh * g.dilation_height * g.in_width;
    for (int64_t kw = 0; kw < g.kernel_width; ++kw) {
      const Vec<T> w = broadcast(weight[kh * g.kernel_width + kw]);
      const T* from = row + kw * g.dilation_width;
      TENON_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        const int64_t lanes = v == kVectors - 1 ? count : kLanes<T>;
        const Vec<T> pixels =
            load_strided(from + v * kLanes<T> * g.stride_width, g.stride_width, lanes);
        acc[v] = fma(w, pixels, acc[v]);
      }
    }
  }
  TENON_UNROLL
  for (int v = 0; v < kVectors - 1; ++v) {
    store<T>(y + v * kLanes<T>, acc[v]);
  }
  store_part(y + (kVectors - 1) * kLanes<T>, acc[kVectors - 1], count);
}

template <typename T>
void depthwise(const PatchGeometry* geometry, const T* x, const T* weight, T* y) {
  const PatchGeometry& g = *geometry;
  for (int64_t oh = 0; oh < g.out_height; ++oh) {
    const T* from = x + oh * g.stride_height * g.in_width;
    int64_t ow = 0;
    for (; ow + 4 * kLanes<T> <= g.out_width; ow += 4 * kLanes<T>) {
      depthwise_run<T, 4>(g, from + ow * g.stride_width, weight, y + ow, kLanes<T>);
    }
    for (; ow < g.out_width; ow += kLanes<T>) {
      const int64_t count = g.out_width - ow < kLanes<T> ? g.out_width - ow : kLanes<T>;
      depthwise_run<T, 1>(g, from + ow * g.stride_width, weight, y + ow, count);
    }
    y += g.out_width;
  }
}

}  // namespace

constexpr ConvTable<float> conv_float = {pack_patches<float>, depthwise<float>};
constexpr ConvTable<double> conv_double = {pack_patches<double>, depthwise<double>};

}  // namespace tenon::kernels::TENON_ISA_NAMESPACE
