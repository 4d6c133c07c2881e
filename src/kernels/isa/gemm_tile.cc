#include "src/kernels/isa/simd.h"
#include "src/kernels/isa/tables.h"
#include "src/kernels/isa/transpose.h"

// The innermost loops of gemm for one instruction set: tiles of C in registers, packing, and the
// product of a matrix and a vector. Every element is one chain of fused multiply-adds (gemm.h).

namespace tenon::kernels::TENON_ISA_NAMESPACE {
namespace {

template <typename T>
struct TileSize;
// The shapes of the BLIS kernels, so that both work on the same packed panels.
template <>
struct TileSize<float> {
  static constexpr int kRows = TENON_ISA == 2 ? 12 : 6;
};
template <>
struct TileSize<double> {
  static constexpr int kRows = TENON_ISA == 2 ? 14 : 6;
};
template <typename T>
constexpr int kMr = TileSize<T>::kRows;
template <typename T>
constexpr int kNr = 2 * kLanes<T>;

// `cols` is the number of columns of C that exist, at most kVectors vectors of them.
template <typename T, int kRows, int kVectors>
TENON_INLINE void write_tile(const Vec<T> (&acc)[kRows][kVectors], int64_t cols, T* c,
                             int64_t c_row, bool accumulate) {
  if (cols == kVectors * kLanes<T>) {
    TENON_UNROLL
    for (int r = 0; r < kRows; ++r) {
      TENON_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        T* to = c + r * c_row + v * kLanes<T>;
        store<T>(to, accumulate ? load(to) + acc[r][v] : acc[r][v]);
      }
    }
    return;
  }
  TENON_UNROLL
  for (int r = 0; r < kRows; ++r) {
    TENON_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      T* to = c + r * c_row + v * kLanes<T>;
      const int64_t left = cols - v * kLanes<T>;
      if (left >= kLanes<T>) {
        store<T>(to, accumulate ? load(to) + acc[r][v] : acc[r][v]);
      } else if (left > 0) {
        store_part(to, accumulate ? load_part(to, left) + acc[r][v] : acc[r][v], left);
      }
    }
  }
}

// Loaded once for all rows. Without this GCC reads it again from memory for each.
template <typename V>
TENON_INLINE void keep_in_register([[maybe_unused]] V& v) {
#if TENON_ISA > 0
  __asm__("" : "+v"(v));
#endif
}

// kVectors vectors of columns: one half panel, or whole panels of two vectors.
template <typename T, int kRows, int kVectors>
TENON_INLINE void compute(int64_t cols, int64_t k, const T* a, int64_t a_row, int64_t a_col,
                          const T* b, int64_t b_row, int64_t b_panel, T* c, int64_t c_row,
                          bool accumulate) {
  Vec<T> acc[kRows][kVectors] = {};
  for (int64_t p = 0; p < k; ++p) {
    Vec<T> right[kVectors];
    TENON_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      right[v] = load(b + (v / 2) * b_panel + (v % 2) * kLanes<T>);
      if constexpr (kRows > 1) {
        keep_in_register(right[v]);
      }
    }
    TENON_UNROLL
    for (int r = 0; r < kRows; ++r) {
      const Vec<T> left = broadcast(a[r * a_row]);
      TENON_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        acc[r][v] = fma(left, right[v], acc[r][v]);
      }
    }
    a += a_col;
    b += b_row;
  }
  write_tile<T, kRows, kVectors>(acc, cols, c, c_row, accumulate);
}

