/* A library of another version, for the test mistake_wrong_abi. */
#include <stdint.h>

__attribute__((visibility("default"))) int32_t Java_org_tenon_internal_Native_abiVersion(
    void* env, void* type) {
  (void)env;
  (void)type;
  return 1 << 16; /* 1.0 */
}
