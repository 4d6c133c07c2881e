/* Threads: a context's own are named, announced and joined and sleep when there is nothing to do; a
 * host's job system may run the pieces in any order on any threads; the bits are the same for all.
 * A call fits a small stack. A fork leaves contexts without threads usable.
 *
 *     threads
 */
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tenon.h"

static int g_passed, g_failed;

static void claim(int holds, const char* text) {
  if (holds) {
    ++g_passed;
  } else {
    ++g_failed;
    printf("FAILED: %s (%s)\n", text, tenon_error_message());
  }
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

/* ---- a network with everything that is shared out: convolutions of one image and of many, Linear
 * layers with and without packed weights ---- */

static const char* const kModel =
    "Sequential(\n"
    "  (0): Conv2d(3, 24, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1))\n"
    "  (1): ReLU()\n"
    "  (2): Conv2d(24, 40, kernel_size=(3, 3), stride=(2, 2), padding=(1, 1))\n"
    "  (3): ReLU()\n"
    "  (4): Conv2d(40, 64, kernel_size=(1, 1), stride=(1, 1))\n"
    "  (5): Flatten(start_dim=1, end_dim=-1)\n"
    "  (6): Linear(in_features=16384, out_features=96, bias=True)\n"
    "  (7): Tanh()\n"
    "  (8): Linear(in_features=96, out_features=10, bias=True)\n"
    ")";

static uint64_t hash_bytes(uint64_t hash, const void* data, size_t n) {
  const unsigned char* p = data;
  while (n-- > 0)
    hash = (hash ^ *p++) * 1099511628211u;
  return hash;
}

static tenon_status add_product(tenon_context* ctx, int32_t dtype, int64_t m, int64_t k, int64_t n,
                                uint64_t* hash) {
  const int64_t left[] = {m, k}, right[] = {k, n};
  const int64_t bytes = m * n * tenon_dtype_size(dtype);
  tenon_tensor *a = NULL, *b = NULL, *c = NULL;
  int32_t op = 0;
  void* out = malloc((size_t)bytes);
  tenon_status s = tenon_tensor_create(ctx, dtype, left, 2, &a);
  if (s == TENON_OK)
    s = tenon_tensor_create(ctx, dtype, right, 2, &b);
  if (s == TENON_OK)
    s = tenon_tensor_uniform(a, -1, 1);
  if (s == TENON_OK)
    s = tenon_tensor_uniform(b, -1, 1);
  if (s == TENON_OK)
    s = tenon_op_id("matmul", &op);
  if (s == TENON_OK)
    s = tenon_op2(ctx, op, a, b, &c);
  if (s == TENON_OK)
    s = tenon_tensor_read(c, out, bytes);
  if (s == TENON_OK)
    *hash = hash_bytes(*hash, out, (size_t)bytes);
  free(out);
  tenon_tensor_release(c);
  tenon_tensor_release(b);
  tenon_tensor_release(a);
  return s;
}

/* The same numbers from any context with the same seed. */
static tenon_status work(tenon_context* ctx, uint64_t* hash) {
  tenon_module* net = NULL;
  tenon_tensor *x = NULL, *y = NULL;
  float out[30];
  int64_t batch;
  tenon_status s = tenon_context_manual_seed(ctx, 11);
  *hash = 1469598103934665603u;
  if (s == TENON_OK)
    s = tenon_module_parse(ctx, kModel, &net);
  if (s == TENON_OK)
    s = tenon_module_initialize(net);
  if (s == TENON_OK)
    s = tenon_module_eval(net);
  if (s == TENON_OK)
    s = tenon_module_requires_grad(net, 0);
  for (batch = 1; batch <= 3 && s == TENON_OK; batch += 2) {
    const int64_t shape[] = {batch, 3, 32, 32};
    s = tenon_tensor_create(ctx, TENON_FLOAT32, shape, 4, &x);
    if (s == TENON_OK)
      s = tenon_tensor_normal(x, 0, 1);
    if (s == TENON_OK)
      s = tenon_module_call1(net, x, &y);
    if (s == TENON_OK)
      s = tenon_tensor_read(y, out, batch * 40);
    if (s == TENON_OK)
      *hash = hash_bytes(*hash, out, (size_t)(batch * 40));
    tenon_tensor_release(y);
    tenon_tensor_release(x);
    y = x = NULL;
  }
  if (s == TENON_OK)
    s = add_product(ctx, TENON_FLOAT32, 150, 300, 130, hash);
  if (s == TENON_OK)
    s = add_product(ctx, TENON_FLOAT32, 20, 520, 333, hash);
  if (s == TENON_OK)
    s = add_product(ctx, TENON_FLOAT64, 97, 260, 101, hash);
  tenon_module_release(net);
  return s;
}

static uint64_t hash_of(const tenon_context_options* options, const char* what) {
  tenon_context* ctx = NULL;
  uint64_t hash = 0;
  tenon_status s = tenon_context_create(options, &ctx);
  if (s == TENON_OK)
    s = work(ctx, &hash);
  claim(s == TENON_OK, what);
  claim(tenon_context_live(ctx, TENON_LIVE_HANDLES) == 0, "no handle is left");
  tenon_context_release(ctx);
  return hash;
}

/* ---- hosts' job systems ---- */

typedef struct jobs {
  int threads; /* 0: on the caller */
  int backwards;
  int shuffled;
  int64_t pieces; /* ever */
  int64_t calls;
} jobs;

typedef struct job {
  tenon_piece_fn piece;
  void* task;
  const int64_t* order;
  int64_t count;
  int64_t next;
} job;

static void* run_job(void* data) {
  job* j = data;
  for (;;) {
    const int64_t i = __atomic_fetch_add(&j->next, 1, __ATOMIC_RELAXED);
    if (i >= j->count)
      return NULL;
    j->piece(j->task, j->order[i]);
  }
}

static void parallel_for(void* user_data, int64_t count, tenon_piece_fn piece, void* task) {
  jobs* host = user_data;
  int64_t order[256];
  pthread_t threads[16];
  job j = {piece, task, order, count, 0};
  int64_t i;
  int t;
  for (i = 0; i < count; ++i)
    order[i] = host->backwards ? count - 1 - i : i;
  for (i = count - 1; host->shuffled && i > 0; --i) {
    const int64_t k = (i * 7919 + host->calls * 31 + 5) % (i + 1), swap = order[i];
    order[i] = order[k];
    order[k] = swap;
  }
  host->pieces += count;
  ++host->calls;
  for (t = 0; t < host->threads; ++t)
    pthread_create(&threads[t], NULL, run_job, &j);
  if (host->threads == 0)
    run_job(&j);
  for (t = 0; t < host->threads; ++t)
    pthread_join(threads[t], NULL);
}

static void check_bits(void) {
  static const int own[] = {2, 3, 4, 7};
  static const jobs hosts[] = {{0, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 1, 0, 0},
                               {1, 0, 1, 0, 0}, {2, 1, 0, 0, 0}, {7, 0, 1, 0, 0}};
  const uint64_t alone = hash_of(NULL, "one thread works");
  size_t i;
  for (i = 0; i < sizeof own / sizeof *own; ++i) {
    tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
    options.threads = own[i];
    claim(hash_of(&options, "own threads work") == alone, "own threads give the same bits");
  }
  for (i = 0; i < sizeof hosts / sizeof *hosts; ++i) {
    tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
    jobs host = hosts[i];
    options.threads = 7;
    options.parallel_for = parallel_for;
    options.thread_user_data = &host;
    claim(hash_of(&options, "a host's threads work") == alone,
          "a host's threads give the same bits");
    claim(host.calls >= 6 && host.pieces > host.calls, "the host got pieces of each kind of work");
  }
}

/* ---- the library's own threads ---- */

static int g_begun, g_ended, g_index_sum;
static char g_name[16];
static sigset_t g_mask;

static void begin(void* user_data, int32_t index) {
  __atomic_fetch_add(&g_begun, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&g_index_sum, index, __ATOMIC_RELAXED);
  if (index == 2 && user_data == &g_begun) {
    pthread_getname_np(pthread_self(), g_name, sizeof g_name);
    pthread_sigmask(SIG_SETMASK, NULL, &g_mask);
  }
}

static void end(void* user_data, int32_t index) {
  (void)user_data;
  (void)index;
  __atomic_fetch_add(&g_ended, 1, __ATOMIC_RELAXED);
}

static int64_t cpu_microseconds(void) {
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  return (use.ru_utime.tv_sec + use.ru_stime.tv_sec) * (int64_t)1000000 + use.ru_utime.tv_usec +
         use.ru_stime.tv_usec;
}

static void check_own_threads(void) {
  tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
  tenon_context* ctx = NULL;
  const int before = thread_count();
  char name[] = "worker";
  uint64_t hash;
  int64_t used;
  const struct timespec half = {0, 500000000};
  claim(hash_of(NULL, "works") != 0 && thread_count() == before, "no thread unless asked");
  options.threads = 4;
  options.thread_begin = begin;
  options.thread_end = end;
  options.thread_user_data = &g_begun;
  options.thread_name = name;
  claim(tenon_context_create(&options, &ctx) == TENON_OK, "a context with threads");
  memset(name, 'x', sizeof name - 1); /* it was copied */
  claim(thread_count() == before + 3, "three threads beside the caller");
  claim(work(ctx, &hash) == TENON_OK, "they work");
  used = cpu_microseconds();
  nanosleep(&half, NULL);
  used = cpu_microseconds() - used;
  claim(used < 5000, "idle threads use less than 1 % of a core");
  claim(tenon_context_shutdown(ctx) == TENON_OK, "shutdown");
  claim(threads_become(before), "the shutdown joins the threads");
  claim(g_begun == 3 && g_ended == 3 && g_index_sum == 6, "each began and ended once");
  claim(strcmp(g_name, "worker-2") == 0, "threads are named");
  claim(sigismember(&g_mask, SIGINT) == 1 && sigismember(&g_mask, SIGPROF) == 1,
        "signals are left to the host's threads");
  tenon_context_release(ctx);
  options.struct_size = 72; /* the struct as first shipped: no threads in it */
  claim(tenon_context_create(&options, &ctx) == TENON_OK && thread_count() == before,
        "an older caller's fields end where its struct does");
  tenon_context_release(ctx);
  options.struct_size = (int32_t)sizeof options;
  options.threads = 257;
  claim(tenon_context_create(&options, &ctx) == TENON_E_VALUE, "too many threads");
  options.threads = -1;
  claim(tenon_context_create(&options, &ctx) == TENON_E_VALUE, "a negative number of threads");
}

static void* share(void* ctx) {
  uint64_t hash = 0;
  return add_product(ctx, TENON_FLOAT32, 150, 300, 130, &hash) == TENON_OK ? ctx : NULL;
}

static void check_sharing(void) {
  tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
  tenon_context* ctx = NULL;
  pthread_t threads[4];
  int i, good = 0;
  options.threads = 3;
  claim(tenon_context_create(&options, &ctx) == TENON_OK, "a context with threads");
  for (i = 0; i < 4; ++i)
    pthread_create(&threads[i], NULL, share, ctx);
  for (i = 0; i < 4; ++i) {
    void* result = NULL;
    pthread_join(threads[i], &result);
    good += result != NULL;
  }
  claim(good == 4, "four callers share two workers");
  tenon_context_release(ctx);
}

/* ---- small stacks ---- */

typedef struct small {
  size_t bytes;
  int32_t dtype;
  int ok;
} small;

static void* on_a_small_stack(void* data) {
  small* s = data;
  tenon_context* ctx = NULL;
  tenon_module* net = NULL;
  tenon_tensor *x = NULL, *y = NULL;
  const int64_t shape[] = {2, 3, 32, 32};
  uint64_t hash = 0;
  s->ok = tenon_context_create(NULL, &ctx) == TENON_OK &&
          tenon_module_parse(ctx, kModel, &net) == TENON_OK &&
          tenon_module_initialize(net) == TENON_OK && tenon_module_eval(net) == TENON_OK &&
          tenon_module_to(net, s->dtype) == TENON_OK &&
          tenon_tensor_create(ctx, s->dtype, shape, 4, &x) == TENON_OK &&
          tenon_module_call1(net, x, &y) == TENON_OK &&
          add_product(ctx, s->dtype, 150, 300, 130, &hash) == TENON_OK &&
          tenon_module_call1(x == NULL ? net : NULL, x, &y) == TENON_E_VALUE;
  tenon_tensor_release(y);
  tenon_tensor_release(x);
  tenon_module_release(net);
  tenon_error_clear();
  tenon_context_release(ctx);
  return NULL;
}

/* The stack is our own memory, with a guard page below, so that nothing rounds it up. */
static void check_stack(int32_t dtype, size_t bytes, const char* text) {
  const size_t page = 4096;
  small s = {bytes, dtype, 0};
  pthread_attr_t attributes;
  pthread_t thread;
  char* memory =
      mmap(NULL, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(memory, page, PROT_NONE);
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, memory + page, bytes);
  if (pthread_create(&thread, &attributes, on_a_small_stack, &s) == 0)
    pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  munmap(memory, bytes + page);
  claim(s.ok, text);
}

/* ---- fork ---- */

static void check_fork(void) {
  tenon_context_options options = TENON_CONTEXT_OPTIONS_INIT;
  tenon_context *plain = NULL, *threaded = NULL;
  uint64_t before = 0, hash = 0;
  pid_t child;
  int status = 0;
  options.threads = 3;
  claim(tenon_context_create(NULL, &plain) == TENON_OK &&
            tenon_context_create(&options, &threaded) == TENON_OK &&
            work(plain, &before) == TENON_OK && work(threaded, &hash) == TENON_OK,
        "before the fork");
  fflush(stdout);
  child = fork();
  if (child == 0) {
    tenon_context* made = NULL;
    int code = 0;
    alarm(20);
    if (work(plain, &hash) != TENON_OK || hash != before)
      code = 1;
    else if (work(threaded, &hash) != TENON_E_BUSY)
      code = 2;
    else if (tenon_context_shutdown(threaded) != TENON_OK)
      code = 3;
    else if (tenon_context_create(&options, &made) != TENON_OK || work(made, &hash) != TENON_OK ||
             hash != before)
      code = 4;
    tenon_context_release(made);
    tenon_context_release(threaded);
    tenon_context_release(plain);
    _exit(code);
  }
  waitpid(child, &status, 0);
  if (status != 0)
    printf("the child ended with %x\n", (unsigned)status);
  claim(status == 0,
        "in a forked child contexts without threads and new ones work, others are BUSY");
  claim(work(threaded, &hash) == TENON_OK && hash == before, "the parent goes on");
  tenon_context_release(threaded);
  tenon_context_release(plain);
}

int main(void) {
  check_bits();
  check_own_threads();
  check_sharing();
#if !defined(TENON_SANITIZED) /* its frames are larger */
  check_stack(TENON_FLOAT32, 16 << 10, "a float32 call fits 16 KiB of stack");
  check_stack(TENON_FLOAT64, 32 << 10, "a float64 call fits 32 KiB of stack");
#endif
  check_fork();
  printf("%d passed, %d failed\n", g_passed, g_failed);
  return g_failed != 0;
}