// Few rows leave registers for several panels at once, which hides the latency of the chains.
template <typename T, int kRows>
void strip_rows(int64_t cols, int64_t k, const T* a, int64_t a_row, int64_t a_col, const T* b,
                int64_t b_row, int64_t b_panel, T* c, int64_t c_row, bool accumulate) {
  constexpr int kMaxVectors = TENON_ISA == 2 ? (kRows == 1   ? 8
                                                : kRows <= 3 ? 4
                                                             : 2)
                                             : (kRows == 1   ? 8
                                                : kRows == 2 ? 4
                                                             : 2);
  constexpr int64_t kWide = kMaxVectors * kLanes<T>;
  for (; cols >= kWide; cols -= kWide) {
    compute<T, kRows, kMaxVectors>(kWide, k, a, a_row, a_col, b, b_row, b_panel, c, c_row,
                                   accumulate);
    b += (kMaxVectors / 2) * b_panel;
    c += kWide;
  }
  if constexpr (kMaxVectors == 8) {
    if (cols > kNr<T>) {
      const int64_t part = cols < 2 * kNr<T> ? cols : 2 * kNr<T>;
      // A partial last panel is whole in memory, so that reading all of it is fine.
      compute<T, kRows, 4>(part, k, a, a_row, a_col, b, b_row, b_panel, c, c_row, accumulate);
      b += 2 * b_panel;
      c += part;
      cols -= part;
    }
  }
  while (cols > 0) {
    if (cols <= kLanes<T>) {
      compute<T, kRows, 1>(cols, k, a, a_row, a_col, b, b_row, b_panel, c, c_row, accumulate);
      return;
    }
    const int64_t part = cols < kNr<T> ? cols : kNr<T>;
    compute<T, kRows, 2>(part, k, a, a_row, a_col, b, b_row, b_panel, c, c_row, accumulate);
    b += b_panel;
    c += part;
    cols -= part;
  }
}

template <typename T, int kRows>
void strip_dispatch(int64_t rows, int64_t cols, int64_t k, const T* a, int64_t a_row, int64_t a_col,
                    const T* b, int64_t b_row, int64_t b_panel, T* c, int64_t c_row,
                    bool accumulate) {
  if constexpr (sizeof(T) == 8 && kRows > 4) {
    // Doubles go in chunks: a function for each number of rows is worth its size for floats only.
    constexpr int kNext = kRows > 8 ? 8 : 4;
    for (; rows >= kRows; rows -= kRows) {
      strip_rows<T, kRows>(cols, k, a, a_row, a_col, b, b_row, b_panel, c, c_row, accumulate);
      a += kRows * a_row;
      c += kRows * c_row;
    }
    if (rows > kNext) {
      strip_rows<T, kNext>(cols, k, a, a_row, a_col, b, b_row, b_panel, c, c_row, accumulate);
      a += kNext * a_row;
      c += kNext * c_row;
      rows -= kNext;
    }
    strip_dispatch<T, kNext>(rows, cols, k, a, a_row, a_col, b, b_row, b_panel, c, c_row,
                             accumulate);
  } else if (rows == kRows) {
    strip_rows<T, kRows>(cols, k, a, a_row, a_col, b, b_row, b_panel, c, c_row, accumulate);
  } else if constexpr (kRows > 1) {
    strip_dispatch<T, kRows - 1>(rows, cols, k, a, a_row, a_col, b, b_row, b_panel, c, c_row,
                                 accumulate);
  }
}

template <typename T>
void strip(int64_t rows, int64_t cols, int64_t k, const T* a, int64_t a_row, int64_t a_col,
           const T* b, int64_t b_row, int64_t b_panel, T* c, int64_t c_row, bool accumulate) {
  strip_dispatch<T, kMr<T>>(rows, cols, k, a, a_row, a_col, b, b_row, b_panel, c, c_row,
                            accumulate);
}

// The rows of a tile one chunk of kRows at a time, the rest in smaller chunks. Rows do not depend
// on each other, so the bits are the same.
template <typename T, int kRows>
void tile_rows(int64_t rows, int64_t cols, int64_t k, const T* a, const T* b, T* c, int64_t c_row,
               bool accumulate) {
  for (; rows >= kRows; rows -= kRows) {
    if (cols <= kLanes<T>) {
      compute<T, kRows, 1>(cols, k, a, 1, kMr<T>, b, kNr<T>, 0, c, c_row, accumulate);
    } else {
      compute<T, kRows, 2>(cols, k, a, 1, kMr<T>, b, kNr<T>, 0, c, c_row, accumulate);
    }
    a += kRows;
    c += kRows * c_row;
  }
  if constexpr (kRows > 1) {
    constexpr int kNext = kRows > 8 ? 8 : kRows > 4 ? 4 : kRows / 2;
    tile_rows<T, kNext>(rows, cols, k, a, b, c, c_row, accumulate);
  }
}

