#include "tenon/nn/layers/activation.h"

#include "src/nn/layers/layer.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/softmax.h"

namespace tenon::nn {
namespace {

/// `output`, or the input with it written over.
Tensor given_back(const Tensor& input, const Tensor& output, bool inplace) {
  return inplace ? input.copy_(output) : output;
}

const char* inplace_text(bool inplace) {
  return inplace ? ", inplace=True" : "";
}

/// Which dim torch takes when none is given.
std::int64_t usual_dim(const Tensor& input) {
  const int ndim = input.ndim();
  return ndim == 0 || ndim == 1 || ndim == 3 ? 0 : 1;
}

std::string dim_text(const std::optional<std::int64_t>& dim) {
  return dim.has_value() ? concat("dim=", *dim) : "dim=None";
}

}  // namespace

ReLU::ReLU(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor ReLU::forward(const Tensor& input) {
  return given_back(input, relu(input), options_.inplace);
}

std::string ReLU::extra_repr() const {
  return options_.inplace ? "inplace=True" : "";
}

Tanh::Tanh(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor Tanh::forward(const Tensor& input) {
  return tanh(input);
}

Sigmoid::Sigmoid(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor Sigmoid::forward(const Tensor& input) {
  return sigmoid(input);
}

Softmax::Softmax(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor Softmax::forward(const Tensor& input) {
  return detail::softmax(kName, input, options_.dim.value_or(usual_dim(input)), false);
}

std::string Softmax::extra_repr() const {
  return dim_text(options_.dim);
}

ELU::ELU(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor ELU::forward(const Tensor& input) {
  return given_back(input, elu(input, options_.alpha.value()), options_.inplace);
}

std::string ELU::extra_repr() const {
  return concat("alpha=", options_.alpha.to_string(), inplace_text(options_.inplace));
}

Hardtanh::Hardtanh(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
  if (!(options.max_val.value() > options.min_val.value())) {
    fail(ErrorCode::kAssertion, kName, ": max_val ", options.max_val.to_string(),
         " is not above min_val ", options.min_val.to_string());
  }
}

Tensor Hardtanh::forward(const Tensor& input) {
  return given_back(input, hardtanh(input, options_.min_val.value(), options_.max_val.value()),
                    options_.inplace);
}

std::string Hardtanh::extra_repr() const {
  return concat("min_val=", options_.min_val.to_string(),
                ", max_val=", options_.max_val.to_string(), inplace_text(options_.inplace));
}

LeakyReLU::LeakyReLU(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor LeakyReLU::forward(const Tensor& input) {
  return given_back(input, leaky_relu(input, options_.negative_slope.value()), options_.inplace);
}

std::string LeakyReLU::extra_repr() const {
  return concat("negative_slope=", options_.negative_slope.to_string(),
                inplace_text(options_.inplace));
}

LogSoftmax::LogSoftmax(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor LogSoftmax::forward(const Tensor& input) {
  return detail::softmax(kName, input, options_.dim.value_or(usual_dim(input)), true);
}

std::string LogSoftmax::extra_repr() const {
  return dim_text(options_.dim);
}

SiLU::SiLU(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor SiLU::forward(const Tensor& input) {
  return given_back(input, silu(input), options_.inplace);
}

std::string SiLU::extra_repr() const {
  return options_.inplace ? "inplace=True" : "";
}

Softplus::Softplus(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor Softplus::forward(const Tensor& input) {
  return softplus(input, options_.beta.value(), options_.threshold.value());
}

std::string Softplus::extra_repr() const {
  return concat("beta=", options_.beta.to_string(), ", threshold=", options_.threshold.to_string());
}

}  // namespace tenon::nn
