#include "tenon/ops.h"
#include "tests/support/expect.h"

namespace tenon::test {
namespace {

Tensor counted(const Shape& sizes) {
  return view(arange(0, numel_of(sizes), 1, DType::kFloat32), sizes);
}

Test(view, every_view_shares_storage_and_version) {
  const InContext in;
  const Tensor x = counted({2, 3, 4});
  const Tensor views[] = {view(x, Shape{6, 4}),
                          permute(x, Dims{2, 0, 1}),
                          transpose(x, 0, 2),
                          unsqueeze(x, 1),
                          slice(x, 2, 1, 3),
                          select(x, 1, 2),
                          narrow(x, 0, 1, 1),
                          expand(unsqueeze(x, 0), Shape{5, 2, 3, 4}),
                          diagonal(x, 0, 1, 2),
                          unfold(x, 2, 2, 1),
                          flatten(x, 0, 1),
                          squeeze(x),
                          split(x, 2, 2)[1],
                          unbind(x, 1)[0],
                          movedim(x, Dims{0}, Dims{2})};
  for (const Tensor& v : views) {
    cr_assert(v.shares_storage(x));
    cr_assert(!v.is_same(x));
  }
  x.fill_(7);
  for (const Tensor& v : views) {
    cr_assert(v.version() == x.version());
    for (const double value : to_doubles(v))
      cr_assert(value == 7);
  }
}

Test(view, follows_runs_that_lie_densely) {
  const InContext in;
  const Tensor x = counted({2, 3, 4});
  const Tensor turned = transpose(x, 0, 1);  // (3, 2, 4): dims 1 and 2 no longer join dim 0
  error_of(ErrorCode::kRuntime, [&] { view(turned, Shape{24}); });
  expect_shape(view(turned, Shape{3, 2, 2, 2}), {3, 2, 2, 2});
  const Tensor copy = reshape(turned, Shape{24});
  cr_assert(!copy.shares_storage(x));
  expect_values(slice(copy, 0, 0, 8), {0, 1, 2, 3, 12, 13, 14, 15});
  cr_assert(reshape(x, Shape{4, 6}).shares_storage(x));
}

Test(view, infers_one_size) {
  const InContext in;
  const Tensor x = counted({2, 6});
  expect_shape(reshape(x, Shape{-1, 4}), {3, 4});
  error_of(ErrorCode::kRuntime, [&] { reshape(x, Shape{-1, 5}); });
  error_of(ErrorCode::kRuntime, [&] { reshape(x, Shape{-1, -1}); });
  error_of(ErrorCode::kRuntime, [&] { reshape(Tensor::zeros(Shape{0}), Shape{0, -1}); });
  expect_shape(reshape(Tensor::zeros(Shape{0}), Shape{0, 5}), {0, 5});
}

Test(view, dims_out_of_range_are_named_with_the_shape) {
  const InContext in;
  const Tensor x = counted({2, 3});
  expect_text(error_of(ErrorCode::kIndex, [&] { transpose(x, 0, 2); }),
              "transpose: dim 2 is out of range for (2, 3)");
  error_of(ErrorCode::kIndex, [&] { select(x, 1, 3); });
  error_of(ErrorCode::kIndex, [&] { unsqueeze(x, 4); });
  expect_shape(unsqueeze(x, -1), {2, 3, 1});
  expect_shape(unsqueeze(x, -3), {1, 2, 3});
}

Test(view, slices_clip_as_python_does) {
  const InContext in;
  const Tensor x = counted({10});
  expect_values(slice(x, 0, -3, std::nullopt), {7, 8, 9});
  expect_values(slice(x, 0, 2, 100, 4), {2, 6});
  expect_shape(slice(x, 0, 8, 3), {0});
  expect_shape(slice(x, 0, 50, 60), {0});
  error_of(ErrorCode::kValue, [&] { slice(x, 0, 0, 5, 0); });
}

Test(view, expand_repeats_only_ones) {
  const InContext in;
  const Tensor x = counted({3, 1});
  const Tensor wide = expand(x, Shape{2, -1, 4});
  expect_shape(wide, {2, 3, 4});
  expect_values(select(wide, 0, 1), {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2});
  error_of(ErrorCode::kRuntime, [&] { expand(x, Shape{4, 1}); });
  error_of(ErrorCode::kRuntime, [&] { expand(x, Shape{3}); });
}

Test(view, chunks_and_splits_differ_in_their_last_piece) {
  const InContext in;
  const Tensor x = counted({7});
  const std::vector<Tensor> chunks = chunk(x, 3);
  cr_assert(chunks.size() == 3);
  expect_shape(chunks[0], {3});
  expect_shape(chunks[2], {1});
  cr_assert(chunk(x, 5).size() == 4);  // pieces of 2 are enough after four
  const std::vector<Tensor> parts = split(x, Dims{2, 0, 5});
  expect_shape(parts[1], {0});
  error_of(ErrorCode::kRuntime, [&] { split(x, Dims{2, 2}); });
}

Test(join, cat_promotes_and_passes_over_empty_vectors) {
  const InContext in;
  const Tensor a = Tensor::of<std::int32_t>({1, 2}, {1, 2});
  const Tensor b = Tensor::of<float>({0.5f, 1.5f}, {1, 2});
  const Tensor both = cat({a, Tensor::zeros(Shape{0}), b});
  cr_assert(both.dtype() == DType::kFloat32);
  expect_shape(both, {2, 2});
  expect_values(both, {1, 2, 0.5, 1.5});
  const std::string text = error_of(ErrorCode::kRuntime, [&] {
    cat({a, Tensor::zeros(Shape{2, 3})});
  });
  cr_assert(text.find("(2, 3)") != std::string::npos, "%s", text.c_str());
  error_of(ErrorCode::kRuntime, [] { cat({}); });
}

Test(join, rearrangements_by_hand) {
  const InContext in;
  const Tensor x = counted({2, 3});
  expect_values(flip(x, Dims{1}), {2, 1, 0, 5, 4, 3});
  expect_values(roll(x, Dims{1}, Dims{1}), {2, 0, 1, 5, 3, 4});
  expect_values(rot90(x, 1, Dims{0, 1}), {2, 5, 1, 4, 0, 3});
  expect_values(repeat(x, Dims{1, 2}), {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5});
  expect_values(repeat_interleave(x, 2, 0), {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5});
  expect_values(tril(x), {0, 0, 0, 3, 4, 0});
  expect_values(triu(x, 1), {0, 1, 2, 0, 0, 5});
  expect_values(stack({select(x, 0, 0), select(x, 0, 1)}, -1), {0, 3, 1, 4, 2, 5});
  expect_values(constant_pad_nd(x, Dims{1, -1}, 9), {9, 0, 1, 9, 3, 4});
}

}  // namespace
}  // namespace tenon::test
