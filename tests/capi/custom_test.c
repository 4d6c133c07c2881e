/* Modules and classes of the host's: values in and out, failure, extra state, registered classes.
 */
#include "support.h"

/* forward(*args, **kwargs) -> (first argument, scale, number of arguments) */
static tenon_status pack(void* user_data, tenon_call* call) {
  tenon_context* ctx = NULL;
  tenon_value *args = NULL, *kwargs = NULL, *items[3] = {NULL, NULL, NULL}, *tuple = NULL;
  (void)user_data;
  if (tenon_call_kind(call) != TENON_CALL_FORWARD)
    return TENON_E_UNSUPPORTED;
  OK(tenon_call_context(call, &ctx));
  OK(tenon_call_get(call, TENON_SLOT_ARGS, &args));
  OK(tenon_call_get(call, TENON_SLOT_KWARGS, &kwargs));
  cr_assert(eq(int, tenon_value_kind(args), TENON_VALUE_TUPLE));
  OK(tenon_value_at(args, 0, &items[0]));
  if (tenon_value_kind(kwargs) == TENON_VALUE_DICT && tenon_value_has(kwargs, "scale") == 1) {
    OK(tenon_value_get(kwargs, "scale", &items[1]));
  } else {
    OK(tenon_value_none(ctx, &items[1]));
  }
  OK(tenon_value_int(ctx, tenon_value_count(args), &items[2]));
  OK(tenon_value_tuple(ctx, items, 3, &tuple));
  OK(tenon_call_set(call, TENON_SLOT_OUTPUT, tuple));
  tenon_value_release(tuple);
  for (int i = 0; i < 3; ++i)
    tenon_value_release(items[i]);
  tenon_value_release(kwargs);
  tenon_value_release(args);
  tenon_context_release(ctx);
  return TENON_OK;
}

static tenon_status see_kwargs(void* user_data, tenon_call* call) {
  tenon_value *kwargs = NULL, *scale = NULL, *output = NULL;
  double number = 0;
  OK(tenon_call_get(call, TENON_SLOT_KWARGS, &kwargs));
  OK(tenon_value_get(kwargs, "scale", &scale));
  OK(tenon_value_as_float(scale, &number));
  *(double*)user_data = number;
  OK(tenon_call_get(call, TENON_SLOT_OUTPUT, &output));
  cr_assert(eq(int, tenon_value_kind(output), TENON_VALUE_TUPLE));
  cr_assert(eq(i64, tenon_call_tensor_count(call, TENON_SLOT_OUTPUT), 1));
  tenon_value_release(output);
  tenon_value_release(scale);
  tenon_value_release(kwargs);
  return TENON_OK;
}

Test(custom, tuples_and_keywords_pass_through_hooks) {
  tenon_context* ctx = open_context();
  tenon_module* module = NULL;
  tenon_tensor *x = make_pair(ctx, 1, 2), *back = NULL;
  tenon_value *args[2] = {wrap_tensor(ctx, x), NULL}, *tuple = NULL, *kwargs = NULL;
  tenon_value *result = NULL, *item = NULL;
  int64_t count = 0;
  int64_t id = 0;
  double seen = 0;
  int destroyed = 0;
  OK(tenon_module_create_custom(ctx, "Pack", pack, &destroyed, count_destroy, &module));
  OK(tenon_module_register_forward_hook(module, 0, see_kwargs, &seen, NULL, &id));
  OK(tenon_value_int(ctx, 7, &args[1]));
  OK(tenon_value_tuple(ctx, args, 2, &tuple));
  OK(tenon_value_dict(ctx, &kwargs));
  OK(tenon_value_dict_set_float(kwargs, "scale", 2.5));
  OK(tenon_module_call(module, tuple, kwargs, &result));
  cr_assert(epsilon_eq(dbl, seen, 2.5, 0));
  cr_assert(eq(i64, tenon_value_count(result), 3));
  OK(tenon_value_at(result, 0, &item));
  OK(tenon_value_as_tensor(item, &back));
  cr_assert(eq(ptr, back, x), "the very tensor");
  tenon_value_release(item);
  OK(tenon_value_at(result, 2, &item));
  OK(tenon_value_as_int(item, &count));
  cr_assert(eq(i64, count, 2));
  tenon_value_release(item);
  tenon_value_release(result);
  OK(tenon_hook_remove(ctx, id));
  tenon_tensor_release(back);
  FAILS(TENON_E_TYPE, tenon_module_call1(module, x, &back));
  FAILS(TENON_E_TYPE, tenon_module_call(module, tuple, args[1], &result));
  tenon_value_release(kwargs);
  tenon_value_release(tuple);
  tenon_value_release(args[0]);
  tenon_value_release(args[1]);
  tenon_tensor_release(x);
  tenon_module_release(module);
  cr_assert(eq(int, destroyed, 1));
  close_context(ctx);
}

