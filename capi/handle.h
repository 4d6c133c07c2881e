/// From handles to objects and back: what the body of an exported function works with.
#ifndef TENON_CAPI_HANDLE_H_
#define TENON_CAPI_HANDLE_H_

#include <optional>
#include <string_view>
#include <vector>

#include "capi/cell.h"
#include "capi/guard.h"
#include "tenon/nn/module.h"
#include "tenon/nn/state_dict.h"
#include "tenon/tensor.h"
#include "tenon/value.h"

namespace tenon::capi {

/// A snapshot of named tensors or modules: what tenon_list is.
class NameList final : public Object {
 public:
  NameList(Context& context, nn::Named<Tensor> tensors)
      : Object(context), tensors_(std::move(tensors)), has_modules_(false) {}
  NameList(Context& context, nn::Named<Ref<nn::Module>> modules)
      : Object(context), modules_(std::move(modules)), has_modules_(true) {}

  std::int64_t count() const noexcept;
  bool has_modules() const noexcept { return has_modules_; }
  /// Null if there is no such entry.
  const std::string* name(std::int64_t index) const noexcept;
  /// The entry, which the caller knows to exist and to be of that kind.
  const Tensor& tensor(std::int64_t i) const {
    return tensors_[static_cast<std::size_t>(i)].second;
  }
  const Ref<nn::Module>& module(std::int64_t i) const {
    return modules_[static_cast<std::size_t>(i)].second;
  }

 private:
  nn::Named<Tensor> tensors_;
  nn::Named<Ref<nn::Module>> modules_;
  bool has_modules_;
};

/// Throws BadArgument for a handle that is not live as `tag`.
[[noreturn]] void refuse_handle(const void* handle, Tag tag, const char* name);

/// The cell of a live handle of that type.
inline Cell& checked(void* handle, Tag tag, const char* name) {
  Cell* cell = static_cast<Cell*>(handle);
  if (cell == nullptr || g_unloaded.load(std::memory_order_relaxed) ||
      cell->word.load(std::memory_order_acquire) != Cell::make_word(Cell::kLive, tag))
      [[unlikely]] {
    refuse_handle(handle, tag, name);
  }
  return *cell;
}

[[noreturn]] void refuse(ErrorCode code, const char* name, const char* fault);

/// UTF-8 text of the caller's; throws BadArgument for NULL and for other bytes.
std::string_view text_argument(const char* text, const char* name);
/// Sizes of the caller's; throws BadArgument for NULL with ndim > 0, and ndim outside 0 … 64.
std::span<const std::int64_t> shape_argument(const std::int64_t* shape, std::int32_t ndim,
                                             const char* name = "shape");
DType dtype_argument(std::int32_t dtype);
/// Throws BadArgument for a flag outside `known`.
void check_flags(std::int32_t flags, std::int32_t known);
/// The out-parameter, set to nothing; throws BadArgument for NULL.
template <class T>
T& out_argument(T* out, const char* name) {
  if (out == nullptr) [[unlikely]]
    refuse(ErrorCode::kValue, name, "is NULL");
  *out = T{};
  return *out;
}
#define TENON_OUT(out) ::tenon::capi::out_argument(out, #out)

/// The handles of one call. The first one's context becomes the thread's current one for the rest
/// of the call; handles of another context are refused. Every handle is checked before it is used.
class Entry {
 public:
  /// Of a context that is not shut down, for functions that make something.
  Context& context(tenon_context* handle, const char* name = "context");
  /// Also of one that is shut down.
  Context& any_context(tenon_context* handle, const char* name = "context");
  TensorImpl& tensor_impl(tenon_tensor* handle, const char* name = "tensor") {
    return *static_cast<TensorImpl*>(enter(checked(handle, Tag::kTensor, name), name).object);
  }
  Tensor tensor(tenon_tensor* handle, const char* name = "tensor") {
    return Tensor(Ref<TensorImpl>(&tensor_impl(handle, name)));
  }
  /// Not counted: for calls that open a BorrowScope.
  nn::Module& borrowed_module(tenon_module* handle, const char* name = "module") {
    return *static_cast<nn::Module*>(enter(checked(handle, Tag::kModule, name), name).object);
  }
  /// NULL gives a null tensor.
  Tensor tensor_or_null(tenon_tensor* handle, const char* name = "tensor") {
    return handle == nullptr ? Tensor() : tensor(handle, name);
  }
  /// Held, because a hook may release the caller's handle while the module works.
  Ref<nn::Module> module(tenon_module* handle, const char* name = "module") {
    return Ref<nn::Module>(
        static_cast<nn::Module*>(enter(checked(handle, Tag::kModule, name), name).object));
  }
  Ref<nn::Module> module_or_null(tenon_module* handle, const char* name = "module") {
    return handle == nullptr ? nullptr : module(handle, name);
  }
  /// A copy: the handle may go while it is used.
  Value value(tenon_value* handle, const char* name = "value") {
    return enter(checked(handle, Tag::kValue, name), name).value;
  }
  /// NULL gives none.
  Value value_or_none(tenon_value* handle, const char* name = "value") {
    return handle == nullptr ? Value() : value(handle, name);
  }
  std::vector<Value> values(tenon_value* const* items, std::int64_t count, const char* name);
  Ref<NameList> list(tenon_list* handle);
  Ref<nn::StateDict> state_dict(tenon_state_dict* handle, const char* name = "state_dict");
  Ref<nn::LoadReport> report(tenon_report* handle);
  Ref<StringObject> string(tenon_string* handle);
  /// A running callback's record, on this thread. Throws BadArgument for any other pointer.
  nn::Call& call(tenon_call* handle);

