// Printed tensors beside the recorded ones: forms those do not hold. Texts are PyTorch's.
#include <complex>
#include <limits>

#include "tests/support/expect.h"

namespace tenon::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

Test(print, numbers_share_one_width) {
  const InContext in;
  expect_text(Tensor::of<float>({1.5f, -22.25f}).to_string(), "tensor([  1.5000, -22.2500])");
  expect_text(Tensor::of<std::int64_t>({1, -10, 100}).to_string(), "tensor([  1, -10, 100])");
  expect_text(Tensor::of<bool>({true, false}).to_string(), "tensor([ True, False])");
}

Test(print, whole_floats_end_in_a_point) {
  const InContext in;
  expect_text(Tensor::of<float>({1, 20, kInf}).to_string(), "tensor([ 1., 20., inf])");
  expect_text(Tensor::scalar(3, DType::kFloat32).to_string(), "tensor(3.)");
  expect_text(Tensor::scalar(-0.0, DType::kFloat64).to_string(),
              "tensor(-0., dtype=torch.float64)");
}

Test(print, wide_ranges_are_scientific) {
  const InContext in;
  expect_text(Tensor::of<float>({1e-5f, 1}).to_string(), "tensor([1.0000e-05, 1.0000e+00])");
  expect_text(Tensor::of<double>({1e200}).to_string(),
              "tensor([1.0000e+200], dtype=torch.float64)");
}

Test(print, deep_tensors_part_their_blocks_by_empty_lines) {
  const InContext in;
  expect_text(Tensor::of<std::int64_t>({1, 2, 3, 4}, {2, 1, 2}).to_string(),
              "tensor([[[1, 2]],\n\n        [[3, 4]]])");
}

Test(print, empty_tensors_show_their_size) {
  const InContext in;
  expect_text(Tensor::zeros(Shape{0}).to_string(), "tensor([])");
  expect_text(Tensor::zeros(Shape{0, 3}, DType::kBool).to_string(),
              "tensor([], size=(0, 3), dtype=torch.bool)");
}

Test(print, complex_parts_have_widths_of_their_own) {
  const InContext in;
  using C = std::complex<float>;
  expect_text(Tensor::of<C>({C(1, -2), C(3.5f, 4)}).to_string(),
              "tensor([1.0000-2.j, 3.5000+4.j])");
}

Test(print, parameters_say_so) {
  const InContext in;
  expect_text(Tensor::of<float>({1}).as_parameter().to_string(),
              "Parameter containing:\ntensor([1.], requires_grad=True)");
  expect_text(Tensor::of<std::int64_t>({1}).as_parameter(false).to_string(),
              "Parameter containing:\ntensor([1])");
}

Test(print, storage_dtypes_print_their_values) {
  const InContext in;
  const std::uint64_t big = std::numeric_limits<std::uint64_t>::max();
  expect_text(Tensor::from_data(&big, Shape{1}, DType::kUInt64).to_string(),
              "tensor([18446744073709551615], dtype=torch.uint64)");
  const std::uint8_t eight[] = {0x38, 0xc4};  // 1 and -3 in e4m3
  expect_text(Tensor::from_data(eight, Shape{2}, DType::kFloat8E4M3FN).to_string(),
              "tensor([ 1., -3.], dtype=torch.float8_e4m3fn)");
}

Test(print, no_tensor_is_none) {
  expect_text(Tensor().to_string(), "None");
}

}  // namespace
}  // namespace tenon::test
