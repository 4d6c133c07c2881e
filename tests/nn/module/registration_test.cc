// Registration, assignment, reading and deletion: rules R1.1–R1.22, R4.48.
#include "tests/nn/module/support.h"

using namespace tenon;
using namespace tenon::nn;
using namespace tenon::nn::test;

namespace {

Ref<Net> full_net() {
  auto m = make<Net>();
  m->register_parameter("p", param());
  m->register_buffer("b", vec({1}));
  m->add_module("c", make<Net>("Child"));
  m->set_attribute("a", Value(3));
  return m;
}

}  // namespace

Test(registration, r1_1_a_fresh_module_is_empty_and_training) {
  World world;
  auto m = make<Net>();
  same(tables(*m), "P | B | C | A");
  cr_assert(m->is_training());
  cr_assert(eq(i64, m->version(), 1));
}

Test(registration, r1_4_name_checks_in_order) {
  World world;
  auto m = full_net();
  const Tensor plain = vec({1});
  // The name comes before the value: a plain tensor is refused only under a good name.
  holds(error_of(ErrorCode::kKey, [&] { m->register_parameter("x.y", plain); }), "\".\"");
  holds(error_of(ErrorCode::kKey, [&] { m->register_parameter("", plain); }), "empty");
  for (const char* taken : {"a", "b", "c"}) {
    holds(error_of(ErrorCode::kKey, [&] { m->register_parameter(taken, plain); }),
          concat("attribute '", taken, "' already exists"));
  }
  holds(error_of(ErrorCode::kType, [&] { m->register_parameter("q", plain); }), "'q'");
  Tensor derived = param();
  derived.impl().is_leaf = false;
  holds(error_of(ErrorCode::kValue, [&] { m->register_parameter("q", derived); }), "'q'");
  same(tables(*m), "P p | B b | C c | A a");
}

Test(registration, r1_6_buffer_checks) {
  World world;
  auto m = full_net();
  holds(error_of(ErrorCode::kKey, [&] { m->register_buffer("x.y", vec({1})); }), ".");
  holds(error_of(ErrorCode::kKey, [&] { m->register_buffer("", vec({1})); }), "empty");
  for (const char* taken : {"a", "p", "c"})
    holds(error_of(ErrorCode::kKey, [&] { m->register_buffer(taken, vec({1})); }), "exists");
}

Test(registration, r1_7_a_parameter_may_be_a_buffer) {
  World world;
  auto m = make<Net>();
  m->register_buffer("w", param());
  cr_assert(m->parameters().empty());
  same(names(m->named_buffers()), "w");
}

Test(registration, r1_8_registering_again_keeps_the_place_and_resets_persistence) {
  World world;
  auto m = make<Net>();
  m->register_buffer("b", vec({1}), false);
  m->register_buffer("c", vec({1}));
  same(tables(*m), "P | B b:np c | C | A");
  m->register_buffer("b", vec({2}));
  same(tables(*m), "P | B b c | C | A");
  same(values(m->get_buffer("b")), "2");
}

Test(registration, r1_10_add_module_checks_existence_before_the_name) {
  World world;
  auto m = full_net();
  for (const char* taken : {"a", "b", "p"})
    holds(error_of(ErrorCode::kKey, [&] { m->add_module(taken, make<Net>()); }), "exists");
  holds(error_of(ErrorCode::kKey, [&] { m->add_module("x.y", make<Net>()); }), "x.y");
  holds(error_of(ErrorCode::kKey, [&] { m->add_module("", nullptr); }), "empty");
}

Test(registration, r1_11_replacing_a_child_keeps_its_place_and_none_is_a_slot) {
  World world;
  auto m = make<Net>();
  m->add_module("x", make<Net>("A"));
  m->add_module("y", make<Net>("B"));
  m->register_module("x", make<Net>("C"));
  m->add_module("y", nullptr);
  same(tables(*m), "P | B | C x y=None | A");
  same(m->get_submodule("x")->type_name(), "C");
}

Test(registration, r1_13_any_other_text_is_a_legal_name) {
  World world;
  auto m = make<Net>();
  for (const char* name : {"0", "a b", "ä", "x/y", "forward", "training", "type"})
    m->register_buffer(name, vec({1}));
  cr_assert(eq(sz, m->buffers().size(), 7u));
}

