// state_dict and load_state_dict: rules R5.1–R5.31b.
#include "tests/nn/module/support.h"

using namespace tenon;
using namespace tenon::nn;
using namespace tenon::nn::test;

namespace {

Ref<StateDict> new_state(const Named<Value>& items, bool metadata = false) {
  auto state = make<StateDict>(Context::current());
  for (const auto& item : items)
    state->set(item.first, item.second);
  if (metadata)
    state->set_metadata(make<Dict>(Context::current()));
  return state;
}

Tensor matrix(std::initializer_list<double> numbers, std::initializer_list<std::int64_t> sizes) {
  return Tensor::of<double>(numbers, sizes);
}

/// All values of a module, by name.
std::string dump(const Module& m) {
  std::string text;
  for (const auto& entry : m.named_parameters())
    text += entry.first + "=" + values(entry.second) + ";";
  for (const auto& entry : m.named_buffers())
    text += entry.first + "=" + values(entry.second) + ";";
  return text;
}

std::string listed(const LoadReport& report, ReportKind kind) {
  return joined(report.list(kind));
}

LoadOptions lenient() {
  LoadOptions options;
  options.strict = false;
  return options;
}

Ref<Sequential> two_linears() {
  return make<Sequential>(std::initializer_list<Ref<Module>>{make<Dense>(2, 2), make<Dense>(2, 3)});
}

class Stateful final : public Module {
 public:
  explicit Stateful(bool gives = true, bool takes = true)
      : Module("Stateful"), gives_(gives), takes_(takes) {
    register_parameter("w", param());
    register_buffer("b", vec({0}));
    add_module("c", make<Dense>(1, 1, false));
  }
  Value get_extra_state() const override { return state; }
  void set_extra_state(const Value& value) override {
    if (fails)
      fail(ErrorCode::kValue, "set_extra_state failed");
    state = value;
  }
  bool has_extra_state() const override { return gives_; }
  bool takes_extra_state() const override { return takes_; }
  Value state{1};
  bool fails = false;

 private:
  ~Stateful() override = default;
  bool gives_;
  bool takes_;
};

}  // namespace

// ---- saving
// ---------------------------------------------------------------------------------------

Test(state_dict, r5_1_order_and_extra_state_before_the_children) {
  World world;
  auto m = make<Stateful>();
  m->register_buffer("np", vec({1}), false);
  m->register_buffer("none", Tensor());
  m->register_parameter("v", param());
  auto state = m->state_dict();
  same(keys(*state), "w v b _extra_state c.weight");
  same(state->get("_extra_state").to_string(), "1");
}

Test(state_dict, r5_2_a_prefix_is_pasted_as_it_is) {
  World world;
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{make<Dense>(1, 1, false)});
  StateDictOptions options;
  options.prefix = "foo.";
  auto state = m->state_dict(options);
  same(keys(*state), "foo.0.weight");
  same(state->metadata()->entry(0).key + " " + state->metadata()->entry(1).key, "foo foo.0");
  options.prefix = "foo";
  state = m->state_dict(options);
  same(keys(*state), "foo0.weight");
  same(state->metadata()->entry(0).key, "fo");
}

Test(state_dict, r5_3_values_share_storage_and_keep_vars_gives_the_objects) {
  World world;
  auto m = make<Dense>(1, 1, false);
  const Tensor w = m->get_parameter("weight");
  const Tensor saved = m->state_dict()->tensor("weight");
  cr_assert(saved.shares_storage(w) && !(saved.is_same(w)));
  cr_assert_not(saved.requires_grad() || saved.is_parameter());
  StateDictOptions options;
  options.keep_vars = true;
  cr_assert(m->state_dict(options)->tensor("weight").is_same(w));
  auto snapshot = m->state_dict()->clone();
  w.fill_(7);
  same(values(saved), "7");
  same(values(snapshot->tensor("weight")), "0");
}

Test(state_dict, r5_4_shared_ones_appear_under_every_name) {
  World world;
  auto c = make<Dense>(1, 1, false);
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{c, c, nullptr});
  same(keys(*m->state_dict()), "0.weight 1.weight");
}

Test(state_dict, r5_5_metadata_has_every_module) {
  World world;
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{make<Net>(), make<Dense>(1, 1)});
  auto state = m->state_dict();
  cr_assert(eq(i64, state->metadata()->count(), 3));
  same(state->metadata()->entry(1).key, "0");
  same(state->metadata()->entry(1).value.to_string(), "{'version': 1}");
}

