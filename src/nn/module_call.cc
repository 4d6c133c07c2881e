// The call path: frames, pre-hooks, forward, hooks, always_call (R4.6–R4.24).
#include <exception>
#include <new>
#include <unordered_set>
#include <vector>

#include "src/nn/module_system.h"
#include "src/nn/walk.h"
#include "tenon/nn/module.h"

namespace tenon::nn {
namespace {

// Below Python's own limit of about a thousand frames, and small enough for a 1 MB stack.
constexpr int kMaxCallDepth = 500;

/// A running call, on the stack of its thread.
struct CallFrame {
  CallFrame* outer;
  Module* module;
  int depth;
};

constinit thread_local CallFrame* t_frame = nullptr;

class FrameScope {
 public:
  explicit FrameScope(Module& module) : frame_{t_frame, &module, 1} {
    if (frame_.outer != nullptr)
      frame_.depth = frame_.outer->depth + 1;
    if (frame_.depth > kMaxCallDepth) [[unlikely]]
      too_deep(module);
    t_frame = &frame_;
  }
  ~FrameScope() { t_frame = frame_.outer; }
  FrameScope(const FrameScope&) = delete;
  FrameScope& operator=(const FrameScope&) = delete;

 private:
  [[noreturn]] static void too_deep(const Module& module) {
    fail(ErrorCode::kRuntime, module.type_name(), ": calls are nested deeper than ", kMaxCallDepth);
  }
  CallFrame frame_;
};

/// Appends the path from `from` to `to`; false if `to` is not below.
bool find_path(const Module& from, const Module& to, std::unordered_set<const Module*>& seen,
               std::string& path, int depth) {
  if (depth > kMaxNesting)
    return false;
  for (const Module::ChildSlot& slot : from.child_slots()) {
    if (slot.module.get() == &to) {
      if (!path.empty())
        path += '.';
      path += slot.name;
      return true;
    }
  }
  for (const Module::ChildSlot& slot : from.child_slots()) {
    if (!slot.module || !seen.insert(slot.module.get()).second)
      continue;
    const std::size_t length = path.size();
    if (!path.empty())
      path += '.';
    path += slot.name;
    if (find_path(*slot.module, to, seen, path, depth + 1))
      return true;
    path.resize(length);
  }
  return false;
}

[[noreturn]] void note_path_and_rethrow(Error& error) {
  if (!error.has_path()) {
    std::string path;
    try {
      path = current_path();
      error.set_path(path);
    } catch (const std::bad_alloc&) {
      // The error itself matters more than where it happened.
    }
  }
  throw;
}

std::span<const Value> items_of(const Value& args) {
  if (args.is_none())
    return {};
  if (!args.is_sequence()) {
    fail(ErrorCode::kType, "call: positional arguments are a tuple, got ",
         value_kind_name(args.kind()));
  }
  return args.as_sequence().items;
}

void check_kwargs(const Value& kwargs) {
  if (!kwargs.is_none() && !kwargs.is_dict()) {
    fail(ErrorCode::kType, "call: keyword arguments are a dict, got ",
         value_kind_name(kwargs.kind()));
  }
}

bool has_entries(const Value& kwargs) {
  return kwargs.is_dict() && kwargs.as_dict().count() > 0;
}

}  // namespace

std::string current_path() {
  std::vector<const Module*> modules;
  for (const CallFrame* frame = t_frame; frame != nullptr; frame = frame->outer)
    modules.push_back(frame->module);
  std::string path;
  for (std::size_t i = modules.size(); i-- > 1;) {
    const Module* outer = modules[i];
    const Module* inner = modules[i - 1];
    if (outer == inner)
      continue;  // a super-call
    std::unordered_set<const Module*> seen{outer};
    if (!find_path(*outer, *inner, seen, path, 0))
      path.clear();
  }
  return path;
}

/// A call with hooks under way. `input` stands for ARGS = (input,) until a hook gives others.
struct Module::Pending {
  const Tensor* input = nullptr;
  Tensor own_input;
  Value args;
  Value kwargs;
  Value output;
  bool has_output = false;
  bool post_taken = false;
  HookSnapshot context_post;
  HookSnapshot own_post;
  std::size_t context_started = 0;
  std::size_t own_started = 0;

  void fill(Call& call) const {
    if (input != nullptr) {
      call.borrow_input(*input);
    } else {
      call.provide(CallSlot::kArgs, args);
    }
    if (!kwargs.is_none())
      call.provide(CallSlot::kKwargs, kwargs);
    if (has_output)
      call.borrow_output(output);
  }

