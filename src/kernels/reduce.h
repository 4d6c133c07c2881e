#ifndef TENON_SRC_KERNELS_REDUCE_H_
#define TENON_SRC_KERNELS_REDUCE_H_

#include <cstdint>

// Sums, maxima, means and variances. T is float or double; float is summed in double. The order is
// fixed (16 lanes, element i in lane i % 16, then a tree; blocks of 4096 in order), so the bits
// are the same on every instruction set.

namespace tenon::kernels {

/// Sum of n adjacent elements, in double.
template <typename T>
double sum(const T* x, std::int64_t n) noexcept;

/// Largest of n >= 1 adjacent elements; NaN if any is NaN.
template <typename T>
T max(const T* x, std::int64_t n) noexcept;

/// y[r] = sum of row r of x (rows, cols), rows `row_stride` apart.
template <typename T>
void sum_rows(const T* x, std::int64_t rows, std::int64_t cols, std::int64_t row_stride,
              T* y) noexcept;

/// y[r] = largest of row r, cols >= 1.
template <typename T>
void max_rows(const T* x, std::int64_t rows, std::int64_t cols, std::int64_t row_stride,
              T* y) noexcept;

/// y[c] = sum of column c of x (rows, cols), the rows in order.
template <typename T>
void sum_cols(const T* x, std::int64_t rows, std::int64_t cols, std::int64_t row_stride,
              T* y) noexcept;

/// Mean and variance (divided by n: biased) of n adjacent elements, in two passes, in double.
template <typename T>
void mean_var(const T* x, std::int64_t n, double* mean, double* var) noexcept;

/// The same for each channel of contiguous x (batch, channels, spatial), over batch and spatial.
/// `mean` and `var` have `channels` elements.
template <typename T>
void channel_mean_var(const T* x, std::int64_t batch, std::int64_t channels, std::int64_t spatial,
                      double* mean, double* var) noexcept;

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_REDUCE_H_
