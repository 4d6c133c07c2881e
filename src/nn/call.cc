#include "tenon/nn/call.h"

#include <exception>
#include <new>

#include "src/nn/module_system.h"
#include "tenon/nn/module.h"
#include "tenon/nn/state_dict.h"

namespace tenon::nn {

// ---- Call -------------------------------------------------------------------------------------

namespace {

constexpr const char* kSlotNames[kCallSlotCount] = {
    "MODULE", "ARGS",       "KWARGS", "OUTPUT",   "GRAD_INPUT", "GRAD_OUTPUT", "NAME",
    "VALUE",  "STATE_DICT", "PREFIX", "METADATA", "REPORT",     "STRICT"};

bool is_forward_kind(CallKind kind) noexcept {
  return kind == CallKind::kForward || kind == CallKind::kForwardPre ||
         kind == CallKind::kForwardPost;
}

}  // namespace

const std::string& Call::path() const {
  if (!has_path_) {
    path_ = current_path();
    has_path_ = true;
  }
  return path_;
}

const Value& Call::get(CallSlot slot) const {
  if ((filled_ & bit(slot)) != 0)
    return slot_at(slot);
  Call& self = const_cast<Call&>(*this);
  switch (slot) {
    case CallSlot::kModule:
      if (module_ != nullptr)
        self.provide(slot, Value::object(ValueKind::kModule, module_));
      break;
    case CallSlot::kArgs:
      if (input_ != nullptr) {
        self.provide(slot, Value::tuple({Value(*input_)}));
      } else if (is_forward_kind(kind_)) {
        self.provide(slot, Value::tuple({}));
      }
      break;
    case CallSlot::kKwargs:
      if (is_forward_kind(kind_))
        self.provide(slot, Value::dict());
      break;
    case CallSlot::kOutput:
      if (output_ != nullptr)
        return *output_;
      break;
    default:
      break;
  }
  return (filled_ & bit(slot)) != 0 ? slot_at(slot) : none_;
}

void Call::provide(CallSlot slot, Value value) {
  if (static_cast<unsigned>(slot) >= static_cast<unsigned>(kCallSlotCount))
    fail(ErrorCode::kIndex, "call: there is no slot ", static_cast<int>(slot));
  if ((filled_ & bit(slot)) != 0) {
    slot_at(slot) = std::move(value);
  } else {
    new (&slot_at(slot)) Value(std::move(value));
    filled_ |= bit(slot);
  }
}

Value Call::take(CallSlot slot) {
  return (filled_ & bit(slot)) != 0 ? std::move(slot_at(slot)) : Value();
}

void Call::clear_slots() noexcept {
  for (int i = 0; i < kCallSlotCount; ++i) {
    if ((filled_ >> i & 1u) != 0)
      slot_at(static_cast<CallSlot>(i)).~Value();
  }
  filled_ = 0;
}

std::int64_t Call::tensor_count(CallSlot slot) const {
  if (slot == CallSlot::kArgs && input_ != nullptr && !is_filled(slot))
    return 1;
  const Value& value = get(slot);
  if (value.is_tensor())
    return 1;
  if (!value.is_sequence())
    return 0;
  std::int64_t count = 0;
  for (const Value& item : value.as_sequence().items)
    count += item.is_tensor() ? 1 : 0;
  return count;
}

Tensor Call::tensor(CallSlot slot, std::int64_t index) const {
  if (index == 0 && slot == CallSlot::kArgs && input_ != nullptr && !is_filled(slot))
    return *input_;
  const Value& value = get(slot);
  if (index == 0 && value.is_tensor())
    return value.as_tensor();
  if (index >= 0 && value.is_sequence()) {
    std::int64_t left = index;
    for (const Value& item : value.as_sequence().items) {
      if (item.is_tensor() && left-- == 0)
        return item.as_tensor();
    }
  }
  fail(ErrorCode::kIndex, "call: ", kSlotNames[static_cast<int>(slot)], " has ", tensor_count(slot),
       " tensors, not one at ", index);
}

StateDict& Call::state_dict() const {
  auto* found = dynamic_cast<StateDict*>(get(CallSlot::kStateDict).object());
  if (found == nullptr)
    fail(ErrorCode::kValue, "call: this kind of call has no state dict");
  return *found;
}

LoadReport& Call::report() const {
  auto* found = dynamic_cast<LoadReport*>(get(CallSlot::kReport).object());
  if (found == nullptr)
    fail(ErrorCode::kValue, "call: this kind of call has no report");
  return *found;
}

// ---- Callback ---------------------------------------------------------------------------------

Callback::Callback(Context& context) : Object(context, Life::kInsideContext) {
  ModuleSystem::of(context).link(*this);
}

Callback::~Callback() {
  if (ModuleSystem* system = system_.load(std::memory_order_acquire))
    system->unlink(*this);
}

void Callback::leave_slow() noexcept {
  std::uint32_t state = state_.load(std::memory_order_acquire);
  for (;;) {
    // The last one inside a closed callback disposes while it is still counted, so that nobody
    // deletes the object meanwhile.
    const bool dispose_now = (state & (kClosed | kDisposed)) == kClosed && (state & kRunning) == 1;
    const std::uint32_t next = dispose_now ? state | kDisposed : state - 1;
    if (!state_.compare_exchange_weak(state, next, std::memory_order_acq_rel))
      continue;
    if (!dispose_now) {
      if ((next & kRunning) == 0 && (next & kOrphaned) != 0)
        delete this;
      return;
    }
    dispose();
    state = state_.load(std::memory_order_acquire);
  }
}

bool Callback::run_entered(Call& call) {
  if (Context::current_or_null() == &context()) [[likely]]
    return run(call);
  const ContextScope scope(context());
  return run(call);
}

bool Callback::invoke(Call& call) {
  if (!enter())
    fail(ErrorCode::kRuntime, "callback: the context was shut down");
  struct Leave {
    Callback& self;
    ~Leave() { self.leave(); }
  };
  const Leave leave{*this};
  return run_entered(call);
}

void Callback::close() noexcept {
  const std::uint32_t state = state_.fetch_or(kClosed, std::memory_order_acq_rel);
  if ((state & kRunning) != 0 || (state & kDisposed) != 0)
    return;
  if ((state_.fetch_or(kDisposed, std::memory_order_acq_rel) & kDisposed) == 0)
    dispose();
}

void Callback::destroy() noexcept {
  // Nobody can enter any more; whoever is still inside ends it.
  if ((state_.fetch_or(kOrphaned, std::memory_order_acq_rel) & kRunning) == 0)
    delete this;
}

namespace {

template <class Function>
class FunctionCallback final : public Callback {
 public:
  FunctionCallback(Context& context, Function function)
      : Callback(context), function_(std::move(function)) {}

 protected:
  ~FunctionCallback() override { close(); }
  bool run(Call& call) override {
    if constexpr (std::is_same_v<Function, std::function<bool(Call&)>>) {
      return function_(call);
    } else {
      function_(call);
      return true;
    }
  }
  void dispose() noexcept override { function_ = nullptr; }

 private:
  Function function_;
};

}  // namespace

Ref<Callback> callback(std::function<void(Call&)> function) {
  using Made = FunctionCallback<std::function<void(Call&)>>;
  return Ref<Callback>(make<Made>(Context::current(), std::move(function)));
}

Ref<Callback> selective_callback(std::function<bool(Call&)> function) {
  using Made = FunctionCallback<std::function<bool(Call&)>>;
  return Ref<Callback>(make<Made>(Context::current(), std::move(function)));
}

void HookHandle::remove() const {
  if (context_ != nullptr)
    remove_hook(*context_, id_);
}

}  // namespace tenon::nn
