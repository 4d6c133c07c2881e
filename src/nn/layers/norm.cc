#include "tenon/nn/layers/norm.h"

#include "src/nn/layers/layer.h"
#include "tenon/nn/init.h"
#include "tenon/ops/norm.h"

namespace tenon::nn {

BatchNormLayer::BatchNormLayer(std::string_view name, const Options& options, bool initialize)
    : UnaryModule(name), options_(options) {
  set_layer_info(own_layer_info(name));
  check_size(name, "num_features", options.num_features);
  const DType dtype = parameter_dtype(name, options.dtype);
  const Shape sizes{options.num_features};
  if (options.affine) {
    make_parameter(*this, "weight", sizes, dtype);
  } else {
    register_parameter("weight", Tensor());
  }
  if (options.affine && options.bias) {
    make_parameter(*this, "bias", sizes, dtype);
  } else {
    register_parameter("bias", Tensor());
  }
  if (options.track_running_stats) {
    make_buffer(*this, "running_mean", sizes, dtype);
    make_buffer(*this, "running_var", sizes, dtype);
    // Older files do not have the counter, so it begins with a value in any case.
    register_buffer("num_batches_tracked", Tensor::scalar_int(0));
  } else {
    register_buffer("running_mean", Tensor());
    register_buffer("running_var", Tensor());
    register_buffer("num_batches_tracked", Tensor());
  }
  if (initialize) {
    BatchNormLayer::reset_parameters();
  } else {
    mark_uninitialized();
  }
}

void BatchNormLayer::reset_running_stats() {
  const Tensor& mean = buffer_at(*this, 0, "running_mean");
  const Tensor& var = buffer_at(*this, 1, "running_var");
  const Tensor& count = buffer_at(*this, 2, "num_batches_tracked");
  if (mean.defined())
    mean.fill_(0);
  if (var.defined())
    var.fill_(1);
  if (count.defined())
    count.fill_int_(0);
}

void BatchNormLayer::reset_parameters() {
  reset_running_stats();
  const Tensor& weight = parameter_at(*this, 0, "weight");
  const Tensor& bias = parameter_at(*this, 1, "bias");
  if (weight.defined())
    init::ones_(weight);
  if (bias.defined())
    init::zeros_(bias);
}

Tensor BatchNormLayer::forward(const Tensor& input) {
  check_input(input);
  const Tensor& mean = buffer_at(*this, 0, "running_mean");
  const Tensor& var = buffer_at(*this, 1, "running_var");
  const Tensor& count = buffer_at(*this, 2, "num_batches_tracked");
  const bool learns = is_training() && options_.track_running_stats;
  const bool counts = learns && count.defined();
  const std::int64_t batches = counts ? count.item_int() + 1 : 0;
  double momentum = options_.momentum.has_value() ? options_.momentum->value() : 0;
  if (counts && !options_.momentum.has_value())
    momentum = 1 / static_cast<double>(batches);
  const bool uses_running = !is_training() || options_.track_running_stats;
  const bool by_batch = is_training() || (!mean.defined() && !var.defined());
  Tensor output =
      detail::batch_norm(type_name(), input, uses_running ? mean : Tensor(),
                         uses_running ? var : Tensor(), parameter_at(*this, 0, "weight"),
                         parameter_at(*this, 1, "bias"), by_batch, momentum, options_.eps.value());
  if (counts)
    count.fill_int_(batches);
  return output;
}

void BatchNormLayer::upgrade_state(StateDict& state_dict, const std::string& prefix,
                                   const Dict* metadata, LoadReport&) {
  // R5.33: files from before version 2 have no counter; the module's own is taken.
  const Value* written = metadata == nullptr ? nullptr : metadata->find("version");
  const bool old = written == nullptr || written->is_none() || written->as_int() < 2;
  const Tensor& count = own_buffer("num_batches_tracked");
  if (!old || !options_.track_running_stats || !count.defined())
    return;
  const std::string key = prefix + "num_batches_tracked";
  if (state_dict.find(key) == nullptr)
    state_dict.set(key, count.clone());
}

std::string BatchNormLayer::extra_repr() const {
  return concat(options_.num_features, ", eps=", options_.eps.to_string(), ", momentum=",
                options_.momentum.has_value() ? options_.momentum->to_string() : "None",
                ", affine=", python_bool(options_.affine),
                ", bias=", python_bool(parameter_at(*this, 1, "bias").defined()),
                ", track_running_stats=", python_bool(options_.track_running_stats));
}

void BatchNorm1d::check_input(const Tensor& input) const {
  if (input.ndim() != 2 && input.ndim() != 3) {
    fail(ErrorCode::kValue, kName, ": input is ", input.ndim(),
         "-d, wants 2-d or 3-d: ", input.sizes());
  }
}

void BatchNorm2d::check_input(const Tensor& input) const {
  if (input.ndim() != 4) {
    fail(ErrorCode::kValue, kName, ": input is ", input.ndim(), "-d, wants 4-d: ", input.sizes());
  }
}

LayerNorm::LayerNorm(const Options& options, bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
  const Dims& sizes = options.normalized_shape.values();
  for (const std::int64_t size : sizes)
    check_size(kName, "normalized_shape", size);
  const DType dtype = parameter_dtype(kName, options.dtype);
  if (options.elementwise_affine) {
    make_parameter(*this, "weight", sizes, dtype);
  } else {
    register_parameter("weight", Tensor());
  }
  if (options.elementwise_affine && options.bias) {
    make_parameter(*this, "bias", sizes, dtype);
  } else {
    register_parameter("bias", Tensor());
  }
  if (initialize) {
    reset_parameters();
  } else {
    mark_uninitialized();
  }
}

void LayerNorm::reset_parameters() {
  const Tensor& weight = parameter_at(*this, 0, "weight");
  const Tensor& bias = parameter_at(*this, 1, "bias");
  if (weight.defined())
    init::ones_(weight);
  if (bias.defined())
    init::zeros_(bias);
}

Tensor LayerNorm::forward(const Tensor& input) {
  return detail::layer_norm(kName, input, options_.normalized_shape.values(),
                            parameter_at(*this, 0, "weight"), parameter_at(*this, 1, "bias"),
                            options_.eps.value());
}

std::string LayerNorm::extra_repr() const {
  const Ints shape(options_.normalized_shape.values(), Ints::Form::kTuple);
  return concat(shape.to_string(), ", eps=", options_.eps.to_string(),
                ", elementwise_affine=", python_bool(options_.elementwise_affine),
                ", bias=", python_bool(parameter_at(*this, 1, "bias").defined()));
}

}  // namespace tenon::nn
