#include <memory>

#include "tools/tenon/cases.h"

namespace tenon::tool {
namespace {

constexpr double kTolerance = 1e-12;  // of the largest element

/// The objective that the LBFGS cases were recorded with.
constexpr char kObjective[] =
    "loss = sum((a-1)^2) + 0.5*sum((b+0.5)^2) + 0.25*(c-2)^2 + 0.1*sum(a^4) + 0.05*sum(b^4) + "
    "0.3*sum(a)*c + 0.2*sum(b[0]*a)";

struct Named {
  std::string name;
  TensorHandle tensor;
};
using Params = std::vector<Named>;

tenon_tensor* find(const Params& params, const std::string& name) {
  for (const Named& param : params) {
    if (param.name == name)
      return param.tensor.get();
  }
  throw std::runtime_error("the case has no parameter " + name);
}

Params params_of(const Cases& cases, const Json& pairs) {
  Params params;
  for (const Json& pair : pairs.items()) {
    const TensorHandle plain = cases.tensor(pair[1]);
    TensorHandle param;
    must(tenon_tensor_parameter(plain.get(), 1, param.out()));
    params.push_back({pair[0].as_string(), std::move(param)});
  }
  return params;
}

/// A list of the named parameters.
ValueHandle list_of(const Cases& cases, const Params& params, const Json* names) {
  ValueHandle list, item;
  must(tenon_value_list(cases.context(), nullptr, 0, list.out()));
  for (std::size_t i = 0; i < (names != nullptr ? names->size() : params.size()); ++i) {
    tenon_tensor* const tensor =
        names != nullptr ? find(params, (*names)[i].as_string()) : params[i].tensor.get();
    must(tenon_value_tensor(cases.context(), tensor, item.out()));
    must(tenon_value_list_append(list.get(), item.get()));
  }
  return list;
}

ValueHandle group_of(const Cases& cases, const Params& params, const Json& group) {
  ValueHandle dict = cases.options(group["options"]);
  must(tenon_value_dict_set(dict.get(), "params", list_of(cases, params, &group["params"]).get()));
  return dict;
}

Owned<tenon_optimizer> make(const Cases& cases, const Json& one, const Params& params) {
  ValueHandle given;
  if (one["groups"].is_array()) {
    must(tenon_value_list(cases.context(), nullptr, 0, given.out()));
    for (const Json& group : one["groups"].items())
      must(tenon_value_list_append(given.get(), group_of(cases, params, group).get()));
  } else if (one["add_group"].is_object()) {
    // What comes later is not there yet.
    must(tenon_value_list(cases.context(), nullptr, 0, given.out()));
    for (const Named& param : params) {
      bool later = false;
      for (const Json& name : one["add_group"]["params"].items())
        later |= name.as_string() == param.name;
      ValueHandle item;
      must(tenon_value_tensor(cases.context(), param.tensor.get(), item.out()));
      if (!later)
        must(tenon_value_list_append(given.get(), item.get()));
    }
  } else {
    given = list_of(cases, params, nullptr);
  }
  Owned<tenon_optimizer> optimizer;
  must(tenon_optimizer_create(cases.context(), one["class"].as_string().c_str(), given.get(),
                              cases.options(one["options"]).get(), optimizer.out()));
  return optimizer;
}

void set_grad(const Cases& cases, tenon_tensor* param, const std::vector<double>& numbers) {
  std::vector<std::int64_t> sizes;
  for (std::int32_t i = 0; i < tenon_tensor_ndim(param); ++i)
    sizes.push_back(tenon_tensor_dim(param, i));
  TensorHandle grad;
  must(tenon_tensor_from_data(cases.context(), TENON_FLOAT64, sizes.data(),
                              static_cast<std::int32_t>(sizes.size()), numbers.data(), grad.out()));
  must(tenon_tensor_grad_set(param, grad.get()));
}

/// The objective and its gradients by hand.
double objective(const Cases& cases, const Params& params) {
  const std::vector<double> a = doubles_of(find(params, "a")), b = doubles_of(find(params, "b"));
  const double c = doubles_of(find(params, "c")).at(0);
  std::vector<double> ga(a.size()), gb(b.size());
  double sum_a = 0, loss = 0.25 * (c - 2) * (c - 2);
  for (const double x : a)
    sum_a += x;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a[i];
    loss += (x - 1) * (x - 1) + 0.1 * x * x * x * x + 0.2 * b.at(i) * x;
    ga[i] = 2 * (x - 1) + 0.4 * x * x * x + 0.3 * c + 0.2 * b[i];
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double x = b[i];
    loss += 0.5 * (x + 0.5) * (x + 0.5) + 0.05 * x * x * x * x;
    gb[i] = x + 0.5 + 0.2 * x * x * x + (i < a.size() ? 0.2 * a[i] : 0);
  }
  loss += 0.3 * sum_a * c;
  set_grad(cases, find(params, "a"), ga);
  set_grad(cases, find(params, "b"), gb);
  set_grad(cases, find(params, "c"), {0.5 * (c - 2) + 0.3 * sum_a});
  return loss;
}

std::string step(const Cases& cases, const Json& one, std::size_t number, const Params& params,
                 tenon_optimizer* optimizer, bool losses_count) {
  if (!one["objective"].is_string()) {
    for (const Json& pair : one["grads"][number].items()) {
      const TensorHandle grad = cases.tensor(pair[1]);
      must(tenon_tensor_grad_set(find(params, pair[0].as_string()), grad.get()));
    }
    must(tenon_optimizer_step(optimizer));
  } else {
    if (one["objective"].as_string() != kObjective)
      return "its objective is not built in";
    std::int64_t evaluations = 0;
    Callable closure = [&](tenon_call* call) {
      ++evaluations;
      must(tenon_call_set(call, TENON_SLOT_VALUE,
                          float_value(cases.context(), objective(cases, params)).get()));
    };
    ValueHandle loss;
    must(tenon_optimizer_step_closure(optimizer, run_callable, &closure, nullptr, loss.out()));
    if (losses_count && evaluations != one["evals"][number].as_int())
      return std::to_string(evaluations) + " evaluations";
    if (!is_close(number_of(loss.get()), one["losses"][number].as_float(), kTolerance))
      return "the loss differs";
  }
  for (const Json& pair : one["values"][number].items()) {
    TensorHandle value;
    must(tenon_tensor_detach(find(params, pair[0].as_string()), value.out()));
    const std::string text = differs(value, cases.tensor(pair[1]), kTolerance);
    if (!text.empty())
      return pair[0].as_string() + ": " + text;
  }
  return "";
}

}  // namespace

