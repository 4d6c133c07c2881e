#include "capi/handle.h"

#include <algorithm>

#include "tenon_c/base.h"

namespace tenon::capi {
namespace {

constexpr std::int32_t kMaxDims = 64;

template <class T>
T* cast_cell(Cell& cell) {
  return static_cast<T*>(cell.object);
}

template <class Handle>
Handle* as_handle(Cell* cell) noexcept {
  return reinterpret_cast<Handle*>(cell);
}

template <class Handle, class T>
Handle* give_object(Ref<T> object, Tag tag) {
  if (!object)
    return nullptr;
  return as_handle<Handle>(adopt_handle(object.detach(), tag));
}

/// Whether the bytes are UTF-8: shortest forms only, no surrogates, nothing above U+10FFFF.
bool is_utf8(const char* text) noexcept {
  const auto* p = reinterpret_cast<const unsigned char*>(text);
  while (*p != 0) {
    if (*p < 0x80) {
      ++p;
      continue;
    }
    int more;
    std::uint32_t code, least;
    if ((*p & 0xe0) == 0xc0) {
      more = 1, code = *p & 0x1fu, least = 0x80;
    } else if ((*p & 0xf0) == 0xe0) {
      more = 2, code = *p & 0x0fu, least = 0x800;
    } else if ((*p & 0xf8) == 0xf0) {
      more = 3, code = *p & 0x07u, least = 0x10000;
    } else {
      return false;
    }
    for (++p; more > 0; --more, ++p) {
      if ((*p & 0xc0) != 0x80)
        return false;  // also stops at the terminating zero
      code = code << 6 | (*p & 0x3fu);
    }
    if (code < least || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      return false;
  }
  return true;
}

}  // namespace

void refuse(ErrorCode code, const char* name, const char* fault) {
  throw BadArgument{code, name, fault};
}

void refuse_handle(const void* handle, Tag tag, const char* name) {
  if (handle == nullptr)
    refuse(ErrorCode::kValue, name, "is NULL");
  if (g_unloaded.load(std::memory_order_relaxed)) {
    refuse(ErrorCode::kBadHandle, name, "outlived the library");
  }
  const std::uint64_t word = static_cast<const Cell*>(handle)->word.load(std::memory_order_relaxed);
  if (!Cell::is_ours(word))
    refuse(ErrorCode::kBadHandle, name, "is no handle of this library");
  switch (Cell::state_of(word)) {
    case Cell::kDead:
      refuse(ErrorCode::kBadHandle, name, "was released");
    case Cell::kShutDown:
      refuse(ErrorCode::kBadHandle, name, "ended with its context's shutdown");
    case Cell::kLive:
      break;
  }
  static constexpr const char* kFaults[kTagCount] = {
      "is the handle of a context",   "is the handle of a tensor", "is the handle of a module",
      "is the handle of a value",     "is the handle of a list",   "is the handle of a state dict",
      "is the handle of a report",    "is the handle of a string", "is the handle of an optimizer",
      "is the handle of a scheduler",
  };
  static_cast<void>(tag);
  refuse(ErrorCode::kType, name, kFaults[static_cast<int>(Cell::tag_of(word))]);
}

std::string_view text_argument(const char* text, const char* name) {
  if (text == nullptr)
    refuse(ErrorCode::kValue, name, "is NULL");
  if (!is_utf8(text))
    refuse(ErrorCode::kValue, name, "is not UTF-8");
  return text;
}

std::span<const std::int64_t> shape_argument(const std::int64_t* shape, std::int32_t ndim,
                                             const char* name) {
  if (ndim < 0)
    refuse(ErrorCode::kValue, "ndim", "is negative");
  if (ndim > kMaxDims)
    refuse(ErrorCode::kValue, "ndim", "is more than 64");
  if (shape == nullptr && ndim > 0)
    refuse(ErrorCode::kValue, name, "is NULL");
  return {shape, static_cast<std::size_t>(ndim)};
}

DType dtype_argument(std::int32_t dtype) {
  if (!is_dtype(dtype))
    refuse(ErrorCode::kValue, "dtype", "is none of the TENON_ dtypes");
  return static_cast<DType>(dtype);
}

void check_flags(std::int32_t flags, std::int32_t known) {
  if ((flags & ~known) != 0)
    refuse(ErrorCode::kValue, "flags", "has a flag that does not apply");
}

std::int64_t NameList::count() const noexcept {
  return static_cast<std::int64_t>(has_modules_ ? modules_.size() : tensors_.size());
}

const std::string* NameList::name(std::int64_t index) const noexcept {
  if (index < 0 || index >= count())
    return nullptr;
  const auto i = static_cast<std::size_t>(index);
  return has_modules_ ? &modules_[i].first : &tensors_[i].first;
}

Context& Entry::any_context(tenon_context* handle, const char* name) {
  Context& found = *checked(handle, Tag::kContext, name).context;
  enter(found, name);
  return found;
}

Context& Entry::context(tenon_context* handle, const char* name) {
  Context& found = any_context(handle, name);
  if (found.is_shut_down())
    refuse(ErrorCode::kRuntime, name, "was shut down");
  return found;
}

std::vector<Value> Entry::values(tenon_value* const* items, std::int64_t count, const char* name) {
  if (count < 0)
    refuse(ErrorCode::kValue, name, "has a negative count");
  if (items == nullptr && count > 0)
    refuse(ErrorCode::kValue, name, "is NULL");
  std::vector<Value> values;
  values.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i)
    values.push_back(value_or_none(items[i], name));
  return values;
}

Ref<NameList> Entry::list(tenon_list* handle) {
  return Ref<NameList>(cast_cell<NameList>(enter(checked(handle, Tag::kList, "list"), "list")));
}

Ref<nn::StateDict> Entry::state_dict(tenon_state_dict* handle, const char* name) {
  return Ref<nn::StateDict>(
      cast_cell<nn::StateDict>(enter(checked(handle, Tag::kStateDict, name), name)));
}

Ref<nn::LoadReport> Entry::report(tenon_report* handle) {
  return Ref<nn::LoadReport>(
      cast_cell<nn::LoadReport>(enter(checked(handle, Tag::kReport, "report"), "report")));
}

Ref<StringObject> Entry::string(tenon_string* handle) {
  return Ref<StringObject>(
      cast_cell<StringObject>(enter(checked(handle, Tag::kString, "string"), "string")));
}

nn::Call& Entry::call(tenon_call* handle) {
  if (handle == nullptr)
    refuse(ErrorCode::kValue, "call", "is NULL");
  auto* call = reinterpret_cast<nn::Call*>(handle);
  const RunningCall* running = t_state.calls;
  while (running != nullptr && running->call != call)
    running = running->outer;
  if (running == nullptr) {
    refuse(ErrorCode::kBadHandle, "call", "is not of a callback that runs on this thread");
  }
  enter(call->module() != nullptr ? call->module()->context() : Context::current(), "call");
  return *call;
}

tenon_tensor* give(Tensor tensor) {
  if (!tensor.defined())
    return nullptr;
  return give_object<tenon_tensor>(std::move(tensor).take(), Tag::kTensor);
}
tenon_module* give(Ref<nn::Module> module) {
  return give_object<tenon_module>(std::move(module), Tag::kModule);
}
tenon_list* give(Ref<NameList> list) {
  return give_object<tenon_list>(std::move(list), Tag::kList);
}
tenon_state_dict* give(Ref<nn::StateDict> state_dict) {
  return give_object<tenon_state_dict>(std::move(state_dict), Tag::kStateDict);
}
tenon_report* give(Ref<nn::LoadReport> report) {
  return give_object<tenon_report>(std::move(report), Tag::kReport);
}
tenon_string* give(Ref<StringObject> string) {
  return give_object<tenon_string>(std::move(string), Tag::kString);
}
tenon_string* give_text(std::string_view text) {
  return give(make<StringObject>(Context::current(), text));
}
tenon_value* give_value(Value value) {
  return as_handle<tenon_value>(open_value_handle(Context::current(), std::move(value)));
}

Options::Options(const Value& value, std::initializer_list<std::string_view> known)
    : value_(value) {
  if (value_.is_none())
    return;
  if (!value_.is_dict()) {
    fail(ErrorCode::kType, "options: a dict is needed, got ", value_kind_name(value_.kind()));
  }
  for (const Dict::Entry& entry : value_.as_dict().entries()) {
    if (std::find(known.begin(), known.end(), entry.key) == known.end()) {
      fail(ErrorCode::kType, "options: unknown option '", entry.key, "'");
    }
  }
}

const Value* Options::find(std::string_view name) const {
  return value_.is_none() ? nullptr : static_cast<const Dict&>(value_.as_dict()).find(name);
}

bool Options::flag(std::string_view name, bool fallback) const {
  const Value* found = find(name);
  if (found == nullptr)
    return fallback;
  if (found->kind() == ValueKind::kInt)
    return found->as_int() != 0;
  if (found->kind() != ValueKind::kBool) {
    fail(ErrorCode::kType, "options: ", name, " must be a bool, is ",
         value_kind_name(found->kind()));
  }
  return found->as_bool();
}

std::int64_t Options::integer(std::string_view name, std::int64_t fallback) const {
  const Value* found = find(name);
  if (found == nullptr)
    return fallback;
  if (found->kind() != ValueKind::kInt) {
    fail(ErrorCode::kType, "options: ", name, " must be an int, is ",
         value_kind_name(found->kind()));
  }
  return found->as_int();
}

std::string Options::text(std::string_view name) const {
  const Value* found = find(name);
  if (found == nullptr || found->is_none())
    return {};
  if (found->kind() != ValueKind::kString) {
    fail(ErrorCode::kType, "options: ", name, " must be a string, is ",
         value_kind_name(found->kind()));
  }
  return std::string(found->as_string());
}

}  // namespace tenon::capi
