// Moving elements: fill, copy with broadcast and conversion, casts, raw reads and writes.
#include <cstring>

#include "src/tensor/convert.h"
#include "src/tensor/dispatch.h"
#include "src/tensor/strided.h"
#include "tenon/tensor.h"

namespace tenon {
namespace {

/// Writes the element, which has the tensor's dtype, to every place.
void fill_runs(const Tensor& t, const void* value) {
  dispatch_size(dtype_size(t.dtype()), [&]<class T>() {
    T element;
    std::memcpy(&element, value, sizeof element);
    auto* out = static_cast<T*>(t.raw_data());
    for_each_row<1>(
        t.sizes(), {t.strides().data()},
        [&](std::array<std::int64_t, 1> at, std::int64_t count, std::array<std::int64_t, 1> step) {
          for (std::int64_t i = 0; i < count; ++i)
            out[at[0] + i * step[0]] = element;
        });
  });
}

/// `in` has the sizes of `out`.
void copy_same_shape(const Tensor& out, const Tensor& in) {
  if (out.numel() == 0)
    return;
  const std::int64_t to_size = dtype_size(out.dtype());
  const std::int64_t from_size = dtype_size(in.dtype());
  if (out.dtype() == in.dtype() && out.is_contiguous() && in.is_contiguous()) {
    std::memmove(out.raw_data(), in.raw_data(), static_cast<std::size_t>(out.numel() * to_size));
    return;
  }
  const ElementConverter copy_run("to", out.dtype(), in.dtype());
  char* to = static_cast<char*>(out.raw_data());
  const char* from = static_cast<const char*>(in.raw_data());
  for_each_row<2>(
      out.sizes(), {out.strides().data(), in.strides().data()},
      [&](std::array<std::int64_t, 2> at, std::int64_t count, std::array<std::int64_t, 2> step) {
        copy_run(to + at[0] * to_size, step[0], from + at[1] * from_size, step[1], count);
      });
}

bool overlaps(const Tensor& a, const Tensor& b) {
  return a.shares_storage(b) && !(a.raw_data() == b.raw_data() && a.strides() == b.strides());
}

template <class Number>
void fill_with(const Tensor& t, Number value) {
  t.begin_write("fill_");
  dispatch_castable("fill_", t.dtype(), [&]<class T>() {
    const T element = convert<T>(value);
    fill_runs(t, &element);
  });
}

void require_bytes(std::string_view op, const Tensor& t, std::int64_t bytes, const void* memory) {
  const std::int64_t wanted = t.numel() * dtype_size(t.dtype());
  if (bytes != wanted) {
    fail(ErrorCode::kValue, op, ": ", bytes, " bytes given, ", t.sizes(), " ",
         dtype_name(t.dtype()), " has ", wanted);
  }
  if (memory == nullptr && wanted > 0)
    fail(ErrorCode::kValue, op, ": the memory is null");
}

}  // namespace

void Tensor::begin_write(std::string_view op) const {
  TensorImpl& t = impl();
  if (t.storage->is_read_only()) {
    fail(ErrorCode::kRuntime, op, ": the tensor's memory is read-only");
  }
  t.uninitialized = false;
  t.storage->bump_version();
}

const Tensor& Tensor::fill_(double value) const {
  fill_with(*this, value);
  return *this;
}

const Tensor& Tensor::fill_int_(std::int64_t value) const {
  fill_with(*this, value);
  return *this;
}

const Tensor& Tensor::copy_(const Tensor& source) const {
  check_context("copy_", context(), source.impl());
  Tensor from = source;
  if (source.sizes() != sizes()) {
    const Shape shape = broadcast_shapes("copy_", sizes(), source.sizes());
    if (shape != sizes()) {
      fail(ErrorCode::kRuntime, "copy_: ", source.sizes(), " does not broadcast to ", sizes());
    }
    Strides strides(shape.size(), 0);
    for (std::size_t i = 1; i <= source.sizes().size(); ++i) {
      strides[shape.size() - i] = source.sizes().last(i) == 1 ? 0 : source.strides().last(i);
    }
    from = source.as_strided(shape, strides, source.storage_offset());
  }
  if (overlaps(*this, from))
    from = from.clone();
  begin_write("copy_");
  copy_same_shape(*this, from);
  return *this;
}

Tensor Tensor::clone() const {
  Tensor out = empty_in(context(), sizes(), dtype());
  copy_same_shape(out, *this);
  out.impl().uninitialized = is_uninitialized();
  return out;
}

Tensor Tensor::contiguous() const {
  return is_contiguous() ? *this : clone();
}

Tensor Tensor::to(DType wanted) const {
  if (wanted == dtype())
    return *this;
  Tensor out = empty_in(context(), sizes(), wanted);
  copy_same_shape(out, *this);
  out.impl().uninitialized = is_uninitialized();
  return out;
}

void Tensor::read(void* out, std::int64_t bytes) const {
  require_bytes("read", *this, bytes, out);
  if (bytes == 0)
    return;
  const Tensor dense = contiguous();
  std::memcpy(out, dense.raw_data(), static_cast<std::size_t>(bytes));
}

void Tensor::write(const void* in, std::int64_t bytes) const {
  require_bytes("write", *this, bytes, in);
  begin_write("write");
  if (bytes == 0)
    return;
  if (is_contiguous()) {
    std::memcpy(raw_data(), in, static_cast<std::size_t>(bytes));
  } else {
    const Tensor dense = empty_in(context(), sizes(), dtype());
    std::memcpy(dense.raw_data(), in, static_cast<std::size_t>(bytes));
    copy_same_shape(*this, dense);
  }
}

}  // namespace tenon
