/// Hook tables: copy-on-write lists by stage, read through snapshots.
#ifndef TENON_SRC_NN_HOOKS_H_
#define TENON_SRC_NN_HOOKS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "src/base/spin_lock.h"
#include "tenon/nn/call.h"

namespace tenon::nn {

/// What a hook waits for. Each stage is a bit of `Module::attention_`.
enum class HookStage : int {
  kForwardPre,
  kForwardPost,
  kStateDictPre,
  kStateDictPost,
  kLoadPre,
  kLoadPost,
  kRegisterParameter,
  kRegisterBuffer,
  kRegisterModule,
};
inline constexpr int kHookStageCount = 9;
constexpr std::uint32_t stage_bit(HookStage stage) noexcept {
  return 1u << static_cast<int>(stage);
}
/// Bits above the stages.
inline constexpr std::uint32_t kAttentionConstructing = 1u << 29;
inline constexpr std::uint32_t kAttentionTornDown = 1u << 30;
inline constexpr std::uint32_t kAttentionUninitialized = 1u << 31;
/// What keeps a call from the short way.
inline constexpr std::uint32_t kCallAttention = stage_bit(HookStage::kForwardPre) |
                                                stage_bit(HookStage::kForwardPost) |
                                                kAttentionTornDown | kAttentionUninitialized;

struct HookEntry {
  std::int64_t id;
  std::int32_t flags;
  Ref<Callback> callback;
};

/// Immutable once published. Whoever takes the count to zero deletes it, outside all locks: that
/// may run a host's destroy function.
struct HookList {
  std::atomic<std::int64_t> refs{1};
  std::vector<HookEntry> entries;

  void release() noexcept {
    if (refs.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }
};

/// One list a stage (null: none) of a module or of a context. Written under ModuleSystem's mutex;
/// `lock` makes "load the list and count a reader" one step.
struct HookTables {
  explicit HookTables(std::atomic<std::uint32_t>& attention_in) noexcept
      : attention(&attention_in) {}
  ~HookTables() {
    for (HookList* list : lists) {
      if (list != nullptr)
        list->release();
    }
  }
  HookTables(const HookTables&) = delete;
  HookTables& operator=(const HookTables&) = delete;

  /// Publishes `list` and gives the former one, for release outside the mutex.
  HookList* exchange(HookStage stage, HookList* list) noexcept {
    lock.lock();
    HookList* former = std::exchange(lists[static_cast<int>(stage)], list);
    if (list != nullptr) {
      attention->fetch_or(stage_bit(stage), std::memory_order_relaxed);
    } else {
      attention->fetch_and(~stage_bit(stage), std::memory_order_relaxed);
    }
    lock.unlock();
    return former;
  }

  SpinLock lock;
  HookList* lists[kHookStageCount] = {};
  std::atomic<std::uint32_t>* attention;  // bits of the stages that have hooks
};

/// The hooks of a stage as they are now: later changes do not reach a running call (R4.8).
///
/// A lone hook, the usual case, is entered at once (see Callback::enter) instead of counting the
/// list: that is three atomic operations a call instead of five.
class HookSnapshot {
 public:
  HookSnapshot() noexcept = default;
  /// `tables` may be null.
  HookSnapshot(HookTables* tables, HookStage stage) noexcept { load(tables, stage); }
  HookSnapshot(const HookSnapshot&) = delete;
  HookSnapshot& operator=(const HookSnapshot&) = delete;
  ~HookSnapshot() {
    if (lone_ != nullptr)
      lone_->leave();
    if (list_ != nullptr)
      list_->release();
  }

  /// Fills an empty snapshot.
  void load(HookTables* tables, HookStage stage) noexcept {
    if (tables != nullptr &&
        (tables->attention->load(std::memory_order_relaxed) & stage_bit(stage)) != 0) {
      take(*tables, stage);
    }
  }

  std::size_t size() const noexcept {
    return lone_ != nullptr ? 1 : list_ == nullptr ? 0 : list_->entries.size();
  }
  std::int32_t flags(std::size_t i) const noexcept {
    return lone_ != nullptr ? lone_flags_ : list_->entries[i].flags;
  }
  bool invoke(std::size_t i, Call& call) const {
    return lone_ != nullptr ? lone_->run_entered(call) : list_->entries[i].callback->invoke(call);
  }

 private:
  void take(HookTables& tables, HookStage stage) noexcept;

  HookList* list_ = nullptr;
  Callback* lone_ = nullptr;
  std::int32_t lone_flags_ = 0;
};

}  // namespace tenon::nn

#endif  // TENON_SRC_NN_HOOKS_H_
