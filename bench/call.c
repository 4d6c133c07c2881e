/* What a call costs through the C ABI of the shared library, as a program that loads it sees it.
 * Every line is a ratio within this run: nanoseconds differ between machines, their ratio to a call
 * through a function pointer hardly does. Exit code 1 if a line misses its target.
 *
 *     call path/to/libtenon.so.0
 */
#define _POSIX_C_SOURCE 199309L
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tenon_dl.h"

/* Rounds far shorter than a time slice, so that other work on the machine spoils few of them. */
enum { ROUNDS = 401, CALLS = 1000, WIDTH = 8 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void check(tenon_status status, const char* what) {
  if (status == TENON_OK)
    return;
  fprintf(stderr, "%s: %s\n", what, tenon_error_message());
  exit(2);
}

static int by_size(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

/* Nanoseconds of one call: the median of ROUNDS rounds. */
typedef void (*round_fn)(void* subject, int calls);

static double measure(round_fn run, void* subject) {
  double rounds[ROUNDS];
  run(subject, CALLS); /* warms caches, fills the block cache */
  for (int i = 0; i < ROUNDS; ++i) {
    const double start = now();
    run(subject, CALLS);
    rounds[i] = (now() - start) / CALLS;
  }
  qsort(rounds, ROUNDS, sizeof *rounds, by_size);
  return rounds[ROUNDS / 2];
}

static int32_t nothing(void* subject, int32_t n) {
  return subject ? n + 1 : n;
}
static int32_t (*volatile nothing_pointer)(void*, int32_t) = nothing;
static volatile int32_t sink;

static void run_pointer(void* subject, int calls) {
  int32_t n = 0;
  for (int i = 0; i < calls; ++i)
    n = nothing_pointer(subject, n);
  sink = n;
}

struct subject {
  tenon_module* module;
  tenon_tensor* x;
};

static void run_module(void* user_data, int calls) {
  const struct subject* s = user_data;
  for (int i = 0; i < calls; ++i) {
    tenon_tensor* y = NULL;
    if (tenon_module_call1(s->module, s->x, &y) != TENON_OK)
      check(tenon_error_code(), "call1");
    tenon_tensor_release(y);
  }
}

static tenon_status silent_hook(void* user_data, tenon_call* call) {
  (void)call;
  ++*(int64_t*)user_data;
  return TENON_OK;
}

/* Bytes that are loaded: what `strip` leaves, but for a few hundred bytes of section headers. */
static double stripped_size(const char* path) {
  Elf64_Ehdr head;
  double end = 0;
  FILE* file = fopen(path, "rb");
  if (file == NULL || fread(&head, sizeof head, 1, file) != 1) {
    perror(path);
    exit(2);
  }
  for (int i = 0; i < head.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (fseek(file, (long)(head.e_phoff + (Elf64_Off)i * head.e_phentsize), SEEK_SET) != 0 ||
        fread(&segment, sizeof segment, 1, file) != 1) {
      perror(path);
      exit(2);
    }
    if (segment.p_type == PT_LOAD && (double)(segment.p_offset + segment.p_filesz) > end) {
      end = (double)(segment.p_offset + segment.p_filesz);
    }
  }
  fclose(file);
  return end;
}

static int missed;

static void line(const char* what, double value, const char* unit, double ratio, const char* of,
                 double most) {
  const int late = ratio > most;
  missed |= late;
  printf("%-44s %9.1f %-5s %7.2f x %-22s (at most %.2f)%s\n", what, value, unit, ratio, of, most,
         late ? "  MISSED" : "");
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s libtenon.so.0\n", argv[0]);
    return 2;
  }
  if (tenon_dl_open(argv[1]) != TENON_OK) {
    fprintf(stderr, "%s\n", tenon_dl_error());
    return 2;
  }
  tenon_context* context = NULL;
  check(tenon_context_create(NULL, &context), "context");

  const int64_t shape[2] = {1, WIDTH};
  float data[WIDTH] = {1, 2, 3, 4, 5, 6, 7, 8};
  struct subject identity = {0}, linear = {0};
  tenon_value* options = NULL;
  check(tenon_tensor_from_data(context, TENON_FLOAT32, shape, 2, data, &identity.x), "tensor");
  linear.x = identity.x;
  check(tenon_module_create(context, "Identity", NULL, &identity.module), "Identity");
  check(tenon_value_dict(context, &options), "options");
  check(tenon_value_dict_set_int(options, "in_features", WIDTH), "options");
  check(tenon_value_dict_set_int(options, "out_features", WIDTH), "options");
  check(tenon_module_create(context, "Linear", options, &linear.module), "Linear");
  check(tenon_module_train(linear.module, 0), "eval");
  check(tenon_module_requires_grad(linear.module, 0), "requires_grad");

  const double pointer = measure(run_pointer, &identity);
  const double empty = measure(run_module, &identity);
  const double work = measure(run_module, &linear);
  int64_t hook_id = 0, hook_calls = 0;
  check(tenon_module_register_forward_hook(identity.module, 0, silent_hook, &hook_calls, NULL,
                                           &hook_id),
        "hook");
  const double hooked = measure(run_module, &identity);
  if (hook_calls != (int64_t)(ROUNDS + 1) * CALLS) {
    fprintf(stderr, "the hook ran %lld times\n", (long long)hook_calls);
    return 2;
  }

  line("a call through a function pointer", pointer, "ns", 1, "itself", 1);
  line("Identity: call1 and release", empty, "ns", empty / pointer, "the pointer", 40);
  line("Linear(8, 8), batch 1: call1 and release", work, "ns", work / empty, "the empty call", 3);
  line("what a forward hook adds", hooked - empty, "ns", (hooked - empty) / empty, "the empty call",
       1);
  const double size = stripped_size(argv[1]);
  line("size of the library, stripped", size / 1024, "KiB", size / (2 << 20), "2 MiB", 1);

  tenon_value_release(options);
  tenon_module_release(identity.module);
  tenon_module_release(linear.module);
  tenon_tensor_release(identity.x);
  tenon_context_release(context);
  tenon_dl_close();
  return missed;
}
