/* The pieces of docs/c-api.md, compiled and run.
 *
 *     guide_c LIBTENON_SO
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tenon_dl.h"

static int passed;
static int failed;

static void check(int holds, const char* claim) {
  if (holds) {
    ++passed;
  } else {
    ++failed;
    printf("FAILED: %s\n", claim);
  }
}

/* ---- open ---- */

static tenon_context* open_tenon(const char* path) {
  tenon_context* ctx = NULL;
  if (tenon_dl_open(path) != 0) { /* NULL: where the system looks for libtenon.so.0 */
    fprintf(stderr, "going on without Tenon: %s\n", tenon_dl_error());
    return NULL;
  }
  if (tenon_context_create(NULL, &ctx) != TENON_OK) {
    fprintf(stderr, "%s\n", tenon_error_message());
  }
  return ctx;
}

/* ---- tensors ---- */

static tenon_status sum_in_place(tenon_context* ctx, float* samples, int64_t count, double* sum) {
  tenon_tensor* tensor = NULL;
  void* data = NULL;
  /* No copy: the tensor reads and writes `samples`, which must outlive it. */
  tenon_status status =
      tenon_tensor_wrap(ctx, TENON_FLOAT32, &count, NULL, 1, samples, NULL, NULL, &tensor);
  if (status == TENON_OK)
    status = tenon_tensor_map(tensor, TENON_MAP_READ, &data);
  if (status == TENON_OK) {
    *sum = 0;
    for (int64_t i = 0; i < tenon_tensor_numel(tensor); ++i)
      *sum += ((const float*)data)[i];
    status = tenon_tensor_unmap(tensor);
  }
  tenon_tensor_release(tensor); /* NULL is fine */
  return status;
}

/* ---- layers by name ---- */

static tenon_status make_linear(tenon_context* ctx, tenon_module** layer) {
  tenon_value* options = NULL;
  tenon_status status = tenon_value_dict(ctx, &options);
  if (status == TENON_OK)
    status = tenon_value_dict_set_int(options, "in_features", 3);
  if (status == TENON_OK)
    status = tenon_value_dict_set_int(options, "out_features", 2);
  if (status == TENON_OK)
    status = tenon_value_dict_set_bool(options, "bias", 0);
  if (status == TENON_OK)
    status = tenon_module_create(ctx, "Linear", options, layer);
  tenon_value_release(options);
  return status;
}

/* ---- weights ---- */

static tenon_status set_weight(tenon_module* layer) {
  static const float numbers[] = {1, 0, 0, 0, 2, 0};
  tenon_tensor* weight = NULL;
  tenon_status status = tenon_module_get_parameter(layer, "weight", &weight);
  if (status == TENON_OK)
    status = tenon_tensor_write(weight, numbers, sizeof numbers);
  tenon_tensor_release(weight);
  return status;
}

/* ---- a hook ---- */

static tenon_status at_most_four(void* user_data, tenon_call* call) {
  tenon_tensor* output = NULL;
  float values[2];
  tenon_status status = tenon_call_tensor(call, TENON_SLOT_OUTPUT, 0, &output);
  if (status == TENON_OK)
    status = tenon_tensor_read(output, values, sizeof values);
  tenon_tensor_release(output);
  if (status != TENON_OK)
    return status;
  ++*(int*)user_data;
  if (values[1] > 4)
    return tenon_error_set(TENON_E_VALUE, "more than four", NULL, NULL);
  return TENON_OK; /* nothing set: the output stays as it is */
}

/* ---- a module of one's own ---- */

/* forward(x, *, times) -> (x, times) */
static tenon_status echo(void* user_data, tenon_call* call) {
  tenon_context* ctx = NULL;
  tenon_value *args = NULL, *kwargs = NULL, *both[2] = {NULL, NULL}, *tuple = NULL;
  tenon_status status;
  (void)user_data;
  if (tenon_call_kind(call) != TENON_CALL_FORWARD)
    return TENON_E_UNSUPPORTED; /* the default */
  status = tenon_call_context(call, &ctx);
  if (status == TENON_OK)
    status = tenon_call_get(call, TENON_SLOT_ARGS, &args);
  if (status == TENON_OK)
    status = tenon_call_get(call, TENON_SLOT_KWARGS, &kwargs);
  if (status == TENON_OK)
    status = tenon_value_at(args, 0, &both[0]);
  if (status == TENON_OK)
    status = tenon_value_get(kwargs, "times", &both[1]);
  if (status == TENON_OK)
    status = tenon_value_tuple(ctx, both, 2, &tuple);
  if (status == TENON_OK)
    status = tenon_call_set(call, TENON_SLOT_OUTPUT, tuple);
  tenon_value_release(tuple);
  tenon_value_release(both[1]);
  tenon_value_release(both[0]);
  tenon_value_release(kwargs);
  tenon_value_release(args);
  tenon_context_release(ctx);
  return status;
}

/* ---- state dicts ---- */

