// How schedulers are made, and what all of them share.
#include "tenon/optim/scheduler.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tenon::optim {
namespace {

using Kind = Scheduler::Kind;

/// An option and its default.
struct Option_ {
  enum class Form : std::uint8_t { kRequired, kInt, kFloat, kTrue, kFalse, kNone, kWord };
  Kind owner;
  Form form;
  const char* name;
  double number = 0;
  const char* word = nullptr;
};
using Form = Option_::Form;

// In the order of Kind.
constexpr const char* kNames[] = {
    "ChainedScheduler",  "ConstantLR",
    "CosineAnnealingLR", "CosineAnnealingWarmRestarts",
    "CyclicLR",          "ExponentialLR",
    "LambdaLR",          "LinearLR",
    "MultiStepLR",       "MultiplicativeLR",
    "OneCycleLR",        "PolynomialLR",
    "ReduceLROnPlateau", "SWALR",
    "SequentialLR",      "StepLR",
};

// All but ChainedScheduler and ReduceLROnPlateau take last_epoch, -1, too.
constexpr Option_ kOptions[] = {
    {Kind::kConstantLR, Form::kFloat, "factor", 1.0 / 3},
    {Kind::kConstantLR, Form::kInt, "total_iters", 5},
    {Kind::kCosineAnnealingLR, Form::kRequired, "T_max"},
    {Kind::kCosineAnnealingLR, Form::kFloat, "eta_min", 0},
    {Kind::kCosineAnnealingWarmRestarts, Form::kRequired, "T_0"},
    {Kind::kCosineAnnealingWarmRestarts, Form::kInt, "T_mult", 1},
    {Kind::kCosineAnnealingWarmRestarts, Form::kFloat, "eta_min", 0},
    {Kind::kCyclicLR, Form::kRequired, "base_lr"},
    {Kind::kCyclicLR, Form::kRequired, "max_lr"},
    {Kind::kCyclicLR, Form::kInt, "step_size_up", 2000},
    {Kind::kCyclicLR, Form::kNone, "step_size_down"},
    {Kind::kCyclicLR, Form::kWord, "mode", 0, "triangular"},
    {Kind::kCyclicLR, Form::kFloat, "gamma", 1},
    {Kind::kCyclicLR, Form::kWord, "scale_mode", 0, "cycle"},
    {Kind::kCyclicLR, Form::kTrue, "cycle_momentum"},
    {Kind::kCyclicLR, Form::kFloat, "base_momentum", 0.8},
    {Kind::kCyclicLR, Form::kFloat, "max_momentum", 0.9},
    {Kind::kExponentialLR, Form::kRequired, "gamma"},
    {Kind::kLinearLR, Form::kFloat, "start_factor", 1.0 / 3},
    {Kind::kLinearLR, Form::kFloat, "end_factor", 1},
    {Kind::kLinearLR, Form::kInt, "total_iters", 5},
    {Kind::kMultiStepLR, Form::kRequired, "milestones"},
    {Kind::kMultiStepLR, Form::kFloat, "gamma", 0.1},
    {Kind::kOneCycleLR, Form::kRequired, "max_lr"},
    {Kind::kOneCycleLR, Form::kNone, "total_steps"},
    {Kind::kOneCycleLR, Form::kNone, "epochs"},
    {Kind::kOneCycleLR, Form::kNone, "steps_per_epoch"},
    {Kind::kOneCycleLR, Form::kFloat, "pct_start", 0.3},
    {Kind::kOneCycleLR, Form::kWord, "anneal_strategy", 0, "cos"},
    {Kind::kOneCycleLR, Form::kTrue, "cycle_momentum"},
    {Kind::kOneCycleLR, Form::kFloat, "base_momentum", 0.85},
    {Kind::kOneCycleLR, Form::kFloat, "max_momentum", 0.95},
    {Kind::kOneCycleLR, Form::kFloat, "div_factor", 25},
    {Kind::kOneCycleLR, Form::kFloat, "final_div_factor", 1e4},
    {Kind::kOneCycleLR, Form::kFalse, "three_phase"},
    {Kind::kPolynomialLR, Form::kInt, "total_iters", 5},
    {Kind::kPolynomialLR, Form::kFloat, "power", 1},
    {Kind::kReduceLROnPlateau, Form::kWord, "mode", 0, "min"},
    {Kind::kReduceLROnPlateau, Form::kFloat, "factor", 0.1},
    {Kind::kReduceLROnPlateau, Form::kInt, "patience", 10},
    {Kind::kReduceLROnPlateau, Form::kFloat, "threshold", 1e-4},
    {Kind::kReduceLROnPlateau, Form::kWord, "threshold_mode", 0, "rel"},
    {Kind::kReduceLROnPlateau, Form::kInt, "cooldown", 0},
    {Kind::kReduceLROnPlateau, Form::kInt, "min_lr", 0},
    {Kind::kReduceLROnPlateau, Form::kFloat, "eps", 1e-8},
    {Kind::kSWALR, Form::kRequired, "swa_lr"},
    {Kind::kSWALR, Form::kInt, "anneal_epochs", 10},
    {Kind::kSWALR, Form::kWord, "anneal_strategy", 0, "cos"},
    {Kind::kSequentialLR, Form::kRequired, "milestones"},
    {Kind::kStepLR, Form::kRequired, "step_size"},
    {Kind::kStepLR, Form::kFloat, "gamma", 0.1},
};

Value default_of(const Option_& option) {
  switch (option.form) {
    case Form::kInt:
      return Value(static_cast<std::int64_t>(option.number));
    case Form::kFloat:
      return Value(option.number);
    case Form::kTrue:
    case Form::kFalse:
      return Value(option.form == Form::kTrue);
    case Form::kWord:
      return Value(option.word);
    default:
      return {};
  }
}

/// All options of a scheduler, given or default.
Ref<Dict> complete(Kind kind, const char* name, const Value& given) {
  const Ref<Dict> all = tenon::make<Dict>(Context::current());
  if (kind != Kind::kChainedScheduler && kind != Kind::kReduceLROnPlateau)
    all->set("last_epoch", Value(-1));
  for (const Option_& option : kOptions) {
    if (option.owner == kind)
      all->set(option.name, default_of(option));
  }
  if (!given.is_none()) {
    for (const Dict::Entry& entry : given.as_dict().entries()) {
      if (!all->has(entry.key))
        fail(ErrorCode::kType, name, ": unknown option '", entry.key, "'");
      all->set(entry.key, entry.value);
    }
  }
  for (const Option_& option : kOptions) {
    if (option.owner == kind && option.form == Form::kRequired && all->find(option.name)->is_none())
      fail(ErrorCode::kType, name, ": option '", option.name, "' is missing");
  }
  return all;
}

}  // namespace

