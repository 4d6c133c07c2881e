/* Leaving: the library goes when it is closed, with its threads and its memory; a process may end
 * at any moment; a thread may outlive the library; two copies do not meet.
 *
 *     leave LIBTENON_SO
 */
#include <dirent.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tenon_dl.h"

enum { kRounds = 200, kSettled = 20, kGrowth = 64 << 10 };

static int g_passed, g_failed;

static void claim(int holds, const char* text) {
  if (holds) {
    ++g_passed;
  } else {
    ++g_failed;
    printf("FAILED: %s\n", text);
  }
}

static int mapped_lines(void) {
  char line[1024];
  int found = 0;
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
    found += strstr(line, "libtenon") != NULL;
  if (maps != NULL)
    fclose(maps);
  return found;
}

static int thread_count(void) {
  int n = 0;
  DIR* folder = opendir("/proc/self/task");
  while (folder != NULL && readdir(folder) != NULL)
    ++n;
  if (folder != NULL)
    closedir(folder);
  return n - 2;
}

/* A joined thread stands in /proc for a moment longer. */
static int threads_become(int wanted) {
  int tries;
  for (tries = 0; thread_count() != wanted && tries < 2000; ++tries)
    usleep(1000);
  return thread_count() == wanted;
}

/* Bytes of mappings that are neither files nor malloc's: what was taken from the system and kept.
 */
static long anonymous_bytes(void) {
  char line[1024];
  long sum = 0;
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
    unsigned long begin, end;
    int at = 0;
    if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &begin, &end, &at) >= 2 &&
        (line[at] == '\0' || line[at] == '\n'))
      sum += (long)(end - begin);
  }
  if (maps != NULL)
    fclose(maps);
  return sum;
}

static tenon_status on_output(void* user_data, tenon_call* call) {
  (void)call;
  ++*(int*)user_data;
  return TENON_OK;
}

static void on_destroy(void* user_data) {
  *(int*)user_data += 1000;
}

/* Large enough for the threads to get work. */
static const char* const kModel =
    "Sequential(\n  (0): Linear(in_features=256, out_features=512, bias=True)\n  (1): ReLU()\n  "
    "(2): "
    "Linear(in_features=512, out_features=256, bias=True)\n)";

static tenon_context* open_context(int threads) {
  tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
  tenon_context* ctx = NULL;
  options.threads = threads;
  if (tenon_context_create(&options, &ctx) != TENON_OK)
    return NULL;
  return ctx;
}

/* A model that ran with a hook and an error; its handles. */
typedef struct model {
  tenon_module* net;
  tenon_tensor *x, *y;
  int64_t hook;
} model;

static int run_model(tenon_context* ctx, model* m, int* hooked) {
  static const int64_t shape[] = {64, 256};
  tenon_module* none = NULL;
  memset(m, 0, sizeof *m);
  return tenon_module_parse(ctx, kModel, &m->net) == TENON_OK &&
         tenon_module_initialize(m->net) == TENON_OK && tenon_module_eval(m->net) == TENON_OK &&
         tenon_module_register_forward_hook(m->net, 0, on_output, hooked, on_destroy, &m->hook) ==
             TENON_OK &&
         tenon_tensor_full(ctx, TENON_FLOAT32, shape, 2, 0.5, &m->x) == TENON_OK &&
         tenon_module_call1(m->net, m->x, &m->y) == TENON_OK &&
         tenon_module_create(ctx, "None", NULL, &none) == TENON_E_KEY;
}

static void free_model(model* m) {
  tenon_tensor_release(m->y);
  tenon_tensor_release(m->x);
  tenon_module_release(m->net);
}

static void reload(const char* library) {
  const int threads = thread_count();
  size_t heap = 0;
  long pages = 0, heap_growth, page_growth;
  int i, gone = 0, worked = 0, joined = 0, destroyed = 0;
  for (i = 0; i < kRounds; ++i) {
    model m;
    tenon_context* ctx;
    int hooked = 0;
    if (tenon_dl_open(library) != TENON_OK) {
      printf("%s\n", tenon_dl_error());
      break;
    }
    ctx = open_context(4);
    worked += run_model(ctx, &m, &hooked);
    if (i % 2 == 0)
      free_model(&m);
    tenon_error_clear();
    if (tenon_context_shutdown(ctx) == TENON_OK)
      tenon_context_release(ctx);
    joined += threads_become(threads);
    destroyed += hooked == 1001;
    tenon_dl_close();
    gone += mapped_lines() == 0;
    if (i == kSettled) {
      heap = mallinfo2().uordblks;
      pages = anonymous_bytes();
    }
  }
  heap_growth = (long)mallinfo2().uordblks - (long)heap;
  page_growth = anonymous_bytes() - pages;
  claim(worked == kRounds, "it works each time");
  claim(destroyed == kRounds, "the shutdown ran each destroy once");
  claim(joined == kRounds, "the threads are joined each time");
  claim(gone == kRounds, "nothing is mapped after closing");
  printf("growth over %d reloads: heap %ld, pages %ld bytes\n", kRounds - kSettled, heap_growth,
         page_growth);
  claim(heap_growth + page_growth < kGrowth, "reloading keeps less than 64 KiB in all");
}

/* ---- a thread that outlives the library ---- */

static pthread_mutex_t g_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t g_changed = PTHREAD_COND_INITIALIZER;
static int g_step;

static void step_to(int step) {
  pthread_mutex_lock(&g_mutex);
  g_step = step;
  pthread_cond_broadcast(&g_changed);
  pthread_mutex_unlock(&g_mutex);
}

