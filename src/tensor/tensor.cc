#include "tenon/tensor.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

#include "src/tensor/dispatch.h"

namespace tenon {
namespace {

bool is_row_major(std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides) {
  std::int64_t step = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] == 0)
      return true;
    if (sizes[i] != 1) {
      if (strides[i] != step)
        return false;
      step *= sizes[i];
    }
  }
  return true;
}

Tensor make_dense(Context& context, std::span<const std::int64_t> sizes, DType dtype, bool zero) {
  Tensor t(TensorImpl::make_dense(context, sizes, dtype));
  if (zero) {
    const std::int64_t bytes = t.impl().storage->bytes();
    if (bytes > 0)
      std::memset(t.raw_data(), 0, static_cast<std::size_t>(bytes));
  }
  return t;
}

// A small tensor is one block: object, storage, data. Larger ones are not, since a conversion that
// replaces the content would keep the old data alive as long as the object.
constexpr std::size_t kRound = 64;
constexpr std::size_t kStorageAt = (sizeof(TensorImpl) + kRound - 1) / kRound * kRound;
constexpr std::size_t kDataAt = kStorageAt + (sizeof(Storage) + kRound - 1) / kRound * kRound;
constexpr std::int64_t kOneBlockBytes = 4096;

}  // namespace

Ref<TensorImpl> TensorImpl::make(Context& context, Ref<Storage> storage, DType dtype,
                                 std::span<const std::int64_t> sizes,
                                 std::span<const std::int64_t> strides, std::int64_t offset) {
  auto* made = new (context.allocate_block(sizeof(TensorImpl))) TensorImpl(context);
  made->set_first_reference();
  Ref<TensorImpl> impl = Ref<TensorImpl>::adopt(made);
  impl->storage = std::move(storage);
  impl->sizes = Shape(sizes);
  impl->strides = Strides(strides);
  impl->offset = offset;
  impl->numel = numel_of(sizes);
  impl->dtype = dtype;
  impl->contiguous = is_row_major(sizes, strides);
  return impl;
}

Ref<TensorImpl> TensorImpl::make_dense(Context& context, std::span<const std::int64_t> sizes,
                                       DType dtype) {
  const std::int64_t numel = numel_of(sizes);
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(numel, dtype_size(dtype), &bytes)) {
    fail(ErrorCode::kNoMemory, "tensor: ", to_string(sizes), " ", dtype_name(dtype),
         " has more than 2^63 - 1 bytes");
  }
  if (bytes > kOneBlockBytes || sizes.size() > Dims::kInline) {
    return make(context, Storage::allocate(context, bytes, false), dtype, sizes,
                contiguous_strides(sizes), 0);
  }
  const std::size_t block_bytes = kDataAt + static_cast<std::size_t>(bytes);
  char* block = static_cast<char*>(context.allocate_block(block_bytes));
  auto* impl = new (block) TensorImpl(context);
  auto* storage = new (block + kStorageAt) Storage(context);
  impl->set_first_reference();
  storage->set_first_reference();
  storage->block_ = block;
  storage->block_bytes_ = block_bytes;
  storage->data_ = block + kDataAt;
  storage->bytes_ = bytes;
  impl->storage = Ref<Storage>::adopt(storage);
  impl->shares_block_ = true;
  // contiguous_strides(), written where it belongs: every small result comes by here.
  const std::size_t ndim = sizes.size();
  impl->sizes.resize(ndim);
  impl->strides.resize(ndim);
  std::int64_t* const to_sizes = impl->sizes.data();
  std::int64_t* const to_strides = impl->strides.data();
  std::int64_t step = 1;
  for (std::size_t i = ndim; i-- > 0;) {
    to_sizes[i] = sizes[i];
    to_strides[i] = step;
    if (__builtin_mul_overflow(step, std::max<std::int64_t>(sizes[i], 1), &step)) {
      step = 1;
    }
  }
  impl->numel = numel;
  impl->dtype = dtype;
  return Ref<TensorImpl>::adopt(impl);
}

void TensorImpl::set_content(const TensorImpl& other) {
  check_context("set_content", context(), other);
  Shape new_sizes = other.sizes;
  Strides new_strides = other.strides;
  Ref<Storage> new_storage = other.storage;
  // Nothing below throws.
  if (shares_block_ && home_ == nullptr && storage != new_storage) {
    home_ = storage.detach();  // this object's memory must outlive it
  }
  storage = std::move(new_storage);
  sizes = std::move(new_sizes);
  strides = std::move(new_strides);
  offset = other.offset;
  numel = other.numel;
  dtype = other.dtype;
  contiguous = other.contiguous;
  uninitialized = other.uninitialized;
}

