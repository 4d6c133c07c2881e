// Activations with options: the options are operands of their own.
#include <cmath>

#include "src/ops/functions.h"
#include "src/ops/op_tables.h"
#include "src/ops/op_values.h"
#include "src/ops/pointwise.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

template <class T>
concept Floating = std::floating_point<T>;

struct GeluErf {
  template <Floating T>
  T operator()(T x) const {
    return T(0.5) * x * std::erfc(-x * T(0.70710678118654752440));
  }
};
struct GeluTanh {
  template <Floating T>
  T operator()(T x) const {
    const T inner = T(0.79788456080286535588) * (x + T(0.044715) * x * x * x);
    return T(0.5) * x * (1 + std::tanh(inner));
  }
};
struct Softplus {
  template <Floating T>
  T operator()(T x, T beta, T threshold) const {
    return x * beta > threshold ? x : softplus_of(x * beta) / beta;
  }
};
struct Elu {
  template <Floating T>
  T operator()(T x, T alpha, T scale, T input_scale) const {
    return x > 0 ? x * scale : std::expm1(x * input_scale) * alpha * scale;
  }
};
struct Celu {
  template <Floating T>
  T operator()(T x, T alpha) const {
    return x > 0 ? x : alpha * std::expm1(x / alpha);
  }
};
struct LeakyRelu {
  template <Floating T>
  T operator()(T x, T slope) const {
    return x > 0 ? x : x * slope;
  }
};
struct Hardtanh {
  template <class T>
  T operator()(T x, T low, T high) const {
    return x < low ? low : (x > high ? high : x);
  }
};
struct Hardshrink {
  template <Floating T>
  T operator()(T x, T lambda) const {
    return x >= -lambda && x <= lambda ? T{0} : x;
  }
};
struct Softshrink {
  template <Floating T>
  T operator()(T x, T lambda) const {
    if (x > lambda)
      return x - lambda;
    if (x < -lambda)
      return x + lambda;
    return x != x ? x : T{0};
  }
};
struct Threshold {
  template <class T>
  T operator()(T x, T threshold, T value) const {
    return x <= threshold ? value : x;
  }
};

constexpr PointwiseLoops kGeluErf = loops_of<GeluErf, 1>();
constexpr PointwiseLoops kGeluTanh = loops_of<GeluTanh, 1>();
constexpr PointwiseLoops kSoftplus = loops_of<Softplus, 3>();
constexpr PointwiseLoops kElu = loops_of<Elu, 4>();
constexpr PointwiseLoops kCelu = loops_of<Celu, 2>();
constexpr PointwiseLoops kLeakyRelu = loops_of<LeakyRelu, 2>();
constexpr PointwiseLoops kHardtanh = loops_of<Hardtanh, 3>();
constexpr PointwiseLoops kHardshrink = loops_of<Hardshrink, 2>();
constexpr PointwiseLoops kSoftshrink = loops_of<Softshrink, 2>();
constexpr PointwiseLoops kThreshold = loops_of<Threshold, 3>();

/// In x's dtype; options are not rounded to it.
Tensor run(std::string_view op, const PointwiseLoops& loops, const Tensor& x,
           std::initializer_list<Operand> options) {
  const PointwiseLoop loop = has_arithmetic(x.dtype()) && x.dtype() != DType::kBool
                                 ? loops.of(compute_of(x.dtype()))
                                 : nullptr;
  if (loop == nullptr) {
    fail(ErrorCode::kNotImplemented, op, ": not implemented for ", dtype_name(x.dtype()));
  }
  Operand inputs[4] = {x, 0, 0, 0};
  std::size_t count = 1;
  for (const Operand& option : options) {
    inputs[count] = option;
    inputs[count++].exact = true;
  }
  const Tensor out = Tensor::empty_in(x.context(), x.sizes(), x.dtype());
  run_pointwise(out, std::span<const Operand>(inputs, count), x.dtype(), loop, false);
  return out;
}

}  // namespace

