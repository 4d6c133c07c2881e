// Reductions. Floating elements are folded in double, integers in int64; the order is fixed.
#include <cmath>
#include <limits>

#include "src/ops/dims.h"
#include "src/ops/fold.h"
#include "src/ops/op_tables.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/index.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

using Int = std::int64_t;

// ---- folders
// ----------------------------------------------------------------------------------------

template <class T>
struct SumFolder {
  using Acc = T;
  using Result = T;
  T total{};
  void start(Int) { total = 0; }
  void block(const T* x, Int n) {
    if constexpr (std::is_same_v<T, double>) {
      total += ordered_sum(x, n);
    } else {
      std::uint64_t sum = static_cast<std::uint64_t>(total);
      for (Int i = 0; i < n; ++i)
        sum += static_cast<std::uint64_t>(x[i]);
      total = static_cast<Int>(sum);
    }
  }
  T finish() { return total; }
};

struct NansumFolder {
  using Acc = double;
  using Result = double;
  double total = 0;
  void start(Int) { total = 0; }
  void block(const double* x, Int n) {
    for (Int i = 0; i < n; ++i)
      total += x[i] != x[i] ? 0 : x[i];
  }
  double finish() { return total; }
};

template <class T>
struct ProdFolder {
  using Acc = T;
  using Result = T;
  T total{};
  void start(Int) { total = 1; }
  void block(const T* x, Int n) {
    for (Int i = 0; i < n; ++i) {
      if constexpr (std::is_same_v<T, double>) {
        total *= x[i];
      } else {
        total =
            static_cast<Int>(static_cast<std::uint64_t>(total) * static_cast<std::uint64_t>(x[i]));
      }
    }
  }
  T finish() { return total; }
};

/// Largest (kSign 1) or smallest (kSign -1); NaN wins.
template <class T, int kSign>
struct ExtremeFolder {
  using Acc = T;
  using Result = T;
  T best{};
  bool first = true;
  void start(Int) { first = true; }
  void block(const T* x, Int n) {
    for (Int i = 0; i < n; ++i) {
      const bool better = kSign > 0 ? x[i] > best : x[i] < best;
      if (first || better || (x[i] != x[i] && best == best))
        best = x[i];
      first = false;
    }
  }
  T finish() { return best; }
};

/// Its first index.
template <class T, int kSign>
struct ArgFolder {
  using Acc = T;
  using Result = Int;
  T best{};
  Int best_index = 0;
  Int index = 0;
  void start(Int) { index = best_index = 0; }
  void block(const T* x, Int n) {
    for (Int i = 0; i < n; ++i, ++index) {
      const bool better = kSign > 0 ? x[i] > best : x[i] < best;
      if (index == 0 || ((better || x[i] != x[i]) && best == best)) {
        best = x[i];
        best_index = index;
      }
    }
  }
  Int finish() { return best_index; }
};

/// Number of elements that are not zero.
template <class T>
struct CountFolder {
  using Acc = T;
  using Result = Int;
  Int count = 0;
  void start(Int) { count = 0; }
  void block(const T* x, Int n) {
    for (Int i = 0; i < n; ++i)
      count += x[i] != 0;
  }
  Int finish() { return count; }
};
template <class T>
struct AnyFolder : CountFolder<T> {
  Int finish() { return this->count > 0; }
};
template <class T>
struct AllFolder {
  using Acc = T;
  using Result = Int;
  bool all = true;
  void start(Int) { all = true; }
  void block(const T* x, Int n) {
    for (Int i = 0; i < n; ++i)
      all = all && x[i] != 0;
  }
  Int finish() { return all; }
};

struct MeanFolder {
  using Acc = double;
  using Result = double;
  double total = 0;
  Int count = 0;
  void start(Int) { total = 0, count = 0; }
  void block(const double* x, Int n) {
    total += ordered_sum(x, n);
    count += n;
  }
  double finish() { return total / static_cast<double>(count); }
};

