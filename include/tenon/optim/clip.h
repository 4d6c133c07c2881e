/// Gradients kept small, as torch.nn.utils.clip_grad.
#ifndef TENON_OPTIM_CLIP_H_
#define TENON_OPTIM_CLIP_H_

#include <span>
#include <vector>

#include "tenon/tensor.h"

namespace tenon::optim {

/// The gradients that the parameters have.
std::vector<Tensor> gradients_of(std::span<const Tensor> params);

/// The `norm_type`-norm of the norms of all tensors (for inf, -inf, 1 and up: that of all elements
/// together), 0-dim in their dtype; a float32 0 for no tensors. Throws kRuntime for an infinite or
/// NaN norm if `error_if_nonfinite`, kUnsupported for dtypes that are not floating.
Tensor total_norm(std::span<const Tensor> tensors, double norm_type = 2,
                  bool error_if_nonfinite = false);
/// All gradients times max_norm / (total + 1e-6), if that is less than 1.
void clip_grads_with_norm(std::span<const Tensor> params, double max_norm, const Tensor& total);
/// Both; returns the norm before.
Tensor clip_grad_norm(std::span<const Tensor> params, double max_norm, double norm_type = 2,
                      bool error_if_nonfinite = false);
/// All gradients into [-clip_value, clip_value]. Throws kRuntime if there is none.
void clip_grad_value(std::span<const Tensor> params, double clip_value);

}  // namespace tenon::optim

#endif  // TENON_OPTIM_CLIP_H_
