#include "tenon_c/value.h"

#include <algorithm>
#include <unordered_map>

#include "capi/callback.h"
#include "capi/handle.h"
#include "tenon/nn/deepcopy.h"

using namespace tenon;
using namespace tenon::capi;

static_assert(TENON_VALUE_DICT == static_cast<int>(ValueKind::kDict));
static_assert(TENON_VALUE_OPAQUE == static_cast<int>(ValueKind::kOpaque));

namespace {

const Value& look_at(tenon_value* handle, const char* name = "value") {
  return checked(handle, Tag::kValue, name).value;
}

/// Makes a value in a context and hands it out.
template <class Make>
tenon_status make_value(const char* function, tenon_context* context, tenon_value** out_value,
                        Make&& make_it) {
  return guard(function, [&] {
    TENON_OUT(out_value);
    Entry entry;
    Context& target = entry.context(context);
    *out_value = give_value(make_it(entry, target));
  });
}

constexpr int kMostNesting = 500;

using Depths = std::unordered_map<const Object*, int>;

/// How deep containers are nested in a value; refuses one that holds `outer`, and one that is too
/// deep for what walks values by recursion (printing, comparing, letting go).
int nesting(const Value& value, const Object* outer, Depths& known, int level) {
  if (!value.is_sequence() && !value.is_dict())
    return 0;
  const Object* object = value.object();
  if (object == outer)
    refuse(ErrorCode::kValue, "item", "contains the list or dict it is put into");
  if (level > kMostNesting)
    refuse(ErrorCode::kValue, "item", "is nested more than 500 deep");
  const auto found = known.find(object);
  if (found != known.end())
    return found->second;
  int depth = 0;
  const auto look_into = [&](const Value& inner) {
    if (inner.is_sequence() || inner.is_dict())
      depth = std::max(depth, nesting(inner, outer, known, level + 1));
  };
  if (value.is_dict()) {
    for (const Dict::Entry& entry : value.as_dict().entries())
      look_into(entry.value);
  } else {
    for (const Value& inner : value.as_sequence().items)
      look_into(inner);
  }
  known.emplace(object, depth + 1);
  return depth + 1;
}

/// An item on its way into `outer` (or into a new container, if null).
const Value& checked_item(const Value& item, const Object* outer) {
  if (item.is_sequence() || item.is_dict()) {
    Depths known;
    if (nesting(item, outer, known, 1) >= kMostNesting)
      refuse(ErrorCode::kValue, "item", "is nested more than 500 deep");
  }
  return item;
}

std::vector<Value> checked_items(std::vector<Value> items) {
  for (const Value& item : items)
    checked_item(item, nullptr);
  return items;
}

/// Sets an entry of a dict.
template <class Make>
tenon_status set_entry(const char* function, tenon_value* value, const char* key, Make&& make_it) {
  return guard(function, [&] {
    Entry entry;
    const Value dict = entry.value(value);
    const std::string_view name = text_argument(key, "key");
    Dict& target = dict.as_dict();
    target.set(name, checked_item(make_it(entry), &target));
  });
}

}  // namespace

tenon_status tenon_value_none(tenon_context* context, tenon_value** out_value) {
  return make_value(__func__, context, out_value, [](Entry&, Context&) { return Value(); });
}

tenon_status tenon_value_bool(tenon_context* context, int32_t flag, tenon_value** out_value) {
  return make_value(__func__, context, out_value,
                    [&](Entry&, Context&) { return Value(flag != 0); });
}

tenon_status tenon_value_int(tenon_context* context, int64_t integer, tenon_value** out_value) {
  return make_value(__func__, context, out_value, [&](Entry&, Context&) { return Value(integer); });
}

tenon_status tenon_value_float(tenon_context* context, double number, tenon_value** out_value) {
  return make_value(__func__, context, out_value, [&](Entry&, Context&) { return Value(number); });
}

tenon_status tenon_value_string(tenon_context* context, const char* text, tenon_value** out_value) {
  return make_value(__func__, context, out_value,
                    [&](Entry&, Context&) { return Value(text_argument(text, "text")); });
}

tenon_status tenon_value_dtype(tenon_context* context, int32_t dtype, tenon_value** out_value) {
  return make_value(__func__, context, out_value,
                    [&](Entry&, Context&) { return Value(dtype_argument(dtype)); });
}

tenon_status tenon_value_tensor(tenon_context* context, tenon_tensor* tensor,
                                tenon_value** out_value) {
  return make_value(__func__, context, out_value,
                    [&](Entry& entry, Context&) { return Value(entry.tensor_or_null(tensor)); });
}