/// Σ (x - mean)² over what is left of the count after the correction.
struct VarFolder {
  using Acc = double;
  using Result = double;
  const double* means;
  double correction;
  bool root;
  double mean = 0;
  double total = 0;
  Int count = 0;
  void start(Int group) { mean = means[group], total = 0, count = 0; }
  void block(const double* x, Int n) {
    count += n;
    double part[8] = {};
    Int i = 0;
    for (; i + 8 <= n; i += 8) {
      for (int k = 0; k < 8; ++k) {
        const double d = x[i + k] - mean;
        part[k] += d * d;
      }
    }
    for (int k = 0; i < n; ++i, ++k)
      part[k] += (x[i] - mean) * (x[i] - mean);
    total +=
        ((part[0] + part[4]) + (part[1] + part[5])) + ((part[2] + part[6]) + (part[3] + part[7]));
  }
  double finish() {
    const double left = static_cast<double>(count) - correction;
    const double var = total / (left > 0 ? left : 0);
    return root ? std::sqrt(var) : var;
  }
};

struct NormFolder {
  using Acc = double;
  using Result = double;
  double p;
  double total = 0;
  void start(Int) {
    total =
        p == -std::numeric_limits<double>::infinity() ? std::numeric_limits<double>::infinity() : 0;
  }
  void block(const double* x, Int n) {
    for (Int i = 0; i < n; ++i) {
      const double size = std::fabs(x[i]);
      if (p == 2) {
        total += size * size;
      } else if (p == 1) {
        total += size;
      } else if (p == 0) {
        total += size != 0 ? 1 : 0;
      } else if (std::isinf(p)) {
        const bool better = p > 0 ? size > total : size < total;
        if (better || size != size)
          total = size;
      } else {
        total += std::pow(size, p);
      }
    }
  }
  double finish() {
    if (p == 2)
      return std::sqrt(total);
    if (p == 0 || p == 1 || std::isinf(p))
      return total;
    return std::pow(total, 1 / p);
  }
};

struct LogsumexpFolder {
  using Acc = double;
  using Result = double;
  const double* largest;
  double shift = 0;
  double total = 0;
  void start(Int group) {
    shift = std::isinf(largest[group]) ? 0 : largest[group];
    total = 0;
  }
  void block(const double* x, Int n) {
    for (Int i = 0; i < n; ++i)
      total += std::exp(x[i] - shift);
  }
  double finish() { return std::log(total) + shift; }
};

// ---- running them
// -----------------------------------------------------------------------------------

template <class Folder>
Tensor run(const Tensor& x, const FoldPlan& plan, DType out_dtype, Folder folder) {
  const Tensor out = Tensor::empty_in(x.context(), plan.out_sizes, out_dtype);
  if (out.numel() > 0)
    fold(x, plan, out, folder);
  return out;
}

/// `Folder<double>` for floating tensors, `Folder<int64>` for the others.
template <template <class> class Folder>
Tensor run_either(const Tensor& x, const FoldPlan& plan, DType out_dtype) {
  if (is_floating(x.dtype()))
    return run(x, plan, out_dtype, Folder<double>{});
  return run(x, plan, out_dtype, Folder<Int>{});
}

template <class T>
using Largest = ExtremeFolder<T, 1>;
template <class T>
using Smallest = ExtremeFolder<T, -1>;
template <class T>
using ArgLargest = ArgFolder<T, 1>;
template <class T>
using ArgSmallest = ArgFolder<T, -1>;

void check_arithmetic(std::string_view op, const Tensor& x) {
  if (!has_arithmetic(x.dtype())) {
    fail(ErrorCode::kUnsupported, op, ": ", dtype_name(x.dtype()), " is for storage only");
  }
}

void check_floating(std::string_view op, const Tensor& x) {
  check_arithmetic(op, x);
  if (!is_floating(x.dtype())) {
    fail(ErrorCode::kNotImplemented, op, ": wants a floating dtype, got ", dtype_name(x.dtype()));
  }
}

FoldPlan plan_for(std::string_view op, const Tensor& x, std::span<const Int> dims, bool keepdim) {
  check_arithmetic(op, x);
  if (x.ndim() > 64)
    fail(ErrorCode::kRuntime, op, ": ", x.ndim(), " dims, at most 64 are supported");
  return FoldPlan(x, mark_dims(op, dims, x.sizes(), true), keepdim);
}

std::span<const Int> one_or_all(const std::optional<Int>& dim) {
  return dim ? std::span<const Int>(&*dim, 1) : std::span<const Int>();
}

DType sum_dtype(DType dtype) {
  return is_floating(dtype) ? dtype : DType::kInt64;
}

