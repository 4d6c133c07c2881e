/* Sequences of calls decoded from bytes: any function with any mix of good arguments, handles from
 * a pool of live and dead ones, NULL, bad numbers and texts; callbacks make calls, too. Whatever
 * comes, nothing crashes, and at the end nothing is left. With libFuzzer (tools/dev fuzz), or
 * replaying a corpus:
 *
 *     fuzz_replay FILE_OR_FOLDER...
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api.h"

enum { kPool = 64, kMostCalls = 48, kMostDepth = 3, kBuffer = 1 << 16 };

static struct {
  const uint8_t* data;
  size_t size;
  world w;
  void* pool[kPool];
  unsigned pooled;
  tenon_call* call; /* the innermost running callback's */
  int depth;
  int calls;
  int taken, destroyed; /* callbacks' user_data */
  int64_t numbers[64];
  _Alignas(64) char buffer[kBuffer]; /* also a pointer that is no handle */
} g;

static uint8_t next(void) {
  if (g.size == 0)
    return 0;
  --g.size;
  return *g.data++;
}

static void destroy(void* user_data) {
  (void)user_data;
  ++g.destroyed;
}

static void step(void);

static tenon_status callback(void* user_data, tenon_call* call) {
  tenon_call* const outer = g.call;
  tenon_status status;
  (void)user_data;
  if (g.depth >= kMostDepth)
    return TENON_E_UNSUPPORTED;
  ++g.depth;
  g.call = call;
  for (int n = next() % 4; n > 0; --n)
    step();
  g.call = outer;
  --g.depth;
  status = next();
  return status % 4 == 0 ? status % 20 : status % 4 == 1 ? TENON_E_UNSUPPORTED : TENON_OK;
}

static void keep(void* handle) {
  const unsigned place = g.pooled++ % kPool;
  if (handle == NULL)
    return;
  tenon_release_all(&g.pool[place], 1);
  g.pool[place] = handle;
}

static void keep_owned(void) {
  for (int i = 0; i < g.w.owned_count; ++i)
    keep(g.w.owned[i]);
  g.w.owned_count = 0;
}

static const char* text(void) {
  static const char* const texts[] = {
      "a",
      "",
      "0",
      "1",
      "weight",
      "bias",
      "running_mean",
      "ReLU",
      "Linear",
      "Sequential",
      "ModuleDict",
      "LSTM",
      "in_features",
      "out_features",
      "num_features",
      "input_size",
      "hidden_size",
      "0.weight",
      "a.b",
      "prefix",
      "recurse",
      "strict",
      "assign",
      "partial",
      "softmax",
      "training",
      "x",
      "\xc3\x28",
      "module.",
      "dim",
      "keepdim",
      "BatchNorm1d",
      "Custom",
      "Conv2d",
      "kernel_size",
      "in_channels",
      "Sequential(\n  (0): Linear(in_features=2, out_features=2, bias=True)\n  (1): ReLU()\n)",
      "Conv2d(1, 2, kernel_size=(3, 3), stride=(1, 1))",
      "LSTM(2, 3)",
      "Linear(",
      "((((",
      "Tanh()\nTanh()"};
  return texts[next() % (sizeof texts / sizeof *texts)];
}

static int64_t number(const char* name) {
  static const int64_t wild[] = {INT64_MIN, INT64_MAX, INT32_MIN, INT32_MAX, -1,
                                 -2,        64,        65,        1 << 20,   (int64_t)1 << 40};
  const uint8_t n = next();
  if (strcmp(name, "bytes") == 0 || strcmp(name, "capacity") == 0)
    return n < 200 ? n : n < 250 ? (n - 200) * 512 : -1; /* never more than the buffer has */
  if (strstr(name, "_count") != NULL)
    return n % 10 - 1; /* never more than the array has */
  if (strcmp(name, "ndim") == 0)
    return n < 240 ? n % 5 : n % 2 ? -1 : INT32_MAX;
  if (strcmp(name, "op") == 0)
    return n * 3 + next() % 3;
  if (n >= 236)
    return wild[n % (sizeof wild / sizeof *wild)];
  return n % 12;
}

