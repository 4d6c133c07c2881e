// Module::load_state_dict: rules R5.14–R5.31, all or nothing.
//
// The walk is torch's. Without load hooks it only validates and notes what to do; nothing is
// written until everything is known to fit. With load hooks, which may look at what was loaded so
// far, every step is done at once and noted in an undo log.
#include <cstring>
#include <memory>
#include <unordered_map>
#include <vector>

#include "src/nn/module_system.h"
#include "src/nn/walk.h"
#include "tenon/nn/module.h"
#include "tenon/nn/state_dict.h"

namespace tenon::nn {
namespace {

std::string torch_size(const Shape& sizes) {
  std::string text = "torch.Size([";
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (i > 0)
      text += ", ";
    text += concat(sizes[i]);
  }
  return text + "])";
}

/// Equal bytes after conversion to `dtype`.
bool same_values(const Tensor& a, const Tensor& b, DType dtype) {
  if (a.is_same(b))
    return true;
  if (a.sizes() != b.sizes())
    return false;
  const Tensor x = a.to(dtype).contiguous();
  const Tensor y = b.to(dtype).contiguous();
  return x.numel() == 0 ||
         std::memcmp(x.raw_data(), y.raw_data(),
                     static_cast<std::size_t>(x.numel() * dtype_size(dtype))) == 0;
}

}  // namespace

class StateLoader {
 public:
  StateLoader(Module& root, const StateDict& given, const LoadOptions& options)
      : root_(&root),
        work_(given.copy()),
        options_(options),
        report_(options.report ? options.report : make<LoadReport>(root.context())) {
    for (const auto& entry : root.named_modules()) {
      constexpr std::uint32_t kLoadHooks =
          stage_bit(HookStage::kLoadPre) | stage_bit(HookStage::kLoadPost);
      if ((entry.second->attention_.load(std::memory_order_relaxed) & kLoadHooks) != 0)
        at_once_ = true;
    }
    at_once_ = at_once_ || options.partial;
  }

  Ref<LoadReport> run() {
    try {
      visit(*root_, work_, {}, 0);
      // What the last steps need is made before anything is past return.
      const Named<Ref<Module>> modules = root_->named_modules();
      if (options_.partial && options_.assign)
        tie_again(modules);
      raise_errors();
      // Copies were checked beforehand: only other steps can fail, and what stands before the last
      // of them may have to be undone.
      std::size_t fallible_end = plan_.size();
      while (fallible_end > 0 && plan_[fallible_end - 1].what == What::kCopy)
        --fallible_end;
      for (std::size_t i = 0; i < plan_.size(); ++i)
        perform(plan_[i], i + 1 < fallible_end);
      if (options_.assign)
        tie_again(modules);
    } catch (...) {
      if (!options_.partial)
        undo();
      throw;
    }
    return report_;
  }

 private:
  enum class What { kCopy, kAssign, kExtraState };
  struct Step {
    What what;
    Ref<Module> module;
    std::string name;
    Tensor target;
    Tensor source;
    bool requires_grad = false;
    Value state;
  };
  struct Undo {
    What what;
    Ref<Module> module;
    Tensor target;
    Tensor former;  // values before; null: there were none
    bool requires_grad = false;
    std::vector<Module::ParameterSlot> parameters;
    std::vector<Module::BufferSlot> buffers;
    Value state;
  };
  struct Group {  // the slots that held one tensor
    Tensor old;
    Tensor last;
    std::vector<std::pair<Ref<Module>, std::string>> slots;
  };
  struct FirstEntry {
    std::string key;
    Tensor entry;
  };

  std::vector<std::string>& list(ReportKind kind) { return report_->list(kind); }

  // ---- the walk -------------------------------------------------------------------------------

  void visit(Module& module, const Ref<StateDict>& map, const std::string& prefix, int depth) {
    check_nesting(depth);
    const Ref<Module> alive(&module);
    load_own(module, *map, prefix);
    const std::vector<Module::ChildSlot> children = module.child_slots();
    for (const Module::ChildSlot& slot : children) {
      if (!slot.module)
        continue;
      const std::string child_prefix = concat(prefix, slot.name, '.');
      Ref<StateDict> part = make<StateDict>(module.context());
      for (const Dict::Entry& entry : map->items().entries()) {
        if (entry.key.starts_with(child_prefix))
          part->set(entry.key, entry.value);
      }
      visit(*slot.module, part, child_prefix, depth + 1);
    }
    const HookSnapshot hooks(module.hook_tables(), HookStage::kLoadPost);
    for (std::size_t i = 0; i < hooks.size(); ++i) {
      Call call(CallKind::kLoadPost, &module);
      call.provide(CallSlot::kReport, Value::object(ValueKind::kOpaque, report_.get()));
      call.provide(CallSlot::kStrict, Value(options_.strict));
      hooks.invoke(i, call);
      if (call.set_any()) {
        fail(ErrorCode::kAssertion, module.type_name(),
             ": a load_state_dict post-hook edits the report in place and gives nothing back");
      }
    }
  }

