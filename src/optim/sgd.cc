#include "src/kernels/optim.h"
#include "src/optim/algorithms.h"

namespace tenon::optim {

void SGD::check(const Options& o) {
  if (o.nesterov && (o.momentum <= 0 || o.dampening != 0)) {
    fail(ErrorCode::kValue, "SGD: nesterov needs momentum and no dampening, got momentum ",
         double{o.momentum}, ", dampening ", double{o.dampening});
  }
}

template <class T>
void SGD::update(const Options& o, const Typed<T>& p) {
  const kernels::SgdStep<T> step{o.maximize ? T{-1} : T{1},  static_cast<T>(o.weight_decay),
                                 static_cast<T>(o.momentum), static_cast<T>(1 - o.dampening),
                                 static_cast<T>(o.lr),       o.nesterov};
  kernels::sgd_step(step, p.is_new(0), p.count, p.param, p.grad,
                    o.momentum != 0 ? p.slot(0) : nullptr);
}
template void SGD::update(const Options&, const Typed<float>&);
template void SGD::update(const Options&, const Typed<double>&);

}  // namespace tenon::optim
