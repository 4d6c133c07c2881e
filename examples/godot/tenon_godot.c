/* Tenon for Godot 3: a library that the engine loads, which loads libtenon beside it.
 *
 * Procedures for call_native("standard_varcall", …), each with an array of arguments:
 *   tenon_gd_open([])              1 if the model is there, else 0
 *   tenon_gd_watch([funcref])      calls the function with each output's largest value: a forward
 * hook tenon_gd_guess([pixels])       the class of an 8x8 image; -1 on an error tenon_gd_hash([])
 * FNV-1a over all scores so far tenon_gd_close([])             lines of /proc/self/maps that still
 * name libtenon
 *
 * Paths come from TENON_LIBRARY and TENON_DIGITS; in a game they would be res:// files.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gdnative.h"
#include "tenon_dl.h"

#define EXPORT __attribute__((visibility("default")))
#define GD(slot, returns, ...) ((returns(*)(__VA_ARGS__))g_core->functions[slot])

static const gd_core* g_core;
static tenon_context* g_context;
static tenon_module* g_net;
static gd_variant g_watcher;
static int64_t g_hook;
static uint64_t g_hash;

EXPORT void tenon_gd_gdnative_init(gd_init* init) {
  g_core = init->core;
}
EXPORT void tenon_gd_gdnative_terminate(void* options) {
  (void)options;
  g_core = NULL;
}

static gd_variant integer(int64_t number) {
  gd_variant v;
  GD(GD_VARIANT_INT, void, gd_variant*, int64_t)(&v, number);
  return v;
}

static gd_variant argument(const gd_array* arguments, int index) {
  return GD(GD_ARRAY_GET, gd_variant, const gd_array*, int)(arguments, index);
}

static void drop(gd_variant* v) {
  GD(GD_VARIANT_FREE, void, gd_variant*)(v);
}

EXPORT gd_variant tenon_gd_open(gd_array* arguments) {
  char path[1024];
  (void)arguments;
  g_hash = 14695981039346656037u;
  snprintf(path, sizeof path, "%s/model/model.safetensors", getenv("TENON_DIGITS"));
  if (tenon_dl_open(getenv("TENON_LIBRARY")) != TENON_OK) {
    printf("%s\n", tenon_dl_error());
    return integer(0);
  }
  if (tenon_context_create(NULL, &g_context) != TENON_OK ||
      tenon_module_load(g_context, path, NULL, &g_net) != TENON_OK) {
    printf("%s\n", tenon_error_message());
    return integer(0);
  }
  return integer(1);
}

/* The hook: what the script answers decides; 0 goes on, anything else stops the call. A script that
 * fails gives nil, which is no integer and reads as 0. */
static tenon_status watch(void* user_data, tenon_call* call) {
  tenon_tensor* output = NULL;
  gd_string name;
  gd_variant most, answer;
  gd_call_error error = {0, 0, 0};
  const gd_variant* list[1];
  float scores[10];
  int i;
  int64_t status = tenon_call_tensor(call, TENON_SLOT_OUTPUT, 0, &output);
  (void)user_data;
  if (status == TENON_OK)
    status = tenon_tensor_read(output, scores, sizeof scores);
  tenon_tensor_release(output);
  if (status != TENON_OK)
    return (tenon_status)status;
  for (i = 1; i < 10; ++i)
    scores[0] = scores[i] > scores[0] ? scores[i] : scores[0];
  name = GD(GD_STRING_FROM_UTF8, gd_string, const char*)("call_func");
  GD(GD_VARIANT_REAL, void, gd_variant*, double)(&most, scores[0]);
  list[0] = &most;
  answer = GD(GD_VARIANT_CALL, gd_variant, gd_variant*, const gd_string*, const gd_variant**, int,
              gd_call_error*)(&g_watcher, &name, list, 1, &error);
  status = GD(GD_VARIANT_AS_INT, int64_t, const gd_variant*)(&answer);
  drop(&answer);
  drop(&most);
  GD(GD_STRING_FREE, void, gd_string*)(&name);
  if (error.error != 0 || status != 0)
    return tenon_error_set(TENON_E_CALLBACK, "the script said no", NULL, NULL);
  return TENON_OK;
}

EXPORT gd_variant tenon_gd_watch(gd_array* arguments) {
  g_watcher = argument(arguments, 0);
  return integer(tenon_module_register_forward_hook(g_net, 0, watch, NULL, NULL, &g_hook));
}

EXPORT gd_variant tenon_gd_guess(gd_array* arguments) {
  static const int64_t shape[] = {1, 1, 8, 8};
  gd_variant list = argument(arguments, 0);
  gd_reals reals = GD(GD_VARIANT_AS_REALS, gd_reals, const gd_variant*)(&list);
  void* lock = GD(GD_REALS_READ, void*, const gd_reals*)(&reals);
  const float* pixels = GD(GD_READ_POINTER, const float*, const void*)(lock);
  float scores[10];
  int best = -1, i;
  if (GD(GD_REALS_SIZE, int, const gd_reals*)(&reals) == 64 &&
      tenon_module_call_f32(g_net, pixels, shape, 4, scores, 10, NULL) == TENON_OK) {
    best = 0;
    for (i = 1; i < 10; ++i)
      best = scores[i] > scores[best] ? i : best;
    for (i = 0; i < (int)sizeof scores; ++i)
      g_hash = (g_hash ^ ((const unsigned char*)scores)[i]) * 1099511628211u;
  }
  GD(GD_READ_END, void, void*)(lock);
  GD(GD_REALS_FREE, void, gd_reals*)(&reals);
  drop(&list);
  return integer(best);
}

EXPORT gd_variant tenon_gd_hash(gd_array* arguments) {
  (void)arguments;
  return integer((int64_t)g_hash);
}

EXPORT gd_variant tenon_gd_close(gd_array* arguments) {
  char line[1024];
  int found = 0;
  FILE* maps;
  (void)arguments;
  tenon_hook_remove(g_context, g_hook);
  drop(&g_watcher);
  tenon_module_release(g_net);
  tenon_error_clear();
  tenon_context_release(g_context);
  tenon_dl_close();
  maps = fopen("/proc/self/maps", "r");
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
    found += strstr(line, "libtenon.so") != NULL;
  if (maps != NULL)
    fclose(maps);
  return integer(found);
}
