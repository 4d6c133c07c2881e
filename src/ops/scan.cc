// Running sums, products and extremes along a dim.
#include <cmath>
#include <vector>

#include "src/ops/dims.h"
#include "src/ops/fold.h"
#include "src/ops/gradients.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/index.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/view.h"

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

// ---- gradients: number 0 is the dim; saved are, where needed, x and the result
// --------------------

/// Sums from the end.
Tensor sums_behind(const Tensor& x, Int dim) {
  if (x.ndim() == 0)
    return x;
  const Int dims[] = {dim};
  return flip(cumsum(flip(x, dims), dim), dims);
}
Int dim_of(const Backward& call) {
  return static_cast<Int>(call.number(0));
}

void cumsum_backward(Backward& call) {
  call.give(0, sums_behind(call.grad(), dim_of(call)));
}

void cumprod_backward(Backward& call) {
  const Tensor x = call.saved(0);
  const Tensor& g = call.grad();
  const Int dim = dim_of(call);
  if (x.numel() == 0 || x.ndim() == 0) {
    call.give(0, g);
    return;
  }
  if (all(ne(x, 0)).item_int() != 0) {
    call.give(0, div(sums_behind(mul(g, call.saved(1)), dim), x));
    return;
  }
  // With zeros: the products without factor i, for each i.
  std::vector<Tensor> parts;
  const Int n = x.size(dim);
  const Int along[] = {dim};
  for (Int i = 0; i < n; ++i) {
    Tensor one = Tensor::empty_like(slice(x, dim, i, i + 1));
    one.fill_(1);
    const Tensor without = cat({slice(x, dim, 0, i), one, slice(x, dim, i + 1, std::nullopt)}, dim);
    const Tensor products = mul(g, cumprod(without, dim));
    parts.push_back(sum(slice(products, dim, i, std::nullopt), along, true));
  }
  call.give(0, cat(parts, dim));
}

void logcumsumexp_backward(Backward& call) {
  const Tensor x = call.saved(0);
  const Tensor y = call.saved(1);
  const Tensor& g = call.grad();
  const Int dim = dim_of(call);
  if (x.ndim() == 0) {
    call.give(0, g);
    return;
  }
  const Int dims[] = {dim};
  // Σ g e^(x - y), positive and negative gradients apart, as logarithms.
  const auto part = [&](const Tensor& size) {
    const Tensor logs = sub(log(size), y);
    return exp(add(flip(logcumsumexp(flip(logs, dims), dim), dims), x));
  };
  const Tensor positive = part(clamp(g, 0, std::nullopt));
  const Tensor negative = part(clamp(neg(g), 0, std::nullopt));
  call.give(0, sub(positive, negative));
}

void extreme_backward(Backward& call) {
  const Tensor& g = call.grad();
  call.give(0, scatter_add(zeros_like(g), dim_of(call), call.saved(0), g));
}

Tensor recorded(std::string_view op, BackwardFunction back, const Tensor& x, Int dim,
                const Tensor& out, bool saves) {
  if (!wants_grad(x)) [[likely]]
    return out;
  if (const Ref<Node> node = start_node(op, back, {&x})) {
    node->numbers[0] = static_cast<double>(wrap_dim(op, dim, x.sizes()));
    if (saves) {
      node->save(x);
      node->save_result(out);
    }
    node->attach(out);
  }
  return out;
}

ValueAndIndex recorded_extreme(std::string_view op, const Tensor& x, Int dim,
                               const ValueAndIndex& pair) {
  if (wants_grad(x)) [[unlikely]] {
    if (const Ref<Node> node = start_node(op, extreme_backward, {&x})) {
      node->numbers[0] = static_cast<double>(wrap_dim(op, dim, x.sizes()));
      node->save(pair.indices);
      node->attach(pair.values);
    }
  }
  return pair;
}

}  // namespace

Tensor cumsum(const Tensor& x, Int dim, std::optional<DType> dtype) {
  const Tensor from = dtype ? x.to(*dtype) : x;
  return recorded("cumsum", cumsum_backward, from, dim,
                  accumulate<plus<double>, plus<Int>>("cumsum", from, dim, dtype), false);
}

Tensor cumprod(const Tensor& x, Int dim, std::optional<DType> dtype) {
  const Tensor from = dtype ? x.to(*dtype) : x;
  return recorded("cumprod", cumprod_backward, from, dim,
                  accumulate<times<double>, times<Int>>("cumprod", from, dim, dtype), true);
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
  return recorded("logcumsumexp", logcumsumexp_backward, x, dim, out, true);
}

ValueAndIndex cummax(const Tensor& x, Int dim) {
  return recorded_extreme("cummax", x, dim, cumulative_extreme<1>("cummax", x, dim));
}
ValueAndIndex cummin(const Tensor& x, Int dim) {
  return recorded_extreme("cummin", x, dim, cumulative_extreme<-1>("cummin", x, dim));
}

}  // namespace tenon
