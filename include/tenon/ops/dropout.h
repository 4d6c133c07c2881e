/// Dropout: zeroes elements at random and scales the rest.
#ifndef TENON_OPS_DROPOUT_H_
#define TENON_OPS_DROPOUT_H_

#include "tenon/random.h"
#include "tenon/tensor.h"

namespace tenon {

/// While training: each element times 1/(1 - p) with probability 1 - p, else times 0, the mask
/// drawn as torch.nn.functional.dropout of 2.15 draws it. Not training, p = 0 or nothing in it: the
/// input itself, nothing drawn. p = 1: zeros, nothing drawn. Floating dtypes. Throws kValue unless
/// 0 <= p <= 1.
Tensor dropout(const Tensor& input, double p, bool training, Generator& generator);
/// The same, written over the input.
const Tensor& dropout_(const Tensor& input, double p, bool training, Generator& generator);

}  // namespace tenon

#endif  // TENON_OPS_DROPOUT_H_
