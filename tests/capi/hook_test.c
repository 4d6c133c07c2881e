/* Hooks: order, removal inside themselves, failure, destroy counts, nested calls. */
#include "support.h"

/* A hook that does what its settings say. */
typedef struct hook {
  trace* order;
  const char* name;
  tenon_context* ctx;
  int64_t remove_id;     /* removes this hook */
  tenon_module* nested;  /* calls this module with its input */
  tenon_module* release; /* releases this handle */
  tenon_status fail;     /* returns this */
  const char* text;      /* … with this text */
  float add;             /* adds to the tensor */
  int calls;
  int destroyed;
  char path[64];
} hook;

static tenon_status add_to_slot(tenon_call* call, int32_t slot, float add) {
  tenon_tensor *x = NULL, *y = NULL;
  tenon_status status = tenon_call_tensor(call, slot, 0, &x);
  if (status == TENON_OK)
    status = tenon_tensor_clone(x, &y);
  if (status == TENON_OK)
    status = tenon_tensor_fill(y, floats_of(x)[0] + add);
  if (status == TENON_OK)
    status = tenon_call_set_tensor(call, slot, y);
  tenon_tensor_release(y);
  tenon_tensor_release(x);
  return status;
}

static tenon_status run_hook(void* user_data, tenon_call* call) {
  hook* h = user_data;
  const int32_t slot =
      tenon_call_kind(call) == TENON_CALL_FORWARD_PRE ? TENON_SLOT_ARGS : TENON_SLOT_OUTPUT;
  ++h->calls;
  if (h->order != NULL)
    note(h->order, h->name);
  const char* path = tenon_call_path(call);
  strncpy(h->path, path == NULL ? "" : path, sizeof h->path - 1);
  if (h->remove_id != 0)
    OK(tenon_hook_remove(h->ctx, h->remove_id));
  if (h->nested != NULL) {
    tenon_tensor *x = NULL, *y = NULL;
    tenon_status status;
    OK(tenon_call_tensor(call, TENON_SLOT_ARGS, 0, &x));
    status = tenon_module_call1(h->nested, x, &y);
    tenon_tensor_release(y);
    tenon_tensor_release(x);
    if (status != TENON_OK)
      return status;
  }
  if (h->release != NULL) {
    tenon_module_release(h->release);
    h->release = NULL;
  }
  if (h->fail != TENON_OK) {
    return h->text != NULL ? tenon_error_set(h->fail, h->text, NULL, NULL) : h->fail;
  }
  if (h->add != 0)
    return add_to_slot(call, slot, h->add);
  return TENON_OK;
}

static void destroy_hook(void* user_data) {
  ++((hook*)user_data)->destroyed;
}

static int64_t add_hook(tenon_module* module, int32_t flags, hook* h) {
  int64_t id = 0;
  OK(tenon_module_register_forward_hook(module, flags, run_hook, h, destroy_hook, &id));
  cr_assert(gt(i64, id, 0));
  return id;
}

static int64_t add_pre_hook(tenon_module* module, int32_t flags, hook* h) {
  int64_t id = 0;
  OK(tenon_module_register_forward_pre_hook(module, flags, run_hook, h, destroy_hook, &id));
  cr_assert(gt(i64, id, 0));
  return id;
}

static float call_with(tenon_module* module, tenon_tensor* x) {
  tenon_tensor* y = NULL;
  OK(tenon_module_call1(module, x, &y));
  const float first = floats_of(y)[0];
  tenon_tensor_release(y);
  return first;
}

static tenon_status call_fails(tenon_module* module, tenon_tensor* x) {
  tenon_tensor* y = NULL;
  const tenon_status status = tenon_module_call1(module, x, &y);
  cr_assert(zero(ptr, y));
  return status;
}

Test(hook, pre_hooks_and_hooks_run_in_order_and_see_each_others_results) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_tensor* x = make_pair(ctx, 1, 1);
  trace order = {""};
  hook a = {.order = &order, .name = "a", .add = 1}, b = {.order = &order, .name = "b", .add = 10};
  hook c = {.order = &order, .name = "c", .add = 100}, d = {.order = &order, .name = "d"};
  add_hook(layer, 0, &c);
  add_hook(layer, TENON_HOOK_PREPEND, &d);
  add_pre_hook(layer, 0, &b);
  add_pre_hook(layer, TENON_HOOK_PREPEND, &a);
  cr_assert(epsilon_eq(flt, call_with(layer, x), 112, 0));
  SAME_TEXT(order.text, "a b d c ");
  tenon_tensor_release(x);
  tenon_module_release(layer);
  cr_assert(all(eq(int, a.destroyed, 1), eq(int, b.destroyed, 1), eq(int, c.destroyed, 1),
                eq(int, d.destroyed, 1)));
  close_context(ctx);
}

