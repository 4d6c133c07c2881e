/// SGD's options.
#ifndef TENON_OPTIM_SGD_H_
#define TENON_OPTIM_SGD_H_

#include "tenon/optim/options.h"

namespace tenon::optim {

struct SGDOptions {
  Number lr = 1e-3;
  Number momentum = 0;
  Number dampening = 0;
  Number weight_decay = 0;
  bool nesterov = false;
  bool maximize = false;
  std::optional<bool> foreach;
  bool differentiable = false;
  std::optional<bool> fused;

  static constexpr auto fields() {
    using O = SGDOptions;
    return std::tuple{
        option("lr", &O::lr, "Learning rate.", Check::kNotNegative),
        option("momentum", &O::momentum, "Part of the last update that is kept.",
               Check::kNotNegative),
        option("dampening", &O::dampening, "Part of the gradient the momentum leaves out."),
        option("weight_decay", &O::weight_decay, "L2 penalty.", Check::kNotNegative),
        option("nesterov", &O::nesterov, "Looks ahead along the momentum."),
        option("maximize", &O::maximize, "Climbs instead of descending."),
        option("foreach", &O::foreach, "Changes nothing here."),
        option("differentiable", &O::differentiable, "Must be False."),
        option("fused", &O::fused, "Changes nothing here."),
    };
  }
};

}  // namespace tenon::optim

#endif  // TENON_OPTIM_SGD_H_
