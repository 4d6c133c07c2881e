/// What modules share in one context: the lists of live modules and callbacks, hooks by id,
/// context-wide hooks.
#ifndef TENON_SRC_NN_MODULE_SYSTEM_H_
#define TENON_SRC_NN_MODULE_SYSTEM_H_

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "src/nn/hooks.h"
#include "tenon/context.h"
#include "tenon/nn/call.h"
#include "tenon/nn/module.h"

namespace tenon::nn {

/// Threads: every function may be called from any thread. No host code runs under the mutex.
class ModuleSystem final : public ContextExtension {
 public:
  /// The context's; made at the first use. Throws kRuntime after Context::shutdown.
  static ModuleSystem& of(Context& context);

  ModuleSystem() noexcept : tables_(attention_) {}
  ~ModuleSystem() override = default;

  /// Drops tables, hooks and callbacks; each destroy function runs once, outside the mutex.
  void shutdown() noexcept override;

  void link(Module& module);
  /// Takes the module out of the list and forgets the ids of its hooks.
  void unlink(Module& module) noexcept;
  void link(Callback& callback);
  void unlink(Callback& callback) noexcept;

  std::int64_t add_hook(HookTables& tables, HookStage stage, Ref<Callback> callback,
                        std::int32_t flags);
  /// Gives `to` the hooks of `from` at each stage where it has none, under new ids; `ids` (may be
  /// null) gets the pairs.
  void copy_hooks(const HookTables& from, HookTables& to,
                  std::vector<std::pair<std::int64_t, std::int64_t>>* ids);
  void remove_hook(std::int64_t id);
  /// Empties a module's tables (teardown).
  void drop_hooks(HookTables& tables) noexcept;

  HookTables& context_hooks() noexcept { return tables_; }
  /// Stages that have context-wide hooks.
  std::uint32_t attention() const noexcept { return attention_.load(std::memory_order_relaxed); }

 private:
  struct HookPlace {
    HookTables* tables;
    HookStage stage;
  };
  void unlink_locked(Module& module) noexcept;
  void forget_ids(const HookTables& tables) noexcept;

  mutable std::mutex mutex_;
  bool shut_down_ = false;
  Module* modules_ = nullptr;
  Callback* callbacks_ = nullptr;
  std::unordered_map<std::int64_t, HookPlace> hooks_by_id_;
  std::atomic<std::uint32_t> attention_{0};
  HookTables tables_;
};

/// While it lives, registration on this thread runs no registration hooks: a deep copy makes layers
/// anew, but registers nothing in the eyes of the host.
class SilentRegistration {
 public:
  SilentRegistration() noexcept;
  ~SilentRegistration();
  SilentRegistration(const SilentRegistration&) = delete;
  SilentRegistration& operator=(const SilentRegistration&) = delete;
};

/// Lends a module that nobody holds yet: see run_registration_hooks().
class ConstructionHold {
 public:
  explicit ConstructionHold(Module& module) noexcept;
  ~ConstructionHold();
  ConstructionHold(const ConstructionHold&) = delete;
  ConstructionHold& operator=(const ConstructionHold&) = delete;

 private:
  Module* module_;
};

}  // namespace tenon::nn

#endif  // TENON_SRC_NN_MODULE_SYSTEM_H_
