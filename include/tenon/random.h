/// Random numbers in tensors, as PyTorch's CPU generator draws them, bit for bit.
#ifndef TENON_RANDOM_H_
#define TENON_RANDOM_H_

#include "tenon/generator.h"
#include "tenon/tensor.h"

namespace tenon {

/// Fills `t` (any floating dtype) in place with uniform numbers of [low, high), drawn as
/// torch.Tensor.uniform_ of 2.15's vector build draws them; a strided tensor is filled in the order
/// of memory. Bumps the version counter. Throws kRuntime if low > high, kNotImplemented for other
/// dtypes.
void uniform_(const Tensor& t, double low, double high, Generator& generator);
/// Fills `t` in place with normal numbers, as torch.Tensor.normal_ (Cephes sequence for float32).
/// Throws kRuntime if std < 0, kNotImplemented for other dtypes.
void normal_(const Tensor& t, double mean, double std, Generator& generator);
/// Fills `t` (floating, integral or bool) in place with 1 where a draw is below `p`, else 0, as
/// torch.Tensor.bernoulli_(p): two words of the generator an element. Throws kRuntime unless
/// 0 <= p <= 1.
void bernoulli_(const Tensor& t, double p, Generator& generator);

}  // namespace tenon

#endif  // TENON_RANDOM_H_
