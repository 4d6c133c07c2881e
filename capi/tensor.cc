#include "tenon_c/tensor.h"

#include "capi/callback.h"
#include "capi/handle.h"
#include "tenon/random.h"

using namespace tenon;
using namespace tenon::capi;

namespace {

TensorImpl& look_at(tenon_tensor* handle, const char* name = "tensor") {
  return *static_cast<TensorImpl*>(checked(handle, Tag::kTensor, name).object);
}

/// Position of a dim that may count from the end; -1 if there is none.
int find_dim(const Shape& shape, std::int32_t dim) noexcept {
  const int at = dim < 0 ? dim + shape.ndim() : dim;
  return at >= 0 && at < shape.ndim() ? at : -1;
}

void require_bytes(const Tensor& tensor, std::int64_t bytes) {
  const std::int64_t wanted = tensor.numel() * dtype_size(tensor.dtype());
  if (bytes != wanted) {
    fail(ErrorCode::kValue, "tensor: ", bytes, " bytes given, ", tensor.sizes(), " of ",
         dtype_name(tensor.dtype()), " has ", wanted);
  }
}

tenon_status wrap(const char* function, tenon_context* context, std::int32_t dtype,
                  const std::int64_t* shape, const std::int64_t* strides, std::int32_t ndim,
                  void* data, bool read_only, HostData&& host, tenon_tensor** out_tensor) {
  return guard(function, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    entry.context(context);
    const std::span<const std::int64_t> sizes = shape_argument(shape, ndim);
    const DType type = dtype_argument(dtype);
    if (data == nullptr && numel_of(sizes) > 0)
      refuse(ErrorCode::kValue, "data", "is NULL");
    std::span<const std::int64_t> steps;
    if (strides != nullptr)
      steps = {strides, sizes.size()};
    // From here on the tensor sees to the deleter, also when wrap() throws.
    *out_tensor =
        give(Tensor::wrap(data, sizes, steps, type, read_only, host.user_data(), host.take()));
  });
}

}  // namespace

tenon_status tenon_tensor_create(tenon_context* context, int32_t dtype, const int64_t* shape,
                                 int32_t ndim, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    entry.context(context);
    *out_tensor = give(Tensor::zeros(shape_argument(shape, ndim), dtype_argument(dtype)));
  });
}

tenon_status tenon_tensor_full(tenon_context* context, int32_t dtype, const int64_t* shape,
                               int32_t ndim, double fill_value, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    entry.context(context);
    *out_tensor =
        give(Tensor::full(shape_argument(shape, ndim), fill_value, dtype_argument(dtype)));
  });
}

tenon_status tenon_tensor_arange(tenon_context* context, int32_t dtype, double begin, double end,
                                 double step, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    entry.context(context);
    *out_tensor = give(Tensor::arange(begin, end, step, dtype_argument(dtype)));
  });
}

tenon_status tenon_tensor_from_data(tenon_context* context, int32_t dtype, const int64_t* shape,
                                    int32_t ndim, const void* data, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    entry.context(context);
    const std::span<const std::int64_t> sizes = shape_argument(shape, ndim);
    if (data == nullptr && numel_of(sizes) > 0)
      refuse(ErrorCode::kValue, "data", "is NULL");
    *out_tensor = give(Tensor::from_data(data, sizes, dtype_argument(dtype)));
  });
}

tenon_status tenon_tensor_wrap(tenon_context* context, int32_t dtype, const int64_t* shape,
                               const int64_t* strides, int32_t ndim, void* data, void* user_data,
                               tenon_destroy_fn destroy, tenon_tensor** out_tensor) {
  return wrap(__func__, context, dtype, shape, strides, ndim, data, false,
              HostData(user_data, destroy), out_tensor);
}

tenon_status tenon_tensor_wrap_read_only(tenon_context* context, int32_t dtype,
                                         const int64_t* shape, const int64_t* strides, int32_t ndim,
                                         const void* data, void* user_data,
                                         tenon_destroy_fn destroy, tenon_tensor** out_tensor) {
  return wrap(__func__, context, dtype, shape, strides, ndim, const_cast<void*>(data), true,
              HostData(user_data, destroy), out_tensor);
}

void tenon_tensor_retain(tenon_tensor* tensor) {
  retain_handle(tensor, Tag::kTensor);
}
void tenon_tensor_release(tenon_tensor* tensor) {
  release_handle(tensor, Tag::kTensor);
}