  void load_own(Module& module, StateDict& map, const std::string& prefix) {
    const std::string path = prefix.empty() ? prefix : prefix.substr(0, prefix.size() - 1);
    Ref<Dict> metadata;  // a copy: what hooks write there stays here
    if (work_->metadata()) {
      const Value* found = static_cast<const Dict&>(*work_->metadata()).find(path);
      if (found != nullptr && found->is_dict())
        metadata = found->as_dict().copy();
    }
    module.upgrade_state(map, prefix, metadata.get(), *report_);
    run_pre_hooks(module, map, prefix, metadata);

    std::vector<std::string> names;
    struct Own {
      std::string name;
      Tensor tensor;
    };
    std::vector<Own> own;
    for (const Module::ParameterSlot& slot : module.parameter_slots()) {
      if (slot.tensor.defined())
        own.push_back({slot.name, slot.tensor});
    }
    for (const Module::BufferSlot& slot : module.buffer_slots()) {
      if (slot.persistent && slot.tensor.defined())
        own.push_back({slot.name, slot.tensor});
    }
    for (const Own& slot : own) {
      const std::string key = prefix + slot.name;
      const Value* entry = map.find(key);
      if (entry != nullptr) {
        load_entry(module, slot.name, slot.tensor, key, *entry);
      } else if (!is_known_alias(key, slot.tensor)) {
        list(ReportKind::kMissing).push_back(key);
      }
    }
    const std::string extra_key = prefix + "_extra_state";
    if (const Value* entry = map.find(extra_key)) {
      if (module.takes_extra_state()) {
        act({What::kExtraState, Ref<Module>(&module), {}, {}, {}, false, *entry});
      } else {
        list(ReportKind::kUnexpected).push_back(extra_key);
      }
    } else if (module.takes_extra_state()) {
      list(ReportKind::kMissing).push_back(extra_key);
    }
    for (const Dict::Entry& entry : map.items().entries()) {
      if (!entry.key.starts_with(prefix) || entry.key == extra_key)
        continue;
      const std::string_view rest = std::string_view(entry.key).substr(prefix.size());
      const std::size_t dot = rest.find('.');
      bool expected = false;
      if (dot == std::string_view::npos) {
        for (const Own& slot : own)
          expected = expected || slot.name == rest;
      } else {
        // Nobody visits a None child, so what lies below one is unexpected (torch accepts it).
        for (const Module::ChildSlot& slot : module.child_slots())
          expected = expected || (slot.module && slot.name == rest.substr(0, dot));
      }
      if (!expected)
        list(ReportKind::kUnexpected).push_back(entry.key);
    }
  }

  void run_pre_hooks(Module& module, StateDict& map, const std::string& prefix,
                     const Ref<Dict>& metadata) {
    const HookSnapshot hooks(module.hook_tables(), HookStage::kLoadPre);
    if (hooks.size() == 0)
      return;
    const Ref<Dict> shown = metadata ? metadata : make<Dict>(module.context());
    if (options_.assign)
      shown->set("assign_to_params_buffers", Value(true));
    for (std::size_t i = 0; i < hooks.size(); ++i) {
      Call call(CallKind::kLoadPre, &module);
      call.provide(CallSlot::kStateDict, Value::object(ValueKind::kOpaque, &map));
      call.provide(CallSlot::kPrefix, Value(prefix));
      call.provide(CallSlot::kMetadata, Value(shown));
      call.provide(CallSlot::kStrict, Value(options_.strict));
      call.provide(CallSlot::kReport, Value::object(ValueKind::kOpaque, report_.get()));
      hooks.invoke(i, call);
    }
  }

  // ---- one entry (R5.18) ------------------------------------------------------------------------

