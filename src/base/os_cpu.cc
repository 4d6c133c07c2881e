#include "src/base/os_cpu.h"

#include <atomic>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

namespace tenon {
namespace {

constexpr int kUnknown = -1;
constinit std::atomic<int> cached_isa{kUnknown};

#if defined(__x86_64__) || defined(__i386__)

// The registers that the operating system saves on a task switch. Without this check a CPU that
// has AVX under a system that does not save it would compute garbage.
unsigned enabled_register_state() noexcept {
  unsigned low = 0;
  unsigned high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

Isa detect() noexcept {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d)) {
    return Isa::kBaseline;
  }
  constexpr unsigned kFma = 1U << 12;
  constexpr unsigned kOsxsave = 1U << 27;
  constexpr unsigned kAvx = 1U << 28;
  constexpr unsigned kNeeded = kFma | kOsxsave | kAvx;
  if ((c & kNeeded) != kNeeded) {
    return Isa::kBaseline;
  }
  constexpr unsigned kYmmState = 0x06;
  constexpr unsigned kZmmState = 0xe6;
  const unsigned state = enabled_register_state();
  if ((state & kYmmState) != kYmmState || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
    return Isa::kBaseline;
  }
  constexpr unsigned kAvx2 = 1U << 5;
  constexpr unsigned kAvx512 = (1U << 16) | (1U << 17) | (1U << 30) | (1U << 31);  // F DQ BW VL
  if ((b & kAvx2) == 0) {
    return Isa::kBaseline;
  }
  const bool avx512 = (b & kAvx512) == kAvx512 && (state & kZmmState) == kZmmState;
  return avx512 ? Isa::kAvx512 : Isa::kAvx2;
}

#else

Isa detect() noexcept {
  return Isa::kBaseline;
}

#endif

}  // namespace

Isa cpu_isa() noexcept {
  int isa = cached_isa.load(std::memory_order_relaxed);
  if (isa == kUnknown) {
    isa = static_cast<int>(detect());
    cached_isa.store(isa, std::memory_order_relaxed);
  }
  return static_cast<Isa>(isa);
}

void set_cpu_isa_for_test(Isa isa) noexcept {
  const int best = static_cast<int>(detect());
  const int wanted = static_cast<int>(isa);
  cached_isa.store(wanted < best ? wanted : best, std::memory_order_relaxed);
}

}  // namespace tenon
