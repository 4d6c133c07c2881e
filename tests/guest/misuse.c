/* Every function, every argument, every way to get it wrong: the answer is the documented code, the
 * message names function and argument, out-parameters are empty, what was taken is destroyed once,
 * and accessors leave the error record alone.
 *
 *     misuse FOLDER
 */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api.h"

enum { kAny = -1 };

typedef enum fault {
  F_NONE,
  F_NULL,
  F_RELEASED,
  F_WRONG_TYPE,
  F_OTHER_CONTEXT,
  F_SHUT_DOWN,
  F_BAD_VALUE, /* numbers, texts, pointers: as `variant` says */
} fault;

static const char* const kFaultNames[] = {"good arguments",     "NULL",
                                          "released",           "of another type",
                                          "of another context", "of a context that was shut down",
                                          "a bad value"};

typedef struct task {
  const call_info* f;
  int index; /* of the argument that is wrong */
  fault fault;
  int variant;
  int done; /* there is no such variant */
} task;

static world g_other;
static world g_ended;              /* its context was shut down */
static tenon_call* g_foreign_call; /* of a callback that ran on a thread which is gone */
static int64_t g_calls;

static void keep_call(void* data, tenon_call* call) {
  *(tenon_call**)data = call;
}

static void* call_elsewhere(void* unused) {
  world w;
  (void)unused;
  world_open(&w);
  in_callback(&w, keep_call, &g_foreign_call);
  world_close(&w);
  return NULL;
}

/* On a thread of its own: inside a callback a shutdown is BUSY. */
static void* shut_down(void* context) {
  claim(tenon_context_shutdown(context) == TENON_OK, "a context can be shut down");
  return NULL;
}

static void on_a_thread(void* (*body)(void*), void* data) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, body, data) == 0)
    pthread_join(thread, NULL);
}

/* Works on a context that was shut down. */
static int outlives_shutdown(const char* name) {
  static const char* const names[] = {"tenon_context_shutdown", "tenon_context_is_shut_down",
                                      "tenon_context_live",     "tenon_context_trim",
                                      "tenon_context_log",      "tenon_context_retain",
                                      "tenon_context_release",  "tenon_hook_remove"};
  size_t i;
  for (i = 0; i < sizeof names / sizeof *names; ++i) {
    if (strcmp(name, names[i]) == 0)
      return 1;
  }
  return 0;
}

/* A second handle that is given in any case, so that two contexts meet. */
static int has_partner(const call_info* f, const slot* a, int index) {
  int i;
  for (i = 0; i < f->count; ++i) {
    const int kind = f->params[i].kind;
    if (i == index)
      continue;
    if ((kind < kHandleKinds && a[i].p != NULL) || kind == K_VALUES || kind == K_MODULES ||
        kind == K_TENSORS)
      return 1;
  }
  return 0;
}

static void* bad_handle(world* w, int kind, fault fault, const char* tag) {
  void* handle;
  switch (fault) {
    case F_RELEASED:
      if (kind == K_CALL)
        return g_foreign_call;
      if (kind == K_CONTEXT) {
        tenon_context* context = NULL;
        tenon_context_create(NULL, &context);
        tenon_context_release(context);
        return context;
      }
      /* Everything made for it goes as well: the object is dead, not only this handle. */
      {
        world dead;
        world_open(&dead);
        handle = good_handle(&dead, kind, tag);
        world_close(&dead);
      }
      return handle;
    case F_WRONG_TYPE:
      return good_handle(w, kind == K_TENSOR ? K_MODULE : K_TENSOR, "");
    case F_OTHER_CONTEXT:
      world_open(&g_other);
      return good_handle(&g_other, kind, tag);
    case F_SHUT_DOWN:
      world_open(&g_ended);
      handle = good_handle(&g_ended, kind, tag);
      on_a_thread(shut_down, g_ended.ctx);
      return handle;
    default:
      return NULL;
  }
}