Test(state_dict, r5_6_a_destination_is_filled) {
  World world;
  StateDictOptions options;
  options.destination = new_state({{"before", Value(1)}});
  auto state = make<Dense>(1, 1)->state_dict(options);
  cr_assert(state == options.destination);
  same(keys(*state), "before weight bias");
  cr_assert_not(state->metadata());
}

Test(state_dict, r5_8_copies_keep_the_metadata_apart) {
  World world;
  auto state = make<Dense>(1, 1)->state_dict();
  auto copy = state->copy();
  copy->metadata()->find("")->as_dict().set("version", Value(9));
  copy->remove("weight");
  same(keys(*state), "weight bias");
  same(state->metadata()->entry(0).value.to_string(), "{'version': 1}");
}

Test(state_dict, r5_11_r5_12_hooks_before_and_after) {
  World world;
  Log log;
  auto leaf = make<Dense>(1, 1, false);
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{leaf});
  m->register_state_dict_pre_hook(callback([&](Call& call) {
    log.push_back("pre" + std::string(call.get(CallSlot::kPrefix).as_string()) +
                  call.get(CallSlot::kValue).to_string());
    if (!m->has("late"))
      m->register_parameter("late", param());
  }));
  leaf->register_state_dict_post_hook(callback([&](Call& call) {
    log.push_back("leaf" + std::string(call.get(CallSlot::kPrefix).as_string()));
    cr_assert(eq(i64, call.state_dict().count(), 2));
  }));
  m->register_state_dict_post_hook(callback([&](Call& call) {
    log.push_back("root" + std::string(call.get(CallSlot::kPrefix).as_string()));
    call.state_dict().remove("p.late");
    call.state_dict().set("extra", Value(1));
    call.get(CallSlot::kMetadata).as_dict().set("note", Value(2));
  }));
  StateDictOptions options;
  options.prefix = "p.";
  auto state = m->state_dict(options);
  same(joined(log), "prep.False leafp.0. rootp.");
  same(keys(*state), "p.0.weight extra");
  same(state->metadata()->entry(0).value.to_string(), "{'version': 1, 'note': 2}");
}

Test(state_dict, r5_12_a_post_hook_gives_nothing_back) {
  World world;
  auto m = make<Dense>(1, 1);
  m->register_state_dict_post_hook(
      callback([](Call& call) { call.set(CallSlot::kStateDict, Value(1)); }));
  error_of(ErrorCode::kRuntime, [&] { m->state_dict(); });
}

Test(state_dict, strip_prefix_renames_keys_and_metadata) {
  World world;
  StateDictOptions options;
  options.prefix = "module.";
  auto state = make<Dense>(1, 1)->state_dict(options);
  cr_assert(eq(i64, strip_prefix(*state, "module."), 2));
  same(keys(*state), "weight bias");
  same("'" + state->metadata()->entry(0).key + "'", "''");
  cr_assert(eq(i64, strip_prefix(*state, "module."), 0));
}

// ---- loading
// --------------------------------------------------------------------------------------

Test(load, r5_19_copy_mode_keeps_the_objects) {
  World world;
  auto m = make<Dense>(2, 1);
  const Tensor w = m->get_parameter("weight");
  const std::uint64_t version = w.version();
  auto report =
      m->load_state_dict(*new_state({{"weight", matrix({1, 2}, {1, 2})}, {"bias", vec({3})}}));
  same(report->to_string(), "<All keys matched successfully>");
  cr_assert(m->get_parameter("weight").is_same(w) && w.requires_grad());
  same(dump(*m), "weight=1 2;bias=3;");
  cr_assert(w.version() > version);
}

Test(load, r5_19_casts_are_listed) {
  World world;
  auto m = make<Net>();
  m->register_buffer("i", Tensor::of<std::int64_t>({0, 0}));
  m->register_buffer("f", Tensor::of<float>({0}));
  auto state = new_state({{"i", vec({1.9, -1.9})}, {"f", vec({0.1})}});
  auto report = m->load_state_dict(*state);
  same(values(m->get_buffer("i")), "1 -1");
  cr_assert(m->get_buffer("f").dtype() == DType::kFloat32);
  same(joined(report->list(ReportKind::kCast)), "i: float64 → int64 f: float64 → float32");
  LoadOptions strict_dtype;
  strict_dtype.strict_dtype = true;
  holds(error_of(ErrorCode::kRuntime, [&] { m->load_state_dict(*state, strict_dtype); }),
        "float64 → int64");
}

