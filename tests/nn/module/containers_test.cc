// Sequential, ModuleList, ModuleDict: rules R8.1–R8.14.
#include "tests/nn/module/support.h"

using namespace tenon;
using namespace tenon::nn;
using namespace tenon::nn::test;

namespace {

/// Modules whose type names tell them apart.
std::vector<Ref<Module>> letters(std::string_view which) {
  std::vector<Ref<Module>> all;
  for (const char c : which)
    all.push_back(make<Net>(std::string(1, c)));
  return all;
}
Ref<Module> letter(char c) {
  return letters(std::string(1, c))[0];
}
/// "0:a 1:b 2:None"
std::string content(const Module& m) {
  Log all;
  for (const auto& slot : m.child_slots())
    all.push_back(slot.name + ":" + (slot.module ? slot.module->type_name() : "None"));
  return joined(all);
}

}  // namespace

Test(sequential, r8_1_keys_and_the_empty_one) {
  World world;
  same(content(*make<Sequential>(letters("abc"))), "0:a 1:b 2:c");
  same(content(*make<Sequential>(Named<Ref<Module>>{{"x", letter('a')}, {"y", letter('b')}})),
       "x:a y:b");
  const Tensor x = vec({1});
  cr_assert(make<Sequential>()->call(x).is_same(x));
  auto with_none = make<Sequential>(std::vector<Ref<Module>>{nullptr});
  error_of(ErrorCode::kType, [&] { with_none->call(x); });
}

Test(sequential, r8_2_chains_by_calling_and_passes_a_tuple_on_as_one_value) {
  World world;
  Log log;
  Ref<Net> pair = make<Net>("Pair", [](Net&, std::span<const Value> in, const Value&) {
    return Value::tuple({in[0], Value(5)});
  });
  Ref<Net> second = make<Net>("Second", [&](Net&, std::span<const Value> in, const Value&) {
    log.push_back(concat(in.size()) + value_kind_name(in[0].kind()));
    return in[0].at(0);
  });
  auto s = make<Sequential>(std::initializer_list<Ref<Module>>{pair, second, make<Scale>(3)});
  pair->register_forward_hook(logging(log, "hook"));
  same(values(s->call(vec({2}))), "6");
  same(joined(log), "hook 1tuple");
  error_of(ErrorCode::kType, [&] { s->call(args({vec({1}), vec({1})}), Value()); });
}

Test(sequential, r8_3_index_and_slice_keep_the_keys) {
  World world;
  auto s = make<Sequential>(letters("abc"));
  same(s->get_item(-1)->type_name(), "c");
  same(s->get_item(-3)->type_name(), "a");
  holds(error_of(ErrorCode::kIndex, [&] { s->get_item(3); }), "index 3 is out of range");
  holds(error_of(ErrorCode::kIndex, [&] { s->get_item(-4); }), "index -4 is out of range");
  same(content(*s->slice(1, 3)), "1:b 2:c");
  same(content(*s->slice(-2, 100)), "1:b 2:c");
  same(content(*s->slice(0, 3, 2)), "0:a 2:c");
  same(content(*s->slice(2, INT64_MIN, -1)), "2:c 1:b 0:a");
  same(content(*s->slice(2, 1)), "");
  cr_assert(s->slice(1, 2)->get_item(0) == s->get_item(1));
  error_of(ErrorCode::kValue, [&] { s->slice(0, 1, 0); });
}

Test(sequential, r8_4_set_delete_and_pop_renumber) {
  World world;
  auto s = make<Sequential>(letters("abc"));
  s->set_item(1, letter('d'));
  s->set_item(-1, letter('b'));
  same(content(*s), "0:a 1:d 2:b");
  error_of(ErrorCode::kIndex, [&] { s->set_item(3, letter('x')); });
  s->delete_item(0);
  same(content(*s), "0:d 1:b");
  error_of(ErrorCode::kIndex, [&] { s->delete_item(5); });
  s->set_item(0, nullptr);
  same(content(*s), "0:None 1:b");
  same(s->pop(-1)->type_name(), "b");
  auto named = make<Sequential>(
      Named<Ref<Module>>{{"x", letter('a')}, {"y", letter('b')}, {"z", letter('c')}});
  named->delete_item(0);
  same(content(*named), "0:b 1:c");
  auto sliced = make<Sequential>(letters("abcd"));
  sliced->delete_slice(0, 4, 2);
  same(content(*sliced), "0:b 1:d");
}

