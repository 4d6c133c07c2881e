#include <limits>

#include "tools/tenon/cases.h"

namespace tenon::tool {

std::string run_clip(const Cases& cases, const Json& one) {
  const std::string& function = one["function"].as_string();
  const Json& given = one["kwargs"];
  const double tolerance = one["dtype"].as_string() == "float64" ? 1e-12 : 1e-6;
  std::vector<TensorHandle> params;
  ValueHandle list, grads, item;
  must(tenon_value_list(cases.context(), nullptr, 0, list.out()));
  must(tenon_value_list(cases.context(), nullptr, 0, grads.out()));
  for (const Json& pair : one["grads"].items()) {
    const TensorHandle grad = cases.tensor(pair[1]);
    TensorHandle param;
    if (grad) {
      TensorHandle copy;
      must(tenon_tensor_clone(grad.get(), copy.out()));
      must(tenon_tensor_parameter(copy.get(), 1, param.out()));
      must(tenon_tensor_grad_set(param.get(), grad.get()));
      must(tenon_value_tensor(cases.context(), grad.get(), item.out()));
      must(tenon_value_list_append(grads.get(), item.get()));
    } else {
      const std::int64_t sizes[] = {2};
      TensorHandle plain;
      must(tenon_tensor_full(cases.context(), TENON_FLOAT64, sizes, 1, 0, plain.out()));
      must(tenon_tensor_parameter(plain.get(), 1, param.out()));
    }
    must(tenon_value_tensor(cases.context(), param.get(), item.out()));
    must(tenon_value_list_append(list.get(), item.get()));
    params.push_back(std::move(param));
  }
  const auto number = [&](const char* name, double fallback) {
    return given.has(name) ? given[name].as_float() : fallback;
  };
  const bool strict = given.has("error_if_nonfinite") && given["error_if_nonfinite"].as_bool();
  TensorHandle result;
  tenon_status status;
  if (function == "clip_grad_norm_") {
    status = tenon_clip_grad_norm(list.get(), number("max_norm", 0), number("norm_type", 2), strict,
                                  result.out());
  } else if (function == "get_total_norm") {
    status = tenon_total_norm(grads.get(), number("norm_type", 2), strict, result.out());
  } else if (function == "clip_grad_value_") {
    status = tenon_clip_grad_value(list.get(), number("clip_value", 0));
  } else if (function == "clip_grads_with_norm_") {
    TensorHandle norm;
    must(tenon_tensor_full(cases.context(), tolerance < 1e-9 ? TENON_FLOAT64 : TENON_FLOAT32,
                           nullptr, 0, number("total_norm", 0), norm.out()));
    status = tenon_clip_grads_with_norm(list.get(), number("max_norm", 0), norm.get());
  } else {
    return "its function is not known";
  }
  if (one["raised"].is_string()) {
    return status == TENON_E_RUNTIME && one["raised"].as_string() == "RuntimeError"
               ? ""
               : "no error was raised";
  }
  must(status);
  if (result || !one["result"].has("none")) {
    const std::string text = differs(result, cases.tensor(one["result"]), tolerance);
    if (!text.empty())
      return "result: " + text;
  }
  for (std::size_t i = 0; i < params.size(); ++i) {
    TensorHandle grad;
    must(tenon_tensor_grad(params[i].get(), grad.out()));
    const Json& after = one["grads_after"][i];
    const std::string text = differs(grad, cases.tensor(after[1]), tolerance);
    if (!text.empty())
      return after[0].as_string() + ": " + text;
  }
  return "";
}

}  // namespace tenon::tool