Test(load, bc16_an_error_lists_everything_and_changes_nothing) {
  World world;
  auto m = two_linears();
  auto state = m->state_dict()->clone();
  state->tensor("0.weight").fill_(5);
  state->tensor("1.bias").fill_(5);
  state->set("1.weight", Tensor::zeros(Shape{9, 9}, DType::kFloat64));
  state->set("zzz", vec({1}));
  state->remove("0.bias");
  const std::string before = dump(*m);
  same(error_of(ErrorCode::kRuntime, [&] { m->load_state_dict(*state); }),
       "Error(s) in loading state_dict for Sequential:\n"
       "\tMissing key(s) in state_dict: \"0.bias\". \n"
       "\tUnexpected key(s) in state_dict: \"zzz\". \n"
       "\tsize mismatch for 1.weight: copying a param with shape torch.Size([9, 9]) from "
       "checkpoint, the shape in current model is torch.Size([3, 2]).");
  same(dump(*m), before);
  LoadOptions options = lenient();
  options.report = make<LoadReport>(*world.context);
  same(error_of(ErrorCode::kRuntime, [&] { m->load_state_dict(*state, options); }),
       "Error(s) in loading state_dict for Sequential:\n"
       "\tsize mismatch for 1.weight: copying a param with shape torch.Size([9, 9]) from "
       "checkpoint, the shape in current model is torch.Size([3, 2]).");
  same(listed(*options.report, ReportKind::kMissing), "0.bias");
  same(listed(*options.report, ReportKind::kUnexpected), "zzz");
  same(dump(*m), before);
}

Test(load, r5_26_partial_keeps_what_was_loaded) {
  World world;
  auto m = two_linears();
  auto state = m->state_dict()->clone();
  state->tensor("0.weight").fill_(5);
  state->tensor("1.bias").fill_(5);
  state->set("1.weight", vec({1}));
  LoadOptions options;
  options.partial = true;
  error_of(ErrorCode::kRuntime, [&] { m->load_state_dict(*state, options); });
  same(dump(*m), "0.weight=5 5 5 5;0.bias=0 0;1.weight=0 0 0 0 0 0;1.bias=5 5 5;");
}

Test(load, r5_18_entries_that_do_not_fit) {
  World world;
  auto m = make<Net>();
  m->register_parameter("p", matrix({1, 2}, {1, 2}).as_parameter());
  const auto message = [&](const Value& entry) {
    return error_of(ErrorCode::kRuntime, [&] { m->load_state_dict(*new_state({{"p", entry}})); });
  };
  holds(message(vec({1, 2})),
        "torch.Size([2]) from checkpoint, the shape in current model is "
        "torch.Size([1, 2])");
  holds(message(matrix({1}, {1, 1})), "torch.Size([1, 1])");  // would broadcast
  holds(message(Tensor::scalar(1, DType::kFloat64)), "torch.Size([])");
  holds(message(Value::list({Value(1)})), "\"p\", expected a tensor");
  holds(message(Value("text")), "\"p\"");
  same(dump(*m), "p=1 2;");
}

Test(load, r5_18_a_scalar_takes_one_element_and_no_more) {
  World world;
  auto m = make<Net>();
  m->register_parameter("p", Tensor::scalar(0, DType::kFloat64).as_parameter());
  m->load_state_dict(*new_state({{"p", vec({4})}}));
  same(dump(*m), "p=4;");
  m->load_state_dict(*new_state({{"p", Tensor::scalar(5, DType::kFloat64)}}));
  same(dump(*m), "p=5;");
  for (const Value& bad : {Value(vec({1, 2})), Value(vec({})), Value(matrix({1}, {1, 1}))}) {
    holds(error_of(ErrorCode::kRuntime,
                   [&] {
                     m->load_state_dict(*new_state({{"p", bad}}));
                   }),
          "size mismatch for p");
  }
}

