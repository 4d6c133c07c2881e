#include "tenon/nn/layers/activation.h"

#include "src/kernels/elementwise.h"
#include "src/nn/layers/layer.h"
#include "src/ops/checks.h"
#include "tenon/ops/softmax.h"

namespace tenon::nn {
namespace {

using kernels::Activation;

/// y = function(x) element by element; `y` may be `x`. Both are contiguous.
void activate(Activation function, const Tensor& x, const Tensor& y) {
  dispatch_compute(x.dtype(), [&]<class T>() {
    kernels::activate(function, x.data<T>(), y.data<T>(), x.numel());
  });
}

Tensor activated(std::string_view who, Activation function, const Tensor& input) {
  check_floating(who, input);
  if (is_half(input.dtype())) {
    const Tensor wide = to_float(input).contiguous();
    activate(function, wide, wide);
    return wide.to(input.dtype());
  }
  const Tensor x = input.contiguous();
  Tensor y = Tensor::empty_like(x);
  activate(function, x, y);
  return y;
}

}  // namespace

ReLU::ReLU(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor ReLU::forward(const Tensor& input) {
  if (!options_.inplace)
    return activated(kName, Activation::kRelu, input);
  const bool direct = input.is_contiguous() && !is_half(input.dtype());
  if (!direct) {
    input.copy_(activated(kName, Activation::kRelu, input));
    return input;
  }
  check_floating(kName, input);
  input.begin_write(kName);
  activate(Activation::kRelu, input, input);
  return input;
}

std::string ReLU::extra_repr() const {
  return options_.inplace ? "inplace=True" : "";
}

Tanh::Tanh(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor Tanh::forward(const Tensor& input) {
  return activated(kName, Activation::kTanh, input);
}

Sigmoid::Sigmoid(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor Sigmoid::forward(const Tensor& input) {
  return activated(kName, Activation::kSigmoid, input);
}

Softmax::Softmax(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor Softmax::forward(const Tensor& input) {
  const int ndim = input.ndim();
  const std::int64_t usual = ndim == 0 || ndim == 1 || ndim == 3 ? 0 : 1;
  return detail::softmax(kName, input, options_.dim.value_or(usual), false);
}

std::string Softmax::extra_repr() const {
  return concat("dim=", options_.dim.has_value() ? concat(*options_.dim) : "None");
}

}  // namespace tenon::nn
