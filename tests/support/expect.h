/// What C++ tests of tensors say over and over.
#ifndef TENON_TESTS_SUPPORT_EXPECT_H_
#define TENON_TESTS_SUPPORT_EXPECT_H_

#include <criterion/criterion.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tenon/context.h"
#include "tenon/error.h"
#include "tests/support/fixture.h"

namespace tenon::test {

/// A context of the test's own, current while this lives.
struct InContext {
  Context* context = Context::create();
  ContextScope scope{*context};
  InContext() = default;
  InContext(const InContext&) = delete;
  InContext& operator=(const InContext&) = delete;
  ~InContext() { context->release(); }
};

/// Runs f, which must throw that code, and gives the text.
template <class F>
std::string error_of(ErrorCode code, F&& f) {
  try {
    f();
  } catch (const Error& error) {
    cr_assert(error.code() == code, "threw %s: %s", error_code_name(error.code()), error.what());
    return error.text();
  }
  cr_assert(false, "no error was thrown, wanted %s", error_code_name(code));
  return {};
}

inline void expect_text(const std::string& actual, const std::string& expected) {
  cr_assert(actual == expected, "got\n%s\nwanted\n%s", actual.c_str(), expected.c_str());
}

/// Dtype, shape and elements, within the default tolerance.
inline void expect_tensor(const Tensor& actual, const Tensor& expected) {
  const std::string text = difference(actual, expected);
  cr_assert(text.empty(), "%s", text.c_str());
}

/// Elements as doubles, exactly.
inline void expect_values(const Tensor& actual, const std::vector<double>& expected) {
  const std::vector<double> values = to_doubles(actual);
  cr_assert(values.size() == expected.size(), "%zu elements, wanted %zu", values.size(),
            expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool both_nan = values[i] != values[i] && expected[i] != expected[i];
    cr_assert(both_nan || values[i] == expected[i], "[%zu] is %.17g, wanted %.17g", i, values[i],
              expected[i]);
  }
}

/// Values within `tolerance`, relative to the expected one above 1; infinities and NaN must agree.
inline void expect_near(const Tensor& actual, const std::vector<double>& expected,
                        double tolerance) {
  const std::vector<double> values = to_doubles(actual);
  cr_assert(values.size() == expected.size(), "%zu values, %zu expected", values.size(),
            expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool same =
        values[i] == expected[i] || (std::isnan(values[i]) && std::isnan(expected[i]));
    cr_assert(same || std::abs(values[i] - expected[i]) <=
                          tolerance * std::max(1.0, std::abs(expected[i])),
              "[%zu] is %.9g, expected %.9g", i, values[i], expected[i]);
  }
}

inline void expect_shape(const Tensor& actual, const Shape& expected) {
  expect_text(to_string(actual.sizes()), to_string(expected));
}

}  // namespace tenon::test

#endif  // TENON_TESTS_SUPPORT_EXPECT_H_
