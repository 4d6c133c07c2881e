#include "src/ops/conv_gradients.h"

#include <cstring>
#include <vector>

#include "src/kernels/gemm.h"
#include "src/ops/checks.h"
#include "src/ops/gradients.h"
#include "src/ops/parallel.h"
#include "src/ops/scratch.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

using kernels::ConvShape;
using kernels::Gemm;

/// What a node keeps of a convolution: its `extra`.
class ConvRecord final : public Object {
 public:
  ConvRecord(Context& context, const ConvShape& s, std::size_t d, const ConvWindow& w)
      : Object(context, Life::kInsideContext), shape(s), dims(d), window(w) {}
  const ConvShape shape;
  const std::size_t dims;
  const ConvWindow window;
  Shape input_sizes;
  Shape weight_sizes;
};

/// For each place of the kernel and of the output along one axis, where in the image it reads; -1
/// for a zero.
std::vector<std::int64_t> sources(std::int64_t in, std::int64_t out, std::int64_t kernel,
                                  std::int64_t stride, std::int64_t dilation, std::int64_t before,
                                  kernels::PaddingMode mode) {
  std::vector<std::int64_t> map;
  for (std::int64_t k = 0; k < kernel; ++k) {
    for (std::int64_t o = 0; o < out; ++o) {
      map.push_back(kernels::padding_source(o * stride + k * dilation - before, in, mode));
    }
  }
  return map;
}

/// The patches of one group's channels of an image as a matrix: rows (channel, kernel row, kernel
/// column), columns the places of the output.
class Patches {
 public:
  explicit Patches(const ConvShape& s)
      : shape(s),
        out_height(kernels::conv_out_height(s)),
        out_width(kernels::conv_out_width(s)),
        rows_(sources(s.in_height, out_height, s.kernel_height, s.stride_height, s.dilation_height,
                      s.pad_top, s.padding_mode)),
        columns_(sources(s.in_width, out_width, s.kernel_width, s.stride_width, s.dilation_width,
                         s.pad_left, s.padding_mode)) {}

  std::int64_t channels() const { return shape.in_channels / shape.groups; }
  std::int64_t rows() const { return channels() * shape.kernel_height * shape.kernel_width; }
  std::int64_t places() const { return out_height * out_width; }

  /// Calls f(image offset of a row or -1, row of the column map, offset in the matrix) for each run
  /// of out_width entries.
  template <class F>
  void for_each_run(F&& f) const {
    std::int64_t at = 0;
    for (std::int64_t c = 0; c < channels(); ++c) {
      for (std::int64_t i = 0; i < shape.kernel_height; ++i) {
        for (std::int64_t j = 0; j < shape.kernel_width; ++j) {
          for (std::int64_t o = 0; o < out_height; ++o, at += out_width) {
            const std::int64_t y = rows_[static_cast<std::size_t>(i * out_height + o)];
            f(y < 0 ? -1 : (c * shape.in_height + y) * shape.in_width,
              columns_.data() + j * out_width, at);
          }
        }
      }
    }
  }
  template <class T>
  void read(const T* image, T* matrix) const {
    for_each_run([&](std::int64_t row, const std::int64_t* columns, std::int64_t at) {
      for (std::int64_t o = 0; o < out_width; ++o)
        matrix[at + o] = row < 0 || columns[o] < 0 ? T{0} : image[row + columns[o]];
    });
  }
  template <class T>
  void add(const T* matrix, T* image) const {
    for_each_run([&](std::int64_t row, const std::int64_t* columns, std::int64_t at) {
      if (row < 0)
        return;
      for (std::int64_t o = 0; o < out_width; ++o) {
        if (columns[o] >= 0)
          image[row + columns[o]] += matrix[at + o];
      }
    });
  }

  const ConvShape shape;
  const std::int64_t out_height;
  const std::int64_t out_width;

 private:
  std::vector<std::int64_t> rows_;
  std::vector<std::int64_t> columns_;
};

/// Calls f(group, image of the group, output of the group, weight of the group) as offsets.
template <class F>
void for_each_group(const Patches& p, F&& f) {
  const ConvShape& s = p.shape;
  const std::int64_t outputs = s.out_channels / s.groups;
  for (std::int64_t n = 0; n < s.batch; ++n) {
    for (std::int64_t g = 0; g < s.groups; ++g) {
      f(n, (n * s.groups + g) * p.channels() * s.in_height * s.in_width,
        (n * s.groups + g) * outputs * p.places(), g * outputs * p.rows());
    }
  }
}

/// Gradient of the image: the patches' gradients Wᵀ g, added where they were read.
template <class T>
void image_gradient(const Patches& p, const T* grad, const T* weight, T* image, Context& context) {
  const std::int64_t outputs = p.shape.out_channels / p.shape.groups;
  const Scratch matrix(context, p.rows() * p.places() * static_cast<std::int64_t>(sizeof(T)));
  Gemm<T> g;
  g.m = p.rows();
  g.n = p.places();
  g.k = outputs;
  g.c = matrix.as<T>();
  g.c_row_stride = g.n;
  for_each_group(p, [&](std::int64_t, std::int64_t in, std::int64_t out, std::int64_t w) {
    g.a = {weight + w, 1, p.rows()};
    g.b = {grad + out, p.places(), 1};
    run_gemm(context, g);
    p.add(matrix.as<T>(), image + in);
  });
}

