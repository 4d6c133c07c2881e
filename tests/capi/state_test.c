/* State dicts, reports, files, models as text. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support.h"

/* A path of this test in the folder for temporary files; removed by the caller. */
static const char* temporary(const char* name) {
  static char path[512];
  const char* folder = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/tenon-capi-%ld-%s", folder ? folder : "/tmp", (long)getpid(),
           name);
  return path;
}

static tenon_module* make_net(tenon_context* ctx) {
  tenon_module *net = make_module(ctx, "Sequential"), *first = make_linear(ctx, 3, 2);
  tenon_module* relu = make_module(ctx, "ReLU");
  OK(tenon_module_append(net, first));
  OK(tenon_module_append(net, relu));
  tenon_module_release(relu);
  tenon_module_release(first);
  return net;
}

Test(state, a_state_dict_is_an_ordered_map) {
  tenon_context* ctx = open_context();
  tenon_state_dict *state = NULL, *copy = NULL, *clone = NULL;
  tenon_tensor *x = make_pair(ctx, 1, 2), *found = NULL;
  tenon_value *value = NULL, *metadata = NULL;
  int64_t count = 0;
  OK(tenon_state_dict_create(ctx, &state));
  OK(tenon_state_dict_set_tensor(state, "module.b", x));
  OK(tenon_value_int(ctx, 3, &value));
  OK(tenon_state_dict_set(state, "module.a", value));
  cr_assert(all(eq(i64, tenon_state_dict_count(state), 2),
                eq(int, tenon_state_dict_has(state, "module.a"), 1),
                eq(int, tenon_state_dict_has(state, "a"), 0)));
  SAME_TEXT(tenon_state_dict_key(state, 0), "module.b");
  cr_assert(zero(ptr, (void*)tenon_state_dict_key(state, 2)));
  FAILS(TENON_E_TYPE, tenon_state_dict_tensor(state, "module.a", &found));
  OK(tenon_state_dict_clone(state, &clone));
  OK(tenon_state_dict_copy(state, &copy));
  OK(tenon_state_dict_strip_prefix(copy, "module.", &count));
  cr_assert(eq(i64, count, 2));
  OK(tenon_state_dict_tensor(copy, "b", &found));
  cr_assert(eq(ptr, found, x));
  tenon_tensor_release(found);
  OK(tenon_state_dict_tensor(clone, "module.b", &found));
  cr_assert(eq(int, tenon_tensor_shares_storage(found, x), 0));
  OK(tenon_state_dict_remove(state, "module.b"));
  FAILS(TENON_E_KEY, tenon_state_dict_remove(state, "module.b"));
  OK(tenon_value_dict(ctx, &metadata));
  OK(tenon_state_dict_set_metadata(state, metadata));
  FAILS(TENON_E_TYPE, tenon_state_dict_set_metadata(state, value));
  tenon_value_release(value);
  OK(tenon_state_dict_metadata(state, &value));
  cr_assert(eq(int, tenon_value_kind(value), TENON_VALUE_DICT));
  tenon_value_release(value);
  OK(tenon_state_dict_set_metadata(state, NULL));
  OK(tenon_state_dict_metadata(state, &value));
  cr_assert(eq(int, tenon_value_kind(value), TENON_VALUE_NONE));
  tenon_value_release(value);
  tenon_value_release(metadata);
  tenon_tensor_release(found);
  tenon_tensor_release(x);
  tenon_state_dict_release(clone);
  tenon_state_dict_release(copy);
  tenon_state_dict_release(state);
  close_context(ctx);
}

