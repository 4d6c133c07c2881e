/* Values and ops. */
#include "support.h"

Test(value, scalars_come_back_by_kind) {
  tenon_context* ctx = open_context();
  tenon_value* v = NULL;
  int32_t flag = 0, dtype = 0;
  int64_t integer = 0;
  double number = 0;
  tenon_string* text = NULL;
  OK(tenon_value_none(ctx, &v));
  cr_assert(eq(int, tenon_value_kind(v), TENON_VALUE_NONE));
  tenon_value_release(v);
  OK(tenon_value_bool(ctx, 7, &v));
  OK(tenon_value_as_bool(v, &flag));
  cr_assert(eq(int, flag, 1));
  OK(tenon_value_as_int(v, &integer));
  cr_assert(eq(i64, integer, 1));
  tenon_value_release(v);
  OK(tenon_value_int(ctx, INT64_MIN, &v));
  OK(tenon_value_as_int(v, &integer));
  cr_assert(eq(i64, integer, INT64_MIN));
  FAILS_WITH(TENON_E_TYPE, "got int", tenon_value_as_string(v, &text));
  cr_assert(zero(ptr, (void*)tenon_value_string_data(v)));
  tenon_value_release(v);
  OK(tenon_value_float(ctx, 0.1, &v));
  OK(tenon_value_as_float(v, &number));
  cr_assert(epsilon_eq(dbl, number, 0.1, 0));
  FAILS(TENON_E_TYPE, tenon_value_as_int(v, &integer));
  cr_assert(eq(i64, integer, 0));
  tenon_value_release(v);
  OK(tenon_value_string(ctx, "caf\xc3\xa9", &v));
  OK(tenon_value_as_string(v, &text));
  SAME_TEXT(tenon_value_string_data(v), "caf\xc3\xa9");
  tenon_value_release(v);
  SAME_TEXT(tenon_string_data(text), "caf\xc3\xa9");
  cr_assert(eq(i64, tenon_string_size(text), 5));
  tenon_string_release(text);
  OK(tenon_value_dtype(ctx, TENON_BFLOAT16, &v));
  OK(tenon_value_as_dtype(v, &dtype));
  cr_assert(eq(int, dtype, TENON_BFLOAT16));
  tenon_value_release(v);
  FAILS(TENON_E_VALUE, tenon_value_dtype(ctx, 0, &v));
  close_context(ctx);
}

Test(value, containers_are_shared_by_reference) {
  tenon_context* ctx = open_context();
  tenon_value *items[2] = {NULL, NULL}, *list = NULL, *dict = NULL, *inner = NULL, *tuple = NULL;
  tenon_value* refused = NULL;
  tenon_string* text = NULL;
  OK(tenon_value_int(ctx, 1, &items[0]));
  OK(tenon_value_list(ctx, items, 2, &list)); /* a NULL entry is none */
  OK(tenon_value_dict(ctx, &dict));
  OK(tenon_value_dict_set(dict, "list", list));
  OK(tenon_value_list_append(list, items[0]));
  OK(tenon_value_get(dict, "list", &inner));
  cr_assert(eq(i64, tenon_value_count(inner), 3));
  cr_assert(eq(int, tenon_value_equals(inner, list), 1));
  OK(tenon_value_text(dict, &text));
  SAME_TEXT(tenon_string_data(text), "{'list': [1, None, 1]}");
  OK(tenon_value_tuple(ctx, items, 1, &tuple));
  FAILS(TENON_E_TYPE, tenon_value_list_append(tuple, items[0]));
  FAILS(TENON_E_VALUE, tenon_value_tuple(ctx, items, -1, &refused));
  FAILS(TENON_E_VALUE, tenon_value_tuple(ctx, NULL, 1, &refused));
  tenon_value_release(tuple);
  tenon_value_release(inner);
  tenon_value_release(list);
  tenon_value_release(dict);
  tenon_value_release(items[0]);
  tenon_string_release(text);
  close_context(ctx);
}

Test(value, dicts_keep_their_order) {
  tenon_context* ctx = open_context();
  tenon_value *dict = NULL, *item = NULL;
  tenon_tensor *x = make_pair(ctx, 1, 2), *back = NULL;
  OK(tenon_value_dict(ctx, &dict));
  OK(tenon_value_dict_set_int(dict, "z", 1));
  OK(tenon_value_dict_set_bool(dict, "a", 1));
  OK(tenon_value_dict_set_string(dict, "s", "text"));
  OK(tenon_value_dict_set_float(dict, "f", 0.5));
  OK(tenon_value_dict_set_tensor(dict, "t", x));
  OK(tenon_value_dict_set(dict, "n", NULL));
  OK(tenon_value_dict_set_int(dict, "z", 2));
  cr_assert(eq(i64, tenon_value_count(dict), 6));
  SAME_TEXT(tenon_value_key(dict, 0), "z");
  SAME_TEXT(tenon_value_key(dict, 5), "n");
  cr_assert(zero(ptr, (void*)tenon_value_key(dict, 6)));
  OK(tenon_value_at(dict, 4, &item));
  OK(tenon_value_as_tensor(item, &back));
  cr_assert(eq(ptr, back, x));
  tenon_value_release(item);
  OK(tenon_value_dict_remove(dict, "z"));
  FAILS(TENON_E_KEY, tenon_value_dict_remove(dict, "z"));
  FAILS(TENON_E_KEY, tenon_value_get(dict, "z", &item));
  FAILS(TENON_E_INDEX, tenon_value_at(dict, 5, &item));
  cr_assert(all(eq(int, tenon_value_has(dict, "a"), 1), eq(int, tenon_value_has(dict, "z"), 0)));
  tenon_tensor_release(back);
  tenon_tensor_release(x);
  tenon_value_release(dict);
  close_context(ctx);
}

