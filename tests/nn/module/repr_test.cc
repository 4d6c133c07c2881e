// print(m): rules R7.5–R7.7; the texts are those of torch 2.15.
#include "tests/nn/module/support.h"

using namespace tenon;
using namespace tenon::nn;
using namespace tenon::nn::test;

namespace {

class Leaf final : public Module {
 public:
  explicit Leaf(std::string_view type, std::string extra = {})
      : Module(type), extra_(std::move(extra)) {}
  std::string extra_repr() const override { return extra_; }

 private:
  ~Leaf() override = default;
  std::string extra_;
};

Ref<Module> leaf(std::string_view type, std::string extra = {}) {
  return make<Leaf>(type, std::move(extra));
}

Ref<Module> block(int features) {
  auto m = make<Net>("Block");
  const std::string n = concat(features);
  m->add_module("fc", leaf("Linear", "in_features=" + n + ", out_features=" + n + ", bias=True"));
  m->add_module("act", leaf("ReLU"));
  return m;
}

}  // namespace

Test(repr, r7_6_nested) {
  World world;
  auto inner = make<Sequential>(
      std::initializer_list<Ref<Module>>{leaf("Linear", "in_features=4, out_features=4, bias=True"),
                                         leaf("Dropout", "p=0.1, inplace=False")});
  auto body = make<Sequential>(std::initializer_list<Ref<Module>>{
      leaf("Conv2d", "1, 8, kernel_size=(3, 3), stride=(1, 1)"), leaf("ReLU"), inner});
  auto net = make<Net>();
  net->add_module("body", body);
  net->add_module("none", nullptr);
  same(net->repr(), R"(Net(
  (body): Sequential(
    (0): Conv2d(1, 8, kernel_size=(3, 3), stride=(1, 1))
    (1): ReLU()
    (2): Sequential(
      (0): Linear(in_features=4, out_features=4, bias=True)
      (1): Dropout(p=0.1, inplace=False)
    )
  )
  (none): None
))");
}

Test(repr, r7_6_extra_lines_stand_on_their_own_beside_children) {
  World world;
  auto two = make<Leaf>("X", "a=1\nb=2");
  two->add_module("c", leaf("ReLU"));
  same(two->repr(), "X(\n  a=1\n  b=2\n  (c): ReLU()\n)");
  auto one = make<Leaf>("X", "a=1");
  one->add_module("c", leaf("ReLU"));
  same(one->repr(), "X(\n  a=1\n  (c): ReLU()\n)");
  same(leaf("X", "a=1\nb=2")->repr(), "X(\n  a=1\n  b=2\n)");
  same(leaf("X", "a=1")->repr(), "X(a=1)");
  auto odd = make<Net>();
  odd->add_module("a b", leaf("ReLU"));
  odd->add_module("x/y", leaf("ReLU"));
  same(odd->repr(), "Net(\n  (a b): ReLU()\n  (x/y): ReLU()\n)");
}

Test(repr, r7_7_a_module_list_collapses_equal_neighbours) {
  World world;
  auto net = make<Net>();
  net->add_module(
      "layers", make<ModuleList>(std::vector<Ref<Module>>{block(4), block(4), block(4), block(8)}));
  net->add_module("empty", make<ModuleList>());
  same(net->repr(), R"(Net(
  (layers): ModuleList(
    (0-2): 3 x Block(
      (fc): Linear(in_features=4, out_features=4, bias=True)
      (act): ReLU()
    )
    (3): Block(
      (fc): Linear(in_features=8, out_features=8, bias=True)
      (act): ReLU()
    )
  )
  (empty): ModuleList()
))");
}

Test(repr, r7_7_runs_positions_and_other_containers) {
  World world;
  const auto relu = [] { return leaf("ReLU"); };
  auto list =
      make<ModuleList>(std::vector<Ref<Module>>{relu(), relu(), leaf("Tanh"), relu(), relu()});
  same(list->repr(), "ModuleList(\n  (0-1): 2 x ReLU()\n  (2): Tanh()\n  (3-4): 2 x ReLU()\n)");
  same(make<ModuleList>(std::vector<Ref<Module>>{nullptr, nullptr})->repr(),
       "ModuleList(\n  (0-1): 2 x None\n)");
  auto gone = make<ModuleList>(std::vector<Ref<Module>>{relu(), leaf("Tanh")});
  gone->delete_attribute("0");
  same(gone->repr(), "ModuleList(\n  (0): Tanh()\n)");
  same(make<Sequential>(std::initializer_list<Ref<Module>>{relu(), relu()})->repr(),
       "Sequential(\n  (0): ReLU()\n  (1): ReLU()\n)");
  same(make<ModuleDict>(Named<Ref<Module>>{{"a", relu()}, {"b", relu()}})->repr(),
       "ModuleDict(\n  (a): ReLU()\n  (b): ReLU()\n)");
  same(make<ModuleDict>()->repr(), "ModuleDict()");
}
