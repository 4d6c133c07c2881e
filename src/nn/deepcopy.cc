// Deep copies: rules R9.1–R9.4.
//
// Three steps. discover() walks what there is to copy and makes an empty copy of each module and
// container; only here host code runs. make_tensors() copies the memory. fill() ties it together.
#include "tenon/nn/deepcopy.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/nn/module_system.h"
#include "src/nn/walk.h"
#include "tenon/nn/module.h"
#include "tenon/nn/registry.h"

namespace tenon::nn {
namespace {

/// Whether the elements fill their stretch of memory without gaps, in whatever order of dims.
bool is_dense(const Tensor& t) {
  struct Step {
    std::int64_t stride;
    std::int64_t size;
  };
  std::vector<Step> steps;
  for (int i = 0; i < t.ndim(); ++i) {
    if (t.sizes()[i] != 1)
      steps.push_back({t.strides()[i], t.sizes()[i]});
  }
  std::sort(steps.begin(), steps.end(),
            [](const Step& a, const Step& b) { return a.stride < b.stride; });
  std::int64_t wanted = 1;
  for (const Step& step : steps) {
    if (step.stride != wanted)
      return false;
    wanted *= step.size;
  }
  return true;
}

/// The same values in memory of its own; strides are kept if the tensor is dense.
Tensor copy_values(const Tensor& t) {
  if (!t.is_contiguous() && (t.numel() == 0 || !is_dense(t)))
    return t.detach().clone();
  Tensor copy = Tensor::empty_in(t.context(), t.sizes(), t.dtype());
  if (!t.is_contiguous())
    copy = copy.as_strided(t.sizes(), t.strides(), 0);
  copy.impl().uninitialized = t.is_uninitialized();
  if (!t.is_uninitialized() && t.numel() > 0) {
    std::memcpy(copy.raw_data(), t.raw_data(),
                static_cast<std::size_t>(t.numel() * dtype_size(t.dtype())));
  }
  return copy;
}

/// The part of a storage that copied tensors reach, in bytes.
struct StorageCopy {
  std::int64_t begin = INT64_MAX;
  std::int64_t end = 0;
  bool has_values = false;
  Ref<Storage> copy;
};

struct Bytes {
  std::int64_t begin;
  std::int64_t end;
};

Bytes reach_of(const Tensor& t) {
  std::int64_t last = t.storage_offset();
  for (int i = 0; i < t.ndim(); ++i)
    last += (t.sizes()[i] - 1) * t.strides()[i];
  const std::int64_t size = dtype_size(t.dtype());
  return {t.storage_offset() * size, (last + 1) * size};
}

}  // namespace

/// One deep copy while it is made.
class DeepCopy {
 public:
  explicit DeepCopy(const DeepCopyOptions& options) : options_(options) {}

  Value run(const Value& root) {
    push(root, "");
    discover();
    make_tensors();
    fill();
    return copy_of(root);
  }

 private:
  struct Pending {
    Value value;
    std::string path;
  };
  struct Known {
    Value copy;          // none for a tensor until make_tensors()
    bool found = false;  // discover() was there
  };
  struct TensorCopy {
    Tensor original;
    Tensor into;  // the object that gets the content; null: a new one
  };
  using Hook = std::pair<std::int64_t, std::int64_t>;

  // ---- discover ---------------------------------------------------------------------------------

  void push(const Value& value, std::string path) {
    if (value.is_tensor()) {
      find_tensor(value.as_tensor(), path);
    } else if (value.kind() == ValueKind::kModule || value.is_sequence() || value.is_dict()) {
      open_.push_back({value, std::move(path)});
    }
  }

  void discover() {
    while (!open_.empty()) {
      const Pending next = std::move(open_.back());
      open_.pop_back();
      Known& known = copies_[next.value.object()];
      if (known.found)
        continue;
      known.found = true;
      const std::size_t first = open_.size();
      if (next.value.kind() == ValueKind::kModule) {
        find_module(as_module(next.value), next.path, known);
      } else if (next.value.is_dict()) {
        known.copy = Value::dict();
        for (const Dict::Entry& entry : next.value.as_dict().entries())
          push(entry.value, join_path(next.path, entry.key));
      } else {
        const std::vector<Value>& items = next.value.as_sequence().items;
        std::vector<Value> none(items.size());
        known.copy = next.value.kind() == ValueKind::kTuple ? Value::tuple(std::move(none))
                                                            : Value::list(std::move(none));
        for (std::size_t i = 0; i < items.size(); ++i)
          push(items[i], join_path(next.path, concat(i)));
      }
      originals_.push_back(next.value);
      // The first is to be the next, so that everything is found in the order it stands there.
      std::reverse(open_.begin() + static_cast<std::ptrdiff_t>(first), open_.end());
    }
  }

  /// Throws kRuntime for a tensor that was computed.
  void find_tensor(Tensor tensor, const std::string& path) {
    while (tensor.defined() && !copies_[&tensor.impl()].found) {
      copies_[&tensor.impl()].found = true;
      if (!tensor.is_parameter() && !tensor.is_leaf()) {
        fail(ErrorCode::kRuntime, "deepcopy: ", path.empty() ? "the tensor" : path,
             " was computed from other tensors: only graph leaves can be copied (detach it, or "
             "compute it in forward)");
      }
      tensors_.push_back({tensor, Tensor()});
      tensor = copies_gradient(tensor) ? tensor.grad() : Tensor();
    }
  }

