/// Scalar functions that C++ has not, or not as needed. T is float or double.
#ifndef TENON_SRC_OPS_FUNCTIONS_H_
#define TENON_SRC_OPS_FUNCTIONS_H_

#include <cmath>
#include <limits>

namespace tenon {

template <class T>
T sigmoid_of(T x) noexcept {
  // Of -|x|, so that the exponential cannot overflow.
  const T e = std::exp(-std::fabs(x));
  return x >= 0 ? 1 / (1 + e) : e / (1 + e);
}

template <class T>
T softplus_of(T x) noexcept {
  return std::log1p(std::exp(-std::fabs(x))) + (x > 0 ? x : (x != x ? x : T{0}));
}

/// Inverse error function: Giles' rational guess, then two steps of Newton (torch's calc_erfinv).
double erfinv_of(double y) noexcept;
/// Derivative of log Γ (Cephes psi): reflection, recurrence up to 10, asymptotic series.
double digamma_of(double x) noexcept;
/// log |Γ(x)|, without writing libm's signgam.
double lgamma_of(double x) noexcept;

}  // namespace tenon

#endif  // TENON_SRC_OPS_FUNCTIONS_H_
