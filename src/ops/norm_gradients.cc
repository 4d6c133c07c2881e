#include "src/ops/norm_gradients.h"

#include "src/ops/gradients.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/view.h"

namespace tenon::gradients {
namespace {

/// x - mean and 1 / sqrt(var + eps) over dims, which are kept as 1.
struct Normalised {
  Tensor centred;
  Tensor inverse;
};

Normalised normalised(const Tensor& x, const Dims& dims, double eps) {
  const Tensor centred = sub(x, mean(x, dims, true));
  return {centred, rsqrt(add(mean(square(centred), dims, true), eps))};
}

/// Gradient of x from that of its normalised form: what is common to a group of elements drops out.
Tensor through_statistics(const Tensor& g, const Tensor& form, const Tensor& inverse,
                          const Dims& dims) {
  const Tensor common = add(mean(g, dims, true), mul(form, mean(mul(g, form), dims, true)));
  return mul(sub(g, common), inverse);
}

}  // namespace

void batch_norm(Backward& call) {
  const Tensor given = call.saved(0);
  const DType dtype = given.dtype() == DType::kFloat64 ? DType::kFloat64 : DType::kFloat32;
  const Tensor x = given.to(dtype);
  const Tensor g = call.grad().to(dtype);
  Dims dims;
  Shape beside(x.sizes().size(), 1);
  for (std::int64_t d = 0; d < x.ndim(); ++d) {
    if (d != 1)
      dims.push_back(d);
  }
  beside[1] = x.size(1);
  const auto channels = [&](const Tensor& t) { return reshape(t.to(dtype), beside); };
  const Tensor running_mean = call.saved(2);
  const bool training = !running_mean.defined();
  if (x.numel() == 0) {
    call.give(0, zeros_like(given));
    for (std::size_t i = 1; i < 3; ++i) {
      if (call.wants(i))
        call.give(i, Tensor::zeros_in(x.context(), Shape{x.size(1)}, dtype));
    }
    return;
  }
  const Normalised n = training ? normalised(x, dims, call.number())
                                : Normalised{sub(x, channels(running_mean)),
                                             rsqrt(add(channels(call.saved(3)), call.number()))};
  const Tensor form = mul(n.centred, n.inverse);
  if (call.wants(1))
    call.give(1, sum(mul(g, form), dims));
  if (call.wants(2))
    call.give(2, sum(g, dims));
  if (!call.wants(0))
    return;
  const Tensor weight = call.saved(1);
  const Tensor scaled = weight.defined() ? mul(g, channels(weight)) : g;
  call.give(0,
            training ? through_statistics(scaled, form, n.inverse, dims) : mul(scaled, n.inverse));
}

void layer_norm(Backward& call) {
  const Tensor x = call.saved(0);
  const Tensor weight = call.saved(1);
  const Tensor& g = call.grad();
  Dims dims;
  for (std::int64_t d = 1; d <= call.dims()[0]; ++d)
    dims.push_back(-d);
  if (x.numel() == 0) {
    if (call.wants(0))
      call.give(0, zeros_like(x));
    if (call.wants(1))
      call.give(1, zeros_like(weight));
    if (call.wants(2))
      call.give(2, g);
    return;
  }
  const Normalised n = normalised(x, dims, call.number());
  const Tensor form = mul(n.centred, n.inverse);
  if (call.wants(0)) {
    const Tensor scaled = weight.defined() ? mul(g, weight) : g;
    call.give(0, through_statistics(scaled, form, n.inverse, dims));
  }
  // Summed over the leading dims where they are fitted.
  if (call.wants(1))
    call.give(1, mul(g, form));
  if (call.wants(2))
    call.give(2, g);
}

}  // namespace tenon::gradients