/* Spoils one argument; the code that must come, or kAny. */
static int spoil(world* w, task* t, slot* a) {
  static const char* const kBadTexts[] = {NULL, "\xc3\x28", "ab\xed\xa0\x80",
                                          "\xf8\x88\x80\x80\x80", "\xc0\x80"};
  const param_info* p = &t->f->params[t->index];
  slot* s = &a[t->index];
  int kind = p->kind;
  if (t->fault != F_BAD_VALUE) {
    if (kind >= kHandleKinds && kind != K_VALUES && kind != K_MODULES && kind != K_TENSORS) {
      t->done = 1;
      return kAny;
    }
    if (kind == K_CALL && (t->fault == F_OTHER_CONTEXT || t->fault == F_SHUT_DOWN)) {
      t->done = 1; /* a call has no handle of its own */
      return kAny;
    }
    if (kind >= kHandleKinds) { /* an array: its first element is wrong */
      kind = kind == K_VALUES       ? K_VALUE
             : kind == K_MODULES    ? K_MODULE
             : kind == K_SCHEDULERS ? K_SCHEDULER
                                    : K_TENSOR;
      w->items[0] = bad_handle(w, kind, t->fault, p->good);
      if (t->fault == F_NULL)
        return kAny; /* "none" where a value is expected */
    } else {
      s->p = bad_handle(w, kind, t->fault, p->good);
    }
    switch (t->fault) {
      case F_NULL:
        return p->nullable ? kAny : TENON_E_VALUE;
      case F_RELEASED:
        return TENON_E_BAD_HANDLE;
      case F_WRONG_TYPE:
        return kind == K_CALL ? TENON_E_BAD_HANDLE : TENON_E_TYPE;
      case F_SHUT_DOWN:
        if (kind != K_CONTEXT)
          return TENON_E_BAD_HANDLE;
        return outlives_shutdown(t->f->name) ? kAny : TENON_E_RUNTIME;
      case F_OTHER_CONTEXT:
        return has_partner(t->f, a, t->index) ? TENON_E_WRONG_CONTEXT : kAny;
      default:
        return kAny;
    }
  }
  switch (kind) {
    case K_TEXT:
      if (t->variant >= (int)(sizeof kBadTexts / sizeof *kBadTexts))
        break;
      s->p = (void*)kBadTexts[t->variant];
      return s->p == NULL && p->nullable ? kAny : TENON_E_VALUE;
    case K_CALLBACK:
      if (t->variant > 0)
        break;
      s->callback = NULL;
      return TENON_E_VALUE;
    case K_VALUES:
    case K_MODULES:
    case K_TENSORS:
    case K_HANDLES:
    case K_BYTES:
    case K_INTEGERS: {
      static const int64_t negative[2] = {-1, 2}, huge[2] = {INT64_MAX, INT64_MAX},
                           large[2] = {(int64_t)1 << 40, (int64_t)1 << 40};
      if (t->variant == 0) {
        s->p = NULL;
        return p->nullable ? kAny : TENON_E_VALUE;
      }
      if (strcmp(p->name, "shape") != 0 || t->variant > 3)
        break;
      s->p = (void*)(t->variant == 1 ? negative : t->variant == 2 ? huge : large);
      /* A view may also say that it leaves its memory. */
      return strcmp(t->f->name, "tenon_tensor_as_strided") == 0 && t->variant > 1 ? kAny
                                                                                  : TENON_E_VALUE;
    }
    case K_INT32:
    case K_INT64: {
      static const int64_t bad_ndim[] = {-1, 65, INT32_MAX, INT32_MIN};
      static const int64_t bad_dtype[] = {0, -1, 21, INT32_MAX};
      static const int64_t bad_flags[] = {1 << 30, INT32_MIN, -1};
      static const int64_t bad_count[] = {-1, INT64_MIN};
      static const int64_t wild[] = {-1, INT32_MAX, INT64_MIN, INT64_MAX, 1 << 20};
      const int64_t* list = wild;
      int n = 5, code = kAny;
      if (strcmp(p->name, "ndim") == 0) {
        list = bad_ndim, n = 4, code = TENON_E_VALUE;
      } else if (strcmp(p->name, "dtype") == 0) {
        list = bad_dtype, n = 4, code = TENON_E_VALUE;
      } else if (strcmp(p->name, "flags") == 0) {
        list = bad_flags, n = 3, code = TENON_E_VALUE;
      } else if (strcmp(p->name, "bytes") == 0 || strcmp(p->name, "capacity") == 0 ||
                 strstr(p->name, "_count") != NULL) {
        list = bad_count, n = 2, code = TENON_E_VALUE;
      }
      if (t->variant >= n)
        break;
      s->i = list[t->variant];
      return code;
    }
    case K_OUT_HANDLE:
    case K_OUT_NUMBER:
      if (t->variant > 0)
        break;
      s->p = NULL;
      return p->nullable ? TENON_OK : TENON_E_VALUE;
    case K_CONTEXT_OPTIONS: {
      /* struct_size: too small, absurd, and a later version's with a field that is set. */
      static struct {
        tenon_context_options known;
        int64_t later[8];
      } big;
      const tenon_context_options fresh = TENON_CONTEXT_OPTIONS_INIT;
      static const int32_t sizes[] = {0, -1, 8, 71, INT32_MIN};
      if (t->variant < 5) {
        w->options.struct_size = sizes[t->variant];
        return TENON_E_VERSION;
      }
      if (t->variant == 5 || t->variant == 6) {
        w->options.abi_version = t->variant == 5 ? 0 : TENON_ABI_VERSION + (1 << 16);
        return TENON_E_VERSION;
      }
      if (t->variant > 9)
        break;
      memset(&big, 0, sizeof big);
      big.known = fresh;
      big.known.struct_size = (int32_t)sizeof big;
      big.later[7] = t->variant == 7;
      s->p = &big;
      if (t->variant == 9) {
        big.known.flags = 1 << 20;
        return TENON_E_VALUE;
      }
      return t->variant == 7 ? TENON_E_VERSION : TENON_OK;
    }
    default:
      break;
  }
  t->done = 1;
  return kAny;
}

