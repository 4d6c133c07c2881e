#include "src/autograd/engine.h"

#include <algorithm>
#include <mutex>

#include "src/autograd/arithmetic.h"
#include "src/autograd/system.h"
#include "src/tensor/recorder.h"

namespace tenon {
namespace {

/// A node during a walk.
struct NodeState {
  Node* node = nullptr;
  std::int64_t waits_for = 0;  // edges into it whose gradient has not come yet
  bool needed = false;         // leads to a target
  bool target = false;         // has gradients captured
  bool only_root = false;      // its hooks run even if it leads nowhere
  bool has_buffer = false;
  std::vector<Tensor> buffer;  // gradients of its results, summed
};

/// Numbers nodes: open addressing over their addresses.
class NodeTable {
 public:
  /// The number of the node; `fresh` numbers it if it is new.
  std::uint32_t find_or_add(const Node* node, std::uint32_t fresh) {
    if (2 * (count_ + 1) > slots_.size())
      grow();
    Slot& slot = probe(node);
    if (slot.node == nullptr) {
      slot = {node, fresh};
      ++count_;
    }
    return slot.number;
  }
  std::uint32_t find(const Node* node) { return probe(node).number; }
  /// UINT32_MAX if it has none.
  std::uint32_t find_or_none(const Node* node) {
    const Slot& slot = probe(node);
    return slot.node == nullptr ? UINT32_MAX : slot.number;
  }

 private:
  struct Slot {
    const Node* node = nullptr;
    std::uint32_t number = 0;
  };
  Slot& probe(const Node* node) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (reinterpret_cast<std::uintptr_t>(node) >> 6) * 0x9E3779B97F4A7C15u >> 20;
    for (at &= mask; slots_[at].node != nullptr && slots_[at].node != node; at = (at + 1) & mask) {
    }
    return slots_[at];
  }
  void grow() {
    std::vector<Slot> former(2 * slots_.size());
    former.swap(slots_);
    for (const Slot& slot : former) {
      if (slot.node != nullptr)
        probe(slot.node) = slot;
    }
  }
  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::size_t count_ = 0;
};

bool is_unique(const Tensor& t) {
  return t.ref()->reference_count() == 1 && t.impl().storage->reference_count() == 1;
}

/// torch's rule: the gradient itself if nobody else has it, else a copy.
void accumulate(const Tensor& leaf, Tensor grad, bool create_graph) {
  GradientSlot& slot = detail::gradient_slot(leaf);
  if (!slot.grad) {
    const bool take = !create_graph && is_unique(grad) && grad.is_contiguous();
    slot.grad = (take ? std::move(grad) : grad.clone()).ref();
  } else if (create_graph) {
    slot.grad = detail::add_gradients(Tensor(slot.grad), grad).ref();
  } else {
    detail::add_gradient_to(Tensor(slot.grad), grad);
  }
}

class Run {
 public:
  Run(const BackwardWalk& walk, Context& context) : walk_(walk), context_(context) {}

  std::vector<Tensor> go() {
    count_dependencies();
    if (!walk_.targets.empty())
      find_needed();
    captured_.resize(walk_.targets.size());
    if (walk_.roots.size() == 1)
      states_[0].only_root = true;
    for (std::size_t i = 0; i < walk_.roots.size(); ++i) {
      Tensor grad = walk_.root_grads[i];
      fit(grad, walk_.roots[i], "backward");
      deliver(walk_.roots[i], std::move(grad));
    }
    while (!ready_.empty()) {
      std::pop_heap(ready_.begin(), ready_.end());
      const std::uint32_t next = ready_.back().number;
      ready_.pop_back();
      evaluate(next);
    }
    return std::move(captured_);
  }

 private:
  struct Ready {
    std::uint64_t sequence;
    std::uint32_t number;
    friend bool operator<(const Ready& a, const Ready& b) { return a.sequence < b.sequence; }
  };

  bool executes(const NodeState& state) const {
    return walk_.targets.empty() || state.needed || state.target || state.only_root;
  }

  void count_dependencies() {
    std::vector<std::uint32_t> stack;
    const auto meet = [&](const Edge& edge) {
      if (!edge.node)
        return;
      const auto fresh = static_cast<std::uint32_t>(states_.size());
      const std::uint32_t number = table_.find_or_add(edge.node.get(), fresh);
      if (number == fresh) {
        states_.emplace_back().node = edge.node.get();
        stack.push_back(number);
      }
      ++states_[number].waits_for;
    };
    for (const Edge& root : walk_.roots)
      meet(root);
    while (!stack.empty()) {
      Node* node = states_[stack.back()].node;
      stack.pop_back();
      for (const Edge& edge : node->edges)
        meet(edge);
    }
  }

