#include "tenon/nn/layers/conv.h"

#include <algorithm>

#include "src/nn/layers/layer.h"
#include "tenon/nn/init.h"

namespace tenon::nn {
namespace {

PaddingMode padding_mode_of(std::string_view layer, std::string_view name) {
  if (name == "zeros")
    return PaddingMode::kZeros;
  if (name == "reflect")
    return PaddingMode::kReflect;
  if (name == "replicate")
    return PaddingMode::kReplicate;
  if (name == "circular")
    return PaddingMode::kCircular;
  fail(ErrorCode::kValue, layer, ": padding_mode is '", name,
       "', wants 'zeros', 'reflect', 'replicate' or 'circular'");
}

void check_groups(std::string_view layer, const ConvOptions& o) {
  if (o.groups <= 0) {
    fail(ErrorCode::kValue, layer, ": groups is ", o.groups, ", wants a positive number");
  }
  if (o.in_channels % o.groups != 0) {
    fail(ErrorCode::kValue, layer, ": in_channels ", o.in_channels, " is not divisible by groups ",
         o.groups);
  }
  if (o.out_channels % o.groups != 0) {
    fail(ErrorCode::kValue, layer, ": out_channels ", o.out_channels,
         " is not divisible by groups ", o.groups);
  }
}

/// Padding of each dim on both sides; 'same' puts the odd one behind.
void resolve_padding(std::string_view layer, const Padding& padding, const Dims& kernel,
                     ConvWindow* window) {
  const std::size_t dims = kernel.size();
  window->pad_before = Dims(dims, 0);
  window->pad_after = Dims(dims, 0);
  if (!padding.is_word()) {
    window->pad_before = padding.ints().expand(dims, layer, "padding");
    window->pad_after = window->pad_before;
    return;
  }
  if (padding.word() == "valid")
    return;
  if (padding.word() != "same") {
    fail(ErrorCode::kValue, layer, ": padding is '", padding.word(), "', wants 'same' or 'valid'");
  }
  for (std::size_t i = 0; i < dims; ++i) {
    if (window->stride[i] != 1) {
      fail(ErrorCode::kValue, layer, ": padding='same' goes with stride 1, not ", window->stride);
    }
    const std::int64_t total = window->dilation[i] * (kernel[i] - 1);
    window->pad_before[i] = total / 2;
    window->pad_after[i] = total - total / 2;
  }
}

}  // namespace

ConvLayer::ConvLayer(std::string_view name, std::size_t dims, const Options& options,
                     bool initialize)
    : UnaryModule(name), options_(options), dims_(dims) {
  set_layer_info(own_layer_info(name));
  check_groups(name, options);
  window_.groups = options.groups;
  window_.padding_mode = padding_mode_of(name, options.padding_mode);
  kernel_size_ = options.kernel_size.expanded(dims, name, "kernel_size");
  window_.stride = options.stride.expand(dims, name, "stride");
  window_.dilation = options.dilation.expand(dims, name, "dilation");
  resolve_padding(name, options.padding, kernel_size_.values(), &window_);
  check_size(name, "in_channels", options.in_channels);
  check_size(name, "out_channels", options.out_channels);
  Shape sizes{options.out_channels, options.in_channels / options.groups};
  for (const std::int64_t size : kernel_size_.values()) {
    check_size(name, "kernel_size", size);
    sizes.push_back(size);
  }
  const DType dtype = parameter_dtype(name, options.dtype);
  make_parameter(*this, "weight", sizes, dtype);
  if (options.bias) {
    make_parameter(*this, "bias", Shape{options.out_channels}, dtype);
  } else {
    register_parameter("bias", Tensor());
  }
  if (initialize) {
    ConvLayer::reset_parameters();
  } else {
    mark_uninitialized();
  }
}

void ConvLayer::reset_parameters() {
  const Tensor& weight = needed_parameter(*this, 0, "weight");
  init::kaiming_uniform_(weight, std::sqrt(5.0));
  const Tensor& bias = parameter_at(*this, 1, "bias");
  const std::int64_t fan_in = init::fan_in_and_fan_out(weight).first;
  if (bias.defined() && fan_in != 0) {
    const double bound = bias_bound(fan_in);
    init::uniform_(bias, -bound, bound);
  } else if (bias.defined()) {
    init::zeros_(bias);
  }
}

Tensor ConvLayer::forward(const Tensor& input) {
  return detail::conv(type_name(), dims_, input, needed_parameter(*this, 0, "weight"),
                      parameter_at(*this, 1, "bias"), window_, is_training() ? nullptr : &packed_);
}

std::string ConvLayer::extra_repr() const {
  const std::string_view name = type_name();
  const auto differs = [](const Ints& ints, std::int64_t usual) {
    return std::any_of(ints.values().begin(), ints.values().end(),
                       [&](std::int64_t value) { return value != usual; });
  };
  const Ints stride = options_.stride.expanded(dims_, name, "stride");
  const Ints dilation = options_.dilation.expanded(dims_, name, "dilation");
  std::string text =
      concat(options_.in_channels, ", ", options_.out_channels,
             ", kernel_size=", kernel_size_.to_string(), ", stride=", stride.to_string());
  if (options_.padding.is_word()) {
    text += concat(", padding=", options_.padding.word());
  } else {
    const Ints padding = options_.padding.ints().expanded(dims_, name, "padding");
    if (differs(padding, 0))
      text += concat(", padding=", padding.to_string());
  }
  if (differs(dilation, 1))
    text += concat(", dilation=", dilation.to_string());
  if (options_.groups != 1)
    text += concat(", groups=", options_.groups);
  if (!parameter_at(*this, 1, "bias").defined())
    text += ", bias=False";
  if (options_.padding_mode != "zeros") {
    text += concat(", padding_mode=", options_.padding_mode);
  }
  return text;
}

}  // namespace tenon::nn