static void* handle(void) {
  const uint8_t n = next();
  if (n == 255)
    return g.buffer; /* none of ours */
  if (n == 254)
    return NULL;
  return g.pool[n % kPool];
}

static slot argument(const call_info* f, int index) {
  const param_info* p = &f->params[index];
  const uint8_t choice = next();
  const int alive = tenon_context_is_shut_down(g.w.ctx) == 0;
  slot s;
  s.i = 0;
  if (p->kind < kCellKinds) {
    if (choice < 120 && alive) {
      return good_argument(&g.w, f, index, g.call);
    } else if (choice < 240) { /* one of that kind from the pool, if there is */
      const unsigned start = next();
      for (unsigned i = 0; i < kPool; ++i) {
        void* candidate = g.pool[(start + i) % kPool];
        int fits = 0;
        if (candidate == NULL)
          continue;
        if (p->kind == K_TENSOR)
          fits = tenon_tensor_ndim(candidate) >= 0;
        else if (p->kind == K_MODULE)
          fits = tenon_module_is_training(candidate) >= 0;
        else if (p->kind == K_VALUE)
          fits = tenon_value_kind(candidate) >= 0;
        else if (p->kind == K_STATE_DICT)
          fits = tenon_state_dict_count(candidate) >= 0;
        else if (p->kind == K_LIST)
          fits = tenon_list_count(candidate) >= 0;
        else if (p->kind == K_REPORT)
          fits = tenon_report_count(candidate, 0) >= 0;
        else if (p->kind == K_STRING)
          fits = tenon_string_size(candidate) >= 0;
        if (fits) {
          s.p = candidate;
          return s;
        }
      }
      if (p->kind == K_CONTEXT)
        s.p = g.w.ctx;
      return s;
    }
    s.p = handle();
    return s;
  }
  switch (p->kind) {
    case K_CALL:
      s.p = choice < 250 ? (void*)g.call : handle();
      return s;
    case K_VALUES:
    case K_MODULES:
    case K_TENSORS:
    case K_HANDLES:
      for (int i = 0; i < 8; ++i)
        g.w.items[i] = handle();
      if (choice < 160 && alive)
        return good_argument(&g.w, f, index, g.call);
      s.p = g.w.items;
      return s;
    case K_CALLBACK:
      if (choice < 250)
        s.callback = callback;
      return s;
    case K_DESTROY:
      s.destroy = destroy;
      return s;
    case K_USER_DATA:
      s.p = &g.taken;
      return s;
    case K_CONTEXT_OPTIONS:
      return choice < 128 ? s : good_argument(&g.w, f, index, g.call);
    case K_TEXT:
      if (choice < 160)
        return good_argument(&g.w, f, index, g.call);
      /* Files are the good ones only: the folder is shared. */
      s.p = choice == 255 || strstr(f->name, "_save") || strstr(f->name, "_load") ? NULL
                                                                                  : (void*)text();
      return s;
    case K_BYTES:
      if (choice < 250)
        s.p = g.buffer;
      return s;
    case K_INTEGERS:
      for (int i = 0; i < 8; ++i) {
        const uint8_t n = next();
        g.numbers[i + (strcmp(p->name, "strides") == 0 ? 8 : 0)] =
            n == 255                                                  ? -1
            : n == 254 && strcmp(f->name, "tenon_tensor_create") == 0 ? (int64_t)1 << 40
                                                                      : n % 5;
      }
      if (choice < 250)
        s.p = g.numbers + (strcmp(p->name, "strides") == 0 ? 8 : 0);
      return s;
    case K_DOUBLE:
      s.d = choice == 255 ? 0.0 / 1e-320 : choice / 16.0 - 4;
      return s;
    case K_INT32:
    case K_INT64:
      if (choice < 100 && alive && strcmp(p->good, "STATE_BYTES") != 0)
        return good_argument(&g.w, f, index, g.call);
      s.i = number(p->name);
      return s;
    default:
      return good_argument(&g.w, f, index, g.call);
  }
}

