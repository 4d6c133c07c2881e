// Ops of one operand without options: one table row each.
#include <array>
#include <cmath>

#include "src/kernels/elementwise.h"
#include "src/ops/functions.h"
#include "src/ops/op_tables.h"
#include "src/ops/pointwise.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/promote.h"

namespace tenon {
namespace {

using Int = std::int64_t;

template <class T>
concept Floating = std::floating_point<T>;

Int negate(Int x) {
  return static_cast<Int>(0 - static_cast<std::uint64_t>(x));
}

/// A functor for a function of floating numbers only.
#define TENON_FLOAT_FUNCTION(Name, expression) \
  struct Name {                                \
    template <Floating T>                      \
    T operator()(T x) const {                  \
      return static_cast<T>(expression);       \
    }                                          \
  }

TENON_FLOAT_FUNCTION(Sqrt, std::sqrt(x));
TENON_FLOAT_FUNCTION(Rsqrt, 1 / std::sqrt(x));
TENON_FLOAT_FUNCTION(Reciprocal, 1 / x);
TENON_FLOAT_FUNCTION(Exp, std::exp(x));
TENON_FLOAT_FUNCTION(Exp2, std::exp2(x));
TENON_FLOAT_FUNCTION(Expm1, std::expm1(x));
TENON_FLOAT_FUNCTION(Log, std::log(x));
TENON_FLOAT_FUNCTION(Log2, std::log2(x));
TENON_FLOAT_FUNCTION(Log10, std::log10(x));
TENON_FLOAT_FUNCTION(Log1p, std::log1p(x));
TENON_FLOAT_FUNCTION(Sin, std::sin(x));
TENON_FLOAT_FUNCTION(Cos, std::cos(x));
TENON_FLOAT_FUNCTION(Tan, std::tan(x));
TENON_FLOAT_FUNCTION(Asin, std::asin(x));
TENON_FLOAT_FUNCTION(Acos, std::acos(x));
TENON_FLOAT_FUNCTION(Atan, std::atan(x));
TENON_FLOAT_FUNCTION(Sinh, std::sinh(x));
TENON_FLOAT_FUNCTION(Cosh, std::cosh(x));
TENON_FLOAT_FUNCTION(Tanh, std::tanh(x));
TENON_FLOAT_FUNCTION(Asinh, std::asinh(x));
TENON_FLOAT_FUNCTION(Acosh, std::acosh(x));
TENON_FLOAT_FUNCTION(Atanh, std::atanh(x));
TENON_FLOAT_FUNCTION(Sigmoid, sigmoid_of(x));
TENON_FLOAT_FUNCTION(Frac, x - std::trunc(x));
TENON_FLOAT_FUNCTION(Erf, std::erf(x));
TENON_FLOAT_FUNCTION(Erfc, std::erfc(x));
TENON_FLOAT_FUNCTION(Erfinv, erfinv_of(x));
TENON_FLOAT_FUNCTION(Lgamma, lgamma_of(x));
TENON_FLOAT_FUNCTION(Digamma, digamma_of(x));
TENON_FLOAT_FUNCTION(Deg2rad, x* T(0.017453292519943295));
TENON_FLOAT_FUNCTION(Rad2deg, x* T(57.295779513082321));
TENON_FLOAT_FUNCTION(Silu, x* sigmoid_of(x));
TENON_FLOAT_FUNCTION(Mish, x* std::tanh(softplus_of(x)));
TENON_FLOAT_FUNCTION(Softsign, x / (1 + std::fabs(x)));
TENON_FLOAT_FUNCTION(Tanhshrink, x - std::tanh(x));
TENON_FLOAT_FUNCTION(Logsigmoid, -softplus_of(-x));
TENON_FLOAT_FUNCTION(Hardsigmoid, (x + 3 < 0 ? T{0} : (x + 3 > 6 ? T{6} : x + 3)) / 6);
TENON_FLOAT_FUNCTION(Hardswish, x* Hardsigmoid{}(x));
#undef TENON_FLOAT_FUNCTION

struct Selu {
  template <Floating T>
  T operator()(T x) const {
    constexpr T kAlpha = T(1.6732632423543772848170429916717);
    constexpr T kScale = T(1.0507009873554804934193349852946);
    return x > 0 ? kScale * x : kScale * kAlpha * std::expm1(x);
  }
};
struct Abs {
  template <class T>
  T operator()(T x) const {
    if constexpr (Floating<T>)
      return std::fabs(x);
    else
      return x < 0 ? negate(x) : x;
  }
};
struct Neg {
  template <class T>
  T operator()(T x) const {
    if constexpr (Floating<T>)
      return -x;
    else
      return negate(x);
  }
};
struct Positive {
  template <class T>
  T operator()(T x) const {
    return x;
  }
};
struct Sign {
  template <class T>
  T operator()(T x) const {
    return static_cast<T>((x > 0) - (x < 0));
  }
};
struct Square {
  template <class T>
  T operator()(T x) const {
    if constexpr (Floating<T>)
      return x * x;
    else
      return static_cast<Int>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(x));
  }
};
struct Floor {
  template <class T>
  T operator()(T x) const {
    if constexpr (Floating<T>)
      return std::floor(x);
    else
      return x;
  }
};
struct Ceil {
  template <class T>
  T operator()(T x) const {
    if constexpr (Floating<T>)
      return std::ceil(x);
    else
      return x;
  }
};
struct Round {
  template <class T>
  T operator()(T x) const {
    if constexpr (Floating<T>)
      return std::nearbyint(x);
    else
      return x;
  }
};
struct Trunc {
  template <class T>
  T operator()(T x) const {
    if constexpr (Floating<T>)
      return std::trunc(x);
    else
      return x;
  }
};
struct Relu {
  template <class T>
  T operator()(T x) const {
    return x < 0 ? T{0} : x;
  }
};
struct Relu6 {
  template <class T>
  T operator()(T x) const {
    return x < 0 ? T{0} : (x > 6 ? T{6} : x);
  }
};
struct BitNot {
  template <std::same_as<Int> T>
  T operator()(T x) const {
    return ~x;
  }
};

struct LogicalNot {
  template <class T>
  bool operator()(T x) const {
    return x == 0;
  }
};
struct Signbit {
  template <class T>
  bool operator()(T x) const {
    if constexpr (Floating<T>)
      return std::signbit(x);
    else
      return x < 0;
  }
};
struct Isnan {
  template <class T>
  bool operator()(T x) const {
    return x != x;
  }
};
struct Isinf {
  template <class T>
  bool operator()(T x) const {
    if constexpr (Floating<T>)
      return std::isinf(x);
    else
      return false;
  }
};
struct Isfinite {
  template <class T>
  bool operator()(T x) const {
    if constexpr (Floating<T>)
      return std::isfinite(x);
    else
      return true;
  }
};
struct Isposinf {
  template <class T>
  bool operator()(T x) const {
    if constexpr (Floating<T>)
      return std::isinf(x) && x > 0;
    else
      return false;
  }
};
struct Isneginf {
  template <class T>
  bool operator()(T x) const {
    if constexpr (Floating<T>)
      return std::isinf(x) && x < 0;
    else
      return false;
  }
};

/// The loop of a functor, but dense float and double arrays go to a vector kernel.
template <class F, class T, void (*Kernel)(const T*, T*, std::int64_t) noexcept>
void kernel_loop(void* out, const void* const* in, const std::int64_t* step, std::int64_t n) {
  if (step[0] == 1) {
    Kernel(static_cast<const T*>(in[0]), static_cast<T*>(out), n);
  } else {
    detail::pointwise_loop<F, T, 1>(out, in, step, n);
  }
}
template <class F, void (*Float)(const float*, float*, std::int64_t) noexcept,
          void (*Double)(const double*, double*, std::int64_t) noexcept>
constexpr PointwiseLoops kernel_loops() {
  PointwiseLoops loops = loops_of<F, 1>();
  loops.loop[0] = kernel_loop<F, float, Float>;
  loops.loop[1] = kernel_loop<F, double, Double>;
  return loops;
}

/// What becomes of integers and bools.
enum class Rule : std::uint8_t {
  kCommon,  ///< Stay what they are.
  kNoBool,  ///< Integers stay; bools: kNotImplemented.
  kFloat,   ///< Become float32.
};

struct UnaryRow {
  std::string_view name;
  PointwiseLoops loops;
  Rule rule;
  std::string_view doc;
};

constexpr UnaryRow kRows[] = {
    {"abs", loops_of<Abs, 1>(), Rule::kNoBool, "|x|"},
    {"neg", loops_of<Neg, 1>(), Rule::kNoBool, "-x"},
    {"sign", loops_of<Sign, 1>(), Rule::kCommon, "-1, 0 or 1"},
    {"sgn", loops_of<Sign, 1>(), Rule::kCommon, "-1, 0 or 1"},
    {"sqrt", loops_of<Sqrt, 1>(), Rule::kFloat, "square root"},
    {"rsqrt", loops_of<Rsqrt, 1>(), Rule::kFloat, "1 / sqrt(x)"},
    {"reciprocal", loops_of<Reciprocal, 1>(), Rule::kFloat, "1 / x"},
    {"exp", kernel_loops<Exp, kernels::exp<float>, kernels::exp<double>>(), Rule::kFloat, "e^x"},
    {"exp2", loops_of<Exp2, 1>(), Rule::kFloat, "2^x"},
    {"expm1", loops_of<Expm1, 1>(), Rule::kFloat, "e^x - 1"},
    {"log", loops_of<Log, 1>(), Rule::kFloat, "natural logarithm"},
    {"log2", loops_of<Log2, 1>(), Rule::kFloat, "logarithm to base 2"},
    {"log10", loops_of<Log10, 1>(), Rule::kFloat, "logarithm to base 10"},
    {"log1p", loops_of<Log1p, 1>(), Rule::kFloat, "log(1 + x)"},
    {"sin", loops_of<Sin, 1>(), Rule::kFloat, "sine"},
    {"cos", loops_of<Cos, 1>(), Rule::kFloat, "cosine"},
    {"tan", loops_of<Tan, 1>(), Rule::kFloat, "tangent"},
    {"asin", loops_of<Asin, 1>(), Rule::kFloat, "arc sine"},
    {"acos", loops_of<Acos, 1>(), Rule::kFloat, "arc cosine"},
    {"atan", loops_of<Atan, 1>(), Rule::kFloat, "arc tangent"},
    {"sinh", loops_of<Sinh, 1>(), Rule::kFloat, "hyperbolic sine"},
    {"cosh", loops_of<Cosh, 1>(), Rule::kFloat, "hyperbolic cosine"},
    {"tanh", kernel_loops<Tanh, kernels::tanh<float>, kernels::tanh<double>>(), Rule::kFloat,
     "hyperbolic tangent"},
    {"asinh", loops_of<Asinh, 1>(), Rule::kFloat, "inverse hyperbolic sine"},
    {"acosh", loops_of<Acosh, 1>(), Rule::kFloat, "inverse hyperbolic cosine"},
    {"atanh", loops_of<Atanh, 1>(), Rule::kFloat, "inverse hyperbolic tangent"},
    {"sigmoid", kernel_loops<Sigmoid, kernels::sigmoid<float>, kernels::sigmoid<double>>(),
     Rule::kFloat, "1 / (1 + e^-x)"},
    {"floor", loops_of<Floor, 1>(), Rule::kNoBool, "whole number below"},
    {"ceil", loops_of<Ceil, 1>(), Rule::kNoBool, "whole number above"},
    {"trunc", loops_of<Trunc, 1>(), Rule::kNoBool, "whole number towards 0"},
    {"frac", loops_of<Frac, 1>(), Rule::kNoBool, "x - trunc(x)"},
    {"erf", loops_of<Erf, 1>(), Rule::kFloat, "error function"},
    {"erfc", loops_of<Erfc, 1>(), Rule::kFloat, "1 - erf(x)"},
    {"erfinv", loops_of<Erfinv, 1>(), Rule::kFloat, "inverse error function"},
    {"lgamma", loops_of<Lgamma, 1>(), Rule::kFloat, "log |gamma(x)|"},
    {"digamma", loops_of<Digamma, 1>(), Rule::kFloat, "derivative of lgamma"},
    {"deg2rad", loops_of<Deg2rad, 1>(), Rule::kFloat, "degrees to radians"},
    {"rad2deg", loops_of<Rad2deg, 1>(), Rule::kFloat, "radians to degrees"},
    {"bitwise_not", loops_of<BitNot, 1>(), Rule::kCommon, "~x"},
    {"logical_not", loops_of<LogicalNot, 1>(), Rule::kCommon, "x == 0"},
    {"relu", kernel_loops<Relu, kernels::relu<float>, kernels::relu<double>>(), Rule::kNoBool,
     "max(x, 0)"},
    {"relu6", loops_of<Relu6, 1>(), Rule::kNoBool, "min(max(x, 0), 6)"},
    {"silu", loops_of<Silu, 1>(), Rule::kNoBool, "x * sigmoid(x)"},
    {"mish", loops_of<Mish, 1>(), Rule::kNoBool, "x * tanh(softplus(x))"},
    {"selu", loops_of<Selu, 1>(), Rule::kNoBool, "scaled ELU"},
    {"hardsigmoid", loops_of<Hardsigmoid, 1>(), Rule::kNoBool, "min(max(x + 3, 0), 6) / 6"},
    {"hardswish", loops_of<Hardswish, 1>(), Rule::kNoBool, "x * hardsigmoid(x)"},
    // From here on without an in-place form in torch.
    {"square", loops_of<Square, 1>(), Rule::kCommon, "x^2"},
    {"positive", loops_of<Positive, 1>(), Rule::kNoBool, "x"},
    {"signbit", loops_of<Signbit, 1>(), Rule::kCommon, "x < 0, counting -0"},
    {"isnan", loops_of<Isnan, 1>(), Rule::kCommon, "x is NaN"},
    {"isinf", loops_of<Isinf, 1>(), Rule::kCommon, "x is infinite"},
    {"isfinite", loops_of<Isfinite, 1>(), Rule::kCommon, "x is finite"},
    {"isposinf", loops_of<Isposinf, 1>(), Rule::kCommon, "x is +inf"},
    {"isneginf", loops_of<Isneginf, 1>(), Rule::kCommon, "x is -inf"},
    {"softsign", loops_of<Softsign, 1>(), Rule::kFloat, "x / (1 + |x|)"},
    {"tanhshrink", loops_of<Tanhshrink, 1>(), Rule::kFloat, "x - tanh(x)"},
    {"logsigmoid", loops_of<Logsigmoid, 1>(), Rule::kNoBool, "log(sigmoid(x))"},
    // Not ops of their own: what round() without decimals does.
    {"round", loops_of<Round, 1>(), Rule::kNoBool, "nearest whole number, halves to even"},
};
constexpr std::size_t kRowCount = std::size(kRows);
constexpr std::size_t kPublicRows = kRowCount - 1;

constexpr std::size_t find_row(std::string_view name) {
  for (std::size_t i = 0; i < kRowCount; ++i) {
    if (kRows[i].name == name)
      return i;
  }
  return kRowCount;
}
constexpr std::size_t kInPlaceRows = find_row("positive");

struct Row {
  consteval Row(const char* name) : row(&kRows[find_row(name)]) {}  // NOLINT
  const UnaryRow* row;
};

/// The dtype that a row computes in.
DType common_dtype(const UnaryRow& row, DType dtype) {
  if (!has_arithmetic(dtype)) {
    fail(ErrorCode::kUnsupported, row.name, ": ", dtype_name(dtype), " is for storage only");
  }
  if (row.rule == Rule::kFloat && !is_floating(dtype))
    return DType::kFloat32;
  if (row.name == "square" && dtype == DType::kBool)
    return DType::kInt64;  // as pow(x, 2)
  const bool refused = row.rule == Rule::kNoBool && dtype == DType::kBool;
  if (refused || row.loops.of(compute_of(dtype)) == nullptr) {
    fail(ErrorCode::kNotImplemented, row.name, ": not implemented for ", dtype_name(dtype));
  }
  return dtype;
}

Tensor unary(const UnaryRow& row, const Tensor& x) {
  const DType common = common_dtype(row, x.dtype());
  const Tensor out =
      Tensor::empty_in(x.context(), x.sizes(), row.loops.gives_bool ? DType::kBool : common);
  const Operand inputs[] = {x};
  run_pointwise(out, inputs, common, row.loops.of(compute_of(common)), row.loops.gives_bool);
  return out;
}

const Tensor& unary_in_place(const UnaryRow& row, const Tensor& x) {
  const DType common = common_dtype(row, x.dtype());
  Operand inputs[] = {x};
  Tensor copies[1];
  begin_in_place(row.name, x, row.loops.gives_bool ? DType::kBool : common, inputs, copies);
  run_pointwise(x, inputs, common, row.loops.of(compute_of(common)), row.loops.gives_bool);
  return x;
}

Tensor run(Row row, const Tensor& x) {
  return unary(*row.row, x);
}

}  // namespace

