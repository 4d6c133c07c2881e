// Walking and looking up: rules R2 and R3, train/eval, apply.
#include <unordered_set>

#include "src/nn/module_system.h"
#include "src/nn/walk.h"
#include "tenon/nn/module.h"

namespace tenon::nn {

void check_nesting(int depth) {
  if (depth > kMaxNesting)
    fail(ErrorCode::kRuntime, "modules are nested deeper than ", kMaxNesting);
}

std::string join_path(std::string_view prefix, std::string_view name) {
  if (prefix.empty())
    return std::string(name);
  std::string path;
  path.reserve(prefix.size() + 1 + name.size());
  path.append(prefix).append(1, '.').append(name);
  return path;
}

namespace {

using Seen = std::unordered_set<const Object*>;

struct ModuleWalk {
  bool remove_duplicate;
  Seen seen;
  std::vector<Module*>* memo;
  Named<Ref<Module>> found;

  void visit(Module& module, const std::string& path, int depth) {
    check_nesting(depth);
    if (seen.count(&module) != 0)
      return;
    if (remove_duplicate) {
      seen.insert(&module);
      if (memo != nullptr)
        memo->push_back(&module);
    }
    found.emplace_back(path, Ref<Module>(&module));
    for (const Module::ChildSlot& slot : module.child_slots()) {
      if (slot.module)
        visit(*slot.module, join_path(path, slot.name), depth + 1);
    }
  }
};

/// Own slots of this or of every module below, in order, None left out, first name of each object.
template <class Slots>
Named<Tensor> named_tensors(const Module& module, const ListOptions& options, Slots&& slots_of) {
  Named<Tensor> found;
  Seen seen;
  const auto collect = [&](const Module& owner, const std::string& path) {
    for (const auto& slot : slots_of(owner)) {
      if (!slot.tensor.defined())
        continue;
      if (options.remove_duplicate && !seen.insert(&slot.tensor.impl()).second)
        continue;
      found.emplace_back(join_path(path, slot.name), slot.tensor);
    }
  };
  if (options.recurse) {
    for (const auto& entry : module.named_modules(options))
      collect(*entry.second, entry.first);
  } else {
    collect(module, options.prefix);
  }
  return found;
}

template <class T>
std::vector<T> values_of(Named<T> named) {
  std::vector<T> values;
  values.reserve(named.size());
  for (auto& entry : named)
    values.push_back(std::move(entry.second));
  return values;
}

[[noreturn]] void fail_absent(const Module& module, std::string_view name) {
  fail(ErrorCode::kAttribute, module.type_name(), " has no attribute `", name, "`");
}

/// The path before the last dot, and the name after it.
struct SplitPath {
  std::string_view parent;
  std::string_view name;
};
SplitPath split_last(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos)
    return {{}, path};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

/// The module at `path`, or null where a step is no module; `at` tells the last module reached and
/// `atom` the failing step.
Module* descend(const Module& root, std::string_view path, const Module** at,
                std::string_view* atom) noexcept {
  const Module* module = &root;
  while (!path.empty() || atom->data() == nullptr) {
    const std::size_t dot = path.find('.');
    *atom = path.substr(0, dot);
    *at = module;
    const Module* next = nullptr;
    for (const Module::ChildSlot& slot : module->child_slots()) {
      if (slot.name == *atom)
        next = slot.module.get();
    }
    if (next == nullptr)
      return nullptr;
    module = next;
    if (dot == std::string_view::npos)
      break;
    path.remove_prefix(dot + 1);
    if (path.empty()) {  // "b.": one more step, named ""
      *atom = path;
      *at = module;
      return nullptr;
    }
  }
  return const_cast<Module*>(module);
}

}  // namespace

// ---- traversal --------------------------------------------------------------------------------

Named<Ref<Module>> Module::named_modules(const ListOptions& options,
                                         std::vector<Module*>* memo) const {
  ModuleWalk walk{options.remove_duplicate, {}, memo, {}};
  if (memo != nullptr)
    walk.seen.insert(memo->begin(), memo->end());
  walk.visit(const_cast<Module&>(*this), options.prefix, 0);
  return std::move(walk.found);
}

Named<Ref<Module>> Module::named_children() const {
  Named<Ref<Module>> found;
  Seen seen;
  for (const ChildSlot& slot : children_) {
    if (slot.module && seen.insert(slot.module.get()).second)
      found.emplace_back(slot.name, slot.module);
  }
  return found;
}

Named<Tensor> Module::named_parameters(const ListOptions& options) const {
  return named_tensors(
      *this, options, [](const Module& m) -> auto& { return m.parameters_; });
}

Named<Tensor> Module::named_buffers(const ListOptions& options) const {
  return named_tensors(
      *this, options, [](const Module& m) -> auto& { return m.buffers_; });
}

std::vector<Ref<Module>> Module::modules() const {
  return values_of(named_modules());
}

std::vector<Ref<Module>> Module::children() const {
  return values_of(named_children());
}

std::vector<Tensor> Module::parameters(bool recurse) const {
  ListOptions options;
  options.recurse = recurse;
  return values_of(named_parameters(options));
}

std::vector<Tensor> Module::buffers(bool recurse) const {
  ListOptions options;
  options.recurse = recurse;
  return values_of(named_buffers(options));
}

// ---- lookup -----------------------------------------------------------------------------------

Ref<Module> Module::get_submodule(std::string_view path) const {
  if (path.empty())
    return Ref<Module>(const_cast<Module*>(this));
  const Module* at = this;
  std::string_view atom;
  if (Module* module = descend(*this, path, &at, &atom))
    return Ref<Module>(module);
  if (!at->has_attribute(atom))
    fail_absent(*at, atom);
  fail(ErrorCode::kAttribute, at->type_name(), ": `", atom, "` is not a Module");
}

Tensor Module::get_parameter(std::string_view path) const {
  const SplitPath split = split_last(path);
  const Ref<Module> owner = get_submodule(split.parent);
  const Tensor& found = owner->own_parameter(split.name);
  if (found.defined())
    return found;
  if (!owner->has_attribute(split.name))
    fail_absent(*owner, split.name);
  fail(ErrorCode::kAttribute, owner->type_name(), ": `", split.name, "` is not a Parameter");
}

Tensor Module::get_buffer(std::string_view path) const {
  const SplitPath split = split_last(path);
  const Ref<Module> owner = get_submodule(split.parent);
  for (const BufferSlot& slot : owner->buffers_) {
    if (slot.name == split.name)
      return slot.tensor;
  }
  if (!owner->has_attribute(split.name))
    fail_absent(*owner, split.name);
  fail(ErrorCode::kAttribute, owner->type_name(), ": `", split.name, "` is not a buffer");
}

void Module::set_submodule(std::string_view path, Ref<Module> module, bool strict) {
  if (path.empty())
    fail(ErrorCode::kValue, type_name_, ": set_submodule: the target is empty");
  if (!module)
    fail(ErrorCode::kValue, type_name_, ": set_submodule: the module for '", path, "' is none");
  const SplitPath split = split_last(path);
  const Ref<Module> owner = get_submodule(split.parent);
  if (!owner->has_attribute(split.name)) {
    if (strict)
      fail_absent(*owner, split.name);
  } else {
    const ChildSlot* slot = owner->find_child(split.name);
    if (slot == nullptr || !slot->module) {
      fail(ErrorCode::kAttribute, owner->type_name(), ": `", split.name, "` is not a Module");
    }
  }
  owner->set_attribute(split.name, module_value(module));
}

bool Module::has(std::string_view path) const noexcept {
  if (path.empty())
    return true;
  const SplitPath split = split_last(path);
  const Module* owner = this;
  if (split.parent.data() != nullptr) {
    const Module* at = this;
    std::string_view atom;
    owner = split.parent.empty() ? nullptr : descend(*this, split.parent, &at, &atom);
  }
  return owner != nullptr && owner->has_attribute(split.name);
}

// ---- modes and apply --------------------------------------------------------------------------

Module& Module::train(bool mode) {
  for (const auto& entry : named_modules())
    entry.second->training_ = mode;
  return *this;
}

namespace {
void apply_to(Module& module, const std::function<void(Module&)>& function, int depth) {
  check_nesting(depth);
  for (const auto& entry : module.named_children())
    apply_to(*entry.second, function, depth + 1);
  function(module);
}
}  // namespace

Module& Module::apply(const std::function<void(Module&)>& function) {
  const Ref<Module> alive(this);
  apply_to(*this, function, 0);
  return *this;
}

Module& Module::initialize() {
  for (const auto& entry : named_modules())
    entry.second->reset_parameters();
  return *this;
}

}  // namespace tenon::nn