static void wait_for(int step) {
  pthread_mutex_lock(&g_mutex);
  while (g_step < step)
    pthread_cond_wait(&g_changed, &g_mutex);
  pthread_mutex_unlock(&g_mutex);
}

static void* outlive(void* worked) {
  tenon_context* ctx = open_context(1);
  model m;
  int hooked = 0;
  *(int*)worked = run_model(ctx, &m, &hooked); /* leaves an error in this thread's record */
  free_model(&m);
  tenon_context_release(ctx);
  step_to(1);
  wait_for(2);
  return NULL;
}

static void foreign_thread(const char* library) {
  pthread_t thread;
  int worked = 0;
  claim(tenon_dl_open(library) == TENON_OK, "it opens");
  pthread_create(&thread, NULL, outlive, &worked);
  wait_for(1);
  tenon_dl_close();
  claim(mapped_lines() == 0, "a thread that used the library does not keep it");
  step_to(2);
  pthread_join(thread, NULL);
  claim(worked, "a thread may end after the library is gone");
}

/* ---- two copies ---- */

static void two_copies(const char* library) {
  char folder[] = "/tmp/tenon-leave-XXXXXX", command[2048], other[512];
  struct tenon_dl_state_ first, second;
  tenon_context *one, *two;
  model m, n;
  int hooked = 0;
  if (mkdtemp(folder) == NULL)
    return;
  snprintf(other, sizeof other, "%s/libtenon-other.so", folder);
  snprintf(command, sizeof command, "cp '%s' %s", library, other);
  claim(system(command) == 0, "the library is copied");
  claim(tenon_dl_open(library) == TENON_OK, "one copy opens");
  first = tenon_dl_;
  memset(&tenon_dl_, 0, sizeof tenon_dl_);
  claim(tenon_dl_open(other) == TENON_OK, "another copy opens");
  second = tenon_dl_;
  claim(first.library != second.library &&
            first.functions.context_create != second.functions.context_create,
        "they are two");
  two = open_context(2);
  claim(run_model(two, &n, &hooked), "the second works");
  tenon_dl_ = first;
  one = open_context(2);
  claim(run_model(one, &m, &hooked), "the first works");
  claim(tenon_context_live(one, TENON_LIVE_HANDLES) == 3, "each counts its own");
  free_model(&m);
  tenon_error_clear();
  tenon_context_release(one);
  tenon_dl_close();
  tenon_dl_ = second;
  claim(tenon_module_call1(n.net, n.x, &m.y) == TENON_OK, "the second outlives the first");
  tenon_tensor_release(m.y);
  free_model(&n);
  tenon_error_clear();
  tenon_context_release(two);
  tenon_dl_close();
  claim(mapped_lines() == 0, "both are gone");
  snprintf(command, sizeof command, "rm -r %s", folder);
  claim(system(command) == 0, "the copy is removed");
}

/* ---- ending the process ---- */

static tenon_status leave_now(void* user_data, tenon_call* call) {
  (void)user_data;
  (void)call;
  exit(7);
}

static void* exit_elsewhere(void* unused) {
  (void)unused;
  exit(7);
}

__attribute__((noreturn)) static void* keep_calling(void* data) {
  model* m = data;
  step_to(1);
  for (;;) {
    tenon_tensor* y = NULL;
    tenon_module_call1(m->net, m->x, &y);
    tenon_tensor_release(y);
  }
}

/* Ends with 7, in the way the word says. */
static int end_by(const char* word, const char* library) {
  static model m;
  static int hooked;
  tenon_context* ctx;
  pthread_t thread;
  tenon_tensor* y = NULL;
  alarm(20);
  if (tenon_dl_open(library) != TENON_OK)
    return 2;
  ctx = open_context(4);
  if (!run_model(ctx, &m, &hooked))
    return 3;
  if (strcmp(word, "main") == 0)
    return 7;
  if (strcmp(word, "hook") == 0) {
    tenon_module_register_forward_hook(m.net, 0, leave_now, NULL, NULL, NULL);
    tenon_module_call1(m.net, m.x, &y);
    return 4;
  }
  if (strcmp(word, "thread") == 0) {
    pthread_create(&thread, NULL, exit_elsewhere, NULL);
    pthread_join(thread, NULL);
    return 4;
  }
  if (strcmp(word, "calling") == 0) { /* another thread is inside the library while we leave */
    pthread_create(&thread, NULL, keep_calling, &m);
    wait_for(1);
    usleep(20000);
    return 7;
  }
  if (strcmp(word, "shutdown") == 0) {
    tenon_context_shutdown(ctx);
    return 7;
  }
  return 5;
}

static void ends(const char* self, const char* library) {
  static const char* const words[] = {"main", "hook", "thread", "calling", "shutdown"};
  size_t i;
  for (i = 0; i < sizeof words / sizeof *words; ++i) {
    int status = 0;
    char text[128];
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
      execl(self, self, library, words[i], (char*)NULL);
      _exit(6);
    }
    waitpid(child, &status, 0);
    snprintf(text, sizeof text, "a process may end by %s without cleaning up (status %x)", words[i],
             (unsigned)status);
    claim(WIFEXITED(status) && WEXITSTATUS(status) == 7, text);
  }
}

int main(int argc, char** argv) {
  if (argc < 2)
    return 2;
  if (argc > 2)
    return end_by(argv[2], argv[1]);
  reload(argv[1]);
  foreign_thread(argv[1]);
  two_copies(argv[1]);
  ends("/proc/self/exe", argv[1]);
  printf("%d passed, %d failed\n", g_passed, g_failed);
  return g_failed != 0;
}