Test(registration, r1_12_the_pytorch_names_switch_refuses_method_names) {
  ContextOptions options;
  options.pytorch_names = true;
  World world(options);
  auto m = make<Net>();
  for (const char* name :
       {"forward", "training", "type", "to", "parameters", "children", "float"}) {
    const std::string text = concat("attribute '", name, "' already exists");
    holds(error_of(ErrorCode::kKey, [&] { m->register_parameter(name, param()); }), text);
    holds(error_of(ErrorCode::kKey, [&] { m->register_buffer(name, vec({1})); }), text);
    holds(error_of(ErrorCode::kKey, [&] { m->add_module(name, make<Net>()); }), text);
    holds(error_of(ErrorCode::kKey, [&] { m->set_attribute(name, param()); }), text);
    // torch registers it where no read finds it; we refuse.
    holds(error_of(ErrorCode::kKey, [&] { m->set_attribute(name, module_value(make<Net>())); }),
          text);
  }
  m->register_parameter("keys", param());
  auto dict = make<ModuleDict>();
  error_of(ErrorCode::kKey, [&] { dict->set_item("keys", make<Net>()); });
}

Test(registration, d2_extra_state_is_no_slot_name) {
  World world;
  auto m = make<Net>();
  error_of(ErrorCode::kKey, [&] { m->register_parameter("_extra_state", param()); });
  error_of(ErrorCode::kKey, [&] { m->register_buffer("_extra_state", vec({1})); });
  error_of(ErrorCode::kKey, [&] { m->add_module("_extra_state", make<Net>()); });
  error_of(ErrorCode::kKey, [&] { m->set_attribute("_extra_state", Value(1)); });
}

Test(registration, r1_15_a_none_slot_keeps_its_place) {
  World world;
  auto m = make<Net>();
  m->register_parameter("p", Tensor());
  m->register_parameter("q", param());
  m->register_buffer("b", Tensor());
  same(names(m->named_parameters()), "q");
  cr_assert(m->get_attribute("p").is_none());
  cr_assert(m->has("p"));
  m->register_parameter("p", param());
  same(names(m->named_parameters()), "p q");
}

Test(registration, a_module_cannot_be_inside_itself) {
  World world;
  auto a = make<Net>("A");
  auto b = make<Net>("B");
  a->add_module("b", b);
  holds(error_of(ErrorCode::kValue, [&] { a->add_module("self", a); }), "A");
  const std::string text = error_of(ErrorCode::kValue, [&] { b->add_module("up", a); });
  holds(text, "B");
  holds(text, "A");
  error_of(ErrorCode::kValue, [&] { b->set_attribute("up", module_value(a)); });
  error_of(ErrorCode::kValue, [&] { a->set_submodule("b.up", a); });
  auto s = make<Sequential>();
  s->append(make<Sequential>(std::initializer_list<Ref<Module>>{make<Net>()}));
  error_of(ErrorCode::kValue, [&] { static_cast<Sequential&>(*s->get_item(0)).insert(0, s); });
}

Test(registration, another_contexts_objects_are_refused) {
  World world;
  auto m = make<Net>();
  Context* other = Context::create();
  {
    const ContextScope scope(*other);
    const Tensor foreign = param();
    auto foreign_module = make<Net>();
    error_of(ErrorCode::kWrongContext, [&] { m->register_parameter("p", foreign); });
    error_of(ErrorCode::kWrongContext, [&] { m->register_buffer("p", foreign); });
    error_of(ErrorCode::kWrongContext, [&] { m->add_module("p", foreign_module); });
  }
  other->release();
}

// ---- the matrix of R1.7: what the name is now (rows) and what is assigned (columns)
// ---------------

