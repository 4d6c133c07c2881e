#include "src/base/os_memory.h"

#include <cstdint>
#include <cstdlib>

namespace tenon::os {

void* allocate(void*, std::size_t bytes, std::size_t alignment) {
  if (alignment <= alignof(std::max_align_t))
    return std::malloc(bytes);
  if (bytes > SIZE_MAX - alignment)
    return nullptr;
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void deallocate(void*, void* pointer, std::size_t, std::size_t) {
  std::free(pointer);
}

}  // namespace tenon::os
