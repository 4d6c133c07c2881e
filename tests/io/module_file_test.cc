// Whole models in one file: text and weights travel together.
#include "tenon/nn/containers.h"
#include "tenon/nn/registry.h"
#include "tenon/nn/text.h"
#include "tests/io/support.h"

using namespace tenon;
using namespace tenon::test;

namespace {

constexpr char kText[] =
    "Sequential(\n"
    "  (0): Linear(in_features=2, out_features=3, bias=True)\n"
    "  (1): ReLU()\n"
    "  (2): Linear(in_features=3, out_features=3, bias=False)\n"
    "  (3): Linear(in_features=3, out_features=3, bias=False)\n"
    ")";

/// The weights of kText; 2.weight and 3.weight are one tensor if `tied`.
Ref<nn::StateDict> weights(bool tied) {
  auto sd = make<nn::StateDict>(Context::current());
  sd->set("0.weight", Tensor::of<float>({1, 2, 3, 4, 5, 6}, {3, 2}));
  sd->set("0.bias", Tensor::of<float>({1, 0, -1}));
  const Tensor square = Tensor::of<float>({1, 2, 3, 4, 5, 6, 7, 8, 9}, {3, 3});
  sd->set("2.weight", square);
  sd->set("3.weight", tied ? square : square.clone());
  return sd;
}

void assert_equal_state(const nn::Module& module, const nn::StateDict& expected) {
  const auto state = module.state_dict();
  cr_assert(state->count() == expected.count());
  for (std::int64_t i = 0; i < expected.count(); ++i) {
    const Tensor is = state->tensor(expected.key(i));
    const Tensor wanted = expected.value(i).as_tensor();
    cr_assert(is.sizes() == wanted.sizes() &&
              std::memcmp(is.contiguous().raw_data(), wanted.contiguous().raw_data(),
                          static_cast<std::size_t>(wanted.numel() * 4)) == 0);
  }
}

}  // namespace

Test(module_file, a_saved_model_comes_back_in_eval_mode_without_gradients) {
  const Setting setting;
  const Folder folder;
  const auto module = nn::parse(kText);
  module->load_state_dict(*weights(false));
  io::save_module(*module, folder / "m");
  const auto back = io::load_module(folder / "m");
  assert_same(back->repr(), module->repr());
  assert_equal_state(*back, *weights(false));
  for (const auto& child : back->modules())
    cr_assert(not(child->is_training()));
  for (const Tensor& parameter : back->parameters()) {
    cr_assert(parameter.is_parameter() && !parameter.requires_grad());
  }
  io::ModelOptions options;
  options.train = true;
  const auto trainable = io::load_module(folder / "m", options);
  cr_assert(trainable->is_training());
  for (const Tensor& parameter : trainable->parameters())
    cr_assert(parameter.requires_grad());
}

Test(module_file, tied_parameters_are_one_parameter_again) {
  const Setting setting;
  const Folder folder;
  const auto sd = weights(true);
  sd->file_metadata().set("tenon.module", kText);
  io::save(*sd, folder / "m");
  cr_assert(io::load(folder / "m")->count() == 3);
  const auto back = io::load_module(folder / "m");
  cr_assert(back->get_parameter("2.weight").is_same(back->get_parameter("3.weight")));
  cr_assert(back->parameters().size() == 3u);
  assert_equal_state(*back, *sd);
  // And once more through a module.
  io::save_module(*back, folder / "n");
  cr_assert(contents(folder / "n").size() < contents(folder / "m").size() + 400);
  const auto again = io::load_module(folder / "n");
  cr_assert(again->get_parameter("2.weight").is_same(again->get_parameter("3.weight")));
}

Test(module_file, the_text_may_lie_in_a_file_beside_the_weights) {
  const Setting setting;
  const Folder folder;
  io::save(*weights(false), folder / "m");
  write_contents(folder / "m.txt", kText);
  const std::string missing = error_of(ErrorCode::kValue, [&] { io::load_module(folder / "m"); });
  assert_has(missing, "does not describe its model (no tenon.module in its metadata)");
  io::ModelOptions options;
  options.text_path = folder / "m.txt";
  assert_equal_state(*io::load_module(folder / "m", options), *weights(false));
  options.text_path = folder / "none.txt";
  assert_has(error_of(ErrorCode::kIo, [&] { io::load_module(folder / "m", options); }),
             "file_not_found: ");
}

Test(module_file, weights_that_do_not_fit_the_text_are_an_error) {
  const Setting setting;
  const Folder folder;
  const auto sd = weights(false);
  sd->file_metadata().set("tenon.module", kText);
  sd->remove("2.weight");
  sd->set("5.weight", Tensor::of<float>({1}));
  io::save(*sd, folder / "m");
  const std::string text = error_of(ErrorCode::kRuntime, [&] { io::load_module(folder / "m"); });
  assert_has(text, "2.weight");
  assert_has(text, "5.weight");
}

Test(module_file, a_note_that_is_no_alias_of_the_model_is_left_alone) {
  const Setting setting;
  const Folder folder;
  const auto sd = weights(false);
  sd->file_metadata().set("tenon.module", kText);
  sd->file_metadata().set("author", "0.weight");  // a text that happens to be a key
  io::save(*sd, folder / "m");
  assert_equal_state(*io::load_module(folder / "m"), *weights(false));
}

Test(module_file, the_report_holds_what_was_cast) {
  const Setting setting;
  const Folder folder;
  const auto sd = weights(false);
  sd->set("0.bias", Tensor::of<double>({1, 0, -1}));
  sd->file_metadata().set("tenon.module", kText);
  io::save(*sd, folder / "m");
  const auto report = make<nn::LoadReport>(Context::current());
  io::load_module(folder / "m", {}, report.get());
  cr_assert(report->list(nn::ReportKind::kCast).size() == 1u);
  assert_has(report->list(nn::ReportKind::kCast)[0], "0.bias");
}
