#include "tenon/context.h"

#include <bit>
#include <cstring>
#include <mutex>
#include <new>
#include <string>

#include "src/base/os_memory.h"
#include "src/base/spin_lock.h"
#include "src/base/thread_pool.h"
#include "tenon/error.h"
#include "tenon/generator.h"

namespace tenon {
namespace {

constinit thread_local Context* t_current = nullptr;

constexpr std::size_t kAlignment = 64;
constexpr int kClassCount = 40;

// Size classes: four steps to each power of two, from 128 bytes up. A block is rounded up to its
// class, so at most a quarter is wasted and any block of a class serves any request of it.
struct SizeClass {
  int index;
  std::size_t bytes;
};

SizeClass size_class(std::size_t bytes) noexcept {
  if (bytes <= 128)
    return {0, 128};
  const int log2 = std::bit_width(bytes - 1) - 1;  // 2^log2 < bytes <= 2^(log2 + 1)
  const std::size_t step = (std::size_t{1} << log2) / 4;
  const std::size_t quarters = (bytes - (std::size_t{1} << log2) + step - 1) / step;  // 1..4
  return {(log2 - 7) * 4 + static_cast<int>(quarters), (std::size_t{1} << log2) + quarters * step};
}

}  // namespace

/// Free blocks by size class, each a linked list through the blocks themselves.
struct Context::Cache {
  struct FreeBlock {
    FreeBlock* next;
  };
  SpinLock lock;
  std::int64_t live = 0;  // blocks in use; while there are any, they hold one reference together
  std::int64_t bytes = 0;
  FreeBlock* lists[kClassCount] = {};
};

Object::Object(Context& context, Life life) noexcept : context_(&context), life_(life) {
  if (life_ == Life::kKeepsContext)
    context_->retain();
}

Object::~Object() {
  if (life_ == Life::kKeepsContext)
    context_->release();
}

Context* Context::create(const ContextOptions& options) {
  return new Context(options);
}

Context::Context(const ContextOptions& options)
    : options_(options),
      cache_(std::make_unique<Cache>()),
      generator_(std::make_unique<Generator>(options.seed)) {
  if (options_.allocator.allocate == nullptr || options_.allocator.deallocate == nullptr) {
    options_.allocator = {nullptr, os::allocate, os::deallocate};
  }
#if defined(TENON_SANITIZED)
  options_.cache_bytes = 0;  // a block in the cache would hide a use after free
#endif
  if (options_.threads.count > 1 && options_.threads.parallel_for == nullptr)
    pool_ = std::make_unique<ThreadPool>(options_.threads);
  threads_ = options_.threads.count;
}

Context::~Context() {
  trim_cache();
}

void Context::release() noexcept {
  if (refs_.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  // What the extensions let go of may call back into us: stay usable until they are gone.
  refs_.store(1, std::memory_order_relaxed);
  shutdown();
  for (std::atomic<ContextExtension*>& slot : extensions_)
    delete slot.exchange(nullptr);
  delete this;
}

void Context::shutdown() noexcept {
  if (shut_down_.exchange(true, std::memory_order_acq_rel))
    return;
  ContextScope scope(*this);
  for (std::atomic<ContextExtension*>& slot : extensions_) {
    if (ContextExtension* extension = slot.load(std::memory_order_acquire))
      extension->shutdown();
  }
  threads_ = 1;
  pool_.reset();
  trim_cache();
}

void Context::parallel_for(std::int64_t count, PieceFunction* piece, void* task) {
  const ThreadOptions& threads = options_.threads;
  if (threads_.load(std::memory_order_relaxed) == 1) {
    for (std::int64_t i = 0; i < count; ++i)
      piece(task, i);
  } else if (threads.parallel_for != nullptr) {
    threads.parallel_for(threads.user_data, count, piece, task);
  } else {
    pool_->run(count, piece, task);
  }
}

Context* Context::current_or_null() noexcept {
  return t_current;
}

Context& Context::current() {
  if (t_current == nullptr) {
    fail(ErrorCode::kRuntime, "no current context on this thread: make a ContextScope first");
  }
  return *t_current;
}

Generator& Context::generator() noexcept {
  return *generator_;
}

void Context::log(std::int32_t level, std::string_view text) noexcept {
  if (options_.log.write == nullptr)
    return;
  try {
    options_.log.write(options_.log.user_data, level, std::string(text).c_str());
  } catch (const std::bad_alloc&) {
    options_.log.write(options_.log.user_data, level, "out of memory while logging");
  }
}

void* Context::allocate_block(std::size_t bytes) {
  const SizeClass size = size_class(bytes);
  void* block = nullptr;
  {
    const std::lock_guard<SpinLock> guard(cache_->lock);
    if (cache_->live++ == 0)
      retain();
    if (size.index < kClassCount && cache_->lists[size.index] != nullptr) {
      Cache::FreeBlock* taken = cache_->lists[size.index];
      cache_->lists[size.index] = taken->next;
      cache_->bytes -= static_cast<std::int64_t>(size.bytes);
      block = taken;
    }
  }
  if (block != nullptr)
    return block;
  const Allocator& host = options_.allocator;
  if (size.bytes >= bytes)
    block = host.allocate(host.user_data, size.bytes, kAlignment);
  if (block == nullptr) {
    forget_block();
    fail(ErrorCode::kNoMemory, "out of memory: ", bytes, " bytes");
  }
  return block;
}

void Context::forget_block() noexcept {
  bool last = false;
  {
    const std::lock_guard<SpinLock> guard(cache_->lock);
    last = --cache_->live == 0;
  }
  if (last)
    release();
}

void Context::free_block(void* block, std::size_t bytes) noexcept {
  if (block == nullptr)
    return;
  const SizeClass size = size_class(bytes);
  const bool keep = size.index < kClassCount && !is_shut_down();
  bool last = false;
  {
    const std::lock_guard<SpinLock> guard(cache_->lock);
    last = --cache_->live == 0;
    if (keep && cache_->bytes + static_cast<std::int64_t>(size.bytes) <= options_.cache_bytes) {
      auto* free_block = static_cast<Cache::FreeBlock*>(block);
      free_block->next = cache_->lists[size.index];
      cache_->lists[size.index] = free_block;
      cache_->bytes += static_cast<std::int64_t>(size.bytes);
      block = nullptr;
    }
  }
  if (block != nullptr) {
    options_.allocator.deallocate(options_.allocator.user_data, block, size.bytes, kAlignment);
  }
  if (last)
    release();
}

std::int64_t Context::live_blocks() const noexcept {
  const std::lock_guard<SpinLock> guard(cache_->lock);
  return cache_->live;
}

void Context::trim_cache() noexcept {
  for (int i = 0; i < kClassCount; ++i) {
    // Index back to bytes: the inverse of size_class().
    const std::size_t base = i == 0 ? 128 : std::size_t{1} << ((i - 1) / 4 + 7);
    const std::size_t bytes = i == 0 ? 128 : base + ((i - 1) % 4 + 1) * (base / 4);
    for (;;) {
      Cache::FreeBlock* block;
      {
        const std::lock_guard<SpinLock> guard(cache_->lock);
        block = cache_->lists[i];
        if (block == nullptr)
          break;
        cache_->lists[i] = block->next;
        cache_->bytes -= static_cast<std::int64_t>(bytes);
      }
      options_.allocator.deallocate(options_.allocator.user_data, block, bytes, kAlignment);
    }
  }
}

ContextExtension& Context::install_extension(Slot slot, std::unique_ptr<ContextExtension> made) {
  ContextExtension* expected = nullptr;
  if (extensions_[static_cast<int>(slot)].compare_exchange_strong(expected, made.get(),
                                                                  std::memory_order_acq_rel)) {
    return *made.release();
  }
  return *expected;
}

ContextScope::ContextScope(Context& context) noexcept : previous_(t_current) {
  t_current = &context;
}

ContextScope::~ContextScope() {
  t_current = previous_;
}

void check_context(std::string_view what, const Context& context, const Object& object) {
  if (&object.context() != &context) {
    fail(ErrorCode::kWrongContext, what, ": the object belongs to another context");
  }
}

}  // namespace tenon