Test(hook, removing_is_idempotent_and_destroys_once) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_tensor* x = make_pair(ctx, 1, 1);
  hook h = {.add = 1};
  const int64_t id = add_hook(layer, 0, &h);
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_CALLBACKS), 1));
  OK(tenon_hook_remove(ctx, id));
  cr_assert(eq(int, h.destroyed, 1));
  OK(tenon_hook_remove(ctx, id));
  OK(tenon_hook_remove(ctx, 987654321));
  cr_assert(epsilon_eq(flt, call_with(layer, x), 1, 0));
  cr_assert(eq(int, h.calls, 0));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_CALLBACKS), 0));
  tenon_tensor_release(x);
  tenon_module_release(layer);
  cr_assert(eq(int, h.destroyed, 1));
  close_context(ctx);
}

Test(hook, a_hook_may_remove_itself_and_others_while_it_runs) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_tensor* x = make_pair(ctx, 1, 1);
  trace order = {""};
  hook self = {.order = &order, .name = "self", .ctx = ctx};
  hook killer = {.order = &order, .name = "killer", .ctx = ctx};
  hook victim = {.order = &order, .name = "victim"}, last = {.order = &order, .name = "last"};
  self.remove_id = add_hook(layer, 0, &self);
  add_hook(layer, 0, &killer);
  killer.remove_id = add_hook(layer, 0, &victim);
  add_hook(layer, 0, &last);
  call_with(layer, x);
  cr_assert(eq(int, self.destroyed, 1));
  cr_assert(eq(int, victim.destroyed, 1));
  order.text[0] = '\0';
  call_with(layer, x);
  SAME_TEXT(order.text, "killer last ");
  tenon_tensor_release(x);
  tenon_module_release(layer);
  cr_assert(all(eq(int, self.destroyed, 1), eq(int, victim.destroyed, 1),
                eq(int, killer.destroyed, 1), eq(int, last.destroyed, 1)));
  close_context(ctx);
}

Test(hook, a_failing_hook_stops_the_call_with_its_own_code_and_text) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *layer = make_module(ctx, "Identity");
  tenon_tensor* x = make_pair(ctx, 1, 1);
  hook bad = {.fail = TENON_E_INDEX, .text = "the third wheel"}, later = {.calls = 0};
  OK(tenon_module_append(net, layer));
  add_hook(layer, 0, &bad);
  add_hook(layer, 0, &later);
  FAILS(TENON_E_INDEX, call_fails(net, x));
  SAME_TEXT(tenon_error_message(), "the third wheel");
  SAME_TEXT(tenon_error_path(), "0");
  cr_assert(eq(int, later.calls, 0));
  bad.text = NULL;
  FAILS_WITH(TENON_E_INDEX, "forward hook of Identity: the callback failed with IndexError",
             call_fails(net, x));
  bad.fail = 4711;
  FAILS_WITH(4711, "4711", call_fails(net, x));
  tenon_tensor_release(x);
  tenon_module_release(layer);
  tenon_module_release(net);
  close_context(ctx);
}

Test(hook, always_call_hooks_run_when_the_call_fails) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_tensor* x = make_pair(ctx, 1, 1);
  trace order = {""};
  hook pre = {.order = &order, .name = "pre", .fail = TENON_E_RUNTIME, .text = "no"};
  hook plain = {.order = &order, .name = "plain"}, always = {.order = &order, .name = "always"};
  add_pre_hook(layer, 0, &pre);
  add_hook(layer, 0, &plain);
  add_hook(layer, TENON_HOOK_ALWAYS_CALL, &always);
  FAILS(TENON_E_RUNTIME, call_fails(layer, x));
  SAME_TEXT(tenon_error_message(), "no");
  SAME_TEXT(order.text, "pre always ");
  pre.fail = TENON_OK;
  order.text[0] = '\0';
  call_with(layer, x);
  SAME_TEXT(order.text, "pre plain always ");
  tenon_tensor_release(x);
  tenon_module_release(layer);
  close_context(ctx);
}

