#include <cmath>

#include "src/kernels/optim.h"
#include "src/optim/algorithms.h"

namespace tenon::optim {

template <class T>
void Adam::update(const Options& o, const Typed<T>& p) {
  const double lr = o.lr, decay = o.weight_decay;
  const double beta1 = o.betas[0], beta2 = o.betas[1];
  kernels::AdamStep<T> step;
  step.sign = o.maximize ? T{-1} : T{1};
  step.weight_decay = o.decoupled_weight_decay ? T{0} : static_cast<T>(decay);
  step.shrink = o.decoupled_weight_decay ? static_cast<T>(1 - lr * decay) : T{1};
  step.one_minus_beta1 = static_cast<T>(1 - beta1);
  step.beta2 = static_cast<T>(beta2);
  step.one_minus_beta2 = static_cast<T>(1 - beta2);
  step.step_size = static_cast<T>(lr / (1 - std::pow(beta1, p.step)));
  step.root_bias2 = static_cast<T>(std::sqrt(1 - std::pow(beta2, p.step)));
  step.eps = static_cast<T>(o.eps);
  kernels::adam_step(step, p.count, p.param, p.grad, p.slot(1), p.slot(2),
                     o.amsgrad ? p.slot(3) : nullptr);
}

template <class T>
void Adamax::update(const Options& o, const Typed<T>& p) {
  const Gradient<T> gradient(o.maximize, o.weight_decay);
  const T weight = static_cast<T>(1 - o.betas[0]), beta2 = static_cast<T>(o.betas[1]);
  const T eps = static_cast<T>(o.eps);
  const T rate = static_cast<T>(-o.lr / (1 - std::pow(double{o.betas[0]}, p.step)));
  for (std::int64_t i = 0; i < p.count; ++i) {
    const T g = gradient(p.grad[i], p.param[i]);
    T& average = p.slot(1)[i];
    T& most = p.slot(2)[i];
    average = lerp(average, g, weight);
    const T shrunk = most * beta2, now = std::fabs(g) + eps;
    most = shrunk > now || shrunk != shrunk ? shrunk : now;
    p.param[i] += rate * average / most;
  }
}

template <class T>
void NAdam::update(const Options& o, const Typed<T>& p) {
  const double lr = o.lr, beta1 = o.betas[0], beta2 = o.betas[1], decay = o.momentum_decay;
  const double bias2 = 1 - std::pow(beta2, p.step);
  const double mu = beta1 * (1 - 0.5 * std::pow(0.96, p.step * decay));
  const double mu_next = beta1 * (1 - 0.5 * std::pow(0.96, (p.step + 1) * decay));
  // The product of all mu is a float32 tensor, and rounded as one, until a state dict is loaded:
  // that gives it the dtype of the parameter.
  const Tensor& product = p.tensors[1];
  if (p.is_new(1))
    product.fill_(1);
  product.fill_(product.dtype() == DType::kFloat32
                    ? static_cast<float>(product.item()) * static_cast<float>(mu)
                    : product.item() * mu);
  const double so_far = product.item();
  const Gradient<T> gradient(o.maximize, o.decoupled_weight_decay ? 0 : double{o.weight_decay});
  const T shrink = static_cast<T>(o.decoupled_weight_decay ? 1 - lr * o.weight_decay : 1);
  const T weight = static_cast<T>(1 - beta1), keep = static_cast<T>(beta2);
  const T rest = static_cast<T>(1 - beta2), bias = static_cast<T>(bias2);
  const T eps = static_cast<T>(o.eps);
  const T by_gradient = static_cast<T>(-lr * (1 - mu) / (1 - so_far));
  const T by_average = static_cast<T>(-lr * mu_next / (1 - so_far * mu_next));
  for (std::int64_t i = 0; i < p.count; ++i) {
    const T g = gradient(p.grad[i], p.param[i]);
    T& average = p.slot(2)[i];
    T& square = p.slot(3)[i];
    average = lerp(average, g, weight);
    square = square * keep + rest * g * g;
    const T denominator = std::sqrt(square / bias) + eps;
    p.param[i] = p.param[i] * shrink + by_gradient * g / denominator;
    p.param[i] += by_average * average / denominator;
  }
}

template <class T>
void RAdam::update(const Options& o, const Typed<T>& p) {
  const double lr = o.lr, beta1 = o.betas[0], beta2 = o.betas[1];
  const double bias1 = 1 - std::pow(beta1, p.step), power = std::pow(beta2, p.step);
  const double rho_end = 2 / (1 - beta2) - 1;
  const double rho = rho_end - 2 * p.step * power / (1 - power);
  const bool rectified = rho > 5;
  const double factor =
      rectified ? std::sqrt((rho - 4) * (rho - 2) * rho_end / ((rho_end - 4) * (rho_end - 2) * rho))
                : 1;
  const Gradient<T> gradient(o.maximize, o.decoupled_weight_decay ? 0 : double{o.weight_decay});
  const T shrink = static_cast<T>(o.decoupled_weight_decay ? 1 - lr * o.weight_decay : 1);
  const T weight = static_cast<T>(1 - beta1), keep = static_cast<T>(beta2);
  const T rest = static_cast<T>(1 - beta2), eps = static_cast<T>(o.eps);
  const T bias = static_cast<T>(bias1), rate = static_cast<T>(lr), rect = static_cast<T>(factor);
  const T root_bias2 = static_cast<T>(std::sqrt(1 - power));
  for (std::int64_t i = 0; i < p.count; ++i) {
    const T g = gradient(p.grad[i], p.param[i]);
    T& average = p.slot(1)[i];
    T& square = p.slot(2)[i];
    average = lerp(average, g, weight);
    square = square * keep + rest * g * g;
    T move = average / bias * rate;
    if (rectified)
      move = move * (root_bias2 / (std::sqrt(square) + eps)) * rect;
    p.param[i] = p.param[i] * shrink - move;
  }
}

template void Adam::update(const Options&, const Typed<float>&);
template void Adam::update(const Options&, const Typed<double>&);
template void Adamax::update(const Options&, const Typed<float>&);
template void Adamax::update(const Options&, const Typed<double>&);
template void NAdam::update(const Options&, const Typed<float>&);
template void NAdam::update(const Options&, const Typed<double>&);
template void RAdam::update(const Options&, const Typed<float>&);
template void RAdam::update(const Options&, const Typed<double>&);

}  // namespace tenon::optim
