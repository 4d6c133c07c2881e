/* The host's allocator and log: everything comes from it and goes back, nothing in the steady
 * state. */
#include "support.h"

/* Makes, calls, saves and loads a small net. */
static tenon_status use(tenon_context* ctx) {
  static const float numbers[] = {1, 2, 3};
  const int64_t shape[] = {1, 3};
  tenon_value* options = NULL;
  tenon_module *net = NULL, *layer = NULL;
  tenon_state_dict* state = NULL;
  tenon_report* report = NULL;
  tenon_list* list = NULL;
  tenon_string* text = NULL;
  tenon_tensor *x = NULL, *y = NULL;
  tenon_status s = tenon_value_dict(ctx, &options);
  if (s == TENON_OK)
    s = tenon_value_dict_set_int(options, "in_features", 3);
  if (s == TENON_OK)
    s = tenon_value_dict_set_int(options, "out_features", 2);
  if (s == TENON_OK)
    s = tenon_module_create(ctx, "Linear", options, &layer);
  if (s == TENON_OK)
    s = tenon_module_create(ctx, "Sequential", NULL, &net);
  if (s == TENON_OK)
    s = tenon_module_append(net, layer);
  if (s == TENON_OK)
    s = tenon_tensor_from_data(ctx, TENON_FLOAT32, shape, 2, numbers, &x);
  if (s == TENON_OK)
    s = tenon_module_call1(net, x, &y);
  if (s == TENON_OK)
    s = tenon_module_named_parameters(net, NULL, &list);
  if (s == TENON_OK)
    s = tenon_module_describe(net, &text);
  if (s == TENON_OK)
    s = tenon_module_state_dict(net, NULL, &state);
  if (s == TENON_OK)
    s = tenon_module_load_state_dict(net, state, NULL, &report);
  tenon_report_release(report);
  tenon_state_dict_release(state);
  tenon_string_release(text);
  tenon_list_release(list);
  tenon_tensor_release(y);
  tenon_tensor_release(x);
  tenon_module_release(net);
  tenon_module_release(layer);
  tenon_value_release(options);
  return s;
}

Test(memory, everything_goes_back_to_the_hosts_allocator) {
  counting counts = {0, 0, 0};
  tenon_context* ctx = open_counting(&counts);
  OK(use(ctx));
  cr_assert(gt(i64, counts.allocations, 0));
  close_context(ctx);
  cr_assert(eq(i64, counts.blocks, 0));
}

Test(memory, any_single_failing_allocation_is_reported_and_cleaned_up, .timeout = 60) {
  int64_t failures = 0, n = 1;
  for (;; ++n) {
    counting counts = {0, 0, n};
    tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
    tenon_context* ctx = NULL;
    tenon_status status;
    options.allocate = counting_allocate;
    options.deallocate = counting_deallocate;
    options.allocator_user_data = &counts;
    status = tenon_context_create(&options, &ctx);
    if (status == TENON_OK) {
      status = use(ctx);
      cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_HANDLES), 0), "allocation %d", (int)n);
    }
    tenon_context_release(ctx);
    cr_assert(eq(i64, counts.blocks, 0), "allocation %d: blocks are left", (int)n);
    if (counts.allocations < n)
      break; /* none failed: the end */
    cr_assert(eq(int, status, TENON_E_NOMEM), "allocation %d gave %d: %s", (int)n, status,
              tenon_error_message());
    ++failures;
  }
#ifndef TENON_SANITIZED
  cr_assert(gt(i64, failures, 100));
#else /* there the C++ runtime is shared, so only tensors' memory is the host's */
  cr_assert(gt(i64, failures, 1));
#endif
}

