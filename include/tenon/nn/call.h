/// Call: the one record that every callback receives, and Callback, the one kind of function that
/// hooks, custom modules and apply() take.
#ifndef TENON_NN_CALL_H_
#define TENON_NN_CALL_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "tenon/value.h"

namespace tenon::nn {

class LoadReport;
class Module;
class ModuleSystem;
class StateDict;

/// Why the callback runs. The numbers are part of the C ABI; new ones are appended.
enum class CallKind : std::int32_t {
  kForward = 1,             ///< A custom module's forward: ARGS, KWARGS → OUTPUT.
  kForwardPre = 2,          ///< ARGS, KWARGS → ARGS, KWARGS.
  kForwardPost = 3,         ///< ARGS, KWARGS, OUTPUT → OUTPUT.
  kBackwardPre = 4,         ///< GRAD_OUTPUT → GRAD_OUTPUT.
  kBackward = 5,            ///< GRAD_INPUT, GRAD_OUTPUT → GRAD_INPUT.
  kStateDictPre = 6,        ///< PREFIX, keep-vars in VALUE.
  kStateDictPost = 7,       ///< STATE_DICT, PREFIX, METADATA.
  kLoadPre = 8,             ///< STATE_DICT, PREFIX, METADATA, STRICT, REPORT.
  kLoadPost = 9,            ///< REPORT.
  kRegisterParameter = 10,  ///< NAME, VALUE → VALUE.
  kRegisterBuffer = 11,     ///< NAME, VALUE → VALUE.
  kRegisterModule = 12,     ///< NAME, VALUE → VALUE.
  kApply = 13,
  kExtraRepr = 14,      ///< → VALUE (string).
  kGetExtraState = 15,  ///< → VALUE.
  kSetExtraState = 16,  ///< VALUE.
  kClone = 17,          ///< A custom module is deep-copied → VALUE (module).
  kCreate = 18,         ///< A registered class makes an instance: ARGS, KWARGS → VALUE (module).
  kFunctionForward = 19,
  kFunctionBackward = 20,
  /// Does the custom module answer the kind in VALUE (an int)? → VALUE (bool). Asked for
  /// kSetExtraState only; without an answer, whether kGetExtraState is answered decides.
  kAnswers = 21,
  kClosure = 22,   ///< An optimizer wants the loss and fresh gradients → VALUE.
  kSchedule = 23,  ///< A scheduler's function: ARGS (epoch, group) → VALUE, a number.
  kAverage = 24,   ///< AveragedModel: ARGS (average, model's, number averaged) → VALUE (tensor).
};

/// What the record holds. The numbers are part of the C ABI; new ones are appended.
enum class CallSlot : std::int32_t {
  kModule = 0,
  kArgs = 1,    ///< Tuple of positional arguments.
  kKwargs = 2,  ///< Dict of keyword arguments.
  kOutput = 3,
  kGradInput = 4,
  kGradOutput = 5,
  kName = 6,
  kValue = 7,
  kStateDict = 8,  ///< Opaque object: the StateDict.
  kPrefix = 9,
  kMetadata = 10,
  kReport = 11,  ///< Opaque object: the LoadReport.
  kStrict = 12,
};
inline constexpr int kCallSlotCount = 13;

/// The record. Lives on the caller's stack for the time of the callback; the callback reads slots
/// and sets those its kind lists after "→". Not set: unchanged. Set to none: replaced by none.
///
/// ARGS is always a tuple and KWARGS always a dict for the forward kinds; both boxes are made when
/// asked for, so that a hook which only looks at a tensor costs no allocation.
class Call {
 public:
  explicit Call(CallKind kind, Module* module) noexcept : kind_(kind), module_(module) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() {
    if (filled_ != 0)
      clear_slots();
  }

  CallKind kind() const noexcept { return kind_; }
  /// The module the callback is about; null for kCreate.
  Module* module() const noexcept { return module_; }
  /// Path of that module within the running call, "" at its root or outside one. Built on demand.
  const std::string& path() const;

  /// None if the slot is empty. The reference lives until the slot is set.
  const Value& get(CallSlot slot) const;
  void set(CallSlot slot, Value value) {
    provide(slot, std::move(value));
    set_mask_ |= bit(slot);
  }
  /// Fills a slot without marking it as set by the callback.
  void provide(CallSlot slot, Value value);
  /// The one positional argument, and the output, without boxes: both must outlive this record.
  void borrow_input(const Tensor& input) noexcept { input_ = &input; }
  void borrow_output(const Value& output) noexcept { output_ = &output; }
  bool was_set(CallSlot slot) const noexcept { return (set_mask_ & bit(slot)) != 0; }
  /// True if the slot holds a value of its own (also one that was made when asked for).
  bool is_filled(CallSlot slot) const noexcept { return (filled_ & bit(slot)) != 0; }
  bool set_any() const noexcept { return set_mask_ != 0; }
  void clear_set() noexcept { set_mask_ = 0; }
  /// Moves a slot's value out; none if it holds none.
  Value take(CallSlot slot);

