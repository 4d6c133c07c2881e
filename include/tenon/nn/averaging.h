/// Averages of a model's weights over training, as torch.optim.swa_utils.
#ifndef TENON_NN_AVERAGING_H_
#define TENON_NN_AVERAGING_H_

#include <functional>
#include <span>

#include "tenon/nn/module.h"

namespace tenon::nn {

/// The next average, of the average, the model's tensor and how many were averaged so far.
using AverageFunction =
    std::function<Tensor(const Tensor& average, const Tensor& model, std::int64_t averaged)>;

/// The mean of all: average + (model - average) / (averaged + 1). PyTorch's default.
AverageFunction mean_average();
/// The same as PyTorch's get_swa_multi_avg_fn computes it: towards the model by a weight of 1 /
/// (averaged + 1) that was rounded to float32.
AverageFunction swa_multi_average();
/// Exponential: decay * average + (1 - decay) * model.
AverageFunction ema_average(double decay = 0.999);

/// A deep copy of a model, "module", whose parameters are the averages. Its call is the copy's.
/// Buffer n_averaged (int64) counts.
class AveragedModel final : public Module {
 public:
  /// `use_buffers`: buffers are averaged too; else they follow the model.
  AveragedModel(const Module& model, AverageFunction average, bool use_buffers);
  /// Takes the model's tensors in; the first time they are copied. Throws kValue if it has not as
  /// many as the copy.
  void update_parameters(const Module& model);

 protected:
  ~AveragedModel() override = default;
  Ref<Module> clone_shell() const override;
  Value forward(std::span<const Value> args, const Value& kwargs) override;

 private:
  AveragedModel(AverageFunction average, bool use_buffers);
  template <class T, class... Args>
  friend Ref<T> tenon::make(Args&&... args);

  AverageFunction average_;
  bool use_buffers_;
};

/// Running statistics of the batch norms below a model anew, as plain averages over the inputs:
/// each a tensor, or a tuple or list that begins with one. Training mode and momentum are put back,
/// also when a call fails.
void update_bn(Module& model, std::span<const Value> inputs);

}  // namespace tenon::nn

#endif  // TENON_NN_AVERAGING_H_
