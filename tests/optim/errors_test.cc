// optim_errors.json by its expressions: what PyTorch refuses is refused with the same kind of
// error.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tenon/optim.h"
#include "tests/support/fixture.h"

using namespace tenon;
using optim::create;
using optim::create_scheduler;

namespace {

using Settings = std::vector<std::pair<const char*, Value>>;

Value dict(const Settings& settings) {
  const Value options = Value::dict();
  for (const auto& [name, value] : settings)
    options.as_dict().set(name, value);
  return options;
}
Tensor parameter() {
  return Tensor::of<double>({1.0, 2.0}).as_parameter();
}
Value pair(Value a, Value b) {
  return Value::tuple({std::move(a), std::move(b)});
}
Value params() {
  return Value::list({parameter()});
}
/// SGD with two groups.
Ref<optim::Optimizer> two_groups(double momentum = 0.9) {
  return create("SGD",
                Value::list({dict({{"params", params()}, {"lr", 0.1}}),
                             dict({{"params", params()}, {"lr", 0.02}})}),
                dict({{"momentum", momentum}}));
}
std::function<void()> make(const char* name, Settings settings) {
  return [name, settings] { create(name, params(), dict(settings)); };
}
std::function<void()> schedule(const char* name, Settings settings) {
  return [name, settings] { create_scheduler(name, two_groups(), dict(settings)); };
}

struct Row {
  const char* expr;
  std::function<void()> run;
};

std::vector<Row> rows() {
  const Tensor shared = parameter();
  return {
      {"SGD(params, lr=.1, momentum=-.5)", make("SGD", {{"lr", .1}, {"momentum", -.5}})},
      {"SGD(params, lr=.1, weight_decay=-1)", make("SGD", {{"lr", .1}, {"weight_decay", -1}})},
      {"SGD(params, lr=.1, nesterov=True)", make("SGD", {{"lr", .1}, {"nesterov", true}})},
      {"SGD(params, lr=.1, momentum=.9, dampening=.1, nesterov=True)",
       make("SGD", {{"lr", .1}, {"momentum", .9}, {"dampening", .1}, {"nesterov", true}})},
      {"Adam(params, lr=-1)", make("Adam", {{"lr", -1}})},
      {"Adam(params, betas=(1., .9))", make("Adam", {{"betas", pair(1.0, .9)}})},
      {"Adam(params, betas=(.9, -.1))", make("Adam", {{"betas", pair(.9, -.1)}})},
      {"Adam(params, eps=-1)", make("Adam", {{"eps", -1}})},
      {"Adamax(params, lr=-1)", make("Adamax", {{"lr", -1}})},
      {"Adamax(params, betas=(1., .9))", make("Adamax", {{"betas", pair(1.0, .9)}})},
      {"NAdam(params, momentum_decay=-1)", make("NAdam", {{"momentum_decay", -1}})},
      {"RAdam(params, betas=(1., .9))", make("RAdam", {{"betas", pair(1.0, .9)}})},
      {"Adagrad(params, lr_decay=-1)", make("Adagrad", {{"lr_decay", -1}})},
      {"Adagrad(params, initial_accumulator_value=-1)",
       make("Adagrad", {{"initial_accumulator_value", -1}})},
      {"Rprop(params, etas=(1.5, .5))", make("Rprop", {{"etas", pair(1.5, .5)}})},
      {"Adafactor(params, eps=(-1., 1.))", make("Adafactor", {{"eps", pair(-1.0, 1.0)}})},
      {"Muon(params, lr=-1)",
       [] {
         create("Muon", Value::list({Tensor::of<double>({1, 2}, {1, 2}).as_parameter()}),
                dict({{"lr", -1}}));
       }},
      {"Muon(params, adjust_lr_fn='x')",
       [] {
         create("Muon", Value::list({Tensor::of<double>({1, 2}, {1, 2}).as_parameter()}),
                dict({{"adjust_lr_fn", "x"}}));
       }},
      {"SGD([], lr=.1)",
       [] {
         create("SGD", Value::list({}), dict({{"lr", .1}}));
       }},
      {"SGD(tensor, lr=.1)",
       [] {
         create("SGD", Value(parameter()), dict({{"lr", .1}}));
       }},
      {"SGD(non-leaf, lr=.1)",
       [] {
         const Tensor computed = parameter().detach();
         computed.impl().is_leaf = false;
         create("SGD", Value::list({computed}), dict({{"lr", .1}}));
       }},
      {"SGD([1.0], lr=.1)",
       [] {
         create("SGD", Value::list({1.0}), dict({{"lr", .1}}));
       }},
      {"SGD(params)", [] { create("SGD", params()); }},
      {"SGD([dict(params=[x], lr=.1), dict(params=[x], lr=.1)])",
       [shared] {
         create("SGD", Value::list({dict({{"params", Value::list({shared})}, {"lr", .1}}),
                                    dict({{"params", Value::list({shared})}, {"lr", .1}})}));
       }},
      {"SGD([dict(params=[x])])",
       [shared] {
         create("SGD", Value::list({dict({{"params", Value::list({shared})}})}));
       }},
      {"load_state_dict: other number of parameters in a group",
       [shared] {
         const Value larger = create("SGD", Value::list({shared, parameter()}))->state_dict();
         create("SGD", params())->load_state_dict(larger);
       }},
      {"LBFGS with two groups",
       [] {
         create("LBFGS", Value::list({dict({{"params", params()}}), dict({{"params", params()}})}));
       }},
      {"OneCycleLR without total", schedule("OneCycleLR", {{"max_lr", .1}})},
      {"OneCycleLR total_steps=0", schedule("OneCycleLR", {{"max_lr", .1}, {"total_steps", 0}})},
      {"OneCycleLR anneal_strategy='x'",
       schedule("OneCycleLR", {{"max_lr", .1}, {"total_steps", 3}, {"anneal_strategy", "x"}})},
      {"OneCycleLR max_lr of 3 groups",
       schedule("OneCycleLR", {{"max_lr", Value::list({.1, .1, .1})}, {"total_steps", 3}})},
      {"OneCycleLR stepped past total_steps",
       [] {
         const auto scheduler = create_scheduler("OneCycleLR", two_groups(),
                                                 dict({{"max_lr", .1}, {"total_steps", 3}}));
         for (int i = 0; i < 3; ++i)
           scheduler->step();
         scheduler->step();
       }},
      {"CyclicLR with momentum cycling, optimizer without momentum",
       [] {
         create_scheduler("CyclicLR", create("Adagrad", params()),
                          dict({{"base_lr", .1}, {"max_lr", .2}}));
       }},
      {"ReduceLROnPlateau factor=1", schedule("ReduceLROnPlateau", {{"factor", 1.0}})},
      {"CosineAnnealingWarmRestarts T_mult=0",
       schedule("CosineAnnealingWarmRestarts", {{"T_0", 3}, {"T_mult", 0}})},
      {"LinearLR start_factor=0", schedule("LinearLR", {{"start_factor", 0}})},
      {"LinearLR start_factor=1.5", schedule("LinearLR", {{"start_factor", 1.5}})},
      {"ConstantLR factor=2", schedule("ConstantLR", {{"factor", 2}})},
      {"StepLR last_epoch=3 without initial_lr",
       schedule("StepLR", {{"step_size", 4}, {"last_epoch", 3}})},
      {"SequentialLR of two optimizers",
       [] {
         const auto one = two_groups();
         create_scheduler("SequentialLR", one, dict({{"milestones", Value::list({2})}}), {},
                          {create_scheduler("ExponentialLR", one, dict({{"gamma", .9}})),
                           create_scheduler("ExponentialLR", two_groups(), dict({{"gamma", .9}}))});
       }},
      // There are no sparse gradients: the optimizer for them is what is refused.
      {"Adam with a sparse gradient",
       [] {
         try {
           create("SparseAdam", params());
         } catch (const Error& e) {
           fail(e.code() == ErrorCode::kUnsupported ? ErrorCode::kRuntime : e.code(), e.what());
         }
       }},
  };
}

}  // namespace

Test(optim_errors, the_same_kinds_as_recorded) {
  Context* const context = Context::create();
  {
    const ContextScope scope(*context);
    const test::Fixture fixture("optim/optim_errors");
    const std::vector<Row> table = rows();
    std::size_t found = 0;
    for (const test::Json& one : fixture.cases()) {
      const std::string& expr = one["expr"].as_string();
      for (const Row& row : table) {
        if (expr != row.expr)
          continue;
        ++found;
        std::string raised;
        try {
          row.run();
        } catch (const Error& e) {
          raised = error_code_name(e.code());
        }
        const std::string expected = one["raised"].is_null() ? "" : one["raised"].as_string();
        cr_expect(raised == expected, "%s: raised '%s', not '%s'", row.expr, raised.c_str(),
                  expected.c_str());
      }
    }
    cr_expect(found == fixture.cases().size(), "%zu of %zu cases have a row", found,
              fixture.cases().size());
  }
  context->release();
}
