/// Ops that make tensors, in Context::current(). Tensor::empty, zeros, ones, full, from_data and
/// wrap are in tenon/tensor.h.
#ifndef TENON_OPS_CREATION_H_
#define TENON_OPS_CREATION_H_

#include <optional>
#include <span>

#include "tenon/ops/operand.h"

namespace tenon {

/// Every element `value`; without dtype: bool of a bool, int64 of an int, float32 of a float.
Tensor full(std::span<const std::int64_t> sizes, const Operand& value,
            std::optional<DType> dtype = std::nullopt);
/// start, start + step, … before end. Without dtype: int64 if all three are ints, else float32.
/// Throws kRuntime if step is 0 or leads away from end.
Tensor arange(const Operand& start, const Operand& end, const Operand& step = 1,
              std::optional<DType> dtype = std::nullopt);
/// `steps` values from start to end, both included.
Tensor linspace(double start, double end, std::int64_t steps, DType dtype = DType::kFloat32);
/// (n, m) with ones on the diagonal.
Tensor eye(std::int64_t n, std::optional<std::int64_t> m = std::nullopt,
           DType dtype = DType::kFloat32);
/// Shape, dtype and context of another; another dtype if given.
Tensor zeros_like(const Tensor& x, std::optional<DType> dtype = std::nullopt);
Tensor ones_like(const Tensor& x, std::optional<DType> dtype = std::nullopt);
Tensor full_like(const Tensor& x, const Operand& value, std::optional<DType> dtype = std::nullopt);
/// Row and column numbers of the lower (or upper) triangle of (rows, cols), as (2, count).
Tensor tril_indices(std::int64_t rows, std::int64_t cols, std::int64_t offset = 0);
Tensor triu_indices(std::int64_t rows, std::int64_t cols, std::int64_t offset = 0);

}  // namespace tenon

#endif  // TENON_OPS_CREATION_H_
