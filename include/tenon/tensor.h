/// Tensor: make, view, read. No maths here (tenon/ops.h).
#ifndef TENON_TENSOR_H_
#define TENON_TENSOR_H_

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

#include "tenon/context.h"
#include "tenon/dtype.h"
#include "tenon/error.h"
#include "tenon/object.h"
#include "tenon/shape.h"

namespace tenon {

class TensorImpl;

/// Called once when external memory is no longer needed.
using BufferDeleter = void (*)(void* user_data);

/// Memory of one or more tensors (views share it).
///
/// Invariant: `version` counts in-place writes, so that autograd, packed-weight caches and loaders
/// see through any alias that a value changed.
class Storage final : public Object {
 public:
  void* data() const noexcept { return data_; }
  std::int64_t bytes() const noexcept { return bytes_; }
  std::uint64_t version() const noexcept { return version_.load(std::memory_order_acquire); }
  /// `op`, a string literal's text, is who wrote: an error about a stale saved tensor names it.
  void bump_version(std::string_view op) noexcept {
    last_write_ = op;
    version_.fetch_add(1, std::memory_order_acq_rel);
  }
  /// Who wrote last; empty if nobody did.
  std::string_view last_write() const noexcept { return last_write_; }
  bool is_read_only() const noexcept { return read_only_; }
  void release() const noexcept { release_unshared(); }

  /// New memory from the context's cache; contents undefined unless `zero`.
  static Ref<Storage> allocate(Context& context, std::int64_t bytes, bool zero);
  /// Memory of the caller's; `deleter` (may be null) runs once, also when this throws.
  static Ref<Storage> wrap(Context& context, void* data, std::int64_t bytes, bool read_only,
                           void* user_data, BufferDeleter deleter);

 private:
  friend class TensorImpl;
  explicit Storage(Context& context) noexcept : Object(context, Life::kInsideContext) {}
  ~Storage() override;
  void destroy() noexcept override;

  void* data_ = nullptr;
  std::int64_t bytes_ = 0;
  std::atomic<std::uint64_t> version_{0};
  std::string_view last_write_;
  // The block of the context that holds this object, and with it the data, if they are ours, and
  // the first tensor, if it is small.
  void* block_ = nullptr;
  std::size_t block_bytes_ = 0;
  bool read_only_ = false;
  void* user_data_ = nullptr;
  BufferDeleter deleter_ = nullptr;
};

/// How a view came to be, which decides whether it may be written in place while recording.
enum class ViewOrigin : std::uint8_t {
  kRecorded,      ///< Made while recording: a write moves the history of its base.
  kUnrecorded,    ///< Made while recording was off.
  kOneOfSeveral,  ///< One of several results of an op (split, unbind).
};

/// What autograd keeps for a tensor, made when first needed. Others see the gradient only.
class GradientSlot : public Object {
 public:
  Ref<TensorImpl> grad;  ///< Accumulated gradient, or null.

 protected:
  explicit GradientSlot(Context& context) noexcept : Object(context, Life::kInsideContext) {}
  ~GradientSlot() override;
};

/// What a tensor is behind its value: identity, shape and flags. Use Tensor; the layers that manage
/// identity (modules, the C ABI) see this.
///
/// History: a tensor with `grad_fn` was computed from tensors that require gradients; the others
/// are leaves. A view knows the tensor that it looks into, `base` (never a view itself): a recorded
/// write through either moves the history of both, and the view's own `grad_fn` holds only as long
/// as the storage's version is `view_version`.
class TensorImpl final : public Object {
 public:
  static Ref<TensorImpl> make(Context& context, Ref<Storage> storage, DType dtype,
                              std::span<const std::int64_t> sizes,
                              std::span<const std::int64_t> strides, std::int64_t offset);
  /// A dense tensor with new memory, contents undefined: one block if it is small.
  static Ref<TensorImpl> make_dense(Context& context, std::span<const std::int64_t> sizes,
                                    DType dtype);
  void release() const noexcept { release_unshared(); }
  /// Takes over another tensor's storage, shape and dtype.
  void set_content(const TensorImpl& other);

  Ref<Storage> storage;
  Shape sizes;
  Strides strides;
  std::int64_t offset = 0;  ///< In elements.
  std::int64_t numel = 0;
  DType dtype = DType::kFloat32;
  bool contiguous = true;
  bool is_parameter = false;
  /// Asked for, or computed from what requires it. Ask wants_grad(): a view also follows its base.
  bool requires_grad = false;
  /// No values yet: made by parsing a model's text. Cleared by the first write.
  bool uninitialized = false;
  Ref<GradientSlot> autograd;  ///< The gradient, hooks, a leaf's node; or null.
  Ref<Object> grad_fn;         ///< The node that this tensor is a result of, or null: a leaf.
  Ref<TensorImpl> base;        ///< What a view looks into, or null.
  std::uint64_t view_version = 0;
  std::uint32_t output = 0;  ///< Which result of `grad_fn` this is.
  ViewOrigin view_origin = ViewOrigin::kRecorded;
  std::atomic_flag edge_lock;  ///< Around `autograd` while autograd makes or reads it.

