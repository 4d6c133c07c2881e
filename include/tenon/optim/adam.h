/// Options of Adam and its kin.
#ifndef TENON_OPTIM_ADAM_H_
#define TENON_OPTIM_ADAM_H_

#include "tenon/optim/options.h"

namespace tenon::optim {

struct AdamOptions {
  Number lr = 1e-3;
  Numbers<2> betas{0.9, 0.999};
  Number eps = 1e-8;
  Number weight_decay = 0;
  bool amsgrad = false;
  bool maximize = false;
  std::optional<bool> foreach;
  bool capturable = false;
  bool differentiable = false;
  std::optional<bool> fused;
  bool decoupled_weight_decay = false;

  static constexpr auto fields() {
    using O = AdamOptions;
    return std::tuple{
        option("lr", &O::lr, "Learning rate.", Check::kNotNegative),
        option("betas", &O::betas, "Decay of the averages of gradient and square.",
               Check::kFraction),
        option("eps", &O::eps, "Added to the denominator.", Check::kNotNegative),
        option("weight_decay", &O::weight_decay, "L2 penalty.", Check::kNotNegative),
        option("amsgrad", &O::amsgrad, "Divides by the largest average so far."),
        option("maximize", &O::maximize, "Climbs instead of descending."),
        option("foreach", &O::foreach, "Changes nothing here."),
        option("capturable", &O::capturable, "Changes nothing here."),
        option("differentiable", &O::differentiable, "Must be False."),
        option("fused", &O::fused, "Changes nothing here."),
        option("decoupled_weight_decay", &O::decoupled_weight_decay,
               "Shrinks the parameter itself (AdamW)."),
    };
  }
};

/// Adam with decoupled weight decay.
struct AdamWOptions : AdamOptions {
  AdamWOptions() {
    weight_decay = 1e-2;
    decoupled_weight_decay = true;
  }
};

struct AdamaxOptions {
  Number lr = 2e-3;
  Numbers<2> betas{0.9, 0.999};
  Number eps = 1e-8;
  Number weight_decay = 0;
  std::optional<bool> foreach;
  bool maximize = false;
  bool differentiable = false;
  bool capturable = false;

  static constexpr auto fields() {
    using O = AdamaxOptions;
    return std::tuple{
        option("lr", &O::lr, "Learning rate.", Check::kNotNegative),
        option("betas", &O::betas, "Decay of the averages of gradient and square.",
               Check::kFraction),
        option("eps", &O::eps, "Added to the denominator.", Check::kNotNegative),
        option("weight_decay", &O::weight_decay, "L2 penalty.", Check::kNotNegative),
        option("foreach", &O::foreach, "Changes nothing here."),
        option("maximize", &O::maximize, "Climbs instead of descending."),
        option("differentiable", &O::differentiable, "Must be False."),
        option("capturable", &O::capturable, "Changes nothing here."),
    };
  }
};

struct NAdamOptions {
  Number lr = 2e-3;
  Numbers<2> betas{0.9, 0.999};
  Number eps = 1e-8;
  Number weight_decay = 0;
  Number momentum_decay = 4e-3;
  bool decoupled_weight_decay = false;
  bool maximize = false;
  std::optional<bool> foreach;
  bool capturable = false;
  bool differentiable = false;

  static constexpr auto fields() {
    using O = NAdamOptions;
    return std::tuple{
        option("lr", &O::lr, "Learning rate.", Check::kNotNegative),
        option("betas", &O::betas, "Decay of the averages of gradient and square.",
               Check::kFraction),
        option("eps", &O::eps, "Added to the denominator.", Check::kNotNegative),
        option("weight_decay", &O::weight_decay, "L2 penalty.", Check::kNotNegative),
        option("momentum_decay", &O::momentum_decay, "Of the momentum schedule.",
               Check::kNotNegative),
        option("decoupled_weight_decay", &O::decoupled_weight_decay,
               "Shrinks the parameter itself (AdamW)."),
        option("maximize", &O::maximize, "Climbs instead of descending."),
        option("foreach", &O::foreach, "Changes nothing here."),
        option("capturable", &O::capturable, "Changes nothing here."),
        option("differentiable", &O::differentiable, "Must be False."),
    };
  }
};

struct RAdamOptions {
  Number lr = 1e-3;
  Numbers<2> betas{0.9, 0.999};
  Number eps = 1e-8;
  Number weight_decay = 0;
  bool maximize = false;
  std::optional<bool> foreach;
  bool capturable = false;
  bool decoupled_weight_decay = false;
  bool differentiable = false;

  static constexpr auto fields() {
    using O = RAdamOptions;
    return std::tuple{
        option("lr", &O::lr, "Learning rate.", Check::kNotNegative),
        option("betas", &O::betas, "Decay of the averages of gradient and square.",
               Check::kFraction),
        option("eps", &O::eps, "Added to the denominator.", Check::kNotNegative),
        option("weight_decay", &O::weight_decay, "L2 penalty.", Check::kNotNegative),
        option("maximize", &O::maximize, "Climbs instead of descending."),
        option("foreach", &O::foreach, "Changes nothing here."),
        option("capturable", &O::capturable, "Changes nothing here."),
        option("decoupled_weight_decay", &O::decoupled_weight_decay,
               "Shrinks the parameter itself (AdamW)."),
        option("differentiable", &O::differentiable, "Must be False."),
    };
  }
};

}  // namespace tenon::optim

#endif  // TENON_OPTIM_ADAM_H_