template <typename T>
void tile(int64_t rows, int64_t cols, int64_t k, const T* a, const T* b, T* c, int64_t c_row,
          bool accumulate) {
  tile_rows<T, kMr<T>>(rows, cols, k, a, b, c, c_row, accumulate);
}

// Rows first .. first + kCount of the panel, all of which exist, from rows of adjacent elements.
template <typename T, int kWidth, int kCount>
TENON_INLINE void pack_rows(int64_t k, const T* src, int64_t stride, T* dst) {
  const T* rows[kBlock<T>];
  TENON_UNROLL
  for (int i = 0; i < kBlock<T>; ++i) {
    rows[i] = src + (i < kCount ? i : kCount - 1) * stride;
  }
  int64_t p = 0;
  for (; p + kBlock<T> <= k; p += kBlock<T>) {
    Block<T> out[kBlock<T>];
    load_transposed(rows, p, out);
    TENON_UNROLL
    for (int i = 0; i < kBlock<T>; ++i) {
      __builtin_memcpy(dst + (p + i) * kWidth, &out[i], kCount * sizeof(T));
    }
  }
  for (; p < k; ++p) {
    TENON_UNROLL
    for (int i = 0; i < kCount; ++i) {
      dst[p * kWidth + i] = rows[i][p];
    }
  }
}

template <typename T, int kWidth, int kFirst>
TENON_INLINE void pack_transposed(int64_t k, const T* src, int64_t stride, T* dst) {
  if constexpr (kFirst < kWidth) {
    constexpr int kCount = kWidth - kFirst < kBlock<T> ? kWidth - kFirst : kBlock<T>;
    pack_rows<T, kWidth, kCount>(k, src + kFirst * stride, stride, dst + kFirst);
    pack_transposed<T, kWidth, kFirst + kCount>(k, src, stride, dst);
  }
}

template <typename T, int kWidth>
void pack_panel(int64_t count, int64_t k, const T* src, int64_t stride, int64_t k_stride, T* dst) {
  if (count == kWidth && k_stride == 1) {
    pack_transposed<T, kWidth, 0>(k, src, stride, dst);
    return;
  }
  if (count == kWidth && stride == 1) {
    for (int64_t p = 0; p < k; ++p) {
      __builtin_memcpy(dst + p * kWidth, src + p * k_stride, kWidth * sizeof(T));
    }
    return;
  }
  if (count < kWidth) {
    __builtin_memset(dst, 0, static_cast<unsigned long>(k * kWidth) * sizeof(T));
  }
  if (k_stride == 1) {
    int64_t i = 0;
    for (; i + kBlock<T> <= count; i += kBlock<T>) {
      pack_rows<T, kWidth, kBlock<T>>(k, src + i * stride, stride, dst + i);
    }
    for (; i < count; ++i) {
      for (int64_t p = 0; p < k; ++p) {
        dst[p * kWidth + i] = src[i * stride + p];
      }
    }
    return;
  }
  for (int64_t p = 0; p < k; ++p) {
    for (int64_t i = 0; i < count; ++i) {
      dst[p * kWidth + i] = src[i * stride + p * k_stride];
    }
  }
}

template <typename T>
void pack(int width, int64_t count, int64_t k, const T* src, int64_t stride, int64_t k_stride,
          T* dst) {
  if (width == kNr<T>) {
    pack_panel<T, kNr<T>>(count, k, src, stride, k_stride, dst);
  } else {
    pack_panel<T, kMr<T>>(count, k, src, stride, k_stride, dst);
  }
}

