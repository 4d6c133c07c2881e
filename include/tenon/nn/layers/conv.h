/// Conv1d and Conv2d.
#ifndef TENON_NN_LAYERS_CONV_H_
#define TENON_NN_LAYERS_CONV_H_

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "tenon/nn/module.h"
#include "tenon/nn/options.h"
#include "tenon/ops/conv.h"

namespace tenon::nn {

struct ConvOptions {
  std::int64_t in_channels = 0;
  std::int64_t out_channels = 0;
  Ints kernel_size;
  Ints stride = 1;
  Padding padding = 0;
  Ints dilation = 1;
  std::int64_t groups = 1;
  bool bias = true;
  std::string padding_mode = "zeros";
  Device device = {};
  std::optional<DType> dtype = {};

  static constexpr auto fields() {
    using O = ConvOptions;
    return std::tuple{
        required("in_channels", &O::in_channels, "Channels of the input."),
        required("out_channels", &O::out_channels, "Channels of the output."),
        required("kernel_size", &O::kernel_size, "Size of the kernel."),
        optional("stride", &O::stride, "Step of the kernel."),
        optional("padding", &O::padding, "Added on both sides; or 'same' or 'valid'."),
        optional("dilation", &O::dilation, "Distance of the kernel's elements."),
        optional("groups", &O::groups, "Number of blocks that channels are divided into."),
        optional("bias", &O::bias, "Add a learnable bias."),
        optional("padding_mode", &O::padding_mode, "'zeros', 'reflect', 'replicate', 'circular'."),
        device_field<O>(),
        dtype_field<O>(),
    };
  }
};

/// What Conv1d and Conv2d share. `weight` is (out_channels, in_channels / groups, *kernel_size),
/// `bias` (out_channels) or a None slot.
class ConvLayer : public UnaryModule {
 public:
  using Options = ConvOptions;
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ConvLayer(std::string_view name, std::size_t dims, const Options& options, bool initialize);
  ~ConvLayer() override = default;
  Tensor forward(const Tensor& input) override;
  void reset_parameters() override;

 private:
  Options options_;
  std::size_t dims_;
  Ints kernel_size_;
  ConvWindow window_;
  PackedCache packed_;
};

/// Cross-correlation over the last dim: (N, C, L) or (C, L).
class Conv1d final : public ConvLayer {
 public:
  static constexpr std::string_view kName = "Conv1d";
  static constexpr std::string_view kDoc = "Convolution over (N, C, L) or (C, L).";
  /// Throws kValue on options that contradict each other, as torch.
  explicit Conv1d(const Options& options, bool initialize = true)
      : ConvLayer(kName, 1, options, initialize) {}

 protected:
  ~Conv1d() override = default;
};

/// Cross-correlation over the last two dims: (N, C, H, W) or (C, H, W).
class Conv2d final : public ConvLayer {
 public:
  static constexpr std::string_view kName = "Conv2d";
  static constexpr std::string_view kDoc = "Convolution over (N, C, H, W) or (C, H, W).";
  /// Throws kValue on options that contradict each other, as torch.
  explicit Conv2d(const Options& options, bool initialize = true)
      : ConvLayer(kName, 2, options, initialize) {}

 protected:
  ~Conv2d() override = default;
};

}  // namespace tenon::nn

#endif  // TENON_NN_LAYERS_CONV_H_
