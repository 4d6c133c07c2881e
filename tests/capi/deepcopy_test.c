/* Deep copies: what the library copies, what a custom module's callback answers. */
#include "support.h"

/* What a host's own module holds. */
typedef struct state {
  int scale;
  int destroyed; /* counted in the original, also for the copies */
  struct state* origin;
} state;

static void destroy_copy(void* user_data) {
  ++((state*)user_data)->origin->destroyed;
}

static state g_copies[4];
static int g_copy_count;

/* Answers CLONE with a module over user_data of its own; its forward is not of interest. */
static tenon_status cloneable(void* user_data, tenon_call* call) {
  state* own = user_data;
  tenon_context* ctx = NULL;
  tenon_module* copy = NULL;
  tenon_value* answer = NULL;
  if (tenon_call_kind(call) != TENON_CALL_CLONE)
    return TENON_E_UNSUPPORTED;
  state* fresh = &g_copies[g_copy_count++];
  *fresh = (state){own->scale, 0, own->origin};
  OK(tenon_call_context(call, &ctx));
  OK(tenon_module_create_custom(ctx, "Own", cloneable, fresh, destroy_copy, &copy));
  OK(tenon_value_module(ctx, copy, &answer));
  OK(tenon_call_set(call, TENON_SLOT_VALUE, answer));
  tenon_value_release(answer);
  tenon_module_release(copy);
  tenon_context_release(ctx);
  return TENON_OK;
}

static tenon_status shared(void* user_data, tenon_call* call) {
  tenon_context* ctx = NULL;
  tenon_value* yes = NULL;
  (void)user_data;
  if (tenon_call_kind(call) != TENON_CALL_CLONE)
    return TENON_E_UNSUPPORTED;
  OK(tenon_call_context(call, &ctx));
  OK(tenon_value_bool(ctx, 1, &yes));
  OK(tenon_call_set(call, TENON_SLOT_VALUE, yes));
  tenon_value_release(yes);
  tenon_context_release(ctx);
  return TENON_OK;
}

static tenon_status failing(void* user_data, tenon_call* call) {
  if (tenon_call_kind(call) != TENON_CALL_CLONE)
    return TENON_E_UNSUPPORTED;
  return tenon_error_set(TENON_E_KEY, "no copy today", user_data, count_destroy);
}

static tenon_status count_calls(void* user_data, tenon_call* call) {
  (void)call;
  ++*(int*)user_data;
  return TENON_OK;
}

Test(deepcopy, a_network_and_its_copy_share_nothing) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *layer = make_linear(ctx, 2, 2), *copy = NULL;
  tenon_tensor *weight = NULL, *other = NULL;
  OK(tenon_module_append(net, layer));
  OK(tenon_module_append(net, layer));
  OK(tenon_module_get_parameter(net, "0.weight", &weight));
  OK(tenon_tensor_fill(weight, 3));
  OK(tenon_module_deepcopy(net, &copy));
  OK(tenon_module_get_parameter(copy, "0.weight", &other));
  cr_assert(ne(ptr, other, weight));
  cr_assert(zero(int, tenon_tensor_shares_storage(other, weight)));
  cr_assert(epsilon_eq(flt, floats_of(other)[3], 3, 0));
  OK(tenon_tensor_fill(other, 4));
  cr_assert(epsilon_eq(flt, floats_of(weight)[3], 3, 0));
  tenon_tensor_release(other);
  OK(tenon_module_get_parameter(copy, "1.weight", &other));
  cr_assert(epsilon_eq(flt, floats_of(other)[3], 4, 0), "one layer twice is one layer twice");
  tenon_tensor_release(other);
  tenon_tensor_release(weight);
  tenon_module_release(copy);
  tenon_module_release(layer);
  tenon_module_release(net);
  close_context(ctx);
}

Test(deepcopy, hooks_run_in_both_and_their_data_ends_once) {
  tenon_context* ctx = open_context();
  tenon_module *layer = make_module(ctx, "Identity"), *copy = NULL;
  tenon_tensor *x = make_pair(ctx, 1, 2), *y = NULL;
  int64_t id = 0;
  int counts[2] = {0, 0}; /* count_destroy counts in the first too */
  OK(tenon_module_register_forward_hook(layer, 0, count_calls, counts, count_destroy, &id));
  OK(tenon_module_deepcopy(layer, &copy));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_CALLBACKS), 1), "one box");
  OK(tenon_hook_remove(ctx, id));
  OK(tenon_module_call1(layer, x, &y));
  tenon_tensor_release(y);
  cr_assert(zero(int, counts[0]));
  OK(tenon_module_call1(copy, x, &y));
  tenon_tensor_release(y);
  cr_assert(eq(int, counts[0], 1));
  tenon_module_release(copy);
  cr_assert(eq(int, counts[0], 2), "destroyed");
  tenon_tensor_release(x);
  tenon_module_release(layer);
  close_context(ctx);
}

