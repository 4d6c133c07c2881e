// Losses: values of spec/cases.md BC-10, 64, 66, computed there by PyTorch 2.15.
#include <limits>

#include "tenon/ops.h"
#include "tenon/ops/softmax.h"
#include "tests/support/expect.h"

namespace tenon::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Tensor logits() {
  return Tensor::of<float>({1, 2, .5f, .2f, -1, 3, 0, 0, 0, 2, 2, -1}, {4, 3});
}
Tensor targets() {
  return Tensor::of<std::int64_t>({1, -100, 2, 0});
}

Test(loss, bc_10_cross_entropy_weights_ignored_targets_and_smoothing) {
  const InContext in;
  const Tensor x = logits();
  const Tensor y = targets();
  const Tensor w = Tensor::of<float>({.2f, .3f, .5f});
  const auto ce = [&](const Tensor& weight, Reduction reduction, double smoothing) {
    return cross_entropy(x, y, weight, -100, reduction, smoothing);
  };
  expect_near(ce({}, Reduction::kNone, .2), {.6310354, 0, 1.0986123, .9177359}, 1e-6);
  expect_near(ce({}, Reduction::kSum, .2), {2.6473837}, 1e-6);
  expect_near(ce({}, Reduction::kMean, .2), {.8824612}, 1e-6);
  expect_near(ce(w, Reduction::kNone, .2), {.2057398, 0, .5126858, .2626868}, 1e-6);
  expect_near(ce(w, Reduction::kMean, .2), {.9811124}, 1e-6);
  expect_near(ce(w, Reduction::kNone, 0), {.1393106, 0, .5493062, .1435472}, 1e-6);
  expect_near(
      cross_entropy(Tensor::of<float>({1, 2, 3, .4f}, {2, 2}), Tensor::of<std::int64_t>({-100, 1}),
                    Tensor::of<float>({.2f, .3f}), -100, Reduction::kMean, .1),
      {2.5404506}, 1e-6);
}

Test(loss, bc_10_cross_entropy_of_probabilities_divides_by_the_batch) {
  const InContext in;
  const Tensor x = slice(logits(), 0, 0, 2);
  const Tensor p = Tensor::of<float>({.1f, .7f, .2f, .3f, .3f, .4f}, {2, 3});
  const Tensor w = Tensor::of<float>({.2f, .3f, .5f});
  expect_near(cross_entropy(x, p, w, -100, Reduction::kMean, 0), {.4389473}, 1e-6);
  expect_near(cross_entropy(x, p, w, -100, Reduction::kMean, .2), {.4595085}, 1e-6);
}

Test(loss, bc_66_all_targets_ignored_and_one_out_of_range) {
  const InContext in;
  const Tensor x = logits();
  const Tensor none = full(Shape{4}, std::int64_t{-100}, DType::kInt64);
  expect_values(cross_entropy(x, none, {}, -100, Reduction::kMean, 0), {kNan});
  expect_values(cross_entropy(x, none, {}, -100, Reduction::kSum, 0), {0});
  expect_values(cross_entropy(x, none, {}, -100, Reduction::kNone, 0), {0, 0, 0, 0});
  expect_text(
      error_of(
          ErrorCode::kIndex,
          [&] {
            cross_entropy(x, Tensor::of<std::int64_t>({0, 3, 0, 0}), {}, -100, Reduction::kMean, 0);
          }),
      "cross_entropy: target 3 is out of bounds for 3 classes");
  expect_values(cross_entropy(Tensor::of<float>({1e4f, 0, -1e4f}, {1, 3}),
                              Tensor::of<std::int64_t>({1}), {}, -100, Reduction::kMean, 0),
                {10000});
  const Tensor image = view(arange(0, 12, 1, DType::kFloat32), Shape{1, 3, 2, 2});
  expect_near(nll_loss(log_softmax(image, 1), Tensor::of<std::int64_t>({0, 1, 2, -100}, {1, 2, 2}),
                       Tensor::of<float>({1, 2, 3}), -100, Reduction::kMean),
              {2.6851461}, 1e-6);
}

Test(loss, bc_64_binary_cross_entropy_does_not_overflow_and_has_exact_limits) {
  const InContext in;
  const Tensor x = Tensor::of<float>({100, -100, -100, kInf, -kInf, kInf, -kInf});
  const Tensor t = Tensor::of<float>({0, 0, 1, 1, 0, 0, 1});
  expect_near(binary_cross_entropy_with_logits(x, t, {}, {}, Reduction::kNone),
              {100, 0, 100, 0, 0, kInf, kInf}, 1e-6);
  expect_near(
      binary_cross_entropy_with_logits(Tensor::of<float>({-1.5f, .3f, 2}),
                                       Tensor::of<float>({1, 0, 1}), Tensor::of<float>({1, 2, .5f}),
                                       Tensor::scalar(3, DType::kFloat32), Reduction::kMean),
      {2.3344476}, 1e-6);
  expect_near(binary_cross_entropy(Tensor::of<float>({0, 1e-30f, 0, 1}),
                                   Tensor::of<float>({1, 1, 0, 1}), {}, Reduction::kNone),
              {100, 69.07755, 0, 0}, 1e-5);
  expect_text(error_of(ErrorCode::kRuntime,
                       [] {
                         binary_cross_entropy(Tensor::of<float>({1.5f}), Tensor::of<float>({1}), {},
                                              Reduction::kMean);
                       }),
              "binary_cross_entropy: input must lie between 0 and 1");
}

}  // namespace
}  // namespace tenon::test