std::string run_optimizer(const Cases& cases, const Json& one) {
  const Params params = params_of(cases, one["params"]);
  if (one["class"].as_string() == "SparseAdam") {
    try {
      make(cases, one, params);
    } catch (const CallError& error) {
      return error.code == TENON_E_UNSUPPORTED ? "" : error.what();
    }
    return "SparseAdam was not refused";
  }
  const Owned<tenon_optimizer> optimizer = make(cases, one, params);
  const auto steps = static_cast<std::size_t>(one["steps"].as_int());
  const Json& later = one["add_group"];
  // The inner state of LBFGS is made of differences that shrink towards rounding.
  const bool is_lbfgs = one["objective"].is_string();
  const double tolerance = is_lbfgs ? -1 : kTolerance;
  const auto add = [&](tenon_optimizer* to, const Params& of) {
    must(tenon_optimizer_add_param_group(to, group_of(cases, of, later).get()));
  };
  const auto is_due = [&](std::size_t i) {
    return later.is_object() && static_cast<std::size_t>(later["before_step"].as_int()) == i;
  };
  for (std::size_t i = 0; i < steps; ++i) {
    if (is_due(i))
      add(optimizer.get(), params);
    const std::string text = step(cases, one, i, params, optimizer.get(), true);
    if (!text.empty())
      return "step " + std::to_string(i) + ": " + text;
    if (i + 1 != steps / 2)
      continue;
    ValueHandle state;
    must(tenon_optimizer_state_dict(optimizer.get(), state.out()));
    const std::string other = differs_state(cases, state.get(), one["resume_state"], tolerance);
    if (!other.empty())
      return "state after half of the steps: " + other;
  }
  ValueHandle state;
  must(tenon_optimizer_state_dict(optimizer.get(), state.out()));
  const std::string other = differs_state(cases, state.get(), one["end"], tolerance);
  if (!other.empty())
    return "last state: " + other;

  // A fresh optimizer goes on from the recorded state.
  if (!one["resume_equal"].as_bool() || steps < 2)
    return "";
  const Params again = params_of(cases, one["values"][steps / 2 - 1]);
  const Owned<tenon_optimizer> resumed = make(cases, one, again);
  std::size_t i = 0;
  for (; i < steps / 2; ++i) {
    if (is_due(i))
      add(resumed.get(), again);
  }
  must(tenon_optimizer_load_state_dict(resumed.get(), cases.state_dict(one["resume_state"]).get()));
  for (; i < steps; ++i) {
    if (is_due(i))
      add(resumed.get(), again);
    const std::string text = step(cases, one, i, again, resumed.get(), true);
    if (!text.empty())
      return "resumed, step " + std::to_string(i) + ": " + text;
  }
  return "";
}

}  // namespace tenon::tool
