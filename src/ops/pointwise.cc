#include "src/ops/pointwise.h"

#include <array>

#include "src/tensor/convert.h"
#include "src/tensor/strided.h"
#include "tenon/ops/promote.h"

namespace tenon {
namespace {

constexpr std::int64_t kBlock = 256;
constexpr int kMaxInputs = 5;

}  // namespace

void load_elements(DType dtype, const void* from, std::int64_t step, std::int64_t n,
                   Compute compute, void* to) {
  ElementConverter("load", native_dtype(compute), dtype)(to, 1, from, step, n);
}

void store_elements(Compute compute, const void* from, std::int64_t n, DType dtype, void* to,
                    std::int64_t step) {
  ElementConverter("store", dtype, native_dtype(compute))(to, step, from, 1, n);
}

void round_elements(Compute compute, void* values, std::int64_t n, DType dtype) {
  const DType native = native_dtype(compute);
  if (dtype == native)
    return;
  const ElementConverter narrow("round", dtype, native);
  const ElementConverter widen("round", native, dtype);
  alignas(8) char block[kBlock * 8];
  const std::int64_t size = dtype_size(native);
  for (std::int64_t at = 0; at < n; at += kBlock) {
    char* part = static_cast<char*>(values) + at * size;
    const std::int64_t count = n - at < kBlock ? n - at : kBlock;
    narrow(block, 1, part, 1, count);
    widen(part, 1, block, 1, count);
  }
}

Operand::Operand(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kTensor:
      tensor_ = static_cast<TensorImpl*>(value.object());
      break;
    case ValueKind::kBool:
      *this = Operand(value.as_bool());
      break;
    case ValueKind::kInt:
      *this = Operand(value.as_int());
      break;
    case ValueKind::kFloat:
      *this = Operand(value.as_float());
      break;
    default:
      fail(ErrorCode::kType, "operand must be a tensor or a number, is ",
           value_kind_name(value.kind()));
  }
}

const void* Operand::data() const noexcept {
  if (tensor_ == nullptr)
    return &number_;
  return static_cast<const char*>(tensor_->storage->data()) +
         tensor_->offset * dtype_size(tensor_->dtype);
}

double Operand::as_double() const noexcept {
  if (dtype_ == DType::kBool)
    return number_.b ? 1 : 0;
  return dtype_ == DType::kInt64 ? static_cast<double>(number_.i) : number_.f;
}

Shape pointwise_shape(std::string_view op, std::span<const Operand> inputs) {
  const TensorImpl* first = nullptr;
  Shape shape;
  for (const Operand& input : inputs) {
    const TensorImpl* t = input.tensor();
    if (t == nullptr)
      continue;
    if (first == nullptr) {
      first = t;
      shape = t->sizes;
    } else if (!(t->sizes == shape)) {
      shape = broadcast_shapes(op, shape, t->sizes);
    }
  }
  return shape;
}

