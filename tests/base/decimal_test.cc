// Doubles as text, against the C and the C++ library.
#include "src/base/decimal.h"

#include <criterion/criterion.h>

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>

namespace tenon::test {
namespace {

/// Bit patterns of all magnitudes, then small numbers with few digits, where ties are.
double sample(std::uint64_t i) {
  std::uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15u;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
  bits ^= bits >> 31;
  switch (i % 4) {
    case 0:
      return std::bit_cast<double>(bits);
    case 1:
      return static_cast<double>(static_cast<std::int64_t>(bits % 2000001) - 1000000) / 64;
    case 2:
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    default:
      return std::bit_cast<double>((bits & 0x7ff) << 52);  // powers of two
  }
}

void expect_same(const std::string& actual, const std::string& expected, double value) {
  cr_assert(actual == expected, "%a: got %s, wanted %s", value, actual.c_str(), expected.c_str());
}

void check(double value) {
  if (value != value)
    return;  // C may write a sign
  char text[400];
  for (const int precision : {0, 4}) {
    std::snprintf(text, sizeof text, "%.*f", precision, value);
    expect_same(decimal_fixed(value, precision), text, value);
  }
  std::snprintf(text, sizeof text, "%.4e", value);
  expect_same(decimal_scientific(value, 4), text, value);
  // Python's rule of when to use an exponent.
  const double size = value < 0 ? -value : value;
  const bool fixed = size == 0 || (size >= 1e-4 && size < 1e16);
  const auto end = std::to_chars(text, text + sizeof text, value,
                                 fixed ? std::chars_format::fixed : std::chars_format::scientific);
  expect_same(decimal_shortest(value), std::string(text, end.ptr), value);
}

Test(decimal, agrees_with_the_c_library_and_with_the_shortest_round_trip) {
  for (std::uint64_t i = 0; i < 40000; ++i)
    check(sample(i));
  using Limits = std::numeric_limits<double>;
  for (const double value : {0.0,
                             -0.0,
                             5e-324,
                             2.2250738585072014e-308,
                             Limits::max(),
                             0.5,
                             1.5,
                             2.5,
                             0.00005,
                             0.99995,
                             9.99995,
                             99999.5,
                             1e15,
                             1e16,
                             9999999999999998.0,
                             1e-4,
                             1e-5,
                             0.1,
                             1e22,
                             1e23,
                             9007199254740993.0,
                             5.684341886080801e-14,
                             -Limits::infinity(),
                             Limits::infinity()}) {
    check(value);
  }
}

Test(decimal, is_not_a_number) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_same(decimal_fixed(nan, 4), "nan", nan);
  expect_same(decimal_scientific(nan, 4), "nan", nan);
  expect_same(decimal_shortest(-nan), "nan", nan);
}

}  // namespace
}  // namespace tenon::test