Test(load, r5_22_unexpected_keys) {
  World world;
  auto m = make<Net>();
  m->add_module("fc", make<Dense>(1, 1));
  m->add_module("nc", nullptr);
  m->register_buffer("np", vec({1}), false);
  m->register_parameter("none", Tensor());
  const auto unexpected = [&](const char* key) {
    auto state = m->state_dict();
    state->set(key, vec({1}));
    return listed(*m->load_state_dict(*state, lenient()), ReportKind::kUnexpected);
  };
  // The last two: torch accepts what lies below a None child in silence.
  for (const char* key : {"x", "other.weight", "fc.x", "np", "none", "fc", "fc.", "fc.weight.x",
                          "_extra_state", "fc._extra_state", "fcx.weight", "nc.weight", "nc.a.b"}) {
    same(unexpected(key), key);
  }
}

Test(load, r5_31b_order_of_the_lists) {
  World world;
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{
      make<Sequential>(std::initializer_list<Ref<Module>>{make<Dense>(1, 1)}), make<Dense>(1, 1)});
  auto report = m->load_state_dict(
      *new_state({{"9.x", Value(1)}, {"1.y", Value(1)}, {"0.z", Value(1)}, {"0.0.q", Value(1)}}),
      lenient());
  same(listed(*report, ReportKind::kMissing), "0.0.weight 0.0.bias 1.weight 1.bias");
  same(listed(*report, ReportKind::kUnexpected), "9.x 0.z 0.0.q 1.y");
  same(report->to_string(),
       "_IncompatibleKeys(missing_keys=['0.0.weight', '0.0.bias', '1.weight', '1.bias'], "
       "unexpected_keys=['9.x', '0.z', '0.0.q', '1.y'])");
}

Test(load, r5_30_the_later_of_two_names_wins_and_is_reported) {
  World world;
  auto c = make<Dense>(1, 1, false);
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{c, c});
  auto report = m->load_state_dict(
      *new_state({{"0.weight", matrix({1}, {1, 1})}, {"1.weight", matrix({2}, {1, 1})}}));
  same(dump(*m), "0.weight=2;");
  same(listed(*report, ReportKind::kTied), "1.weight: differs from 0.weight");
  report = m->load_state_dict(
      *new_state({{"0.weight", matrix({3}, {1, 1})}, {"1.weight", matrix({3}, {1, 1})}}));
  same(listed(*report, ReportKind::kTied), "");
}

Test(load, a_tied_key_that_the_file_names_as_an_alias_is_not_missing) {
  World world;
  auto c = make<Dense>(1, 1, false);
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{c, c});
  auto state = new_state({{"1.weight", matrix({1}, {1, 1})}});
  holds(error_of(ErrorCode::kRuntime, [&] { m->load_state_dict(*state); }), "\"0.weight\"");
  state->file_metadata().set("0.weight", Value("1.weight"));
  m->load_state_dict(*state);
  same(dump(*m), "0.weight=1;");
  // A model that does not tie them still lacks one.
  auto loose = make<Sequential>(
      std::initializer_list<Ref<Module>>{make<Dense>(1, 1, false), make<Dense>(1, 1, false)});
  holds(error_of(ErrorCode::kRuntime, [&] { loose->load_state_dict(*state); }), "\"0.weight\"");
}

Test(load, bc37_buffers_that_are_none_or_not_saved) {
  World world;
  auto m = make<Net>();
  m->register_buffer("a", vec({1}));
  m->register_buffer("b", vec({1}), false);
  m->register_buffer("c", Tensor());
  same(keys(*m->state_dict()), "a");
  auto state = new_state({{"a", vec({5})}, {"b", vec({5})}, {"c", vec({5})}});
  holds(error_of(ErrorCode::kRuntime, [&] { m->load_state_dict(*state); }),
        "Unexpected key(s) in state_dict: \"b\", \"c\". ");
  same(dump(*m), "a=1;b=1;");
}

Test(load, values_make_a_module_without_any_usable) {
  World world;
  auto m = make<Dense>(1, 1, false);
  const Tensor w = m->get_parameter("weight");
  w.impl().uninitialized = true;
  m->mark_uninitialized();
  holds(
      error_of(ErrorCode::kRuntime,
               [&] {
                 m->load_state_dict(*new_state({{"weight", matrix({1}, {1, 1})}, {"x", Value(1)}}));
               }),
      "\"x\"");
  cr_assert(w.is_uninitialized());
  m->load_state_dict(*new_state({{"weight", matrix({1}, {1, 1})}}));
  cr_assert_not(w.is_uninitialized());
  holds(error_of(ErrorCode::kNotImplemented, [&] { m->call(vec({1})); }), "no forward");
}

// ---- extra state
// ----------------------------------------------------------------------------------

