#include "tenon/random.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>
#include <numeric>
#include <vector>

#include "src/tensor/dispatch.h"
#include "src/tensor/strided.h"

namespace tenon {

// ---- uniform ----------------------------------------------------------------------------------

namespace {

/// Uniform in [0, 1): 24 bits of one word for float, 53 bits of two for double.
template <class T>
T unit(Generator& generator) noexcept;
template <>
float unit<float>(Generator& generator) noexcept {
  return static_cast<float>(generator.random32() & 0xffffffu) * 0x1p-24f;
}
template <>
double unit<double>(Generator& generator) noexcept {
  return static_cast<double>(generator.random64() & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
}

/// What PyTorch computes in for a tensor of T.
template <class T>
using Compute = std::conditional_t<std::is_same_v<T, double>, double, float>;

using RowFunction = void (*)(void* state, std::int64_t offset, std::int64_t count,
                             std::int64_t step);

/// Every row of elements in the order of memory: PyTorch's iterator walks the largest stride
/// outermost, whatever the order of the dims.
void for_each_row_in_memory(const Tensor& t, RowFunction row, void* state) {
  if (t.is_contiguous()) {
    row(state, 0, t.numel(), 1);
    return;
  }
  std::vector<std::size_t> order(t.sizes().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return t.strides()[a] > t.strides()[b]; });
  Dims sizes;
  Dims strides;
  for (const std::size_t dim : order) {
    sizes.push_back(t.sizes()[dim]);
    strides.push_back(t.strides()[dim]);
  }
  for_each_row<1>(sizes, {strides.data()},
                  [&](const auto& offset, std::int64_t count, const auto& step) {
                    row(state, offset[0], count, step[0]);
                  });
}

/// `fill(pointer)` for every element, in the order of memory.
template <class T, class Fill>
void for_each_in_memory(const Tensor& t, Fill fill) {
  struct State {
    T* data;
    Fill fill;
  } state{static_cast<T*>(t.raw_data()), fill};
  for_each_row_in_memory(
      t,
      [](void* opaque, std::int64_t offset, std::int64_t count, std::int64_t step) {
        State& s = *static_cast<State*>(opaque);
        for (std::int64_t i = 0; i < count; ++i)
          s.fill(s.data + offset + i * step);
      },
      &state);
}

}  // namespace

void uniform_(const Tensor& t, double low, double high, Generator& generator) {
  const Generator::Use use(generator);
  if (!(low <= high))
    fail(ErrorCode::kRuntime, "uniform_: low ", low, " is above high ", high);
  dispatch_floating("uniform_", t.dtype(), [&]<class T>() {
    using C = Compute<T>;
    t.begin_write("uniform_");
    const C from = static_cast<C>(low);
    const C width = static_cast<C>(high) - from;
    const T first = convert<T>(from);
    const C bound = convert<C>(convert<T>(static_cast<C>(high)));
    for_each_in_memory<T>(t, [&](T* out) {
      const T value = convert<T>(std::fma(unit<C>(generator), width, from));
      // Rounding may reach the bound, which does not belong to the interval.
      *out = convert<C>(value) >= bound && bound > convert<C>(first) ? first : value;
    });
  });
}

// ---- normal -----------------------------------------------------------------------------------

namespace {

/// One standard normal in double by Box and Muller's transform, the second of a pair kept.
double normal_double(Generator& generator) noexcept {
  if (generator.has_pending_normal) {
    generator.has_pending_normal = false;
    const double value = generator.pending_normal;
    generator.pending_normal = 0;
    return value;
  }
  const double u1 = unit<double>(generator);
  const double u2 = unit<double>(generator);
  const double r = std::sqrt(-2.0 * std::log1p(-u2));
  const double angle = 2.0 * std::numbers::pi * u1;
  generator.pending_normal = r * std::sin(angle);
  generator.has_pending_normal = true;
  return r * std::cos(angle);
}

// Cephes' single precision logarithm, sine and cosine (S. Moshier, logf.c, sinf.c) with every
// multiply-add pair fused: the sequence of roundings that PyTorch's vector kernels follow, so that
// initial weights agree bit for bit.

float cephes_log(float x) noexcept {
  x = std::max(x, 0x1p-126f);
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  float e = static_cast<float>(static_cast<std::int32_t>(bits >> 23) - 0x7f) + 1.0f;
  x = std::bit_cast<float>((bits & 0x807fffffu) | 0x3f000000u);
  const bool small = x < 0.707106781186547524f;
  const float rest = small ? x : 0.0f;
  x = x - 1.0f;
  e = e - (small ? 1.0f : 0.0f);
  x = x + rest;
  const float z = x * x;
  float y = 7.0376836292e-2f;
  for (const float k : {-1.1514610310e-1f, 1.1676998740e-1f, -1.2420140846e-1f, 1.4249322787e-1f,
                        -1.6668057665e-1f, 2.0000714765e-1f, -2.4999993993e-1f, 3.3333331174e-1f}) {
    y = std::fma(y, x, k);
  }
  y = y * x;
  y = std::fma(y, z, e * -2.12194440e-4f);
  y = std::fma(-z, 0.5f, y);
  return std::fma(e, 0.693359375f, x + y);
}

/// For x >= 0.
void cephes_sincos(float x, float* sine, float* cosine) noexcept {
  const std::int32_t octant = (static_cast<std::int32_t>(x * 1.27323954473516f) + 1) & ~1;
  const float y = static_cast<float>(octant);
  const float sine_sign = (octant & 4) != 0 ? -1.0f : 1.0f;
  const float cosine_sign = (~(octant - 2) & 4) != 0 ? -1.0f : 1.0f;
  for (const float d : {-0.78515625f, -2.4187564849853515625e-4f, -3.77489497744594108e-8f}) {
    x = std::fma(y, d, x);
  }
  const float z = x * x;
  float c = 2.443315711809948e-5f;
  for (const float k : {-1.388731625493765e-3f, 4.166664568298827e-2f})
    c = std::fma(c, z, k);
  c = c * z;
  c = std::fma(c, z, -(z * 0.5f));
  c = c + 1.0f;
  float s = -1.9515295891e-4f;
  for (const float k : {8.3321608736e-3f, -1.6666654611e-1f})
    s = std::fma(s, z, k);
  s = s * z;
  s = std::fma(s, x, x);
  const bool swapped = (octant & 2) != 0;
  *sine = (swapped ? c : s) * sine_sign;
  *cosine = (swapped ? s : c) * cosine_sign;
}

/// Sixteen uniform numbers to sixteen normal ones, in place: the first eight are the radii.
void normal_block(float* block, float mean, float std) noexcept {
  for (int j = 0; j < 8; ++j) {
    const float r = std::sqrt(-2.0f * cephes_log(1.0f - block[j]));
    float sine = 0;
    float cosine = 0;
    cephes_sincos(static_cast<float>(2.0 * std::numbers::pi) * block[j + 8], &sine, &cosine);
    block[j] = std::fma(r * cosine, std, mean);
    block[j + 8] = std::fma(r * sine, std, mean);
  }
}

void normal_block(double* block, double mean, double std) noexcept {
  for (int j = 0; j < 8; ++j) {
    const double r = std::sqrt(-2.0 * std::log(1.0 - block[j]));
    const double angle = 2.0 * std::numbers::pi * block[j + 8];
    block[j] = std::fma(r * std::cos(angle), std, mean);
    block[j + 8] = std::fma(r * std::sin(angle), std, mean);
  }
}

/// All uniform numbers first, then block by block; an incomplete last block is drawn anew, over
/// the last sixteen places.
template <class T>
void normal_fill(T* data, std::int64_t n, double mean, double std, Generator& generator) noexcept {
  const T m = static_cast<T>(mean);
  const T s = static_cast<T>(std);
  for (std::int64_t i = 0; i < n; ++i)
    data[i] = unit<T>(generator);
  for (std::int64_t i = 0; i + 16 <= n; i += 16)
    normal_block(data + i, m, s);
  if (n % 16 == 0)
    return;
  T* last = data + n - 16;
  for (int i = 0; i < 16; ++i)
    last[i] = unit<T>(generator);
  normal_block(last, m, s);
}

/// Half types: one block of floats at a time, rounded as it is stored; the last block is drawn
/// once.
template <class T>
void normal_fill_half(T* data, std::int64_t n, double mean, double std,
                      Generator& generator) noexcept {
  const auto fill = [&](T* out) {
    float block[16];
    for (float& x : block)
      x = unit<float>(generator);
    normal_block(block, static_cast<float>(mean), static_cast<float>(std));
    for (int i = 0; i < 16; ++i)
      out[i] = T(block[i]);
  };
  for (std::int64_t i = 0; i + 16 <= n; i += 16)
    fill(data + i);
  if (n % 16 != 0)
    fill(data + n - 16);
}

}  // namespace

void normal_(const Tensor& t, double mean, double std, Generator& generator) {
  const Generator::Use use(generator);
  if (!(std >= 0))
    fail(ErrorCode::kRuntime, "normal_: std is ", std, ", wants at least 0");
  dispatch_floating("normal_", t.dtype(), [&]<class T>() {
    t.begin_write("normal_");
    T* data = static_cast<T*>(t.raw_data());
    if (t.numel() < 16 || !t.is_contiguous()) {
      for_each_in_memory<T>(
          t, [&](T* out) { *out = convert<T>(std::fma(normal_double(generator), std, mean)); });
    } else if constexpr (is_half_type<T>) {
      normal_fill_half(data, t.numel(), mean, std, generator);
    } else {
      normal_fill(data, t.numel(), mean, std, generator);
    }
  });
}

void bernoulli_(const Tensor& t, double p, Generator& generator) {
  const Generator::Use use(generator);
  if (!(p >= 0 && p <= 1)) {
    fail(ErrorCode::kRuntime, "bernoulli_: p is ", p, ", wants 0 <= p <= 1");
  }
  dispatch_arithmetic("bernoulli_", t.dtype(), [&]<class T>() {
    t.begin_write("bernoulli_");
    for_each_in_memory<T>(t, [&](T* out) { *out = convert<T>(unit<double>(generator) < p); });
  });
}

}  // namespace tenon
