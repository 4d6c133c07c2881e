// The examples of torch.nn.Module's documentation, as they are printed there.
#include "tenon/nn/registry.h"
#include "tests/nn/module/support.h"

using namespace tenon;
using namespace tenon::nn;
using namespace tenon::nn::test;

namespace {

Ref<Module> linear(int in, int out) {
  return create("Linear", Value::tuple({Value(in), Value(out)}), Value());
}

/// A(net_b(net_c(conv), linear)) of get_submodule's documentation.
Ref<Module> tree() {
  const Value options = Value::dict();
  options.as_dict().set("stride", Value(2));
  auto net_c = make<Net>("Module");
  net_c->add_module("conv",
                    create("Conv2d", Value::tuple({Value(16), Value(33), Value(3)}), options));
  auto net_b = make<Net>("Module");
  net_b->add_module("net_c", net_c);
  net_b->add_module("linear", linear(100, 200));
  auto a = make<Net>("A");
  a->add_module("net_b", net_b);
  return a;
}

}  // namespace

Test(documentation, named_modules_lists_a_duplicate_once) {
  World world;
  auto l = linear(2, 2);
  auto net = make<Sequential>(std::initializer_list<Ref<Module>>{l, l});
  std::string printed;
  int index = 0;
  for (const auto& entry : net->named_modules()) {
    printed += concat(index++, " -> ('", entry.first, "', ", entry.second->repr(), ")\n");
  }
  same(printed, R"(0 -> ('', Sequential(
  (0): Linear(in_features=2, out_features=2, bias=True)
  (1): Linear(in_features=2, out_features=2, bias=True)
))
1 -> ('0', Linear(in_features=2, out_features=2, bias=True))
)");
}

Test(documentation, apply_init_weights_prints_what_torch_prints) {
  World world;
  auto net = make<Sequential>(std::initializer_list<Ref<Module>>{linear(2, 2), linear(2, 2)});
  std::string printed;
  net->apply([&](Module& m) {
    printed += m.repr() + "\n";
    if (m.type_name() == "Linear") {
      const Tensor weight = m.get_parameter("weight");
      weight.fill_(1.0);
      printed += weight.to_string() + "\n";
    }
  });
  same(printed, R"(Linear(in_features=2, out_features=2, bias=True)
Parameter containing:
tensor([[1., 1.],
        [1., 1.]], requires_grad=True)
Linear(in_features=2, out_features=2, bias=True)
Parameter containing:
tensor([[1., 1.],
        [1., 1.]], requires_grad=True)
Sequential(
  (0): Linear(in_features=2, out_features=2, bias=True)
  (1): Linear(in_features=2, out_features=2, bias=True)
)
)");
}

Test(documentation, get_submodule_walks_the_tree) {
  World world;
  auto a = tree();
  same(a->repr(), R"(A(
  (net_b): Module(
    (net_c): Module(
      (conv): Conv2d(16, 33, kernel_size=(3, 3), stride=(2, 2))
    )
    (linear): Linear(in_features=100, out_features=200, bias=True)
  )
))");
  same(a->get_submodule("net_b.linear")->type_name(), "Linear");
  same(a->get_submodule("net_b.net_c.conv")->type_name(), "Conv2d");
  error_of(ErrorCode::kAttribute, [&] { a->get_submodule("net_b.conv"); });
  a->set_submodule("net_b.net_c.conv", linear(33, 16));
  same(a->get_submodule("net_b.net_c.conv")->type_name(), "Linear");
}

Test(documentation, register_buffer_persistent_or_not) {
  World world;
  auto m = make<Net>();
  m->register_buffer("running_mean", Tensor::zeros(Shape{4}));
  m->register_buffer("scratch", Tensor::zeros(Shape{4}), false);
  same(keys(*m->state_dict()), "running_mean");
  same(names(m->named_buffers()), "running_mean scratch");
}

Test(documentation, buffers_with_and_without_recursion) {
  World world;
  auto inner = make<Net>();
  inner->register_buffer("inner", Tensor::zeros(Shape{20}));
  auto m = make<Net>();
  m->register_buffer("own", Tensor::zeros(Shape{20, 1, 5, 5}));
  m->add_module("child", inner);
  Log sizes;
  for (const Tensor& buffer : m->buffers())
    sizes.push_back(to_string(buffer.sizes()));
  same(joined(sizes), "(20, 1, 5, 5) (20,)");
  cr_assert(eq(sz, m->buffers(false).size(), 1u));
}

Test(documentation, state_dict_keys_and_to) {
  World world;
  auto m = linear(2, 2);
  same(keys(*m->state_dict()), "weight bias");
  same(m->to(DType::kFloat64).repr(), "Linear(in_features=2, out_features=2, bias=True)");
  cr_assert(m->get_parameter("weight").dtype() == DType::kFloat64);
  m->half();
  cr_assert(m->get_parameter("weight").dtype() == DType::kFloat16);
}
