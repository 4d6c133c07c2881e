#include "tenon/ops/pool.h"

#include "src/kernels/pool.h"
#include "src/ops/checks.h"

namespace tenon {
namespace {

using kernels::PoolShape;

struct Geometry {
  PoolShape shape;
  Shape out_sizes;
};

std::int64_t entry(const Dims& dims, std::size_t i, std::int64_t absent) {
  return dims.empty() ? absent : dims[i];
}

void check_input(std::string_view who, const Tensor& input, std::size_t pooled) {
  const std::size_t ndim = input.sizes().size();
  bool fits = ndim == pooled + 1 || ndim == pooled + 2;
  // Only the batch may be empty.
  for (std::size_t i = ndim == pooled + 2 ? 1 : 0; fits && i < ndim; ++i) {
    fits = input.sizes()[i] != 0;
  }
  if (!fits) {
    fail(ErrorCode::kRuntime, who, ": input is ", input.sizes(), ", wants ",
         pooled == 1 ? "(C, L) or (N, C, L)" : "(C, H, W) or (N, C, H, W)",
         " with nothing but N empty");
  }
}

void check_window(std::string_view who, std::int64_t kernel, std::int64_t stride, std::int64_t pad,
                  std::int64_t dilation) {
  const auto positive = [&](const char* what, std::int64_t value) {
    if (value <= 0) {
      fail(ErrorCode::kRuntime, who, ": ", what, " is ", value, ", wants more than 0");
    }
  };
  positive("kernel_size", kernel);
  positive("stride", stride);
  positive("dilation", dilation);
  if (pad < 0)
    fail(ErrorCode::kRuntime, who, ": padding is ", pad, ", wants at least 0");
  std::int64_t reach = 0;
  if (__builtin_mul_overflow(kernel - 1, dilation, &reach) || reach == INT64_MAX) {
    fail(ErrorCode::kRuntime, who, ": kernel_size ", kernel, " with dilation ", dilation,
         " reaches beyond 2^63");
  }
  if (pad > (reach + 1) / 2) {
    fail(ErrorCode::kRuntime, who, ": padding ", pad, " is more than half of kernel_size ", kernel,
         " with dilation ", dilation);
  }
}

Geometry geometry(std::string_view who, const Tensor& input, const PoolWindow& window) {
  const std::size_t pooled = window.kernel_size.size();
  check_input(who, input, pooled);
  Geometry g;
  const Shape& sizes = input.sizes();
  g.out_sizes = sizes;
  g.shape.ceil_mode = window.ceil_mode;
  for (std::size_t i = 0; i < sizes.size() - pooled; ++i)
    g.shape.planes *= sizes[i];
  for (std::size_t i = 0; i < pooled; ++i) {
    const std::int64_t kernel = window.kernel_size[i];
    const std::int64_t stride = entry(window.stride, i, kernel);
    const std::int64_t pad = entry(window.padding, i, 0);
    const std::int64_t dilation = entry(window.dilation, i, 1);
    check_window(who, kernel, stride, pad, dilation);
    const std::int64_t in = sizes.last(pooled - i);
    const std::int64_t out =
        kernels::pool_out_size(in, kernel, stride, pad, dilation, window.ceil_mode);
    if (out <= 0) {
      fail(ErrorCode::kRuntime, who, ": kernel_size ", window.kernel_size, " does not fit input ",
           sizes, ": output size would be ", out);
    }
    g.out_sizes[sizes.size() - pooled + i] = out;
    const bool width = i + 1 == pooled;
    (width ? g.shape.in_width : g.shape.in_height) = in;
    (width ? g.shape.kernel_width : g.shape.kernel_height) = kernel;
    (width ? g.shape.stride_width : g.shape.stride_height) = stride;
    (width ? g.shape.pad_width : g.shape.pad_height) = pad;
    (width ? g.shape.dilation_width : g.shape.dilation_height) = dilation;
  }
  return g;
}

}  // namespace

namespace detail {

Tensor max_pool(std::string_view who, const Tensor& input, const PoolWindow& window,
                Tensor* indices) {
  check_floating(who, input);
  const Geometry g = geometry(who, input, window);
  if (is_half(input.dtype())) {
    return max_pool(who, to_float(input), window, indices).to(input.dtype());
  }
  const Tensor x = input.contiguous();
  const Tensor y = Tensor::empty_in(x.context(), g.out_sizes, x.dtype());
  if (indices != nullptr)
    *indices = Tensor::empty_in(x.context(), g.out_sizes, DType::kInt64);
  if (y.numel() == 0)
    return y;
  dispatch_compute(x.dtype(), [&]<class T>() {
    kernels::max_pool2d(g.shape, x.data<T>(), y.data<T>(),
                        indices != nullptr ? indices->data<std::int64_t>() : nullptr);
  });
  return y;
}

Tensor avg_pool(std::string_view who, const Tensor& input, const PoolWindow& window,
                bool count_include_pad, std::int64_t divisor_override) {
  check_floating(who, input);
  const Geometry g = geometry(who, input, window);
  if (is_half(input.dtype())) {
    return avg_pool(who, to_float(input), window, count_include_pad, divisor_override)
        .to(input.dtype());
  }
  const Tensor x = input.contiguous();
  const Tensor y = Tensor::empty_in(x.context(), g.out_sizes, x.dtype());
  if (y.numel() == 0)
    return y;
  dispatch_compute(x.dtype(), [&]<class T>() {
    kernels::avg_pool2d(g.shape, count_include_pad, divisor_override, x.data<T>(), y.data<T>());
  });
  return y;
}

}  // namespace detail

Tensor max_pool1d(const Tensor& input, const PoolWindow& window, Tensor* indices) {
  return detail::max_pool("max_pool1d", input, window, indices);
}

Tensor max_pool2d(const Tensor& input, const PoolWindow& window, Tensor* indices) {
  return detail::max_pool("max_pool2d", input, window, indices);
}

Tensor avg_pool1d(const Tensor& input, const PoolWindow& window, bool count_include_pad) {
  return detail::avg_pool("avg_pool1d", input, window, count_include_pad, 0);
}

Tensor avg_pool2d(const Tensor& input, const PoolWindow& window, bool count_include_pad,
                  std::int64_t divisor_override) {
  return detail::avg_pool("avg_pool2d", input, window, count_include_pad, divisor_override);
}

}  // namespace tenon
