#include "src/kernels/isa/simd.h"
#include "src/kernels/isa/tables.h"

namespace tenon::kernels::TENON_ISA_NAMESPACE {
namespace {

#if TENON_ISA == 2
TENON_INLINE VecF root(VecF x) {
  return reinterpret_cast<VecF>(_mm512_maskz_sqrt_ps(0xffff, reinterpret_cast<__m512>(x)));
}
TENON_INLINE VecD root(VecD x) {
  return reinterpret_cast<VecD>(_mm512_maskz_sqrt_pd(0xff, reinterpret_cast<__m512d>(x)));
}
#elif TENON_ISA == 1
TENON_INLINE VecF root(VecF x) {
  return reinterpret_cast<VecF>(_mm256_sqrt_ps(reinterpret_cast<__m256>(x)));
}
TENON_INLINE VecD root(VecD x) {
  return reinterpret_cast<VecD>(_mm256_sqrt_pd(reinterpret_cast<__m256d>(x)));
}
#else
TENON_INLINE VecF root(VecF x) {
  return VecF{__builtin_sqrtf(x[0]), __builtin_sqrtf(x[1]), __builtin_sqrtf(x[2]),
              __builtin_sqrtf(x[3])};
}
TENON_INLINE VecD root(VecD x) {
  return VecD{__builtin_sqrt(x[0]), __builtin_sqrt(x[1])};
}
#endif

// One vector of an array, or its last lanes.
template <typename T>
TENON_INLINE Vec<T> take(const T* p, int64_t count) {
  return count == kLanes<T> ? load(p) : load_part(p, count);
}
template <typename T>
TENON_INLINE void put(T* p, Vec<T> v, int64_t count) {
  if (count == kLanes<T>) {
    store(p, v);
  } else {
    store_part(p, v, count);
  }
}

template <typename T>
void sgd(const SgdStep<T>& s, bool first, int64_t n, T* param, const T* grad, T* buffer) {
  for (int64_t i = 0; i < n; i += kLanes<T>) {
    const int64_t count = n - i < kLanes<T> ? n - i : kLanes<T>;
    const Vec<T> p = take(param + i, count);
    Vec<T> g = s.sign * take(grad + i, count);
    if (s.weight_decay != 0) {
      g = g + s.weight_decay * p;
    }
    if (buffer != nullptr) {
      const Vec<T> b = first ? g : s.momentum * take(buffer + i, count) + s.keep * g;
      put(buffer + i, b, count);
      g = s.nesterov ? g + s.momentum * b : b;
    }
    put(param + i, p - s.lr * g, count);
  }
}

template <typename T>
void adam(const AdamStep<T>& s, int64_t n, T* param, const T* grad, T* avg, T* avg_sq,
          T* max_avg_sq) {
  for (int64_t i = 0; i < n; i += kLanes<T>) {
    const int64_t count = n - i < kLanes<T> ? n - i : kLanes<T>;
    Vec<T> p = take(param + i, count);
    Vec<T> g = s.sign * take(grad + i, count);
    if (s.weight_decay != 0) {
      g = g + s.weight_decay * p;
    }
    p = s.shrink * p;
    // lerp, from the nearer end.
    Vec<T> m = take(avg + i, count);
    m = s.one_minus_beta1 < T(0.5) ? m + s.one_minus_beta1 * (g - m)
                                   : g - (g - m) * (1 - s.one_minus_beta1);
    put(avg + i, m, count);
    Vec<T> v = s.beta2 * take(avg_sq + i, count) + s.one_minus_beta2 * g * g;
    put(avg_sq + i, v, count);
    if (max_avg_sq != nullptr) {
      const Vec<T> most = take(max_avg_sq + i, count);
      v = select<T>((most > v) | (most != most), most, v);
      put(max_avg_sq + i, v, count);
    }
    const Vec<T> denominator = root(v) / s.root_bias2 + s.eps;
    put(param + i, p - s.step_size * m / denominator, count);
  }
}

}  // namespace

constexpr OptimTable<float> optim_float = {sgd<float>, adam<float>};
constexpr OptimTable<double> optim_double = {sgd<double>, adam<double>};

}  // namespace tenon::kernels::TENON_ISA_NAMESPACE
