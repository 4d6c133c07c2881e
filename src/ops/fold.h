/// Folding elements along dims: walks a strided tensor, hands blocks of double or int64 to a
/// folder.
#ifndef TENON_SRC_OPS_FOLD_H_
#define TENON_SRC_OPS_FOLD_H_

#include <cstdint>
#include <type_traits>
#include <vector>

#include "src/ops/pointwise.h"
#include "tenon/tensor.h"

namespace tenon {

/// Some dims of a tensor, dims of size 1 left out and neighbours that lie densely merged.
struct Walk {
  Dims sizes;
  Dims strides;
  std::int64_t count = 1;  // elements

  void add(std::int64_t size, std::int64_t stride) {
    count *= size;
    if (size == 1)
      return;
    if (!sizes.empty() && strides.back() == stride * size) {
      sizes.back() *= size;
      strides.back() = stride;
    } else {
      sizes.push_back(size);
      strides.push_back(stride);
    }
  }
  /// Calls row(offset, n, step) for each innermost row, in row-major order.
  template <class Row>
  void rows(std::int64_t offset, Row&& row) const {
    if (count == 0)
      return;
    if (sizes.empty())
      return row(offset, std::int64_t{1}, std::int64_t{1});
    const std::size_t last = sizes.size() - 1;
    if (last == 0)
      return row(offset, sizes[0], strides[0]);
    Dims index(last, 0);
    for (;;) {
      row(offset, sizes[last], strides[last]);
      std::size_t d = last;
      for (;;) {
        if (d == 0)
          return;
        --d;
        offset += strides[d];
        if (++index[d] < sizes[d])
          break;
        offset -= strides[d] * sizes[d];
        index[d] = 0;
      }
    }
  }
};

/// A tensor's dims divided into those that are folded and those that stay.
struct FoldPlan {
  Walk kept;
  Walk folded;
  Shape out_sizes;

  FoldPlan(const Tensor& x, const std::vector<bool>& marked, bool keepdim) {
    for (std::size_t d = 0; d < x.sizes().size(); ++d) {
      if (marked[d]) {
        folded.add(x.sizes()[d], x.strides()[d]);
        if (keepdim)
          out_sizes.push_back(1);
      } else {
        kept.add(x.sizes()[d], x.strides()[d]);
        out_sizes.push_back(x.sizes()[d]);
      }
    }
  }
};

inline constexpr std::int64_t kFoldBlock = 256;

/// A folder's steps, whatever its class: the walk is compiled once.
struct FolderCalls {
  Compute acc;
  Compute result;
  void (*start)(void* folder, std::int64_t group);
  void (*block)(void* folder, const void* values, std::int64_t n);
  void (*finish)(void* folder, void* result);
};

template <class Folder>
constexpr FolderCalls folder_calls() {
  using Acc = typename Folder::Acc;
  using Result = typename Folder::Result;
  return {
      std::is_same_v<Acc, double> ? Compute::kDouble : Compute::kInt,
      std::is_same_v<Result, double> ? Compute::kDouble : Compute::kInt,
      [](void* folder, std::int64_t group) { static_cast<Folder*>(folder)->start(group); },
      [](void* folder, const void* values, std::int64_t n) {
        static_cast<Folder*>(folder)->block(static_cast<const Acc*>(values), n);
      },
      [](void* folder, void* result) {
        *static_cast<Result*>(result) = static_cast<Folder*>(folder)->finish();
      },
  };
}

void fold(const Tensor& x, const FoldPlan& plan, const Tensor& out, const FolderCalls& calls,
          void* folder);

/// Runs a folder over each group of folded elements and stores its results as `out`'s elements, in
/// order (out is dense). A folder has:
///   using Acc = double or std::int64_t: what elements are converted to
///   using Result = double or std::int64_t
///   void start(std::int64_t group); void block(const Acc* values, std::int64_t n); Result
///   finish();
template <class Folder>
void fold(const Tensor& x, const FoldPlan& plan, const Tensor& out, Folder& folder) {
  fold(x, plan, out, folder_calls<Folder>(), &folder);
}

/// Sum of n values in a fixed order: eight lanes, blocks of 256 added one after the other.
inline double ordered_sum(const double* x, std::int64_t n) noexcept {
  double total = 0;
  for (std::int64_t begin = 0; begin < n; begin += kFoldBlock) {
    const std::int64_t end = n - begin < kFoldBlock ? n : begin + kFoldBlock;
    double lane[8] = {};
    std::int64_t i = begin;
    for (; i + 8 <= end; i += 8) {
      for (int k = 0; k < 8; ++k)
        lane[k] += x[i + k];
    }
    for (int k = 0; i < end; ++i, ++k)
      lane[k] += x[i];
    total +=
        ((lane[0] + lane[4]) + (lane[1] + lane[5])) + ((lane[2] + lane[6]) + (lane[3] + lane[7]));
  }
  return total;
}

}  // namespace tenon

#endif  // TENON_SRC_OPS_FOLD_H_
