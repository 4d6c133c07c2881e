/// Losses. All are made of differentiable ops, so that their gradients follow.
///
/// `weight` and `pos_weight` may be null tensors. Reduction kNone gives a loss for each element or
/// sample, kMean their mean (weighted where said), kSum their sum.
#ifndef TENON_OPS_LOSS_H_
#define TENON_OPS_LOSS_H_

#include <cstdint>
#include <string_view>

#include "tenon/tensor.h"

namespace tenon {

enum class Reduction { kNone, kMean, kSum };

/// "none", "mean" or "sum"; throws kValue for another word.
Reduction reduction_from_word(std::string_view word);

/// (input - target)², broadcast. With a weight of target's shape the mean divides by its sum.
Tensor mse_loss(const Tensor& input, const Tensor& target, Reduction reduction,
                const Tensor& weight = {});
/// |input - target|, broadcast; `weight` as in mse_loss.
Tensor l1_loss(const Tensor& input, const Tensor& target, Reduction reduction,
               const Tensor& weight = {});
/// With d = |input - target|: d² / (2 beta) below beta, d - beta / 2 from there on. Girshick, Fast
/// R-CNN, 2015. Throws kRuntime for a negative beta.
Tensor smooth_l1_loss(const Tensor& input, const Tensor& target, Reduction reduction, double beta);
/// With d = |input - target|: d² / 2 up to delta, delta (d - delta / 2) above. Huber, 1964. Throws
/// kRuntime unless delta > 0. `weight` as in mse_loss.
Tensor huber_loss(const Tensor& input, const Tensor& target, Reduction reduction, double delta,
                  const Tensor& weight = {});

/// -weight[t] * input[t] for the class t of each sample, 0 where t is ignore_index. `input` holds
/// log-probabilities: (C), (N, C) or (N, C, d1 …); `target` int64 or uint8 classes: (), (N) or
/// (N, d1 …). The mean divides by the weights of the targets kept. Throws kIndex for a class that
/// does not exist, before memory is read; kRuntime or kValue for shapes that do not fit.
Tensor nll_loss(const Tensor& input, const Tensor& target, const Tensor& weight,
                std::int64_t ignore_index, Reduction reduction);
/// nll_loss of log_softmax(input), the targets smoothed: (1 - s) on the class and s / C on all. Or
/// `target` holds a probability for each class, in input's shape; then the mean divides by the
/// number of samples. Throws kRuntime for a label_smoothing outside [0, 1].
Tensor cross_entropy(const Tensor& input, const Tensor& target, const Tensor& weight,
                     std::int64_t ignore_index, Reduction reduction, double label_smoothing);

/// -weight (t log x + (1 - t) log(1 - x)) with logarithms not below -100. `input` lies in [0, 1]
/// (kRuntime), `target` has its shape (kValue), `weight` broadcasts to it.
Tensor binary_cross_entropy(const Tensor& input, const Tensor& target, const Tensor& weight,
                            Reduction reduction);
/// The same of sigmoid(input), without overflow and with exact limits at ±inf: `pos_weight` is the
/// factor of positive targets.
Tensor binary_cross_entropy_with_logits(const Tensor& input, const Tensor& target,
                                        const Tensor& weight, const Tensor& pos_weight,
                                        Reduction reduction);

}  // namespace tenon

#endif  // TENON_OPS_LOSS_H_