Test(hook, unsupported_means_the_default) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_tensor* x = make_pair(ctx, 1, 1);
  hook silent = {.fail = TENON_E_UNSUPPORTED},
       loud = {.fail = TENON_E_UNSUPPORTED, .text = "not here"};
  add_hook(layer, 0, &silent);
  cr_assert(epsilon_eq(flt, call_with(layer, x), 1, 0));
  add_hook(layer, 0, &loud);
  FAILS_WITH(TENON_E_UNSUPPORTED, "not here", call_fails(layer, x));
  tenon_tensor_release(x);
  tenon_module_release(layer);
  close_context(ctx);
}

Test(hook, nested_calls_run_inside_a_hook_and_their_failure_is_reported) {
  tenon_context* ctx = open_context();
  tenon_module *layer = make_module(ctx, "Identity"), *inner = make_module(ctx, "Identity");
  tenon_tensor* x = make_pair(ctx, 1, 1);
  hook outer = {.nested = inner}, in = {.calls = 0};
  add_hook(layer, 0, &outer);
  add_hook(inner, 0, &in);
  call_with(layer, x);
  cr_assert(eq(int, in.calls, 1));
  in.fail = TENON_E_KEY;
  in.text = "inner key";
  FAILS_WITH(TENON_E_KEY, "inner key", call_fails(layer, x));
  tenon_tensor_release(x);
  tenon_module_release(inner);
  tenon_module_release(layer);
  close_context(ctx);
}

static tenon_status forgive(void* user_data, tenon_call* call) {
  tenon_module* nothing = NULL;
  (void)user_data;
  (void)call;
  FAILS(TENON_E_VALUE, tenon_module_get_submodule(NULL, "x", &nothing));
  SAME_TEXT(tenon_error_message(), "tenon_module_get_submodule: module is NULL");
  return TENON_OK;
}

Test(hook, a_failure_that_a_hook_forgave_is_not_left_behind) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_tensor* x = make_pair(ctx, 1, 1);
  OK(tenon_module_register_forward_hook(layer, 0, forgive, NULL, NULL, NULL));
  call_with(layer, x);
  cr_assert(eq(int, tenon_error_code(), TENON_OK));
  tenon_tensor_release(x);
  tenon_module_release(layer);
  close_context(ctx);
}

Test(hook, a_hook_may_release_its_own_module) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_tensor *x = make_pair(ctx, 1, 1), *y = NULL;
  hook h = {.release = layer, .add = 1};
  add_hook(layer, 0, &h);
  OK(tenon_module_call1(layer, x, &y));
  cr_assert(epsilon_eq(flt, floats_of(y)[0], 2, 0));
  cr_assert(eq(int, h.destroyed, 1));
  tenon_tensor_release(y);
  tenon_tensor_release(x);
  close_context(ctx);
}

/* What a hook lets go of: the last handles of the call's own module and input. */
typedef struct last_handles {
  tenon_module* module;
  tenon_tensor* x;
} last_handles;

static tenon_status release_last_handles(void* user_data, tenon_call* call) {
  last_handles* last = user_data;
  (void)call;
  tenon_tensor_release(last->x);
  tenon_module_release(last->module);
  return TENON_OK;
}

Test(hook, a_pre_hook_may_release_the_last_handles_of_module_and_input) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_tensor *x = make_pair(ctx, 3, 4), *y = NULL;
  last_handles last;
  last.module = layer;
  last.x = x;
  OK(tenon_module_register_forward_pre_hook(layer, 0, release_last_handles, &last, NULL, NULL));
  OK(tenon_module_call1(layer, x, &y));
  cr_assert(epsilon_eq(flt, floats_of(y)[1], 4, 0));
  cr_assert(eq(int, tenon_module_call1(layer, y, &x), TENON_E_BAD_HANDLE));
  tenon_tensor_release(y);
  close_context(ctx);
}