/* Doubles its input by its own child, a Linear: a custom module has children like any other. */
static tenon_status call_child(void* user_data, tenon_call* call) {
  tenon_module *self = NULL, *child = NULL;
  tenon_tensor *x = NULL, *y = NULL;
  tenon_status status;
  (void)user_data;
  if (tenon_call_kind(call) != TENON_CALL_FORWARD)
    return TENON_E_UNSUPPORTED;
  status = tenon_call_module(call, &self);
  if (status == TENON_OK)
    status = tenon_module_get_submodule(self, "inner", &child);
  if (status == TENON_OK)
    status = tenon_call_tensor(call, TENON_SLOT_ARGS, 0, &x);
  if (status == TENON_OK)
    status = tenon_module_call1(child, x, &y);
  if (status == TENON_OK)
    status = tenon_call_set_tensor(call, TENON_SLOT_OUTPUT, y);
  tenon_tensor_release(y);
  tenon_tensor_release(x);
  tenon_module_release(child);
  tenon_module_release(self);
  return status;
}

Test(custom, works_inside_a_native_sequential) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *own = NULL, *linear = make_linear(ctx, 2, 2);
  tenon_module* relu = make_module(ctx, "ReLU");
  tenon_tensor *weight = NULL, *bias = NULL, *x = make_pair(ctx, 1, -2), *y = NULL;
  const float numbers[] = {2, 0, 0, 2};
  int destroyed = 0;
  tenon_string* text = NULL;
  OK(tenon_module_create_custom(ctx, "Twice", call_child, &destroyed, count_destroy, &own));
  OK(tenon_module_add_module(own, "inner", linear));
  OK(tenon_module_append(net, own));
  OK(tenon_module_append(net, relu));
  OK(tenon_module_get_parameter(net, "0.inner.weight", &weight));
  OK(tenon_module_get_parameter(net, "0.inner.bias", &bias));
  OK(tenon_tensor_write(weight, numbers, sizeof numbers));
  OK(tenon_tensor_fill(bias, 0));
  OK(tenon_module_call1(net, x, &y));
  cr_assert(epsilon_eq(flt, floats_of(y)[0], 2, 0));
  cr_assert(epsilon_eq(flt, floats_of(y)[1], 0, 0));
  OK(tenon_module_describe(net, &text));
  SAME_TEXT(tenon_string_data(text),
            "Sequential(\n  (0): Twice(\n    (inner): Linear(in_features=2, out_features=2, "
            "bias=True)\n  )\n  (1): ReLU()\n)");
  cr_assert(eq(ptr, tenon_module_user_data(own), &destroyed));
  cr_assert(eq(int, tenon_module_has_callback(own, call_child), 1));
  cr_assert(eq(int, tenon_module_has_callback(own, pack), 0));
  cr_assert(zero(ptr, tenon_module_user_data(net)));
  tenon_string_release(text);
  tenon_tensor_release(y);
  tenon_tensor_release(x);
  tenon_tensor_release(bias);
  tenon_tensor_release(weight);
  tenon_module_release(relu);
  tenon_module_release(linear);
  tenon_module_release(own);
  cr_assert(eq(int, destroyed, 0));
  tenon_module_release(net);
  cr_assert(eq(int, destroyed, 1));
  close_context(ctx);
}

Test(custom, without_forward_says_so) {
  tenon_context* ctx = open_context();
  tenon_module* plain = make_plain(ctx, "Blank");
  tenon_tensor *x = make_pair(ctx, 1, 2), *y = NULL;
  FAILS_WITH(TENON_E_NOT_IMPLEMENTED, "Blank", tenon_module_call1(plain, x, &y));
  tenon_tensor_release(x);
  tenon_module_release(plain);
  close_context(ctx);
}

/* ---- a host's own exception through native frames ---- */

static int thrown;
static void destroy_exception(void* exception) {
  ++*(int*)exception;
}

static tenon_status throw_own(void* user_data, tenon_call* call) {
  (void)call;
  return tenon_error_set(TENON_E_CALLBACK, "from the host", user_data, destroy_exception);
}

