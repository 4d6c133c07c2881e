#include "tenon/ops/softmax.h"

#include "src/kernels/softmax.h"
#include "src/ops/checks.h"
#include "src/ops/gradients.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/reduce.h"

namespace tenon {
namespace {

/// Saved is the result y; number 0 is the dim.
void softmax_backward(Backward& call) {
  const Tensor y = call.saved(0);
  const Tensor gy = mul(call.grad(), y);
  const std::int64_t dims[] = {static_cast<std::int64_t>(call.number())};
  call.give(0, sub(gy, mul(y, sum(gy, dims, true))));
}

void log_softmax_backward(Backward& call) {
  const Tensor& g = call.grad();
  const std::int64_t dims[] = {static_cast<std::int64_t>(call.number())};
  call.give(0, sub(g, mul(exp(call.saved(0)), sum(g, dims, true))));
}

}  // namespace

namespace detail {

Tensor softmax(std::string_view who, const Tensor& input, std::int64_t dim, bool log) {
  check_floating(who, input);
  // A tensor without dims counts as one of one element.
  const int at = normalize_dim(who, dim, input.ndim() == 0 ? 1 : input.ndim());
  if (is_half(input.dtype()))
    return softmax(who, to_float(input), dim, log).to(input.dtype());
  const Tensor x = input.is_contiguous() ? input : input.detach().contiguous();
  const Tensor y = Tensor::empty_like(x);
  const auto record = [&] {
    const BackwardFunction back = log ? log_softmax_backward : softmax_backward;
    if (const Ref<Node> node = start_node(log ? "log_softmax" : "softmax", back, {&input})) {
      node->numbers[0] = at;
      node->save_result(y);
      node->attach(y);
    }
    return y;
  };
  if (x.numel() == 0)
    return wants_grad(input) ? record() : y;
  std::int64_t outer = 1;
  std::int64_t length = 1;
  std::int64_t inner = 1;
  for (int i = 0; i < x.ndim(); ++i) {
    const std::int64_t size = x.sizes()[static_cast<std::size_t>(i)];
    (i < at ? outer : i == at ? length : inner) *= size;
  }
  dispatch_compute(x.dtype(), [&]<class T>() {
    if (log) {
      kernels::log_softmax(x.data<T>(), outer, length, inner, y.data<T>());
    } else {
      kernels::softmax(x.data<T>(), outer, length, inner, y.data<T>());
    }
  });
  return wants_grad(input) ? record() : y;
}

}  // namespace detail

Tensor softmax(const Tensor& input, std::int64_t dim) {
  return detail::softmax("softmax", input, dim, false);
}

Tensor log_softmax(const Tensor& input, std::int64_t dim) {
  return detail::softmax("log_softmax", input, dim, true);
}

}  // namespace tenon
