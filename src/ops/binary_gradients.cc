#include "src/ops/binary_gradients.h"

#include <cmath>

#include "src/ops/gradients.h"
#include "tenon/ops/elementwise.h"

namespace tenon::gradients {
namespace {

/// The saved operands, as they were given.
struct Operands {
  explicit Operands(const Backward& call)
      : a_tensor(call.saved(0)), b_tensor(call.saved(1)), call_(call) {}
  Operand a() const { return a_tensor.defined() ? Operand(a_tensor) : Operand(call_.number(0)); }
  Operand b() const { return b_tensor.defined() ? Operand(b_tensor) : Operand(call_.number(1)); }
  const Tensor a_tensor;
  const Tensor b_tensor;

 private:
  const Backward& call_;
};

Tensor zero_where(const Tensor& condition, const Tensor& otherwise) {
  return where(condition, 0.0, otherwise);
}

/// g where a is chosen, half of it at a tie. `a_wins` and `b_wins` say which one is.
void give_choice(Backward& call, const Tensor& tie, const Tensor& a_wins, const Tensor& b_wins) {
  const Tensor& g = call.grad();
  const Tensor half = tenon::div(g, 2);
  if (call.wants(0))
    call.give(0, where(tie, half, zero_where(b_wins, g)));
  if (call.wants(1))
    call.give(1, where(tie, half, zero_where(a_wins, g)));
}

}  // namespace

void add(Backward& call) {
  const Tensor& g = call.grad();
  if (call.wants(0))
    call.give(0, g);
  if (call.wants(1))
    call.give(1, call.number(2) == 1 ? g : tenon::mul(g, call.number(2)));
}

void sub(Backward& call) {
  const Tensor& g = call.grad();
  if (call.wants(0))
    call.give(0, g);
  if (call.wants(1))
    call.give(1, call.number(2) == 1 ? tenon::neg(g) : tenon::mul(g, -call.number(2)));
}

void mul(Backward& call) {
  const Operands saved(call);
  if (call.wants(0))
    call.give(0, tenon::mul(call.grad(), saved.b()));
  if (call.wants(1))
    call.give(1, tenon::mul(call.grad(), saved.a()));
}

void div(Backward& call) {
  const Operands saved(call);
  if (call.wants(0))
    call.give(0, tenon::div(call.grad(), saved.b()));
  if (call.wants(1)) {
    const Tensor ratio = tenon::div(tenon::div(saved.a(), saved.b()), saved.b());
    call.give(1, tenon::mul(tenon::neg(call.grad()), ratio));
  }
}

void zeros(Backward& call) {
  for (std::size_t i = 0; i < 2; ++i) {
    if (call.wants(i))
      call.give(i, zeros_like(call.grad()));
  }
}

void remainder(Backward& call) {
  const Operands saved(call);
  if (call.wants(0))
    call.give(0, call.grad());
  if (call.wants(1)) {
    call.give(1, tenon::mul(tenon::neg(call.grad()), tenon::div(saved.a(), saved.b(), "floor")));
  }
}

void fmod(Backward& call) {
  const Operands saved(call);
  if (call.wants(0))
    call.give(0, call.grad());
  if (call.wants(1)) {
    call.give(1, tenon::mul(tenon::neg(call.grad()), tenon::div(saved.a(), saved.b(), "trunc")));
  }
}

void pow(Backward& call) {
  const Operands saved(call);
  const Tensor& g = call.grad();
  if (call.wants(0) && !saved.b_tensor.defined()) {
    const double n = call.number(1);
    call.give(0, n == 0 ? zeros_like(g)
                        : tenon::mul(g, tenon::mul(tenon::pow(saved.a_tensor, n - 1), n)));
  } else if (call.wants(0)) {
    const Tensor slope = tenon::mul(saved.b(), tenon::pow(saved.a(), tenon::sub(saved.b(), 1)));
    call.give(0, zero_where(eq(saved.b(), 0), tenon::mul(g, slope)));
  }
  if (!call.wants(1))
    return;
  const Tensor result = call.saved(2);
  if (!saved.a_tensor.defined()) {
    const double base = call.number(0);
    const Tensor slope = tenon::mul(g, tenon::mul(result, std::log(base)));
    call.give(1, base == 0 ? zero_where(ge(saved.b(), 0), slope) : slope);
    return;
  }
  const Tensor none = logical_and(eq(saved.a(), 0), ge(saved.b(), 0));
  const Tensor log = tenon::log(saved.a_tensor);
  call.give(1, tenon::mul(g, zero_where(none, tenon::mul(result, log))));
}

void maximum(Backward& call) {
  const Operands saved(call);
  give_choice(call, eq(saved.a(), saved.b()), gt(saved.a(), saved.b()), lt(saved.a(), saved.b()));
}

void minimum(Backward& call) {
  const Operands saved(call);
  give_choice(call, eq(saved.a(), saved.b()), lt(saved.a(), saved.b()), gt(saved.a(), saved.b()));
}

void fmax(Backward& call) {
  const Operands saved(call);
  const Tensor a_wins = logical_or(gt(saved.a(), saved.b()), isnan(saved.b_tensor));
  give_choice(call, eq(saved.a(), saved.b()), a_wins, logical_not(a_wins));
}

void fmin(Backward& call) {
  const Operands saved(call);
  const Tensor a_wins = logical_or(lt(saved.a(), saved.b()), isnan(saved.b_tensor));
  give_choice(call, eq(saved.a(), saved.b()), a_wins, logical_not(a_wins));
}

void atan2(Backward& call) {
  const Operands saved(call);
  const Tensor scaled = tenon::div(
      call.grad(), tenon::add(tenon::mul(saved.a(), saved.a()), tenon::mul(saved.b(), saved.b())));
  if (call.wants(0))
    call.give(0, tenon::mul(scaled, saved.b()));
  if (call.wants(1))
    call.give(1, tenon::neg(tenon::mul(scaled, saved.a())));
}

void hypot(Backward& call) {
  const Operands saved(call);
  const Tensor result = call.saved(2);
  const Tensor at_zero = eq(result, 0);
  for (std::size_t i = 0; i < 2; ++i) {
    if (!call.wants(i))
      continue;
    const Tensor ratio = tenon::div(i == 0 ? saved.a() : saved.b(), result);
    call.give(i, tenon::mul(call.grad(), zero_where(at_zero, ratio)));
  }
}

void copysign(Backward& call) {
  const Operands saved(call);
  if (call.wants(0)) {
    const Tensor ratio = tenon::div(call.saved(2), saved.a());
    call.give(0, tenon::mul(call.grad(), zero_where(eq(saved.a(), 0), ratio)));
  }
  if (call.wants(1))
    call.give(1, zeros_like(call.grad()));
}

void xlogy(Backward& call) {
  const Operands saved(call);
  if (call.wants(0)) {
    const Tensor none = logical_and(eq(saved.a(), 0), le(saved.b(), 0));
    call.give(0, zero_where(none, tenon::xlogy(call.grad(), saved.b())));
  }
  if (call.wants(1))
    call.give(1, tenon::div(tenon::mul(call.grad(), saved.a()), saved.b()));
}

void logaddexp(Backward& call) {
  const Operands saved(call);
  if (call.wants(0))
    call.give(0, tenon::mul(call.grad(), sigmoid(tenon::sub(saved.a(), saved.b()))));
  if (call.wants(1))
    call.give(1, tenon::mul(call.grad(), sigmoid(tenon::sub(saved.b(), saved.a()))));
}

}  // namespace tenon::gradients
