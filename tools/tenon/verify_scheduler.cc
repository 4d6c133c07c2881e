#include <cmath>

#include "tools/tenon/cases.h"

namespace tenon::tool {
namespace {

constexpr double kTolerance = 1e-12;

/// Two groups with lr 0.1 and 0.02.
Owned<tenon_optimizer> make_optimizer(tenon_context* context, const std::string& kind,
                                      bool initial_lr) {
  ValueHandle groups, options;
  must(tenon_value_list(context, nullptr, 0, groups.out()));
  must(tenon_value_dict(context, options.out()));
  if (kind == "sgd")
    must(tenon_value_dict_set_float(options.get(), "momentum", 0.9));
  for (const double lr : {0.1, 0.02}) {
    ValueHandle group;
    TensorHandle tensor, param;
    const std::int64_t sizes[] = {1};
    must(tenon_value_dict(context, group.out()));
    must(tenon_tensor_full(context, TENON_FLOAT64, sizes, 1, 1.0, tensor.out()));
    must(tenon_tensor_parameter(tensor.get(), 1, param.out()));
    must(tenon_value_dict_set_tensor(group.get(), "params", param.get()));
    must(tenon_value_dict_set_float(group.get(), "lr", lr));
    if (initial_lr)
      must(tenon_value_dict_set_float(group.get(), "initial_lr", lr));
    must(tenon_value_list_append(groups.get(), group.get()));
  }
  Owned<tenon_optimizer> optimizer;
  must(tenon_optimizer_create(context, kind == "adam" ? "Adam" : "SGD", groups.get(), options.get(),
                              optimizer.out()));
  return optimizer;
}

using SchedulerHandle = Owned<tenon_scheduler>;

/// The functions of a case, alive until its schedulers are gone.
struct Functions {
  std::vector<std::unique_ptr<Callable>> all;
};

SchedulerHandle make(tenon_context* context, tenon_optimizer* optimizer, const std::string& name,
                     const Json& args, Functions* functions) {
  // What is no option: functions, inner schedulers, and words for the runner.
  ValueHandle options;
  must(tenon_value_dict(context, options.out()));
  const Json* function = nullptr;
  for (const auto& [key, value] : args.members()) {
    if (key == "lr_lambda" || key == "scale_fn") {
      function = &value;
    } else if (key != "schedulers" && key != "initial_lr" && key != "step" && key != "by_hand") {
      must(tenon_value_dict_set(options.get(), key.c_str(), plain_value(context, value).get()));
    }
  }
  SchedulerHandle scheduler;
  if (args["schedulers"].is_array()) {
    std::vector<SchedulerHandle> inner;
    std::vector<tenon_scheduler*> handles;
    for (const Json& one : args["schedulers"].items()) {
      inner.push_back(make(context, optimizer, one[0].as_string(), one[1], functions));
      handles.push_back(inner.back().get());
    }
    must(tenon_scheduler_create_of(optimizer, name.c_str(), handles.data(),
                                   static_cast<std::int64_t>(handles.size()), options.get(),
                                   scheduler.out()));
  } else if (function != nullptr && !function->is_null()) {
    functions->all.push_back(std::make_unique<Callable>([context, function](tenon_call* call) {
      ValueHandle given;
      must(tenon_call_get(call, TENON_SLOT_ARGS, given.out()));
      const double epoch = number_of(item_of(given.get(), 0).get());
      const auto group = static_cast<std::size_t>(number_of(item_of(given.get(), 1).get()));
      const Json& one = function->is_array() ? (*function)[group] : *function;
      must(tenon_call_set(call, TENON_SLOT_VALUE,
                          float_value(context, evaluate(one["expr"].as_string(), epoch)).get()));
    }));
    must(tenon_scheduler_create_with(optimizer, name.c_str(), options.get(), run_callable,
                                     functions->all.back().get(), nullptr, scheduler.out()));
  } else {
    must(tenon_scheduler_create(optimizer, name.c_str(), options.get(), scheduler.out()));
  }
  return scheduler;
}

std::string differs_numbers(const std::vector<double>& actual, const Json& expected,
                            const char* what) {
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (!is_close(actual[i], expected[i].as_float(), kTolerance)) {
      char text[120];
      std::snprintf(text, sizeof text, "%s of group %zu is %.17g, not %.17g", what, i, actual[i],
                    expected[i].as_float());
      return text;
    }
  }
  return "";
}

/// Attributes: numbers as numbers, lists item by item. What was recorded as {"type": …} only shows
/// that it is there.
std::string differs_attribute(tenon_value* actual, const Json& expected) {
  const std::int32_t kind = tenon_value_kind(actual);
  if (expected.is_object())
    return "";
  if (expected.is_null())
    return kind == TENON_VALUE_NONE ? "" : "is not None";
  if (kind == TENON_VALUE_DICT) {  // a Counter, recorded as pairs
    if (tenon_value_count(actual) != static_cast<std::int64_t>(expected.size()))
      return "has another length";
    for (const Json& pair : expected.items()) {
      const std::string key = std::to_string(pair[0].as_int());
      if (number_of(entry_of(actual, key.c_str()).get()) != pair[1].as_float())
        return "differs at " + key;
    }
    return "";
  }
  if (expected.is_array()) {
    if (tenon_value_count(actual) != static_cast<std::int64_t>(expected.size()))
      return "has another length";
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const ValueHandle item = item_of(actual, static_cast<std::int64_t>(i));
      const std::string text = differs_attribute(item.get(), expected[i]);
      if (!text.empty())
        return text;
    }
    return "";
  }
  const bool is_number = expected.is_number() || kind == TENON_VALUE_FLOAT;
  if (expected.kind() == Json::Kind::kBool)
    return kind == TENON_VALUE_BOOL && (number_of(actual) != 0) == expected.as_bool() ? ""
                                                                                      : "differs";
  if (is_number) {
    const double number = number_of(actual), wanted = expected.as_float();
    return is_close(number, wanted, kTolerance)
               ? ""
               : "is " + std::to_string(number) + ", not " + std::to_string(wanted);
  }
  return expected.as_string() == tenon_value_string_data(actual) ? "" : "differs";
}