Tensor bitwise_not(const Tensor& x) {
  // Of a bool, ~x would be -1 or -2: both true.
  return run(x.dtype() == DType::kBool ? Row("logical_not") : Row("bitwise_not"), x);
}
Tensor logical_not(const Tensor& x) {
  return run("logical_not", x);
}
Tensor abs(const Tensor& x) {
  return run("abs", x);
}
Tensor neg(const Tensor& x) {
  return run("neg", x);
}
Tensor positive(const Tensor& x) {
  common_dtype(*Row("positive").row, x.dtype());
  return x;
}
Tensor sign(const Tensor& x) {
  return run("sign", x);
}
Tensor signbit(const Tensor& x) {
  return run("signbit", x);
}
Tensor square(const Tensor& x) {
  return run("square", x);
}
Tensor sqrt(const Tensor& x) {
  return run("sqrt", x);
}
Tensor rsqrt(const Tensor& x) {
  return run("rsqrt", x);
}
Tensor reciprocal(const Tensor& x) {
  return run("reciprocal", x);
}
Tensor exp(const Tensor& x) {
  return run("exp", x);
}
Tensor exp2(const Tensor& x) {
  return run("exp2", x);
}
Tensor expm1(const Tensor& x) {
  return run("expm1", x);
}
Tensor log(const Tensor& x) {
  return run("log", x);
}
Tensor log2(const Tensor& x) {
  return run("log2", x);
}
Tensor log10(const Tensor& x) {
  return run("log10", x);
}
Tensor log1p(const Tensor& x) {
  return run("log1p", x);
}
Tensor sin(const Tensor& x) {
  return run("sin", x);
}
Tensor cos(const Tensor& x) {
  return run("cos", x);
}
Tensor tan(const Tensor& x) {
  return run("tan", x);
}
Tensor asin(const Tensor& x) {
  return run("asin", x);
}
Tensor acos(const Tensor& x) {
  return run("acos", x);
}
Tensor atan(const Tensor& x) {
  return run("atan", x);
}
Tensor sinh(const Tensor& x) {
  return run("sinh", x);
}
Tensor cosh(const Tensor& x) {
  return run("cosh", x);
}
Tensor tanh(const Tensor& x) {
  return run("tanh", x);
}
Tensor asinh(const Tensor& x) {
  return run("asinh", x);
}
Tensor acosh(const Tensor& x) {
  return run("acosh", x);
}
Tensor atanh(const Tensor& x) {
  return run("atanh", x);
}
Tensor sigmoid(const Tensor& x) {
  return run("sigmoid", x);
}
Tensor floor(const Tensor& x) {
  return run("floor", x);
}
Tensor ceil(const Tensor& x) {
  return run("ceil", x);
}
Tensor round(const Tensor& x) {
  return run("round", x);
}
Tensor trunc(const Tensor& x) {
  return run("trunc", x);
}
Tensor frac(const Tensor& x) {
  return run("frac", x);
}
Tensor erf(const Tensor& x) {
  return run("erf", x);
}
Tensor erfc(const Tensor& x) {
  return run("erfc", x);
}
Tensor erfinv(const Tensor& x) {
  return run("erfinv", x);
}
Tensor lgamma(const Tensor& x) {
  return run("lgamma", x);
}
Tensor digamma(const Tensor& x) {
  return run("digamma", x);
}
Tensor isnan(const Tensor& x) {
  return run("isnan", x);
}
Tensor isinf(const Tensor& x) {
  return run("isinf", x);
}
Tensor isfinite(const Tensor& x) {
  return run("isfinite", x);
}
Tensor relu(const Tensor& x) {
  return run("relu", x);
}
Tensor relu6(const Tensor& x) {
  return run("relu6", x);
}
Tensor silu(const Tensor& x) {
  return run("silu", x);
}
Tensor mish(const Tensor& x) {
  return run("mish", x);
}
Tensor selu(const Tensor& x) {
  return run("selu", x);
}
Tensor softsign(const Tensor& x) {
  return run("softsign", x);
}
Tensor tanhshrink(const Tensor& x) {
  return run("tanhshrink", x);
}
Tensor logsigmoid(const Tensor& x) {
  return run("logsigmoid", x);
}
Tensor hardsigmoid(const Tensor& x) {
  return run("hardsigmoid", x);
}
Tensor hardswish(const Tensor& x) {
  return run("hardswish", x);
}

