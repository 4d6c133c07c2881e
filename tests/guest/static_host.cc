// A C++ program that links libtenon.a: it keeps its own operator new, its own BLIS and its own
// zlib.
#include <zlib.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "tenon.h"

// The program's own operators: they mark what they give out and refuse what is not theirs.
namespace {

constexpr std::size_t kMark = 0x686f7374;
long g_blocks = 0;
long g_ever = 0;
int g_passed = 0;
int g_failed = 0;

void check(bool holds, const char* claim) {
  if (holds) {
    ++g_passed;
  } else {
    ++g_failed;
    std::printf("FAILED: %s\n", claim);
  }
}

struct alignas(16) Header {
  std::size_t mark;
  std::size_t pad;
};

// Not inlined: the compiler would see a malloc behind `new` and warn about the header.
[[gnu::noinline]] void* give(std::size_t n) {
  auto* header = static_cast<Header*>(std::malloc(n + sizeof(Header)));
  if (header == nullptr)
    throw std::bad_alloc();
  header->mark = kMark;
  ++g_blocks;
  ++g_ever;
  return header + 1;
}

[[gnu::noinline]] void take(void* p) noexcept {
  if (p == nullptr)
    return;
  Header* header = static_cast<Header*>(p) - 1;
  if (header->mark != kMark) {
    std::printf(
        "FAILED: operator delete of the program got a block of somebody else's\n0 passed, 1 "
        "failed\n");
    std::fflush(stdout);
    std::_Exit(1);
  }
  header->mark = 0;
  --g_blocks;
  std::free(header);
}

}  // namespace

void* operator new(std::size_t n) {
  return give(n);
}
void* operator new[](std::size_t n) {
  return give(n);
}
void operator delete(void* p) noexcept {
  take(p);
}
void operator delete[](void* p) noexcept {
  take(p);
}
void operator delete(void* p, std::size_t) noexcept {
  take(p);
}
void operator delete[](void* p, std::size_t) noexcept {
  take(p);
}

#if defined(TENON_TEST_BLIS)
// Of the other copy of BLIS, the program's.
extern "C" const char* bli_info_get_version_str(void);
extern "C" void bli_sgemm_haswell_asm_6x16(long, long, long, float*, float*, float*, float*, float*,
                                           long, long, void*, void*);
#endif

namespace {

tenon_status multiply(tenon_context* ctx, double* sum) {
  tenon_value* options = nullptr;
  tenon_module* layer = nullptr;
  tenon_tensor* x = nullptr;
  tenon_tensor* y = nullptr;
  tenon_tensor* weight = nullptr;
  const std::int64_t shape[] = {64, 96};
  float out[64 * 48];
  tenon_status s = tenon_value_dict(ctx, &options);
  if (s == TENON_OK)
    s = tenon_value_dict_set_int(options, "in_features", 96);
  if (s == TENON_OK)
    s = tenon_value_dict_set_int(options, "out_features", 48);
  if (s == TENON_OK)
    s = tenon_value_dict_set_bool(options, "bias", 0);
  if (s == TENON_OK)
    s = tenon_module_create(ctx, "Linear", options, &layer);
  if (s == TENON_OK)
    s = tenon_module_get_parameter(layer, "weight", &weight);
  if (s == TENON_OK)
    s = tenon_tensor_fill(weight, 0.5);
  if (s == TENON_OK)
    s = tenon_tensor_full(ctx, TENON_FLOAT32, shape, 2, 2.0, &x);
  if (s == TENON_OK)
    s = tenon_module_call1(layer, x, &y);
  if (s == TENON_OK)
    s = tenon_tensor_read(y, out, sizeof out);
  *sum = 0;
  for (const float value : out)
    *sum += value;
  tenon_tensor_release(weight);
  tenon_tensor_release(y);
  tenon_tensor_release(x);
  tenon_module_release(layer);
  tenon_value_release(options);
  return s;
}

tenon_status throws(void*, tenon_call*) {
  throw std::runtime_error("a host's exception");
}

}  // namespace

int main() {
  const long before = g_blocks;
  const long ever = g_ever;
  tenon_context* ctx = nullptr;
  check(tenon_context_create(nullptr, &ctx) == TENON_OK, "a context is made");
  check(g_ever > ever, "the library's containers use the program's operator new");
  double sum = 0;
  check(multiply(ctx, &sum) == TENON_OK && sum == 64.0 * 48.0 * 96.0, "it multiplies");

  // Both sides throw and catch, each its own.
  tenon_module* module = nullptr;
  tenon_value* result = nullptr;
  check(tenon_module_create(ctx, "NoSuchLayer", nullptr, &module) == TENON_E_KEY,
        "our exceptions end in a status");
  check(tenon_module_create_custom(ctx, "Thrower", throws, nullptr, nullptr, &module) == TENON_OK,
        "a custom module");
  check(tenon_module_call(module, nullptr, nullptr, &result) != TENON_OK,
        "a host's exception ends in a status");
  tenon_module_release(module);
  bool caught = false;
  try {
    std::vector<std::string>(3).at(4) = "x";
  } catch (const std::out_of_range&) {
    caught = true;
  }
  check(caught, "the program's exceptions work");

#if defined(TENON_TEST_BLIS)
  check(bli_info_get_version_str()[0] != '\0', "the program's own BLIS answers");
  alignas(64) float a[6] = {1, 2, 3, 4, 5, 6}, b[16], c[6 * 16] = {}, one = 1, zero = 0;
  alignas(64) char auxiliary[256] = {};
  for (float& value : b)
    value = 3;
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    bli_sgemm_haswell_asm_6x16(6, 16, 1, &one, a, b, &zero, c, 16, 1, auxiliary, nullptr);
    check(c[0] == 3 && c[5 * 16 + 15] == 18, "the program's own micro-kernel answers");
  }
#endif
  const unsigned char text[] = "tenon";
  check(crc32(0, text, 5) == 0xccae6b3eu, "the program's own zlib answers");

  tenon_error_clear();
  check(tenon_context_live(ctx, TENON_LIVE_HANDLES) == 0, "no handle is left");
  tenon_context_release(ctx);
  check(g_blocks == before, "every block went back to the program");
  std::printf("%d passed, %d failed\n", g_passed, g_failed);
  return g_failed != 0;
}
