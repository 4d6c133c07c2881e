#include <cmath>

#include "src/kernels/elementwise.h"
#include "src/kernels/gemm.h"

namespace tenon::kernels {
namespace {

template <typename T>
T left_at(const Gemm<T>& g, std::int64_t i, std::int64_t p) noexcept {
  if (g.packed_a == nullptr) {
    return g.a.data[i * g.a.row_stride + p * g.a.col_stride];
  }
  const PackedMatrix<T>& m = *g.packed_a;
  return m.data[(i / m.panel) * m.panel * m.k + p * m.panel + i % m.panel];
}

template <typename T>
T right_at(const Gemm<T>& g, std::int64_t p, std::int64_t j) noexcept {
  if (g.packed_b == nullptr) {
    return g.b.data[p * g.b.row_stride + j * g.b.col_stride];
  }
  const PackedMatrix<T>& m = *g.packed_b;
  return m.data[(j / m.panel) * m.panel * m.k + p * m.panel + j % m.panel];
}

}  // namespace

template <typename T>
void gemm_plain(const Gemm<T>& g) noexcept {
  for (std::int64_t i = 0; i < g.m; ++i) {
    T* row = g.c + i * g.c_row_stride;
    for (std::int64_t j = 0; j < g.n; ++j) {
      bool started = g.accumulate;
      for (std::int64_t begin = 0; begin < g.k; begin += kGemmBlockK) {
        const std::int64_t end = begin + kGemmBlockK < g.k ? begin + kGemmBlockK : g.k;
        T chain = 0;
        for (std::int64_t p = begin; p < end; ++p) {
          chain = std::fma(left_at(g, i, p), right_at(g, p, j), chain);
        }
        row[j] = started ? row[j] + chain : chain;
        started = true;
      }
      if (!started) {
        row[j] = 0;
      }
      if (g.row_bias != nullptr) {
        row[j] += g.row_bias[i];
      }
      if (g.col_bias != nullptr) {
        row[j] += g.col_bias[j];
      }
    }
    if (g.activation != Activation::kNone) {
      activate(g.activation, row, row, g.n);
    }
  }
}

template void gemm_plain<float>(const Gemm<float>&) noexcept;
template void gemm_plain<double>(const Gemm<double>&) noexcept;

}  // namespace tenon::kernels