  void load_entry(Module& module, const std::string& name, const Tensor& target,
                  const std::string& key, const Value& value) {
    if (!value.is_tensor()) {
      list(ReportKind::kMismatched)
          .push_back(concat("While copying the parameter named \"", key,
                            "\", expected a tensor from the checkpoint but received a ",
                            value_kind_name(value.kind())));
      return;
    }
    Tensor entry = value.as_tensor();
    check_context("load_state_dict", module.context(), entry.impl());
    if (target.ndim() == 0 && entry.ndim() == 1 && entry.numel() == 1)
      entry = entry.as_strided({}, {}, entry.storage_offset());
    if (entry.sizes() != target.sizes()) {
      list(ReportKind::kMismatched)
          .push_back(concat(
              "size mismatch for ", key, ": copying a param with shape ", torch_size(entry.sizes()),
              " from checkpoint, the shape in current model is ", torch_size(target.sizes()), "."));
      return;
    }
    note_tie(key, target, entry);
    try {
      if (entry.is_uninitialized())
        fail(ErrorCode::kRuntime, "the entry has no values");
      if (options_.assign) {
        assign_entry(module, name, target, entry);
      } else {
        copy_entry(module, target, key, entry);
      }
    } catch (const Error& error) {
      if (error.code() == ErrorCode::kNoMemory)
        throw;
      list(ReportKind::kMismatched)
          .push_back(concat(
              "While copying the parameter named \"", key, "\", whose dimensions in the model are ",
              torch_size(target.sizes()), " and whose dimensions in the checkpoint are ",
              torch_size(entry.sizes()), ", an exception occurred : (", error.what(), ")."));
    }
  }

  void copy_entry(Module& module, const Tensor& target, const std::string& key,
                  const Tensor& entry) {
    if (entry.dtype() != target.dtype()) {
      const std::string change =
          concat(dtype_name(entry.dtype()), " → ", dtype_name(target.dtype()));
      if (options_.strict_dtype)
        fail(ErrorCode::kType, "the dtype would change: ", change);
      const auto castable = [](DType d) { return has_arithmetic(d) || is_complex(d); };
      if (!castable(entry.dtype()) || !castable(target.dtype()))
        fail(ErrorCode::kUnsupported, "no cast ", change);
      list(ReportKind::kCast).push_back(concat(key, ": ", change));
    }
    if (target.impl().storage->is_read_only())
      fail(ErrorCode::kRuntime, "the memory is read-only");
    act({What::kCopy, Ref<Module>(&module), {}, target, entry, false, {}});
  }

  void assign_entry(Module& module, const std::string& name, const Tensor& target,
                    const Tensor& entry) {
    const bool is_parameter = [&] {
      for (const Module::ParameterSlot& slot : module.parameter_slots()) {
        if (slot.name == name)
          return true;
      }
      return false;
    }();
    Tensor source = entry;
    const bool wanted = target.requires_grad();
    if (is_parameter) {
      if (!entry.is_parameter()) {
        source = entry.as_parameter(wanted);
      } else if (wanted && !is_floating(entry.dtype()) && !is_complex(entry.dtype())) {
        fail(ErrorCode::kRuntime, "only floating point and complex dtypes can require gradients");
      }
    }
    act({What::kAssign,
         Ref<Module>(&module),
         name,
         target,
         source,
         is_parameter ? wanted : source.requires_grad(),
         {}});
  }

  void note_tie(const std::string& key, const Tensor& target, const Tensor& entry) {
    const auto [place, fresh] = first_.try_emplace(&target.impl(), FirstEntry{key, entry});
    if (fresh)
      return;
    const FirstEntry& first = place->second;
    const bool castable = has_arithmetic(target.dtype()) && has_arithmetic(entry.dtype()) &&
                          has_arithmetic(first.entry.dtype());
    const DType dtype = castable ? target.dtype() : entry.dtype();
    if (entry.dtype() != first.entry.dtype() && !castable)
      list(ReportKind::kTied).push_back(concat(key, ": differs from ", first.key));
    else if (!same_values(entry, first.entry, dtype))
      list(ReportKind::kTied).push_back(concat(key, ": differs from ", first.key));
  }

  /// A file may hold tied tensors once and name the dropped keys in its metadata; if this model
  /// ties them too, nothing is missing (checkpoints.md §1.5).
  bool is_known_alias(const std::string& key, const Tensor& target) {
    const Value* kept = static_cast<const StateDict&>(*work_).file_metadata().find(key);
    if (kept == nullptr || kept->kind() != ValueKind::kString)
      return false;
    const std::string_view kept_key = kept->as_string();
    if (work_->find(kept_key) == nullptr)
      return false;
    for (const auto& entry : root_->named_modules({{}, true, false})) {
      for (const Module::ParameterSlot& slot : entry.second->parameter_slots()) {
        if (slot.tensor.is_same(target) && join_path(entry.first, slot.name) == kept_key)
          return true;
      }
      for (const Module::BufferSlot& slot : entry.second->buffer_slots()) {
        if (slot.tensor.is_same(target) && join_path(entry.first, slot.name) == kept_key)
          return true;
      }
    }
    return false;
  }

