// Rules R9.1–R9.4: deep copies.
#include "tenon/nn/deepcopy.h"

#include "tenon/nn/registry.h"
#include "tests/nn/module/support.h"

using namespace tenon;
using namespace tenon::nn;
using namespace tenon::nn::test;

namespace {

void is_true(bool condition) {
  cr_assert(condition == true);
}

Ref<Module> plain() {
  return make<Module>("Net");
}

Ref<Module> linear(std::int64_t in, std::int64_t out) {
  return nn::create("Linear", Value::tuple({in, out}), Value());
}

Ref<Sequential> sequential(std::vector<Ref<Module>> modules) {
  return make<Sequential>(std::move(modules));
}

/// Its callback answers CLONE with `answer`.
Ref<CustomModule> cloned_as(std::function<Value(Call&)> answer, std::string_view type = "Custom") {
  return make<CustomModule>(type, selective_callback([answer = std::move(answer)](Call& call) {
                              if (call.kind() != CallKind::kClone)
                                return false;
                              call.set(CallSlot::kValue, answer(call));
                              return true;
                            }));
}

Ref<CustomModule> bare(std::string_view type = "Custom") {
  return make<CustomModule>(type, selective_callback([](Call&) { return false; }));
}

}  // namespace

Test(R9_1, all_tables_are_copied_in_order_with_none_slots_persistence_and_training) {
  World world;
  const Ref<Module> m = plain();
  m->register_parameter("p", param({1, 2}));
  m->register_parameter("q", Tensor());
  m->register_buffer("b", vec({3}));
  m->register_buffer("t", vec({4}), false);
  m->register_buffer("n", Tensor());
  m->add_module("c", linear(1, 2));
  m->add_module("d", nullptr);
  m->set_attribute("a", 5);
  m->get_submodule("c")->eval();
  const Ref<Module> d = m->deepcopy();
  same(tables(*d), "P p q=None | B b t:np n=None | C c d=None | A a");
  same(tables(*d->get_submodule("c")), "P weight bias | B | C | A");
  same(d->repr(), m->repr());
  cr_assert(d->is_training() && !d->get_submodule("c")->is_training());
  same(values(d->get_parameter("p")), "1 2");
  same(values(d->get_buffer("t")), "4");
  cr_assert(eq(i64, d->get_attribute("a").as_int(), 5));
  d->get_parameter("p").detach().fill_(9);
  d->get_buffer("b").fill_(9);
  same(values(m->get_parameter("p")), "1 2");
  same(values(m->get_buffer("b")), "3");
}

Test(R9_1, ties_survive) {
  World world;
  const Ref<Module> m = plain();
  const Tensor p = param();
  const Ref<Module> c = linear(1, 1);
  m->register_parameter("a", p);
  m->register_parameter("b", p);
  m->add_module("x", c);
  m->add_module("y", c);
  const Ref<Module> d = m->deepcopy();
  cr_assert(d->get_parameter("a").is_same(d->get_parameter("b")));
  is_true(!d->get_parameter("a").is_same(p));
  cr_assert(d->get_submodule("x") == d->get_submodule("y"));
  cr_assert(d->get_submodule("x") != c);
  cr_assert(eq(sz, d->parameters().size(), 3));
}

Test(R9_1, parameters_over_one_storage_are_copied_apart) {
  World world;
  const Ref<Module> m = plain();
  const Tensor t = vec({1, 2});
  m->register_parameter("a", t.as_parameter());
  m->register_parameter("b", t.as_parameter());
  const Ref<Module> d = m->deepcopy();
  is_true(!d->get_parameter("a").shares_storage(d->get_parameter("b")));
}

