// Walking and looking up: rules R2, R3, R7.1–R7.4.
#include "tests/nn/module/support.h"

using namespace tenon;
using namespace tenon::nn;
using namespace tenon::nn::test;

namespace {

ListOptions walk(std::string prefix, bool recurse = true, bool remove_duplicate = true) {
  return {std::move(prefix), recurse, remove_duplicate};
}

/// R2.11: l1 and l2 are one module, p and q one parameter.
Ref<Sequential> shared_net() {
  auto n = make<Net>();
  auto l = make<Dense>(1, 1);
  n->add_module("l1", l);
  n->add_module("l2", l);
  const Tensor p = param();
  n->register_parameter("p", p);
  n->register_parameter("q", p);
  return make<Sequential>(std::initializer_list<Ref<Module>>{n, n});
}

}  // namespace

Test(traversal, r2_1_parents_come_before_children_in_order) {
  World world;
  auto m = make<Net>();
  auto a = make<Net>();
  a->add_module("x", make<Net>());
  m->add_module("a", a);
  m->add_module("none", nullptr);
  m->add_module("b", make<Net>());
  same(names(m->named_modules()), "'' a a.x b");
  same(names(m->named_modules(walk("pre"))), "pre pre.a pre.a.x pre.b");
  cr_assert(eq(sz, m->modules().size(), 4u));
}

Test(traversal, r2_2_a_memo_skips_whole_subtrees_and_is_filled) {
  World world;
  auto m = make<Net>();
  auto a = make<Net>();
  a->add_module("x", make<Net>());
  m->add_module("a", a);
  m->add_module("b", make<Net>());
  std::vector<Module*> memo{a.get()};
  same(names(m->named_modules({}, &memo)), "'' b");
  cr_assert(eq(sz, memo.size(), 3u));
  memo = {a.get()};
  same(names(m->named_modules(walk("", true, false), &memo)), "'' b");
  cr_assert(eq(sz, memo.size(), 1u));
}

Test(traversal, r2_5_children_once_each_under_the_first_name) {
  World world;
  auto l1 = make<Net>();
  auto l2 = make<Net>();
  auto s = make<Sequential>(std::initializer_list<Ref<Module>>{l1, l2, l1, l2, make<Net>()});
  same(names(s->named_children()), "0 1 4");
  cr_assert(eq(sz, s->children().size(), 3u));
}

Test(traversal, r2_6_own_parameters_before_those_of_children) {
  World world;
  auto m = make<Net>();
  m->add_module("fc", make<Dense>(1, 1, false));
  m->register_parameter("late", param());
  m->register_parameter("none", Tensor());
  same(names(m->named_parameters()), "late fc.weight");
  same(names(m->named_parameters(walk("x", false))), "x.late");
  cr_assert(eq(sz, m->parameters(false).size(), 1u));
}

Test(traversal, r2_7_buffers_include_those_that_are_not_saved) {
  World world;
  auto m = make<Net>();
  auto c = make<Net>();
  m->register_buffer("a", vec({1}));
  m->register_buffer("b", vec({1}), false);
  m->register_buffer("c", Tensor());
  c->register_buffer("d", vec({1}));
  m->add_module("child", c);
  same(names(m->named_buffers()), "a b child.d");
  cr_assert(eq(sz, m->buffers(false).size(), 2u));
}

Test(traversal, r2_8_two_parameters_over_one_storage_are_two) {
  World world;
  auto m = make<Net>();
  const Tensor p = param();
  m->register_parameter("p", p);
  m->register_parameter("q", p.as_parameter());
  same(names(m->named_parameters()), "p q");
}

Test(traversal, r2_10_a_list_is_a_snapshot) {
  World world;
  auto m = make<Net>();
  m->register_parameter("p", param());
  for (const auto& entry : m->named_parameters())
    m->delete_attribute(entry.first);
  cr_assert(m->parameters().empty());
}

Test(traversal, r2_11_example) {
  World world;
  auto s = shared_net();
  same(names(s->named_modules()), "'' 0 0.l1");
  same(names(s->named_modules(walk("", true, false))), "'' 0 0.l1 0.l2 1 1.l1 1.l2");
  same(names(s->named_parameters(walk("pre"))), "pre.0.p pre.0.l1.weight pre.0.l1.bias");
  same(names(s->named_parameters(walk("", true, false))),
       "0.p 0.q 0.l1.weight 0.l1.bias 0.l2.weight 0.l2.bias "
       "1.p 1.q 1.l1.weight 1.l1.bias 1.l2.weight 1.l2.bias");
}

