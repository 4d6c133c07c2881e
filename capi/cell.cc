#include "capi/cell.h"

#include <memory>
#include <new>
#include <utility>

#include "capi/guard.h"
#include "tenon/error.h"

#if defined(TENON_SANITIZED) && defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#define TENON_POISON(begin, bytes) __asan_poison_memory_region(begin, bytes)
#define TENON_UNPOISON(begin, bytes) __asan_unpoison_memory_region(begin, bytes)
#else
#define TENON_POISON(begin, bytes) static_cast<void>(0)
#define TENON_UNPOISON(begin, bytes) static_cast<void>(0)
#endif

namespace tenon::capi {

constinit std::atomic<bool> g_unloaded{false};

namespace {

constexpr std::int64_t kQuarantine = 4096;
constexpr std::size_t kSlabCells = 1023;  // with the slab's own line: 64 KiB

/// Memory for cells, the library's own: no context and no host owns it.
struct alignas(64) Slab {
  Slab* next;
  std::size_t used;
  Cell* cells() noexcept { return reinterpret_cast<Cell*>(reinterpret_cast<char*>(this) + 64); }
};
static_assert(sizeof(Slab) == 64);
constexpr std::size_t kSlabBytes = sizeof(Slab) + kSlabCells * sizeof(Cell);
static_assert(kSlabBytes == 64 << 10);

/// All cells. The lock is held for a handful of instructions only.
struct Pool {
  std::atomic_flag held;
  Slab* slabs = nullptr;   // the first one may have unused cells
  Cell* oldest = nullptr;  // the quarantine, first in first out
  Cell* newest = nullptr;
  std::int64_t count = 0;