Test(sequential, r8_5_append_takes_the_first_free_number) {
  World world;
  auto s = make<Sequential>(letters("abc"))->slice(1, 3);
  s->append(letter('d'));  // torch overwrites "2"
  same(content(*s), "1:b 2:c 3:d");
  s->extend(letters("ef"));
  same(content(*s), "1:b 2:c 3:d 4:e 5:f");
}

Test(sequential, r8_6_insert) {
  World world;
  auto s = make<Sequential>(letters("ab"));
  s->insert(1, letter('x'));
  s->insert(-1, letter('y'));
  s->insert(4, letter('z'));
  same(content(*s), "0:a 1:x 2:y 3:b 4:z");
  error_of(ErrorCode::kIndex, [&] { s->insert(6, letter('q')); });
  error_of(ErrorCode::kIndex, [&] { s->insert(-6, letter('q')); });
  error_of(ErrorCode::kAssertion, [&] { s->insert(0, nullptr); });
}

Test(sequential, r8_7_sums_and_multiples) {
  World world;
  auto s = make<Sequential>(letters("ab"));
  auto t = make<Sequential>(Named<Ref<Module>>{{"k", letter('c')}});
  same(content(*s->plus(*t)), "0:a 1:b 2:c");
  same(content(*s->times(2)), "0:a 1:b 2:a 3:b");
  error_of(ErrorCode::kValue, [&] { s->times(0); });
  s->add_all(*t);
  same(content(*s), "0:a 1:b 2:c");
}

Test(module_list, r8_8_is_not_callable) {
  World world;
  auto list = make<ModuleList>(letters("a"));
  holds(error_of(ErrorCode::kNotImplemented, [&] { list->call(vec({1})); }), "ModuleList");
}

Test(module_list, r8_9_slices_are_renumbered) {
  World world;
  auto list = make<ModuleList>(letters("abcd"));
  same(content(*list->slice(1, 3)), "0:b 1:c");
  list->set_item(0, nullptr);
  list->delete_item(1);
  same(content(*list), "0:None 1:c 2:d");
  error_of(ErrorCode::kIndex, [&] { list->set_item(3, letter('x')); });
}

Test(module_list, r8_10_append_plus_pop) {
  World world;
  auto list = make<ModuleList>(letters("ab"));
  list->append(nullptr);
  list->extend(letters("c"));
  same(content(*list->plus(letters("d"))), "0:a 1:b 2:None 3:c 4:d");
  same(list->pop()->type_name(), "c");
  same(list->pop(0)->type_name(), "a");
  same(content(*list), "0:b 1:None");
}

Test(module_list, r8_11_insert_follows_pythons_list) {
  World world;
  auto list = make<ModuleList>(letters("ab"));
  list->insert(-1, letter('x'));
  list->insert(-100, letter('y'));
  list->insert(100, letter('z'));
  same(content(*list), "0:y 1:a 2:x 3:b 4:z");
}

Test(module_dict, r8_12_set_is_add_module) {
  World world;
  auto dict = make<ModuleDict>(Named<Ref<Module>>{{"b", letter('b')}, {"a", letter('a')}});
  dict->set_item("b", letter('c'));
  same(content(*dict), "b:c a:a");
  error_of(ErrorCode::kKey, [&] { dict->set_item("x.y", letter('x')); });
  error_of(ErrorCode::kKey, [&] { dict->set_item("", letter('x')); });
  dict->set_item("keys", letter('k'));  // torch refuses its methods' names
  cr_assert(eq(i64, dict->count(), 3));
}

Test(module_dict, r8_13_access) {
  World world;
  auto dict = make<ModuleDict>(Named<Ref<Module>>{{"a", letter('a')}, {"n", nullptr}});
  cr_assert(dict->contains_key("n") && !(dict->contains_key("x")));
  same(joined(dict->keys()), "a n");
  error_of(ErrorCode::kKey, [&] { dict->get_item("x"); });
  error_of(ErrorCode::kKey, [&] { dict->delete_item("x"); });
  error_of(ErrorCode::kKey, [&] { dict->pop("x"); });
  same(dict->pop("a")->type_name(), "a");
  dict->clear();
  cr_assert(eq(i64, dict->count(), 0));
  holds(error_of(ErrorCode::kNotImplemented, [&] { dict->call(vec({1})); }), "ModuleDict");
}

Test(module_dict, r8_14_update_keeps_the_given_order) {
  World world;
  auto dict = make<ModuleDict>(Named<Ref<Module>>{{"a", letter('a')}});
  dict->update({{"z", letter('z')}, {"a", letter('x')}, {"b", letter('b')}});
  same(content(*dict), "a:x z:z b:b");
}
