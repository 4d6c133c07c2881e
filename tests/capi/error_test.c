/* The thread's error record. */
#include <pthread.h>

#include "support.h"

Test(error, a_success_leaves_no_error_behind) {
  tenon_context* ctx = open_context();
  FAILS(TENON_E_VALUE, tenon_module_eval(NULL));
  tenon_module* layer = make_module(ctx, "Identity");
  cr_assert(eq(int, tenon_error_code(), TENON_OK));
  SAME_TEXT(tenon_error_message(), "");
  SAME_TEXT(tenon_error_path(), "");
  SAME_TEXT(tenon_error_reason(), "");
  tenon_module_release(layer);
  close_context(ctx);
}

Test(error, accessors_and_releases_leave_the_record_alone) {
  tenon_context* ctx = open_context();
  tenon_module *layer = make_module(ctx, "Identity"), *child = NULL;
  FAILS(TENON_E_ATTRIBUTE, tenon_module_get_submodule(layer, "missing", &child));
  cr_assert(eq(int, tenon_module_has(layer, "missing"), 0));
  cr_assert(eq(int, tenon_module_is_training(NULL), -1));
  tenon_module_release(layer);
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_MODULES), 0));
  cr_assert(eq(int, tenon_error_code(), TENON_E_ATTRIBUTE));
  cr_assert(ne(ptr, strstr(tenon_error_message(), "missing"), NULL));
  close_context(ctx);
}

Test(error, codes_are_pythons_kinds) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *child = NULL;
  tenon_value *value = NULL, *item = NULL;
  tenon_state_dict* state = NULL;
  tenon_tensor* x = NULL;
  const int64_t shape[] = {2, -1};
  double number = 5;
  FAILS(TENON_E_KEY, tenon_module_create(ctx, "Lineal", NULL, &child));
  FAILS(TENON_E_TYPE, tenon_module_create(ctx, "Linear", NULL, &child));
  FAILS(TENON_E_INDEX, tenon_module_get_item(net, 3, &child));
  FAILS(TENON_E_ATTRIBUTE, tenon_module_get_attribute(net, "nothing", &value));
  FAILS(TENON_E_VALUE, tenon_tensor_create(ctx, TENON_FLOAT32, shape, 2, &x));
  FAILS(TENON_E_VALUE, tenon_tensor_create(ctx, 99, shape, 1, &x));
  FAILS(TENON_E_VALUE, tenon_tensor_create(ctx, TENON_FLOAT32, shape, 65, &x));
  FAILS(TENON_E_VALUE, tenon_tensor_create(ctx, TENON_FLOAT32, shape, -1, &x));
  FAILS(TENON_E_VALUE, tenon_tensor_create(ctx, TENON_FLOAT32, NULL, 1, &x));
  OK(tenon_value_int(ctx, 3, &value));
  FAILS(TENON_E_TYPE, tenon_value_dict_set_int(value, "a", 1));
  FAILS(TENON_E_TYPE, tenon_value_at(value, 0, &item));
  OK(tenon_tensor_create(ctx, TENON_FLOAT32, shape, 1, &x));
  FAILS(TENON_E_RUNTIME, tenon_tensor_item(x, &number));
  cr_assert(zero(dbl, number), "the out-parameter is written");
  OK(tenon_state_dict_create(ctx, &state));
  FAILS(TENON_E_KEY, tenon_state_dict_get(state, "w", &item));
  FAILS(TENON_E_IO, tenon_state_dict_load(ctx, "/nowhere/at/all.safetensors", NULL, &state));
  cr_assert(zero(ptr, state));
  OK(tenon_context_shutdown(ctx));
  tenon_tensor_release(x);
  tenon_value_release(value);
  tenon_module_release(net);
  tenon_context_release(ctx);
}

