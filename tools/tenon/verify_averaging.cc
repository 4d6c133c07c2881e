#include <cmath>
#include <cstdlib>

#include "tools/tenon/cases.h"

namespace tenon::tool {
namespace {

using ModuleHandle = Owned<tenon_module>;

ModuleHandle layer(tenon_context* context, const char* name,
                   std::initializer_list<std::pair<const char*, std::int64_t>> options) {
  ValueHandle dict;
  must(tenon_value_dict(context, dict.out()));
  for (const auto& [key, value] : options)
    must(tenon_value_dict_set_int(dict.get(), key, value));
  ModuleHandle module;
  must(tenon_module_create(context, name, dict.get(), module.out()));
  return module;
}

/// "Sequential(Linear(2,3), BatchNorm1d(3), Linear(3,1)), float64", and others of the kind.
ModuleHandle model_of(tenon_context* context, const std::string& text) {
  ModuleHandle model = layer(context, "Sequential", {});
  for (std::size_t at = text.find('(') + 1; at < text.size();) {
    const std::size_t open = text.find('(', at), close = text.find(')', open);
    if (open == std::string::npos || close == std::string::npos)
      break;
    std::string name = text.substr(at, open - at);
    name.erase(0, name.find_first_not_of(", "));
    const char* numbers = text.c_str() + open + 1;
    char* rest = nullptr;
    const std::int64_t first = std::strtoll(numbers, &rest, 10);
    ModuleHandle child;
    if (name == "Linear") {
      const std::int64_t second = std::strtoll(rest + 1, nullptr, 10);
      child = layer(context, "Linear", {{"in_features", first}, {"out_features", second}});
    } else if (name.rfind("BatchNorm", 0) == 0) {
      child = layer(context, name.c_str(), {{"num_features", first}});
    } else {
      child = layer(context, name.c_str(), {});
    }
    must(tenon_module_append(model.get(), child.get()));
    at = close + 1;
    if (text.compare(at, 1, ")") == 0)
      break;
  }
  if (text.find("float64") != std::string::npos)
    must(tenon_module_to(model.get(), TENON_FLOAT64));
  return model;
}

/// Sets the tensors of the tree.
void set_all(const Cases& cases, tenon_module* module, const Json& pairs) {
  Owned<tenon_state_dict> state;
  must(tenon_state_dict_create(cases.context(), state.out()));
  for (const Json& pair : pairs.items()) {
    const TensorHandle tensor = cases.tensor(pair[1]);
    must(tenon_state_dict_set_tensor(state.get(), pair[0].as_string().c_str(), tensor.get()));
  }
  must(tenon_module_load_state_dict(module, state.get(), nullptr, nullptr));
}

std::string differs_all(const Cases& cases, tenon_module* module, const Json& pairs) {
  Owned<tenon_state_dict> state;
  must(tenon_module_state_dict(module, nullptr, state.out()));
  if (tenon_state_dict_count(state.get()) != static_cast<std::int64_t>(pairs.size()))
    return "other keys";
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::string& key = pairs[i][0].as_string();
    if (key != tenon_state_dict_key(state.get(), static_cast<std::int64_t>(i)))
      return "no key " + key + " at its place";
    TensorHandle tensor;
    must(tenon_state_dict_tensor(state.get(), key.c_str(), tensor.out()));
    const std::string text = differs(tensor, cases.tensor(pairs[i][1]), 1e-12);
    if (!text.empty())
      return key + ": " + text;
  }
  return "";
}

}  // namespace

std::string run_averaging(const Cases& cases, const Json& one) {
  tenon_context* const context = cases.context();
  const std::string& how = one["how"].as_string();
  const ModuleHandle model = model_of(context, one["model"].as_string());
  set_all(cases, model.get(), one["start"]);
  ValueHandle options;
  must(tenon_value_dict(context, options.out()));
  must(tenon_value_dict_set_bool(options.get(), "use_buffers",
                                 how.find("use_buffers=True") != std::string::npos));
  // get_ema_avg_fn(0.9), get_ema_multi_avg_fn(); the others are the mean.
  const std::size_t ema = how.find("get_ema");
  if (ema != std::string::npos) {
    const std::size_t open = how.find('(', ema);
    const double decay =
        how.compare(open, 2, "()") == 0 ? 0.999 : std::strtod(how.c_str() + open + 1, nullptr);
    must(tenon_value_dict_set_float(options.get(), "ema_decay", decay));
  }
  if (how.find("get_swa_multi_avg_fn") != std::string::npos)
    must(tenon_value_dict_set_bool(options.get(), "swa_multi", 1));
  ModuleHandle average;
  must(tenon_averaged_model_create(model.get(), options.get(), average.out()));
  for (std::size_t i = 0; i < one["updates"].size(); ++i) {
    const Json& update = one["updates"][i];
    set_all(cases, model.get(), update["model"]);
    must(tenon_module_update_average(average.get(), model.get()));
    const std::string text = differs_all(cases, average.get(), update["average"]);
    if (!text.empty())
      return "update " + std::to_string(i) + ": " + text;
  }
  if (!one["update_bn"].is_object())
    return "";
  ValueHandle loader, item;
  must(tenon_value_list(context, nullptr, 0, loader.out()));
  for (const Json& input : one["update_bn"]["loader"].items()) {
    must(tenon_value_tensor(context, cases.tensor(input).get(), item.out()));
    must(tenon_value_list_append(loader.get(), item.get()));
  }
  must(tenon_module_update_bn(average.get(), loader.get()));
  const std::string text = differs_all(cases, average.get(), one["update_bn"]["average"]);
  if (!text.empty())
    return "update_bn: " + text;
  return (tenon_module_is_training(average.get()) == 1) == one["update_bn"]["training"].as_bool()
             ? ""
             : "update_bn changed the mode";
}

}  // namespace tenon::tool
