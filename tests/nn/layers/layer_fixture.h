/// What the layer tests share.
#ifndef TENON_TESTS_NN_LAYERS_LAYER_FIXTURE_H_
#define TENON_TESTS_NN_LAYERS_LAYER_FIXTURE_H_

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <string>
#include <utility>
#include <vector>

#include "tenon/nn/registry.h"
#include "tenon/random.h"
#include "tests/support/fixture.h"

namespace tenon::test {

/// A context for the time of a test.
struct LayerFixture {
  Context* context = Context::create();
  ContextScope scope{*context};
  ~LayerFixture() {
    context->shutdown();
    context->release();
  }
};

template <class F>
std::string error_of(ErrorCode code, F&& f) {
  try {
    f();
  } catch (const Error& e) {
    cr_assert(eq(int, static_cast<int>(e.code()), static_cast<int>(code)), "%s", e.what());
    return e.what();
  }
  cr_fatal("no error was thrown");
  return {};
}

inline void same_text(const std::string& actual, const std::string& expected) {
  cr_assert(actual == expected, "got      %s\nexpected %s", actual.c_str(), expected.c_str());
}

inline Value options(std::vector<std::pair<std::string, Value>> entries) {
  Value dict = Value::dict();
  for (auto& [key, value] : entries)
    dict.as_dict().set(key, std::move(value));
  return dict;
}

inline Ref<nn::Module> make_layer(std::string_view name,
                                  std::vector<std::pair<std::string, Value>> entries = {}) {
  return nn::create(name, options(std::move(entries)));
}

/// Elements within 1e-6 + 1e-5 |want|, or bit for bit.
inline void is_close(const Tensor& actual, const Tensor& expected, const char* what = "") {
  const std::string text = difference(actual, expected, Tolerance{1e-5, 1e-6});
  cr_assert(text.empty(), "%s: %s", what, text.c_str());
}
inline void is_equal(const Tensor& actual, const Tensor& expected, const char* what = "") {
  const std::string text = difference(actual, expected, Tolerance{0, 0});
  cr_assert(text.empty(), "%s: %s", what, text.c_str());
}

/// Standard normal numbers of a seed.
inline Tensor normal(const Shape& sizes, std::uint64_t seed, DType dtype = DType::kFloat32) {
  Generator generator(seed);
  Tensor t = Tensor::empty(sizes, dtype);
  normal_(t, 0, 1, generator);
  return t;
}

}  // namespace tenon::test

#endif  // TENON_TESTS_NN_LAYERS_LAYER_FIXTURE_H_