  /// Parameters, and tensors without elements, get memory of their own.
  static bool stands_alone(const Tensor& tensor) {
    return tensor.is_parameter() || tensor.numel() == 0;
  }

  bool copies_gradient(const Tensor& tensor) const {
    return options_.grads || !tensor.is_parameter();
  }

  void find_module(const Ref<Module>& module, const std::string& path, Known& known) {
    if (known.copy.is_none()) {
      known.copy = module_value(make_shell(*module, path));
    }
    Module& copy = *as_module(known.copy);
    for (const Module::ParameterSlot& slot : module->parameters_) {
      const Module::ParameterSlot* own = copy.find_parameter(slot.name);
      find_slot(slot.tensor, own == nullptr ? Tensor() : own->tensor, join_path(path, slot.name));
    }
    for (const Module::BufferSlot& slot : module->buffers_) {
      const Module::BufferSlot* own = copy.find_buffer(slot.name);
      find_slot(slot.tensor, own == nullptr ? Tensor() : own->tensor, join_path(path, slot.name));
    }
    for (const Module::ChildSlot& slot : module->children_) {
      if (!slot.module)
        continue;
      const Module::ChildSlot* own = copy.find_child(slot.name);
      if (own != nullptr && own->module) {
        Known& child = copies_[slot.module.get()];
        if (child.copy.is_none() && note_answer(*own->module))
          child.copy = module_value(own->module);
      }
      push(module_value(slot.module), join_path(path, slot.name));
    }
    for (const Dict::Entry& entry : module->attributes_->entries()) {
      if (!copy.attributes_->has(entry.key))
        push(entry.value, join_path(path, entry.key));
    }
  }

  /// A tensor of the original, and the one that the copy has in its place by itself.
  void find_slot(const Tensor& tensor, const Tensor& own, const std::string& path) {
    if (!tensor.defined())
      return;
    const std::size_t count = tensors_.size();
    find_tensor(tensor, path);
    if (tensors_.size() > count && own.defined() && copies_.count(&own.impl()) == 0)
      tensors_[count].into = own;
  }

  Ref<Module> make_shell(Module& module, const std::string& path) {
    try {
      Ref<Module> shell = module.clone_shell();
      check_context(module.type_name(), module.context(), *shell);
      if (!note_answer(*shell) || shell.get() == &module) {
        fail(ErrorCode::kValue, module.type_name(),
             ": deepcopy: the answer to CLONE is not a new module");
      }
      return shell;
    } catch (Error& error) {
      error.set_path(path);
      throw;
    }
  }

  /// False if the module is another one's copy already.
  bool note_answer(const Module& copy) { return answers_.insert(&copy).second; }

  // ---- make tensors -----------------------------------------------------------------------------

  void make_tensors() {
    for (const TensorCopy& job : tensors_) {
      if (stands_alone(job.original))
        continue;
      const Bytes bytes = reach_of(job.original);
      StorageCopy& storage = storages_[job.original.impl().storage.get()];
      storage.begin = std::min(storage.begin, bytes.begin);
      storage.end = std::max(storage.end, bytes.end);
      storage.has_values = storage.has_values || !job.original.is_uninitialized();
    }
    for (const TensorCopy& job : tensors_) {
      const Tensor& original = job.original;
      Tensor copy = stands_alone(original) ? copy_values(original) : copy_view(original);
      if (job.into.defined()) {
        job.into.set_content(copy);
        job.into.impl().uninitialized = original.is_uninitialized();
        copy = job.into;
      }
      copy.impl().is_parameter = original.is_parameter();
      copy.impl().requires_grad = original.requires_grad();
      copies_[&original.impl()].copy = Value(copy);
    }
    for (const TensorCopy& job : tensors_) {
      if (copies_gradient(job.original) && job.original.grad().defined())
        tensor_of(job.original).impl().grad = tensor_of(job.original.grad()).ref();
    }
  }

  /// A tensor that lies in the copy of its storage as the original in the storage.
  Tensor copy_view(const Tensor& original) {
    const Storage& from = *original.impl().storage;
    StorageCopy& storage = storages_[&from];
    storage.begin -= storage.begin % 64;  // whole elements of every dtype, alignment kept
    if (!storage.copy) {
      const std::int64_t bytes = storage.end - storage.begin;
      storage.copy = Storage::allocate(original.context(), bytes, false);
      if (storage.has_values && bytes > 0) {
        std::memcpy(storage.copy->data(), static_cast<const char*>(from.data()) + storage.begin,
                    static_cast<std::size_t>(bytes));
      }
    }
    Tensor copy(TensorImpl::make(
        original.context(), storage.copy, original.dtype(), original.sizes(), original.strides(),
        original.storage_offset() - storage.begin / dtype_size(original.dtype())));
    copy.impl().uninitialized = original.is_uninitialized();
    return copy;
  }