class Run {
 public:
  Run(const Cases& cases, const Json& one)
      : context_(cases.context()),
        one_(one),
        name_(one["name"].as_string().substr(0, one["name"].as_string().find('/'))),
        optimizer_(
            make_optimizer(context_, one["optimizer"].as_string(), one["args"].has("initial_lr"))) {
    if (name_ == "two") {
      for (const Json& inner : one["args"]["schedulers"].items()) {
        schedulers_.push_back(
            make(context_, optimizer_.get(), inner[0].as_string(), inner[1], &functions_));
      }
    } else {
      schedulers_.push_back(make(context_, optimizer_.get(), name_, one["args"], &functions_));
    }
  }

  void step(std::size_t t) {
    const std::string by_hand =
        one_["args"].has("by_hand") ? one_["args"]["by_hand"].as_string() : "";
    if (by_hand == "group 0 lr = 0.07 before scheduler step 5" && t + 1 == 5)
      must(tenon_value_dict_set_float(group(0).get(), "lr", 0.07));
    must(tenon_optimizer_step(optimizer_.get()));
    const std::string word = one_["args"].has("step") ? one_["args"]["step"].as_string() : "";
    for (const SchedulerHandle& scheduler : schedulers_) {
      if (one_["metrics"].is_array()) {
        must(tenon_scheduler_step_with(scheduler.get(), one_["metrics"][t].as_float()));
      } else if (word.rfind("step(", 0) == 0) {
        // "step((t + 1) * 0.45)"
        must(tenon_scheduler_step_with(scheduler.get(),
                                       evaluate(word.substr(4), static_cast<double>(t))));
      } else {
        must(tenon_scheduler_step(scheduler.get()));
      }
    }
  }

  /// The groups after `t` steps.
  std::string differs(std::size_t t) const {
    std::vector<double> lrs, momenta;
    for (std::int64_t i = 0; i < 2; ++i) {
      lrs.push_back(number_of(entry_of(group(i).get(), "lr").get()));
      if (one_["momentum"].is_array()) {
        momenta.push_back(number_of(one_["optimizer"].as_string() == "adam"
                                        ? item_of(entry_of(group(i).get(), "betas").get(), 0).get()
                                        : entry_of(group(i).get(), "momentum").get()));
      }
    }
    std::string text = differs_numbers(lrs, one_["lr"][t], "lr");
    if (text.empty())
      text = differs_numbers(momenta, one_["momentum"][t], "momentum");
    if (text.empty() && one_["last_lr_equal"].kind() == Json::Kind::kBool &&
        one_["last_lr_equal"].as_bool()) {
      ValueHandle last;
      must(tenon_scheduler_last_lr(schedulers_.back().get(), last.out()));
      for (std::int64_t i = 0; i < 2; ++i) {
        if (number_of(item_of(last.get(), i).get()) != lrs[static_cast<std::size_t>(i)])
          text = "last_lr is not the groups' lr";
      }
    }
    return text;
  }

  ValueHandle state() const {
    ValueHandle state;
    must(tenon_scheduler_state_dict(schedulers_[0].get(), state.out()));
    return state;
  }
  /// Groups and attributes of another run at the same point.
  void load(const Run& other) {
    ValueHandle state;
    must(tenon_optimizer_state_dict(other.optimizer_.get(), state.out()));
    must(tenon_optimizer_load_state_dict(optimizer_.get(), state.get()));
    must(tenon_scheduler_load_state_dict(schedulers_[0].get(), other.state().get()));
  }

 private:
  ValueHandle group(std::int64_t index) const {
    ValueHandle groups;
    must(tenon_optimizer_param_groups(optimizer_.get(), groups.out()));
    return item_of(groups.get(), index);
  }

  tenon_context* context_;
  const Json& one_;
  std::string name_;
  Functions functions_;
  Owned<tenon_optimizer> optimizer_;
  std::vector<SchedulerHandle> schedulers_;
};

}  // namespace

std::string run_scheduler(const Cases& cases, const Json& one) {
  Run run(cases, one);
  const std::size_t count = one["lr"].size();
  std::unique_ptr<Run> resumed;
  for (std::size_t t = 0; t < count; ++t) {
    std::string text = run.differs(t);
    if (text.empty() && resumed != nullptr) {
      text = resumed->differs(t);
      text = text.empty() ? "" : "resumed: " + text;
    }
    if (!text.empty())
      return "after " + std::to_string(t) + " steps: " + text;
    if (t == count / 2 && one["resume_equal"].kind() == Json::Kind::kBool &&
        one["resume_equal"].as_bool()) {
      resumed = std::make_unique<Run>(cases, one);
      resumed->load(run);
    }
    if (t + 1 == count)
      break;
    run.step(t);
    if (resumed != nullptr)
      resumed->step(t);
  }
  const ValueHandle state = run.state();
  if (one["state"].size() == 0)
    return "";
  for (const auto& [key, value] : one["state"].members()) {
    if (tenon_value_has(state.get(), key.c_str()) != 1)
      return "the state has no " + key;
    const std::string text = differs_attribute(entry_of(state.get(), key.c_str()).get(), value);
    if (!text.empty())
      return key + " " + text;
  }
  return tenon_value_count(state.get()) == static_cast<std::int64_t>(one["state"].size())
             ? ""
             : "the state has more than was recorded";
}

}  // namespace tenon::tool
