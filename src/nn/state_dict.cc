// StateDict, LoadReport, and Module::state_dict (R5.1–R5.13).
#include "tenon/nn/state_dict.h"

#include <unordered_map>

#include "src/nn/module_system.h"
#include "src/nn/walk.h"
#include "tenon/nn/module.h"

namespace tenon::nn {

StateDict::StateDict(Context& context)
    : Object(context), items_(make<Dict>(context)), file_metadata_(make<Dict>(context)) {}

const Value& StateDict::get(std::string_view key) const {
  const Value* found = find(key);
  if (found == nullptr)
    fail(ErrorCode::kKey, "state dict: there is no '", key, "'");
  return *found;
}

namespace {
/// Path → own copy of the entry's dict, so that edits stay with one state dict.
Ref<Dict> copy_metadata(const Ref<Dict>& metadata) {
  if (!metadata)
    return {};
  Ref<Dict> out = make<Dict>(metadata->context());
  for (const Dict::Entry& entry : metadata->entries())
    out->set(entry.key, entry.value.is_dict() ? Value(entry.value.as_dict().copy()) : entry.value);
  return out;
}
}  // namespace

Ref<StateDict> StateDict::copy() const {
  Ref<StateDict> out = make<StateDict>(context());
  out->items_ = items_->copy();
  out->metadata_ = copy_metadata(metadata_);
  out->file_metadata_ = file_metadata_->copy();
  return out;
}

Ref<StateDict> StateDict::clone() const {
  Ref<StateDict> out = copy();
  std::unordered_map<const TensorImpl*, Tensor> copies;  // ties of keep_vars stay ties
  for (std::int64_t i = 0; i < count(); ++i) {
    const Value& entry = value(i);
    if (!entry.is_tensor())
      continue;
    const Tensor tensor = entry.as_tensor();
    Tensor& own = copies[&tensor.impl()];
    if (!own.defined()) {
      own = tensor.clone();
      if (tensor.is_parameter())
        own = own.as_parameter(tensor.requires_grad());
      own.impl().uninitialized = tensor.is_uninitialized();
    }
    out->set(key(i), Value(own));
  }
  return out;
}

std::string LoadReport::to_string() const {
  if (list(ReportKind::kMissing).empty() && list(ReportKind::kUnexpected).empty())
    return "<All keys matched successfully>";
  const auto listed = [](const std::vector<std::string>& keys) {
    std::string text = "[";
    for (const std::string& key : keys) {
      if (text.size() > 1)
        text += ", ";
      text += '\'' + key + '\'';
    }
    return text + ']';
  };
  return concat("_IncompatibleKeys(missing_keys=", listed(list(ReportKind::kMissing)),
                ", unexpected_keys=", listed(list(ReportKind::kUnexpected)), ")");
}

std::int64_t strip_prefix(StateDict& state_dict, std::string_view prefix) {
  if (prefix.empty())
    return 0;
  Dict& items = state_dict.items();
  Ref<Dict> renamed = make<Dict>(items.context());
  std::int64_t changed = 0;
  for (const Dict::Entry& entry : items.entries()) {
    std::string_view key = entry.key;
    if (key.starts_with(prefix)) {
      key.remove_prefix(prefix.size());
      ++changed;
    }
    renamed->set(key, entry.value);
  }
  Ref<Dict> metadata;
  // Metadata is by module path: the prefix without its dot.
  if (state_dict.metadata()) {
    std::string_view path = prefix;
    if (path.ends_with('.'))
      path.remove_suffix(1);
    metadata = make<Dict>(items.context());
    for (const Dict::Entry& entry : state_dict.metadata()->entries()) {
      std::string_view key = entry.key;
      if (key.empty() && state_dict.metadata()->has(path))
        continue;  // the root that held the prefixed module
      if (key == path) {
        key = {};
      } else if (key.starts_with(prefix)) {
        key.remove_prefix(prefix.size());
      }
      metadata->set(key, entry.value);
    }
  }
  // Nothing fails any more.
  items.swap(*renamed);
  if (metadata)
    state_dict.set_metadata(std::move(metadata));
  return changed;
}

// ---- Module::state_dict -------------------------------------------------------------------------

namespace {

struct Saver {
  StateDict& out;
  const Ref<StateDict> holder;
  bool keep_vars;

  void save(Module& module, const std::string& prefix, int depth) {
    check_nesting(depth);
    Ref<Dict> local = make<Dict>(out.context());
    local->set("version", Value(module.version()));
    if (out.metadata()) {
      const std::string_view path =
          std::string_view(prefix).substr(0, prefix.empty() ? 0 : prefix.size() - 1);
      out.metadata()->set(path, Value(local));
    }
    run_hooks(module, HookStage::kStateDictPre, [&](Call& call) {
      call.provide(CallSlot::kPrefix, Value(prefix));
      call.provide(CallSlot::kValue, Value(keep_vars));
    });
    for (const Module::ParameterSlot& slot : module.parameter_slots())
      put(prefix, slot.name, slot.tensor);
    for (const Module::BufferSlot& slot : module.buffer_slots()) {
      if (slot.persistent)
        put(prefix, slot.name, slot.tensor);
    }
    Value extra;
    if (module.find_extra_state(&extra))
      out.set(prefix + "_extra_state", std::move(extra));
    const std::vector<Module::ChildSlot> children = module.child_slots();  // hooks may change it
    for (const Module::ChildSlot& slot : children) {
      if (slot.module)
        save(*slot.module, concat(prefix, slot.name, '.'), depth + 1);
    }
    run_hooks(module, HookStage::kStateDictPost, [&](Call& call) {
      call.provide(CallSlot::kStateDict, Value::object(ValueKind::kOpaque, &out));
      call.provide(CallSlot::kPrefix, Value(prefix));
      call.provide(CallSlot::kMetadata, Value(local));
    });
  }

  void put(const std::string& prefix, const std::string& name, const Tensor& tensor) {
    if (tensor.defined())
      out.set(prefix + name, Value(keep_vars ? tensor : tensor.detach()));
  }

  template <class Fill>
  void run_hooks(Module& module, HookStage stage, Fill&& fill) {
    const HookSnapshot hooks(module.hook_tables(), stage);
    for (std::size_t i = 0; i < hooks.size(); ++i) {
      const bool post = stage == HookStage::kStateDictPost;
      Call call(post ? CallKind::kStateDictPost : CallKind::kStateDictPre, &module);
      fill(call);
      hooks.invoke(i, call);
      if (post && call.set_any()) {
        fail(ErrorCode::kRuntime, module.type_name(),
             ": a state_dict post-hook edits the map in place and gives nothing back");
      }
    }
  }
};

}  // namespace

Ref<StateDict> Module::state_dict(const StateDictOptions& options) const {
  const Ref<Module> alive(const_cast<Module*>(this));
  Ref<StateDict> out = options.destination;
  if (!out) {
    out = make<StateDict>(context());
    out->set_metadata(make<Dict>(context()));
  }
  check_context("state_dict", context(), *out);
  Saver{*out, out, options.keep_vars}.save(*alive, options.prefix, 0);
  return out;
}

bool Module::find_extra_state(Value* state) const {
  if (!has_extra_state())
    return false;
  *state = get_extra_state();
  return true;
}

Value Module::get_extra_state() const {
  fail(ErrorCode::kRuntime, type_name_, ": the class has no get_extra_state");
}

void Module::set_extra_state(const Value&) {
  fail(ErrorCode::kRuntime, type_name_, ": the class has no set_extra_state");
}

void Module::upgrade_state(StateDict&, const std::string&, const Dict*, LoadReport&) {}

}  // namespace tenon::nn
