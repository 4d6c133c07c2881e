#include "api.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.inc"

const call_info* const api_calls = calls;
const int api_call_count = kCallCount;
int api_passed, api_failed, api_soft;

static char g_model_file[256], g_state_file[256], g_new_file[256];

void claim(int holds, const char* format, ...) {
  va_list list;
  if (holds) {
    ++api_passed;
    return;
  }
  ++api_failed;
  va_start(list, format);
  printf("FAILED: ");
  vprintf(format, list);
  printf("\n");
  va_end(list);
}

int claims_end(void) {
  printf("%d passed, %d failed\n", api_passed, api_failed);
  return api_failed != 0 || api_passed == 0;
}

/* What a maker needs must work; without it the rest says nothing. */
static void must(tenon_status status) {
  if (status == TENON_OK || api_soft)
    return;
  printf("FAILED: the argument of a call could not be made: %s\n0 passed, 1 failed\n",
         tenon_error_message());
  exit(1);
}

void count_destroy(void* user_data) {
  if (user_data != NULL)
    ++*(int*)user_data;
}

tenon_status no_answer(void* user_data, tenon_call* call) {
  (void)user_data;
  (void)call;
  return TENON_E_UNSUPPORTED;
}

static tenon_status stateful(void* user_data, tenon_call* call) {
  tenon_value* value = NULL;
  tenon_context* ctx = NULL;
  tenon_status status = TENON_E_UNSUPPORTED;
  (void)user_data;
  if (tenon_call_kind(call) == TENON_CALL_SET_EXTRA_STATE)
    return TENON_OK;
  if (tenon_call_kind(call) == TENON_CALL_GET_EXTRA_STATE) {
    status = tenon_call_context(call, &ctx);
    if (status == TENON_OK)
      status = tenon_value_int(ctx, 3, &value);
    if (status == TENON_OK)
      status = tenon_call_set(call, TENON_SLOT_VALUE, value);
    tenon_value_release(value);
    tenon_context_release(ctx);
  }
  return status;
}

void* world_own(world* w, void* handle) {
  if (handle != NULL && w->owned_count < (int)(sizeof w->owned / sizeof *w->owned))
    w->owned[w->owned_count++] = handle;
  return handle;
}

void world_open(world* w) {
  memset(w, 0, sizeof *w);
  must(tenon_context_create(NULL, &w->ctx));
}

void world_close(world* w) {
  tenon_release_all(w->owned, w->owned_count);
  w->owned_count = 0;
  tenon_error_clear();
  tenon_context_release(w->ctx);
  w->ctx = NULL;
}

static tenon_tensor* make_tensor(world* w, int32_t dtype, const int64_t* shape, int32_t ndim) {
  tenon_tensor* tensor = NULL;
  must(tenon_tensor_create(w->ctx, dtype, shape, ndim, &tensor));
  return world_own(w, tensor);
}

static tenon_module* make_module(world* w, const char* type_name, tenon_value* options) {
  tenon_module* module = NULL;
  must(tenon_module_create(w->ctx, type_name, options, &module));
  return world_own(w, module);
}

static tenon_value* make_dict(world* w) {
  tenon_value* dict = NULL;
  must(tenon_value_dict(w->ctx, &dict));
  return world_own(w, dict);
}

/* A layer with parameters, buffers and a forward for (3, 2). */
static tenon_module* make_norm(world* w) {
  tenon_value* options = make_dict(w);
  tenon_module* module;
  must(tenon_value_dict_set_int(options, "num_features", 2));
  module = make_module(w, "BatchNorm1d", options);
  must(tenon_module_eval(module));
  return module;
}

static tenon_module* make_sequential(world* w) {
  tenon_module* module = make_module(w, "Sequential", NULL);
  must(tenon_module_append(module, make_module(w, "ReLU", NULL)));
  must(tenon_module_append(module, make_module(w, "Tanh", NULL)));
  return module;
}

static tenon_value* wrap_module(world* w, tenon_module* module) {
  tenon_value* value = NULL;
  must(tenon_value_module(w->ctx, module, &value));
  return world_own(w, value);
}

