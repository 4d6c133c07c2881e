/// Options of the optimizers that scale each element by its own history.
#ifndef TENON_OPTIM_ADAPTIVE_H_
#define TENON_OPTIM_ADAPTIVE_H_

#include "tenon/optim/options.h"

namespace tenon::optim {

struct AdadeltaOptions {
  Number lr = 1.0;
  Number rho = 0.9;
  Number eps = 1e-6;
  Number weight_decay = 0;
  bool maximize = false;
  bool capturable = false;
  std::optional<bool> foreach;
  bool differentiable = false;

  static constexpr auto fields() {
    using O = AdadeltaOptions;
    return std::tuple{
        option("lr", &O::lr, "Learning rate.", Check::kNotNegative),
        option("rho", &O::rho, "Decay of the averages.", Check::kUnit),
        option("eps", &O::eps, "Added to the denominator.", Check::kNotNegative),
        option("weight_decay", &O::weight_decay, "L2 penalty.", Check::kNotNegative),
        option("maximize", &O::maximize, "Climbs instead of descending."),
        option("capturable", &O::capturable, "Changes nothing here."),
        option("foreach", &O::foreach, "Changes nothing here."),
        option("differentiable", &O::differentiable, "Must be False."),
    };
  }
};

struct AdagradOptions {
  Number lr = 1e-2;
  Number lr_decay = 0;
  Number eps = 1e-10;
  Number weight_decay = 0;
  Number initial_accumulator_value = 0;
  std::optional<bool> foreach;
  bool maximize = false;
  bool differentiable = false;
  std::optional<bool> fused;

  static constexpr auto fields() {
    using O = AdagradOptions;
    return std::tuple{
        option("lr", &O::lr, "Learning rate.", Check::kNotNegative),
        option("lr_decay", &O::lr_decay, "Of the learning rate, per step.", Check::kNotNegative),
        option("eps", &O::eps, "Added to the denominator.", Check::kNotNegative),
        option("weight_decay", &O::weight_decay, "L2 penalty.", Check::kNotNegative),
        option("initial_accumulator_value", &O::initial_accumulator_value,
               "Where the sums of squares start.", Check::kNotNegative),
        option("foreach", &O::foreach, "Changes nothing here."),
        option("maximize", &O::maximize, "Climbs instead of descending."),
        option("differentiable", &O::differentiable, "Must be False."),
        option("fused", &O::fused, "Changes nothing here."),
    };
  }
};

struct ASGDOptions {
  Number lr = 1e-2;
  Number lambd = 1e-4;
  Number alpha = 0.75;
  Number t0 = 1e6;
  Number weight_decay = 0;
  std::optional<bool> foreach;
  bool maximize = false;
  bool differentiable = false;
  bool capturable = false;

  static constexpr auto fields() {
    using O = ASGDOptions;
    return std::tuple{
        option("lr", &O::lr, "Learning rate.", Check::kNotNegative),
        option("lambd", &O::lambd, "Decay term."),
        option("alpha", &O::alpha, "Exponent of the learning rate's decay."),
        option("t0", &O::t0, "Step at which averaging begins."),
        option("weight_decay", &O::weight_decay, "L2 penalty.", Check::kNotNegative),
        option("foreach", &O::foreach, "Changes nothing here."),
        option("maximize", &O::maximize, "Climbs instead of descending."),
        option("differentiable", &O::differentiable, "Must be False."),
        option("capturable", &O::capturable, "Changes nothing here."),
    };
  }
};

struct RMSpropOptions {
  Number lr = 1e-2;
  Number momentum = 0;
  Number alpha = 0.99;
  Number eps = 1e-8;
  bool centered = false;
  Number weight_decay = 0;
  bool capturable = false;
  std::optional<bool> foreach;
  bool maximize = false;
  bool differentiable = false;

  static constexpr auto fields() {
    using O = RMSpropOptions;
    return std::tuple{
        option("lr", &O::lr, "Learning rate.", Check::kNotNegative),
        option("momentum", &O::momentum, "Part of the last update that is kept.",
               Check::kNotNegative),
        option("alpha", &O::alpha, "Decay of the average of squares.", Check::kNotNegative),
        option("eps", &O::eps, "Added to the denominator.", Check::kNotNegative),
        option("centered", &O::centered, "Divides by the estimated deviation."),
        option("weight_decay", &O::weight_decay, "L2 penalty.", Check::kNotNegative),
        option("capturable", &O::capturable, "Changes nothing here."),
        option("foreach", &O::foreach, "Changes nothing here."),
        option("maximize", &O::maximize, "Climbs instead of descending."),
        option("differentiable", &O::differentiable, "Must be False."),
    };
  }
};

struct RpropOptions {
  Number lr = 1e-2;
  Numbers<2> etas{0.5, 1.2};
  Numbers<2> step_sizes{1e-6, 50};
  std::optional<bool> foreach;
  bool maximize = false;
  bool differentiable = false;
  bool capturable = false;

  static constexpr auto fields() {
    using O = RpropOptions;
    return std::tuple{
        option("lr", &O::lr, "Size of the first step.", Check::kNotNegative),
        option("etas", &O::etas, "Factors when the sign turns and when it stays."),
        option("step_sizes", &O::step_sizes, "Smallest and largest step."),
        option("foreach", &O::foreach, "Changes nothing here."),
        option("maximize", &O::maximize, "Climbs instead of descending."),
        option("differentiable", &O::differentiable, "Must be False."),
        option("capturable", &O::capturable, "Changes nothing here."),
    };
  }
};

}  // namespace tenon::optim

#endif  // TENON_OPTIM_ADAPTIVE_H_
