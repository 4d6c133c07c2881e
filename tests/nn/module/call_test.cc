// Calling and forward hooks: rules R4.1–R4.24, and what they cost in structure: paths, nesting.
#include "tests/nn/module/support.h"

using namespace tenon;
using namespace tenon::nn;
using namespace tenon::nn::test;

namespace {

Ref<Callback> set_output(std::function<Value(Call&)> make_value) {
  return callback([make_value = std::move(make_value)](Call& call) {
    call.set(CallSlot::kOutput, make_value(call));
  });
}

Ref<Callback> failing(const char* text) {
  return callback([text](Call&) { fail(ErrorCode::kValue, text); });
}

}  // namespace

Test(call, r4_1_ids_grow_over_all_kinds_of_hooks) {
  World world;
  auto m = make<Net>();
  auto noop = callback([](Call&) {});
  std::int64_t last = 0;
  for (const HookHandle& handle :
       {m->register_forward_hook(noop), m->register_forward_pre_hook(noop),
        m->register_state_dict_pre_hook(noop), m->register_load_state_dict_post_hook(noop),
        register_module_forward_hook(*world.context, noop), m->register_forward_hook(noop)}) {
    cr_assert(handle.id() > last);
    last = handle.id();
  }
}

Test(call, r4_2_removal_is_idempotent_and_outlives_the_module) {
  World world;
  Log log;
  auto m = make<Net>();
  const Tensor x = vec({1});
  HookHandle first = m->register_forward_hook(logging(log, "a"));
  HookHandle again = m->register_forward_hook(logging(log, "b"));
  m->call(x);
  first.remove();
  first.remove();
  m->call(x);
  same(joined(log), "a b b");
  m = nullptr;
  again.remove();
}

Test(call, r4_3_prepend_puts_later_ones_first) {
  World world;
  Log log;
  auto m = make<Net>();
  int label = 0;
  for (const std::int32_t flags : {0, 1, 0, 0, 1})
    m->register_forward_hook(logging(log, concat(label++)), flags);
  m->call(vec({1}));
  same(joined(log), "4 1 0 2 3");
}

Test(call, r4_6_forward_skips_own_hooks_but_not_those_of_children) {
  World world;
  Log log;
  auto inner = make<Scale>(2);
  inner->register_forward_hook(logging(log, "inner"));
  auto outer = make<Sequential>(std::initializer_list<Ref<Module>>{inner});
  outer->register_forward_hook(logging(log, "outer"));
  same(values(outer->call_forward(args({vec({3})}), Value())), "6");
  same(joined(log), "inner");
  outer->call(vec({3}));
  same(joined(log), "inner inner outer");
}

Test(call, r4_6_a_missing_forward_names_the_class) {
  World world;
  class Bare final : public Module {
   public:
    Bare() : Module("Bare") {}
  };
  auto m = make<Bare>();
  holds(error_of(ErrorCode::kNotImplemented, [&] { m->call(vec({1})); }), "Bare");
}

Test(call, bc20_hooks_replace_and_an_error_leaves_no_trace) {
  World world;
  auto m = make<Scale>(2);
  m->register_forward_pre_hook(callback([](Call& call) {
    call.set(CallSlot::kArgs, scaled(call.tensor(CallSlot::kArgs, 0), 1, 1));
  }));
  m->register_forward_hook(
      set_output([](Call& call) { return Value(scaled(call.tensor(CallSlot::kOutput, 0), -1)); }));
  same(values(m->call(vec({1}))), "-4");
  m->register_forward_pre_hook(callback(
      [](Call& call) { call.set(CallSlot::kArgs, scaled(call.tensor(CallSlot::kArgs, 0), 10)); }));
  same(values(m->call(vec({1}))), "-40");
  HookHandle bad = m->register_forward_hook(failing("boom"));
  same(error_of(ErrorCode::kValue, [&] { m->call(vec({1})); }), "boom");
  bad.remove();
  same(values(m->call(vec({1}))), "-40");
  same(current_path(), "");
}