Test(load, r5_17_extra_state_present_and_absent) {
  World world;
  const auto load = [](bool takes, bool present) {
    auto m = make<Stateful>(true, takes);
    auto state = m->state_dict()->clone();
    if (present) {
      state->set("_extra_state", Value("new"));
    } else {
      state->remove("_extra_state");
    }
    auto report = m->load_state_dict(*state, lenient());
    return m->state.to_string() + "|" + listed(*report, ReportKind::kMissing) + "|" +
           listed(*report, ReportKind::kUnexpected);
  };
  same(load(true, true), "'new'||");
  same(load(true, false), "1|_extra_state|");
  same(load(false, true), "1||_extra_state");
  same(load(false, false), "1||");
}

Test(load, a_failing_set_extra_state_undoes_what_went_before) {
  World world;
  auto first = make<Stateful>();
  auto second = make<Stateful>();
  second->fails = true;
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{first, second});
  auto state = m->state_dict()->clone();
  state->tensor("0.w").fill_(9);
  state->set("0._extra_state", Value("new"));
  const std::string before = dump(*m);
  same(error_of(ErrorCode::kValue, [&] { m->load_state_dict(*state); }), "set_extra_state failed");
  same(dump(*m), before);
  same(first->state.to_string(), "1");
  LoadOptions options;
  options.partial = true;
  error_of(ErrorCode::kValue, [&] { m->load_state_dict(*state, options); });
  same(first->state.to_string(), "'new'");
}

// ---- load hooks
// -----------------------------------------------------------------------------------

Test(load, r5_16_a_parents_hook_reaches_the_child_which_sees_its_own_keys) {
  World world;
  Log log;
  auto child = make<Dense>(1, 1, false);
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{child});
  m->register_load_state_dict_pre_hook(callback([&](Call& call) {
    StateDict& map = call.state_dict();
    map.set("0.weight", map.get("old"));
    map.remove("old");
    log.push_back(call.get(CallSlot::kMetadata).to_string());
  }));
  child->register_load_state_dict_pre_hook(callback([&](Call& call) {
    log.push_back(keys(call.state_dict()) + "@" +
                  std::string(call.get(CallSlot::kPrefix).as_string()) +
                  call.get(CallSlot::kStrict).to_string());
  }));
  auto state = new_state({{"old", matrix({4}, {1, 1})}, {"z", Value(1)}});
  auto report = m->load_state_dict(*state, lenient());
  same(joined(log), "{} 0.weight@0.False");  // the caller's strictness; torch always says True
  same(dump(*m), "0.weight=4;");
  same(keys(*state), "old z");
  same(listed(*report, ReportKind::kUnexpected), "z");
}

Test(load, r5_28_lists_may_be_edited_and_errors_added) {
  World world;
  auto m = make<Dense>(1, 1, false);
  HookHandle hook = m->register_load_state_dict_pre_hook(callback([](Call& call) {
    call.report().list(ReportKind::kMismatched).push_back("my own complaint");
  }));
  auto state = new_state({{"weight", matrix({4}, {1, 1})}});
  same(error_of(ErrorCode::kRuntime, [&] { m->load_state_dict(*state); }),
       "Error(s) in loading state_dict for Linear:\n\tmy own complaint");
  same(dump(*m), "weight=0;");
  hook.remove();
  m->load_state_dict(*state);
  same(dump(*m), "weight=4;");
}

Test(load, r5_29_post_hooks_see_the_global_lists_child_before_parent) {
  World world;
  Log log;
  auto child = make<Net>();
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{make<Dense>(1, 1), child});
  m->register_parameter("own", param());
  child->register_load_state_dict_post_hook(callback([&](Call& call) {
    log.push_back("child:" + listed(call.report(), ReportKind::kMissing) + ":" +
                  listed(call.report(), ReportKind::kUnexpected));
    call.report().list(ReportKind::kMissing).clear();
    call.report().list(ReportKind::kUnexpected).clear();
  }));
  m->register_load_state_dict_post_hook(logging(log, "root"));
  auto report = m->load_state_dict(*new_state({{"z", Value(1)}}));
  same(joined(log), "child:own 0.weight 0.bias:z root");
  cr_assert(report->all_matched());
  child->register_load_state_dict_post_hook(
      callback([](Call& call) { call.set(CallSlot::kReport, Value(5)); }));
  error_of(ErrorCode::kAssertion, [&] { m->load_state_dict(*new_state({})); });
}

