/// Products of matrices and vectors. float32 and float64 run on the matrix kernels; float16 and
/// bfloat16 in float32; integers wrap.
#ifndef TENON_OPS_MATMUL_H_
#define TENON_OPS_MATMUL_H_

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tenon/ops/operand.h"

namespace tenon {

/// Vectors, matrices or batches of them, as torch.matmul: 1-dim operands count as row or column,
/// batch dims broadcast. Throws kRuntime if inner sizes or dtypes differ.
Tensor matmul(const Tensor& a, const Tensor& b);
/// (n, k) times (k, m).
Tensor mm(const Tensor& a, const Tensor& b);
/// (b, n, k) times (b, k, m).
Tensor bmm(const Tensor& a, const Tensor& b);
/// (n, k) times (k).
Tensor mv(const Tensor& a, const Tensor& b);
/// Scalar product of two vectors.
Tensor dot(const Tensor& a, const Tensor& b);
/// (n) times (m) gives (n, m).
Tensor outer(const Tensor& a, const Tensor& b);
/// Scalar products of the last dims.
Tensor inner(const Tensor& a, const Tensor& b);
/// beta * x + alpha * (a @ b), matrices. With beta 0, x is not read.
Tensor addmm(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& beta = 1,
             const Operand& alpha = 1);
/// The same with a vector b.
Tensor addmv(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& beta = 1,
             const Operand& alpha = 1);
/// beta * x + alpha * outer(a, b).
Tensor addr(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& beta = 1,
            const Operand& alpha = 1);
/// beta * x + alpha * bmm(a, b).
Tensor baddbmm(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& beta = 1,
               const Operand& alpha = 1);
/// beta * x + alpha * Σ over the batch of a @ b.
Tensor addbmm(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& beta = 1,
              const Operand& alpha = 1);
/// Contracts dims_a of a with dims_b of b.
Tensor tensordot(const Tensor& a, const Tensor& b, std::span<const std::int64_t> dims_a,
                 std::span<const std::int64_t> dims_b);
/// Product of several matrices.
Tensor multi_dot(const std::vector<Tensor>& tensors);
/// Einstein summation: "bij,bjk->bik", with "..." and repeated letters.
Tensor einsum(std::string_view equation, const std::vector<Tensor>& tensors);

}  // namespace tenon

#endif  // TENON_OPS_MATMUL_H_
