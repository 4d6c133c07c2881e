/* Modules: making, tables, lookup, containers, traversal, modes, conversion. */
#include "support.h"

Test(module, options_go_by_keyword_or_by_position) {
  tenon_context* ctx = open_context();
  tenon_value *items[2] = {NULL, NULL}, *tuple = NULL, *dict = NULL, *options = NULL, *item = NULL;
  tenon_module *by_position = NULL, *by_keyword = NULL, *refused = NULL;
  int64_t number = 0;
  OK(tenon_value_int(ctx, 3, &items[0]));
  OK(tenon_value_int(ctx, 2, &items[1]));
  OK(tenon_value_tuple(ctx, items, 2, &tuple));
  OK(tenon_module_create(ctx, "Linear", tuple, &by_position));
  OK(tenon_value_dict(ctx, &dict));
  OK(tenon_value_dict_set_int(dict, "in_features", 3));
  OK(tenon_value_dict_set_int(dict, "out_features", 2));
  OK(tenon_value_dict_set_bool(dict, "bias", 0));
  OK(tenon_module_create(ctx, "Linear", dict, &by_keyword));
  cr_assert(all(eq(int, tenon_module_has(by_position, "bias"), 1),
                eq(int, tenon_module_has(by_keyword, "weight"), 1)));
  OK(tenon_module_options(by_position, &options));
  OK(tenon_value_get(options, "in_features", &item));
  OK(tenon_value_as_int(item, &number));
  cr_assert(eq(i64, number, 3));
  OK(tenon_value_dict_set_int(dict, "pading", 1));
  FAILS_WITH(TENON_E_TYPE, "pading", tenon_module_create(ctx, "Linear", dict, &refused));
  FAILS(TENON_E_TYPE, tenon_module_create(ctx, "Linear", items[0], &refused));
  tenon_value_release(item);
  tenon_value_release(options);
  tenon_module_release(by_keyword);
  tenon_module_release(by_position);
  tenon_value_release(dict);
  tenon_value_release(tuple);
  tenon_value_release(items[0]);
  tenon_value_release(items[1]);
  close_context(ctx);
}

Test(module, containers_are_made_of_modules) {
  tenon_context* ctx = open_context();
  tenon_module *relu = make_module(ctx, "ReLU"), *tanh = make_module(ctx, "Tanh"), *net = NULL;
  tenon_value *items[2] = {NULL, NULL}, *tuple = NULL;
  OK(tenon_value_module(ctx, relu, &items[0]));
  OK(tenon_value_module(ctx, tanh, &items[1]));
  OK(tenon_value_tuple(ctx, items, 2, &tuple));
  OK(tenon_module_create(ctx, "Sequential", tuple, &net));
  cr_assert(eq(i64, tenon_module_count(net), 2));
  tenon_module_release(net);
  tenon_value_release(tuple);
  tenon_value_release(items[0]);
  tenon_value_release(items[1]);
  tenon_module_release(tanh);
  tenon_module_release(relu);
  close_context(ctx);
}

Test(module, call_f32_takes_and_gives_floats) {
  tenon_context* ctx = open_context();
  tenon_module* layer = make_linear(ctx, 3, 2);
  tenon_tensor *weight = NULL, *bias = NULL;
  const float numbers[] = {1, 0, 0, 0, 2, 0}, x[] = {1, 2, 3.5f};
  const int64_t shape[] = {1, 3};
  float y[2] = {0, 0};
  int64_t count = 0;
  OK(tenon_module_get_parameter(layer, "weight", &weight));
  OK(tenon_module_get_parameter(layer, "bias", &bias));
  OK(tenon_tensor_write(weight, numbers, sizeof numbers));
  OK(tenon_tensor_fill(bias, 0.5));
  OK(tenon_module_call_f32(layer, x, shape, 2, y, 2, &count));
  cr_assert(all(eq(i64, count, 2), epsilon_eq(flt, y[0], 1.5f, 0), epsilon_eq(flt, y[1], 4.5f, 0)));
  OK(tenon_module_call_f32(layer, x, shape, 2, y, 2, NULL));
  FAILS_WITH(TENON_E_VALUE, "capacity is 1",
             tenon_module_call_f32(layer, x, shape, 2, y, 1, &count));
  cr_assert(eq(i64, count, 2), "what is needed");
  FAILS(TENON_E_VALUE, tenon_module_call_f32(layer, NULL, shape, 2, y, 2, &count));
  cr_assert(eq(i64, count, 0));
  FAILS(TENON_E_VALUE, tenon_module_call_f32(layer, x, shape, 2, NULL, 2, &count));
  FAILS(TENON_E_VALUE, tenon_module_call_f32(layer, x, NULL, 2, y, 2, &count));
  FAILS(TENON_E_VALUE, tenon_module_call_f32(layer, x, shape, 2, y, -1, &count));
  tenon_tensor_release(bias);
  tenon_tensor_release(weight);
  tenon_module_release(layer);
  close_context(ctx);
}

