/// ReLU, Tanh, Sigmoid, Softmax.
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

}  // namespace tenon::nn

#endif  // TENON_NN_LAYERS_ACTIVATION_H_
