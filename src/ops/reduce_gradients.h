/// Gradient functions of ops that fold. A node's dims are the input's sizes, more_dims those with
/// the folded dims as 1; saved are the input and the result.
#ifndef TENON_SRC_OPS_REDUCE_GRADIENTS_H_
#define TENON_SRC_OPS_REDUCE_GRADIENTS_H_

#include "src/autograd/node.h"

namespace tenon::gradients {

void sum(Backward& call);
void nansum(Backward& call);
void mean(Backward& call);
void prod(Backward& call);
/// amax, amin, max and min of all: shared by all elements that are the extreme.
void extreme(Backward& call);
/// var (number 1 is 0) and std; number 0 is the correction.
void spread(Backward& call);
/// Number 0 is p.
void norm(Backward& call);
void logsumexp(Backward& call);

}  // namespace tenon::gradients

#endif  // TENON_SRC_OPS_REDUCE_GRADIENTS_H_