Test(module, a_wrong_shape_is_told_with_layer_path_and_numbers) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *layer = make_linear(ctx, 64, 128);
  const int64_t shape[] = {1, 63};
  static const float zeros[63];
  tenon_tensor *x = make_tensor(ctx, zeros, shape, 2), *y = NULL;
  OK(tenon_module_add_module(net, "fc1", layer));
  FAILS(TENON_E_RUNTIME, tenon_module_call1(net, x, &y));
  SAME_TEXT(tenon_error_message(),
            "fc1: Linear: last dimension is 63, weight wants 64 (input (1, 63), weight (128, 64))");
  SAME_TEXT(tenon_error_path(), "fc1");
  tenon_tensor_release(x);
  tenon_module_release(layer);
  tenon_module_release(net);
  close_context(ctx);
}

Test(module, names_are_unique_over_all_tables) {
  tenon_context* ctx = open_context();
  tenon_module *plain = make_plain(ctx, "Module"), *child = make_module(ctx, "ReLU");
  tenon_tensor *x = make_pair(ctx, 1, 2), *w = NULL, *found = x;
  OK(tenon_tensor_parameter(x, 1, &w));
  OK(tenon_module_register_parameter(plain, "w", w));
  FAILS(TENON_E_KEY, tenon_module_register_buffer(plain, "w", x, 1));
  FAILS(TENON_E_KEY, tenon_module_add_module(plain, "w", child));
  FAILS(TENON_E_KEY, tenon_module_add_module(plain, "a.b", child));
  FAILS(TENON_E_KEY, tenon_module_add_module(plain, "", child));
  FAILS(TENON_E_TYPE, tenon_module_register_parameter(plain, "p", x));
  OK(tenon_module_register_buffer(plain, "none", NULL, 1));
  OK(tenon_module_get_buffer(plain, "none", &found));
  cr_assert(zero(ptr, found));
  cr_assert(eq(int, tenon_module_has(plain, "none"), 1));
  OK(tenon_module_add_module(plain, "kid", NULL));
  cr_assert(eq(int, tenon_module_has(plain, "kid"), 1));
  FAILS(TENON_E_VALUE, tenon_module_add_module(plain, "self", plain));
  tenon_tensor_release(w);
  tenon_tensor_release(x);
  tenon_module_release(child);
  tenon_module_release(plain);
  close_context(ctx);
}

Test(module, attributes_follow_pythons_assignment) {
  tenon_context* ctx = open_context();
  tenon_module *plain = make_plain(ctx, "Module"), *child = make_module(ctx, "ReLU"), *back = NULL;
  tenon_tensor *x = make_pair(ctx, 1, 2), *w = NULL;
  tenon_value *value = NULL, *found = NULL;
  tenon_list* list = NULL;
  int64_t number = 0;
  OK(tenon_tensor_parameter(x, 1, &w));
  value = wrap_tensor(ctx, w);
  OK(tenon_module_set_attribute(plain, "w", value));
  tenon_value_release(value);
  OK(tenon_value_module(ctx, child, &value));
  OK(tenon_module_set_attribute(plain, "kid", value));
  tenon_value_release(value);
  OK(tenon_value_int(ctx, 5, &value));
  OK(tenon_module_set_attribute(plain, "size", value));
  FAILS(TENON_E_TYPE, tenon_module_set_attribute(plain, "w", value));
  tenon_value_release(value);
  OK(tenon_module_get_attribute(plain, "size", &found));
  OK(tenon_value_as_int(found, &number));
  cr_assert(eq(i64, number, 5));
  tenon_value_release(found);
  OK(tenon_module_get_attribute(plain, "kid", &found));
  OK(tenon_value_as_module(found, &back));
  cr_assert(eq(ptr, back, child));
  OK(tenon_module_named_parameters(plain, NULL, &list));
  cr_assert(eq(i64, tenon_list_count(list), 1));
  OK(tenon_module_delete_attribute(plain, "w"));
  cr_assert(eq(int, tenon_module_has(plain, "w"), 0));
  FAILS(TENON_E_ATTRIBUTE, tenon_module_delete_attribute(plain, "w"));
  tenon_list_release(list);
  tenon_module_release(back);
  tenon_value_release(found);
  tenon_tensor_release(w);
  tenon_tensor_release(x);
  tenon_module_release(child);
  tenon_module_release(plain);
  close_context(ctx);
}

