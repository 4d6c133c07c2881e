/// BatchNorm1d, BatchNorm2d, LayerNorm.
#ifndef TENON_NN_LAYERS_NORM_H_
#define TENON_NN_LAYERS_NORM_H_

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "tenon/nn/module.h"
#include "tenon/nn/options.h"

namespace tenon::nn {

struct BatchNormOptions {
  std::int64_t num_features = 0;
  Real eps = 1e-5;
  std::optional<Real> momentum = 0.1;
  bool affine = true;
  bool track_running_stats = true;
  Device device = {};
  std::optional<DType> dtype = {};
  bool bias = true;

  static constexpr auto fields() {
    using O = BatchNormOptions;
    return std::tuple{
        required("num_features", &O::num_features, "Channels of the input."),
        optional("eps", &O::eps, "Added to the variance."),
        optional("momentum", &O::momentum, "Weight of the new statistics; None: plain average."),
        optional("affine", &O::affine, "Learnable weight and bias."),
        optional("track_running_stats", &O::track_running_stats, "Keep running statistics."),
        device_field<O>(),
        dtype_field<O>(),
        optional("bias", &O::bias, "With affine: a bias beside the weight."),
    };
  }
};

/// What the batch norms share: (x - mean) / sqrt(var + eps) * weight + bias for each channel (dim
/// 1). Training: statistics of the batch, by which the running ones move (unbiased variance).
/// Otherwise the running ones. Parameters weight, bias; buffers running_mean, running_var,
/// num_batches_tracked (int64); what the options leave out is a None slot.
class BatchNormLayer : public UnaryModule {
 public:
  using Options = BatchNormOptions;
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;
  std::int64_t version() const override { return 2; }
  /// Mean 0, variance 1, counter 0.
  void reset_running_stats();
  /// None: plain average of the batches from now on.
  void set_momentum(const std::optional<Real>& momentum) noexcept { options_.momentum = momentum; }

 protected:
  BatchNormLayer(std::string_view name, const Options& options, bool initialize);
  ~BatchNormLayer() override = default;
  Tensor forward(const Tensor& input) override;
  void reset_parameters() override;
  void upgrade_state(StateDict& state_dict, const std::string& prefix, const Dict* metadata,
                     LoadReport& report) override;
  /// Throws kValue unless the class takes so many dims.
  virtual void check_input(const Tensor& input) const = 0;

 private:
  double average_factor();

  Options options_;
};

/// Batch norm of (N, C) or (N, C, L).
class BatchNorm1d final : public BatchNormLayer {
 public:
  static constexpr std::string_view kName = "BatchNorm1d";
  static constexpr std::string_view kDoc = "Batch normalisation of (N, C) or (N, C, L).";
  explicit BatchNorm1d(const Options& options, bool initialize = true)
      : BatchNormLayer(kName, options, initialize) {}

 protected:
  ~BatchNorm1d() override = default;
  void check_input(const Tensor& input) const override;
};

/// Batch norm of (N, C, H, W).
class BatchNorm2d final : public BatchNormLayer {
 public:
  static constexpr std::string_view kName = "BatchNorm2d";
  static constexpr std::string_view kDoc = "Batch normalisation of (N, C, H, W).";
  explicit BatchNorm2d(const Options& options, bool initialize = true)
      : BatchNormLayer(kName, options, initialize) {}

 protected:
  ~BatchNorm2d() override = default;
  void check_input(const Tensor& input) const override;
};

struct LayerNormOptions {
  Ints normalized_shape;
  Real eps = 1e-5;
  bool elementwise_affine = true;
  bool bias = true;
  Device device = {};
  std::optional<DType> dtype = {};

  static constexpr auto fields() {
    using O = LayerNormOptions;
    return std::tuple{
        required("normalized_shape", &O::normalized_shape, "The last dims of the input."),
        optional("eps", &O::eps, "Added to the variance."),
        optional("elementwise_affine", &O::elementwise_affine, "Learnable weight and bias."),
        optional("bias", &O::bias, "With elementwise_affine: a bias beside the weight."),
        device_field<O>(),
        dtype_field<O>(),
    };
  }
};

/// (x - mean) / sqrt(var + eps) * weight + bias over the last dims. `weight` and `bias` have
/// normalized_shape; what the options leave out is a None slot.
class LayerNorm final : public UnaryModule {
 public:
  using Options = LayerNormOptions;
  static constexpr std::string_view kName = "LayerNorm";
  static constexpr std::string_view kDoc = "Normalisation over the last dims.";
  explicit LayerNorm(const Options& options, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~LayerNorm() override = default;
  Tensor forward(const Tensor& input) override;
  void reset_parameters() override;

 private:
  Options options_;
};

}  // namespace tenon::nn

#endif  // TENON_NN_LAYERS_NORM_H_