Ref<Scheduler> create_scheduler(std::string_view name, const Ref<Optimizer>& optimizer,
                                const Value& options, Schedule schedule,
                                std::vector<Ref<Scheduler>> inner) {
  std::size_t i = 0;
  while (i < std::size(kNames) && kNames[i] != name)
    ++i;
  if (i == std::size(kNames))
    fail(ErrorCode::kKey, "scheduler: unknown class '", name, "'");
  const Kind kind = static_cast<Kind>(i);
  const bool takes_inner = kind == Kind::kChainedScheduler || kind == Kind::kSequentialLR;
  const bool needs_schedule = kind == Kind::kLambdaLR || kind == Kind::kMultiplicativeLR;
  if (takes_inner ? inner.empty() : !inner.empty())
    fail(ErrorCode::kValue, name, takes_inner ? ": needs" : ": takes no", " schedulers to run");
  if (needs_schedule && !schedule)
    fail(ErrorCode::kType, name, ": needs a function");
  if (schedule && !needs_schedule && kind != Kind::kCyclicLR)
    fail(ErrorCode::kType, name, ": takes no function");
  for (std::size_t k = 0; k < inner.size(); ++k) {
    if (!(inner[k]->optimizer() == optimizer))
      fail(ErrorCode::kValue, name, ": scheduler ", k, " is of another optimizer");
  }
  const Ref<Dict> all = complete(kind, kNames[i], options);
  Ref<Scheduler> scheduler =
      tenon::make<Scheduler>(kind, optimizer, std::move(schedule), std::move(inner));
  scheduler->init(Value(all));
  return scheduler;
}

