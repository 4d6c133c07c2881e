#ifndef TENON_TESTS_KERNELS_SUPPORT_H_
#define TENON_TESTS_KERNELS_SUPPORT_H_

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "src/base/os_cpu.h"

// Shared by the kernel tests: numbers, memory with guards, every instruction set of this CPU.

namespace kernel_tests {

/// Deterministic values in [-1, 1) that use the whole mantissa.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed * 2654435761U + 88172645463325252U) {}

  double next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<double>(state_ >> 11) / 4503599627370496.0 - 1.0;
  }

  template <typename T>
  std::vector<T> vector(std::int64_t n) {
    std::vector<T> v(static_cast<std::size_t>(n));
    for (T& x : v) {
      x = static_cast<T>(next());
    }
    return v;
  }

 private:
  std::uint64_t state_;
};

/// Equal bits; all NaNs are alike.
template <typename T>
bool same(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0 || (std::isnan(a) && std::isnan(b));
}

template <typename T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (!same(a[i], b[i])) {
      return false;
    }
  }
  return a.size() == b.size();
}

/// Instruction sets that this CPU has, lowest first.
inline std::vector<tenon::Isa> instruction_sets() {
  tenon::set_cpu_isa_for_test(tenon::Isa::kAvx512);
  std::vector<tenon::Isa> all;
  for (int isa = 0; isa <= static_cast<int>(tenon::cpu_isa()); ++isa) {
    all.push_back(static_cast<tenon::Isa>(isa));
  }
  return all;
}

inline const char* isa_name(tenon::Isa isa) {
  return isa == tenon::Isa::kAvx512 ? "avx512" : isa == tenon::Isa::kAvx2 ? "avx2" : "baseline";
}

/// Bytes at a deliberately odd address, on the heap so that sanitizers see the end.
class Scratch {
 public:
  explicit Scratch(std::int64_t bytes) : memory_(static_cast<std::size_t>(bytes + 1)) {}
  void* get() { return memory_.data() + 1; }

 private:
  std::vector<unsigned char> memory_;
};

/// 64-byte aligned bytes for packed matrices.
class Aligned {
 public:
  explicit Aligned(std::int64_t bytes) : memory_(static_cast<std::size_t>(bytes + 64)) {}
  void* get() {
    const auto at = reinterpret_cast<std::uintptr_t>(memory_.data());
    return memory_.data() + ((64 - at % 64) % 64);
  }

 private:
  std::vector<unsigned char> memory_;
};

}  // namespace kernel_tests

#endif  // TENON_TESTS_KERNELS_SUPPORT_H_
