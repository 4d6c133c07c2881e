/// Walking strided tensors: the innermost dim as a row, the outer ones by an odometer.
#ifndef TENON_SRC_TENSOR_STRIDED_H_
#define TENON_SRC_TENSOR_STRIDED_H_

#include <array>
#include <cstdint>
#include <span>

#include "tenon/shape.h"

namespace tenon {

/// Calls `row(offsets, count, steps)` for every innermost row of `sizes`, in row-major order, for N
/// operands with the strides given (each as many as sizes; 0 broadcasts). Offsets and steps are in
/// elements. Neighbouring dims that lie densely in all operands are walked as one.
template <std::size_t N, class Row>
void for_each_row(std::span<const std::int64_t> sizes, std::array<const std::int64_t*, N> strides,
                  Row&& row) {
  Dims dims;
  std::array<Dims, N> steps;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0)
      return;
    if (sizes[i] == 1)
      continue;
    bool merges = !dims.empty();
    for (std::size_t n = 0; n < N && merges; ++n) {
      merges = steps[n].back() == strides[n][i] * sizes[i];
    }
    if (merges) {
      dims.back() *= sizes[i];
      for (std::size_t n = 0; n < N; ++n)
        steps[n].back() = strides[n][i];
    } else {
      dims.push_back(sizes[i]);
      for (std::size_t n = 0; n < N; ++n)
        steps[n].push_back(strides[n][i]);
    }
  }
  std::array<std::int64_t, N> offset{};
  std::array<std::int64_t, N> inner{};
  if (dims.empty()) {
    row(offset, std::int64_t{1}, inner);
    return;
  }
  const std::size_t last = dims.size() - 1;
  for (std::size_t n = 0; n < N; ++n)
    inner[n] = steps[n][last];
  Dims index(dims.size(), 0);
  for (;;) {
    row(offset, dims[last], inner);
    std::size_t d = last;
    for (;;) {
      if (d == 0)
        return;
      --d;
      for (std::size_t n = 0; n < N; ++n)
        offset[n] += steps[n][d];
      if (++index[d] < dims[d])
        break;
      for (std::size_t n = 0; n < N; ++n)
        offset[n] -= steps[n][d] * dims[d];
      index[d] = 0;
    }
  }
}

}  // namespace tenon

#endif  // TENON_SRC_TENSOR_STRIDED_H_