/* "tenon_x(argument: fault)", for the lines of failed claims. */
static const char* label(const task* t) {
  static char text[256];
  snprintf(text, sizeof text, "%s(%s: %s%s%d)", t->f->name,
           t->fault == F_NONE ? "" : t->f->params[t->index].name, kFaultNames[t->fault],
           t->fault == F_BAD_VALUE ? " no. " : " ", t->variant);
  return text;
}

static void check_result(world* w, const task* t, const slot* a, slot r, int code, int handles) {
  const call_info* f = t->f;
  int i;
  switch (f->returns) {
    case R_STATUS:
      if (strcmp(f->name, "tenon_error_code") == 0 || strcmp(f->name, "tenon_error_set") == 0)
        break;
      claim(r.i >= 0 && r.i <= TENON_E_INTERNAL, "%s: %d is a status", label(t), (int)r.i);
      claim(r.i != TENON_E_INTERNAL, "%s: not INTERNAL (%s)", label(t), tenon_error_message());
      claim(tenon_error_code() == r.i, "%s: the record has the code", label(t));
      if (code != kAny)
        claim(r.i == code, "%s: gives %s, wanted %s (%s)", label(t), tenon_status_name((int)r.i),
              tenon_status_name(code), tenon_error_message());
      if (r.i != TENON_OK && code != kAny && handles) {
        claim(strstr(tenon_error_message(), f->name) != NULL, "%s: «%s» names the function",
              label(t), tenon_error_message());
        claim(strstr(tenon_error_message(), f->params[t->index].name) != NULL,
              "%s: «%s» names the argument", label(t), tenon_error_message());
      }
      for (i = 0; i < f->count; ++i) {
        const int bytes = strstr(f->params[i].name, "flag") || strstr(f->params[i].name, "dtype") ||
                                  strcmp(f->params[i].name, "out_op") == 0
                              ? 4
                              : 8;
        if (r.i != TENON_OK && a[i].p == w->out)
          claim(memcmp(w->out, "\0\0\0\0\0\0\0\0", (size_t)bytes) == 0 ||
                    strcmp(f->params[i].name, "out_count") == 0,
                "%s: %s is empty after a failure", label(t), f->params[i].name);
        if (a[i].p == w->out)
          claim(w->out[1] == 0x5a5a5a5a5a5a5a5a, "%s: nothing behind %s is written", label(t),
                f->params[i].name);
      }
      if (f->takes && r.i != TENON_OK && strcmp(f->name, "tenon_error_set") != 0)
        claim(w->destroyed == 1, "%s: destroy ran %d times after a failure", label(t),
              w->destroyed);
      break;
    case R_INT:
    case R_POINTER:
      if (code == kAny || code == TENON_OK)
        break;
      claim(r.i == -1 || r.i == 0, "%s: %lld is no answer to misuse", label(t), (long long)r.i);
      break;
    default:
      break;
  }
  (void)a;
}

