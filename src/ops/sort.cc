// Ordering along a dim.
#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "src/ops/dims.h"
#include "src/ops/pointwise.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/index.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

using Int = std::int64_t;

std::size_t at(Int i) {
  return static_cast<std::size_t>(i);
}

/// NaN counts as larger than everything.
template <class T>
bool less(T a, T b) {
  return a < b || (b != b && a == a);
}

void check_arithmetic(std::string_view op, const Tensor& x) {
  if (!has_arithmetic(x.dtype())) {
    fail(ErrorCode::kUnsupported, op, ": ", dtype_name(x.dtype()), " is for storage only");
  }
}

/// A double as an integer that is ordered the same: zeros equal, NaN above everything.
constexpr Int kNanKey = std::numeric_limits<Int>::max();
Int key_of(double value) {
  if (value != value)
    return kNanKey;
  const Int bits = std::bit_cast<Int>(value == 0 ? 0.0 : value);
  return bits < 0 ? std::numeric_limits<Int>::min() - bits : bits;
}

/// Orders positions by the keys there.
struct Before {
  const Int* keys;
  bool descending = false;
  bool operator()(Int a, Int b) const { return descending ? keys[b] < keys[a] : keys[a] < keys[b]; }
};

/// Calls line(keys, order) for each line along `dim`, with integers that are ordered as its
/// elements and room for their indices, of which the first `keep` become the result (x's shape with
/// `keep` at dim).
Tensor order_lines(const Tensor& x, Int dim, Int keep,
                   const std::function<void(const Int* keys, Int* order)>& line) {
  const bool floating = is_floating(x.dtype());
  const Tensor moved = x.ndim() == 0 ? x : transpose(x, dim, -1).contiguous();
  const Int n = x.ndim() == 0 ? 1 : x.size(dim);
  Shape sizes = moved.sizes();
  if (!sizes.empty())
    sizes.back() = keep;
  const Tensor out = Tensor::empty_in(x.context(), sizes, DType::kInt64);
  std::vector<double> values(floating ? at(n) : 0);
  std::vector<Int> keys(at(n));
  std::vector<Int> order(at(n));
  const Int lines = n == 0 ? 0 : moved.numel() / n;
  for (Int i = 0; i < lines; ++i) {
    const void* from = static_cast<const char*>(moved.raw_data()) + i * n * dtype_size(x.dtype());
    if (floating) {
      load_elements(x.dtype(), from, 1, n, Compute::kDouble, values.data());
      std::transform(values.begin(), values.end(), keys.begin(), key_of);
    } else {
      load_elements(x.dtype(), from, 1, n, Compute::kInt, keys.data());
    }
    std::iota(order.begin(), order.end(), Int{0});
    line(keys.data(), order.data());
    std::copy(order.begin(), order.begin() + keep, out.data<Int>() + i * keep);
  }
  return x.ndim() == 0 ? out : transpose(out, dim, -1).contiguous();
}

/// Once for all: a stable sort is 2 KB of code.
void sort_stably(Int* order, Int n, Before before) {
  std::stable_sort(order, order + n, before);
}

ValueAndIndex with_values(const Tensor& x, Int dim, const Tensor& indices) {
  if (x.ndim() == 0)
    return {x.clone(), indices};
  return {gather(x, dim, indices), indices};
}

ValueAndIndex without_dim(const ValueAndIndex& pair, Int dim, bool keepdim) {
  if (keepdim || pair.values.ndim() == 0)
    return pair;
  const Int dims[] = {dim};
  return {squeeze(pair.values, dims), squeeze(pair.indices, dims)};
}

}  // namespace

ValueAndIndex sort(const Tensor& x, Int dim, bool descending) {
  check_arithmetic("sort", x);
  const Int d = wrap_dim("sort", dim, x.sizes());
  const Int n = x.ndim() == 0 ? 1 : x.size(d);
  const Tensor indices = order_lines(x, d, n, [&](const Int* keys, Int* order) {
    sort_stably(order, n, {keys, descending});
  });
  return with_values(x, d, indices);
}

Tensor argsort(const Tensor& x, Int dim, bool descending) {
  return sort(x, dim, descending).indices;
}

ValueAndIndex topk(const Tensor& x, Int k, Int dim, bool largest) {
  check_arithmetic("topk", x);
  const Int d = wrap_dim("topk", dim, x.sizes());
  const Int n = x.ndim() == 0 ? 1 : x.size(d);
  if (k < 0 || k > n) {
    fail(ErrorCode::kRuntime, "topk: k ", k, " is out of range, dim ", d, " of ", x.sizes());
  }
  const Tensor indices = order_lines(x, d, k, [&](const Int* keys, Int* order) {
    const Before before{keys, largest};
    // The steps of torch's topk, so that among equal elements the same ones are picked.
    if (k * 64 <= n) {
      std::partial_sort(order, order + k, order + n, before);
    } else if (k > 0) {
      std::nth_element(order, order + k - 1, order + n, before);
      std::sort(order, order + k - 1, before);
    }
  });
  if (x.ndim() == 0 && k == 0) {
    return {Tensor::empty_in(x.context(), Shape{0}, x.dtype()),
            Tensor::empty_in(x.context(), Shape{0}, DType::kInt64)};
  }
  return with_values(x, d, indices);
}

