// What is special about single layers. Expected values are PyTorch's (spec/cases.md) or worked out
// by hand.
#include <cmath>
#include <limits>
#include <thread>

#include "tests/nn/layers/layer_fixture.h"

using namespace tenon;
using namespace tenon::test;
using nn::Module;

namespace {

/// Parameters as spec/cases.md's fill F: one counter over all, ((7 k) mod 13) * 0.1 - 0.3.
void fill(Module& module) {
  int k = 0;
  for (const auto& [name, parameter] : module.named_parameters()) {
    parameter.begin_write("fill");
    for (std::int64_t i = 0; i < parameter.numel(); ++i, ++k) {
      parameter.data<float>()[i] = static_cast<float>(k * 7 % 13 * 0.1 - 0.3);
    }
  }
}

Tensor batch_norm_input() {
  return Tensor::of<float>({1, 2, 3, 2, 3, 1, 4, 4, 0}, {3, 3});
}

/// A convolution whose kernel is given, without bias.
Ref<Module> conv1d(std::vector<std::pair<std::string, Value>> entries, const Tensor& kernel) {
  entries.emplace_back("bias", Value(false));
  const Ref<Module> module = make_layer("Conv1d", std::move(entries));
  module->get_parameter("weight").copy_(kernel);
  return module;
}

Tensor ramp() {
  return Tensor::of<float>({1, 2, 3, 4, 5}, {1, 1, 5});
}
Tensor sum_kernel() {
  return Tensor::of<float>({1, 10, 100}, {1, 1, 3});
}

}  // namespace

// ---- Linear -------------------------------------------------------------------------------------

Test(linear, a_wrong_last_dimension_is_told_with_both_shapes) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("Linear", {{"in_features", 64}, {"out_features", 128}});
  same_text(error_of(ErrorCode::kRuntime,
                     [&] {
                       module->call(Tensor::zeros(Shape{1, 63}));
                     }),
            "Linear: last dimension is 63, weight wants 64 (input (1, 63), weight (128, 64))");
}

Test(linear, another_dtype_is_told) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("Linear", {{"in_features", 2}, {"out_features", 2}});
  same_text(error_of(ErrorCode::kRuntime,
                     [&] {
                       module->call(Tensor::zeros(Shape{1, 2}, DType::kFloat64));
                     }),
            "Linear: input is float64, weight is float32");
}

Test(linear, no_inputs_leave_the_bias) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("Linear", {{"in_features", 0}, {"out_features", 2}});
  module->get_parameter("bias").copy_(Tensor::of<float>({3, 4}));
  is_equal(module->call(Tensor::zeros(Shape{1, 0})), Tensor::of<float>({3, 4}, {1, 2}));
}

Test(linear, the_packed_weight_follows_every_way_of_changing_it) {
  LayerFixture fixture;
  const Ref<Module> module =
      make_layer("Linear", {{"in_features", 3}, {"out_features", 2}, {"bias", false}});
  module->eval();
  const Tensor input = Tensor::of<float>({1, 2, 3, 0, 1, 0}, {2, 3});  // two rows: packed
  const Tensor weight = module->get_parameter("weight");
  weight.copy_(Tensor::of<float>({1, 1, 1, 2, 2, 2}, {2, 3}));
  is_equal(module->call(input), Tensor::of<float>({6, 12, 1, 2}, {2, 2}), "first");
  is_equal(module->call(input), Tensor::of<float>({6, 12, 1, 2}, {2, 2}), "again");

  weight.fill_(1);
  is_equal(module->call(input), Tensor::of<float>({6, 6, 1, 1}, {2, 2}), "written in place");

  const auto state = module->state_dict()->clone();
  state->tensor("weight").fill_(2);
  module->load_state_dict(*state);
  is_equal(module->call(input), Tensor::of<float>({12, 12, 2, 2}, {2, 2}), "loaded");

  weight.set_content(Tensor::full(Shape{2, 3}, 3));
  is_equal(module->call(input), Tensor::of<float>({18, 18, 3, 3}, {2, 2}), "content exchanged");

  module->float64();
  is_equal(module->call(input.to(DType::kFloat64)), Tensor::of<double>({18, 18, 3, 3}, {2, 2}),
           "cast");
  module->float32();
  is_equal(module->call(input), Tensor::of<float>({18, 18, 3, 3}, {2, 2}), "cast back");

  module->register_parameter("weight", Tensor::full(Shape{2, 3}, 4).as_parameter());
  is_equal(module->call(input), Tensor::of<float>({24, 24, 4, 4}, {2, 2}), "replaced");

  const Tensor room = Tensor::full(Shape{4, 3}, 5);
  const Tensor rows = room.as_strided(Shape{2, 3}, Strides{6, 1}, 0).as_parameter();
  module->register_parameter("weight", rows);
  room.as_strided(Shape{3}, Strides{1}, 6).fill_(6);
  is_equal(module->call(input), Tensor::of<float>({30, 36, 5, 6}, {2, 2}), "a strided view");
  room.as_strided(Shape{3}, Strides{1}, 6).fill_(7);
  is_equal(module->call(input), Tensor::of<float>({30, 42, 5, 7}, {2, 2}), "written by an alias");
}

