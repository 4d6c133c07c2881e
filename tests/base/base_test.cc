// The base: conversions of the small floats, shapes, dicts, the block cache, allocators.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "tenon/context.h"
#include "tenon/dtype.h"
#include "tenon/error.h"
#include "tenon/shape.h"
#include "tenon/tensor.h"
#include "tenon/value.h"

using namespace tenon;

namespace {

struct Fixture {
  Context* context = Context::create();
  ContextScope scope{*context};
  ~Fixture() { context->release(); }
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

void same_text(const std::string& actual, const std::string& expected) {
  cr_assert(actual == expected, "got      %s\nexpected %s", actual.c_str(), expected.c_str());
}

}  // namespace

Test(half, every_half_survives_the_way_through_float) {
  for (int bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float wide = Half::to_float(half);
    if ((bits & 0x7fff) > 0x7c00) {
      cr_assert(std::isnan(wide));
    } else {
      cr_assert(eq(int, Half::from_float(wide), half));
    }
  }
}

Test(half, rounds_to_nearest_even_by_hand) {
  // 1 + 2^-11 lies half way between 1 and the next half: even wins; a bit more goes up.
  cr_assert(eq(int, Half::from_float(1.0f + 0x1p-11f), 0x3c00));
  cr_assert(eq(int, Half::from_float(1.0f + 0x1p-11f + 0x1p-20f), 0x3c01));
  cr_assert(eq(int, Half::from_float(1.0f + 3 * 0x1p-11f), 0x3c02));
  cr_assert(eq(int, Half::from_float(65504.0f), 0x7bff));
  cr_assert(eq(int, Half::from_float(65519.996f), 0x7bff));
  cr_assert(eq(int, Half::from_float(65520.0f), 0x7c00));
  cr_assert(eq(int, Half::from_float(0x1p-25f), 0x0000));
  cr_assert(eq(int, Half::from_float(0x1.8p-25f), 0x0001));
  cr_assert(eq(int, Half::from_float(-0x1p-24f), 0x8001));
}

Test(half, a_smallest_normal_and_a_largest_subnormal_are_exact) {
  cr_assert(eq(flt, Half::to_float(0x0400), 0x1p-14f));
  cr_assert(eq(flt, Half::to_float(0x03ff), 0x1p-14f - 0x1p-24f));
}

Test(bfloat16, rounds_to_nearest_even_and_keeps_nan) {
  cr_assert(eq(int, BFloat16::from_float(1.0f + 0x1p-8f), 0x3f80));
  cr_assert(eq(int, BFloat16::from_float(1.0f + 3 * 0x1p-8f), 0x3f82));
  cr_assert(eq(int, BFloat16::from_float(std::numeric_limits<float>::max()), 0x7f80));
  cr_assert(std::isnan(static_cast<float>(BFloat16(std::numeric_limits<float>::quiet_NaN()))));
}

Test(dtype, names_go_both_ways) {
  for (int number = 1; number <= kDTypeCount; ++number) {
    DType back{};
    cr_assert(dtype_from_name(dtype_name(static_cast<DType>(number)), &back));
    cr_assert(eq(int, static_cast<int>(back), number));
  }
  DType dtype{};
  cr_assert(dtype_from_name("torch.long", &dtype));
  cr_assert(dtype == DType::kInt64);
  cr_assert_not(dtype_from_name("float128", &dtype));
}

Test(shape, seven_dims_leave_the_inline_room_and_keep_their_values) {
  Dims dims;
  for (int i = 0; i < 20; ++i)
    dims.push_back(i);
  dims.insert(3, 99);
  dims.erase(0);
  cr_assert(eq(int, dims.ndim(), 20));
  cr_assert(eq(i64, dims[2], 99));
  cr_assert(eq(i64, dims.back(), 19));
  Dims moved = std::move(dims);
  cr_assert(eq(i64, moved.last(2), 18));
}

Test(shape, element_counts_that_overflow_are_refused_unless_a_size_is_zero) {
  const Dims huge{std::int64_t{1} << 32, std::int64_t{1} << 32};
  error_of(ErrorCode::kValue, [&] { numel_of(huge); });
  const Dims empty{std::int64_t{1} << 32, std::int64_t{1} << 32, 0};
  cr_assert(eq(i64, numel_of(empty), 0));
  const Dims negative{2, -1};
  error_of(ErrorCode::kValue, [&] { numel_of(negative); });
}

Test(shape, broadcasting_names_the_op_and_both_shapes) {
  cr_assert(broadcast_shapes("add", Dims{2, 1, 4}, Dims{3, 1}) == (Dims{2, 3, 4}));
  const std::string text = error_of(ErrorCode::kRuntime, [] {
    broadcast_shapes("add", Dims{2, 3}, Dims{4});
  });
  same_text(text, "add: shapes (2, 3) and (4,) do not broadcast: 3 and 4 at dim -1");
}

Test(error, the_innermost_path_wins_and_host_texts_stay) {
  Error error(ErrorCode::kRuntime, "Linear: bad");
  error.set_path("net.fc1");
  error.set_path("net");
  same_text(error.text(), "net.fc1: Linear: bad");
  Error host(ErrorCode::kCallback, "mine");
  host.as_foreign().set_path("net.fc1");
  same_text(host.text(), "mine");
  same_text(host.path(), "net.fc1");
}

Test(error, a_payload_is_destroyed_once_with_the_last_copy) {
  static int destroyed = 0;
  {
    Error error(ErrorCode::kCallback, "x");
    static int object = 7;
    error.with_payload(std::make_shared<ErrorPayload>(&object, [](void*) { ++destroyed; }));
    const Error copy = error;
    cr_assert(eq(int, destroyed, 0));
  }
  cr_assert(eq(int, destroyed, 1));
}

Test(dict, order_survives_replacing_removing_and_the_switch_to_hashing) {
  const Fixture fixture;
  const Value value = Value::dict();
  Dict& dict = value.as_dict();
  for (int i = 0; i < 40; ++i)
    dict.set(concat("k", i), i);
  dict.set("k5", 500);
  cr_assert(dict.remove("k3"));
  cr_assert_not(dict.remove("k3"));
  cr_assert(eq(i64, dict.count(), 39));
  same_text(dict.entry(3).key, "k4");
  cr_assert(eq(i64, dict.find("k5")->as_int(), 500));
  cr_assert(eq(i64, dict.find("k39")->as_int(), 39));
  cr_assert(dict.find("k3") == nullptr);
}

Test(value, prints_as_python_writes_it) {
  const Fixture fixture;
  same_text(Value(0.1).to_string(), "0.1");
  same_text(Value(1.0).to_string(), "1.0");
  same_text(Value(1e-5).to_string(), "1e-05");
  same_text(Value(1e16).to_string(), "1e+16");
  same_text(Value::tuple({1}).to_string(), "(1,)");
  same_text(Value::list({true, Value(), "a'b"}).to_string(), "[True, None, 'a\\'b']");
}

Test(value, asking_for_the_wrong_kind_names_both) {
  const std::string text = error_of(ErrorCode::kType, [] { Value(3).as_tensor(); });
  same_text(text, "a tensor is needed, got int");
}

namespace {
struct Counter {
  int live = 0;
  int total = 0;
};
void* count_allocate(void* user, std::size_t bytes, std::size_t alignment) {
  auto* counter = static_cast<Counter*>(user);
  ++counter->live;
  ++counter->total;
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
void count_free(void* user, void* pointer, std::size_t, std::size_t) {
  --static_cast<Counter*>(user)->live;
  std::free(pointer);
}
}  // namespace

Test(context, tensors_come_from_the_hosts_allocator_and_all_goes_back) {
  Counter counter;
  ContextOptions options;
  options.allocator = {&counter, count_allocate, count_free};
  Context* context = Context::create(options);
  {
    const ContextScope scope(*context);
    for (int i = 0; i < 100; ++i)
      Tensor::zeros(Dims{3, i}, DType::kFloat64);
    cr_assert(counter.total > 0);
    cr_assert(eq(i64, context->live_blocks(), 0));
  }
  context->release();
  cr_assert(eq(int, counter.live, 0));
}

#if !defined(TENON_SANITIZED)
Test(context, the_second_tensor_of_a_size_needs_no_allocation) {
  Counter counter;
  ContextOptions options;
  options.allocator = {&counter, count_allocate, count_free};
  Context* context = Context::create(options);
  {
    const ContextScope scope(*context);
    Tensor::zeros(Dims{8, 8});
    int before = counter.total;
    for (int i = 0; i < 1000; ++i)
      Tensor::zeros(Dims{8, 8});
    cr_assert(eq(int, counter.total, before));
  }
  context->release();
  cr_assert(eq(int, counter.live, 0));
}
#endif

Test(context, a_tensor_keeps_its_context_alive) {
  Counter counter;
  ContextOptions options;
  options.allocator = {&counter, count_allocate, count_free};
  Context* context = Context::create(options);
  Tensor survivor;
  {
    const ContextScope scope(*context);
    survivor = Tensor::ones(Dims{4});
  }
  context->release();
  cr_assert(eq(dbl, survivor.as_strided(Dims{}, Dims{}, 3).item(), 1.0));
  survivor = Tensor();
  cr_assert(eq(int, counter.live, 0));
}

Test(context, without_one_making_a_tensor_is_an_error) {
  error_of(ErrorCode::kRuntime, [] { Tensor::zeros(Dims{1}); });
}

Test(context, an_allocator_that_refuses_is_nomem) {
  ContextOptions options;
  options.allocator = {nullptr, [](void*, std::size_t, std::size_t) -> void* { return nullptr; },
                       [](void*, void*, std::size_t, std::size_t) {}};
  Context* context = Context::create(options);
  {
    const ContextScope scope(*context);
    error_of(ErrorCode::kNoMemory, [] { Tensor::zeros(Dims{1}); });
    cr_assert(eq(i64, context->live_blocks(), 0));
  }
  context->release();
}

Test(tensor, wrapped_memory_is_shared_and_given_back_once) {
  static int returned = 0;
  const Fixture fixture;
  float memory[6] = {1, 2, 3, 4, 5, 6};
  {
    const Tensor t = Tensor::wrap(memory, Dims{2, 3}, {}, DType::kFloat32, false, nullptr,
                                  [](void*) { ++returned; });
    const Tensor column = t.as_strided(Dims{2}, Dims{3}, 1);
    column.fill_(9);
    cr_assert(eq(flt, memory[1], 9.0f));
    cr_assert(eq(flt, memory[4], 9.0f));
  }
  cr_assert(eq(int, returned, 1));
  error_of(ErrorCode::kValue, [&] {
    Tensor::wrap(nullptr, Dims{2}, {}, DType::kFloat32, false, nullptr, [](void*) { ++returned; });
  });
  cr_assert(eq(int, returned, 2), "the deleter runs when wrapping fails, too");
}

Test(tensor, read_only_memory_refuses_every_write) {
  const Fixture fixture;
  float memory[2] = {1, 2};
  const Tensor t = Tensor::wrap(memory, Dims{2}, {}, DType::kFloat32, true, nullptr, nullptr);
  error_of(ErrorCode::kRuntime, [&] { t.fill_(3); });
  error_of(ErrorCode::kRuntime, [&] { t.copy_(Tensor::ones(Dims{2})); });
  error_of(ErrorCode::kRuntime, [&] { t.write(memory, sizeof memory); });
  cr_assert(eq(flt, memory[0], 1.0f));
}

Test(tensor, a_view_beyond_the_storage_is_refused) {
  const Fixture fixture;
  const Tensor t = Tensor::zeros(Dims{6});
  error_of(ErrorCode::kRuntime, [&] { t.as_strided(Dims{2, 3}, Dims{3, 1}, 1); });
  error_of(ErrorCode::kRuntime, [&] { t.as_strided(Dims{2}, Dims{INT64_MAX / 2}, 0); });
  cr_assert(eq(i64, t.as_strided(Dims{2, 3}, Dims{3, 1}, 0).numel(), 6));
}

Test(tensor, copying_a_view_onto_its_own_memory_reads_before_it_writes) {
  const Fixture fixture;
  const Tensor t = Tensor::of<float>({1, 2, 3, 4}, {2, 2});
  t.copy_(t.as_strided(Dims{2, 2}, Dims{1, 2}, 0));
  float* v = t.data<float>();
  cr_assert(eq(flt, v[1], 3.0f));
  cr_assert(eq(flt, v[2], 2.0f));
}

Test(tensor, a_float_cast_to_an_integer_truncates_and_to_bool_asks_for_zero) {
  const Fixture fixture;
  const Tensor t = Tensor::of<double>({-1.7, 0.0, 0.2, 300.9});
  const Tensor longs = t.to(DType::kInt64);
  std::int64_t* whole = longs.data<std::int64_t>();
  cr_assert(eq(i64, whole[0], -1));
  cr_assert(eq(i64, whole[3], 300));
  const Tensor bools = t.to(DType::kBool);
  cr_assert_not(bools.data<bool>()[1]);
  cr_assert(bools.data<bool>()[2]);
}

Test(tensor, a_write_moves_the_version_of_every_alias) {
  const Fixture fixture;
  const Tensor t = Tensor::zeros(Dims{4});
  const Tensor view = t.as_strided(Dims{2}, Dims{2}, 0);
  std::uint64_t before = t.version();
  view.fill_(1);
  cr_assert(eq(u64, t.version(), before + 1));
}

Test(tensor, an_integer_parameter_cannot_require_grad) {
  const Fixture fixture;
  const Tensor t = Tensor::zeros(Dims{2}, DType::kInt64);
  error_of(ErrorCode::kRuntime, [&] { t.as_parameter(true); });
  cr_assert(t.as_parameter(false).is_parameter());
}

Test(tensor, a_small_tensor_survives_the_replacement_of_its_content) {
  const Fixture fixture;
  Tensor t = Tensor::of<float>({1, 2});
  const Tensor alias = t.as_strided(Dims{1}, Dims{1}, 1);
  t.set_content(t.to(DType::kFloat64));
  t.set_content(Tensor::of<float>({5, 6, 7}));
  cr_assert(eq(i64, t.numel(), 3));
  cr_assert(eq(dbl, t.as_strided(Dims{}, Dims{}, 2).item(), 7.0));
  cr_assert(eq(dbl, alias.item(), 2.0));
  t = Tensor();
  cr_assert(eq(dbl, alias.item(), 2.0));
  cr_assert(eq(i64, fixture.context->live_blocks(), 2));
}
