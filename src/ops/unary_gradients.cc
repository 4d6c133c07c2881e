#include "src/ops/unary_gradients.h"

#include "src/ops/gradients.h"
#include "tenon/ops/elementwise.h"

namespace tenon::gradients {
namespace {

// Factors of the gradient, which arrives as `g`. `x` is the saved input, `y` the saved result.
Tensor times(const Tensor& g, const Operand& factor) {
  return mul(g, factor);
}
Tensor one_plus(const Tensor& t) {
  return add(t, 1);
}
Tensor one_minus(const Tensor& t) {
  return rsub(t, 1);
}

constexpr double kLn2 = 0.69314718055994530942;
constexpr double kLn10 = 2.30258509299404568402;
constexpr double kTwoOverSqrtPi = 1.12837916709551257390;
constexpr double kHalfSqrtPi = 0.88622692545275801365;

}  // namespace

void zero(Backward& call) {
  const Tensor& g = call.grad();
  call.give(0, Tensor::zeros_in(g.context(), g.sizes(), g.dtype()));
}

void unknown(Backward& call) {
  fail(ErrorCode::kUnsupported, call.node().op(), ": this op has no gradient");
}

#define TENON_GRADIENT(name, expression)                                                    \
  void name(Backward& call) {                                                               \
    const Tensor& g = call.grad();                                                          \
    [[maybe_unused]] const Tensor x = call.node().saved.empty() ? Tensor() : call.saved(0); \
    [[maybe_unused]] const Tensor& y = x;                                                   \
    call.give(0, expression);                                                               \
  }

TENON_GRADIENT(abs, times(g, tenon::sign(x)))
TENON_GRADIENT(neg, tenon::neg(g))
TENON_GRADIENT(sqrt, div(g, mul(y, 2)))
TENON_GRADIENT(rsqrt, times(times(g, -0.5), tenon::pow(y, 3)))
TENON_GRADIENT(reciprocal, tenon::neg(times(g, mul(y, y))))
TENON_GRADIENT(exp, times(g, y))
TENON_GRADIENT(exp2, times(times(g, y), kLn2))
TENON_GRADIENT(expm1, times(g, one_plus(y)))
TENON_GRADIENT(log, div(g, x))
TENON_GRADIENT(log2, div(g, mul(x, kLn2)))
TENON_GRADIENT(log10, div(g, mul(x, kLn10)))
TENON_GRADIENT(log1p, div(g, one_plus(x)))
TENON_GRADIENT(sin, times(g, tenon::cos(x)))
TENON_GRADIENT(cos, times(g, tenon::neg(tenon::sin(x))))
TENON_GRADIENT(tan, times(g, one_plus(tenon::square(y))))
TENON_GRADIENT(asin, times(g, tenon::rsqrt(one_minus(tenon::square(x)))))
TENON_GRADIENT(acos, times(g, tenon::neg(tenon::rsqrt(one_minus(tenon::square(x))))))
TENON_GRADIENT(atan, div(g, one_plus(tenon::square(x))))
TENON_GRADIENT(sinh, times(g, tenon::cosh(x)))
TENON_GRADIENT(cosh, times(g, tenon::sinh(x)))
TENON_GRADIENT(tanh, times(g, one_minus(tenon::square(y))))
TENON_GRADIENT(asinh, times(g, tenon::rsqrt(one_plus(tenon::square(x)))))
TENON_GRADIENT(acosh, times(g, tenon::rsqrt(sub(tenon::square(x), 1))))
TENON_GRADIENT(atanh, div(g, one_minus(tenon::square(x))))
TENON_GRADIENT(sigmoid, times(g, mul(one_minus(y), y)))
TENON_GRADIENT(erf, times(times(g, kTwoOverSqrtPi), tenon::exp(tenon::neg(tenon::square(x)))))
TENON_GRADIENT(erfc, times(times(g, -kTwoOverSqrtPi), tenon::exp(tenon::neg(tenon::square(x)))))
TENON_GRADIENT(erfinv, times(times(g, kHalfSqrtPi), tenon::exp(tenon::square(y))))
TENON_GRADIENT(lgamma, times(g, tenon::digamma(x)))
TENON_GRADIENT(digamma, times(g, trigamma(x)))
TENON_GRADIENT(deg2rad, times(g, 0.017453292519943295))
TENON_GRADIENT(rad2deg, times(g, 57.295779513082321))
TENON_GRADIENT(relu, gate(g, y, logical_not(le(y, 0))))
TENON_GRADIENT(relu6, gate(g, x, logical_and(gt(x, 0), lt(x, 6))))
TENON_GRADIENT(hardsigmoid, gate(div(g, 6), x, logical_and(gt(x, -3), lt(x, 3))))
TENON_GRADIENT(hardswish, where(le(x, -3), 0.0, where(lt(x, 3), times(g, add(div(x, 3), 0.5)), g)))
TENON_GRADIENT(square, times(g, mul(x, 2)))
TENON_GRADIENT(softsign, div(g, tenon::square(one_plus(tenon::abs(x)))))
TENON_GRADIENT(tanhshrink, times(g, tenon::square(tenon::tanh(x))))
TENON_GRADIENT(logsigmoid, times(g, tenon::sigmoid(tenon::neg(x))))
#undef TENON_GRADIENT

void silu(Backward& call) {
  const Tensor x = call.saved(0);
  const Tensor s = tenon::sigmoid(x);
  // s (1 + x (1 - s))
  call.give(0, mul(call.grad(), mul(s, one_plus(mul(x, one_minus(s))))));
}

void mish(Backward& call) {
  const Tensor x = call.saved(0);
  const Tensor t = tenon::tanh(softplus(x));
  // t + x s (1 - t^2)
  const Tensor inner = mul(mul(x, tenon::sigmoid(x)), one_minus(tenon::square(t)));
  call.give(0, mul(call.grad(), add(t, inner)));
}

void selu(Backward& call) {
  constexpr double kAlpha = 1.6732632423543772848170429916717;
  constexpr double kScale = 1.0507009873554804934193349852946;
  const Tensor x = call.saved(0);
  const Tensor below = mul(tenon::exp(clamp(x, std::nullopt, 0)), kAlpha * kScale);
  call.give(0, mul(call.grad(), where(le(x, 0), below, kScale)));
}

}  // namespace tenon::gradients
