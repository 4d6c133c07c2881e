#include "src/autograd/views.h"

#include <algorithm>

#include "src/autograd/arithmetic.h"

namespace tenon {
namespace {

/// How a tensor lies in a storage.
struct Layout {
  Shape sizes;
  Strides strides;
  std::int64_t offset = 0;

  /// Number of places from the first element to the last, or 0.
  std::int64_t extent() const {
    std::int64_t last = 0;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      if (sizes[d] == 0)
        return 0;
      last += (sizes[d] - 1) * strides[d];
    }
    return last + 1;
  }
  bool is_dense() const { return strides == contiguous_strides(sizes); }
  /// False if each element surely has a place of its own: sorted by stride, each dim steps over
  /// the whole of the smaller ones.
  bool may_overlap() const {
    std::vector<std::size_t> order;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      if (sizes[d] == 0)
        return false;
      if (sizes[d] > 1)
        order.push_back(d);
    }
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return strides[a] < strides[b]; });
    std::int64_t reach = 0;
    for (const std::size_t d : order) {
      if (strides[d] <= reach)
        return true;
      reach += (sizes[d] - 1) * strides[d];
    }
    return false;
  }
};

// A node's dims hold the outer sizes, more_dims the rest: outer strides and offset, the view's
// strides and offset. The view's sizes are given, since a write's node has the base as its result.
Layout outer_layout(const Node& node) {
  const std::size_t n = node.dims.size();
  const std::int64_t* rest = node.more_dims.data();
  return {node.dims, Strides({rest, n}), rest[n]};
}
Layout view_layout(const Node& node) {
  const std::size_t skip = node.dims.size() + 1;
  const std::int64_t* rest = node.more_dims.data() + skip;
  const std::size_t n = (node.more_dims.size() - skip - 1) / 2;
  return {Shape({rest, n}), Strides({rest + n, n}), rest[2 * n]};
}

/// The place of each element, counted from `origin`.
Tensor places(Context& context, const Layout& layout, std::int64_t origin) {
  const Tensor index = Tensor::empty_in(context, layout.sizes, DType::kInt64);
  std::int64_t* out = index.data<std::int64_t>();
  Dims at(layout.sizes.size(), 0);
  for (std::int64_t i = 0; i < index.numel(); ++i) {
    std::int64_t place = layout.offset - origin;
    for (std::size_t d = 0; d < at.size(); ++d)
      place += at[d] * layout.strides[d];
    out[i] = place;
    for (std::size_t d = at.size(); d-- > 0;) {
      if (++at[d] < layout.sizes[d])
        break;
      at[d] = 0;
    }
  }
  return index;
}

}  // namespace

void describe_view(Node& node, const Tensor& from, const Tensor& view) {
  node.dims = from.sizes();
  Dims& rest = node.more_dims;
  rest.clear();
  for (const std::int64_t stride : from.strides())
    rest.push_back(stride);
  rest.push_back(from.storage_offset());
  for (const std::int64_t size : view.sizes())
    rest.push_back(size);
  for (const std::int64_t stride : view.strides())
    rest.push_back(stride);
  rest.push_back(view.storage_offset());
}

namespace {

/// The gradient of what was looked into.
Tensor put_back(const Tensor& grad, const Layout& outer, const Layout& view) {
  Context& context = grad.context();
  if (grad.numel() == 0 || outer.extent() == 0)
    return Tensor::zeros_in(context, outer.sizes, grad.dtype());
  // The stretch of memory that both lie in.
  const std::int64_t origin = std::min(outer.offset, view.offset);
  const std::int64_t length =
      std::max(outer.offset + outer.extent(), view.offset + view.extent()) - origin;
  Tensor memory;
  if (view.may_overlap()) {
    memory = detail::scatter_gradient(length, places(context, view, origin), grad);
  } else {
    memory = Tensor::zeros_in(context, Shape{length}, grad.dtype());
    memory.as_strided(view.sizes, view.strides, view.offset - origin).copy_(grad);
  }
  if (outer.may_overlap()) {
    // Elements that share a place share its gradient.
    const Tensor ones = Tensor::zeros_in(context, outer.sizes, grad.dtype());
    ones.fill_(1);
    const Tensor count = detail::scatter_gradient(length, places(context, outer, origin), ones);
    memory = detail::divide_gradient(memory, count);
  }
  return memory.as_strided(outer.sizes, outer.strides, outer.offset - origin);
}

/// What the view shows of `x`, whose elements count as those of the outer layout.
Tensor pick(const Tensor& x, const Layout& outer, const Layout& view) {
  Context& context = x.context();
  const std::int64_t origin = std::min(outer.offset, view.offset);
  const std::int64_t length =
      std::max(outer.offset + outer.extent(), view.offset + view.extent()) - origin;
  const Tensor memory = Tensor::zeros_in(context, Shape{length}, x.dtype());
  memory.as_strided(outer.sizes, outer.strides, outer.offset - origin).copy_(x);
  return memory.as_strided(view.sizes, view.strides, view.offset - origin).clone();
}

/// Records that `out` came from `grad` by moving elements between the layouts of `node`.
void record_moved(const Tensor& out, const Tensor& grad, const Node& node, BackwardFunction back) {
  if (!grad.impl().wants_grad() || !is_recording(grad.context()))
    return;
  const Ref<Node> moved = Node::make(grad.context(), node.op(), back);
  moved->add_input(grad);
  moved->dims = node.dims;
  moved->more_dims = node.more_dims;
  moved->attach(out);
}

void unpick_backward(Backward& call) {
  Tensor out;
  {
    const NoGradScope off(call.grad().context());
    out = pick(call.grad(), outer_layout(call.node()), view_layout(call.node()));
  }
  record_moved(out, call.grad(), call.node(), pick_backward);
  call.give(0, std::move(out));
}

}  // namespace

void strided_backward(Backward& call) {
  call.give(0, put_back(call.grad(), outer_layout(call.node()), view_layout(call.node())));
}

void pick_backward(Backward& call) {
  Tensor out;
  {
    const NoGradScope off(call.grad().context());
    out = put_back(call.grad(), outer_layout(call.node()), view_layout(call.node())).detach();
  }
  record_moved(out, call.grad(), call.node(), unpick_backward);
  call.give(0, std::move(out));
}

void write_view_backward(Backward& call) {
  const Tensor& grad = call.grad();
  Node& node = call.node();
  Node& inner = static_cast<Node&>(*node.extra);
  inner.check_saved();
  const Layout base = outer_layout(node);
  const Layout view = view_layout(node);
  Tensor whole;
  if (base.is_dense()) {
    whole = grad.clone();
  } else {
    const Tensor memory = Tensor::zeros_in(grad.context(), Shape{base.extent()}, grad.dtype());
    whole = memory.as_strided(base.sizes, base.strides, 0);
    whole.copy_(grad);
  }
  const Tensor part = whole.as_strided(view.sizes, view.strides, view.offset - base.offset);
  std::vector<Tensor> grads{part.clone()};
  std::vector<Tensor> out(inner.edges.size());
  std::vector<bool> wanted(inner.edges.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wanted[i] = call.wants(i);
  Backward inner_call(inner, grads, out, &wanted, call.recording());
  inner.function(inner_call);
  if (call.wants(0)) {
    if (out[0].defined()) {
      part.copy_(out[0]);
    } else {
      part.zero_();
    }
    call.give(0, whole);
  }
  for (std::size_t i = 1; i < out.size(); ++i)
    call.give(i, std::move(out[i]));
}

}  // namespace tenon
