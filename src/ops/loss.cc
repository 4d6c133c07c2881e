#include "tenon/ops/loss.h"

#include <limits>

#include "src/ops/op_tables.h"
#include "tenon/ops/creation.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/index.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/softmax.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

Tensor reduced(const Tensor& loss, Reduction reduction) {
  switch (reduction) {
    case Reduction::kMean:
      return mean(loss);
    case Reduction::kSum:
      return sum(loss);
    case Reduction::kNone:
      break;
  }
  return loss;
}

/// Losses of elements, weighted; the mean then divides by the weights.
Tensor weighted(const Tensor& loss, const Tensor& weight, Reduction reduction) {
  if (!weight.defined())
    return reduced(loss, reduction);
  const Tensor product = mul(loss, weight);
  if (reduction != Reduction::kMean)
    return reduced(product, reduction);
  return div(sum(product), sum(expand_as(weight, product)));
}

/// Where the classes lie: dim 0 of one sample, dim 1 of a batch.
std::int64_t class_dim(const Tensor& input) {
  return input.ndim() > 1 ? 1 : 0;
}

void check_class_shapes(std::string_view who, const Tensor& input, const Tensor& target,
                        const Tensor& weight) {
  if (input.ndim() == 0) {
    fail(ErrorCode::kRuntime, who, ": input needs one dim or more");
  }
  Shape wanted = input.sizes();
  wanted.erase(static_cast<std::size_t>(class_dim(input)));
  if (target.sizes() != wanted) {
    fail(input.ndim() > 1 && target.ndim() > 0 && input.sizes()[0] != target.sizes()[0]
             ? ErrorCode::kValue
             : ErrorCode::kRuntime,
         who, ": input ", input.sizes(), " wants a target of shape ", wanted, ", got ",
         target.sizes());
  }
  const std::int64_t classes = input.size(class_dim(input));
  if (weight.defined() && (weight.ndim() != 1 || weight.numel() != classes)) {
    fail(ErrorCode::kRuntime, who, ": weight is ", weight.sizes(), ", there are ", classes,
         " classes");
  }
}

/// Classes of samples: which are kept, and numbers that may be looked up for all of them.
struct Classes {
  Tensor kept;  ///< bool
  Tensor safe;  ///< int64, 0 where not kept
};

Classes read_classes(std::string_view who, const Tensor& target, std::int64_t classes,
                     std::int64_t ignore_index) {
  if (target.dtype() != DType::kInt64 && target.dtype() != DType::kUInt8) {
    fail(ErrorCode::kRuntime, who, ": target is ", dtype_name(target.dtype()),
         ", wants int64 classes");
  }
  const Tensor numbers = target.to(DType::kInt64).contiguous();
  const std::int64_t* t = numbers.data<std::int64_t>();
  for (std::int64_t i = 0; i < numbers.numel(); ++i) {
    if (t[i] != ignore_index && (t[i] < 0 || t[i] >= classes)) {
      fail(ErrorCode::kIndex, who, ": target ", t[i], " is out of bounds for ", classes,
           " classes");
    }
  }
  const Tensor kept = ne(numbers, ignore_index);
  return {kept, where(kept, numbers, std::int64_t{0})};
}

/// Weight of each sample's class, 0 where it is ignored.
Tensor sample_weights(const Classes& classes, const Tensor& weight, DType dtype) {
  if (!weight.defined())
    return classes.kept.to(dtype);
  const Tensor picked =
      reshape(index_select(weight, 0, flatten(classes.safe)), classes.safe.sizes());
  return where(classes.kept, picked, 0.0);
}

/// Losses of samples; the mean divides by their weights.
Tensor reduced_samples(const Tensor& loss, const Tensor& weights, Reduction reduction) {
  return reduction == Reduction::kMean ? div(sum(loss), sum(weights)) : reduced(loss, reduction);
}

Tensor nll(const Tensor& input, const Classes& classes, const Tensor& weights) {
  const std::int64_t dim = class_dim(input);
  const Tensor picked = squeeze(gather(input, dim, unsqueeze(classes.safe, dim)), Dims{dim});
  return where(classes.kept, mul(neg(picked), weights), 0.0);
}

/// `weight` (C), shaped to multiply `input`.
Tensor beside_classes(const Tensor& weight, const Tensor& input) {
  Dims sizes(static_cast<std::size_t>(input.ndim()), 1);
  sizes[static_cast<std::size_t>(class_dim(input))] = weight.numel();
  return reshape(weight, sizes);
}

Tensor cross_entropy_of_probabilities(const Tensor& log_probability, const Tensor& target,
                                      const Tensor& weight, Reduction reduction,
                                      double label_smoothing) {
  const std::int64_t dim = class_dim(log_probability);
  const std::int64_t classes = log_probability.size(dim);
  Tensor wanted = target;
  if (label_smoothing > 0) {
    wanted = add(mul(target, 1 - label_smoothing), label_smoothing / static_cast<double>(classes));
  }
  Tensor each = mul(log_probability, wanted);
  if (weight.defined())
    each = mul(each, beside_classes(weight, log_probability));
  const Tensor loss = neg(sum(each, Dims{dim}));
  if (reduction != Reduction::kMean)
    return reduced(loss, reduction);
  const double samples =
      log_probability.numel() == 0 ? 0.0 : static_cast<double>(log_probability.numel() / classes);
  return div(sum(loss), samples);
}

}  // namespace