Test(hook, destroy_runs_once_when_registration_fails) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  hook h = {.calls = 0};
  int64_t id = 5;
  FAILS(TENON_E_VALUE,
        tenon_module_register_forward_hook(NULL, 0, run_hook, &h, destroy_hook, &id));
  cr_assert(eq(int, h.destroyed, 1));
  cr_assert(eq(i64, id, 0));
  FAILS(TENON_E_VALUE, tenon_module_register_forward_hook(layer, 0, NULL, &h, destroy_hook, &id));
  cr_assert(eq(int, h.destroyed, 2));
  FAILS(TENON_E_VALUE,
        tenon_module_register_forward_hook(layer, 64, run_hook, &h, destroy_hook, &id));
  cr_assert(eq(int, h.destroyed, 3));
  FAILS(TENON_E_VALUE, tenon_context_register_forward_pre_hook(ctx, TENON_HOOK_ALWAYS_CALL,
                                                               run_hook, &h, destroy_hook, &id));
  cr_assert(eq(int, h.destroyed, 4));
  FAILS(TENON_E_VALUE, tenon_module_apply(NULL, run_hook, &h, destroy_hook));
  cr_assert(eq(int, h.destroyed, 5));
  FAILS(TENON_E_VALUE, tenon_context_register_class(ctx, NULL, run_hook, &h, destroy_hook));
  cr_assert(eq(int, h.destroyed, 6));
  tenon_module_release(layer);
  FAILS(TENON_E_BAD_HANDLE,
        tenon_module_register_forward_hook(layer, 0, run_hook, &h, destroy_hook, &id));
  cr_assert(eq(int, h.destroyed, 7));
  OK(tenon_context_shutdown(ctx));
  FAILS(TENON_E_RUNTIME,
        tenon_context_register_forward_hook(ctx, 0, run_hook, &h, destroy_hook, &id));
  cr_assert(eq(int, h.destroyed, 8));
  cr_assert(eq(int, h.calls, 0));
  close_context(ctx);
}

Test(hook, destroy_runs_once_at_shutdown) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  hook of_module = {.calls = 0}, of_context = {.calls = 0};
  add_hook(layer, 0, &of_module);
  OK(tenon_context_register_forward_hook(ctx, 0, run_hook, &of_context, destroy_hook, NULL));
  OK(tenon_context_shutdown(ctx));
  cr_assert(eq(int, of_module.destroyed, 1));
  cr_assert(eq(int, of_context.destroyed, 1));
  tenon_module_release(layer);
  tenon_context_release(ctx);
  cr_assert(eq(int, of_module.destroyed, 1));
  cr_assert(eq(int, of_context.destroyed, 1));
}

Test(hook, destroy_runs_once_when_the_context_ends_without_shutdown) {
  tenon_context* ctx = open_context();
  hook h = {.calls = 0};
  OK(tenon_context_register_forward_hook(ctx, 0, run_hook, &h, destroy_hook, NULL));
  tenon_context_release(ctx);
  cr_assert(eq(int, h.destroyed, 1));
}

static tenon_status shut_down_inside(void* user_data, tenon_call* call) {
  (void)call;
  return tenon_context_shutdown(user_data);
}

Test(hook, a_context_is_not_shut_down_inside_a_callback) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_tensor* x = make_pair(ctx, 1, 1);
  OK(tenon_module_register_forward_hook(layer, 0, shut_down_inside, ctx, NULL, NULL));
  FAILS(TENON_E_BUSY, call_fails(layer, x));
  cr_assert(eq(int, tenon_context_is_shut_down(ctx), 0));
  tenon_tensor_release(x);
  tenon_module_release(layer);
  close_context(ctx);
}

Test(hook, context_hooks_run_for_every_module_before_its_own) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *layer = make_module(ctx, "Identity");
  tenon_tensor* x = make_pair(ctx, 1, 1);
  trace order = {""};
  hook all = {.order = &order, .name = "all"}, own = {.order = &order, .name = "own"};
  hook all_pre = {.order = &order, .name = "all_pre"};
  int64_t id = 0;
  OK(tenon_module_append(net, layer));
  OK(tenon_context_register_forward_hook(ctx, 0, run_hook, &all, destroy_hook, &id));
  OK(tenon_context_register_forward_pre_hook(ctx, 0, run_hook, &all_pre, destroy_hook, NULL));
  add_hook(layer, 0, &own);
  call_with(net, x);
  SAME_TEXT(order.text, "all_pre all_pre all own all ");
  OK(tenon_hook_remove(ctx, id));
  order.text[0] = '\0';
  call_with(net, x);
  SAME_TEXT(order.text, "all_pre all_pre own ");
  cr_assert(eq(int, all.destroyed, 1));
  tenon_tensor_release(x);
  tenon_module_release(layer);
  tenon_module_release(net);
  close_context(ctx);
}

