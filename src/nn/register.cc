// Registration, assignment and deletion: rules R1.4–R1.22 and the registration hooks (R4.48).
#include "src/nn/module_system.h"
#include "src/nn/names.h"
#include "tenon/nn/module.h"

namespace tenon::nn {
namespace {

constinit thread_local int t_silent = 0;

void check_free(const Module& module, std::string_view name, bool taken) {
  // Upstream the extra state of a module shares its keys with the slots: D2.
  if (name == "_extra_state") {
    fail(ErrorCode::kKey, module.type_name(),
         ": '_extra_state' is reserved: attribute '_extra_state' already exists");
  }
  if (taken || (module.context().options().pytorch_names && is_pytorch_name(module, name))) {
    fail(ErrorCode::kKey, module.type_name(), ": attribute '", name, "' already exists");
  }
}

void check_parameter(const Module& module, std::string_view name, const Tensor& parameter) {
  if (!parameter.defined())
    return;
  check_context(module.type_name(), module.context(), parameter.impl());
  if (!parameter.is_parameter()) {
    fail(ErrorCode::kType, module.type_name(), ": cannot assign a plain tensor to parameter '",
         name, "' (a parameter or none required)");
  }
  if (!parameter.is_leaf()) {
    fail(ErrorCode::kValue, module.type_name(), ": cannot assign a non-leaf tensor to parameter '",
         name, "': parameters are leaves; compute derived values in forward");
  }
}

void check_buffer(const Module& module, const Tensor& buffer) {
  if (buffer.defined())
    check_context(module.type_name(), module.context(), buffer.impl());
}

/// Runs the context-wide registration hooks; each sees the former one's result.
Value run_registration_hooks(Module& module, HookStage stage, CallKind kind, std::string_view name,
                             Value value) {
  ModuleSystem& system = ModuleSystem::of(module.context());
  if ((system.attention() & stage_bit(stage)) == 0 || t_silent != 0)
    return value;
  const HookSnapshot hooks(&system.context_hooks(), stage);
  // A constructor registers before anybody holds the module: a hook that takes a reference and
  // drops it again must not end it.
  const ConstructionHold hold(module);
  for (std::size_t i = 0; i < hooks.size(); ++i) {
    Call call(kind, &module);
    call.provide(CallSlot::kName, Value(name));
    call.provide(CallSlot::kValue, value);
    hooks.invoke(i, call);
    if (call.was_set(CallSlot::kValue))
      value = call.take(CallSlot::kValue);
  }
  return value;
}

Tensor tensor_or_none(const Module& module, const char* kind, std::string_view name,
                      const Value& value) {
  if (value.is_none())
    return {};
  if (!value.is_tensor()) {
    fail(ErrorCode::kType, module.type_name(), ": a registration hook gave a ",
         value_kind_name(value.kind()), " for ", kind, " '", name, "'");
  }
  return value.as_tensor();
}

Tensor hooked_parameter(Module& module, std::string_view name, const Tensor& parameter) {
  check_parameter(module, name, parameter);
  if (!parameter.defined())
    return parameter;
  Tensor out =
      tensor_or_none(module, "parameter", name,
                     run_registration_hooks(module, HookStage::kRegisterParameter,
                                            CallKind::kRegisterParameter, name, Value(parameter)));
  check_parameter(module, name, out);
  return out;
}

Tensor hooked_buffer(Module& module, std::string_view name, const Tensor& buffer) {
  check_buffer(module, buffer);
  Tensor out =
      tensor_or_none(module, "buffer", name,
                     run_registration_hooks(module, HookStage::kRegisterBuffer,
                                            CallKind::kRegisterBuffer, name, Value(buffer)));
  check_buffer(module, out);
  return out;
}

Ref<Module> hooked_module(Module& module, std::string_view name, const Ref<Module>& child) {
  const Value value = run_registration_hooks(module, HookStage::kRegisterModule,
                                             CallKind::kRegisterModule, name, module_value(child));
  if (value.is_none())
    return {};
  if (value.kind() != ValueKind::kModule) {
    fail(ErrorCode::kType, module.type_name(), ": a registration hook gave a ",
         value_kind_name(value.kind()), " for module '", name, "'");
  }
  return as_module(value);
}

}  // namespace

SilentRegistration::SilentRegistration() noexcept {
  ++t_silent;
}
SilentRegistration::~SilentRegistration() {
  --t_silent;
}

void Module::register_parameter(std::string_view name_in, const Tensor& parameter) {
  const std::string name(name_in);
  const auto check = [&] {
    check_slot_name("parameter", name);
    check_free(
        *this, name,
        find_buffer(name) != nullptr || find_child(name) != nullptr || attributes_->has(name));
  };
  check();
  Tensor stored = hooked_parameter(*this, name, parameter);
  check();  // a hook may have taken the name
  store_parameter(name, std::move(stored));
}

void Module::register_buffer(std::string_view name_in, const Tensor& buffer, bool persistent) {
  const std::string name(name_in);
  const auto check = [&] {
    check_slot_name("buffer", name);
    check_free(
        *this, name,
        find_parameter(name) != nullptr || find_child(name) != nullptr || attributes_->has(name));
  };
  check();
  Tensor stored = hooked_buffer(*this, name, buffer);
  check();
  store_buffer(name, std::move(stored), persistent);
}

void Module::add_module(std::string_view name_in, Ref<Module> module) {
  const std::string name(name_in);
  const auto check = [&] {
    check_free(
        *this, name,
        find_parameter(name) != nullptr || find_buffer(name) != nullptr || attributes_->has(name));
    check_slot_name("module", name);
  };
  check();
  if (module)
    check_new_child(*module, name);
  module = hooked_module(*this, name, module);
  check();
  if (module)
    check_new_child(*module, name);
  store_child(name, std::move(module));
}

// ---- assignment -------------------------------------------------------------------------------

void Module::set_attribute(std::string_view name_in, const Value& value_in) {
  const std::string name(name_in);  // the arguments may live in what is replaced
  const Value value = value_in;
  const auto wrong = [&](const char* slot, const char* expected) {
    fail(ErrorCode::kType, type_name_, ": cannot assign a ", value_kind_name(value.kind()), " as ",
         slot, " '", name, "' (", expected, " expected)");
  };
  const Tensor tensor = value.is_tensor() ? value.as_tensor() : Tensor();
  const bool is_parameter = tensor.defined() && tensor.is_parameter();
  const bool is_module = value.kind() == ValueKind::kModule;

  if (is_parameter) {
    check_slot_name("parameter", name);
    check_free(*this, name, false);
    Tensor stored = hooked_parameter(*this, name, tensor);
    if (find_parameter(name) == nullptr && has_attribute(name))
      delete_attribute(name);
    store_parameter(name, std::move(stored));
    return;
  }
  if (find_parameter(name) != nullptr) {
    if (!value.is_none())
      wrong("parameter", "a parameter or none");
    store_parameter(name, Tensor());
    return;
  }
  if (is_module) {
    check_free(*this, name, false);
    check_slot_name("module", name);
    Ref<Module> child = as_module(value);
    check_new_child(*child, name);
    child = hooked_module(*this, name, child);
    if (child)
      check_new_child(*child, name);
    if (find_child(name) == nullptr && has_attribute(name))
      delete_attribute(name);
    store_child(name, std::move(child));
    return;
  }
  if (const BufferSlot* slot = find_buffer(name)) {
    if (!value.is_none() && !value.is_tensor())
      wrong("buffer", "a tensor or none");
    register_buffer(name, tensor, slot->persistent);
    return;
  }
  if (find_child(name) != nullptr) {
    if (!value.is_none())
      wrong("child module", "a module or none");
    add_module(name, nullptr);
    return;
  }
  check_slot_name("attribute", name);
  if (name == "_extra_state")
    check_free(*this, name, true);
  if (tensor.defined())
    check_context(type_name_, context(), tensor.impl());
  attributes_->set(name, value);
}

void Module::delete_attribute(std::string_view name) {
  // The dying value leaves its table first: its end may run host code that looks at the table.
  const auto drop = [name](auto& slots) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (slots[i].name != name)
        continue;
      const auto dying = std::move(slots[i]);
      slots.erase(slots.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    return false;
  };
  if (drop(parameters_) || drop(buffers_) || drop(children_) || attributes_->remove(name))
    return;
  fail(ErrorCode::kAttribute, "'", type_name_, "' object has no attribute '", name, "'");
}

Value Module::get_attribute(std::string_view name) const {
  for (const ParameterSlot& slot : parameters_) {
    if (slot.name == name)
      return Value(slot.tensor);
  }
  for (const BufferSlot& slot : buffers_) {
    if (slot.name == name)
      return Value(slot.tensor);
  }
  for (const ChildSlot& slot : children_) {
    if (slot.name == name)
      return module_value(slot.module);
  }
  if (const Value* value = static_cast<const Dict&>(*attributes_).find(name))
    return *value;
  fail(ErrorCode::kAttribute, "'", type_name_, "' object has no attribute '", name, "'");
}

bool Module::has_attribute(std::string_view name) const noexcept {
  Module& self = const_cast<Module&>(*this);
  return self.find_parameter(name) != nullptr || self.find_buffer(name) != nullptr ||
         self.find_child(name) != nullptr || attributes_->has(name);
}

Value module_value(const Ref<Module>& module) {
  return Value::object(ValueKind::kModule, module.get());
}

Ref<Module> as_module(const Value& value) {
  if (value.kind() != ValueKind::kModule)
    fail(ErrorCode::kType, "a module is needed, got ", value_kind_name(value.kind()));
  return Ref<Module>(static_cast<Module*>(value.object()));
}

}  // namespace tenon::nn
