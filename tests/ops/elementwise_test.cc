#include <cmath>
#include <limits>

#include "tenon/ops.h"
#include "tests/support/expect.h"

namespace tenon::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Test(elementwise, shapes_broadcast_from_the_last_dim) {
  const InContext in;
  const Tensor a = Tensor::of<float>({1, 2, 3}, {3, 1});
  const Tensor b = Tensor::of<float>({10, 20}, {2});
  const Tensor sum = add(a, b);
  expect_shape(sum, {3, 2});
  expect_values(sum, {11, 21, 12, 22, 13, 23});
}

Test(elementwise, shapes_that_do_not_broadcast_are_named) {
  const InContext in;
  const std::string text = error_of(ErrorCode::kRuntime, [] {
    mul(Tensor::zeros(Shape{2, 3}), Tensor::zeros(Shape{2, 4}));
  });
  cr_assert(text.rfind("mul: ", 0) == 0, "%s", text.c_str());
  cr_assert(text.find("(2, 3)") != std::string::npos && text.find("(2, 4)") != std::string::npos,
            "%s", text.c_str());
}

Test(elementwise, strided_operands_give_what_dense_ones_do) {
  const InContext in;
  const Tensor x = Tensor::of<float>({1, 2, 3, 4, 5, 6}, {2, 3});
  const Tensor turned = transpose(x, 0, 1);
  expect_values(add(turned, turned), {2, 8, 4, 10, 6, 12});
  expect_values(mul(slice(x, 1, 0, std::nullopt, 2), 10), {10, 30, 40, 60});
  expect_values(sub(expand(select(x, 0, 0), Shape{2, 3}), x), {0, 0, 0, -3, -3, -3});
}

Test(elementwise, long_rows_pass_the_block_of_every_dtype) {
  const InContext in;
  for (const DType dtype : {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kInt16,
                            DType::kUInt8, DType::kInt64}) {
    const Tensor x = full(Shape{1000}, 3, dtype);
    const Tensor y = add(slice(x, 0, 0, std::nullopt, 3), 2);
    expect_shape(y, {334});
    for (const double value : to_doubles(y))
      cr_assert(value == 5);
    cr_assert(y.dtype() == dtype);
  }
}

Test(elementwise, nothing_in_gives_nothing_out) {
  const InContext in;
  expect_shape(add(Tensor::zeros(Shape{0, 3}), Tensor::zeros(Shape{1, 3})), {0, 3});
  expect_shape(exp(Tensor::zeros(Shape{0})), {0});
}

Test(elementwise, zero_dim_operands_give_zero_dim_results) {
  const InContext in;
  const Tensor sum = add(Tensor::scalar(1.5, DType::kFloat32), 2);
  expect_shape(sum, {});
  expect_values(sum, {3.5});
}

Test(elementwise, integers_wrap_and_divide_as_python) {
  const InContext in;
  expect_values(add(Tensor::of<std::int8_t>({127}), 1), {-128});
  expect_values(mul(Tensor::of<std::uint8_t>({200}), 2), {144});
  expect_values(neg(Tensor::of<std::int8_t>({-128})), {-128});
  const Tensor a = Tensor::of<std::int64_t>({7, -7, 7, -7});
  const Tensor b = Tensor::of<std::int64_t>({2, 2, -2, -2});
  expect_values(floor_divide(a, b), {3, -4, -4, 3});
  expect_values(div(a, b, "trunc"), {3, -3, -3, 3});
  expect_values(remainder(a, b), {1, 1, -1, -1});
  expect_values(fmod(a, b), {1, -1, 1, -1});
  expect_values(div(a, b), {3.5, -3.5, -3.5, 3.5});
}

Test(elementwise, integer_division_by_zero_is_an_error) {
  const InContext in;
  const Tensor x = Tensor::of<std::int32_t>({1, 2});
  expect_text(error_of(ErrorCode::kRuntime, [&] { floor_divide(x, 0); }),
              "floor_divide: integer division by zero");
  error_of(ErrorCode::kRuntime, [&] { remainder(x, 0); });
  const std::int64_t least = std::numeric_limits<std::int64_t>::min();
  const Tensor quotient = floor_divide(Tensor::of<std::int64_t>({least}), -1);
  cr_assert(quotient.item_int() == least);  // wraps, and does not trap
}

Test(elementwise, nan_wins_in_maximum_and_loses_in_fmax) {
  const InContext in;
  const Tensor a = Tensor::of<double>({1, kNan, 3});
  const Tensor b = Tensor::of<double>({2, 1, kNan});
  expect_values(maximum(a, b), {2, kNan, kNan});
  expect_values(fmax(a, b), {2, 1, 3});
  expect_values(relu(a), {1, kNan, 3});
  expect_values(clamp(a, Operand(2), Operand(2.5)), {2, kNan, 2.5});
}

