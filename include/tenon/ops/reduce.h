/// Ops that fold elements along dims. `dims` empty: all. Reduced dims vanish, or with `keepdim`
/// have size 1. The order of folding is fixed, so results are the same in every run.
#ifndef TENON_OPS_REDUCE_H_
#define TENON_OPS_REDUCE_H_

#include <optional>
#include <span>

#include "tenon/ops/operand.h"

namespace tenon {

/// A value and where it was found.
struct ValueAndIndex {
  Tensor values;
  Tensor indices;  ///< int64
};

/// Integers and bools add up to int64 unless `dtype` says otherwise.
Tensor sum(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false,
           std::optional<DType> dtype = std::nullopt);
/// The same, NaN counting as 0.
Tensor nansum(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false,
              std::optional<DType> dtype = std::nullopt);
/// Floating dtypes (kNotImplemented for others unless `dtype` is given).
Tensor mean(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false,
            std::optional<DType> dtype = std::nullopt);
/// The same, NaN left out.
Tensor nanmean(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false,
               std::optional<DType> dtype = std::nullopt);
/// Product; integers and bools give int64.
Tensor prod(const Tensor& x, std::optional<std::int64_t> dim = std::nullopt, bool keepdim = false,
            std::optional<DType> dtype = std::nullopt);
/// Largest; NaN if any is. Throws kIndex (with dims) or kRuntime for nothing to choose from.
Tensor amax(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false);
/// Smallest; NaN if any is.
Tensor amin(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false);
/// Largest of all.
Tensor max(const Tensor& x);
/// Smallest of all.
Tensor min(const Tensor& x);
/// Largest along a dim and its first index.
ValueAndIndex max(const Tensor& x, std::int64_t dim, bool keepdim = false);
/// Smallest along a dim and its first index.
ValueAndIndex min(const Tensor& x, std::int64_t dim, bool keepdim = false);
/// First index of the largest; without dim, of the flattened tensor. int64.
Tensor argmax(const Tensor& x, std::optional<std::int64_t> dim = std::nullopt,
              bool keepdim = false);
/// First index of the smallest; without dim, of the flattened tensor. int64.
Tensor argmin(const Tensor& x, std::optional<std::int64_t> dim = std::nullopt,
              bool keepdim = false);
/// True if any element is not zero. Bool result (uint8 of uint8).
Tensor any(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false);
/// True if no element is zero. Bool result (uint8 of uint8).
Tensor all(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false);
/// How many are not zero. int64.
Tensor count_nonzero(const Tensor& x, std::span<const std::int64_t> dims = {});
/// Σ (x - mean)² / max(0, n - correction), in two passes. Floating dtypes.
Tensor var(const Tensor& x, std::span<const std::int64_t> dims = {}, double correction = 1,
           bool keepdim = false);
/// Square root of var().
Tensor std(const Tensor& x, std::span<const std::int64_t> dims = {}, double correction = 1,
           bool keepdim = false);
/// (Σ |x|^p)^(1/p); p = inf: largest |x|, -inf: smallest, 0: count of not zero. Floating dtypes.
Tensor norm(const Tensor& x, double p = 2, std::span<const std::int64_t> dims = {},
            bool keepdim = false, std::optional<DType> dtype = std::nullopt);
/// log Σ e^x without overflow.
Tensor logsumexp(const Tensor& x, std::span<const std::int64_t> dims, bool keepdim = false);
/// Median (the lower of two) of all; NaN if any is.
Tensor median(const Tensor& x);
/// Median along a dim, and its index.
ValueAndIndex median(const Tensor& x, std::int64_t dim, bool keepdim = false);

/// Running sums along a dim. Integers and bools give int64.
Tensor cumsum(const Tensor& x, std::int64_t dim, std::optional<DType> dtype = std::nullopt);
/// Running products along a dim.
Tensor cumprod(const Tensor& x, std::int64_t dim, std::optional<DType> dtype = std::nullopt);
/// log of the running sums of e^x.
Tensor logcumsumexp(const Tensor& x, std::int64_t dim);
/// Running largest and its last index; NaN stays once met.
ValueAndIndex cummax(const Tensor& x, std::int64_t dim);
/// Running smallest and its last index.
ValueAndIndex cummin(const Tensor& x, std::int64_t dim);
/// Sums over dims until the shape is `sizes` (the reverse of broadcasting).
Tensor sum_to_size(const Tensor& x, std::span<const std::int64_t> sizes);

}  // namespace tenon

#endif  // TENON_OPS_REDUCE_H_