Test(linear, packed_and_unpacked_weights_give_the_same_bits) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("Linear", {{"in_features", 300}, {"out_features", 37}});
  for (const std::int64_t rows : {1, 2, 7, 16, 17, 40}) {
    const Tensor input = normal(Shape{rows, 300}, 5);
    module->train();
    const Tensor unpacked = module->call(input);
    module->eval();
    is_equal(module->call(input), unpacked);
  }
}

Test(linear, threads_may_race_for_the_first_packing_after_each_change) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("Linear", {{"in_features", 64}, {"out_features", 48}});
  module->eval();
  const Tensor input = normal(Shape{4, 64}, 2);
  for (int round = 0; round < 40; ++round) {
    module->get_parameter("bias").fill_(round);
    module->get_parameter("weight").fill_(round);
    module->train();
    const Tensor wanted = module->call(input);  // unpacked
    module->eval();
    std::vector<std::string> faults(4);
    std::vector<std::thread> threads;
    for (std::string& fault : faults) {
      threads.emplace_back([&] {
        const ContextScope scope(*fixture.context);
        for (int i = 0; i < 8 && fault.empty(); ++i) {
          fault = difference(module->call(input), wanted, Tolerance{0, 0});
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    for (const std::string& fault : faults) {
      cr_assert(fault.empty(), "round %d: %s", round, fault.c_str());
    }
  }
}

Test(linear, a_failure_inside_a_tree_begins_with_the_path) {
  LayerFixture fixture;
  const Ref<Module> outer = nn::create("Sequential");
  outer->add_module("fc1", make_layer("Linear", {{"in_features", 64}, {"out_features", 128}}));
  same_text(error_of(ErrorCode::kRuntime,
                     [&] {
                       outer->call(Tensor::zeros(Shape{1, 63}));
                     }),
            "fc1: Linear: last dimension is 63, weight wants 64 (input (1, 63), weight (128, 64))");
}

Test(linear, the_input_also_goes_by_its_name) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("Linear", {{"in_features", 2}, {"out_features", 3}});
  const Tensor input = normal(Shape{2, 2}, 2);
  const Value named = module->call(Value::tuple({}), options({{"input", input}}));
  is_equal(named.as_tensor(), module->call(input));
  error_of(ErrorCode::kType, [&] { module->call(Value::tuple({}), Value()); });
  error_of(ErrorCode::kType, [&] {
    module->call(Value::tuple({input}), options({{"input", input}}));
  });
  error_of(ErrorCode::kType, [&] { module->call(Value::tuple({}), options({{"x", input}})); });
}

// ---- Conv ---------------------------------------------------------------------------------------

Test(conv, same_padding_puts_the_odd_one_behind) {
  LayerFixture fixture;
  // Kernel 2: nothing before, one zero behind. y[i] = x[i] + 10 x[i + 1].
  const Ref<Module> module =
      conv1d({{"in_channels", 1}, {"out_channels", 1}, {"kernel_size", 2}, {"padding", "same"}},
             Tensor::of<float>({1, 10}, {1, 1, 2}));
  is_equal(module->call(ramp()), Tensor::of<float>({21, 32, 43, 54, 5}, {1, 1, 5}));
}

Test(conv, padding_modes_continue_the_signal_their_own_way) {
  LayerFixture fixture;
  const auto padded = [](const char* mode) {
    return conv1d({{"in_channels", 1},
                   {"out_channels", 1},
                   {"kernel_size", 3},
                   {"padding", 1},
                   {"padding_mode", mode}},
                  sum_kernel())
        ->call(ramp());
  };
  // y[i] = x[i - 1] + 10 x[i] + 100 x[i + 1].
  is_equal(padded("zeros"), Tensor::of<float>({210, 321, 432, 543, 54}, {1, 1, 5}));
  is_equal(padded("reflect"), Tensor::of<float>({212, 321, 432, 543, 454}, {1, 1, 5}));
  is_equal(padded("replicate"), Tensor::of<float>({211, 321, 432, 543, 554}, {1, 1, 5}));
  is_equal(padded("circular"), Tensor::of<float>({215, 321, 432, 543, 154}, {1, 1, 5}));
}

Test(conv, too_much_reflection_is_refused) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("Conv1d", {{"in_channels", 1},
                                                   {"out_channels", 1},
                                                   {"kernel_size", 3},
                                                   {"padding", 5},
                                                   {"padding_mode", "reflect"}});
  same_text(error_of(ErrorCode::kRuntime, [&] { module->call(ramp()); }),
            "Conv1d: padding 5 is too much for size 5 in mode reflect (input (1, 1, 5))");
}

Test(conv, other_channels_are_told_with_both_shapes) {
  LayerFixture fixture;
  const Ref<Module> module =
      make_layer("Conv2d", {{"in_channels", 3}, {"out_channels", 4}, {"kernel_size", 3}});
  same_text(
      error_of(ErrorCode::kRuntime,
               [&] {
                 module->call(Tensor::zeros(Shape{1, 2, 8, 8}));
               }),
      "Conv2d: input has 2 channels, weight wants 3 (input (1, 2, 8, 8), weight (4, 3, 3, 3), "
      "groups 1)");
}

Test(conv, a_kernel_larger_than_the_image_is_refused) {
  LayerFixture fixture;
  const Ref<Module> module =
      make_layer("Conv2d", {{"in_channels", 1}, {"out_channels", 1}, {"kernel_size", 5}});
  same_text(
      error_of(ErrorCode::kRuntime,
               [&] {
                 module->call(Tensor::zeros(Shape{1, 1, 4, 8}));
               }),
      "Conv2d: kernel 5 with dilation 1 does not fit size 4 with padding 0 + 0 (input (1, 1, 4, "
      "8))");
}

Test(conv, an_empty_batch_gives_an_empty_batch) {
  LayerFixture fixture;
  const Ref<Module> module =
      make_layer("Conv2d", {{"in_channels", 1}, {"out_channels", 2}, {"kernel_size", 3}});
  cr_assert(module->call(Tensor::zeros(Shape{0, 1, 4, 8})).sizes() == Shape({0, 2, 2, 6}));
}

Test(conv, the_packed_weight_follows_changes) {
  LayerFixture fixture;
  const Ref<Module> module =
      conv1d({{"in_channels", 1}, {"out_channels", 1}, {"kernel_size", 3}}, sum_kernel());
  module->eval();
  is_equal(module->call(ramp()), Tensor::of<float>({321, 432, 543}, {1, 1, 3}));
  module->get_parameter("weight").fill_(1);
  is_equal(module->call(ramp()), Tensor::of<float>({6, 9, 12}, {1, 1, 3}));
  module->train();
  is_equal(module->call(ramp()), Tensor::of<float>({6, 9, 12}, {1, 1, 3}));
}

// ---- normalisation ------------------------------------------------------------------------------

Test(batch_norm, training_divides_by_n_and_remembers_by_n_less_one) {  // BC-14
  LayerFixture fixture;
  const Ref<Module> module = make_layer("BatchNorm1d", {{"num_features", 3}, {"momentum", 1}});
  const Tensor trained = module->call(batch_norm_input());
  is_close(module->get_buffer("running_mean"), Tensor::of<float>({2.3333333f, 3, 1.3333333f}));
  is_close(module->get_buffer("running_var"), Tensor::of<float>({2.3333333f, 1, 2.3333333f}));
  cr_assert(eq(i64, module->get_buffer("num_batches_tracked").item_int(), 1));
  const auto row = [](const Tensor& t) { return t.as_strided(Shape{3}, Strides{1}, 0); };
  is_close(row(trained), Tensor::of<float>({-1.0690415f, -1.2247355f, 1.3363019f}));
  module->eval();
  is_close(row(module->call(batch_norm_input())),
           Tensor::of<float>({-.8728696f, -.9999950f, 1.0910871f}));
}

Test(batch_norm, without_momentum_the_statistics_are_plain_averages) {
  LayerFixture fixture;
  const Ref<Module> module =
      make_layer("BatchNorm1d", {{"num_features", 1}, {"momentum", Value()}});
  module->call(Tensor::of<float>({1, 3}, {2, 1}));   // mean 2, variance 2
  module->call(Tensor::of<float>({4, 10}, {2, 1}));  // mean 7, variance 18
  is_close(module->get_buffer("running_mean"), Tensor::of<float>({4.5f}));
  is_close(module->get_buffer("running_var"), Tensor::of<float>({10}));
}

Test(batch_norm, one_value_a_channel_cannot_be_trained_and_changes_nothing) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("BatchNorm1d", {{"num_features", 4}});
  same_text(error_of(ErrorCode::kValue,
                     [&] {
                       module->call(Tensor::ones(Shape{1, 4}));
                     }),
            "BatchNorm1d: more than 1 value a channel is needed for training, input is (1, 4)");
  cr_assert(eq(i64, module->get_buffer("num_batches_tracked").item_int(), 0));
  is_equal(module->get_buffer("running_mean"), Tensor::zeros(Shape{4}));
}

