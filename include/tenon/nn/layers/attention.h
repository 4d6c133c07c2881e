/// MultiheadAttention.
#ifndef TENON_NN_LAYERS_ATTENTION_H_
#define TENON_NN_LAYERS_ATTENTION_H_

#include <array>
#include <optional>
#include <string_view>
#include <tuple>

#include "tenon/nn/module.h"
#include "tenon/nn/options.h"
#include "tenon/ops/packed.h"

namespace tenon::nn {

struct MultiheadAttentionOptions {
  std::int64_t embed_dim = 0;
  std::int64_t num_heads = 0;
  Real dropout = 0.0;
  bool bias = true;
  bool add_bias_kv = false;
  bool add_zero_attn = false;
  std::optional<std::int64_t> kdim = {};
  std::optional<std::int64_t> vdim = {};
  bool batch_first = false;
  Device device = {};
  std::optional<DType> dtype = {};

  static constexpr auto fields() {
    using O = MultiheadAttentionOptions;
    return std::tuple{
        required("embed_dim", &O::embed_dim, "Size of a query and of an output.").hidden(),
        required("num_heads", &O::num_heads, "Heads, each of embed_dim / num_heads.").hidden(),
        optional("dropout", &O::dropout, "Dropout on the weights, while training.").hidden(),
        optional("bias", &O::bias, "Learnable biases of the projections.").hidden(),
        optional("add_bias_kv", &O::add_bias_kv, "A learnable key and value more.").hidden(),
        optional("add_zero_attn", &O::add_zero_attn, "A key and value of zeros more.").hidden(),
        optional("kdim", &O::kdim, "Size of a key; None: embed_dim.").hidden(),
        optional("vdim", &O::vdim, "Size of a value; None: embed_dim.").hidden(),
        optional("batch_first", &O::batch_first, "Batched tensors are (N, L, *), not (L, N, *).")
            .hidden(),
        device_field<O>(),
        dtype_field<O>(),
    };
  }
};

/// Attention of several heads side by side. Arguments as torch: `query` (L, N, embed_dim), `key`
/// (S, N, kdim), `value` (S, N, vdim), with batch_first (N, L, *), or without N;
/// `key_padding_mask` (N, S) or (S), `attn_mask` (L, S) or (N * heads, L, S): bool (true: kept out)
/// or floating (added); `need_weights`, `average_attn_weights` (over heads), `is_causal` (a hint
/// that attn_mask is causal). Returns (output, weights or None). A query that sees no key has
/// weights 0 and the projection's bias as output (torch: NaN).
///
/// Parameters in_proj_weight (3 embed_dim, embed_dim), or q_proj_weight, k_proj_weight,
/// v_proj_weight when kdim or vdim differ; in_proj_bias, bias_k, bias_v; child out_proj. Throws
/// kAssertion for shapes that do not go together, kRuntime for masks of other sizes.
class MultiheadAttention final : public Module {
 public:
  using Options = MultiheadAttentionOptions;
  static constexpr std::string_view kName = "MultiheadAttention";
  static constexpr std::string_view kDoc = "Attention of several heads side by side.";
  /// Throws kValue unless embed_dim and num_heads are positive, kAssertion unless num_heads divides
  /// embed_dim.
  explicit MultiheadAttention(const Options& options, bool initialize = true);
  const Options& options() const noexcept { return options_; }

 protected:
  ~MultiheadAttention() override = default;
  Value forward(std::span<const Value> args, const Value& kwargs) override;
  void reset_parameters() override;

 private:
  Tensor project(const Tensor& x, int part);
  Tensor to_heads(const Tensor& projected, bool batch_first) const;
  Tensor project_out(const Tensor& joined);

  Options options_;
  bool packed_weights_;                // one in_proj_weight for query, key and value
  std::array<PackedCache, 4> caches_;  // of the projections of query, key, value, output
};

}  // namespace tenon::nn

#endif  // TENON_NN_LAYERS_ATTENTION_H_