Test(traversal, bc39_ten_comes_after_nine) {
  World world;
  std::vector<Ref<Module>> twelve;
  for (int i = 0; i < 12; ++i)
    twelve.push_back(make<Dense>(1, 1, false));
  auto s = make<Sequential>(twelve);
  const std::string expected =
      "0.weight 1.weight 2.weight 3.weight 4.weight 5.weight 6.weight 7.weight 8.weight 9.weight "
      "10.weight 11.weight";
  same(names(s->named_parameters()), expected);
  same(keys(*s->state_dict()), expected);
}

Test(traversal, bc40_one_module_registered_twice) {
  World world;
  Log log;
  auto m = make<Dense>(1, 1);
  auto s = make<Sequential>(std::initializer_list<Ref<Module>>{m, make<Scale>(1, "ReLU"), m});
  same(names(s->named_modules()), "'' 0 1");
  same(names(s->named_parameters()), "0.weight 0.bias");
  same(keys(*s->state_dict()), "0.weight 0.bias 2.weight 2.bias");
  s->eval();
  cr_assert_not(m->is_training());
}

// ---- lookup
// ---------------------------------------------------------------------------------------

namespace {
Ref<Net> lookup_net() {
  auto m = make<Net>();
  m->register_parameter("p", param());
  m->register_parameter("pn", Tensor());
  m->register_buffer("b", vec({1}), false);
  m->register_buffer("bn", Tensor());
  m->add_module("c", make<Dense>(1, 1));
  m->add_module("cn", nullptr);
  m->set_attribute("v", Value(1));
  return m;
}
}  // namespace

Test(lookup, r3_1_get_submodule) {
  World world;
  auto m = lookup_net();
  cr_assert(m->get_submodule("").get() == m.get());
  same(m->get_submodule("c")->type_name(), "Linear");
  holds(error_of(ErrorCode::kAttribute, [&] { m->get_submodule("zip"); }),
        "Net has no attribute `zip`");
  holds(error_of(ErrorCode::kAttribute, [&] { m->get_submodule("c.zip.x"); }),
        "Linear has no attribute `zip`");
  for (const char* path : {"p", "pn", "b", "cn", "v", "c.weight", "p.x"}) {
    holds(error_of(ErrorCode::kAttribute, [&] { m->get_submodule(path); }), "is not a Module");
  }
}

Test(lookup, r3_2_empty_atoms_name_nothing) {
  World world;
  auto m = lookup_net();
  holds(error_of(ErrorCode::kAttribute, [&] { m->get_submodule("c."); }),
        "Linear has no attribute ``");
  for (const char* path : {".c", "c..x", ".", ".."}) {
    holds(error_of(ErrorCode::kAttribute, [&] { m->get_submodule(path); }), "has no attribute ``");
  }
}

Test(lookup, r3_3_get_parameter) {
  World world;
  auto m = lookup_net();
  cr_assert(m->get_parameter("c.weight").is_parameter());
  holds(error_of(ErrorCode::kAttribute, [&] { m->get_parameter("c.zip"); }), "`zip`");
  holds(error_of(ErrorCode::kAttribute, [&] { m->get_parameter(""); }), "``");
  for (const char* path : {"b", "pn", "c", "v"})
    holds(error_of(ErrorCode::kAttribute, [&] { m->get_parameter(path); }), "not a Parameter");
  holds(error_of(ErrorCode::kAttribute, [&] { m->get_parameter("p.x"); }), "not a Module");
}

Test(lookup, r3_4_get_buffer_gives_none_for_a_none_slot) {
  World world;
  auto m = lookup_net();
  same(values(m->get_buffer("b")), "1");
  cr_assert_not(m->get_buffer("bn").defined());
  holds(error_of(ErrorCode::kAttribute, [&] { m->get_buffer("p"); }), "not a buffer");
  holds(error_of(ErrorCode::kAttribute, [&] { m->get_buffer("zip"); }), "`zip`");
}

