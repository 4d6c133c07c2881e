#include "src/autograd/node.h"

#include <mutex>
#include <new>

#include "src/autograd/system.h"

namespace tenon {
namespace {

// Nodes are ordered by age within a thread: the engine runs younger ones first.
constinit thread_local std::uint64_t t_last_sequence = 0;
// Nodes whose last reference went while another was being destroyed on this thread, so that a long
// chain is taken down by a loop.
constinit thread_local Node* t_dead = nullptr;
constinit thread_local bool t_destroying = false;

}  // namespace

Node::Node(Context& context, std::string_view op, BackwardFunction f) noexcept
    : Object(context, Life::kInsideContext), function(f), op_(op), sequence_(++t_last_sequence) {}

Ref<Node> Node::make(Context& context, std::string_view op, BackwardFunction function) {
  Node* node = new (context.allocate_block(sizeof(Node))) Node(context, op, function);
  node->set_first_reference();
  return Ref<Node>::adopt(node);
}

void Node::destroy() noexcept {
  if (leaf != nullptr)
    forget_leaf_node(*this);
  next_dead_ = t_dead;
  t_dead = this;
  if (t_destroying)
    return;
  t_destroying = true;
  while (Node* node = t_dead) {
    t_dead = node->next_dead_;
    Context& context = node->context();
    node->~Node();
    context.free_block(node, sizeof(Node));
  }
  t_destroying = false;
}

void Node::add_input(const Tensor& input) {
  edges.push_back(input.defined() ? gradient_edge(input) : Edge());
}

void Node::save(const Tensor& tensor, bool is_result) {
  SavedTensor entry;
  entry.is_result = is_result;
  if (tensor.defined()) {
    // A result holds this node: saving it as it is would be a cycle.
    entry.tensor = is_result ? tensor.detach() : tensor;
    entry.storage = tensor.impl().storage.get();
    entry.version = tensor.version();
  }
  saved.push_back(std::move(entry));
}

void Node::check_saved() const {
  if (saved.empty())
    return;
  if (released_) {
    fail(ErrorCode::kRuntime, op_,
         ": backward goes through the graph a second time, but what it saved is gone; keep it with "
         "retain_graph");
  }
  for (const SavedTensor& entry : saved) {
    if (!entry.tensor.defined())
      continue;
    const Storage& storage = *entry.tensor.impl().storage;
    if (&storage == entry.storage && storage.version() == entry.version)
      continue;
    const std::string_view writer = storage.last_write();
    fail(ErrorCode::kRuntime, op_, ": a tensor ", entry.tensor.sizes(),
         entry.is_result ? ", its result," : "",
         " that its gradient needs was changed in place since: by ",
         writer.empty() ? "set_content" : writer, " (version ", storage.version(), ", saved at ",
         entry.version, ")");
  }
}

void Node::release_saved() noexcept {
  released_ = true;
  for (SavedTensor& entry : saved)
    entry.tensor = Tensor();
}

void Node::attach(const Tensor& tensor) {
  TensorImpl& t = tensor.impl();
  ResultShape shape{t.sizes, t.dtype};
  results.push_back(std::move(shape));
  t.grad_fn = Ref<Object>(this);
  t.output = static_cast<std::uint32_t>(results.size() - 1);
  t.requires_grad = true;
}

// ---- Backward -----------------------------------------------------------------------------------

Tensor Backward::grad_or_zeros(std::size_t i) const {
  if (grads_[i].defined())
    return grads_[i];
  const ResultShape& shape = node_.results[i];
  return Tensor::zeros_in(node_.context(), shape.sizes, shape.dtype);
}

Tensor Backward::saved(std::size_t i) const {
  const SavedTensor& entry = node_.saved[i];
  if (!entry.is_result || !recording_ || !entry.tensor.defined())
    return entry.tensor;
  // As itself again, with its history.
  const Tensor result = entry.tensor.detach();
  TensorImpl& t = result.impl();
  t.grad_fn = Ref<Object>(&node_);
  t.output = 0;
  t.requires_grad = true;
  return result;
}

// ---- hooks --------------------------------------------------------------------------------------

TensorHooks::~TensorHooks() {
  AutogradSystem* system = AutogradSystem::find(context_);
  if (system == nullptr)
    return;
  for (const Entry& entry : entries_)
    system->forget(entry.id);
}

std::vector<TensorHooks::Entry> TensorHooks::snapshot(bool after_accumulation) {
  std::vector<Entry> out;
  const std::lock_guard<SpinLock> guard(lock_);
  for (const Entry& entry : entries_) {
    if (entry.after_accumulation == after_accumulation)
      out.push_back(entry);
  }
  return out;
}

std::int64_t TensorHooks::add(std::uint32_t output, bool after_accumulation, TensorHook hook) {
  AutogradSystem& system = AutogradSystem::of(context_);
  Entry entry{next_hook_id(), output, after_accumulation,
              std::make_shared<TensorHook>(std::move(hook))};
  const std::int64_t id = entry.id;
  {
    const std::lock_guard<SpinLock> guard(lock_);
    entries_.push_back(std::move(entry));
  }
  try {
    system.remember(id, *this);
  } catch (...) {
    take(id);
    throw;
  }
  return id;
}

std::shared_ptr<TensorHook> TensorHooks::take(std::int64_t id) noexcept {
  const std::lock_guard<SpinLock> guard(lock_);
  for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
    if (entry->id != id)
      continue;
    std::shared_ptr<TensorHook> hook = std::move(entry->hook);
    entries_.erase(entry);
    return hook;
  }
  return nullptr;
}

}  // namespace tenon
