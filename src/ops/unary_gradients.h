/// Gradient functions of the ops of one operand: in unary_gradients.cc, named as the ops.
#ifndef TENON_SRC_OPS_UNARY_GRADIENTS_H_
#define TENON_SRC_OPS_UNARY_GRADIENTS_H_

#include "src/autograd/node.h"

namespace tenon::gradients {

/// Of ops that are constant almost everywhere.
void zero(Backward& call);
/// Throws kUnsupported: nobody has written the gradient.
void unknown(Backward& call);

void abs(Backward& call);
void neg(Backward& call);
void sqrt(Backward& call);
void rsqrt(Backward& call);
void reciprocal(Backward& call);
void exp(Backward& call);
void exp2(Backward& call);
void expm1(Backward& call);
void log(Backward& call);
void log2(Backward& call);
void log10(Backward& call);
void log1p(Backward& call);
void sin(Backward& call);
void cos(Backward& call);
void tan(Backward& call);
void asin(Backward& call);
void acos(Backward& call);
void atan(Backward& call);
void sinh(Backward& call);
void cosh(Backward& call);
void tanh(Backward& call);
void asinh(Backward& call);
void acosh(Backward& call);
void atanh(Backward& call);
void sigmoid(Backward& call);
void erf(Backward& call);
void erfc(Backward& call);
void erfinv(Backward& call);
void lgamma(Backward& call);
void digamma(Backward& call);
void deg2rad(Backward& call);
void rad2deg(Backward& call);
void relu(Backward& call);
void relu6(Backward& call);
void silu(Backward& call);
void mish(Backward& call);
void selu(Backward& call);
void hardsigmoid(Backward& call);
void hardswish(Backward& call);
void square(Backward& call);
void softsign(Backward& call);
void tanhshrink(Backward& call);
void logsigmoid(Backward& call);

/// Second derivative of log |Γ|.
Tensor trigamma(const Tensor& x);

}  // namespace tenon::gradients

#endif  // TENON_SRC_OPS_UNARY_GRADIENTS_H_