Reduction reduction_from_word(std::string_view word) {
  if (word == "none")
    return Reduction::kNone;
  if (word == "mean" || word == "elementwise_mean")
    return Reduction::kMean;
  if (word == "sum")
    return Reduction::kSum;
  fail(ErrorCode::kValue, word, " is not a valid value for reduction: none, mean or sum");
}

Tensor mse_loss(const Tensor& input, const Tensor& target, Reduction reduction,
                const Tensor& weight) {
  return weighted(square(sub(input, target)), weight, reduction);
}

Tensor l1_loss(const Tensor& input, const Tensor& target, Reduction reduction,
               const Tensor& weight) {
  return weighted(abs(sub(input, target)), weight, reduction);
}

Tensor smooth_l1_loss(const Tensor& input, const Tensor& target, Reduction reduction, double beta) {
  if (beta < 0) {
    fail(ErrorCode::kRuntime, "smooth_l1_loss: beta is ", beta, ", must not be negative");
  }
  if (beta == 0)
    return l1_loss(input, target, reduction);
  const Tensor gap = abs(sub(input, target));
  return reduced(where(lt(gap, beta), mul(square(gap), 0.5 / beta), sub(gap, 0.5 * beta)),
                 reduction);
}

Tensor huber_loss(const Tensor& input, const Tensor& target, Reduction reduction, double delta,
                  const Tensor& weight) {
  if (!(delta > 0)) {
    fail(ErrorCode::kRuntime, "huber_loss: delta is ", delta, ", must be positive");
  }
  const Tensor gap = abs(sub(input, target));
  return weighted(where(le(gap, delta), mul(square(gap), 0.5), mul(sub(gap, 0.5 * delta), delta)),
                  weight, reduction);
}

Tensor nll_loss(const Tensor& input, const Tensor& target, const Tensor& weight,
                std::int64_t ignore_index, Reduction reduction) {
  constexpr std::string_view kName = "nll_loss";
  check_class_shapes(kName, input, target, weight);
  const Classes classes = read_classes(kName, target, input.size(class_dim(input)), ignore_index);
  const Tensor weights = sample_weights(classes, weight, input.dtype());
  return reduced_samples(nll(input, classes, weights), weights, reduction);
}

Tensor cross_entropy(const Tensor& input, const Tensor& target, const Tensor& weight,
                     std::int64_t ignore_index, Reduction reduction, double label_smoothing) {
  constexpr std::string_view kName = "cross_entropy";
  if (!(label_smoothing >= 0 && label_smoothing <= 1)) {
    fail(ErrorCode::kRuntime, kName, ": label_smoothing is ", label_smoothing,
         ", must be between 0 and 1");
  }
  if (input.ndim() == 0) {
    fail(ErrorCode::kRuntime, kName, ": input needs one dim or more");
  }
  const std::int64_t dim = class_dim(input);
  const Tensor log_probability = log_softmax(input, dim);
  if (target.sizes() == input.sizes()) {
    if (!is_floating(target.dtype())) {
      fail(ErrorCode::kRuntime, kName,
           ": target has input's shape, so it holds probabilities, but ", "it is ",
           dtype_name(target.dtype()));
    }
    if (ignore_index >= 0) {
      fail(ErrorCode::kRuntime, kName, ": ignore_index goes with class targets only");
    }
    return cross_entropy_of_probabilities(log_probability, target, weight, reduction,
                                          label_smoothing);
  }
  check_class_shapes(kName, input, target, weight);
  const Classes classes = read_classes(kName, target, input.size(dim), ignore_index);
  const Tensor weights = sample_weights(classes, weight, input.dtype());
  Tensor loss = nll(log_probability, classes, weights);
  if (label_smoothing > 0) {
    const Tensor each =
        weight.defined() ? mul(log_probability, beside_classes(weight, input)) : log_probability;
    const Tensor smooth = where(classes.kept, neg(sum(each, Dims{dim})), 0.0);
    loss = add(mul(loss, 1 - label_smoothing),
               mul(smooth, label_smoothing / static_cast<double>(input.size(dim))));
  }
  return reduced_samples(loss, weights, reduction);
}

Tensor binary_cross_entropy(const Tensor& input, const Tensor& target, const Tensor& weight,
                            Reduction reduction) {
  constexpr std::string_view kName = "binary_cross_entropy";
  if (input.sizes() != target.sizes()) {
    fail(ErrorCode::kValue, kName, ": target is ", target.sizes(), ", input ", input.sizes());
  }
  if (all(logical_and(ge(input, 0), le(input, 1))).item() == 0) {
    fail(ErrorCode::kRuntime, kName, ": input must lie between 0 and 1");
  }
  constexpr double kFloor = -100;
  const Tensor yes = mul(target, clamp(log(input), Operand(kFloor), std::nullopt));
  const Tensor no = mul(rsub(target, 1), clamp(log1p(neg(input)), Operand(kFloor), std::nullopt));
  Tensor loss = neg(add(yes, no));
  if (weight.defined())
    loss = mul(loss, weight);
  return reduced(loss, reduction);
}

