/// Cells: what a C handle points to. A handle never leads to an object without a check.
#ifndef TENON_CAPI_CELL_H_
#define TENON_CAPI_CELL_H_

#include <atomic>
#include <cstdint>

#include "tenon/context.h"
#include "tenon/host_memory.h"
#include "tenon/object.h"
#include "tenon/value.h"

namespace tenon::capi {

/// The type a handle was made as.
enum class Tag : std::uint32_t {
  kContext = 0,
  kTensor = 1,
  kModule = 2,
  kValue = 3,
  kList = 4,
  kStateDict = 5,
  kReport = 6,
  kString = 7,
  kOptimizer = 8,
  kScheduler = 9,
};
inline constexpr int kTagCount = 10;

/// "tensor", "module" …
const char* tag_name(Tag tag) noexcept;

/// What the C layer hangs on a context: counters, its canonical cell, its host's allocator.
class HandleSpace final : public ContextExtension {
 public:
  HandleSpace(Context& context, HostMemory* memory) noexcept;
  ~HandleSpace() override;
  /// The context's, made on demand for contexts that C++ code created.
  static HandleSpace& of(Context& context);
  /// Lets go of every object that a handle of this context leads to. The handles stay as husks
  /// until they are released, so that late releases (finalizers) are harmless.
  void shutdown() noexcept override;
  /// The handle stays as a husk, as after shutdown.
  void object_gone(Object& object) noexcept override;

  Context& context;
  std::atomic<void*> context_cell{nullptr};
  std::atomic<std::int64_t> live[kTagCount] = {};  // written under the pool's lock
  std::atomic<std::int64_t> callbacks{0};

 private:
  HostMemory* memory_;
  std::atomic<bool> counted_{true};
};

/// 64 bytes behind a handle.
///
/// Invariants: `word` says whether the cell is live, and as what; `refs` are the host's references;
/// a live object has at most one cell that can still be retained (Object::handle), so that equal
/// handles mean one object. A dead cell is not used again before kQuarantine others died, so stale
/// handles are found out.
struct alignas(64) Cell {
  enum State : std::uint32_t { kDead = 0, kLive = 1, kShutDown = 2 };
  static constexpr std::uint64_t kMagic = 0x54654e6fu;

  static constexpr std::uint64_t make_word(State state, Tag tag) noexcept {
    return kMagic << 32 | static_cast<std::uint64_t>(state) << 8 | static_cast<std::uint64_t>(tag);
  }
  static constexpr bool is_ours(std::uint64_t word) noexcept { return word >> 32 == kMagic; }
  static constexpr State state_of(std::uint64_t word) noexcept {
    return static_cast<State>(word >> 8 & 0xffu);
  }
  static constexpr Tag tag_of(std::uint64_t word) noexcept {
    return static_cast<Tag>(word & 0xffu);
  }

  // Readable while the cell is dead:
  std::atomic<std::uint64_t> word;
  std::atomic<std::int32_t> refs;
  std::uint32_t generation;  // how often the cell was used
  Cell* next;                // in the quarantine

  // Poisoned under AddressSanitizer while the cell is dead:
  HandleSpace* space;
  union {
    Object* object;    // counted; all but values and contexts
    Context* context;  // counted
    void* target;
  };
  union {
    Value value;  // of a value's cell, in place; keeps its context through `target`
    struct {
      std::int32_t read_maps;
      std::int32_t write_maps;
    } maps;  // of a tensor's cell
  };

  Cell() = delete;
};
static_assert(sizeof(Cell) == 64);

/// Sees to it that the next handle needs no memory: before a change that ends in a handle.
void reserve_handle();
/// A handle for the object with one more reference: its canonical cell, or a new one.
Cell* open_handle(Object& object, Tag tag);
/// Same, taking over the caller's counted reference, also when this throws.
Cell* adopt_handle(Object* counted, Tag tag);
Cell* open_context_handle(Context& context);
/// A new handle that holds the value in place.
Cell* open_value_handle(Context& context, Value value);

void retain_handle(void* handle, Tag tag) noexcept;
void release_handle(void* handle, Tag tag) noexcept;
/// Releases each handle as what it is, a batch under one lock.
void release_handles(void* const* handles, std::int64_t count) noexcept;

/// True once the unload function gave the slabs back: nothing may be looked at any more.
extern constinit std::atomic<bool> g_unloaded;

/// Gives all slabs back and returns true if every context was shut down; else does nothing.
bool unload_handles() noexcept;

}  // namespace tenon::capi

#endif  // TENON_CAPI_CELL_H_
