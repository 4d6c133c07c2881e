// Picking and placing elements along a dim. Elements move as bytes; where they are added up, in
// double or int64.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "src/ops/dims.h"
#include "tenon/ops/creation.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/index.h"
#include "tenon/ops/promote.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

using Int = std::int64_t;

std::size_t at(Int i) {
  return static_cast<std::size_t>(i);
}

/// An index tensor as dense int64. Throws kRuntime for other dtypes than int64 and int32, unless it
/// is empty.
Tensor as_index(std::string_view op, const Tensor& index) {
  const bool whole = index.dtype() == DType::kInt64 || index.dtype() == DType::kInt32;
  if (!whole && index.numel() > 0) {
    fail(ErrorCode::kRuntime, op, ": index must be int64, is ", dtype_name(index.dtype()));
  }
  return index.to(DType::kInt64).contiguous();
}

/// A tensor as (outer, size, inner) around a dim, all dense.
struct Lines {
  Int outer = 1;
  Int size = 1;
  Int inner = 1;
  Lines(const Shape& sizes, Int dim) {
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      Int& part = static_cast<Int>(d) < dim ? outer : (static_cast<Int>(d) > dim ? inner : size);
      part *= sizes[d];
    }
  }
};

/// `index` counted from the front; negative ones only if allowed.
Int checked_index(std::string_view op, ErrorCode code, Int index, Int size, bool negative) {
  if (index >= (negative ? -size : 0) && index < size)
    return index < 0 ? index + size : index;
  fail(code, op, ": index ", index, " is out of range for size ", size);
}

/// The double or int64 copy of a tensor, for adding up.
Tensor wide_copy(const Tensor& x) {
  const DType wide = is_floating(x.dtype()) ? DType::kFloat64 : DType::kInt64;
  return x.dtype() == wide ? x.clone() : x.to(wide);
}

/// Calls f(source_offset, place_offset) for each element of `index`, dense of that shape: the
/// offset of the element at its position in a dense `other`, and the offset in `target` at its
/// position with the index along `dim`.
template <class F>
void for_each_index(std::string_view op, const Tensor& index, const Tensor& target,
                    const Tensor& other, Int dim, F&& f) {
  const Shape& sizes = index.sizes();
  const Int* indices = index.data<Int>();
  const Int limit = target.ndim() == 0 ? 1 : target.sizes()[at(dim)];
  Dims position(sizes.size(), 0);
  for (Int i = 0; i < index.numel(); ++i) {
    Int place = 0;
    Int source = 0;
    const Int picked = checked_index(op, ErrorCode::kRuntime, indices[i], limit, false);
    for (std::size_t d = 0; d < position.size(); ++d) {
      const Int along = static_cast<Int>(d) == dim ? picked : position[d];
      if (target.ndim() > 0)
        place += along * target.strides()[d];
      if (other.ndim() > 0)
        source += position[d] * other.strides()[d];
    }
    f(source, place);
    for (std::size_t d = position.size(); d-- > 0;) {
      if (++position[d] < sizes[d])
        break;
      position[d] = 0;
    }
  }
}

/// Index shapes: as many dims as x, and nowhere larger but along `dim` (if x limits it).
void check_index_shape(std::string_view op, const Shape& index, const Shape& x, Int dim,
                       bool dim_free) {
  const std::size_t index_dims = std::max<std::size_t>(index.size(), 1);
  const std::size_t x_dims = std::max<std::size_t>(x.size(), 1);
  bool fits = index_dims == x_dims;
  for (std::size_t d = 0; fits && d < index.size() && d < x.size(); ++d) {
    fits = index[d] <= x[d] || (dim_free && static_cast<Int>(d) == dim);
  }
  if (!fits)
    fail(ErrorCode::kRuntime, op, ": index ", index, " does not fit into ", x);
}

}  // namespace

Tensor index_select(const Tensor& x, Int dim, const Tensor& index) {
  const Int d = wrap_dim("index_select", dim, x.sizes());
  if (index.ndim() > 1) {
    fail(ErrorCode::kIndex, "index_select: index must have 1 dim, is ", index.sizes());
  }
  const Tensor picks = as_index("index_select", index);
  const Tensor from = x.contiguous();
  Shape sizes = x.sizes();
  if (!sizes.empty())
    sizes[at(d)] = picks.numel();
  if (sizes.empty() && picks.numel() != 1) {
    fail(ErrorCode::kIndex, "index_select: a 0-dim tensor takes one index, got ", picks.numel());
  }
  const Tensor out = Tensor::empty_in(x.context(), sizes, x.dtype());
  const Lines lines(x.sizes(), d);
  const Int bytes = lines.inner * dtype_size(x.dtype());
  const char* source = static_cast<const char*>(from.raw_data());
  char* to = static_cast<char*>(out.raw_data());
  for (Int i = 0; i < picks.numel(); ++i) {
    checked_index("index_select", ErrorCode::kIndex, picks.data<Int>()[i], lines.size, false);
  }
  for (Int o = 0; o < lines.outer; ++o, source += lines.size * bytes) {
    for (Int i = 0; i < picks.numel(); ++i, to += bytes) {
      if (bytes > 0)
        std::memcpy(to, source + picks.data<Int>()[i] * bytes, at(bytes));
    }
  }
  return out;
}

