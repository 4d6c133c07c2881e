/* Handles: lifetimes in every order, misuse, contexts, shutdown. */
#include "support.h"

Test(handle, release_of_null_is_nothing) {
  tenon_context_release(NULL);
  tenon_tensor_release(NULL);
  tenon_module_release(NULL);
  tenon_value_release(NULL);
  tenon_list_release(NULL);
  tenon_state_dict_release(NULL);
  tenon_report_release(NULL);
  tenon_string_release(NULL);
  tenon_module_retain(NULL);
}

Test(handle, release_all_takes_one_reference_of_each_handle_whatever_its_type) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *layer = make_module(ctx, "Identity");
  tenon_tensor *kept = make_pair(ctx, 1, 2), *twice = make_pair(ctx, 3, 4);
  tenon_value *number = NULL, *box = NULL;
  tenon_list* list = NULL;
  tenon_state_dict* state = NULL;
  tenon_string* text = NULL;
  OK(tenon_module_append(net, layer));
  OK(tenon_value_int(ctx, 7, &number));
  OK(tenon_value_tensor(ctx, twice, &box));
  OK(tenon_module_named_modules(net, NULL, &list));
  OK(tenon_module_state_dict(net, NULL, &state));
  OK(tenon_module_describe(net, &text));
  tenon_tensor_retain(kept);
  tenon_tensor_retain(twice);
  tenon_context_retain(ctx);
  void* const handles[] = {kept, NULL, twice, number, list, ctx, state, net, text, twice, box};
  tenon_release_all(handles, 11);
  cr_assert(epsilon_eq(flt, floats_of(kept)[1], 2, 0), "one reference is left");
  cr_assert(eq(int, tenon_module_is_training(layer), 1));
  FAILS_WITH(TENON_E_BAD_HANDLE, "tensor was released", tenon_tensor_fill(twice, 1));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_HANDLES), 2), "kept and layer");
  tenon_tensor_release(kept);
  tenon_module_release(layer);
  close_context(ctx);
}

Test(handle, release_all_passes_over_what_is_no_live_handle) {
  _Alignas(64) char memory[64] = {0};
  tenon_context* ctx = open_context();
  tenon_tensor *x = make_pair(ctx, 1, 2), *gone = make_pair(ctx, 1, 2);
  tenon_tensor_release(gone);
  void* const handles[] = {gone, memory, x, x, x};
  tenon_release_all(handles, 5);
  tenon_release_all(handles, 5);
  tenon_release_all(handles, 0);
  tenon_release_all(handles, -1);
  tenon_release_all(NULL, 3);
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_TENSORS), 0));
  close_context(ctx);
}

Test(handle, release_all_ends_hundreds_of_handles_and_runs_destroy_functions_in_order) {
  enum { kCount = 300 };
  tenon_context* ctx = open_context();
  void* handles[kCount];
  int destroyed = 0;
  for (int i = 0; i < kCount; ++i) {
    if (i % 3 == 0) {
      OK(tenon_value_opaque(ctx, &destroyed, count_destroy, (tenon_value**)&handles[i]));
    } else {
      handles[i] = make_pair(ctx, 1, 2);
    }
  }
  tenon_release_all(handles, kCount);
  cr_assert(eq(int, destroyed, kCount / 3));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_HANDLES), 0));
  close_context(ctx);
}

Test(handle, one_object_has_one_handle) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *layer = make_module(ctx, "Identity");
  tenon_module *again = NULL, *third = NULL;
  OK(tenon_module_append(net, layer));
  OK(tenon_module_get_submodule(net, "0", &again));
  cr_assert(eq(ptr, again, layer));
  OK(tenon_module_get_item(net, -1, &third));
  cr_assert(eq(ptr, third, layer));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_MODULES), 2));
  tenon_module_release(third);
  tenon_module_release(again);
  cr_assert(eq(int, tenon_module_is_training(layer), 1), "one reference is left");
  tenon_module_release(layer);
  tenon_module_release(net);
  close_context(ctx);
}