Test(call, r4_8_removing_itself_or_a_later_hook_counts_from_the_next_call) {
  World world;
  Log log;
  auto m = make<Net>();
  HookHandle self, later;
  self = m->register_forward_hook(logging(log, "self", [&](Call&) {
    self.remove();
    later.remove();
  }));
  later = m->register_forward_hook(logging(log, "later"));
  m->call(vec({1}));
  same(joined(log), "self later");
  m->call(vec({1}));
  same(joined(log), "self later");
}

Test(call, r4_8_a_pre_hook_that_removes_a_forward_hook_stops_it) {
  World world;
  Log log;
  auto m = make<Net>();
  HookHandle later = m->register_forward_pre_hook(logging(log, "pre2"));
  HookHandle post = m->register_forward_hook(logging(log, "post"));
  m->register_forward_pre_hook(logging(log, "pre1",
                                       [&](Call&) {
                                         later.remove();
                                         post.remove();
                                       }),
                               kHookPrepend);
  m->call(vec({1}));
  same(joined(log), "pre1 pre2");
}

Test(call, r4_8_a_forward_hook_registered_on_the_way_runs_if_there_was_a_hook) {
  World world;
  Log log;
  Ref<Net> m = make<Net>("Net", [&](Net& self, std::span<const Value> in, const Value&) {
    self.register_forward_hook(logging(log, "late"));
    return in[0];
  });
  m->call(vec({1}));  // no hook when the call began: the short way
  same(joined(log), "");
  m->call(vec({1}));  // now there is one; the second joins in the same call
  same(joined(log), "late late");
}

Test(call, r4_8_a_hook_registered_in_its_own_stage_waits) {
  World world;
  Log log;
  auto m = make<Net>();
  m->register_forward_pre_hook(logging(log, "pre", [&](Call&) {
    m->register_forward_pre_hook(logging(log, "new-pre"));
    m->register_forward_hook(logging(log, "new-post"));
  }));
  m->call(vec({1}));
  same(joined(log), "pre new-post");
}

Test(call, r4_9_a_module_under_two_names_fires_at_each_call) {
  World world;
  Log log;
  auto shared = make<Scale>(2);
  shared->register_forward_hook(logging(log, "hook"));
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{shared, shared});
  same(values(m->call(vec({1}))), "4");
  same(joined(log), "hook hook");
}

Test(call, r4_11_return_forms_of_pre_hooks) {
  World world;
  Value given;
  std::string seen;
  Ref<Net> m = make<Net>("Net", [&](Net&, std::span<const Value> in, const Value&) {
    seen.clear();
    for (const Value& v : in)
      seen += v.to_string() + ";";
    return Value(1);
  });
  bool set = false;
  m->register_forward_pre_hook(callback([&](Call& call) {
    if (set)
      call.set(CallSlot::kArgs, given);
  }));
  const auto run = [&](const Value& value) {
    given = value;
    set = true;
    m->call(args({Value(5), Value(6)}), Value());
    return seen;
  };
  m->call(args({Value(5), Value(6)}), Value());
  same(seen, "5;6;");
  same(run(Value::tuple({Value(1), Value(2)})), "1;2;");
  same(run(Value::tuple({})), "");
  same(run(Value(0)), "0;");
  same(run(Value(false)), "False;");
  same(run(Value("text")), "'text';");
  same(run(Value::list({Value(1)})), "[1];");  // a list is one argument
  same(run(Value()), "None;");
}

