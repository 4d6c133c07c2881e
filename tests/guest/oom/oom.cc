// Runs the C tests once for every allocation they make, with that one failing, and once more with
// all from that one on failing. Every such run ends in TENON_E_NOMEM or in what the test wants,
// with all memory given back and every callback's destroy run.
//
//     oom [TEST [N [for-ever]]]      one test; one run of it, in this process
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "criterion/criterion.h"
#undef tenon_context_create

namespace {

#if !defined(TENON_SANITIZED)
constexpr long kEvery = 2000;   // scenarios up to this many allocations: every one fails once
constexpr long kSampled = 500;  // of larger ones
#else                           // a process costs fifty times as much there
constexpr long kEvery = 150;
constexpr long kSampled = 20;
#endif

struct Abandon {};  // the test is over, with nothing wrong so far

oom_test* g_tests = nullptr;

struct State {
  long allocations = 0;  // ever, in this run
  long blocks = 0;       // given out and not taken back
  long fail_at = 0;      // 0: none
  bool forever = false;
  bool fired = false;
  bool abandoned = false;
  bool handle_lost = false;
  int faults = 0;
  std::string fault;
  std::vector<tenon_context*> contexts;
};
State g;
long g_passed = 0;
long g_failed = 0;
long* g_unjudged = nullptr;  // claims about counters of tests whose calls were made twice

void* allocate(void*, std::int64_t bytes, std::int64_t alignment) {
  ++g.allocations;
  if (g.fail_at != 0 && (g.forever ? g.allocations >= g.fail_at : g.allocations == g.fail_at)) {
    g.fired = true;
    return nullptr;
  }
  const std::size_t align = static_cast<std::size_t>(std::max<std::int64_t>(alignment, 16));
  void* block =
      std::aligned_alloc(align, (static_cast<std::size_t>(bytes) + align - 1) / align * align);
  if (block != nullptr)
    ++g.blocks;
  return block;
}

void deallocate(void*, void* pointer, std::int64_t, std::int64_t) {
  --g.blocks;
  std::free(pointer);
}

void note(const std::string& text) {
  if (g.faults++ == 0)
    g.fault = text;
}

/// Ends what the test made. Its variables, which user_data leads to, must still be there; inside a
/// callback nothing can be ended yet.
void close_contexts() {
  tenon_error_clear();
  for (tenon_context* context : g.contexts) {
    if (tenon_context_is_shut_down(context) < 0) {
      g.handle_lost = true;  // released already, with handles that the abandoned test still holds
      continue;
    }
    if (tenon_context_shutdown(context) != TENON_OK)
      return;
    if (tenon_context_live(context, TENON_LIVE_CALLBACKS) != 0)
      note("callbacks were not destroyed");
    for (int i = 0; i < 1000 && tenon_context_is_shut_down(context) >= 0; ++i)
      tenon_context_release(context);
  }
}

[[noreturn]] void abandon() {
  g.abandoned = true;
  g.fail_at = 0;
  close_contexts();
  throw Abandon();
}

/// "eq(int, made, 1)" or a trace's text: the test's own record of what ran, which also has the
/// calls that were made again.
bool counts(const char* claim) {
  if (std::strstr(claim, ".text)") != nullptr || std::strstr(claim, ".path)") != nullptr)
    return true;
  return std::strncmp(claim, "eq(int, ", 8) == 0 &&
         std::string(claim + 8).find('(') == std::string::npos;
}

}  // namespace

void oom_register(oom_test* test) {
  oom_test** place = &g_tests;
  while (*place != nullptr)
    place = &(*place)->next;
  *place = test;
}

tenon_status oom_context_create(const tenon_context_options* options, tenon_context** out_context) {
  tenon_context_options changed = TENON_CONTEXT_OPTIONS_INIT;
  if (options != nullptr)
    changed = *options;
  if (changed.allocate != nullptr)
    return tenon_context_create(&changed, out_context);  // the test looks after its own memory
  changed.allocate = allocate;
  changed.deallocate = deallocate;
  const tenon_status status = tenon_context_create(&changed, out_context);
  if (status == TENON_OK)
    g.contexts.push_back(*out_context);
  return status;
}

