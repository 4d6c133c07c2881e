// Cases worked out by hand: one parameter, three gradients (BC-23).
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <cmath>
#include <string>
#include <vector>

#include "tenon/optim.h"

using namespace tenon;

namespace {

struct Context_ {
  Context* context = Context::create();
  ContextScope scope{*context};
  ~Context_() { context->release(); }
};

struct Setting {
  const char* name;
  Value value;
};

constexpr double kNoGradient = 1e300;

/// The parameter, 1 at first, after each step. The table has the seven digits of float32.
void follows(const char* name, const char* optimizer, std::vector<Setting> settings,
             const std::vector<double>& gradients, const std::vector<double>& expected) {
  const Value options = Value::dict();
  for (const Setting& setting : settings)
    options.as_dict().set(setting.name, setting.value);
  const Tensor p = Tensor::of<double>({1.0}).as_parameter();
  const Ref<optim::Optimizer> o = optim::create(optimizer, Value::list({p}), options);
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    p.set_grad(gradients[i] == kNoGradient ? Tensor() : Tensor::of<double>({gradients[i]}));
    o->step();
    cr_assert(
        std::fabs(*p.data<double>() - expected[i]) < 2e-7 * std::fmax(1, std::fabs(expected[i])),
        "%s: step %zu gives %.9f, not %.9f", name, i, *p.data<double>(), expected[i]);
  }
}

}  // namespace

Test(optim, sgd_with_momentum_decay_and_nesterov) {
  const Context_ context;
  follows("damped", "SGD", {{"lr", .1}, {"momentum", .9}, {"dampening", .5}}, {1, 2, -1},
          {.9, .71, .589});
  follows("nesterov", "SGD",
          {{"lr", .1}, {"momentum", .9}, {"weight_decay", .1}, {"nesterov", true}}, {1, 2, -1},
          {.791, .3068711, .2424434});
  follows("decay", "SGD", {{"lr", .1}, {"weight_decay", .5}}, {1, 2, -1}, {.85, .6075, .677125});
}

Test(optim, adam_divides_outside_of_the_root_and_forgets_nothing) {
  const Context_ context;
  follows("Adam", "Adam", {{"lr", .1}}, {1, 2, -1}, {.9, .80348178, .76147290});
  follows("tiny", "Adam", {{"lr", .1}}, {1e-10, 1e-10, 1e-10}, {.99900990, .99801980, .99702970});
}

Test(optim, adam_decays_by_the_gradient_or_by_the_parameter) {
  const Context_ context;
  follows("Adam wd", "Adam", {{"lr", .1}, {"weight_decay", .1}}, {1, 2, -1},
          {.9, .8029473, .756237});
  follows("AdamW wd", "AdamW", {{"lr", .1}, {"weight_decay", .1}}, {1, 2, -1},
          {.89, .7845818, .7347271});
  follows("AdamW None", "AdamW", {{"lr", .1}, {"weight_decay", .1}}, {kNoGradient, 0, 1},
          {1, .99, .9056864});
  follows("amsgrad", "Adam", {{"lr", .1}, {"amsgrad", true}}, {10, .1, .1},
          {.9, .8322836, .7793259});
}

Test(optim, each_algorithm_as_worked_out) {
  const Context_ context;
  follows("NAdam", "NAdam", {{"lr", .1}}, {1, 2, -1}, {.8943548, .7980601, .8354914});
  follows("RAdam", "RAdam", {{"lr", .1}}, {1, 2, -1, 1, 1, 1, 1},
          {.9, .7473684, .6879588, .6167463, .538504, .5367561, .5343952});
  follows("RMSprop", "RMSprop", {{"lr", .1}, {"centered", true}, {"momentum", .9}}, {1, 2, -1},
          {-.0050378, -1.8130245, -3.0285776});
  follows("Adagrad", "Adagrad", {{"lr", .1}, {"lr_decay", .5}, {"initial_accumulator_value", .1}},
          {1, 2, -1}, {.9046537, .8456127, .8658571});
  follows("Adadelta", "Adadelta", {}, {1, 2, -1}, {.9968377, .9927971, .9953525});
  follows("Adamax", "Adamax", {{"lr", .1}}, {1, 2, -1}, {.9, .8236842, .7939497});
  follows("Rprop", "Rprop", {{"lr", .1}}, {1, 1, -1}, {.9, .78, .78});
  follows("ASGD", "ASGD", {{"lr", .1}}, {1, 2, -1}, {.8999900, .6999825, .7999739});
}
