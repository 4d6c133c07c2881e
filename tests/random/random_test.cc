// The generator's state, bounds of the draws, and what is refused.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <vector>

#include "tenon/random.h"

using namespace tenon;

namespace {

struct Fixture {
  Context* context = Context::create();
  ContextScope scope{*context};
  ~Fixture() { context->release(); }
};

template <class F>
ErrorCode code_of(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.code();
  }
  return ErrorCode::kOk;
}

}  // namespace

Test(generator, a_state_in_the_middle_of_a_pair_of_normals_goes_on_the_same) {
  Fixture fixture;
  Generator one(5);
  const Tensor three = Tensor::empty(Shape{3}, DType::kFloat64);
  normal_(three, 0, 1, one);
  cr_assert(one.has_pending_normal);
  std::vector<std::uint8_t> state(Generator::kStateBytes);
  one.get_state(state);
  Generator two;
  two.set_state(state);
  for (int i = 0; i < 1300; ++i) {
    cr_assert(eq(u32, one.random32(), two.random32()));
  }
  cr_assert(two.has_pending_normal && one.pending_normal == two.pending_normal);
  cr_assert(eq(u64, two.initial_seed(), 5));
}

Test(generator, states_that_cannot_be_are_refused_and_change_nothing) {
  Generator generator(5);
  std::vector<std::uint8_t> good(Generator::kStateBytes);
  generator.get_state(good);
  const auto with = [&](std::size_t at, std::uint8_t byte) {
    std::vector<std::uint8_t> bad = good;
    bad[at] = byte;
    return bad;
  };
  for (const auto& bad : {with(8, 0), with(9, 9), with(12, 0), with(17, 9), with(28, 1),
                          std::vector<std::uint8_t>(100)}) {
    cr_assert(code_of([&] { generator.set_state(bad); }) == ErrorCode::kValue);
  }
  Generator fresh(5);
  cr_assert(eq(u32, generator.random32(), fresh.random32()));
}

Test(generator, impossible_distributions_are_refused) {
  Fixture fixture;
  Generator& generator = fixture.context->generator();
  const Tensor t = Tensor::zeros(Shape{3});
  const Tensor whole = Tensor::zeros(Shape{3}, DType::kInt64);
  cr_assert(code_of([&] { uniform_(t, 2, 1, generator); }) == ErrorCode::kRuntime);
  cr_assert(code_of([&] { normal_(t, 0, -1, generator); }) == ErrorCode::kRuntime);
  cr_assert(code_of([&] { bernoulli_(t, 1.5, generator); }) == ErrorCode::kRuntime);
  cr_assert(code_of([&] { uniform_(whole, 0, 1, generator); }) == ErrorCode::kNotImplemented);
}

Test(generator, drawing_counts_as_a_write) {
  Fixture fixture;
  const Tensor t = Tensor::zeros(Shape{3});
  const std::uint64_t before = t.version();
  uniform_(t, 0, 1, fixture.context->generator());
  cr_assert(t.version() > before);
}

Test(generator, a_strided_tensor_is_filled_in_the_order_of_memory) {
  Fixture fixture;
  Generator one(3);
  Generator two(3);
  const Tensor dense = Tensor::empty(Shape{2, 3});
  uniform_(dense, 0, 1, one);
  const Tensor turned = Tensor::empty(Shape{2, 3});
  uniform_(turned.as_strided(Shape{3, 2}, Strides{1, 3}, 0), 0, 1, two);
  for (int i = 0; i < 6; ++i) {
    cr_assert(dense.data<float>()[i] == turned.data<float>()[i]);
  }
}