Test(batch_norm, other_numbers_of_dims_are_refused) {
  LayerFixture fixture;
  same_text(
      error_of(
          ErrorCode::kValue,
          [&] {
            make_layer("BatchNorm2d", {{"num_features", 3}})->call(Tensor::zeros(Shape{2, 3, 4}));
          }),
      "BatchNorm2d: input is 3-d, wants 4-d: (2, 3, 4)");
}

Test(batch_norm, files_of_before_version_2_load_without_a_counter) {  // R5.33
  LayerFixture fixture;
  const Ref<Module> module = make_layer("BatchNorm1d", {{"num_features", 2}});
  module->call(Tensor::of<float>({1, 2, 3, 4}, {2, 2}));
  const auto state = module->state_dict();
  const auto plain = make<nn::StateDict>(*fixture.context);  // no metadata
  for (std::int64_t i = 0; i < state->count(); ++i) {
    if (state->key(i) != "num_batches_tracked")
      plain->set(state->key(i), state->value(i));
  }
  cr_assert(module->load_state_dict(*plain)->all_matched());
  cr_assert(eq(i64, module->get_buffer("num_batches_tracked").item_int(), 1));
  state->remove("num_batches_tracked");  // its metadata say version 2
  error_of(ErrorCode::kRuntime, [&] { module->load_state_dict(*state); });
}

