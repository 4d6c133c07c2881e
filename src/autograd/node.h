/// Node: one recorded op. Backward: what its gradient function receives.
#ifndef TENON_SRC_AUTOGRAD_NODE_H_
#define TENON_SRC_AUTOGRAD_NODE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "src/autograd/few.h"
#include "src/base/spin_lock.h"
#include "tenon/autograd.h"
#include "tenon/tensor.h"

namespace tenon {

class Backward;
class Node;

/// Gives the gradients of an op's inputs, from those of its results. Written with the library's own
/// ops, so that it is recorded in turn when a graph of gradients is wanted.
using BackwardFunction = void (*)(Backward& call);

/// Where an input's gradient goes: result `output` of `node`. Null: nowhere.
struct Edge {
  Ref<Node> node;
  std::uint32_t output = 0;
};

/// A tensor that the gradient needs, which must still hold the values that forward saw: the
/// storage's version is remembered, and check() throws when it moved on.
struct SavedTensor {
  Tensor tensor;  // the input itself; of a result, another tensor over its storage (no cycle)
  const Storage* storage = nullptr;
  std::uint64_t version = 0;
  bool is_result = false;
};

/// Shape and dtype of one result, to which its gradient is fitted.
struct ResultShape {
  Shape sizes;
  DType dtype{};
};

/// Hooks on the results of a node, or on a leaf. The context knows the ids.
class TensorHooks {
 public:
  struct Entry {
    std::int64_t id;
    std::uint32_t output;
    bool after_accumulation;
    std::shared_ptr<TensorHook> hook;
  };
  explicit TensorHooks(Context& context) noexcept : context_(context) {}
  ~TensorHooks();
  TensorHooks(const TensorHooks&) = delete;
  TensorHooks& operator=(const TensorHooks&) = delete;

  /// Those of one kind, as they are now.
  std::vector<Entry> snapshot(bool after_accumulation);
  /// Adds one under a new id and gives that.
  std::int64_t add(std::uint32_t output, bool after_accumulation, TensorHook hook);
  /// Takes one out; null if it is not here. Dropping it may run the host's code.
  std::shared_ptr<TensorHook> take(std::int64_t id) noexcept;

 private:
  Context& context_;
  SpinLock lock_;
  std::vector<Entry> entries_;
};

/// What a tensor has beside its grad_fn: TensorImpl::autograd. Nodes hold it where they retain a
/// gradient for the tensor, which may be gone by then.
class TensorRecord final : public GradientSlot {
 public:
  explicit TensorRecord(Context& context) noexcept : GradientSlot(context) {}
  ~TensorRecord() override = default;

  std::unique_ptr<TensorHooks> hooks;  ///< A leaf's; made under the edge lock.
  Node* leaf_node = nullptr;           ///< Weak: cleared by the node. Under the edge lock.
  bool retains = false;                ///< Among grad_fn's `retained`.

  static TensorRecord* find(const TensorImpl& t) noexcept {
    return static_cast<TensorRecord*>(t.autograd.get());
  }
  /// Made if there is none.
  static TensorRecord& of(TensorImpl& t);
};

/// One recorded op. Immutable once attached to its results, but for hooks and what release_saved()
/// lets go of.
class Node final : public Object {
 public:
  static Ref<Node> make(Context& context, std::string_view op, BackwardFunction function);

  std::string_view op() const noexcept { return op_; }
  /// Grows with every node of a thread; a leaf's node counts as the youngest.
  std::uint64_t sequence() const noexcept { return leaf != nullptr ? UINT64_MAX : sequence_; }

  /// Appends the edge of an input.
  void add_input(const Tensor& input);
  void add_edge(Edge edge) { edges.push_back(std::move(edge)); }
  /// Whether gradients flow on along edge i.
  bool wants(std::size_t i) const noexcept { return i < edges.size() && edges[i].node; }

  /// Saves an input (or anything that is not a result). Null tensors keep their number.
  void save(const Tensor& tensor) { save(tensor, false); }
  /// Saves a result of this op.
  void save_result(const Tensor& tensor) { save(tensor, true); }
  /// Counts as something saved that goes when the graph is released (torch keeps a number that
  /// way).
  void save_nothing() { save(Tensor(), false); }
  /// Throws kRuntime if the saved tensors are gone or were changed.
  void check_saved() const;
  void release_saved() noexcept;

  /// Makes `tensor`, a fresh result, result number `results.size()` of this node.
  void attach(const Tensor& tensor);

  BackwardFunction function;
  Few<Edge, 3> edges;           ///< One an input.
  Few<ResultShape, 1> results;  ///< One a result.
  Few<SavedTensor, 3> saved;
  Dims dims;                           ///< Whatever the function wants to know: sizes,
  Dims more_dims;                      ///< dims,
  double numbers[4] = {};              ///< factors, or
  Ref<Object> extra;                   ///< an object.
  std::unique_ptr<TensorHooks> hooks;  ///< On the results; made under the edge lock.
  TensorImpl* leaf = nullptr;          ///< Of a leaf's node: the tensor, held by `extra`.

  /// Who retains the gradient of a result. Under `retain_lock`.
  struct Retained {
    Ref<TensorRecord> record;
    std::uint32_t output;
  };
  SpinLock retain_lock;
  std::vector<Retained> retained;

 private:
  Node(Context& context, std::string_view op, BackwardFunction f) noexcept;
  ~Node() override = default;
  void destroy() noexcept override;
  void save(const Tensor& tensor, bool is_result);

  std::string_view op_;
  std::uint64_t sequence_;
  Node* next_dead_ = nullptr;
  bool released_ = false;
};

/// One run of a node's gradient function.
class Backward {
 public:
  Backward(Node& node, std::vector<Tensor>& grads, std::vector<Tensor>& out,
           const std::vector<bool>* wanted, bool recording)
      : node_(node), grads_(grads), out_(out), wanted_(wanted), recording_(recording) {}

  Node& node() const noexcept { return node_; }
  std::size_t input_count() const noexcept { return node_.edges.size(); }
  /// The gradient of a result; null if none arrived. (With one result it never is null.)
  const Tensor& grad(std::size_t i = 0) const { return grads_[i]; }
  /// The same, zeros for null.
  Tensor grad_or_zeros(std::size_t i) const;
  /// Whether anybody wants the gradient of input i.
  bool wants(std::size_t i) const {
    return node_.wants(i) && (wanted_ == nullptr || (*wanted_)[i]);
  }
  /// A saved tensor; null if null was saved.
  Tensor saved(std::size_t i) const;
  double number(std::size_t i = 0) const { return node_.numbers[i]; }
  const Dims& dims() const { return node_.dims; }
  /// Whether the ops of this function are recorded (create_graph).
  bool recording() const noexcept { return recording_; }
  /// The gradient of input i. It may have a shape that the input broadcasts to, and another dtype:
  /// it is summed and converted.
  void give(std::size_t i, Tensor grad) { out_[i] = std::move(grad); }

 private:
  Node& node_;
  std::vector<Tensor>& grads_;
  std::vector<Tensor>& out_;
  const std::vector<bool>* wanted_;
  bool recording_;
};

/// Where the gradient of `t` goes: its node (renewed if it is a view whose base changed), a leaf's
/// own node, or nowhere.
Edge gradient_edge(const Tensor& t);
/// The node `t` is a result of, renewed like that; null for leaves.
Ref<Node> history_of(const Tensor& t);

/// Whether this thread records in the context.
inline bool is_recording(const Context& context) noexcept {
  return grad_mode(context) == GradMode::kOn;
}

}  // namespace tenon

#endif  // TENON_SRC_AUTOGRAD_NODE_H_
