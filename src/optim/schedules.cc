// What each scheduler computes.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tenon/optim/scheduler.h"

namespace tenon::optim {
namespace {

constexpr double kPi = std::numbers::pi;

double anneal(bool cosine, double start, double end, double part) {
  return cosine ? end + (start - end) / 2.0 * (std::cos(kPi * part) + 1)
                : (end - start) * part + start;
}

double swa_part(bool cosine, double t) {
  t = std::max(0.0, std::min(1.0, t));
  return cosine ? (1 - std::cos(kPi * t)) / 2 : t;
}

}  // namespace

/// The next learning rate of a group, from the last one.
double Scheduler::next_lr(std::int64_t group) const {
  const double now = lr(group), epoch = number("last_epoch");
  const double base = item("base_lrs", group);
  const bool is_initial = get("_is_initial").as_bool();
  switch (kind_) {
    case Kind::kLambdaLR:
      return base * schedule_(epoch, group);
    case Kind::kMultiplicativeLR:
      return is_initial ? now : now * schedule_(epoch, group);
    case Kind::kStepLR:
      return epoch == 0 || std::fmod(epoch, number("step_size")) != 0 ? now : now * number("gamma");
    case Kind::kMultiStepLR: {
      const Value* times =
          get("milestones").as_dict().find(std::to_string(get("last_epoch").as_int()));
      return times == nullptr ? now : now * std::pow(number("gamma"), number_of(*times));
    }
    case Kind::kConstantLR:
      if (epoch == 0)
        return now * number("factor");
      return epoch != number("total_iters") ? now : now * (1.0 / number("factor"));
    case Kind::kLinearLR: {
      const double start = number("start_factor"), end = number("end_factor");
      const double total = number("total_iters");
      if (epoch == 0)
        return now * start;
      if (is_initial || epoch > total)
        return now;
      return now * (1.0 + (end - start) / (total * start + (epoch - 1) * (end - start)));
    }
    case Kind::kExponentialLR:
      return is_initial ? now : now * number("gamma");
    case Kind::kPolynomialLR: {
      const double total = number("total_iters");
      if (is_initial || epoch == 0 || epoch > total)
        return now;
      return now * std::pow((1.0 - epoch / total) / (1.0 - (epoch - 1) / total), number("power"));
    }
    case Kind::kCosineAnnealingLR: {
      const double span = number("T_max"), least = number("eta_min");
      if (is_initial)
        return now;
      if (number("_step_count") == 1 && epoch > 0)
        return least + (base - least) * (1 + std::cos(epoch * kPi / span)) / 2;
      if (std::fmod(epoch - 1 - span, 2 * span) == 0)
        return now + (base - least) * (1 - std::cos(kPi / span)) / 2;
      return (1 + std::cos(kPi * epoch / span)) / (1 + std::cos(kPi * (epoch - 1) / span)) *
                 (now - least) +
             least;
    }
    case Kind::kCosineAnnealingWarmRestarts: {
      const double least = number("eta_min");
      return least + (base - least) * (1 + std::cos(kPi * number("T_cur") / number("T_i"))) / 2;
    }
    case Kind::kSWALR: {
      const double epochs = number("anneal_epochs"), span = std::max(1.0, epochs);
      const bool cosine = get("_anneal_strategy").as_string() == "cos";
      const double target = number_of(*optimizer_->group(group).find("swa_lr"));
      double step = number("_step_count") - 1;
      if (epochs == 0)
        step = std::max(1.0, step);
      const double before = swa_part(cosine, (step - 1) / span);
      const double start = before == 1 ? target : (now - before * target) / (1 - before);
      const double part = swa_part(cosine, step / span);
      return target * part + start * (1 - part);
    }
    case Kind::kCyclicLR:
    case Kind::kOneCycleLR:
      return next_[static_cast<std::size_t>(group)];
    default:
      return now;
  }
}

/// The learning rate of an epoch that was jumped to, where there is a formula for it.
std::optional<double> Scheduler::closed_lr(std::int64_t group) const {
  const double epoch = number("last_epoch"), base = item("base_lrs", group);
  switch (kind_) {
    case Kind::kStepLR:
      return base * std::pow(number("gamma"), std::floor(epoch / number("step_size")));
    case Kind::kMultiStepLR: {
      double passed = 0;
      for (const Dict::Entry& entry : get("milestones").as_dict().entries()) {
        // The keys are numbers that were written by std::to_string.
        double at = 0;
        for (const char c : entry.key)
          at = c == '-' ? at : at * 10 + (c - '0');
        if (entry.key[0] == '-' || at <= epoch)
          passed += number_of(entry.value);
      }
      return base * std::pow(number("gamma"), passed);
    }
    case Kind::kConstantLR:
      return base * (epoch >= number("total_iters") ? 1 : number("factor"));
    case Kind::kLinearLR: {
      const double start = number("start_factor"), total = number("total_iters");
      return base * (start + (number("end_factor") - start) * std::min(total, epoch) / total);
    }
    case Kind::kExponentialLR:
      return base * std::pow(number("gamma"), epoch);
    case Kind::kPolynomialLR: {
      const double total = number("total_iters");
      return base * std::pow(1.0 - std::min(total, epoch) / total, number("power"));
    }
    case Kind::kCosineAnnealingLR: {
      const double least = number("eta_min");
      return least + (base - least) * (1 + std::cos(kPi * epoch / number("T_max"))) / 2;
    }
    default:
      return std::nullopt;
  }
}

void Scheduler::step_restarts(std::optional<double> epoch) {
  const double first = number("T_0"), factor = number("T_mult");
  double at = number("T_cur"), span = number("T_i");
  if (!epoch.has_value() && number("last_epoch") < 0)
    epoch = 0;
  if (!epoch.has_value()) {
    epoch = number("last_epoch") + 1;
    at += 1;
    if (at >= span) {
      at -= span;
      span *= factor;
    }
  } else {
    if (!(*epoch >= 0))
      refuse("epoch", Value(*epoch), "0 or more");
    span = first;
    at = *epoch;
    if (*epoch >= first && factor == 1) {
      at = std::fmod(*epoch, first);
    } else if (*epoch >= first) {
      const double cycles =
          std::floor(std::log(*epoch / first * (factor - 1) + 1) / std::log(factor));
      at = *epoch - first * (std::pow(factor, cycles) - 1) / (factor - 1);
      span = first * std::pow(factor, cycles);
    }
  }
  const auto spelled = [](double x) {
    return x == std::floor(x) ? Value(static_cast<std::int64_t>(x)) : Value(x);
  };
  set("T_cur", spelled(at));
  set("T_i", spelled(span));
  set("last_epoch", Value(static_cast<std::int64_t>(std::floor(*epoch))));
  for (std::int64_t i = 0; i < optimizer_->group_count(); ++i)
    set_lr(i, next_lr(i));
}

// ---- CyclicLR: Smith, 2015 ----

void Scheduler::init_cycle(const Dict& given) {
  const bool fresh = given.find("last_epoch")->as_int() == -1;
  const std::string_view mode = given.find("mode")->as_string();
  if (!schedule_ && mode != "triangular" && mode != "triangular2" && mode != "exp_range")
    refuse("mode", *given.find("mode"), "'triangular', 'triangular2' or 'exp_range'");
  const Value base = per_group("base_lr", *given.find("base_lr"));
  if (fresh) {
    for (std::int64_t i = 0; i < optimizer_->group_count(); ++i)
      set_lr(i, number_of(base.at(i)));
  }
  const double up = number_of(*given.find("step_size_up"));
  const Value& down = *given.find("step_size_down");
  const double total = up + (down.is_none() ? up : number_of(down));
  set("max_lrs", per_group("max_lr", *given.find("max_lr")));
  set("total_size", Value(total));
  set("step_ratio", Value(up / total));
  set("mode", Value(mode));
  set("gamma", *given.find("gamma"));
  set("scale_mode", schedule_             ? *given.find("scale_mode")
                    : mode == "exp_range" ? Value("iterations")
                                          : Value("cycle"));
  const bool cycles = given.find("cycle_momentum")->as_bool();
  set("cycle_momentum", Value(cycles));
  if (cycles) {
    set("use_beta1", Value(momentum_is_beta()));
    const Value least = per_group("base_momentum", *given.find("base_momentum"));
    for (std::int64_t i = 0; fresh && i < optimizer_->group_count(); ++i)
      set_momentum(i, number_of(least.at(i)));
    set("base_momentums", least);
    set("max_momentums", per_group("max_momentum", *given.find("max_momentum")));
  }
  // init() replaces them once the first step is done.
  set("base_lrs", base);
}

void Scheduler::step_cycle() {
  const double epoch = number("last_epoch"), total = number("total_size");
  const double ratio = number("step_ratio");
  const double cycle = std::floor(1 + epoch / total);
  const double x = 1.0 + epoch / total - cycle;
  const double height = x <= ratio ? x / ratio : (x - 1) / (ratio - 1);
  const double at = get("scale_mode").as_string() == "cycle" ? cycle : epoch;
  const std::string_view mode = get("mode").as_string();
  const double scale = schedule_               ? schedule_(at, 0)
                       : mode == "triangular2" ? 1 / std::pow(2.0, at - 1)
                       : mode == "exp_range"   ? std::pow(number("gamma"), at)
                                               : 1;
  next_.clear();
  const bool cycles = get("cycle_momentum").as_bool();
  for (std::int64_t i = 0; i < optimizer_->group_count(); ++i) {
    const double base = item("base_lrs", i);
    next_.push_back(base + (item("max_lrs", i) - base) * height * scale);
    if (cycles) {
      const double most = item("max_momentums", i);
      set_momentum(i, most - (most - item("base_momentums", i)) * height * scale);
    }
  }
}

// ---- OneCycleLR: Smith, Topin, 2017 ----

void Scheduler::init_one_cycle(const Dict& given) {
  const auto count = [&](std::string_view name) {
    const Value& value = *given.find(name);
    if (value.kind() != ValueKind::kInt || value.as_int() <= 0)
      refuse(name, value, "a positive int");
    return value.as_int();
  };
  std::int64_t total;
  if (!given.find("total_steps")->is_none()) {
    total = count("total_steps");
  } else if (given.find("epochs")->is_none() || given.find("steps_per_epoch")->is_none()) {
    fail(ErrorCode::kValue, "OneCycleLR: needs total_steps, or epochs and steps_per_epoch");
  } else {
    total = count("epochs") * count("steps_per_epoch");
  }
  const Value& start = *given.find("pct_start");
  const double part = number_of(start);
  if (start.kind() != ValueKind::kFloat || !(part >= 0 && part <= 1))
    refuse("pct_start", start, "a float in [0, 1]");
  const std::string_view strategy = given.find("anneal_strategy")->as_string();
  if (strategy != "cos" && strategy != "linear")
    refuse("anneal_strategy", *given.find("anneal_strategy"), "'cos' or 'linear'");

  std::vector<Value> phases;
  const auto phase = [&](const Value& end, const char* from, const char* to, const char* before,
                         const char* after) {
    const Ref<Dict> dict = tenon::make<Dict>(context());
    dict->set("end_step", end);
    dict->set("start_lr", Value(from));
    dict->set("end_lr", Value(to));
    dict->set("start_momentum", Value(before));
    dict->set("end_momentum", Value(after));
    phases.emplace_back(dict);
  };
  const double steps = static_cast<double>(total);
  phase(Value(part * steps - 1), "initial_lr", "max_lr", "max_momentum", "base_momentum");
  if (given.find("three_phase")->as_bool()) {
    phase(Value(2 * part * steps - 2), "max_lr", "initial_lr", "base_momentum", "max_momentum");
    phase(Value(total - 1), "initial_lr", "min_lr", "max_momentum", "max_momentum");
  } else {
    phase(Value(total - 1), "max_lr", "min_lr", "base_momentum", "max_momentum");
  }
  const bool cycles = given.find("cycle_momentum")->as_bool();
  const bool fresh = given.find("last_epoch")->as_int() == -1;
  set("total_steps", Value(total));
  set("_schedule_phases", Value::list(std::move(phases)));
  set("_anneal_func_type", Value(strategy));
  set("cycle_momentum", Value(cycles));
  if (cycles)
    set("use_beta1", Value(momentum_is_beta()));
  const Value rates = per_group("max_lr", *given.find("max_lr"));
  const Value most = per_group("max_momentum", *given.find("max_momentum"));
  const Value least = per_group("base_momentum", *given.find("base_momentum"));
  for (std::int64_t i = 0; fresh && i < optimizer_->group_count(); ++i) {
    Dict& group = optimizer_->group(i);
    const double initial = number_of(rates.at(i)) / number_of(*given.find("div_factor"));
    group.set("initial_lr", Value(initial));
    group.set("max_lr", rates.at(i));
    group.set("min_lr", Value(initial / number_of(*given.find("final_div_factor"))));
    if (cycles) {
      set_momentum(i, number_of(most.at(i)));
      group.set("max_momentum", most.at(i));
      group.set("base_momentum", least.at(i));
    }
  }
}

void Scheduler::step_one_cycle() {
  const double step = number("last_epoch");
  if (step > number("total_steps")) {
    fail(ErrorCode::kValue, "OneCycleLR: step ", get("last_epoch").as_int(), " of ",
         get("total_steps").as_int());
  }
  const bool cosine = get("_anneal_func_type").as_string() == "cos";
  const bool cycles = get("cycle_momentum").as_bool();
  const std::vector<Value>& phases = get("_schedule_phases").as_sequence().items;
  next_.clear();
  for (std::int64_t i = 0; i < optimizer_->group_count(); ++i) {
    const Dict& group = optimizer_->group(i);
    double begin = 0;
    for (std::size_t k = 0; k < phases.size(); ++k) {
      const Dict& phase = phases[k].as_dict();
      const auto of = [&](const char* name) {
        return number_of(*group.find(phase.find(name)->as_string()));
      };
      const double end = number_of(*phase.find("end_step"));
      if (step <= end || k + 1 == phases.size()) {
        const double part = (step - begin) / (end - begin);
        next_.push_back(anneal(cosine, of("start_lr"), of("end_lr"), part));
        if (cycles)
          set_momentum(i, anneal(cosine, of("start_momentum"), of("end_momentum"), part));
        break;
      }
      begin = end;
    }
  }
}

// ---- ReduceLROnPlateau ----

void Scheduler::init_plateau(const Dict& given) {
  const std::string_view mode = given.find("mode")->as_string();
  const std::string_view threshold_mode = given.find("threshold_mode")->as_string();
  if (!(number_of(*given.find("factor")) < 1))
    refuse("factor", *given.find("factor"), "less than 1");
  if (mode != "min" && mode != "max")
    refuse("mode", *given.find("mode"), "'min' or 'max'");
  if (threshold_mode != "rel" && threshold_mode != "abs")
    refuse("threshold_mode", *given.find("threshold_mode"), "'rel' or 'abs'");
  const Value& least = *given.find("min_lr");
  const double worst = mode == "min" ? HUGE_VAL : -HUGE_VAL;
  set("factor", *given.find("factor"));
  set("default_min_lr", least.is_sequence() ? Value() : least);
  set("min_lrs", per_group("min_lr", least));
  set("patience", *given.find("patience"));
  set("cooldown", *given.find("cooldown"));
  set("eps", *given.find("eps"));
  set("last_epoch", Value(0));
  note_lrs();
  set("mode_worse", Value(worst));
  set("mode", Value(mode));
  set("threshold", *given.find("threshold"));
  set("threshold_mode", Value(threshold_mode));
  set("best", Value(worst));
  set("cooldown_counter", Value(0));
  set("num_bad_epochs", Value(0));
}

void Scheduler::step_plateau(double metric) {
  const bool least = get("mode").as_string() == "min";
  const double best = number("best"), threshold = number("threshold");
  const double margin = get("threshold_mode").as_string() == "abs" ? threshold : 0;
  const double factor = margin != 0 || get("threshold_mode").as_string() == "abs" ? 1
                        : least                                                   ? 1 - threshold
                                                                                  : threshold + 1;
  const bool better = least ? metric < best * factor - margin : metric > best * factor + margin;
  std::int64_t bad = better ? 0 : get("num_bad_epochs").as_int() + 1;
  std::int64_t cooling = get("cooldown_counter").as_int();
  set("last_epoch", Value(get("last_epoch").as_int() + 1));
  if (better)
    set("best", Value(metric));
  if (cooling > 0) {
    --cooling;
    bad = 0;
  }
  if (static_cast<double>(bad) > number("patience")) {
    const std::int64_t groups = optimizer_->group_count();
    if (get("min_lrs").count() != groups) {
      if (get("default_min_lr").is_none())
        fail(ErrorCode::kRuntime, "ReduceLROnPlateau: min_lr has ", get("min_lrs").count(),
             " values, the optimizer ", groups, " groups");
      set("min_lrs", per_group("min_lr", get("default_min_lr")));
    }
    for (std::int64_t i = 0; i < groups; ++i) {
      const double now = lr(i), next = std::max(now * number("factor"), item("min_lrs", i));
      if (now - next > number("eps"))
        set_lr(i, next);
    }
    cooling = get("cooldown").as_int();
    bad = 0;
  }
  set("cooldown_counter", Value(cooling));
  set("num_bad_epochs", Value(bad));
}

}  // namespace tenon::optim