int32_t tenon_tensor_dtype(tenon_tensor* tensor) {
  return look(0, [&] { return static_cast<int>(look_at(tensor).dtype); });
}

int32_t tenon_tensor_ndim(tenon_tensor* tensor) {
  return look(-1, [&] { return look_at(tensor).sizes.ndim(); });
}

int64_t tenon_tensor_dim(tenon_tensor* tensor, int32_t dim) {
  return look(std::int64_t{-1}, [&] {
    const Shape& sizes = look_at(tensor).sizes;
    const int at = find_dim(sizes, dim);
    return at < 0 ? -1 : sizes[static_cast<std::size_t>(at)];
  });
}

int64_t tenon_tensor_stride(tenon_tensor* tensor, int32_t dim) {
  return look(std::int64_t{0}, [&] {
    const TensorImpl& impl = look_at(tensor);
    const int at = find_dim(impl.sizes, dim);
    return at < 0 ? 0 : impl.strides[static_cast<std::size_t>(at)];
  });
}

int64_t tenon_tensor_numel(tenon_tensor* tensor) {
  return look(std::int64_t{-1}, [&] { return look_at(tensor).numel; });
}

int32_t tenon_tensor_is_contiguous(tenon_tensor* tensor) {
  return look(-1, [&] { return look_at(tensor).contiguous ? 1 : 0; });
}

int32_t tenon_tensor_is_parameter(tenon_tensor* tensor) {
  return look(-1, [&] { return look_at(tensor).is_parameter ? 1 : 0; });
}

int32_t tenon_tensor_is_uninitialized(tenon_tensor* tensor) {
  return look(-1, [&] { return look_at(tensor).uninitialized ? 1 : 0; });
}

int32_t tenon_tensor_shares_storage(tenon_tensor* tensor, tenon_tensor* other) {
  return look(-1,
              [&] { return look_at(tensor).storage == look_at(other, "other").storage ? 1 : 0; });
}

int32_t tenon_tensor_requires_grad(tenon_tensor* tensor) {
  return look(-1, [&] { return look_at(tensor).requires_grad ? 1 : 0; });
}

tenon_status tenon_tensor_requires_grad_set(tenon_tensor* tensor, int32_t flag) {
  return guard(__func__, [&] {
    Entry entry;
    entry.tensor(tensor).set_requires_grad(flag != 0);
  });
}

tenon_status tenon_tensor_grad(tenon_tensor* tensor, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    *out_tensor = give(entry.tensor(tensor).grad());
  });
}

tenon_status tenon_tensor_grad_set(tenon_tensor* tensor, tenon_tensor* grad) {
  return guard(__func__, [&] {
    Entry entry;
    const Tensor target = entry.tensor(tensor);
    const Tensor gradient = entry.tensor_or_null(grad, "grad");
    // Also not by way of its gradient's gradient: nothing would ever let go of them.
    for (Tensor link = gradient; link.defined(); link = link.grad()) {
      if (&link.impl() == &target.impl())
        fail(ErrorCode::kRuntime, "grad: a tensor cannot be its own gradient");
    }
    target.set_grad(gradient);
  });
}

tenon_status tenon_tensor_item(tenon_tensor* tensor, double* out_number) {
  return guard(__func__, [&] {
    TENON_OUT(out_number);
    Entry entry;
    *out_number = entry.tensor(tensor).item();
  });
}

tenon_status tenon_tensor_item_int(tenon_tensor* tensor, int64_t* out_integer) {
  return guard(__func__, [&] {
    TENON_OUT(out_integer);
    Entry entry;
    *out_integer = entry.tensor(tensor).item_int();
  });
}

tenon_status tenon_tensor_map(tenon_tensor* tensor, int32_t flags, void** out_pointer) {
  return guard(__func__, [&] {
    TENON_OUT(out_pointer);
    Entry entry;
    Cell& cell = entry.enter(checked(tensor, Tag::kTensor, "tensor"), "tensor");
    const Tensor target = entry.tensor(tensor);
    check_flags(flags, TENON_MAP_READ | TENON_MAP_WRITE);
    if (flags == 0)
      refuse(ErrorCode::kValue, "flags", "is 0");
    const bool write = (flags & TENON_MAP_WRITE) != 0;
    if (write)
      target.begin_write("map");
    std::atomic_ref<std::int32_t>(write ? cell.maps.write_maps : cell.maps.read_maps)
        .fetch_add(1, std::memory_order_relaxed);
    *out_pointer = target.raw_data();
  });
}

