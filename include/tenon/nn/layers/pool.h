/// MaxPool1d, MaxPool2d, AvgPool1d, AvgPool2d.
#ifndef TENON_NN_LAYERS_POOL_H_
#define TENON_NN_LAYERS_POOL_H_

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "tenon/nn/module.h"
#include "tenon/nn/options.h"
#include "tenon/ops/pool.h"

namespace tenon::nn {

struct MaxPoolOptions {
  Ints kernel_size;
  std::optional<Ints> stride = {};
  Ints padding = 0;
  Ints dilation = 1;
  bool return_indices = false;
  bool ceil_mode = false;

  static constexpr auto fields() {
    using O = MaxPoolOptions;
    return std::tuple{
        required("kernel_size", &O::kernel_size, "Size of the window."),
        optional("stride", &O::stride, "Step of the window; None: kernel_size."),
        optional("padding", &O::padding, "Added on both sides, at most half the window."),
        optional("dilation", &O::dilation, "Distance of the window's elements."),
        optional("return_indices", &O::return_indices, "Return (output, indices).").hidden(),
        optional("ceil_mode", &O::ceil_mode, "A last window may hang over the edge."),
    };
  }
};

/// What the max pools share. One tensor in; one out, or with return_indices the tuple
/// (output, int64 indices).
class MaxPoolLayer : public Module {
 public:
  using Options = MaxPoolOptions;
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  MaxPoolLayer(std::string_view name, std::size_t dims, const Options& options);
  ~MaxPoolLayer() override = default;
  Value forward(std::span<const Value> args, const Value& kwargs) override;
  Value forward_one(const Tensor& input) override;

 private:
  Options options_;
  PoolWindow window_;
};

/// Largest of each window of (N, C, L) or (C, L).
class MaxPool1d final : public MaxPoolLayer {
 public:
  static constexpr std::string_view kName = "MaxPool1d";
  static constexpr std::string_view kDoc = "Largest of each window of (N, C, L) or (C, L).";
  explicit MaxPool1d(const Options& options, [[maybe_unused]] bool initialize = true)
      : MaxPoolLayer(kName, 1, options) {}

 protected:
  ~MaxPool1d() override = default;
};

/// Largest of each window of (N, C, H, W) or (C, H, W).
class MaxPool2d final : public MaxPoolLayer {
 public:
  static constexpr std::string_view kName = "MaxPool2d";
  static constexpr std::string_view kDoc = "Largest of each window of (N, C, H, W) or (C, H, W).";
  explicit MaxPool2d(const Options& options, [[maybe_unused]] bool initialize = true)
      : MaxPoolLayer(kName, 2, options) {}

 protected:
  ~MaxPool2d() override = default;
};

struct AvgPool1dOptions {
  Ints kernel_size;
  std::optional<Ints> stride = {};
  Ints padding = 0;
  bool ceil_mode = false;
  bool count_include_pad = true;

  static constexpr auto fields() {
    using O = AvgPool1dOptions;
    return std::tuple{
        required("kernel_size", &O::kernel_size, "Size of the window."),
        optional("stride", &O::stride, "Step of the window; None: kernel_size."),
        optional("padding", &O::padding, "Zeros on both sides, at most half the window."),
        optional("ceil_mode", &O::ceil_mode, "A last window may hang over the edge.").hidden(),
        optional("count_include_pad", &O::count_include_pad, "Padding counts as zeros.").hidden(),
    };
  }
};

/// Mean of each window of (N, C, L) or (C, L).
class AvgPool1d final : public UnaryModule {
 public:
  using Options = AvgPool1dOptions;
  static constexpr std::string_view kName = "AvgPool1d";
  static constexpr std::string_view kDoc = "Mean of each window of (N, C, L) or (C, L).";
  explicit AvgPool1d(const Options& options, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~AvgPool1d() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
  PoolWindow window_;
};

struct AvgPool2dOptions {
  Ints kernel_size;
  std::optional<Ints> stride = {};
  Ints padding = 0;
  bool ceil_mode = false;
  bool count_include_pad = true;
  std::optional<std::int64_t> divisor_override = {};

  static constexpr auto fields() {
    using O = AvgPool2dOptions;
    return std::tuple{
        required("kernel_size", &O::kernel_size, "Size of the window."),
        optional("stride", &O::stride, "Step of the window; None: kernel_size."),
        optional("padding", &O::padding, "Zeros on both sides, at most half the window."),
        optional("ceil_mode", &O::ceil_mode, "A last window may hang over the edge.").hidden(),
        optional("count_include_pad", &O::count_include_pad, "Padding counts as zeros.").hidden(),
        optional("divisor_override", &O::divisor_override, "Divides instead of the count.")
            .hidden(),
    };
  }
};

/// Mean of each window of (N, C, H, W) or (C, H, W).
class AvgPool2d final : public UnaryModule {
 public:
  using Options = AvgPool2dOptions;
  static constexpr std::string_view kName = "AvgPool2d";
  static constexpr std::string_view kDoc = "Mean of each window of (N, C, H, W) or (C, H, W).";
  explicit AvgPool2d(const Options& options, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~AvgPool2d() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
  PoolWindow window_;
};

}  // namespace tenon::nn

#endif  // TENON_NN_LAYERS_POOL_H_