Test(call, r4_12_pre_hooks_see_and_change_keywords) {
  World world;
  std::string seen;
  Ref<Net> m = make<Net>("Net", [&](Net&, std::span<const Value> in, const Value& kwargs) {
    seen = kwargs.to_string();
    return in[0];
  });
  const Value caller = Value::dict();
  caller.as_dict().set("scale", Value(2));
  m->register_forward_pre_hook(callback([](Call& call) {
    call.get(CallSlot::kKwargs).as_dict().set("more", Value(1));  // in place
  }));
  m->call(args({vec({1})}), caller);
  same(seen, "{'scale': 2, 'more': 1}");
  same(caller.to_string(), "{'scale': 2}");
  m->call(vec({1}));  // the dict is there also when none was given
  same(seen, "{'more': 1}");
  m->register_forward_pre_hook(
      callback([](Call& call) { call.set(CallSlot::kKwargs, Value::dict()); }));
  m->call(args({vec({1})}), caller);
  same(seen, "None");
  m->register_forward_pre_hook(callback([](Call& call) { call.set(CallSlot::kKwargs, Value(3)); }));
  error_of(ErrorCode::kRuntime, [&] { m->call(args({vec({1})}), caller); });
}

Test(call, r4_13_an_error_in_a_pre_hook_stops_everything) {
  World world;
  Log log;
  auto m = make<Net>();
  m->register_forward_pre_hook(failing("pre"));
  m->register_forward_pre_hook(logging(log, "pre2"));
  m->register_forward_hook(logging(log, "post"));
  same(error_of(ErrorCode::kValue, [&] { m->call(vec({1})); }), "pre");
  same(joined(log), "");
}

Test(call, r4_14_context_hooks_come_first_and_apply_to_every_module) {
  World world;
  Log log;
  auto r = make<Scale>(1, "R");
  auto t = make<Scale>(1, "T");
  auto s = make<Sequential>(std::initializer_list<Ref<Module>>{r, t});
  const auto note = [&](const char* label) {
    return callback([&log, label](Call& call) {
      const std::string& type = call.module()->type_name();
      log.push_back(label + (type == "Sequential" ? std::string("S") : type));
    });
  };
  s->register_forward_pre_hook(note("lpre"));
  s->register_forward_hook(note("lfwd"));
  HookHandle pre = register_module_forward_pre_hook(*world.context, note("gpre"));
  HookHandle post = register_module_forward_hook(*world.context, note("gfwd"));
  s->call(vec({1}));
  same(joined(log), "gpreS lpreS gpreR gfwdR gpreT gfwdT gfwdS lfwdS");  // R4.49
  log.clear();
  pre.remove();
  post.remove();
  s->call(vec({1}));
  same(joined(log), "lpreS lfwdS");
}

Test(call, r4_15_forward_hooks_see_what_forward_got) {
  World world;
  auto m = make<Net>();
  m->register_forward_pre_hook(callback([](Call& call) { call.set(CallSlot::kArgs, Value(7)); }));
  std::string seen;
  m->register_forward_hook(callback([&](Call& call) {
    seen = call.get(CallSlot::kArgs).to_string() + call.get(CallSlot::kKwargs).to_string() +
           call.get(CallSlot::kOutput).to_string();
  }));
  const Value kwargs = Value::dict();
  kwargs.as_dict().set("k", Value(1));
  m->call(args({Value(1)}), kwargs);
  same(seen, "(7,){'k': 1}7");
}

Test(call, r4_16_any_value_replaces_the_output) {
  World world;
  auto m = make<Net>();
  HookHandle handle;
  for (const Value& value : {Value(0), Value(false), Value::tuple({}), Value::list({Value(1)}),
                             Value()}) {  // set to none: replaced by none
    handle = m->register_forward_hook(set_output([value](Call&) { return value; }));
    cr_assert(m->call(args({Value(5)}), Value()).equals(value));
    handle.remove();
  }
  m->register_forward_hook(set_output([](Call&) { return Value(1); }));
  m->register_forward_hook(
      set_output([](Call& call) { return Value(call.get(CallSlot::kOutput).as_int() + 10); }));
  cr_assert(eq(i64, m->call(args({Value(5)}), Value()).as_int(), 11));
}

