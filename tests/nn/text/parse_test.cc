// Models from text: what is built, what is assumed and said, what is refused; and text() back.
#include <criterion/criterion.h>

#include <string>
#include <vector>

#include "tenon/context.h"
#include "tenon/error.h"
#include "tenon/nn/containers.h"
#include "tenon/nn/registry.h"
#include "tenon/nn/text.h"
#include "tests/nn/text/expect.h"
#include "tests/support/json.h"

namespace {

using tenon::DType;
using tenon::make;
using tenon::Ref;
using tenon::Tensor;
using tenon::Value;
using tenon::nn::LoadReport;
using tenon::nn::Module;
using tenon::nn::ParseOptions;
using tenon::nn::ReportKind;
using tenon::nn::StateDict;

/// A context for the length of a test.
struct Scope {
  Scope() : context(tenon::Context::create()), scope(*context) {}
  ~Scope() { context->release(); }
  tenon::Context* context;
  tenon::ContextScope scope;
};

Ref<Module> parse(std::string_view text, const StateDict* state = nullptr,
                  LoadReport* report = nullptr) {
  ParseOptions options;
  options.state_dict = state;
  return tenon::nn::parse(text, options, report);
}

/// "code: text" of the error, or "" if the text parses.
std::string fault_of(std::string_view text, bool strict = false, const StateDict* state = nullptr) {
  try {
    ParseOptions options;
    options.strict = strict;
    options.state_dict = state;
    tenon::nn::parse(text, options);
    return "";
  } catch (const tenon::Error& error) {
    return std::string(tenon::error_code_name(error.code())) + ": " + error.text();
  }
}

std::string assumed(const LoadReport& report) {
  std::string lines;
  for (const std::string& line : report.list(ReportKind::kAssumed))
    lines += line + "\n";
  return lines;
}

std::string repr_of(std::string_view text) {
  return parse(text)->repr();
}

void expect_reprints(const char* text) {
  EXPECT_TEXT(repr_of(text), text);
}

/// A module of these options and the module its text gives are the same.
void expect_round_trip(const Module& module, const char* text) {
  EXPECT_TEXT(tenon::nn::text(module), text);
  const Ref<Module> again = parse(text);
  EXPECT_TEXT(again->repr(), module.repr());
  EXPECT_TEXT(tenon::nn::text(*again), text);
}

Value options(std::initializer_list<std::pair<const char*, Value>> entries) {
  Value dict = Value::dict();
  for (const auto& [name, value] : entries)
    dict.as_dict().set(name, value);
  return dict;
}

}  // namespace

Test(parse, builds_layers_and_containers_with_their_names) {
  Scope scope;
  const char* text =
      "Sequential(\n"
      "  (conv): Conv2d(3, 4, kernel_size=(3, 3), stride=(1, 1), padding=same, bias=False)\n"
      "  (list): ModuleList(\n"
      "    (0-1): 2 x Linear(in_features=3, out_features=2, bias=True)\n"
      "    (2): ReLU(inplace=True)\n"
      "  )\n"
      "  (dict): ModuleDict(\n"
      "    (z): Tanh()\n"
      "    (a): BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, "
      "track_running_stats=True)\n"
      "  )\n"
      "  (none): None\n"
      ")";
  const Ref<Module> module = parse(text);
  EXPECT_TEXT(module->repr(), text);
  cr_expect(module->get_submodule("list.1")->type_name() == "Linear");
  cr_expect(module->get_parameter("list.1.weight").sizes() == tenon::Shape({2, 3}));
  cr_expect(
      !module->get_parameter("list.0.weight").is_same(module->get_parameter("list.1.weight")));
  cr_expect(module->has("none"));
  cr_expect(!module->get_submodule("conv")->own_parameter("bias"));
}

Test(parse, options_come_by_position_keyword_and_bare_word) {
  Scope scope;
  const char* plain = "Conv2d(3, 4, kernel_size=(3, 3), stride=(2, 2), padding=same)";
  EXPECT_TEXT(repr_of("Conv2d(3, 4, 3, 1, 'same')"),
              "Conv2d(3, 4, kernel_size=(3, 3), stride=(1, 1), padding=same)");
  EXPECT_TEXT(repr_of("Conv2d(kernel_size=3, in_channels=3, out_channels=4, padding=(1, 1))"),
              "Conv2d(3, 4, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1))");
  cr_expect(!fault_of(plain).empty());  // 'same' with strides is refused as PyTorch does
  EXPECT_TEXT(repr_of("Dropout()"), "Dropout(p=0.5, inplace=False)");
}