  /// Marks what leads to a target, from the leaves up.
  void find_needed() {
    for (const Edge& target : walk_.targets) {
      const std::uint32_t number = table_.find_or_none(target.node.get());
      if (number == UINT32_MAX)
        continue;
      (walk_.accumulate ? states_[number].needed : states_[number].target) = true;
    }
    // Nodes in an order in which each comes before those its edges lead to.
    std::vector<std::uint32_t> order;
    std::vector<std::int64_t> waits(states_.size());
    for (std::size_t i = 0; i < states_.size(); ++i)
      waits[i] = states_[i].waits_for;
    for (const Edge& root : walk_.roots) {
      const std::uint32_t number = table_.find(root.node.get());
      if (--waits[number] == 0)
        order.push_back(number);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const Edge& edge : states_[order[i]].node->edges) {
        if (!edge.node)
          continue;
        const std::uint32_t number = table_.find(edge.node.get());
        if (--waits[number] == 0)
          order.push_back(number);
      }
    }
    for (std::size_t i = order.size(); i-- > 0;) {
      NodeState& state = states_[order[i]];
      for (const Edge& edge : state.node->edges) {
        if (edge.node && executes(states_[table_.find(edge.node.get())]))
          state.needed = true;
      }
    }
  }

  /// Makes a gradient fit the result it belongs to: sums what was broadcast, converts.
  void fit(Tensor& grad, const Edge& edge, std::string_view op) const {
    const Node& node = *edge.node;
    const ResultShape& result = node.results[edge.output];
    const Shape& sizes = node.leaf != nullptr ? node.leaf->sizes : result.sizes;
    const DType dtype = node.leaf != nullptr ? node.leaf->dtype : result.dtype;
    if (!(grad.sizes() == sizes)) {
      bool fits = sizes.size() <= grad.sizes().size();
      for (std::size_t d = 1; fits && d <= sizes.size(); ++d)
        fits = sizes.last(d) == 1 || sizes.last(d) == grad.sizes().last(d);
      if (!fits) {
        fail(ErrorCode::kRuntime, op, ": a gradient is ", grad.sizes(), ", the tensor is ", sizes);
      }
      grad = detail::sum_gradient(grad, sizes);
    }
    if (grad.dtype() != dtype)
      grad = grad.to(dtype);
  }

  void deliver(const Edge& edge, Tensor grad) {
    const std::uint32_t number = table_.find(edge.node.get());
    NodeState& state = states_[number];
    const bool ready = --state.waits_for == 0;
    if (!executes(state))
      return;
    if (!state.has_buffer) {
      state.has_buffer = true;
      state.buffer.resize(state.node->results.size());
    }
    Tensor& sum = state.buffer[edge.output];
    if (!sum.defined()) {
      sum = std::move(grad);
    } else if (grad.defined()) {
      if (!walk_.create_graph && is_unique(sum) && sum.is_contiguous()) {
        detail::add_gradient_to(sum, grad);
      } else {
        sum = detail::add_gradients(sum, grad);
      }
    }
    if (ready) {
      ready_.push_back({state.node->sequence(), number});
      std::push_heap(ready_.begin(), ready_.end());
    }
  }

  /// Tensor hooks, then what retains the gradient.
  void run_hooks(Node& node, std::vector<Tensor>& grads) {
    TensorHooks* hooks = node.hooks.get();
    if (node.leaf != nullptr) {
      const TensorRecord* record = TensorRecord::find(*node.leaf);
      hooks = record != nullptr ? record->hooks.get() : nullptr;
    }
    if (hooks != nullptr) {
      for (const TensorHooks::Entry& entry : hooks->snapshot(false)) {
        Tensor& grad = grads[entry.output];
        if (!grad.defined())
          continue;
        Tensor other = (*entry.hook)(grad);
        if (!other.defined())
          continue;
        check_context("hook", context_, other.impl());
        if (!(other.sizes() == grad.sizes()) || other.dtype() != grad.dtype()) {
          fail(ErrorCode::kRuntime, "hook: gives ", other.sizes(), " ", dtype_name(other.dtype()),
               " for a gradient of ", grad.sizes(), " ", dtype_name(grad.dtype()));
        }
        grad = std::move(other);
      }
    }
    std::vector<Node::Retained> retained;
    {
      const std::lock_guard<SpinLock> guard(node.retain_lock);
      retained = node.retained;
    }
    for (const Node::Retained& entry : retained) {
      const Tensor& grad = grads[entry.output];
      if (!grad.defined())
        continue;
      Ref<TensorImpl>& own = entry.record->grad;
      own = (own ? detail::add_gradients(Tensor(own), grad) : grad.clone()).ref();
    }
  }

