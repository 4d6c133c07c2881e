/* Go, in C mode: swig -go -cgo -intgosize 64. Handles are uintptr. The library is opened at run
 * time by the generated loader, so that a program builds without it and an absent one is an error.
 *
 * A goroutine may go on on another thread after any call, so all there is to know about a failure
 * is collected inside the C call that failed. */
%header %{
#include "tenon_dl.h"

#include <stdlib.h>

/* What a callback is told beside its record, and what it answers. */
typedef struct tn_frame {
  int32_t kind;
  int32_t arg_tensors;    /* how many tensors ARGS has */
  int32_t out_tensors;    /* how many OUTPUT has */
  int32_t result_is_lent; /* the result is not released */
  uintptr_t call;
  uintptr_t module, x, y; /* fetched when the callback looks, released after it */
  uintptr_t result;       /* a tensor that replaces OUTPUT (ARGS before forward); 0: nothing */
} tn_frame;

/* Written in Go, with //export: callbacks.go. */
extern int tnGoCall(uintptr_t handle, tn_frame *frame);
extern void tnGoFree(uintptr_t handle);

static void tn_go_free(void *handle) { tnGoFree((uintptr_t)handle); }
static void tn_go_free_error(void *handle) { tnGoFree((uintptr_t)handle); }

static uintptr_t tn_call_tensor(tn_frame *frame, int32_t slot) {
  tenon_tensor *tensor = NULL;
  tenon_call_tensor((tenon_call *)frame->call, slot, 0, &tensor);
  return (uintptr_t)tensor;
}

/* Runs a callback. Counting tensors costs as much as half a hook: only what a kind has. */
static tenon_status tn_run(void *user_data, tenon_call *call, int32_t kind) {
  tn_frame frame = {0};
  tenon_status status;
  frame.kind = kind;
  frame.call = (uintptr_t)call;
  if (kind <= TENON_CALL_FORWARD_POST)
    frame.arg_tensors = (int32_t)tenon_call_tensor_count(call, TENON_SLOT_ARGS);
  if (kind == TENON_CALL_FORWARD_POST)
    frame.out_tensors = (int32_t)tenon_call_tensor_count(call, TENON_SLOT_OUTPUT);
  if (kind == TENON_CALL_FORWARD && frame.arg_tensors > 0)
    frame.x = tn_call_tensor(&frame, TENON_SLOT_ARGS); /* a forward looks at its input */
  status = tnGoCall((uintptr_t)user_data, &frame);
  if (status == TENON_OK && frame.result != 0)
    status = tenon_call_set_tensor(
        call, kind == TENON_CALL_FORWARD_PRE ? TENON_SLOT_ARGS : TENON_SLOT_OUTPUT,
        (tenon_tensor *)frame.result);
  if (frame.result != 0 && !frame.result_is_lent) tenon_tensor_release((tenon_tensor *)frame.result);
  if (frame.y != 0) tenon_tensor_release((tenon_tensor *)frame.y);
  if (frame.x != 0) tenon_tensor_release((tenon_tensor *)frame.x);
  if (frame.module != 0) tenon_module_release((tenon_module *)frame.module);
  return status;
}

static tenon_status tn_go_callback(void *user_data, tenon_call *call) {
  return tn_run(user_data, call, tenon_call_kind(call));
}
static tenon_status tn_go_post(void *user_data, tenon_call *call) {
  return tn_run(user_data, call, TENON_CALL_FORWARD_POST);
}

static tenon_status tn_go_pre(void *user_data, tenon_call *call) {
  return tn_run(user_data, call, TENON_CALL_FORWARD_PRE);
}

/* The callback of a registering function: the kind of a forward hook need not be asked for. */
static tenon_callback tn_callback_of(const char *function) {
  if (strstr(function, "_register_forward_hook") != NULL) return tn_go_post;
  if (strstr(function, "_register_forward_pre_hook") != NULL) return tn_go_pre;
  return tn_go_callback;
}

typedef struct tn_failure {
  int status;
  uintptr_t payload;
  const char *path, *reason;
  char message[1];
} tn_failure;

static void *tn_capture(tenon_status status) {
  const char *message = tenon_error_message(), *path = tenon_error_path();
  size_t length = strlen(message) + 1, path_length = strlen(path) + 1;
  tn_failure *failure = (tn_failure *)malloc(sizeof(tn_failure) + length + path_length);
  failure->status = status;
  failure->payload = (uintptr_t)tenon_error_take_payload(tn_go_free_error);
  memcpy(failure->message, message, length);
  memcpy(failure->message + length, path, path_length);
  failure->path = failure->message + length;
  failure->reason = tenon_error_reason();
  return failure;
}
/* malloc gives even addresses, and so do handles: an odd number is a failure. */
static uintptr_t tn_failed(tenon_status status) {
  return status == TENON_OK ? 0 : (uintptr_t)tn_capture(status) | 1;
}
%}

