/// LBFGS's options.
#ifndef TENON_OPTIM_LBFGS_H_
#define TENON_OPTIM_LBFGS_H_

#include "tenon/optim/options.h"

namespace tenon::optim {

struct LBFGSOptions {
  Number lr = 1;
  Number max_iter = 20;
  Number max_eval = Number::none();
  Number tolerance_grad = 1e-7;
  Number tolerance_change = 1e-9;
  Number history_size = 100;
  std::string_view line_search_fn;
  bool maximize = false;

  static constexpr auto fields() {
    using O = LBFGSOptions;
    return std::tuple{
        option("lr", &O::lr, "Learning rate.", Check::kNotNegative),
        option("max_iter", &O::max_iter, "Iterations a step."),
        option("max_eval", &O::max_eval, "Evaluations a step; None: 5/4 of max_iter."),
        option("tolerance_grad", &O::tolerance_grad, "Stops at gradients this small."),
        option("tolerance_change", &O::tolerance_change, "Stops at changes this small."),
        option("history_size", &O::history_size, "Pairs of updates kept."),
        option("line_search_fn", &O::line_search_fn, "None or 'strong_wolfe'."),
        option("maximize", &O::maximize, "Climbs instead of descending."),
    };
  }
};

}  // namespace tenon::optim

#endif  // TENON_OPTIM_LBFGS_H_