Scheduler::Scheduler(Kind kind, Ref<Optimizer> optimizer, Schedule schedule,
                     std::vector<Ref<Scheduler>> inner)
    : Object(optimizer->context()),
      kind_(kind),
      optimizer_(std::move(optimizer)),
      schedule_(std::move(schedule)),
      inner_(std::move(inner)),
      attributes_(tenon::make<Dict>(context())) {}

std::string_view Scheduler::type_name() const noexcept {
  return kNames[static_cast<int>(kind_)];
}

void Scheduler::refuse(std::string_view option, const Value& value, std::string_view wanted) const {
  fail(ErrorCode::kValue, type_name(), ": ", option, " is ", value.to_string(), ", must be ",
       wanted);
}

double Scheduler::number_of(const Value& value) {
  return value.is_tensor() ? value.as_tensor().item() : value.as_float();
}

const Value& Scheduler::get(std::string_view name) const {
  const Value* found = attributes_->find(name);
  if (found == nullptr)
    fail(ErrorCode::kKey, type_name(), ": the state has no '", name, "'");
  return *found;
}

double Scheduler::item(std::string_view list, std::int64_t index) const {
  return number_of(get(list).at(index));
}

/// One value a group: a list as given, or one number for all.
Value Scheduler::per_group(std::string_view option, const Value& value) const {
  const std::int64_t groups = optimizer_->group_count();
  std::vector<Value> items(static_cast<std::size_t>(groups), value);
  if (value.is_sequence()) {
    if (value.count() != groups) {
      fail(ErrorCode::kValue, type_name(), ": ", option, " has ", value.count(),
           " values, the optimizer ", groups, " groups");
    }
    items = value.as_sequence().items;
  }
  for (const Value& item : items)
    static_cast<void>(number_of(item));
  return Value::list(std::move(items));
}

Value Scheduler::lrs(std::string_view key) const {
  std::vector<Value> items;
  for (std::int64_t i = 0; i < optimizer_->group_count(); ++i) {
    const Value* found = std::as_const(optimizer_->group(i)).find(key);
    if (found == nullptr)
      fail(ErrorCode::kKey, type_name(), ": group ", i, " has no '", key,
           "', which going on from last_epoch needs");
    items.emplace_back(found->is_tensor() ? Value(number_of(*found)) : *found);
  }
  return Value::list(std::move(items));
}

double Scheduler::lr(std::int64_t group) const {
  return number_of(*optimizer_->group(group).find("lr"));
}

void Scheduler::set_lr(std::int64_t group, double value) {
  Dict& dict = optimizer_->group(group);
  const Value* now = dict.find("lr");
  if (now != nullptr && now->is_tensor()) {
    now->as_tensor().fill_(value);
  } else {
    dict.set("lr", Value(value));
  }
}

bool Scheduler::momentum_is_beta() const {
  if (!optimizer_->has_option("momentum") && !optimizer_->has_option("betas"))
    fail(ErrorCode::kValue, type_name(),
         ": cycle_momentum needs an optimizer with momentum or betas");
  return optimizer_->has_option("betas");
}

void Scheduler::set_momentum(std::int64_t group, double value) {
  Dict& dict = optimizer_->group(group);
  if (!get("use_beta1").as_bool()) {
    dict.set("momentum", Value(value));
    return;
  }
  std::vector<Value> betas = dict.find("betas")->as_sequence().items;
  betas[0] = Value(value);
  dict.set("betas", Value::tuple(std::move(betas)));
}

