#include "tools/tenon/cases.h"

#include <algorithm>
#include <cmath>

namespace tenon::tool {
namespace {

ValueHandle sequence(tenon_context* context, const std::vector<ValueHandle>& items, bool tuple) {
  std::vector<tenon_value*> handles;
  for (const ValueHandle& item : items)
    handles.push_back(item.get());
  const auto count = static_cast<std::int64_t>(handles.size());
  ValueHandle out;
  must(tuple ? tenon_value_tuple(context, handles.data(), count, out.out())
             : tenon_value_list(context, handles.data(), count, out.out()));
  return out;
}

ValueHandle tensor_value(tenon_context* context, tenon_tensor* tensor) {
  ValueHandle out;
  must(tenon_value_tensor(context, tensor, out.out()));
  return out;
}

std::vector<std::int64_t> sizes_of(tenon_tensor* tensor) {
  std::vector<std::int64_t> sizes;
  for (std::int32_t i = 0; i < tenon_tensor_ndim(tensor); ++i)
    sizes.push_back(tenon_tensor_dim(tensor, i));
  return sizes;
}

std::string text_of(tenon_value* value) {
  Owned<tenon_string> text;
  must(tenon_value_text(value, text.out()));
  return tenon_string_data(text.get());
}

bool is_special(const std::string& text) {
  return text == "inf" || text == "-inf" || text == "nan";
}

}  // namespace

void must(tenon_status status) {
  if (status != TENON_OK)
    throw CallError(status, tenon_error_message());
}

ValueHandle float_value(tenon_context* context, double number) {
  ValueHandle out;
  must(tenon_value_float(context, number, out.out()));
  return out;
}

Cases::Cases(tenon_context* context, const std::string& stem)
    : context_(context), json_(Json::load(stem + ".json")) {
  // Not every file has tensors.
  if (tenon_state_dict_load(context, (stem + ".safetensors").c_str(), nullptr, tensors_.out()) !=
      TENON_OK)
    must(tenon_state_dict_create(context, tensors_.out()));
}

TensorHandle Cases::tensor(const Json& value) const {
  TensorHandle found, copy;
  if (!value.has("tensor"))
    return copy;
  must(tenon_state_dict_tensor(tensors_.get(), value["tensor"].as_string().c_str(), found.out()));
  must(tenon_tensor_clone(found.get(), copy.out()));
  return copy;
}

ValueHandle Cases::value(const Json& value) const {
  ValueHandle out;
  if (value.has("tensor"))
    return tensor_value(context_, tensor(value).get());
  if (value.has("tuple") || value.has("list")) {
    const bool tuple = value.has("tuple");
    std::vector<ValueHandle> items;
    for (const Json& item : value[tuple ? "tuple" : "list"].items())
      items.push_back(this->value(item));
    return sequence(context_, items, tuple);
  }
  if (value.has("dict"))
    return options(value["dict"]);
  if (value.has("none") || value.is_null()) {
    must(tenon_value_none(context_, out.out()));
    return out;
  }
  if (value.has("float"))
    return float_value(context_, value["float"].as_float());
  for (const char* kind : {"int", "bool", "str"}) {
    if (value.has(kind))
      return plain_value(context_, value[kind]);
  }
  throw std::runtime_error("a recorded value of unknown form");
}

ValueHandle Cases::options(const Json& object) const {
  ValueHandle dict;
  must(tenon_value_dict(context_, dict.out()));
  for (const auto& [key, item] : object.members())
    must(tenon_value_dict_set(dict.get(), key.c_str(), value(item).get()));
  return dict;
}

ValueHandle Cases::state_dict(const Json& recorded) const {
  ValueHandle all, state;
  must(tenon_value_dict(context_, all.out()));
  must(tenon_value_dict(context_, state.out()));
  const auto dict_of = [&](const Json& pairs) {
    ValueHandle dict;
    must(tenon_value_dict(context_, dict.out()));
    for (const Json& pair : pairs.items())
      must(tenon_value_dict_set(dict.get(), pair[0].as_string().c_str(), value(pair[1]).get()));
    return dict;
  };
  for (const Json& one : recorded["state"].items()) {
    must(tenon_value_dict_set(state.get(), std::to_string(one[0].as_int()).c_str(),
                              dict_of(one[1]).get()));
  }
  std::vector<ValueHandle> groups;
  for (const Json& group : recorded["param_groups"].items())
    groups.push_back(dict_of(group));
  must(tenon_value_dict_set(all.get(), "state", state.get()));
  must(tenon_value_dict_set(all.get(), "param_groups", sequence(context_, groups, false).get()));
  return all;
}

ValueHandle plain_value(tenon_context* context, const Json& json) {
  ValueHandle out;
  switch (json.kind()) {
    case Json::Kind::kNull:
      must(tenon_value_none(context, out.out()));
      break;
    case Json::Kind::kBool:
      must(tenon_value_bool(context, json.as_bool(), out.out()));
      break;
    case Json::Kind::kInt:
      must(tenon_value_int(context, json.as_int(), out.out()));
      break;
    case Json::Kind::kFloat:
      return float_value(context, json.as_float());
    case Json::Kind::kString:
      if (is_special(json.as_string()))
        return float_value(context, json.as_float());
      must(tenon_value_string(context, json.as_string().c_str(), out.out()));
      break;
    case Json::Kind::kArray: {
      std::vector<ValueHandle> items;
      for (const Json& item : json.items())
        items.push_back(plain_value(context, item));
      return sequence(context, items, false);
    }
    case Json::Kind::kObject:
      must(tenon_value_dict(context, out.out()));
      for (const auto& [key, item] : json.members())
        must(tenon_value_dict_set(out.get(), key.c_str(), plain_value(context, item).get()));
      break;
  }
  return out;
}

std::vector<double> doubles_of(tenon_tensor* tensor) {
  TensorHandle wide;
  must(tenon_tensor_to(tensor, TENON_FLOAT64, wide.out()));
  std::vector<double> numbers(static_cast<std::size_t>(tenon_tensor_numel(tensor)));
  must(tenon_tensor_read(wide.get(), numbers.data(),
                         static_cast<std::int64_t>(numbers.size() * sizeof(double))));
  return numbers;
}

double number_of(tenon_value* value) {
  double number = 0;
  if (tenon_value_kind(value) == TENON_VALUE_TENSOR) {
    TensorHandle tensor;
    must(tenon_value_as_tensor(value, tensor.out()));
    must(tenon_tensor_item(tensor.get(), &number));
  } else {
    must(tenon_value_as_float(value, &number));
  }
  return number;
}

ValueHandle entry_of(tenon_value* dict, const char* key) {
  ValueHandle out;
  must(tenon_value_get(dict, key, out.out()));
  return out;
}

ValueHandle item_of(tenon_value* list, std::int64_t index) {
  ValueHandle out;
  must(tenon_value_at(list, index, out.out()));
  return out;
}

bool is_close(double actual, double expected, double tolerance) {
  if (std::isnan(expected) || std::isinf(expected))
    return actual == expected || (std::isnan(actual) && std::isnan(expected));
  return std::fabs(actual - expected) <= tolerance * std::fabs(expected);
}

std::string differs(const TensorHandle& actual, const TensorHandle& expected, double tolerance) {
  if (!actual || !expected)
    return !actual == !expected ? "" : "one is None";
  if (tenon_tensor_dtype(actual.get()) != tenon_tensor_dtype(expected.get())) {
    return std::string("dtype is ") + tenon_dtype_name(tenon_tensor_dtype(actual.get())) +
           ", not " + tenon_dtype_name(tenon_tensor_dtype(expected.get()));
  }
  if (sizes_of(actual.get()) != sizes_of(expected.get()))
    return "another size";
  if (tolerance < 0)
    return "";
  const std::vector<double> a = doubles_of(actual.get()), e = doubles_of(expected.get());
  double largest = 0;
  for (const double x : e)
    largest = std::isfinite(x) ? std::max(largest, std::fabs(x)) : largest;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool same = std::isfinite(e[i]) ? std::fabs(a[i] - e[i]) <= tolerance * largest
                                          : is_close(a[i], e[i], 0);
    if (!same) {
      char text[160];
      std::snprintf(text, sizeof text, "element %zu is %.17g, not %.17g (largest %.3g)", i, a[i],
                    e[i], largest);
      return text;
    }
  }
  return "";
}

