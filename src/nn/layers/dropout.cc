#include "tenon/nn/layers/dropout.h"

#include "src/nn/layers/layer.h"
#include "tenon/ops/dropout.h"

namespace tenon::nn {

Dropout::Dropout(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
  if (!(options.p.value() >= 0 && options.p.value() <= 1)) {
    fail(ErrorCode::kValue, kName, ": p is ", options.p.to_string(), ", wants 0 <= p <= 1");
  }
}

Tensor Dropout::forward(const Tensor& input) {
  if (!is_training())
    return input;
  Generator& generator = context().generator();
  if (options_.inplace)
    return dropout_(input, options_.p.value(), true, generator);
  return dropout(input, options_.p.value(), true, generator);
}

std::string Dropout::extra_repr() const {
  return concat("p=", options_.p.to_string(), ", inplace=", python_bool(options_.inplace));
}

}  // namespace tenon::nn
