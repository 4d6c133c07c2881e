/// Losses: modules called with (input, target) that give one tensor.
#ifndef TENON_NN_LAYERS_LOSS_H_
#define TENON_NN_LAYERS_LOSS_H_

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "tenon/nn/module.h"
#include "tenon/nn/options.h"
#include "tenon/ops/loss.h"

namespace tenon::nn {

/// What all losses take. The older two decide about `reduction` when one of them is given.
struct ReductionOptions {
  std::optional<bool> size_average = {};
  std::optional<bool> reduce = {};
  std::string reduction = "mean";
};

/// The fields of ReductionOptions. print(m) shows none of a loss's options.
template <class O>
constexpr auto size_average_field() {
  return optional("size_average", &O::size_average, "Older form of reduction: mean, else sum.")
      .hidden();
}
template <class O>
constexpr auto reduce_field() {
  return optional("reduce", &O::reduce, "Older form of reduction: False is none.").hidden();
}
template <class O>
constexpr auto reduction_field() {
  return optional("reduction", &O::reduction, "'none', 'mean' or 'sum' over the losses.").hidden();
}

/// A module of two tensors, input and target.
class Loss : public Module {
 protected:
  Loss(std::string_view name, const ReductionOptions& options);
  ~Loss() override = default;
  /// Throws kType unless there are exactly two tensors, by position or as input= and target=.
  Value forward(std::span<const Value> args, const Value& kwargs) final;
  virtual Tensor loss(const Tensor& input, const Tensor& target) = 0;
  Reduction reduction() const noexcept { return reduction_; }
  /// Registers the buffer `name`; null: a None slot.
  void keep_weight(std::string_view name, const Tensor& weight);
  const Tensor& weight() const;

 private:
  Reduction reduction_;
};

struct ElementLossOptions : ReductionOptions {
  static constexpr auto fields() {
    using O = ElementLossOptions;
    return std::tuple{size_average_field<O>(), reduce_field<O>(), reduction_field<O>()};
  }
};

/// (input - target)², broadcast.
class MSELoss final : public Loss {
 public:
  using Options = ElementLossOptions;
  static constexpr std::string_view kName = "MSELoss";
  static constexpr std::string_view kDoc = "(input - target)², broadcast; mean, sum or none.";
  /// Throws kValue for a reduction that is none of the three words.
  explicit MSELoss(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }

 protected:
  ~MSELoss() override = default;
  Tensor loss(const Tensor& input, const Tensor& target) override;

 private:
  Options options_;
};

/// |input - target|, broadcast.
class L1Loss final : public Loss {
 public:
  using Options = ElementLossOptions;
  static constexpr std::string_view kName = "L1Loss";
  static constexpr std::string_view kDoc = "|input - target|, broadcast; mean, sum or none.";
  explicit L1Loss(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }

 protected:
  ~L1Loss() override = default;
  Tensor loss(const Tensor& input, const Tensor& target) override;

 private:
  Options options_;
};

struct SmoothL1LossOptions : ReductionOptions {
  Real beta = 1.0;

  static constexpr auto fields() {
    using O = SmoothL1LossOptions;
    return std::tuple{size_average_field<O>(), reduce_field<O>(), reduction_field<O>(),
                      optional("beta", &O::beta, "Where the square turns into a line.").hidden()};
  }
};

/// smooth_l1_loss: a square below beta, a line above.
class SmoothL1Loss final : public Loss {
 public:
  using Options = SmoothL1LossOptions;
  static constexpr std::string_view kName = "SmoothL1Loss";
  static constexpr std::string_view kDoc = "d² / (2 beta) below beta, d - beta / 2 above.";
  explicit SmoothL1Loss(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }

 protected:
  ~SmoothL1Loss() override = default;
  Tensor loss(const Tensor& input, const Tensor& target) override;

 private:
  Options options_;
};

struct HuberLossOptions {
  std::string reduction = "mean";
  Real delta = 1.0;

  static constexpr auto fields() {
    using O = HuberLossOptions;
    return std::tuple{reduction_field<O>(),
                      optional("delta", &O::delta, "Where the square turns into a line.").hidden()};
  }
};

/// huber_loss: a square up to delta, a line above.
class HuberLoss final : public Loss {
 public:
  using Options = HuberLossOptions;
  static constexpr std::string_view kName = "HuberLoss";
  static constexpr std::string_view kDoc = "d² / 2 up to delta, delta (d - delta / 2) above.";
  explicit HuberLoss(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }

