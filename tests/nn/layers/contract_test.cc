// What every registered layer must do, whatever it computes.
#include "tenon/ops/creation.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/view.h"
#include "tests/nn/layers/layer_fixture.h"
#include "tests/nn/layers/layer_samples.h"
#include "tests/nn/layers/python_call.h"

using namespace tenon;
using namespace tenon::test;
using nn::LayerInfo;
using nn::Module;

namespace {

const LayerSample& sample_of(std::string_view name) {
  for (const LayerSample& sample : layer_samples()) {
    if (sample.name == name)
      return sample;
  }
  cr_fatal("%.*s has no row in tests/nn/layers/layer_samples.h", static_cast<int>(name.size()),
           name.data());
  std::abort();
}

Ref<Module> made(const LayerSample& sample) {
  return nn::as_module(python_call(sample.call));
}

Tensor numbers_below(std::int64_t count, std::int64_t end) {
  Tensor t = Tensor::zeros(Shape{count}, DType::kInt64);
  for (std::int64_t i = 0; i < count; ++i)
    t.data<std::int64_t>()[i] = i % end;
  return t;
}

Tensor input_of(const LayerSample& sample, DType dtype = DType::kFloat32) {
  if (sample.inputs == Inputs::kRows)
    return reshape(numbers_below(numel_of(sample.input), 5), sample.input);
  return normal(sample.input, 3, dtype);
}

std::vector<Value> arguments_of(const LayerSample& sample, const Tensor& input) {
  switch (sample.inputs) {
    case Inputs::kOne:
    case Inputs::kRows:
      return {input};
    case Inputs::kThrice:
      return {input, input, input};
    case Inputs::kTarget:
      return {input, zeros_like(input)};
    case Inputs::kClasses:
      return {input, numbers_below(input.size(0), input.size(1))};
    case Inputs::kProbabilities:
      return {sigmoid(input), sigmoid(input)};
  }
  return {};
}

Tensor called(Module& module, const LayerSample& sample, const Tensor& input) {
  const Value output = module.call(Value::tuple(arguments_of(sample, input)), Value());
  return output.is_sequence() ? output.at(0).as_tensor() : output.as_tensor();
}

}  // namespace

Test(contract, the_table_is_sorted_and_every_name_is_found) {
  std::string_view previous;
  for (const LayerInfo& info : nn::layers()) {
    cr_assert(previous < info.name);
    previous = info.name;
    cr_assert(nn::find_layer(info.name) == &info);
    cr_assert(layer_doc(info).empty() == false);
    for (std::size_t i = 0; i < info.options.size(); ++i) {
      cr_assert(option_doc(info, i).size() > 0 && info.options[i].type != "unknown", "%s",
                info.name.data());
    }
  }
  cr_assert(nn::find_layer("NoSuchLayer") == nullptr);
  cr_assert(nn::layers().size() == layer_samples().size());
}

Test(contract, a_layer_computes_the_sizes_of_its_sample_in_every_floating_dtype) {
  LayerFixture fixture;
  for (const LayerInfo& info : nn::layers()) {
    const LayerSample& sample = sample_of(info.name);
    for (const DType dtype :
         {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBFloat16}) {
      const Ref<Module> module = made(sample);
      module->to(dtype);
      module->eval();
      const Tensor output = called(*module, sample, input_of(sample, dtype));
      cr_assert(output.sizes() == sample.output, "%s: %s", sample.call.c_str(),
                to_string(output.sizes()).c_str());
      cr_assert(eq(int, static_cast<int>(output.dtype()), static_cast<int>(dtype)), "%s",
                sample.call.c_str());
    }
  }
}

Test(contract, options_of_a_layer_make_the_same_layer_again) {
  LayerFixture fixture;
  for (const LayerInfo& info : nn::layers()) {
    const Ref<Module> module = made(sample_of(info.name));
    cr_assert(module->layer_info() == &info);
    const Ref<Dict> options = info.options_of(*module);
    cr_assert(eq(sz, static_cast<std::size_t>(options->count()), info.options.size()));
    const Ref<Module> again = nn::create(info.name, Value(options));
    same_text(again->repr(), module->repr());
    cr_assert(Value(info.options_of(*again)).equals(Value(options)), "%s", info.name.data());
    for (std::size_t i = 0; i < info.options.size(); ++i) {
      const bool none = info.default_of(i).is_none();
      cr_assert(none || info.options[i].required == false);
    }
  }
}