Test(hook, the_path_is_that_of_the_running_call) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *inner = make_module(ctx, "Sequential");
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_tensor* x = make_pair(ctx, 1, 1);
  hook h = {.calls = 0};
  OK(tenon_module_append(inner, layer));
  OK(tenon_module_append(net, inner));
  add_hook(layer, 0, &h);
  call_with(net, x);
  SAME_TEXT(h.path, "0.0");
  call_with(inner, x);
  SAME_TEXT(h.path, "0");
  call_with(layer, x);
  SAME_TEXT(h.path, "");
  tenon_tensor_release(x);
  tenon_module_release(layer);
  tenon_module_release(inner);
  tenon_module_release(net);
  close_context(ctx);
}

static tenon_status keep_call(void* user_data, tenon_call* call) {
  *(tenon_call**)user_data = call;
  return TENON_OK;
}

Test(hook, a_record_is_dead_after_its_callback) {
  tenon_context* ctx = open_context();
  tenon_module *layer = make_module(ctx, "Identity"), *module = NULL;
  tenon_tensor* x = make_pair(ctx, 1, 1);
  tenon_call* kept = NULL;
  OK(tenon_module_register_forward_hook(layer, 0, keep_call, &kept, NULL, NULL));
  call_with(layer, x);
  cr_assert(ne(ptr, kept, NULL));
  FAILS(TENON_E_BAD_HANDLE, tenon_call_module(kept, &module));
  cr_assert(eq(int, tenon_call_kind(kept), -1));
  cr_assert(eq(int, tenon_call_kind(NULL), -1));
  tenon_tensor_release(x);
  tenon_module_release(layer);
  close_context(ctx);
}

/* ---- registration hooks ---- */

typedef struct registration {
  trace names;
  tenon_tensor* replacement;
  tenon_status fail;
} registration;

static tenon_status on_registration(void* user_data, tenon_call* call) {
  registration* r = user_data;
  note(&r->names, tenon_call_name(call));
  if (r->fail != TENON_OK)
    return tenon_error_set(r->fail, "not allowed", NULL, NULL);
  if (r->replacement != NULL)
    return tenon_call_set_tensor(call, TENON_SLOT_VALUE, r->replacement);
  return TENON_OK;
}

Test(hook, registration_hooks_see_replace_and_refuse) {
  tenon_context* ctx = open_context();
  tenon_module *plain = make_plain(ctx, "Module"), *child = make_module(ctx, "Identity");
  tenon_tensor *x = make_pair(ctx, 1, 1), *other = make_pair(ctx, 5, 5), *found = NULL;
  registration buffers = {.replacement = other}, modules = {.fail = TENON_E_VALUE},
               parameters = {.fail = 0};
  tenon_tensor* parameter = NULL;
  OK(tenon_tensor_parameter(x, 1, &parameter));
  OK(tenon_context_register_buffer_registration_hook(ctx, 0, on_registration, &buffers, NULL,
                                                     NULL));
  OK(tenon_context_register_module_registration_hook(ctx, 0, on_registration, &modules, NULL,
                                                     NULL));
  OK(tenon_context_register_parameter_registration_hook(ctx, 0, on_registration, &parameters, NULL,
                                                        NULL));
  OK(tenon_module_register_buffer(plain, "buf", x, 1));
  OK(tenon_module_get_buffer(plain, "buf", &found));
  cr_assert(eq(ptr, found, other));
  FAILS_WITH(TENON_E_VALUE, "not allowed", tenon_module_add_module(plain, "kid", child));
  cr_assert(eq(int, tenon_module_has(plain, "kid"), 0));
  OK(tenon_module_register_parameter(plain, "w", parameter));
  SAME_TEXT(buffers.names.text, "buf ");
  SAME_TEXT(modules.names.text, "kid ");
  SAME_TEXT(parameters.names.text, "w ");
  tenon_tensor_release(found);
  tenon_tensor_release(parameter);
  tenon_tensor_release(other);
  tenon_tensor_release(x);
  tenon_module_release(child);
  tenon_module_release(plain);
  close_context(ctx);
}