Tensor gelu(const Tensor& x, std::string_view approximate) {
  if (approximate == "none")
    return run("gelu", kGeluErf, x, {});
  if (approximate == "tanh")
    return run("gelu", kGeluTanh, x, {});
  fail(ErrorCode::kRuntime, "gelu: approximate is '", approximate, "', wanted 'none' or 'tanh'");
}

Tensor softplus(const Tensor& x, double beta, double threshold) {
  return run("softplus", kSoftplus, x, {beta, threshold});
}

Tensor elu(const Tensor& x, double alpha, double scale, double input_scale) {
  return run("elu", kElu, x, {alpha, scale, input_scale});
}

Tensor celu(const Tensor& x, double alpha) {
  if (alpha == 0)
    fail(ErrorCode::kRuntime, "celu: alpha is 0");
  return run("celu", kCelu, x, {alpha});
}

Tensor leaky_relu(const Tensor& x, double negative_slope) {
  return run("leaky_relu", kLeakyRelu, x, {negative_slope});
}

Tensor hardtanh(const Tensor& x, double min_val, double max_val) {
  if (min_val > max_val) {
    fail(ErrorCode::kValue, "hardtanh: min_val ", min_val, " is above max_val ", max_val);
  }
  return run("hardtanh", kHardtanh, x, {min_val, max_val});
}

Tensor hardshrink(const Tensor& x, double lambda) {
  return run("hardshrink", kHardshrink, x, {lambda});
}

Tensor softshrink(const Tensor& x, double lambda) {
  if (!(lambda >= 0))
    fail(ErrorCode::kRuntime, "softshrink: lambda ", lambda, " is negative");
  return run("softshrink", kSoftshrink, x, {lambda});
}

Tensor threshold(const Tensor& x, const Operand& threshold, const Operand& value) {
  return run("threshold", kThreshold, x, {threshold, value});
}

Tensor prelu(const Tensor& x, const Tensor& weight) {
  if (weight.dtype() != x.dtype()) {
    fail(ErrorCode::kRuntime, "prelu: dtypes differ: ", dtype_name(x.dtype()), " and ",
         dtype_name(weight.dtype()));
  }
  if (weight.ndim() > 1) {
    fail(ErrorCode::kRuntime, "prelu: weight must have 0 or 1 dims, is ", weight.sizes());
  }
  Tensor slope = weight;
  if (weight.numel() != 1) {
    const std::int64_t channels = x.ndim() < 2 ? 1 : x.size(1);
    if (x.ndim() == 0 || weight.numel() != channels) {
      fail(ErrorCode::kRuntime, "prelu: weight has ", weight.numel(), " elements for ", channels,
           " channels of ", x.sizes());
    }
    Shape sizes(x.sizes().size(), 1);
    sizes[1] = channels;
    slope = reshape(weight, sizes);
  } else {
    slope = reshape(weight, Shape{});
  }
  return where(gt(x, 0), x, mul(x, slope));
}

Tensor glu(const Tensor& x, std::int64_t dim) {
  if (x.ndim() == 0)
    fail(ErrorCode::kRuntime, "glu: a 0-dim tensor has no halves");
  const std::int64_t size = x.size(dim);
  if (size % 2 != 0) {
    fail(ErrorCode::kRuntime, "glu: dim ", dim, " of ", x.sizes(), " is odd");
  }
  const Tensor first = slice(x, dim, 0, size / 2);
  const Tensor second = slice(x, dim, size / 2, size);
  return mul(first, sigmoid(second));
}

// ---- ops by name
// --------------------------------------------------------------------------------------

