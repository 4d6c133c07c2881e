#ifndef TENON_SRC_KERNELS_ISA_MATH_H_
#define TENON_SRC_KERNELS_ISA_MATH_H_

#include "src/kernels/isa/simd.h"

// exp, tanh and sigmoid of vectors. Every step is a correctly rounded operation with the same
// result on each instruction set, fused multiply-adds written out.

namespace tenon::kernels::TENON_ISA_NAMESPACE {

template <typename T>
struct ExpConstants;

template <>
struct ExpConstants<float> {
  static constexpr float kMagic = 12582912.0f;  // 1.5 * 2^23: adding it rounds to an integer.
  static constexpr int kMantissaBits = 23;
  static constexpr int32_t kBias = 127;
  static constexpr float kLog2e = 1.44269504088896340736f;
  // ln(2) in two parts, of which n times the first is exact.
  static constexpr float kLn2High = 0.693145751953125f;
  static constexpr float kLn2Low = 1.428606820309417232e-6f;
  static constexpr float kLargest = 89.0f;     // e^x is infinite from here,
  static constexpr float kSmallest = -104.0f;  // and rounds to 0 up to here.
  static constexpr float kTanhIsOne = 10.0f;
  // Taylor: 1/7!, 1/6! ... 1/2!; |r| <= ln(2)/2 leaves less than 0.1 ulp.
  static constexpr int kTerms = 6;
  static constexpr float kInverseFactorials[kTerms] = {1.0f / 5040, 1.0f / 720, 1.0f / 120,
                                                       1.0f / 24,   1.0f / 6,   1.0f / 2};
};

template <>
struct ExpConstants<double> {
  static constexpr double kMagic = 6755399441055744.0;  // 1.5 * 2^52.
  static constexpr int kMantissaBits = 52;
  static constexpr int64_t kBias = 1023;
  static constexpr double kLog2e = 1.44269504088896340736;
  static constexpr double kLn2High = 0.69314718036912381649017333984375;
  static constexpr double kLn2Low = 1.9082149292705877000219934e-10;
  static constexpr double kLargest = 710.0;
  static constexpr double kSmallest = -746.0;
  static constexpr double kTanhIsOne = 20.0;
  static constexpr int kTerms = 12;
  static constexpr double kInverseFactorials[kTerms] = {
      1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
      1.0 / 5040,       1.0 / 720,       1.0 / 120,      1.0 / 24,      1.0 / 6,      1.0 / 2};
};

// x = n ln(2) + r with integer n, |r| <= ln(2)/2; returns e^r - 1 - r.
template <typename T>
TENON_INLINE Vec<T> reduced_exp(Vec<T> x, Vec<T>* n, Vec<T>* r_out) {
  using C = ExpConstants<T>;
  const Vec<T> magic = broadcast(C::kMagic);
  *n = fma(x, broadcast(C::kLog2e), magic) - magic;
  Vec<T> r = fma(*n, broadcast(-C::kLn2High), x);
  r = fma(*n, broadcast(-C::kLn2Low), r);
  Vec<T> q = broadcast(C::kInverseFactorials[0]);
  for (int i = 1; i < C::kTerms; ++i) {
    q = fma(q, r, broadcast(C::kInverseFactorials[i]));
  }
  *r_out = r;
  return q * (r * r);
}

// 2^n for an integer n inside the exponent range.
template <typename T>
TENON_INLINE Vec<T> power_of_two(Vec<T> n) {
  using C = ExpConstants<T>;
  // The low bits of n + magic are n; the shift moves them into the exponent.
  const Vec<T> shifted = n + broadcast(C::kMagic);
  const VecInt<T> exponent =
      (reinterpret_cast<VecInt<T>>(shifted) + static_cast<typename SimdOf<T>::Int>(C::kBias))
      << C::kMantissaBits;
  return reinterpret_cast<Vec<T>>(exponent);
}

template <typename T>
TENON_INLINE Vec<T> exp_vec(Vec<T> x) {
  using C = ExpConstants<T>;
  const Vec<T> largest = broadcast(C::kLargest);
  const Vec<T> smallest = broadcast(C::kSmallest);
  x = select<T>(x > largest, largest, x);
  x = select<T>(x < smallest, smallest, x);  // NaN passes both.
  Vec<T> n;
  Vec<T> r;
  const Vec<T> rest = reduced_exp<T>(x, &n, &r);
  const Vec<T> e = broadcast(T{1}) + (r + rest);
  // 2^n itself may overflow or be subnormal, so it is applied in two halves.
  const Vec<T> magic = broadcast(C::kMagic);
  const Vec<T> half = fma(n, broadcast(T{0.5}), magic) - magic;
  return (e * power_of_two<T>(half)) * power_of_two<T>(n - half);
}

template <typename T>
TENON_INLINE VecInt<T> sign_bit() {
  return reinterpret_cast<VecInt<T>>(broadcast(T{-0.0}));
}

template <typename T>
TENON_INLINE Vec<T> abs_vec(Vec<T> x) {
  return reinterpret_cast<Vec<T>>(reinterpret_cast<VecInt<T>>(x) & ~sign_bit<T>());
}

// tanh |x| = E / (E + 2) with E = e^(2|x|) - 1, exact to the last bits for small x too.
template <typename T>
TENON_INLINE Vec<T> tanh_vec(Vec<T> x) {
  using C = ExpConstants<T>;
  const Vec<T> one_from = broadcast(C::kTanhIsOne);
  Vec<T> a = abs_vec<T>(x);
  a = select<T>(a > one_from, one_from, a);
  Vec<T> n;
  Vec<T> r;
  const Vec<T> rest = reduced_exp<T>(a + a, &n, &r);
  const Vec<T> scale = power_of_two<T>(n);
  const Vec<T> e = fma(scale, rest, fma(scale, r, scale - broadcast(T{1})));
  const Vec<T> y = e / (e + broadcast(T{2}));
  return reinterpret_cast<Vec<T>>(reinterpret_cast<VecInt<T>>(y) |
                                  (reinterpret_cast<VecInt<T>>(x) & sign_bit<T>()));
}

// From e^-|x|, which cannot overflow: 1 / (1 + e) on the right, e / (1 + e) on the left.
template <typename T>
TENON_INLINE Vec<T> sigmoid_vec(Vec<T> x) {
  const Vec<T> one = broadcast(T{1});
  const Vec<T> e = exp_vec<T>(-abs_vec<T>(x));
  return select<T>(x < Vec<T>{}, e, one) / (one + e);
}

// max(x, 0) that lets NaN through.
template <typename T>
TENON_INLINE Vec<T> relu_vec(Vec<T> x) {
  return select<T>(x < Vec<T>{}, Vec<T>{}, x);
}

}  // namespace tenon::kernels::TENON_ISA_NAMESPACE

#endif  // TENON_SRC_KERNELS_ISA_MATH_H_