Test(call, r4_18_a_hook_keeps_the_identity_of_inputs_and_outputs) {
  World world;
  auto m = make<Net>();
  const Tensor x = vec({1});
  m->register_forward_hook(callback([&](Call& call) {
    cr_assert(call.tensor(CallSlot::kArgs, 0).is_same(x));
    cr_assert(call.tensor(CallSlot::kOutput, 0).is_same(x));
    cr_assert(call.get(CallSlot::kArgs).at(0).as_tensor().is_same(x));
  }));
  cr_assert(m->call(x).is_same(x));
}

Test(call, on_forward_replaces_unless_it_gives_none) {
  World world;
  auto m = make<Net>();
  m->on_forward([](Module&, const Value&, const Value&) { return Value(); });
  same(values(m->call(vec({1}))), "1");
  m->on_forward([](Module&, const Value& in, const Value& out) {
    cr_assert(in.at(0).as_tensor().is_same(out.as_tensor()));
    return Value(vec({8}));
  });
  same(values(m->call(vec({1}))), "8");
}

// ---- always_call --------------------------------------------------------------------------------

Test(always_call, r4_19_runs_when_a_pre_hook_fails_and_the_first_error_stays) {
  World world;
  Log log;
  auto m = make<Net>();
  m->register_forward_hook(logging(log, "plain"));
  m->register_forward_hook(logging(log, "always",
                                   [](Call& call) {
                                     cr_assert(call.get(CallSlot::kOutput).is_none());
                                     cr_assert(eq(i64, call.get(CallSlot::kArgs).count(), 1));
                                   }),
                           kHookAlwaysCall);
  register_module_forward_hook(*world.context, logging(log, "context"), kHookAlwaysCall);
  m->register_forward_pre_hook(failing("pre"));
  same(error_of(ErrorCode::kValue, [&] { m->call(vec({1})); }), "pre");
  same(joined(log), "context always");
}

Test(always_call, r4_19_runs_when_forward_fails_with_keywords_too) {
  World world;
  Log log;
  Ref<Net> m = make<Net>("Net", [](Net&, std::span<const Value>, const Value&) -> Value {
    fail(ErrorCode::kRuntime, "forward failed");
  });
  register_module_forward_hook(*world.context, callback([&](Call& call) {
    log.push_back(call.get(CallSlot::kKwargs).to_string());  // R4.24: torch loses them here
  }),
                               kHookAlwaysCall);
  const Value kwargs = Value::dict();
  kwargs.as_dict().set("k", Value(1));
  same(error_of(ErrorCode::kRuntime, [&] { m->call(args({Value(1)}), kwargs); }), "forward failed");
  same(joined(log), "{'k': 1}");
}

Test(always_call, r4_20_later_ones_see_the_replaced_output) {
  World world;
  Log log;
  auto m = make<Net>();
  m->register_forward_hook(failing("hook"));
  m->register_forward_hook(
      set_output([](Call& call) { return Value(call.get(CallSlot::kOutput).as_int() + 1); }),
      kHookAlwaysCall);
  m->register_forward_hook(
      callback([&](Call& call) { log.push_back(call.get(CallSlot::kOutput).to_string()); }),
      kHookAlwaysCall);
  same(error_of(ErrorCode::kValue, [&] { m->call(args({Value(5)}), Value()); }), "hook");
  same(joined(log), "6");
}

Test(always_call, r4_21_an_error_inside_is_logged_and_the_others_still_run) {
  World world;
  Log log;
  auto m = make<Net>();
  m->register_forward_pre_hook(failing("first"));
  m->register_forward_hook(failing("swallowed"), kHookAlwaysCall);
  m->register_forward_hook(logging(log, "other"), kHookAlwaysCall);
  same(error_of(ErrorCode::kValue, [&] { m->call(vec({1})); }), "first");
  same(joined(log), "other");
  cr_assert(eq(sz, world.lines.size(), 1u));
  holds(world.lines[0], "swallowed");
}

