/// Small things that gradient functions of ops share.
#ifndef TENON_SRC_OPS_GRADIENTS_H_
#define TENON_SRC_OPS_GRADIENTS_H_

#include "src/autograd/record.h"
#include "tenon/ops/creation.h"
#include "tenon/ops/operand.h"

namespace tenon {

/// An operand's tensor; null for a number.
inline Tensor tensor_of(const Operand& operand) {
  return operand.is_tensor() ? Tensor(Ref<TensorImpl>(const_cast<TensorImpl*>(operand.tensor())))
                             : Tensor();
}
inline bool wants_grad(const Operand& operand) noexcept {
  return operand.is_tensor() && operand.tensor()->wants_grad();
}
/// g where the gate is open, elsewhere `leak` times g: the gradient of functions that are linear on
/// each side of a kink in x. As in torch, x counts among what it was computed from, though its
/// gradient is 0.
Tensor gate(const Tensor& g, const Tensor& x, const Tensor& open, double leak = 0);

/// Records nothing while it lives, if `active`: for ops that record themselves as a whole.
class Unrecorded {
 public:
  Unrecorded(const Context& context, bool active) noexcept
      : context_(active ? &context : nullptr),
        previous_(active ? set_grad_mode(context, GradMode::kOff) : GradMode::kOff) {}
  ~Unrecorded() {
    if (context_ != nullptr)
      set_grad_mode(*context_, previous_);
  }
  Unrecorded(const Unrecorded&) = delete;
  Unrecorded& operator=(const Unrecorded&) = delete;

 private:
  const Context* context_;
  GradMode previous_;
};

}  // namespace tenon

#endif  // TENON_SRC_OPS_GRADIENTS_H_