  /// R4.11: whatever is no tuple is the one positional argument.
  void set_args(Value value) {
    if (value.kind() == ValueKind::kTuple) {
      args = std::move(value);
      input = nullptr;
    } else if (value.is_tensor()) {
      own_input = value.take_tensor();
      input = &own_input;
    } else {
      args = Value::tuple({std::move(value)});
      input = nullptr;
    }
  }

  void take_kwargs(Call& call, std::string_view type_name) {
    if (!call.is_filled(CallSlot::kKwargs))
      return;
    Value value = call.take(CallSlot::kKwargs);
    if (!value.is_none() && !value.is_dict()) {
      fail(ErrorCode::kRuntime, type_name, ": a forward pre-hook gave a ",
           value_kind_name(value.kind()), " as keyword arguments, not a dict");
    }
    kwargs = std::move(value);
  }
};

bool Module::needs_attention() const noexcept {
  return ((attention_.load(std::memory_order_relaxed) | system_->attention()) & kCallAttention) !=
         0;
}

void Module::check_callable() {
  const std::uint32_t attention = attention_.load(std::memory_order_relaxed);
  if ((attention & kAttentionTornDown) != 0)
    fail(ErrorCode::kRuntime, type_name_, ": the context was shut down");
  if ((attention & kAttentionUninitialized) == 0)
    return;
  const auto empty = [](const Tensor& t) {
    return t.defined() && t.is_uninitialized() && t.numel() > 0;
  };
  bool found = false;
  for (const ParameterSlot& slot : parameters_)
    found = found || empty(slot.tensor);
  for (const BufferSlot& slot : buffers_)
    found = found || empty(slot.tensor);
  if (!found) {
    attention_.fetch_and(~kAttentionUninitialized, std::memory_order_relaxed);
    return;
  }
  fail_at_path(ErrorCode::kRuntime,
               "parameters have no values: load a state dict or initialize first");
}

void Module::fail_at_path(ErrorCode code, std::string_view fault) const {
  const std::string path = current_path();
  Error error(code, path.empty() ? concat(type_name_, ": ", fault)
                                 : concat(type_name_, " (", path, "): ", fault));
  error.as_foreign();  // the text names the path already
  throw error;
}

Value Module::call(const Value& args, const Value& kwargs) {
  const FrameScope frame(*this);
  try {
    const std::span<const Value> items = items_of(args);
    check_kwargs(kwargs);
    if (!needs_attention()) [[likely]]
      return forward(items, kwargs);
    return call_slow(nullptr, args, kwargs);
  } catch (Error& error) {
    note_path_and_rethrow(error);
  }
}

Value Module::call_one(const Tensor& input) {
  const FrameScope frame(*this);
  try {
    if (!needs_attention()) [[likely]]
      return forward_one(input);
    return call_slow(&input, Value(), Value());
  } catch (Error& error) {
    note_path_and_rethrow(error);
  }
}

Tensor Module::call(const Tensor& input) {
  Value output = call_one(input);
  if (!output.is_tensor()) [[unlikely]] {
    fail(ErrorCode::kType, type_name_, ": the output is a ", value_kind_name(output.kind()),
         ", not one tensor");
  }
  return output.take_tensor();
}

Value Module::call_forward(const Value& args, const Value& kwargs) {
  const FrameScope frame(*this);
  try {
    const std::span<const Value> items = items_of(args);
    check_kwargs(kwargs);
    check_callable();
    return forward(items, kwargs);
  } catch (Error& error) {
    note_path_and_rethrow(error);
  }
}

Value Module::call_slow(const Tensor* input, const Value& args, const Value& kwargs) {
  check_callable();
  if (((attention_.load(std::memory_order_relaxed) | system_->attention()) &
       (stage_bit(HookStage::kForwardPre) | stage_bit(HookStage::kForwardPost))) == 0) {
    return input != nullptr ? forward_one(*input) : forward(items_of(args), kwargs);
  }
  Pending pending;
  pending.input = input;
  if (input == nullptr && !args.is_none()) {
    pending.args = args.kind() == ValueKind::kTuple ? args : Value::tuple(args.as_sequence().items);
  }
  // Hooks may edit the dict in place; what the caller holds stays as it is.
  if (has_entries(kwargs))
    pending.kwargs = Value(kwargs.as_dict().copy());
  try {
    return run(pending);
  } catch (const std::exception& failure) {
    const Error* error = dynamic_cast<const Error*>(&failure);
    if (error == nullptr || error->code() != ErrorCode::kCancelled)
      run_always_hooks(pending);
    throw;
  }
}

inline void Module::take_post_hooks(Pending& pending) noexcept {
  if (pending.post_taken)
    return;
  pending.post_taken = true;
  pending.context_post.load(&system_->context_hooks(), HookStage::kForwardPost);
  pending.own_post.load(hooks_.load(std::memory_order_acquire), HookStage::kForwardPost);
}

Value Module::run(Pending& pending) {
  constexpr std::uint32_t kPre = stage_bit(HookStage::kForwardPre);
  const std::uint32_t attention = attention_.load(std::memory_order_relaxed) | system_->attention();
  if ((attention & kPre) != 0) {
    const HookSnapshot context_pre(&system_->context_hooks(), HookStage::kForwardPre);
    const HookSnapshot own_pre(hooks_.load(std::memory_order_acquire), HookStage::kForwardPre);
    run_pre_hooks(context_pre, pending);
    run_pre_hooks(own_pre, pending);
  }
  if (pending.input != nullptr && !has_entries(pending.kwargs)) [[likely]] {
    pending.output = forward_one(*pending.input);
  } else if (pending.input != nullptr) {
    const Value items[] = {Value(*pending.input)};
    pending.output = forward(items, pending.kwargs);
  } else {
    pending.output =
        forward(items_of(pending.args), has_entries(pending.kwargs) ? pending.kwargs : Value());
  }
  pending.has_output = true;
  take_post_hooks(pending);
  if (pending.context_post.size() != 0)
    run_post_hooks(pending.context_post, pending.context_started, pending);
  if (pending.own_post.size() != 0)
    run_post_hooks(pending.own_post, pending.own_started, pending);
  return std::move(pending.output);
}

void Module::run_pre_hooks(const HookSnapshot& hooks, Pending& pending) {
  for (std::size_t i = 0; i < hooks.size(); ++i) {
    Call call(CallKind::kForwardPre, this);
    pending.fill(call);
    hooks.invoke(i, call);
    if (call.was_set(CallSlot::kArgs))
      pending.set_args(call.take(CallSlot::kArgs));
    pending.take_kwargs(call, type_name_);
  }
}

void Module::run_post_hooks(const HookSnapshot& hooks, std::size_t& started, Pending& pending) {
  while (started < hooks.size()) {
    const std::size_t i = started++;
    Call call(CallKind::kForwardPost, this);
    pending.fill(call);
    hooks.invoke(i, call);
    if (call.was_set(CallSlot::kOutput))
      pending.output = call.take(CallSlot::kOutput);
  }
}

void Module::run_always_hooks(Pending& pending) noexcept {
  take_post_hooks(pending);
  const auto run_rest = [&](const HookSnapshot& hooks, std::size_t& started) {
    while (started < hooks.size()) {
      const std::size_t i = started++;
      if ((hooks.flags(i) & kHookAlwaysCall) == 0)
        continue;
      try {
        Call call(CallKind::kForwardPost, this);
        pending.fill(call);
        hooks.invoke(i, call);
        if (call.was_set(CallSlot::kOutput)) {
          pending.output = call.take(CallSlot::kOutput);
          pending.has_output = true;
        }
      } catch (const std::exception& failure) {
        log_swallowed(failure.what());
      }
    }
  };
  run_rest(pending.context_post, pending.context_started);
  run_rest(pending.own_post, pending.own_started);
}

void Module::log_swallowed(const char* text) const noexcept {
  try {
    context().log(kLogWarning, concat(type_name_, ": an always_call forward hook failed: ", text));
  } catch (const std::bad_alloc&) {
    context().log(kLogWarning, "an always_call forward hook failed");
  }
}

// ---- defaults ---------------------------------------------------------------------------------

Value Module::forward(std::span<const Value>, const Value&) {
  fail(ErrorCode::kNotImplemented, type_name_, ": no forward");
}

Value Module::forward_one(const Tensor& input) {
  const Value items[] = {Value(input)};
  return forward(items, Value());
}

Value UnaryModule::forward(std::span<const Value> args, const Value& kwargs) {
  // forward(self, input): the one argument also goes by its name.
  const Dict* named = has_entries(kwargs) ? &kwargs.as_dict() : nullptr;
  if (named != nullptr && (named->count() != 1 || named->entry(0).key != "input")) {
    const std::string& key = named->entry(named->entry(0).key == "input" ? 1 : 0).key;
    fail(ErrorCode::kType, type_name(), ": forward got an unexpected keyword argument '", key, "'");
  }
  const std::size_t given = args.size() + (named != nullptr ? 1 : 0);
  if (given != 1) {
    fail(ErrorCode::kType, type_name(), ": forward takes 1 argument, got ", given);
  }
  const Value& input = named != nullptr ? named->entry(0).value : args[0];
  if (!input.is_tensor()) {
    fail(ErrorCode::kType, type_name(), ": forward takes a tensor, got ",
         value_kind_name(input.kind()));
  }
  return Value(forward(input.as_tensor()));
}

}  // namespace tenon::nn