Tensor gather(const Tensor& x, Int dim, const Tensor& index) {
  const Int d = wrap_dim("gather", dim, x.sizes());
  const Tensor picks = as_index("gather", index);
  if (index.numel() > 0)
    check_index_shape("gather", index.sizes(), x.sizes(), d, true);
  const Tensor from = x.contiguous();
  const Tensor out = Tensor::empty_in(x.context(), index.sizes(), x.dtype());
  const Int bytes = dtype_size(x.dtype());
  const char* source = static_cast<const char*>(from.raw_data());
  char* to = static_cast<char*>(out.raw_data());
  for_each_index("gather", picks, from, out, d, [&](Int place, Int picked) {
    std::memcpy(to + place * bytes, source + picked * bytes, at(bytes));
  });
  return out;
}

Tensor take_along_dim(const Tensor& x, const Tensor& index, std::optional<Int> dim) {
  if (!dim)
    return gather(reshape(x, Shape{x.numel()}), 0, reshape(index, Shape{index.numel()}));
  if (x.ndim() != index.ndim()) {
    fail(ErrorCode::kRuntime, "take_along_dim: ", x.sizes(), " and index ", index.sizes(),
         " differ in dims");
  }
  const Int d = wrap_dim("take_along_dim", *dim, x.sizes());
  Shape x_sizes = x.sizes();
  Shape index_sizes = index.sizes();
  if (x.ndim() > 0)
    x_sizes[at(d)] = index_sizes[at(d)] = 1;
  const Shape common = broadcast_shapes("take_along_dim", x_sizes, index_sizes);
  Shape wide_x = common;
  Shape wide_index = common;
  if (x.ndim() > 0) {
    wide_x[at(d)] = x.sizes()[at(d)];
    wide_index[at(d)] = index.sizes()[at(d)];
  }
  return gather(expand(x, wide_x), d, expand(index, wide_index));
}

Tensor take(const Tensor& x, const Tensor& index) {
  if (index.dtype() != DType::kInt64) {
    fail(ErrorCode::kRuntime, "take: index must be int64, is ", dtype_name(index.dtype()));
  }
  const Tensor picks = index.contiguous();
  const Tensor from = x.contiguous();
  const Tensor out = Tensor::empty_in(x.context(), index.sizes(), x.dtype());
  const Int bytes = dtype_size(x.dtype());
  if (x.numel() == 0 && picks.numel() > 0) {
    fail(ErrorCode::kIndex, "take: ", picks.numel(), " elements of an empty tensor");
  }
  for (Int i = 0; i < picks.numel(); ++i) {
    const Int picked =
        checked_index("take", ErrorCode::kIndex, picks.data<Int>()[i], x.numel(), true);
    std::memcpy(static_cast<char*>(out.raw_data()) + i * bytes,
                static_cast<const char*>(from.raw_data()) + picked * bytes, at(bytes));
  }
  return out;
}

// ---- masks
// --------------------------------------------------------------------------------------------

namespace {

void check_mask(std::string_view op, const Tensor& mask) {
  if (mask.dtype() != DType::kBool) {
    fail(ErrorCode::kRuntime, op, ": mask must be bool, is ", dtype_name(mask.dtype()));
  }
}

/// A number or 0-dim tensor as a 0-dim tensor of x's dtype.
Tensor fill_value(std::string_view op, const Tensor& x, const Operand& value) {
  if (value.ndim() != 0) {
    fail(ErrorCode::kRuntime, op, ": value must be a number or 0-dim, has ", value.ndim(), " dims");
  }
  return full(Shape{}, value, x.dtype());
}

}  // namespace

Tensor masked_fill(const Tensor& x, const Tensor& mask, const Operand& value) {
  check_mask("masked_fill", mask);
  const Tensor filler = fill_value("masked_fill", x, value);
  return where(mask, filler, x).to(x.dtype());
}