Test(layer_norm, an_input_that_does_not_end_in_the_shape_is_told) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("LayerNorm", {{"normalized_shape", 4}});
  same_text(error_of(ErrorCode::kRuntime,
                     [&] {
                       module->call(Tensor::zeros(Shape{2, 3}));
                     }),
            "LayerNorm: input (2, 3) does not end in normalized_shape (4,)");
}

// ---- LSTM ---------------------------------------------------------------------------------------

Test(lstm, gates_lie_in_the_order_i_f_g_o) {  // BC-11
  LayerFixture fixture;
  const Ref<Module> module = make_layer("LSTM", {{"input_size", 1}, {"hidden_size", 1}});
  fill(*module);
  const Value result = module->call(Value::tuple({Tensor::of<float>({1, -2}, {2, 1, 1})}), Value());
  is_close(result.at(0).as_tensor(), Tensor::of<float>({.1512929f, .2563009f}, {2, 1, 1}));
  is_close(result.at(1).at(0).as_tensor(), Tensor::of<float>({.2563009f}, {1, 1, 1}));
  is_close(result.at(1).at(1).as_tensor(), Tensor::of<float>({.6438339f}, {1, 1, 1}));
}

Test(lstm, a_run_in_two_halves_is_the_whole_run) {
  LayerFixture fixture;
  const Ref<Module> module =
      make_layer("LSTM", {{"input_size", 3}, {"hidden_size", 5}, {"num_layers", 2}});
  const Tensor input = normal(Shape{6, 2, 3}, 11);
  const auto part = [&](std::int64_t begin, std::int64_t steps) {
    return input.as_strided(Shape{steps, 2, 3}, input.strides(), begin * 6);
  };
  const Value whole = module->call(Value::tuple({input}), Value());
  const Value first = module->call(Value::tuple({part(0, 2)}), Value());
  const Value second = module->call(Value::tuple({part(2, 4)}), options({{"hx", first.at(1)}}));
  const Tensor all = whole.at(0).as_tensor();
  is_equal(second.at(0).as_tensor(), all.as_strided(Shape{4, 2, 5}, all.strides(), 20));
  is_equal(second.at(1).at(1).as_tensor(), whole.at(1).at(1).as_tensor());
}