// kBlocks blocks of outputs side by side, `count` of which exist.
template <typename T, int kBlocks>
TENON_INLINE void gemv_blocks(int64_t count, int64_t k, const T* w, int64_t w_row, const T* x,
                              int64_t x_stride, T* y, bool accumulate) {
  constexpr int kOutputs = kBlocks * kBlock<T>;
  const T* rows[kOutputs];
  TENON_UNROLL
  for (int i = 0; i < kOutputs; ++i) {
    rows[i] = w + (i < count ? i : count - 1) * w_row;
  }
  Block<T> acc[kBlocks] = {};
  int64_t p = 0;
  for (; p + kBlock<T> <= k; p += kBlock<T>) {
    TENON_UNROLL
    for (int g = 0; g < kBlocks; ++g) {
      Block<T> turned[kBlock<T>];
      load_transposed(rows + g * kBlock<T>, p, turned);
      TENON_UNROLL
      for (int i = 0; i < kBlock<T>; ++i) {
        acc[g] = block_fma(block_broadcast(x[(p + i) * x_stride]), turned[i], acc[g]);
      }
    }
  }
  for (; p < k; ++p) {
    const Block<T> left = block_broadcast(x[p * x_stride]);
    TENON_UNROLL
    for (int g = 0; g < kBlocks; ++g) {
      Block<T> right;
      TENON_UNROLL
      for (int i = 0; i < kBlock<T>; ++i) {
        right[i] = rows[g * kBlock<T> + i][p];
      }
      acc[g] = block_fma(left, right, acc[g]);
    }
  }
  T out[kOutputs];
  __builtin_memcpy(out, acc, sizeof(out));
  if (count == kOutputs && !accumulate) {
    __builtin_memcpy(y, out, sizeof(out));
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    y[i] = accumulate ? y[i] + out[i] : out[i];
  }
}

template <typename T>
void gemv(int64_t n, int64_t k, const T* w, int64_t w_row, const T* x, int64_t x_stride, T* y,
          bool accumulate) {
  constexpr int kWide = 4 * kBlock<T>;
  for (; n >= kWide; n -= kWide) {
    gemv_blocks<T, 4>(kWide, k, w, w_row, x, x_stride, y, accumulate);
    w += kWide * w_row;
    y += kWide;
  }
  while (n > 0) {
    const int64_t part = n < kBlock<T> ? n : kBlock<T>;
    gemv_blocks<T, 1>(part, k, w, w_row, x, x_stride, y, accumulate);
    w += part * w_row;
    y += part;
    n -= part;
  }
}

// Split sums for the product with a vector: element p of a row in lane p % (64 / sizeof(T)), the
// lanes added in a tree. So the order is the same on every instruction set.
template <typename T>
constexpr int kDotVectors = 64 / TENON_VECTOR_BYTES;

TENON_INLINE QuadF fold(const VecF (&acc)[kDotVectors<float>]) {
#if TENON_ISA == 2
  const BlockF half = __builtin_shufflevector(acc[0], acc[0], 0, 1, 2, 3, 4, 5, 6, 7) +
                      __builtin_shufflevector(acc[0], acc[0], 8, 9, 10, 11, 12, 13, 14, 15);
#elif TENON_ISA == 1
  const BlockF half = acc[0] + acc[1];
#endif
#if TENON_ISA > 0
  return __builtin_shufflevector(half, half, 0, 1, 2, 3) +
         __builtin_shufflevector(half, half, 4, 5, 6, 7);
#else
  return (acc[0] + acc[2]) + (acc[1] + acc[3]);
#endif
}

TENON_INLINE PairD fold(const VecD (&acc)[kDotVectors<double>]) {
#if TENON_ISA == 2
  const BlockD half = __builtin_shufflevector(acc[0], acc[0], 0, 1, 2, 3) +
                      __builtin_shufflevector(acc[0], acc[0], 4, 5, 6, 7);
#elif TENON_ISA == 1
  const BlockD half = acc[0] + acc[1];
#endif
#if TENON_ISA > 0
  return __builtin_shufflevector(half, half, 0, 1) + __builtin_shufflevector(half, half, 2, 3);
#else
  return (acc[0] + acc[2]) + (acc[1] + acc[3]);
#endif
}

