#include "tenon/nn/layers/pool.h"

#include <array>
#include <vector>

#include "src/nn/layers/layer.h"

namespace tenon::nn {
namespace {

/// Stride as torch stores it: kernel_size if it is not given.
const Ints& stride_of(const Ints& kernel_size, const std::optional<Ints>& stride) {
  return stride.has_value() ? *stride : kernel_size;
}

}  // namespace

MaxPoolLayer::MaxPoolLayer(std::string_view name, std::size_t dims, const Options& options)
    : Module(name), options_(options) {
  set_layer_info(own_layer_info(name));
  window_.kernel_size = options.kernel_size.expand(dims, name, "kernel_size");
  window_.stride = stride_of(options.kernel_size, options.stride).expand(dims, name, "stride");
  window_.padding = options.padding.expand(dims, name, "padding");
  window_.dilation = options.dilation.expand(dims, name, "dilation");
  window_.ceil_mode = options.ceil_mode;
}

Value MaxPoolLayer::forward(std::span<const Value> args, const Value& kwargs) {
  static constexpr std::array<std::string_view, 1> kNames{"input"};
  Value input;
  bind_arguments(type_name(), args, kwargs, kNames, 1, &input);
  return MaxPoolLayer::forward_one(input.as_tensor());
}

Value MaxPoolLayer::forward_one(const Tensor& input) {
  if (!options_.return_indices)
    return Value(detail::max_pool(type_name(), input, window_, nullptr));
  Tensor indices;
  const Tensor output = detail::max_pool(type_name(), input, window_, &indices);
  return Value::tuple({output, indices});
}

std::string MaxPoolLayer::extra_repr() const {
  return concat("kernel_size=", options_.kernel_size.to_string(),
                ", stride=", stride_of(options_.kernel_size, options_.stride).to_string(),
                ", padding=", options_.padding.to_string(),
                ", dilation=", options_.dilation.to_string(),
                ", ceil_mode=", python_bool(options_.ceil_mode));
}

AvgPool1d::AvgPool1d(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
  window_.kernel_size = options.kernel_size.expand(1, kName, "kernel_size");
  window_.stride = stride_of(options.kernel_size, options.stride).expand(1, kName, "stride");
  window_.padding = options.padding.expand(1, kName, "padding");
  window_.ceil_mode = options.ceil_mode;
}

Tensor AvgPool1d::forward(const Tensor& input) {
  return detail::avg_pool(kName, input, window_, options_.count_include_pad, 0);
}

std::string AvgPool1d::extra_repr() const {
  const auto tuple = [](const Dims& dims) { return Ints(dims, Ints::Form::kTuple).to_string(); };
  return concat("kernel_size=", tuple(window_.kernel_size), ", stride=", tuple(window_.stride),
                ", padding=", tuple(window_.padding));
}

AvgPool2d::AvgPool2d(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
  window_.kernel_size = options.kernel_size.expand(2, kName, "kernel_size");
  window_.stride = stride_of(options.kernel_size, options.stride).expand(2, kName, "stride");
  window_.padding = options.padding.expand(2, kName, "padding");
  window_.ceil_mode = options.ceil_mode;
}

Tensor AvgPool2d::forward(const Tensor& input) {
  if (options_.divisor_override == 0) {
    fail(ErrorCode::kRuntime, kName, ": divisor_override is 0");
  }
  return detail::avg_pool(kName, input, window_, options_.count_include_pad,
                          options_.divisor_override.value_or(0));
}

std::string AvgPool2d::extra_repr() const {
  return concat("kernel_size=", options_.kernel_size.to_string(),
                ", stride=", stride_of(options_.kernel_size, options_.stride).to_string(),
                ", padding=", options_.padding.to_string());
}

}  // namespace tenon::nn