Test(always_call, r4_22_in_its_normal_place_it_runs_once) {
  World world;
  Log log;
  auto m = make<Net>();
  m->register_forward_hook(logging(log, "a", [](Call&) { fail(ErrorCode::kValue, "a fails"); }),
                           kHookAlwaysCall);
  m->register_forward_hook(logging(log, "plain"));
  m->register_forward_hook(logging(log, "b"), kHookAlwaysCall);
  same(error_of(ErrorCode::kValue, [&] { m->call(vec({1})); }), "a fails");
  same(joined(log), "a b");
  log.clear();
  auto fine = make<Net>();
  fine->register_forward_hook(logging(log, "once"), kHookAlwaysCall);
  fine->call(vec({1}));
  same(joined(log), "once");
}

Test(always_call, r4_23_a_cancelled_call_does_not_trigger_it) {
  World world;
  Log log;
  auto m = make<Net>();
  m->register_forward_hook(logging(log, "always"), kHookAlwaysCall);
  m->register_forward_pre_hook(callback([](Call&) { fail(ErrorCode::kCancelled, "stop"); }));
  error_of(ErrorCode::kCancelled, [&] { m->call(vec({1})); });
  same(joined(log), "");
}

Test(always_call, r4_24_a_hook_may_remove_handles_on_the_error_path) {
  World world;
  Log log;
  auto m = make<Net>();
  HookHandle first, second;
  first = m->register_forward_hook(logging(log, "first",
                                           [&](Call&) {
                                             first.remove();
                                             second.remove();
                                           }),
                                   kHookAlwaysCall);
  second = m->register_forward_hook(logging(log, "second"), kHookAlwaysCall);
  m->register_forward_pre_hook(failing("original"));
  same(error_of(ErrorCode::kValue, [&] { m->call(vec({1})); }), "original");
  same(joined(log), "first second");
}

// ---- where a call is
// ------------------------------------------------------------------------------

Test(call, the_path_is_that_within_the_running_call) {
  World world;
  Log log;
  auto leaf = make<Scale>(1);
  leaf->register_forward_hook(callback([&](Call& call) { log.push_back(call.path()); }));
  auto list = make<ModuleList>(std::vector<Ref<Module>>{leaf});
  // A ModuleList is never called: the path leads through it all the same.
  Ref<Net> outer = make<Net>("Net", [&](Net& self, std::span<const Value> in, const Value&) {
    return Value(self.get_submodule("layers.0")->call(in[0].as_tensor()));
  });
  outer->add_module("layers", list);
  auto root = make<Sequential>(Named<Ref<Module>>{{"body", outer}});
  root->call(vec({1}));
  outer->call(vec({1}));
  leaf->call(vec({1}));
  cr_assert(eq(sz, log.size(), 3u));
  same(log[0], "body.layers.0");
  same(log[1], "layers.0");
  same(log[2], "");
}

Test(call, an_error_carries_the_path_of_the_innermost_module) {
  World world;
  Ref<Net> bad = make<Net>("Bad", [](Net&, std::span<const Value>, const Value&) -> Value {
    fail(ErrorCode::kRuntime, "Bad: does not fit");
  });
  auto inner = make<Sequential>(Named<Ref<Module>>{{"ok", make<Scale>(1)}, {"fc1", bad}});
  auto outer = make<Sequential>(Named<Ref<Module>>{{"net", inner}});
  const Error error = error_from(ErrorCode::kRuntime, [&] { outer->call(vec({1})); });
  same(error.path(), "net.fc1");
  same(error.text(), "net.fc1: Bad: does not fit");
  same(error_of(ErrorCode::kRuntime, [&] { bad->call(vec({1})); }), "Bad: does not fit");
}