// The last steps of the tree for four rows at once.
TENON_INLINE void sum_rows(const QuadF* q, float* out) {
  const QuadF t0 = __builtin_shufflevector(q[0], q[1], 0, 4, 1, 5);
  const QuadF t1 = __builtin_shufflevector(q[0], q[1], 2, 6, 3, 7);
  const QuadF t2 = __builtin_shufflevector(q[2], q[3], 0, 4, 1, 5);
  const QuadF t3 = __builtin_shufflevector(q[2], q[3], 2, 6, 3, 7);
  const QuadF even =
      __builtin_shufflevector(t0, t2, 0, 1, 4, 5) + __builtin_shufflevector(t1, t3, 0, 1, 4, 5);
  const QuadF odd =
      __builtin_shufflevector(t0, t2, 2, 3, 6, 7) + __builtin_shufflevector(t1, t3, 2, 3, 6, 7);
  const QuadF y = even + odd;
  __builtin_memcpy(out, &y, sizeof(y));
}

TENON_INLINE void sum_rows(const PairD* q, double* out) {
  for (int i = 0; i < 4; ++i) {
    out[i] = q[i][0] + q[i][1];
  }
}

template <typename T>
TENON_INLINE void dot_rows(int64_t count, int64_t k, const T* w, int64_t w_row, const T* x, T* y) {
  constexpr int kRows = 4;
  constexpr int kVectors = kDotVectors<T>;
  constexpr int kStep = kVectors * kLanes<T>;
  const T* rows[kRows];
  TENON_UNROLL
  for (int r = 0; r < kRows; ++r) {
    rows[r] = w + (r < count ? r : count - 1) * w_row;
  }
  Vec<T> acc[kRows][kVectors] = {};
  int64_t p = 0;
  for (; p + kStep <= k; p += kStep) {
    TENON_UNROLL
    for (int r = 0; r < kRows; ++r) {
      __builtin_prefetch(rows[r] + kRows * w_row + p);  // The next rows: one step is a cache line.
    }
    TENON_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const Vec<T> left = load(x + p + v * kLanes<T>);
      TENON_UNROLL
      for (int r = 0; r < kRows; ++r) {
        acc[r][v] = fma(left, load(rows[r] + p + v * kLanes<T>), acc[r][v]);
      }
    }
  }
  for (int v = 0; v < kVectors && p < k; ++v, p += kLanes<T>) {
    const int64_t part = k - p < kLanes<T> ? k - p : kLanes<T>;
    const Vec<T> left = load_part(x + p, part);
    TENON_UNROLL
    for (int r = 0; r < kRows; ++r) {
      acc[r][v] = fma(left, load_part(rows[r] + p, part), acc[r][v]);
    }
  }
  decltype(fold(acc[0])) folded[kRows];
  TENON_UNROLL
  for (int r = 0; r < kRows; ++r) {
    folded[r] = fold(acc[r]);
  }
  T out[kRows];
  sum_rows(folded, out);
  for (int64_t r = 0; r < count; ++r) {
    y[r] = out[r];
  }
}

template <typename T>
void dots(int64_t n, int64_t k, const T* w, int64_t w_row, const T* x, T* y) {
  for (; n >= 4; n -= 4) {
    dot_rows(4, k, w, w_row, x, y);
    w += 4 * w_row;
    y += 4;
  }
  if (n > 0) {
    dot_rows(n, k, w, w_row, x, y);
  }
}

}  // namespace

constexpr GemmTable<float> gemm_float = {kMr<float>,  kNr<float>,  strip<float>, tile<float>,
                                         pack<float>, gemv<float>, dots<float>};
constexpr GemmTable<double> gemm_double = {kMr<double>,  kNr<double>,  strip<double>, tile<double>,
                                           pack<double>, gemv<double>, dots<double>};

}  // namespace tenon::kernels::TENON_ISA_NAMESPACE