  /// Number of tensors in a slot: a tensor counts as one, a tuple or list by its top-level tensors.
  std::int64_t tensor_count(CallSlot slot) const;
  /// The i-th of them; throws kIndex naming the slot and the count.
  Tensor tensor(CallSlot slot, std::int64_t index) const;

  /// The objects behind STATE_DICT and REPORT; throw kValue if this kind of call has none.
  StateDict& state_dict() const;
  LoadReport& report() const;

 private:
  static constexpr std::uint32_t bit(CallSlot slot) noexcept {
    return 1u << static_cast<int>(slot);
  }
  Value& slot_at(CallSlot slot) const noexcept {
    return reinterpret_cast<Value*>(storage_)[static_cast<int>(slot)];
  }
  void clear_slots() noexcept;

  CallKind kind_;
  std::uint32_t set_mask_ = 0;
  mutable std::uint32_t filled_ = 0;
  mutable bool has_path_ = false;
  Module* module_;
  const Tensor* input_ = nullptr;
  const Value* output_ = nullptr;
  Value none_;
  mutable std::string path_;
  // Slots come to life one by one: a call fills two or three of them.
  alignas(Value) mutable unsigned char storage_[kCallSlotCount * sizeof(Value)];
};

/// A host function with its data: one refcounted box, shared by copies of a module, emptied exactly
/// once (when the last holder goes, or at Context::shutdown), outside all locks. If it runs at that
/// moment, when its last run returns.
class Callback : public Object {
 public:
  /// Runs the function, with the context current during and after it. Returns false for
  /// "unsupported: take the default". Throws Error; kRuntime if the context was shut down.
  bool invoke(Call& call);
  /// Lets go of the host's data now: later invocations fail. Idempotent.
  void close() noexcept;

  /// invoke() in three steps, for callers that must keep the callback from ending in between:
  /// false if it is closed; else leave() must follow, after which it may be gone.
  bool enter() noexcept {
    std::uint32_t state = state_.load(std::memory_order_relaxed);
    do {
      if ((state & kClosed) != 0)
        return false;
    } while (!state_.compare_exchange_weak(state, state + 1, std::memory_order_acquire,
                                           std::memory_order_relaxed));
    return true;
  }
  bool run_entered(Call& call);
  void leave() noexcept {
    std::uint32_t state = state_.load(std::memory_order_relaxed);
    if ((state & (kClosed | kOrphaned)) != 0 ||
        !state_.compare_exchange_strong(state, state - 1, std::memory_order_acq_rel)) [[unlikely]] {
      leave_slow();
    }
  }

 protected:
  explicit Callback(Context& context);
  /// Subclasses' destructors must have called close().
  ~Callback() override;
  virtual bool run(Call& call) = 0;
  /// Lets go of the host's data. Called exactly once.
  virtual void dispose() noexcept = 0;

 private:
  friend class ModuleSystem;
  void destroy() noexcept final;
  void leave_slow() noexcept;

  static constexpr std::uint32_t kClosed = 1u << 31;    // no new invocations
  static constexpr std::uint32_t kDisposed = 1u << 30;  // dispose() ran or runs
  static constexpr std::uint32_t kOrphaned = 1u
                                             << 29;  // nobody holds it: the last to leave deletes
  static constexpr std::uint32_t kRunning = kOrphaned - 1;
  std::atomic<std::uint32_t> state_{0};         // running invocations, and the flags
  std::atomic<ModuleSystem*> system_{nullptr};  // null once unlinked from the context's list
  Callback* previous_ = nullptr;
  Callback* next_ = nullptr;
};

/// A callback made of a C++ function; the function returns nothing and throws Error to fail.
Ref<Callback> callback(std::function<void(Call&)> function);
/// Same, for custom modules that answer some kinds only: return false for "default".
Ref<Callback> selective_callback(std::function<bool(Call&)> function);

/// Flags of hook registration; part of the C ABI.
enum HookFlags : std::int32_t {
  kHookPrepend = 1,     ///< Before the hooks registered so far.
  kHookAlwaysCall = 2,  ///< Forward hooks: also when the call fails (R4.19).
};

/// Removes one hook. Cheap to copy; does not keep the module alive, but must not outlive the
/// context. Dropping it keeps the hook.
class HookHandle {
 public:
  HookHandle() = default;
  HookHandle(Context& context, std::int64_t id) : context_(&context), id_(id) {}
  std::int64_t id() const noexcept { return id_; }
  /// Idempotent; legal anywhere, also inside the hook.
  void remove() const;

 private:
  Context* context_ = nullptr;
  std::int64_t id_ = 0;
};

}  // namespace tenon::nn

#endif  // TENON_NN_CALL_H_
