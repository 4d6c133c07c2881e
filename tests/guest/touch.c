/* The library leaves the process as it found it: a snapshot before and after every function, with
 * good arguments and with bad ones, also while the host has flush-to-zero, another rounding mode or
 * a decimal comma on. What is written and printed is the same under each.
 *
 *     touch
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api.h"

extern char** environ;

enum { kSignals = 65, kErrno = 4711 };

typedef struct snapshot {
  unsigned mxcsr; /* without the sticky bits, which any arithmetic sets */
  unsigned short x87;
  char locale[256];
  locale_t thread_locale;
  void (*handlers[kSignals])(int);
  int handler_flags[kSignals];
  sigset_t blocked;
  stack_t signal_stack;
  char** environment;
  uint64_t environment_hash;
  char folder[256];
  mode_t mask;
  cpu_set_t cpus;
  int priority;
  int threads;
  int files;
  int64_t printed;
} snapshot;

static int g_printed; /* the file that stands behind fd 1 and 2 while a call runs */

static unsigned read_mxcsr(void) {
#if defined(__x86_64__)
  return __builtin_ia32_stmxcsr() & 0xffc0u;
#else
  return 0;
#endif
}

static unsigned short read_x87(void) {
  unsigned short word = 0;
#if defined(__x86_64__)
  __asm__ volatile("fnstcw %0" : "=m"(word));
#endif
  return word;
}

static int count_entries(const char* path) {
  int n = 0;
  DIR* folder = opendir(path);
  if (folder == NULL)
    return -1;
  while (readdir(folder) != NULL)
    ++n;
  closedir(folder);
  return n;
}

static void take(snapshot* s) {
  int i;
  char** line;
  memset(s, 0, sizeof *s);
  s->mxcsr = read_mxcsr();
  s->x87 = read_x87();
  snprintf(s->locale, sizeof s->locale, "%s %s", setlocale(LC_ALL, NULL),
           localeconv()->decimal_point);
  s->thread_locale = uselocale((locale_t)0);
  for (i = 1; i < kSignals; ++i) {
    struct sigaction action;
    if (sigaction(i, NULL, &action) == 0) {
      s->handlers[i] = action.sa_handler;
      s->handler_flags[i] = action.sa_flags;
    }
  }
  sigprocmask(SIG_SETMASK, NULL, &s->blocked);
  sigaltstack(NULL, &s->signal_stack);
  s->environment = environ;
  for (line = environ; *line != NULL; ++line) {
    const char* c;
    for (c = *line; *c != '\0'; ++c)
      s->environment_hash = (s->environment_hash ^ (unsigned char)*c) * 1099511628211u;
  }
  if (getcwd(s->folder, sizeof s->folder) == NULL)
    s->folder[0] = '\0';
  s->mask = umask(0);
  umask(s->mask);
  sched_getaffinity(0, sizeof s->cpus, &s->cpus);
  s->priority = getpriority(PRIO_PROCESS, 0);
  s->threads = count_entries("/proc/self/task");
  s->files = count_entries("/proc/self/fd");
  s->printed = lseek(g_printed, 0, SEEK_END);
}

