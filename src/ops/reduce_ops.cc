// The table of ops that fold.
#include <limits>

#include "src/ops/op_tables.h"
#include "src/ops/op_values.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/reduce.h"

namespace tenon {
namespace {

/// max and min are three: of all, along a dim, and of two tensors.
template <Tensor (*All)(const Tensor&), ValueAndIndex (*Along)(const Tensor&, std::int64_t, bool),
          Tensor (*Two)(const Operand&, const Operand&)>
Value call_extreme(const OpArgs& a) {
  if (a.has(3))
    return Two(a.tensor(0), a.tensor(3));
  if (!a.has(1))
    return All(a.tensor(0));
  if (a.value(1).is_tensor())
    return Two(a.tensor(0), a.tensor(1));
  return tuple_of(Along(a.tensor(0), a.integer(1), a.flag(2, false)));
}

/// Of "input, dim=None, unbiased=None, keepdim=False, *, correction=None"; a bool in dim's place is
/// `unbiased`.
struct SpreadArgs {
  Dims dims;
  double correction = 1;
  bool keepdim = false;

  explicit SpreadArgs(const OpArgs& a) {
    const bool short_form = a.value(1).kind() == ValueKind::kBool;
    if (!short_form)
      dims = a.dims(1);
    const bool unbiased = short_form ? a.flag(1, true) : a.flag(2, true);
    correction = a.has(4) ? a.number(4) : (unbiased ? 1 : 0);
    keepdim = a.flag(3, false);
  }
};
constexpr std::string_view kSpreadParams =
    "input, dim=None, unbiased=None, keepdim=False, *, correction=None";

template <Tensor (*F)(const Tensor&, std::span<const std::int64_t>, double, bool)>
Value call_spread(const OpArgs& a) {
  const SpreadArgs s(a);
  return F(a.tensor(0), s.dims, s.correction, s.keepdim);
}
template <Tensor (*F)(const Tensor&, std::span<const std::int64_t>, double, bool)>
Value call_spread_mean(const OpArgs& a) {
  const SpreadArgs s(a);
  return Value::tuple(
      {F(a.tensor(0), s.dims, s.correction, s.keepdim), mean(a.tensor(0), s.dims, s.keepdim)});
}

template <Tensor (*F)(const Tensor&, std::span<const std::int64_t>, bool, std::optional<DType>)>
Value call_sum(const OpArgs& a) {
  return F(a.tensor(0), a.dims(1), a.flag(2, false), a.dtype(3));
}
constexpr std::string_view kSumParams = "input, dim=None, keepdim=False, *, dtype=None";

template <Tensor (*F)(const Tensor&, std::span<const std::int64_t>, bool)>
Value call_dims(const OpArgs& a) {
  return F(a.tensor(0), a.dims(1), a.flag(2, false));
}

template <Tensor (*F)(const Tensor&, std::optional<std::int64_t>, bool)>
Value call_arg(const OpArgs& a) {
  return F(a.tensor(0), optional_int(a, 1), a.flag(2, false));
}

Tensor sum_all(const Tensor& x) {
  return sum(x);
}
Tensor mean_all(const Tensor& x) {
  return mean(x);
}

double norm_order(const OpArgs& a, int i, bool* nuclear) {
  *nuclear = false;
  if (!a.has(i))
    return 2;
  if (a.value(i).kind() != ValueKind::kString)
    return a.number(i);
  const std::string_view text = a.text(i, "");
  if (text == "fro")
    return 2;
  if (text == "inf")
    return std::numeric_limits<double>::infinity();
  if (text == "-inf")
    return -std::numeric_limits<double>::infinity();
  *nuclear = true;
  return 0;
}

Value call_norm(const OpArgs& a) {
  bool nuclear = false;
  const double p = norm_order(a, 1, &nuclear);
  if (nuclear) {
    fail(ErrorCode::kUnsupported, "norm: order '", a.text(1, ""), "' needs singular values");
  }
  return norm(a.tensor(0), p, a.dims(2), a.flag(3, false), a.dtype(4));
}

Value call_aminmax(const OpArgs& a) {
  const Dims dims = a.dims(1);
  const bool keepdim = a.flag(2, false);
  if (a.tensor(0).numel() == 0 && dims.empty()) {
    fail(ErrorCode::kRuntime, "aminmax: ", a.tensor(0).sizes(), " is empty");
  }
  for (const std::int64_t dim : dims) {
    const Tensor x = a.tensor(0);
    if (x.ndim() > 0 && dim >= -x.ndim() && dim < x.ndim() && x.size(dim) == 0) {
      fail(ErrorCode::kRuntime, "aminmax: dim ", dim, " of ", x.sizes(), " is empty");
    }
  }
  return Value::tuple({amin(a.tensor(0), dims, keepdim), amax(a.tensor(0), dims, keepdim)});
}

constexpr OpInfo kOps[] = {
    {"sum", kSumParams, "sum", call_sum<sum>, sum_all},
    {"nansum", kSumParams, "sum, NaN as 0", call_sum<nansum>},
    {"mean", kSumParams, "mean", call_sum<mean>, mean_all},
    {"nanmean", kSumParams, "mean, NaN left out", call_sum<nanmean>},
    {"prod", "input, dim=None, keepdim=False, *, dtype=None", "product",
     [](const OpArgs& a) -> Value {
       return prod(a.tensor(0), optional_int(a, 1), a.flag(2, false), a.dtype(3));
     }},
    {"amax", "input, dim=(), keepdim=False", "largest", call_dims<amax>},
    {"amin", "input, dim=(), keepdim=False", "smallest", call_dims<amin>},
    {"aminmax", "input, *, dim=None, keepdim=False", "smallest and largest", call_aminmax},
    {"max", "input, dim=None, keepdim=False, other=None", "largest, along a dim with its index",
     call_extreme<max, max, maximum>, max},
    {"min", "input, dim=None, keepdim=False, other=None", "smallest, along a dim with its index",
     call_extreme<min, min, minimum>, min},
    {"argmax", "input, dim=None, keepdim=False", "index of the largest", call_arg<argmax>},
    {"argmin", "input, dim=None, keepdim=False", "index of the smallest", call_arg<argmin>},
    {"any", "input, dim=None, keepdim=False", "not all are zero", call_dims<any>},
    {"all", "input, dim=None, keepdim=False", "none is zero", call_dims<all>},
    {"count_nonzero", "input, dim=None", "how many are not zero",
     [](const OpArgs& a) -> Value { return count_nonzero(a.tensor(0), a.dims(1)); }},
    {"var", kSpreadParams, "variance", call_spread<var>},
    {"std", kSpreadParams, "standard deviation", call_spread<std>},
    {"var_mean", kSpreadParams, "variance and mean", call_spread_mean<var>},
    {"std_mean", kSpreadParams, "standard deviation and mean", call_spread_mean<std>},
    {"norm", "input, p='fro', dim=None, keepdim=False, dtype=None", "p-norm", call_norm},
    {"linalg.vector_norm", "x, ord=2, dim=None, keepdim=False, *, dtype=None", "p-norm", call_norm},
    {"logsumexp", "input, dim, keepdim=False", "log of the sum of e^x", call_dims<logsumexp>},
    {"median", "input, dim=None, keepdim=False", "the lower median",
     [](const OpArgs& a) -> Value {
       if (!a.has(1))
         return median(a.tensor(0));
       return tuple_of(median(a.tensor(0), a.integer(1), a.flag(2, false)));
     }},
    {"cumsum", "input, dim, *, dtype=None", "running sums",
     [](const OpArgs& a) -> Value { return cumsum(a.tensor(0), a.integer(1), a.dtype(2)); }},
    {"cumprod", "input, dim, *, dtype=None", "running products",
     [](const OpArgs& a) -> Value { return cumprod(a.tensor(0), a.integer(1), a.dtype(2)); }},
    {"logcumsumexp", "input, dim", "log of running sums of e^x",
     [](const OpArgs& a) -> Value { return logcumsumexp(a.tensor(0), a.integer(1)); }},
    {"cummax", "input, dim", "running largest and its index",
     [](const OpArgs& a) -> Value { return tuple_of(cummax(a.tensor(0), a.integer(1))); }},
    {"cummin", "input, dim", "running smallest and its index",
     [](const OpArgs& a) -> Value { return tuple_of(cummin(a.tensor(0), a.integer(1))); }},
    {"sum_to_size", "input, *size", "summed to that shape",
     [](const OpArgs& a) -> Value { return sum_to_size(a.tensor(0), a.dims(1)); }},
};

}  // namespace

std::span<const OpInfo> reduce_ops() noexcept {
  return kOps;
}

}  // namespace tenon