Test(memory, the_steady_state_does_not_allocate) {
  counting counts = {0, 0, 0};
  tenon_context* ctx = open_counting(&counts);
  tenon_module *net = make_module(ctx, "Sequential"), *layer = make_linear(ctx, 2, 2);
  tenon_module *relu = make_module(ctx, "ReLU"), *found = NULL;
  tenon_tensor *x = make_pair(ctx, 1, 2), *y = NULL;
  const float numbers[] = {1, 2};
  const int64_t shape[] = {1, 2};
  float result[2];
  int64_t before = 0;
  OK(tenon_module_append(net, layer));
  OK(tenon_module_append(net, relu));
  OK(tenon_module_eval(net));
  for (int i = 0; i < 120; ++i) {
    if (i == 20)
      before = counts.allocations;
    OK(tenon_module_call1(net, x, &y));
    tenon_tensor_release(y);
    OK(tenon_module_call_f32(net, numbers, shape, 2, result, 2, NULL));
    OK(tenon_module_get_submodule(net, "0", &found));
    tenon_module_release(found);
  }
#ifndef TENON_SANITIZED /* there the cache is off, so that the sanitizer sees every block */
  cr_assert(eq(i64, counts.allocations - before, 0));
#else
  cr_assert(gt(i64, counts.allocations, before));
#endif
  tenon_tensor_release(x);
  tenon_module_release(relu);
  tenon_module_release(layer);
  tenon_module_release(net);
  close_context(ctx);
  cr_assert(eq(i64, counts.blocks, 0));
}

Test(memory, trimming_gives_cached_blocks_back) {
  counting counts = {0, 0, 0};
  tenon_context* ctx = open_counting(&counts);
  const int64_t before = counts.blocks;
  tenon_tensor* x = make_pair(ctx, 1, 2);
  tenon_tensor_release(x);
  OK(tenon_context_trim(ctx));
  cr_assert(eq(i64, counts.blocks, before));
  close_context(ctx);
}

Test(memory, two_hosts_keep_their_memory_apart) {
  counting one = {0, 0, 0}, two = {0, 0, 0};
  tenon_context *first = open_counting(&one), *second = open_counting(&two);
  OK(use(first));
  OK(use(second));
  close_context(first);
  cr_assert(eq(i64, one.blocks, 0));
  cr_assert(gt(i64, two.blocks, 0));
  OK(use(second));
  close_context(second);
  cr_assert(eq(i64, two.blocks, 0));
}

static tenon_status make_inside(void* user_data, tenon_call* call) {
  (void)call;
  *(tenon_context**)user_data = open_context();
  return TENON_OK;
}

Test(memory, a_context_made_in_a_callback_does_not_take_the_callers_memory) {
  counting counts = {0, 0, 0};
  tenon_context *ctx = open_counting(&counts), *inner = NULL;
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_tensor *x = make_pair(ctx, 1, 2), *y = NULL;
  OK(tenon_module_register_forward_hook(layer, 0, make_inside, &inner, NULL, NULL));
  OK(tenon_module_call1(layer, x, &y));
  tenon_tensor_release(y);
  tenon_tensor_release(x);
  tenon_module_release(layer);
  close_context(ctx);
  cr_assert(eq(i64, counts.blocks, 0));
  OK(use(inner));
  close_context(inner);
}

typedef struct log_line {
  int32_t level;
  char text[64];
  int count;
} log_line;

static void keep_line(void* user_data, int32_t level, const char* text) {
  log_line* line = user_data;
  line->level = level;
  strncpy(line->text, text, sizeof line->text - 1);
  ++line->count;
}

Test(memory, log_lines_reach_the_host) {
  tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
  tenon_context *ctx = NULL, *silent = open_context();
  log_line line = {0, "", 0};
  options.log = keep_line;
  options.log_user_data = &line;
  options.seed = 77;
  options.cache_bytes = -1;
  OK(tenon_context_create(&options, &ctx));
  OK(tenon_context_log(ctx, 2, "low on something"));
  SAME_TEXT(line.text, "low on something");
  cr_assert(all(eq(int, line.level, 2), eq(int, line.count, 1)));
  OK(tenon_context_log(silent, 2, "nobody hears"));
  cr_assert(eq(int, line.count, 1));
  int64_t seed = 0;
  OK(tenon_context_initial_seed(ctx, &seed));
  cr_assert(eq(i64, seed, 77));
  close_context(silent);
  close_context(ctx);
}
