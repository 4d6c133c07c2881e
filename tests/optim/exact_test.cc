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

/// The parameter, 1 at first, after each step.
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
    cr_assert(std::fabs(*p.data<double>() - expected[i]) < 2e-7,
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
