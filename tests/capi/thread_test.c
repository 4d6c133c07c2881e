/* What is promised about threads: retain and release anywhere, errors and grad state per thread. */
#include <pthread.h>

#include "support.h"

enum { kThreads = 4, kRounds = 20000 };

static void* look_up(void* net) {
  for (int i = 0; i < kRounds; ++i) {
    tenon_module* child = NULL;
    if (tenon_module_get_submodule(net, "0", &child) != TENON_OK)
      return "lookup failed";
    tenon_module_retain(child);
    tenon_module_release(child);
    if (tenon_module_is_training(child) != 1)
      return "the handle died";
    tenon_module_release(child);
  }
  return NULL;
}

Test(thread, handles_come_and_go_on_many_threads, .timeout = 60) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *layer = make_module(ctx, "Identity");
  pthread_t threads[kThreads];
  OK(tenon_module_append(net, layer));
  tenon_module_release(layer); /* so that the canonical cell dies and is made again all the time */
  for (int i = 0; i < kThreads; ++i) {
    cr_assert(zero(int, pthread_create(&threads[i], NULL, look_up, net)));
  }
  for (int i = 0; i < kThreads; ++i) {
    void* fault = "never joined";
    cr_assert(zero(int, pthread_join(threads[i], &fault)));
    cr_assert(zero(ptr, fault), "%s", (const char*)fault);
  }
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_MODULES), 1));
  tenon_module_release(net);
  close_context(ctx);
}

static void* release_it(void* tensor) {
  tenon_tensor_release(tensor);
  return NULL;
}

Test(thread, a_finalizer_on_another_thread_may_release) {
  tenon_context* ctx = open_context();
  float memory[2] = {1, 2};
  const int64_t shape[] = {2};
  int destroyed = 0;
  tenon_tensor* x = NULL;
  pthread_t thread;
  OK(tenon_tensor_wrap(ctx, TENON_FLOAT32, shape, NULL, 1, memory, &destroyed, count_destroy, &x));
  cr_assert(zero(int, pthread_create(&thread, NULL, release_it, x)));
  cr_assert(zero(int, pthread_join(thread, NULL)));
  cr_assert(eq(int, destroyed, 1));
  close_context(ctx);
}

static tenon_status end_thread(void* user_data, tenon_call* call) {
  (void)user_data;
  (void)call;
  pthread_cancel(pthread_self());
  pthread_testcancel();
  return TENON_E_INTERNAL; /* not reached */
}

static void* call_until_cancelled(void* module) {
  tenon_value* result = NULL;
  tenon_module_call(module, NULL, NULL, &result);
  return NULL;
}

Test(thread, a_thread_may_be_cancelled_inside_a_callback) {
  tenon_context* ctx = open_context();
  tenon_module* module = NULL;
  pthread_t thread;
  void* result = NULL;
  int destroyed = 0;
  OK(tenon_module_create_custom(ctx, "Ender", end_thread, &destroyed, count_destroy, &module));
  cr_assert(zero(int, pthread_create(&thread, NULL, call_until_cancelled, module)));
  cr_assert(zero(int, pthread_join(thread, &result)));
  cr_assert(eq(ptr, result, PTHREAD_CANCELED));
  tenon_module_release(module);
  cr_assert(eq(int, destroyed, 1), "the frames in between let go of the module");
  close_context(ctx);
}