Tensor binary_cross_entropy_with_logits(const Tensor& input, const Tensor& target,
                                        const Tensor& weight, const Tensor& pos_weight,
                                        Reduction reduction) {
  constexpr std::string_view kName = "binary_cross_entropy_with_logits";
  if (input.sizes() != target.sizes()) {
    fail(ErrorCode::kValue, kName, ": target is ", target.sizes(), ", input ", input.sizes());
  }
  // The cost of a target's missing part is none, however large the logarithm: not 0 * inf.
  const auto part = [](const Tensor& share, const Tensor& cost) {
    return mul(share, where(logical_and(isinf(cost), eq(share, 0)), 0.0, cost));
  };
  Tensor yes = part(target, neg(logsigmoid(input)));
  if (pos_weight.defined())
    yes = mul(yes, pos_weight);
  Tensor loss = add(yes, part(rsub(target, 1), neg(logsigmoid(neg(input)))));
  if (weight.defined())
    loss = mul(loss, weight);
  return reduced(loss, reduction);
}

// ---- the table
// -----------------------------------------------------------------------------------

namespace {

/// torch's `reduction`, or what the older `size_average` and `reduce` say.
Reduction reduction_of(const OpArgs& a, int size_average, int reduce, int reduction) {
  if (a.has(size_average) || a.has(reduce)) {
    if (!a.flag(reduce, true))
      return Reduction::kNone;
    return a.flag(size_average, true) ? Reduction::kMean : Reduction::kSum;
  }
  return reduction_from_word(a.text(reduction, "mean"));
}

constexpr std::int64_t kNoIgnored = -100;

Value call_mse_loss(const OpArgs& a) {
  return mse_loss(a.tensor(0), a.tensor(1), reduction_of(a, 2, 3, 4), a.tensor_or_null(5));
}
Value call_l1_loss(const OpArgs& a) {
  return l1_loss(a.tensor(0), a.tensor(1), reduction_of(a, 2, 3, 4), a.tensor_or_null(5));
}
Value call_smooth_l1_loss(const OpArgs& a) {
  return smooth_l1_loss(a.tensor(0), a.tensor(1), reduction_of(a, 2, 3, 4), a.number(5, 1));
}
Value call_huber_loss(const OpArgs& a) {
  return huber_loss(a.tensor(0), a.tensor(1), reduction_from_word(a.text(2, "mean")),
                    a.number(3, 1), a.tensor_or_null(4));
}
Value call_nll_loss(const OpArgs& a) {
  return nll_loss(a.tensor(0), a.tensor(1), a.tensor_or_null(2), a.integer(4, kNoIgnored),
                  reduction_of(a, 3, 5, 6));
}
Value call_cross_entropy(const OpArgs& a) {
  return cross_entropy(a.tensor(0), a.tensor(1), a.tensor_or_null(2), a.integer(4, kNoIgnored),
                       reduction_of(a, 3, 5, 6), a.number(7, 0));
}
Value call_binary_cross_entropy(const OpArgs& a) {
  return binary_cross_entropy(a.tensor(0), a.tensor(1), a.tensor_or_null(2),
                              reduction_of(a, 3, 4, 5));
}
Value call_binary_cross_entropy_with_logits(const OpArgs& a) {
  return binary_cross_entropy_with_logits(a.tensor(0), a.tensor(1), a.tensor_or_null(2),
                                          a.tensor_or_null(6), reduction_of(a, 3, 4, 5));
}

constexpr std::string_view kElementParams =
    "input, target, size_average=None, reduce=None, reduction='mean', weight=None";

constexpr OpInfo kOps[] = {
    {"mse_loss", kElementParams, "mean squared difference", call_mse_loss},
    {"l1_loss", kElementParams, "mean absolute difference", call_l1_loss},
    {"smooth_l1_loss", "input, target, size_average=None, reduce=None, reduction='mean', beta=1.0",
     "squared difference below beta, absolute above", call_smooth_l1_loss},
    {"huber_loss", "input, target, reduction='mean', delta=1.0, weight=None",
     "squared difference up to delta, linear above", call_huber_loss},
    {"nll_loss",
     "input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, "
     "reduction='mean'",
     "minus the log-probability of each target class", call_nll_loss},
    {"cross_entropy",
     "input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, "
     "reduction='mean', label_smoothing=0.0",
     "nll_loss of log_softmax", call_cross_entropy},
    {"binary_cross_entropy",
     "input, target, weight=None, size_average=None, reduce=None, reduction='mean'",
     "cross entropy of probabilities of yes and no", call_binary_cross_entropy},
    {"binary_cross_entropy_with_logits",
     "input, target, weight=None, size_average=None, reduce=None, reduction='mean', "
     "pos_weight=None",
     "binary_cross_entropy of sigmoid", call_binary_cross_entropy_with_logits},
};

}  // namespace

std::span<const OpInfo> loss_ops() noexcept {
  return kOps;
}

}  // namespace tenon
