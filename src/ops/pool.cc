#include "tenon/ops/pool.h"

#include <algorithm>

#include "src/kernels/pool.h"
#include "src/ops/checks.h"
#include "src/ops/gradients.h"
#include "tenon/ops/index.h"
#include "tenon/ops/view.h"

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

/// (planes, rest): the pooled dims flattened, the others too.
Tensor as_planes(const Tensor& t, std::int64_t planes) {
  return reshape(t, Shape{planes, planes == 0 ? 0 : t.numel() / planes});
}

/// Saved are the indices; dims are the input's sizes, number 0 the planes.
void max_pool_backward(Backward& call) {
  const auto planes = static_cast<std::int64_t>(call.number());
  const Tensor& g = call.grad();
  if (g.numel() == 0) {
    call.give(0, Tensor::zeros_in(g.context(), call.dims(), g.dtype()));
    return;
  }
  const Shape flat{planes, numel_of(call.dims()) / planes};
  const Tensor sums = scatter_add(Tensor::zeros_in(g.context(), flat, g.dtype()), 1,
                                  as_planes(call.saved(0), planes), as_planes(g, planes));
  call.give(0, reshape(sums, call.dims()));
}

/// What a node keeps of an average pooling: its `extra`.
class AvgRecord final : public Object {
 public:
  AvgRecord(Context& context, const PoolShape& s, const PoolWindow& w, bool count, std::int64_t d)
      : Object(context, Life::kInsideContext), shape(s), window(w), count_pad(count), divisor(d) {}
  const PoolShape shape;
  const PoolWindow window;
  const bool count_pad;
  const std::int64_t divisor;
};

/// Each window's share of the gradient added to all its elements.
template <class T>
void spread_windows(const AvgRecord& r, const T* grad, T* out) {
  const PoolShape& s = r.shape;
  const std::int64_t height = kernels::pool_out_height(s);
  const std::int64_t width = kernels::pool_out_width(s);
  for (std::int64_t plane = 0; plane < s.planes; ++plane, out += s.in_height * s.in_width) {
    for (std::int64_t i = 0; i < height; ++i) {
      const std::int64_t top = i * s.stride_height - s.pad_height;
      const std::int64_t bottom = std::min(top + s.kernel_height, s.in_height + s.pad_height);
      for (std::int64_t j = 0; j < width; ++j) {
        const std::int64_t left = j * s.stride_width - s.pad_width;
        const std::int64_t right = std::min(left + s.kernel_width, s.in_width + s.pad_width);
        const std::int64_t y0 = std::max<std::int64_t>(top, 0);
        const std::int64_t y1 = std::min(bottom, s.in_height);
        const std::int64_t x0 = std::max<std::int64_t>(left, 0);
        const std::int64_t x1 = std::min(right, s.in_width);
        const std::int64_t count = r.divisor != 0 ? r.divisor
                                   : r.count_pad  ? (bottom - top) * (right - left)
                                                  : (y1 - y0) * (x1 - x0);
        const T share = *grad++ / static_cast<T>(count);
        for (std::int64_t y = y0; y < y1; ++y) {
          for (std::int64_t x = x0; x < x1; ++x)
            out[y * s.in_width + x] += share;
        }
      }
    }
  }
}

void avg_pool_backward(Backward& call);

/// Linear in the gradient: its own gradient is the pooling again.
void avg_spread_backward(Backward& call) {
  const auto& r = static_cast<const AvgRecord&>(*call.node().extra);
  call.give(0, detail::avg_pool("avg_pool", call.grad(), r.window, r.count_pad, r.divisor));
}

void avg_pool_backward(Backward& call) {
  const auto& r = static_cast<const AvgRecord&>(*call.node().extra);
  const Tensor& g = call.grad();
  const Tensor out = Tensor::zeros_in(g.context(), call.dims(), g.dtype());
  const Tensor dense = g.detach().contiguous();
  if (g.numel() > 0) {
    dispatch_compute(g.dtype(),
                     [&]<class T>() { spread_windows<T>(r, dense.data<T>(), out.data<T>()); });
  }
  if (wants_grad(g)) {
    if (const Ref<Node> node = start_node("avg_pool_gradient", avg_spread_backward, {&g})) {
      node->extra = call.node().extra;
      node->attach(out);
    }
  }
  call.give(0, out);
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
  const bool wanted = wants_grad(input);
  const Tensor x = input.is_contiguous() ? input : input.detach().contiguous();
  const Tensor y = Tensor::empty_in(x.context(), g.out_sizes, x.dtype());
  Tensor own_indices;
  if (wanted && indices == nullptr)
    indices = &own_indices;
  if (indices != nullptr)
    *indices = Tensor::empty_in(x.context(), g.out_sizes, DType::kInt64);
  if (y.numel() > 0) {
    dispatch_compute(x.dtype(), [&]<class T>() {
      kernels::max_pool2d(g.shape, x.data<T>(), y.data<T>(),
                          indices != nullptr ? indices->data<std::int64_t>() : nullptr);
    });
  }
  if (wanted) [[unlikely]] {
    if (const Ref<Node> node = start_node("max_pool", max_pool_backward, {&input})) {
      node->dims = input.sizes();
      node->numbers[0] = static_cast<double>(g.shape.planes);
      node->save(*indices);
      node->attach(y);
    }
  }
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
  const Tensor x = input.is_contiguous() ? input : input.detach().contiguous();
  const Tensor y = Tensor::empty_in(x.context(), g.out_sizes, x.dtype());
  if (wants_grad(input)) [[unlikely]] {
    if (const Ref<Node> node = start_node("avg_pool", avg_pool_backward, {&input})) {
      node->dims = input.sizes();
      node->extra =
          make<AvgRecord>(y.context(), g.shape, window, count_include_pad, divisor_override);
      node->attach(y);
    }
  }
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
