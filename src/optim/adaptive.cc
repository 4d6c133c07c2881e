#include <cmath>

#include "src/optim/algorithms.h"

namespace tenon::optim {

template <class T>
void Adadelta::update(const Options& o, const Typed<T>& p) {
  const Gradient<T> gradient(o.maximize, o.weight_decay);
  const T keep = static_cast<T>(o.rho), rest = static_cast<T>(1 - o.rho);
  const T eps = static_cast<T>(o.eps), lr = static_cast<T>(o.lr);
  for (std::int64_t i = 0; i < p.count; ++i) {
    const T g = gradient(p.grad[i], p.param[i]);
    T& square = p.slot(1)[i];
    T& moved = p.slot(2)[i];
    square = square * keep + rest * g * g;
    const T delta = std::sqrt(moved + eps) / std::sqrt(square + eps) * g;
    moved = moved * keep + rest * delta * delta;
    p.param[i] -= lr * delta;
  }
}

void Adagrad::fill_new(const Options& o, Tensor* state) {
  state[1].fill_(o.initial_accumulator_value);
}

template <class T>
void Adagrad::update(const Options& o, const Typed<T>& p) {
  const Gradient<T> gradient(o.maximize, o.weight_decay);
  const T rate = static_cast<T>(-o.lr / (1 + (p.step - 1) * o.lr_decay));
  const T eps = static_cast<T>(o.eps);
  for (std::int64_t i = 0; i < p.count; ++i) {
    const T g = gradient(p.grad[i], p.param[i]);
    T& sum = p.slot(1)[i];
    sum += g * g;
    p.param[i] += rate * g / (std::sqrt(sum) + eps);
  }
}

template <class T>
void ASGD::update(const Options& o, const Typed<T>& p) {
  const double lr = o.lr, lambd = o.lambd, t0 = o.t0;
  const Tensor& eta = p.tensors[1];
  const Tensor& mu = p.tensors[2];
  if (p.is_new(1))
    eta.fill_(static_cast<float>(lr));
  if (p.is_new(2))
    mu.fill_(1);
  const Gradient<T> gradient(o.maximize, o.weight_decay);
  const T rate = static_cast<T>(eta.item()), part = static_cast<T>(mu.item());
  const T shrink = static_cast<T>(1 - lambd * eta.item());
  for (std::int64_t i = 0; i < p.count; ++i) {
    T& average = p.slot(3)[i];
    const T g = gradient(p.grad[i], p.param[i]);
    const T x = p.param[i] * shrink - rate * g;
    p.param[i] = x;
    average = part != 1 ? average + (x - average) * part : x;
  }
  // Both are float32 numbers even where a loaded state dict gave them another dtype.
  eta.fill_(static_cast<float>(lr / std::pow(1 + lambd * lr * p.step, double{o.alpha})));
  mu.fill_(static_cast<float>(1 / std::max(1.0, p.step - t0)));
}

template <class T>
void RMSprop::update(const Options& o, const Typed<T>& p) {
  const Gradient<T> gradient(o.maximize, o.weight_decay);
  const T keep = static_cast<T>(o.alpha), rest = static_cast<T>(1 - o.alpha);
  const T eps = static_cast<T>(o.eps), lr = static_cast<T>(o.lr);
  const T momentum = static_cast<T>(o.momentum);
  for (std::int64_t i = 0; i < p.count; ++i) {
    const T g = gradient(p.grad[i], p.param[i]);
    T& square = p.slot(1)[i];
    square = square * keep + rest * g * g;
    T spread = square;
    if (o.centered) {
      T& mean = p.slot(3)[i];
      mean = lerp(mean, g, rest);
      spread = square - mean * mean;
    }
    const T denominator = std::sqrt(spread) + eps;
    if (momentum > 0) {
      T& buffer = p.slot(2)[i];
      buffer = buffer * momentum + g / denominator;
      p.param[i] -= lr * buffer;
    } else {
      p.param[i] -= lr * g / denominator;
    }
  }
}

void Rprop::check(const Options& o) {
  const double shrink = o.etas[0], grow = o.etas[1];
  if (!(shrink > 0 && shrink < 1 && grow > 1)) {
    fail(ErrorCode::kValue, "Rprop: etas are ", shrink, " and ", grow,
         ", must be in (0, 1) and more than 1");
  }
}

template <class T>
void Rprop::update(const Options& o, const Typed<T>& p) {
  const T sign = o.maximize ? -1 : 1;
  const T shrink = static_cast<T>(o.etas[0]), grow = static_cast<T>(o.etas[1]);
  const T least = static_cast<T>(o.step_sizes[0]), most = static_cast<T>(o.step_sizes[1]);
  for (std::int64_t i = 0; i < p.count; ++i) {
    T g = sign * p.grad[i];
    T& previous = p.slot(1)[i];
    T& size = p.slot(2)[i];
    if (p.is_new(2))
      size = static_cast<T>(o.lr);
    const T turn = g * previous;
    size = std::min(std::max(size * (turn > 0 ? grow : turn < 0 ? shrink : T{1}), least), most);
    if (turn < 0)
      g = 0;
    p.param[i] -= g > 0 ? size : g < 0 ? -size : T{0};
    previous = g;
  }
}

template void Adadelta::update(const Options&, const Typed<float>&);
template void Adadelta::update(const Options&, const Typed<double>&);
template void Adagrad::update(const Options&, const Typed<float>&);
template void Adagrad::update(const Options&, const Typed<double>&);
template void ASGD::update(const Options&, const Typed<float>&);
template void ASGD::update(const Options&, const Typed<double>&);
template void RMSprop::update(const Options&, const Typed<float>&);
template void RMSprop::update(const Options&, const Typed<double>&);
template void Rprop::update(const Options&, const Typed<float>&);
template void Rprop::update(const Options&, const Typed<double>&);

}  // namespace tenon::optim
