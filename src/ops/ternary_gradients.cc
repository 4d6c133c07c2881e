#include "src/ops/ternary_gradients.h"

#include <cmath>

#include "src/ops/gradients.h"
#include "tenon/ops/elementwise.h"

namespace tenon::gradients {
namespace {

/// A saved operand, as it was given.
struct Saved {
  Saved(const Backward& call, std::size_t i) : tensor(call.saved(i)), number(call.number(i)) {}
  operator Operand() const {
    return tensor.defined() ? Operand(tensor) : Operand(number);
  }  // NOLINT
  const Tensor tensor;
  const double number;
};

}  // namespace

void where(Backward& call) {
  const Tensor condition = call.saved(0);
  if (call.wants(1))
    call.give(1, tenon::where(condition, call.grad(), 0.0));
  if (call.wants(2))
    call.give(2, tenon::where(condition, 0.0, call.grad()));
}

void clamp(Backward& call) {
  const Tensor x = call.saved(0);
  const Saved low(call, 1);
  const Saved high(call, 2);
  const Tensor& g = call.grad();
  const bool numbers = !low.tensor.defined() && !high.tensor.defined();
  if (numbers) {
    // Nothing at the bounds themselves.
    const Tensor above = std::isinf(low.number) ? ge(x, low) : gt(x, low);
    const Tensor below = std::isinf(high.number) ? le(x, high) : lt(x, high);
    call.give(0, tenon::where(logical_and(above, below), g, 0.0));
    return;
  }
  // A tie with a tensor's bound is shared.
  const Tensor half = div(g, 2);
  const Tensor tie = logical_or(eq(x, low), eq(x, high));
  const Tensor below = lt(x, low);
  const Tensor above = gt(x, high);
  if (call.wants(0)) {
    const Tensor inside = logical_not(logical_or(below, above));
    call.give(0, tenon::where(inside, tenon::where(tie, half, g), 0.0));
  }
  // Where the bounds cross, the upper one counts.
  const Tensor crossed = lt(high, low);
  if (call.wants(1)) {
    const Tensor own = tenon::where(below, g, tenon::where(eq(x, low), half, 0.0));
    call.give(1, tenon::where(crossed, 0.0, own));
  }
  if (call.wants(2)) {
    const Tensor own = tenon::where(above, g, tenon::where(eq(x, high), half, 0.0));
    call.give(2, tenon::where(logical_and(crossed, logical_not(above)), g, own));
  }
}

void lerp(Backward& call) {
  const Saved weight(call, 2);
  if (call.wants(0))
    call.give(0, mul(call.grad(), rsub(weight, 1)));
  if (call.wants(1))
    call.give(1, mul(call.grad(), weight));
  if (call.wants(2))
    call.give(2, mul(call.grad(), sub(call.saved(1), call.saved(0))));
}

void addcmul(Backward& call) {
  const Tensor g = call.grad();
  const Saved value(call, 3);
  if (call.wants(0))
    call.give(0, g);
  if (call.wants(1))
    call.give(1, mul(g, mul(call.saved(2), value)));
  if (call.wants(2))
    call.give(2, mul(g, mul(call.saved(1), value)));
}

void addcdiv(Backward& call) {
  const Tensor g = call.grad();
  const Saved value(call, 3);
  const Tensor b = call.saved(2);
  if (call.wants(0))
    call.give(0, g);
  if (call.wants(1))
    call.give(1, mul(g, div(value, b)));
  if (call.wants(2))
    call.give(2, mul(neg(g), div(mul(call.saved(1), value), mul(b, b))));
}

void nan_to_num(Backward& call) {
  call.give(0, tenon::where(isfinite(call.saved(0)), call.grad(), 0.0));
}

void logit(Backward& call) {
  const Tensor x = call.saved(0);
  const Tensor slope = div(call.grad(), mul(x, rsub(x, 1)));
  if (call.node().edges.size() == 1) {  // without eps
    const Tensor outside = logical_or(lt(x, 0), gt(x, 1));
    call.give(0, tenon::where(outside, std::nan(""), slope));
    return;
  }
  const double eps = call.number(1);
  call.give(0, tenon::where(logical_or(lt(x, eps), gt(x, 1 - eps)), 0.0, slope));
}

}  // namespace tenon::gradients
