/* Every C function as data: what gen_calls.py derives from the headers, and arguments that make
 * each one succeed. The misuse matrix, the snapshots of the process and the fuzzer share this. */
#ifndef TENON_TESTS_GUEST_API_H_
#define TENON_TESTS_GUEST_API_H_

#include <stdint.h>

#include "tenon.h"

typedef union slot {
  void* p;
  int64_t i;
  double d;
  tenon_callback callback;
  tenon_destroy_fn destroy;
} slot;

/* The kinds of handles come first. */
typedef enum kind {
  K_CONTEXT,
  K_TENSOR,
  K_MODULE,
  K_VALUE,
  K_LIST,
  K_STATE_DICT,
  K_REPORT,
  K_STRING,
  K_OPTIMIZER,
  K_SCHEDULER,
  kCellKinds,
  K_CALL = kCellKinds, /* borrowed, only inside a callback */
  kHandleKinds,
  K_VALUES = kHandleKinds,
  K_MODULES,
  K_TENSORS,
  K_SCHEDULERS,
  K_HANDLES,
  K_CALLBACK,
  K_DESTROY,
  K_USER_DATA,
  K_CONTEXT_OPTIONS,
  K_TEXT,
  K_BYTES,
  K_INTEGERS,
  K_DOUBLE,
  K_INT32,
  K_INT64,
  K_OUT_HANDLE,
  K_OUT_NUMBER
} kind;

typedef enum returns { R_STATUS, R_NOTHING, R_INT, R_POINTER } returns;

typedef struct param_info {
  int kind;
  const char* name;
  int nullable;
  const char* good; /* a tag of GOOD in gen_calls.py, or "" */
} param_info;

enum { kMaxParams = 10 };

typedef struct call_info {
  const char* name;
  int returns;
  const char* thread;
  int takes; /* user_data and destroy are taken */
  int count;
  param_info params[kMaxParams];
  slot (*run)(const slot* arguments);
} call_info;

extern const call_info* const api_calls;
extern const int api_call_count;

/* A context with whatever the arguments of one call need. */
typedef struct world {
  tenon_context* ctx;
  void* owned[96]; /* handles, released at the end */
  int owned_count;
  int destroyed;  /* how often count_destroy ran for this world */
  int64_t out[4]; /* place for the out-parameter */
  int64_t shape[64];
  int64_t strides[64];
  float floats[64];
  void* items[8];
  tenon_context_options options;
} world;

/* Set: an argument that cannot be made is NULL, as where hooks of a fuzzer refuse; else it ends the
 * program. */
extern int api_soft;
/* Files that the arguments name are in this folder, which exists. */
void api_folder(const char* path);
void world_open(world* w);
void world_close(world* w);
/* Keeps a handle for release, and gives it back. */
void* world_own(world* w, void* handle);
/* An argument with which the call can succeed. `call` is the running callback's, or NULL. */
slot good_argument(world* w, const call_info* f, int index, tenon_call* call);
/* A handle of that kind; `tag` as in param_info, "" for one of no special make. */
void* good_handle(world* w, int kind, const char* tag);
/* Adds one to the int that user_data leads to. */
void count_destroy(void* user_data);
/* A callback that answers nothing. */
tenon_status no_answer(void* user_data, tenon_call* call);
/* Runs `body` inside a callback of the world's. */
void in_callback(world* w, void (*body)(void* data, tenon_call* call), void* data);
int needs_call(const call_info* f);
/* After a call that may have succeeded: what it handed out or took over is put right. */
void settle(world* w, const call_info* f, const slot* arguments, slot result);

/* Counting claims, with a line for each that fails. */
extern int api_passed, api_failed;
void claim(int holds, const char* format, ...) __attribute__((format(printf, 2, 3)));
int claims_end(void);

#endif /* TENON_TESTS_GUEST_API_H_ */