  /// Makes the context current; refuses a second one.
  void enter(Context& context, const char* name) {
    if (context_ == &context)
      return;
    if (context_ != nullptr) [[unlikely]] {
      refuse(ErrorCode::kWrongContext, name, "belongs to another context");
    }
    context_ = &context;
    scope_.emplace(context);
  }
  Cell& enter(Cell& cell, const char* name) {
    enter(cell.space->context, name);
    return cell;
  }

 private:
  Context* context_ = nullptr;
  std::optional<ContextScope> scope_;
};

/// A tensor that is not counted: its handle is the caller's for the time of the call.
class BorrowedTensor {
 public:
  explicit BorrowedTensor(TensorImpl& impl) noexcept : tensor_(Ref<TensorImpl>::adopt(&impl)) {}
  ~BorrowedTensor() {}  // without ending the member, which would give a reference back
  BorrowedTensor(const BorrowedTensor&) = delete;
  BorrowedTensor& operator=(const BorrowedTensor&) = delete;
  const Tensor& get() const noexcept { return tensor_; }

 private:
  union {
    Tensor tensor_;
  };
};

/// Handles for results; null objects give NULL.
tenon_tensor* give(Tensor tensor);
tenon_module* give(Ref<nn::Module> module);
tenon_list* give(Ref<NameList> list);
tenon_state_dict* give(Ref<nn::StateDict> state_dict);
tenon_report* give(Ref<nn::LoadReport> report);
tenon_string* give(Ref<StringObject> string);
/// A string with that text, in the current context.
tenon_string* give_text(std::string_view text);
/// In the current context.
tenon_value* give_value(Value value);

/// Entries of an options dict, checked against the names that the function knows.
class Options {
 public:
  /// `value` none: no options. Throws kType for another kind than dict and for unknown names.
  Options(const Value& value, std::initializer_list<std::string_view> known);
  bool flag(std::string_view name, bool fallback) const;
  std::int64_t integer(std::string_view name, std::int64_t fallback) const;
  std::string text(std::string_view name) const;

 private:
  const Value* find(std::string_view name) const;
  Value value_;
};

}  // namespace tenon::capi

#endif  // TENON_CAPI_HANDLE_H_