Test(error, text_that_is_not_utf8_is_refused) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_module(ctx, "Identity");
  static const char* const bad[] = {"\xff", "a\xc3", "\xc0\x80", "\xed\xa0\x80",
                                    "\xf4\x90\x80\x80"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
    FAILS_WITH(TENON_E_VALUE, "name is not UTF-8",
               tenon_module_register_buffer(layer, bad[i], NULL, 1));
  }
  OK(tenon_module_register_buffer(layer,
                                  "gr\xc3\xb6\xc3\x9f"
                                  "e_\xf0\x9f\x98\x80",
                                  NULL, 1));
  cr_assert(eq(int,
               tenon_module_has(layer,
                                "gr\xc3\xb6\xc3\x9f"
                                "e_\xf0\x9f\x98\x80"),
               1));
  tenon_module_release(layer);
  close_context(ctx);
}

Test(error, long_texts_are_cut_between_characters) {
  char text[3001];
  for (int i = 0; i < 1000; ++i)
    memcpy(text + 3 * i, "\xe2\x82\xac", 3); /* the euro sign */
  text[3000] = '\0';
  cr_assert(eq(int, tenon_error_set(TENON_E_VALUE, text, NULL, NULL), TENON_E_VALUE));
  const char* kept = tenon_error_message();
  const size_t length = strlen(kept);
  cr_assert(lt(sz, length, 1024));
  cr_assert(gt(sz, length, 1000));
  cr_assert(eq(sz, length % 3, 0), "whole characters and the mark, three bytes each");
  SAME_TEXT(kept + length - 3, "\xe2\x80\xa6");
  tenon_error_clear();
  SAME_TEXT(tenon_error_message(), "");
}

static void other_destroy(void* user_data) {
  (void)user_data;
}

Test(error, a_payload_goes_to_its_owner_only) {
  int mine = 0;
  tenon_error_set(TENON_E_CALLBACK, "mine", &mine, count_destroy);
  cr_assert(zero(ptr, tenon_error_take_payload(NULL)));
  cr_assert(zero(ptr, tenon_error_take_payload(other_destroy)));
  cr_assert(eq(ptr, tenon_error_take_payload(count_destroy), &mine));
  cr_assert(zero(ptr, tenon_error_take_payload(count_destroy)), "once");
  tenon_error_clear();
  cr_assert(eq(int, mine, 0), "who takes it, owns it");
  tenon_error_set(TENON_E_CALLBACK, "again", &mine, count_destroy);
  tenon_error_set(TENON_E_CALLBACK, "other", NULL, NULL);
  cr_assert(eq(int, mine, 1), "overwritten: destroyed");
  tenon_error_set(TENON_E_CALLBACK, "third", &mine, count_destroy);
  FAILS(TENON_E_VALUE, tenon_module_eval(NULL));
  cr_assert(eq(int, mine, 2), "the next call clears");
  tenon_error_clear();
}

Test(error, the_records_own_text_may_be_set_again) {
  FAILS(TENON_E_VALUE, tenon_module_eval(NULL));
  tenon_error_set(TENON_E_RUNTIME, tenon_error_message(), NULL, NULL);
  SAME_TEXT(tenon_error_message(), "tenon_module_eval: module is NULL");
  tenon_error_set(TENON_E_IO, NULL, NULL, NULL);
  SAME_TEXT(tenon_error_message(), "IO");
  tenon_error_clear();
}

Test(error, names_of_codes) {
  SAME_TEXT(tenon_status_name(TENON_OK), "OK");
  SAME_TEXT(tenon_status_name(TENON_E_KEY), "KeyError");
  SAME_TEXT(tenon_status_name(TENON_E_BAD_HANDLE), "BAD_HANDLE");
  SAME_TEXT(tenon_status_name(12345), "unknown status");
}

static void* other_thread(void* result) {
  *(tenon_status*)result = tenon_error_code();
  tenon_module_train(NULL, 1);
  return NULL;
}

Test(error, each_thread_has_its_own) {
  pthread_t thread;
  tenon_status seen = -1;
  FAILS(TENON_E_VALUE, tenon_module_eval(NULL));
  cr_assert(zero(int, pthread_create(&thread, NULL, other_thread, &seen)));
  cr_assert(zero(int, pthread_join(thread, NULL)));
  cr_assert(eq(int, seen, TENON_OK));
  SAME_TEXT(tenon_error_message(), "tenon_module_eval: module is NULL");
}