Test(lstm, wrong_inputs_and_states_are_told) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("LSTM", {{"input_size", 3}, {"hidden_size", 5}});
  const auto text = [&](ErrorCode code, std::vector<Value> args) {
    return error_of(code, [&] { module->call(Value::tuple(std::move(args)), Value()); });
  };
  const auto zeros = [](std::initializer_list<std::int64_t> sizes) {
    return Tensor::zeros(Shape(sizes));
  };
  same_text(text(ErrorCode::kValue, {zeros({1, 2, 3, 3})}),
            "LSTM: input is 4-d, wants 2-d or 3-d: (1, 2, 3, 3)");
  same_text(text(ErrorCode::kRuntime, {zeros({4, 2, 7})}),
            "LSTM: last dimension is 7, input_size 3 (input (4, 2, 7))");
  same_text(text(ErrorCode::kRuntime,
                 {zeros({4, 2, 3}), Value::tuple({zeros({1, 9, 5}), zeros({1, 2, 5})})}),
            "LSTM: h0 is (1, 9, 5), wants (1, 2, 5)");
  same_text(
      text(ErrorCode::kRuntime, {zeros({4, 2, 3}), Value::tuple({zeros({2, 5}), zeros({2, 5})})}),
      "LSTM: input is 3-d, so h0 and c0 must be: (2, 5), (2, 5)");
}

// ---- the others ---------------------------------------------------------------------------------

Test(embedding, a_number_that_is_no_row_is_told) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("Embedding", {{"num_embeddings", 5}, {"embedding_dim", 2}});
  same_text(error_of(ErrorCode::kIndex,
                     [&] {
                       module->call(Tensor::of<std::int64_t>({1, 7}));
                     }),
            "Embedding: index 7 is out of range for 5 rows");
  same_text(error_of(ErrorCode::kRuntime, [&] { module->call(Tensor::of<float>({1})); }),
            "Embedding: indices are float32, want int64 or int32");
}

Test(embedding, looking_up_shrinks_rows_above_max_norm_in_place) {
  LayerFixture fixture;
  const Ref<Module> module =
      make_layer("Embedding", {{"num_embeddings", 2}, {"embedding_dim", 2}, {"max_norm", 1}});
  const Tensor weight = module->get_parameter("weight");
  weight.copy_(Tensor::of<float>({3, 4, 6, 8}, {2, 2}));
  is_close(module->call(Tensor::of<std::int64_t>({0})), Tensor::of<float>({.6f, .8f}, {1, 2}));
  is_close(weight, Tensor::of<float>({.6f, .8f, 6, 8}, {2, 2}));
}

Test(dropout, eval_returns_the_input_itself_and_draws_nothing) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("Dropout");
  module->eval();
  const Tensor input = Tensor::ones(Shape{3});
  std::vector<std::uint8_t> before(Generator::kStateBytes);
  std::vector<std::uint8_t> after(Generator::kStateBytes);
  fixture.context->generator().get_state(before);
  cr_assert(module->call(input).is_same(input));
  fixture.context->generator().get_state(after);
  cr_assert(before == after);
}

