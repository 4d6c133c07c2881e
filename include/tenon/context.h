/// Context: all the state there is. Allocator, log, threads, random generator, class registry,
/// context-wide hooks, live counters. The library has no other globals.
#ifndef TENON_CONTEXT_H_
#define TENON_CONTEXT_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "tenon/object.h"

namespace tenon {

class Generator;
class ContextExtension;

/// Host allocator. Both functions may be called from any thread that uses the context, and must
/// not throw. `allocate` returns null when out of memory; alignment is a power of two.
struct Allocator {
  void* user_data = nullptr;
  void* (*allocate)(void* user_data, std::size_t bytes, std::size_t alignment) = nullptr;
  void (*deallocate)(void* user_data, void* pointer, std::size_t bytes,
                     std::size_t alignment) = nullptr;
};

/// Level of a log line; the numbers are part of the C ABI.
enum LogLevel : std::int32_t {
  kLogWarning = 2,  ///< Something was swallowed or looks wrong; the call went on.
};

/// Receives log lines. Default: silent.
struct LogSink {
  void* user_data = nullptr;
  void (*write)(void* user_data, std::int32_t level, const char* text) = nullptr;
};

/// One piece of work that was cut; pieces are independent, and none of them throws.
using PieceFunction = void(void* task, std::int64_t index);

/// Who helps with large matrix products and convolutions. How the work is cut never changes a bit
/// of the result.
struct ThreadOptions {
  /// Threads that work on one call, the caller included. 1: no others. More: that many less one of
  /// our own, which sleep between calls and are joined by shutdown(); or, with `parallel_for`, how
  /// many pieces the host gets at most.
  std::int32_t count = 1;
  char name[16] = "tenon";  ///< Of our own threads, for debuggers: "tenon-1" …
  void* user_data = nullptr;
  /// Run on each thread of our own when it begins and before it ends; index from 1.
  void (*begin)(void* user_data, std::int32_t index) = nullptr;
  void (*end)(void* user_data, std::int32_t index) = nullptr;
  /// The host's job system instead of threads of our own: runs piece(task, i) once for each i of
  /// [0, count), in any order, on any threads, and returns when all have returned.
  void (*parallel_for)(void* user_data, std::int64_t count, PieceFunction* piece,
                       void* task) = nullptr;
};

class ThreadPool;

struct ContextOptions {
  Allocator allocator;                  ///< Null functions: the C library's.
  LogSink log;                          ///< Null function: silent.
  std::uint64_t seed = 0;               ///< Of the context's random generator.
  std::int64_t cache_bytes = 64 << 20;  ///< Most memory kept for reuse by tensors; 0: no cache.
  ThreadOptions threads;                ///< Default: the caller alone.
  bool pytorch_names = false;           ///< Also refuse the names of torch's methods as slot names.
};

/// Owns everything that is not an object's own. Created by `Context::create`; lives until the last
/// reference and the last object made in it are gone. Any number may coexist; results belong to the
/// context of their inputs; mixing two in one call is kWrongContext.
///
/// Threads: retain, release, live counters and allocation are safe from any thread.
class Context {
 public:
  static Context* create(const ContextOptions& options = {});
  void retain() noexcept { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept;

  /// Drops every module's tables and hooks, and every callback, now; each destroy function runs
  /// exactly once. Objects that are still referenced stay valid as memory; calling a module
  /// afterwards is kRuntime. Idempotent.
  void shutdown() noexcept;
  bool is_shut_down() const noexcept { return shut_down_.load(std::memory_order_acquire); }

  /// The context of the running call on this thread, or null. Functions without an object argument
  /// (Tensor::zeros …) use it; `ContextScope` sets it.
  static Context* current_or_null() noexcept;
  /// Same; throws kRuntime if there is none.
  static Context& current();

  /// The default random generator, created with the context.
  Generator& generator() noexcept;
  void log(std::int32_t level, std::string_view text) noexcept;

  const ContextOptions& options() const noexcept { return options_; }

  // ---- threads -------------------------------------------------------------------------------
  /// How many threads may share a call's work; 1 after a shutdown.
  int threads() const noexcept { return threads_.load(std::memory_order_relaxed); }
  /// piece(task, i) for each i of [0, count), shared out as the options say. Throws kBusy in a
  /// process that was forked from the one with the context's own threads.
  void parallel_for(std::int64_t count, PieceFunction* piece, void* task);

  // ---- memory -------------------------------------------------------------------------------
  /// Uninitialised memory, aligned to 64 bytes, from the cache if it has a block of that class.
  /// Throws kNoMemory.
  void* allocate_block(std::size_t bytes);
  /// `bytes` as given to allocate_block.
  void free_block(void* block, std::size_t bytes) noexcept;
  /// Gives cached blocks back to the allocator.
  void trim_cache() noexcept;
  /// Blocks taken by allocate_block and not yet freed (the cache is not counted). While there is
  /// one, the context lives.
  std::int64_t live_blocks() const noexcept;

  // ---- upper layers' state --------------------------------------------------------------------
  enum class Slot { kModules, kHandles, kClasses, kCount };
  /// The extension in that slot, or null.
  ContextExtension* extension(Slot slot) const noexcept {
    return extensions_[static_cast<int>(slot)].load(std::memory_order_acquire);
  }
  /// Installs `made` unless somebody was faster (then `made` is deleted); returns the one in place.
  ContextExtension& install_extension(Slot slot, std::unique_ptr<ContextExtension> made);

 private:
  friend class Object;
  explicit Context(const ContextOptions& options);
  ~Context();
  void forget_block() noexcept;

  struct Cache;

  ContextOptions options_;
  std::atomic<std::int64_t> refs_{1};
  std::atomic<bool> shut_down_{false};
  std::atomic<int> threads_{1};
  std::atomic<ContextExtension*> extensions_[static_cast<int>(Slot::kCount)] = {};
  std::unique_ptr<Cache> cache_;
  std::unique_ptr<Generator> generator_;
  std::unique_ptr<ThreadPool> pool_;
};

/// State that an upper layer hangs on a context.
class ContextExtension {
 public:
  virtual ~ContextExtension() = default;
  /// Part of Context::shutdown: let go of everything that leads to host code.
  virtual void shutdown() noexcept = 0;
  /// An object that has a handle ends although the handle is held: its constructor failed after a
  /// hook had seen it.
  virtual void object_gone([[maybe_unused]] Object& object) noexcept {}
};

/// Makes a context the thread's current one for a scope, and puts the former one back.
class ContextScope {
 public:
  explicit ContextScope(Context& context) noexcept;
  ~ContextScope();
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

 private:
  Context* previous_;
};

/// Throws kWrongContext, naming `what`, if the object is of another context.
void check_context(std::string_view what, const Context& context, const Object& object);

}  // namespace tenon

#endif  // TENON_CONTEXT_H_