  /// Whether gradients flow to this tensor.
  bool wants_grad() const noexcept { return requires_grad || (base && base->requires_grad); }

 private:
  explicit TensorImpl(Context& context) noexcept : Object(context, Life::kInsideContext) {}
  ~TensorImpl() override = default;
  void destroy() noexcept override;

  // The storage in whose block this object lies, if it is not `storage` (any more); counted.
  Storage* home_ = nullptr;
  bool shares_block_ = false;
};

/// An n-dimensional array: a cheap value over shared storage. Default made: null ("no tensor").
///
/// `Tensor` copies share identity (the same TensorImpl), as Python names do. Reading accessors
/// throw kRuntime on a null tensor.
class Tensor {
 public:
  Tensor() noexcept = default;
  explicit Tensor(Ref<TensorImpl> impl) noexcept : impl_(std::move(impl)) {}

  // ---- making; all in Context::current() -------------------------------------------------------
  /// Contents undefined.
  static Tensor empty(std::span<const std::int64_t> sizes, DType dtype = DType::kFloat32);
  static Tensor zeros(std::span<const std::int64_t> sizes, DType dtype = DType::kFloat32);
  static Tensor ones(std::span<const std::int64_t> sizes, DType dtype = DType::kFloat32);
  /// Every element `value`, converted to the dtype.
  static Tensor full(std::span<const std::int64_t> sizes, double value,
                     DType dtype = DType::kFloat32);
  /// 0-dim tensors.
  static Tensor scalar(double value, DType dtype);
  static Tensor scalar_int(std::int64_t value, DType dtype = DType::kInt64);
  /// Values start, start + step, … below end.
  static Tensor arange(double start, double end, double step, DType dtype);
  /// Copies `numel` elements of `dtype` from row-major memory.
  static Tensor from_data(const void* data, std::span<const std::int64_t> sizes, DType dtype);
  /// Copies; the element count must match.
  template <class T>
  static Tensor of(std::initializer_list<T> values, std::initializer_list<std::int64_t> sizes) {
    const Shape shape(sizes);
    if (numel_of(shape) != static_cast<std::int64_t>(values.size())) {
      fail(ErrorCode::kValue, "tensor: ", values.size(), " values for shape ", shape);
    }
    if constexpr (std::is_same_v<T, bool>) {
      return from_data(values.begin(), shape, DType::kBool);
    } else {
      return from_data(values.begin(), shape, dtype_of<T>);
    }
  }
  template <class T>
  static Tensor of(std::initializer_list<T> values) {
    return of<T>(values, {static_cast<std::int64_t>(values.size())});
  }
  /// Uses the caller's memory without a copy. `strides` empty: row-major. `deleter(user_data)` runs
  /// once when the last tensor over it is gone, also when this throws.
  static Tensor wrap(void* data, std::span<const std::int64_t> sizes,
                     std::span<const std::int64_t> strides, DType dtype, bool read_only,
                     void* user_data, BufferDeleter deleter);
  /// Same size, dtype and context as another; contents undefined.
  static Tensor empty_like(const Tensor& other) {
    return empty_in(other.context(), other.sizes(), other.dtype());
  }
  static Tensor empty_in(Context& context, std::span<const std::int64_t> sizes, DType dtype);
  static Tensor zeros_in(Context& context, std::span<const std::int64_t> sizes, DType dtype);

