/// A lock for a handful of instructions. Never held while calling anything of the host's.
#ifndef TENON_SRC_BASE_SPIN_LOCK_H_
#define TENON_SRC_BASE_SPIN_LOCK_H_

#include <atomic>

namespace tenon {

class SpinLock {
 public:
  bool try_lock() noexcept { return !held_.test_and_set(std::memory_order_acquire); }
  void lock() noexcept {
    while (!try_lock()) {
      while (held_.test(std::memory_order_relaxed))
        __builtin_ia32_pause();
    }
  }
  void unlock() noexcept { held_.clear(std::memory_order_release); }

 private:
  std::atomic_flag held_;
};

}  // namespace tenon

#endif  // TENON_SRC_BASE_SPIN_LOCK_H_