void Scheduler::init(const Value& options) {
  const Dict& given = options.as_dict();
  const auto in_range = [&](std::string_view name, bool fits, std::string_view wanted) {
    if (!fits)
      refuse(name, *given.find(name), wanted);
  };
  const auto value = [&](std::string_view name) { return number_of(*given.find(name)); };
  switch (kind_) {
    case Kind::kCyclicLR:
      init_cycle(given);
      break;
    case Kind::kOneCycleLR:
      init_one_cycle(given);
      break;
    case Kind::kReduceLROnPlateau:
      init_plateau(given);
      return;
    case Kind::kSequentialLR:
    case Kind::kChainedScheduler:
      init_sequence(given);
      return;
    case Kind::kConstantLR:
      in_range("factor", value("factor") >= 0 && value("factor") <= 1, "in [0, 1]");
      break;
    case Kind::kLinearLR:
      in_range("start_factor", value("start_factor") > 0 && value("start_factor") <= 1,
               "in (0, 1]");
      in_range("end_factor", value("end_factor") >= 0 && value("end_factor") <= 1, "in [0, 1]");
      break;
    case Kind::kCosineAnnealingWarmRestarts:
      for (const std::string_view name : {"T_0", "T_mult"}) {
        in_range(name, given.find(name)->kind() == ValueKind::kInt && value(name) >= 1,
                 "an int of 1 or more");
      }
      break;
    case Kind::kMultiStepLR: {
      std::map<std::int64_t, std::int64_t> sorted;
      for (const Value& milestone : given.find("milestones")->as_sequence().items)
        ++sorted[milestone.as_int()];
      const Ref<Dict> counts = tenon::make<Dict>(context());
      for (const auto& [at, times] : sorted)
        counts->set(std::to_string(at), Value(times));
      set("milestones", Value(counts));
      break;
    }
    case Kind::kSWALR: {
      const std::string_view strategy = given.find("anneal_strategy")->as_string();
      in_range("anneal_strategy", strategy == "cos" || strategy == "linear", "'cos' or 'linear'");
      in_range(
          "anneal_epochs",
          given.find("anneal_epochs")->kind() == ValueKind::kInt && value("anneal_epochs") >= 0,
          "an int of 0 or more");
      const Value rates = per_group("swa_lr", *given.find("swa_lr"));
      for (std::int64_t i = 0; i < optimizer_->group_count(); ++i)
        optimizer_->group(i).set("swa_lr", rates.at(i));
      set("_anneal_strategy", Value(strategy));
      set("anneal_epochs", *given.find("anneal_epochs"));
      break;
    }
    default:
      break;
  }
  if (kind_ != Kind::kCyclicLR && kind_ != Kind::kOneCycleLR && kind_ != Kind::kSWALR) {
    for (const Dict::Entry& entry : given.entries()) {
      if (entry.key == "last_epoch" || attributes_->has(entry.key))
        continue;
      if (!entry.value.is_sequence())
        static_cast<void>(number_of(entry.value));  // refuses other types
      set(entry.key, entry.value);
      if (entry.key == "T_0")
        set("T_i", entry.value);
    }
  }
  if (kind_ == Kind::kCosineAnnealingWarmRestarts)
    set("T_cur", *given.find("last_epoch"));
  init_groups(given.find("last_epoch")->as_int());
  if (kind_ == Kind::kLambdaLR || kind_ == Kind::kMultiplicativeLR) {
    set("lr_lambdas",
        Value::list(std::vector<Value>(static_cast<std::size_t>(optimizer_->group_count()))));
  }
  if (kind_ == Kind::kCyclicLR) {
    set("base_lrs", per_group("base_lr", *given.find("base_lr")));
    set("_scale_fn_custom", Value());
  }
}

/// The initial learning rates, and the first step.
void Scheduler::init_groups(std::int64_t last_epoch) {
  if (last_epoch == -1) {
    for (std::int64_t i = 0; i < optimizer_->group_count(); ++i) {
      Dict& group = optimizer_->group(i);
      if (!group.has("initial_lr"))
        group.set("initial_lr", Value(lr(i)));
    }
  }
  set("base_lrs", lrs("initial_lr"));
  set("last_epoch", Value(last_epoch));
  initial_step();
}

void Scheduler::initial_step() {
  set("_step_count", Value(0));
  set("_is_initial", Value(true));
  step();
  set("_is_initial", Value(false));
  set("_get_lr_called_within_step", Value(false));
  note_lrs();
}

void Scheduler::note_lrs() {
  set("_last_lr", lrs("lr"));
}

void Scheduler::init_sequence(const Dict& given) {
  if (kind_ == Kind::kSequentialLR) {
    const Value& milestones = *given.find("milestones");
    for (const Value& milestone : milestones.as_sequence().items)
      static_cast<void>(milestone.as_int());
    if (milestones.count() != static_cast<std::int64_t>(inner_.size()) - 1) {
      fail(ErrorCode::kValue, "SequentialLR: ", inner_.size(), " schedulers want ",
           inner_.size() - 1, " milestones, got ", milestones.count());
    }
    for (const Ref<Scheduler>& scheduler : inner_) {
      if (scheduler->kind_ == Kind::kReduceLROnPlateau)
        fail(ErrorCode::kValue, "SequentialLR: ReduceLROnPlateau wants a metric and cannot be run");
    }
    set("_milestones", milestones);
    set("last_epoch", Value(given.find("last_epoch")->as_int() + 1));
    // The schedulers took their first steps when they were made: back to the start.
    const Value initial = lrs("initial_lr");
    for (std::int64_t i = 0; i < optimizer_->group_count(); ++i)
      set_lr(i, number_of(initial.at(i)));
    undo();
    inner_[0]->initial_step();
  }
  note_lrs();
}

