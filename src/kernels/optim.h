#ifndef TENON_SRC_KERNELS_OPTIM_H_
#define TENON_SRC_KERNELS_OPTIM_H_

#include <stdint.h>

// Optimizer steps: one pass over parameter, gradient and state. T is float or double. Each number
// is rounded where PyTorch's chain of operations rounds it, so no multiplication is fused with an
// addition, and every instruction set gives the same bits.

namespace tenon::kernels {

/// g = sign * grad + weight_decay * param, then the momentum.
template <typename T>
struct SgdStep {
  T sign;  ///< -1 to maximize.
  T weight_decay;
  T momentum;
  T keep;  ///< 1 - dampening.
  T lr;
  bool nesterov;
};

/// `buffer` null: no momentum. `first`: it has no value yet and becomes g.
template <typename T>
void sgd_step(const SgdStep<T>& step, bool first, int64_t n, T* param, const T* grad,
              T* buffer) noexcept;

template <typename T>
struct AdamStep {
  T sign;          ///< -1 to maximize.
  T weight_decay;  ///< Added to the gradient; 0 if decoupled.
  T shrink;        ///< 1 - lr * weight_decay if decoupled, else 1.
  T one_minus_beta1;
  T beta2;
  T one_minus_beta2;
  T step_size;   ///< lr / (1 - beta1^t).
  T root_bias2;  ///< sqrt(1 - beta2^t).
  T eps;
};

/// `max_avg_sq` null: not amsgrad.
template <typename T>
void adam_step(const AdamStep<T>& step, int64_t n, T* param, const T* grad, T* avg, T* avg_sq,
               T* max_avg_sq) noexcept;

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_OPTIM_H_