Test(load, r5_26_a_failing_hook_stops_the_walk_and_undoes) {
  World world;
  Log log;
  auto m = two_linears();
  m->get_item(0)->register_load_state_dict_post_hook(callback([&](Call&) {
    log.push_back(values(m->get_parameter("0.weight")));  // hooks see what was loaded so far
  }));
  m->get_item(1)->register_load_state_dict_post_hook(
      callback([](Call&) { fail(ErrorCode::kValue, "stop"); }));
  auto state = m->state_dict()->clone();
  state->tensor("0.weight").fill_(5);
  const std::string before = dump(*m);
  same(error_of(ErrorCode::kValue, [&] { m->load_state_dict(*state); }), "stop");
  same(joined(log), "5 5 5 5");
  same(dump(*m), before);
}

Test(load, r5_31a_a_hook_may_remove_itself) {
  World world;
  Log log;
  auto m = make<Dense>(1, 1, false);
  HookHandle self;
  self = m->register_load_state_dict_pre_hook(logging(log, "self", [&](Call&) { self.remove(); }));
  m->register_load_state_dict_pre_hook(logging(log, "next"));
  auto state = m->state_dict();
  m->load_state_dict(*state);
  m->load_state_dict(*state);
  same(joined(log), "self next next");
}

// ---- assign
// ---------------------------------------------------------------------------------------

namespace {
LoadOptions assigning() {
  LoadOptions options;
  options.assign = true;
  return options;
}
}  // namespace

Test(load, r5_20_assign_takes_the_entries_themselves) {
  World world;
  auto m = make<Dense>(1, 1);
  m->register_buffer("b", vec({0}));
  m->get_parameter("bias").set_requires_grad(false);
  const Tensor weight = Tensor::of<float>({3}, {1, 1});
  const Tensor bias = Tensor::of<double>({4}).as_parameter(true);
  const Tensor buffer = Tensor::of<std::int64_t>({5});
  m->load_state_dict(*new_state({{"b", buffer}, {"bias", bias}, {"weight", weight}}), assigning());
  const Tensor w = m->get_parameter("weight");
  cr_assert(w.shares_storage(weight) && w.requires_grad() && w.dtype() == DType::kFloat32);
  cr_assert(m->get_parameter("bias").is_same(bias) && !(bias.requires_grad()));
  cr_assert(m->get_buffer("b").is_same(buffer));
  same(tables(*m), "P weight bias | B b | C | A");
}

Test(load, r5_20_assign_keeps_ties) {
  World world;
  auto m = make<Net>();
  const Tensor tied = param();
  for (const char* name : {"p", "q", "r"})
    m->register_parameter(name, tied);
  auto report = m->load_state_dict(*new_state({{"p", vec({1, 1})}, {"q", vec({2, 2})}}), [] {
    LoadOptions options;
    options.assign = true;
    options.strict = false;
    return options;
  }());
  const Tensor now = m->get_parameter("p");
  cr_assert_not(now.is_same(tied));
  cr_assert(m->get_parameter("q").is_same(now) && m->get_parameter("r").is_same(now));
  same(values(now), "2 2");
  same(listed(*report, ReportKind::kTied), "q: differs from p");
}

Test(load, r5_20_assign_refuses_a_bad_shape_and_leaves_map_and_module_alone) {
  World world;
  auto m = make<Dense>(1, 1);
  const Tensor weight = m->get_parameter("weight");
  auto state = m->state_dict()->clone();
  state->set("bias", vec({1, 2}));
  const std::string metadata = Value(state->metadata()).to_string();
  holds(error_of(ErrorCode::kRuntime, [&] { m->load_state_dict(*state, assigning()); }),
        "size mismatch for bias");
  cr_assert(m->get_parameter("weight").is_same(weight));
  same(Value(state->metadata()).to_string(), metadata);
}

Test(load, r4_48_assign_runs_registration_hooks_and_is_undone_if_one_fails) {
  World world;
  auto m = make<Dense>(1, 1);
  const Tensor weight = m->get_parameter("weight");
  int calls = 0;
  register_module_parameter_registration_hook(*world.context, callback([&](Call&) {
    if (++calls == 2)
      fail(ErrorCode::kRuntime, "second");
  }));
  auto state = m->state_dict()->clone();
  same(error_of(ErrorCode::kRuntime, [&] { m->load_state_dict(*state, assigning()); }), "second");
  cr_assert(m->get_parameter("weight").is_same(weight));
}