/* Keeps the module it is shown, which is not made yet, and fails. */
static tenon_status keep_and_fail(void* user_data, tenon_call* call) {
  const tenon_status status = tenon_call_module(call, user_data);
  return status != TENON_OK ? status : tenon_error_set(TENON_E_VALUE, "not today", NULL, NULL);
}

Test(hook, a_module_whose_constructor_failed_is_a_stale_handle) {
  tenon_context* ctx = open_context();
  tenon_module *kept = NULL, *made = NULL;
  tenon_value* options = NULL;
  int64_t hook = 0;
  OK(tenon_context_register_parameter_registration_hook(ctx, 0, keep_and_fail, &kept, NULL, &hook));
  OK(tenon_value_dict(ctx, &options));
  OK(tenon_value_dict_set_int(options, "num_features", 2));
  FAILS_WITH(TENON_E_VALUE, "not today", tenon_module_create(ctx, "BatchNorm1d", options, &made));
  cr_assert(ne(ptr, kept, NULL));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_MODULES), 0));
  cr_assert(eq(int, tenon_module_eval(kept), TENON_E_BAD_HANDLE));
  tenon_module_release(kept);
  OK(tenon_hook_remove(ctx, hook));
  tenon_value_release(options);
  close_context(ctx);
}

/* ---- state-dict and load hooks ---- */

static tenon_status on_state(void* user_data, tenon_call* call) {
  tenon_state_dict* state = NULL;
  tenon_report* report = NULL;
  tenon_value* value = NULL;
  trace* order = user_data;
  tenon_status status = TENON_OK;
  switch (tenon_call_kind(call)) {
    case TENON_CALL_STATE_DICT_PRE:
      note(order, "save-pre");
      break;
    case TENON_CALL_STATE_DICT_POST:
      note(order, "save-post");
      status = tenon_call_state_dict(call, &state);
      if (status == TENON_OK)
        status = tenon_call_get(call, TENON_SLOT_PREFIX, &value);
      if (status == TENON_OK)
        status = tenon_state_dict_set(state, "extra", value);
      break;
    case TENON_CALL_LOAD_PRE:
      note(order, "load-pre");
      status = tenon_call_state_dict(call, &state);
      if (status == TENON_OK)
        status = tenon_state_dict_remove(state, "extra");
      break;
    case TENON_CALL_LOAD_POST:
      note(order, "load-post");
      status = tenon_call_report(call, &report);
      if (status == TENON_OK)
        status = tenon_report_add(report, TENON_REPORT_ASSUMED, "by a hook");
      break;
    default:
      status = TENON_E_UNSUPPORTED;
  }
  tenon_value_release(value);
  tenon_report_release(report);
  tenon_state_dict_release(state);
  return status;
}

Test(hook, state_dict_and_load_hooks_may_change_what_they_see) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_linear(ctx, 2, 2);
  tenon_state_dict* state = NULL;
  tenon_report* report = NULL;
  trace order = {""};
  int destroyed = 0;
  OK(tenon_module_register_state_dict_pre_hook(layer, 0, on_state, &order, NULL, NULL));
  OK(tenon_module_register_state_dict_post_hook(layer, 0, on_state, &order, NULL, NULL));
  OK(tenon_module_register_load_state_dict_pre_hook(layer, 0, on_state, &order, NULL, NULL));
  OK(tenon_module_register_load_state_dict_post_hook(layer, 0, on_state, &order, NULL, NULL));
  FAILS(TENON_E_VALUE, tenon_module_register_state_dict_pre_hook(
                           layer, TENON_HOOK_PREPEND, on_state, &destroyed, count_destroy, NULL));
  cr_assert(eq(int, destroyed, 1));
  OK(tenon_module_state_dict(layer, NULL, &state));
  cr_assert(eq(int, tenon_state_dict_has(state, "extra"), 1));
  OK(tenon_module_load_state_dict(layer, state, NULL, &report));
  SAME_TEXT(order.text, "save-pre save-post load-pre load-post ");
  cr_assert(eq(int, tenon_state_dict_has(state, "extra"), 1), "hooks get a copy");
  cr_assert(eq(i64, tenon_report_count(report, TENON_REPORT_ASSUMED), 1));
  SAME_TEXT(tenon_report_text(report, TENON_REPORT_ASSUMED, 0), "by a hook");
  tenon_report_release(report);
  tenon_state_dict_release(state);
  tenon_module_release(layer);
  close_context(ctx);
}
