#include "tenon/ops/attention.h"

#include <cmath>
#include <limits>

#include "src/ops/checks.h"
#include "tenon/ops/creation.h"
#include "tenon/ops/dropout.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/index.h"
#include "tenon/ops/matmul.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/softmax.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr std::int64_t kLastDim[] = {-1};

/// Softmax over the last dim. A row of nothing but -inf gives zeros: 0/0 would be NaN, and a zero
/// gradient through it NaN again, so such rows are taken out before and after.
Tensor masked_softmax(const Tensor& scores) {
  const Tensor dead = all(eq(scores, kNever), kLastDim, true);
  if (any(dead).item() == 0)
    return softmax(scores, -1);
  return masked_fill(softmax(masked_fill(scores, dead, 0.0), -1), dead, 0.0);
}

void check_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                     const AttentionOptions& options) {
  constexpr std::string_view kName = "scaled_dot_product_attention";
  if (query.dtype() != key.dtype() || query.dtype() != value.dtype()) {
    fail(ErrorCode::kRuntime, kName, ": query is ", dtype_name(query.dtype()), ", key ",
         dtype_name(key.dtype()), ", value ", dtype_name(value.dtype()), ": wants one dtype");
  }
  if (!is_floating(query.dtype())) {
    fail(ErrorCode::kRuntime, kName, ": ", dtype_name(query.dtype()), " is no floating dtype");
  }
  if (query.ndim() < 2 || key.ndim() < 2 || value.ndim() < 2) {
    fail(ErrorCode::kRuntime, kName, ": wants at least 2 dims, query is ", query.sizes(), ", key ",
         key.sizes(), ", value ", value.sizes());
  }
  if (query.size(-1) != key.size(-1) || key.size(-2) != value.size(-2)) {
    fail(ErrorCode::kRuntime, kName, ": sizes do not fit: query ", query.sizes(), ", key ",
         key.sizes(), ", value ", value.sizes());
  }
  const Tensor& mask = options.attn_mask;
  if (!mask.defined())
    return;
  if (options.is_causal) {
    fail(ErrorCode::kRuntime, kName, ": attn_mask should not be given when is_causal=True");
  }
  if (mask.dtype() != DType::kBool && mask.dtype() != DType::kFloat32 &&
      mask.dtype() != query.dtype()) {
    fail(ErrorCode::kRuntime, kName, ": attn_mask is ", dtype_name(mask.dtype()),
         ", wants bool, float32 or the query's ", dtype_name(query.dtype()));
  }
}

/// Each head of key or value, as often as query heads share it.
Tensor spread_heads(const Tensor& query, const Tensor& heads, const char* what) {
  if (query.ndim() < 3 || heads.ndim() < 3 || heads.size(-3) == 0 ||
      query.size(-3) % heads.size(-3) != 0) {
    fail(ErrorCode::kRuntime, "scaled_dot_product_attention: the heads of ", what, " ",
         heads.sizes(), " do not divide those of query ", query.sizes());
  }
  const std::int64_t times = query.size(-3) / heads.size(-3);
  return times == 1 ? heads : repeat_interleave(heads, times, heads.ndim() - 3);
}

}  // namespace

namespace detail {

Tensor attend(std::string_view who, const Tensor& query, const Tensor& key, const Tensor& value,
              const AttentionOptions& options, Tensor* weights) {
  const DType dtype = query.dtype();
  if (is_half(dtype)) {
    AttentionOptions wide = options;
    if (is_half(options.attn_mask.defined() ? options.attn_mask.dtype() : DType::kFloat32))
      wide.attn_mask = to_float(options.attn_mask);
    const Tensor out = attend(who, to_float(query), to_float(key), to_float(value), wide, weights);
    if (weights != nullptr)
      *weights = weights->to(dtype);
    return out.to(dtype);
  }
  const double scale = options.scale.has_value()
                           ? *options.scale
                           : 1 / std::sqrt(static_cast<double>(query.size(-1)));
  Tensor scores = matmul(mul(query, scale), transpose(key, -2, -1));
  if (options.is_causal) {
    const Tensor all_pairs = Tensor::ones(Shape{query.size(-2), key.size(-2)}, DType::kBool);
    scores = masked_fill(scores, triu(all_pairs, 1), kNever);
  }
  const Tensor& mask = options.attn_mask;
  if (mask.defined()) {
    scores = mask.dtype() == DType::kBool
                 ? where(mask, scores, kNever)
                 : add(scores, mask.dtype() == dtype ? mask : mask.to(dtype));
  }
  Tensor shares =
      options.is_causal || mask.defined() ? masked_softmax(scores) : softmax(scores, -1);
  if (options.dropout_p != 0) {
    Generator& generator =
        options.generator != nullptr ? *options.generator : query.context().generator();
    shares = dropout(shares, options.dropout_p, true, generator);
  }
  if (weights != nullptr)
    *weights = shares;
  return matmul(shares, value);
}

}  // namespace detail

Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const AttentionOptions& options) {
  check_attention(query, key, value, options);
  Tensor keys = key;
  Tensor values = value;
  if (options.enable_gqa) {
    keys = spread_heads(query, key, "key");
    values = spread_heads(query, value, "value");
  }
  return detail::attend("scaled_dot_product_attention", query, keys, values, options, nullptr);
}

}  // namespace tenon