Test(custom, a_payload_comes_back_to_the_caller) {
  tenon_context* ctx = open_context();
  tenon_module *inner = make_module(ctx, "Sequential"), *net = make_module(ctx, "Sequential");
  tenon_module* own = NULL;
  tenon_tensor *x = make_pair(ctx, 1, 2), *y = NULL;
  OK(tenon_module_create_custom(ctx, "Thrower", throw_own, &thrown, NULL, &own));
  OK(tenon_module_append(inner, own));
  OK(tenon_module_append(net, inner));
  FAILS(TENON_E_CALLBACK, tenon_module_call1(net, x, &y));
  SAME_TEXT(tenon_error_message(), "from the host");
  SAME_TEXT(tenon_error_path(), "0.0");
  cr_assert(zero(ptr, tenon_error_take_payload(count_destroy)));
  cr_assert(eq(ptr, tenon_error_take_payload(destroy_exception), &thrown));
  cr_assert(eq(int, thrown, 0));
  FAILS(TENON_E_CALLBACK, tenon_module_call1(net, x, &y));
  OK(tenon_module_eval(net));
  cr_assert(eq(int, thrown, 1), "nobody took it: destroyed once");
  tenon_tensor_release(x);
  tenon_module_release(own);
  tenon_module_release(inner);
  tenon_module_release(net);
  close_context(ctx);
}

/* A hook that calls a failing net, and hands the failure on as its own. */
static tenon_status call_again(void* user_data, tenon_call* call) {
  tenon_tensor *x = NULL, *y = NULL;
  tenon_status status;
  OK(tenon_call_tensor(call, TENON_SLOT_ARGS, 0, &x));
  status = tenon_module_call1(user_data, x, &y);
  tenon_tensor_release(x);
  tenon_tensor_release(y);
  return status;
}

Test(custom, a_payload_survives_nested_crossings) {
  tenon_context* ctx = open_context();
  tenon_module *own = NULL, *middle = make_module(ctx, "Identity"),
               *outer = make_module(ctx, "Identity");
  tenon_tensor *x = make_pair(ctx, 1, 2), *y = NULL;
  int exception = 0;
  OK(tenon_module_create_custom(ctx, "Thrower", throw_own, &exception, NULL, &own));
  OK(tenon_module_register_forward_hook(middle, 0, call_again, own, NULL, NULL));
  OK(tenon_module_register_forward_pre_hook(outer, 0, call_again, middle, NULL, NULL));
  FAILS(TENON_E_CALLBACK, tenon_module_call1(outer, x, &y));
  SAME_TEXT(tenon_error_message(), "from the host");
  cr_assert(eq(ptr, tenon_error_take_payload(destroy_exception), &exception));
  cr_assert(eq(int, exception, 0));
  tenon_tensor_release(x);
  tenon_module_release(own);
  tenon_module_release(middle);
  tenon_module_release(outer);
  close_context(ctx);
}

/* ---- extra state and extra_repr ---- */

static tenon_status with_state(void* user_data, tenon_call* call) {
  tenon_context* ctx = NULL;
  tenon_value* value = NULL;
  int64_t* number = user_data;
  tenon_status status = TENON_E_UNSUPPORTED;
  OK(tenon_call_context(call, &ctx));
  switch (tenon_call_kind(call)) {
    case TENON_CALL_GET_EXTRA_STATE:
      OK(tenon_value_int(ctx, *number, &value));
      status = tenon_call_set(call, TENON_SLOT_VALUE, value);
      break;
    case TENON_CALL_SET_EXTRA_STATE:
      OK(tenon_call_get(call, TENON_SLOT_VALUE, &value));
      status = tenon_value_as_int(value, number);
      break;
    case TENON_CALL_EXTRA_REPR:
      OK(tenon_value_string(ctx, "number=5", &value));
      status = tenon_call_set(call, TENON_SLOT_VALUE, value);
      break;
  }
  tenon_value_release(value);
  tenon_context_release(ctx);
  return status;
}

Test(custom, extra_state_travels_in_the_state_dict) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *own = NULL;
  tenon_state_dict* state = NULL;
  tenon_string* text = NULL;
  int64_t number = 5;
  OK(tenon_module_create_custom(ctx, "Counter", with_state, &number, NULL, &own));
  OK(tenon_module_append(net, own));
  OK(tenon_module_state_dict(net, NULL, &state));
  cr_assert(eq(i64, tenon_state_dict_count(state), 1));
  SAME_TEXT(tenon_state_dict_key(state, 0), "0._extra_state");
  number = 0;
  OK(tenon_module_load_state_dict(net, state, NULL, NULL));
  cr_assert(eq(i64, number, 5));
  OK(tenon_module_describe(net, &text));
  SAME_TEXT(tenon_string_data(text), "Sequential(\n  (0): Counter(number=5)\n)");
  tenon_string_release(text);
  tenon_state_dict_release(state);
  tenon_module_release(own);
  tenon_module_release(net);
  close_context(ctx);
}

/* ---- registered classes ---- */

