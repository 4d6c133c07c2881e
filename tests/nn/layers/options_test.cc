// Options: by position and keyword, their spelling, and what is wrong with them.
#include "tenon/nn/layers/conv.h"
#include "tenon/nn/layers/linear.h"
#include "tenon/nn/layers/pool.h"
#include "tests/nn/layers/layer_fixture.h"
#include "tests/nn/layers/python_call.h"

using namespace tenon;
using namespace tenon::test;

namespace {

std::string printed(std::string_view call) {
  return nn::as_module(python_call(call))->repr();
}

std::string refused(ErrorCode code, std::string_view call) {
  return error_of(code, [&] { python_call(call); });
}

}  // namespace

Test(options, an_unknown_option_is_named_beside_the_known_ones) {
  LayerFixture fixture;
  same_text(refused(ErrorCode::kType, "nn.Linear(3, 4, bais=False)"),
            "Linear: unknown option 'bais' (options: in_features, out_features, bias)");
}

Test(options, a_missing_option_is_named) {
  LayerFixture fixture;
  same_text(refused(ErrorCode::kType, "nn.Linear(2)"),
            "Linear: option 'out_features' is missing (int)");
}

Test(options, an_option_by_position_and_by_keyword_is_given_twice) {
  LayerFixture fixture;
  same_text(refused(ErrorCode::kType, "nn.Linear(2, 3, in_features=2)"),
            "Linear: option 'in_features' is given twice");
}

Test(options, too_many_options_are_counted) {
  LayerFixture fixture;
  same_text(refused(ErrorCode::kType, "nn.ReLU(True, 1)"),
            "ReLU: takes 1 options (inplace), got 2");
}

Test(options, a_wrong_kind_is_named_with_the_value) {
  LayerFixture fixture;
  same_text(refused(ErrorCode::kType, "nn.Linear('a', 2)"),
            "Linear: option 'in_features' wants int, got str 'a'");
  same_text(refused(ErrorCode::kType, "nn.Linear(2.5, 2)"),
            "Linear: option 'in_features' wants int, got float 2.5");
  same_text(refused(ErrorCode::kType, "nn.Linear(2, 2, None)"),
            "Linear: option 'bias' wants bool, got none");
}

Test(options, other_devices_are_not_offered) {
  LayerFixture fixture;
  same_text(printed("nn.Linear(2, 2, device='cpu')"),
            "Linear(in_features=2, out_features=2, bias=True)");
  same_text(refused(ErrorCode::kUnsupported, "nn.Linear(2, 2, device='cuda')"),
            "Linear: option 'device': 'cuda' is not offered");
}

Test(options, parameters_are_made_in_the_dtype_asked_for) {
  LayerFixture fixture;
  const auto module = nn::as_module(python_call("nn.Linear(2, 2, dtype=torch.float64)"));
  cr_assert(module->get_parameter("weight").dtype() == DType::kFloat64);
  refused(ErrorCode::kRuntime, "nn.Linear(2, 2, dtype=torch.int64)");
}

Test(options, numbers_print_as_they_were_spelled) {
  LayerFixture fixture;
  same_text(printed("nn.Dropout(0)"), "Dropout(p=0, inplace=False)");
  same_text(printed("nn.Dropout(0.0)"), "Dropout(p=0.0, inplace=False)");
  same_text(printed("nn.MaxPool2d(2)"),
            "MaxPool2d(kernel_size=2, stride=2, padding=0, dilation=1, ceil_mode=False)");
  same_text(printed("nn.MaxPool2d((2, 2), [1, 2])"),
            "MaxPool2d(kernel_size=(2, 2), stride=[1, 2], padding=0, dilation=1, ceil_mode=False)");
}

Test(options, structs_and_names_make_the_same_layer) {
  LayerFixture fixture;
  const auto linear = make<nn::Linear>(nn::LinearOptions{.in_features = 3, .out_features = 4});
  same_text(linear->repr(), printed("nn.Linear(3, 4)"));
  const auto conv = make<nn::Conv2d>(nn::ConvOptions{.in_channels = 1,
                                                     .out_channels = 2,
                                                     .kernel_size = {3, 5},
                                                     .padding = "same",
                                                     .padding_mode = "circular"});
  same_text(conv->repr(),
            printed("nn.Conv2d(1, 2, (3, 5), padding='same', padding_mode='circular')"));
  const auto pool = make<nn::MaxPool2d>(nn::MaxPoolOptions{.kernel_size = 2, .stride = 1});
  same_text(pool->repr(), printed("nn.MaxPool2d(2, 1)"));
}

Test(options, sizes_for_another_number_of_dims_are_refused) {
  LayerFixture fixture;
  same_text(refused(ErrorCode::kValue, "nn.Conv2d(1, 1, (3, 3, 3))"),
            "Conv2d: kernel_size has 3 entries, wants 2: (3, 3, 3)");
}

Test(registry, an_unknown_class_is_named) {
  LayerFixture fixture;
  same_text(error_of(ErrorCode::kKey, [&] { nn::create("Liner"); }),
            "create: unknown class 'Liner'");
}

Test(registry, containers_are_made_by_name) {
  LayerFixture fixture;
  same_text(nn::create("Sequential")->repr(), "Sequential()");
  same_text(nn::create("ModuleDict")->repr(), "ModuleDict()");
  same_text(printed("nn.Sequential(nn.Tanh())"), "Sequential(\n  (0): Tanh()\n)");
}

Test(registry, an_alias_prints_by_its_own_name) {
  LayerFixture fixture;
  nn::register_alias(*fixture.context, "Conv2dNormActivation", "Sequential");
  nn::register_alias(*fixture.context, "Dense", "Linear");
  same_text(nn::create("Conv2dNormActivation")->repr(), "Conv2dNormActivation()");
  same_text(printed("nn.Dense(1, 2)"), "Dense(in_features=1, out_features=2, bias=True)");
  error_of(ErrorCode::kKey, [&] { nn::register_alias(*fixture.context, "A", "NoSuchClass"); });
  nn::register_alias(*fixture.context, "A", "Dense");
  error_of(ErrorCode::kValue, [&] { nn::register_alias(*fixture.context, "Dense", "A"); });
}

Test(registry, a_class_of_the_host_is_made_by_its_callback) {
  LayerFixture fixture;
  nn::register_class(*fixture.context, "Twice", nn::callback([](nn::Call& call) {
    if (call.kind() != nn::CallKind::kCreate)
      return;
    const Value& args = call.get(nn::CallSlot::kArgs);
    call.set(nn::CallSlot::kValue, nn::module_value(nn::create("Linear", args, Value())));
  }));
  cr_assert(nn::is_known_class(*fixture.context, "Twice"));
  same_text(printed("nn.Twice(2, 3)"), "Linear(in_features=2, out_features=3, bias=True)");
}
