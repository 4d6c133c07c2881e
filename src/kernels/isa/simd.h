#ifndef TENON_SRC_KERNELS_ISA_SIMD_H_
#define TENON_SRC_KERNELS_ISA_SIMD_H_

#include <stdint.h>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

// Vectors for the sources in this folder, which are compiled once for each instruction set into a
// namespace of their own. Such a source must define nothing that another one could share: an
// inline function of a standard header, compiled with AVX-512 and kept by the linker for
// everybody, would crash on smaller CPUs. Hence no standard C++ headers, and always_inline here.
//
// TENON_ISA comes from Meson: 0 baseline, 1 AVX2 + FMA, 2 AVX-512.

#if TENON_ISA == 2
#define TENON_ISA_NAMESPACE avx512
#define TENON_VECTOR_BYTES 64
#elif TENON_ISA == 1
#define TENON_ISA_NAMESPACE avx2
#define TENON_VECTOR_BYTES 32
#else
#define TENON_ISA_NAMESPACE baseline
#define TENON_VECTOR_BYTES 16
#endif

#if TENON_ISA == 0
#define TENON_INLINE static inline
#else
#define TENON_INLINE static inline __attribute__((always_inline))
#endif
// Before a loop whose bounds are constants: -O2 alone would keep the loop, and with it the arrays
// of vectors in memory. (-O3 unrolls, and makes everything else three times as large.) The baseline
// rather stays small.
#if TENON_ISA == 0
#define TENON_UNROLL
#elif defined(__clang__)
#define TENON_UNROLL _Pragma("unroll")
#else
#define TENON_UNROLL _Pragma("GCC unroll 32")
#endif

