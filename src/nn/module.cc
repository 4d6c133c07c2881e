#include "tenon/nn/module.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "src/nn/module_system.h"

namespace tenon::nn {
namespace {

// Modules that die on this thread one after the other instead of inside each other, so that a deep
// tree does not need a deep stack.
constinit thread_local Module* t_dying = nullptr;
constinit thread_local bool t_destroying = false;

template <class Slot>
Slot* find_slot(std::vector<Slot>& slots, std::string_view name) noexcept {
  for (Slot& slot : slots) {
    if (slot.name == name)
      return &slot;
  }
  return nullptr;
}

}  // namespace

// ---- life -------------------------------------------------------------------------------------

Module::Module(std::string_view type_name)
    : Object(Context::current()),
      system_(&ModuleSystem::of(context())),
      type_name_(type_name),
      attributes_(make<Dict>(context())) {
  system_->link(*this);
}

Module::~Module() {
  if (handle.load(std::memory_order_relaxed) != nullptr) {
    if (ContextExtension* handles = context().extension(Context::Slot::kHandles))
      handles->object_gone(*this);
  }
  system_->unlink(*this);
  delete hooks_.load(std::memory_order_acquire);
}

ConstructionHold::ConstructionHold(Module& module) noexcept
    : module_(module.reference_count() == 0 ? &module : nullptr) {
  if (module_ == nullptr)
    return;
  module_->attention_.fetch_or(kAttentionConstructing, std::memory_order_relaxed);
  module_->retain();
}

ConstructionHold::~ConstructionHold() {
  if (module_ == nullptr)
    return;
  module_->release();  // perhaps to zero, which destroy() overlooks
  module_->attention_.fetch_and(~kAttentionConstructing, std::memory_order_relaxed);
}

void Module::destroy() noexcept {
  if ((attention_.load(std::memory_order_relaxed) & kAttentionConstructing) != 0)
    return;
  if (t_destroying) {
    system_->unlink(*this);  // from here on next_ chains the dying
    next_ = t_dying;
    t_dying = this;
    return;
  }
  t_destroying = true;
  delete this;
  while (t_dying != nullptr) {
    Module* next = t_dying;
    t_dying = next->next_;
    next->next_ = nullptr;
    delete next;
  }
  t_destroying = false;
}

void Module::teardown() noexcept {
  attention_.fetch_or(kAttentionTornDown, std::memory_order_relaxed);
  if (HookTables* tables = hooks_.load(std::memory_order_acquire))
    system_->drop_hooks(*tables);
  // The tables die after they are empty: what they hold may lead back here.
  std::vector<ParameterSlot> parameters;
  std::vector<BufferSlot> buffers;
  std::vector<ChildSlot> children;
  parameters.swap(parameters_);
  buffers.swap(buffers_);
  children.swap(children_);
  attributes_->clear();
}

// ---- the tables -------------------------------------------------------------------------------

Module::ParameterSlot* Module::find_parameter(std::string_view name) noexcept {
  return find_slot(parameters_, name);
}
Module::BufferSlot* Module::find_buffer(std::string_view name) noexcept {
  return find_slot(buffers_, name);
}
Module::ChildSlot* Module::find_child(std::string_view name) noexcept {
  return find_slot(children_, name);
}

namespace {
/// For own_parameter() and own_buffer(), which give references.
alignas(Tensor) constinit unsigned char g_null_tensor[sizeof(Tensor)] = {};
const Tensor& null_tensor() noexcept {
  return *reinterpret_cast<const Tensor*>(g_null_tensor);
}
}  // namespace

const Tensor& Module::own_parameter(std::string_view name) const noexcept {
  for (const ParameterSlot& slot : parameters_) {
    if (slot.name == name)
      return slot.tensor;
  }
  return null_tensor();
}

const Tensor& Module::own_buffer(std::string_view name) const noexcept {
  for (const BufferSlot& slot : buffers_) {
    if (slot.name == name)
      return slot.tensor;
  }
  return null_tensor();
}

void Module::mark_uninitialized() noexcept {
  attention_.fetch_or(kAttentionUninitialized, std::memory_order_relaxed);
}

void Module::store_parameter(std::string_view name, Tensor parameter) {
  if (parameter.defined() && parameter.is_uninitialized())
    mark_uninitialized();
  if (ParameterSlot* slot = find_parameter(name)) {
    std::swap(slot->tensor, parameter);
  } else {
    parameters_.push_back({std::string(name), std::move(parameter)});
  }
}

void Module::store_buffer(std::string_view name, Tensor buffer, bool persistent) {
  if (buffer.defined() && buffer.is_uninitialized())
    mark_uninitialized();
  if (BufferSlot* slot = find_buffer(name)) {
    std::swap(slot->tensor, buffer);
    slot->persistent = persistent;
  } else {
    buffers_.push_back({std::string(name), std::move(buffer), persistent});
  }
}

void Module::store_child(std::string_view name, Ref<Module> module) {
  if (ChildSlot* slot = find_child(name)) {
    std::swap(slot->module, module);
  } else {
    children_.push_back({std::string(name), std::move(module)});
  }
}

void Module::set_children(std::vector<ChildSlot> children) {
  for (std::size_t i = 0; i < children.size(); ++i) {
    const ChildSlot& slot = children[i];
    if (find_parameter(slot.name) != nullptr || find_buffer(slot.name) != nullptr ||
        attributes_->has(slot.name)) {
      fail(ErrorCode::kKey, type_name_, ": attribute '", slot.name, "' already exists");
    }
    if (!slot.module)
      continue;
    const bool known = std::any_of(children_.begin(), children_.end(),
                                   [&](const ChildSlot& old) { return old.module == slot.module; });
    if (!known)
      check_new_child(*slot.module, slot.name);
  }
  children_.swap(children);
}

bool Module::contains(const Module& other) const {
  if (this == &other)
    return true;
  std::vector<const Module*> open{this};
  std::unordered_set<const Module*> seen{this};
  while (!open.empty()) {
    const Module* module = open.back();
    open.pop_back();
    for (const ChildSlot& slot : module->children_) {
      const Module* child = slot.module.get();
      if (child == &other)
        return true;
      if (child != nullptr && !child->children_.empty() && seen.insert(child).second)
        open.push_back(child);
    }
  }
  return false;
}

// ---- registration -----------------------------------------------------------------------------

void Module::check_slot_name(std::string_view kind, std::string_view name) const {
  if (name.find('.') != std::string_view::npos) {
    fail(ErrorCode::kKey, type_name_, ": ", kind, " name can't contain \".\", got: ", name);
  }
  if (name.empty())
    fail(ErrorCode::kKey, type_name_, ": ", kind, " name can't be empty string \"\"");
}

void Module::check_new_child(const Module& child, std::string_view name) const {
  check_context(type_name_, context(), child);
  if (child.contains(*this)) {
    fail(ErrorCode::kValue, type_name_, ": module '", name, "' (", child.type_name_,
         ") contains this ", type_name_, ": a module cannot be inside itself");
  }
}

}  // namespace tenon::nn
