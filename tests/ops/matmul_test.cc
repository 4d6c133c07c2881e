#include <limits>

#include "tenon/ops.h"
#include "tests/support/expect.h"

namespace tenon::test {
namespace {

Tensor counted(const Shape& sizes, DType dtype = DType::kFloat32) {
  return view(arange(0, numel_of(sizes), 1, dtype), sizes);
}

Test(matmul, vectors_matrices_and_batches) {
  const InContext in;
  const Tensor m = counted({2, 3});
  const Tensor v = counted({3});
  expect_values(matmul(m, v), {5, 14});
  expect_values(matmul(counted({2}), m), {3, 4, 5});
  expect_values(matmul(v, v), {5});
  expect_shape(matmul(v, v), {});
  const Tensor batch = counted({2, 1, 2, 3});
  expect_shape(matmul(batch, counted({4, 3, 5})), {2, 4, 2, 5});
  expect_shape(matmul(batch, counted({3, 5})), {2, 1, 2, 5});
}

Test(matmul, strided_factors_give_what_dense_ones_do) {
  const InContext in;
  const Tensor a = counted({4, 3});
  const Tensor b = counted({5, 3});
  const Tensor dense = matmul(a, transpose(b, 0, 1).contiguous());
  expect_tensor(matmul(a, transpose(b, 0, 1)), dense);
  const Tensor wide = expand(counted({1, 3}), Shape{4, 3});
  expect_tensor(matmul(wide, transpose(b, 0, 1)), matmul(wide.contiguous(), transpose(b, 0, 1)));
}

Test(matmul, empty_inner_dimension_gives_zeros) {
  const InContext in;
  expect_values(matmul(Tensor::zeros(Shape{2, 0}), Tensor::zeros(Shape{0, 2})), {0, 0, 0, 0});
  expect_shape(matmul(Tensor::zeros(Shape{0, 3}), Tensor::zeros(Shape{3, 2})), {0, 2});
  expect_values(dot(Tensor::zeros(Shape{0}), Tensor::zeros(Shape{0})), {0});
}

Test(matmul, every_arithmetic_dtype_but_bool) {
  const InContext in;
  for (const DType dtype : {DType::kFloat64, DType::kFloat16, DType::kBFloat16, DType::kInt8,
                            DType::kInt32, DType::kInt64, DType::kUInt8}) {
    const Tensor product = matmul(counted({2, 2}, dtype), counted({2, 2}, dtype));
    cr_assert(product.dtype() == dtype);
    expect_values(product, {2, 3, 6, 11});
  }
  expect_values(matmul(full(Shape{1, 1}, 100, DType::kInt8), full(Shape{1, 1}, 3, DType::kInt8)),
                {44});  // 300 wraps
  const Tensor holds = Tensor::ones(Shape{2, 2}, DType::kBool);
  error_of(ErrorCode::kNotImplemented, [&] { matmul(holds, holds); });
}

Test(matmul, shapes_and_dtypes_that_do_not_fit_are_named) {
  const InContext in;
  const Tensor a = Tensor::zeros(Shape{2, 3});
  expect_text(error_of(ErrorCode::kRuntime,
                       [&] {
                         matmul(a, Tensor::zeros(Shape{4, 5}));
                       }),
              "matmul: inner sizes differ: (2, 3) x (4, 5)");
  expect_text(error_of(ErrorCode::kRuntime,
                       [&] {
                         matmul(a, Tensor::zeros(Shape{3, 5}, DType::kFloat64));
                       }),
              "matmul: dtypes differ: float32 and float64");
  error_of(ErrorCode::kRuntime, [&] { matmul(a, Tensor::scalar(1, DType::kFloat32)); });
  error_of(ErrorCode::kRuntime, [&] { mm(a, Tensor::zeros(Shape{3})); });
  error_of(ErrorCode::kRuntime, [&] {
    matmul(Tensor::zeros(Shape{2, 2, 3}), Tensor::zeros(Shape{3, 3, 2}));
  });
}

Test(matmul, addmm_with_beta_zero_does_not_read_its_addend) {
  const InContext in;
  const Tensor nan = full(Shape{2, 2}, std::numeric_limits<double>::quiet_NaN(), DType::kFloat32);
  const Tensor m = counted({2, 2});
  expect_values(addmm(nan, m, m, 0), {2, 3, 6, 11});
  expect_values(addmm(Tensor::of<float>({1, 2}), m, m, 2, 3), {8, 13, 20, 37});
}

Test(einsum, contracts_transposes_and_takes_diagonals) {
  const InContext in;
  const Tensor a = counted({2, 3});
  const Tensor b = counted({3, 2});
  expect_tensor(einsum("ij,jk->ik", {a, b}), matmul(a, b));
  expect_tensor(einsum("ij->ji", {a}), transpose(a, 0, 1));
  expect_values(einsum("ij,ij->", {a, a}), {55});
  expect_values(einsum("ii->i", {counted({3, 3})}), {0, 4, 8});
  expect_tensor(einsum("...i,i", {a, counted({3})}), matmul(a, counted({3})));
  error_of(ErrorCode::kRuntime, [&] { einsum("ij,jk->ik", {a, a}); });
  error_of(ErrorCode::kRuntime, [&] { einsum("ij->k", {a}); });
}

}  // namespace
}  // namespace tenon::test
