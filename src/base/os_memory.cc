#include "src/base/os_memory.h"

#include <sys/mman.h>

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

#if defined(TENON_SANITIZED)
void* take_pages(std::size_t bytes) noexcept {
  return std::aligned_alloc(4096, bytes);
}
void give_pages_back(void* pages, std::size_t) noexcept {
  std::free(pages);
}
#else
void* take_pages(std::size_t bytes) noexcept {
  void* pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? nullptr : pages;
}
void give_pages_back(void* pages, std::size_t bytes) noexcept {
  ::munmap(pages, bytes);
}
#endif

}  // namespace tenon::os