  void evaluate(std::uint32_t number) {
    Node& node = *states_[number].node;
    const bool partly = !walk_.targets.empty();
    const bool needed = !partly || states_[number].needed;
    std::vector<Tensor> grads = std::move(states_[number].buffer);
    // What is captured has been through the hooks, unless the walk goes on from here.
    if (!needed)
      run_hooks(node, grads);
    if (partly && states_[number].target) {
      for (std::size_t i = 0; i < walk_.targets.size(); ++i) {
        if (walk_.targets[i].node.get() == &node)
          captured_[i] = grads[walk_.targets[i].output];
      }
    }
    if (!needed)
      return;
    run_hooks(node, grads);
    if (node.leaf != nullptr) {
      accumulate_leaf(node, std::move(grads[0]));
      return;
    }
    std::vector<Tensor> out(node.edges.size());
    call(node, grads, out);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const Edge& edge = node.edges[i];
      if (!edge.node)
        continue;
      if (out[i].defined())
        fit(out[i], edge, node.op());
      deliver(edge, std::move(out[i]));
    }
  }

  void call(Node& node, std::vector<Tensor>& grads, std::vector<Tensor>& out) {
    std::vector<bool> wanted;
    if (!walk_.targets.empty()) {
      wanted.resize(out.size());
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        wanted[i] = node.wants(i) && executes(states_[table_.find(node.edges[i].node.get())]);
      }
    }
    node.check_saved();
    const bool any =
        std::any_of(grads.begin(), grads.end(), [](const Tensor& g) { return g.defined(); });
    if (any) {
      Backward record(node, grads, out, wanted.empty() ? nullptr : &wanted, walk_.create_graph);
      node.function(record);
    }
    if (!walk_.keep_graph)
      node.release_saved();
  }

  void accumulate_leaf(Node& node, Tensor grad) {
    if (!grad.defined())
      return;
    const Tensor leaf{Ref<TensorImpl>(node.leaf)};
    accumulate(leaf, std::move(grad), walk_.create_graph);
    TensorRecord* record = TensorRecord::find(*node.leaf);
    if (record->hooks == nullptr)
      return;
    for (const TensorHooks::Entry& entry : record->hooks->snapshot(true))
      (*entry.hook)(leaf);
  }

  const BackwardWalk& walk_;
  Context& context_;
  NodeTable table_;
  std::vector<NodeState> states_;
  std::vector<Ready> ready_;
  std::vector<Tensor> captured_;
};

/// Gradients to begin with, checked against their tensors.
void fill_roots(std::string_view who, const std::vector<Tensor>& tensors,
                const std::vector<Tensor>& grads, BackwardWalk& walk) {
  if (tensors.empty())
    fail(ErrorCode::kRuntime, who, ": there are no tensors");
  if (!grads.empty() && grads.size() != tensors.size()) {
    fail(ErrorCode::kRuntime, who, ": ", grads.size(), " gradients for ", tensors.size(),
         " tensors");
  }
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& tensor = tensors[i];
    check_context(who, tensors[0].context(), tensor.impl());
    Tensor grad = grads.empty() ? Tensor() : grads[i];
    if (grad.defined()) {
      check_context(who, tensor.context(), grad.impl());
      if (!(grad.sizes() == tensor.sizes())) {
        fail(ErrorCode::kRuntime, who, ": gradient ", i, " is ", grad.sizes(), ", the tensor ",
             tensor.sizes());
      }
    } else if (tensor.requires_grad()) {
      if (tensor.numel() != 1) {
        fail(ErrorCode::kRuntime, who, ": tensor ", i, " is ", tensor.sizes(),
             ": without a gradient given, wants one element");
      }
      const NoGradScope off(tensor.context());
      grad = Tensor::empty_like(tensor);
      grad.fill_(1);
    }
    walk.root_grads.push_back(std::move(grad));
  }
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    Edge edge = gradient_edge(tensors[i]);
    if (!edge.node) {
      fail(ErrorCode::kRuntime, who, ": tensor ", i,
           " does not require gradients and has no history");
    }
    walk.roots.push_back(std::move(edge));
  }
}