/// Gradient of the weight: g times the patches, summed over the batch.
template <class T>
void weight_gradient(const Patches& p, const T* grad, const T* image, T* weight, Context& context) {
  const std::int64_t outputs = p.shape.out_channels / p.shape.groups;
  const Scratch matrix(context, p.rows() * p.places() * static_cast<std::int64_t>(sizeof(T)));
  Gemm<T> g;
  g.m = outputs;
  g.n = p.rows();
  g.k = p.places();
  g.c_row_stride = g.n;
  for_each_group(p, [&](std::int64_t n, std::int64_t in, std::int64_t out, std::int64_t w) {
    p.read(image + in, matrix.as<T>());
    g.a = {grad + out, p.places(), 1};
    g.b = {matrix.as<T>(), 1, p.places()};
    g.c = weight + w;
    g.accumulate = n > 0;
    run_gemm(context, g);
  });
}

void image_backward(Backward& call);
void weight_backward(Backward& call);

/// A gradient as a recorded op of two tensors: `back` is its own gradient function.
Tensor recorded(std::string_view op, BackwardFunction back, const Tensor& grad, const Tensor& other,
                const Ref<Object>& record, const Tensor& out) {
  if (!wants_grad(grad, other)) [[likely]]
    return out;
  if (const Ref<Node> node = start_node(op, back, {&grad, &other})) {
    node->extra = record;
    node->save(grad);
    node->save(other);
    node->attach(out);
  }
  return out;
}

Tensor image_gradient(const Ref<Object>& record, const Tensor& grad, const Tensor& weight) {
  const auto& r = static_cast<const ConvRecord&>(*record);
  const Tensor out = Tensor::zeros_in(grad.context(), r.input_sizes, grad.dtype());
  if (grad.numel() > 0 && out.numel() > 0) {
    const Unrecorded off(grad.context(), wants_grad(grad, weight));
    const Tensor g = grad.contiguous();
    const Tensor w = weight.contiguous();
    dispatch_compute(g.dtype(), [&]<class T>() {
      image_gradient<T>(Patches(r.shape), g.data<T>(), w.data<T>(), out.data<T>(), out.context());
    });
  }
  return recorded("conv_image_gradient", image_backward, grad, weight, record, out);
}

Tensor weight_gradient(const Ref<Object>& record, const Tensor& grad, const Tensor& input) {
  const auto& r = static_cast<const ConvRecord&>(*record);
  const Tensor out = Tensor::zeros_in(grad.context(), r.weight_sizes, grad.dtype());
  if (grad.numel() > 0 && out.numel() > 0) {
    const Unrecorded off(grad.context(), wants_grad(grad, input));
    const Tensor g = grad.contiguous();
    const Tensor x = input.contiguous();
    dispatch_compute(g.dtype(), [&]<class T>() {
      weight_gradient<T>(Patches(r.shape), g.data<T>(), x.data<T>(), out.data<T>(), out.context());
    });
  }
  return recorded("conv_weight_gradient", weight_backward, grad, input, record, out);
}

Tensor convolve(const Ref<Object>& record, const Tensor& input, const Tensor& weight) {
  const auto& r = static_cast<const ConvRecord&>(*record);
  return detail::conv("conv", r.dims, input, weight, Tensor(), r.window, nullptr);
}

/// Of image_gradient(grad, weight).
void image_backward(Backward& call) {
  const Ref<Object>& record = call.node().extra;
  if (call.wants(0))
    call.give(0, convolve(record, call.grad(), call.saved(1)));
  if (call.wants(1))
    call.give(1, weight_gradient(record, call.saved(0), call.grad()));
}

/// Of weight_gradient(grad, input).
void weight_backward(Backward& call) {
  const Ref<Object>& record = call.node().extra;
  if (call.wants(0))
    call.give(0, convolve(record, call.saved(1), call.grad()));
  if (call.wants(1))
    call.give(1, image_gradient(record, call.saved(0), call.grad()));
}

void conv_backward(Backward& call) {
  const Ref<Object>& record = call.node().extra;
  const Tensor& g = call.grad();
  if (call.wants(0))
    call.give(0, image_gradient(record, g, call.saved(1)));
  if (call.wants(1))
    call.give(1, weight_gradient(record, g, call.saved(0)));
  if (call.wants(2)) {
    // All dims but the channels'.
    const auto& r = static_cast<const ConvRecord&>(*record);
    Dims dims;
    const std::int64_t channels = g.ndim() - static_cast<std::int64_t>(r.dims) - 1;
    for (std::int64_t d = 0; d < g.ndim(); ++d) {
      if (d != channels)
        dims.push_back(d);
    }
    call.give(2, sum(g, dims));
  }
}

}  // namespace

namespace detail {

void record_conv(const ConvShape& shape, std::size_t dims, const ConvWindow& window,
                 const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& y) {
  const Ref<Node> node = start_node("conv", conv_backward, {&input, &weight, &bias});
  if (!node)
    return;
  const Ref<ConvRecord> record = make<ConvRecord>(y.context(), shape, dims, window);
  record->input_sizes = input.sizes();
  record->weight_sizes = weight.sizes();
  node->extra = record;
  node->save(node->wants(1) ? input : Tensor());
  node->save(node->wants(0) ? weight : Tensor());
  node->attach(y);
}

}  // namespace detail

}  // namespace tenon
