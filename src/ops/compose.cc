// Ops that are made of other ops, by name only.
#include <algorithm>
#include <cmath>
#include <limits>

#include "src/ops/dims.h"
#include "src/ops/op_tables.h"
#include "src/ops/op_values.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/index.h"
#include "tenon/ops/promote.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

using Int = std::int64_t;

std::size_t at(Int i) {
  return static_cast<std::size_t>(i);
}

/// Where element i of a dim of `size`, padded around, comes from.
Int padded_source(std::string_view mode, Int i, Int size) {
  if (i >= 0 && i < size)
    return i;
  if (mode == "replicate")
    return i < 0 ? 0 : size - 1;
  if (mode == "circular")
    return (i % size + size) % size;
  return i < 0 ? -i : 2 * (size - 1) - i;  // reflect
}

Value call_pad(const OpArgs& a) {
  const Tensor x = a.tensor(0);
  const Dims pad = a.dims(1);
  const std::string_view mode = a.text(2, "constant");
  if (mode == "constant")
    return constant_pad_nd(x, pad, a.has(3) ? a.value(3) : Value(0));
  if (mode != "reflect" && mode != "replicate" && mode != "circular") {
    fail(ErrorCode::kNotImplemented, "pad: mode is '", mode,
         "', wanted constant, reflect, replicate or circular");
  }
  const Int padded = static_cast<Int>(pad.size()) / 2;
  if (pad.size() % 2 != 0 || padded < 1 || padded > 3 ||
      (x.ndim() != padded + 1 && x.ndim() != padded + 2)) {
    fail(ErrorCode::kNotImplemented, "pad: mode '", mode,
         "' takes pairs for the last 1, 2 or 3 dims "
         "of 2, 3, 4 or 5; got ",
         pad, " for ", x.sizes());
  }
  Tensor out = x;
  for (Int k = 0; k < padded; ++k) {
    const Int d = x.ndim() - 1 - k;
    const Int size = x.sizes()[at(d)];
    const Int before = pad[at(2 * k)];
    const Int after = pad[at(2 * k + 1)];
    const Int limit = mode == "reflect" ? size - 1 : (mode == "circular" ? size : INT64_MAX);
    if (before > limit || after > limit || size + before + after < 1 || size < 1) {
      fail(ErrorCode::kRuntime, "pad: ", before, " and ", after, " do not fit dim ", d, " of ",
           x.sizes(), " in mode '", mode, "'");
    }
    const Int count = size + before + after;
    const Tensor index = Tensor::empty_in(x.context(), Shape{count}, DType::kInt64);
    // A negative count cuts first: what circular padding repeats is the rest.
    const bool circular = mode == "circular";
    const Int cut = circular ? std::max<Int>(-before, 0) : 0;
    const Int rest = size - cut - (circular ? std::max<Int>(-after, 0) : 0);
    for (Int i = 0; i < count; ++i) {
      index.data<Int>()[i] = cut + padded_source(mode, i - before - cut, rest);
    }
    out = index_select(out, d, index);
  }
  return out;
}

Value call_normalize(const OpArgs& a) {
  const Tensor x = a.tensor(0);
  const Dims dims = a.has(2) ? a.dims(2) : Dims{1};
  const Tensor length = norm(x, a.number(1, 2), dims, true);
  return div(x, expand_as(clamp(length, Operand(a.number(3, 1e-12)), std::nullopt), x));
}

Value call_one_hot(const OpArgs& a) {
  const Tensor x = a.tensor(0);
  if (x.dtype() != DType::kInt64) {
    fail(ErrorCode::kRuntime, "one_hot: wants int64, got ", dtype_name(x.dtype()));
  }
  Int classes = a.integer(1, -1);
  if (x.numel() == 0 && classes <= 0) {
    fail(ErrorCode::kRuntime, "one_hot: the number of classes of ", x.sizes(), " is not given");
  }
  if (x.numel() > 0) {
    const Int least = min(x).item_int();
    const Int most = max(x).item_int();
    if (least < 0)
      fail(ErrorCode::kRuntime, "one_hot: class ", least, " is negative");
    if (classes == -1)
      classes = most + 1;
    if (classes < 1 || most >= classes) {
      fail(ErrorCode::kRuntime, "one_hot: class ", most, " of ", classes, " classes");
    }
  }
  Shape sizes = x.sizes();
  sizes.push_back(classes);
  const Tensor zeros = Tensor::zeros_in(x.context(), sizes, DType::kInt64);
  return scatter(zeros, -1, unsqueeze(x, -1), 1);
}

Value call_trace(const OpArgs& a) {
  const Tensor x = a.tensor(0);
  if (x.ndim() != 2)
    fail(ErrorCode::kRuntime, "trace: wants 2 dims, got ", x.sizes());
  return sum(diagonal(x));
}