namespace {

struct RunContext {
  std::span<const Operand> inputs;
  DType common;
  Compute compute;
  PointwiseLoop loop;
  bool gives_bool;
  DType out_dtype;
  char* out;
};

/// One row of `count` elements, block by block. N is at least the number of operands.
template <std::size_t N>
void run_row(const RunContext& c, const std::array<std::int64_t, N>& at, std::int64_t count,
             const std::array<std::int64_t, N>& step) {
  constexpr std::int64_t kPart = N > 3 ? 64 : 128;  // few enough for a small stack
  alignas(64) double buffers[N][kPart];
  const void* in[kMaxInputs] = {};
  std::int64_t in_step[kMaxInputs] = {};
  const std::int64_t out_size = dtype_size(c.out_dtype);
  const bool direct_out = step[0] == 1 && (c.gives_bool ? c.out_dtype == DType::kBool
                                                        : c.out_dtype == native_dtype(c.compute));
  for (std::int64_t begin = 0; begin < count; begin += kPart) {
    const std::int64_t n = count - begin < kPart ? count - begin : kPart;
    for (std::size_t i = 1; i <= c.inputs.size(); ++i) {
      const Operand& input = c.inputs[i - 1];
      const DType dtype = input.dtype();
      const char* data =
          static_cast<const char*>(input.data()) + (at[i] + begin * step[i]) * dtype_size(dtype);
      in_step[i - 1] = step[i] == 0 ? 0 : 1;
      if (dtype == native_dtype(c.compute) && step[i] <= 1 && step[i] >= 0 &&
          (dtype == c.common || input.exact)) {
        in[i - 1] = data;
        continue;
      }
      in[i - 1] = buffers[i];
      if (step[i] == 0 && begin > 0)
        continue;  // loaded already
      const std::int64_t want = step[i] == 0 ? 1 : n;
      load_elements(dtype, data, step[i], want, c.compute, buffers[i]);
      if (dtype != c.common && !input.exact)
        round_elements(c.compute, buffers[i], want, c.common);
    }
    char* out = c.out + (at[0] + begin * step[0]) * out_size;
    void* result = direct_out ? static_cast<void*>(out) : buffers[0];
    c.loop(result, in, in_step, n);
    if (direct_out)
      continue;
    if (c.gives_bool) {
      // One byte each; from there to whatever the result is.
      alignas(64) std::int64_t wide[kPart];
      load_elements(DType::kBool, buffers[0], 1, n, Compute::kInt, wide);
      store_elements(Compute::kInt, wide, n, c.out_dtype, out, step[0]);
    } else {
      store_elements(c.compute, buffers[0], n, c.out_dtype, out, step[0]);
    }
  }
}

template <std::size_t N>
void run_rows(const RunContext& c, const Tensor& out) {
  std::array<Strides, N> strides;
  std::array<const std::int64_t*, N> pointers{};
  strides[0] = out.strides();
  pointers[0] = strides[0].data();
  const std::size_t ndim = out.sizes().size();
  for (std::size_t i = 1; i < N; ++i) {
    strides[i].resize(ndim);
    const TensorImpl* t = i <= c.inputs.size() ? c.inputs[i - 1].tensor() : nullptr;
    if (t != nullptr) {
      const std::size_t shift = ndim - t->sizes.size();
      for (std::size_t d = 0; d < t->sizes.size(); ++d) {
        strides[i][shift + d] = t->sizes[d] == 1 ? 0 : t->strides[d];
      }
    }
    pointers[i] = strides[i].data();
  }
  for_each_row<N>(out.sizes(), pointers,
                  [&](const std::array<std::int64_t, N>& at, std::int64_t count,
                      const std::array<std::int64_t, N>& step) { run_row<N>(c, at, count, step); });
}

/// Everything dense, of one shape (or one element), of the computing type: no walking at all.
bool run_dense(const RunContext& c, const Tensor& out) {
  if (!out.is_contiguous())
    return false;
  if (c.gives_bool ? c.out_dtype != DType::kBool : c.out_dtype != native_dtype(c.compute))
    return false;
  const void* in[kMaxInputs] = {};
  std::int64_t step[kMaxInputs] = {};
  double numbers[kMaxInputs];
  for (std::size_t i = 0; i < c.inputs.size(); ++i) {
    const Operand& input = c.inputs[i];
    const TensorImpl* t = input.tensor();
    if (t != nullptr && t->numel != 1) {
      if (t->dtype != native_dtype(c.compute) || t->dtype != c.common || !t->contiguous ||
          !(t->sizes == out.sizes())) {
        return false;
      }
      in[i] = input.data();
      step[i] = 1;
    } else {
      load_elements(input.dtype(), input.data(), 1, 1, c.compute, &numbers[i]);
      if (input.dtype() != c.common && !input.exact) {
        round_elements(c.compute, &numbers[i], 1, c.common);
      }
      in[i] = &numbers[i];
    }
  }
  c.loop(c.out, in, step, out.numel());
  return true;
}

}  // namespace

void run_pointwise(const Tensor& out, std::span<const Operand> inputs, DType common,
                   PointwiseLoop loop, bool gives_bool) {
  if (out.numel() == 0)
    return;
  const RunContext c{inputs,
                     common,
                     compute_of(common),
                     loop,
                     gives_bool,
                     out.dtype(),
                     static_cast<char*>(out.raw_data())};
  if (run_dense(c, out))
    return;
  switch (inputs.size()) {
    case 1:
      return run_rows<2>(c, out);
    case 2:
      return run_rows<3>(c, out);
    default:
      return run_rows<6>(c, out);
  }
}

void begin_in_place(std::string_view op, const Tensor& self, DType common,
                    std::span<Operand> inputs, std::span<Tensor> copies) {
  const Shape shape = pointwise_shape(op, inputs);
  if (!(shape == self.sizes())) {
    fail(ErrorCode::kRuntime, op, ": result of shape ", shape, " does not fit into ", self.sizes());
  }
  if (!can_cast(common, self.dtype())) {
    fail(ErrorCode::kRuntime, op, ": result is ", dtype_name(common), ", which ",
         dtype_name(self.dtype()), " cannot hold");
  }
  for (std::size_t d = 0; d < self.sizes().size(); ++d) {
    if (self.sizes()[d] > 1 && self.strides()[d] == 0) {
      fail(ErrorCode::kRuntime, op, ": several elements of the written tensor ", self.sizes(),
           " are one place in memory; clone it first");
    }
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const TensorImpl* t = inputs[i].tensor();
    if (t == nullptr || t == &self.impl() || t->storage != self.impl().storage)
      continue;
    const bool same_place = t->offset == self.storage_offset() && t->dtype == self.dtype() &&
                            t->sizes == self.sizes() && t->strides == self.strides();
    if (same_place)
      continue;
    const bool exact = inputs[i].exact;
    copies[i] = Tensor(Ref<TensorImpl>(const_cast<TensorImpl*>(t))).clone();
    inputs[i] = Operand(copies[i]);
    inputs[i].exact = exact;
  }
  self.begin_write(op);
}

}  // namespace tenon