Test(parse, the_spelling_of_numbers_and_tuples_stays) {
  Scope scope;
  expect_reprints("MaxPool2d(kernel_size=2, stride=2, padding=0, dilation=1, ceil_mode=False)");
  expect_reprints(
      "MaxPool2d(kernel_size=(2, 2), stride=(2, 2), padding=0, dilation=1, ceil_mode=False)");
  expect_reprints("LayerNorm((3, 4), eps=0.001, elementwise_affine=True, bias=True)");
  expect_reprints("AdaptiveAvgPool2d(output_size=(5, None))");
}

Test(parse, older_texts_are_read) {
  Scope scope;
  EXPECT_TEXT(
      repr_of("BatchNorm2d(4, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)"),
      "BatchNorm2d(4, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)");
  EXPECT_TEXT(repr_of("LayerNorm((4,), eps=1e-05, elementwise_affine=True)"),
              "LayerNorm((4,), eps=1e-05, elementwise_affine=True, bias=True)");
  EXPECT_TEXT(repr_of("ModuleList(\n  (0): ReLU()\n  (1): ReLU()\n)"),
              "ModuleList(\n  (0-1): 2 x ReLU()\n)");
}

Test(parse, a_missing_bias_key_tells_that_there_is_none) {
  Scope scope;
  const Ref<StateDict> state = make<StateDict>(*scope.context);
  state->set("norm.weight", Value(Tensor::ones(tenon::Shape({4}))));
  const Ref<Module> module = parse(
      "Sequential(\n  (norm): LayerNorm((4,), eps=1e-05, elementwise_affine=True)\n)", state.get());
  EXPECT_TEXT(module->repr(),
              "Sequential(\n"
              "  (norm): LayerNorm((4,), eps=1e-05, elementwise_affine=True, bias=False)\n"
              ")");
}

Test(parse, what_print_hides_is_assumed_and_said) {
  Scope scope;
  const Ref<LoadReport> report = make<LoadReport>(*scope.context);
  parse("Sequential(\n  (pool): AvgPool2d(kernel_size=2, stride=2, padding=0)\n  (1): ReLU()\n)",
        nullptr, report.get());
  EXPECT_TEXT(assumed(*report),
              "pool: AvgPool2d: ceil_mode assumed False\n"
              "pool: AvgPool2d: count_include_pad assumed True\n"
              "pool: AvgPool2d: divisor_override assumed None\n");
  report->list(ReportKind::kAssumed).clear();
  parse("AvgPool1d(kernel_size=(2,), stride=(2,), padding=(0,), ceil_mode=True)", nullptr,
        report.get());
  EXPECT_TEXT(assumed(*report), "AvgPool1d: count_include_pad assumed True\n");
}

Test(parse, strict_assumes_nothing) {
  Scope scope;
  EXPECT_TEXT(
      fault_of("Sequential(\n  (0): ReLU()\n  (pool): AvgPool1d((2,), (2,), (0,), False)\n)", true),
      "ValueError: line 3: AvgPool1d (pool): count_include_pad assumed True, which strict "
      "parsing refuses");
  EXPECT_TEXT(fault_of("AvgPool1d((2,), (2,), (0,), False, True)", true), "");
}

Test(parse, faults_name_line_class_path_and_fault) {
  Scope scope;
  EXPECT_TEXT(
      fault_of("Sequential(\n  (features): Sequential(\n    (0): Conv2d(3, 4, 3, pading=1)\n"
               "  )\n)"),
      "ValueError: line 3: Conv2d (features.0): unknown option 'pading'");
  EXPECT_TEXT(fault_of("Conv2d(3, 4, 3, pading=1)"),
              "ValueError: line 1: Conv2d: unknown option 'pading'");
  EXPECT_TEXT(fault_of("Linear(3, 4, in_features=3)"),
              "ValueError: line 1: Linear: option 'in_features' given twice");
  EXPECT_TEXT(fault_of("Sequential(\n  (0): Linear(3 4)\n)"),
              "ValueError: line 2: Linear (0): expected ',', found '4'");
  EXPECT_TEXT(fault_of("ReLU()\n# class ReLU at:\n"),
              "UNSUPPORTED: line 2: text after the model; forward as text is not supported");
  cr_expect(fault_of("Linear(3)").starts_with("ValueError: line 1: Linear: option 'out_features'"));
  cr_expect(
      fault_of("Linear(3, 'x')").starts_with("ValueError: line 1: Linear: option 'out_features'"));
  cr_expect(fault_of("Conv2d(3, 4, 3, groups=2)").starts_with("ValueError: line 1: Conv2d: "));
}

