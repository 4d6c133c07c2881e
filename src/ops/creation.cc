#include "tenon/ops/creation.h"

#include <algorithm>
#include <cmath>

#include "src/ops/op_tables.h"
#include "src/ops/op_values.h"
#include "src/ops/pointwise.h"
#include "tenon/ops/promote.h"

namespace tenon {
namespace {

using Int = std::int64_t;

/// Writes one number or one-element tensor to all of `out`.
void fill_with(const Tensor& out, const Operand& value) {
  if (value.numel() != 1) {
    fail(ErrorCode::kRuntime, "fill: value has ", value.numel(), " elements, wanted one");
  }
  if (value.is_tensor()) {
    const Tensor source(Ref<TensorImpl>(const_cast<TensorImpl*>(value.tensor())));
    out.copy_(source.as_strided(Shape{}, Strides{}, source.storage_offset()));
  } else if (value.dtype() == DType::kFloat64) {
    out.fill_(value.as_double());
  } else if (value.dtype() == DType::kBool) {
    out.fill_int_(value.as_double() != 0);
  } else {
    out.fill_int_(*static_cast<const Int*>(value.data()));
  }
}

DType number_dtype(const Operand& value) {
  if (value.is_tensor())
    return value.dtype();
  return value.dtype() == DType::kFloat64 ? DType::kFloat32 : value.dtype();
}

double to_double(const Operand& value) {
  if (!value.is_tensor())
    return value.as_double();
  return Tensor(Ref<TensorImpl>(const_cast<TensorImpl*>(value.tensor()))).item();
}

void check_sizes(std::string_view op, std::span<const Int> sizes) {
  for (const Int size : sizes) {
    if (size < 0)
      fail(ErrorCode::kRuntime, op, ": negative size in ", Shape(sizes));
  }
}

/// Computes element i as a double (or int64) and stores them all.
template <class T, class F>
void generate(const Tensor& out, F&& element) {
  constexpr Compute kType = std::is_same_v<T, double> ? Compute::kDouble : Compute::kInt;
  T values[256];
  char* to = static_cast<char*>(out.raw_data());
  for (Int begin = 0; begin < out.numel(); begin += 256) {
    const Int n = std::min<Int>(256, out.numel() - begin);
    for (Int i = 0; i < n; ++i)
      values[i] = element(begin + i);
    store_elements(kType, values, n, out.dtype(), to + begin * dtype_size(out.dtype()), 1);
  }
}

}  // namespace

Tensor full(std::span<const Int> sizes, const Operand& value, std::optional<DType> dtype) {
  check_sizes("full", sizes);
  const Tensor out = Tensor::empty(sizes, dtype.value_or(number_dtype(value)));
  fill_with(out, value);
  return out;
}

Tensor arange(const Operand& start, const Operand& end, const Operand& step,
              std::optional<DType> dtype) {
  const bool whole =
      !is_floating(start.dtype()) && !is_floating(end.dtype()) && !is_floating(step.dtype());
  const DType result = dtype.value_or(whole ? DType::kInt64 : DType::kFloat32);
  const double a = to_double(start);
  const double b = to_double(end);
  const double s = to_double(step);
  if (s == 0)
    fail(ErrorCode::kRuntime, "arange: step is 0");
  if (!std::isfinite(a) || !std::isfinite(b)) {
    fail(ErrorCode::kRuntime, "arange: from ", a, " to ", b, " has no size");
  }
  if ((s > 0 && b < a) || (s < 0 && b > a)) {
    fail(ErrorCode::kRuntime, "arange: step ", s, " leads from ", a, " away from ", b);
  }
  const double count = std::ceil((b - a) / s);
  if (!(count < 9.2e18))
    fail(ErrorCode::kRuntime, "arange: ", count, " elements");
  const Tensor out = Tensor::empty(Shape{static_cast<Int>(count)}, result);
  if (whole && !is_floating(result)) {
    const Int first = static_cast<Int>(a);
    const Int by = static_cast<Int>(s);
    generate<Int>(out, [&](Int i) { return first + i * by; });
  } else {
    generate<double>(out, [&](Int i) { return a + s * static_cast<double>(i); });
  }
  return out;
}

Tensor linspace(double start, double end, Int steps, DType dtype) {
  if (steps < 0)
    fail(ErrorCode::kRuntime, "linspace: ", steps, " steps");
  const Tensor out = Tensor::empty(Shape{steps}, dtype);
  if (steps == 1) {
    out.fill_(start);
    return out;
  }
  // From both ends, so that both are exact.
  const double step = (end - start) / static_cast<double>(steps - 1);
  generate<double>(out, [&](Int i) {
    return i < steps / 2 ? start + step * static_cast<double>(i)
                         : end - step * static_cast<double>(steps - 1 - i);
  });
  return out;
}

Tensor eye(Int n, std::optional<Int> m, DType dtype) {
  const Int cols = m.value_or(n);
  if (n < 0 || cols < 0)
    fail(ErrorCode::kRuntime, "eye: negative size in ", Shape{n, cols});
  const Tensor out = Tensor::zeros(Shape{n, cols}, dtype);
  const Int length = std::min(n, cols);
  if (length > 0)
    out.as_strided(Shape{length}, Strides{cols + 1}, 0).fill_(1);
  return out;
}

Tensor zeros_like(const Tensor& x, std::optional<DType> dtype) {
  return Tensor::zeros_in(x.context(), x.sizes(), dtype.value_or(x.dtype()));
}

Tensor ones_like(const Tensor& x, std::optional<DType> dtype) {
  return full_like(x, 1, dtype);
}

Tensor full_like(const Tensor& x, const Operand& value, std::optional<DType> dtype) {
  const Tensor out = Tensor::empty_in(x.context(), x.sizes(), dtype.value_or(x.dtype()));
  fill_with(out, value);
  return out;
}

namespace {

Tensor triangle_indices(std::string_view op, Int rows, Int cols, Int offset, bool lower) {
  if (rows < 0 || cols < 0)
    fail(ErrorCode::kRuntime, op, ": negative size in ", Shape{rows, cols});
  const auto begin = [&](Int r) { return lower ? Int{0} : std::clamp<Int>(r + offset, 0, cols); };
  const auto end = [&](Int r) { return lower ? std::clamp<Int>(r + offset + 1, 0, cols) : cols; };
  Int count = 0;
  for (Int r = 0; r < rows; ++r)
    count += end(r) - begin(r);
  const Tensor out = Tensor::empty(Shape{2, count}, DType::kInt64);
  Int* row = out.data<Int>();
  Int* col = row + count;
  for (Int r = 0; r < rows; ++r) {
    for (Int c = begin(r); c < end(r); ++c) {
      *row++ = r;
      *col++ = c;
    }
  }
  return out;
}

}  // namespace

Tensor tril_indices(Int rows, Int cols, Int offset) {
  return triangle_indices("tril_indices", rows, cols, offset, true);
}

Tensor triu_indices(Int rows, Int cols, Int offset) {
  return triangle_indices("triu_indices", rows, cols, offset, false);
}

// ---- ops by name
// --------------------------------------------------------------------------------------

namespace {

/// The parameters that every op that makes a tensor ends with; `first` is dtype's number.
#define TENON_FACTORY_PARAMS \
  "dtype=None, device=None, layout=None, requires_grad=False, pin_memory=False"

/// Only the CPU is there; anything else is named.
void check_device(const OpArgs& a, int device) {
  if (!a.has(device))
    return;
  const std::string_view name = a.text(device, "cpu");
  if (name != "cpu" && name != "cpu:0") {
    fail(ErrorCode::kUnsupported, a.name(), ": device '", name, "' is not supported, cpu is");
  }
}

Tensor finish(const OpArgs& a, int dtype, const Tensor& out) {
  check_device(a, dtype + 1);
  if (a.flag(dtype + 3, false))
    out.set_requires_grad(true);
  return out;
}

Tensor filled(const OpArgs& a, std::span<const Int> sizes, double value, int dtype) {
  check_sizes(a.name(), sizes);
  return finish(a, dtype, Tensor::full(sizes, value, a.dtype(dtype).value_or(DType::kFloat32)));
}

Tensor filled_like(const OpArgs& a, const Operand& value, int dtype) {
  return finish(a, dtype, full_like(a.tensor(0), value, a.dtype(dtype)));
}

Tensor new_filled(const OpArgs& a, const Operand& value, int dtype) {
  const Tensor x = a.tensor(0);
  const Dims sizes = a.dims(1);
  check_sizes(a.name(), sizes);
  const Tensor out = Tensor::empty_in(x.context(), sizes, a.dtype(dtype).value_or(x.dtype()));
  fill_with(out, value);
  return finish(a, dtype, out);
}

Value call_arange(const OpArgs& a) {
  // One bound is the end.
  const std::optional<DType> dtype = a.dtype(3);
  if (!a.has(1))
    return finish(a, 3, arange(0, operand_arg(a, 0), 1, dtype));
  return finish(a, 3, arange(operand_arg(a, 0), operand_arg(a, 1), operand_arg(a, 2, 1), dtype));
}

Value call_linspace(const OpArgs& a) {
  for (int i = 0; i < 2; ++i) {
    if (a.value(i).is_tensor() && a.tensor(i).ndim() != 0) {
      fail(ErrorCode::kRuntime, "linspace: ", a.param(i), " must be 0-dim, is ",
           a.tensor(i).sizes());
    }
  }
  return finish(
      a, 3, linspace(a.number(0), a.number(1), a.integer(2), a.dtype(3).value_or(DType::kFloat32)));
}

Value call_fill(const OpArgs& a) {
  const Operand value = operand_arg(a, 1);
  if (value.ndim() != 0)
    fail(ErrorCode::kRuntime, a.name(), ": value must be 0-dim");
  const Tensor out = a.name() == "fill_" ? a.tensor(0) : Tensor::empty_like(a.tensor(0));
  fill_with(out, value);
  return out;
}

Value call_triangle(const OpArgs& a) {
  const Tensor out = triangle_indices(a.name(), a.integer(0), a.integer(1), a.integer(2, 0),
                                      a.name() == "tril_indices");
  return out.to(a.dtype(3).value_or(DType::kInt64));
}

/// x.to(dtype), to(device, dtype), to(other); what they all may name besides is for the CPU only.
Value call_to(const OpArgs& a) {
  const Tensor x = a.tensor(0);
  DType dtype = a.has(2) ? *a.dtype(2) : x.dtype();
  bool copy = a.flag(4, false);
  const Value& rest = a.value(1);
  const std::int64_t count = rest.is_none() ? 0 : rest.count();
  int flags = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const Value& item = rest.at(i);
    switch (item.kind()) {
      case ValueKind::kDType:
        dtype = item.as_dtype();
        break;
      case ValueKind::kTensor:
        dtype = item.as_tensor().dtype();
        break;
      case ValueKind::kBool:  // non_blocking, then copy
        if (flags++ == 1)
          copy = item.as_bool();
        break;
      case ValueKind::kString:
        if (item.as_string() != "cpu" && item.as_string() != "cpu:0") {
          fail(ErrorCode::kUnsupported, "to: device '", item.as_string(),
               "' is not supported, cpu is");
        }
        break;
      case ValueKind::kNone:
        break;
      default:
        a.wrong(1, "a dtype, a device or a tensor");
    }
  }
  const Tensor out = x.to(dtype);
  return copy && out.is_same(x) ? x.clone() : out;
}

template <DType kTo>
Tensor cast(const Tensor& x) {
  return x.to(kTo);
}
template <DType kTo>
Value call_cast(const OpArgs& a) {
  return a.tensor(0).to(kTo);
}

constexpr std::string_view kFillParams = "*size, " TENON_FACTORY_PARAMS;
constexpr std::string_view kLikeParams = "input, *, " TENON_FACTORY_PARAMS ", memory_format=None";
constexpr std::string_view kNewParams = "input, *size, " TENON_FACTORY_PARAMS;
constexpr std::string_view kCastParams = "input, memory_format=None";

constexpr OpInfo kOps[] = {
    {"zeros", kFillParams, "zeros",
     [](const OpArgs& a) -> Value { return filled(a, a.dims(0), 0, 1); }},
    {"ones", kFillParams, "ones",
     [](const OpArgs& a) -> Value { return filled(a, a.dims(0), 1, 1); }},
    {"empty", kFillParams, "contents undefined (zeros)",
     [](const OpArgs& a) -> Value { return filled(a, a.dims(0), 0, 1); }},
    {"full", "size, fill_value, *, " TENON_FACTORY_PARAMS, "every element fill_value",
     [](const OpArgs& a) -> Value {
       return finish(a, 2, full(a.dims(0), operand_arg(a, 1), a.dtype(2)));
     }},
    {"zeros_like", kLikeParams, "zeros",
     [](const OpArgs& a) -> Value { return filled_like(a, 0, 1); }},
    {"ones_like", kLikeParams, "ones",
     [](const OpArgs& a) -> Value { return filled_like(a, 1, 1); }},
    {"empty_like", kLikeParams, "contents undefined (zeros)",
     [](const OpArgs& a) -> Value { return filled_like(a, 0, 1); }},
    {"full_like", "input, fill_value, *, " TENON_FACTORY_PARAMS ", memory_format=None",
     "every element fill_value",
     [](const OpArgs& a) -> Value { return filled_like(a, operand_arg(a, 1), 2); }},
    {"new_zeros", kNewParams, "zeros of input's dtype",
     [](const OpArgs& a) -> Value { return new_filled(a, 0, 2); }},
    {"new_ones", kNewParams, "ones of input's dtype",
     [](const OpArgs& a) -> Value { return new_filled(a, 1, 2); }},
    {"new_empty", kNewParams, "contents undefined (zeros)",
     [](const OpArgs& a) -> Value { return new_filled(a, 0, 2); }},
    {"new_full", "input, size, fill_value, *, " TENON_FACTORY_PARAMS,
     "fill_value, of input's dtype",
     [](const OpArgs& a) -> Value { return new_filled(a, operand_arg(a, 2), 3); }},
    {"arange", "start, end=None, step=1, *, " TENON_FACTORY_PARAMS,
     "start, start + step, ... before end", call_arange},
    {"linspace", "start, end, steps, *, " TENON_FACTORY_PARAMS, "evenly from start to end",
     call_linspace},
    {"eye", "n, m=None, *, " TENON_FACTORY_PARAMS, "ones on the diagonal",
     [](const OpArgs& a) -> Value {
       return finish(a, 2,
                     eye(a.integer(0), optional_int(a, 1), a.dtype(2).value_or(DType::kFloat32)));
     }},
    {"tril_indices", "row, col, offset=0, *, " TENON_FACTORY_PARAMS,
     "positions of the lower triangle", call_triangle},
    {"triu_indices", "row, col, offset=0, *, " TENON_FACTORY_PARAMS,
     "positions of the upper triangle", call_triangle},
    {"fill", "input, value", "a tensor of that shape, every element value", call_fill},
    {"fill_", "input, value", "every element value, in place", call_fill},
    {"zero_", "input", "zeros, in place",
     [](const OpArgs& a) -> Value { return a.tensor(0).zero_(); },
     [](const Tensor& x) -> Tensor { return x.zero_(); }},
    {"copy_", "input, src, non_blocking=False", "other's elements, in place",
     [](const OpArgs& a) -> Value {
       const Operand src = operand_arg(a, 1);
       if (!src.is_tensor())
         fill_with(a.tensor(0), src);
       return src.is_tensor() ? a.tensor(0).copy_(a.tensor(1)) : a.tensor(0);
     },
     nullptr, [](const Tensor& x, const Tensor& y) -> Tensor { return x.copy_(y); }},
    {"clone", "input, *, memory_format=None", "a copy",
     [](const OpArgs& a) -> Value { return a.tensor(0).clone(); },
     [](const Tensor& x) -> Tensor { return x.clone(); }},
    {"contiguous", "input, memory_format=None", "row-major, a copy if need be",
     [](const OpArgs& a) -> Value { return a.tensor(0).contiguous(); },
     [](const Tensor& x) -> Tensor { return x.contiguous(); }},
    {"detach", "input", "the same storage, without history",
     [](const OpArgs& a) -> Value { return a.tensor(0).detach(); },
     [](const Tensor& x) -> Tensor { return x.detach(); }},
    {"resolve_neg", "input", "input", [](const OpArgs& a) -> Value { return a.tensor(0); }},
    {"resolve_conj", "input", "input", [](const OpArgs& a) -> Value { return a.tensor(0); }},
    {"to",
     "input, *target, dtype=None, device=None, copy=False, non_blocking=False, memory_format=None",
     "another dtype", call_to},
    {"type_as", "input, other", "other's dtype",
     [](const OpArgs& a) -> Value { return a.tensor(0).to(a.tensor(1).dtype()); }},
    {"float", kCastParams, "float32", call_cast<DType::kFloat32>, cast<DType::kFloat32>},
    {"double", kCastParams, "float64", call_cast<DType::kFloat64>, cast<DType::kFloat64>},
    {"half", kCastParams, "float16", call_cast<DType::kFloat16>, cast<DType::kFloat16>},
    {"bfloat16", kCastParams, "bfloat16", call_cast<DType::kBFloat16>, cast<DType::kBFloat16>},
    {"long", kCastParams, "int64", call_cast<DType::kInt64>, cast<DType::kInt64>},
    {"int", kCastParams, "int32", call_cast<DType::kInt32>, cast<DType::kInt32>},
    {"short", kCastParams, "int16", call_cast<DType::kInt16>, cast<DType::kInt16>},
    {"char", kCastParams, "int8", call_cast<DType::kInt8>, cast<DType::kInt8>},
    {"byte", kCastParams, "uint8", call_cast<DType::kUInt8>, cast<DType::kUInt8>},
    {"bool", kCastParams, "bool", call_cast<DType::kBool>, cast<DType::kBool>},
};
#undef TENON_FACTORY_PARAMS

}  // namespace

std::span<const OpInfo> creation_ops() noexcept {
  return kOps;
}

}  // namespace tenon
