/// ThreadPool: workers that sleep until a context shares work out.
#ifndef TENON_SRC_BASE_THREAD_POOL_H_
#define TENON_SRC_BASE_THREAD_POOL_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "src/base/os_thread.h"
#include "tenon/context.h"

namespace tenon {

/// Invariants: workers run pieces of the one task at a time that is published, or sleep in the
/// kernel; they never spin. A worker joins a task by taking a ticket; when the caller has run out
/// of pieces it takes the tickets that are left, so nobody joins any more, and sleeps until all
/// who joined are done. Workers hold no lock while they run a piece.
class ThreadPool {
 public:
  /// Starts `options.count - 1` workers. Throws kUnsupported without a thread library, kRuntime if
  /// the system refuses.
  explicit ThreadPool(const ThreadOptions& options);
  /// Joins the workers; in a forked child, where there are none, forgets them.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// run(task, i) for each i of [0, count), on the caller and the workers. A second caller at the
  /// same time does all of its own. Throws kBusy in a forked child.
  void run(std::int64_t count, PieceFunction* piece, void* task);

 private:
  struct Worker {
    ThreadPool* pool;
    std::int32_t index;
    os::Thread thread;
  };
  static void* start(void* worker);
  void work();
  void take_pieces() noexcept;
  void stop() noexcept;

  ThreadOptions options_;
  int process_;
  std::unique_ptr<Worker[]> workers_;
  int started_ = 0;

  std::atomic<bool> busy_{false};
  std::atomic<bool> ends_{false};
  std::atomic<std::uint32_t> epoch_{0};    // grows with each task: what workers sleep on
  std::atomic<std::uint32_t> working_{0};  // workers that joined and are not done
  std::atomic<std::int32_t> tickets_{0};   // workers that may still join

  // The task; written before tickets_ is.
  std::int64_t count_ = 0;
  PieceFunction* piece_ = nullptr;
  void* task_ = nullptr;
  std::atomic<std::int64_t> next_{0};
};

}  // namespace tenon

#endif  // TENON_SRC_BASE_THREAD_POOL_H_