static tenon_status make_bottleneck(void* user_data, tenon_call* call) {
  tenon_context* ctx = NULL;
  tenon_module* module = NULL;
  tenon_value* value = NULL;
  tenon_status status;
  if (tenon_call_kind(call) != TENON_CALL_CREATE)
    return TENON_E_UNSUPPORTED;
  ++*(int*)user_data;
  status = tenon_call_context(call, &ctx);
  if (status == TENON_OK)
    status = tenon_module_create(ctx, "Identity", NULL, &module);
  if (status == TENON_OK)
    status = tenon_value_module(ctx, module, &value);
  if (status == TENON_OK)
    status = tenon_call_set(call, TENON_SLOT_VALUE, value);
  tenon_value_release(value);
  tenon_module_release(module);
  tenon_context_release(ctx);
  return status;
}

Test(custom, registered_classes_are_made_by_name) {
  tenon_context* ctx = open_context();
  int made = 0, destroyed = 0;
  tenon_module *module = NULL, *alias = NULL;
  tenon_tensor *x = make_pair(ctx, 3, 4), *y = NULL;
  cr_assert(eq(int, tenon_context_has_class(ctx, "Bottleneck"), 0));
  OK(tenon_context_register_class(ctx, "Bottleneck", make_bottleneck, &made, NULL));
  cr_assert(eq(int, tenon_context_has_class(ctx, "Bottleneck"), 1));
  OK(tenon_module_create(ctx, "Bottleneck", NULL, &module));
  cr_assert(eq(int, made, 1));
  OK(tenon_module_call1(module, x, &y));
  cr_assert(epsilon_eq(flt, floats_of(y)[1], 4, 0));
  OK(tenon_context_register_alias(ctx, "Conv2dNormActivation", "Sequential"));
  OK(tenon_module_create(ctx, "Conv2dNormActivation", NULL, &alias));
  SAME_TEXT(tenon_module_type_name(alias), "Conv2dNormActivation");
  FAILS(TENON_E_KEY, tenon_context_register_alias(ctx, "A", "Unknown"));
  OK(tenon_context_register_class(ctx, "Bottleneck", make_bottleneck, &destroyed, count_destroy));
  OK(tenon_context_register_class(ctx, "Bottleneck", make_bottleneck, &made, NULL));
  cr_assert(eq(int, destroyed, 1), "the replaced class is let go of");
  tenon_module_release(alias);
  tenon_module_release(module);
  tenon_tensor_release(y);
  tenon_tensor_release(x);
  close_context(ctx);
}

/* ---- apply ---- */

typedef struct visits {
  trace names;
  int destroyed;
  int fail_at;
  int count;
} visits;

static tenon_status visit(void* user_data, tenon_call* call) {
  visits* v = user_data;
  tenon_module* module = NULL;
  cr_assert(eq(int, tenon_call_kind(call), TENON_CALL_APPLY));
  OK(tenon_call_module(call, &module));
  note(&v->names, tenon_module_type_name(module));
  tenon_module_release(module);
  return ++v->count == v->fail_at ? tenon_error_set(TENON_E_ASSERTION, "enough", NULL, NULL)
                                  : TENON_OK;
}

static void destroy_visits(void* user_data) {
  ++((visits*)user_data)->destroyed;
}

Test(custom, apply_visits_children_first_and_lets_go_of_its_data_at_once) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *layer = make_module(ctx, "ReLU");
  visits all = {.count = 0}, failing = {.fail_at = 1};
  OK(tenon_module_append(net, layer));
  OK(tenon_module_apply(net, visit, &all, destroy_visits));
  SAME_TEXT(all.names.text, "ReLU Sequential ");
  cr_assert(eq(int, all.destroyed, 1));
  FAILS_WITH(TENON_E_ASSERTION, "enough", tenon_module_apply(net, visit, &failing, destroy_visits));
  cr_assert(eq(int, failing.destroyed, 1));
  cr_assert(eq(int, failing.count, 1));
  tenon_module_release(layer);
  tenon_module_release(net);
  close_context(ctx);
}

Test(custom, super_calls_skip_hooks) {
  tenon_context* ctx = open_context();
  tenon_module* module = make_echo(ctx);
  tenon_tensor* x = make_pair(ctx, 1, 2);
  tenon_value *argument = wrap_tensor(ctx, x), *result = NULL;
  int exception = 0;
  OK(tenon_module_register_forward_hook(module, 0, throw_own, &exception, NULL, NULL));
  FAILS(TENON_E_CALLBACK, tenon_module_call(module, argument, NULL, &result));
  OK(tenon_module_forward(module, argument, NULL, &result));
  cr_assert(eq(int, tenon_value_kind(result), TENON_VALUE_TENSOR));
  tenon_value_release(result);
  tenon_value_release(argument);
  tenon_tensor_release(x);
  tenon_module_release(module);
  close_context(ctx);
}
