#include <limits>

#include "tenon/ops.h"
#include "tests/support/expect.h"

namespace tenon::test {
namespace {

Tensor counted(const Shape& sizes) {
  return view(arange(0, numel_of(sizes), 1, DType::kFloat32), sizes);
}
Value slice_item(Value start, Value stop, Value step) {
  Value item = Value::dict();
  item.as_dict().set("slice", Value::tuple({start, stop, step}));
  return item;
}

Test(index, picks_along_a_dim) {
  const InContext in;
  const Tensor x = counted({2, 3});
  expect_values(index_select(x, 1, Tensor::of<std::int64_t>({2, 0, 2})), {2, 0, 2, 5, 3, 5});
  expect_values(gather(x, 1, Tensor::of<std::int64_t>({2, 0}, {2, 1})), {2, 3});
  expect_values(take(x, Tensor::of<std::int64_t>({-1, 0})), {5, 0});
  error_of(ErrorCode::kIndex, [&] { index_select(x, 1, Tensor::of<std::int64_t>({3})); });
  error_of(ErrorCode::kRuntime, [&] { gather(x, 1, Tensor::of<std::int64_t>({3}, {1, 1})); });
  error_of(ErrorCode::kRuntime, [&] { index_select(x, 1, Tensor::of<float>({0})); });
}

Test(index, subscripts_read_as_in_python) {
  const InContext in;
  const Tensor x = counted({2, 3, 4});
  expect_values(get_item(x, Value::tuple({1, 2, 3})), {23});
  expect_values(get_item(x, Value::tuple({"...", 0})), {0, 4, 8, 12, 16, 20});
  expect_shape(get_item(x, Value::tuple({Value(), 0})), {1, 3, 4});
  expect_shape(get_item(x, Value::tuple({slice_item(Value(), Value(), Value()),
                                         slice_item(1, Value(), Value())})),
               {2, 2, 4});
  cr_assert(get_item(x, 0).shares_storage(x));
  const Tensor odd = eq(remainder(x, 2), 1);
  expect_shape(get_item(x, odd), {12});
  // Index tensors side by side keep their place; apart, their dims go first.
  const Tensor pair = Tensor::of<std::int64_t>({0, 1});
  const Value all = slice_item(Value(), Value(), Value());
  expect_shape(get_item(x, Value::tuple({all, pair, pair})), {2, 2});
  expect_shape(get_item(counted({2, 3, 4, 5}), Value::tuple({pair, all, pair})), {2, 3, 5});
  error_of(ErrorCode::kIndex, [&] { get_item(x, Value::tuple({0, 0, 0, 0})); });
  error_of(ErrorCode::kIndex, [&] { get_item(x, 2); });
}

Test(index, subscripts_write_in_place) {
  const InContext in;
  const Tensor x = Tensor::zeros(Shape{2, 3});
  set_item(x, 1, 5);
  set_item(x, Value::tuple({0, slice_item(1, Value(), Value())}), Tensor::of<float>({7, 8}));
  expect_values(x, {0, 7, 8, 5, 5, 5});
  set_item(x, gt(x, 6), -1);
  expect_values(x, {0, -1, -1, 5, 5, 5});
  const Tensor once = Tensor::of<std::int64_t>({0, 0, 1});
  expect_values(index_put(Tensor::zeros(Shape{2}), {once}, Tensor::ones(Shape{3}), true), {2, 1});
}

Test(index, masks_must_be_bool) {
  const InContext in;
  const Tensor x = counted({3});
  expect_values(
      masked_fill(x, gt(x, 0), std::numeric_limits<double>::infinity()),
      {0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()});
  expect_values(masked_select(x, ne(x, 1)), {0, 2});
  error_of(ErrorCode::kRuntime, [&] { masked_fill(x, x, 0); });
  const Tensor y = counted({3});
  cr_assert(masked_fill_(y, eq(y, 2), 9).is_same(y));
  expect_values(y, {0, 1, 9});
}

Test(index, scatter_places_adds_and_folds) {
  const InContext in;
  const Tensor zero = Tensor::zeros(Shape{3});
  const Tensor places = Tensor::of<std::int64_t>({0, 2, 0});
  const Tensor values = Tensor::of<float>({1, 2, 4});
  expect_values(scatter(zero, 0, Tensor::of<std::int64_t>({2}), 5), {0, 0, 5});
  expect_values(scatter_add(zero, 0, places, values), {5, 0, 2});
  expect_values(scatter_reduce(Tensor::ones(Shape{3}), 0, places, values, "prod"), {4, 1, 2});
  expect_values(scatter_reduce(Tensor::ones(Shape{3}), 0, places, values, "mean", false),
                {2.5, 1, 2});
  expect_values(index_add(zero, 0, places, values, 10), {50, 0, 20});
}

Test(sort, the_zeros_are_equal_and_the_infinities_are_the_ends) {
  const InContext in;
  const double inf = std::numeric_limits<double>::infinity();
  const Tensor x = Tensor::of<double>({0.0, -0.0, inf, -1, NAN, -inf, -0.0, 5e-324, -5e-324});
  expect_values(sort(x).indices, {5, 3, 8, 0, 1, 6, 7, 2, 4});
  const Tensor whole = Tensor::of<std::int64_t>({INT64_MAX, INT64_MIN, 0, INT64_MAX});
  expect_values(sort(whole).indices, {1, 2, 0, 3});
  expect_values(median(whole, 0, false).indices, {2});
}

Test(sort, is_stable_and_puts_nan_last) {
  const InContext in;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Tensor x = Tensor::of<float>({2, nan, 1, 2});
  const ValueAndIndex up = sort(x);
  expect_values(up.indices, {2, 0, 3, 1});
  expect_values(sort(x, -1, true).indices, {1, 0, 3, 2});
  expect_values(topk(Tensor::of<float>({1, 5, 3}), 2).values, {5, 3});
  expect_values(median(Tensor::of<float>({4, 1, 3, 2})), {2});
  expect_values(kthvalue(x, 1).values, {1});
  error_of(ErrorCode::kRuntime, [&] { topk(x, 5); });
}

}  // namespace
}  // namespace tenon::test