/* uint64: for uintptr, SWIG's wrapper would return a tenon_status, which is too short. */
%typemap(gotype) tenon_status "uint64"
%typemap(imtype) tenon_status "uint64"
%typemap(out) tenon_status "$result = tn_failed($1);"
%typemap(goout) tenon_status ""

%define TENON_POINTER(TYPE, GO)
%typemap(gotype) TYPE "GO"
%typemap(in) TYPE "$1 = ($1_ltype)$input;"
%typemap(out) TYPE "$result = (uintptr_t)$1;"
%typemap(goout) TYPE ""
%enddef
/* An out-handle is the result: the handle, or an odd number, a failure. */
%define TENON_HANDLE(T, OUT)
TENON_POINTER(T *, uintptr)
TENON_POINTER(const T *, uintptr)
%typemap(in, numinputs=0) T **OUT (T *made = NULL) "$1 = &made;"
%typemap(argout) T **OUT "if (_swig_go_result == 0) _swig_go_result = (uintptr_t)*$1;"
%enddef
%define TENON_RETURNS_HANDLE(FUNCTION)
%enddef
%define TENON_RETURNS_INT64(FUNCTION)
%enddef
%define TENON_RETURNS_INT32(FUNCTION)
%enddef
%define TENON_RETURNS_DOUBLE(FUNCTION)
%enddef
%define TENON_RETURNS_POINTER(FUNCTION)
%enddef
TENON_HANDLE(tenon_tensor, out_tensor)
TENON_POINTER(const tenon_context_options *, uintptr)
TENON_POINTER(int64_t *, *int64)
TENON_POINTER(int32_t *, *int32)
TENON_POINTER(double *, *float64)
TENON_POINTER(void **, *uintptr)
TENON_POINTER(uintptr_t, uintptr)
/* Memory of the caller's slices, for the time of the call. */
TENON_POINTER(const void *data, unsafe.Pointer)
TENON_POINTER(void *destination, unsafe.Pointer)
TENON_POINTER(const float *data, unsafe.Pointer)
TENON_POINTER(float *destination, unsafe.Pointer)
TENON_POINTER(void *, uintptr)

/* Slices are read in place. */
%define TENON_SLICE(ITEMS, COUNT, GO)
%typemap(gotype) (ITEMS, COUNT) "GO"
%typemap(in) (ITEMS, COUNT) "$1 = ($1_ltype)$input.array; $2 = $input.len;"
%enddef
%define TENON_ARRAY(TYPE, ITEMS, COUNT)
TENON_SLICE(TYPE ITEMS, int64_t COUNT, []uintptr)
%enddef
TENON_SLICE(const int64_t *shape, int32_t ndim, []int64)

/* (fn, user_data, destroy) is one cgo.Handle. */
%typemap(gotype) (tenon_callback fn, void *user_data, tenon_destroy_fn destroy) "uintptr"
%typemap(in) (tenon_callback fn, void *user_data, tenon_destroy_fn destroy)
    "$1 = tn_callback_of(\"$symname\"); $2 = (void *)$input; $3 = tn_go_free;"
%typemap(gotype) (void *user_data, tenon_destroy_fn destroy) "uintptr"
%typemap(in) (void *user_data, tenon_destroy_fn destroy) "$1 = (void *)$input; $2 = tn_go_free;"

