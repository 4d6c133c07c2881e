/* The examples of torch.nn.Module's documentation, in C. */
#include "support.h"

/* >>> l = nn.Linear(2, 2); net = nn.Sequential(l, l); for idx, m in enumerate(net.named_modules())
 */
Test(docs, named_modules_returns_duplicates_once) {
  tenon_context* ctx = open_context();
  tenon_module *l = make_linear(ctx, 2, 2), *net = make_module(ctx, "Sequential"), *found = NULL;
  tenon_list* list = NULL;
  tenon_string* text = NULL;
  tenon_value* options = NULL;
  OK(tenon_module_append(net, l));
  OK(tenon_module_append(net, l));
  OK(tenon_module_named_modules(net, NULL, &list));
  cr_assert(eq(i64, tenon_list_count(list), 2));
  SAME_TEXT(tenon_list_name(list, 0), "");
  SAME_TEXT(tenon_list_name(list, 1), "0");
  OK(tenon_list_module(list, 0, &found));
  cr_assert(eq(ptr, found, net));
  tenon_module_release(found);
  OK(tenon_list_module(list, 1, &found));
  cr_assert(eq(ptr, found, l));
  OK(tenon_module_describe(net, &text));
  SAME_TEXT(tenon_string_data(text),
            "Sequential(\n"
            "  (0): Linear(in_features=2, out_features=2, bias=True)\n"
            "  (1): Linear(in_features=2, out_features=2, bias=True)\n"
            ")");
  tenon_list_release(list);
  OK(tenon_value_dict(ctx, &options));
  OK(tenon_value_dict_set_bool(options, "remove_duplicate", 0));
  OK(tenon_module_named_modules(net, options, &list));
  cr_assert(eq(i64, tenon_list_count(list), 3));
  tenon_list_release(list);
  tenon_value_release(options);
  tenon_string_release(text);
  tenon_module_release(found);
  tenon_module_release(net);
  tenon_module_release(l);
  close_context(ctx);
}

/* What the documentation's apply example prints. */
typedef struct printed {
  char text[2048];
} printed;

static void print_line(printed* out, const char* line) {
  cr_assert(lt(sz, strlen(out->text) + strlen(line) + 2, sizeof out->text));
  strcat(out->text, line);
  strcat(out->text, "\n");
}

/* @torch.no_grad()
 * def init_weights(m): print(m); if type(m) is nn.Linear: m.weight.fill_(1.0); print(m.weight) */
static tenon_status init_weights(void* user_data, tenon_call* call) {
  printed* out = user_data;
  tenon_module* m = NULL;
  tenon_string* text = NULL;
  tenon_tensor* weight = NULL;
  OK(tenon_call_module(call, &m));
  OK(tenon_module_describe(m, &text));
  print_line(out, tenon_string_data(text));
  tenon_string_release(text);
  if (strcmp(tenon_module_type_name(m), "Linear") == 0) {
    OK(tenon_module_get_parameter(m, "weight", &weight));
    OK(tenon_tensor_fill(weight, 1.0));
    OK(tenon_tensor_text(weight, &text));
    print_line(out, tenon_string_data(text));
    tenon_string_release(text);
    tenon_tensor_release(weight);
  }
  tenon_module_release(m);
  return TENON_OK;
}

Test(docs, apply_init_weights_prints_what_python_prints) {
  tenon_context* ctx = open_context();
  tenon_module *net = make_module(ctx, "Sequential"), *first = make_linear(ctx, 2, 2);
  tenon_module* second = make_linear(ctx, 2, 2);
  static printed out;
  OK(tenon_module_append(net, first));
  OK(tenon_module_append(net, second));
  OK(tenon_module_apply(net, init_weights, &out, NULL));
  SAME_TEXT(out.text,
            "Linear(in_features=2, out_features=2, bias=True)\n"
            "Parameter containing:\n"
            "tensor([[1., 1.],\n"
            "        [1., 1.]], requires_grad=True)\n"
            "Linear(in_features=2, out_features=2, bias=True)\n"
            "Parameter containing:\n"
            "tensor([[1., 1.],\n"
            "        [1., 1.]], requires_grad=True)\n"
            "Sequential(\n"
            "  (0): Linear(in_features=2, out_features=2, bias=True)\n"
            "  (1): Linear(in_features=2, out_features=2, bias=True)\n"
            ")\n");
  tenon_module_release(second);
  tenon_module_release(first);
  tenon_module_release(net);
  close_context(ctx);
}

static tenon_module* make_conv(tenon_context* ctx) {
  tenon_value* options = NULL;
  tenon_module* conv = NULL;
  OK(tenon_value_dict(ctx, &options));
  OK(tenon_value_dict_set_int(options, "in_channels", 16));
  OK(tenon_value_dict_set_int(options, "out_channels", 33));
  OK(tenon_value_dict_set_int(options, "kernel_size", 3));
  OK(tenon_value_dict_set_int(options, "stride", 2));
  OK(tenon_module_create(ctx, "Conv2d", options, &conv));
  tenon_value_release(options);
  return conv;
}

