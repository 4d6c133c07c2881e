/// Dropout.
#ifndef TENON_NN_LAYERS_DROPOUT_H_
#define TENON_NN_LAYERS_DROPOUT_H_

#include <string>
#include <string_view>
#include <tuple>

#include "tenon/nn/module.h"
#include "tenon/nn/options.h"

namespace tenon::nn {

struct DropoutOptions {
  Real p = 0.5;
  bool inplace = false;

  static constexpr auto fields() {
    using O = DropoutOptions;
    return std::tuple{
        optional("p", &O::p, "Probability of an element to be zeroed."),
        optional("inplace", &O::inplace, "Write over the input."),
    };
  }
};

/// While training zeroes each element with probability p and scales the rest by 1 / (1 - p), the
/// mask drawn from the context's generator. In eval mode returns its input.
class Dropout final : public UnaryModule {
 public:
  using Options = DropoutOptions;
  static constexpr std::string_view kName = "Dropout";
  static constexpr std::string_view kDoc = "Zeroes elements at random while training.";
  /// Throws kValue unless 0 <= p <= 1.
  explicit Dropout(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~Dropout() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
};

}  // namespace tenon::nn

#endif  // TENON_NN_LAYERS_DROPOUT_H_