static tenon_value* make_value(world* w, const char* tag) {
  static const int64_t shape[] = {3, 2};
  tenon_value *value = NULL, *item = NULL;
  tenon_context* ctx = w->ctx;
  if (strcmp(tag, "BOOL") == 0) {
    must(tenon_value_bool(ctx, 1, &value));
  } else if (strcmp(tag, "INT") == 0) {
    must(tenon_value_int(ctx, 5, &value));
  } else if (strcmp(tag, "FLOAT") == 0) {
    must(tenon_value_float(ctx, 0.5, &value));
  } else if (strcmp(tag, "STRING") == 0) {
    must(tenon_value_string(ctx, "text", &value));
  } else if (strcmp(tag, "DTYPE") == 0) {
    must(tenon_value_dtype(ctx, TENON_FLOAT32, &value));
  } else if (strcmp(tag, "OPAQUE") == 0) {
    must(tenon_value_opaque(ctx, &w->destroyed, count_destroy, &value));
  } else if (strcmp(tag, "TENSOR_VALUE") == 0) {
    must(tenon_value_tensor(ctx, make_tensor(w, TENON_FLOAT32, shape, 2), &value));
  } else if (strcmp(tag, "PARAMETERS") == 0) {
    tenon_module* module = make_norm(w);
    tenon_tensor *weight = NULL, *grad = NULL;
    must(tenon_module_get_parameter(module, "weight", &weight));
    must(tenon_tensor_clone(world_own(w, weight), &grad));
    must(tenon_tensor_grad_set(weight, world_own(w, grad)));
    return wrap_module(w, module);
  } else if (strcmp(tag, "SCHEDULER_STATE") == 0) {
    must(tenon_scheduler_state_dict(good_handle(w, K_SCHEDULER, ""), &value));
  } else if (strcmp(tag, "GROUP") == 0) {
    value = make_dict(w);
    must(tenon_value_dict_set(value, "params", make_value(w, "PARAMETERS")));
    return value;
  } else if (strcmp(tag, "OPTIMIZER_STATE") == 0) {
    must(tenon_optimizer_state_dict(good_handle(w, K_OPTIMIZER, ""), &value));
  } else if (strcmp(tag, "MODULE_VALUE") == 0) {
    return wrap_module(w, make_module(w, "ReLU", NULL));
  } else if (strcmp(tag, "LIST") == 0) {
    must(tenon_value_list(ctx, NULL, 0, &value));
  } else if (strcmp(tag, "TUPLE") == 0) {
    item = make_value(w, "INT");
    must(tenon_value_tuple(ctx, &item, 1, &value));
  } else {
    value = make_dict(w);
    must(tenon_value_dict_set(
        value, "a", strcmp(tag, "DICT_OF_MODULES") == 0 ? make_value(w, "MODULE_VALUE") : NULL));
    return value;
  }
  return world_own(w, value);
}

static tenon_state_dict* make_state_dict(world* w) {
  tenon_state_dict* state_dict = NULL;
  must(tenon_module_state_dict(make_norm(w), NULL, &state_dict));
  return world_own(w, state_dict);
}

