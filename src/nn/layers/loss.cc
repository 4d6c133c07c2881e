#include "tenon/nn/layers/loss.h"

#include <array>

#include "src/nn/layers/layer.h"

namespace tenon::nn {
namespace {

Reduction reduction_of(const ReductionOptions& options) {
  if (!options.size_average.has_value() && !options.reduce.has_value())
    return reduction_from_word(options.reduction);
  if (!options.reduce.value_or(true))
    return Reduction::kNone;
  return options.size_average.value_or(true) ? Reduction::kMean : Reduction::kSum;
}

}  // namespace

Loss::Loss(std::string_view name, const ReductionOptions& options)
    : Module(name), reduction_(reduction_of(options)) {
  set_layer_info(own_layer_info(name));
}

void Loss::keep_weight(std::string_view name, const Tensor& weight) {
  register_buffer(name, weight);
}

const Tensor& Loss::weight() const {
  return buffer_at(*this, 0, "weight");
}

Value Loss::forward(std::span<const Value> args, const Value& kwargs) {
  static constexpr std::array<std::string_view, 2> kNames{"input", "target"};
  std::array<Value, 2> bound;
  bind_arguments(type_name(), args, kwargs, kNames, 2, bound.data());
  return loss(bound[0].as_tensor(), bound[1].as_tensor());
}

MSELoss::MSELoss(const Options& options, bool) : Loss(kName, options), options_(options) {}
Tensor MSELoss::loss(const Tensor& input, const Tensor& target) {
  return mse_loss(input, target, reduction());
}

L1Loss::L1Loss(const Options& options, bool) : Loss(kName, options), options_(options) {}
Tensor L1Loss::loss(const Tensor& input, const Tensor& target) {
  return l1_loss(input, target, reduction());
}

SmoothL1Loss::SmoothL1Loss(const Options& options, bool)
    : Loss(kName, options), options_(options) {}
Tensor SmoothL1Loss::loss(const Tensor& input, const Tensor& target) {
  return smooth_l1_loss(input, target, reduction(), options_.beta.value());
}

HuberLoss::HuberLoss(const Options& options, bool)
    : Loss(kName, {{}, {}, options.reduction}), options_(options) {}
Tensor HuberLoss::loss(const Tensor& input, const Tensor& target) {
  return huber_loss(input, target, reduction(), options_.delta.value());
}

// The buffers hold the weights from here on, so that casts and loading reach them.

NLLLoss::NLLLoss(const Options& options, bool) : Loss(kName, options), options_(options) {
  keep_weight("weight", std::exchange(options_.weight, {}));
}
Tensor NLLLoss::loss(const Tensor& input, const Tensor& target) {
  return nll_loss(input, target, weight(), options_.ignore_index, reduction());
}

CrossEntropyLoss::CrossEntropyLoss(const Options& options, bool)
    : Loss(kName, options), options_(options) {
  keep_weight("weight", std::exchange(options_.weight, {}));
}
Tensor CrossEntropyLoss::loss(const Tensor& input, const Tensor& target) {
  return cross_entropy(input, target, weight(), options_.ignore_index, reduction(),
                       options_.label_smoothing.value());
}

BCELoss::BCELoss(const Options& options, bool) : Loss(kName, options), options_(options) {
  keep_weight("weight", std::exchange(options_.weight, {}));
}
Tensor BCELoss::loss(const Tensor& input, const Tensor& target) {
  return binary_cross_entropy(input, target, weight(), reduction());
}

BCEWithLogitsLoss::BCEWithLogitsLoss(const Options& options, bool)
    : Loss(kName, options), options_(options) {
  keep_weight("weight", std::exchange(options_.weight, {}));
  keep_weight("pos_weight", std::exchange(options_.pos_weight, {}));
}
Tensor BCEWithLogitsLoss::loss(const Tensor& input, const Tensor& target) {
  return binary_cross_entropy_with_logits(input, target, weight(),
                                          buffer_at(*this, 1, "pos_weight"), reduction());
}

}  // namespace tenon::nn
