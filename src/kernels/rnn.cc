#include "src/kernels/rnn.h"

#include "src/kernels/dispatch.h"

namespace tenon::kernels {

template <typename T>
void lstm_cell(std::int64_t rows, std::int64_t hidden, T* gates, std::int64_t gates_stride,
               const T* c, T* c_out, T* h_out, std::int64_t h_stride) noexcept {
  const ReduceTable<T>& table = reduce_table<T>(cpu_isa());
  for (std::int64_t r = 0; r < rows; ++r) {
    table.lstm_row(hidden, gates + r * gates_stride, c + r * hidden, c_out + r * hidden,
                   h_out + r * h_stride);
  }
}

template <typename T>
void gru_cell(std::int64_t rows, std::int64_t hidden, T* x_gates, const T* h_gates, const T* h,
              T* h_out, std::int64_t h_stride) noexcept {
  const ReduceTable<T>& table = reduce_table<T>(cpu_isa());
  for (std::int64_t r = 0; r < rows; ++r) {
    table.gru_row(hidden, x_gates + r * 3 * hidden, h_gates + r * 3 * hidden, h + r * hidden,
                  h_out + r * h_stride);
  }
}

#define TENON_INSTANTIATE(T)                                                              \
  template void lstm_cell(std::int64_t, std::int64_t, T*, std::int64_t, const T*, T*, T*, \
                          std::int64_t) noexcept;                                         \
  template void gru_cell(std::int64_t, std::int64_t, T*, const T*, const T*, T*,          \
                         std::int64_t) noexcept;
TENON_INSTANTIATE(float)
TENON_INSTANTIATE(double)
#undef TENON_INSTANTIATE

}  // namespace tenon::kernels
