// The table of products.
#include "src/ops/op_tables.h"
#include "src/ops/op_values.h"
#include "tenon/ops/matmul.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

template <Tensor (*F)(const Tensor&, const Tensor&)>
Value call_two(const OpArgs& a) {
  return F(a.tensor(0), a.tensor(1));
}

template <Tensor (*F)(const Tensor&, const Tensor&, const Tensor&, const Operand&, const Operand&)>
Value call_add_product(const OpArgs& a) {
  return F(a.tensor(0), a.tensor(1), a.tensor(2), operand_arg(a, 3, 1), operand_arg(a, 4, 1));
}

Value call_tensordot(const OpArgs& a) {
  const Tensor x = a.tensor(0);
  const Tensor y = a.tensor(1);
  const Value& dims = a.value(2);
  if (dims.is_sequence() && dims.count() == 2 && dims.at(0).is_sequence()) {
    Dims pair[2];
    for (int side = 0; side < 2; ++side) {
      for (std::int64_t i = 0; i < dims.at(side).count(); ++i) {
        pair[side].push_back(dims.at(side).at(i).as_int());
      }
    }
    return tensordot(x, y, pair[0], pair[1]);
  }
  if (dims.is_sequence() && dims.count() == 2) {
    return tensordot(x, y, Dims{dims.at(0).as_int()}, Dims{dims.at(1).as_int()});
  }
  const std::int64_t count = a.integer(2, 2);
  if (count < 0 || count > x.ndim() || count > y.ndim()) {
    fail(ErrorCode::kRuntime, "tensordot: ", count, " dims of ", x.sizes(), " and ", y.sizes());
  }
  Dims dims_x;
  Dims dims_y;
  for (std::int64_t i = 0; i < count; ++i) {
    dims_x.push_back(x.ndim() - count + i);
    dims_y.push_back(i);
  }
  return tensordot(x, y, dims_x, dims_y);
}

Value call_einsum(const OpArgs& a) {
  const Value& operands = a.value(1);
  if (operands.is_sequence() && operands.count() == 1 && operands.at(0).is_sequence()) {
    std::vector<Tensor> tensors;
    for (std::int64_t i = 0; i < operands.at(0).count(); ++i) {
      tensors.push_back(operands.at(0).at(i).as_tensor());
    }
    return einsum(a.text(0, ""), tensors);
  }
  return einsum(a.text(0, ""), a.tensors(1));
}

Value call_rmatmul(const OpArgs& a) {
  return matmul(a.tensor(1), a.tensor(0));
}

constexpr OpInfo kOps[] = {
    {"matmul", "input, other", "product of matrices, vectors or batches", call_two<matmul>, nullptr,
     matmul},
    {"mm", "input, mat2", "product of two matrices", call_two<mm>, nullptr, mm},
    {"bmm", "input, mat2", "products of two batches of matrices", call_two<bmm>, nullptr, bmm},
    {"mv", "input, vec", "matrix times vector", call_two<mv>, nullptr, mv},
    {"dot", "input, tensor", "scalar product", call_two<dot>, nullptr, dot},
    {"vdot", "input, other", "scalar product", call_two<dot>, nullptr, dot},
    {"outer", "input, vec2", "all products of two vectors", call_two<outer>, nullptr, outer},
    {"inner", "input, other", "scalar products of the last dims", call_two<inner>, nullptr, inner},
    {"addmm", "input, mat1, mat2, *, beta=1, alpha=1", "beta * input + alpha * (mat1 @ mat2)",
     call_add_product<addmm>},
    {"addmv", "input, mat, vec, *, beta=1, alpha=1", "beta * input + alpha * (mat @ vec)",
     call_add_product<addmv>},
    {"addr", "input, vec1, vec2, *, beta=1, alpha=1", "beta * input + alpha * outer(vec1, vec2)",
     call_add_product<addr>},
    {"baddbmm", "input, batch1, batch2, *, beta=1, alpha=1",
     "beta * input + alpha * bmm(batch1, batch2)", call_add_product<baddbmm>},
    {"addbmm", "input, batch1, batch2, *, beta=1, alpha=1",
     "beta * input + alpha * sum of bmm(batch1, batch2)", call_add_product<addbmm>},
    {"tensordot", "a, b, dims=2", "contraction of several dims", call_tensordot},
    {"linalg.multi_dot", "tensors", "product of several matrices",
     [](const OpArgs& a) -> Value { return multi_dot(a.tensors(0)); }},
    {"einsum", "equation, *operands", "Einstein summation", call_einsum},
    {"__rmatmul__", "input, other", "other @ input", call_rmatmul},
};

}  // namespace

std::span<const OpInfo> matmul_ops() noexcept {
  return kOps;
}

}  // namespace tenon
