#include "tenon/optim/options.h"

#include "tenon/error.h"

namespace tenon::optim {
namespace {

/// False if the value is no number.
bool read_number(const Value& value, Number* out) {
  switch (value.kind()) {
    case ValueKind::kNone:
      *out = Number::none();
      return true;
    case ValueKind::kInt:
    case ValueKind::kBool:
      *out = Number(value.as_int());
      return true;
    case ValueKind::kFloat:
      *out = Number(value.as_float());
      return true;
    case ValueKind::kTensor: {  // lr may be a 0-dim tensor
      const Tensor tensor = value.as_tensor();
      if (tensor.numel() == 1)
        *out = Number(tensor.item());
      return tensor.numel() == 1;
    }
    default:
      return false;
  }
}

bool is_in_range(Check check, double x) {
  switch (check) {
    case Check::kNone:
      return true;
    case Check::kNotNegative:
      return x >= 0;
    case Check::kFraction:
      return x >= 0 && x < 1;
    case Check::kNotPositive:
      return x <= 0;
    case Check::kAtLeastOne:
      return x >= 1;
    case Check::kUnit:
      return x >= 0 && x <= 1;
  }
  return false;
}

constexpr std::string_view kWanted[] = {"a number",  "0 or more", "in [0, 1)",
                                        "0 or less", "1 or more", "in [0, 1]"};
constexpr std::string_view kTypes[] = {"a number", "a tuple of numbers", "a bool", "a bool or None",
                                       "a string or None"};

}  // namespace

Value Number::spelled() const {
  switch (form_) {
    case Form::kFloat:
      return Value(value_);
    case Form::kInt:
      return Value(static_cast<std::int64_t>(value_));
    case Form::kNone:
      break;
  }
  return {};
}

std::size_t OptionTable::find(std::string_view name) const noexcept {
  std::size_t i = 0;
  while (i < count && infos[i].name != name)
    ++i;
  return i;
}

void OptionTable::read(void* options, std::size_t index, const Value& value) const {
  const OptionInfo& info = infos[index];
  void* const out = member(options, index);
  bool fits = false;
  switch (info.kind) {
    case OptionKind::kNumber:
      fits = read_number(value, static_cast<Number*>(out));
      break;
    case OptionKind::kNumbers:
      fits = value.is_sequence() && value.count() == info.count;
      for (std::int64_t i = 0; fits && i < info.count; ++i)
        fits = read_number(value.at(i), static_cast<Number*>(out) + i);
      break;
    case OptionKind::kBool:
      fits = value.kind() == ValueKind::kBool || value.kind() == ValueKind::kInt;
      if (fits)
        *static_cast<bool*>(out) = value.as_int() != 0;
      break;
    case OptionKind::kOptionalBool:
      fits = value.is_none() || value.kind() == ValueKind::kBool;
      if (fits) {
        *static_cast<std::optional<bool>*>(out) =
            value.is_none() ? std::nullopt : std::optional<bool>(value.as_bool());
      }
      break;
    case OptionKind::kWord:
      fits = value.is_none() || value.kind() == ValueKind::kString;
      if (fits)
        *static_cast<std::string_view*>(out) = value.is_none() ? "" : value.as_string();
      break;
  }
  if (!fits) {
    fail(ErrorCode::kType, owner, ": ", info.name, " wants ", kTypes[static_cast<int>(info.kind)],
         ", got ", value_kind_name(value.kind()), " ", value.to_string());
  }
}

void OptionTable::read_all(void* options, const Dict& group) const {
  for (std::size_t i = 0; i < count; ++i) {
    // Groups keep the order they were made in, so the entry is nearly always where it is expected.
    const auto at = static_cast<std::int64_t>(i + 1);
    const Value* value = at < group.count() && group.entry(at).key == infos[i].name
                             ? &group.entry(at).value
                             : group.find(infos[i].name);
    if (value == nullptr)
      fail(ErrorCode::kKey, owner, ": a group has no '", infos[i].name, "'");
    read(options, i, *value);
  }
}

Value OptionTable::write(void* options, std::size_t index) const {
  void* const from = member(options, index);
  switch (infos[index].kind) {
    case OptionKind::kNumber:
      return static_cast<Number*>(from)->spelled();
    case OptionKind::kNumbers: {
      std::vector<Value> items;
      for (int i = 0; i < infos[index].count; ++i)
        items.push_back(static_cast<Number*>(from)[i].spelled());
      return Value::tuple(std::move(items));
    }
    case OptionKind::kBool:
      return Value(*static_cast<bool*>(from));
    case OptionKind::kOptionalBool: {
      const auto& flag = *static_cast<std::optional<bool>*>(from);
      return flag.has_value() ? Value(*flag) : Value();
    }
    case OptionKind::kWord: {
      const auto& word = *static_cast<std::string_view*>(from);
      return word.empty() ? Value() : Value(word);
    }
  }
  return {};
}

void OptionTable::check(void* options) const {
  for (std::size_t i = 0; i < count; ++i) {
    const OptionInfo& info = infos[i];
    if (info.check == Check::kNone)
      continue;
    const auto* numbers = static_cast<const Number*>(member(options, i));
    for (int k = 0; k < info.count; ++k) {
      if (!numbers[k].is_none() && !is_in_range(info.check, numbers[k])) {
        const std::string place = info.kind == OptionKind::kNumbers ? concat("[", k, "]") : "";
        fail(ErrorCode::kValue, owner, ": ", info.name, place, " is ",
             numbers[k].spelled().to_string(), ", must be ", kWanted[static_cast<int>(info.check)]);
      }
    }
  }
}

}  // namespace tenon::optim
