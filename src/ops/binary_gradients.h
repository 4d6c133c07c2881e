/// Gradient functions of the ops of two operands: in binary_gradients.cc, named as the ops. Saved
/// are a, b (null: a number, or not needed) and the result; numbers are a, b and alpha.
#ifndef TENON_SRC_OPS_BINARY_GRADIENTS_H_
#define TENON_SRC_OPS_BINARY_GRADIENTS_H_

#include "src/autograd/node.h"

namespace tenon::gradients {

void add(Backward& call);
void sub(Backward& call);
void mul(Backward& call);
void div(Backward& call);
/// Of quotients that are rounded.
void zeros(Backward& call);
void remainder(Backward& call);
void fmod(Backward& call);
void pow(Backward& call);
void maximum(Backward& call);
void minimum(Backward& call);
void fmax(Backward& call);
void fmin(Backward& call);
void atan2(Backward& call);
void hypot(Backward& call);
void copysign(Backward& call);
void xlogy(Backward& call);
void logaddexp(Backward& call);

}  // namespace tenon::gradients

#endif  // TENON_SRC_OPS_BINARY_GRADIENTS_H_