namespace {

/// torch.nn.functional's `inplace`: the result is written to the first argument.
Value in_place_or_new(const OpArgs& a, int flag, const Tensor& result) {
  return a.flag(flag, false) || a.name().back() == '_' ? a.tensor(0).copy_(result) : result;
}

constexpr OpInfo kOps[] = {
    {"gelu", "input, approximate='none'", "x times the normal distribution",
     [](const OpArgs& a) -> Value { return gelu(a.tensor(0), a.text(1, "none")); },
     [](const Tensor& x) -> Tensor { return gelu(x); }},
    {"softplus", "input, beta=1, threshold=20", "log(1 + e^(beta x)) / beta",
     [](const OpArgs& a) -> Value {
       return softplus(a.tensor(0), a.number(1, 1), a.number(2, 20));
     },
     [](const Tensor& x) -> Tensor { return softplus(x); }},
    {"elu", "input, alpha=1.0, inplace=False", "x, or alpha * (e^x - 1) below 0",
     [](const OpArgs& a) -> Value {
       return in_place_or_new(a, 2, elu(a.tensor(0), a.number(1, 1)));
     }},
    {"elu_", "input, alpha=1.0", "elu in place",
     [](const OpArgs& a) -> Value { return a.tensor(0).copy_(elu(a.tensor(0), a.number(1, 1))); }},
    {"celu", "input, alpha=1.0, inplace=False", "x, or alpha * (e^(x / alpha) - 1) below 0",
     [](const OpArgs& a) -> Value {
       return in_place_or_new(a, 2, celu(a.tensor(0), a.number(1, 1)));
     }},
    {"leaky_relu", "input, negative_slope=0.01, inplace=False", "x, or negative_slope * x below 0",
     [](const OpArgs& a) -> Value {
       return in_place_or_new(a, 2, leaky_relu(a.tensor(0), a.number(1, 0.01)));
     }},
    {"leaky_relu_", "input, negative_slope=0.01", "leaky_relu in place",
     [](const OpArgs& a) -> Value {
       return a.tensor(0).copy_(leaky_relu(a.tensor(0), a.number(1, 0.01)));
     }},
    {"hardtanh", "input, min_val=-1.0, max_val=1.0, inplace=False", "limited to [min_val, max_val]",
     [](const OpArgs& a) -> Value {
       return in_place_or_new(a, 3, hardtanh(a.tensor(0), a.number(1, -1), a.number(2, 1)));
     }},
    {"hardtanh_", "input, min_val=-1.0, max_val=1.0", "hardtanh in place",
     [](const OpArgs& a) -> Value {
       return a.tensor(0).copy_(hardtanh(a.tensor(0), a.number(1, -1), a.number(2, 1)));
     }},
    {"hardshrink", "input, lambd=0.5", "0 where |x| <= lambd",
     [](const OpArgs& a) -> Value { return hardshrink(a.tensor(0), a.number(1, 0.5)); }},
    {"softshrink", "input, lambd=0.5", "moved towards 0 by lambd",
     [](const OpArgs& a) -> Value { return softshrink(a.tensor(0), a.number(1, 0.5)); }},
    {"threshold", "input, threshold, value, inplace=False", "x above the threshold, else value",
     [](const OpArgs& a) -> Value {
       return in_place_or_new(a, 3, threshold(a.tensor(0), operand_arg(a, 1), operand_arg(a, 2)));
     }},
    {"threshold_", "input, threshold, value", "threshold in place",
     [](const OpArgs& a) -> Value {
       return a.tensor(0).copy_(threshold(a.tensor(0), operand_arg(a, 1), operand_arg(a, 2)));
     }},
    {"prelu", "input, weight", "x, or weight * x below 0",
     [](const OpArgs& a) -> Value { return prelu(a.tensor(0), a.tensor(1)); }, nullptr, prelu},
    {"glu", "input, dim=-1", "first half times sigmoid of the second",
     [](const OpArgs& a) -> Value { return glu(a.tensor(0), a.integer(1, -1)); }},
};

}  // namespace

std::span<const OpInfo> activation_ops() noexcept {
  return kOps;
}

}  // namespace tenon
