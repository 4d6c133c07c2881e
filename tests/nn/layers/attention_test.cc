// MultiheadAttention and scaled_dot_product_attention beyond the recorded cases.
#include "tenon/nn/layers/attention.h"

#include "tenon/nn/state_dict.h"
#include "tenon/nn/text.h"
#include "tenon/ops/attention.h"
#include "tenon/ops/creation.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/matmul.h"
#include "tenon/ops/softmax.h"
#include "tenon/ops/view.h"
#include "tests/nn/layers/layer_fixture.h"

using namespace tenon;
using namespace tenon::test;
using nn::Module;

namespace {

Ref<Module> attention(std::int64_t embed, std::int64_t heads,
                      std::vector<std::pair<std::string, Value>> more = {}) {
  more.insert(more.begin(), {{"embed_dim", embed}, {"num_heads", heads}});
  return make_layer("MultiheadAttention", std::move(more));
}

Value called(Module& module, std::vector<Value> args,
             std::vector<std::pair<std::string, Value>> kwargs = {}) {
  return module.call(Value::tuple(std::move(args)), options(std::move(kwargs)));
}

std::string refused(ErrorCode code, Module& module, std::vector<Value> args,
                    std::vector<std::pair<std::string, Value>> kwargs = {}) {
  return error_of(code, [&] { called(module, std::move(args), std::move(kwargs)); });
}

/// BC-01: identity projections, output bias (0.5, -0.5).
Ref<Module> identity_attention() {
  const Ref<Module> m = attention(2, 1, {{"batch_first", true}});
  const Tensor eye2 = eye(2);
  m->get_parameter("in_proj_weight").detach().copy_(cat({eye2, eye2, eye2}));
  m->get_parameter("in_proj_bias").detach().zero_();
  m->get_parameter("out_proj.weight").detach().copy_(eye2);
  m->get_parameter("out_proj.bias").detach().copy_(Tensor::of<float>({0.5f, -0.5f}));
  return m;
}

std::string keys_of(const Module& module) {
  std::string text;
  const Ref<nn::StateDict> state = module.state_dict();
  for (std::int64_t i = 0; i < state->count(); ++i)
    text += state->key(i) + to_string(state->tensor(state->key(i)).sizes()) + " ";
  return text;
}

}  // namespace

