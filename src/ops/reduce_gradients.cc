#include "src/ops/reduce_gradients.h"

#include <cmath>

#include "src/ops/gradients.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/view.h"

namespace tenon::gradients {
namespace {

/// With the folded dims as 1, so that it broadcasts against the input.
Tensor kept(const Backward& call, const Tensor& t) {
  return reshape(t, call.node().more_dims);
}
Tensor spread_out(const Backward& call, const Tensor& t) {
  return expand(kept(call, t), call.dims());
}
double folded_count(const Backward& call) {
  double count = 1;
  for (std::size_t d = 0; d < call.dims().size(); ++d) {
    if (call.dims()[d] != call.node().more_dims[d])
      count *= static_cast<double>(call.dims()[d]);
  }
  return count;
}
Dims folded_dims(const Backward& call) {
  Dims dims;
  for (std::size_t d = 0; d < call.dims().size(); ++d) {
    if (call.dims()[d] != call.node().more_dims[d])
      dims.push_back(static_cast<std::int64_t>(d));
  }
  return dims;
}

/// Of each element along the last dim, the product of the others.
Tensor products_of_others(const Tensor& x) {
  const std::int64_t n = x.size(-1);
  const std::int64_t last[] = {-1};
  Tensor one = Tensor::empty_like(slice(x, -1, 0, 1));
  one.fill_(1);
  const Tensor before = cumprod(cat({one, slice(x, -1, 0, n - 1)}, -1), -1);
  const Tensor after = cumprod(cat({one, slice(flip(x, last), -1, 0, n - 1)}, -1), -1);
  return mul(before, flip(after, last));
}

}  // namespace

void sum(Backward& call) {
  call.give(0, spread_out(call, call.grad()));
}

void nansum(Backward& call) {
  call.give(0, mul(kept(call, call.grad()), logical_not(isnan(call.saved(0)))));
}

void mean(Backward& call) {
  call.give(0, div(spread_out(call, call.grad()), folded_count(call)));
}

void prod(Backward& call) {
  const Tensor x = call.saved(0);
  if (x.numel() == 0) {
    call.give(0, zeros_like(x));
    return;
  }
  // The folded dims flattened behind the others.
  Dims order;
  Shape outer;
  const Dims folded = folded_dims(call);
  for (std::size_t d = 0; d < x.sizes().size(); ++d) {
    if (x.sizes()[d] == call.node().more_dims[d]) {
      order.push_back(static_cast<std::int64_t>(d));
      outer.push_back(x.sizes()[d]);
    }
  }
  for (const std::int64_t d : folded)
    order.push_back(d);
  outer.push_back(-1);
  const Tensor moved = permute(x, order);
  const Tensor others = reshape(products_of_others(reshape(moved, outer)), moved.sizes());
  Dims inverse(order.size(), 0);
  for (std::size_t d = 0; d < order.size(); ++d)
    inverse[static_cast<std::size_t>(order[d])] = static_cast<std::int64_t>(d);
  call.give(0, mul(kept(call, call.grad()), permute(others, inverse)));
}

void extreme(Backward& call) {
  const Tensor x = call.saved(0);
  const Tensor y = kept(call, call.saved(1));
  // A NaN result is shared by the NaNs.
  const Tensor chosen = logical_or(eq(x, y), logical_and(isnan(x), isnan(y)));
  const Dims dims = folded_dims(call);
  const Tensor count = dims.empty() ? chosen : tenon::sum(chosen, dims, true, call.grad().dtype());
  call.give(0, mul(div(kept(call, call.grad()), count), chosen));
}

void spread(Backward& call) {
  const Tensor x = call.saved(0);
  Tensor g = kept(call, call.grad());
  if (call.number(1) != 0) {
    const Tensor y = kept(call, call.saved(1));
    g = where(eq(y, 0), 0.0, div(g, mul(y, 2)));
  }
  const double left = folded_count(call) - call.number(0);
  const Dims dims = folded_dims(call);
  const Tensor mean = dims.empty() ? x : tenon::mean(x, dims, true);
  call.give(0, mul(mul(g, 2 / (left > 0 ? left : 0)), sub(x, mean)));
}

void norm(Backward& call) {
  const Tensor x = call.saved(0);
  const Tensor y = kept(call, call.saved(1));
  const Tensor g = kept(call, call.grad());
  const double p = call.number(0);
  if (p == 0) {
    call.give(0, zeros_like(x));
  } else if (p == 1) {
    call.give(0, mul(g, sign(x)));
  } else if (p == 2) {
    call.give(0, mul(x, where(eq(y, 0), 0.0, div(g, y))));
  } else if (std::isinf(p)) {
    const Tensor chosen = logical_or(eq(abs(x), y), isnan(x));
    const Dims dims = folded_dims(call);
    const Tensor count = dims.empty() ? chosen : tenon::sum(chosen, dims, true, x.dtype());
    call.give(0, mul(mul(sign(x), div(g, count)), chosen));
  } else if (p < 2) {
    const Tensor slope = mul(sign(x), tenon::pow(abs(x), p - 1));
    const Tensor scaled = p < 1 ? where(eq(x, 0), 0.0, slope) : slope;
    const Tensor scale = div(g, tenon::pow(y, p - 1));
    call.give(0, mul(scaled, p < 1 ? scale : where(eq(y, 0), 0.0, scale)));
  } else {
    const Tensor slope = mul(x, tenon::pow(abs(x), p - 2));
    call.give(0, mul(slope, where(eq(y, 0), 0.0, div(g, tenon::pow(y, p - 1)))));
  }
}

void logsumexp(Backward& call) {
  const Tensor x = call.saved(0);
  const Tensor y = kept(call, call.saved(1));
  call.give(0, mul(kept(call, call.grad()), exp(sub(x, y))));
}

}  // namespace tenon::gradients