void Scheduler::undo() {
  for (const Ref<Scheduler>& scheduler : inner_) {
    if (!scheduler->inner_.empty()) {
      scheduler->undo();
    } else {
      scheduler->set("last_epoch", Value(scheduler->get("last_epoch").as_int() - 1));
    }
  }
}

void Scheduler::step(std::optional<double> number) {
  switch (kind_) {
    case Kind::kReduceLROnPlateau:
      if (!number.has_value())
        fail(ErrorCode::kType, "ReduceLROnPlateau: a step needs the metric");
      step_plateau(*number);
      break;
    case Kind::kCosineAnnealingWarmRestarts:
      step_restarts(number);
      break;
    case Kind::kChainedScheduler:
      for (const Ref<Scheduler>& scheduler : inner_)
        scheduler->step();
      break;
    case Kind::kSequentialLR: {
      const std::int64_t epoch = get("last_epoch").as_int() + 1;
      set("last_epoch", Value(epoch));
      std::size_t at = 0;
      bool begins = false;
      for (const Value& milestone : get("_milestones").as_sequence().items) {
        at += milestone.as_int() <= epoch;
        begins |= milestone.as_int() == epoch;
      }
      if (begins) {
        inner_[at]->kind_ == Kind::kCosineAnnealingWarmRestarts ? inner_[at]->step(0)
                                                                : inner_[at]->update_lr(0);
      } else {
        inner_[at]->step();
      }
      break;
    }
    default:
      set("_step_count", Value(get("_step_count").as_int() + 1));
      update_lr(number);
  }
  note_lrs();
}

void Scheduler::update_lr(std::optional<double> epoch) {
  if (!inner_.empty()) {
    step();
    return;
  }
  set("last_epoch", Value(epoch.has_value() ? static_cast<std::int64_t>(*epoch)
                                            : get("last_epoch").as_int() + 1));
  if (kind_ == Kind::kCyclicLR)
    step_cycle();
  if (kind_ == Kind::kOneCycleLR)
    step_one_cycle();
  std::vector<double> values;
  for (std::int64_t i = 0; i < optimizer_->group_count(); ++i) {
    const std::optional<double> closed = epoch.has_value() ? closed_lr(i) : std::nullopt;
    values.push_back(closed.has_value() ? *closed : next_lr(i));
  }
  for (std::int64_t i = 0; i < optimizer_->group_count(); ++i)
    set_lr(i, values[static_cast<std::size_t>(i)]);
  note_lrs();
}

Value Scheduler::last_lr() const {
  return get("_last_lr");
}

Value Scheduler::state_dict() const {
  const Ref<Dict> state = attributes_->copy();
  if (!inner_.empty()) {
    std::vector<Value> states;
    for (const Ref<Scheduler>& scheduler : inner_)
      states.push_back(scheduler->state_dict());
    state->set("_schedulers", Value::list(std::move(states)));
  }
  return Value(state);
}

void Scheduler::load_state_dict(const Value& state_dict) {
  const Dict& given = state_dict.as_dict();
  if (!inner_.empty()) {
    const Value* states = given.find("_schedulers");
    if (states == nullptr || states->count() != static_cast<std::int64_t>(inner_.size()))
      fail(ErrorCode::kValue, type_name(), ": the state dict is not of ", inner_.size(),
           " schedulers");
    for (std::size_t i = 0; i < inner_.size(); ++i)
      inner_[i]->load_state_dict(states->at(static_cast<std::int64_t>(i)));
  }
  for (const Dict::Entry& entry : given.entries()) {
    if (entry.key != "_schedulers")
      set(entry.key, entry.value);
  }
}

}  // namespace tenon::optim