const Tensor& masked_fill_(const Tensor& x, const Tensor& mask, const Operand& value) {
  check_mask("masked_fill_", mask);
  return x.copy_(where(mask, fill_value("masked_fill_", x, value), x));
}

Tensor masked_select(const Tensor& x, const Tensor& mask) {
  check_mask("masked_select", mask);
  const Shape shape = broadcast_shapes("masked_select", x.sizes(), mask.sizes());
  const Tensor from = expand(x, shape).contiguous();
  const Tensor holds = expand(mask, shape).contiguous();
  Int count = 0;
  for (Int i = 0; i < holds.numel(); ++i)
    count += holds.data<bool>()[i] ? 1 : 0;
  const Tensor out = Tensor::empty_in(x.context(), Shape{count}, x.dtype());
  const Int bytes = dtype_size(x.dtype());
  char* to = static_cast<char*>(out.raw_data());
  for (Int i = 0; i < holds.numel(); ++i) {
    if (!holds.data<bool>()[i])
      continue;
    std::memcpy(to, static_cast<const char*>(from.raw_data()) + i * bytes, at(bytes));
    to += bytes;
  }
  return out;
}

Tensor masked_scatter(const Tensor& x, const Tensor& mask, const Tensor& source) {
  check_mask("masked_scatter", mask);
  if (x.dtype() != source.dtype()) {
    fail(ErrorCode::kRuntime, "masked_scatter: dtypes differ: ", dtype_name(x.dtype()), " and ",
         dtype_name(source.dtype()));
  }
  const Shape shape = broadcast_shapes("masked_scatter", x.sizes(), mask.sizes());
  const Tensor out = expand(x, shape).clone();
  const Tensor holds = expand(mask, shape).contiguous();
  const Tensor from = source.contiguous();
  const Int bytes = dtype_size(x.dtype());
  Int used = 0;
  for (Int i = 0; i < holds.numel(); ++i) {
    if (!holds.data<bool>()[i])
      continue;
    if (used == from.numel()) {
      fail(ErrorCode::kRuntime, "masked_scatter: source has ", used, " elements, too few");
    }
    std::memcpy(static_cast<char*>(out.raw_data()) + i * bytes,
                static_cast<const char*>(from.raw_data()) + used++ * bytes, at(bytes));
  }
  return out;
}

// ---- scatter
// ------------------------------------------------------------------------------------------

namespace {

/// Index, and source if there is one, must fit.
Tensor check_scatter(std::string_view op, const Tensor& x, Int dim, const Tensor& index,
                     const Tensor& source) {
  if (index.numel() > 0)
    check_index_shape(op, index.sizes(), x.sizes(), dim, true);
  if (source.defined()) {
    if (source.dtype() != x.dtype()) {
      fail(ErrorCode::kRuntime, op, ": dtypes differ: ", dtype_name(x.dtype()), " and ",
           dtype_name(source.dtype()));
    }
    if (index.numel() > 0)
      check_index_shape(op, index.sizes(), source.sizes(), dim, false);
  }
  return as_index(op, index);
}

Tensor tensor_of(const Operand& operand) {
  return Tensor(Ref<TensorImpl>(const_cast<TensorImpl*>(operand.tensor())));
}

enum class Fold { kSum, kProd, kMean, kAmax, kAmin };

template <class T>
T fold_two(Fold fold, T a, T b) {
  switch (fold) {
    case Fold::kProd:
      return a * b;
    case Fold::kAmax:
      return a != a || a > b ? a : b;
    case Fold::kAmin:
      return a != a || a < b ? a : b;
    default:
      return a + b;
  }
}

/// Whole-number division rounds down, as torch's mean of integers.
Int divide_count(Int sum, Int count) {
  const Int quotient = sum / count;
  return sum % count != 0 && (sum < 0) != (count < 0) ? quotient - 1 : quotient;
}
double divide_count(double sum, Int count) {
  return sum / static_cast<double>(count);
}

/// Folds source into `work` (dense, of T) at the indexed places.
template <class T>
void scatter_fold(std::string_view op, const Tensor& work, Int dim, const Tensor& index,
                  const Tensor& source, Fold fold, bool include_self) {
  T* values = work.data<T>();
  const Tensor from = source.to(work.dtype()).contiguous();
  std::vector<Int> count(at(work.numel()), include_self ? 1 : 0);
  for_each_index(op, index, work, from, dim, [&](Int given, Int place) {
    const T next = from.data<T>()[given];
    values[place] = count[at(place)] == 0 ? next : fold_two(fold, values[place], next);
    ++count[at(place)];
  });
  if (fold != Fold::kMean)
    return;
  for (Int i = 0; i < work.numel(); ++i) {
    if (count[at(i)] > 1)
      values[i] = divide_count(values[i], count[at(i)]);
  }
}

Tensor scatter_folded(std::string_view op, const Tensor& x, Int dim, const Tensor& index,
                      const Tensor& source, Fold fold, bool include_self) {
  const Int d = wrap_dim(op, dim, x.sizes());
  const Tensor picks = check_scatter(op, x, d, index, source);
  const Tensor work = wide_copy(x);
  if (work.dtype() == DType::kFloat64) {
    scatter_fold<double>(op, work, d, picks, source, fold, include_self);
  } else {
    scatter_fold<Int>(op, work, d, picks, source, fold, include_self);
  }
  return work.to(x.dtype());
}

}  // namespace

