/// How an op records itself.
///
///   Tensor y = …;                                   // the plain computation
///   if (wants_grad(x)) [[unlikely]] {
///     if (const Ref<Node> node = start_node("exp", exp_backward, {&x})) {
///       node->save_result(y);
///       node->attach(y);
///     }
///   }
///
/// Nothing but the one test runs when no operand requires gradients. Whether recording is on is
/// asked by start_node, which gives null if it is not.
#ifndef TENON_SRC_AUTOGRAD_RECORD_H_
#define TENON_SRC_AUTOGRAD_RECORD_H_

#include <initializer_list>
#include <span>
#include <vector>

#include "src/autograd/node.h"
#include "src/tensor/recorder.h"

namespace tenon {

/// Whether gradients flow to any of these; null tensors do not count.
inline bool wants_grad(const Tensor& a) noexcept {
  return a.defined() && a.ref()->wants_grad();
}
template <class... More>
bool wants_grad(const Tensor& a, const More&... more) noexcept {
  return wants_grad(a) || wants_grad(more...);
}
bool wants_grad(const std::vector<Tensor>& tensors) noexcept;

/// A node with an edge for each input (null: an edge to nowhere), or null if nothing is recorded.
Ref<Node> start_node(std::string_view op, BackwardFunction function,
                     std::initializer_list<const Tensor*> inputs);
Ref<Node> start_node(std::string_view op, BackwardFunction function,
                     const std::vector<Tensor>& inputs);

/// Gradient function of ops whose gradient is the result's own: sums, clones, casts.
void pass_gradient(Backward& call);

// ---- in-place ops -------------------------------------------------------------------------------

/// The first half of an in-place op: throws torch's errors for writes that would lose a gradient (a
/// leaf, a view of one, a view made while recording was off), then as start_node with `self` first.
/// Call it only if an operand wants gradients.
Ref<Node> start_in_place(std::string_view op, BackwardFunction function,
                         std::initializer_list<const Tensor*> inputs);
/// The second half, after the write: `self` is now a result of the node.
void finish_in_place(const Tensor& self, Ref<Node> node);

// ---- views --------------------------------------------------------------------------------------

/// Makes `view`, a fresh one over x's storage, a view of x (or of x's base) with its own gradient
/// function; `dims` and `more` are for that.
void record_view(const Tensor& view, const Tensor& x, std::string_view op,
                 BackwardFunction function, std::span<const std::int64_t> dims = {},
                 std::span<const std::int64_t> more = {});
/// Marks a view as one of several results: it cannot be written in place while recording.
void mark_one_of_several(const Tensor& view);

}  // namespace tenon

#endif  // TENON_SRC_AUTOGRAD_RECORD_H_