static void compare(const char* name, const snapshot* a, const snapshot* b) {
  claim(a->mxcsr == b->mxcsr, "%s: MXCSR %x became %x", name, a->mxcsr, b->mxcsr);
  claim(a->x87 == b->x87, "%s: the x87 control word %x became %x", name, a->x87, b->x87);
  claim(strcmp(a->locale, b->locale) == 0 && a->thread_locale == b->thread_locale,
        "%s: locale %s became %s", name, a->locale, b->locale);
  claim(memcmp(a->handlers, b->handlers, sizeof a->handlers) == 0 &&
            memcmp(a->handler_flags, b->handler_flags, sizeof a->handler_flags) == 0,
        "%s: signal handlers", name);
  claim(memcmp(&a->blocked, &b->blocked, sizeof a->blocked) == 0, "%s: blocked signals", name);
  claim(memcmp(&a->signal_stack, &b->signal_stack, sizeof a->signal_stack) == 0, "%s: signal stack",
        name);
  claim(a->environment == b->environment && a->environment_hash == b->environment_hash,
        "%s: environment", name);
  claim(strcmp(a->folder, b->folder) == 0, "%s: working folder", name);
  claim(a->mask == b->mask, "%s: umask", name);
  claim(CPU_EQUAL(&a->cpus, &b->cpus), "%s: CPU affinity", name);
  claim(a->priority == b->priority, "%s: priority", name);
  claim(a->threads == b->threads, "%s: %d threads became %d", name, a->threads, b->threads);
  claim(a->files == b->files, "%s: %d open files became %d", name, a->files, b->files);
  claim(a->printed == b->printed, "%s: something was printed", name);
}

typedef struct task {
  const call_info* f;
  int spoiled; /* the argument that is NULL or -1; -1: none */
  const char* mode;
} task;

static void run_task(void* data, tenon_call* call) {
  const task* t = data;
  const call_info* f = t->f;
  world w;
  snapshot before, after;
  slot a[kMaxParams], r;
  char name[128];
  int i, number;
  world_open(&w);
  if (call != NULL) {
    tenon_context_release(w.ctx);
    tenon_call_context(call, &w.ctx);
  }
  for (i = 0; i < f->count; ++i)
    a[i] = good_argument(&w, f, i, call);
  if (t->spoiled >= 0)
    a[t->spoiled].i =
        f->params[t->spoiled].kind == K_INT32 || f->params[t->spoiled].kind == K_INT64 ? -1 : 0;
  snprintf(name, sizeof name, "%s%s, %s", f->name, t->spoiled < 0 ? "" : " (misused)", t->mode);
  take(&before);
  errno = kErrno;
  r = f->run(a);
  number = errno;
  take(&after);
  claim(number == kErrno, "%s: errno became %d", name, number);
  compare(name, &before, &after);
  settle(&w, f, a, r);
  world_close(&w);
}

static void run_all(const char* mode, int misuse) {
  int n;
  for (n = 0; n < api_call_count; ++n) {
    task t;
    t.f = &api_calls[n];
    t.mode = mode;
    for (t.spoiled = -1; t.spoiled < (misuse ? t.f->count : 0); ++t.spoiled) {
      if (needs_call(t.f)) {
        world w;
        world_open(&w);
        in_callback(&w, run_task, &t);
        world_close(&w);
      } else {
        run_task(&t, NULL);
      }
    }
  }
}

/* What depends on numbers becoming text and back: a printed tensor, a layer's options, a parsed
 * model that is saved, loaded and printed again. */
static void observe(const char* path, char* text, size_t size) {
  static const float numbers[] = {0.5f, -1.25e-10f, 3e7f, 0.1f};
  static const int64_t shape[] = {2, 2};
  const char* const model =
      "Sequential(\n  (0): LeakyReLU(negative_slope=0.015)\n  (1): "
      "BatchNorm1d(2, eps=1e-05, momentum=0.1, affine=True, "
      "track_running_stats=True)\n)";
  tenon_context* ctx = NULL;
  tenon_tensor* tensor = NULL;
  tenon_module *parsed = NULL, *loaded = NULL;
  tenon_string *printed = NULL, *described = NULL, *bytes = NULL;
  tenon_state_dict* state = NULL;
  tenon_status s = tenon_context_create(NULL, &ctx);
  text[0] = '\0';
  if (s == TENON_OK)
    s = tenon_tensor_from_data(ctx, TENON_FLOAT32, shape, 2, numbers, &tensor);
  if (s == TENON_OK)
    s = tenon_tensor_text(tensor, &printed);
  if (s == TENON_OK)
    s = tenon_module_parse(ctx, model, &parsed);
  if (s == TENON_OK)
    s = tenon_module_initialize(parsed);
  if (s == TENON_OK)
    s = tenon_module_save(parsed, path, NULL);
  if (s == TENON_OK)
    s = tenon_module_load(ctx, path, NULL, &loaded);
  if (s == TENON_OK)
    s = tenon_module_text(loaded, &described);
  if (s == TENON_OK)
    s = tenon_module_state_dict(loaded, NULL, &state);
  if (s == TENON_OK)
    s = tenon_state_dict_save_memory(state, NULL, &bytes);
  claim(s == TENON_OK, "saving and loading works: %s", tenon_error_message());
  if (s == TENON_OK) {
    uint64_t hash = 0;
    int64_t i;
    for (i = 0; i < tenon_string_size(bytes); ++i)
      hash = (hash ^ (unsigned char)tenon_string_data(bytes)[i]) * 1099511628211u;
    snprintf(text, size, "%s\n%s\n%016llx", tenon_string_data(printed),
             tenon_string_data(described), (unsigned long long)hash);
  }
  tenon_string_release(bytes);
  tenon_state_dict_release(state);
  tenon_string_release(described);
  tenon_module_release(loaded);
  tenon_module_release(parsed);
  tenon_string_release(printed);
  tenon_tensor_release(tensor);
  tenon_context_release(ctx);
}