Tensor scatter(const Tensor& x, Int dim, const Tensor& index, const Operand& source) {
  const Int d = wrap_dim("scatter", dim, x.sizes());
  const bool number = !source.is_tensor();
  const Tensor from = number ? full(Shape{}, source, x.dtype()) : tensor_of(source).contiguous();
  const Tensor picks = check_scatter("scatter", x, d, index, number ? Tensor() : from);
  const Tensor out = x.clone();
  const Int bytes = dtype_size(x.dtype());
  for_each_index("scatter", picks, out, number ? Tensor(from) : from, d, [&](Int given, Int place) {
    std::memcpy(static_cast<char*>(out.raw_data()) + place * bytes,
                static_cast<const char*>(from.raw_data()) + given * bytes, at(bytes));
  });
  return out;
}

Tensor scatter_add(const Tensor& x, Int dim, const Tensor& index, const Tensor& source) {
  return scatter_folded("scatter_add", x, dim, index, source, Fold::kSum, true);
}

Tensor scatter_reduce(const Tensor& x, Int dim, const Tensor& index, const Tensor& source,
                      std::string_view reduce, bool include_self) {
  static constexpr struct {
    std::string_view name;
    Fold fold;
  } kFolds[] = {{"sum", Fold::kSum},
                {"prod", Fold::kProd},
                {"mean", Fold::kMean},
                {"amax", Fold::kAmax},
                {"amin", Fold::kAmin}};
  for (const auto& row : kFolds) {
    if (row.name == reduce) {
      return scatter_folded("scatter_reduce", x, dim, index, source, row.fold, include_self);
    }
  }
  fail(ErrorCode::kRuntime, "scatter_reduce: reduce is '", reduce,
       "', wanted sum, prod, mean, amax or amin");
}

// ---- whole slices of a dim
// ------------------------------------------------------------------------------

namespace {

/// Index must be 1-dim (or 0-dim) and source have x's shape but for `dim`, where it has index's
/// size.
Tensor check_slices(std::string_view op, const Tensor& x, Int dim, const Tensor& index,
                    const Tensor& source) {
  if (index.ndim() > 1)
    fail(ErrorCode::kIndex, op, ": index must have 1 dim, is ", index.sizes());
  const Tensor picks = as_index(op, index);
  if (!source.defined())
    return picks;
  if (source.dtype() != x.dtype()) {
    fail(ErrorCode::kRuntime, op, ": dtypes differ: ", dtype_name(x.dtype()), " and ",
         dtype_name(source.dtype()));
  }
  Shape wanted = x.sizes();
  if (!wanted.empty())
    wanted[at(dim)] = picks.numel();
  const bool scalar = source.ndim() == 0 && picks.numel() == 1;
  if (!(source.sizes() == wanted) && !(scalar && numel_of(wanted) == 1)) {
    fail(ErrorCode::kRuntime, op, ": source is ", source.sizes(), ", wanted ", wanted);
  }
  return picks;
}

/// Calls f(index position, slice of out) for each index; a 0-dim tensor is its own slice.
template <class F>
void for_each_slice(std::string_view op, const Tensor& out, Int dim, const Tensor& picks, F&& f) {
  const Int size = out.ndim() == 0 ? 1 : out.sizes()[at(dim)];
  for (Int i = 0; i < picks.numel(); ++i) {
    const Int picked = checked_index(op, ErrorCode::kIndex, picks.data<Int>()[i], size, true);
    f(i, out.ndim() == 0 ? out : select(out, dim, picked));
  }
}

Tensor slice_of(const Tensor& source, Int dim, Int i) {
  return source.ndim() == 0 ? source : select(source, dim, i);
}

}  // namespace

Tensor index_add(const Tensor& x, Int dim, const Tensor& index, const Tensor& source,
                 const Operand& alpha) {
  const Int d = wrap_dim("index_add", dim, x.sizes());
  const Tensor picks = check_slices("index_add", x, d, index, source);
  const Tensor work = wide_copy(x);
  for_each_slice("index_add", work, d, picks,
                 [&](Int i, const Tensor& slice) { add_(slice, slice_of(source, d, i), alpha); });
  return work.to(x.dtype());
}

