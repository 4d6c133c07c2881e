/* In place of Criterion: the C tests of tests/capi, run again and again while one allocation after
 * the other fails. A call that fails for it is made once more where memory is back, and must then
 * do what it would have done at first: the test's own claims show that nothing had changed. Where
 * memory stays away the test is left by an exception, which runs through the library's frames if
 * need be. */
#ifndef TENON_TESTS_GUEST_OOM_CRITERION_H_
#define TENON_TESTS_GUEST_OOM_CRITERION_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tenon.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct oom_test {
  const char* suite;
  const char* name;
  void (*body)(void);
  struct oom_test* next;
} oom_test;

void oom_register(oom_test* test);
/* Judges a call's status: 1, call it once more; 0, go on. Does not return when the test is over. */
int oom_judge(tenon_status status, tenon_status wanted, const char* call, int tries);
void oom_claim(int holds, const char* claim, const char* file, int line);
/* The context gets the failing allocator, and is closed at the end whatever the test did. */
tenon_status oom_context_create(const tenon_context_options* options, tenon_context** out_context);

/* Functions, so that arguments are evaluated once. */
static inline int oom_is_near(double a, double b, double epsilon) {
  return a - b <= epsilon && b - a <= epsilon;
}
static inline int oom_same_text(const char* a, const char* b) {
  return a != NULL && b != NULL && strcmp(a, b) == 0;
}

#ifdef __cplusplus
}
#endif

#define Test(suite_, name_, ...)                                                              \
  static void suite_##_##name_##_body(void);                                                  \
  static oom_test suite_##_##name_##_test = {#suite_, #name_, suite_##_##name_##_body, NULL}; \
  __attribute__((constructor)) static void suite_##_##name_##_register(void) {                \
    oom_register(&suite_##_##name_##_test);                                                   \
  }                                                                                           \
  static void suite_##_##name_##_body(void)

#define OOM_CALL(code, call)                                 \
  do {                                                       \
    int oom_tries_ = 0;                                      \
    while (oom_judge((call), (code), #call, oom_tries_++)) { \
    }                                                        \
  } while (0)
#define OK(call) OOM_CALL(TENON_OK, call)
#define FAILS(code, call) OOM_CALL(code, call)
#define FAILS_WITH(code, piece, call) OOM_CALL(code, call)

#define cr_assert(claim, ...) oom_claim((claim), #claim, __FILE__, __LINE__)
#define cr_fatal(...) oom_claim(0, "cr_fatal", __FILE__, __LINE__)

#define OOM_SAME(a, b) ((a) == (b))
#define OOM_SAME_TEXT(a, b) oom_same_text((a), (b))
#define OOM_EQ_int OOM_SAME
#define OOM_EQ_i8 OOM_SAME
#define OOM_EQ_u8 OOM_SAME
#define OOM_EQ_i16 OOM_SAME
#define OOM_EQ_u16 OOM_SAME
#define OOM_EQ_i32 OOM_SAME
#define OOM_EQ_u32 OOM_SAME
#define OOM_EQ_i64 OOM_SAME
#define OOM_EQ_u64 OOM_SAME
#define OOM_EQ_sz OOM_SAME
#define OOM_EQ_ptr OOM_SAME
#define OOM_EQ_flt OOM_SAME
#define OOM_EQ_dbl OOM_SAME
#define OOM_EQ_str OOM_SAME_TEXT
#define eq(type, a, b) OOM_EQ_##type((a), (b))
#define ne(type, a, b) (!OOM_EQ_##type((a), (b)))
#define lt(type, a, b) ((a) < (b))
#define le(type, a, b) ((a) <= (b))
#define gt(type, a, b) ((a) > (b))
#define ge(type, a, b) ((a) >= (b))
#define zero(type, a) (!(a))
#define epsilon_eq(type, a, b, epsilon) oom_is_near((double)(a), (double)(b), (double)(epsilon))
#define OOM_ALL(_1, _2, _3, _4, _5, _6, _7, _8, ...) \
  ((_1) && (_2) && (_3) && (_4) && (_5) && (_6) && (_7) && (_8))
#define all(...) OOM_ALL(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1)

#define tenon_context_create oom_context_create

#endif
