#ifndef TENON_SRC_KERNELS_ISA_TRANSPOSE_H_
#define TENON_SRC_KERNELS_ISA_TRANSPOSE_H_

#include "src/kernels/isa/simd.h"

// Square blocks read from adjacent rows and turned round in registers: half-rows are joined while
// loading, which costs no shuffle, so that the rest stays inside 128-bit lanes.

namespace tenon::kernels::TENON_ISA_NAMESPACE {

typedef float QuadF __attribute__((vector_size(16)));
typedef double PairD __attribute__((vector_size(16)));

TENON_INLINE QuadF load_quad(const float* p) {
  QuadF v;
  __builtin_memcpy(&v, p, sizeof(v));
  return v;
}
TENON_INLINE PairD load_pair(const double* p) {
  PairD v;
  __builtin_memcpy(&v, p, sizeof(v));
  return v;
}

#if TENON_ISA >= 1
// 256-bit blocks also for AVX-512: wider ones need shuffles across lanes.
typedef float BlockF __attribute__((vector_size(32)));
typedef double BlockD __attribute__((vector_size(32)));

TENON_INLINE void load_transposed(const float* const* rows, int64_t at, BlockF* out) {
  BlockF r[8];
  TENON_UNROLL
  for (int half = 0; half < 2; ++half) {
    TENON_UNROLL
    for (int i = 0; i < 4; ++i) {
      r[half * 4 + i] =
          __builtin_shufflevector(load_quad(rows[i] + at + half * 4),
                                  load_quad(rows[i + 4] + at + half * 4), 0, 1, 2, 3, 4, 5, 6, 7);
    }
    const BlockF* q = r + half * 4;
    const BlockF t0 = __builtin_shufflevector(q[0], q[1], 0, 8, 1, 9, 4, 12, 5, 13);
    const BlockF t1 = __builtin_shufflevector(q[0], q[1], 2, 10, 3, 11, 6, 14, 7, 15);
    const BlockF t2 = __builtin_shufflevector(q[2], q[3], 0, 8, 1, 9, 4, 12, 5, 13);
    const BlockF t3 = __builtin_shufflevector(q[2], q[3], 2, 10, 3, 11, 6, 14, 7, 15);
    out[half * 4 + 0] = __builtin_shufflevector(t0, t2, 0, 1, 8, 9, 4, 5, 12, 13);
    out[half * 4 + 1] = __builtin_shufflevector(t0, t2, 2, 3, 10, 11, 6, 7, 14, 15);
    out[half * 4 + 2] = __builtin_shufflevector(t1, t3, 0, 1, 8, 9, 4, 5, 12, 13);
    out[half * 4 + 3] = __builtin_shufflevector(t1, t3, 2, 3, 10, 11, 6, 7, 14, 15);
  }
}

TENON_INLINE void load_transposed(const double* const* rows, int64_t at, BlockD* out) {
  TENON_UNROLL
  for (int half = 0; half < 2; ++half) {
    const BlockD r0 = __builtin_shufflevector(load_pair(rows[0] + at + half * 2),
                                              load_pair(rows[2] + at + half * 2), 0, 1, 2, 3);
    const BlockD r1 = __builtin_shufflevector(load_pair(rows[1] + at + half * 2),
                                              load_pair(rows[3] + at + half * 2), 0, 1, 2, 3);
    out[half * 2 + 0] = __builtin_shufflevector(r0, r1, 0, 4, 2, 6);
    out[half * 2 + 1] = __builtin_shufflevector(r0, r1, 1, 5, 3, 7);
  }
}

TENON_INLINE BlockF block_broadcast(float x) {
  return reinterpret_cast<BlockF>(_mm256_set1_ps(x));
}
TENON_INLINE BlockD block_broadcast(double x) {
  return reinterpret_cast<BlockD>(_mm256_set1_pd(x));
}
TENON_INLINE BlockF block_fma(BlockF a, BlockF b, BlockF c) {
  return reinterpret_cast<BlockF>(_mm256_fmadd_ps(
      reinterpret_cast<__m256>(a), reinterpret_cast<__m256>(b), reinterpret_cast<__m256>(c)));
}
TENON_INLINE BlockD block_fma(BlockD a, BlockD b, BlockD c) {
  return reinterpret_cast<BlockD>(_mm256_fmadd_pd(
      reinterpret_cast<__m256d>(a), reinterpret_cast<__m256d>(b), reinterpret_cast<__m256d>(c)));
}
#else
typedef QuadF BlockF;
typedef PairD BlockD;

TENON_INLINE void load_transposed(const float* const* rows, int64_t at, BlockF* out) {
  const QuadF r0 = load_quad(rows[0] + at);
  const QuadF r1 = load_quad(rows[1] + at);
  const QuadF r2 = load_quad(rows[2] + at);
  const QuadF r3 = load_quad(rows[3] + at);
  const QuadF t0 = __builtin_shufflevector(r0, r1, 0, 4, 1, 5);
  const QuadF t1 = __builtin_shufflevector(r0, r1, 2, 6, 3, 7);
  const QuadF t2 = __builtin_shufflevector(r2, r3, 0, 4, 1, 5);
  const QuadF t3 = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
  out[0] = __builtin_shufflevector(t0, t2, 0, 1, 4, 5);
  out[1] = __builtin_shufflevector(t0, t2, 2, 3, 6, 7);
  out[2] = __builtin_shufflevector(t1, t3, 0, 1, 4, 5);
  out[3] = __builtin_shufflevector(t1, t3, 2, 3, 6, 7);
}

TENON_INLINE void load_transposed(const double* const* rows, int64_t at, BlockD* out) {
  const PairD r0 = load_pair(rows[0] + at);
  const PairD r1 = load_pair(rows[1] + at);
  out[0] = __builtin_shufflevector(r0, r1, 0, 2);
  out[1] = __builtin_shufflevector(r0, r1, 1, 3);
}

TENON_INLINE BlockF block_broadcast(float x) {
  return broadcast(x);
}
TENON_INLINE BlockD block_broadcast(double x) {
  return broadcast(x);
}
TENON_INLINE BlockF block_fma(BlockF a, BlockF b, BlockF c) {
  return fma(a, b, c);
}
TENON_INLINE BlockD block_fma(BlockD a, BlockD b, BlockD c) {
  return fma(a, b, c);
}
#endif

template <typename T>
struct BlockOf;
template <>
struct BlockOf<float> {
  using B = BlockF;
};
template <>
struct BlockOf<double> {
  using B = BlockD;
};
template <typename T>
using Block = typename BlockOf<T>::B;
template <typename T>
constexpr int kBlock = static_cast<int>(sizeof(Block<T>) / sizeof(T));

}  // namespace tenon::kernels::TENON_ISA_NAMESPACE

#endif  // TENON_SRC_KERNELS_ISA_TRANSPOSE_H_
