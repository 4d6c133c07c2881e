#include <limits>

#include "tenon/ops.h"
#include "tests/support/expect.h"

namespace tenon::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Test(reduce, dims_vanish_or_stay_with_size_one) {
  const InContext in;
  const Tensor x = view(arange(0, 24, 1, DType::kFloat32), Shape{2, 3, 4});
  expect_shape(sum(x, Dims{0, -1}), {3});
  expect_shape(sum(x, Dims{0, -1}, true), {1, 3, 1});
  expect_shape(sum(x), {});
  expect_values(sum(x), {276});
  expect_values(sum(x, Dims{0, 2}), {60, 92, 124});
  expect_values(sum(transpose(x, 0, 2), Dims{0, 2}), {60, 92, 124});
  expect_values(mean(x, Dims{1}), {4, 5, 6, 7, 16, 17, 18, 19});
}

Test(reduce, a_dim_given_twice_or_out_of_range_is_an_error) {
  const InContext in;
  const Tensor x = Tensor::zeros(Shape{2, 3});
  expect_text(error_of(ErrorCode::kIndex, [&] { sum(x, Dims{3}); }),
              "sum: dim 3 is out of range for (2, 3)");
  error_of(ErrorCode::kRuntime, [&] { sum(x, Dims{1, -1}); });
}

Test(reduce, long_float_sums_are_exact_to_the_last_bit) {
  const InContext in;
  // A running float32 sum of 10^7 times 0.1 is off by 8 %.
  const Tensor tenth = expand(Tensor::of<float>({0.1f}), Shape{10000000});
  expect_values(sum(tenth), {static_cast<float>(1e7 * static_cast<double>(0.1f))});
  expect_values(mean(tenth.to(DType::kFloat16)),
                {to_doubles(Tensor::of<float>({0.1f}).to(DType::kFloat16))[0]});
}

Test(reduce, half_sums_do_not_stop_growing) {
  const InContext in;
  const Tensor ones = Tensor::ones(Shape{4096}, DType::kFloat16);
  expect_values(sum(ones), {4096});  // half steps are 2 from 2048 on
}

Test(reduce, integers_add_up_to_int64) {
  const InContext in;
  const Tensor x = full(Shape{300}, 200, DType::kUInt8);
  const Tensor total = sum(x);
  cr_assert(total.dtype() == DType::kInt64);
  expect_values(total, {60000});
  cr_assert(sum(x, {}, false, DType::kFloat32).dtype() == DType::kFloat32);
  error_of(ErrorCode::kNotImplemented, [&] { mean(x); });
}

Test(reduce, nan_wins_in_extremes) {
  const InContext in;
  const Tensor x = Tensor::of<float>({1, static_cast<float>(kNan), 3, 2}, {2, 2});
  expect_values(amax(x, Dims{1}), {kNan, 3});
  const ValueAndIndex least = min(x, 1);
  expect_values(least.values, {kNan, 2});
  expect_values(least.indices, {1, 1});
  expect_values(argmax(x), {1});
}

Test(reduce, the_first_of_equals_is_chosen) {
  const InContext in;
  const Tensor x = Tensor::of<float>({3, 5, 5, 1, 5, 0});
  expect_values(argmax(x), {1});
  expect_values(max(x, 0).indices, {1});
}

Test(reduce, nothing_to_fold) {
  const InContext in;
  const Tensor none = Tensor::zeros(Shape{0, 3});
  expect_values(sum(none), {0});
  expect_values(prod(none), {1});
  expect_values(sum(none, Dims{0}), {0, 0, 0});
  expect_values(mean(none, Dims{0}), {kNan, kNan, kNan});
  expect_values(all(none), {1});
  expect_values(any(none), {0});
  expect_values(logsumexp(none, Dims{0}), {-kInf, -kInf, -kInf});
  error_of(ErrorCode::kIndex, [&] { amax(none, Dims{0}); });
  error_of(ErrorCode::kRuntime, [&] { max(none); });
  error_of(ErrorCode::kIndex, [&] { argmax(none); });
  expect_shape(amax(none, Dims{1}), {0});
}

Test(reduce, variance_in_two_passes) {
  const InContext in;
  // 1e8 + {0, 1, 2, 3}: sums of squares lose it, two passes do not.
  const Tensor x = Tensor::of<double>({1e8, 1e8 + 1, 1e8 + 2, 1e8 + 3});
  expect_tensor(var(x), Tensor::scalar(5.0 / 3, DType::kFloat64));
  expect_values(var(x, {}, 0), {1.25});
  expect_values(var(Tensor::of<float>({1})), {kNan});
}

Test(reduce, logsumexp_and_norm_keep_their_limits) {
  const InContext in;
  expect_values(logsumexp(Tensor::of<float>({-1000, -1000}), Dims{0}),
                {static_cast<float>(-1000 + 0.69314718055994531)});
  expect_values(logsumexp(Tensor::of<double>({-kInf, -kInf}), Dims{0}), {-kInf});
  const Tensor x = Tensor::of<float>({3e30f, -4e30f});
  expect_values(norm(x), {static_cast<double>(5e30f)});  // the squares leave float32
  expect_values(norm(x, kInf), {static_cast<double>(4e30f)});
  expect_values(norm(x, 0), {2});
}

Test(scan, running_sums_products_and_extremes) {
  const InContext in;
  const Tensor x = Tensor::of<float>({1, 2, 3, 4, 5, 6}, {2, 3});
  expect_values(cumsum(x, 0), {1, 2, 3, 5, 7, 9});
  expect_values(cumprod(x, -1), {1, 2, 6, 4, 20, 120});
  const ValueAndIndex largest = cummax(Tensor::of<float>({1, 3, 3, 2}), 0);
  expect_values(largest.values, {1, 3, 3, 3});
  expect_values(largest.indices, {0, 1, 2, 2});
  cr_assert(cumsum(Tensor::of<bool>({true, true}), 0).dtype() == DType::kInt64);
}

}  // namespace
}  // namespace tenon::test