tenon_status tenon_value_module(tenon_context* context, tenon_module* module,
                                tenon_value** out_value) {
  return make_value(__func__, context, out_value, [&](Entry& entry, Context&) {
    return nn::module_value(entry.module_or_null(module));
  });
}

tenon_status tenon_value_opaque(tenon_context* context, void* user_data, tenon_destroy_fn destroy,
                                tenon_value** out_value) {
  HostData data(user_data, destroy);
  return make_value(__func__, context, out_value, [&](Entry&, Context& target) {
    Ref<OpaqueObject> object = make<OpaqueObject>(target, user_data, destroy);
    data.take();
    return Value::object(ValueKind::kOpaque, object.get());
  });
}

tenon_status tenon_value_tuple(tenon_context* context, tenon_value* const* items,
                               int64_t item_count, tenon_value** out_value) {
  return make_value(__func__, context, out_value, [&](Entry& entry, Context&) {
    return Value::tuple(checked_items(entry.values(items, item_count, "items")));
  });
}

tenon_status tenon_value_list(tenon_context* context, tenon_value* const* items, int64_t item_count,
                              tenon_value** out_value) {
  return make_value(__func__, context, out_value, [&](Entry& entry, Context&) {
    return Value::list(checked_items(entry.values(items, item_count, "items")));
  });
}

tenon_status tenon_value_dict(tenon_context* context, tenon_value** out_value) {
  return make_value(__func__, context, out_value, [](Entry&, Context&) { return Value::dict(); });
}

tenon_status tenon_value_dict_set(tenon_value* value, const char* key, tenon_value* item) {
  return set_entry(__func__, value, key,
                   [&](Entry& entry) { return entry.value_or_none(item, "item"); });
}

tenon_status tenon_value_dict_set_bool(tenon_value* value, const char* key, int32_t flag) {
  return set_entry(__func__, value, key, [&](Entry&) { return Value(flag != 0); });
}

tenon_status tenon_value_dict_set_int(tenon_value* value, const char* key, int64_t integer) {
  return set_entry(__func__, value, key, [&](Entry&) { return Value(integer); });
}

tenon_status tenon_value_dict_set_float(tenon_value* value, const char* key, double number) {
  return set_entry(__func__, value, key, [&](Entry&) { return Value(number); });
}

tenon_status tenon_value_dict_set_string(tenon_value* value, const char* key, const char* text) {
  return set_entry(__func__, value, key,
                   [&](Entry&) { return Value(text_argument(text, "text")); });
}

tenon_status tenon_value_dict_set_tensor(tenon_value* value, const char* key,
                                         tenon_tensor* tensor) {
  return set_entry(__func__, value, key,
                   [&](Entry& entry) { return Value(entry.tensor_or_null(tensor)); });
}

tenon_status tenon_value_dict_remove(tenon_value* value, const char* key) {
  return guard(__func__, [&] {
    Entry entry;
    const Value dict = entry.value(value);
    const std::string_view name = text_argument(key, "key");
    if (!dict.as_dict().remove(name))
      fail(ErrorCode::kKey, "dict: no key '", name, "'");
  });
}

tenon_status tenon_value_list_append(tenon_value* value, tenon_value* item) {
  return guard(__func__, [&] {
    Entry entry;
    const Value list = entry.value(value);
    if (list.kind() != ValueKind::kList) {
      fail(ErrorCode::kType, "a list is needed, got ", value_kind_name(list.kind()));
    }
    Sequence& target = list.as_sequence();
    target.items.push_back(checked_item(entry.value_or_none(item, "item"), &target));
  });
}

int32_t tenon_value_kind(tenon_value* value) {
  return look(-1, [&] { return static_cast<int>(look_at(value).kind()); });
}

tenon_status tenon_value_as_bool(tenon_value* value, int32_t* out_flag) {
  return guard(__func__, [&] {
    TENON_OUT(out_flag);
    Entry entry;
    *out_flag = entry.value(value).as_bool() ? 1 : 0;
  });
}

tenon_status tenon_value_as_int(tenon_value* value, int64_t* out_integer) {
  return guard(__func__, [&] {
    TENON_OUT(out_integer);
    Entry entry;
    *out_integer = entry.value(value).as_int();
  });
}

tenon_status tenon_value_as_float(tenon_value* value, double* out_number) {
  return guard(__func__, [&] {
    TENON_OUT(out_number);
    Entry entry;
    *out_number = entry.value(value).as_float();
  });
}