namespace tenon::kernels::TENON_ISA_NAMESPACE {

typedef float VecF __attribute__((vector_size(TENON_VECTOR_BYTES)));
typedef double VecD __attribute__((vector_size(TENON_VECTOR_BYTES)));
typedef int32_t VecI32 __attribute__((vector_size(TENON_VECTOR_BYTES)));
typedef int64_t VecI64 __attribute__((vector_size(TENON_VECTOR_BYTES)));

template <typename T>
struct SimdOf;
template <>
struct SimdOf<float> {
  using V = VecF;
  using I = VecI32;
  using Int = int32_t;
};
template <>
struct SimdOf<double> {
  using V = VecD;
  using I = VecI64;
  using Int = int64_t;
};
template <typename T>
using Vec = typename SimdOf<T>::V;
template <typename T>
using VecInt = typename SimdOf<T>::I;
template <typename T>
constexpr int kLanes = TENON_VECTOR_BYTES / static_cast<int>(sizeof(T));

template <typename T>
TENON_INLINE Vec<T> load(const T* p) {
  Vec<T> v;
  __builtin_memcpy(&v, p, sizeof(v));
  return v;
}

template <typename T>
TENON_INLINE void store(T* p, Vec<T> v) {
  __builtin_memcpy(p, &v, sizeof(v));
}

#if TENON_ISA == 2

TENON_INLINE VecF broadcast(float x) {
  return reinterpret_cast<VecF>(_mm512_set1_ps(x));
}
TENON_INLINE VecD broadcast(double x) {
  return reinterpret_cast<VecD>(_mm512_set1_pd(x));
}
TENON_INLINE VecF fma(VecF a, VecF b, VecF c) {
  return reinterpret_cast<VecF>(_mm512_fmadd_ps(
      reinterpret_cast<__m512>(a), reinterpret_cast<__m512>(b), reinterpret_cast<__m512>(c)));
}
TENON_INLINE VecD fma(VecD a, VecD b, VecD c) {
  return reinterpret_cast<VecD>(_mm512_fmadd_pd(
      reinterpret_cast<__m512d>(a), reinterpret_cast<__m512d>(b), reinterpret_cast<__m512d>(c)));
}

#elif TENON_ISA == 1

TENON_INLINE VecF broadcast(float x) {
  return reinterpret_cast<VecF>(_mm256_set1_ps(x));
}
TENON_INLINE VecD broadcast(double x) {
  return reinterpret_cast<VecD>(_mm256_set1_pd(x));
}
TENON_INLINE VecF fma(VecF a, VecF b, VecF c) {
  return reinterpret_cast<VecF>(_mm256_fmadd_ps(
      reinterpret_cast<__m256>(a), reinterpret_cast<__m256>(b), reinterpret_cast<__m256>(c)));
}
TENON_INLINE VecD fma(VecD a, VecD b, VecD c) {
  return reinterpret_cast<VecD>(_mm256_fmadd_pd(
      reinterpret_cast<__m256d>(a), reinterpret_cast<__m256d>(b), reinterpret_cast<__m256d>(c)));
}

#else

TENON_INLINE VecF broadcast(float x) {
  return VecF{x, x, x, x};
}
TENON_INLINE VecD broadcast(double x) {
  return VecD{x, x};
}

// fma of floats without the instruction: the product is exact in double, the sum is rounded to
// odd, so that rounding it again to float gives what one rounding would have given. (S. Boldo,
// G. Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to
// odd", 2008.)
TENON_INLINE float fma_lane(float a, float b, float c) {
  const double product = static_cast<double>(a) * static_cast<double>(b);
  const double addend = c;
  double s = product + addend;
  const double back = s - product;
  const double error = (product - (s - back)) + (addend - back);
  // error is NaN when the sum is not finite; then both comparisons are false.
  if (error > 0 || error < 0) {
    int64_t bits;
    __builtin_memcpy(&bits, &s, sizeof(s));
    if ((bits & 1) == 0) {
      // One step towards the exact value makes the last bit odd.
      bits += ((error > 0) == (s > 0)) ? 1 : -1;
      __builtin_memcpy(&s, &bits, sizeof(s));
    }
  }
  return static_cast<float>(s);
}
TENON_INLINE VecF fma(VecF a, VecF b, VecF c) {
  return VecF{fma_lane(a[0], b[0], c[0]), fma_lane(a[1], b[1], c[1]), fma_lane(a[2], b[2], c[2]),
              fma_lane(a[3], b[3], c[3])};
}
TENON_INLINE VecD fma(VecD a, VecD b, VecD c) {
  return VecD{__builtin_fma(a[0], b[0], c[0]), __builtin_fma(a[1], b[1], c[1])};
}

#endif

// mask ? a : b, lane by lane; a mask lane is all ones or all zeros.
template <typename T>
TENON_INLINE Vec<T> select(VecInt<T> mask, Vec<T> a, Vec<T> b) {
  const VecInt<T> bits =
      (mask & reinterpret_cast<VecInt<T>>(a)) | (~mask & reinterpret_cast<VecInt<T>>(b));
  return reinterpret_cast<Vec<T>>(bits);
}

// Lanes first .. last - 1 of a vector at p, zeros elsewhere; memory outside of them is not touched.
// And back. first and last lie in 0 .. lanes.
#if TENON_ISA == 2

TENON_INLINE uint32_t lane_bits(int64_t first, int64_t last) {
  return ((1U << last) - 1U) & ~((1U << first) - 1U);
}
TENON_INLINE VecF load_lanes(const float* p, int64_t first, int64_t last) {
  return reinterpret_cast<VecF>(
      _mm512_maskz_loadu_ps(static_cast<__mmask16>(lane_bits(first, last)), p));
}
TENON_INLINE VecD load_lanes(const double* p, int64_t first, int64_t last) {
  return reinterpret_cast<VecD>(
      _mm512_maskz_loadu_pd(static_cast<__mmask8>(lane_bits(first, last)), p));
}
TENON_INLINE void store_part(float* p, VecF v, int64_t count) {
  _mm512_mask_storeu_ps(p, static_cast<__mmask16>(lane_bits(0, count)),
                        reinterpret_cast<__m512>(v));
}
TENON_INLINE void store_part(double* p, VecD v, int64_t count) {
  _mm512_mask_storeu_pd(p, static_cast<__mmask8>(lane_bits(0, count)),
                        reinterpret_cast<__m512d>(v));
}

#elif TENON_ISA == 1

TENON_INLINE VecI32 lane_mask(const float*, int64_t first, int64_t last) {
  const VecI32 lane = {0, 1, 2, 3, 4, 5, 6, 7};
  return (lane >= static_cast<int32_t>(first)) & (lane < static_cast<int32_t>(last));
}
TENON_INLINE VecI64 lane_mask(const double*, int64_t first, int64_t last) {
  const VecI64 lane = {0, 1, 2, 3};
  return (lane >= first) & (lane < last);
}
TENON_INLINE VecF load_lanes(const float* p, int64_t first, int64_t last) {
  return reinterpret_cast<VecF>(
      _mm256_maskload_ps(p, reinterpret_cast<__m256i>(lane_mask(p, first, last))));
}
TENON_INLINE VecD load_lanes(const double* p, int64_t first, int64_t last) {
  return reinterpret_cast<VecD>(
      _mm256_maskload_pd(p, reinterpret_cast<__m256i>(lane_mask(p, first, last))));
}
TENON_INLINE void store_part(float* p, VecF v, int64_t count) {
  _mm256_maskstore_ps(p, reinterpret_cast<__m256i>(lane_mask(p, 0, count)),
                      reinterpret_cast<__m256>(v));
}
TENON_INLINE void store_part(double* p, VecD v, int64_t count) {
  _mm256_maskstore_pd(p, reinterpret_cast<__m256i>(lane_mask(p, 0, count)),
                      reinterpret_cast<__m256d>(v));
}

#else

template <typename T>
TENON_INLINE Vec<T> load_lanes(const T* p, int64_t first, int64_t last) {
  T lanes[kLanes<T>] = {};
  for (int64_t i = first; i < last; ++i) {
    lanes[i] = p[i];
  }
  return load(lanes);
}
TENON_INLINE void store_part(float* p, VecF v, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    p[i] = v[i];
  }
}
TENON_INLINE void store_part(double* p, VecD v, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    p[i] = v[i];
  }
}

#endif

// The first `count` lanes, zeros elsewhere.
template <typename T>
TENON_INLINE Vec<T> load_part(const T* p, int64_t count) {
  return load_lanes(p, 0, count);
}

}  // namespace tenon::kernels::TENON_ISA_NAMESPACE

#endif  // TENON_SRC_KERNELS_ISA_SIMD_H_
