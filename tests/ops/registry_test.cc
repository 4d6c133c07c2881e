#include "tenon/op_registry.h"
#include "tenon/ops.h"
#include "tests/support/expect.h"

namespace tenon::test {
namespace {

Value call(const char* name, std::vector<Value> args, const Value& options = Value()) {
  return call_op(op_id(name), args, options.is_dict() ? &options.as_dict() : nullptr);
}
Value with(const char* key, const Value& value) {
  Value options = Value::dict();
  options.as_dict().set(key, value);
  return options;
}

Test(registry, names_are_unique_and_lead_to_their_ids) {
  cr_assert(op_count() > 300);
  for (std::int32_t id = 0; id < op_count(); ++id) {
    const OpInfo& op = op_info(id);
    cr_assert(op_id(op.name) == id, "%s is declared twice", std::string(op.name).c_str());
    cr_assert(op.call != nullptr && !op.doc.empty());
  }
}

Test(registry, unknown_names_and_ids_are_errors) {
  expect_text(error_of(ErrorCode::kKey, [] { op_id("frobnicate"); }),
              "no op is named 'frobnicate'");
  error_of(ErrorCode::kIndex, [] { op_info(-1); });
  error_of(ErrorCode::kIndex, [] { op_info(op_count()); });
  cr_assert(find_op("frobnicate") == -1);
}

Test(registry, options_go_by_position_or_keyword) {
  const InContext in;
  const Tensor x = Tensor::of<float>({1, 2, 3, 4}, {2, 2});
  expect_values(call("sum", {x, 0}).as_tensor(), {4, 6});
  expect_values(call("sum", {x}, with("dim", 0)).as_tensor(), {4, 6});
  expect_values(call("sum", {x}, with("axis", Value::tuple({0, 1}))).as_tensor(), {10});
  expect_values(call("add", {x, x}, with("alpha", 2)).as_tensor(), {3, 6, 9, 12});
  expect_values(call("div", {x, 2}, with("rounding_mode", "floor")).as_tensor(), {0, 1, 1, 2});
  expect_shape(call("reshape", {x, 4}).as_tensor(), {4});
  expect_shape(call("reshape", {x, 1, 4}).as_tensor(), {1, 4});
  expect_shape(call("reshape", {x, Value::tuple({4, 1})}).as_tensor(), {4, 1});
}

Test(registry, arguments_that_do_not_fit_name_op_and_parameter) {
  const InContext in;
  const Tensor x = Tensor::of<float>({1, 2});
  expect_text(error_of(ErrorCode::kType,
                       [&] {
                         call("sum", {x, "a"});
                       }),
              "sum: dim must be an int or a sequence of ints, is str");
  expect_text(error_of(ErrorCode::kType,
                       [&] {
                         call("transpose", {x, 0});
                       }),
              "transpose: dim1 is missing");
  expect_text(error_of(ErrorCode::kType,
                       [&] {
                         call("exp", {x, 1});
                       }),
              "exp: 2 arguments, takes (input)");
  expect_text(error_of(ErrorCode::kType, [&] { call("exp", {x}, with("dim", 1)); }),
              "exp: no option 'dim', takes (input)");
  expect_text(error_of(ErrorCode::kType,
                       [&] {
                         call("sum", {x, 0}, with("dim", 0));
                       }),
              "sum: dim is given twice");
  error_of(ErrorCode::kType, [&] { call("exp", {1}); });
  error_of(ErrorCode::kType, [&] { call("maximum", {x, 1}); });
  error_of(ErrorCode::kType, [&] { call("add", {1, 2}); });
}

Test(registry, errors_name_the_op) {
  const InContext in;
  const Tensor x = Tensor::zeros(Shape{2, 3});
  for (const char* name : {"sum", "softmax", "cumsum", "argmax", "unbind", "sort"}) {
    const std::string text = error_of(ErrorCode::kIndex, [&] { call(name, {x, 3}); });
    cr_assert(text.rfind(std::string(name) + ":", 0) == 0, "%s", text.c_str());
  }
}

Test(registry, short_paths_give_what_the_long_one_does) {
  const InContext in;
  const Tensor x = Tensor::of<float>({-1, 2});
  const Tensor y = Tensor::of<float>({3, 4});
  expect_values(call_op1(op_id("relu"), x), {0, 2});
  expect_values(call_op1(op_id("flatten"), x), {-1, 2});  // has no short path of its own
  expect_values(call_op2(op_id("sub"), x, y), {-4, -2});
  expect_values(call_op2(op_id("matmul"), x, y), {5});
  error_of(ErrorCode::kType, [&] { call_op1(op_id("unbind"), x); });
}

Test(registry, names_with_an_underscore_write_their_first_argument) {
  const InContext in;
  const Tensor x = Tensor::of<float>({-1, 2});
  cr_assert(call("add_", {x, 1}).as_tensor().is_same(x));
  cr_assert(call("relu_", {x}).as_tensor().is_same(x));
  cr_assert(call("relu", {x}, with("inplace", true)).as_tensor().is_same(x));
  expect_values(x, {0, 3});
  call("fill_", {x, 4});
  call("mul_", {x, Tensor::of<float>({1, 2})});
  expect_values(x, {4, 8});
}

Test(registry, devices_other_than_the_cpu_are_named) {
  const InContext in;
  const Value sizes = Value::tuple({2});
  expect_shape(call("zeros", {sizes}, with("device", "cpu")).as_tensor(), {2});
  const std::string text =
      error_of(ErrorCode::kUnsupported, [&] { call("zeros", {sizes}, with("device", "cuda:0")); });
  cr_assert(text.find("cuda:0") != std::string::npos, "%s", text.c_str());
}

}  // namespace
}  // namespace tenon::test
