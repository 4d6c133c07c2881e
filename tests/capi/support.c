#include "support.h"

#include <stdlib.h>

tenon_context* open_context(void) {
  tenon_context* ctx = NULL;
  OK(tenon_context_create(NULL, &ctx));
  return ctx;
}

void close_context(tenon_context* ctx) {
  cr_assert(eq(i64, tenon_context_live(ctx, TENON_LIVE_HANDLES), 0), "handles are left over");
  tenon_context_release(ctx);
}

void count_destroy(void* user_data) {
  ++*(int*)user_data;
}

tenon_tensor* make_tensor(tenon_context* ctx, const float* numbers, const int64_t* shape,
                          int32_t ndim) {
  tenon_tensor* tensor = NULL;
  OK(tenon_tensor_from_data(ctx, TENON_FLOAT32, shape, ndim, numbers, &tensor));
  return tensor;
}

tenon_tensor* make_pair(tenon_context* ctx, float first, float second) {
  const float numbers[] = {first, second};
  const int64_t shape[] = {2};
  return make_tensor(ctx, numbers, shape, 1);
}

const float* floats_of(tenon_tensor* tensor) {
  static float numbers[8];
  const int64_t count = tenon_tensor_numel(tensor);
  cr_assert(le(i64, count, 8));
  OK(tenon_tensor_read(tensor, numbers, count * 4));
  return numbers;
}

tenon_module* make_module(tenon_context* ctx, const char* type_name) {
  tenon_module* module = NULL;
  OK(tenon_module_create(ctx, type_name, NULL, &module));
  return module;
}

tenon_module* make_linear(tenon_context* ctx, int64_t in_features, int64_t out_features) {
  tenon_value* options = NULL;
  tenon_module* module = NULL;
  OK(tenon_value_dict(ctx, &options));
  OK(tenon_value_dict_set_int(options, "in_features", in_features));
  OK(tenon_value_dict_set_int(options, "out_features", out_features));
  OK(tenon_module_create(ctx, "Linear", options, &module));
  tenon_value_release(options);
  return module;
}

static tenon_status no_answer(void* user_data, tenon_call* call) {
  (void)user_data;
  (void)call;
  return TENON_E_UNSUPPORTED;
}

tenon_module* make_plain(tenon_context* ctx, const char* type_name) {
  tenon_module* module = NULL;
  OK(tenon_module_create_custom(ctx, type_name, no_answer, NULL, NULL, &module));
  return module;
}

static tenon_status echo(void* user_data, tenon_call* call) {
  tenon_tensor* x = NULL;
  tenon_status status;
  (void)user_data;
  if (tenon_call_kind(call) != TENON_CALL_FORWARD)
    return TENON_E_UNSUPPORTED;
  status = tenon_call_tensor(call, TENON_SLOT_ARGS, 0, &x);
  if (status == TENON_OK)
    status = tenon_call_set_tensor(call, TENON_SLOT_OUTPUT, x);
  tenon_tensor_release(x);
  return status;
}

tenon_module* make_echo(tenon_context* ctx) {
  tenon_module* module = NULL;
  OK(tenon_module_create_custom(ctx, "Echo", echo, NULL, NULL, &module));
  return module;
}

tenon_value* wrap_tensor(tenon_context* ctx, tenon_tensor* tensor) {
  tenon_value* value = NULL;
  OK(tenon_value_tensor(ctx, tensor, &value));
  return value;
}

void note(trace* t, const char* word) {
  const size_t length = strlen(t->text);
  cr_assert(lt(sz, length + strlen(word) + 2, sizeof t->text));
  strcat(t->text, word);
  strcat(t->text, " ");
}

void* counting_allocate(void* user_data, int64_t bytes, int64_t alignment) {
  counting* counts = user_data;
  const size_t align = (size_t)(alignment < 16 ? 16 : alignment);
  void* block;
  if (++counts->allocations == counts->fail_at)
    return NULL;
  block = aligned_alloc(align, ((size_t)bytes + align - 1) / align * align);
  if (block != NULL)
    ++counts->blocks;
  return block;
}

void counting_deallocate(void* user_data, void* pointer, int64_t bytes, int64_t alignment) {
  counting* counts = user_data;
  (void)bytes;
  (void)alignment;
  --counts->blocks;
  free(pointer);
}

tenon_context* open_counting(counting* counts) {
  tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
  tenon_context* ctx = NULL;
  options.allocate = counting_allocate;
  options.deallocate = counting_deallocate;
  options.allocator_user_data = counts;
  OK(tenon_context_create(&options, &ctx));
  return ctx;
}