/// diff(input, n=1, dim=-1, prepend=None, append=None)
Value call_diff(const OpArgs& a) {
  Tensor x = a.tensor(0);
  const Int n = a.integer(1, 1);
  if (x.ndim() == 0)
    fail(ErrorCode::kRuntime, "diff: a 0-dim tensor has no differences");
  if (n < 0)
    fail(ErrorCode::kRuntime, "diff: order ", n, " is negative");
  const Int d = wrap_dim("diff", a.integer(2, -1), x.sizes());
  if (n == 0)
    return x.clone();
  if (a.has(3))
    x = cat({a.tensor(3), x}, d);
  if (a.has(4))
    x = cat({x, a.tensor(4)}, d);
  for (Int i = 0; i < n; ++i) {
    const Int size = x.size(d);
    const Tensor later = slice(x, d, 1, std::nullopt);
    const Tensor earlier = slice(x, d, 0, size > 0 ? size - 1 : 0);
    x = x.dtype() == DType::kBool ? logical_xor(later, earlier) : sub(later, earlier);
  }
  return x;
}

Value call_dist(const OpArgs& a) {
  return norm(sub(a.tensor(0), a.tensor(1)), a.number(2, 2));
}

Value call_isin(const OpArgs& a) {
  const Tensor elements =
      a.value(0).is_tensor() ? a.tensor(0) : Tensor::scalar(a.number(0), DType::kFloat64);
  const Tensor set =
      a.value(1).is_tensor() ? a.tensor(1) : Tensor::scalar(a.number(1), DType::kFloat64);
  const Tensor flat = reshape(set, Shape{set.numel()});
  const Dims last{-1};
  const Tensor found = any(eq(unsqueeze(elements, -1), flat), last);
  return a.flag(3, false) ? logical_not(found) : found;
}

/// cross(input, other, dim=None): the dim of size 3 by default.
Value call_cross(const OpArgs& a) {
  const Shape shape = broadcast_shapes("cross", a.tensor(0).sizes(), a.tensor(1).sizes());
  const Tensor x = expand(a.tensor(0), shape);
  const Tensor y = expand(a.tensor(1), shape);
  Int d = a.name() == "cross" ? -1 : a.integer(2, -1);
  if (a.has(2)) {
    d = wrap_dim(a.name(), a.integer(2), shape);
  } else if (a.name() == "cross") {
    for (std::size_t k = shape.size(); k-- > 0;) {
      if (shape[k] == 3)
        d = static_cast<Int>(k);
    }
  }
  if (shape.empty() || x.size(d) != 3) {
    fail(ErrorCode::kRuntime, a.name(), ": no dim of size 3 in ", shape);
  }
  const auto part = [d](const Tensor& t, Int i) { return select(t, d, i % 3); };
  std::vector<Tensor> out;
  for (Int i = 0; i < 3; ++i) {
    out.push_back(sub(mul(part(x, i + 1), part(y, i + 2)), mul(part(x, i + 2), part(y, i + 1))));
  }
  return stack(out, d);
}

/// Scales down each slice of a dim whose p-norm is above maxnorm.
Value call_renorm(const OpArgs& a) {
  const Tensor x = a.tensor(0);
  const double p = a.number(1);
  const double limit = a.number(3);
  if (x.ndim() < 2)
    fail(ErrorCode::kRuntime, "renorm: wants 2 dims or more, got ", x.sizes());
  if (!(p > 0) || !(limit >= 0)) {
    fail(ErrorCode::kRuntime, "renorm: p ", p, " and maxnorm ", limit, " must not be negative");
  }
  const Int d = wrap_dim("renorm", a.integer(2), x.sizes());
  Dims others;
  for (Int k = 0; k < x.ndim(); ++k) {
    if (k != d)
      others.push_back(k);
  }
  const Tensor length = norm(x, p, others, true);
  const Tensor factor = div(limit, add(length, 1e-7));
  return mul(x, where(gt(length, limit), factor, Tensor::ones(Shape{}, x.dtype())));
}

constexpr OpInfo kOps[] = {
    {"pad", "input, pad, mode='constant', value=None", "padded around", call_pad},
    {"normalize", "input, p=2.0, dim=1, eps=1e-12", "divided by its p-norm", call_normalize},
    {"one_hot", "tensor, num_classes=-1", "a one at each class's place", call_one_hot},
    {"trace", "input", "sum of the diagonal", call_trace},
    {"diff", "input, n=1, dim=-1, prepend=None, append=None", "differences along a dim", call_diff},
    {"dist", "input, other, p=2", "p-norm of the difference", call_dist},
    {"isin", "elements, test_elements, *, assume_unique=False, invert=False",
     "whether each is one of the others", call_isin},
    {"cross", "input, other, dim=None", "cross product of three-vectors", call_cross},
    {"linalg.cross", "input, other, *, dim=-1", "cross product of three-vectors", call_cross},
    {"renorm", "input, p, dim, maxnorm", "slices scaled down to a p-norm", call_renorm},
};

}  // namespace

std::span<const OpInfo> composed_ops() noexcept {
  return kOps;
}

}  // namespace tenon
