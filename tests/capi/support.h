/* What the C tests share. */
#ifndef TENON_TESTS_CAPI_SUPPORT_H_
#define TENON_TESTS_CAPI_SUPPORT_H_

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

#include "tenon.h"

#ifndef TENON_TEST_OOM /* tests/guest/oom runs the same tests while allocations fail */

/* The call succeeds. */
#define OK(call)                                                              \
  do {                                                                        \
    const tenon_status ok_status_ = (call);                                   \
    cr_assert(zero(int, ok_status_), "%s: %s", #call, tenon_error_message()); \
  } while (0)

/* The call fails with that code. */
#define FAILS(code, call)                                                              \
  do {                                                                                 \
    const tenon_status fails_status_ = (call);                                         \
    cr_assert(eq(int, fails_status_, (code)), "%s: %s", #call, tenon_error_message()); \
    cr_assert(eq(int, tenon_error_code(), (code)));                                    \
  } while (0)

/* … and the text has that piece. */
#define FAILS_WITH(code, piece, call)                                                   \
  do {                                                                                  \
    FAILS(code, call);                                                                  \
    cr_assert(ne(ptr, strstr(tenon_error_message(), (piece)), NULL), "«%s» lacks «%s»", \
              tenon_error_message(), (piece));                                          \
  } while (0)

#endif

#define SAME_TEXT(actual, expected) cr_assert(eq(str, (char*)(actual), (char*)(expected)))

/* A context of a test, checked at the end: nothing may be left of what the test made. */
tenon_context* open_context(void);
void close_context(tenon_context* ctx);

/* Counts in an int: a destroy function. */
void count_destroy(void* user_data);

tenon_tensor* make_tensor(tenon_context* ctx, const float* numbers, const int64_t* shape,
                          int32_t ndim);
/* One dim of two numbers. */
tenon_tensor* make_pair(tenon_context* ctx, float first, float second);
/* Reads up to eight floats into a buffer of its own. */
const float* floats_of(tenon_tensor* tensor);
tenon_module* make_module(tenon_context* ctx, const char* type_name);
tenon_module* make_linear(tenon_context* ctx, int64_t in_features, int64_t out_features);
/* A custom module without answers: a plain nn.Module. */
tenon_module* make_plain(tenon_context* ctx, const char* type_name);
/* A custom module that gives its input back. */
tenon_module* make_echo(tenon_context* ctx);
/* A value of the one tensor. */
tenon_value* wrap_tensor(tenon_context* ctx, tenon_tensor* tensor);

/* Appends to a text of at most 255 bytes: how callbacks say in which order they ran. */
typedef struct trace {
  char text[256];
} trace;
void note(trace* t, const char* word);

/* Program memory in use, by a counting allocator. */
typedef struct counting {
  int64_t blocks;      /* given out and not taken back */
  int64_t allocations; /* ever */
  int64_t fail_at;     /* the allocation that fails, from 1; 0: none */
} counting;
void* counting_allocate(void* user_data, int64_t bytes, int64_t alignment);
void counting_deallocate(void* user_data, void* pointer, int64_t bytes, int64_t alignment);
tenon_context* open_counting(counting* counts);

#endif /* TENON_TESTS_CAPI_SUPPORT_H_ */
