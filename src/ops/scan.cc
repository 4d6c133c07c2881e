// Running sums, products and extremes along a dim.
#include <cmath>
#include <vector>

#include "src/ops/dims.h"
#include "src/ops/fold.h"
#include "tenon/ops/reduce.h"

namespace tenon {
namespace {

using Int = std::int64_t;

/// Calls `line(values, n)` with each line along `dim` as T (double or int64), then stores what it
/// left there as elements of `out`, which is dense and of x's shape.
template <class T, class Line>
void for_each_line(const Tensor& x, std::size_t dim, const Tensor& out, Line&& line) {
  constexpr Compute kType = std::is_same_v<T, double> ? Compute::kDouble : Compute::kInt;
  const Int n = x.ndim() == 0 ? 1 : x.sizes()[dim];
  const Int step = x.ndim() == 0 ? 1 : x.strides()[dim];
  const Int out_step = x.ndim() == 0 ? 1 : out.strides()[dim];
  if (x.numel() == 0)
    return;
  std::vector<T> values(static_cast<std::size_t>(n));
  const char* from = static_cast<const char*>(x.raw_data());
  char* to = static_cast<char*>(out.raw_data());
  Dims index(x.sizes().size(), 0);
  for (;;) {
    Int at = 0;
    Int out_at = 0;
    for (std::size_t d = 0; d < index.size(); ++d) {
      at += index[d] * x.strides()[d];
      out_at += index[d] * out.strides()[d];
    }
    load_elements(x.dtype(), from + at * dtype_size(x.dtype()), step, n, kType, values.data());
    line(values.data(), n, out_at);
    store_elements(kType, values.data(), n, out.dtype(), to + out_at * dtype_size(out.dtype()),
                   out_step);
    std::size_t d = index.size();
    for (;;) {
      if (d == 0)
        return;
      --d;
      if (d == dim)
        continue;
      if (++index[d] < x.sizes()[d])
        break;
      index[d] = 0;
    }
  }
}

void check_arithmetic(std::string_view op, const Tensor& x) {
  if (!has_arithmetic(x.dtype())) {
    fail(ErrorCode::kUnsupported, op, ": ", dtype_name(x.dtype()), " is for storage only");
  }
}

template <class T>
T times(T a, T b) {
  if constexpr (std::is_same_v<T, double>)
    return a * b;
  else
    return static_cast<Int>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
template <class T>
T plus(T a, T b) {
  if constexpr (std::is_same_v<T, double>)
    return a + b;
  else
    return static_cast<Int>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

template <class T, T (*Combine)(T, T)>
void running(const Tensor& x, std::size_t dim, const Tensor& out) {
  for_each_line<T>(x, dim, out, [](T* values, Int n, Int) {
    for (Int i = 1; i < n; ++i)
      values[i] = Combine(values[i - 1], values[i]);
  });
}

template <double (*Floating)(double, double), Int (*Integer)(Int, Int)>
Tensor accumulate(std::string_view op, const Tensor& x, Int dim, std::optional<DType> dtype) {
  check_arithmetic(op, x);
  const Int d = wrap_dim(op, dim, x.sizes());
  const Tensor from = dtype ? x.to(*dtype) : x;
  const DType result = dtype.value_or(is_floating(x.dtype()) ? x.dtype() : DType::kInt64);
  const Tensor out = Tensor::empty_in(x.context(), x.sizes(), result);
  if (is_floating(from.dtype())) {
    running<double, Floating>(from, static_cast<std::size_t>(d), out);
  } else {
    running<Int, Integer>(from, static_cast<std::size_t>(d), out);
  }
  return out;
}

/// Running extreme; ties go to the later index, and NaN, once met, stays.
template <class T, int kSign>
ValueAndIndex running_extreme(const Tensor& x, std::size_t dim) {
  const Tensor values = Tensor::empty_in(x.context(), x.sizes(), x.dtype());
  const Tensor indices = Tensor::empty_in(x.context(), x.sizes(), DType::kInt64);
  const Int step = x.ndim() == 0 ? 1 : indices.strides()[dim];
  for_each_line<T>(x, dim, values, [&](T* line, Int n, Int at) {
    Int* index = indices.data<Int>() + at;
    T best = line[0];
    Int best_index = 0;
    for (Int i = 0; i < n; ++i) {
      const bool better = kSign > 0 ? line[i] >= best : line[i] <= best;
      if (line[i] != line[i] || (best == best && better)) {
        best = line[i];
        best_index = i;
      }
      line[i] = best;
      index[i * step] = best_index;
    }
  });
  return {values, indices};
}

template <int kSign>
ValueAndIndex cumulative_extreme(std::string_view op, const Tensor& x, Int dim) {
  check_arithmetic(op, x);
  const std::size_t d = static_cast<std::size_t>(wrap_dim(op, dim, x.sizes()));
  return is_floating(x.dtype()) ? running_extreme<double, kSign>(x, d)
                                : running_extreme<Int, kSign>(x, d);
}

}  // namespace

Tensor cumsum(const Tensor& x, Int dim, std::optional<DType> dtype) {
  return accumulate<plus<double>, plus<Int>>("cumsum", x, dim, dtype);
}

Tensor cumprod(const Tensor& x, Int dim, std::optional<DType> dtype) {
  return accumulate<times<double>, times<Int>>("cumprod", x, dim, dtype);
}

Tensor logcumsumexp(const Tensor& x, Int dim) {
  check_arithmetic("logcumsumexp", x);
  if (!is_floating(x.dtype())) {
    fail(ErrorCode::kNotImplemented, "logcumsumexp: not implemented for ", dtype_name(x.dtype()));
  }
  const Int d = wrap_dim("logcumsumexp", dim, x.sizes());
  const Tensor out = Tensor::empty_in(x.context(), x.sizes(), x.dtype());
  for_each_line<double>(x, static_cast<std::size_t>(d), out, [](double* values, Int n, Int) {
    for (Int i = 1; i < n; ++i) {
      const double a = values[i - 1];
      const double b = values[i];
      if (std::isinf(a) && a == b)
        continue;
      const double larger = a > b || a != a ? a : b;
      values[i] = larger + std::log1p(std::exp(-std::fabs(a - b)));
    }
  });
  return out;
}

ValueAndIndex cummax(const Tensor& x, Int dim) {
  return cumulative_extreme<1>("cummax", x, dim);
}
ValueAndIndex cummin(const Tensor& x, Int dim) {
  return cumulative_extreme<-1>("cummin", x, dim);
}

}  // namespace tenon
