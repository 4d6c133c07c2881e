#include "tenon/value.h"

#include <memory>
#include <unordered_map>

#include "src/base/decimal.h"

namespace tenon {

const char* value_kind_name(ValueKind kind) noexcept {
  switch (kind) {
    case ValueKind::kNone:
      return "none";
    case ValueKind::kBool:
      return "bool";
    case ValueKind::kInt:
      return "int";
    case ValueKind::kFloat:
      return "float";
    case ValueKind::kString:
      return "str";
    case ValueKind::kDType:
      return "dtype";
    case ValueKind::kTensor:
      return "tensor";
    case ValueKind::kModule:
      return "module";
    case ValueKind::kTuple:
      return "tuple";
    case ValueKind::kList:
      return "list";
    case ValueKind::kDict:
      return "dict";
    case ValueKind::kPackedSequence:
      return "packed sequence";
    case ValueKind::kOpaque:
      return "opaque";
  }
  return "unknown";
}

Value::Value(const Tensor& v) noexcept {
  if (!v.defined())
    return;
  kind_ = ValueKind::kTensor;
  bits_.o = v.ref().get();
  retain();
}

Value::Value(Tensor&& v) noexcept {
  if (!v.defined())
    return;
  kind_ = ValueKind::kTensor;
  bits_.o = std::move(v).take().detach();
}

Value::Value(std::string_view text)
    : Value(object(ValueKind::kString, new StringObject(Context::current(), text))) {}

Value::Value(Ref<Dict> dict) noexcept {
  if (!dict)
    return;
  kind_ = ValueKind::kDict;
  bits_.o = dict.detach();
}

Value Value::tuple(std::vector<Value> items) {
  return object(ValueKind::kTuple, new Sequence(Context::current(), std::move(items), false));
}

Value Value::list(std::vector<Value> items) {
  return object(ValueKind::kList, new Sequence(Context::current(), std::move(items), true));
}

Value Value::dict() {
  return Value(make<Dict>(Context::current()));
}

Value Value::object(ValueKind kind, Object* object) noexcept {
  Value value;
  if (object == nullptr)
    return value;
  value.kind_ = kind;
  value.bits_.o = object;
  value.retain();
  return value;
}

void Value::wrong_kind(const char* wanted) const {
  fail(ErrorCode::kType, "a ", wanted, " is needed, got ", value_kind_name(kind_));
}

bool Value::as_bool() const {
  if (kind_ != ValueKind::kBool)
    wrong_kind("bool");
  return bits_.i != 0;
}

std::int64_t Value::as_int() const {
  if (kind_ != ValueKind::kInt && kind_ != ValueKind::kBool)
    wrong_kind("int");
  return bits_.i;
}

double Value::as_float() const {
  if (kind_ == ValueKind::kFloat)
    return bits_.f;
  if (kind_ != ValueKind::kInt && kind_ != ValueKind::kBool)
    wrong_kind("float");
  return static_cast<double>(bits_.i);
}

std::string_view Value::as_string() const {
  if (kind_ != ValueKind::kString)
    wrong_kind("str");
  return static_cast<const StringObject*>(bits_.o)->text;
}

DType Value::as_dtype() const {
  if (kind_ != ValueKind::kDType)
    wrong_kind("dtype");
  return static_cast<DType>(bits_.i);
}

Tensor Value::as_tensor() const {
  if (kind_ != ValueKind::kTensor)
    wrong_kind("tensor");
  return Tensor(Ref<TensorImpl>(static_cast<TensorImpl*>(bits_.o)));
}

Tensor Value::take_tensor() {
  if (kind_ != ValueKind::kTensor)
    wrong_kind("tensor");
  kind_ = ValueKind::kNone;
  return Tensor(Ref<TensorImpl>::adopt(static_cast<TensorImpl*>(bits_.o)));
}

Sequence& Value::as_sequence() const {
  if (!is_sequence())
    wrong_kind("tuple or list");
  return *static_cast<Sequence*>(bits_.o);
}

Dict& Value::as_dict() const {
  if (!is_dict())
    wrong_kind("dict");
  return *static_cast<Dict*>(bits_.o);
}

std::int64_t Value::count() const {
  if (is_none())
    return 0;
  if (is_dict())
    return as_dict().count();
  return static_cast<std::int64_t>(as_sequence().items.size());
}

const Value& Value::at(std::int64_t i) const {
  const std::vector<Value>& items = as_sequence().items;
  if (i < 0 || i >= static_cast<std::int64_t>(items.size())) {
    fail(ErrorCode::kIndex, value_kind_name(kind_), ": index ", i, " is out of range for ",
         items.size(), " items");
  }
  return items[static_cast<std::size_t>(i)];
}

bool Value::equals(const Value& other) const {
  if (kind_ != other.kind_)
    return false;
  switch (kind_) {
    case ValueKind::kNone:
      return true;
    case ValueKind::kBool:
    case ValueKind::kInt:
    case ValueKind::kDType:
      return bits_.i == other.bits_.i;
    case ValueKind::kFloat:
      return bits_.f == other.bits_.f;
    case ValueKind::kString:
      return as_string() == other.as_string();
    case ValueKind::kTuple:
    case ValueKind::kList: {
      const std::vector<Value>& a = as_sequence().items;
      const std::vector<Value>& b = other.as_sequence().items;
      if (a.size() != b.size())
        return false;
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (!a[i].equals(b[i]))
          return false;
      }
      return true;
    }
    case ValueKind::kDict: {
      const Dict& a = as_dict();
      const Dict& b = other.as_dict();
      if (a.count() != b.count())
        return false;
      for (const Dict::Entry& entry : a.entries()) {
        const Value* match = b.find(entry.key);
        if (match == nullptr || !entry.value.equals(*match))
          return false;
      }
      return true;
    }
    default:
      return bits_.o == other.bits_.o;
  }
}

