#ifndef TENON_SRC_KERNELS_RNN_H_
#define TENON_SRC_KERNELS_RNN_H_

#include <cstdint>

// The pointwise halves of recurrent cells; the matrix products are gemm's. T is float or double.

namespace tenon::kernels {

/// LSTM: `gates` (rows, 4 * hidden) hold i, f, g, o before their activations, biases included, rows
/// `gates_stride` apart. c' = sigmoid(f) * c + sigmoid(i) * tanh(g); h' = sigmoid(o) * tanh(c').
/// c, c_out (rows, hidden) are contiguous and may be the same; h_out rows are `h_stride` apart.
/// `gates` is overwritten by the activated gates (what a backward pass wants).
template <typename T>
void lstm_cell(std::int64_t rows, std::int64_t hidden, T* gates, std::int64_t gates_stride,
               const T* c, T* c_out, T* h_out, std::int64_t h_stride) noexcept;

/// GRU: `x_gates` and `h_gates` (rows, 3 * hidden), contiguous, hold r, z, n of the input and of
/// the hidden state, biases included: r = sigmoid(xr + hr), z = sigmoid(xz + hz),
/// n = tanh(xn + r * hn), h' = (1 - z) * n + z * h. h (rows, hidden) contiguous, h_out may be it.
/// `x_gates` is overwritten by the activated gates.
template <typename T>
void gru_cell(std::int64_t rows, std::int64_t hidden, T* x_gates, const T* h_gates, const T* h,
              T* h_out, std::int64_t h_stride) noexcept;

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_RNN_H_