static void step(void) {
  const unsigned choice = next() | (unsigned)next() << 8;
  const call_info* f = &api_calls[choice % (unsigned)api_call_count];
  int64_t out[4];
  slot a[kMaxParams], r;
  int i;
  if (++g.calls > kMostCalls)
    return;
  if (strcmp(f->name, "tenon_context_shutdown") == 0 && next() < 200)
    return; /* or hardly anything would come after it */
  memcpy(out, g.w.out, sizeof out);
  for (i = 0; i < f->count; ++i) {
    a[i] = argument(f, i);
    if (f->params[i].kind == K_OUT_HANDLE || f->params[i].kind == K_OUT_NUMBER)
      a[i].p = out; /* the world's place is not for nested calls */
  }
  memset(out, 0, sizeof out);
  r = f->run(a);
  if (f->returns == R_STATUS && r.i == TENON_E_INTERNAL && f->name[6] != 'e') {
    printf("%s: %s\n", f->name, tenon_error_message());
    abort();
  }
  if (f->count > 0 && f->params[f->count - 1].kind == K_OUT_HANDLE && out[0] != 0) {
    void* made;
    memcpy(&made, out, sizeof made);
    if (strcmp(f->name, "tenon_context_create") == 0)
      tenon_context_release(made);
    else
      keep(made);
  }
  keep_owned();
}

static void set_up(void) {
  static char folder[] = "/tmp/tenon-fuzz-XXXXXX";
  static int done;
  if (done)
    return;
  done = 1;
  if (mkdtemp(folder) == NULL)
    exit(2);
  api_folder(folder);
  api_soft = 1;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  set_up();
  memset(&g, 0, sizeof g);
  g.data = data;
  g.size = size;
  world_open(&g.w);
  while (g.size > 0 && g.calls < kMostCalls)
    step();
  g.size = 0;
  tenon_error_clear();
  if (tenon_context_shutdown(g.w.ctx) == TENON_OK &&
      tenon_context_live(g.w.ctx, TENON_LIVE_HANDLES) != 0)
    abort();
  tenon_release_all(g.pool, kPool);
  for (int i = 0; i < 200 && tenon_context_is_shut_down(g.w.ctx) >= 0; ++i)
    tenon_context_release(g.w.ctx);
  tenon_error_clear();
  return 0;
}

#if !defined(TENON_LIBFUZZER)
static int g_files;

static void replay(const char* path) {
  struct stat status;
  if (stat(path, &status) != 0)
    return;
  if (S_ISDIR(status.st_mode)) {
    DIR* folder = opendir(path);
    const struct dirent* entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
      char inner[4096];
      snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
      if (entry->d_name[0] != '.')
        replay(inner);
    }
    if (folder != NULL)
      closedir(folder);
  } else {
    uint8_t* bytes = malloc((size_t)status.st_size + 1);
    FILE* file = fopen(path, "rb");
    const size_t n = file == NULL ? 0 : fread(bytes, 1, (size_t)status.st_size, file);
    if (file != NULL)
      fclose(file);
    printf("%s\n", path); /* the last line names what crashed */
    LLVMFuzzerTestOneInput(bytes, n);
    free(bytes);
    ++g_files;
  }
}

/* Also some inputs of a generator's, so that the replay is worth something without a corpus. */
static void generate(int count) {
  uint32_t x = 2463534242u;
  for (int n = 0; n < count; ++n) {
    uint8_t bytes[400];
    for (size_t i = 0; i < sizeof bytes; ++i) {
      x ^= x << 13, x ^= x >> 17, x ^= x << 5;
      bytes[i] = (uint8_t)(x >> 11);
    }
    LLVMFuzzerTestOneInput(bytes, sizeof bytes);
    ++g_files;
  }
}

int main(int argc, char** argv) {
  int i;
  setvbuf(stdout, NULL, _IONBF, 0);
  for (i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--generate") == 0 && i + 1 < argc)
      generate(atoi(argv[++i]));
    else
      replay(argv[i]);
  }
  printf("%d passed, 0 failed\n", g_files);
  return g_files == 0;
}
#endif