tenon_status tenon_tensor_unmap(tenon_tensor* tensor) {
  return guard(__func__, [&] {
    Entry entry;
    Cell& cell = entry.enter(checked(tensor, Tag::kTensor, "tensor"), "tensor");
    const auto end_one = [](std::int32_t& maps) {
      std::atomic_ref<std::int32_t> count(maps);
      std::int32_t n = count.load(std::memory_order_relaxed);
      while (n > 0) {
        if (count.compare_exchange_weak(n, n - 1, std::memory_order_relaxed))
          return true;
      }
      return false;
    };
    if (end_one(cell.maps.write_maps)) {
      // Writes through the pointer happened since map: whoever cached a version must see them.
      static_cast<TensorImpl*>(cell.object)->storage->bump_version();
    } else if (!end_one(cell.maps.read_maps)) {
      refuse(ErrorCode::kRuntime, "tensor", "is not mapped through this handle");
    }
  });
}

tenon_status tenon_tensor_read(tenon_tensor* tensor, void* destination, int64_t bytes) {
  return guard(__func__, [&] {
    Entry entry;
    const Tensor source = entry.tensor(tensor);
    require_bytes(source, bytes);
    if (destination == nullptr && bytes > 0)
      refuse(ErrorCode::kValue, "destination", "is NULL");
    if (bytes > 0)
      source.read(destination, bytes);
  });
}

tenon_status tenon_tensor_write(tenon_tensor* tensor, const void* data, int64_t bytes) {
  return guard(__func__, [&] {
    Entry entry;
    const Tensor target = entry.tensor(tensor);
    require_bytes(target, bytes);
    if (data == nullptr && bytes > 0)
      refuse(ErrorCode::kValue, "data", "is NULL");
    if (bytes > 0)
      target.write(data, bytes);
  });
}

tenon_status tenon_tensor_fill(tenon_tensor* tensor, double fill_value) {
  return guard(__func__, [&] {
    Entry entry;
    entry.tensor(tensor).fill_(fill_value);
  });
}

tenon_status tenon_tensor_copy(tenon_tensor* tensor, tenon_tensor* source) {
  return guard(__func__, [&] {
    Entry entry;
    const Tensor target = entry.tensor(tensor);
    target.copy_(entry.tensor(source, "source"));
  });
}

tenon_status tenon_tensor_uniform(tenon_tensor* tensor, double low, double high) {
  return guard(__func__, [&] {
    Entry entry;
    Tensor target = entry.tensor(tensor);
    uniform_(target, low, high, target.context().generator());
  });
}

tenon_status tenon_tensor_normal(tenon_tensor* tensor, double mean, double deviation) {
  return guard(__func__, [&] {
    Entry entry;
    Tensor target = entry.tensor(tensor);
    normal_(target, mean, deviation, target.context().generator());
  });
}

tenon_status tenon_tensor_clone(tenon_tensor* tensor, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    *out_tensor = give(entry.tensor(tensor).clone());
  });
}

tenon_status tenon_tensor_contiguous(tenon_tensor* tensor, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    *out_tensor = give(entry.tensor(tensor).contiguous());
  });
}

tenon_status tenon_tensor_to(tenon_tensor* tensor, int32_t dtype, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    *out_tensor = give(entry.tensor(tensor).to(dtype_argument(dtype)));
  });
}

tenon_status tenon_tensor_detach(tenon_tensor* tensor, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    *out_tensor = give(entry.tensor(tensor).detach());
  });
}

tenon_status tenon_tensor_parameter(tenon_tensor* tensor, int32_t flag, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    *out_tensor = give(entry.tensor(tensor).as_parameter(flag != 0));
  });
}

tenon_status tenon_tensor_as_strided(tenon_tensor* tensor, const int64_t* shape,
                                     const int64_t* strides, int32_t ndim, int64_t offset,
                                     tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    const Tensor base = entry.tensor(tensor);
    *out_tensor = give(base.as_strided(shape_argument(shape, ndim),
                                       shape_argument(strides, ndim, "strides"), offset));
  });
}

tenon_status tenon_tensor_text(tenon_tensor* tensor, tenon_string** out_string) {
  return guard(__func__, [&] {
    TENON_OUT(out_string);
    Entry entry;
    *out_string = give_text(entry.tensor(tensor).to_string());
  });
}
