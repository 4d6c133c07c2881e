// The engine: leaves, graphs, hooks, modes, in-place checks, deep chains. Expected values by hand.
#include <criterion/criterion.h>
#include <pthread.h>

#include "tenon/autograd.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/matmul.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/view.h"
#include "tests/support/expect.h"

using namespace tenon;
using namespace tenon::test;

namespace {

Tensor leaf(std::initializer_list<double> values) {
  const Tensor t = Tensor::of<double>(values);
  t.set_requires_grad(true);
  return t;
}

}  // namespace

Test(autograd, gradients_add_up_in_leaves_over_backwards) {
  const InContext in;
  const Tensor x = leaf({1, 2, 3});
  backward(sum(mul(x, x)));
  expect_values(x.grad(), {2, 4, 6});
  backward(sum(x));
  expect_values(x.grad(), {3, 5, 7});
}

Test(autograd, a_second_backward_needs_the_graph) {
  const InContext in;
  const Tensor x = leaf({2});
  const Tensor y = mul(x, x);
  backward(y, Tensor(), {.retain_graph = true});
  backward(y);
  expect_values(x.grad(), {8});
  const std::string text = error_of(ErrorCode::kRuntime, [&] { backward(y); });
  cr_assert(text.find("a second time") != std::string::npos);
}

Test(autograd, gradients_of_gradients) {
  const InContext in;
  const Tensor x = leaf({2});
  const Tensor y = mul(mul(x, x), x);
  const Tensor first = grad({y}, {x}, {}, {.create_graph = true})[0];
  expect_values(first, {12});
  const Tensor second = grad({first}, {x}, {}, {.create_graph = true})[0];
  expect_values(second, {12});
  expect_values(grad({second}, {x})[0], {6});
}

Test(autograd, an_unused_input_is_an_error_unless_allowed) {
  const InContext in;
  const Tensor x = leaf({1});
  const Tensor z = leaf({1});
  error_of(ErrorCode::kRuntime, [&] { grad({mul(x, 2)}, {z}); });
  const auto grads = grad({mul(x, 2)}, {x, z}, {}, {}, true);
  expect_values(grads[0], {2});
  cr_assert(!grads[1].defined());
}

Test(autograd, nothing_is_recorded_while_recording_is_off) {
  const InContext in;
  const Tensor x = leaf({1});
  cr_assert(mul(x, 2).requires_grad());
  {
    const NoGradScope off(*in.context);
    cr_assert(!mul(x, 2).requires_grad());
    cr_assert(grad_mode(*in.context) == GradMode::kOff);
    const GradModeScope on(*in.context, GradMode::kOn);
    cr_assert(mul(x, 2).requires_grad());
  }
  cr_assert(grad_mode(*in.context) == GradMode::kOn);
  cr_assert(!mul(x.detach(), 2).requires_grad());
}

Test(autograd, a_mode_belongs_to_one_context) {
  const InContext in;
  Context* other = Context::create();
  set_grad_mode(*other, GradMode::kOff);
  cr_assert(grad_mode(*in.context) == GradMode::kOn);
  cr_assert(grad_mode(*other) == GradMode::kOff);
  other->release();
  Context* next = Context::create();
  cr_assert(grad_mode(*next) == GradMode::kOn);
  next->release();
}

// BC-08
Test(autograd, a_saved_tensor_that_was_changed_is_named_with_the_op_that_did_it) {
  const InContext in;
  const Tensor a = leaf({1, 2, 3});
  const Tensor b = sigmoid(a);
  {
    const NoGradScope off(*in.context);
    slice(b, 0, 1, 2).fill_(2);
  }
  const std::string text = error_of(ErrorCode::kRuntime, [&] { backward(sum(b)); });
  cr_assert(text.find("sigmoid") == 0 && text.find("by fill_") != std::string::npos, "%s",
            text.c_str());
}

Test(autograd, a_change_that_no_gradient_needs_is_accepted) {
  const InContext in;
  const Tensor a = leaf({1, 2, 3});
  const Tensor b = div(1, add(exp(neg(a)), 1));
  slice(b, 0, 1, 2).fill_(2);
  backward(sum(b));
  expect_near(a.grad(), {0.19661193324148185, 0, 0.045176659730912}, 1e-12);
}

