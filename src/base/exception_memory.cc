// Where exceptions live: libtenon.so's own copy of the C++ runtime asks here instead of malloc, so
// that a host's allocator sees them, too. Without memory they come from the runtime's reserve.
#include <cstddef>
#include <new>

extern "C" void* tenon_exception_malloc(std::size_t bytes) {
  return ::operator new(bytes, std::nothrow);
}

extern "C" void tenon_exception_free(void* block) {
  ::operator delete(block);
}