/// There must be something to choose from.
void check_choice(std::string_view op, const Tensor& x, std::span<const Int> dims) {
  if (x.numel() > 0)
    return;
  if (dims.empty()) {
    fail(ErrorCode::kRuntime, op, ": ", x.sizes(), " is empty; name a dim that is not");
  }
  for (const Int given : dims) {
    const Int d = wrap_dim(op, given, x.sizes());
    if (x.sizes()[static_cast<std::size_t>(d)] == 0) {
      fail(ErrorCode::kIndex, op, ": dim ", given, " of ", x.sizes(), " is empty");
    }
  }
}

/// Value and first index along a dim, from the index alone.
ValueAndIndex with_values(const Tensor& x, Int dim, bool keepdim, const Tensor& indices) {
  if (x.ndim() == 0)
    return {x.clone(), indices};
  const Tensor values = gather(x, dim, indices);
  if (keepdim)
    return {values, indices};
  const Int dims[] = {dim};
  return {squeeze(values, dims), squeeze(indices, dims)};
}

}  // namespace

Tensor sum(const Tensor& x, std::span<const Int> dims, bool keepdim, std::optional<DType> dtype) {
  const Tensor from = dtype ? x.to(*dtype) : x;
  const FoldPlan plan = plan_for("sum", from, dims, keepdim);
  return run_either<SumFolder>(from, plan, dtype.value_or(sum_dtype(x.dtype())));
}

Tensor nansum(const Tensor& x, std::span<const Int> dims, bool keepdim,
              std::optional<DType> dtype) {
  const Tensor from = dtype ? x.to(*dtype) : x;
  if (!is_floating(from.dtype()))
    return sum(from, dims, keepdim, dtype);
  return run(from, plan_for("nansum", from, dims, keepdim), from.dtype(), NansumFolder{});
}

Tensor mean(const Tensor& x, std::span<const Int> dims, bool keepdim, std::optional<DType> dtype) {
  const Tensor from = dtype ? x.to(*dtype) : x;
  check_floating("mean", from);
  return run(from, plan_for("mean", from, dims, keepdim), from.dtype(), MeanFolder{});
}

Tensor nanmean(const Tensor& x, std::span<const Int> dims, bool keepdim,
               std::optional<DType> dtype) {
  check_floating("nanmean", x);
  const Tensor count = sum(logical_not(isnan(x)), dims, keepdim);
  return div(nansum(x, dims, keepdim, dtype), count);
}

Tensor prod(const Tensor& x, std::optional<Int> dim, bool keepdim, std::optional<DType> dtype) {
  const Tensor from = dtype ? x.to(*dtype) : x;
  const FoldPlan plan = plan_for("prod", from, one_or_all(dim), keepdim);
  return run_either<ProdFolder>(from, plan, dtype.value_or(sum_dtype(x.dtype())));
}

Tensor amax(const Tensor& x, std::span<const Int> dims, bool keepdim) {
  const FoldPlan plan = plan_for("amax", x, dims, keepdim);
  check_choice("amax", x, dims);
  return run_either<Largest>(x, plan, x.dtype());
}

Tensor amin(const Tensor& x, std::span<const Int> dims, bool keepdim) {
  const FoldPlan plan = plan_for("amin", x, dims, keepdim);
  check_choice("amin", x, dims);
  return run_either<Smallest>(x, plan, x.dtype());
}

Tensor max(const Tensor& x) {
  check_choice("max", x, {});
  return run_either<Largest>(x, plan_for("max", x, {}, false), x.dtype());
}

Tensor min(const Tensor& x) {
  check_choice("min", x, {});
  return run_either<Smallest>(x, plan_for("min", x, {}, false), x.dtype());
}

ValueAndIndex max(const Tensor& x, Int dim, bool keepdim) {
  const Int dims[] = {dim};
  const FoldPlan plan = plan_for("max", x, dims, true);
  check_choice("max", x, dims);
  return with_values(x, dim, keepdim, run_either<ArgLargest>(x, plan, DType::kInt64));
}

ValueAndIndex min(const Tensor& x, Int dim, bool keepdim) {
  const Int dims[] = {dim};
  const FoldPlan plan = plan_for("min", x, dims, true);
  check_choice("min", x, dims);
  return with_values(x, dim, keepdim, run_either<ArgSmallest>(x, plan, DType::kInt64));
}