Test(R9_1, buffers_over_one_storage_stay_together) {
  World world;
  const Ref<Module> m = plain();
  const Tensor t = vec({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  m->register_buffer("row", t.as_strided(Shape{2}, Strides{1}, 9));
  m->register_buffer("column", t.as_strided(Shape{3}, Strides{4}, 2));
  m->set_attribute("all", Value(t));
  const Ref<Module> d = m->deepcopy();
  const Tensor row = d->get_buffer("row");
  same(values(row) + " | " + values(d->get_buffer("column")), "10 11 | 3 7 11");
  row.fill_(0);
  same(values(d->get_buffer("column")), "3 7 0");
  same(values(d->get_attribute("all")), "1 2 3 4 5 6 7 8 9 0 0 12");
  same(values(t), "1 2 3 4 5 6 7 8 9 10 11 12");
}

Test(R9_1, of_a_large_storage_only_the_part_in_use_is_copied) {
  World world;
  const Ref<Module> m = plain();
  const Tensor large = Tensor::arange(0, 1000, 1, DType::kFloat32);
  m->register_buffer("b", large.as_strided(Shape{3}, Strides{100}, 501));
  const Tensor copy = m->deepcopy()->get_buffer("b");
  same(values(copy), "501 601 701");
  cr_assert(copy.impl().storage->bytes() < 1000);
}

Test(R9_1, attributes_are_copied_with_all_they_hold) {
  World world;
  const Ref<Module> m = plain();
  const Tensor t = vec({1});
  const Ref<Module> child = linear(1, 1);
  const Value list = Value::list({Value(t), module_value(child), Value("text")});
  const Value dict = Value::dict();
  dict.as_dict().set("list", list);
  dict.as_dict().set("tuple", Value::tuple({list, 2.5}));
  list.as_sequence().items.push_back(list);  // a list within itself
  m->set_attribute("d", dict);
  m->add_module("child", child);
  m->register_buffer("t", t);
  const Ref<Module> d = m->deepcopy();
  const Value copy = d->get_attribute("d");
  const Value items = *copy.as_dict().find("list");
  is_true(&copy.as_dict() != &dict.as_dict());
  is_true(&items.as_sequence() != &list.as_sequence());
  cr_assert(items.at(0).as_tensor().is_same(d->get_buffer("t")));
  cr_assert(as_module(items.at(1)) == d->get_submodule("child"));
  same(std::string(items.at(2).as_string()), "text");
  is_true(&items.at(3).as_sequence() == &items.as_sequence());
  is_true(&copy.as_dict().find("tuple")->at(0).as_sequence() == &items.as_sequence());
  list.as_sequence().items.clear();  // Python would collect the cycle
  items.as_sequence().items.clear();
}

Test(R9_1, modules_that_only_an_attribute_holds_are_copied) {
  World world;
  const Ref<Module> m = plain(), layer = linear(1, 1);
  m->set_attribute("layers", Value::list({module_value(layer), module_value(m)}));
  const Ref<Module> d = m->deepcopy();
  const Value layers = d->get_attribute("layers");
  cr_assert(as_module(layers.at(0)) != layer);
  cr_assert(as_module(layers.at(1)) == d, "a cycle through an attribute");
  m->delete_attribute("layers");
  d->delete_attribute("layers");
}

Test(R9_1, several_modules_are_copied_together_as_a_tuple) {
  World world;
  const Ref<Module> a = linear(1, 1), b = plain();
  b->register_parameter("w", a->get_parameter("weight"));
  const Value copies = nn::deepcopy(Value::tuple({module_value(a), module_value(b)}));
  const Tensor w = as_module(copies.at(1))->get_parameter("w");
  cr_assert(w.is_same(as_module(copies.at(0))->get_parameter("weight")));
  is_true(!w.is_same(a->get_parameter("weight")));
}

Test(R9_1, containers_and_unknown_classes_keep_their_names_and_texts) {
  World world;
  const Ref<Sequential> m = make<Sequential>();
  m->set_type_name("Block");
  m->append(make<ModuleList>(std::vector<Ref<Module>>{linear(1, 2), linear(1, 2)}));
  m->append(make<ModuleDict>(Named<Ref<Module>>{{"k", make<UnknownModule>("Odd", "x=1")}}));
  same(m->deepcopy()->repr(), m->repr());
}

Test(R9_1, a_very_deep_tree_is_copied) {
  World world;
  const Ref<Module> m = plain();
  Ref<Module> last = m;
  for (int i = 0; i < 20000; ++i) {
    const Ref<Module> next = plain();
    last->add_module("0", next);
    last = next;
  }
  const Ref<Module> d = m->deepcopy();
  int depth = 0;
  for (const Module* at = d.get(); !at->child_slots().empty(); ++depth)
    at = at->child_slots()[0].module.get();
  cr_assert(eq(int, depth, 20000));
}

Test(R9_1, registration_hooks_do_not_run) {
  World world;
  Log log;
  const Ref<Module> m = sequential({linear(1, 1)});
  register_module_parameter_registration_hook(*world.context, logging(log, "parameter"));
  register_module_module_registration_hook(*world.context, logging(log, "module"));
  m->deepcopy();
  same(joined(log), "");
}

Test(R9_1, a_model_without_values_is_copied_without_values) {
  World world;
  const Ref<Module> m = nn::create("Linear", Value::tuple({2, 2}), Value(), false);
  const Ref<Module> d = m->deepcopy();
  cr_assert(d->get_parameter("weight").is_uninitialized());
  error_of(ErrorCode::kRuntime, [&] { d->call(Tensor::zeros(Shape{1, 2})); });
  d->initialize();
  d->call(Tensor::zeros(Shape{1, 2}));
  cr_assert(m->get_parameter("weight").is_uninitialized());
}

Test(R9_2, requires_grad_stays_and_the_gradient_does_not) {
  World world;
  const Ref<Module> m = plain();
  m->register_parameter("p", vec({1}).as_parameter(false));
  m->register_parameter("r", param({2}));
  m->get_parameter("r").set_grad(vec({7}));
  const Ref<Module> d = m->deepcopy();
  is_true(!d->get_parameter("p").requires_grad() && d->get_parameter("p").is_parameter());
  cr_assert(d->get_parameter("r").requires_grad() && d->get_parameter("r").is_parameter());
  is_true(!d->get_parameter("r").grad().defined());
  DeepCopyOptions options;
  options.grads = true;
  const Value with = nn::deepcopy(module_value(m), options);
  const Tensor grad = as_module(with)->get_parameter("r").grad();
  same(values(grad), "7");
  is_true(!grad.is_same(m->get_parameter("r").grad()));
}

Test(R9_2, memory_format_is_kept) {
  World world;
  const Ref<Module> m = plain();
  const Tensor t = vec({1, 2, 3, 4, 5, 6});
  m->register_parameter("turned", t.as_strided(Shape{3, 2}, Strides{1, 3}, 0).as_parameter());
  m->register_parameter("gaps", t.as_strided(Shape{3}, Strides{2}, 0).as_parameter());
  m->register_parameter("spread", t.as_strided(Shape{2, 2}, Strides{0, 1}, 0).as_parameter());
  const Ref<Module> d = m->deepcopy();
  cr_assert(d->get_parameter("turned").strides() == (Strides{1, 3}));
  same(values(d->get_parameter("turned")), "1 4 2 5 3 6");
  cr_assert(d->get_parameter("gaps").strides() == (Strides{1}));
  same(values(d->get_parameter("gaps")), "1 3 5");
  same(values(d->get_parameter("spread")), "1 2 1 2");
}

Test(R9_2, grad_of_a_buffer_is_copied_by_the_tensor_rule) {
  World world;
  const Ref<Module> m = plain();
  const Tensor t = vec({1});
  t.set_requires_grad(true);
  t.set_grad(vec({-1.5}));
  m->register_buffer("b", t);
  const Tensor b = m->deepcopy()->get_buffer("b");
  cr_assert(b.requires_grad() && !b.grad().is_same(t.grad()));
  same(values(b.grad()), "-1.5");
}

Test(R9_3, hooks_run_in_the_copy_with_the_copy) {
  World world;
  Log log;
  Module* seen = nullptr;
  const Ref<Module> m = linear(1, 1);
  m->register_forward_hook(logging(log, "second", [&](Call& call) { seen = call.module(); }));
  m->register_forward_hook(logging(log, "first"), kHookPrepend);
  m->register_forward_pre_hook(logging(log, "pre"));
  m->register_state_dict_post_hook(logging(log, "state"));
  const Ref<Module> d = m->deepcopy();
  d->call(Tensor::zeros(Shape{1, 1}));
  d->state_dict();
  same(joined(log), "pre first second state");
  cr_assert(seen == d.get());
  log.clear();
  d->register_forward_hook(logging(log, "new"));
  m->call(Tensor::zeros(Shape{1, 1}));
  same(joined(log), "pre first second");
}

Test(R9_3, the_box_of_a_hook_ends_once_with_its_last_copy) {
  World world;
  const auto box = std::make_shared<int>(0);
  Ref<Module> m = plain();
  m->register_forward_hook(callback([box](Call&) {}));
  Ref<Module> d = m->deepcopy();
  m = nullptr;
  cr_assert(eq(i64, box.use_count(), 2));
  d = nullptr;
  cr_assert(eq(i64, box.use_count(), 1));
}

Test(R4_4, the_old_handle_removes_from_the_original_only_and_the_copy_has_ids_of_its_own) {
  World world;
  Log log;
  const Ref<Module> m = linear(1, 1);
  HookHandle handle = m->register_forward_hook(logging(log, "h"));
  std::vector<std::pair<std::int64_t, std::int64_t>> ids;
  DeepCopyOptions options;
  options.hook_ids = &ids;
  const Ref<Module> d = as_module(nn::deepcopy(module_value(m), options));
  cr_assert(eq(sz, ids.size(), 1));
  cr_assert(eq(i64, ids[0].first, handle.id()));
  handle.remove();
  m->call(Tensor::zeros(Shape{1, 1}));
  same(joined(log), "");
  d->call(Tensor::zeros(Shape{1, 1}));
  same(joined(log), "h");
  HookHandle(*world.context, ids[0].second).remove();
  d->call(Tensor::zeros(Shape{1, 1}));
  same(joined(log), "h");
}

Test(R9_4, a_computed_attribute_is_an_error_that_names_it) {
  World world;
  const Ref<Module> m = sequential({plain()});
  const Tensor t = vec({1});
  t.impl().is_leaf = false;
  m->get_submodule("0")->set_attribute("a", Value(t));
  holds(error_of(ErrorCode::kRuntime, [&] { m->deepcopy(); }), "0.a was computed");
  t.impl().is_leaf = true;
  m->deepcopy();
}

Test(clone, a_bare_answer_gets_all_tables) {
  World world;
  Ref<Module> answer;
  const Ref<CustomModule> m = cloned_as([&](Call&) {
    answer = bare();
    return module_value(answer);
  });
  m->add_module("fc", linear(2, 1));
  m->register_buffer("b", vec({1}));
  m->set_attribute("a", 1);
  m->eval();
  const Ref<Module> d = m->deepcopy();
  cr_assert(d == answer);
  same(tables(*d), tables(*m));
  is_true(!d->is_training());
  cr_assert(d->get_submodule("fc") != m->get_submodule("fc"));
}

Test(clone, true_shares_the_callback) {
  World world;
  const Ref<CustomModule> m = cloned_as([](Call&) { return Value(true); }, "Shared");
  m->register_parameter("p", param());
  const Ref<Module> d = m->deepcopy();
  same(d->repr(), "Shared()");
  is_true(&static_cast<CustomModule&>(*d).callback() == &m->callback());
  same(tables(*d->deepcopy()), tables(*m));
}

Test(clone, what_the_answer_registered_itself_stays_and_gets_the_values) {
  World world;
  Log log;
  Ref<Module> own;
  Tensor own_p;
  const Ref<CustomModule> m = cloned_as([&](Call&) {
    const Ref<Module> made = bare();
    own = linear(2, 1);
    own_p = param({0, 0});
    made->add_module("fc", own);
    made->register_parameter("p", own_p);
    made->set_attribute("mine", 1);
    made->register_forward_hook(logging(log, "mine"));
    return module_value(made);
  });
  m->add_module("fc", linear(2, 1));
  m->add_module("again", m->get_submodule("fc"));
  m->register_parameter("p", vec({5, 6}).as_parameter(false));
  m->register_parameter("q", m->get_parameter("fc.weight"));
  m->set_attribute("mine", 2);
  m->register_forward_hook(logging(log, "original's"));
  const Ref<Module> d = m->deepcopy();
  cr_assert(d->get_submodule("fc") == own && d->get_submodule("again") == own);
  cr_assert(d->get_parameter("p").is_same(own_p));
  same(values(own_p), "5 6");
  is_true(!own_p.requires_grad());
  same(values(own->get_parameter("weight")), values(m->get_parameter("fc.weight")));
  cr_assert(d->get_parameter("q").is_same(own->get_parameter("weight")), "ties are kept");
  is_true(!own->get_parameter("weight").shares_storage(m->get_parameter("fc.weight")));
  cr_assert(eq(i64, d->get_attribute("mine").as_int(), 1));
  error_of(ErrorCode::kNotImplemented, [&] { d->call(vec({1})); });
  same(joined(log), "");
}

Test(clone, an_answer_within_a_shared_subtree_is_made_once) {
  World world;
  int calls = 0;
  const Ref<CustomModule> shared = cloned_as([&](Call&) {
    ++calls;
    return module_value(bare());
  });
  const Ref<Module> d = sequential({shared, shared})->deepcopy();
  cr_assert(eq(int, calls, 1));
  cr_assert(d->get_submodule("0") == d->get_submodule("1"));
}

Test(clone, unsupported_fails_the_whole_copy_and_names_the_path) {
  World world;
  const Ref<Module> m = sequential({linear(1, 1), sequential({bare("Mute")})});
  const Error error = error_from(ErrorCode::kUnsupported, [&] { m->deepcopy(); });
  same(error.text(), "1.0: Mute: deepcopy: the callback does not answer CLONE");
  same(error.path(), "1.0");
  const Ref<Module> silent = make<CustomModule>("Takes", callback([](Call&) {}));
  same(error_of(ErrorCode::kUnsupported, [&] { silent->deepcopy(); }),
       "Takes: deepcopy: the callback does not answer CLONE");
  same(error_of(ErrorCode::kUnsupported, [&] { make<Net>()->deepcopy(); }),
       "Net: deepcopy: the class does not say how: override clone_shell()");
}

Test(clone, an_answer_that_is_no_new_module_is_refused) {
  World world;
  const auto refused = [](ErrorCode code, const Ref<Module>& m) {
    return error_of(code, [&] { m->deepcopy(); });
  };
  same(refused(ErrorCode::kType, cloned_as([](Call&) { return Value(3); })),
       "Custom: deepcopy: the answer to CLONE is int, wants a module or True");
  same(refused(ErrorCode::kType, cloned_as([](Call&) { return Value(false); })),
       "Custom: deepcopy: the answer to CLONE is bool, wants a module or True");
  holds(refused(ErrorCode::kValue,
                cloned_as([](Call& call) { return module_value(Ref<Module>(call.module())); })),
        "not a new module");
  const Ref<Module> one = bare();
  const auto same_twice = [&](Call&) { return module_value(one); };
  holds(refused(ErrorCode::kValue, sequential({cloned_as(same_twice), cloned_as(same_twice)})),
        "1: Custom: deepcopy: the answer to CLONE is not a new module");
  const Ref<Module> layer = linear(1, 1);
  holds(refused(ErrorCode::kValue,
                sequential({layer, cloned_as([&](Call&) { return module_value(layer); })})),
        "is an original");
}

Test(clone, an_answer_that_would_close_a_circle_is_refused) {
  World world;
  Ref<Module> outer;
  const Ref<Module> m = cloned_as([&](Call&) {
    outer = bare("Outer");
    return module_value(outer);
  });
  m->add_module("c", cloned_as([&](Call&) {
                  const Ref<Module> made = bare("Inner");
                  made->add_module("back", outer);
                  return module_value(made);
                }));
  holds(error_of(ErrorCode::kValue, [&] { m->deepcopy(); }), "cannot be inside itself");
  outer = nullptr;
}

Test(clone, a_callback_that_changes_the_tree_is_found_out) {
  World world;
  Ref<Module> root = sequential({linear(1, 1)});
  static_cast<Sequential&>(*root).append(cloned_as([&](Call&) {
    root->register_parameter("late", param());
    return Value(true);
  }));
  holds(error_of(ErrorCode::kBusy, [&] { root->deepcopy(); }), "changed while it was copied");
}

Test(clone, a_failing_callback_keeps_its_own_error_and_nothing_is_left) {
  World world;
  const auto box = std::make_shared<int>(0);
  const Ref<Module> m =
      sequential({cloned_as([box](Call&) {
                    return module_value(make<CustomModule>("C", callback([box](Call&) {})));
                  }),
                  cloned_as([](Call&) -> Value { fail(ErrorCode::kKey, "mine"); })});
  std::int64_t held = box.use_count();
  const Error error = error_from(ErrorCode::kKey, [&] { m->deepcopy(); });
  same(error.path(), "1");
  cr_assert(eq(i64, box.use_count(), held));
}