Test(dropout, half_types_keep_or_zero) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("Dropout", {{"p", 0.5}});
  for (const DType dtype : {DType::kFloat16, DType::kBFloat16}) {
    fixture.context->generator().manual_seed(3);
    const Tensor got = module->call(Tensor::ones(Shape{64}, dtype));
    fixture.context->generator().manual_seed(3);
    is_equal(got.to(DType::kFloat32), module->call(Tensor::ones(Shape{64})));
  }
}

Test(relu, in_place_writes_over_the_input_and_keeps_nan) {
  LayerFixture fixture;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Tensor input = Tensor::of<float>({-1, 2, nan});
  const Tensor output = make_layer("ReLU", {{"inplace", true}})->call(input);
  cr_assert(output.is_same(input));
  is_equal(input, Tensor::of<float>({0, 2, nan}));
}

Test(softmax, without_a_dim_it_takes_the_one_that_torch_takes) {
  LayerFixture fixture;
  const Ref<Module> implicit = make_layer("Softmax");
  for (const auto& [sizes, dim] : {std::pair<Shape, int>{Shape{4}, 0},
                                   {Shape{2, 3}, 1},
                                   {Shape{2, 3, 4}, 0},
                                   {Shape{2, 3, 4, 2}, 1}}) {
    const Tensor input = normal(sizes, 9);
    is_equal(implicit->call(input), make_layer("Softmax", {{"dim", dim}})->call(input));
  }
}

Test(pool, bad_windows_are_told) {
  LayerFixture fixture;
  const auto text = [&](std::vector<std::pair<std::string, Value>> entries, const Shape& sizes) {
    const Ref<Module> module = make_layer("MaxPool1d", std::move(entries));
    return error_of(ErrorCode::kRuntime, [&] { module->call(Tensor::zeros(sizes)); });
  };
  same_text(text({{"kernel_size", 2}, {"padding", 4}}, {1, 1, 8}),
            "MaxPool1d: padding 4 is more than half of kernel_size 2 with dilation 1");
  same_text(text({{"kernel_size", 2}, {"stride", 0}}, {1, 1, 8}),
            "MaxPool1d: stride is 0, wants more than 0");
  same_text(text({{"kernel_size", 9}}, {1, 1, 8}),
            "MaxPool1d: kernel_size (9,) does not fit input (1, 1, 8): output size would be 0");
  same_text(text({{"kernel_size", 2}}, {8}),
            "MaxPool1d: input is (8,), wants (C, L) or (N, C, L) with nothing but N empty");
}

Test(pool, indices_come_as_the_second_of_a_tuple) {
  LayerFixture fixture;
  const Ref<Module> module =
      make_layer("MaxPool1d", {{"kernel_size", 2}, {"return_indices", true}});
  const Value result =
      module->call(Value::tuple({Tensor::of<float>({5, 1, 2, 7}, {1, 1, 4})}), Value());
  is_equal(result.at(0).as_tensor(), Tensor::of<float>({5, 7}, {1, 1, 2}));
  is_equal(result.at(1).as_tensor(), Tensor::of<std::int64_t>({0, 3}, {1, 1, 2}));
}

Test(flatten, dims_that_lie_densely_become_a_view) {
  LayerFixture fixture;
  const Ref<Module> module = make_layer("Flatten");
  const Tensor input = normal(Shape{2, 3, 4}, 1);
  const Tensor output = module->call(input);
  cr_assert(output.shares_storage(input));
  cr_assert(output.sizes() == Shape({2, 12}));
  error_of(ErrorCode::kIndex, [&] { module->call(Tensor::zeros(Shape{3})); });
}

Test(initial_values, a_seed_gives_the_weights_of_torch) {
  LayerFixture fixture;
  fixture.context->generator().manual_seed(0);
  const Ref<Module> module = make_layer("Linear", {{"in_features", 3}, {"out_features", 2}});
  const Tensor first = module->get_parameter("weight").clone();
  fixture.context->generator().manual_seed(0);
  module->initialize();
  is_equal(module->get_parameter("weight"), first);
  // torch.manual_seed(0); nn.Linear(3, 2).weight[0, 0]
  is_close(first.as_strided(Shape{}, Strides{}, 0), Tensor::scalar(-0.0043225, DType::kFloat32));
}
