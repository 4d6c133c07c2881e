#ifndef TENON_SRC_BASE_OS_CPU_H_
#define TENON_SRC_BASE_OS_CPU_H_

namespace tenon {

/// Instruction sets the kernels are compiled for, in rising order.
enum class Isa : int {
  kBaseline = 0,  ///< What every x86-64 (or other) CPU has.
  kAvx2 = 1,      ///< AVX2 and FMA.
  kAvx512 = 2,    ///< AVX-512 F, DQ, BW and VL.
};

/// The best instruction set that this CPU and the operating system support. Asked once, then
/// cached; may be called on any thread.
Isa cpu_isa() noexcept;

/// Lowers what cpu_isa() returns, so that a test can compare the paths; a value above what the
/// CPU has gives what the CPU has. Affects every thread.
void set_cpu_isa_for_test(Isa isa) noexcept;

}  // namespace tenon

#endif  // TENON_SRC_BASE_OS_CPU_H_