void TensorImpl::destroy() noexcept {
  Context& context = this->context();
  if (!shares_block_) {
    this->~TensorImpl();
    context.free_block(this, sizeof(TensorImpl));
    return;
  }
  // The storage's block is our memory: end this object first, then let go.
  const Storage* home = home_ != nullptr ? home_ : storage.detach();
  this->~TensorImpl();
  home->release();
}

void Tensor::throw_null() {
  fail(ErrorCode::kRuntime, "tensor: there is no tensor here (null)");
}

// ---- making -----------------------------------------------------------------------------------

Tensor Tensor::empty_in(Context& context, std::span<const std::int64_t> sizes, DType dtype) {
  return make_dense(context, sizes, dtype, false);
}

Tensor Tensor::zeros_in(Context& context, std::span<const std::int64_t> sizes, DType dtype) {
  return make_dense(context, sizes, dtype, true);
}

Tensor Tensor::empty(std::span<const std::int64_t> sizes, DType dtype) {
  return make_dense(Context::current(), sizes, dtype, false);
}

Tensor Tensor::zeros(std::span<const std::int64_t> sizes, DType dtype) {
  return make_dense(Context::current(), sizes, dtype, true);
}

Tensor Tensor::ones(std::span<const std::int64_t> sizes, DType dtype) {
  return full(sizes, 1, dtype);
}

Tensor Tensor::full(std::span<const std::int64_t> sizes, double value, DType dtype) {
  Tensor t = empty(sizes, dtype);
  t.fill_(value);
  return t;
}

Tensor Tensor::scalar(double value, DType dtype) {
  return full({}, value, dtype);
}

Tensor Tensor::scalar_int(std::int64_t value, DType dtype) {
  Tensor t = empty({}, dtype);
  t.fill_int_(value);
  return t;
}

Tensor Tensor::arange(double start, double end, double step, DType dtype) {
  if (step == 0 || !std::isfinite(start) || !std::isfinite(end) || !std::isfinite(step)) {
    fail(ErrorCode::kRuntime, "arange: start ", start, ", end ", end, ", step ", step);
  }
  const double count = std::ceil((end - start) / step);
  if ((end - start) * step < 0) {
    fail(ErrorCode::kRuntime, "arange: the step ", step, " leads away from ", start, " to ", end);
  }
  if (count > 9.0e15)
    fail(ErrorCode::kNoMemory, "arange: ", count, " elements");
  Tensor t = empty(Shape{static_cast<std::int64_t>(count)}, dtype);
  dispatch_arithmetic("arange", dtype, [&]<class T>() {
    T* out = t.data<T>();
    for (std::int64_t i = 0; i < t.numel(); ++i) {
      out[i] = convert<T>(start + static_cast<double>(i) * step);
    }
  });
  return t;
}

Tensor Tensor::from_data(const void* data, std::span<const std::int64_t> sizes, DType dtype) {
  Tensor t = empty(sizes, dtype);
  if (t.numel() > 0) {
    if (data == nullptr)
      fail(ErrorCode::kValue, "tensor: data is null");
    std::memcpy(t.raw_data(), data, static_cast<std::size_t>(t.numel() * dtype_size(dtype)));
  }
  return t;
}

namespace {
/// Elements that a view needs, counted from its offset: 1 + sum of (size - 1) * stride.
std::int64_t extent(std::string_view op, std::span<const std::int64_t> sizes,
                    std::span<const std::int64_t> strides) {
  if (sizes.size() != strides.size()) {
    fail(ErrorCode::kValue, op, ": ", sizes.size(), " sizes and ", strides.size(), " strides");
  }
  if (numel_of(sizes) == 0)
    return 0;
  std::int64_t last = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    std::int64_t reach = 0;
    if (strides[i] < 0) {
      fail(ErrorCode::kValue, op, ": negative stride in ", tenon::to_string(strides));
    }
    if (__builtin_mul_overflow(sizes[i] - 1, strides[i], &reach) ||
        __builtin_add_overflow(last, reach, &last)) {
      fail(ErrorCode::kValue, op, ": strides ", tenon::to_string(strides),
           " reach beyond 2^63 elements");
    }
  }
  if (last == INT64_MAX)
    fail(ErrorCode::kValue, op, ": strides ", tenon::to_string(strides), " too large");
  return last + 1;
}
}  // namespace

