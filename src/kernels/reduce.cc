#include "src/kernels/reduce.h"

#include "src/kernels/dispatch.h"

namespace tenon::kernels {
namespace {

// Columns whose double sums fit on the stack.
constexpr std::int64_t kColumnBlock = 256;

constexpr std::int64_t min(std::int64_t a, std::int64_t b) {
  return a < b ? a : b;
}

}  // namespace

template <typename T>
double sum(const T* x, std::int64_t n) noexcept {
  return reduce_table<T>(cpu_isa()).sum(x, n);
}

template <typename T>
T max(const T* x, std::int64_t n) noexcept {
  return reduce_table<T>(cpu_isa()).max(x, n);
}

template <typename T>
void sum_rows(const T* x, std::int64_t rows, std::int64_t cols, std::int64_t row_stride,
              T* y) noexcept {
  for (std::int64_t r = 0; r < rows; ++r) {
    y[r] = static_cast<T>(sum(x + r * row_stride, cols));
  }
}

template <typename T>
void max_rows(const T* x, std::int64_t rows, std::int64_t cols, std::int64_t row_stride,
              T* y) noexcept {
  for (std::int64_t r = 0; r < rows; ++r) {
    y[r] = max(x + r * row_stride, cols);
  }
}

template <typename T>
void sum_cols(const T* x, std::int64_t rows, std::int64_t cols, std::int64_t row_stride,
              T* y) noexcept {
  double sums[kColumnBlock];
  for (std::int64_t j = 0; j < cols; j += kColumnBlock) {
    const std::int64_t count = min(kColumnBlock, cols - j);
    reduce_table<T>(cpu_isa()).column_sums(x + j, rows, count, row_stride, nullptr, sums);
    for (std::int64_t i = 0; i < count; ++i) {
      y[j + i] = static_cast<T>(sums[i]);
    }
  }
}

template <typename T>
void mean_var(const T* x, std::int64_t n, double* mean, double* var) noexcept {
  const ReduceTable<T>& table = reduce_table<T>(cpu_isa());
  *mean = table.sum(x, n) / static_cast<double>(n);
  *var = table.square_sum(x, n, *mean) / static_cast<double>(n);
}

template <typename T>
void channel_mean_var(const T* x, std::int64_t batch, std::int64_t channels, std::int64_t spatial,
                      double* mean, double* var) noexcept {
  const ReduceTable<T>& table = reduce_table<T>(cpu_isa());
  const double count = static_cast<double>(batch * spatial);
  if (spatial == 1) {
    table.column_sums(x, batch, channels, channels, nullptr, mean);
    for (std::int64_t c = 0; c < channels; ++c) {
      mean[c] /= count;
    }
    table.column_sums(x, batch, channels, channels, mean, var);
    for (std::int64_t c = 0; c < channels; ++c) {
      var[c] /= count;
    }
    return;
  }
  for (std::int64_t c = 0; c < channels; ++c) {
    double total = 0;
    for (std::int64_t n = 0; n < batch; ++n) {
      total += table.sum(x + (n * channels + c) * spatial, spatial);
    }
    mean[c] = total / count;
    double squares = 0;
    for (std::int64_t n = 0; n < batch; ++n) {
      squares += table.square_sum(x + (n * channels + c) * spatial, spatial, mean[c]);
    }
    var[c] = squares / count;
  }
}

#define TENON_INSTANTIATE(T)                                                                  \
  template double sum(const T*, std::int64_t) noexcept;                                       \
  template T max(const T*, std::int64_t) noexcept;                                            \
  template void sum_rows(const T*, std::int64_t, std::int64_t, std::int64_t, T*) noexcept;    \
  template void max_rows(const T*, std::int64_t, std::int64_t, std::int64_t, T*) noexcept;    \
  template void sum_cols(const T*, std::int64_t, std::int64_t, std::int64_t, T*) noexcept;    \
  template void mean_var(const T*, std::int64_t, double*, double*) noexcept;                  \
  template void channel_mean_var(const T*, std::int64_t, std::int64_t, std::int64_t, double*, \
                                 double*) noexcept;
TENON_INSTANTIATE(float)
TENON_INSTANTIATE(double)
#undef TENON_INSTANTIATE

}  // namespace tenon::kernels
