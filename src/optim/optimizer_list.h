/// The list of optimizers: a class is named here and nowhere else, in the order of names.
#ifndef TENON_SRC_OPTIM_OPTIMIZER_LIST_H_
#define TENON_SRC_OPTIM_OPTIMIZER_LIST_H_

#include "src/optim/algorithms.h"

namespace tenon::optim {

template <class... A>
constexpr std::array<OptimizerInfo, sizeof...(A)> infos_of() {
  return {OptimizerOf<A>::kInfo...};
}

inline constexpr std::array kOptimizers = infos_of<  //
    ASGD,                                            //
    Adadelta,                                        //
    Adafactor,                                       //
    Adagrad,                                         //
    Adam,                                            //
    AdamW,                                           //
    Adamax,                                          //
    LBFGS,                                           //
    Muon,                                            //
    NAdam,                                           //
    RAdam,                                           //
    RMSprop,                                         //
    Rprop,                                           //
    SGD>();

}  // namespace tenon::optim

#endif  // TENON_SRC_OPTIM_OPTIMIZER_LIST_H_
