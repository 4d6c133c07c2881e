/* A library of another version, for the test mistake_wrong_abi. */
#include <stdint.h>

__attribute__((visibility("default"))) int32_t tenon_abi_version(void) {
  return 1 << 16; /* 1.0 */
}