Test(parse, an_error_leaves_the_report_alone) {
  Scope scope;
  const Ref<LoadReport> report = make<LoadReport>(*scope.context);
  try {
    parse("Sequential(\n  (0): AvgPool2d(2)\n  (1): Linear(bad=1)\n)", nullptr, report.get());
    cr_expect(false);
  } catch (const tenon::Error&) {
  }
  cr_expect(report->list(ReportKind::kAssumed).empty());
}

Test(parse, unknown_classes_keep_their_print) {
  Scope scope;
  const char* text =
      "Net(\n"
      "  (block): Block(\n"
      "    dim=3, it's=<odd>\n"
      "    second line\n"
      "    (norm): LayerNorm2d((96,), eps=1e-06)\n"
      "    (act): ReLU()\n"
      "  )\n"
      "  (drop): DropPath(drop_prob=0.1)\n"
      "  (params): ParameterList(  (0): Parameter containing: [torch.float32 of size 2x3])\n"
      ")";
  expect_reprints(text);
  EXPECT_TEXT(tenon::nn::text(*parse(text)), text);
  expect_reprints("Experts(\n  (0-1): 2 x Expert()\n  (2): Other()\n)");
  expect_reprints("Chain(\n  (0): Expert()\n  (1): Expert()\n)");
}

Test(parse, slots_of_unknown_classes_come_from_the_state_dict) {
  Scope scope;
  const Ref<StateDict> state = make<StateDict>(*scope.context);
  state->set("token", Value(Tensor::ones(tenon::Shape({1, 4}))));
  state->set("block.scale", Value(Tensor::ones(tenon::Shape({3}), DType::kFloat64)));
  state->set("block.index", Value(Tensor::zeros(tenon::Shape({2}), DType::kInt64)));
  state->set("block.fc.weight", Value(Tensor::ones(tenon::Shape({2, 2}))));
  const char* text =
      "Net(\n  (block): Block(\n    (fc): Linear(in_features=2, out_features=2, bias=False)\n  "
      ")\n)";
  const Ref<LoadReport> report = make<LoadReport>(*scope.context);
  const Ref<Module> module = parse(text, state.get(), report.get());
  cr_expect(module->get_parameter("token").sizes() == tenon::Shape({1, 4}));
  cr_expect(module->get_parameter("block.scale").dtype() == DType::kFloat64);
  cr_expect(module->get_parameter("block.scale").requires_grad());
  cr_expect(module->get_buffer("block.index").dtype() == DType::kInt64);
  cr_expect(module->get_submodule("block")->parameter_slots().size() == 1);
  EXPECT_TEXT(assumed(*report),
              "Net: token (1, 4) assumed a parameter\n"
              "block: Block: scale (3,) assumed a parameter\n"
              "block: Block: index (2,) assumed a buffer\n");
  cr_expect(module->load_state_dict(*state)->all_matched());
  cr_expect(!module->get_parameter("token").is_uninitialized());
}

Test(parse, nothing_has_values_before_a_load) {
  Scope scope;
  const Ref<Module> module = parse("Sequential(\n  (0): Linear(in_features=2, out_features=2)\n)");
  for (const Tensor& parameter : module->parameters())
    cr_expect(parameter.is_uninitialized());
  try {
    module->call(Tensor::ones(tenon::Shape({1, 2})));
    cr_expect(false);
  } catch (const tenon::Error& error) {
    cr_expect(error.code() == tenon::ErrorCode::kRuntime);
  }
  module->initialize();
  cr_expect(module->call(Tensor::ones(tenon::Shape({1, 2}))).sizes() == tenon::Shape({1, 2}));
}

