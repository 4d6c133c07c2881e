// Who lives how long: callbacks, hooks, modules, Context::shutdown.
#include <atomic>
#include <thread>

#include "tests/nn/module/support.h"

using namespace tenon;
using namespace tenon::nn;
using namespace tenon::nn::test;

namespace {

/// A callback whose end is counted, as a host's destroy function would be.
class Counted final : public Callback {
 public:
  Counted(int& destroyed, std::function<void(Call&)> run)
      : Callback(Context::current()), destroyed_(destroyed), run_(std::move(run)) {}

 protected:
  ~Counted() override { close(); }
  bool run(Call& call) override {
    if (run_)
      run_(call);
    return true;
  }
  void dispose() noexcept override { ++destroyed_; }

 private:
  int& destroyed_;
  std::function<void(Call&)> run_;
};

Ref<Callback> counted(int& destroyed, std::function<void(Call&)> run = {}) {
  return Ref<Callback>(make<Counted>(destroyed, std::move(run)));
}

}  // namespace

Test(lifetime, a_removed_hook_is_destroyed_once_and_not_while_it_runs) {
  World world;
  int destroyed = 0;
  auto m = make<Net>();
  HookHandle handle;
  handle = m->register_forward_hook(counted(destroyed, [&](Call&) {
    handle.remove();
    cr_assert(eq(int, destroyed, 0));
  }));
  m->call(vec({1}));
  cr_assert(eq(int, destroyed, 1));
  m->register_forward_hook(counted(destroyed));
  m = nullptr;
  cr_assert(eq(int, destroyed, 2));
}

Test(lifetime, one_callback_under_three_hooks_is_destroyed_with_the_last) {
  World world;
  int destroyed = 0;
  auto m = make<Net>();
  Ref<Callback> hook = counted(destroyed);
  HookHandle a = m->register_forward_hook(hook);
  HookHandle b = m->register_forward_pre_hook(hook);
  hook = nullptr;
  a.remove();
  cr_assert(eq(int, destroyed, 0));
  b.remove();
  cr_assert(eq(int, destroyed, 1));
}

Test(lifetime, shutdown_destroys_every_callback_once_and_calls_fail_afterwards) {
  World world;
  int destroyed = 0;
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{make<Scale>(1)});
  Ref<Callback> kept = counted(destroyed);
  HookHandle handle = m->register_forward_hook(counted(destroyed));
  m->get_item(0)->register_forward_hook(counted(destroyed));
  register_module_forward_hook(*world.context, counted(destroyed));
  auto custom = make<CustomModule>("Custom", counted(destroyed));
  m->set_attribute("loop", Value::list({module_value(m)}));  // a cycle through plain values
  world.context->shutdown();
  cr_assert(eq(int, destroyed, 5));
  holds(error_of(ErrorCode::kRuntime, [&] { m->call(vec({1})); }), "shut down");
  holds(error_of(ErrorCode::kRuntime, [&] { custom->call(vec({1})); }), "shut down");
  error_of(ErrorCode::kRuntime, [&] { make<Net>(); });
  error_of(ErrorCode::kRuntime, [&] { m->register_forward_hook(kept); });
  handle.remove();
  world.context->shutdown();
  m = nullptr;
  custom = nullptr;
  kept = nullptr;
  cr_assert(eq(int, destroyed, 5));
}

Test(lifetime, shutdown_inside_a_hook_waits_for_that_hook) {
  World world;
  int destroyed = 0;
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{make<Scale>(1), make<Scale>(2)});
  m->get_item(0)->register_forward_hook(counted(destroyed, [&](Call&) {
    world.context->shutdown();
    cr_assert(eq(int, destroyed, 0));
  }));
  m->call(vec({1}));
  cr_assert(eq(int, destroyed, 1));
}

Test(lifetime, modules_die_while_their_context_is_current_elsewhere) {
  Context* context = Context::create();
  int destroyed = 0;
  Ref<Module> m;
  {
    const ContextScope scope(*context);
    m = make<Net>();
    m->register_forward_hook(counted(destroyed));
  }
  context->release();  // the module keeps it
  m = nullptr;
  cr_assert(eq(int, destroyed, 1));
}

Test(lifetime, a_hook_may_take_its_module_out_of_the_tree) {
  World world;
  auto m = make<Sequential>(std::initializer_list<Ref<Module>>{make<Scale>(2), make<Scale>(3)});
  m->get_item(0)->register_forward_hook(callback([&](Call&) { m->clear(); }));
  same(values(m->call(vec({1}))), "2");
  cr_assert(eq(i64, m->count(), 0));
}

Test(lifetime, hooks_come_and_go_from_other_threads) {
  World world;
  std::atomic<bool> stop{false};
  std::atomic<std::int64_t> runs{0};
  auto m = make<Scale>(1);
  std::thread other([&] {
    const ContextScope scope(*world.context);
    while (!stop.load()) {
      HookHandle handle = m->register_forward_hook(callback([&](Call&) { ++runs; }));
      std::this_thread::yield();
      handle.remove();
    }
  });
  const Tensor x = vec({1});
  for (int i = 0; i < 20000; ++i)
    same(values(m->call(x)), "1");
  stop = true;
  other.join();
  const std::int64_t seen = runs.load();
  m->call(x);
  cr_assert(runs.load() == seen);
}

Test(lifetime, another_contexts_hook_is_refused) {
  World world;
  auto m = make<Net>();
  Context* other = Context::create();
  {
    const ContextScope scope(*other);
    error_of(ErrorCode::kWrongContext, [&] { m->register_forward_hook(callback([](Call&) {})); });
  }
  other->release();
  error_of(ErrorCode::kValue, [&] { m->register_forward_hook(nullptr); });
}