std::string differs(const Cases& cases, tenon_value* actual, const Json& expected,
                    double tolerance) {
  const ValueHandle wanted = cases.value(expected);
  const std::int32_t kind = tenon_value_kind(wanted.get());
  if (kind != tenon_value_kind(actual))
    return "is " + text_of(actual) + ", not " + text_of(wanted.get());
  switch (kind) {
    case TENON_VALUE_TENSOR: {
      TensorHandle a, e;
      must(tenon_value_as_tensor(actual, a.out()));
      must(tenon_value_as_tensor(wanted.get(), e.out()));
      return differs(a, e, tolerance);
    }
    case TENON_VALUE_TUPLE:
    case TENON_VALUE_LIST: {
      const Json& items = expected[kind == TENON_VALUE_TUPLE ? "tuple" : "list"];
      if (tenon_value_count(actual) != static_cast<std::int64_t>(items.size()))
        return "another length";
      for (std::size_t i = 0; i < items.size(); ++i) {
        const ValueHandle item = item_of(actual, static_cast<std::int64_t>(i));
        std::string text = differs(cases, item.get(), items[i], tolerance);
        if (!text.empty())
          return "[" + std::to_string(i) + "] " + text;
      }
      return "";
    }
    case TENON_VALUE_FLOAT:
      return tolerance < 0 || is_close(number_of(actual), number_of(wanted.get()), tolerance)
                 ? ""
                 : "is " + text_of(actual) + ", not " + text_of(wanted.get());
    default:
      return tenon_value_equals(actual, wanted.get()) == 1
                 ? ""
                 : "is " + text_of(actual) + ", not " + text_of(wanted.get());
  }
}

