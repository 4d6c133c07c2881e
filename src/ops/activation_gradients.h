/// Gradient functions of activations with options: saved is x, the numbers are the options.
#ifndef TENON_SRC_OPS_ACTIVATION_GRADIENTS_H_
#define TENON_SRC_OPS_ACTIVATION_GRADIENTS_H_

#include "src/autograd/node.h"

namespace tenon::gradients {

void gelu_erf(Backward& call);
void gelu_tanh(Backward& call);
void softplus(Backward& call);
void elu(Backward& call);
void celu(Backward& call);
void leaky_relu(Backward& call);
void hardtanh(Backward& call);
void hardshrink(Backward& call);
void softshrink(Backward& call);
void threshold(Backward& call);

}  // namespace tenon::gradients

#endif  // TENON_SRC_OPS_ACTIVATION_GRADIENTS_H_