 protected:
  ~HuberLoss() override = default;
  Tensor loss(const Tensor& input, const Tensor& target) override;

 private:
  Options options_;
};

struct NLLLossOptions : ReductionOptions {
  Tensor weight = {};
  std::int64_t ignore_index = -100;

  static constexpr auto fields() {
    using O = NLLLossOptions;
    return std::tuple{
        optional("weight", &O::weight, "A weight for each class.").hidden(),
        size_average_field<O>(),
        optional("ignore_index", &O::ignore_index, "A target that costs nothing.").hidden(),
        reduce_field<O>(),
        reduction_field<O>(),
    };
  }
};

/// nll_loss of log-probabilities (N, C, …) and classes (N, …). The buffer `weight` is (C) or none.
class NLLLoss final : public Loss {
 public:
  using Options = NLLLossOptions;
  static constexpr std::string_view kName = "NLLLoss";
  static constexpr std::string_view kDoc = "Minus the log-probability of each target class.";
  explicit NLLLoss(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }

 protected:
  ~NLLLoss() override = default;
  Tensor loss(const Tensor& input, const Tensor& target) override;

 private:
  Options options_;
};

struct CrossEntropyLossOptions : ReductionOptions {
  Tensor weight = {};
  std::int64_t ignore_index = -100;
  Real label_smoothing = 0.0;

  static constexpr auto fields() {
    using O = CrossEntropyLossOptions;
    return std::tuple{
        optional("weight", &O::weight, "A weight for each class.").hidden(),
        size_average_field<O>(),
        optional("ignore_index", &O::ignore_index, "A target that costs nothing.").hidden(),
        reduce_field<O>(),
        reduction_field<O>(),
        optional("label_smoothing", &O::label_smoothing, "Share of the target spread evenly.")
            .hidden(),
    };
  }
};

/// cross_entropy of logits (N, C, …) and classes (N, …) or probabilities (N, C, …). The buffer
/// `weight` is (C) or none.
class CrossEntropyLoss final : public Loss {
 public:
  using Options = CrossEntropyLossOptions;
  static constexpr std::string_view kName = "CrossEntropyLoss";
  static constexpr std::string_view kDoc = "Cross entropy of logits and classes or probabilities.";
  explicit CrossEntropyLoss(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }

 protected:
  ~CrossEntropyLoss() override = default;
  Tensor loss(const Tensor& input, const Tensor& target) override;

 private:
  Options options_;
};

struct BCELossOptions : ReductionOptions {
  Tensor weight = {};

  static constexpr auto fields() {
    using O = BCELossOptions;
    return std::tuple{optional("weight", &O::weight, "A factor of each element's loss.").hidden(),
                      size_average_field<O>(), reduce_field<O>(), reduction_field<O>()};
  }
};

/// binary_cross_entropy of probabilities. The buffer `weight` is none or broadcasts.
class BCELoss final : public Loss {
 public:
  using Options = BCELossOptions;
  static constexpr std::string_view kName = "BCELoss";
  static constexpr std::string_view kDoc = "Cross entropy of probabilities of yes and no.";
  explicit BCELoss(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }

 protected:
  ~BCELoss() override = default;
  Tensor loss(const Tensor& input, const Tensor& target) override;

 private:
  Options options_;
};

struct BCEWithLogitsLossOptions : ReductionOptions {
  Tensor weight = {};
  Tensor pos_weight = {};

  static constexpr auto fields() {
    using O = BCEWithLogitsLossOptions;
    return std::tuple{optional("weight", &O::weight, "A factor of each element's loss.").hidden(),
                      size_average_field<O>(), reduce_field<O>(), reduction_field<O>(),
                      optional("pos_weight", &O::pos_weight, "A factor of yes.").hidden()};
  }
};

/// binary_cross_entropy_with_logits. The buffers `weight` and `pos_weight` are none or broadcast.
class BCEWithLogitsLoss final : public Loss {
 public:
  using Options = BCEWithLogitsLossOptions;
  static constexpr std::string_view kName = "BCEWithLogitsLoss";
  static constexpr std::string_view kDoc = "BCELoss of sigmoid(input), without overflow.";
  explicit BCEWithLogitsLoss(const Options& options = {}, bool initialize = true);
  const Options& options() const noexcept { return options_; }

 protected:
  ~BCEWithLogitsLoss() override = default;
  Tensor loss(const Tensor& input, const Tensor& target) override;

 private:
  Options options_;
};

}  // namespace tenon::nn

#endif  // TENON_NN_LAYERS_LOSS_H_