static void other_destroy(void* user_data) {
  (void)user_data;
}

Test(value, opaque_objects_are_known_by_their_destroy_function) {
  tenon_context* ctx = open_context();
  tenon_module* plain = make_plain(ctx, "Module");
  tenon_value* v = NULL;
  int destroyed = 0;
  void* pointer = NULL;
  OK(tenon_value_opaque(ctx, &destroyed, count_destroy, &v));
  OK(tenon_value_as_opaque(v, count_destroy, &pointer));
  cr_assert(eq(ptr, pointer, &destroyed));
  FAILS(TENON_E_TYPE, tenon_value_as_opaque(v, other_destroy, &pointer));
  cr_assert(zero(ptr, pointer));
  OK(tenon_module_set_attribute(plain, "mine", v));
  tenon_value_release(v);
  cr_assert(eq(int, destroyed, 0));
  tenon_module_release(plain);
  cr_assert(eq(int, destroyed, 1));
  FAILS(TENON_E_VALUE, tenon_value_opaque(NULL, &destroyed, count_destroy, &v));
  cr_assert(eq(int, destroyed, 2));
  close_context(ctx);
}

Test(value, an_op_is_asked_for_once_and_called_by_number) {
  tenon_context* ctx = open_context();
  tenon_tensor *x = make_pair(ctx, 0, 1), *y = NULL;
  tenon_value *args[1] = {wrap_tensor(ctx, x)}, *options = NULL, *result = NULL;
  int32_t relu = -1, add = -1, sum = -1, none = 7;
  OK(tenon_op_id("relu", &relu));
  OK(tenon_op_id("add", &add));
  OK(tenon_op_id("sum", &sum));
  FAILS_WITH(TENON_E_KEY, "no_such_op", tenon_op_id("no_such_op", &none));
  SAME_TEXT(tenon_op_name(add), "add");
  cr_assert(zero(ptr, (void*)tenon_op_name(tenon_op_count())));
  OK(tenon_op1(ctx, relu, x, &y));
  tenon_tensor_release(y);
  OK(tenon_op2(ctx, add, x, x, &y));
  cr_assert(epsilon_eq(flt, floats_of(y)[1], 2, 0));
  tenon_tensor_release(y);
  OK(tenon_value_dict(ctx, &options));
  OK(tenon_value_dict_set_int(options, "dim", 0));
  OK(tenon_op_call(ctx, sum, args, 1, options, &result));
  OK(tenon_value_as_tensor(result, &y));
  cr_assert(all(eq(int, tenon_tensor_ndim(y), 0), epsilon_eq(flt, floats_of(y)[0], 1, 0)));
  tenon_tensor_release(y);
  tenon_value_release(result);
  OK(tenon_value_dict_set_int(options, "dims", 0));
  FAILS_WITH(TENON_E_TYPE, "dims", tenon_op_call(ctx, sum, args, 1, options, &result));
  FAILS(TENON_E_INDEX, tenon_op1(ctx, tenon_op_count(), x, &y));
  tenon_value_release(options);
  tenon_value_release(args[0]);
  tenon_tensor_release(x);
  close_context(ctx);
}

Test(value, containers_cannot_hold_themselves_or_nest_without_end) {
  tenon_context* ctx = open_context();
  tenon_value *list = NULL, *dict = NULL, *tuple = NULL;
  OK(tenon_value_list(ctx, NULL, 0, &list));
  OK(tenon_value_dict(ctx, &dict));
  OK(tenon_value_dict_set(dict, "list", list));
  OK(tenon_value_tuple(ctx, &dict, 1, &tuple));
  FAILS_WITH(TENON_E_VALUE, "contains", tenon_value_list_append(list, list));
  FAILS_WITH(TENON_E_VALUE, "contains", tenon_value_list_append(list, tuple));
  FAILS_WITH(TENON_E_VALUE, "contains", tenon_value_dict_set(dict, "self", tuple));
  cr_assert(eq(i64, tenon_value_count(list), 0));
  cr_assert(eq(i64, tenon_value_count(dict), 1));
  tenon_value* outer = NULL;
  for (int depth = 1; depth < 500; ++depth) {
    OK(tenon_value_tuple(ctx, &list, 1, &outer));
    tenon_value_release(list);
    list = outer;
  }
  FAILS_WITH(TENON_E_VALUE, "500", tenon_value_tuple(ctx, &list, 1, &outer));
  tenon_value_release(tuple);
  tenon_value_release(dict);
  tenon_value_release(list);
  close_context(ctx);
}
