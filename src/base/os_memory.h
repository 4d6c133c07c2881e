/// The C library's aligned memory, behind our Allocator signature, and the system's pages.
#ifndef TENON_SRC_BASE_OS_MEMORY_H_
#define TENON_SRC_BASE_OS_MEMORY_H_

#include <cstddef>

namespace tenon::os {

/// Null when out of memory.
void* allocate(void* user_data, std::size_t bytes, std::size_t alignment);
void deallocate(void* user_data, void* pointer, std::size_t bytes, std::size_t alignment);

/// Whole pages of zeros from the system itself; null when there are none. Under a sanitizer from
/// malloc, so that it follows the pointers in them.
void* take_pages(std::size_t bytes) noexcept;
void give_pages_back(void* pages, std::size_t bytes) noexcept;

}  // namespace tenon::os

#endif  // TENON_SRC_BASE_OS_MEMORY_H_