/// Inputs that nothing can lead to still count as targets, so that only what leads to others runs.
Edge target_edge(std::string_view who, const Tensor& input) {
  if (!input.requires_grad()) {
    fail(ErrorCode::kRuntime, who,
         ": one of the inputs does not require gradients: ", input.sizes());
  }
  return gradient_edge(input);
}

}  // namespace

std::vector<Tensor> run_walk(const BackwardWalk& walk) {
  Context& context = walk.roots[0].node->context();
  const ContextScope current(context);
  const GradModeScope mode(context, walk.create_graph ? GradMode::kOn : GradMode::kOff);
  return Run(walk, context).go();
}

void backward(const std::vector<Tensor>& tensors, const std::vector<Tensor>& grads,
              const BackwardOptions& options, const std::optional<std::vector<Tensor>>& inputs) {
  if (inputs && inputs->empty())
    fail(ErrorCode::kRuntime, "backward: inputs are given, but there are none");
  BackwardWalk walk;
  walk.create_graph = options.create_graph;
  walk.keep_graph = options.retain_graph.value_or(options.create_graph);
  fill_roots("backward", tensors, grads, walk);
  if (inputs) {
    for (const Tensor& input : *inputs) {
      check_context("backward", tensors[0].context(), input.impl());
      retain_grad(input);
      walk.targets.push_back(target_edge("backward", input));
    }
  }
  run_walk(walk);
}

std::vector<Tensor> grad(const std::vector<Tensor>& outputs, const std::vector<Tensor>& inputs,
                         const std::vector<Tensor>& grad_outputs, const BackwardOptions& options,
                         bool allow_unused) {
  if (inputs.empty())
    fail(ErrorCode::kValue, "grad: there are no inputs");
  BackwardWalk walk;
  walk.create_graph = options.create_graph;
  walk.keep_graph = options.retain_graph.value_or(options.create_graph);
  walk.accumulate = false;
  fill_roots("grad", outputs, grad_outputs, walk);
  for (const Tensor& input : inputs) {
    check_context("grad", outputs[0].context(), input.impl());
    walk.targets.push_back(target_edge("grad", input));
  }
  std::vector<Tensor> out = run_walk(walk);
  for (std::size_t i = 0; i < out.size() && !allow_unused; ++i) {
    if (!out[i].defined()) {
      fail(ErrorCode::kRuntime, "grad: the outputs do not depend on input ", i, ", ",
           inputs[i].sizes(), "; give allow_unused to have none for it");
    }
  }
  return out;
}

// ---- the context's part -------------------------------------------------------------------------

namespace {
constinit std::atomic<std::int64_t> g_last_hook_id{0};
}  // namespace

std::int64_t next_hook_id() noexcept {
  return g_last_hook_id.fetch_add(1, std::memory_order_relaxed) + 1;
}

AutogradSystem& AutogradSystem::of(Context& context) {
  if (AutogradSystem* present = find(context))
    return *present;
  return static_cast<AutogradSystem&>(
      context.install_extension(Context::Slot::kAutograd, std::make_unique<AutogradSystem>()));
}

void AutogradSystem::remember(std::int64_t id, TensorHooks& hooks) {
  const std::lock_guard<std::mutex> guard(mutex_);
  hooks_.emplace(id, &hooks);
}

void AutogradSystem::forget(std::int64_t id) noexcept {
  const std::lock_guard<std::mutex> guard(mutex_);
  hooks_.erase(id);
}

bool AutogradSystem::remove(std::int64_t id) {
  std::shared_ptr<TensorHook> gone;  // ends after the lock
  const std::lock_guard<std::mutex> guard(mutex_);
  const auto found = hooks_.find(id);
  if (found == hooks_.end())
    return false;
  gone = found->second->take(id);
  hooks_.erase(found);
  return true;
}

bool remove_tensor_hook(Context& context, std::int64_t id) {
  AutogradSystem* system = AutogradSystem::find(context);
  return system != nullptr && system->remove(id);
}

}  // namespace tenon
