#include "src/base/os_thread.h"

#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

// Before glibc 2.34 these two live in libpthread: weak, so that the library loads without it, and
// in the version that is in both.
#if defined(__x86_64__) && defined(__GLIBC__)
__asm__(".symver tenon_first_pthread_create,pthread_create@GLIBC_2.2.5");
__asm__(".symver tenon_first_pthread_join,pthread_join@GLIBC_2.2.5");
extern "C" {
__attribute__((weak)) int tenon_first_pthread_create(pthread_t*, const pthread_attr_t*,
                                                     void* (*)(void*), void*);
__attribute__((weak)) int tenon_first_pthread_join(pthread_t, void**);
}
#else
#define tenon_first_pthread_create pthread_create
#define tenon_first_pthread_join pthread_join
#endif

namespace tenon::os {

static_assert(sizeof(pthread_t) <= sizeof(unsigned long));

int start_thread(Thread& thread, void* (*body)(void*), void* argument) noexcept {
  if (tenon_first_pthread_create == nullptr)
    return kNoThreads;
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, &before);
  pthread_t handle{};
  const int code = tenon_first_pthread_create(&handle, nullptr, body, argument);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  thread.handle = static_cast<unsigned long>(handle);
  return code;
}

void join_thread(Thread thread) noexcept {
  tenon_first_pthread_join(static_cast<pthread_t>(thread.handle), nullptr);
}

void name_this_thread(const char* name) noexcept {
  ::prctl(PR_SET_NAME, name, 0, 0, 0);
}

int process_id() noexcept {
  return static_cast<int>(::getpid());
}

void sleep_while(const std::atomic<std::uint32_t>& word, std::uint32_t value) noexcept {
  ::syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void wake(const std::atomic<std::uint32_t>& word, int count) noexcept {
  ::syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

}  // namespace tenon::os