/* A German locale of our own making, so that none has to be installed. */
static int comma_locale(const char* folder) {
  char command[600];
  snprintf(command, sizeof command,
           "localedef --no-archive -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", folder);
  if (system(command) > 255 << 8)
    return 0;
  setenv("LOCPATH", folder, 1);
  return setlocale(LC_ALL, "de_DE.UTF-8") != NULL && strcmp(localeconv()->decimal_point, ",") == 0;
}

int main(void) {
  char folder[] = "/tmp/tenon-touch-XXXXXX", path[300], plain[2048], now[2048];
  int out, i;
  if (mkdtemp(folder) == NULL)
    return 2;
  api_folder(folder);
  snprintf(path, sizeof path, "%s/printed", folder);
  g_printed = open(path, O_RDWR | O_CREAT | O_APPEND, 0600);
  snprintf(path, sizeof path, "%s/observed.safetensors", folder);
  fflush(stdout);
  out = dup(1);
  i = dup(2);
  dup2(g_printed, 1);
  dup2(g_printed, 2);
  (void)i;
  setvbuf(stdout, malloc(1 << 20), _IOFBF, 1 << 20); /* our own lines wait for the end */

  observe(path, plain, sizeof plain);
  claim(strstr(plain, "0.015") != NULL, "the text has the number: %s", plain);
  run_all("as a process starts", 1);
#if defined(__x86_64__)
  {
    const unsigned before = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(before | 0x8040u); /* flush to zero, denormals are zero */
    run_all("with FTZ and DAZ", 0);
    observe(path, now, sizeof now);
    __builtin_ia32_ldmxcsr(before);
    claim(strcmp(plain, now) == 0, "FTZ and DAZ change nothing that is written:\n%s", now);
    __builtin_ia32_ldmxcsr((before & ~0x6000u) | 0x2000u); /* round down */
    run_all("rounding down", 0);
    __builtin_ia32_ldmxcsr(before);
  }
#endif
  if (comma_locale(folder)) {
    char number[16];
    snprintf(number, sizeof number, "%.1f", 0.5);
    claim(strcmp(number, "0,5") == 0, "the host writes a comma");
    run_all("with a decimal comma", 0);
    observe(path, now, sizeof now);
    claim(strcmp(plain, now) == 0, "a decimal comma changes nothing that is written:\n%s", now);
    setlocale(LC_ALL, "C");
  } else {
    printf("decimal comma: SKIPPED, localedef cannot make de_DE (Debian: locales)\n");
  }
  lseek(g_printed, 0, SEEK_SET);
  dup2(out, 1);
  snprintf(path, sizeof path, "rm -r %s", folder);
  if (system(path) != 0)
    return 2;
  return claims_end();
}