Test(deepcopy, a_custom_module_answers_with_a_new_one_that_the_library_fills) {
  tenon_context* ctx = open_context();
  tenon_module *own = NULL, *layer = make_linear(ctx, 2, 2), *copy = NULL, *child = NULL;
  state original = {7, 0, &original};
  OK(tenon_module_create_custom(ctx, "Own", cloneable, &original, NULL, &own));
  OK(tenon_module_add_module(own, "fc", layer));
  OK(tenon_module_eval(own));
  g_copy_count = 0;
  OK(tenon_module_deepcopy(own, &copy));
  cr_assert(eq(int, g_copy_count, 1));
  cr_assert(eq(ptr, tenon_module_user_data(copy), &g_copies[0]));
  cr_assert(eq(int, g_copies[0].scale, 7));
  cr_assert(zero(int, tenon_module_is_training(copy)));
  OK(tenon_module_get_submodule(copy, "fc", &child));
  cr_assert(ne(ptr, child, layer));
  SAME_TEXT(tenon_module_type_name(child), "Linear");
  tenon_module_release(child);
  tenon_module_release(copy);
  cr_assert(eq(int, original.destroyed, 1));
  tenon_module_release(layer);
  tenon_module_release(own);
  close_context(ctx);
}

Test(deepcopy, true_shares_user_data_until_the_last_one_goes) {
  tenon_context* ctx = open_context();
  tenon_module *own = NULL, *copy = NULL;
  int destroyed = 0;
  OK(tenon_module_create_custom(ctx, "Shared", shared, &destroyed, count_destroy, &own));
  OK(tenon_module_deepcopy(own, &copy));
  cr_assert(eq(ptr, tenon_module_user_data(copy), &destroyed));
  SAME_TEXT(tenon_module_type_name(copy), "Shared");
  tenon_module_release(own);
  cr_assert(zero(int, destroyed));
  tenon_module_release(copy);
  cr_assert(eq(int, destroyed, 1));
  close_context(ctx);
}

Test(deepcopy, an_unanswered_clone_fails_the_whole_copy_and_names_the_path) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *layer = make_linear(ctx, 2, 2);
  tenon_module *mute = make_plain(ctx, "Mute"), *copy = layer;
  OK(tenon_module_append(net, layer));
  OK(tenon_module_append(net, mute));
  FAILS_WITH(TENON_E_UNSUPPORTED, "1: Mute: deepcopy: the callback does not answer CLONE",
             tenon_module_deepcopy(net, &copy));
  cr_assert(zero(ptr, copy));
  SAME_TEXT(tenon_error_path(), "1");
  FAILS_WITH(TENON_E_VALUE, "module is NULL", tenon_module_deepcopy(NULL, &copy));
  tenon_module_release(mute);
  tenon_module_release(layer);
  tenon_module_release(net);
  close_context(ctx);
}

Test(deepcopy, a_failing_clone_gives_its_own_error_and_payload_back) {
  tenon_context* ctx = open_context();
  tenon_module *own = NULL, *copy = NULL;
  int payload = 0;
  OK(tenon_module_create_custom(ctx, "Own", failing, &payload, NULL, &own));
  FAILS_WITH(TENON_E_KEY, "no copy today", tenon_module_deepcopy(own, &copy));
  cr_assert(eq(ptr, tenon_error_take_payload(count_destroy), &payload));
  tenon_module_release(own);
  close_context(ctx);
}

Test(deepcopy, values_are_copied_with_what_they_share) {
  tenon_context* ctx = open_context();
  tenon_tensor *x = make_pair(ctx, 1, 2), *first = NULL, *second = NULL;
  tenon_value *box = wrap_tensor(ctx, x), *pair = NULL, *copy = NULL, *item = NULL;
  tenon_value* items[2] = {box, box};
  OK(tenon_value_tuple(ctx, items, 2, &pair));
  OK(tenon_value_deepcopy(pair, &copy));
  OK(tenon_value_at(copy, 0, &item));
  OK(tenon_value_as_tensor(item, &first));
  tenon_value_release(item);
  OK(tenon_value_at(copy, 1, &item));
  OK(tenon_value_as_tensor(item, &second));
  tenon_value_release(item);
  cr_assert(eq(ptr, first, second));
  cr_assert(ne(ptr, first, x));
  cr_assert(epsilon_eq(flt, floats_of(first)[1], 2, 0));
  tenon_tensor_release(second);
  tenon_tensor_release(first);
  tenon_value_release(copy);
  tenon_value_release(pair);
  tenon_value_release(box);
  tenon_tensor_release(x);
  close_context(ctx);
}

Test(deepcopy, every_failing_allocation_leaves_the_original_as_it_was) {
  counting counts = {0, 0, 0};
  tenon_context* ctx = open_counting(&counts);
  tenon_module *net = make_module(ctx, "Sequential"), *layer = make_linear(ctx, 2, 2), *copy = NULL;
  tenon_status status = TENON_E_NOMEM;
  int failures = 0;
  OK(tenon_module_append(net, layer));
  for (int64_t n = 1; status != TENON_OK; ++n) {
    counts.fail_at = counts.allocations + n;
    status = tenon_module_deepcopy(net, &copy);
    counts.fail_at = 0;
    if (status != TENON_OK) {
      cr_assert(eq(int, status, TENON_E_NOMEM), "%s", tenon_error_message());
      cr_assert(zero(ptr, copy));
      cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_MODULES), 2));
      ++failures;
    }
  }
  cr_assert(gt(int, failures, 5));
  tenon_module_release(copy);
  tenon_module_release(layer);
  tenon_module_release(net);
  close_context(ctx);
}