static void run_task(void* data, tenon_call* call) {
  task* t = data;
  const call_info* f = t->f;
  world w;
  slot a[kMaxParams], r;
  int i, code = kAny, releases = 0;
  const int quiet = f->returns != R_STATUS && strncmp(f->name, "tenon_error_", 12) != 0;
  world_open(&w);
  if (call != NULL) { /* the call's own context is that of the arguments */
    tenon_context_release(w.ctx);
    tenon_call_context(call, &w.ctx);
  }
  for (i = 0; i < f->count; ++i)
    a[i] = good_argument(&w, f, i, call);
  if (t->fault != F_NONE)
    code = spoil(&w, t, a);
  if (!t->done) {
    const size_t n = strlen(f->name);
    releases = n > 8 && strcmp(f->name + n - 8, "_release") == 0;
    if (releases && t->fault == F_OTHER_CONTEXT)
      code = kAny;
    tenon_error_clear();
    w.destroyed = 0;
    if (quiet)
      tenon_error_set(TENON_E_ASSERTION, "kept", NULL, NULL);
    r = f->run(a);
    ++g_calls;
    check_result(&w, t, a, r, code, t->fault >= F_NULL && t->fault <= F_SHUT_DOWN);
    if (quiet)
      claim(tenon_error_code() == TENON_E_ASSERTION && strcmp(tenon_error_message(), "kept") == 0,
            "%s: the record stays as it was", label(t));
    /* What a shut-down or foreign handle gave must not be looked at any further. */
    settle(&w, f, a, r);
    if (f->takes && t->fault != F_NONE && r.i == TENON_OK && f->returns == R_STATUS)
      claim(w.destroyed <= 1, "%s: destroy ran %d times", label(t), w.destroyed);
  }
  world_close(&w);
  if (g_ended.ctx != NULL)
    world_close(&g_ended);
  if (g_other.ctx != NULL)
    world_close(&g_other);
}

static void run(task* t) {
  t->done = 0;
  if (needs_call(t->f)) {
    world w;
    world_open(&w);
    in_callback(&w, run_task, t);
    world_close(&w);
  } else {
    run_task(t, NULL);
  }
}

int main(int argc, char** argv) {
  char folder[] = "/tmp/tenon-misuse-XXXXXX", path[300];
  int n;
  (void)argc;
  (void)argv;
  if (mkdtemp(folder) == NULL)
    return 2;
  api_folder(folder);
  on_a_thread(call_elsewhere, NULL);
  for (n = 0; n < api_call_count; ++n) {
    task t = {&api_calls[n], 0, F_NONE, 0, 0};
    run(&t);
    for (t.index = 0; t.index < t.f->count; ++t.index) {
      t.variant = 0;
      for (t.fault = F_NULL; t.fault <= F_SHUT_DOWN; ++t.fault)
        run(&t);
      t.fault = F_BAD_VALUE;
      for (t.variant = 0; t.variant < 16; ++t.variant) {
        run(&t);
        if (t.done)
          break;
      }
    }
  }
  snprintf(path, sizeof path, "rm -r %s", folder);
  if (system(path) != 0)
    return 2;
  printf("%d functions, %lld calls\n", api_call_count, (long long)g_calls);
  return claims_end();
}