  void lock() noexcept {
    while (held.test_and_set(std::memory_order_acquire)) {
      while (held.test(std::memory_order_relaxed))
        __builtin_ia32_pause();
    }
  }
  void unlock() noexcept { held.clear(std::memory_order_release); }
};

constinit Pool g_pool;
constinit std::atomic<std::int64_t> g_open_contexts{0};

class PoolLock {
 public:
  PoolLock() noexcept { g_pool.lock(); }
  ~PoolLock() { g_pool.unlock(); }
  PoolLock(const PoolLock&) = delete;
  PoolLock& operator=(const PoolLock&) = delete;
};

// What is poisoned of a dead cell: all but what bad handles are recognised by.
constexpr std::size_t kHeaderBytes = 24;
static_assert(offsetof(Cell, space) == kHeaderBytes);

void poison(Cell* cell) noexcept {
  TENON_POISON(reinterpret_cast<char*>(cell) + kHeaderBytes, sizeof(Cell) - kHeaderBytes);
  static_cast<void>(cell);
}

void unpoison(Cell* cell) noexcept {
  TENON_UNPOISON(reinterpret_cast<char*>(cell) + kHeaderBytes, sizeof(Cell) - kHeaderBytes);
  static_cast<void>(cell);
}

void count_live(HandleSpace& space, Tag tag, std::int64_t change) noexcept {
  std::atomic<std::int64_t>& counter = space.live[static_cast<int>(tag)];
  counter.store(counter.load(std::memory_order_relaxed) + change, std::memory_order_relaxed);
}

Cell* pop_locked() noexcept {
  Pool& pool = g_pool;
  if (pool.count > kQuarantine) {
    Cell* cell = pool.oldest;
    pool.oldest = cell->next;
    --pool.count;
    __builtin_prefetch(pool.oldest);
    return cell;
  }
  Slab* slab = pool.slabs;
  if (slab == nullptr || slab->used == kSlabCells)
    return nullptr;
  return &slab->cells()[slab->used++];
}

void push_locked(Cell* cell) noexcept {
  Pool& pool = g_pool;
  cell->next = nullptr;
  poison(cell);
  if (pool.count++ == 0) {
    pool.oldest = cell;
  } else {
    pool.newest->next = cell;
  }
  pool.newest = cell;
}

/// A slab of dead cells, in front of the others.
void add_slab() {
  void* memory = SystemPages::take(kSlabBytes);
  if (memory == nullptr)
    throw std::bad_alloc();
  Slab* slab = ::new (memory) Slab{nullptr, 0};
  for (std::size_t i = 0; i < kSlabCells; ++i) {
    Cell* cell = &slab->cells()[i];
    ::new (&cell->word) std::atomic<std::uint64_t>(Cell::make_word(Cell::kDead, Tag::kContext));
    ::new (&cell->refs) std::atomic<std::int32_t>(0);
    cell->generation = 0;
    poison(cell);
  }
  const PoolLock lock;
  slab->next = g_pool.slabs;
  g_pool.slabs = slab;
}

/// A cell with one reference that is not live yet: the caller fills it and calls publish().
Cell* take_cell(HandleSpace& space, Tag tag) {
  if (space.context.is_shut_down()) {
    fail(ErrorCode::kRuntime, "the context was shut down");
  }
  Cell* cell;
  for (;;) {
    {
      const PoolLock lock;
      cell = pop_locked();
      if (cell != nullptr) {
        count_live(space, tag, 1);
        unpoison(cell);
        cell->space = &space;
        break;
      }
    }
    add_slab();
  }
  ++cell->generation;
  cell->maps = {0, 0};
  return cell;
}

void publish(Cell* cell, Tag tag) noexcept {
  cell->refs.store(1, std::memory_order_relaxed);
  cell->word.store(Cell::make_word(Cell::kLive, tag), std::memory_order_release);
}

/// Takes a cell back that was never published.
void abandon(Cell* cell, Tag tag) noexcept {
  const PoolLock lock;
  count_live(*cell->space, tag, -1);
  push_locked(cell);
}

bool retain_if_alive(Cell* cell) noexcept {
  std::int32_t n = cell->refs.load(std::memory_order_relaxed);
  while (n > 0) {
    if (cell->refs.compare_exchange_weak(n, n + 1, std::memory_order_acq_rel))
      return true;
  }
  return false;
}

void release_target(void* target, Tag tag) noexcept {
  if (tag == Tag::kContext) {
    static_cast<Context*>(target)->release();
  } else {
    static_cast<Object*>(target)->release();
  }
}

/// Lets go of what a cell held. No lock is held; hosts' destroy functions may run in here and, by
/// the caller's NestedCalls, leave the error record alone unless they fail themselves.
void dispose_nested(Tag tag, void* target, Value&& value) noexcept {
  if (tag == Tag::kValue) {
    { const Value last = std::move(value); }
    static_cast<Context*>(target)->release();
  } else {
    release_target(target, tag);
  }
}

void dispose(Tag tag, void* target, Value&& value) noexcept {
  const NestedCalls nested;
  dispose_nested(tag, target, std::move(value));
}

/// The place where the cell's object names its canonical cell; null for values.
std::atomic<void*>* canonical_place(Cell* cell, Tag tag) noexcept {
  if (tag == Tag::kValue)
    return nullptr;
  return tag == Tag::kContext ? &cell->space->context_cell : &cell->object->handle;
}

/// Makes the cell's object forget it, unless it has another one by now.
void unlink(Cell* cell, Tag tag) noexcept {
  std::atomic<void*>* place = canonical_place(cell, tag);
  if (place == nullptr)
    return;
  if (tag != Tag::kContext && cell->object->reference_count() == 1) {
    return;  // ours is the last reference: the object goes, nobody can ask for its cell
  }
  void* expected = cell;
  place->compare_exchange_strong(expected, nullptr, std::memory_order_acq_rel);
}

constexpr int kBatch = 32;  // cells that one taking of the lock retires

/// What a dead cell held.
struct Gone {
  Tag tag;
  void* target;  // null: nothing
  Value value;
};

/// Puts a cell without references into the quarantine. What it held is the caller's to dispose of
/// after the lock. A cell that its context's shutdown emptied holds nothing.
void retire_locked(Cell* cell, Tag tag, Gone& gone) noexcept {
  // A live cell's word changes under the lock only.
  const bool live = cell->word.load(std::memory_order_relaxed) == Cell::make_word(Cell::kLive, tag);
  cell->word.store(Cell::make_word(Cell::kDead, tag), std::memory_order_release);
  gone.tag = tag;
  gone.target = nullptr;
  if (live) {
    gone.target = cell->target;
    unlink(cell, tag);
    if (tag == Tag::kValue) {
      gone.value = std::move(cell->value);
      cell->value.~Value();
    }
    count_live(*cell->space, tag, -1);
  }
  push_locked(cell);
}

/// The last reference to a cell is gone.
void finish(Cell* cell, Tag tag) noexcept {
  if (t_state.borrowed != nullptr) [[unlikely]]
    hold_borrowed(t_state, cell->target);
  Gone gone;
  {
    const PoolLock lock;
    retire_locked(cell, tag, gone);
  }
  if (gone.target != nullptr)
    dispose(gone.tag, gone.target, std::move(gone.value));
}

/// Takes one reference away; true if it was the last.
bool drop_one(Cell* cell) noexcept {
  std::int32_t n = cell->refs.load(std::memory_order_relaxed);
  while (n > 0) {
    if (cell->refs.compare_exchange_weak(n, n - 1, std::memory_order_acq_rel))
      return n == 1;
  }
  return false;
}

void drop_reference(Cell* cell, Tag tag) noexcept {
  if (drop_one(cell))
    finish(cell, tag);
}

/// The canonical cell of `target` with one reference more. The caller's counted reference to the
/// target goes to the cell, or is dropped if the cell has one.
Cell* open_canonical(std::atomic<void*>& place, void* target, HandleSpace& space, Tag tag) {
  for (;;) {
    void* known = place.load(std::memory_order_acquire);
    if (known != nullptr) {
      Cell* cell = static_cast<Cell*>(known);
      if (retain_if_alive(cell)) {
        // The cell may have died and come back as another's between the two steps.
        if (cell->word.load(std::memory_order_acquire) == Cell::make_word(Cell::kLive, tag) &&
            cell->target == target) {
          release_target(target, tag);
          return cell;
        }
        drop_reference(cell, Cell::tag_of(cell->word.load(std::memory_order_acquire)));
      }
    }
    Cell* fresh = take_cell(space, tag);
    fresh->target = target;
    publish(fresh, tag);
    if (known == nullptr && tag != Tag::kContext && fresh->object->reference_count() == 1) {
      place.store(fresh, std::memory_order_release);  // a new object: nobody else has it
      return fresh;
    }
    if (place.compare_exchange_strong(known, fresh, std::memory_order_acq_rel))
      return fresh;
    fresh->refs.store(0, std::memory_order_relaxed);
    fresh->word.store(Cell::make_word(Cell::kDead, tag), std::memory_order_relaxed);
    abandon(fresh, tag);
  }
}

}  // namespace

const char* tag_name(Tag tag) noexcept {
  switch (tag) {
    case Tag::kContext:
      return "context";
    case Tag::kTensor:
      return "tensor";
    case Tag::kModule:
      return "module";
    case Tag::kValue:
      return "value";
    case Tag::kList:
      return "list";
    case Tag::kStateDict:
      return "state dict";
    case Tag::kReport:
      return "report";
    case Tag::kString:
      return "string";
    case Tag::kOptimizer:
      return "optimizer";
    case Tag::kScheduler:
      return "scheduler";
  }
  return "unknown";
}

HandleSpace::HandleSpace(Context& owner, HostMemory* memory) noexcept
    : context(owner), memory_(memory) {
  g_open_contexts.fetch_add(1, std::memory_order_relaxed);
}

HandleSpace::~HandleSpace() {
  if (counted_.exchange(false))
    g_open_contexts.fetch_sub(1, std::memory_order_acq_rel);
  if (memory_ != nullptr)
    memory_->release();
}

HandleSpace& HandleSpace::of(Context& context) {
  if (ContextExtension* known = context.extension(Context::Slot::kHandles)) [[likely]] {
    return *static_cast<HandleSpace*>(known);
  }
  return static_cast<HandleSpace&>(context.install_extension(
      Context::Slot::kHandles, std::make_unique<HandleSpace>(context, nullptr)));
}

void HandleSpace::shutdown() noexcept {
  // One pass is enough: a context that is shut down gets no new handles.
  Slab* slab;
  {
    const PoolLock lock;
    slab = g_pool.slabs;
  }
  std::size_t i = 0;
  while (slab != nullptr) {
    Gone gone[kBatch];
    int n = 0;
    {
      const PoolLock lock;
      for (; i < slab->used && n < kBatch; ++i) {
        Cell* cell = &slab->cells()[i];
        const std::uint64_t word = cell->word.load(std::memory_order_acquire);
        const Tag tag = Cell::tag_of(word);
        if (Cell::state_of(word) != Cell::kLive || tag == Tag::kContext || cell->space != this) {
          continue;
        }
        unlink(cell, tag);
        gone[n].tag = tag;
        gone[n].target = cell->target;
        if (tag == Tag::kValue) {
          gone[n].value = std::move(cell->value);
          cell->value.~Value();
        }
        ++n;
        cell->word.store(Cell::make_word(Cell::kShutDown, tag), std::memory_order_release);
        cell->target = nullptr;
        cell->space = nullptr;
        count_live(*this, tag, -1);
      }
      if (i == slab->used) {
        slab = slab->next;
        i = 0;
      }
    }
    for (int k = 0; k < n; ++k)
      dispose(gone[k].tag, gone[k].target, std::move(gone[k].value));
  }
  if (counted_.exchange(false))
    g_open_contexts.fetch_sub(1, std::memory_order_acq_rel);
}

void HandleSpace::object_gone(Object& object) noexcept {
  const PoolLock lock;
  auto* cell = static_cast<Cell*>(object.handle.load(std::memory_order_acquire));
  if (cell == nullptr)
    return;
  // A cell that was released long ago may serve another object now, or none.
  const std::uint64_t word = cell->word.load(std::memory_order_acquire);
  if (Cell::state_of(word) != Cell::kLive || cell->target != &object)
    return;
  const Tag tag = Cell::tag_of(word);
  cell->word.store(Cell::make_word(Cell::kShutDown, tag), std::memory_order_release);
  cell->target = nullptr;
  cell->space = nullptr;
  count_live(*this, tag, -1);
}

void reserve_handle() {
  {
    const PoolLock lock;
    const Slab* slab = g_pool.slabs;
    if (g_pool.count > kQuarantine || (slab != nullptr && slab->used < kSlabCells))
      return;
  }
  add_slab();
}

Cell* adopt_handle(Object* counted, Tag tag) {
  try {
    return open_canonical(counted->handle, counted, HandleSpace::of(counted->context()), tag);
  } catch (...) {
    counted->release();
    throw;
  }
}

Cell* open_handle(Object& object, Tag tag) {
  object.retain();
  return adopt_handle(&object, tag);
}

Cell* open_context_handle(Context& context) {
  HandleSpace& space = HandleSpace::of(context);
  context.retain();
  try {
    return open_canonical(space.context_cell, &context, space, Tag::kContext);
  } catch (...) {
    context.release();
    throw;
  }
}

Cell* open_value_handle(Context& context, Value value) {
  Cell* cell = take_cell(HandleSpace::of(context), Tag::kValue);
  context.retain();
  cell->context = &context;
  ::new (&cell->value) Value(std::move(value));
  publish(cell, Tag::kValue);
  return cell;
}

void retain_handle(void* handle, Tag tag) noexcept {
  if (handle == nullptr || g_unloaded.load(std::memory_order_relaxed))
    return;
  Cell* cell = static_cast<Cell*>(handle);
  const std::uint64_t word = cell->word.load(std::memory_order_relaxed);
  if (Cell::is_ours(word) && Cell::tag_of(word) == tag)
    retain_if_alive(cell);
}

void release_handle(void* handle, Tag tag) noexcept {
  if (handle == nullptr || g_unloaded.load(std::memory_order_relaxed))
    return;
  Cell* cell = static_cast<Cell*>(handle);
  const std::uint64_t word = cell->word.load(std::memory_order_relaxed);
  if (Cell::is_ours(word) && Cell::tag_of(word) == tag)
    drop_reference(cell, tag);
}

void release_handles(void* const* handles, std::int64_t count) noexcept {
  if (handles == nullptr || g_unloaded.load(std::memory_order_relaxed))
    return;
  ThreadState& state = t_state;  // found once
  Cell* last[kBatch];
  Gone gone[kBatch];
  for (std::int64_t i = 0; i < count;) {
    int n = 0;
    for (; i < count && n < kBatch; ++i) {
      Cell* cell = static_cast<Cell*>(handles[i]);
      if (cell == nullptr || !Cell::is_ours(cell->word.load(std::memory_order_relaxed)))
        continue;
      if (drop_one(cell)) {
        if (state.borrowed != nullptr) [[unlikely]]
          hold_borrowed(state, cell->target);
        last[n++] = cell;
      }
    }
    if (n == 0)
      return;
    {
      const PoolLock lock;
      for (int k = 0; k < n; ++k) {
        retire_locked(last[k], Cell::tag_of(last[k]->word.load(std::memory_order_relaxed)),
                      gone[k]);
      }
    }
    const NestedCalls nested;
    for (int k = 0; k < n; ++k) {
      if (gone[k].target != nullptr)
        dispose_nested(gone[k].tag, gone[k].target, std::move(gone[k].value));
    }
  }
}

bool unload_handles() noexcept {
  const PoolLock lock;
  if (g_open_contexts.load(std::memory_order_acquire) != 0)
    return false;
  g_unloaded.store(true, std::memory_order_release);
  for (Slab* slab = std::exchange(g_pool.slabs, nullptr); slab != nullptr;) {
    Slab* next = slab->next;
    TENON_UNPOISON(slab, kSlabBytes);
    SystemPages::give_back(slab, kSlabBytes);
    slab = next;
  }
  g_pool.oldest = g_pool.newest = nullptr;
  g_pool.count = 0;
  return true;
}

}  // namespace tenon::capi