  // ---- fill -------------------------------------------------------------------------------------

  /// The copy of what has one, else the value itself.
  Value copy_of(const Value& value) const {
    if (!value.is_tensor() && value.kind() != ValueKind::kModule && !value.is_sequence() &&
        !value.is_dict()) {
      return value;
    }
    const auto known = copies_.find(value.object());
    if (known == copies_.end() || known->second.copy.is_none())
      fail(ErrorCode::kBusy, "deepcopy: the original was changed while it was copied");
    return known->second.copy;
  }

  Tensor tensor_of(const Tensor& original) const {
    return original.defined() ? copy_of(Value(original)).as_tensor() : Tensor();
  }

  void fill() {
    for (const Value& original : originals_) {
      const Value copy = copy_of(original);
      if (original.kind() == ValueKind::kModule) {
        fill_module(*as_module(original), *as_module(copy));
      } else if (original.is_dict()) {
        for (const Dict::Entry& entry : original.as_dict().entries())
          copy.as_dict().set(entry.key, copy_of(entry.value));
      } else {
        const std::vector<Value>& items = original.as_sequence().items;
        std::vector<Value>& copies = copy.as_sequence().items;
        for (std::size_t i = 0; i < std::min(items.size(), copies.size()); ++i)
          copies[i] = copy_of(items[i]);
      }
    }
  }

  void fill_module(const Module& from, Module& to) {
    if (copies_.count(&to) != 0) {
      fail(ErrorCode::kValue, from.type_name_, ": deepcopy: the answer to CLONE is an original");
    }
    const auto check = [&](const std::string& name, bool in_place) {
      if (!in_place && to.has_attribute(name)) {
        fail(ErrorCode::kKey, to.type_name_, ": deepcopy: the answer to CLONE has '", name,
             "' in another table than the original");
      }
    };
    for (const Module::ParameterSlot& slot : from.parameters_) {
      check(slot.name, to.find_parameter(slot.name) != nullptr);
      to.store_parameter(slot.name, tensor_of(slot.tensor));
    }
    for (const Module::BufferSlot& slot : from.buffers_) {
      check(slot.name, to.find_buffer(slot.name) != nullptr);
      to.store_buffer(slot.name, tensor_of(slot.tensor), slot.persistent);
    }
    for (const Module::ChildSlot& slot : from.children_) {
      check(slot.name, to.find_child(slot.name) != nullptr);
      const Ref<Module> child =
          slot.module ? as_module(copy_of(module_value(slot.module))) : nullptr;
      // Among our own copies there can be no cycle; what a host answers with may hold anything.
      if (child && !child->children_.empty())
        to.check_new_child(*child, slot.name);
      to.store_child(slot.name, child);
    }
    for (const Dict::Entry& entry : from.attributes_->entries()) {
      check(entry.key, to.attributes_->has(entry.key));
      if (!to.attributes_->has(entry.key))
        to.attributes_->set(entry.key, copy_of(entry.value));
    }
    to.training_ = from.training_;
    if ((from.attention_.load(std::memory_order_relaxed) & kAttentionUninitialized) != 0)
      to.mark_uninitialized();
    if (HookTables* hooks = from.hook_tables())
      to.system_->copy_hooks(*hooks, to.own_hook_tables(), options_.hook_ids);
  }

  const DeepCopyOptions& options_;
  std::vector<Pending> open_;
  std::unordered_map<const Object*, Known> copies_;
  std::vector<Value> originals_;  // modules and containers, in the order of discovery
  std::vector<TensorCopy> tensors_;
  std::unordered_map<const Storage*, StorageCopy> storages_;
  std::unordered_set<const Module*> answers_;  // all modules that are copies
};

Value deepcopy(const Value& value, const DeepCopyOptions& options) {
  const Object* object = value.object();
  if (object == nullptr)
    return value;
  const ContextScope scope(object->context());
  return DeepCopy(options).run(value);
}

Ref<Module> Module::deepcopy() const {
  return as_module(nn::deepcopy(module_value(Ref<Module>(const_cast<Module*>(this)))));
}

Ref<Module> Module::clone_shell() const {
  if (layer_info_ != nullptr) {
    const Ref<Dict> options = layer_info_->options_of(*this);
    for (const Dict::Entry& entry : options->entries()) {
      if (entry.value.is_tensor())  // Embedding's _weight: the table of parameters has it
        options->set(entry.key, Value());
    }
    const SilentRegistration silent;
    Ref<Module> shell = layer_info_->create(Value(), Value(options), false);
    shell->type_name_ = type_name_;
    shell->parameters_.clear();
    shell->buffers_.clear();
    shell->children_.clear();
    shell->attributes_->clear();
    shell->attention_.fetch_and(~kAttentionUninitialized, std::memory_order_relaxed);
    return shell;
  }
  if (typeid(*this) != typeid(Module)) {
    fail(ErrorCode::kUnsupported, type_name_,
         ": deepcopy: the class does not say how: override clone_shell()");
  }
  return make<Module>(type_name_);
}

}  // namespace tenon::nn