namespace {

enum Column { kParameter, kModule, kTensor, kNone, kOther };

/// Makes the row's state under "n", with neighbours before and after in each table.
Ref<Net> row(const std::string& now) {
  auto m = make<Net>();
  m->register_parameter("p0", param());
  m->register_buffer("b0", vec({1}));
  m->add_module("c0", make<Net>());
  if (now == "attribute")
    m->set_attribute("n", Value(1));
  if (now == "parameter" || now == "parameter-none")
    m->register_parameter("n", now == "parameter" ? param() : Tensor());
  if (now == "buffer" || now == "buffer-none")
    m->register_buffer("n", now == "buffer" ? vec({1}) : Tensor(), false);
  if (now == "child" || now == "child-none")
    m->add_module("n", now == "child" ? Ref<Module>(make<Net>()) : nullptr);
  m->register_parameter("p1", param());
  m->register_buffer("b1", vec({1}));
  m->add_module("c1", make<Net>());
  return m;
}

/// The tables afterwards, or the error's kind.
std::string assign(const std::string& now, Column column) {
  auto m = row(now);
  const std::string before = tables(*m);
  const Value value = column == kParameter ? Value(param({7}))
                      : column == kModule  ? module_value(make<Net>("New"))
                      : column == kTensor  ? Value(vec({7}))
                      : column == kNone    ? Value()
                                           : Value(2.5);
  try {
    m->set_attribute("n", value);
  } catch (const Error& error) {
    same(tables(*m), before);
    holds(error.text(), "'n'");
    return error_code_name(error.code());
  }
  cr_assert(m->get_attribute("n").equals(value));
  return tables(*m);
}

}  // namespace

Test(matrix, r1_16_an_unused_name) {
  World world;
  same(assign("nothing", kParameter), "P p0 p1 n | B b0 b1 | C c0 c1 | A");
  same(assign("nothing", kModule), "P p0 p1 | B b0 b1 | C c0 c1 n | A");
  same(assign("nothing", kTensor), "P p0 p1 | B b0 b1 | C c0 c1 | A n");
  same(assign("nothing", kNone), "P p0 p1 | B b0 b1 | C c0 c1 | A n");
  same(assign("nothing", kOther), "P p0 p1 | B b0 b1 | C c0 c1 | A n");
}

Test(matrix, r1_16_a_plain_attribute) {
  World world;
  same(assign("attribute", kParameter), "P p0 p1 n | B b0 b1 | C c0 c1 | A");
  same(assign("attribute", kModule), "P p0 p1 | B b0 b1 | C c0 c1 n | A");
  same(assign("attribute", kTensor), "P p0 p1 | B b0 b1 | C c0 c1 | A n");
  same(assign("attribute", kNone), "P p0 p1 | B b0 b1 | C c0 c1 | A n");
  same(assign("attribute", kOther), "P p0 p1 | B b0 b1 | C c0 c1 | A n");
}

Test(matrix, r1_16_a_parameter_slot) {
  World world;
  for (const char* now : {"parameter", "parameter-none"}) {
    same(assign(now, kParameter), "P p0 n p1 | B b0 b1 | C c0 c1 | A");
    same(assign(now, kModule), "TypeError");
    same(assign(now, kTensor), "TypeError");
    same(assign(now, kNone), "P p0 n=None p1 | B b0 b1 | C c0 c1 | A");
    same(assign(now, kOther), "TypeError");
  }
}

Test(matrix, r1_16_a_buffer_slot_keeps_its_persistence) {
  World world;
  for (const char* now : {"buffer", "buffer-none"}) {
    same(assign(now, kParameter), "P p0 p1 n | B b0 b1 | C c0 c1 | A");
    same(assign(now, kModule), "P p0 p1 | B b0 b1 | C c0 c1 n | A");
    same(assign(now, kTensor), "P p0 p1 | B b0 n:np b1 | C c0 c1 | A");
    same(assign(now, kNone), "P p0 p1 | B b0 n:np=None b1 | C c0 c1 | A");
    same(assign(now, kOther), "TypeError");
  }
}

Test(matrix, r1_16_a_child_slot) {
  World world;
  for (const char* now : {"child", "child-none"}) {
    same(assign(now, kParameter), "P p0 p1 n | B b0 b1 | C c0 c1 | A");
    same(assign(now, kModule), "P p0 p1 | B b0 b1 | C c0 n c1 | A");
    same(assign(now, kTensor), "TypeError");
    same(assign(now, kNone), "P p0 p1 | B b0 b1 | C c0 n=None c1 | A");
    same(assign(now, kOther), "TypeError");
  }
}

Test(matrix, r1_17_bad_names_are_refused_for_every_kind) {
  World world;
  auto m = make<Net>();
  for (const char* name : {"", "a.b"}) {
    for (const Value& value :
         {Value(param()), module_value(make<Net>()), Value(vec({1})), Value(), Value(1)}) {
      error_of(ErrorCode::kKey, [&] { m->set_attribute(name, value); });
    }
  }
  same(tables(*m), "P | B | C | A");
}