  void raise_errors() {
    std::string text;
    const auto add_keys = [&](const char* title, const std::vector<std::string>& keys) {
      if (!options_.strict || keys.empty())
        return;
      text += concat("\n\t", title, " key(s) in state_dict: ");
      for (std::size_t i = 0; i < keys.size(); ++i)
        text += concat(i == 0 ? "\"" : ", \"", keys[i], '"');
      text += ". ";
    };
    add_keys("Missing", list(ReportKind::kMissing));
    add_keys("Unexpected", list(ReportKind::kUnexpected));
    for (const std::string& error : list(ReportKind::kMismatched))
      text += "\n\t" + error;
    if (!text.empty()) {
      fail(ErrorCode::kRuntime, "Error(s) in loading state_dict for ", root_->type_name(), ':',
           text);
    }
  }

  // ---- doing and undoing
  // --------------------------------------------------------------------------

  void act(Step step) {
    if (at_once_) {
      perform(step, true);
    } else {
      plan_.push_back(std::move(step));
    }
  }

  void perform(const Step& step, bool may_be_undone) {
    const bool log = may_be_undone && !options_.partial;
    switch (step.what) {
      case What::kCopy:
        if (log) {
          Undo undo{What::kCopy, step.module, step.target, {}, false, {}, {}, {}};
          if (!step.target.is_uninitialized())
            undo.former = step.target.clone();
          undo_.push_back(std::move(undo));
        }
        step.target.copy_(step.source);
        return;
      case What::kAssign: {
        undo_.push_back({What::kAssign,
                         step.module,
                         step.source,
                         {},
                         step.source.requires_grad(),
                         step.module->parameters_,
                         step.module->buffers_,
                         {}});
        if (step.source.requires_grad() != step.requires_grad)
          step.source.set_requires_grad(step.requires_grad);
        step.module->set_attribute(step.name, Value(step.source));
        Group& group = groups_[&step.target.impl()];
        group.old = step.target;
        if (!group.last.defined() || step.source.is_parameter() || !group.last.is_parameter())
          group.last = step.source;
        group.slots.emplace_back(step.module, step.name);
        return;
      }
      case What::kExtraState:
        // Asked for the old state only if something later may fail and want it back.
        if (Value former; log && step.module->find_extra_state(&former))
          undo_.push_back({What::kExtraState, step.module, {}, {}, false, {}, {}, former});
        step.module->set_extra_state(step.state);
        return;
    }
  }

  /// Gives one object to all names of a group (torch gives each its own).
  void tie_again(const Named<Ref<Module>>& modules) noexcept {
    for (auto& entry : groups_) {
      Group& group = entry.second;
      for (const auto& slot : group.slots)
        point(*slot.first, slot.second, group.last);
    }
    for (const auto& entry : modules) {
      const auto follow = [&](Tensor& tensor, bool is_parameter) {
        if (!tensor.defined())
          return;
        const auto found = groups_.find(&tensor.impl());
        if (found != groups_.end() && (!is_parameter || found->second.last.is_parameter()))
          tensor = found->second.last;
      };
      for (Module::ParameterSlot& slot : entry.second->parameters_)
        follow(slot.tensor, true);
      for (Module::BufferSlot& slot : entry.second->buffers_)
        follow(slot.tensor, false);
    }
  }

  static void point(Module& module, const std::string& name, const Tensor& tensor) {
    if (Module::ParameterSlot* slot = module.find_parameter(name)) {
      if (tensor.is_parameter())
        slot->tensor = tensor;
    } else if (Module::BufferSlot* buffer = module.find_buffer(name)) {
      buffer->tensor = tensor;
    }
  }

  void undo() noexcept {
    while (!undo_.empty()) {
      Undo& step = undo_.back();
      try {
        switch (step.what) {
          case What::kCopy:
            if (step.former.defined()) {
              step.target.copy_(step.former);
            } else {
              step.target.impl().uninitialized = true;
              step.module->mark_uninitialized();
            }
            break;
          case What::kAssign:
            step.module->parameters_.swap(step.parameters);
            step.module->buffers_.swap(step.buffers);
            step.target.impl().requires_grad = step.requires_grad;
            break;
          case What::kExtraState:
            step.module->set_extra_state(step.state);
            break;
        }
      } catch (const std::exception& failure) {
        root_->context().log(kLogWarning, failure.what());
      }
      undo_.pop_back();
    }
  }

  const Ref<Module> root_;
  const Ref<StateDict> work_;  // the caller's map is never written
  const LoadOptions& options_;
  const Ref<LoadReport> report_;
  bool at_once_ = false;
  std::vector<Step> plan_;
  std::vector<Undo> undo_;
  std::unordered_map<const TensorImpl*, FirstEntry> first_;
  std::unordered_map<const TensorImpl*, Group> groups_;
};

Ref<LoadReport> Module::load_state_dict(const StateDict& state_dict, const LoadOptions& options) {
  check_context("load_state_dict", context(), state_dict);
  return StateLoader(*this, state_dict, options).run();
}

}  // namespace tenon::nn