Test(state, loading_is_all_or_nothing_and_reports) {
  tenon_context* ctx = open_context();
  tenon_module* net = make_net(ctx);
  tenon_state_dict *live = NULL, *state = NULL;
  tenon_report* report = NULL;
  tenon_value* options = NULL;
  tenon_tensor *weight = NULL, *other = make_pair(ctx, 1, 2), *detached = NULL;
  float before[6];
  OK(tenon_module_get_parameter(net, "0.weight", &weight));
  OK(tenon_tensor_read(weight, before, sizeof before));
  OK(tenon_module_state_dict(net, NULL, &live));
  SAME_TEXT(tenon_state_dict_key(live, 0), "0.weight");
  OK(tenon_state_dict_tensor(live, "0.weight", &detached));
  cr_assert(eq(int, tenon_tensor_requires_grad(detached), 0));
  cr_assert(eq(int, tenon_tensor_shares_storage(detached, weight), 1));
  tenon_tensor_release(detached);
  OK(tenon_state_dict_clone(live, &state));
  OK(tenon_state_dict_remove(state, "0.bias"));
  OK(tenon_state_dict_set_tensor(state, "extra", other));
  FAILS_WITH(TENON_E_RUNTIME, "extra", tenon_module_load_state_dict(net, state, NULL, &report));
  cr_assert(ne(ptr, strstr(tenon_error_message(), "0.bias"), NULL));
  cr_assert(zero(ptr, report));
  OK(tenon_value_dict(ctx, &options));
  OK(tenon_value_dict_set_bool(options, "strict", 0));
  OK(tenon_module_load_state_dict(net, state, options, &report));
  cr_assert(all(eq(i64, tenon_report_count(report, TENON_REPORT_MISSING), 1),
                eq(i64, tenon_report_count(report, TENON_REPORT_UNEXPECTED), 1),
                eq(i64, tenon_report_count(report, TENON_REPORT_MISMATCHED), 0),
                eq(i64, tenon_report_count(report, 99), -1)));
  SAME_TEXT(tenon_report_text(report, TENON_REPORT_MISSING, 0), "0.bias");
  SAME_TEXT(tenon_report_text(report, TENON_REPORT_UNEXPECTED, 0), "extra");
  cr_assert(zero(ptr, (void*)tenon_report_text(report, TENON_REPORT_MISSING, 1)));
  OK(tenon_state_dict_set_tensor(state, "0.weight", other));
  FAILS_WITH(TENON_E_RUNTIME, "size mismatch",
             tenon_module_load_state_dict(net, state, options, NULL));
  cr_assert(zero(int, memcmp(floats_of(weight), before, sizeof before)), "nothing changed");
  OK(tenon_value_dict_set_int(options, "strict", 2));
  OK(tenon_value_dict_set_string(options, "assign", "yes"));
  FAILS_WITH(TENON_E_TYPE, "assign", tenon_module_load_state_dict(net, state, options, NULL));
  tenon_value_release(options);
  tenon_report_release(report);
  tenon_tensor_release(weight);
  tenon_tensor_release(other);
  tenon_state_dict_release(state);
  tenon_state_dict_release(live);
  tenon_module_release(net);
  close_context(ctx);
}

Test(state, reports_can_be_made_and_edited) {
  tenon_context* ctx = open_context();
  tenon_report* report = NULL;
  tenon_string* text = NULL;
  OK(tenon_report_create(ctx, &report));
  OK(tenon_report_describe(report, &text));
  SAME_TEXT(tenon_string_data(text), "<All keys matched successfully>");
  tenon_string_release(text);
  OK(tenon_report_add(report, TENON_REPORT_MISSING, "a"));
  OK(tenon_report_add(report, TENON_REPORT_MISSING, "b"));
  OK(tenon_report_remove(report, TENON_REPORT_MISSING, 0));
  SAME_TEXT(tenon_report_text(report, TENON_REPORT_MISSING, 0), "b");
  FAILS(TENON_E_INDEX, tenon_report_remove(report, TENON_REPORT_MISSING, 1));
  FAILS(TENON_E_VALUE, tenon_report_add(report, 6, "c"));
  tenon_report_release(report);
  close_context(ctx);
}

