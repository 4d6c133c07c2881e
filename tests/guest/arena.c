/* A host with an arena: every byte that the library uses while it works comes from there,
 * exceptions included. This program's own malloc ends it when the library calls it.
 *
 *     arena
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tenon.h"

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);
extern void __libc_free(void*);

static int g_inside; /* a call of the library's is running */
static int g_passed, g_failed;

static void refuse(const char* name) {
  static const char text[] = " was called from inside the library\n0 passed, 1 failed\n";
  if (!g_inside)
    return;
  if (write(1, name, strlen(name)) < 0 || write(1, text, sizeof text - 1) < 0)
    _exit(3);
  _exit(1);
}

void* malloc(size_t n) {
  refuse("malloc");
  return __libc_malloc(n);
}
void* calloc(size_t n, size_t m) {
  refuse("calloc");
  return __libc_calloc(n, m);
}
void* realloc(void* p, size_t n) {
  refuse("realloc");
  return __libc_realloc(p, n);
}
void* aligned_alloc(size_t alignment, size_t n) {
  refuse("aligned_alloc");
  return __libc_memalign(alignment, n);
}
int posix_memalign(void** place, size_t alignment, size_t n) {
  refuse("posix_memalign");
  *place = __libc_memalign(alignment, n);
  return *place == NULL ? 12 : 0;
}
void free(void* p) {
  if (p != NULL)
    refuse("free");
  __libc_free(p);
}

/* Gives, never takes back; at the end the whole of it is forgotten at once. */
static union {
  long double align;
  char bytes[64 << 20];
} g_arena;
static int64_t g_used, g_blocks, g_in_use;

static void* allocate(void* user_data, int64_t bytes, int64_t alignment) {
  const uintptr_t base = (uintptr_t)g_arena.bytes;
  const uintptr_t mask = (uintptr_t)alignment - 1;
  const int64_t begin = (int64_t)(((base + (uintptr_t)g_used + mask) & ~mask) - base);
  (void)user_data;
  if (bytes > (int64_t)sizeof g_arena.bytes - begin)
    return NULL;
  g_used = begin + bytes;
  ++g_blocks;
  g_in_use += bytes;
  return g_arena.bytes + begin;
}

static void deallocate(void* user_data, void* pointer, int64_t bytes, int64_t alignment) {
  (void)user_data;
  (void)alignment;
  if ((char*)pointer < g_arena.bytes || (char*)pointer >= g_arena.bytes + sizeof g_arena.bytes)
    _exit(4);
  memset(pointer, 0xdd, (size_t)bytes);
  --g_blocks;
  g_in_use -= bytes;
}

static void claim(int holds, const char* text) {
  if (holds) {
    ++g_passed;
  } else {
    ++g_failed;
    printf("FAILED: %s: %s\n", text, tenon_error_message());
  }
}

#define IN(call) (g_inside = 1, inside_result = (call), g_inside = 0, inside_result)

static tenon_status see(void* user_data, tenon_call* call) {
  tenon_tensor* output = NULL;
  tenon_status s = tenon_call_tensor(call, TENON_SLOT_OUTPUT, 0, &output);
  ++*(int*)user_data;
  tenon_tensor_release(output);
  return s;
}

static void gone(void* user_data) {
  *(int*)user_data += 100;
}

int main(void) {
  static const char* const text =
      "Sequential(\n  (0): Linear(in_features=64, out_features=64, bias=True)\n  (1): ReLU()\n  "
      "(2): "
      "LSTM(64, 32)\n)";
  const int64_t shape[] = {8, 64}, bad[] = {8, 63};
  tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
  tenon_context* ctx = NULL;
  tenon_module *net = NULL, *copy = NULL, *first = NULL, *none = NULL;
  tenon_tensor *x = NULL, *y = NULL, *wrong = NULL;
  tenon_state_dict* state = NULL;
  tenon_string *bytes = NULL, *printed = NULL;
  tenon_value *args = NULL, *result = NULL;
  tenon_list* list = NULL;
  int64_t hook = 0, allocations = 0;
  int hooked = 0, inside_result = 0, i;
  setvbuf(stdout, NULL, _IONBF, 0);
  options.allocate = allocate;
  options.deallocate = deallocate;
  claim(IN(tenon_context_create(&options, &ctx)) == 0, "a context");
  claim(IN(tenon_module_parse(ctx, text, &net)) == 0, "a model");
  claim(IN(tenon_module_initialize(net)) == 0, "weights");
  claim(IN(tenon_module_eval(net)) == 0, "eval");
  claim(IN(tenon_tensor_create(ctx, TENON_FLOAT32, shape, 2, &x)) == 0, "a tensor");
  claim(IN(tenon_value_tensor(ctx, x, &args)) == 0, "a value");
  claim(IN(tenon_module_get_submodule(net, "0", &first)) == 0, "a layer");
  claim(IN(tenon_module_register_forward_hook(first, 0, see, &hooked, gone, &hook)) == 0, "a hook");
  for (i = 0; i < 20; ++i) {
    if (i == 10)
      allocations = g_used;
    claim(IN(tenon_module_call1(first, x, &y)) == 0, "a call");
    tenon_tensor_release(y);
  }
  claim(g_used == allocations, "no allocation after warming up");
  claim(hooked == 20, "the hook ran");
  claim(IN(tenon_module_call(net, args, NULL, &result)) == 0, "a call with values");
  claim(IN(tenon_module_deepcopy(net, &copy)) == 0, "a copy");
  claim(IN(tenon_module_state_dict(net, NULL, &state)) == 0, "a state dict");
  claim(IN(tenon_module_load_state_dict(copy, state, NULL, NULL)) == 0, "loading");
  claim(IN(tenon_state_dict_save_memory(state, NULL, &bytes)) == 0, "saving");
  claim(IN(tenon_tensor_text(x, &printed)) == 0, "printing");
  claim(IN(tenon_module_named_parameters(net, NULL, &list)) == 0, "a list");
  /* Errors are C++ exceptions inside. */
  claim(IN(tenon_tensor_create(ctx, TENON_FLOAT32, bad, 2, &wrong)) == 0, "a tensor");
  claim(IN(tenon_module_call1(first, wrong, &y)) == TENON_E_RUNTIME, "a wrong shape");
  claim(IN(tenon_module_create(ctx, "NoLayer", NULL, &none)) == TENON_E_KEY, "an unknown layer");
  claim(IN(tenon_module_eval(NULL)) == TENON_E_VALUE, "NULL");
  claim(IN(tenon_hook_remove(ctx, hook)) == 0 && hooked == 21, "the copy still has the hook");
  g_inside = 1;
  tenon_list_release(list);
  tenon_string_release(printed);
  tenon_string_release(bytes);
  tenon_state_dict_release(state);
  tenon_value_release(result);
  tenon_value_release(args);
  tenon_tensor_release(wrong);
  tenon_tensor_release(x);
  tenon_module_release(first);
  tenon_module_release(copy);
  tenon_module_release(net);
  tenon_error_clear();
  tenon_context_release(ctx);
  g_inside = 0;
  claim(hooked == 121, "destroy ran once");
  claim(g_blocks == 0 && g_in_use == 0, "all of the arena came back");
  printf("%d passed, %d failed\n", g_passed, g_failed);
  return g_failed != 0;
}