Tensor index_copy(const Tensor& x, Int dim, const Tensor& index, const Tensor& source) {
  const Int d = wrap_dim("index_copy", dim, x.sizes());
  const Tensor picks = check_slices("index_copy", x, d, index, source);
  const Tensor out = x.clone();
  for_each_slice("index_copy", out, d, picks,
                 [&](Int i, const Tensor& slice) { slice.copy_(slice_of(source, d, i)); });
  return out;
}

Tensor index_fill(const Tensor& x, Int dim, const Tensor& index, const Operand& value) {
  const Int d = wrap_dim("index_fill", dim, x.sizes());
  const Tensor picks = check_slices("index_fill", x, d, index, Tensor());
  const Tensor filler = fill_value("index_fill", x, value);
  const Tensor out = x.clone();
  for_each_slice("index_fill", out, d, picks,
                 [&](Int, const Tensor& slice) { slice.copy_(filler); });
  return out;
}

Tensor select_scatter(const Tensor& x, const Tensor& source, Int dim, Int index) {
  const Tensor out = x.clone();
  const Tensor place = select(out, dim, index);
  if (!(place.sizes() == source.sizes())) {
    fail(ErrorCode::kRuntime, "select_scatter: source is ", source.sizes(), ", wanted ",
         place.sizes());
  }
  place.copy_(source);
  return out;
}

Tensor diagonal_scatter(const Tensor& x, const Tensor& source, Int offset, Int dim1, Int dim2) {
  const Tensor out = x.clone();
  const Tensor place = diagonal(out, offset, dim1, dim2);
  if (!(place.sizes() == source.sizes())) {
    fail(ErrorCode::kRuntime, "diagonal_scatter: source is ", source.sizes(), ", wanted ",
         place.sizes());
  }
  place.copy_(source);
  return out;
}

Tensor nonzero(const Tensor& x) {
  const Tensor holds = ne(x, 0).contiguous();
  Int count = 0;
  for (Int i = 0; i < holds.numel(); ++i)
    count += holds.data<bool>()[i] ? 1 : 0;
  const Int ndim = x.ndim();
  const Tensor out = Tensor::empty_in(x.context(), Shape{count, ndim}, DType::kInt64);
  Int* to = out.data<Int>();
  for (Int i = 0; i < holds.numel(); ++i) {
    if (!holds.data<bool>()[i])
      continue;
    Int rest = i;
    for (Int d = ndim; d-- > 0;) {
      to[d] = rest % x.sizes()[at(d)];
      rest /= x.sizes()[at(d)];
    }
    to += ndim;
  }
  return out;
}

Tensor bincount(const Tensor& x, const Tensor& weights, Int minlength) {
  if (x.ndim() != 1 || is_floating(x.dtype()) || x.dtype() == DType::kBool) {
    fail(ErrorCode::kRuntime, "bincount: wants a 1-dim tensor of integers, got ", x.sizes(), " ",
         dtype_name(x.dtype()));
  }
  if (minlength < 0)
    fail(ErrorCode::kRuntime, "bincount: minlength ", minlength, " is negative");
  if (weights.defined() && !(weights.sizes() == x.sizes())) {
    fail(ErrorCode::kRuntime, "bincount: weights are ", weights.sizes(), ", wanted ", x.sizes());
  }
  const Tensor values = x.to(DType::kInt64).contiguous();
  Int length = minlength;
  for (Int i = 0; i < x.numel(); ++i) {
    const Int value = values.data<Int>()[i];
    if (value < 0)
      fail(ErrorCode::kRuntime, "bincount: ", value, " is negative");
    length = std::max(length, value + 1);
  }
  if (!weights.defined()) {
    const Tensor out = Tensor::zeros_in(x.context(), Shape{length}, DType::kInt64);
    for (Int i = 0; i < x.numel(); ++i)
      ++out.data<Int>()[values.data<Int>()[i]];
    return out;
  }
  const DType dtype = weights.dtype() == DType::kFloat32 ? DType::kFloat32 : DType::kFloat64;
  const Tensor given = weights.to(DType::kFloat64).contiguous();
  const Tensor out = Tensor::zeros_in(x.context(), Shape{length}, DType::kFloat64);
  for (Int i = 0; i < x.numel(); ++i) {
    out.data<double>()[values.data<Int>()[i]] += given.data<double>()[i];
  }
  return out.to(dtype);
}

}  // namespace tenon
