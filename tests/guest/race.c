/* What docs/threads.md promises, all at once: eight threads call one module in eval mode while
 * others add and remove hooks, take snapshots and let handles come and go; and the same for a
 * context with threads of its own. Run under ThreadSanitizer by `tools/dev tsan`.
 *
 *     race CALLS
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tenon.h"

enum { kCallers = 8, kInputs = 16, kOutputs = 16 };

static tenon_context* g_ctx;
static tenon_module* g_net;
static float g_input[kInputs], g_expected[kOutputs];
static int g_calls, g_stop, g_faults, g_hooked, g_destroyed, g_registered;

static void fault(const char* what) {
  if (__atomic_fetch_add(&g_faults, 1, __ATOMIC_RELAXED) < 10)
    printf("FAILED: %s: %s\n", what, tenon_error_message());
}

static tenon_status see(void* user_data, tenon_call* call) {
  tenon_tensor* output = NULL;
  tenon_status s = tenon_call_tensor(call, TENON_SLOT_OUTPUT, 0, &output);
  tenon_tensor_release(output);
  __atomic_fetch_add((int*)user_data, 1, __ATOMIC_RELAXED);
  return s;
}

static void gone(void* user_data) {
  (void)user_data;
  __atomic_fetch_add(&g_destroyed, 1, __ATOMIC_RELAXED);
}

static void* caller(void* unused) {
  const int64_t shape[] = {1, kInputs};
  tenon_tensor* x = NULL;
  int i;
  (void)unused;
  if (tenon_tensor_from_data(g_ctx, TENON_FLOAT32, shape, 2, g_input, &x) != TENON_OK)
    fault("a tensor");
  for (i = 0; i < g_calls; ++i) {
    float out[kOutputs] = {0};
    if (i % 2 == 0) {
      if (tenon_module_call_f32(g_net, g_input, shape, 2, out, kOutputs, NULL) != TENON_OK)
        fault("call_f32");
    } else {
      tenon_tensor* y = NULL;
      if (tenon_module_call1(g_net, x, &y) != TENON_OK ||
          tenon_tensor_read(y, out, sizeof out) != TENON_OK)
        fault("call1");
      tenon_tensor_release(y);
    }
    if (memcmp(out, g_expected, sizeof out) != 0)
      fault("other bits");
    if (i % 64 == 0) {
      tenon_tensor* none = NULL;
      if (tenon_module_call1(g_net, NULL, &none) != TENON_E_VALUE)
        fault("an error");
      tenon_tensor_release(x);
      if (tenon_tensor_from_data(g_ctx, TENON_FLOAT32, shape, 2, g_input, &x) != TENON_OK)
        fault("a tensor");
    }
  }
  tenon_tensor_release(x);
  tenon_error_clear();
  return NULL;
}

static void* hooker(void* unused) {
  (void)unused;
  while (!__atomic_load_n(&g_stop, __ATOMIC_RELAXED)) {
    int64_t ids[3];
    tenon_module* layer = NULL;
    if (tenon_module_get_submodule(g_net, "0", &layer) != TENON_OK)
      fault("a child");
    if (tenon_module_register_forward_hook(g_net, 0, see, &g_hooked, gone, &ids[0]) != TENON_OK ||
        tenon_module_register_forward_hook(layer, TENON_HOOK_PREPEND, see, &g_hooked, gone,
                                           &ids[1]) != TENON_OK ||
        tenon_context_register_forward_hook(g_ctx, 0, see, &g_hooked, gone, &ids[2]) != TENON_OK)
      fault("a hook");
    __atomic_fetch_add(&g_registered, 3, __ATOMIC_RELAXED);
    tenon_module_release(layer);
    if (tenon_hook_remove(g_ctx, ids[1]) != TENON_OK ||
        tenon_hook_remove(g_ctx, ids[0]) != TENON_OK ||
        tenon_hook_remove(g_ctx, ids[2]) != TENON_OK)
      fault("removing a hook");
  }
  tenon_error_clear();
  return NULL;
}

static void* reader(void* unused) {
  (void)unused;
  while (!__atomic_load_n(&g_stop, __ATOMIC_RELAXED)) {
    tenon_list* list = NULL;
    tenon_state_dict* state = NULL;
    tenon_string* text = NULL;
    tenon_tensor* weight = NULL;
    if (tenon_module_named_parameters(g_net, NULL, &list) != TENON_OK ||
        tenon_module_state_dict(g_net, NULL, &state) != TENON_OK ||
        tenon_module_describe(g_net, &text) != TENON_OK ||
        tenon_module_get_parameter(g_net, "0.weight", &weight) != TENON_OK ||
        tenon_tensor_numel(weight) != kInputs * kOutputs)
      fault("reading");
    tenon_tensor_release(weight);
    tenon_string_release(text);
    tenon_state_dict_release(state);
    tenon_list_release(list);
  }
  tenon_error_clear();
  return NULL;
}

static void run(int threads) {
  static const char* const model =
      "Sequential(\n  (0): Linear(in_features=16, out_features=16, bias=True)\n  (1): Tanh()\n)";
  const int64_t shape[] = {1, kInputs};
  tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
  pthread_t callers[kCallers], others[3];
  int i;
  options.threads = threads;
  for (i = 0; i < kInputs; ++i)
    g_input[i] = (float)i / 8 - 1;
  if (tenon_context_create(&options, &g_ctx) != TENON_OK ||
      tenon_module_parse(g_ctx, model, &g_net) != TENON_OK ||
      tenon_module_initialize(g_net) != TENON_OK || tenon_module_eval(g_net) != TENON_OK ||
      tenon_module_requires_grad(g_net, 0) != TENON_OK ||
      tenon_module_call_f32(g_net, g_input, shape, 2, g_expected, kOutputs, NULL) != TENON_OK)
    fault("making the module");
  g_stop = 0;
  pthread_create(&others[0], NULL, hooker, NULL);
  pthread_create(&others[1], NULL, hooker, NULL);
  pthread_create(&others[2], NULL, reader, NULL);
  for (i = 0; i < kCallers; ++i)
    pthread_create(&callers[i], NULL, caller, NULL);
  for (i = 0; i < kCallers; ++i)
    pthread_join(callers[i], NULL);
  __atomic_store_n(&g_stop, 1, __ATOMIC_RELAXED);
  for (i = 0; i < 3; ++i)
    pthread_join(others[i], NULL);
  tenon_module_release(g_net);
  if (tenon_context_live(g_ctx, TENON_LIVE_HANDLES) != 0)
    fault("handles are left");
  if (tenon_context_live(g_ctx, TENON_LIVE_CALLBACKS) != 0 || g_destroyed != g_registered)
    fault("destroy did not run once a hook");
  tenon_context_release(g_ctx);
}

/* Large enough to be cut: four threads share the context's two workers. */
static void* multiply(void* context) {
  const int64_t shape[] = {160, 160};
  tenon_tensor *a = NULL, *c = NULL;
  int32_t op = 0;
  int i;
  if (tenon_op_id("matmul", &op) != TENON_OK ||
      tenon_tensor_full(context, TENON_FLOAT32, shape, 2, 0.5, &a) != TENON_OK)
    fault("a matrix");
  for (i = 0; i < g_calls / 100 + 1; ++i) {
    float out[160 * 160];
    if (tenon_op2(context, op, a, a, &c) != TENON_OK ||
        tenon_tensor_read(c, out, sizeof out) != TENON_OK || out[0] != 40 || out[25599] != 40)
      fault("a product");
    tenon_tensor_release(c);
  }
  tenon_tensor_release(a);
  tenon_error_clear();
  return NULL;
}

static void share_workers(void) {
  tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
  tenon_context* ctx = NULL;
  pthread_t threads[4];
  int i;
  options.threads = 3;
  if (tenon_context_create(&options, &ctx) != TENON_OK)
    fault("a context with threads");
  for (i = 0; i < 4; ++i)
    pthread_create(&threads[i], NULL, multiply, ctx);
  for (i = 0; i < 4; ++i)
    pthread_join(threads[i], NULL);
  tenon_context_release(ctx);
}

int main(int argc, char** argv) {
  g_calls = argc > 1 ? atoi(argv[1]) : 1000;
  run(1);
  run(2);
  share_workers();
  printf("%d threads made %d calls each, hooks ran %d times, %d came and went\n", kCallers, g_calls,
         g_hooked, g_registered);
  printf("%d passed, %d failed\n", g_faults == 0, g_faults);
  return g_faults != 0;
}
