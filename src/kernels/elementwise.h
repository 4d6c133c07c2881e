#ifndef TENON_SRC_KERNELS_ELEMENTWISE_H_
#define TENON_SRC_KERNELS_ELEMENTWISE_H_

#include <cstdint>

#include "src/kernels/activation.h"

// Pointwise functions of contiguous arrays of n elements. T is float or double. The output may be
// an input (exactly, not shifted). Same bits on every instruction set. relu is exact, exp within 1
// ulp, tanh and sigmoid within 2.5.

namespace tenon::kernels {

/// max(x, 0); NaN stays NaN.
template <typename T>
void relu(const T* x, T* y, std::int64_t n) noexcept;
/// e^x.
template <typename T>
void exp(const T* x, T* y, std::int64_t n) noexcept;
template <typename T>
void tanh(const T* x, T* y, std::int64_t n) noexcept;
/// 1 / (1 + e^-x), accurate for large negative x too.
template <typename T>
void sigmoid(const T* x, T* y, std::int64_t n) noexcept;
/// The function that `activation` names; kNone copies.
template <typename T>
void activate(Activation activation, const T* x, T* y, std::int64_t n) noexcept;

/// y = a op b.
template <typename T>
void add(const T* a, const T* b, T* y, std::int64_t n) noexcept;
template <typename T>
void sub(const T* a, const T* b, T* y, std::int64_t n) noexcept;
template <typename T>
void mul(const T* a, const T* b, T* y, std::int64_t n) noexcept;
template <typename T>
void div(const T* a, const T* b, T* y, std::int64_t n) noexcept;

/// y = a op b with one scalar operand.
template <typename T>
void add_scalar(const T* a, T b, T* y, std::int64_t n) noexcept;
template <typename T>
void mul_scalar(const T* a, T b, T* y, std::int64_t n) noexcept;
template <typename T>
void div_scalar(const T* a, T b, T* y, std::int64_t n) noexcept;
template <typename T>
void scalar_sub(T a, const T* b, T* y, std::int64_t n) noexcept;
template <typename T>
void scalar_div(T a, const T* b, T* y, std::int64_t n) noexcept;

/// y = fma(alpha, x, y).
template <typename T>
void axpy(T alpha, const T* x, T* y, std::int64_t n) noexcept;

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_ELEMENTWISE_H_
