// Ops of two operands: one table row each.
#include <array>

#include "src/ops/binary_functors.h"
#include "src/ops/op_tables.h"
#include "src/ops/pointwise.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/promote.h"
#include "tenon/ops/reduce.h"

namespace tenon {
namespace {

// ---- the table
// --------------------------------------------------------------------------------------

/// What becomes of the operands' common dtype.
enum class Rule : std::uint8_t {
  kCommon,   ///< Computed and returned as it is.
  kFloat,    ///< Integers and bools become float32.
  kCompare,  ///< Bool result; an int number must fit the other's dtype.
  kLogical,  ///< Bool result; operands are not rounded.
  kDouble,   ///< float64, whatever the operands.
};

/// Which operands may be numbers when the op is called by name, as in torch.
enum Numbers : std::uint8_t { kNoNumber = 0, kRight = 1, kBoth = 3 };

struct BinaryRow {
  std::string_view name;
  PointwiseLoops loops;
  Rule rule = Rule::kCommon;
  Numbers numbers = kRight;
  bool no_bool = false;       ///< Two bools: kNotImplemented.
  bool exact_number = false;  ///< In half precision a number is not rounded first.
  std::string_view doc;
};

constexpr BinaryRow kRows[] = {
    {"add", loops_of<binary::Add, 2>(), Rule::kCommon, kRight, false, true, "a + alpha * b"},
    {"sub", loops_of<binary::Sub, 2>(), Rule::kCommon, kRight, false, true, "a - alpha * b"},
    {"mul", loops_of<binary::Mul, 2>(), Rule::kCommon, kRight, false, true, "a * b"},
    {"div", loops_of<binary::Div, 2>(), Rule::kFloat, kRight, false, true, "a / b, or rounded"},
    {"floor_divide", loops_of<binary::FloorDivide, 2>(), Rule::kCommon, kRight, true, false,
     "floor(a / b)"},
    {"remainder", loops_of<binary::Remainder, 2>(), Rule::kCommon, kBoth, true, false,
     "a mod b, sign of b"},
    {"fmod", loops_of<binary::Fmod, 2>(), Rule::kCommon, kRight, true, false, "a mod b, sign of a"},
    {"pow", loops_of<binary::Pow, 2>(), Rule::kCommon, kBoth, false, true, "a to the power b"},
    {"float_power", loops_of<binary::FloatPow, 2>(), Rule::kDouble, kBoth, false, false,
     "pow in float64"},
    {"maximum", loops_of<binary::Maximum, 2>(), Rule::kCommon, kNoNumber, false, false,
     "the larger"},
    {"minimum", loops_of<binary::Minimum, 2>(), Rule::kCommon, kNoNumber, false, false,
     "the smaller"},
    {"fmax", loops_of<binary::Fmax, 2>(), Rule::kCommon, kNoNumber, false, false,
     "the larger, no NaN"},
    {"fmin", loops_of<binary::Fmin, 2>(), Rule::kCommon, kNoNumber, false, false,
     "the smaller, no NaN"},
    {"atan2", loops_of<binary::Atan2, 2>(), Rule::kFloat, kNoNumber, false, false,
     "angle of (b, a)"},
    {"hypot", loops_of<binary::Hypot, 2>(), Rule::kCommon, kNoNumber, false, false,
     "sqrt(a^2 + b^2)"},
    {"copysign", loops_of<binary::Copysign, 2>(), Rule::kFloat, kRight, false, false,
     "|a|, sign of b"},
    {"xlogy", loops_of<binary::Xlogy, 2>(), Rule::kFloat, kBoth, false, false, "a * log(b)"},
    {"logaddexp", loops_of<binary::Logaddexp, 2>(), Rule::kCommon, kNoNumber, false, false,
     "log(e^a + e^b)"},
    {"eq", loops_of<binary::Eq, 2>(), Rule::kCompare, kRight, false, false, "a == b"},
    {"ne", loops_of<binary::Ne, 2>(), Rule::kCompare, kRight, false, false, "a != b"},
    {"lt", loops_of<binary::Lt, 2>(), Rule::kCompare, kRight, false, false, "a < b"},
    {"le", loops_of<binary::Le, 2>(), Rule::kCompare, kRight, false, false, "a <= b"},
    {"gt", loops_of<binary::Gt, 2>(), Rule::kCompare, kRight, false, false, "a > b"},
    {"ge", loops_of<binary::Ge, 2>(), Rule::kCompare, kRight, false, false, "a >= b"},
    {"logical_and", loops_of<binary::LogicalAnd, 2>(), Rule::kLogical, kNoNumber, false, true,
     "a and b"},
    {"logical_or", loops_of<binary::LogicalOr, 2>(), Rule::kLogical, kNoNumber, false, true,
     "a or b"},
    {"logical_xor", loops_of<binary::LogicalXor, 2>(), Rule::kLogical, kNoNumber, false, true,
     "one of a, b"},
    {"bitwise_and", loops_of<binary::BitAnd, 2>(), Rule::kCommon, kBoth, false, false, "a & b"},
    {"bitwise_or", loops_of<binary::BitOr, 2>(), Rule::kCommon, kBoth, false, false, "a | b"},
    {"bitwise_xor", loops_of<binary::BitXor, 2>(), Rule::kCommon, kBoth, false, false, "a ^ b"},
    // Not an op of its own: div with rounding_mode "trunc".
    {"div_trunc", loops_of<binary::DivTrunc, 2>(), Rule::kCommon, kRight, true, false,
     "trunc(a / b)"},
};
constexpr std::size_t kRowCount = std::size(kRows);

/// Number of the row of that name; does not compile (or is kRowCount) if there is none.
constexpr std::size_t find_row(std::string_view name) {
  for (std::size_t i = 0; i < kRowCount; ++i) {
    if (kRows[i].name == name)
      return i;
  }
  return kRowCount;
}

/// The row of a name known at compile time.
struct Row {
  consteval Row(const char* name) : row(&kRows[find_row(name)]) {}  // NOLINT
  const BinaryRow* row;
};

// ---- running a row
// -----------------------------------------------------------------------------------

void check_number_fits(const BinaryRow& row, DType common, const Operand& number) {
  if (number.is_tensor() || number.dtype() != DType::kInt64 || !is_integral(common))
    return;
  if (dtype_size(common) == 8)
    return;
  const std::int64_t value = *static_cast<const std::int64_t*>(number.data());
  const int width = static_cast<int>(8 * dtype_size(common));
  const std::int64_t high = common == DType::kUInt8 ? 255 : (std::int64_t{1} << (width - 1)) - 1;
  const std::int64_t low = common == DType::kUInt8 ? -255 : -high - 1;
  if (value < low || value > high) {
    fail(ErrorCode::kRuntime, row.name, ": ", value, " does not fit into ", dtype_name(common));
  }
}

/// The dtype that a row computes in; its result's is that, or bool.
DType common_dtype(const BinaryRow& row, const Operand& a, const Operand& b) {
  if (row.rule == Rule::kDouble)
    return DType::kFloat64;
  DType common = result_type(a, b);
  if (row.rule == Rule::kFloat && !is_floating(common))
    common = DType::kFloat32;
  if (row.rule == Rule::kCompare) {
    check_number_fits(row, common, a);
    check_number_fits(row, common, b);
  }
  return common;
}

PointwiseLoop loop_for(const BinaryRow& row, DType common) {
  if (!has_arithmetic(common)) {
    fail(ErrorCode::kUnsupported, row.name, ": ", dtype_name(common), " is for storage only");
  }
  const PointwiseLoop loop = row.loops.of(compute_of(common));
  if (loop == nullptr || (row.no_bool && common == DType::kBool)) {
    fail(ErrorCode::kNotImplemented, row.name, ": not implemented for ", dtype_name(common));
  }
  return loop;
}

/// torch keeps a one-element operand of half arithmetic at full precision in some ops.
void mark_exact(const BinaryRow& row, DType common, Operand& operand) {
  const bool half = common == DType::kFloat16 || common == DType::kBFloat16;
  operand.exact = row.rule == Rule::kLogical ||
                  (row.exact_number && half && operand.numel() == 1 && operand.dtype() != common);
}

void check_context_of(std::string_view op, const Operand& a, const Operand& b) {
  if (a.is_tensor() && b.is_tensor())
    check_context(op, a.tensor()->context(), *b.tensor());
}

Context& context_of(const Operand& a, const Operand& b) {
  if (a.is_tensor())
    return a.tensor()->context();
  return b.is_tensor() ? b.tensor()->context() : Context::current();
}

/// torch refuses to subtract bools, or from them.
void check_sub(const Operand& a, const Operand& b) {
  if (a.dtype() == DType::kBool || b.dtype() == DType::kBool) {
    fail(ErrorCode::kNotImplemented,
         "sub: bools cannot be subtracted; use bitwise_xor or logical_xor");
  }
}

/// Integer bases and a negative number as exponent have no result; bool tensors have no powers.
void check_pow(const Operand& a, const Operand& b, DType common) {
  if (common == DType::kBool && a.is_tensor() && b.is_tensor()) {
    fail(ErrorCode::kNotImplemented, "pow: not implemented for bool");
  }
  if (!b.is_tensor() && !is_floating(common) && b.as_double() < 0) {
    fail(ErrorCode::kRuntime, "pow: integers to a negative power are not integers");
  }
}

Tensor binary(const BinaryRow& row, const Operand& a, const Operand& b) {
  check_context_of(row.name, a, b);
  const DType common = common_dtype(row, a, b);
  if (row.name == "sub")
    check_sub(a, b);
  if (row.name == "pow")
    check_pow(a, b, common);
  const PointwiseLoop loop = loop_for(row, common);
  Operand inputs[] = {a, b};
  mark_exact(row, common, inputs[0]);
  mark_exact(row, common, inputs[1]);
  const Tensor out = Tensor::empty_in(context_of(a, b), pointwise_shape(row.name, inputs),
                                      row.loops.gives_bool ? DType::kBool : common);
  run_pointwise(out, inputs, common, loop, row.loops.gives_bool);
  return out;
}

const Tensor& binary_in_place(const BinaryRow& row, const Tensor& x, const Operand& other) {
  check_context_of(row.name, x, other);
  const DType common = common_dtype(row, x, other);
  if (row.name == "sub")
    check_sub(x, other);
  if (row.name == "pow")
    check_pow(x, other, common);
  const PointwiseLoop loop = loop_for(row, common);
  Operand inputs[] = {x, other};
  Tensor copies[2];
  mark_exact(row, common, inputs[0]);
  mark_exact(row, common, inputs[1]);
  begin_in_place(row.name, x, row.loops.gives_bool ? DType::kBool : common, inputs, copies);
  run_pointwise(x, inputs, common, loop, row.loops.gives_bool);
  return x;
}

// ---- add and sub with a factor
// -----------------------------------------------------------------------

bool is_one(const Operand& alpha) {
  return !alpha.is_tensor() && alpha.as_double() == 1;
}

void check_alpha(std::string_view op, DType common, const Operand& alpha) {
  if (alpha.dtype() == DType::kBool && common != DType::kBool) {
    fail(ErrorCode::kRuntime, op, ": a bool alpha goes with bools only, not ", dtype_name(common));
  }
  if (!is_floating(common) && is_floating(alpha.dtype())) {
    fail(ErrorCode::kRuntime, op, ": alpha must be an integer for ", dtype_name(common));
  }
}

constexpr PointwiseLoops kAddScaled = loops_of<binary::AddScaled, 3>();
constexpr PointwiseLoops kSubScaled = loops_of<binary::SubScaled, 3>();

/// add or sub with alpha; into `x` if not null.
Tensor scaled(const BinaryRow& row, const Operand& a, const Operand& b, const Operand& alpha,
              const Tensor* x) {
  check_context_of(row.name, a, b);
  const DType common = common_dtype(row, a, b);
  if (row.name == "sub")
    check_sub(a, b);
  check_alpha(row.name, common, alpha);
  loop_for(row, common);  // for its checks
  const PointwiseLoops& loops = row.name == "sub" ? kSubScaled : kAddScaled;
  Operand inputs[] = {a, b, alpha};
  Tensor copies[3];
  for (Operand& input : inputs)
    mark_exact(row, common, input);
  inputs[2].exact = is_floating(common);
  Tensor out;
  if (x != nullptr) {
    begin_in_place(row.name, *x, common, inputs, copies);
    out = *x;
  } else {
    out = Tensor::empty_in(context_of(a, b), pointwise_shape(row.name, inputs), common);
  }
  run_pointwise(out, inputs, common, loops.of(compute_of(common)), false);
  return out;
}

Tensor add_or_sub(Row row, const Operand& a, const Operand& b, const Operand& alpha) {
  if (is_one(alpha) && alpha.dtype() != DType::kBool)
    return binary(*row.row, a, b);
  return scaled(*row.row, a, b, alpha, nullptr);
}

const Tensor& add_or_sub_(Row row, const Tensor& x, const Operand& b, const Operand& alpha) {
  if (is_one(alpha))
    return binary_in_place(*row.row, x, b);
  scaled(*row.row, x, b, alpha, &x);
  return x;
}

Tensor run(Row row, const Operand& a, const Operand& b) {
  return binary(*row.row, a, b);
}

}  // namespace

Tensor add(const Operand& a, const Operand& b, const Operand& alpha) {
  return add_or_sub("add", a, b, alpha);
}
Tensor sub(const Operand& a, const Operand& b, const Operand& alpha) {
  return add_or_sub("sub", a, b, alpha);
}
Tensor rsub(const Operand& a, const Operand& b, const Operand& alpha) {
  return sub(b, a, alpha);
}
Tensor mul(const Operand& a, const Operand& b) {
  return run("mul", a, b);
}
Tensor div(const Operand& a, const Operand& b) {
  return run("div", a, b);
}
Tensor div(const Operand& a, const Operand& b, std::string_view rounding_mode) {
  if (rounding_mode.empty())
    return div(a, b);
  if (rounding_mode == "floor")
    return run("floor_divide", a, b);
  if (rounding_mode == "trunc")
    return run("div_trunc", a, b);
  fail(ErrorCode::kRuntime, "div: rounding_mode is '", rounding_mode,
       "', wanted none, 'trunc' or 'floor'");
}
Tensor floor_divide(const Operand& a, const Operand& b) {
  return run("floor_divide", a, b);
}
Tensor remainder(const Operand& a, const Operand& b) {
  return run("remainder", a, b);
}
Tensor fmod(const Operand& a, const Operand& b) {
  return run("fmod", a, b);
}
Tensor pow(const Operand& a, const Operand& b) {
  // A square is exact as a product, and much faster.
  if (!b.is_tensor() && b.as_double() == 2 && a.is_tensor() && is_floating(a.dtype())) {
    return run("mul", a, a);
  }
  return run("pow", a, b);
}
Tensor float_power(const Operand& a, const Operand& b) {
  return run("float_power", a, b);
}
Tensor maximum(const Operand& a, const Operand& b) {
  return run("maximum", a, b);
}
Tensor minimum(const Operand& a, const Operand& b) {
  return run("minimum", a, b);
}
Tensor fmax(const Operand& a, const Operand& b) {
  return run("fmax", a, b);
}
Tensor fmin(const Operand& a, const Operand& b) {
  return run("fmin", a, b);
}
Tensor atan2(const Operand& a, const Operand& b) {
  return run("atan2", a, b);
}
Tensor hypot(const Operand& a, const Operand& b) {
  return run("hypot", a, b);
}
Tensor copysign(const Operand& a, const Operand& b) {
  return run("copysign", a, b);
}
Tensor xlogy(const Operand& a, const Operand& b) {
  return run("xlogy", a, b);
}
Tensor logaddexp(const Operand& a, const Operand& b) {
  return run("logaddexp", a, b);
}
Tensor eq(const Operand& a, const Operand& b) {
  return run("eq", a, b);
}
Tensor ne(const Operand& a, const Operand& b) {
  return run("ne", a, b);
}
Tensor lt(const Operand& a, const Operand& b) {
  return run("lt", a, b);
}
Tensor le(const Operand& a, const Operand& b) {
  return run("le", a, b);
}
Tensor gt(const Operand& a, const Operand& b) {
  return run("gt", a, b);
}
Tensor ge(const Operand& a, const Operand& b) {
  return run("ge", a, b);
}
Tensor bitwise_and(const Operand& a, const Operand& b) {
  return run("bitwise_and", a, b);
}
Tensor bitwise_or(const Operand& a, const Operand& b) {
  return run("bitwise_or", a, b);
}
Tensor bitwise_xor(const Operand& a, const Operand& b) {
  return run("bitwise_xor", a, b);
}
Tensor logical_and(const Operand& a, const Operand& b) {
  return run("logical_and", a, b);
}
Tensor logical_or(const Operand& a, const Operand& b) {
  return run("logical_or", a, b);
}
Tensor logical_xor(const Operand& a, const Operand& b) {
  return run("logical_xor", a, b);
}

const Tensor& add_(const Tensor& x, const Operand& other, const Operand& alpha) {
  return add_or_sub_("add", x, other, alpha);
}
const Tensor& sub_(const Tensor& x, const Operand& other, const Operand& alpha) {
  return add_or_sub_("sub", x, other, alpha);
}
const Tensor& mul_(const Tensor& x, const Operand& other) {
  return binary_in_place(*Row("mul").row, x, other);
}
const Tensor& div_(const Tensor& x, const Operand& other) {
  return binary_in_place(*Row("div").row, x, other);
}
const Tensor& apply_(std::string_view op, const Tensor& x, const Operand& other) {
  const std::size_t i = find_row(op);
  if (i == kRowCount)
    fail(ErrorCode::kKey, "no op of two operands is named '", op, "'");
  return binary_in_place(kRows[i], x, other);
}

// ---- ops by name
// --------------------------------------------------------------------------------------

namespace {

constexpr std::size_t kPublicRows = kRowCount - 1;

/// "add_" and so on, with storage.
struct InPlaceName {
  char text[24] = {};
  std::size_t size = 0;
};
constexpr std::array<InPlaceName, kPublicRows> in_place_names() {
  std::array<InPlaceName, kPublicRows> names;
  for (std::size_t i = 0; i < kPublicRows; ++i) {
    for (const char c : kRows[i].name)
      names[i].text[names[i].size++] = c;
    names[i].text[names[i].size++] = '_';
  }
  return names;
}
constexpr std::array<InPlaceName, kPublicRows> kInPlaceNames = in_place_names();

constexpr std::string_view row_params(std::string_view name) {
  if (name == "add" || name == "sub")
    return "input, other, *, alpha=1";
  if (name == "div")
    return "input, other, *, rounding_mode=None";
  if (name == "pow" || name == "float_power")
    return "input, exponent";
  return "input, other";
}

Value call_row(const OpArgs& args);

template <std::size_t I>
Tensor call2_row(const Tensor& a, const Tensor& b) {
  return binary(kRows[I], a, b);
}
template <std::size_t I>
Tensor call2_row_(const Tensor& a, const Tensor& b) {
  return binary_in_place(kRows[I], a, b);
}

template <std::size_t... I>
constexpr std::array<OpInfo, 2 * kPublicRows> make_ops(std::index_sequence<I...>) {
  return {OpInfo{kRows[I].name, row_params(kRows[I].name), kRows[I].doc, call_row, nullptr,
                 call2_row<I>}...,
          OpInfo{std::string_view(kInPlaceNames[I].text, kInPlaceNames[I].size),
                 row_params(kRows[I].name), kRows[I].doc, call_row, nullptr, call2_row_<I>}...};
}
constexpr std::array<OpInfo, 2 * kPublicRows> kOps =
    make_ops(std::make_index_sequence<kPublicRows>());

/// Argument i as an operand; numbers only where torch takes them.
Operand operand(const OpArgs& args, int i, bool number_allowed) {
  const Value& value = args.value(i);
  const ValueKind kind = value.kind();
  const bool number =
      kind == ValueKind::kBool || kind == ValueKind::kInt || kind == ValueKind::kFloat;
  if (!value.is_tensor() && !(number && number_allowed)) {
    args.wrong(i, number_allowed ? "a tensor or a number" : "a tensor");
  }
  return value;
}

Operand alpha_of(const OpArgs& args) {
  return args.has(2) ? operand(args, 2, true) : Operand(1);
}

Value call_row(const OpArgs& args) {
  std::size_t i = static_cast<std::size_t>(&args.op() - kOps.data());
  const bool in_place = i >= kPublicRows;
  if (in_place)
    i -= kPublicRows;
  const BinaryRow* row = &kRows[i];
  const Operand a = operand(args, 0, !in_place && (row->numbers & 2) != 0);
  const Operand b = operand(args, 1, (row->numbers & 1) != 0);
  if (!a.is_tensor() && !b.is_tensor())
    args.wrong(0, "a tensor (or the other operand)");
  if (row->name == "div") {
    const std::string_view mode = args.text(2, "");
    if (mode == "floor") {
      row = &kRows[find_row("floor_divide")];
    } else if (mode == "trunc") {
      row = &kRows[find_row("div_trunc")];
    } else if (!mode.empty()) {
      return div(a, b, mode);  // throws
    }
  }
  const bool scaled_row = row->name == "add" || row->name == "sub";
  if (in_place) {
    const Tensor x = args.tensor(0);
    if (scaled_row && args.has(2)) {
      const Operand alpha = alpha_of(args);
      return row->name == "add" ? add_(x, b, alpha) : sub_(x, b, alpha);
    }
    return binary_in_place(*row, x, b);
  }
  if (scaled_row && args.has(2)) {
    const Operand alpha = alpha_of(args);
    return row->name == "add" ? add(a, b, alpha) : sub(a, b, alpha);
  }
  return row->name == "pow" ? pow(a, b) : binary(*row, a, b);
}

/// Calls the row op of another name with the same arguments.
template <std::size_t I>
Value call_as(const OpArgs& args) {
  const Value values[] = {args.value(0), args.value(1)};
  return call_row(OpArgs(kOps[I], values, nullptr));
}

/// Python's reflected operators: `number - tensor` and the like, the tensor first.
template <Tensor (*F)(const Operand&, const Operand&)>
Value call_reflected(const OpArgs& args) {
  return F(operand(args, 1, true), args.tensor(0));
}
Tensor add_plain(const Operand& a, const Operand& b) {
  return add(a, b);
}
Tensor sub_plain(const Operand& a, const Operand& b) {
  return sub(a, b);
}
Tensor div_plain(const Operand& a, const Operand& b) {
  return div(a, b);
}

Value call_rsub(const OpArgs& args) {
  return rsub(args.tensor(0), operand(args, 1, true), alpha_of(args));
}
Value call_isclose(const OpArgs& args) {
  return isclose(args.tensor(0), args.tensor(1), args.number(2, 1e-5), args.number(3, 1e-8),
                 args.flag(4, false));
}
Value call_allclose(const OpArgs& args) {
  return allclose(args.tensor(0), args.tensor(1), args.number(2, 1e-5), args.number(3, 1e-8),
                  args.flag(4, false));
}
Value call_equal(const OpArgs& args) {
  return equal(args.tensor(0), args.tensor(1));
}

constexpr OpInfo kMoreOps[] = {
    {"subtract", "input, other", "sub", call_as<find_row("sub")>},
    {"multiply", "input, other", "mul", call_as<find_row("mul")>},
    {"divide", "input, other", "div", call_as<find_row("div")>},
    {"true_divide", "input, other", "div", call_as<find_row("div")>},
    {"not_equal", "input, other", "ne", call_as<find_row("ne")>},
    {"less", "input, other", "lt", call_as<find_row("lt")>},
    {"less_equal", "input, other", "le", call_as<find_row("le")>},
    {"greater", "input, other", "gt", call_as<find_row("gt")>},
    {"greater_equal", "input, other", "ge", call_as<find_row("ge")>},
    {"rsub", "input, other, *, alpha=1", "other - alpha * input", call_rsub},
    {"__radd__", "input, other", "other + input", call_reflected<add_plain>},
    {"__rsub__", "input, other", "other - input", call_reflected<sub_plain>},
    {"__rmul__", "input, other", "other * input", call_reflected<mul>},
    {"__rdiv__", "input, other", "other / input", call_reflected<div_plain>},
    {"__rtruediv__", "input, other", "other / input", call_reflected<div_plain>},
    {"__rfloordiv__", "input, other", "other // input", call_reflected<floor_divide>},
    {"__rmod__", "input, other", "other % input", call_reflected<remainder>},
    {"__rpow__", "input, other", "other ** input", call_reflected<pow>},
    {"__rand__", "input, other", "other & input", call_reflected<bitwise_and>},
    {"__ror__", "input, other", "other | input", call_reflected<bitwise_or>},
    {"__rxor__", "input, other", "other ^ input", call_reflected<bitwise_xor>},
    {"isclose", "input, other, rtol=1e-05, atol=1e-08, equal_nan=False",
     "|a - b| <= atol + rtol * |b|", call_isclose},
    {"allclose", "input, other, rtol=1e-05, atol=1e-08, equal_nan=False", "isclose everywhere",
     call_allclose},
    {"equal", "input, other", "same shape and elements", call_equal},
};

}  // namespace

std::span<const OpInfo> binary_ops() noexcept {
  return kOps;
}
std::span<const OpInfo> comparison_ops() noexcept {
  return kMoreOps;
}

Tensor isclose(const Tensor& a, const Tensor& b, double rtol, double atol, bool equal_nan) {
  if (a.dtype() != b.dtype()) {
    fail(ErrorCode::kRuntime, "isclose: dtypes differ: ", dtype_name(a.dtype()), " and ",
         dtype_name(b.dtype()));
  }
  if (!(rtol >= 0) || !(atol >= 0)) {
    fail(ErrorCode::kRuntime, "isclose: rtol ", rtol, " and atol ", atol, " must not be negative");
  }
  Tensor close = eq(a, b);
  if (equal_nan && is_floating(a.dtype()))
    close = logical_or(close, logical_and(ne(a, a), ne(b, b)));
  if (rtol == 0 && atol == 0)
    return close;
  const DType wide = is_floating(a.dtype()) ? a.dtype() : DType::kFloat64;
  const Tensor x = a.to(wide);
  const Tensor y = b.to(wide);
  const Tensor allowed = add(mul(abs(y), rtol), atol);
  const Tensor gap = abs(sub(x, y));
  // An infinite gap is close to nothing, and neither is a NaN.
  const Tensor near = logical_and(le(gap, allowed), isfinite(gap));
  return logical_or(close, near);
}

bool allclose(const Tensor& a, const Tensor& b, double rtol, double atol, bool equal_nan) {
  return all(isclose(a, b, rtol, atol, equal_nan)).item_int() != 0;
}

bool equal(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype()) {
    fail(ErrorCode::kRuntime, "equal: dtypes differ: ", dtype_name(a.dtype()), " and ",
         dtype_name(b.dtype()));
  }
  return a.sizes() == b.sizes() && all(eq(a, b)).item_int() != 0;
}

}  // namespace tenon
