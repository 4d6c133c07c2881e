/// Gradient functions of normalisation. Inputs and saved tensors: x, weight; number 0 is eps.
#ifndef TENON_SRC_OPS_NORM_GRADIENTS_H_
#define TENON_SRC_OPS_NORM_GRADIENTS_H_

#include "src/autograd/node.h"

namespace tenon::gradients {

/// Saved besides: running mean and variance, null while training.
void batch_norm(Backward& call);
/// dims holds the number of normalised dims.
void layer_norm(Backward& call);

}  // namespace tenon::gradients

#endif  // TENON_SRC_OPS_NORM_GRADIENTS_H_