ValueAndIndex kthvalue(const Tensor& x, Int k, Int dim, bool keepdim) {
  check_arithmetic("kthvalue", x);
  const Int d = wrap_dim("kthvalue", dim, x.sizes());
  const Int n = x.ndim() == 0 ? 1 : x.size(d);
  if (k < 1 || k > n) {
    fail(n == 0 ? ErrorCode::kIndex : ErrorCode::kRuntime, "kthvalue: k ", k,
         " is out of range, dim ", d, " of ", x.sizes());
  }
  const Tensor indices = order_lines(x, d, 1, [&](const Int* keys, Int* order) {
    sort_stably(order, n, {keys});
    order[0] = order[k - 1];
  });
  return without_dim(with_values(x, d, indices), d, keepdim);
}

ValueAndIndex median(const Tensor& x, Int dim, bool keepdim) {
  check_arithmetic("median", x);
  const Int d = wrap_dim("median", dim, x.sizes());
  const Int n = x.ndim() == 0 ? 1 : x.size(d);
  if (n == 0)
    fail(ErrorCode::kIndex, "median: dim ", dim, " of ", x.sizes(), " is empty");
  const bool floating = is_floating(x.dtype());
  const Tensor indices = order_lines(x, d, 1, [&](const Int* keys, Int* order) {
    sort_stably(order, n, {keys});
    // The first NaN if there is one, else the lower of the two in the middle.
    Int nans = 0;
    while (floating && nans < n && keys[order[n - 1 - nans]] == kNanKey)
      ++nans;
    order[0] = nans > 0 ? order[n - nans] : order[(n - 1) / 2];
  });
  return without_dim(with_values(x, d, indices), d, keepdim);
}

Tensor median(const Tensor& x) {
  if (x.numel() == 0) {
    if (!is_floating(x.dtype()))
      fail(ErrorCode::kRuntime, "median: ", x.sizes(), " is empty");
    const Tensor none = Tensor::empty_in(x.context(), Shape{}, x.dtype());
    none.fill_(std::numeric_limits<double>::quiet_NaN());
    return none;
  }
  return median(reshape(x, Shape{x.numel()}), 0).values;
}

namespace {

template <class T>
void search(const Tensor& sorted, const Tensor& values, bool right, const Tensor& out) {
  const Int n = sorted.size(-1);
  const bool shared = sorted.ndim() == 1;  // one line of boundaries for all values
  const Int per_row = shared ? values.numel() : values.size(-1);
  for (Int r = 0; r < values.numel() / per_row; ++r) {
    const T* line = sorted.data<T>() + (shared ? 0 : r * n);
    for (Int i = r * per_row; i < (r + 1) * per_row; ++i) {
      const T value = values.data<T>()[i];
      const auto found = right ? std::upper_bound(line, line + n, value, less<T>)
                               : std::lower_bound(line, line + n, value, less<T>);
      out.data<Int>()[i] = found - line;
    }
  }
}

}  // namespace

Tensor searchsorted(const Tensor& sorted, const Operand& given, bool right, bool out_int32) {
  if (sorted.ndim() == 0)
    fail(ErrorCode::kRuntime, "searchsorted: boundaries are 0-dim");
  Tensor values;
  if (given.is_tensor()) {
    values = Tensor(Ref<TensorImpl>(const_cast<TensorImpl*>(given.tensor())));
    if (values.dtype() != sorted.dtype()) {
      fail(ErrorCode::kRuntime, "searchsorted: dtypes differ: ", dtype_name(sorted.dtype()),
           " and ", dtype_name(values.dtype()));
    }
  } else {
    values = Tensor::scalar(given.as_double(),
                            is_floating(given.dtype()) ? DType::kFloat64 : DType::kInt64);
    if (sorted.ndim() != 1) {
      fail(ErrorCode::kRuntime, "searchsorted: a number wants 1-dim boundaries, got ",
           sorted.sizes());
    }
  }
  if (sorted.ndim() > 1) {
    Shape wanted = sorted.sizes();
    if (values.ndim() == sorted.ndim())
      wanted.back() = values.size(-1);
    if (!(values.sizes() == wanted)) {
      fail(ErrorCode::kRuntime, "searchsorted: boundaries ", sorted.sizes(), " and values ",
           values.sizes(), " may differ in the last dim only");
    }
  }
  const bool whole = !is_floating(sorted.dtype()) && !is_floating(values.dtype());
  const DType wide = whole ? DType::kInt64 : DType::kFloat64;
  const Tensor line = sorted.to(wide).contiguous();
  const Tensor wanted = values.to(wide).contiguous();
  const Tensor out = Tensor::empty_in(sorted.context(), values.sizes(), DType::kInt64);
  if (values.numel() > 0) {
    if (whole) {
      search<Int>(line, wanted, right, out);
    } else {
      search<double>(line, wanted, right, out);
    }
  }
  return out_int32 ? out.to(DType::kInt32) : out;
}

}  // namespace tenon
