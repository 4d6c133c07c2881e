/// What the tensor layer's own operations (views, copies, fills) report to autograd, the layer
/// above, which implements these functions. Each call is behind one test of the tensors' flags.
#ifndef TENON_SRC_TENSOR_RECORDER_H_
#define TENON_SRC_TENSOR_RECORDER_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "tenon/tensor.h"

namespace tenon::detail {

/// A view without history or base (in the tensor layer itself). Bounds are checked.
Tensor plain_view(const Tensor& x, std::span<const std::int64_t> sizes,
                  std::span<const std::int64_t> strides, std::int64_t offset);

/// What torch's in-place ops refuse (kRuntime): several written elements in one place; a tensor
/// that is read and lies partly, not wholly, in the written memory.
void check_written(std::string_view op, const TensorImpl& self);
void check_overlap(std::string_view op, const TensorImpl& self, const TensorImpl& input);

/// The tensor's slot, made if there is none.
GradientSlot& gradient_slot(const Tensor& tensor);

/// `view` was made from `from`, of any layout in the same storage.
void note_view(const Tensor& view, const Tensor& from);

/// Renews the history of a view whose memory was written since it was made.
void renew_view(const Tensor& view);

/// `out` has the values of `in`: its gradient is in's.
void record_same(std::string_view op, const Tensor& out, const Tensor& in);
inline void note_same(std::string_view op, const Tensor& out, const Tensor& in) {
  if (in.impl().wants_grad()) [[unlikely]]
    record_same(op, out, in);
}

/// First half of a recorded overwrite of `self` by `source` (null: by a constant): throws where
/// torch refuses in-place changes; gives the node, or null if nothing is recorded.
Ref<Object> record_overwrite(std::string_view op, const Tensor& self, const Tensor* source);
/// Second half, after the write: `self` (and, if it is a view, its base) is now a result of `node`.
void move_history(const Tensor& self, Ref<Object> node);

/// Brackets an overwrite: make one before, call done() after.
class Overwrite {
 public:
  Overwrite(std::string_view op, const Tensor& self, const Tensor* source = nullptr) {
    if (self.impl().wants_grad() || (source != nullptr && source->impl().wants_grad())) [[unlikely]]
      node_ = record_overwrite(op, self, source);
  }
  void done(const Tensor& self) {
    if (node_) [[unlikely]]
      move_history(self, std::move(node_));
  }

 private:
  Ref<Object> node_;
};

}  // namespace tenon::detail

#endif  // TENON_SRC_TENSOR_RECORDER_H_