Test(handle, children_outlive_their_parent) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *layer = make_linear(ctx, 2, 2);
  tenon_tensor *weight = NULL, *x = make_pair(ctx, 1, 2), *y = NULL;
  OK(tenon_module_append(net, layer));
  tenon_module_release(layer);
  OK(tenon_module_get_submodule(net, "0", &layer));
  OK(tenon_module_get_parameter(net, "0.weight", &weight));
  tenon_module_release(net);
  OK(tenon_module_call1(layer, x, &y));
  tenon_module_release(layer);
  OK(tenon_tensor_fill(weight, 3));
  cr_assert(epsilon_eq(flt, floats_of(weight)[3], 3, 0));
  tenon_tensor_release(weight);
  tenon_tensor_release(y);
  tenon_tensor_release(x);
  close_context(ctx);
}

Test(handle, objects_outlive_the_handle_of_their_context) {
  tenon_context* ctx = open_context();
  tenon_tensor *x = make_pair(ctx, 1, 2), *y = NULL;
  tenon_context_release(ctx);
  OK(tenon_tensor_clone(x, &y));
  tenon_tensor_release(x);
  cr_assert(epsilon_eq(flt, floats_of(y)[1], 2, 0));
  tenon_tensor_release(y);
}

Test(handle, null_is_a_value_error_that_names_the_argument) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_tensor* y = (tenon_tensor*)ctx;
  FAILS_WITH(TENON_E_VALUE, "tenon_module_call1: x is NULL", tenon_module_call1(layer, NULL, &y));
  cr_assert(zero(ptr, y), "the out-parameter is written");
  FAILS_WITH(TENON_E_VALUE, "module is NULL", tenon_module_eval(NULL));
  FAILS_WITH(TENON_E_VALUE, "out_string is NULL", tenon_module_describe(layer, NULL));
  FAILS_WITH(TENON_E_VALUE, "name is NULL", tenon_module_add_module(layer, NULL, NULL));
  cr_assert(eq(int, tenon_module_is_training(NULL), -1));
  cr_assert(zero(ptr, (void*)tenon_module_type_name(NULL)));
  tenon_module_release(layer);
  close_context(ctx);
}

Test(handle, another_type_is_a_type_error) {
  tenon_context* ctx = open_context();
  tenon_tensor* x = make_pair(ctx, 1, 2);
  FAILS_WITH(TENON_E_TYPE, "module is the handle of a tensor", tenon_module_eval((tenon_module*)x));
  cr_assert(eq(i64, tenon_list_count((tenon_list*)x), -1));
  tenon_module_release((tenon_module*)x);
  cr_assert(eq(i64, tenon_tensor_numel(x), 2), "a release as another type does nothing");
  tenon_tensor_release(x);
  close_context(ctx);
}

Test(handle, released_handles_are_found_out) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_tensor* x = NULL;
  tenon_module_release(layer);
  for (int i = 0; i < 4000; ++i) { /* other objects come and go; the cell is not used again yet */
    x = make_pair(ctx, 1, 2);
    tenon_tensor_release(x);
  }
  FAILS_WITH(TENON_E_BAD_HANDLE, "module was released", tenon_module_eval(layer));
  tenon_module_release(layer);
  tenon_module_retain(layer);
  FAILS(TENON_E_BAD_HANDLE, tenon_module_eval(layer));
  close_context(ctx);
}

Test(handle, foreign_memory_is_a_bad_handle) {
  _Alignas(64) char memory[64] = {0};
  FAILS(TENON_E_BAD_HANDLE, tenon_module_eval((tenon_module*)memory));
}

Test(handle, two_contexts_do_not_mix) {
  tenon_context *one = open_context(), *two = open_context();
  tenon_module* layer = make_module(one, "Identity");
  tenon_tensor *x = make_pair(two, 1, 2), *y = NULL;
  tenon_value* value = NULL;
  FAILS_WITH(TENON_E_WRONG_CONTEXT, "x belongs to another context",
             tenon_module_call1(layer, x, &y));
  FAILS(TENON_E_WRONG_CONTEXT, tenon_module_register_buffer(layer, "b", x, 1));
  FAILS(TENON_E_WRONG_CONTEXT, tenon_value_tensor(one, x, &value));
  tenon_tensor_release(x);
  tenon_module_release(layer);
  close_context(two);
  close_context(one);
}

