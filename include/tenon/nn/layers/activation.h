/// ReLU, Tanh, Sigmoid, Softmax, ELU, Hardtanh, LeakyReLU, LogSoftmax, SiLU, Softplus.
#ifndef TENON_NN_LAYERS_ACTIVATION_H_
#define TENON_NN_LAYERS_ACTIVATION_H_

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "tenon/nn/module.h"
#include "tenon/nn/options.h"

namespace tenon::nn {

struct ReLUOptions {
  bool inplace = false;

  static constexpr auto fields() {
    return std::tuple{optional("inplace", &ReLUOptions::inplace, "Write over the input.")};
  }
};

/// max(x, 0); NaN stays NaN.
class ReLU final : public UnaryModule {
 public:
  using Options = ReLUOptions;
  static constexpr std::string_view kName = "ReLU";
  static constexpr std::string_view kDoc = "max(x, 0).";
  explicit ReLU(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~ReLU() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
};

/// For layers without options.
struct NoOptions {
  static constexpr auto fields() { return std::tuple{}; }
};

/// Hyperbolic tangent.
class Tanh final : public UnaryModule {
 public:
  using Options = NoOptions;
  static constexpr std::string_view kName = "Tanh";
  static constexpr std::string_view kDoc = "Hyperbolic tangent.";
  explicit Tanh(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }

 protected:
  ~Tanh() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
};

/// 1 / (1 + e^-x).
class Sigmoid final : public UnaryModule {
 public:
  using Options = NoOptions;
  static constexpr std::string_view kName = "Sigmoid";
  static constexpr std::string_view kDoc = "1 / (1 + e^-x).";
  explicit Sigmoid(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }

 protected:
  ~Sigmoid() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
};

struct SoftmaxOptions {
  std::optional<std::int64_t> dim = {};

  static constexpr auto fields() {
    return std::tuple{
        optional("dim", &SoftmaxOptions::dim, "Along which; None: 0 for 0, 1 and 3 dims, else 1.")};
  }
};

/// e^x / sum e^x along a dim.
class Softmax final : public UnaryModule {
 public:
  using Options = SoftmaxOptions;
  static constexpr std::string_view kName = "Softmax";
  static constexpr std::string_view kDoc = "e^x / sum e^x along a dim.";
  explicit Softmax(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~Softmax() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
};

struct ELUOptions {
  Real alpha = 1.0;
  bool inplace = false;

  static constexpr auto fields() {
    using O = ELUOptions;
    return std::tuple{
        optional("alpha", &O::alpha, "Scale below 0."),
        optional("inplace", &O::inplace, "Write over the input."),
    };
  }
};

/// x, or alpha (e^x - 1) below 0.
class ELU final : public UnaryModule {
 public:
  using Options = ELUOptions;
  static constexpr std::string_view kName = "ELU";
  static constexpr std::string_view kDoc = "x, or alpha (e^x - 1) below 0.";
  explicit ELU(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~ELU() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
};

struct HardtanhOptions {
  Real min_val = -1.0;
  Real max_val = 1.0;
  bool inplace = false;

  static constexpr auto fields() {
    using O = HardtanhOptions;
    return std::tuple{
        optional("min_val", &O::min_val, "Lower bound."),
        optional("max_val", &O::max_val, "Upper bound."),
        optional("inplace", &O::inplace, "Write over the input."),
    };
  }
};

/// x between min_val and max_val.
class Hardtanh final : public UnaryModule {
 public:
  using Options = HardtanhOptions;
  static constexpr std::string_view kName = "Hardtanh";
  static constexpr std::string_view kDoc = "x between min_val and max_val.";
  /// Throws kAssertion unless min_val < max_val.
  explicit Hardtanh(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~Hardtanh() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
};

struct LeakyReLUOptions {
  Real negative_slope = 0.01;
  bool inplace = false;

  static constexpr auto fields() {
    using O = LeakyReLUOptions;
    return std::tuple{
        optional("negative_slope", &O::negative_slope, "Slope below 0."),
        optional("inplace", &O::inplace, "Write over the input."),
    };
  }
};

/// x, or negative_slope x below 0.
class LeakyReLU final : public UnaryModule {
 public:
  using Options = LeakyReLUOptions;
  static constexpr std::string_view kName = "LeakyReLU";
  static constexpr std::string_view kDoc = "x, or negative_slope x below 0.";
  explicit LeakyReLU(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~LeakyReLU() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
};

/// log(e^x / sum e^x) along a dim.
class LogSoftmax final : public UnaryModule {
 public:
  using Options = SoftmaxOptions;
  static constexpr std::string_view kName = "LogSoftmax";
  static constexpr std::string_view kDoc = "log(e^x / sum e^x) along a dim.";
  explicit LogSoftmax(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~LogSoftmax() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
};

/// x / (1 + e^-x).
class SiLU final : public UnaryModule {
 public:
  using Options = ReLUOptions;
  static constexpr std::string_view kName = "SiLU";
  static constexpr std::string_view kDoc = "x / (1 + e^-x).";
  explicit SiLU(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~SiLU() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
};

struct SoftplusOptions {
  Real beta = 1.0;
  Real threshold = 20.0;

  static constexpr auto fields() {
    using O = SoftplusOptions;
    return std::tuple{
        optional("beta", &O::beta, "Steepness."),
        optional("threshold", &O::threshold, "Above it (times beta) the line y = x."),
    };
  }
};

/// log(1 + e^(beta x)) / beta.
class Softplus final : public UnaryModule {
 public:
  using Options = SoftplusOptions;
  static constexpr std::string_view kName = "Softplus";
  static constexpr std::string_view kDoc = "log(1 + e^(beta x)) / beta.";
  explicit Softplus(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~Softplus() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
};

}  // namespace tenon::nn

#endif  // TENON_NN_LAYERS_ACTIVATION_H_