Test(elementwise, activations_keep_their_limits) {
  const InContext in;
  const Tensor far = Tensor::of<float>({-1000.f, 1000.f});
  expect_values(sigmoid(far), {0, 1});
  expect_values(softplus(far), {0, 1000});
  expect_values(logsigmoid(far), {-1000, 0});
  expect_values(silu(far), {0, 1000});
  expect_values(gelu(far), {0, 1000});
  expect_values(tanh(Tensor::of<double>({-kInf, kInf})), {-1, 1});
}

Test(elementwise, half_precision_rounds_once) {
  const InContext in;
  // 1 + 2^-11 + 2^-11: each alone would round away, the sum of both is a half.
  const Tensor x = Tensor::of<float>({1.0f}).to(DType::kFloat16);
  const Tensor y = mul(x, 1.0 + 0x1p-11 + 0x1p-12);
  expect_values(y, {1.0 + 0x1p-10});
}

Test(elementwise, in_place_writes_show_in_every_view_and_count) {
  const InContext in;
  const Tensor x = Tensor::of<float>({1, 2, 3, 4}, {2, 2});
  const Tensor row = select(x, 0, 1);
  const std::uint64_t before = x.version();
  mul_(row, 10);
  expect_values(x, {1, 2, 30, 40});
  cr_assert(x.version() == before + 1 && row.version() == x.version());
  relu_(sub_(x, 5));
  expect_values(x, {0, 0, 25, 35});
  cr_assert(add_(x, 1).is_same(x));
}

Test(elementwise, in_place_results_must_fit) {
  const InContext in;
  const Tensor ints = Tensor::of<std::int32_t>({1, 2});
  error_of(ErrorCode::kRuntime, [&] { add_(ints, 0.5); });
  error_of(ErrorCode::kRuntime, [&] { div_(ints, 2); });
  error_of(ErrorCode::kRuntime, [&] { add_(ints, Tensor::zeros(Shape{3, 2}, DType::kInt32)); });
  const Tensor wide = expand(Tensor::of<float>({1}), Shape{4});
  const std::string text = error_of(ErrorCode::kRuntime, [&] { add_(wide, 1); });
  cr_assert(text.find("one place in memory") != std::string::npos, "%s", text.c_str());
  expect_values(ints, {1, 2});
}

Test(elementwise, in_place_reads_an_overlapping_operand_as_it_was) {
  const InContext in;
  const Tensor x = Tensor::of<float>({1, 2, 3, 4});
  add_(slice(x, 0, 1, 4), slice(x, 0, 0, 3));
  expect_values(x, {1, 3, 5, 7});
  const Tensor m = Tensor::of<float>({1, 2, 3, 4}, {2, 2});
  add_(m, transpose(m, 0, 1));
  expect_values(m, {2, 5, 5, 8});
}

Test(elementwise, read_only_memory_is_refused) {
  const InContext in;
  float data[] = {1, 2};
  const Tensor x = Tensor::wrap(data, Shape{2}, {}, DType::kFloat32, true, nullptr, nullptr);
  error_of(ErrorCode::kRuntime, [&] { add_(x, 1); });
  error_of(ErrorCode::kRuntime, [&] { relu_(x); });
  error_of(ErrorCode::kRuntime, [&] { apply_("exp", x); });
  cr_assert(data[0] == 1 && data[1] == 2);
}

Test(elementwise, tensors_of_two_contexts_do_not_mix) {
  const InContext in;
  const Tensor a = Tensor::zeros(Shape{2});
  Context* other = Context::create();
  {
    const ContextScope scope(*other);
    const Tensor b = Tensor::zeros(Shape{2});
    error_of(ErrorCode::kWrongContext, [&] { add(a, b); });
    error_of(ErrorCode::kWrongContext, [&] { matmul(a, b); });
    error_of(ErrorCode::kWrongContext, [&] { cat({a, b}); });
  }
  other->release();
}

Test(elementwise, where_promotes_and_wants_a_bool_condition) {
  const InContext in;
  const Tensor holds = Tensor::of<bool>({true, false});
  const Tensor picked = where(holds, Tensor::of<std::int32_t>({1, 2}), 0.5);
  cr_assert(picked.dtype() == DType::kFloat32);
  expect_values(picked, {1, 0.5});
  error_of(ErrorCode::kRuntime, [&] { where(Tensor::of<float>({1}), 1, 2); });
}

Test(elementwise, comparisons_refuse_numbers_that_the_dtype_cannot_hold) {
  const InContext in;
  error_of(ErrorCode::kRuntime, [] { eq(Tensor::of<std::int8_t>({1}), 300); });
  expect_values(lt(Tensor::of<std::int8_t>({1, 3}), 2), {1, 0});
}

Test(elementwise, storage_only_dtypes_have_no_arithmetic) {
  const InContext in;
  const Tensor x = Tensor::zeros(Shape{2}, DType::kUInt16);
  error_of(ErrorCode::kUnsupported, [&] { add(x, x); });
  error_of(ErrorCode::kUnsupported, [&] { exp(x); });
  error_of(ErrorCode::kUnsupported, [&] { sum(x); });
}

}  // namespace
}  // namespace tenon::test
