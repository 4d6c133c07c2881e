#include "tenon/ops/embedding.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "src/ops/checks.h"

namespace tenon {
namespace {

void check(std::string_view who, const Tensor& weight, const Tensor& indices) {
  check_context(who, weight.context(), indices.impl());
  if (weight.ndim() != 2) {
    fail(ErrorCode::kRuntime, who, ": weight is ", weight.ndim(),
         "-d, wants 2-d: ", weight.sizes());
  }
  if (indices.dtype() != DType::kInt64 && indices.dtype() != DType::kInt32) {
    fail(ErrorCode::kRuntime, who, ": indices are ", dtype_name(indices.dtype()),
         ", want int64 or int32");
  }
}

/// Calls `f(i, row)` for index number i, checked.
template <class F>
void for_each_index(std::string_view who, const Tensor& indices, std::int64_t rows, F&& f) {
  const Tensor dense = indices.contiguous();
  const auto walk = [&]<class I>() {
    const I* data = dense.data<I>();
    for (std::int64_t i = 0; i < dense.numel(); ++i) {
      const std::int64_t row = data[i];
      if (row < 0 || row >= rows) {
        fail(ErrorCode::kIndex, who, ": index ", row, " is out of range for ", rows, " rows");
      }
      f(i, row);
    }
  };
  if (dense.dtype() == DType::kInt32) {
    walk.template operator()<std::int32_t>();
  } else {
    walk.template operator()<std::int64_t>();
  }
}

double norm_of(const double* x, std::int64_t n, double p) {
  double sum = 0;
  if (p == 0) {
    return static_cast<double>(std::count_if(x, x + n, [](double v) { return v != 0; }));
  }
  if (std::isinf(p)) {
    double extreme = p > 0 ? 0 : INFINITY;
    for (std::int64_t i = 0; i < n; ++i) {
      extreme = p > 0 ? std::max(extreme, std::fabs(x[i])) : std::min(extreme, std::fabs(x[i]));
    }
    return extreme;
  }
  for (std::int64_t i = 0; i < n; ++i) {
    const double a = std::fabs(x[i]);
    sum += p == 2 ? a * a : p == 1 ? a : std::pow(a, p);
  }
  return p == 2 ? std::sqrt(sum) : p == 1 ? sum : std::pow(sum, 1 / p);
}

}  // namespace

namespace detail {

Tensor embedding(std::string_view who, const Tensor& weight, const Tensor& indices) {
  check(who, weight, indices);
  const Tensor table = weight.contiguous();
  const std::int64_t width = weight.sizes()[1];
  const auto bytes = static_cast<std::size_t>(width * dtype_size(weight.dtype()));
  Shape sizes = indices.sizes();
  sizes.push_back(width);
  const Tensor out = Tensor::empty_in(weight.context(), sizes, weight.dtype());
  char* const to = static_cast<char*>(out.raw_data());
  const char* const from = static_cast<const char*>(table.raw_data());
  for_each_index(who, indices, weight.sizes()[0], [&](std::int64_t i, std::int64_t row) {
    if (bytes > 0) {
      std::memcpy(to + static_cast<std::size_t>(i) * bytes,
                  from + static_cast<std::size_t>(row) * bytes, bytes);
    }
  });
  return out;
}

}  // namespace detail

Tensor embedding(const Tensor& weight, const Tensor& indices) {
  return detail::embedding("embedding", weight, indices);
}

void embedding_renorm_(const Tensor& weight, const Tensor& indices, double max_norm,
                       double norm_type) {
  constexpr std::string_view kWho = "embedding_renorm_";
  check(kWho, weight, indices);
  check_floating(kWho, weight);
  const std::int64_t width = weight.sizes()[1];
  std::vector<std::int64_t> rows;
  for_each_index(kWho, indices, weight.sizes()[0],
                 [&](std::int64_t, std::int64_t row) { rows.push_back(row); });
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (const std::int64_t row : rows) {
    const Tensor view = weight.as_strided(Shape{width}, Strides{weight.strides()[1]},
                                          weight.storage_offset() + row * weight.strides()[0]);
    Tensor values = view.to(DType::kFloat64).contiguous();
    const double norm = norm_of(values.data<double>(), width, norm_type);
    if (!(norm > max_norm))
      continue;
    if (values.shares_storage(view))
      values = values.clone();
    double* data = values.data<double>();
    const double scale = max_norm / (norm + 1e-7);
    for (std::int64_t i = 0; i < width; ++i)
      data[i] *= scale;
    view.copy_(values);
  }
}

}  // namespace tenon
