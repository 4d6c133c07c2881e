#include "tenon/nn/layers/linear.h"

#include "src/nn/layers/layer.h"
#include "tenon/nn/init.h"
#include "tenon/ops/linear.h"

namespace tenon::nn {

Linear::Linear(const Options& options, bool initialize) : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
  check_size(kName, "in_features", options.in_features);
  check_size(kName, "out_features", options.out_features);
  const DType dtype = parameter_dtype(kName, options.dtype);
  make_parameter(*this, "weight", Shape{options.out_features, options.in_features}, dtype);
  if (options.bias) {
    make_parameter(*this, "bias", Shape{options.out_features}, dtype);
  } else {
    register_parameter("bias", Tensor());
  }
  if (initialize) {
    reset_parameters();
  } else {
    mark_uninitialized();
  }
}

void Linear::reset_parameters() {
  // sqrt(5) is historical: it makes the bound 1 / sqrt(in_features).
  init::kaiming_uniform_(needed_parameter(*this, 0, "weight"), std::sqrt(5.0));
  const Tensor& bias = parameter_at(*this, 1, "bias");
  if (bias.defined()) {
    const double bound = bias_bound(options_.in_features);
    init::uniform_(bias, -bound, bound);
  }
}

Tensor Linear::forward(const Tensor& input) {
  return detail::linear(kName, input, needed_parameter(*this, 0, "weight"),
                        parameter_at(*this, 1, "bias"), is_training() ? nullptr : &packed_);
}

std::string Linear::extra_repr() const {
  return concat("in_features=", options_.in_features, ", out_features=", options_.out_features,
                ", bias=", python_bool(parameter_at(*this, 1, "bias").defined()));
}

Identity::Identity(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

}  // namespace tenon::nn
