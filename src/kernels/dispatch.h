#ifndef TENON_SRC_KERNELS_DISPATCH_H_
#define TENON_SRC_KERNELS_DISPATCH_H_

#include "src/base/os_cpu.h"
#include "src/kernels/isa/tables.h"

// From an instruction set to the table that its build offers. Meson defines TENON_X86_KERNELS
// where the AVX builds exist.

namespace tenon::kernels {

#ifdef TENON_X86_KERNELS
#define TENON_SELECT_TABLE(isa, name)                     \
  ((isa) == Isa::kAvx512 ? ::tenon::kernels::avx512::name \
   : (isa) == Isa::kAvx2 ? ::tenon::kernels::avx2::name   \
                         : ::tenon::kernels::baseline::name)
#else
#define TENON_SELECT_TABLE(isa, name) (static_cast<void>(isa), ::tenon::kernels::baseline::name)
#endif

template <typename T>
const GemmTable<T>& gemm_table(Isa isa) noexcept;
template <>
inline const GemmTable<float>& gemm_table<float>(Isa isa) noexcept {
  return TENON_SELECT_TABLE(isa, gemm_float);
}
template <>
inline const GemmTable<double>& gemm_table<double>(Isa isa) noexcept {
  return TENON_SELECT_TABLE(isa, gemm_double);
}

template <typename T>
const ElementTable<T>& element_table(Isa isa) noexcept;
template <>
inline const ElementTable<float>& element_table<float>(Isa isa) noexcept {
  return TENON_SELECT_TABLE(isa, element_float);
}
template <>
inline const ElementTable<double>& element_table<double>(Isa isa) noexcept {
  return TENON_SELECT_TABLE(isa, element_double);
}

template <typename T>
const ReduceTable<T>& reduce_table(Isa isa) noexcept;
template <>
inline const ReduceTable<float>& reduce_table<float>(Isa isa) noexcept {
  return TENON_SELECT_TABLE(isa, reduce_float);
}
template <>
inline const ReduceTable<double>& reduce_table<double>(Isa isa) noexcept {
  return TENON_SELECT_TABLE(isa, reduce_double);
}

template <typename T>
const OptimTable<T>& optim_table(Isa isa) noexcept;
template <>
inline const OptimTable<float>& optim_table<float>(Isa isa) noexcept {
  return TENON_SELECT_TABLE(isa, optim_float);
}
template <>
inline const OptimTable<double>& optim_table<double>(Isa isa) noexcept {
  return TENON_SELECT_TABLE(isa, optim_double);
}

template <typename T>
const ConvTable<T>& conv_table(Isa isa) noexcept;
template <>
inline const ConvTable<float>& conv_table<float>(Isa isa) noexcept {
  return TENON_SELECT_TABLE(isa, conv_float);
}
template <>
inline const ConvTable<double>& conv_table<double>(Isa isa) noexcept {
  return TENON_SELECT_TABLE(isa, conv_double);
}

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_DISPATCH_H_