tenon_status tenon_value_as_string(tenon_value* value, tenon_string** out_string) {
  return guard(__func__, [&] {
    TENON_OUT(out_string);
    Entry entry;
    const Value found = entry.value(value);
    found.as_string();  // throws for other kinds
    *out_string = give(Ref<StringObject>(static_cast<StringObject*>(found.object())));
  });
}

const char* tenon_value_string_data(tenon_value* value) {
  return look(static_cast<const char*>(nullptr), [&]() -> const char* {
    const Value& found = look_at(value);
    if (found.kind() != ValueKind::kString)
      return nullptr;
    return static_cast<StringObject*>(found.object())->text.c_str();
  });
}

tenon_status tenon_value_as_dtype(tenon_value* value, int32_t* out_dtype) {
  return guard(__func__, [&] {
    TENON_OUT(out_dtype);
    Entry entry;
    *out_dtype = static_cast<int>(entry.value(value).as_dtype());
  });
}

tenon_status tenon_value_as_tensor(tenon_value* value, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    *out_tensor = give(entry.value(value).as_tensor());
  });
}

tenon_status tenon_value_as_module(tenon_value* value, tenon_module** out_module) {
  return guard(__func__, [&] {
    TENON_OUT(out_module);
    Entry entry;
    *out_module = give(nn::as_module(entry.value(value)));
  });
}

tenon_status tenon_value_as_opaque(tenon_value* value, tenon_destroy_fn destroy,
                                   void** out_pointer) {
  return guard(__func__, [&] {
    TENON_OUT(out_pointer);
    Entry entry;
    const Value found = entry.value(value);
    const auto* object = dynamic_cast<OpaqueObject*>(found.object());
    if (found.kind() != ValueKind::kOpaque || object == nullptr) {
      fail(ErrorCode::kType, "an opaque value is needed, got ", value_kind_name(found.kind()));
    }
    if (object->destroy_fn != destroy) {
      fail(ErrorCode::kType, "the opaque value was made with another destroy function");
    }
    *out_pointer = object->pointer;
  });
}

int64_t tenon_value_count(tenon_value* value) {
  return look(std::int64_t{-1}, [&]() -> std::int64_t {
    const Value& found = look_at(value);
    return found.is_sequence() || found.is_dict() ? found.count() : 0;
  });
}

tenon_status tenon_value_at(tenon_value* value, int64_t index, tenon_value** out_value) {
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    const Value found = entry.value(value);
    if (!found.is_dict()) {
      *out_value = give_value(found.at(index));
      return;
    }
    const Dict& dict = found.as_dict();
    if (index < 0 || index >= dict.count()) {
      fail(ErrorCode::kIndex, "dict: index ", index, " is out of range for ", dict.count(),
           " entries");
    }
    *out_value = give_value(dict.entry(index).value);
  });
}

const char* tenon_value_key(tenon_value* value, int64_t index) {
  return look(static_cast<const char*>(nullptr), [&]() -> const char* {
    const Value& found = look_at(value);
    if (!found.is_dict())
      return nullptr;
    const Dict& dict = found.as_dict();
    return index < 0 || index >= dict.count() ? nullptr : dict.entry(index).key.c_str();
  });
}

tenon_status tenon_value_get(tenon_value* value, const char* key, tenon_value** out_value) {
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    const Value dict = entry.value(value);
    const std::string_view name = text_argument(key, "key");
    const Value* found = static_cast<const Dict&>(dict.as_dict()).find(name);
    if (found == nullptr)
      fail(ErrorCode::kKey, "dict: no key '", name, "'");
    *out_value = give_value(*found);
  });
}

int32_t tenon_value_has(tenon_value* value, const char* key) {
  return look(-1, [&] {
    const Value& found = look_at(value);
    return found.as_dict().has(text_argument(key, "key")) ? 1 : 0;
  });
}

int32_t tenon_value_equals(tenon_value* value, tenon_value* other) {
  return look(-1, [&] {
    Entry entry;
    return entry.value(value).equals(entry.value(other, "other")) ? 1 : 0;
  });
}

tenon_status tenon_value_deepcopy(tenon_value* value, tenon_value** out_value) {
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    *out_value = give_value(nn::deepcopy(entry.value(value)));
  });
}

tenon_status tenon_value_text(tenon_value* value, tenon_string** out_string) {
  return guard(__func__, [&] {
    TENON_OUT(out_string);
    Entry entry;
    *out_string = give_text(entry.value(value).to_string());
  });
}

void tenon_value_retain(tenon_value* value) {
  retain_handle(value, Tag::kValue);
}
void tenon_value_release(tenon_value* value) {
  release_handle(value, Tag::kValue);
}
