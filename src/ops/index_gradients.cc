#include "src/ops/index_gradients.h"

#include "src/ops/gradients.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/index.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/view.h"

namespace tenon::gradients {
namespace {

std::int64_t dim_of(const Backward& call) {
  return static_cast<std::int64_t>(call.number(0));
}
Tensor zeros_of(const Backward& call, const Shape& sizes) {
  return Tensor::zeros_in(call.grad().context(), sizes, call.grad().dtype());
}

/// The gradient of a scatter's source, which may be larger than the index.
Tensor gathered(const Backward& call, const Tensor& index, const Shape& source_sizes) {
  const Tensor picked = tenon::gather(call.grad(), dim_of(call), index);
  if (picked.sizes() == source_sizes)
    return picked;
  Dims pad;
  for (std::size_t d = source_sizes.size(); d-- > 0;) {
    pad.push_back(0);
    pad.push_back(source_sizes[d] - picked.sizes()[d]);
  }
  return constant_pad_nd(picked, pad);
}

}  // namespace

void index_select(Backward& call) {
  const Tensor index = call.saved(0);
  if (call.dims().empty()) {
    call.give(0, reshape(call.grad(), Shape{}));
    return;
  }
  call.give(0, tenon::index_add(zeros_of(call, call.dims()), dim_of(call), index, call.grad()));
}

void gather(Backward& call) {
  call.give(
      0, tenon::scatter_add(zeros_of(call, call.dims()), dim_of(call), call.saved(0), call.grad()));
}

void take(Backward& call) {
  const Tensor index = call.saved(0);
  const Shape flat{index.numel()};
  const Tensor zeros = zeros_of(call, Shape{numel_of(call.dims())});
  const Tensor sums = tenon::index_add(zeros, 0, reshape(index, flat), reshape(call.grad(), flat));
  call.give(0, reshape(sums, call.dims()));
}

void scatter(Backward& call) {
  const Tensor index = call.saved(0);
  if (call.wants(0))
    call.give(0, tenon::scatter(call.grad(), dim_of(call), index, 0));
  if (call.wants(1))
    call.give(1, gathered(call, index, call.node().more_dims));
}

void scatter_add(Backward& call) {
  if (call.wants(0))
    call.give(0, call.grad());
  if (call.wants(1))
    call.give(1, gathered(call, call.saved(0), call.node().more_dims));
}

void scatter_reduce(Backward& call) {
  const std::int64_t dim = dim_of(call);
  const Tensor& g = call.grad();
  const Tensor index = call.saved(0);
  const Tensor x = call.saved(1);
  const Tensor source = call.saved(2);
  const Tensor result = call.saved(3);
  const bool with_self = call.number(2) != 0;
  Tensor own;      // gradient of x
  Tensor to_pick;  // gradient of the source, before it is gathered
  Tensor factor;   // times this
  switch (static_cast<int>(call.number(1))) {
    case 1: {  // prod
      if (all(ne(x, 0)).item_int() == 0 || all(ne(source, 0)).item_int() == 0) {
        fail(ErrorCode::kUnsupported, "scatter_reduce: 'prod' has no gradient where a factor is 0");
      }
      own = div(mul(g, result), x);
      to_pick = mul(g, result);
      factor = reciprocal(source);
      break;
    }
    case 2: {  // mean
      Tensor count = with_self ? add(zeros_like(x), 1) : zeros_like(x);
      count = tenon::scatter_add(count, dim, index, add(zeros_like(source), 1));
      count = tenon::where(eq(count, 0), 1.0, count);
      own = div(g, count);
      to_pick = div(g, count);
      break;
    }
    case 3:
    case 4: {  // amax, amin: shared by those that are the extreme
      const Tensor picked = tenon::gather(result, dim, index);
      const Tensor from_source = eq(source, picked).to(g.dtype());
      const Tensor from_self = eq(x, result).to(g.dtype());
      Tensor count = with_self ? from_self : zeros_like(x);
      count = tenon::scatter_add(count, dim, index, from_source);
      const Tensor share = div(g, count);
      own = tenon::where(eq(x, result), share, 0.0);
      to_pick = share;
      factor = from_source;
      break;
    }
    default:
      own = g;
      to_pick = g;
  }
  if (call.wants(0))
    call.give(0, with_self ? own : tenon::scatter(own, dim, index, 0));
  if (call.wants(1)) {
    const Tensor picked = tenon::gather(to_pick, dim, index);
    call.give(1, factor.defined() ? mul(picked, factor) : picked);
  }
}

void index_add(Backward& call) {
  if (call.wants(0))
    call.give(0, call.grad());
  if (!call.wants(1))
    return;
  const Tensor picked = tenon::index_select(call.grad(), dim_of(call), call.saved(0));
  const Tensor scaled = call.number(1) == 1 ? picked : mul(picked, call.number(1));
  call.give(1, reshape(scaled, call.node().more_dims));
}

void index_copy(Backward& call) {
  const Tensor index = call.saved(0);
  if (call.wants(0))
    call.give(0, tenon::index_fill(call.grad(), dim_of(call), index, 0));
  if (call.wants(1)) {
    call.give(
        1, reshape(tenon::index_select(call.grad(), dim_of(call), index), call.node().more_dims));
  }
}

void index_fill(Backward& call) {
  const Tensor index = call.saved(0);
  if (call.wants(0))
    call.give(0, tenon::index_fill(call.grad(), dim_of(call), index, 0));
  if (call.wants(1))
    call.give(1, sum(tenon::index_select(call.grad(), dim_of(call), index)));
}

}  // namespace tenon::gradients