Test(module, lists_are_snapshots) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *linear = make_linear(ctx, 3, 2), *m = NULL;
  tenon_list *parameters = NULL, *modules = NULL;
  tenon_value* options = NULL;
  tenon_tensor* t = NULL;
  OK(tenon_module_append(net, linear));
  OK(tenon_module_named_parameters(net, NULL, &parameters));
  OK(tenon_module_named_modules(net, NULL, &modules));
  tenon_module_release(linear);
  tenon_module_release(net);
  cr_assert(all(
      eq(i64, tenon_list_count(parameters), 2), eq(i64, tenon_list_find(parameters, "0.bias"), 1),
      eq(i64, tenon_list_find(parameters, "1.bias"), -1),
      eq(int, tenon_list_dtype(parameters, 0), TENON_FLOAT32),
      eq(int, tenon_list_ndim(parameters, 0), 2), eq(i64, tenon_list_dim(parameters, 0, -1), 3),
      eq(i64, tenon_list_numel(parameters, 0), 6), eq(i64, tenon_list_numel(parameters, 2), -1)));
  SAME_TEXT(tenon_list_name(parameters, 0), "0.weight");
  cr_assert(zero(ptr, (void*)tenon_list_name(parameters, 2)));
  OK(tenon_list_tensor(parameters, 0, &t));
  FAILS(TENON_E_INDEX, tenon_list_module(modules, 2, &m));
  FAILS(TENON_E_TYPE, tenon_list_module(parameters, 0, &m));
  OK(tenon_list_module(modules, 1, &m));
  SAME_TEXT(tenon_module_type_name(m), "Linear");
  cr_assert(eq(int, tenon_list_ndim(modules, 0), -1));
  OK(tenon_value_dict(ctx, &options));
  OK(tenon_value_dict_set_string(options, "prefix", "net"));
  OK(tenon_value_dict_set_bool(options, "recurse", 0));
  tenon_list_release(parameters);
  OK(tenon_module_named_parameters(m, options, &parameters));
  SAME_TEXT(tenon_list_name(parameters, 0), "net.weight");
  OK(tenon_value_dict_set_bool(options, "recursive", 0));
  tenon_list_release(parameters);
  FAILS_WITH(TENON_E_TYPE, "recursive", tenon_module_named_buffers(m, options, &parameters));
  tenon_value_release(options);
  tenon_tensor_release(t);
  tenon_module_release(m);
  tenon_list_release(modules);
  close_context(ctx);
}

Test(module, sequences_behave_like_lists) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *relu = make_module(ctx, "ReLU");
  tenon_module *tanh = make_module(ctx, "Tanh"), *same = make_module(ctx, "Identity");
  tenon_module* const both[] = {relu, tanh};
  tenon_module *found = NULL, *tail = NULL;
  tenon_list* keys = NULL;
  OK(tenon_module_extend(net, both, 2));
  OK(tenon_module_insert(net, 1, same));
  OK(tenon_module_get_item(net, 1, &found));
  cr_assert(eq(ptr, found, same));
  tenon_module_release(found);
  OK(tenon_module_set_item(net, -1, relu));
  OK(tenon_module_pop(net, -1, &found));
  cr_assert(eq(ptr, found, relu));
  tenon_module_release(found);
  OK(tenon_module_delete_item(net, 0));
  cr_assert(eq(i64, tenon_module_count(net), 1));
  OK(tenon_module_append(net, tanh));
  OK(tenon_module_slice(net, 1, 9, 1, &tail));
  cr_assert(eq(i64, tenon_module_count(tail), 1));
  FAILS(TENON_E_VALUE, tenon_module_slice(net, 0, 1, 0, &found));
  OK(tenon_module_keys(net, &keys));
  cr_assert(eq(i64, tenon_list_count(keys), 2));
  SAME_TEXT(tenon_list_name(keys, 1), "1");
  OK(tenon_module_clear(net));
  cr_assert(eq(i64, tenon_module_count(net), 0));
  FAILS(TENON_E_INDEX, tenon_module_pop(net, 0, &found));
  FAILS_WITH(TENON_E_TYPE, "ReLU", tenon_module_append(relu, tanh));
  FAILS(TENON_E_TYPE, tenon_module_get_key(net, "0", &found));
  FAILS(TENON_E_VALUE, tenon_module_append(net, NULL));
  cr_assert(eq(i64, tenon_module_count(relu), -1));
  tenon_list_release(keys);
  tenon_module_release(tail);
  tenon_module_release(same);
  tenon_module_release(tanh);
  tenon_module_release(relu);
  tenon_module_release(net);
  close_context(ctx);
}