void* good_handle(world* w, int kind, const char* tag) {
  static const int64_t shape[] = {3, 2};
  tenon_tensor* tensor = NULL;
  tenon_module* module = NULL;
  tenon_list* list = NULL;
  tenon_report* report = NULL;
  tenon_string* string = NULL;
  tenon_optimizer* optimizer = NULL;
  tenon_scheduler* scheduler = NULL;
  void* pointer = NULL;
  switch (kind) {
    case K_CONTEXT:
      return w->ctx;
    case K_TENSOR:
      if (strcmp(tag, "RNG_STATE") == 0) {
        must(tenon_context_rng_state(w->ctx, &tensor));
        return world_own(w, tensor);
      }
      tensor = make_tensor(w, TENON_FLOAT32, shape, strcmp(tag, "ONE") == 0 ? 0 : 2);
      if (strcmp(tag, "MAPPED") == 0)
        must(tenon_tensor_map(tensor, TENON_MAP_READ, &pointer));
      if (strcmp(tag, "PARAMETER") == 0) {
        must(tenon_tensor_parameter(tensor, 1, &tensor));
        world_own(w, tensor);
      }
      return tensor;
    case K_MODULE:
      if (strcmp(tag, "SEQUENTIAL") == 0)
        return make_sequential(w);
      if (strcmp(tag, "MODULE_DICT") == 0) {
        module = make_module(w, "ModuleDict", NULL);
        must(tenon_module_set_key(module, "a", make_module(w, "ReLU", NULL)));
        return module;
      }
      if (strcmp(tag, "CUSTOM") == 0) {
        must(tenon_module_create_custom(w->ctx, "Stateful", stateful, NULL, NULL, &module));
        return world_own(w, module);
      }
      if (strcmp(tag, "AVERAGED") == 0) {
        must(tenon_averaged_model_create(make_norm(w), NULL, &module));
        return world_own(w, module);
      }
      return make_norm(w);
    case K_VALUE:
      return make_value(w, tag);
    case K_LIST:
      if (strcmp(tag, "MODULE_LIST") == 0)
        must(tenon_module_named_children(make_sequential(w), &list));
      else
        must(tenon_module_named_parameters(make_norm(w), NULL, &list));
      return world_own(w, list);
    case K_STATE_DICT:
      return make_state_dict(w);
    case K_REPORT:
      must(tenon_report_create(w->ctx, &report));
      must(tenon_report_add(report, TENON_REPORT_MISSING, "a line"));
      return world_own(w, report);
    case K_OPTIMIZER:
      must(tenon_optimizer_create(w->ctx, "Adam", make_value(w, "PARAMETERS"), NULL, &optimizer));
      return world_own(w, optimizer);
    case K_SCHEDULER:
      must(tenon_scheduler_create(good_handle(w, K_OPTIMIZER, ""), "LinearLR", NULL, &scheduler));
      return world_own(w, scheduler);
    case K_STRING:
      must(tenon_module_describe(make_norm(w), &string));
      return world_own(w, string);
    default:
      printf("FAILED: no maker for handles of kind %d\n0 passed, 1 failed\n", kind);
      exit(1);
  }
}

/* The bytes of a file, kept for the process. */
static tenon_string* state_bytes(world* w) {
  tenon_string* bytes = NULL;
  must(tenon_state_dict_save_memory(make_state_dict(w), NULL, &bytes));
  return world_own(w, bytes);
}

void api_folder(const char* path) {
  world w;
  world_open(&w);
  snprintf(g_model_file, sizeof g_model_file, "%s/model.safetensors", path);
  snprintf(g_state_file, sizeof g_state_file, "%s/state.safetensors", path);
  snprintf(g_new_file, sizeof g_new_file, "%s/new.safetensors", path);
  must(tenon_module_save(make_norm(&w), g_model_file, NULL));
  must(tenon_state_dict_save(make_state_dict(&w), g_state_file, NULL));
  world_close(&w);
}

static const char* good_text(const param_info* p) {
  if (strcmp(p->good, "MODEL_FILE") == 0)
    return g_model_file;
  if (strcmp(p->good, "STATE_FILE") == 0)
    return g_state_file;
  if (strcmp(p->good, "NEW_FILE") == 0)
    return g_new_file;
  if (p->good[0] != '\0' || strcmp(p->name, "path") == 0)
    return p->good;
  return "a";
}

static int32_t op_id(const char* name) {
  int32_t op = -1;
  must(tenon_op_id(name, &op));
  return op;
}

static const tenon_callback kCallback = no_answer;

