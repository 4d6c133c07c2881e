/// Call: the one record that every callback receives, and Callback, the one kind of function that
/// hooks, custom modules and apply() take.
#ifndef TENON_NN_CALL_H_
#define TENON_NN_CALL_H_

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "tenon/value.h"

namespace tenon::nn {

class Module;

/// Why the callback runs. The numbers are part of the C ABI; new ones are appended.
enum class CallKind : std::int32_t {
  kForward = 1,      ///< A custom module's forward: ARGS, KWARGS → OUTPUT.
  kForwardPre = 2,   ///< ARGS, KWARGS → ARGS, KWARGS.
  kForwardPost = 3,  ///< ARGS, KWARGS, OUTPUT → OUTPUT.
  kBackwardPre = 4,  ///< GRAD_OUTPUT → GRAD_OUTPUT.
  kBackward = 5,     ///< GRAD_INPUT, GRAD_OUTPUT → GRAD_INPUT.
  kStateDictPre = 6,   ///< PREFIX, keep-vars in VALUE.
  kStateDictPost = 7,  ///< STATE_DICT, PREFIX, METADATA.
  kLoadPre = 8,        ///< STATE_DICT, PREFIX, METADATA, STRICT, REPORT.
  kLoadPost = 9,       ///< REPORT.
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
};

/// What the record holds. The numbers are part of the C ABI; new ones are appended.
enum class CallSlot : std::int32_t {
  kModule = 0,
  kArgs = 1,       ///< Tuple of positional arguments.
  kKwargs = 2,     ///< Dict of keyword arguments.
  kOutput = 3,
  kGradInput = 4,
  kGradOutput = 5,
  kName = 6,
  kValue = 7,
  kStateDict = 8,  ///< Opaque object: the StateDict.
  kPrefix = 9,
  kMetadata = 10,
  kReport = 11,    ///< Opaque object: the LoadReport.
  kStrict = 12,
};
inline constexpr int kCallSlotCount = 13;

/// The record. Lives on the caller's stack for the time of the callback; the callback reads slots
/// and sets those its kind lists after "→". Not set: unchanged. Set to none: replaced by none.
class Call {
 public:
  explicit Call(CallKind kind, Module* module) noexcept : kind_(kind), module_(module) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  CallKind kind() const noexcept { return kind_; }
  /// The module the callback is about; null for kCreate.
  Module* module() const noexcept { return module_; }
  /// Path of that module within the running call, "" at its root or outside one. Built on demand.
  const std::string& path() const;

  const Value& get(CallSlot slot) const { return slots_[static_cast<int>(slot)]; }
  void set(CallSlot slot, Value value) {
    slots_[static_cast<int>(slot)] = std::move(value);
    set_mask_ |= 1u << static_cast<int>(slot);
  }
  /// Fills a slot without marking it as set by the callback.
  void provide(CallSlot slot, Value value) { slots_[static_cast<int>(slot)] = std::move(value); }
  bool was_set(CallSlot slot) const noexcept {
    return (set_mask_ >> static_cast<int>(slot) & 1u) != 0;
  }
  void clear_set() noexcept { set_mask_ = 0; }
  /// Moves a slot's value out.
  Value take(CallSlot slot) { return std::move(slots_[static_cast<int>(slot)]); }

  /// Number of tensors in a slot: a tensor counts as one, a tuple or list by its top-level tensors.
  std::int64_t tensor_count(CallSlot slot) const;
  /// The i-th of them; throws kIndex naming the slot and the count.
  Tensor tensor(CallSlot slot, std::int64_t index) const;

 private:
  CallKind kind_;
  std::uint32_t set_mask_ = 0;
  Module* module_;
  std::array<Value, kCallSlotCount> slots_;
  mutable std::string path_;
  mutable bool has_path_ = false;
};

/// A host function with its data: one refcounted box, shared by copies of a module, emptied exactly
/// once (when the last holder goes, or at Context::shutdown), outside all locks.
class Callback : public Object {
 public:
  /// Runs the function. Returns false for "unsupported: take the default". Throws Error.
  /// kRuntime if the context was shut down.
  bool invoke(Call& call);
  /// Lets go of the host's data now: later invocations fail. Idempotent.
  void close() noexcept;

 protected:
  explicit Callback(Context& context);
  ~Callback() override;
  virtual bool run(Call& call) = 0;
  /// Called exactly once. Subclasses' destructors must call close() first thing.
  virtual void dispose() noexcept = 0;

 private:
  friend class ModuleSystem;
  std::atomic<bool> closed_{false};
  Callback* previous_ = nullptr;  // the context's list of live callbacks
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

/// Removes one hook. Cheap to copy; does not keep the module alive. Dropping it keeps the hook.
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
