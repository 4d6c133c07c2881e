// Casts: rules R6.1–R6.11.
#include "tests/nn/module/support.h"

using namespace tenon;
using namespace tenon::nn;
using namespace tenon::nn::test;

namespace {

Ref<Net> mixed() {
  auto m = make<Net>();
  m->register_parameter("w", Tensor::of<float>({1.5f, 2.5f}).as_parameter());
  m->register_parameter("i", Tensor::of<std::int64_t>({3}).as_parameter(false));
  m->register_buffer("b", Tensor::of<double>({0.1}));
  m->register_buffer("count", Tensor::of<std::int64_t>({7}));
  m->register_buffer("flag", Tensor::of<bool>({true}));
  m->register_buffer("z", Tensor::zeros(Shape{1}, DType::kComplex64));
  m->set_attribute("plain", Tensor::of<float>({1}));
  return m;
}

std::string dtypes(const Module& m) {
  Log all;
  for (const auto& entry : m.named_parameters())
    all.push_back(std::string(dtype_name(entry.second.dtype())));
  for (const auto& entry : m.named_buffers())
    all.push_back(std::string(dtype_name(entry.second.dtype())));
  return joined(all);
}

}  // namespace

Test(conversion, r6_1_half_float_double_touch_real_floats_only) {
  World world;
  auto m = mixed();
  cr_assert(m.get() == &m->half());
  same(dtypes(*m), "float16 int64 float16 int64 bool complex64");
  m->bfloat16();
  same(dtypes(*m), "bfloat16 int64 bfloat16 int64 bool complex64");
  m->float64();
  same(dtypes(*m), "float64 int64 float64 int64 bool complex64");
  m->float32();
  same(dtypes(*m), "float32 int64 float32 int64 bool complex64");
  cr_assert(m->get_attribute("plain").as_tensor().dtype() == DType::kFloat32);  // R6.9
  same(values(m->get_parameter("w")), "1.5 2.5");
}

Test(conversion, r6_1_to_casts_complex_too_and_type_casts_all) {
  World world;
  auto m = mixed();
  m->to(DType::kFloat64);
  same(dtypes(*m), "float64 int64 float64 int64 bool float64");
  m->type(DType::kFloat32);
  same(dtypes(*m), "float32 float32 float32 float32 float32 float32");
}

Test(conversion, r6_2_to_refuses_integers) {
  World world;
  auto m = mixed();
  for (const DType dtype : {DType::kInt32, DType::kBool, DType::kUInt8}) {
    const std::string text = error_of(ErrorCode::kType, [&] { m->to(dtype); });
    holds(text, "floating point");
    holds(text, std::string(dtype_name(dtype)));
  }
}

Test(conversion, r6_4_type_integer_with_a_parameter_that_learns) {
  World world;
  auto m = mixed();
  error_of(ErrorCode::kRuntime, [&] { m->type(DType::kInt32); });
  same(dtypes(*m), "float32 int64 float64 int64 bool complex64");
  m->requires_grad_(false);
}

Test(conversion, bc38_objects_ties_flags_and_gradients_are_kept) {
  World world;
  auto m = make<Net>();
  const Tensor w = Tensor::of<float>({1, 2}).as_parameter();
  const Tensor frozen = Tensor::of<float>({1}).as_parameter(false);
  const Tensor shared = Tensor::of<float>({4});
  const Tensor grad = Tensor::of<float>({5, 6});
  w.set_grad(grad);
  m->register_parameter("w", w);
  m->register_parameter("tied", w);
  m->register_parameter("frozen", frozen);
  m->register_buffer("b", shared);
  m->register_buffer("c", shared);
  const Tensor view = w.as_strided(Shape{1}, Shape{1}, 1);
  m->float64();
  cr_assert(m->get_parameter("w").is_same(w) && m->get_parameter("tied").is_same(w));
  cr_assert(w.dtype() == DType::kFloat64 && w.requires_grad() && w.is_leaf() && w.is_parameter());
  cr_assert_not(frozen.requires_grad());
  cr_assert(m->get_buffer("b").is_same(shared) && m->get_buffer("c").is_same(shared));
  cr_assert(w.grad().is_same(grad) && grad.dtype() == DType::kFloat64);
  same(values(w), "1 2");
  same(values(grad), "5 6");
  cr_assert(view.dtype() == DType::kFloat32);  // R6.11: views keep the old storage
}

Test(conversion, r6_8_a_buffer_that_requires_grad_stays_a_leaf) {
  World world;
  auto m = make<Net>();
  const Tensor b = Tensor::of<float>({1});
  b.set_requires_grad(true);
  m->register_buffer("b", b);
  m->float64();
  cr_assert(b.requires_grad() && b.is_leaf() && b.dtype() == DType::kFloat64);
}

Test(conversion, tensors_without_values_change_their_dtype_only) {
  World world;
  auto m = make<Dense>(2, 2);
  const Tensor w = m->get_parameter("weight");
  w.impl().uninitialized = true;
  m->float32();
  cr_assert(w.is_uninitialized() && w.dtype() == DType::kFloat32);
}
