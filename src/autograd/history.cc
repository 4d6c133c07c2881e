// Which node a tensor is a result of: leaves, views, in-place changes.
#include <mutex>

#include "src/autograd/record.h"
#include "src/autograd/system.h"
#include "src/autograd/views.h"

namespace tenon {
namespace {

/// Holds a tensor's edge lock.
class EdgeLock {
 public:
  explicit EdgeLock(TensorImpl& t) noexcept : flag_(t.edge_lock) {
    while (flag_.test_and_set(std::memory_order_acquire)) {
      while (flag_.test(std::memory_order_relaxed)) {
      }
    }
  }
  ~EdgeLock() { flag_.clear(std::memory_order_release); }
  EdgeLock(const EdgeLock&) = delete;
  EdgeLock& operator=(const EdgeLock&) = delete;

 private:
  std::atomic_flag& flag_;
};

/// The tensor that `t` is a view of, if it still looks into its memory.
TensorImpl* base_of(const TensorImpl& t) noexcept {
  return t.base && t.base->storage == t.storage ? t.base.get() : nullptr;
}

[[noreturn]] void fail_origin(std::string_view op, ViewOrigin origin) {
  if (origin == ViewOrigin::kOneOfSeveral) {
    fail(
        ErrorCode::kRuntime, op,
        ": the tensor is one of several views that an op gave together, which cannot be changed in "
        "place while gradients are recorded");
  }
  fail(ErrorCode::kRuntime, op,
       ": the tensor is a view that was made while recording was off, and it or its base is "
       "changed in place while gradients are recorded");
}

void start_retaining(TensorRecord& record, Node& node, std::uint32_t output) {
  const std::lock_guard<SpinLock> guard(node.retain_lock);
  node.retained.push_back({Ref<TensorRecord>(&record), output});
}

void stop_retaining(TensorRecord& record, Node& node) noexcept {
  const std::lock_guard<SpinLock> guard(node.retain_lock);
  std::erase_if(node.retained, [&](const Node::Retained& r) { return r.record.get() == &record; });
}

void set_history(TensorImpl& t, Ref<Node> node, std::uint32_t output) {
  TensorRecord* record = TensorRecord::find(t);
  if (record != nullptr && record->retains) {
    stop_retaining(*record, static_cast<Node&>(*t.grad_fn));
    start_retaining(*record, *node, output);
  }
  t.grad_fn = std::move(node);
  t.output = output;
  t.requires_grad = true;
}

/// Renews the node of a view whose memory was written since the node was made: whoever wrote moved
/// the history of the base.
void refresh(TensorImpl& t) {
  TensorImpl* base = base_of(t);
  if (base == nullptr || (!t.grad_fn && !base->requires_grad))
    return;
  const std::uint64_t version = t.storage->version();
  if (t.view_version == version)
    return;
  if (t.view_origin != ViewOrigin::kRecorded)
    fail_origin("view", t.view_origin);
  const Tensor view{Ref<TensorImpl>(&t)};
  const Tensor from{t.base};
  Ref<Node> node = Node::make(t.context(), "as_strided", strided_backward);
  node->add_input(from);
  describe_view(*node, from, view);
  node->results.push_back({t.sizes, t.dtype});
  set_history(t, std::move(node), 0);
  t.view_version = version;
}

Ref<Node> leaf_node_of(TensorImpl& t) {
  const EdgeLock lock(t);
  TensorRecord& record = TensorRecord::of(t);
  if (record.leaf_node != nullptr && record.leaf_node->retain_if_alive())
    return Ref<Node>::adopt(record.leaf_node);
  Ref<Node> node = Node::make(t.context(), "accumulate_grad", nullptr);
  node->results.push_back({t.sizes, t.dtype});
  node->extra = Ref<Object>(&t);
  node->leaf = &t;
  record.leaf_node = node.get();
  return node;
}

}  // namespace

void forget_leaf_node(Node& node) noexcept {
  const EdgeLock lock(*node.leaf);
  TensorRecord* record = TensorRecord::find(*node.leaf);
  if (record != nullptr && record->leaf_node == &node)
    record->leaf_node = nullptr;
}

TensorRecord& TensorRecord::of(TensorImpl& t) {
  if (!t.autograd)
    t.autograd = make<TensorRecord>(t.context());
  return *static_cast<TensorRecord*>(t.autograd.get());
}

Ref<Node> history_of(const Tensor& tensor) {
  TensorImpl& t = tensor.impl();
  refresh(t);
  return Ref<Node>(static_cast<Node*>(t.grad_fn.get()));
}

Edge gradient_edge(const Tensor& tensor) {
  TensorImpl& t = tensor.impl();
  refresh(t);
  if (t.grad_fn)
    return {Ref<Node>(static_cast<Node*>(t.grad_fn.get())), t.output};
  return {t.requires_grad ? leaf_node_of(t) : Ref<Node>(), 0};
}

std::string_view grad_fn_name(const Tensor& tensor) {
  const Ref<Node> node = history_of(tensor);
  return node ? node->op() : std::string_view();
}

// ---- hooks --------------------------------------------------------------------------------------

namespace {

TensorHooks& hooks_in(std::unique_ptr<TensorHooks>& place, Context& context) {
  if (!place)
    place = std::make_unique<TensorHooks>(context);
  return *place;
}

}  // namespace

std::int64_t register_hook(const Tensor& tensor, TensorHook hook) {
  if (!tensor.requires_grad())
    fail(ErrorCode::kRuntime, "register_hook: the tensor does not require gradients");
  TensorImpl& t = tensor.impl();
  const Ref<Node> node = history_of(tensor);
  TensorHooks* hooks = nullptr;
  {
    const EdgeLock lock(t);
    hooks = &hooks_in(node ? node->hooks : TensorRecord::of(t).hooks, t.context());
  }
  return hooks->add(node ? t.output : 0, false, std::move(hook));
}

std::int64_t register_post_accumulate_hook(const Tensor& tensor,
                                           std::function<void(const Tensor&)> hook) {
  if (!tensor.requires_grad() || !tensor.is_leaf()) {
    fail(ErrorCode::kRuntime,
         "register_post_accumulate_hook: wants a leaf that requires gradients");
  }
  TensorImpl& t = tensor.impl();
  TensorHooks* hooks = nullptr;
  {
    const EdgeLock lock(t);
    hooks = &hooks_in(TensorRecord::of(t).hooks, t.context());
  }
  return hooks->add(0, true, [hook = std::move(hook)](const Tensor& leaf) {
    hook(leaf);
    return Tensor();
  });
}

void retain_grad(const Tensor& tensor) {
  if (!tensor.requires_grad())
    fail(ErrorCode::kRuntime, "retain_grad: the tensor does not require gradients");
  const Ref<Node> node = history_of(tensor);
  if (!node)
    return;
  TensorImpl& t = tensor.impl();
  TensorRecord* record = nullptr;
  {
    const EdgeLock lock(t);
    record = &TensorRecord::of(t);
  }
  if (!record->retains)
    start_retaining(*record, *node, t.output);
  record->retains = true;
}

bool retains_grad(const Tensor& tensor) noexcept {
  const TensorRecord* record = TensorRecord::find(*tensor.ref());
  return record != nullptr && record->retains;
}

// ---- recording ----------------------------------------------------------------------------------

bool wants_grad(const std::vector<Tensor>& tensors) noexcept {
  for (const Tensor& tensor : tensors) {
    if (wants_grad(tensor))
      return true;
  }
  return false;
}

Ref<Node> start_node(std::string_view op, BackwardFunction function,
                     std::initializer_list<const Tensor*> inputs) {
  Ref<Node> node;
  for (const Tensor* input : inputs) {
    if (!node && input->defined() && input->impl().wants_grad()) {
      if (!is_recording(input->context()))
        return node;
      node = Node::make(input->context(), op, function);
    }
  }
  if (!node)
    return node;
  for (const Tensor* input : inputs)
    node->add_input(*input);
  return node;
}

Ref<Node> start_node(std::string_view op, BackwardFunction function,
                     const std::vector<Tensor>& inputs) {
  Ref<Node> node;
  if (!wants_grad(inputs) || !is_recording(inputs[0].context()))
    return node;
  node = Node::make(inputs[0].context(), op, function);
  for (const Tensor& input : inputs)
    node->add_input(input);
  return node;
}

void pass_gradient(Backward& call) {
  call.give(0, call.grad());
}

Ref<Node> start_in_place(std::string_view op, BackwardFunction function,
                         std::initializer_list<const Tensor*> inputs) {
  const Tensor& self = **inputs.begin();
  if (!is_recording(self.context()))
    return Ref<Node>();
  const TensorImpl& t = self.impl();
  if (const TensorImpl* base = base_of(t)) {
    if (t.view_origin != ViewOrigin::kRecorded)
      fail_origin(op, t.view_origin);
    if (t.wants_grad() && !base->grad_fn) {
      fail(ErrorCode::kRuntime, op,
           ": a view of a leaf that requires gradients cannot be changed in place while gradients "
           "are recorded");
    }
  }
  if (t.wants_grad() && self.is_leaf()) {
    fail(ErrorCode::kRuntime, op,
         ": a leaf that requires gradients cannot be changed in place while gradients are "
         "recorded");
  }
  return start_node(op, function, inputs);
}

void finish_in_place(const Tensor& self, Ref<Node> node) {
  TensorImpl& t = self.impl();
  node->results.push_back({t.sizes, t.dtype});
  if (base_of(t) == nullptr) {
    set_history(t, std::move(node), 0);
    return;
  }
  const Tensor base(t.base);
  Ref<Node> slices = Node::make(t.context(), node->op(), write_view_backward);
  slices->add_input(base);
  for (std::size_t i = 1; i < node->edges.size(); ++i)
    slices->add_edge(node->edges[i]);
  describe_view(*slices, base, self);
  slices->results.push_back({base.sizes(), base.dtype()});
  slices->save_nothing();
  slices->extra = std::move(node);
  set_history(base.impl(), std::move(slices), 0);
  refresh(t);
}

void record_view(const Tensor& view, const Tensor& x, std::string_view op,
                 BackwardFunction function, std::span<const std::int64_t> dims,
                 std::span<const std::int64_t> more) {
  TensorImpl& v = view.impl();
  const TensorImpl& from = x.impl();
  const bool from_view = base_of(from) != nullptr;
  v.base = from_view ? from.base : x.ref();
  v.view_version = v.storage->version();
  if (!is_recording(v.context())) {
    v.view_origin = ViewOrigin::kUnrecorded;
    return;
  }
  if (from_view)
    v.view_origin = from.view_origin;
  if (!from.wants_grad())
    return;
  const Ref<Node> node = Node::make(v.context(), op, function);
  node->add_input(x);
  node->dims = Dims(dims);
  node->more_dims = Dims(more);
  if (function == strided_backward || function == pick_backward)
    describe_view(*node, x, view);
  node->attach(view);
}

void mark_one_of_several(const Tensor& view) {
  TensorImpl& v = view.impl();
  if (v.view_origin == ViewOrigin::kRecorded)
    v.view_origin = ViewOrigin::kOneOfSeveral;
}

// ---- what the tensor layer reports --------------------------------------------------------------

namespace {

void overwrite_backward(Backward& call) {
  const Tensor& grad = call.grad();
  if (call.wants(0))
    call.give(0, Tensor::zeros_in(grad.context(), grad.sizes(), grad.dtype()));
  if (call.wants(1))
    call.give(1, grad);
}

}  // namespace

namespace detail {

GradientSlot& gradient_slot(const Tensor& tensor) {
  const EdgeLock lock(tensor.impl());
  return TensorRecord::of(tensor.impl());
}

void renew_view(const Tensor& view) {
  refresh(view.impl());
}

void note_view(const Tensor& view, const Tensor& from) {
  record_view(view, from, "as_strided", strided_backward);
}

void record_same(std::string_view op, const Tensor& out, const Tensor& in) {
  if (!is_floating(out.dtype()))
    return;
  if (const Ref<Node> node = start_node(op, pass_gradient, {&in}))
    node->attach(out);
}

Ref<Object> record_overwrite(std::string_view op, const Tensor& self, const Tensor* source) {
  const Tensor none;
  if (!is_floating(self.dtype()))
    return Ref<Object>();
  return start_in_place(op, overwrite_backward, {&self, source != nullptr ? source : &none});
}

void move_history(const Tensor& self, Ref<Object> node) {
  finish_in_place(self, Ref<Node>(static_cast<Node*>(node.get())));
}

}  // namespace detail

}  // namespace tenon