Test(parse, registered_classes_and_aliases_are_made) {
  Scope scope;
  std::string seen;
  tenon::nn::register_class(*scope.context, "Block",
                            tenon::nn::callback([&](tenon::nn::Call& call) {
                              if (call.kind() != tenon::nn::CallKind::kCreate)
                                return;
                              seen = call.get(tenon::nn::CallSlot::kArgs).to_string() +
                                     call.get(tenon::nn::CallSlot::kKwargs).to_string();
                              call.set(tenon::nn::CallSlot::kValue,
                                       tenon::nn::module_value(tenon::nn::create("Sequential")));
                            }));
  tenon::nn::register_alias(*scope.context, "ConvNormActivation", "Sequential");
  const Ref<Module> module = parse(
      "Sequential(\n"
      "  (0): Block(\n"
      "    3, stride=2\n"
      "    (act): ReLU()\n"
      "  )\n"
      "  (1): ConvNormActivation(\n"
      "    (0): Tanh()\n"
      "  )\n"
      ")");
  EXPECT_TEXT(seen, "(3,){'stride': 2}");
  cr_expect(module->has("0.act"));
  cr_expect(module->get_submodule("1")->type_name() == "ConvNormActivation");
  cr_expect(module->get_submodule("1")->call(Tensor::zeros(tenon::Shape({2}))).numel() == 2);
}

Test(parse, children_printed_under_a_layer_are_added) {
  Scope scope;
  const char* text = "Linear(\n  in_features=2, out_features=3, bias=True\n  (extra): ReLU()\n)";
  expect_reprints(text);
}

Test(text, options_that_print_hides_are_written) {
  Scope scope;
  expect_round_trip(*tenon::nn::create("AvgPool2d", options({{"kernel_size", Value(2)},
                                                             {"count_include_pad", Value(false)}})),
                    "AvgPool2d(kernel_size=2, stride=2, padding=0, count_include_pad=False)");
  expect_round_trip(*tenon::nn::create("MaxPool2d", options({{"kernel_size", Value(2)},
                                                             {"return_indices", Value(true)}})),
                    "MaxPool2d(kernel_size=2, stride=2, padding=0, dilation=1, ceil_mode=False, "
                    "return_indices=True)");
  expect_round_trip(*tenon::nn::create(
                        "Linear", options({{"in_features", Value(2)}, {"out_features", Value(3)}})),
                    "Linear(in_features=2, out_features=3, bias=True)");
}

Test(text, lists_collapse_equal_neighbours_only_if_all_options_are_equal) {
  Scope scope;
  const Value plain = options({{"kernel_size", Value(2)}});
  const Value counting = options({{"kernel_size", Value(2)}, {"count_include_pad", Value(false)}});
  const Ref<Module> list = make<tenon::nn::ModuleList>(std::vector<Ref<Module>>{
      tenon::nn::create("AvgPool2d", plain), tenon::nn::create("AvgPool2d", plain),
      tenon::nn::create("AvgPool2d", counting)});
  EXPECT_TEXT(list->repr(),
              "ModuleList(\n  (0-2): 3 x AvgPool2d(kernel_size=2, stride=2, padding=0)\n)");
  expect_round_trip(
      *list,
      "ModuleList(\n"
      "  (0-1): 2 x AvgPool2d(kernel_size=2, stride=2, padding=0)\n"
      "  (2): AvgPool2d(kernel_size=2, stride=2, padding=0, count_include_pad=False)\n"
      ")");
}

Test(text, a_converted_module_says_its_dtype) {
  Scope scope;
  const Ref<Module> linear =
      tenon::nn::create("Linear", options({{"in_features", Value(2)}, {"out_features", Value(3)}}));
  linear->float64();
  expect_round_trip(*linear,
                    "Linear(in_features=2, out_features=3, bias=True, dtype=torch.float64)");
  cr_expect(parse(tenon::nn::text(*linear))->get_parameter("weight").dtype() == DType::kFloat64);
}

Test(parse, texts_of_1_13_print_as_2_15_does) {
  Scope scope;
  const tenon::test::Json file = tenon::test::Json::load(TENON_TEXTS_1_13);
  int known = 0;
  for (const tenon::test::Json& recorded : file["cases"].items()) {
    const std::string& text = recorded["text"].as_string();
    if (!tenon::nn::is_known_class(*scope.context, text.substr(0, text.find('('))))
      continue;
    EXPECT_TEXT(repr_of(text), recorded["text_2_15"].as_string());
    ++known;
  }
  cr_expect(known > 15);
}