Test(autograd, in_place_on_leaves_and_their_views_is_refused) {
  const InContext in;
  const Tensor a = leaf({1, 2, 3});
  error_of(ErrorCode::kRuntime, [&] { add_(a, 1); });
  error_of(ErrorCode::kRuntime, [&] { add_(slice(a, 0, 0, 1), 1); });
  const NoGradScope off(*in.context);
  add_(a, 1);
  expect_values(a, {2, 3, 4});
}

Test(autograd, a_write_through_a_view_moves_the_history_of_its_base) {
  const InContext in;
  const Tensor w = leaf({5});
  const Tensor base = Tensor::zeros(Shape{3}, DType::kFloat64);
  const Tensor view = slice(base, 0, 1, 2);
  view.copy_(mul(w, w));
  cr_assert(base.requires_grad() && !base.is_leaf() && !view.is_leaf());
  backward(sum(mul(base, 3)));
  expect_values(w.grad(), {30});
}

Test(autograd, hooks_run_in_order_and_may_replace_the_gradient) {
  const InContext in;
  const Tensor x = leaf({1});
  const Tensor y = mul(x, 2);
  std::string order;
  register_hook(y, [&](const Tensor&) {
    order += "a";
    return Tensor();
  });
  const std::int64_t second = register_hook(y, [&](const Tensor& g) {
    order += "b";
    return mul(g, 10);
  });
  register_post_accumulate_hook(x, [&](const Tensor& t) {
    order += "p";
    t.set_grad(Tensor());
  });
  retain_grad(y);
  backward(y, Tensor(), {.retain_graph = true});
  cr_assert(order == "abp", "%s", order.c_str());
  expect_values(y.grad(), {10});
  cr_assert(!x.grad().defined());
  cr_assert(remove_tensor_hook(*in.context, second));
  cr_assert(!remove_tensor_hook(*in.context, second));
  backward(y);
  cr_assert(order == "abpap", "%s", order.c_str());
  expect_values(y.grad(), {11});
}

Test(autograd, only_the_inputs_that_are_named_accumulate) {
  const InContext in;
  const Tensor x = leaf({1});
  const Tensor z = leaf({1});
  backward({mul(x, z)}, {}, {}, std::vector<Tensor>{z});
  cr_assert(!x.grad().defined());
  expect_values(z.grad(), {1});
}

// BC-72
namespace {

void* deep_chains(void* passed) {
  const InContext in;
  const Tensor x = leaf({1});
  {
    Tensor y = x;
    for (int i = 0; i < 200000; ++i)
      y = mul(y, 1.0);
    backward(y);
    *static_cast<bool*>(passed) = x.grad().item() == 1;
  }
  Tensor y = x;
  for (int i = 0; i < 200000; ++i)
    y = mul(y, 1.0);
  y = Tensor();
  return nullptr;
}

}  // namespace

Test(autograd, chains_of_200000_nodes_need_no_stack, .timeout = 60) {
  bool passed = false;
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  cr_assert(pthread_attr_setstacksize(&attributes, 256 * 1024) == 0);
  cr_assert(pthread_create(&thread, &attributes, deep_chains, &passed) == 0);
  pthread_join(thread, nullptr);
  cr_assert(passed);
}

Test(autograd, nothing_is_left_when_all_is_dropped) {
  Context* context = Context::create();
  {
    const ContextScope scope(*context);
    const Tensor x = leaf({1, 2});
    const Tensor y = exp(mul(x, x));
    retain_grad(y);
    register_hook(y, [](const Tensor&) { return Tensor(); });
    backward(sum(y), Tensor(), {.create_graph = true});
    x.set_grad(Tensor());  // the gradient's own graph leads back to x
    y.set_grad(Tensor());
  }
  cr_assert(context->live_blocks() == 0, "%ld", static_cast<long>(context->live_blocks()));
  context->release();
}
