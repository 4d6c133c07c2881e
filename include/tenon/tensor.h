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
  void bump_version() noexcept { version_.fetch_add(1, std::memory_order_acq_rel); }
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
  // The block of the context that holds this object, and with it the data, if they are ours, and
  // the first tensor, if it is small.
  void* block_ = nullptr;
  std::size_t block_bytes_ = 0;
  bool read_only_ = false;
  void* user_data_ = nullptr;
  BufferDeleter deleter_ = nullptr;
};

/// What a tensor is behind its value: identity, shape and flags. Use Tensor; the layers that manage
/// identity (modules, the C ABI) see this.
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
  bool requires_grad = false;
  bool is_leaf = true;
  /// No values yet: made by parsing a model's text. Cleared by the first write.
  bool uninitialized = false;
  Ref<TensorImpl> grad;  ///< Accumulated gradient, or null.
  Ref<Object> autograd;  ///< Autograd's own record, or null.

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
  bool requires_grad() const { return checked()->requires_grad; }
  bool is_leaf() const { return checked()->is_leaf; }
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
  /// In place; throws kRuntime for integer and bool dtypes.
  void set_requires_grad(bool flag) const;
  /// New identity, shared storage, requires_grad false.
  Tensor detach() const;
  Tensor grad() const { return Tensor(impl().grad); }
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
  /// Announces a write through raw_data(): refuses read-only memory (kRuntime, naming `op`), clears
  /// `uninitialized`, bumps the version counter.
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