Test(call, a_tensor_call_of_a_tuple_output_says_so) {
  World world;
  Ref<Net> m = make<Net>("Pair", [](Net&, std::span<const Value> in, const Value&) {
    return Value::tuple({in[0], in[0]});
  });
  holds(error_of(ErrorCode::kType, [&] { m->call(vec({1})); }), "Pair: the output is a tuple");
}

Test(call, endless_recursion_is_an_error) {
  World world;
  Ref<Net> m = make<Net>("Loop", [](Net& self, std::span<const Value> in, const Value&) {
    return self.call(args({in[0]}), Value());
  });
  holds(error_of(ErrorCode::kRuntime, [&] { m->call(vec({1})); }), "nested deeper");
  same(current_path(), "");
}

Test(call, values_without_init_are_refused_by_name) {
  World world;
  auto m = make<Dense>(2, 2);
  m->get_parameter("weight").impl().uninitialized = true;
  m->mark_uninitialized();
  auto root = make<Sequential>(Named<Ref<Module>>{{"fc1", m}});
  same(error_of(ErrorCode::kRuntime, [&] { root->call(vec({1})); }),
       "Linear (fc1): parameters have no values: load a state dict or initialize first");
  m->get_parameter("weight").fill_(1);
  holds(error_of(ErrorCode::kNotImplemented, [&] { root->call(vec({1})); }), "no forward");
}

// ---- custom modules
// -------------------------------------------------------------------------------

Test(custom, forward_is_the_callback) {
  World world;
  auto m =
      make<CustomModule>("Doubler", callback([](Call& call) {
                           cr_assert(call.kind() == CallKind::kForward);
                           call.set(CallSlot::kOutput, scaled(call.tensor(CallSlot::kArgs, 0), 2));
                         }));
  same(values(m->call(vec({3}))), "6");
  auto s = make<Sequential>(std::initializer_list<Ref<Module>>{m, m});
  same(values(s->call(vec({1}))), "4");
}

Test(custom, faults_of_the_callback_name_the_class) {
  World world;
  auto silent = make<CustomModule>("Silent", callback([](Call&) {}));
  holds(error_of(ErrorCode::kRuntime, [&] { silent->call(vec({1})); }), "Silent");
  auto none = make<CustomModule>("NoForward", selective_callback([](Call&) { return false; }));
  same(error_of(ErrorCode::kNotImplemented, [&] { none->call(vec({1})); }),
       "NoForward: no forward");
  auto unknown = make<UnknownModule>("BasicBlock", "");
  auto layer = make<Sequential>(std::initializer_list<Ref<Module>>{unknown});
  auto root = make<Sequential>(Named<Ref<Module>>{{"layer1", layer}});
  same(error_of(ErrorCode::kNotImplemented, [&] { root->call(vec({1})); }),
       "BasicBlock (layer1.0): no forward; export it or register the class");
}

Test(custom, extra_repr_and_extra_state_are_optional) {
  World world;
  Value state(1);
  auto m = make<CustomModule>("Tuned", selective_callback([&](Call& call) {
                                switch (call.kind()) {
                                  case CallKind::kExtraRepr:
                                    call.set(CallSlot::kValue, Value("gain=2"));
                                    return true;
                                  case CallKind::kGetExtraState:
                                    call.set(CallSlot::kValue, state);
                                    return true;
                                  case CallKind::kSetExtraState:
                                    state = call.get(CallSlot::kValue);
                                    return true;
                                  default:
                                    return false;
                                }
                              }));
  same(m->repr(), "Tuned(gain=2)");
  auto saved = m->state_dict();
  same(keys(*saved), "_extra_state");
  saved->set("_extra_state", Value("new"));
  m->load_state_dict(*saved);
  same(state.to_string(), "'new'");
  // A callback that answers everything as if it were forward has no extra state.
  auto sloppy = make<CustomModule>(
      "Sloppy", callback([](Call& call) { call.set(CallSlot::kOutput, Value(1)); }));
  same(keys(*sloppy->state_dict()), "");
  same(sloppy->repr(), "Sloppy()");
}
