/// Options of the optimizers that look at a parameter as a matrix.
#ifndef TENON_OPTIM_MATRIX_H_
#define TENON_OPTIM_MATRIX_H_

#include "tenon/optim/options.h"

namespace tenon::optim {

struct AdafactorOptions {
  Number lr = 1e-2;
  Number beta2_decay = -0.8;
  Numbers<2> eps{Number::none(), 1e-3};
  Number d = 1.0;
  Number weight_decay = 0.0;
  std::optional<bool> foreach;
  bool maximize = false;

  static constexpr auto fields() {
    using O = AdafactorOptions;
    return std::tuple{
        option("lr", &O::lr, "Learning rate.", Check::kNotNegative),
        option("beta2_decay", &O::beta2_decay, "Exponent of the decay of the second moment.",
               Check::kNotPositive),
        option(
            "eps", &O::eps,
            "Least second moment (None: the dtype's epsilon, squared), least scale of a parameter.",
            Check::kNotNegative),
        option("d", &O::d, "Clipping threshold of the update.", Check::kAtLeastOne),
        option("weight_decay", &O::weight_decay, "Shrinks the parameter itself.",
               Check::kNotNegative),
        option("foreach", &O::foreach, "Changes nothing here."),
        option("maximize", &O::maximize, "Climbs instead of descending."),
    };
  }
};

struct MuonOptions {
  Number lr = 1e-3;
  Number weight_decay = 0.1;
  Number momentum = 0.95;
  bool nesterov = true;
  Numbers<3> ns_coefficients{3.4445, -4.7750, 2.0315};
  Number eps = 1e-7;
  Number ns_steps = 5;
  std::string_view adjust_lr_fn;

  static constexpr auto fields() {
    using O = MuonOptions;
    return std::tuple{
        option("lr", &O::lr, "Learning rate.", Check::kNotNegative),
        option("weight_decay", &O::weight_decay, "Shrinks the parameter itself.",
               Check::kNotNegative),
        option("momentum", &O::momentum, "Part of the last update that is kept.",
               Check::kNotNegative),
        option("nesterov", &O::nesterov, "Looks ahead along the momentum."),
        option("ns_coefficients", &O::ns_coefficients, "Of the Newton-Schulz polynomial."),
        option("eps", &O::eps, "Least norm."),
        option("ns_steps", &O::ns_steps, "Newton-Schulz iterations."),
        option("adjust_lr_fn", &O::adjust_lr_fn, "None, 'original' or 'match_rms_adamw'."),
    };
  }
};

}  // namespace tenon::optim

#endif  // TENON_OPTIM_MATRIX_H_