  // ---- looking
  // -----------------------------------------------------------------------------------
  bool defined() const noexcept { return static_cast<bool>(impl_); }
  explicit operator bool() const noexcept { return defined(); }
  TensorImpl& impl() const { return *checked(); }
  const Ref<TensorImpl>& ref() const noexcept { return impl_; }
  /// Gives the reference away and becomes null.
  Ref<TensorImpl> take() && noexcept { return std::move(impl_); }
  Context& context() const { return checked()->context(); }
  DType dtype() const { return checked()->dtype; }
  const Shape& sizes() const { return checked()->sizes; }
  const Strides& strides() const { return checked()->strides; }
  int ndim() const { return checked()->sizes.ndim(); }
  /// Size of a dim; negative counts from the end. Throws kIndex.
  std::int64_t size(std::int64_t dim) const;
  std::int64_t numel() const { return checked()->numel; }
  std::int64_t storage_offset() const { return checked()->offset; }
  bool is_contiguous() const { return checked()->contiguous; }
  bool is_parameter() const { return checked()->is_parameter; }
  /// Asked for, or computed from what requires it, while recording.
  bool requires_grad() const { return checked()->wants_grad(); }
  /// Not a recorded result: what the user made, and what nothing was recorded for. Throws kRuntime
  /// for a view that was made while recording was off and whose base was written in place since.
  bool is_leaf() const;
  /// A view of another tensor that gradients can flow through (not: a detached one).
  bool is_view() const { return static_cast<bool>(checked()->base); }
  bool is_uninitialized() const { return checked()->uninitialized; }
  std::uint64_t version() const { return checked()->storage->version(); }
  bool shares_storage(const Tensor& other) const { return impl().storage == other.impl().storage; }
  /// Same object (not: equal values).
  bool is_same(const Tensor& other) const noexcept { return impl_ == other.impl_; }
  /// First element's address. The caller sees to dtype and strides.
  void* raw_data() const {
    TensorImpl* t = checked();
    return static_cast<char*>(t->storage->data()) + t->offset * dtype_size(t->dtype);
  }
  /// Same, typed; throws kType if T is not this tensor's dtype.
  template <class T>
  T* data() const {
    if (dtype() != dtype_of<T>) {
      fail(ErrorCode::kType, "tensor: dtype is ", dtype_name(dtype()), ", wanted ",
           dtype_name(dtype_of<T>));
    }
    return static_cast<T*>(raw_data());
  }
  /// The value of a one-element tensor; throws kRuntime (as torch) if it has more or none.
  double item() const;
  std::int64_t item_int() const;
  /// As Python prints it.
  std::string to_string() const;

  // ---- flags and identity
  // ------------------------------------------------------------------------
  /// A parameter over this tensor's memory: new identity, shared storage, a leaf. Throws kRuntime
  /// if requires_grad is asked of an integer or bool tensor.
  Tensor as_parameter(bool requires_grad = true) const;
  /// In place; throws kRuntime for integer and bool dtypes, and to take it from a computed tensor.
  void set_requires_grad(bool flag) const;
  /// New identity, shared storage, requires_grad false.
  Tensor detach() const;
  /// The accumulated gradient, or null.
  Tensor grad() const {
    const TensorImpl* t = checked();
    return t->autograd ? Tensor(t->autograd->grad) : Tensor();
  }
  /// Throws kRuntime unless shape and dtype are this tensor's. Null: none.
  void set_grad(const Tensor& grad) const;
  /// Takes over another tensor's storage, shape and dtype but keeps this object (conversions).
  void set_content(const Tensor& other) const { impl().set_content(other.impl()); }

  // ---- views: share storage ---------------------------------------------------------------------
  /// A view with these sizes, strides and offset (elements, from the storage's start); bounds
  /// checked.
  Tensor as_strided(std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides,
                    std::int64_t offset) const;

  // ---- copying
  // ------------------------------------------------------------------------------------
  /// This, or a row-major copy if it is not contiguous.
  Tensor contiguous() const;
  /// A row-major copy with new storage.
  Tensor clone() const;
  /// This if the dtype is equal already, else a converted row-major copy. Rounds as PyTorch.
  Tensor to(DType dtype) const;
  /// In place: broadcasts and converts `source`. Throws on shapes that do not broadcast, read-only
  /// memory (kRuntime). Bumps the version counter.
  const Tensor& copy_(const Tensor& source) const;
  /// In place, converted to the dtype.
  const Tensor& fill_(double value) const;
  const Tensor& fill_int_(std::int64_t value) const;
  const Tensor& zero_() const { return fill_(0); }
  /// Announces a write through raw_data(): refuses read-only memory (kRuntime, naming `op`, whose
  /// text must outlive the storage), clears `uninitialized`, bumps the version counter. Autograd
  /// hears of the change, so what was saved before cannot be used, but records nothing.
  void begin_write(std::string_view op) const;
  /// Copies the elements out, row-major. `bytes` must be numel * dtype_size (kValue).
  void read(void* out, std::int64_t bytes) const;
  /// Copies row-major elements in. Bumps the version counter.
  void write(const void* in, std::int64_t bytes) const;

 private:
  TensorImpl* checked() const {
    if (!impl_) [[unlikely]]
      throw_null();
    return impl_.get();
  }
  [[noreturn]] static void throw_null();

  Ref<TensorImpl> impl_;
};

}  // namespace tenon

#endif  // TENON_TENSOR_H_