const Tensor& relu_(const Tensor& x) {
  return unary_in_place(*Row("relu").row, x);
}
const Tensor& apply_(std::string_view op, const Tensor& x) {
  const std::size_t i = find_row(op);
  if (i == kRowCount)
    fail(ErrorCode::kKey, "no op of one operand is named '", op, "'");
  if (op == "bitwise_not" && x.dtype() == DType::kBool) {
    return unary_in_place(*Row("logical_not").row, x);
  }
  return unary_in_place(kRows[i], x);
}

// ---- ops by name
// --------------------------------------------------------------------------------------

namespace {

struct InPlaceName {
  char text[24] = {};
  std::size_t size = 0;
};
constexpr std::array<InPlaceName, kInPlaceRows> in_place_names() {
  std::array<InPlaceName, kInPlaceRows> names;
  for (std::size_t i = 0; i < kInPlaceRows; ++i) {
    for (const char c : kRows[i].name)
      names[i].text[names[i].size++] = c;
    names[i].text[names[i].size++] = '_';
  }
  return names;
}
constexpr std::array<InPlaceName, kInPlaceRows> kInPlaceNames = in_place_names();

template <std::size_t I>
Tensor call1_row(const Tensor& x) {
  if constexpr (kRows[I].name == "bitwise_not")
    return bitwise_not(x);
  if constexpr (kRows[I].name == "positive")
    return positive(x);
  return unary(kRows[I], x);
}
template <std::size_t I>
Tensor call1_row_(const Tensor& x) {
  return apply_(kRows[I].name, x);
}
Value call_row(const OpArgs& args) {
  return args.op().call1(args.tensor(0));
}

/// Activations take torch.nn.functional's `inplace`.
constexpr std::string_view row_params(std::string_view name) {
  for (const std::string_view activation :
       {"relu", "relu6", "silu", "mish", "selu", "hardsigmoid", "hardswish"}) {
    if (name == activation)
      return "input, inplace=False";
  }
  return "input";
}

Value call_activation(const OpArgs& args) {
  const Tensor x = args.tensor(0);
  return args.flag(1, false) ? apply_(args.name(), x) : args.op().call1(x);
}

constexpr OpFunction row_function(std::string_view name) {
  return row_params(name) == "input" ? call_row : call_activation;
}

template <std::size_t... I, std::size_t... P>
constexpr std::array<OpInfo, kPublicRows + kInPlaceRows> make_ops(std::index_sequence<I...>,
                                                                  std::index_sequence<P...>) {
  return {OpInfo{kRows[I].name, row_params(kRows[I].name), kRows[I].doc,
                 row_function(kRows[I].name), call1_row<I>, nullptr}...,
          OpInfo{std::string_view(kInPlaceNames[P].text, kInPlaceNames[P].size), "input",
                 kRows[P].doc, call_row, call1_row_<P>, nullptr}...};
}
constexpr std::array<OpInfo, kPublicRows + kInPlaceRows> kOps =
    make_ops(std::make_index_sequence<kPublicRows>(), std::make_index_sequence<kInPlaceRows>());

}  // namespace

std::span<const OpInfo> unary_ops() noexcept {
  return kOps;
}

}  // namespace tenon
