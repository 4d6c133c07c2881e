// Modules whose behaviour is a callback, and modules of unknown classes.
#include "tenon/nn/module.h"

namespace tenon::nn {

CustomModule::CustomModule(std::string_view type_name, Ref<Callback> callback)
    : Module(type_name), callback_(std::move(callback)) {
  if (!callback_)
    fail(ErrorCode::kValue, type_name, ": the callback is null");
  check_context(type_name, context(), *callback_);
}

CustomModule::~CustomModule() = default;

Value CustomModule::finish(bool answered, Call& call) {
  if (!answered)
    fail(ErrorCode::kNotImplemented, type_name(), ": no forward");
  if (!call.was_set(CallSlot::kOutput))
    fail(ErrorCode::kRuntime, type_name(), ": forward set no output");
  return call.take(CallSlot::kOutput);
}

Value CustomModule::forward(std::span<const Value> args, const Value& kwargs) {
  Call call(CallKind::kForward, this);
  call.provide(CallSlot::kArgs, Value::tuple({args.begin(), args.end()}));
  // A dict of its own, as Python's **kwargs: hooks keep seeing what was passed.
  if (kwargs.is_dict() && kwargs.as_dict().count() > 0)
    call.provide(CallSlot::kKwargs, Value(kwargs.as_dict().copy()));
  const bool answered = callback_->invoke(call);
  return finish(answered, call);
}

Value CustomModule::forward_one(const Tensor& input) {
  Call call(CallKind::kForward, this);
  call.borrow_input(input);
  const bool answered = callback_->invoke(call);
  return finish(answered, call);
}

namespace {
Call& with_value(Call& call, Value value) {
  call.provide(CallSlot::kValue, std::move(value));
  return call;
}
}  // namespace

Value CustomModule::get_extra_state() const {
  Value state;
  return find_extra_state(&state) ? state : Module::get_extra_state();
}

bool CustomModule::find_extra_state(Value* state) const {
  // VALUE must be set: a callback that takes every kind for a forward has no extra state.
  Call call(CallKind::kGetExtraState, const_cast<CustomModule*>(this));
  if (!callback_->invoke(call) || !call.was_set(CallSlot::kValue))
    return false;
  *state = call.take(CallSlot::kValue);
  return true;
}

void CustomModule::set_extra_state(const Value& state) {
  Call call(CallKind::kSetExtraState, this);
  if (!callback_->invoke(with_value(call, state)))
    Module::set_extra_state(state);
}

bool CustomModule::has_extra_state() const {
  Value state;
  return find_extra_state(&state);
}

bool CustomModule::takes_extra_state() const {
  Call call(CallKind::kAnswers, const_cast<CustomModule*>(this));
  with_value(call, static_cast<std::int64_t>(CallKind::kSetExtraState));
  if (callback_->invoke(call) && call.was_set(CallSlot::kValue))
    return call.get(CallSlot::kValue).as_bool();
  return has_extra_state();
}

std::string CustomModule::extra_repr() const {
  Call call(CallKind::kExtraRepr, const_cast<CustomModule*>(this));
  if (!callback_->invoke(call) || !call.was_set(CallSlot::kValue))
    return {};
  return std::string(call.get(CallSlot::kValue).as_string());
}

Ref<Module> CustomModule::clone_shell() const {
  Call call(CallKind::kClone, const_cast<CustomModule*>(this));
  if (!callback_->invoke(call) || !call.was_set(CallSlot::kValue)) {
    fail(ErrorCode::kUnsupported, type_name(), ": deepcopy: the callback does not answer CLONE");
  }
  const Value answer = call.take(CallSlot::kValue);
  if (answer.kind() == ValueKind::kBool && answer.as_bool())
    return make<CustomModule>(type_name(), callback_);
  if (answer.kind() != ValueKind::kModule) {
    fail(ErrorCode::kType, type_name(), ": deepcopy: the answer to CLONE is ",
         value_kind_name(answer.kind()), ", wants a module or True");
  }
  return as_module(answer);
}

UnknownModule::UnknownModule(std::string_view type_name, std::string arguments)
    : Module(type_name), arguments_(std::move(arguments)) {}

UnknownModule::~UnknownModule() = default;

Ref<Module> UnknownModule::clone_shell() const {
  const Ref<UnknownModule> shell = make<UnknownModule>(type_name(), arguments_);
  shell->set_collapses_repeats(collapses_repeats_);
  return shell;
}

Value UnknownModule::forward(std::span<const Value>, const Value&) {
  fail_at_path(ErrorCode::kNotImplemented, "no forward; export it or register the class");
}

}  // namespace tenon::nn
