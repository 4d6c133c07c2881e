/// Threads, and waiting without spinning.
#ifndef TENON_SRC_BASE_OS_THREAD_H_
#define TENON_SRC_BASE_OS_THREAD_H_

#include <atomic>
#include <cstdint>

namespace tenon::os {

/// A thread that was started and not joined yet.
struct Thread {
  unsigned long handle = 0;
};

/// Starts `body(argument)` with all signals blocked: the host's handlers run on the host's threads.
/// 0, or the system's error number; kNoThreads where the process has no thread library (glibc
/// before 2.34 without libpthread).
int start_thread(Thread& thread, void* (*body)(void*), void* argument) noexcept;
inline constexpr int kNoThreads = -1;
void join_thread(Thread thread) noexcept;
/// Names the calling thread, for debuggers; what is longer than 15 bytes is cut.
void name_this_thread(const char* name) noexcept;
/// Of the calling process.
int process_id() noexcept;

/// Sleeps while `word` is `value`, until wake() or for no reason at all.
void sleep_while(const std::atomic<std::uint32_t>& word, std::uint32_t value) noexcept;
/// Wakes at most `count` of those who sleep on the word.
void wake(const std::atomic<std::uint32_t>& word, int count) noexcept;

}  // namespace tenon::os

#endif  // TENON_SRC_BASE_OS_THREAD_H_
