/// The engine of element-by-element ops. A function exists for three computing types only (float,
/// double, int64); elements of other dtypes pass through a small buffer on the way in and out.
#ifndef TENON_SRC_OPS_POINTWISE_H_
#define TENON_SRC_OPS_POINTWISE_H_

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tenon/ops/operand.h"

namespace tenon {

/// float for float32, float16, bfloat16; double for float64; int64 for integers and bool, whose
/// results wrap when they are stored.
enum class Compute : std::uint8_t { kFloat = 0, kDouble = 1, kInt = 2 };

constexpr Compute compute_of(DType dtype) noexcept {
  if (dtype == DType::kFloat64)
    return Compute::kDouble;
  return is_floating(dtype) ? Compute::kFloat : Compute::kInt;
}
constexpr std::int64_t compute_size(Compute compute) noexcept {
  return compute == Compute::kFloat ? 4 : 8;
}
/// The dtype that a computing type is without conversion.
constexpr DType native_dtype(Compute compute) noexcept {
  return compute == Compute::kFloat    ? DType::kFloat32
         : compute == Compute::kDouble ? DType::kFloat64
                                       : DType::kInt64;
}

/// Converts n elements of `dtype`, `step` elements apart, to adjacent values of the computing type.
void load_elements(DType dtype, const void* from, std::int64_t step, std::int64_t n,
                   Compute compute, void* to);
/// And back. Integers wrap.
void store_elements(Compute compute, const void* from, std::int64_t n, DType dtype, void* to,
                    std::int64_t step);
/// Rounds values of the computing type to what `dtype` can hold, in place.
void round_elements(Compute compute, void* values, std::int64_t n, DType dtype);

/// One pass over n elements. Inputs are of the computing type, adjacent (step 1) or one value for
/// all (step 0); the result is adjacent: of the computing type, or bool.
using PointwiseLoop = void (*)(void* out, const void* const* in, const std::int64_t* step,
                               std::int64_t n);

/// A function's loops by computing type; null where it has no meaning.
struct PointwiseLoops {
  PointwiseLoop loop[3] = {};
  bool gives_bool = false;
  PointwiseLoop of(Compute compute) const noexcept { return loop[static_cast<int>(compute)]; }
};

/// Computes `loop` over the inputs, which broadcast to out's shape, as `common` (its computing type
/// is the loop's), and stores to `out` of any dtype. `out` may be an input (same layout exactly).
void run_pointwise(const Tensor& out, std::span<const Operand> inputs, DType common,
                   PointwiseLoop loop, bool gives_bool);

/// Shape that the inputs broadcast to; throws kRuntime naming `op`.
Shape pointwise_shape(std::string_view op, std::span<const Operand> inputs);

/// Readies `self` for an in-place result of `common` over `inputs`: the shape must be self's, the
/// dtype castable, no two elements may share memory, the memory must be writable. Inputs that share
/// memory with self in another layout are copied into `copies`.
void begin_in_place(std::string_view op, const Tensor& self, DType common,
                    std::span<Operand> inputs, std::span<Tensor> copies);

namespace detail {

template <class F, class T, std::size_t... I>
void pointwise_pass(void* out, const void* const* in, const std::int64_t* step, std::int64_t n,
                    std::index_sequence<I...>) {
  using R = decltype(F{}((static_cast<void>(I), T{})...));
  constexpr std::size_t kCount = sizeof...(I);
  const F f{};
  R* y = static_cast<R*>(out);
  const T* const x[] = {static_cast<const T*>(in[I])...};
  if constexpr (kCount == 1) {
    if (step[0] == 1) {
      const T* a = x[0];
      for (std::int64_t i = 0; i < n; ++i)
        y[i] = f(a[i]);
      return;
    }
  } else if constexpr (kCount == 2) {
    const T* a = x[0];
    const T* b = x[1];
    if (step[0] == 1 && step[1] == 1) {
      for (std::int64_t i = 0; i < n; ++i)
        y[i] = f(a[i], b[i]);
      return;
    }
    if (step[0] == 1) {
      const T b0 = *b;
      for (std::int64_t i = 0; i < n; ++i)
        y[i] = f(a[i], b0);
      return;
    }
    if (step[1] == 1) {
      const T a0 = *a;
      for (std::int64_t i = 0; i < n; ++i)
        y[i] = f(a0, b[i]);
      return;
    }
  } else {
    for (std::int64_t i = 0; i < n; ++i)
      y[i] = f(x[I][i * step[I]]...);
    return;
  }
  const R value = f(*x[I]...);
  for (std::int64_t i = 0; i < n; ++i)
    y[i] = value;
}

template <class F, class T, int N>
void pointwise_loop(void* out, const void* const* in, const std::int64_t* step, std::int64_t n) {
  pointwise_pass<F, T>(out, in, step, n, std::make_index_sequence<N>());
}

template <class F, class T, int N, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return std::is_invocable_v<F, decltype((static_cast<void>(I), T{}))...>;
}

template <class F, class T, int N>
constexpr void add_loop(PointwiseLoops& loops, Compute compute) {
  if constexpr (takes<F, T, N>(std::make_index_sequence<N>())) {
    loops.loop[static_cast<int>(compute)] = pointwise_loop<F, T, N>;
  }
}

template <class F, class T, int N, std::size_t... I>
constexpr bool returns_bool(std::index_sequence<I...>) {
  if constexpr (takes<F, T, N>(std::index_sequence<I...>())) {
    return std::is_same_v<decltype(F{}((static_cast<void>(I), T{})...)), bool>;
  } else {
    return false;
  }
}

}  // namespace detail

/// The loops of a functor of N arguments, for those of float, double, int64 that it accepts
/// (constrain its operator to leave one out).
template <class F, int N>
constexpr PointwiseLoops loops_of() {
  PointwiseLoops loops;
  detail::add_loop<F, float, N>(loops, Compute::kFloat);
  detail::add_loop<F, double, N>(loops, Compute::kDouble);
  detail::add_loop<F, std::int64_t, N>(loops, Compute::kInt);
  loops.gives_bool = detail::returns_bool<F, double, N>(std::make_index_sequence<N>()) ||
                     detail::returns_bool<F, std::int64_t, N>(std::make_index_sequence<N>());
  return loops;
}

}  // namespace tenon

#endif  // TENON_SRC_OPS_POINTWISE_H_
