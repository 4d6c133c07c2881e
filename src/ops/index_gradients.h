/// Gradient functions of ops that pick and place by index. Saved is the index; the inputs are x and
/// perhaps a source, whose sizes are dims and more_dims; number 0 is the dim.
#ifndef TENON_SRC_OPS_INDEX_GRADIENTS_H_
#define TENON_SRC_OPS_INDEX_GRADIENTS_H_

#include "src/autograd/node.h"

namespace tenon::gradients {

void index_select(Backward& call);
void gather(Backward& call);
void take(Backward& call);
void scatter(Backward& call);
void scatter_add(Backward& call);
/// Saved are index, x, source and the result; number 1 is the fold, number 2 include_self.
void scatter_reduce(Backward& call);
/// Number 1 is the factor.
void index_add(Backward& call);
void index_copy(Backward& call);
/// The source is the value.
void index_fill(Backward& call);

}  // namespace tenon::gradients

#endif  // TENON_SRC_OPS_INDEX_GRADIENTS_H_
