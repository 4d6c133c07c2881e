/// Gradient functions of element-by-element ops of three operands and more. Saved are all operands
/// (null: a number, which is the node's number of the same place).
#ifndef TENON_SRC_OPS_TERNARY_GRADIENTS_H_
#define TENON_SRC_OPS_TERNARY_GRADIENTS_H_

#include "src/ops/unary_gradients.h"

namespace tenon::gradients {

void where(Backward& call);
void clamp(Backward& call);
void lerp(Backward& call);
void addcmul(Backward& call);
void addcdiv(Backward& call);
void nan_to_num(Backward& call);
void logit(Backward& call);

}  // namespace tenon::gradients

#endif  // TENON_SRC_OPS_TERNARY_GRADIENTS_H_