Test(contract, state_travels_to_a_second_layer_which_then_computes_the_same) {
  LayerFixture fixture;
  for (const LayerInfo& info : nn::layers()) {
    const LayerSample& sample = sample_of(info.name);
    const Ref<Module> one = made(sample);
    const Ref<Module> two = made(sample);
    const Ref<nn::LoadReport> report = two->load_state_dict(*one->state_dict());
    cr_assert(report->all_matched());
    one->eval();
    two->eval();
    is_equal(called(*one, sample, input_of(sample)), called(*two, sample, input_of(sample)),
             sample.call.c_str());
  }
}

Test(contract, a_deep_copy_is_the_same_layer_over_other_memory) {
  LayerFixture fixture;
  for (const LayerInfo& info : nn::layers()) {
    const LayerSample& sample = sample_of(info.name);
    const Ref<Module> one = made(sample);
    one->eval();
    const Ref<Module> two = one->deepcopy();
    cr_assert(two->layer_info() == &info);
    same_text(two->repr(), one->repr());
    cr_assert(Value(info.options_of(*two)).equals(Value(info.options_of(*one))));
    cr_assert(two->state_dict()->count() == one->state_dict()->count());
    is_equal(called(*one, sample, input_of(sample)), called(*two, sample, input_of(sample)),
             sample.call.c_str());
    for (const Tensor& parameter : two->parameters())
      parameter.detach().fill_(1);
    const Tensor before = called(*one, sample, input_of(sample));
    is_equal(before, called(*one->deepcopy(), sample, input_of(sample)), sample.call.c_str());
  }
}

Test(contract, an_uninitialized_layer_computes_once_it_is_loaded) {
  LayerFixture fixture;
  for (const LayerInfo& info : nn::layers()) {
    const LayerSample& sample = sample_of(info.name);
    const Ref<Module> one = made(sample);
    const Ref<Module> two = info.create(Value(), Value(info.options_of(*one)), false);
    const bool has_parameters = !two->parameters().empty();
    if (has_parameters) {
      error_of(ErrorCode::kRuntime, [&] { called(*two, sample, input_of(sample)); });
    }
    two->load_state_dict(*one->state_dict());
    one->eval();
    two->eval();
    is_equal(called(*one, sample, input_of(sample)), called(*two, sample, input_of(sample)),
             sample.call.c_str());
  }
}

Test(contract, a_strided_input_gives_what_its_copy_gives) {
  LayerFixture fixture;
  for (const LayerInfo& info : nn::layers()) {
    const LayerSample& sample = sample_of(info.name);
    const Ref<Module> module = made(sample);
    module->eval();
    const Tensor dense = input_of(sample);
    // The same elements, every second one of a tensor with twice as many columns.
    Shape wide = dense.sizes();
    wide.push_back(2);
    const Tensor room = Tensor::zeros(wide, dense.dtype());
    Strides strides = room.strides();
    strides.erase(strides.size() - 1);
    const Tensor strided = room.as_strided(dense.sizes(), strides, 1);
    strided.copy_(dense);
    is_equal(called(*module, sample, strided), called(*module, sample, dense.clone()),
             sample.call.c_str());
  }
}

Test(contract, an_option_that_no_layer_has_is_refused_by_name) {
  LayerFixture fixture;
  for (const LayerInfo& info : nn::layers()) {
    if (info.name == "Identity")
      continue;  // takes anything, as torch
    const Ref<Dict> options = info.options_of(*made(sample_of(info.name)));
    options->set("no_such_option", Value(1));
    const std::string text =
        error_of(ErrorCode::kType, [&] { nn::create(info.name, Value(options)); });
    cr_assert(text.find(std::string(info.name) + ": unknown option 'no_such_option'") == 0, "%s",
              text.c_str());
  }
}

Test(contract, an_option_of_a_wrong_kind_is_refused_by_name) {
  LayerFixture fixture;
  for (const LayerInfo& info : nn::layers()) {
    for (const nn::OptionInfo& option : info.options) {
      const Ref<Dict> options = info.options_of(*made(sample_of(info.name)));
      options->set(option.name, Value::dict());
      const std::string text =
          error_of(ErrorCode::kType, [&] { nn::create(info.name, Value(options)); });
      cr_assert(text.find(concat(info.name, ": option '", option.name, "' wants ")) == 0, "%s",
                text.c_str());
    }
  }
}