Test(attention, a_query_that_sees_no_key_has_weights_zero_and_the_bias_as_output) {  // BC-01
  LayerFixture fixture;
  const Ref<Module> m = identity_attention();
  const Tensor x = Tensor::of<float>({1, 0, 0, 1, 1, 1, 2, 0, 0, 2, 1, -1}, {2, 3, 2});
  const Tensor padding = Tensor::of<bool>({false, false, true, true, true, true}, {2, 3});
  const Tensor expected = Tensor::of<float>(
      {1.1697615f, -.1697615f, .8302385f, .1697615f, 1, 0, .5f, -.5f, .5f, -.5f, .5f, -.5f},
      {2, 3, 2});
  const Tensor weights = Tensor::of<float>(
      {.6697615f, .3302385f, 0, .3302385f, .6697615f, 0, .5f, .5f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
      {2, 3, 3});
  for (const bool training : {true, false}) {
    m->train(training);
    const Value with = called(*m, {x, x, x}, {{"key_padding_mask", padding}});
    is_close(with.at(0).as_tensor(), expected);
    is_close(with.at(1).as_tensor(), weights);
    const Value without =
        called(*m, {x, x, x}, {{"key_padding_mask", padding}, {"need_weights", false}});
    is_close(without.at(0).as_tensor(), expected);
    cr_assert(without.at(1).is_none());
  }
}

Test(attention, parameters_have_the_names_of_the_fused_and_the_split_form) {  // BC-43
  LayerFixture fixture;
  same_text(keys_of(*attention(4, 2)),
            "in_proj_weight(12, 4) in_proj_bias(12,) out_proj.weight(4, 4) out_proj.bias(4,) ");
  same_text(keys_of(*attention(4, 2, {{"kdim", 3}, {"vdim", 5}, {"add_bias_kv", true}})),
            "q_proj_weight(4, 4) k_proj_weight(4, 3) v_proj_weight(4, 5) in_proj_bias(12,) "
            "bias_k(1, 1, 4) bias_v(1, 1, 4) out_proj.weight(4, 4) out_proj.bias(4,) ");
  same_text(keys_of(*attention(4, 2, {{"bias", false}})),
            "in_proj_weight(12, 4) out_proj.weight(4, 4) ");
}

Test(attention, print_hides_the_heads_and_the_full_text_has_them) {
  LayerFixture fixture;
  const Ref<Module> m = attention(8, 2, {{"batch_first", true}});
  same_text(m->repr(),
            "MultiheadAttention(\n"
            "  (out_proj): NonDynamicallyQuantizableLinear(in_features=8, out_features=8, "
            "bias=True)\n"
            ")");
  const std::string text = nn::text(*m);
  cr_assert(text.find("num_heads=2") != std::string::npos, "%s", text.c_str());
  const Ref<Module> again = nn::parse(text);
  same_text(nn::text(*again), text);
  again->load_state_dict(*m->state_dict());
  const Tensor x = normal(Shape{2, 3, 8}, 1);
  again->train(true);
  is_equal(called(*again, {x, x, x}).at(0).as_tensor(), called(*m, {x, x, x}).at(0).as_tensor());
}

Test(attention, printed_text_alone_is_an_error_that_names_path_and_option) {
  LayerFixture fixture;
  const std::string printed =
      "Sequential(\n"
      "  (0): MultiheadAttention(\n"
      "    (out_proj): NonDynamicallyQuantizableLinear(in_features=8, out_features=8, bias=True)\n"
      "  )\n"
      ")";
  same_text(error_of(ErrorCode::kValue, [&] { nn::parse(printed); }),
            "line 2: MultiheadAttention (0): option 'num_heads' is not printed by PyTorch and has "
            "no default: write it into the parentheses");
}

Test(attention, batch_first_changes_the_order_of_dims_alone) {
  LayerFixture fixture;
  const Ref<Module> first = attention(6, 3, {{"batch_first", true}}), last = attention(6, 3);
  last->load_state_dict(*first->state_dict());
  const Tensor q = normal(Shape{2, 4, 6}, 1), k = normal(Shape{2, 5, 6}, 2);
  const Tensor v = normal(Shape{2, 5, 6}, 3);
  const Value one = called(*first, {q, k, v});
  const Value two = called(*last, {transpose(q, 0, 1), transpose(k, 0, 1), transpose(v, 0, 1)});
  is_equal(one.at(0).as_tensor(), transpose(two.at(0).as_tensor(), 0, 1).contiguous());
  is_equal(one.at(1).as_tensor(), two.at(1).as_tensor());
  const Value lone = called(*first, {select(q, 0, 0), select(k, 0, 0), select(v, 0, 0)});
  is_close(lone.at(0).as_tensor(), select(one.at(0).as_tensor(), 0, 0));
  is_close(lone.at(1).as_tensor(), select(one.at(1).as_tensor(), 0, 0));
}

Test(attention, the_causal_hint_is_the_causal_mask) {
  LayerFixture fixture;
  const Ref<Module> m = attention(4, 2);
  const Tensor x = normal(Shape{3, 2, 4}, 1);
  const Tensor mask = triu(Tensor::ones(Shape{3, 3}, DType::kBool), 1);
  const Tensor masked = called(*m, {x, x, x}, {{"attn_mask", mask}}).at(0).as_tensor();
  for (const bool need : {true, false}) {
    is_close(
        called(*m, {x, x, x}, {{"attn_mask", mask}, {"is_causal", true}, {"need_weights", need}})
            .at(0)
            .as_tensor(),
        masked);
  }
  same_text(refused(ErrorCode::kRuntime, *m, {x, x, x}, {{"is_causal", true}}),
            "MultiheadAttention: need attn_mask if specifying the is_causal hint");
}

Test(attention, weights_of_each_head_are_rows_of_one) {
  LayerFixture fixture;
  const Ref<Module> m = attention(4, 2, {{"add_bias_kv", true}, {"add_zero_attn", true}});
  const Tensor x = normal(Shape{3, 2, 4}, 1);
  const Tensor weights = called(*m, {x, x, x}, {{"average_attn_weights", false}}).at(1).as_tensor();
  cr_assert(weights.sizes() == (Shape{2, 2, 3, 5}));
  is_close(matmul(weights, Tensor::ones(Shape{5, 1})), Tensor::ones(Shape{2, 2, 3, 1}));
}

Test(attention, dropout_acts_while_training_only) {
  LayerFixture fixture;
  const Ref<Module> m = attention(4, 1, {{"dropout", 1.0}});
  const Tensor x = normal(Shape{3, 2, 4}, 1);
  const Value dropped = called(*m, {x, x, x});
  is_equal(dropped.at(1).as_tensor(), Tensor::zeros(Shape{2, 3, 3}));
  m->eval();
  is_close(matmul(called(*m, {x, x, x}).at(1).as_tensor(), Tensor::ones(Shape{3, 1})),
           Tensor::ones(Shape{2, 3, 1}));
}

Test(attention, what_does_not_fit_is_told_with_its_sizes) {
  LayerFixture fixture;
  const Ref<Module> m = attention(4, 2), split = attention(4, 2, {{"kdim", 3}});
  const Tensor x = normal(Shape{3, 2, 4}, 1), flat = normal(Shape{3, 4}, 1);
  const auto of = [](std::initializer_list<std::int64_t> sizes) {
    return Tensor::zeros(Shape(sizes), DType::kBool);
  };
  using E = ErrorCode;
  same_text(refused(E::kAssertion, *m, {normal(Shape{4}, 1), flat, flat}),
            "MultiheadAttention: query should be unbatched 2D or batched 3D, got (4,)");
  same_text(refused(E::kAssertion, *m, {x, flat, x}),
            "MultiheadAttention: query is 3-d, so key and value must be, got (3, 4) and (3, 2, 4)");
  same_text(refused(E::kAssertion, *m, {x, x, x}, {{"key_padding_mask", of({3})}}),
            "MultiheadAttention: query is 3-d, so key_padding_mask must be 2-d, got (3,)");
  same_text(refused(E::kAssertion, *m, {x, x, x}, {{"key_padding_mask", of({3, 2})}}),
            "MultiheadAttention: expecting key_padding_mask of (2, 3), but got (3, 2)");
  same_text(refused(E::kAssertion, *m, {x, x, x}, {{"attn_mask", of({3})}}),
            "MultiheadAttention: attn_mask wants 2 or 3 dims, got (3,)");
  same_text(refused(E::kRuntime, *m, {x, x, x}, {{"attn_mask", of({2, 3})}}),
            "MultiheadAttention: attn_mask is (2, 3), but should be (3, 3)");
  same_text(refused(E::kRuntime, *m, {x, x, x}, {{"attn_mask", of({2, 3, 3})}}),
            "MultiheadAttention: attn_mask is (2, 3, 3), but should be (4, 3, 3)");
  same_text(refused(E::kAssertion, *m, {flat, flat, flat}, {{"attn_mask", of({1, 3, 3})}}),
            "MultiheadAttention: attn_mask is (1, 3, 3), wants (2, 3, 3)");
  same_text(refused(E::kAssertion, *m, {x, x, x},
                    {{"attn_mask", Tensor::zeros(Shape{3, 3}, DType::kInt64)}}),
            "MultiheadAttention: only bool and floating types of attn_mask are supported, got "
            "int64");
  same_text(refused(E::kAssertion, *m, {normal(Shape{3, 2, 5}, 1), x, x}),
            "MultiheadAttention: was expecting embedding dimension of 4, but got 5 (query "
            "(3, 2, 5))");
  same_text(refused(E::kAssertion, *m, {x, x, normal(Shape{2, 2, 4}, 1)}),
            "MultiheadAttention: key is (3, 2, 4), value (2, 2, 4): must be equal");
  same_text(
      refused(E::kAssertion, *split, {x, normal(Shape{3, 2, 3}, 1), normal(Shape{2, 2, 4}, 1)}),
      "MultiheadAttention: key is (3, 2, 3), value (2, 2, 4): sequence and batch dims must "
      "be equal");
  same_text(refused(E::kRuntime, *m, {x, normal(Shape{3, 1, 4}, 1), normal(Shape{3, 1, 4}, 1)}),
            "MultiheadAttention: query has a batch of 2, key of 1 (query (3, 2, 4), key "
            "(3, 1, 4))");
  refused(E::kType, *m, {x});
}

Test(attention, impossible_options_are_refused) {
  LayerFixture fixture;
  same_text(error_of(ErrorCode::kValue, [] { attention(0, 1); }),
            "MultiheadAttention: embed_dim and num_heads must be greater than 0, got embed_dim=0 "
            "and num_heads=1 instead");
  same_text(error_of(ErrorCode::kAssertion, [] { attention(5, 2); }),
            "MultiheadAttention: embed_dim 5 must be divisible by num_heads 2");
}

Test(attention, an_empty_batch_gives_an_empty_batch) {
  LayerFixture fixture;
  const Ref<Module> m = attention(4, 2);
  const Tensor x = Tensor::zeros(Shape{3, 0, 4});
  const Value out = called(*m, {x, x, x});
  cr_assert(out.at(0).as_tensor().sizes() == (Shape{3, 0, 4}));
  cr_assert(out.at(1).as_tensor().sizes() == (Shape{0, 3, 3}));
}

Test(dot_product_attention, it_is_softmax_of_the_scaled_products_times_the_values) {
  LayerFixture fixture;
  const Tensor q = normal(Shape{2, 3, 4}, 1), k = normal(Shape{2, 5, 4}, 2);
  const Tensor v = normal(Shape{2, 5, 6}, 3);
  const Tensor products = matmul(q, transpose(k, -2, -1));
  is_close(scaled_dot_product_attention(q, k, v), matmul(softmax(mul(products, 0.5), -1), v));
  AttentionOptions scaled;
  scaled.scale = 2;
  is_close(scaled_dot_product_attention(q, k, v, scaled),
           matmul(softmax(mul(products, 2.0), -1), v));
}

Test(dot_product_attention, a_bool_mask_lets_through_and_a_float_mask_is_added) {
  LayerFixture fixture;
  const Tensor q = normal(Shape{2, 2}, 1), v = Tensor::of<float>({1, 2, 3, 4}, {2, 2});
  AttentionOptions options;
  options.attn_mask = Tensor::of<bool>({true, false, false, false}, {2, 2});
  is_close(scaled_dot_product_attention(q, q, v, options), Tensor::of<float>({1, 2, 0, 0}, {2, 2}));
  options.attn_mask = Tensor::of<float>({0, -INFINITY, -INFINITY, 0}, {2, 2});
  is_close(scaled_dot_product_attention(q, q, v, options), v);
}

Test(dot_product_attention, half_types_compute_in_float32) {
  LayerFixture fixture;
  const Tensor q = normal(Shape{2, 3, 4}, 1, DType::kFloat16);
  const Tensor wide = q.to(DType::kFloat32);
  AttentionOptions options;
  options.is_causal = true;
  is_equal(scaled_dot_product_attention(q, q, q, options),
           scaled_dot_product_attention(wide, wide, wide, options).to(DType::kFloat16));
}

Test(dot_product_attention, fewer_key_heads_serve_several_query_heads) {
  LayerFixture fixture;
  const Tensor q = normal(Shape{1, 4, 3, 2}, 1), k = normal(Shape{1, 2, 5, 2}, 2);
  AttentionOptions options;
  options.enable_gqa = true;
  const Tensor spread = repeat_interleave(k, 2, 1);
  is_equal(scaled_dot_product_attention(q, k, k, options),
           scaled_dot_product_attention(q, spread, spread));
  const Tensor three = normal(Shape{1, 3, 5, 2}, 2);
  same_text(error_of(ErrorCode::kRuntime,
                     [&] { scaled_dot_product_attention(q, three, three, options); }),
            "scaled_dot_product_attention: the heads of key (1, 3, 5, 2) do not divide those of "
            "query (1, 4, 3, 2)");
}

Test(dot_product_attention, what_does_not_fit_is_told) {
  LayerFixture fixture;
  const Tensor q = normal(Shape{3, 4}, 1), k = normal(Shape{5, 2}, 2);
  const auto refused_with = [](const Tensor& a, const Tensor& b, const AttentionOptions& options) {
    return error_of(ErrorCode::kRuntime, [&] { scaled_dot_product_attention(a, b, b, options); });
  };
  same_text(refused_with(q, k, {}),
            "scaled_dot_product_attention: sizes do not fit: query (3, 4), key (5, 2), value "
            "(5, 2)");
  same_text(refused_with(q, q.to(DType::kFloat64), {}),
            "scaled_dot_product_attention: query is float32, key float64, value float64: wants one "
            "dtype");
  AttentionOptions options;
  options.attn_mask = Tensor::zeros(Shape{3, 3}, DType::kInt64);
  same_text(refused_with(q, q, options),
            "scaled_dot_product_attention: attn_mask is int64, wants bool, float32 or the query's "
            "float32");
  options.is_causal = true;
  same_text(refused_with(q, q, options),
            "scaled_dot_product_attention: attn_mask should not be given when is_causal=True");
}
