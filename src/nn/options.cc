#include "tenon/nn/options.h"

#include <vector>

namespace tenon::nn {

Dims Ints::expand(std::size_t count, std::string_view layer, std::string_view option) const {
  if (is_int())
    return Dims(count, values_[0]);
  if (values_.size() != count) {
    fail(ErrorCode::kValue, layer, ": ", option, " has ", values_.size(), " entries, wants ", count,
         ": ", to_string());
  }
  return values_;
}

Ints Ints::expanded(std::size_t count, std::string_view layer, std::string_view option) const {
  return {expand(count, layer, option), Form::kTuple};
}

Value Ints::spelled() const {
  if (is_int())
    return Value(values_[0]);
  std::vector<Value> items(values_.begin(), values_.end());
  return form_ == Form::kList ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

OptionRead read_option(const Value& value, bool* out) {
  if (value.kind() != ValueKind::kBool)
    return OptionRead::kWrongType;
  *out = value.as_bool();
  return OptionRead::kOk;
}

OptionRead read_option(const Value& value, std::int64_t* out) {
  if (value.kind() != ValueKind::kInt && value.kind() != ValueKind::kBool) {
    return OptionRead::kWrongType;
  }
  *out = value.as_int();
  return OptionRead::kOk;
}

OptionRead read_option(const Value& value, Real* out) {
  if (value.kind() == ValueKind::kInt) {
    *out = Real(value.as_int());
  } else if (value.kind() == ValueKind::kFloat) {
    *out = Real(value.as_float());
  } else {
    return OptionRead::kWrongType;
  }
  return OptionRead::kOk;
}

OptionRead read_option(const Value& value, Ints* out) {
  if (value.kind() == ValueKind::kInt) {
    *out = Ints(value.as_int());
    return OptionRead::kOk;
  }
  if (!value.is_sequence())
    return OptionRead::kWrongType;
  Dims values;
  for (const Value& item : value.as_sequence().items) {
    if (item.kind() != ValueKind::kInt)
      return OptionRead::kWrongType;
    values.push_back(item.as_int());
  }
  *out = Ints(std::move(values),
              value.kind() == ValueKind::kList ? Ints::Form::kList : Ints::Form::kTuple);
  return OptionRead::kOk;
}

OptionRead read_option(const Value& value, Padding* out) {
  if (value.kind() == ValueKind::kString) {
    *out = Padding(std::string(value.as_string()));
    return OptionRead::kOk;
  }
  Ints ints;
  const OptionRead read = read_option(value, &ints);
  if (read == OptionRead::kOk)
    *out = Padding(std::move(ints));
  return read;
}

OptionRead read_option(const Value& value, std::string* out) {
  if (value.kind() != ValueKind::kString)
    return OptionRead::kWrongType;
  *out = value.as_string();
  return OptionRead::kOk;
}

OptionRead read_option(const Value& value, DType* out) {
  if (value.kind() == ValueKind::kDType) {
    *out = value.as_dtype();
    return OptionRead::kOk;
  }
  if (value.kind() == ValueKind::kString && dtype_from_name(value.as_string(), out)) {
    return OptionRead::kOk;
  }
  return OptionRead::kWrongType;
}

OptionRead read_option(const Value& value, Device* out) {
  if (value.is_none()) {
    out->name.clear();
    return OptionRead::kOk;
  }
  if (value.kind() != ValueKind::kString)
    return OptionRead::kWrongType;
  if (value.as_string() != "cpu")
    return OptionRead::kUnsupported;
  out->name = value.as_string();
  return OptionRead::kOk;
}

OptionRead read_option(const Value& value, Tensor* out) {
  if (value.is_none()) {
    *out = Tensor();
    return OptionRead::kOk;
  }
  if (!value.is_tensor())
    return OptionRead::kWrongType;
  *out = value.as_tensor();
  return OptionRead::kOk;
}

}  // namespace tenon::nn