namespace {

/// argmax and argmin; without dim of the flattened tensor, every dim kept with size 1 by `keepdim`.
template <template <class> class Folder>
Tensor arg_extreme(std::string_view op, const Tensor& x, const std::optional<Int>& dim,
                   bool keepdim) {
  const FoldPlan plan = plan_for(op, x, one_or_all(dim), keepdim);
  if (x.dtype() == DType::kBool) {
    fail(ErrorCode::kNotImplemented, op, ": not implemented for bool");
  }
  if (x.numel() == 0 && !dim) {
    fail(ErrorCode::kIndex, op, ": ", x.sizes(), " is empty; name a dim that is not");
  }
  check_choice(op, x, one_or_all(dim));
  return run_either<Folder>(x, plan, DType::kInt64);
}

}  // namespace

Tensor argmax(const Tensor& x, std::optional<Int> dim, bool keepdim) {
  return arg_extreme<ArgLargest>("argmax", x, dim, keepdim);
}

Tensor argmin(const Tensor& x, std::optional<Int> dim, bool keepdim) {
  return arg_extreme<ArgSmallest>("argmin", x, dim, keepdim);
}

Tensor any(const Tensor& x, std::span<const Int> dims, bool keepdim) {
  const DType out = x.dtype() == DType::kUInt8 ? DType::kUInt8 : DType::kBool;
  return run_either<AnyFolder>(x, plan_for("any", x, dims, keepdim), out);
}

Tensor all(const Tensor& x, std::span<const Int> dims, bool keepdim) {
  const DType out = x.dtype() == DType::kUInt8 ? DType::kUInt8 : DType::kBool;
  return run_either<AllFolder>(x, plan_for("all", x, dims, keepdim), out);
}

Tensor count_nonzero(const Tensor& x, std::span<const Int> dims) {
  return run_either<CountFolder>(x, plan_for("count_nonzero", x, dims, false), DType::kInt64);
}

namespace {

Tensor spread(std::string_view op, const Tensor& x, std::span<const Int> dims, double correction,
              bool keepdim, bool root) {
  check_floating(op, x);
  const FoldPlan plan = plan_for(op, x, dims, keepdim);
  const Tensor means = run(x, plan, DType::kFloat64, MeanFolder{});
  VarFolder folder{means.data<double>(), correction, root};
  return run(x, plan, x.dtype(), folder);
}

}  // namespace

Tensor var(const Tensor& x, std::span<const Int> dims, double correction, bool keepdim) {
  return spread("var", x, dims, correction, keepdim, false);
}

Tensor std(const Tensor& x, std::span<const Int> dims, double correction, bool keepdim) {
  return spread("std", x, dims, correction, keepdim, true);
}

Tensor norm(const Tensor& x, double p, std::span<const Int> dims, bool keepdim,
            std::optional<DType> dtype) {
  const Tensor from = dtype ? x.to(*dtype) : x;
  check_floating("norm", from);
  const FoldPlan plan = plan_for("norm", from, dims, keepdim);
  if (plan.folded.count == 0 && (p < 0 || std::isinf(p))) {
    fail(ErrorCode::kRuntime, "norm: order ", p, " of no elements, ", x.sizes());
  }
  return run(from, plan, from.dtype(), NormFolder{p});
}

Tensor logsumexp(const Tensor& x, std::span<const Int> dims, bool keepdim) {
  check_arithmetic("logsumexp", x);
  const Tensor from = is_floating(x.dtype()) ? x : x.to(DType::kFloat32);
  const FoldPlan plan = plan_for("logsumexp", from, dims, keepdim);
  const Tensor largest = plan.folded.count > 0
                             ? run(from, plan, DType::kFloat64, Largest<double>{})
                             : Tensor::zeros_in(x.context(), plan.out_sizes, DType::kFloat64);
  return run(from, plan, from.dtype(), LogsumexpFolder{largest.data<double>()});
}

Tensor sum_to_size(const Tensor& x, std::span<const Int> sizes) {
  const Shape wanted(sizes);
  const auto refuse = [&] {
    fail(ErrorCode::kRuntime, "sum_to_size: ", wanted, " does not expand to ", x.sizes());
  };
  if (wanted.size() > x.sizes().size())
    refuse();
  const std::size_t shift = x.sizes().size() - wanted.size();
  Dims summed;
  for (std::size_t d = 0; d < x.sizes().size(); ++d) {
    if (d < shift) {
      summed.push_back(static_cast<Int>(d));
    } else if (wanted[d - shift] != x.sizes()[d]) {
      if (wanted[d - shift] != 1)
        refuse();
      summed.push_back(static_cast<Int>(d));
    }
  }
  if (summed.empty())
    return x;
  return reshape(sum(x, summed, true, x.dtype()), wanted);
}

}  // namespace tenon
