#include "src/kernels/elementwise.h"

#include <criterion/criterion.h>

#include <cmath>
#include <limits>

#include "tests/kernels/support.h"

using namespace tenon::kernels;
using kernel_tests::instruction_sets;
using kernel_tests::isa_name;
using kernel_tests::Numbers;
using kernel_tests::same;
using tenon::Isa;

namespace {

// Units in the last place between a result and a more exact value. `Wide` holds the latter.
template <typename T, typename Wide>
double ulps(T got, Wide exact) {
  const T rounded = static_cast<T>(exact);
  if (same(got, rounded) || got == rounded) {
    return 0;
  }
  if (!std::isfinite(got) || !std::isfinite(rounded)) {
    return std::numeric_limits<double>::infinity();
  }
  const T up = std::nextafter(std::fabs(rounded), std::numeric_limits<T>::infinity());
  const Wide step = static_cast<Wide>(up) - static_cast<Wide>(std::fabs(rounded));
  return static_cast<double>(std::fabs(static_cast<Wide>(got) - exact) / step);
}

long double exact_sigmoid(long double x) {
  return 1.0L / (1.0L + std::exp(-x));
}

// Arguments over the whole range, dense where the functions change, with the special values.
template <typename T>
std::vector<T> arguments() {
  std::vector<T> x = {0,
                      static_cast<T>(-0.0),
                      std::numeric_limits<T>::infinity(),
                      -std::numeric_limits<T>::infinity(),
                      std::numeric_limits<T>::quiet_NaN(),
                      std::numeric_limits<T>::denorm_min(),
                      -std::numeric_limits<T>::min(),
                      std::numeric_limits<T>::max(),
                      std::numeric_limits<T>::lowest()};
  Numbers numbers(1);
  for (const double range : {1e-6, 0.01, 0.7, 2.0, 12.0, 110.0, 760.0}) {
    for (int i = 0; i < 3000; ++i) {
      x.push_back(static_cast<T>(numbers.next() * range));
    }
  }
  return x;
}

template <typename T>
using Unary = void (*)(const T*, T*, std::int64_t);

// Largest error, and the bits must be those of the lowest instruction set.
template <typename T>
double worst(Unary<T> function, long double (*exact)(long double)) {
  const std::vector<T> x = arguments<T>();
  std::vector<T> first;
  double largest = 0;
  for (const Isa isa : instruction_sets()) {
    tenon::set_cpu_isa_for_test(isa);
    std::vector<T> y(x.size());
    function(x.data(), y.data(), static_cast<std::int64_t>(x.size()));
    if (first.empty()) {
      first = y;
    }
    cr_assert(same(first, y), "%s differs", isa_name(isa));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double error = ulps(y[i], exact(static_cast<long double>(x[i])));
      cr_assert(error < 4, "x = %a, y = %a, %f ulp", static_cast<double>(x[i]),
                static_cast<double>(y[i]), error);
      largest = error > largest ? error : largest;
    }
    // Every length, so that partial vectors are met.
    for (std::int64_t n = 0; n < 70; ++n) {
      std::vector<T> part(x.begin(), x.begin() + 70);
      function(part.data(), part.data(), n);
      for (std::int64_t i = 0; i < 70; ++i) {
        const auto at = static_cast<std::size_t>(i);
        cr_assert(same(part[at], i < n ? first[at] : x[at]), "n %ld i %ld", n, i);
      }
    }
  }
  return largest;
}

long double exact_exp(long double x) {
  return std::exp(x);
}
long double exact_tanh(long double x) {
  return std::tanh(x);
}

}  // namespace

Test(elementwise, float_functions_are_accurate_and_the_same_everywhere) {
  const double exp_error = worst<float>(tenon::kernels::exp<float>, exact_exp);
  const double tanh_error = worst<float>(tenon::kernels::tanh<float>, exact_tanh);
  const double sigmoid_error = worst<float>(tenon::kernels::sigmoid<float>, exact_sigmoid);
  cr_assert(exp_error <= 1.0, "exp: %f ulp", exp_error);
  cr_assert(tanh_error <= 2.5, "tanh: %f ulp", tanh_error);
  cr_assert(sigmoid_error <= 2.5, "sigmoid: %f ulp", sigmoid_error);
}

Test(elementwise, double_functions_are_accurate_and_the_same_everywhere) {
  const double exp_error = worst<double>(tenon::kernels::exp<double>, exact_exp);
  const double tanh_error = worst<double>(tenon::kernels::tanh<double>, exact_tanh);
  const double sigmoid_error = worst<double>(tenon::kernels::sigmoid<double>, exact_sigmoid);
  cr_assert(exp_error <= 1.0, "exp: %f ulp", exp_error);
  cr_assert(tanh_error <= 2.5, "tanh: %f ulp", tanh_error);
  cr_assert(sigmoid_error <= 2.5, "sigmoid: %f ulp", sigmoid_error);
}

Test(elementwise, relu_keeps_nan) {
  for (const Isa isa : instruction_sets()) {
    tenon::set_cpu_isa_for_test(isa);
    float x[4] = {-1, 2, std::numeric_limits<float>::quiet_NaN(),
                  -std::numeric_limits<float>::infinity()};
    relu(x, x, 4);
    cr_assert(x[0] == 0 && x[1] == 2 && std::isnan(x[2]) && x[3] == 0);
  }
}

Test(elementwise, arithmetic_rounds_once_at_every_length) {
  Numbers numbers(3);
  for (const Isa isa : instruction_sets()) {
    tenon::set_cpu_isa_for_test(isa);
    for (std::int64_t n = 0; n < 40; ++n) {
      const std::vector<float> a = numbers.vector<float>(n);
      const std::vector<float> b = numbers.vector<float>(n);
      std::vector<float> y(a.size() + 1, 7);
      const auto expect = [&](auto op) {
        for (std::size_t i = 0; i < a.size(); ++i) {
          cr_assert(same(y[i], op(a[i], b[i])));
        }
        cr_assert_eq(y.back(), 7);
      };
      add(a.data(), b.data(), y.data(), n);
      expect([](float p, float q) { return p + q; });
      sub(a.data(), b.data(), y.data(), n);
      expect([](float p, float q) { return p - q; });
      mul(a.data(), b.data(), y.data(), n);
      expect([](float p, float q) { return p * q; });
      div(a.data(), b.data(), y.data(), n);
      expect([](float p, float q) { return p / q; });
      add_scalar(a.data(), 0.3F, y.data(), n);
      expect([](float p, float) { return p + 0.3F; });
      mul_scalar(a.data(), 0.3F, y.data(), n);
      expect([](float p, float) { return p * 0.3F; });
      div_scalar(a.data(), 0.3F, y.data(), n);
      expect([](float p, float) { return p / 0.3F; });
      scalar_sub(0.3F, b.data(), y.data(), n);
      expect([](float, float q) { return 0.3F - q; });
      scalar_div(0.3F, b.data(), y.data(), n);
      expect([](float, float q) { return 0.3F / q; });
      std::copy(b.begin(), b.end(), y.begin());
      axpy(0.3F, a.data(), y.data(), n);
      expect([](float p, float q) { return std::fma(0.3F, p, q); });
    }
  }
}
