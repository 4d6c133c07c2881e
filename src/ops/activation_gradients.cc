#include "src/ops/activation_gradients.h"

#include "src/ops/gradients.h"
#include "tenon/ops/elementwise.h"

namespace tenon::gradients {
void gelu_erf(Backward& call) {
  constexpr double kSqrtHalf = 0.70710678118654752440;
  constexpr double kInvSqrt2Pi = 0.39894228040143267794;
  const Tensor x = call.saved(0);
  // Phi(x) + x phi(x)
  const Tensor cdf = mul(erfc(mul(x, -kSqrtHalf)), 0.5);
  const Tensor pdf = mul(exp(mul(square(x), -0.5)), kInvSqrt2Pi);
  call.give(0, mul(call.grad(), add(cdf, mul(x, pdf))));
}

void gelu_tanh(Backward& call) {
  constexpr double kBeta = 0.79788456080286535588;
  constexpr double kKappa = 0.044715;
  const Tensor x = call.saved(0);
  const Tensor xx = square(x);
  const Tensor t = tanh(mul(mul(x, add(mul(xx, kKappa), 1)), kBeta));
  const Tensor slope = mul(add(mul(xx, 3 * kKappa), 1), kBeta);
  const Tensor right = mul(mul(x, 0.5), mul(rsub(square(t), 1), slope));
  call.give(0, mul(call.grad(), add(mul(add(t, 1), 0.5), right)));
}

void softplus(Backward& call) {
  const Tensor z = mul(call.saved(0), call.number(0));
  call.give(0, where(gt(z, call.number(1)), call.grad(), mul(call.grad(), sigmoid(z))));
}

void elu(Backward& call) {
  const Tensor x = call.saved(0);
  const double alpha = call.number(0);
  const double scale = call.number(1);
  const double input_scale = call.number(2);
  const Tensor e = exp(mul(clamp(x, std::nullopt, 0), input_scale));
  const Tensor below = mul(e, alpha * scale * input_scale);
  call.give(0, mul(call.grad(), where(le(x, 0), below, scale)));
}

void celu(Backward& call) {
  const Tensor x = call.saved(0);
  const Tensor below = exp(div(where(le(x, 0), x, 0.0), call.number(0)));
  call.give(0, mul(call.grad(), where(le(x, 0), below, 1.0)));
}

void leaky_relu(Backward& call) {
  const Tensor x = call.saved(0);
  call.give(0, gate(call.grad(), x, gt(x, 0), call.number(0)));
}

void hardtanh(Backward& call) {
  const Tensor x = call.saved(0);
  call.give(0, gate(call.grad(), x, logical_and(gt(x, call.number(0)), lt(x, call.number(1)))));
}

void hardshrink(Backward& call) {
  const Tensor x = call.saved(0);
  const double lambda = call.number(0);
  const Tensor inside = logical_and(ge(x, -lambda), le(x, lambda));
  call.give(0, gate(call.grad(), x, logical_not(inside)));
}

void softshrink(Backward& call) {
  hardshrink(call);
}

void threshold(Backward& call) {
  const Tensor x = call.saved(0);
  call.give(0, gate(call.grad(), x, logical_not(le(x, call.number(0)))));
}

}  // namespace tenon::gradients