Test(state, files_and_memory_give_the_same_bytes_back) {
  tenon_context* ctx = open_context();
  tenon_module* net = make_net(ctx);
  tenon_state_dict *state = NULL, *from_file = NULL, *from_memory = NULL;
  tenon_string *bytes = NULL, *again = NULL;
  tenon_value* metadata = NULL;
  const char* path = temporary("state.safetensors");
  OK(tenon_module_state_dict(net, NULL, &state));
  OK(tenon_state_dict_save(state, path, NULL));
  OK(tenon_state_dict_load(ctx, path, NULL, &from_file));
  remove(path);
  OK(tenon_state_dict_save_memory(state, NULL, &bytes));
  OK(tenon_state_dict_load_memory(ctx, tenon_string_data(bytes), tenon_string_size(bytes), NULL,
                                  &from_memory));
  cr_assert(eq(i64, tenon_state_dict_count(from_file), 2));
  cr_assert(eq(i64, tenon_state_dict_count(from_memory), 2));
  OK(tenon_state_dict_save_memory(from_memory, NULL, &again));
  cr_assert(eq(i64, tenon_string_size(again), tenon_string_size(bytes)));
  cr_assert(zero(int, memcmp(tenon_string_data(again), tenon_string_data(bytes),
                             (size_t)tenon_string_size(bytes))));
  OK(tenon_module_load_state_dict(net, from_file, NULL, NULL));
  OK(tenon_state_dict_file_metadata(from_file, &metadata));
  cr_assert(eq(int, tenon_value_kind(metadata), TENON_VALUE_DICT));
  tenon_value_release(metadata);
  tenon_string_release(again);
  tenon_string_release(bytes);
  tenon_state_dict_release(from_memory);
  tenon_state_dict_release(from_file);
  tenon_state_dict_release(state);
  tenon_module_release(net);
  close_context(ctx);
}

Test(state, damaged_files_are_told_by_a_word) {
  tenon_context* ctx = open_context();
  tenon_state_dict* state = NULL;
  /* A header of 2^40 bytes in a file of 16. */
  static const unsigned char bytes[16] = {0,   0,   0,   0,   0,   1,   0,   0,
                                          '{', '}', ' ', ' ', ' ', ' ', ' ', ' '};
  FAILS(TENON_E_CORRUPT, tenon_state_dict_load_memory(ctx, bytes, sizeof bytes, NULL, &state));
  cr_assert(gt(sz, strlen(tenon_error_reason()), 0));
  cr_assert(zero(ptr, state));
  FAILS(TENON_E_VALUE, tenon_state_dict_load_memory(ctx, NULL, 8, NULL, &state));
  FAILS(TENON_E_VALUE, tenon_state_dict_load_memory(ctx, bytes, -1, NULL, &state));
  close_context(ctx);
}

Test(state, a_model_travels_as_text_and_weights) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_net(ctx), *loaded = NULL, *parsed = NULL;
  tenon_string *text = NULL, *again = NULL;
  tenon_tensor *x = NULL, *y = NULL, *expected = NULL;
  const float numbers[] = {1, 2, 3};
  const int64_t shape[] = {1, 3};
  tenon_report* report = NULL;
  const char* path = temporary("model.safetensors");
  x = make_tensor(ctx, numbers, shape, 2);
  OK(tenon_module_call1(net, x, &expected));
  OK(tenon_module_save(net, path, NULL));
  OK(tenon_report_create(ctx, &report));
  OK(tenon_module_load_with(ctx, path, NULL, report, &loaded));
  cr_assert(eq(int, tenon_module_is_training(loaded), 0));
  OK(tenon_module_call1(loaded, x, &y));
  cr_assert(zero(int, memcmp(floats_of(y), floats_of(expected), 8)));
  tenon_module_release(loaded);
  OK(tenon_module_load(ctx, path, NULL, &loaded));
  remove(path);
  FAILS(TENON_E_IO, tenon_module_load(ctx, path, NULL, &parsed));
  OK(tenon_module_describe(loaded, &text));
  OK(tenon_module_parse(ctx, tenon_string_data(text), &parsed));
  OK(tenon_module_text(parsed, &again));
  SAME_TEXT(tenon_string_data(again), tenon_string_data(text));
  tenon_module_release(parsed);
  FAILS(TENON_E_VALUE, tenon_module_parse(ctx, "Sequential(\n  (0): Linear(", &parsed));
  OK(tenon_module_parse_with(ctx, tenon_string_data(text), NULL, NULL, report, &parsed));
  tenon_tensor_release(y);
  FAILS(TENON_E_RUNTIME, tenon_module_call1(parsed, x, &y)); /* no weights yet */
  OK(tenon_module_initialize(parsed));
  OK(tenon_module_call1(parsed, x, &y));
  tenon_tensor_release(y);
  tenon_tensor_release(expected);
  tenon_tensor_release(x);
  tenon_report_release(report);
  tenon_string_release(again);
  tenon_string_release(text);
  tenon_module_release(parsed);
  tenon_module_release(loaded);
  tenon_module_release(net);
  close_context(ctx);
}