Test(module, module_dicts_go_by_key) {
  tenon_context* ctx = open_context();
  tenon_module *dict = make_module(ctx, "ModuleDict"), *relu = make_module(ctx, "ReLU");
  tenon_module *tanh = make_module(ctx, "Tanh"), *found = NULL,
               *other = make_module(ctx, "ModuleDict");
  tenon_value *items = NULL, *value = NULL;
  tenon_list* keys = NULL;
  OK(tenon_module_set_key(dict, "act", relu));
  OK(tenon_module_get_key(dict, "act", &found));
  cr_assert(eq(ptr, found, relu));
  tenon_module_release(found);
  OK(tenon_value_dict(ctx, &items));
  OK(tenon_value_module(ctx, tanh, &value));
  OK(tenon_value_dict_set(items, "out", value));
  OK(tenon_module_update(dict, items));
  OK(tenon_module_keys(dict, &keys));
  SAME_TEXT(tenon_list_name(keys, 1), "out");
  tenon_value_release(value);
  OK(tenon_value_module(ctx, dict, &value));
  OK(tenon_module_update(other, value));
  cr_assert(eq(i64, tenon_module_count(other), 2));
  OK(tenon_module_pop_key(dict, "act", &found));
  OK(tenon_module_delete_key(dict, "out"));
  FAILS(TENON_E_KEY, tenon_module_delete_key(dict, "out"));
  FAILS(TENON_E_KEY, tenon_module_get_key(dict, "act", &tanh));
  cr_assert(zero(ptr, tanh));
  OK(tenon_module_get_key(other, "out", &tanh));
  OK(tenon_module_clear(other));
  cr_assert(eq(i64, tenon_module_count(other), 0));
  tenon_module_release(tanh); /* from get_key */
  tenon_module_release(tanh); /* from make_module */
  tenon_list_release(keys);
  tenon_value_release(value);
  tenon_value_release(items);
  tenon_module_release(found);
  tenon_module_release(other);
  tenon_module_release(relu);
  tenon_module_release(dict);
  close_context(ctx);
}

Test(module, modes_and_conversions_reach_the_whole_tree) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *linear = make_linear(ctx, 2, 2);
  tenon_tensor *weight = NULL, *again = NULL, *grad = NULL;
  OK(tenon_module_append(net, linear));
  cr_assert(eq(int, tenon_module_is_training(net), 1));
  OK(tenon_module_eval(net));
  cr_assert(eq(int, tenon_module_is_training(linear), 0));
  OK(tenon_module_train(net, 1));
  cr_assert(eq(int, tenon_module_is_training(linear), 1));
  OK(tenon_module_get_parameter(net, "0.weight", &weight));
  OK(tenon_module_double(net));
  OK(tenon_module_get_parameter(net, "0.weight", &again));
  cr_assert(eq(ptr, again, weight), "identity is kept");
  cr_assert(eq(int, tenon_tensor_dtype(weight), TENON_FLOAT64));
  OK(tenon_module_half(net));
  cr_assert(eq(int, tenon_tensor_dtype(weight), TENON_FLOAT16));
  OK(tenon_module_bfloat16(net));
  cr_assert(eq(int, tenon_tensor_dtype(weight), TENON_BFLOAT16));
  OK(tenon_module_float(net));
  OK(tenon_module_to(net, TENON_FLOAT32));
  FAILS(TENON_E_TYPE, tenon_module_to(net, TENON_INT64));
  OK(tenon_module_requires_grad(net, 0));
  cr_assert(eq(int, tenon_tensor_requires_grad(weight), 0));
  OK(tenon_module_requires_grad(net, 1));
  cr_assert(eq(int, tenon_tensor_requires_grad(weight), 1));
  OK(tenon_tensor_clone(weight, &grad));
  OK(tenon_tensor_grad_set(weight, grad));
  tenon_tensor_release(grad);
  OK(tenon_module_zero_grad(net, 1));
  OK(tenon_tensor_grad(weight, &grad));
  cr_assert(zero(ptr, grad));
  OK(tenon_module_initialize(net));
  tenon_tensor_release(again);
  tenon_tensor_release(weight);
  tenon_module_release(linear);
  tenon_module_release(net);
  close_context(ctx);
}
