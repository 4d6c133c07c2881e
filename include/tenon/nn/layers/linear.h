/// Linear and Identity.
#ifndef TENON_NN_LAYERS_LINEAR_H_
#define TENON_NN_LAYERS_LINEAR_H_

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "tenon/nn/module.h"
#include "tenon/nn/options.h"
#include "tenon/ops/packed.h"

namespace tenon::nn {

struct LinearOptions {
  std::int64_t in_features = 0;
  std::int64_t out_features = 0;
  bool bias = true;
  Device device = {};
  std::optional<DType> dtype = {};

  static constexpr auto fields() {
    using O = LinearOptions;
    return std::tuple{
        required("in_features", &O::in_features, "Size of each input row."),
        required("out_features", &O::out_features, "Size of each output row."),
        optional("bias", &O::bias, "Add a learnable bias."),
        device_field<O>(),
        dtype_field<O>(),
    };
  }
};

/// y = x Wᵀ + b over the last dim: (*, in_features) → (*, out_features). `weight` is
/// (out_features, in_features), `bias` (out_features) or a None slot.
class Linear final : public UnaryModule {
 public:
  using Options = LinearOptions;
  static constexpr std::string_view kName = "Linear";
  static constexpr std::string_view kDoc = "y = x Wᵀ + b over the last dim.";
  /// Throws kRuntime on negative sizes. Without `initialize` the parameters have no values.
  explicit Linear(const Options& options, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~Linear() override = default;
  Tensor forward(const Tensor& input) override;
  void reset_parameters() override;

 private:
  Options options_;
  PackedCache packed_;
};

/// Identity takes any arguments and forgets them.
struct IdentityOptions {
  static constexpr bool kTakesAnything = true;
  static constexpr auto fields() { return std::tuple{}; }
};

/// Returns its input.
class Identity final : public UnaryModule {
 public:
  using Options = IdentityOptions;
  static constexpr std::string_view kName = "Identity";
  static constexpr std::string_view kDoc = "Returns its input; takes any options.";
  explicit Identity(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }

 protected:
  ~Identity() override = default;
  Tensor forward(const Tensor& input) override { return input; }

 private:
  Options options_;
};

}  // namespace tenon::nn

#endif  // TENON_NN_LAYERS_LINEAR_H_
