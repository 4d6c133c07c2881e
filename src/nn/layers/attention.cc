#include "tenon/nn/layers/attention.h"

#include <limits>

#include "src/nn/layers/layer.h"
#include "tenon/nn/init.h"
#include "tenon/nn/layers/linear.h"
#include "tenon/ops/attention.h"
#include "tenon/ops/creation.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/index.h"
#include "tenon/ops/linear.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/view.h"

namespace tenon::nn {
namespace {

constexpr std::string_view kName = MultiheadAttention::kName;
constexpr std::string_view kOut = "out_proj";

/// Where the constructor registers the parameters. With weights of their own, those of query, key
/// and value are the first three.
constexpr std::size_t kInWeight = 0;
constexpr std::size_t kInBias = 4;
constexpr std::size_t kBiasK = 5;
constexpr std::size_t kBiasV = 6;

template <class... Parts>
[[noreturn]] void refuse(ErrorCode code, const Parts&... parts) {
  fail(code, kName, ": ", parts...);
}

struct Arguments {
  Tensor query, key, value;  // (L, N, *), or (N, L, *) with batch_first
  Tensor key_padding_mask;   // (N, S)
  Tensor attn_mask;
  bool need_weights = true;
  bool average_weights = true;
  bool is_causal = false;
  bool batched = true;
};

Tensor mask_of(const Value& value, const char* name) {
  if (value.is_none())
    return {};
  Tensor mask = value.as_tensor();
  if (mask.dtype() != DType::kBool && !is_floating(mask.dtype())) {
    refuse(ErrorCode::kAssertion, "only bool and floating types of ", name, " are supported, got ",
           dtype_name(mask.dtype()));
  }
  return mask;
}

bool flag_of(const Value& value, bool fallback) {
  return value.is_none() ? fallback : value.as_bool();
}

/// The checks of torch's _mha_shape_check.
void check_dims(const Arguments& a, std::int64_t heads) {
  const int ndim = a.query.ndim();
  if (ndim != 2 && ndim != 3) {
    refuse(ErrorCode::kAssertion, "query should be unbatched 2D or batched 3D, got ",
           a.query.sizes());
  }
  if (a.key.ndim() != ndim || a.value.ndim() != ndim) {
    refuse(ErrorCode::kAssertion, "query is ", ndim, "-d, so key and value must be, got ",
           a.key.sizes(), " and ", a.value.sizes());
  }
  if (a.key_padding_mask.defined() && a.key_padding_mask.ndim() != ndim - 1) {
    refuse(ErrorCode::kAssertion, "query is ", ndim, "-d, so key_padding_mask must be ", ndim - 1,
           "-d, got ", a.key_padding_mask.sizes());
  }
  if (!a.attn_mask.defined())
    return;
  if (a.attn_mask.ndim() != 2 && a.attn_mask.ndim() != 3) {
    refuse(ErrorCode::kAssertion, "attn_mask wants 2 or 3 dims, got ", a.attn_mask.sizes());
  }
  const Shape wanted{heads, a.query.size(0), a.key.size(0)};
  if (ndim == 2 && a.attn_mask.ndim() == 3 && a.attn_mask.sizes() != wanted) {
    refuse(ErrorCode::kAssertion, "attn_mask is ", a.attn_mask.sizes(), ", wants ", wanted);
  }
}

/// Sizes that only show once it is clear which dim is which.
struct Sizes {
  std::int64_t targets, sources, batch;
};

Sizes check_sizes(const Arguments& a, const MultiheadAttentionOptions& o, bool packed) {
  const int length = o.batch_first && a.batched ? 1 : 0;
  const Sizes s{a.query.size(length), a.key.size(length), a.query.size(1 - length)};
  if (a.query.size(2) != o.embed_dim) {
    refuse(ErrorCode::kAssertion, "was expecting embedding dimension of ", o.embed_dim,
           ", but got ", a.query.size(2), " (query ", a.query.sizes(), ")");
  }
  if (packed ? a.key.sizes() != a.value.sizes()
             : a.key.size(0) != a.value.size(0) || a.key.size(1) != a.value.size(1)) {
    refuse(ErrorCode::kAssertion, "key is ", a.key.sizes(), ", value ", a.value.sizes(),
           packed ? ": must be equal" : ": sequence and batch dims must be equal");
  }
  if (a.key.size(1 - length) != s.batch) {
    refuse(ErrorCode::kRuntime, "query has a batch of ", s.batch, ", key of ",
           a.key.size(1 - length), " (query ", a.query.sizes(), ", key ", a.key.sizes(), ")");
  }
  if (a.key_padding_mask.defined() && a.key_padding_mask.sizes() != Shape{s.batch, s.sources}) {
    refuse(ErrorCode::kAssertion, "expecting key_padding_mask of ", Shape{s.batch, s.sources},
           ", but got ", a.key_padding_mask.sizes());
  }
  if (a.attn_mask.defined()) {
    const Shape wanted = a.attn_mask.ndim() == 2
                             ? Shape{s.targets, s.sources}
                             : Shape{s.batch * o.num_heads, s.targets, s.sources};
    if (a.attn_mask.sizes() != wanted) {
      refuse(ErrorCode::kRuntime, "attn_mask is ", a.attn_mask.sizes(), ", but should be ", wanted);
    }
  }
  return s;
}

/// A mask as what is added to the scores, for `more` keys after its own as well.
Tensor added_mask(const Tensor& mask, DType dtype, std::int64_t more) {
  if (!mask.defined())
    return mask;
  Tensor added = mask;
  if (mask.dtype() == DType::kBool) {
    added = masked_fill(Tensor::zeros_in(mask.context(), mask.sizes(), dtype), mask,
                        -std::numeric_limits<double>::infinity());
  }
  const std::int64_t pad[] = {0, more};
  return more == 0 ? added : constant_pad_nd(added, pad, 0.0);
}

}  // namespace

MultiheadAttention::MultiheadAttention(const Options& options, bool initialize)
    : Module(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
  const std::int64_t embed = options.embed_dim;
  if (embed <= 0 || options.num_heads <= 0) {
    refuse(ErrorCode::kValue,
           "embed_dim and num_heads must be greater than 0, got embed_dim=", embed,
           " and num_heads=", options.num_heads, " instead");
  }
  if (embed % options.num_heads != 0) {
    refuse(ErrorCode::kAssertion, "embed_dim ", embed, " must be divisible by num_heads ",
           options.num_heads);
  }
  const DType dtype = parameter_dtype(kName, options.dtype);
  const std::int64_t kdim = options.kdim.value_or(embed);
  const std::int64_t vdim = options.vdim.value_or(embed);
  check_size(kName, "kdim", kdim);
  check_size(kName, "vdim", vdim);
  packed_weights_ = kdim == embed && vdim == embed;
  if (packed_weights_) {
    make_parameter(*this, "in_proj_weight", Shape{3 * embed, embed}, dtype);
    for (const char* name : {"q_proj_weight", "k_proj_weight", "v_proj_weight"})
      register_parameter(name, Tensor());
  } else {
    make_parameter(*this, "q_proj_weight", Shape{embed, embed}, dtype);
    make_parameter(*this, "k_proj_weight", Shape{embed, kdim}, dtype);
    make_parameter(*this, "v_proj_weight", Shape{embed, vdim}, dtype);
    register_parameter("in_proj_weight", Tensor());
  }
  if (options.bias) {
    make_parameter(*this, "in_proj_bias", Shape{3 * embed}, dtype);
  } else {
    register_parameter("in_proj_bias", Tensor());
  }
  LinearOptions out;
  out.in_features = out.out_features = embed;
  out.bias = options.bias;
  out.dtype = options.dtype;
  const Ref<Linear> projection = make<Linear>(out, initialize);
  projection->set_type_name("NonDynamicallyQuantizableLinear");
  add_module(kOut, projection);
  if (options.add_bias_kv) {
    make_parameter(*this, "bias_k", Shape{1, 1, embed}, dtype);
    make_parameter(*this, "bias_v", Shape{1, 1, embed}, dtype);
  }
  if (initialize) {
    reset_parameters();
  } else {
    mark_uninitialized();
  }
}

void MultiheadAttention::reset_parameters() {
  for (const char* name : {"in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight"}) {
    if (const Tensor& weight = own_parameter(name); weight.defined())
      init::xavier_uniform_(weight);
  }
  if (const Tensor& bias = own_parameter("in_proj_bias"); bias.defined()) {
    init::zeros_(bias);
    init::zeros_(get_parameter("out_proj.bias"));
  }
  for (const char* name : {"bias_k", "bias_v"}) {
    if (const Tensor& bias = own_parameter(name); bias.defined())
      init::xavier_normal_(bias);
  }
}

/// Query, key or value (part 0, 1, 2) times its weight.
Tensor MultiheadAttention::project(const Tensor& x, int part) {
  static constexpr std::string_view kNames[] = {"q_proj_weight", "k_proj_weight", "v_proj_weight"};
  const std::int64_t embed = options_.embed_dim;
  const Tensor& in_bias = parameter_at(*this, kInBias, "in_proj_bias");
  const Tensor bias = in_bias.defined() ? narrow(in_bias, 0, part * embed, embed) : Tensor();
  const Tensor weight =
      packed_weights_
          ? narrow(needed_parameter(*this, kInWeight, "in_proj_weight"), 0, part * embed, embed)
          : needed_parameter(*this, static_cast<std::size_t>(part), kNames[part]);
  return detail::linear(kName, x, weight, bias,
                        is_training() ? nullptr : &caches_[static_cast<std::size_t>(part)]);
}

/// (L, N, E) or (N, L, E) → (N, heads, L, E / heads).
Tensor MultiheadAttention::to_heads(const Tensor& projected, bool batch_first) const {
  const Shape& s = projected.sizes();
  const Tensor split = reshape(
      projected, Shape{s[0], s[1], options_.num_heads, options_.embed_dim / options_.num_heads});
  const std::int64_t batch_last[] = {1, 2, 0, 3};
  const std::int64_t batch_ahead[] = {0, 2, 1, 3};
  return permute(split, batch_first ? batch_ahead : batch_last);
}

Tensor MultiheadAttention::project_out(const Tensor& joined) {
  // As in torch the child's parameters are used, not its forward: its hooks do not run.
  const Ref<Module> out = get_submodule(kOut);
  return detail::linear(kName, joined, needed_parameter(*out, 0, "weight"),
                        parameter_at(*out, 1, "bias"), is_training() ? nullptr : &caches_[3]);
}

Value MultiheadAttention::forward(std::span<const Value> args, const Value& kwargs) {
  static constexpr std::array<std::string_view, 8> kNames{"query",
                                                          "key",
                                                          "value",
                                                          "key_padding_mask",
                                                          "need_weights",
                                                          "attn_mask",
                                                          "average_attn_weights",
                                                          "is_causal"};
  std::array<Value, kNames.size()> bound;
  bind_arguments(kName, args, kwargs, kNames, 3, bound.data());
  Arguments a;
  a.query = bound[0].as_tensor();
  a.key = bound[1].as_tensor();
  a.value = bound[2].as_tensor();
  a.key_padding_mask = mask_of(bound[3], "key_padding_mask");
  a.need_weights = flag_of(bound[4], true);
  a.attn_mask = mask_of(bound[5], "attn_mask");
  a.average_weights = flag_of(bound[6], true);
  a.is_causal = flag_of(bound[7], false);
  check_dims(a, options_.num_heads);
  a.batched = a.query.ndim() == 3;
  const bool same_key = a.key.is_same(a.value);
  if (!a.batched) {
    a.query = unsqueeze(a.query, 1);
    a.key = unsqueeze(a.key, 1);
    a.value = same_key ? a.key : unsqueeze(a.value, 1);
    if (a.key_padding_mask.defined())
      a.key_padding_mask = unsqueeze(a.key_padding_mask, 0);
  }
  if (a.is_causal && !a.attn_mask.defined()) {
    refuse(ErrorCode::kRuntime, "need attn_mask if specifying the is_causal hint");
  }
  const Sizes sizes = check_sizes(a, options_, packed_weights_);
  const bool batch_first = options_.batch_first && a.batched;

  const Tensor query = to_heads(project(a.query, 0), batch_first);
  std::vector<Tensor> keys{to_heads(project(a.key, 1), batch_first)};
  std::vector<Tensor> values{to_heads(project(a.value, 2), batch_first)};
  const Shape one{sizes.batch, options_.num_heads, 1, options_.embed_dim / options_.num_heads};
  const Tensor& bias_k = parameter_at(*this, kBiasK, "bias_k");
  const Tensor& bias_v = parameter_at(*this, kBiasV, "bias_v");
  if (bias_k.defined() && bias_v.defined()) {
    const Shape split{1, one[1], 1, one[3]};
    keys.push_back(expand(reshape(bias_k, split), one));
    values.push_back(expand(reshape(bias_v, split), one));
  }
  if (options_.add_zero_attn) {
    keys.push_back(Tensor::zeros_in(query.context(), one, query.dtype()));
    values.push_back(keys.back());
  }
  const std::int64_t more = static_cast<std::int64_t>(keys.size()) - 1;

  AttentionOptions options;
  options.dropout_p = is_training() ? options_.dropout.value() : 0;
  options.is_causal = a.is_causal && !a.key_padding_mask.defined() && !a.need_weights;
  if (!options.is_causal) {
    Tensor mask = added_mask(a.attn_mask, query.dtype(), more);
    if (mask.defined() && mask.ndim() == 3)
      mask = reshape(mask, Shape{sizes.batch, one[1], sizes.targets, mask.size(2)});
    Tensor padding = added_mask(a.key_padding_mask, query.dtype(), more);
    if (padding.defined())
      padding = reshape(padding, Shape{sizes.batch, 1, 1, padding.size(1)});
    options.attn_mask = mask.defined() && padding.defined() ? add(mask, padding)
                        : mask.defined()                    ? mask
                                                            : padding;
  }
  Tensor weights;
  const Tensor out =
      detail::attend(kName, query, more == 0 ? keys[0] : cat(keys, 2),
                     more == 0 ? values[0] : cat(values, 2), options,
                     a.need_weights ? &weights : nullptr);  // (N, heads, L, E / heads)

  const std::int64_t length_first[] = {2, 0, 1, 3};
  const std::int64_t batch_ahead[] = {0, 2, 1, 3};
  const Tensor joined = batch_first
                            ? reshape(permute(out, batch_ahead),
                                      Shape{sizes.batch, sizes.targets, options_.embed_dim})
                            : reshape(permute(out, length_first),
                                      Shape{sizes.targets, sizes.batch, options_.embed_dim});
  Tensor output = project_out(joined);
  const std::int64_t heads_dim[] = {1};
  if (weights.defined() && a.average_weights)
    weights = mean(weights, heads_dim);
  if (!a.batched) {
    output = select(output, 1, 0);
    if (weights.defined())
      weights = select(weights, 0, 0);
  }
  return Value::tuple({Value(output), Value(weights)});
}

}  // namespace tenon::nn