Test(lookup, r3_6_set_submodule_checks_in_order) {
  World world;
  Log log;
  auto m = lookup_net();
  m->add_module("d", make<Net>());
  const auto fresh = [] { return Ref<Module>(make<Net>("New")); };
  error_of(ErrorCode::kValue, [&] { m->set_submodule("", fresh()); });
  error_of(ErrorCode::kValue, [&] { m->set_submodule("c", nullptr); });
  holds(error_of(ErrorCode::kAttribute, [&] { m->set_submodule("zip.x", fresh()); }), "`zip`");
  holds(error_of(ErrorCode::kAttribute, [&] { m->set_submodule("zip", fresh(), true); }), "`zip`");
  for (const char* path : {"p", "cn", "v"})
    holds(error_of(ErrorCode::kAttribute, [&] { m->set_submodule(path, fresh()); }), "Module");
  register_module_module_registration_hook(*world.context, logging(log, "hook"));
  m->set_submodule("c", fresh());
  m->set_submodule("c.made", fresh());
  same(joined(log), "hook hook");
  same(names(m->named_modules()), "'' c c.made d");
}

Test(lookup, has_answers_without_an_error) {
  World world;
  auto m = lookup_net();
  for (const char* path : {"", "p", "pn", "b", "bn", "c", "cn", "v", "c.weight"})
    cr_assert(m->has(path), "%s", path);
  for (const char* path : {"zip", "c.zip", "zip.weight", "p.x", "c.", ".c", "."})
    cr_assert_not(m->has(path), "%s", path);
}

// ---- modes, apply, grads
// --------------------------------------------------------------------------

Test(modes, r7_1_train_and_eval_reach_all_and_set_training_one) {
  World world;
  auto inner = make<Net>();
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{
      make<Sequential>(std::initializer_list<Ref<Module>>{inner})});
  cr_assert(m.get() == &m->eval());
  cr_assert_not(m->is_training() || inner->is_training());
  m->set_training(true);
  cr_assert(m->is_training() && !(inner->is_training()));
  m->train();
  cr_assert(inner->is_training());
}

Test(modes, r7_2_requires_grad_refuses_integers_and_then_changes_nothing) {
  World world;
  auto m = make<Net>();
  m->register_parameter("w", vec({1}).as_parameter(false));
  m->register_parameter("i", Tensor::of<std::int64_t>({1}).as_parameter(false));
  m->register_buffer("b", vec({1}));
  holds(error_of(ErrorCode::kRuntime, [&] { m->requires_grad_(); }), "floating point");
  cr_assert_not(m->get_parameter("w").requires_grad());
  m->delete_attribute("i");
  m->requires_grad_();
  cr_assert(m->get_parameter("w").requires_grad());
  cr_assert_not(m->get_buffer("b").requires_grad());
  m->requires_grad_(false);
  cr_assert_not(m->get_parameter("w").requires_grad());
}

Test(modes, r7_3_zero_grad) {
  World world;
  auto m = make<Net>();
  m->register_parameter("p", param());
  m->register_parameter("q", param());
  const Tensor grad = vec({5, 6});
  m->get_parameter("p").set_grad(grad);
  m->zero_grad(false);
  cr_assert(m->get_parameter("p").grad().is_same(grad));
  same(values(grad), "0 0");
  cr_assert_not(m->get_parameter("q").grad().defined());
  m->zero_grad();
  cr_assert_not(m->get_parameter("p").grad().defined());
}

Test(modes, r7_4_apply_visits_children_first_and_shared_ones_once_per_parent) {
  World world;
  Log log;
  auto x = make<Net>("x");
  auto b = make<Net>("B");
  auto a = make<Net>("A");
  b->add_module("x", x);
  a->add_module("b", b);
  a->add_module("x", x);
  a->add_module("again", x);
  a->add_module("y", make<Net>("y"));
  a->apply([&](Module& m) { log.push_back(m.type_name()); });
  same(joined(log), "x B x y A");
}

Test(modes, a_walk_over_too_deep_a_tree_is_an_error_and_its_end_is_not) {
  World world;
  Ref<Module> root = make<Net>();
  for (int i = 0; i < 3000; ++i) {
    auto next = make<Net>();
    next->add_module("c", root);
    root = next;
  }
  holds(error_of(ErrorCode::kRuntime, [&] { root->named_modules(); }), "nested deeper");
  error_of(ErrorCode::kRuntime, [&] { root->repr(); });
  error_of(ErrorCode::kRuntime, [&] { root->state_dict(); });
  root = nullptr;
}
