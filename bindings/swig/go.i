%header %{
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Written in Go, with //export: callbacks.go. */
extern int tnGoCall(uintptr_t handle, uintptr_t call);
extern void tnGoFree(uintptr_t handle);

static void tn_go_free(void *handle) { tnGoFree((uintptr_t)handle); }
static tenon_status tn_go_callback(void *user_data, tenon_call *call) {
  return tnGoCall((uintptr_t)user_data, (uintptr_t)call);
}

/* The goroutine may go on on another thread, so all there is to know about a failure is collected
 * here, inside the C call that failed. */
typedef struct tn_failure {
  int status;
  uintptr_t payload;
  char message[1];
} tn_failure;
static void *tn_capture(tenon_status status) {
  tn_failure *failure;
  const char *message;
  size_t length;
  if (status == TENON_OK) return NULL;
  message = tenon_error_message();
  length = strlen(message);
  failure = (tn_failure *)malloc(sizeof(tn_failure) + length);
  failure->status = status;
  failure->payload = (uintptr_t)tenon_error_take_payload(tn_go_free);
  memcpy(failure->message, message, length + 1);
  return failure;
}
%}

%typemap(gotype) tenon_status "error"
%typemap(imtype) tenon_status "uintptr"
%typemap(out) tenon_status "$result = (uintptr_t)tn_capture($1);"
%typemap(goout) tenon_status %{ if $1 != 0 { $result = takeFailure($1) } %}

%define TENON_POINTER(TYPE, GO)
%typemap(gotype) TYPE "GO"
%typemap(in) TYPE "$1 = ($1_ltype)$input;"
%typemap(out) TYPE "$result = (uintptr_t)$1;"
%typemap(goout) TYPE ""
%enddef
%define TENON_HANDLE(T, OUT)
TENON_POINTER(T *, uintptr)
TENON_POINTER(const T *, uintptr)
TENON_POINTER(T **OUT, *uintptr)
%enddef
%define TENON_RETURNS_HANDLE(FUNCTION)
%enddef
%define TENON_RETURNS_INT64(FUNCTION)
%enddef
TENON_POINTER(int64_t *out_integer, *int64)
TENON_POINTER(int64_t *out_hook_id, *int64)
TENON_POINTER(uintptr_t, uintptr)

/* An array of handles is a []uintptr, read in place. */
%typemap(gotype) (tenon_value *const *items, int64_t item_count) "[]uintptr"
%typemap(in) (tenon_value *const *items, int64_t item_count)
    "$1 = ($1_ltype)$input.array; $2 = $input.len;"

/* (fn, user_data, destroy) is one cgo.Handle. */
%typemap(gotype) (tenon_callback fn, void *user_data, tenon_destroy_fn destroy) "uintptr"
%typemap(in) (tenon_callback fn, void *user_data, tenon_destroy_fn destroy)
    "$1 = tn_go_callback; $2 = (void *)$input; $3 = tn_go_free;"

%inline %{
static int tn_failure_status(uintptr_t failure) { return ((tn_failure *)failure)->status; }
static uintptr_t tn_failure_payload(uintptr_t failure) { return ((tn_failure *)failure)->payload; }
static const char *tn_failure_message(uintptr_t failure) { return ((tn_failure *)failure)->message; }
static void tn_failure_free(uintptr_t failure) { free((void *)failure); }
/* Sets the record; the status travels back as the callback's result. */
static void tn_keep(const char *text, uintptr_t handle) {
  tenon_error_set(TENON_E_CALLBACK, text, (void *)handle, tn_go_free);
}
%}