%inline %{
static int tn_failure_status(uintptr_t failure) { return ((tn_failure *)failure)->status; }
static uintptr_t tn_failure_payload(uintptr_t failure) { return ((tn_failure *)failure)->payload; }
static const char *tn_failure_message(uintptr_t failure) { return ((tn_failure *)failure)->message; }
static const char *tn_failure_path(uintptr_t failure) { return ((tn_failure *)failure)->path; }
static const char *tn_failure_reason(uintptr_t failure) { return ((tn_failure *)failure)->reason; }
static void tn_failure_free(uintptr_t failure) { free((void *)failure); }
/* Sets the record; the status travels back as the callback's result. */
static void tn_keep(int status, const char *text, uintptr_t handle) {
  tenon_error_set(status, text, (void *)handle, handle != 0 ? tn_go_free_error : NULL);
}
/* "" if the library is open. */
static const char *tn_open(const char *path) {
  return tenon_dl_open(path[0] != '\0' ? path : NULL) == TENON_OK ? "" : tenon_dl_error();
}
static void tn_close(void) { tenon_dl_close(); }
/* The hot ones take addresses as numbers: cgo looks into what it knows as pointers. */
static void tn_release_all(uintptr_t handles, int64_t count) {
  tenon_release_all((void *const *)handles, count);
}
/* Fetches what a callback looks at: the module (0), the first of ARGS (1), OUTPUT (2). */
static void tn_look(uintptr_t address, int what) {
  tn_frame *frame = (tn_frame *)address;
  tenon_module *module = NULL;
  switch (what) {
    case 0:
      tenon_call_module((tenon_call *)frame->call, &module);
      frame->module = (uintptr_t)module;
      break;
    case 1:
      frame->x = tn_call_tensor(frame, TENON_SLOT_ARGS);
      break;
    default:
      frame->y = tn_call_tensor(frame, TENON_SLOT_OUTPUT);
  }
}
/* Twice the number of output elements, or an odd number, a failure. */
static uint64_t tn_call_f32(uintptr_t module, uintptr_t data, uintptr_t shape, int ndim,
                            uintptr_t destination, int64_t capacity) {
  int64_t count = 0;
  const tenon_status status =
      tenon_module_call_f32((tenon_module *)module, (const float *)data, (const int64_t *)shape, ndim,
                            (float *)destination, capacity, &count);
  return status == TENON_OK ? (uint64_t)count << 1 : (uint64_t)tn_failed(status);
}
/* Sizes of all dims in one crossing; `shape` has room for as many as the tensor has. */
static void tn_shape(uintptr_t tensor, int64_t *shape) {
  int32_t i, ndim = tenon_tensor_ndim((tenon_tensor *)tensor);
  for (i = 0; i < ndim; ++i) shape[i] = tenon_tensor_dim((tenon_tensor *)tensor, i);
}
static int64_t tn_bytes(uintptr_t tensor) {
  return tenon_tensor_numel((tenon_tensor *)tensor) *
         tenon_dtype_size(tenon_tensor_dtype((tenon_tensor *)tensor));
}
/* A view; the strides are as many as the sizes. */
static tenon_status tn_as_strided(uintptr_t tensor, const int64_t *shape, int32_t ndim,
                                  int64_t *strides, int64_t offset, tenon_tensor **out_tensor) {
  return tenon_tensor_as_strided((tenon_tensor *)tensor, shape, strides, ndim, offset, out_tensor);
}
static uintptr_t tn_address(uintptr_t string) { return (uintptr_t)tenon_string_data((tenon_string *)string); }
/* The Go value of an opaque value of ours; 0 for others. */
static uintptr_t tn_opaque(uintptr_t value) {
  void *found = NULL;
  return tenon_value_as_opaque((tenon_value *)value, tn_go_free, &found) == TENON_OK
             ? (uintptr_t)found
             : 0;
}
/* The Go object of a custom module of ours; 0 for others. */
static uintptr_t tn_custom(uintptr_t module) {
  return tenon_module_has_callback((tenon_module *)module, tn_go_callback) == 1
             ? (uintptr_t)tenon_module_user_data((tenon_module *)module)
             : 0;
}
%}
/* The error record is read inside the failing call; memory that a garbage collector owns must not be
 * kept, so tenon.FromSlice copies; the functions tn_… above serve for
 * others. */
%define TENON_LEAVE_OUT
%rename("$ignore") tenon_error_message;
%rename("$ignore") tenon_error_path;
%rename("$ignore") tenon_error_code;
%rename("$ignore") tenon_error_reason;
%rename("$ignore") tenon_error_set;
%rename("$ignore") tenon_error_take_payload;
%rename("$ignore") tenon_error_clear;
%rename("$ignore") tenon_status_name;
%rename("$ignore") tenon_tensor_wrap;
%rename("$ignore") tenon_tensor_wrap_read_only;
%rename("$ignore") tenon_tensor_as_strided;
%rename("$ignore") tenon_release_all;
%rename("$ignore") tenon_module_call_f32;
%rename("$ignore") tenon_module_has_callback;
%rename("$ignore") tenon_module_user_data;
%rename("$ignore") tenon_value_as_opaque;
%enddef
