/// Attention: values weighed by how well their keys fit a query.
#ifndef TENON_OPS_ATTENTION_H_
#define TENON_OPS_ATTENTION_H_

#include <optional>
#include <string_view>

#include "tenon/random.h"
#include "tenon/tensor.h"

namespace tenon {

struct AttentionOptions {
  /// Broadcasts to (*, L, S). Bool: true takes part. Floating: added to the scores. Null: none.
  Tensor attn_mask = {};
  /// Weights that are dropped; drawn from `generator`, the context's if null.
  double dropout_p = 0;
  /// Query i sees keys 0 … i. Not together with a mask.
  bool is_causal = false;
  /// What the scores are multiplied with; nullopt: 1 / √E.
  std::optional<double> scale = {};
  /// Key and value may have fewer heads (dim -3) than the query, each serving several.
  bool enable_gqa = false;
  Generator* generator = nullptr;
};

/// softmax(query keyᵀ · scale + mask) value: query (*, L, E), key (*, S, E), value (*, S, V) give
/// (*, L, V); batch dims broadcast. A query that sees no key gives zeros, and no gradient. One
/// floating dtype for all; half types compute in float32. Throws kRuntime for sizes and dtypes that
/// do not fit.
Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const AttentionOptions& options = {});

namespace detail {
/// The same without checks; messages begin with `who`. `weights` (may be null) gets the weights
/// (*, L, S) after dropout.
Tensor attend(std::string_view who, const Tensor& query, const Tensor& key, const Tensor& value,
              const AttentionOptions& options, Tensor* weights);
}  // namespace detail

}  // namespace tenon

#endif  // TENON_OPS_ATTENTION_H_
