#include "src/base/thread_pool.h"

#include <charconv>
#include <cstring>

#include "tenon/error.h"

namespace tenon {

ThreadPool::ThreadPool(const ThreadOptions& options)
    : options_(options),
      process_(os::process_id()),
      workers_(new Worker[static_cast<std::size_t>(options.count - 1)]) {
  for (std::int32_t i = 0; i + 1 < options.count; ++i) {
    workers_[i] = {this, i + 1, {}};
    const int code = os::start_thread(workers_[i].thread, start, &workers_[i]);
    if (code == 0) {
      ++started_;
      continue;
    }
    stop();
    if (code == os::kNoThreads)
      fail(ErrorCode::kUnsupported, "threads: this process has no thread library (-lpthread)");
    fail(ErrorCode::kRuntime, "threads: the system refused thread ", i + 1, " of ",
         options.count - 1, " (error ", code, ")");
  }
}

ThreadPool::~ThreadPool() {
  if (os::process_id() == process_)
    stop();
}

void ThreadPool::stop() noexcept {
  ends_.store(true, std::memory_order_release);
  epoch_.fetch_add(1, std::memory_order_release);
  os::wake(epoch_, started_);
  for (int i = 0; i < started_; ++i)
    os::join_thread(workers_[i].thread);
  started_ = 0;
}

void* ThreadPool::start(void* argument) {
  Worker& worker = *static_cast<Worker*>(argument);
  const ThreadOptions& options = worker.pool->options_;
  char name[16];
  std::memcpy(name, options.name, sizeof name);
  char* end = name + std::strlen(name);
  if (end + 3 < name + sizeof name) {
    *end++ = '-';
    *std::to_chars(end, name + sizeof name - 1, worker.index).ptr = '\0';
  }
  os::name_this_thread(name);
  if (options.begin != nullptr)
    options.begin(options.user_data, worker.index);
  worker.pool->work();
  if (options.end != nullptr)
    options.end(options.user_data, worker.index);
  return nullptr;
}

void ThreadPool::take_pieces() noexcept {
  for (;;) {
    const std::int64_t i = next_.fetch_add(1, std::memory_order_relaxed);
    if (i >= count_)
      return;
    piece_(task_, i);
  }
}

void ThreadPool::work() {
  for (;;) {
    const std::uint32_t epoch = epoch_.load(std::memory_order_acquire);
    if (ends_.load(std::memory_order_acquire))
      return;
    std::int32_t tickets = tickets_.load(std::memory_order_acquire);
    while (tickets > 0 &&
           !tickets_.compare_exchange_weak(tickets, tickets - 1, std::memory_order_acq_rel)) {
    }
    if (tickets <= 0) {
      os::sleep_while(epoch_, epoch);
      continue;
    }
    take_pieces();
    if (working_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      os::wake(working_, 1);
  }
}

void ThreadPool::run(std::int64_t count, PieceFunction* piece, void* task) {
  if (os::process_id() != process_) {
    fail(ErrorCode::kBusy,
         "threads: the context's threads did not come along when the process forked");
  }
  if (count <= 1 || busy_.exchange(true, std::memory_order_acquire)) {
    for (std::int64_t i = 0; i < count; ++i)
      piece(task, i);
    return;
  }
  count_ = count;
  piece_ = piece;
  task_ = task;
  next_.store(0, std::memory_order_relaxed);
  const auto helpers =
      static_cast<std::int32_t>(count - 1 < started_ ? count - 1 : std::int64_t{started_});
  // Counted as working until their tickets turn out to be left over.
  working_.store(static_cast<std::uint32_t>(helpers), std::memory_order_relaxed);
  tickets_.store(helpers, std::memory_order_release);
  epoch_.fetch_add(1, std::memory_order_release);
  os::wake(epoch_, helpers);
  take_pieces();
  const auto left = static_cast<std::uint32_t>(tickets_.exchange(0, std::memory_order_acq_rel));
  std::uint32_t working = working_.fetch_sub(left, std::memory_order_acq_rel) - left;
  while (working != 0) {
    os::sleep_while(working_, working);
    working = working_.load(std::memory_order_acquire);
  }
  busy_.store(false, std::memory_order_release);
}

}  // namespace tenon
