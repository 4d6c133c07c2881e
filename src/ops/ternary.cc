// Ops of three operands and more, element by element.
#include <cmath>
#include <limits>

#include "src/ops/op_tables.h"
#include "src/ops/op_values.h"
#include "src/ops/pointwise.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/promote.h"

namespace tenon {
namespace {

using Int = std::int64_t;

template <class T>
concept Floating = std::floating_point<T>;

template <class T>
T wrapping_mul(T a, T b) {
  if constexpr (Floating<T>)
    return a * b;
  else
    return static_cast<Int>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
template <class T>
T wrapping_add(T a, T b) {
  if constexpr (Floating<T>)
    return a + b;
  else
    return static_cast<Int>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

struct Where {
  template <class T>
  T operator()(T condition, T a, T b) const {
    return condition != 0 ? a : b;
  }
};
struct Clamp {
  template <class T>
  T operator()(T x, T low, T high) const {
    // NaN in any of the three is the result.
    const T above = x != x || x > low ? x : low;
    return above != above || above < high ? above : high;
  }
};
struct Lerp {
  template <Floating T>
  T operator()(T start, T end, T weight) const {
    // From the nearer end, so that weight 0 and 1 give the ends exactly.
    return std::fabs(weight) < T(0.5) ? start + weight * (end - start)
                                      : end - (end - start) * (1 - weight);
  }
};
struct Addcmul {
  template <class T>
  T operator()(T x, T a, T b, T value) const {
    return wrapping_add(x, wrapping_mul(wrapping_mul(value, a), b));
  }
};
struct Addcdiv {
  template <Floating T>
  T operator()(T x, T a, T b, T value) const {
    return x + value * a / b;
  }
};
struct NanToNum {
  template <Floating T>
  T operator()(T x, T nan, T positive, T negative) const {
    if (x != x)
      return nan;
    if (!std::isinf(x))
      return x;
    return x > 0 ? positive : negative;
  }
};
struct Logit {
  template <Floating T>
  T operator()(T x) const {
    return std::log(x / (1 - x));
  }
};
struct LogitClamped {
  template <Floating T>
  T operator()(T x, T eps) const {
    const T p = x < eps ? eps : (x > 1 - eps ? 1 - eps : x);
    return std::log(p / (1 - p));
  }
};
/// Rounded to 1 / scale.
struct RoundTo {
  template <Floating T>
  T operator()(T x, T scale) const {
    return std::nearbyint(x * scale) / scale;
  }
};
/// Rounded to scale.
struct RoundToWhole {
  template <Floating T>
  T operator()(T x, T scale) const {
    return std::nearbyint(x / scale) * scale;
  }
};

constexpr PointwiseLoops kWhere = loops_of<Where, 3>();
constexpr PointwiseLoops kClamp = loops_of<Clamp, 3>();
constexpr PointwiseLoops kLerp = loops_of<Lerp, 3>();
constexpr PointwiseLoops kAddcmul = loops_of<Addcmul, 4>();
constexpr PointwiseLoops kAddcdiv = loops_of<Addcdiv, 4>();
constexpr PointwiseLoops kNanToNum = loops_of<NanToNum, 4>();
constexpr PointwiseLoops kLogit = loops_of<Logit, 1>();
constexpr PointwiseLoops kLogitClamped = loops_of<LogitClamped, 2>();
constexpr PointwiseLoops kRoundTo = loops_of<RoundTo, 2>();
constexpr PointwiseLoops kRoundToWhole = loops_of<RoundToWhole, 2>();

Operand exact(Operand operand) {
  operand.exact = true;
  return operand;
}

/// A new tensor of dtype `common`.
Tensor run(std::string_view op, const PointwiseLoops& loops, DType common, Context& context,
           std::span<const Operand> inputs) {
  if (!has_arithmetic(common)) {
    fail(ErrorCode::kUnsupported, op, ": ", dtype_name(common), " is for storage only");
  }
  const PointwiseLoop loop = loops.of(compute_of(common));
  if (loop == nullptr) {
    fail(ErrorCode::kNotImplemented, op, ": not implemented for ", dtype_name(common));
  }
  const Tensor out = Tensor::empty_in(context, pointwise_shape(op, inputs), common);
  run_pointwise(out, inputs, common, loop, false);
  return out;
}

void check_whole_factor(std::string_view op, DType common, const Operand& value) {
  if (!is_floating(common) && is_floating(value.dtype())) {
    fail(ErrorCode::kRuntime, op, ": value must be an integer for ", dtype_name(common));
  }
}

}  // namespace

Tensor where(const Tensor& condition, const Operand& a, const Operand& b) {
  if (condition.dtype() != DType::kBool && condition.dtype() != DType::kUInt8) {
    fail(ErrorCode::kRuntime, "where: condition must be bool, is ", dtype_name(condition.dtype()));
  }
  const Operand inputs[] = {exact(condition), a, b};
  return run("where", kWhere, result_type(a, b), condition.context(), inputs);
}

Tensor clamp(const Tensor& x, const std::optional<Operand>& min,
             const std::optional<Operand>& max) {
  if (!min && !max)
    fail(ErrorCode::kRuntime, "clamp: neither min nor max is given");
  const Operand operands[] = {x, min ? *min : Operand(*max), max ? *max : Operand(*min)};
  const DType common = result_type(operands);
  if (common == DType::kBool)
    fail(ErrorCode::kNotImplemented, "clamp: not implemented for bool");
  // One bound is maximum or minimum, with numbers allowed.
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (min && max)
    return run("clamp", kClamp, common, x.context(), operands);
  if (is_floating(common)) {
    const Operand inputs[] = {x, min ? *min : exact(-kInfinity), max ? *max : exact(kInfinity)};
    return run("clamp", kClamp, common, x.context(), inputs);
  }
  const Operand inputs[] = {x, min ? *min : exact(std::numeric_limits<Int>::min()),
                            max ? *max : exact(std::numeric_limits<Int>::max())};
  return run("clamp", kClamp, common, x.context(), inputs);
}

Tensor lerp(const Tensor& start, const Tensor& end, const Operand& weight) {
  if (start.dtype() != end.dtype() || (weight.is_tensor() && weight.dtype() != start.dtype())) {
    fail(ErrorCode::kRuntime, "lerp: dtypes differ: ", dtype_name(start.dtype()), ", ",
         dtype_name(end.dtype()), ", ", dtype_name(weight.dtype()));
  }
  const Operand inputs[] = {start, end, weight.is_tensor() ? weight : exact(weight)};
  return run("lerp", kLerp, start.dtype(), start.context(), inputs);
}

Tensor addcmul(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& value) {
  const Operand operands[] = {x, a, b};
  const DType common = result_type(operands);
  check_whole_factor("addcmul", common, value);
  const Operand inputs[] = {x, a, b, value.is_tensor() ? value : exact(value)};
  return run("addcmul", kAddcmul, common, x.context(), inputs);
}

Tensor addcdiv(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& value) {
  const Operand operands[] = {x, a, b};
  const DType common = result_type(operands);
  if (!is_floating(a.dtype()) && !is_floating(b.dtype())) {
    fail(ErrorCode::kRuntime, "addcdiv: integers divide to floats; convert them first");
  }
  const Operand inputs[] = {x, a, b, value.is_tensor() ? value : exact(value)};
  return run("addcdiv", kAddcdiv, common, x.context(), inputs);
}

Tensor nan_to_num(const Tensor& x, std::optional<double> nan, std::optional<double> posinf,
                  std::optional<double> neginf) {
  double largest = std::numeric_limits<double>::max();
  switch (x.dtype()) {
    case DType::kFloat64:
      break;
    case DType::kFloat32:
      largest = std::numeric_limits<float>::max();
      break;
    case DType::kFloat16:
      largest = 65504;
      break;
    case DType::kBFloat16:
      largest = 3.3895313892515355e38;
      break;
    default:
      if (!has_arithmetic(x.dtype()))
        run("nan_to_num", kNanToNum, x.dtype(), x.context(), {});
      return x.clone();
  }
  const Operand inputs[] = {x, exact(nan.value_or(0)), exact(posinf.value_or(largest)),
                            exact(neginf.value_or(-largest))};
  return run("nan_to_num", kNanToNum, x.dtype(), x.context(), inputs);
}

Tensor logit(const Tensor& x, std::optional<double> eps) {
  const DType common = is_floating(x.dtype()) ? x.dtype() : DType::kFloat32;
  if (eps) {
    const Operand inputs[] = {x, exact(*eps)};
    return run("logit", kLogitClamped, common, x.context(), inputs);
  }
  const Operand inputs[] = {x};
  return run("logit", kLogit, common, x.context(), inputs);
}

Tensor round(const Tensor& x, std::int64_t decimals) {
  if (decimals == 0)
    return round(x);
  const double scale = std::pow(10.0, static_cast<double>(decimals < 0 ? -decimals : decimals));
  const Operand inputs[] = {x, exact(scale)};
  return run("round", decimals > 0 ? kRoundTo : kRoundToWhole, x.dtype(), x.context(), inputs);
}

// ---- ops by name
// --------------------------------------------------------------------------------------

namespace {

std::optional<Operand> bound(const OpArgs& a, int i) {
  return a.has(i) ? std::optional<Operand>(operand_arg(a, i)) : std::nullopt;
}

Value call_clamp_one(const OpArgs& a, bool min) {
  const Operand limit = operand_arg(a, 1);
  return clamp(a.tensor(0), min ? std::optional<Operand>(limit) : std::nullopt,
               min ? std::nullopt : std::optional<Operand>(limit));
}

/// Writes an op's result to its first argument: the in-place form of ops that have no own.
Value into_first(const OpArgs& a, const Tensor& result) {
  const Tensor x = a.tensor(0);
  if (!(result.sizes() == x.sizes()) || !can_cast(result.dtype(), x.dtype())) {
    fail(ErrorCode::kRuntime, a.name(), ": result ", result.sizes(), " ",
         dtype_name(result.dtype()), " does not fit into ", x.sizes(), " ", dtype_name(x.dtype()));
  }
  return x.copy_(result);
}

constexpr OpInfo kOps[] = {
    {"where", "condition, input=None, other=None", "input where the condition holds, else other",
     [](const OpArgs& a) -> Value {
       return where(a.tensor(0), operand_arg(a, 1), operand_arg(a, 2));
     }},
    {"clamp", "input, min=None, max=None", "limited to [min, max]",
     [](const OpArgs& a) -> Value { return clamp(a.tensor(0), bound(a, 1), bound(a, 2)); }},
    {"clip", "input, min=None, max=None", "clamp",
     [](const OpArgs& a) -> Value { return clamp(a.tensor(0), bound(a, 1), bound(a, 2)); }},
    {"clamp_", "input, min=None, max=None", "clamp in place",
     [](const OpArgs& a) -> Value {
       return into_first(a, clamp(a.tensor(0), bound(a, 1), bound(a, 2)));
     }},
    {"clamp_min", "input, min", "not below min",
     [](const OpArgs& a) -> Value { return call_clamp_one(a, true); }},
    {"clamp_max", "input, max", "not above max",
     [](const OpArgs& a) -> Value { return call_clamp_one(a, false); }},
    {"lerp", "input, end, weight", "input + weight * (end - input)",
     [](const OpArgs& a) -> Value { return lerp(a.tensor(0), a.tensor(1), operand_arg(a, 2)); }},
    {"lerp_", "input, end, weight", "lerp in place",
     [](const OpArgs& a) -> Value {
       return into_first(a, lerp(a.tensor(0), a.tensor(1), operand_arg(a, 2)));
     }},
    {"addcmul", "input, tensor1, tensor2, *, value=1", "input + value * tensor1 * tensor2",
     [](const OpArgs& a) -> Value {
       return addcmul(a.tensor(0), a.tensor(1), a.tensor(2), operand_arg(a, 3, 1));
     }},
    {"addcmul_", "input, tensor1, tensor2, *, value=1", "addcmul in place",
     [](const OpArgs& a) -> Value {
       return into_first(a, addcmul(a.tensor(0), a.tensor(1), a.tensor(2), operand_arg(a, 3, 1)));
     }},
    {"addcdiv", "input, tensor1, tensor2, *, value=1", "input + value * tensor1 / tensor2",
     [](const OpArgs& a) -> Value {
       return addcdiv(a.tensor(0), a.tensor(1), a.tensor(2), operand_arg(a, 3, 1));
     }},
    {"addcdiv_", "input, tensor1, tensor2, *, value=1", "addcdiv in place",
     [](const OpArgs& a) -> Value {
       return into_first(a, addcdiv(a.tensor(0), a.tensor(1), a.tensor(2), operand_arg(a, 3, 1)));
     }},
    {"nan_to_num", "input, nan=None, posinf=None, neginf=None", "NaN and infinities replaced",
     [](const OpArgs& a) -> Value {
       return nan_to_num(a.tensor(0), optional_number(a, 1), optional_number(a, 2),
                         optional_number(a, 3));
     }},
    {"logit", "input, eps=None", "log(x / (1 - x))",
     [](const OpArgs& a) -> Value { return logit(a.tensor(0), optional_number(a, 1)); }},
    {"round", "input, *, decimals=0", "nearest number of so many decimals, halves to even",
     [](const OpArgs& a) -> Value { return round(a.tensor(0), a.integer(1, 0)); },
     [](const Tensor& x) -> Tensor { return round(x); }},
    {"round_", "input, *, decimals=0", "round in place",
     [](const OpArgs& a) -> Value { return into_first(a, round(a.tensor(0), a.integer(1, 0))); }},
};

}  // namespace

std::span<const OpInfo> ternary_ops() noexcept {
  return kOps;
}

}  // namespace tenon
