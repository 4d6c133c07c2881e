/// Flatten.
#ifndef TENON_NN_LAYERS_FLATTEN_H_
#define TENON_NN_LAYERS_FLATTEN_H_

#include <string>
#include <string_view>
#include <tuple>

#include "tenon/nn/module.h"
#include "tenon/nn/options.h"

namespace tenon::nn {

struct FlattenOptions {
  std::int64_t start_dim = 1;
  std::int64_t end_dim = -1;

  static constexpr auto fields() {
    using O = FlattenOptions;
    return std::tuple{
        optional("start_dim", &O::start_dim, "First dim to flatten."),
        optional("end_dim", &O::end_dim, "Last dim to flatten."),
    };
  }
};

/// Dims start_dim to end_dim as one: a view where strides allow it, else a copy.
class Flatten final : public UnaryModule {
 public:
  using Options = FlattenOptions;
  static constexpr std::string_view kName = "Flatten";
  static constexpr std::string_view kDoc = "Dims start_dim to end_dim as one.";
  explicit Flatten(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~Flatten() override = default;
  Tensor forward(const Tensor& input) override;

 private:
  Options options_;
};

}  // namespace tenon::nn

#endif  // TENON_NN_LAYERS_FLATTEN_H_
