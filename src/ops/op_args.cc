#include "tenon/op_registry.h"

namespace tenon {
namespace {

/// One parameter as written in OpInfo::params.
struct Param {
  std::string_view name;
  bool required = false;
  bool variadic = false;
};

/// Walks "input, dim=None, *, dtype=None".
class ParamReader {
 public:
  explicit ParamReader(std::string_view text) : left_(text) {}

  /// False at the end. A bare "*" sets keyword_only() and is passed over.
  bool next(Param* param) {
    for (;;) {
      if (left_.empty())
        return false;
      const std::size_t comma = left_.find(", ");
      std::string_view item = left_.substr(0, comma);
      left_ = comma == std::string_view::npos ? std::string_view() : left_.substr(comma + 2);
      if (item == "*") {
        keyword_only_ = true;
        continue;
      }
      param->variadic = item.front() == '*';
      if (param->variadic)
        item.remove_prefix(1);
      const std::size_t equals = item.find('=');
      param->required = equals == std::string_view::npos && !param->variadic;
      param->name = item.substr(0, equals);
      return true;
    }
  }
  bool keyword_only() const { return keyword_only_; }

 private:
  std::string_view left_;
  bool keyword_only_ = false;
};

/// numpy's words, which torch takes too.
bool is_alias(std::string_view param, std::string_view key) {
  return (param == "dim" && key == "axis") || (param == "keepdim" && key == "keepdims") ||
         (param == "input" && (key == "self" || key == "x")) || (param == "other" && key == "x2");
}

}  // namespace

OpArgs::OpArgs(const OpInfo& op, std::span<const Value> args, const Dict* options) : op_(&op) {
  ParamReader reader(op.params);
  Param param;
  std::size_t given = 0;
  std::int64_t used = 0;
  bool all_taken = false;
  for (std::size_t i = 0; reader.next(&param); ++i) {
    TENON_ASSERT(i < kMaxParams);
    if (param.variadic) {
      if (args.size() - given == 1 && args[given].is_sequence()) {
        slots_[i] = &args[given];
      } else if (args.size() > given) {
        rest_ = Value::tuple(
            std::vector<Value>(args.begin() + static_cast<std::ptrdiff_t>(given), args.end()));
        slots_[i] = &rest_;
      }
      given = args.size();
      all_taken = true;
    } else if (given < args.size() && !reader.keyword_only()) {
      slots_[i] = &args[given++];
    }
    if (options == nullptr) {
      if (param.required && slots_[i] == nullptr) {
        fail(ErrorCode::kType, op.name, ": ", param.name, " is missing");
      }
      continue;
    }
    for (const Dict::Entry& entry : options->entries()) {
      if (entry.key != param.name && !is_alias(param.name, entry.key))
        continue;
      if (slots_[i] != nullptr) {
        fail(ErrorCode::kType, op.name, ": ", param.name, " is given twice");
      }
      slots_[i] = &entry.value;
      ++used;
    }
    if (param.required && slots_[i] == nullptr) {
      fail(ErrorCode::kType, op.name, ": ", param.name, " is missing");
    }
  }
  if (given < args.size() && !all_taken) {
    fail(ErrorCode::kType, op.name, ": ", args.size(), " arguments, takes (", op.params, ")");
  }
  if (options == nullptr || used == options->count())
    return;
  for (const Dict::Entry& entry : options->entries()) {
    bool known = false;
    ParamReader names(op.params);
    while (names.next(&param)) {
      known = known || param.name == entry.key || is_alias(param.name, entry.key);
    }
    if (!known) {
      fail(ErrorCode::kType, op.name, ": no option '", entry.key, "', takes (", op.params, ")");
    }
  }
}

std::string_view OpArgs::param(int i) const noexcept {
  ParamReader reader(op_->params);
  Param param;
  for (int n = 0; reader.next(&param); ++n) {
    if (n == i)
      return param.name;
  }
  return "argument";
}

void OpArgs::wrong(int i, std::string_view wanted) const {
  fail(ErrorCode::kType, name(), ": ", param(i), " must be ", wanted, ", is ",
       value_kind_name(value(i).kind()));
}

const Value& OpArgs::value(int i) const noexcept {
  const Value* slot = slots_[index(i)];
  return slot != nullptr ? *slot : none_;
}

Tensor OpArgs::tensor(int i) const {
  if (!value(i).is_tensor())
    wrong(i, "a tensor");
  return value(i).as_tensor();
}

Tensor OpArgs::tensor_or_null(int i) const {
  return has(i) ? tensor(i) : Tensor();
}

std::vector<Tensor> OpArgs::tensors(int i) const {
  const Value& items = value(i);
  if (!items.is_sequence())
    wrong(i, "a sequence of tensors");
  std::vector<Tensor> out;
  out.reserve(static_cast<std::size_t>(items.count()));
  for (std::int64_t n = 0; n < items.count(); ++n) {
    if (!items.at(n).is_tensor()) {
      fail(ErrorCode::kType, name(), ": ", param(i), "[", n, "] must be a tensor, is ",
           value_kind_name(items.at(n).kind()));
    }
    out.push_back(items.at(n).as_tensor());
  }
  return out;
}

bool OpArgs::flag(int i, bool fallback) const {
  if (!has(i))
    return fallback;
  const ValueKind kind = value(i).kind();
  if (kind == ValueKind::kInt)
    return value(i).as_int() != 0;
  if (kind != ValueKind::kBool)
    wrong(i, "a bool");
  return value(i).as_bool();
}

namespace {

/// An int, or what a 0-dim integer tensor holds; false for anything else.
bool read_int(const Value& value, std::int64_t* out) {
  switch (value.kind()) {
    case ValueKind::kBool:
    case ValueKind::kInt:
      *out = value.as_int();
      return true;
    case ValueKind::kTensor: {
      const Tensor tensor = value.as_tensor();
      if (tensor.numel() != 1 || is_floating(tensor.dtype()))
        return false;
      *out = tensor.item_int();
      return true;
    }
    default:
      return false;
  }
}

}  // namespace

std::int64_t OpArgs::integer(int i) const {
  std::int64_t out = 0;
  if (!read_int(value(i), &out))
    wrong(i, "an int");
  return out;
}

std::int64_t OpArgs::integer(int i, std::int64_t fallback) const {
  return has(i) ? integer(i) : fallback;
}

double OpArgs::number(int i) const {
  const Value& v = value(i);
  switch (v.kind()) {
    case ValueKind::kBool:
    case ValueKind::kInt:
    case ValueKind::kFloat:
      return v.as_float();
    case ValueKind::kTensor:
      return v.as_tensor().item();
    default:
      wrong(i, "a number");
  }
}

double OpArgs::number(int i, double fallback) const {
  return has(i) ? number(i) : fallback;
}

std::string_view OpArgs::text(int i, std::string_view fallback) const {
  if (!has(i))
    return fallback;
  if (value(i).kind() != ValueKind::kString)
    wrong(i, "a string");
  return value(i).as_string();
}

Dims OpArgs::dims(int i) const {
  Dims out;
  const Value& v = value(i);
  if (v.is_none())
    return out;
  std::int64_t n = 0;
  if (!v.is_sequence()) {
    if (!read_int(v, &n))
      wrong(i, "an int or a sequence of ints");
    out.push_back(n);
    return out;
  }
  for (std::int64_t k = 0; k < v.count(); ++k) {
    if (!read_int(v.at(k), &n)) {
      fail(ErrorCode::kType, name(), ": ", param(i), "[", k, "] must be an int, is ",
           value_kind_name(v.at(k).kind()));
    }
    out.push_back(n);
  }
  return out;
}

std::optional<DType> OpArgs::dtype(int i) const {
  if (!has(i))
    return std::nullopt;
  if (value(i).kind() != ValueKind::kDType)
    wrong(i, "a dtype");
  return value(i).as_dtype();
}

}  // namespace tenon
