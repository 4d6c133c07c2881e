#ifndef TENON_SRC_KERNELS_PADDING_MODE_H_
#define TENON_SRC_KERNELS_PADDING_MODE_H_

#include <stdint.h>

namespace tenon::kernels {

/// What a convolution reads outside of the image.
enum class PaddingMode : int { kZeros = 0, kReflect = 1, kReplicate = 2, kCircular = 3 };

/// The index inside 0 .. size - 1 that stands at index i outside of it, or -1 for a zero. (Internal
/// linkage: the builds for the instruction sets must not share a copy.)
__attribute__((always_inline)) static inline int64_t padding_source(int64_t i, int64_t size,
                                                                    PaddingMode mode) {
  if (i >= 0 && i < size) {
    return i;
  }
  switch (mode) {
    case PaddingMode::kReflect:
      return i < 0 ? -i : 2 * (size - 1) - i;
    case PaddingMode::kReplicate:
      return i < 0 ? 0 : size - 1;
    case PaddingMode::kCircular:
      return i < 0 ? i + size : i - size;
    case PaddingMode::kZeros:
      break;
  }
  return -1;
}

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_PADDING_MODE_H_
