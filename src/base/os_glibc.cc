/// The shared object runs with glibc 2.17 and newer. Where the C library of the build machine has
/// newer versions of a function, these forms, local to the object (its version script hides
/// them), lead to the first one instead;
/// the results are the same, only errno and old error handlers differ. Only libtenon.so links this
/// file.
#include <cstddef>

#if defined(__x86_64__) && defined(__GLIBC__)

#define TENON_FIRST_1(type, name)                           \
  __asm__(".symver first_" #name "," #name "@GLIBC_2.2.5"); \
  extern "C" type first_##name(type);                       \
  extern "C" type name(type x) {                            \
    return first_##name(x);                                 \
  }
#define TENON_FIRST_2(type, name)                           \
  __asm__(".symver first_" #name "," #name "@GLIBC_2.2.5"); \
  extern "C" type first_##name(type, type);                 \
  extern "C" type name(type x, type y) {                    \
    return first_##name(x, y);                              \
  }

TENON_FIRST_1(double, exp)
TENON_FIRST_1(double, exp2)
TENON_FIRST_1(double, log)
TENON_FIRST_1(double, log2)
TENON_FIRST_1(float, expf)
TENON_FIRST_1(float, exp2f)
TENON_FIRST_1(float, logf)
TENON_FIRST_1(float, log2f)
TENON_FIRST_2(double, pow)
TENON_FIRST_2(double, hypot)
TENON_FIRST_2(float, powf)
TENON_FIRST_2(float, hypotf)

// What the C++ runtime asks to save atomics; glibc has it from 2.32 on. "No" is always right.
extern "C" __attribute__((visibility("hidden"))) char __libc_single_threaded;
char __libc_single_threaded = 0;

#endif