slot good_argument(world* w, const call_info* f, int index, tenon_call* call) {
  const param_info* p = &f->params[index];
  slot s;
  s.i = 0;
  switch (p->kind) {
    case K_CALL:
      s.p = call;
      return s;
    case K_VALUES:
      w->items[0] = make_value(w, p->good[0] ? "TENSOR_VALUE" : "INT");
      s.p = w->items;
      return s;
    case K_MODULES:
      w->items[0] = make_module(w, "ReLU", NULL);
      s.p = w->items;
      return s;
    case K_SCHEDULERS:
      w->items[0] = good_handle(w, K_SCHEDULER, "");
      s.p = w->items;
      return s;
    case K_TENSORS:
    case K_HANDLES:
      w->items[0] = good_handle(w, K_TENSOR, "");
      s.p = w->items;
      return s;
    case K_CALLBACK:
      s.callback = kCallback;
      return s;
    case K_DESTROY:
      s.destroy = count_destroy;
      return s;
    case K_USER_DATA:
      s.p = &w->destroyed;
      return s;
    case K_CONTEXT_OPTIONS: {
      const tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
      w->options = options;
      s.p = &w->options;
      return s;
    }
    case K_TEXT:
      s.p = (void*)good_text(p);
      return s;
    case K_BYTES:
      s.p = w->floats;
      if (p->good[0])
        s.p = (void*)tenon_string_data(state_bytes(w));
      return s;
    case K_INTEGERS:
      w->shape[0] = 3, w->shape[1] = 2;
      w->strides[0] = 2, w->strides[1] = 1;
      s.p = strcmp(p->name, "strides") == 0 ? w->strides : w->shape;
      return s;
    case K_DOUBLE:
      s.d = atof(p->good);
      return s;
    case K_INT32:
    case K_INT64:
      if (strcmp(p->good, "STATE_BYTES") == 0)
        s.i = tenon_string_size(state_bytes(w));
      else if (strncmp(p->good, "OP_", 3) == 0)
        s.i = op_id(strcmp(p->good, "OP_ADD") == 0 ? "add" : "relu");
      else
        s.i = atoi(p->good);
      return s;
    case K_OUT_HANDLE:
    case K_OUT_NUMBER:
      memset(w->out, 0x5a, sizeof w->out);
      s.p = w->out;
      return s;
    default:
      s.p = strcmp(p->name, "options") == 0 && p->kind == K_VALUE
                ? NULL
                : good_handle(w, p->kind, p->good);
      return s;
  }
}

int needs_call(const call_info* f) {
  int i;
  for (i = 0; i < f->count; ++i) {
    if (f->params[i].kind == K_CALL)
      return 1;
  }
  return 0;
}

typedef struct inside {
  void (*body)(void* data, tenon_call* call);
  void* data;
} inside;

static tenon_status run_inside(void* user_data, tenon_call* call) {
  const inside* in = user_data;
  in->body(in->data, call);
  return TENON_OK;
}

void in_callback(world* w, void (*body)(void* data, tenon_call* call), void* data) {
  static const int64_t shape[] = {3, 2};
  inside in;
  tenon_module* module = make_module(w, "Identity", NULL);
  tenon_tensor *x = make_tensor(w, TENON_FLOAT32, shape, 2), *y = NULL;
  in.body = body;
  in.data = data;
  must(tenon_module_register_forward_pre_hook(module, 0, run_inside, &in, NULL, NULL));
  tenon_module_call1(module, x, &y);
  tenon_tensor_release(y);
}

static int ends_with(const char* text, const char* tail) {
  const size_t n = strlen(text), m = strlen(tail);
  return n >= m && strcmp(text + n - m, tail) == 0;
}

void settle(world* w, const call_info* f, const slot* arguments, slot result) {
  int i;
  void* first = f->count > 0 ? arguments[0].p : NULL;
  (void)result;
  for (i = 0; i < f->count; ++i) {
    if (f->params[i].kind == K_OUT_HANDLE && arguments[i].p == w->out && w->out[0] != 0) {
      void* handle;
      memcpy(&handle, w->out, sizeof handle);
      if (w->out[0] != 0x5a5a5a5a5a5a5a5a)
        tenon_release_all(&handle, 1);
    }
  }
  if (ends_with(f->name, "_retain"))
    tenon_release_all(&first, 1);
}
