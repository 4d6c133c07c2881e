#include "tenon_c/base.h"

#include "capi/handle.h"
#include "tenon/dtype.h"

using namespace tenon;
using namespace tenon::capi;

static_assert(TENON_FLOAT32 == static_cast<int>(DType::kFloat32));
static_assert(TENON_BOOL == static_cast<int>(DType::kBool));
static_assert(TENON_FLOAT8_E5M2FNUZ == static_cast<int>(DType::kFloat8E5M2FNUZ));
static_assert(TENON_FLOAT8_E5M2FNUZ == kDTypeCount);

int32_t tenon_abi_version(void) {
  return TENON_ABI_VERSION;
}

const char* tenon_version(void) {
  return TENON_VERSION;
}

void tenon_release_all(void* const* handles, int64_t handle_count) {
  release_handles(handles, handle_count);
}

int64_t tenon_dtype_size(int32_t dtype) {
  return is_dtype(dtype) ? dtype_size(static_cast<DType>(dtype)) : 0;
}

const char* tenon_dtype_name(int32_t dtype) {
  return is_dtype(dtype) ? dtype_name(static_cast<DType>(dtype)).data() : nullptr;
}

int32_t tenon_dtype_from_name(const char* name) {
  return look(0, [&] {
    DType dtype;
    return dtype_from_name(text_argument(name, "name"), &dtype) ? static_cast<int>(dtype) : 0;
  });
}