Tensor Tensor::wrap(void* data, std::span<const std::int64_t> sizes,
                    std::span<const std::int64_t> strides, DType dtype, bool read_only,
                    void* user_data, BufferDeleter deleter) {
  std::int64_t bytes = 0;
  Strides steps;
  try {
    steps = strides.empty() ? contiguous_strides(sizes) : Strides(strides);
    if (__builtin_mul_overflow(extent("wrap", sizes, steps), dtype_size(dtype), &bytes)) {
      fail(ErrorCode::kValue, "wrap: ", tenon::to_string(sizes), " needs more than 2^63 - 1 bytes");
    }
  } catch (...) {
    if (deleter != nullptr)
      deleter(user_data);
    throw;
  }
  Context& context = Context::current();
  return Tensor(TensorImpl::make(context,
                                 Storage::wrap(context, data, bytes, read_only, user_data, deleter),
                                 dtype, sizes, steps, 0));
}

// ---- looking ----------------------------------------------------------------------------------

std::int64_t Tensor::size(std::int64_t dim) const {
  const Shape& shape = sizes();
  if (shape.empty()) {
    fail(ErrorCode::kIndex, "size: dim ", dim, " of a tensor with 0 dims");
  }
  return shape[static_cast<std::size_t>(normalize_dim("size", dim, shape.ndim()))];
}

namespace {
void require_one_element(const Tensor& t) {
  if (t.numel() != 1) {
    fail(ErrorCode::kRuntime, "item: a tensor with ", t.numel(), " elements (", t.sizes(),
         ") has no single value");
  }
}
}  // namespace

double Tensor::item() const {
  require_one_element(*this);
  double value = 0;
  dispatch_arithmetic("item", dtype(), [&]<class T>() { value = convert<double>(*data<T>()); });
  return value;
}

std::int64_t Tensor::item_int() const {
  require_one_element(*this);
  std::int64_t value = 0;
  dispatch_arithmetic("item", dtype(),
                      [&]<class T>() { value = convert<std::int64_t>(*data<T>()); });
  return value;
}

// ---- flags and identity -----------------------------------------------------------------------

namespace {
void require_differentiable(DType dtype) {
  if (!is_floating(dtype) && !is_complex(dtype)) {
    fail(ErrorCode::kRuntime,
         "only tensors of floating point and complex dtype can require gradients, not ",
         dtype_name(dtype));
  }
}
}  // namespace

Tensor Tensor::as_parameter(bool requires_grad) const {
  if (requires_grad)
    require_differentiable(dtype());
  Tensor parameter = detach();
  parameter.impl().is_parameter = true;
  parameter.impl().requires_grad = requires_grad;
  return parameter;
}

void Tensor::set_requires_grad(bool flag) const {
  if (flag)
    require_differentiable(dtype());
  impl().requires_grad = flag;
}

Tensor Tensor::detach() const {
  const TensorImpl& t = impl();
  Tensor out(TensorImpl::make(t.context(), t.storage, t.dtype, t.sizes, t.strides, t.offset));
  out.impl().uninitialized = t.uninitialized;
  return out;
}

void Tensor::set_grad(const Tensor& grad) const {
  if (grad.defined()) {
    check_context("grad", context(), grad.impl());
    if (grad.sizes() != sizes() || grad.dtype() != dtype()) {
      fail(ErrorCode::kRuntime, "grad: ", grad.sizes(), " ", dtype_name(grad.dtype()),
           " assigned to a tensor of ", sizes(), " ", dtype_name(dtype()));
    }
  }
  impl().grad = grad.ref();
}

Tensor Tensor::as_strided(std::span<const std::int64_t> sizes,
                          std::span<const std::int64_t> strides, std::int64_t offset) const {
  const TensorImpl& t = impl();
  const std::int64_t needed = extent("as_strided", sizes, strides);
  const std::int64_t held = t.storage->bytes() / dtype_size(t.dtype);
  if (offset < 0 || (needed > 0 && (offset > held || needed > held - offset))) {
    fail(ErrorCode::kRuntime, "as_strided: sizes ", tenon::to_string(sizes), ", strides ",
         tenon::to_string(strides), ", offset ", offset, " reach beyond the storage's ", held,
         " elements");
  }
  Tensor view(TensorImpl::make(t.context(), t.storage, t.dtype, sizes, strides, offset));
  view.impl().uninitialized = t.uninitialized;
  return view;
}

}  // namespace tenon
