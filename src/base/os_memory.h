/// The C library's aligned memory, behind our Allocator signature.
#ifndef TENON_SRC_BASE_OS_MEMORY_H_
#define TENON_SRC_BASE_OS_MEMORY_H_

#include <cstddef>

namespace tenon::os {

/// Null when out of memory.
void* allocate(void* user_data, std::size_t bytes, std::size_t alignment);
void deallocate(void* user_data, void* pointer, std::size_t bytes, std::size_t alignment);

}  // namespace tenon::os

#endif  // TENON_SRC_BASE_OS_MEMORY_H_