Test(handle, live_counters_count_each_kind) {
  tenon_context* ctx = open_context();
  tenon_tensor* x = make_pair(ctx, 1, 2);
  tenon_value* value = wrap_tensor(ctx, x);
  tenon_module* layer = make_module(ctx, "Identity");
  tenon_list* list = NULL;
  tenon_string* text = NULL;
  tenon_state_dict* state = NULL;
  OK(tenon_module_named_modules(layer, NULL, &list));
  OK(tenon_module_describe(layer, &text));
  OK(tenon_module_state_dict(layer, NULL, &state));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_TENSORS), 1));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_VALUES), 1));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_MODULES), 1));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_LISTS), 1));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_STRINGS), 1));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_STATE_DICTS), 1));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_REPORTS), 0));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_HANDLES), 6));
  cr_assert(eq(i64, tenon_context_live(ctx, 77), -1));
  tenon_state_dict_release(state);
  tenon_string_release(text);
  tenon_list_release(list);
  tenon_module_release(layer);
  tenon_value_release(value);
  tenon_tensor_release(x);
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_BLOCKS), 0));
  close_context(ctx);
}

Test(handle, shutdown_ends_everything_and_late_releases_are_harmless) {
  tenon_context* ctx = open_context();
  int destroyed = 0;
  float memory[2] = {1, 2};
  const int64_t shape[] = {2};
  tenon_tensor *wrapped = NULL, *y = NULL;
  tenon_value* opaque = NULL;
  tenon_module* layer = make_module(ctx, "Identity");
  OK(tenon_tensor_wrap(ctx, TENON_FLOAT32, shape, NULL, 1, memory, &destroyed, count_destroy,
                       &wrapped));
  OK(tenon_value_opaque(ctx, &destroyed, count_destroy, &opaque));
  OK(tenon_context_shutdown(ctx));
  cr_assert(eq(int, destroyed, 2), "destroy functions ran");
  cr_assert(eq(int, tenon_context_is_shut_down(ctx), 1));
  FAILS_WITH(TENON_E_BAD_HANDLE, "shutdown", tenon_module_call1(layer, wrapped, &y));
  FAILS(TENON_E_RUNTIME, tenon_tensor_create(ctx, TENON_FLOAT32, shape, 1, &y));
  OK(tenon_context_shutdown(ctx));
  tenon_tensor_retain(wrapped);
  tenon_tensor_release(wrapped);
  tenon_tensor_release(wrapped);
  tenon_value_release(opaque);
  tenon_module_release(layer);
  cr_assert(eq(int, destroyed, 2), "once each");
  FAILS_WITH(TENON_E_BAD_HANDLE, "was released", tenon_module_eval(layer));
  close_context(ctx);
}

Test(handle, a_husk_of_a_shut_down_context_never_becomes_another_object) {
  tenon_context *first = open_context(), *second = open_context();
  tenon_tensor* husk = make_pair(first, 1, 2);
  OK(tenon_context_shutdown(first));
  for (int i = 0; i < 10000; ++i) {
    tenon_tensor* x = make_pair(second, 1, 2);
    cr_assert(ne(ptr, x, husk));
    tenon_tensor_release(x);
  }
  tenon_tensor_release(husk);
  close_context(second);
  close_context(first);
}

Test(handle, many_live_handles_end_with_a_shutdown) {
  tenon_context* ctx = open_context();
  static tenon_tensor* x[5000];
  for (int i = 0; i < 5000; ++i)
    x[i] = make_pair(ctx, 1, 2);
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_TENSORS), 5000));
  OK(tenon_context_shutdown(ctx));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_TENSORS), 0));
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_BLOCKS), 0));
  for (int i = 0; i < 5000; ++i)
    tenon_tensor_release(x[i]);
  close_context(ctx);
}

Test(handle, a_wrong_version_is_told) {
  tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
  tenon_context* ctx = NULL;
  cr_assert(eq(int, tenon_abi_version(), TENON_ABI_VERSION));
  SAME_TEXT(tenon_version(), "0.1.0");
  options.struct_size = 8;
  FAILS_WITH(TENON_E_VERSION, "struct_size is 8", tenon_context_create(&options, &ctx));
  options.struct_size = (int32_t)sizeof options;
  options.abi_version = 7 << 16;
  FAILS_WITH(TENON_E_VERSION, "ABI 7.0", tenon_context_create(&options, &ctx));
  options.abi_version = TENON_ABI_VERSION;
  options.allocate = counting_allocate;
  FAILS(TENON_E_VALUE, tenon_context_create(&options, &ctx));
  options.allocate = NULL;
  options.flags = 64;
  FAILS(TENON_E_VALUE, tenon_context_create(&options, &ctx));
  cr_assert(zero(ptr, ctx));
}