std::string differs_state(const Cases& cases, tenon_value* actual, const Json& expected,
                          double tolerance) {
  // Entries in order, as PyTorch's.
  const auto differs_dict = [&](tenon_value* dict, const Json& pairs) -> std::string {
    if (tenon_value_count(dict) != static_cast<std::int64_t>(pairs.size()))
      return "has other entries: " + text_of(dict);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::string& key = pairs[i][0].as_string();
      if (key != tenon_value_key(dict, static_cast<std::int64_t>(i)))
        return "has " + text_of(dict) + ", where '" + key + "' is expected";
      std::string text = differs(cases, entry_of(dict, key.c_str()).get(), pairs[i][1], tolerance);
      if (!text.empty())
        return key + " " + text;
    }
    return "";
  };
  const ValueHandle state = entry_of(actual, "state"), groups = entry_of(actual, "param_groups");
  if (tenon_value_count(state.get()) != static_cast<std::int64_t>(expected["state"].size()) ||
      tenon_value_count(groups.get()) !=
          static_cast<std::int64_t>(expected["param_groups"].size())) {
    return "another number of states or groups";
  }
  for (const Json& one : expected["state"].items()) {
    const std::string id = std::to_string(one[0].as_int());
    std::string text = differs_dict(entry_of(state.get(), id.c_str()).get(), one[1]);
    if (!text.empty())
      return "state " + id + " " + text;
  }
  for (std::size_t i = 0; i < expected["param_groups"].size(); ++i) {
    const ValueHandle group = item_of(groups.get(), static_cast<std::int64_t>(i));
    std::string text = differs_dict(group.get(), expected["param_groups"][i]);
    if (!text.empty())
      return "group " + std::to_string(i) + " " + text;
  }
  return "";
}

tenon_status run_callable(void* user_data, tenon_call* call) {
  try {
    (*static_cast<const Callable*>(user_data))(call);
  } catch (const std::exception& e) {
    return tenon_error_set(TENON_E_CALLBACK, e.what(), nullptr, nullptr);
  }
  return TENON_OK;
}

}  // namespace tenon::tool