namespace {

void append_quoted(std::string& text, std::string_view plain) {
  text += '\'';
  for (const char c : plain) {
    if (c == '\'' || c == '\\')
      text += '\\';
    if (c == '\n') {
      text += "\\n";
    } else {
      text += c;
    }
  }
  text += '\'';
}

/// Python's repr of a float: shortest digits, always with a point or an exponent.
void append_float(std::string& text, double value) {
  const std::string written = decimal_shortest(value);
  text += written;
  if (written.find_first_of(".eni") == std::string::npos)
    text += ".0";
}

void append_value(std::string& text, const Value& value, int depth) {
  if (depth > 64) {
    text += "...";
    return;
  }
  switch (value.kind()) {
    case ValueKind::kNone:
      text += "None";
      return;
    case ValueKind::kBool:
      text += value.as_bool() ? "True" : "False";
      return;
    case ValueKind::kInt:
      TextPart(value.as_int()).append_to(text);
      return;
    case ValueKind::kFloat:
      append_float(text, value.as_float());
      return;
    case ValueKind::kString:
      append_quoted(text, value.as_string());
      return;
    case ValueKind::kDType:
      text += "torch.";
      text += dtype_name(value.as_dtype());
      return;
    case ValueKind::kTensor:
      text += "tensor";
      text += to_string(value.as_tensor().sizes());
      return;
    case ValueKind::kTuple:
    case ValueKind::kList: {
      const bool tuple = value.kind() == ValueKind::kTuple;
      const std::vector<Value>& items = value.as_sequence().items;
      text += tuple ? '(' : '[';
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0)
          text += ", ";
        append_value(text, items[i], depth + 1);
      }
      if (tuple && items.size() == 1)
        text += ',';
      text += tuple ? ')' : ']';
      return;
    }
    case ValueKind::kDict: {
      text += '{';
      bool first = true;
      for (const Dict::Entry& entry : value.as_dict().entries()) {
        if (!first)
          text += ", ";
        first = false;
        append_quoted(text, entry.key);
        text += ": ";
        append_value(text, entry.value, depth + 1);
      }
      text += '}';
      return;
    }
    default:
      text += '<';
      text += value_kind_name(value.kind());
      text += '>';
  }
}

}  // namespace

std::string Value::to_string() const {
  std::string text;
  append_value(text, *this, 0);
  return text;
}

// ---- Dict -------------------------------------------------------------------------------------

namespace {
constexpr std::size_t kIndexFrom = 16;
constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);
struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const noexcept {
    return std::hash<std::string_view>()(text);
  }
};
}  // namespace

/// Key → position; holds its own copies of the keys, since entries move when the vector grows.
struct Dict::Index {
  std::unordered_map<std::string, std::size_t, TextHash, std::equal_to<>> positions;
};

Dict::Dict(Context& context) : Object(context) {}

Dict::~Dict() {
  delete index_;
}

std::size_t Dict::position(std::string_view key) const noexcept {
  if (index_ != nullptr) {
    const auto found = index_->positions.find(key);
    return found == index_->positions.end() ? kAbsent : found->second;
  }
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].key == key)
      return i;
  }
  return kAbsent;
}

const Value* Dict::find(std::string_view key) const noexcept {
  const std::size_t at = position(key);
  return at == kAbsent ? nullptr : &entries_[at].value;
}

Value* Dict::find(std::string_view key) noexcept {
  const std::size_t at = position(key);
  return at == kAbsent ? nullptr : &entries_[at].value;
}

void Dict::set(std::string_view key, Value value) {
  if (Value* present = find(key)) {
    *present = std::move(value);
    return;
  }
  entries_.push_back({std::string(key), std::move(value)});
  try {
    if (index_ != nullptr) {
      index_->positions.emplace(key, entries_.size() - 1);
    } else if (entries_.size() >= kIndexFrom) {
      auto index = std::make_unique<Index>();
      for (std::size_t i = 0; i < entries_.size(); ++i)
        index->positions.emplace(entries_[i].key, i);
      index_ = index.release();
    }
  } catch (...) {
    entries_.pop_back();
    throw;
  }
}

bool Dict::remove(std::string_view key) {
  const std::size_t at = position(key);
  if (at == kAbsent)
    return false;
  const Value removed = std::move(entries_[at].value);  // dies after the map is whole again
  if (index_ != nullptr) {
    index_->positions.erase(index_->positions.find(key));
    for (std::size_t i = at + 1; i < entries_.size(); ++i) {
      index_->positions.find(entries_[i].key)->second = i - 1;
    }
  }
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

void Dict::clear() noexcept {
  std::vector<Entry> dying;
  dying.swap(entries_);
  delete index_;
  index_ = nullptr;
}

void Dict::swap(Dict& other) noexcept {
  entries_.swap(other.entries_);
  std::swap(index_, other.index_);
}

Ref<Dict> Dict::copy() const {
  Ref<Dict> out = make<Dict>(context());
  for (const Entry& entry : entries_)
    out->set(entry.key, entry.value);
  return out;
}

}  // namespace tenon
