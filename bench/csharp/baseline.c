/* The same calls from C, in the process of the C# program: what its times are compared with. The
 * functions come from the library that C# has loaded. */
#include <stddef.h>
#include <stdint.h>

#define BASELINE __attribute__((visibility("default")))

typedef int32_t (*call1_fn)(void* module, void* x, void** out);
typedef void (*release_fn)(void* tensor);
typedef int32_t (*call_f32_fn)(void* module, const float* data, const int64_t* shape, int32_t ndim,
                               float* destination, int64_t capacity, int64_t* out_count);

BASELINE void baseline_call1(call1_fn call1, release_fn release, void* module, void* x,
                             int32_t calls) {
  for (int32_t i = 0; i < calls; ++i) {
    void* y = NULL;
    call1(module, x, &y);
    release(y);
  }
}

BASELINE void baseline_call_f32(call_f32_fn call, void* module, const float* data,
                                float* destination, int32_t calls) {
  const int64_t shape[] = {1, 8};
  int64_t count;
  for (int32_t i = 0; i < calls; ++i)
    call(module, data, shape, 2, destination, 8, &count);
}