int oom_judge(tenon_status status, tenon_status wanted, const char* call, int tries) {
  if (status == wanted)
    return 0;
  if (g.abandoned)
    abandon();  // out of the callbacks' callers, too
  if (!g.fired) {
    note(std::string(call) + ": " + tenon_error_message());
    abandon();
  }
  // A callback's callee may have met it: then the code is the callback's.
  if (status != TENON_E_NOMEM && tries == 0)
    note(std::string(call) + " gave " + tenon_status_name(status) +
         ", not NOMEM: " + tenon_error_message());
  if (tries > 0 && status == TENON_E_BAD_HANDLE)
    abandon();  // a hook of the first try released it
  if (tries > 0) {
    note(std::string(call) + " fails after a failed allocation: " + tenon_error_message());
    abandon();
  }
  // What was taken is destroyed by now, so that call cannot be made again.
  const std::string text = call;
  if (g.forever || text.find("destroy") != std::string::npos ||
      text.find("user_data") != std::string::npos || text.find("&h") != std::string::npos ||
      text.find("&order") != std::string::npos) {
    abandon();
  }
  return 1;
}

void oom_claim(int holds, const char* claim, const char* file, int line) {
  if (holds || g.abandoned) {
    if (!holds)
      abandon();
    return;
  }
  // An accessor's answer to misuse; or an error's text, for which there was no memory.
  if (g.fired && counts(claim)) {
    ++*g_unjudged;
    abandon();
  }
  if (g.fired && (g.forever || std::strstr(claim, "tenon_error_") != nullptr)) {
    abandon();
  }
  const char* slash = std::strrchr(file, '/');
  note(std::string(slash == nullptr ? file : slash + 1) + ":" + std::to_string(line) + ": " +
       claim);
  abandon();
}

namespace {

void run(const oom_test& test, long fail_at, bool forever) {
  g = State();
  g.fail_at = fail_at;
  g.forever = forever;
  try {
    test.body();
  } catch (const Abandon&) {
  }
  g.fail_at = 0;
  // What the test left behind, and what it held.
  close_contexts();
  if (g.blocks != 0 && !(g.abandoned && g.handle_lost))
    note(std::to_string(g.blocks) + " blocks are left");
}

/// What a run tells the process that counts.
struct Outcome {
  long unjudged;
  long allocations;
  int faults;
  char fault[1000];
};

/// The same in a process of its own: tests have static variables, and a crash is a finding.
void run_apart(const oom_test& test, long n, bool forever, Outcome& outcome) {
  outcome.faults = 1;
  outcome.allocations = 0;
  std::strcpy(outcome.fault, "ended early");
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);
    run(test, n, forever);
    outcome.allocations = g.allocations;
    outcome.faults = g.faults;
    std::snprintf(outcome.fault, sizeof outcome.fault, "%s", g.fault.c_str());
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) {
    outcome.faults = 1;
    std::snprintf(outcome.fault, sizeof outcome.fault, "ended with signal %d, exit code %d",
                  WTERMSIG(status), WEXITSTATUS(status));
  }
  if (outcome.faults == 0) {
    ++g_passed;
    return;
  }
  if (++g_failed <= 40) {
    std::printf("FAILED: %s/%s, allocation %ld failing %s: %s\n", test.suite, test.name, n,
                n == 0    ? "never"
                : forever ? "for ever"
                          : "once",
                outcome.fault);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  long runs = 0;
  auto& outcome = *static_cast<Outcome*>(
      mmap(nullptr, sizeof(Outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  g_unjudged = &outcome.unjudged;
  for (const oom_test* test = g_tests; test != nullptr; test = test->next) {
    if (argc > 1 && std::strcmp(test->name, argv[1]) != 0)
      continue;
    if (argc > 2) {
      run(*test, std::atol(argv[2]), argc > 3);
      std::printf("%ld allocations, %d faults %s\n", g.allocations, g.faults, g.fault.c_str());
      continue;
    }
    run_apart(*test, 0, false, outcome);
    const long total = outcome.allocations;
    const bool every = total <= kEvery;
    if (!every)
      std::printf("%s/%s: %ld allocations, %ld of them sampled\n", test->suite, test->name, total,
                  kSampled);
    std::fflush(stdout);
    const long count = every ? total : kSampled;
    for (long i = 1; i <= count; ++i) {
      const long n = every ? i : 1 + static_cast<long>((total - 1) * (i - 1) / (kSampled - 1));
      run_apart(*test, n, false, outcome);
      run_apart(*test, n, true, outcome);
      runs += 2;
    }
  }
  std::printf(
      "%ld runs with a failing allocation; %ld ended at a counter of calls that were made twice\n",
      runs, *g_unjudged);
  std::printf("%ld passed, %ld failed\n", g_passed, g_failed);
  return g_failed != 0 || g_passed == 0;
}
