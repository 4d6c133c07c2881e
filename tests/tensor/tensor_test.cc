#include <cmath>
#include <limits>

#include "tenon/tensor.h"
#include "tests/support/expect.h"

namespace tenon::test {
namespace {

Test(tensor, views_share_storage_and_version) {
  const InContext in;
  const Tensor x = Tensor::of<float>({1, 2, 3, 4, 5, 6}, {2, 3});
  const Tensor column = x.as_strided(Shape{2}, Strides{3}, 1);
  cr_assert(column.shares_storage(x) && !column.is_contiguous());
  expect_values(column, {2, 5});
  const std::uint64_t before = x.version();
  column.fill_(0);
  expect_values(x, {1, 0, 3, 4, 0, 6});
  cr_assert(x.version() == before + 1);
}

Test(tensor, a_view_must_lie_inside_its_storage) {
  const InContext in;
  const Tensor x = Tensor::zeros(Shape{4});
  error_of(ErrorCode::kRuntime, [&] { x.as_strided(Shape{3}, Strides{2}, 0); });
  error_of(ErrorCode::kRuntime, [&] { x.as_strided(Shape{2}, Strides{1}, 3); });
  expect_shape(x.as_strided(Shape{0}, Strides{1}, 4), {0});
}

Test(tensor, clones_are_dense_and_apart) {
  const InContext in;
  const Tensor x = Tensor::of<float>({1, 2, 3, 4}, {2, 2});
  const Tensor turned = x.as_strided(Shape{2, 2}, Strides{1, 2}, 0);
  const Tensor copy = turned.clone();
  cr_assert(copy.is_contiguous() && !copy.shares_storage(x));
  expect_values(copy, {1, 3, 2, 4});
  cr_assert(x.contiguous().is_same(x) && !turned.contiguous().is_same(turned));
}

Test(tensor, copy_broadcasts_converts_and_minds_overlap) {
  const InContext in;
  const Tensor x = Tensor::zeros(Shape{2, 3});
  x.copy_(Tensor::of<std::int64_t>({1, 2, 3}));
  expect_values(x, {1, 2, 3, 1, 2, 3});
  error_of(ErrorCode::kRuntime, [&] { x.copy_(Tensor::zeros(Shape{2})); });
  const Tensor line = Tensor::of<float>({1, 2, 3, 4});
  line.as_strided(Shape{3}, Strides{1}, 1).copy_(line.as_strided(Shape{3}, Strides{1}, 0));
  expect_values(line, {1, 1, 2, 3});
}

Test(tensor, conversions_truncate_wrap_and_test_for_zero) {
  const InContext in;
  const Tensor x = Tensor::of<float>({1.9f, -1.9f, 300, 0.1f});
  expect_values(x.to(DType::kInt64), {1, -1, 300, 0});
  expect_values(x.to(DType::kUInt8), {1, 255, 44, 0});
  expect_values(x.to(DType::kBool), {1, 1, 1, 1});
  expect_values(Tensor::of<std::int64_t>({0, -3}).to(DType::kBool), {0, 1});
  expect_values(Tensor::of<double>({65520, 65519.9}).to(DType::kFloat16),
                {std::numeric_limits<double>::infinity(), 65504});
  cr_assert(x.to(DType::kFloat32).is_same(x));
}

Test(tensor, only_one_element_is_an_item) {
  const InContext in;
  cr_assert(Tensor::of<float>({2.5f}, {1, 1}).item() == 2.5);
  error_of(ErrorCode::kRuntime, [] { Tensor::zeros(Shape{2}).item(); });
  error_of(ErrorCode::kRuntime, [] { Tensor::zeros(Shape{0}).item(); });
}

Test(tensor, null_tensors_throw_on_reading) {
  const InContext in;
  const Tensor none;
  cr_assert(!none.defined());
  error_of(ErrorCode::kRuntime, [&] { none.sizes(); });
  error_of(ErrorCode::kRuntime, [&] { none.clone(); });
}

Test(tensor, typed_data_wants_the_right_type) {
  const InContext in;
  const Tensor x = Tensor::zeros(Shape{2});
  cr_assert(x.data<float>() != nullptr);
  error_of(ErrorCode::kType, [&] { x.data<double>(); });
}

Test(tensor, read_only_memory_is_never_written) {
  const InContext in;
  float data[] = {1, 2};
  const Tensor x = Tensor::wrap(data, Shape{2}, {}, DType::kFloat32, true, nullptr, nullptr);
  error_of(ErrorCode::kRuntime, [&] { x.fill_(0); });
  error_of(ErrorCode::kRuntime, [&] { x.copy_(Tensor::zeros(Shape{2})); });
  const float zeros[] = {0, 0};
  error_of(ErrorCode::kRuntime, [&] { x.write(zeros, sizeof zeros); });
  const Tensor view = x.as_strided(Shape{1}, Strides{1}, 0);
  error_of(ErrorCode::kRuntime, [&] { view.fill_(0); });
  cr_assert(data[0] == 1 && data[1] == 2);
}

Test(tensor, external_memory_is_given_back_once) {
  const InContext in;
  static float data[] = {1, 2, 3, 4};
  int given_back = 0;
  const auto count = [](void* counter) { ++*static_cast<int*>(counter); };
  {
    const Tensor x =
        Tensor::wrap(data, Shape{2, 2}, Strides{1, 2}, DType::kFloat32, false, &given_back, count);
    const Tensor view = x.as_strided(Shape{2}, Strides{1}, 0);
    expect_values(x, {1, 3, 2, 4});
    cr_assert(given_back == 0);
  }
  cr_assert(given_back == 1);
}

Test(tensor, reading_and_writing_mind_the_byte_count) {
  const InContext in;
  const Tensor x = Tensor::zeros(Shape{2, 2}).as_strided(Shape{2, 2}, Strides{1, 2}, 0);
  const float in_order[] = {1, 2, 3, 4};
  x.write(in_order, sizeof in_order);
  float out[4];
  x.read(out, sizeof out);
  cr_assert(out[1] == 2 && out[2] == 3);
  error_of(ErrorCode::kValue, [&] { x.read(out, 12); });
}

Test(tensor, parameters_are_floating_leaves_over_the_same_memory) {
  const InContext in;
  const Tensor x = Tensor::of<float>({1, 2});
  const Tensor p = x.as_parameter();
  cr_assert(p.is_parameter() && p.requires_grad() && p.is_leaf());
  cr_assert(p.shares_storage(x) && !p.is_same(x) && !x.is_parameter());
  error_of(ErrorCode::kRuntime, [] { Tensor::of<std::int64_t>({1}).as_parameter(true); });
  error_of(ErrorCode::kRuntime, [] { Tensor::of<bool>({true}).set_requires_grad(true); });
}

Test(tensor, content_changes_under_the_same_identity) {
  const InContext in;
  const Tensor p = Tensor::of<float>({1, 2}).as_parameter();
  const Tensor alias = p;
  p.set_content(Tensor::of<double>({1, 2, 3}));
  cr_assert(alias.dtype() == DType::kFloat64 && alias.numel() == 3 && alias.is_parameter());
}

Test(tensor, sizes_must_be_possible) {
  const InContext in;
  error_of(ErrorCode::kValue, [] { Tensor::zeros(Shape{-1}); });
  error_of(ErrorCode::kValue, [] { Tensor::zeros(Shape{1ll << 40, 1ll << 40}); });
  error_of(ErrorCode::kValue, [] { Tensor::of<float>({1, 2, 3}, {2, 2}); });
  expect_shape(Tensor::zeros(Shape{1ll << 40, 1ll << 40, 0}), {1ll << 40, 1ll << 40, 0});
}

}  // namespace
}  // namespace tenon::test