static void load_what_fits(tenon_context* ctx, tenon_module* net, tenon_state_dict* weights) {
  tenon_value* options = NULL;
  tenon_report* report = NULL;
  if (tenon_value_dict(ctx, &options) == TENON_OK &&
      tenon_value_dict_set_bool(options, "strict", 0) == TENON_OK &&
      tenon_module_load_state_dict(net, weights, options, &report) == TENON_OK) {
    for (int64_t i = 0; i < tenon_report_count(report, TENON_REPORT_MISSING); ++i) {
      printf("not in the file: %s\n", tenon_report_text(report, TENON_REPORT_MISSING, i));
    }
  } else {
    printf("nothing was changed: %s\n", tenon_error_message());
  }
  tenon_report_release(report);
  tenon_value_release(options);
}

/* ---- the program ---- */

static void count_calls(void* user_data) {
  ++*(int*)user_data;
}

static void call_with_kwargs(tenon_context* ctx) {
  tenon_module* module = NULL;
  tenon_value *x = NULL, *kwargs = NULL, *result = NULL, *second = NULL;
  int64_t times = 0;
  int destroyed = 0;
  check(tenon_module_create_custom(ctx, "Echo", echo, &destroyed, count_calls, &module) == TENON_OK,
        "a custom module is made");
  check(tenon_value_int(ctx, 41, &x) == TENON_OK && tenon_value_dict(ctx, &kwargs) == TENON_OK &&
            tenon_value_dict_set_int(kwargs, "times", 42) == TENON_OK,
        "its arguments are made");
  check(tenon_module_call(module, x, kwargs, &result) == TENON_OK, "it is called with keywords");
  check(tenon_value_kind(result) == TENON_VALUE_TUPLE && tenon_value_count(result) == 2 &&
            tenon_value_at(result, 1, &second) == TENON_OK &&
            tenon_value_as_int(second, &times) == TENON_OK && times == 42,
        "it returns a tuple");
  tenon_value_release(second);
  tenon_value_release(result);
  tenon_value_release(kwargs);
  tenon_value_release(x);
  tenon_module_release(module);
  check(destroyed == 1, "its user_data is let go of once");
}

int main(int argc, char** argv) {
  tenon_context* ctx = open_tenon(argc > 1 ? argv[1] : NULL);
  tenon_module *layer = NULL, *other = NULL;
  tenon_state_dict* weights = NULL;
  float samples[] = {1, 2, 3.5f}, output[2] = {0, 0};
  double sum = 0;
  int64_t shape[] = {1, 3}, hook = 0, count = 0;
  int hooked = 0;
  if (ctx == NULL)
    return 1;

  check(sum_in_place(ctx, samples, 3, &sum) == TENON_OK && sum == 6.5, "a wrapped array is read");
  check(make_linear(ctx, &layer) == TENON_OK, "a layer is made by name");
  check(set_weight(layer) == TENON_OK, "its weight is set");
  check(tenon_module_call_f32(layer, samples, shape, 2, output, 2, &count) == TENON_OK &&
            count == 2 && output[0] == 1 && output[1] == 4,
        "it computes (1, 4)");

  check(
      tenon_module_register_forward_hook(layer, 0, at_most_four, &hooked, NULL, &hook) == TENON_OK,
      "a hook is registered");
  check(tenon_module_call_f32(layer, samples, shape, 2, output, 2, NULL) == TENON_OK && hooked == 1,
        "it runs and accepts");
  samples[1] = 3;
  check(tenon_module_call_f32(layer, samples, shape, 2, output, 2, NULL) == TENON_E_VALUE &&
            strcmp(tenon_error_message(), "more than four") == 0,
        "its error is the call's error");
  check(tenon_hook_remove(ctx, hook) == TENON_OK && tenon_hook_remove(ctx, hook) == TENON_OK,
        "it is removed, twice");

  shape[1] = 2;
  check(tenon_module_call_f32(layer, samples, shape, 2, output, 2, NULL) == TENON_E_RUNTIME &&
            strstr(tenon_error_message(), "Linear") != NULL,
        "a wrong shape is an error that names the layer");

  call_with_kwargs(ctx);

  check(tenon_module_state_dict(layer, NULL, &weights) == TENON_OK &&
            tenon_state_dict_count(weights) == 1,
        "the state dict has the weight");
  check(make_linear(ctx, &other) == TENON_OK, "another layer is made");
  load_what_fits(ctx, other, weights);
  shape[1] = 3;
  check(tenon_module_call_f32(other, samples, shape, 2, output, 2, NULL) == TENON_OK &&
            output[0] == 1 && output[1] == 6,
        "it computes with the loaded weight");

  tenon_state_dict_release(weights);
  tenon_module_release(other);
  tenon_module_release(layer);
  check(tenon_context_shutdown(ctx) == TENON_OK, "the context ends");
  tenon_context_release(ctx);
  tenon_dl_close();
  printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