Test(registration, r1_22_delete_looks_in_every_table_and_adding_again_goes_to_the_end) {
  World world;
  auto m = row("buffer");
  for (const char* name : {"p0", "b0", "c0", "n"})
    m->delete_attribute(name);
  same(tables(*m), "P p1 | B b1 | C c1 | A");
  m->register_buffer("n", vec({1}));  // persistence was forgotten
  m->register_parameter("p0", param());
  same(tables(*m), "P p1 p0 | B b1 n | C c1 | A");
  holds(error_of(ErrorCode::kAttribute, [&] { m->delete_attribute("zip"); }), "zip");
  holds(error_of(ErrorCode::kAttribute, [&] { m->get_attribute("zip"); }), "zip");
  cr_assert_not(m->has_attribute("zip"));
}

// ---- registration hooks
// ---------------------------------------------------------------------------

Test(registration, r4_48_hooks_chain_and_replace) {
  World world;
  Log log;
  const Tensor other = param({9});
  register_module_parameter_registration_hook(
      *world.context, logging(log, "first", [&](Call& call) {
        same(std::string(call.get(CallSlot::kName).as_string()), "p");
        call.set(CallSlot::kValue, Value(other));
      }));
  register_module_parameter_registration_hook(
      *world.context, logging(log, "second", [&](Call& call) {
        cr_assert(call.get(CallSlot::kValue).as_tensor().is_same(other));
      }));
  auto m = make<Net>();
  m->register_parameter("p", param());
  cr_assert(m->get_parameter("p").is_same(other));
  m->register_parameter("none", Tensor());  // not for None
  same(joined(log), "first second");
}

Test(registration, r4_48_buffer_hooks_run_for_none_and_module_hooks_for_assignment) {
  World world;
  Log log;
  register_module_buffer_registration_hook(*world.context, logging(log, "buffer"));
  register_module_module_registration_hook(*world.context, logging(log, "module"));
  auto m = make<Net>();
  m->register_buffer("b", Tensor());
  m->set_attribute("b", vec({1}));
  m->set_attribute("c", module_value(make<Net>()));
  m->set_attribute("c", Value());
  m->delete_attribute("c");
  same(joined(log), "buffer buffer module module");
}

Test(registration, r4_48_what_a_hook_gives_is_validated) {
  World world;
  auto m = make<Net>();
  auto hook = register_module_parameter_registration_hook(
      *world.context, callback([](Call& call) { call.set(CallSlot::kValue, vec({1})); }));
  error_of(ErrorCode::kType, [&] { m->register_parameter("p", param()); });
  hook.remove();
  hook = register_module_module_registration_hook(
      *world.context, callback([&](Call& call) { call.set(CallSlot::kValue, module_value(m)); }));
  error_of(ErrorCode::kValue, [&] { m->add_module("c", make<Net>()); });
  hook.remove();
  hook = register_module_buffer_registration_hook(
      *world.context, callback([](Call& call) { call.set(CallSlot::kValue, Value(1)); }));
  error_of(ErrorCode::kType, [&] { m->register_buffer("b", vec({1})); });
  same(tables(*m), "P | B | C | A");
}

Test(registration, r4_48_an_error_in_a_hook_stops_the_registration) {
  World world;
  register_module_module_registration_hook(
      *world.context, callback([](Call&) { fail(ErrorCode::kRuntime, "no"); }));
  auto m = make<Net>();
  m->set_attribute("c", Value(1));
  error_of(ErrorCode::kRuntime, [&] { m->set_attribute("c", module_value(make<Net>())); });
  same(tables(*m), "P | B | C | A c");
}

Test(registration, a_hook_may_hold_and_drop_a_module_under_construction) {
  World world;
  register_module_parameter_registration_hook(*world.context, callback([](Call& call) {
    const Ref<Module> held(call.module());
    cr_assert(held->has("weight") || call.get(CallSlot::kName).as_string() == "weight");
  }));
  auto m = make<Dense>(1, 1);
  cr_assert(m->reference_count() == 1);
  same(tables(*m), "P weight bias | B | C | A");
}
