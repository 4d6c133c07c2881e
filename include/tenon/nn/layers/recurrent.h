/// LSTM.
#ifndef TENON_NN_LAYERS_RECURRENT_H_
#define TENON_NN_LAYERS_RECURRENT_H_

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tenon/nn/module.h"
#include "tenon/nn/options.h"

namespace tenon::nn {

struct LSTMOptions {
  std::int64_t input_size = 0;
  std::int64_t hidden_size = 0;
  std::int64_t num_layers = 1;
  bool bias = true;
  bool batch_first = false;
  Real dropout = 0.0;
  bool bidirectional = false;
  std::int64_t proj_size = 0;
  Device device = {};
  std::optional<DType> dtype = {};

  static constexpr auto fields() {
    using O = LSTMOptions;
    return std::tuple{
        required("input_size", &O::input_size, "Size of an input step."),
        required("hidden_size", &O::hidden_size, "Size of the state."),
        optional("num_layers", &O::num_layers, "Layers on top of each other."),
        optional("bias", &O::bias, "Learnable biases bias_ih, bias_hh."),
        optional("batch_first", &O::batch_first, "Batched tensors are (N, T, *), not (T, N, *)."),
        optional("dropout", &O::dropout, "Dropout on the output of all layers but the last."),
        optional("bidirectional", &O::bidirectional, "Also run backwards."),
        optional("proj_size", &O::proj_size, "Size that h is projected to; 0: not projected."),
        device_field<O>(),
        dtype_field<O>(),
    };
  }
};

/// Long short-term memory. Arguments `input` (T, N, in), or (N, T, in) with batch_first, or (T,
/// in); `hx` the tuple (h0, c0) or None for zeros, each (layers * directions, N, *) or without N as
/// the input. Returns (output, (h, c)). Parameters weight_ih_l0, weight_hh_l0, bias_ih_l0,
/// bias_hh_l0, weight_hr_l0, weight_ih_l0_reverse, … in torch's order. Throws kValue for another
/// number of dims, kRuntime for sizes that do not fit.
class LSTM final : public Module {
 public:
  using Options = LSTMOptions;
  static constexpr std::string_view kName = "LSTM";
  static constexpr std::string_view kDoc = "Long short-term memory over a sequence.";
  /// Throws kValue on impossible options, as torch.
  explicit LSTM(const Options& options, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~LSTM() override = default;
  Value forward(std::span<const Value> args, const Value& kwargs) override;
  void reset_parameters() override;

 private:
  Options options_;
  std::vector<std::string> names_;  // of the parameters, in order
};

}  // namespace tenon::nn

#endif  // TENON_NN_LAYERS_RECURRENT_H_