/* A has net_b; net_b has net_c and linear; net_c has conv. */
Test(docs, get_submodule_walks_the_tree_of_a) {
  tenon_context* ctx = open_context();
  tenon_module *a = make_plain(ctx, "A"), *net_b = make_plain(ctx, "Module");
  tenon_module *net_c = make_plain(ctx, "Module"), *conv = make_conv(ctx);
  tenon_module *linear = make_linear(ctx, 100, 200), *found = NULL;
  tenon_string* text = NULL;
  OK(tenon_module_add_module(a, "net_b", net_b));
  OK(tenon_module_add_module(net_b, "net_c", net_c));
  OK(tenon_module_add_module(net_c, "conv", conv));
  OK(tenon_module_add_module(net_b, "linear", linear));
  OK(tenon_module_describe(a, &text));
  SAME_TEXT(tenon_string_data(text),
            "A(\n"
            "  (net_b): Module(\n"
            "    (net_c): Module(\n"
            "      (conv): Conv2d(16, 33, kernel_size=(3, 3), stride=(2, 2))\n"
            "    )\n"
            "    (linear): Linear(in_features=100, out_features=200, bias=True)\n"
            "  )\n"
            ")");
  OK(tenon_module_get_submodule(a, "net_b.linear", &found));
  cr_assert(eq(ptr, found, linear));
  tenon_module_release(found);
  OK(tenon_module_get_submodule(a, "net_b.net_c.conv", &found));
  cr_assert(eq(ptr, found, conv));
  tenon_module_release(found);
  OK(tenon_module_get_submodule(a, "", &found));
  cr_assert(eq(ptr, found, a));
  tenon_module_release(found);
  FAILS(TENON_E_ATTRIBUTE, tenon_module_get_submodule(a, "net_b.net_d", &found));
  OK(tenon_module_set_submodule(a, "net_b.net_c.conv", linear, 0));
  OK(tenon_module_get_submodule(a, "net_b.net_c.conv", &found));
  cr_assert(eq(ptr, found, linear));
  FAILS(TENON_E_ATTRIBUTE, tenon_module_set_submodule(a, "net_b.net_c.other", conv, 1));
  tenon_module_release(found);
  tenon_string_release(text);
  tenon_module_release(linear);
  tenon_module_release(conv);
  tenon_module_release(net_c);
  tenon_module_release(net_b);
  tenon_module_release(a);
  close_context(ctx);
}

/* >>> self.register_buffer('running_mean', torch.zeros(num_features)) */
Test(docs, register_buffer_persistent_or_not) {
  tenon_context* ctx = open_context();
  tenon_module* module = make_plain(ctx, "Module");
  tenon_tensor *mean = make_pair(ctx, 0, 0), *scratch = make_pair(ctx, 1, 1);
  tenon_state_dict* state = NULL;
  tenon_list* list = NULL;
  OK(tenon_module_register_buffer(module, "running_mean", mean, 1));
  OK(tenon_module_register_buffer(module, "scratch", scratch, 0));
  OK(tenon_module_state_dict(module, NULL, &state));
  cr_assert(eq(i64, tenon_state_dict_count(state), 1));
  SAME_TEXT(tenon_state_dict_key(state, 0), "running_mean");
  OK(tenon_module_named_buffers(module, NULL, &list));
  cr_assert(eq(i64, tenon_list_count(list), 2));
  tenon_list_release(list);
  tenon_state_dict_release(state);
  tenon_tensor_release(scratch);
  tenon_tensor_release(mean);
  tenon_module_release(module);
  close_context(ctx);
}

/* >>> for buf in model.buffers(): print(type(buf), buf.size()) */
Test(docs, buffers_recurse_or_not) {
  tenon_context* ctx = open_context();
  tenon_module *model = make_plain(ctx, "Model"), *child = make_plain(ctx, "Module");
  tenon_tensor *own = make_pair(ctx, 0, 0), *deep = make_pair(ctx, 1, 1);
  tenon_list* list = NULL;
  tenon_value* options = NULL;
  OK(tenon_module_register_buffer(model, "own", own, 1));
  OK(tenon_module_register_buffer(child, "deep", deep, 1));
  OK(tenon_module_add_module(model, "child", child));
  OK(tenon_module_named_buffers(model, NULL, &list));
  cr_assert(eq(i64, tenon_list_count(list), 2));
  SAME_TEXT(tenon_list_name(list, 1), "child.deep");
  cr_assert(eq(i64, tenon_list_dim(list, 1, 0), 2));
  tenon_list_release(list);
  OK(tenon_value_dict(ctx, &options));
  OK(tenon_value_dict_set_bool(options, "recurse", 0));
  OK(tenon_module_named_buffers(model, options, &list));
  cr_assert(eq(i64, tenon_list_count(list), 1));
  SAME_TEXT(tenon_list_name(list, 0), "own");
  tenon_list_release(list);
  tenon_value_release(options);
  tenon_tensor_release(deep);
  tenon_tensor_release(own);
  tenon_module_release(child);
  tenon_module_release(model);
  close_context(ctx);
}
