/// operator new and delete of the shared object, hidden in it: whatever a container inside the
/// library allocates comes from the allocator of the context at work. Only libtenon.so links this
/// file; in a program's own C++ it would replace the program's operators.
///
/// A header of 16 bytes before each block names the allocator and the size, so that a block goes
/// back where it came from, on any thread and after its context.
#include <cstddef>
#include <cstdlib>
#include <new>

#include "tenon/host_memory.h"

namespace {

struct alignas(16) Header {
  tenon::HostMemory* memory;  // null: the C library's
  std::size_t bytes;          // of the whole block
};
static_assert(sizeof(Header) == 16);

constexpr std::size_t kPlain = alignof(std::max_align_t);

/// The room before the block that the caller sees: the header, at least one alignment.
constexpr std::size_t room(std::size_t alignment) noexcept {
  return alignment > sizeof(Header) ? alignment : sizeof(Header);
}

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  const std::size_t total = bytes + room(alignment);
  if (total < bytes)
    return nullptr;
  tenon::HostMemory* memory = tenon::HostMemory::current();
  void* base;
  if (memory != nullptr) {
    base = memory->allocate(total, alignment);
  } else if (alignment <= kPlain) {
    base = std::malloc(total);
  } else {
    const std::size_t rounded = (total + alignment - 1) / alignment * alignment;
    base = rounded < total ? nullptr : std::aligned_alloc(alignment, rounded);
  }
  if (base == nullptr)
    return nullptr;
  char* block = static_cast<char*>(base) + room(alignment);
  ::new (block - sizeof(Header)) Header{memory, total};
  return block;
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* block = allocate(bytes, alignment);
  if (block == nullptr)
    throw std::bad_alloc();
  return block;
}

void deallocate(void* block, std::size_t alignment) noexcept {
  if (block == nullptr)
    return;
  char* place = static_cast<char*>(block);
  const Header header = *reinterpret_cast<Header*>(place - sizeof(Header));
  void* base = place - room(alignment);
  if (header.memory != nullptr) {
    header.memory->deallocate(base, header.bytes, alignment);
  } else {
    std::free(base);
  }
}

constexpr std::size_t number(std::align_val_t alignment) noexcept {
  return static_cast<std::size_t>(alignment);
}

}  // namespace

void* operator new(std::size_t n) {
  return allocate_or_throw(n, kPlain);
}
void* operator new[](std::size_t n) {
  return allocate_or_throw(n, kPlain);
}
void* operator new(std::size_t n, std::align_val_t a) {
  return allocate_or_throw(n, number(a));
}
void* operator new[](std::size_t n, std::align_val_t a) {
  return allocate_or_throw(n, number(a));
}
void* operator new(std::size_t n, const std::nothrow_t&) noexcept {
  return allocate(n, kPlain);
}
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept {
  return allocate(n, kPlain);
}
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate(n, number(a));
}
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate(n, number(a));
}

void operator delete(void* p) noexcept {
  deallocate(p, kPlain);
}
void operator delete[](void* p) noexcept {
  deallocate(p, kPlain);
}
void operator delete(void* p, std::size_t) noexcept {
  deallocate(p, kPlain);
}
void operator delete[](void* p, std::size_t) noexcept {
  deallocate(p, kPlain);
}
void operator delete(void* p, const std::nothrow_t&) noexcept {
  deallocate(p, kPlain);
}
void operator delete[](void* p, const std::nothrow_t&) noexcept {
  deallocate(p, kPlain);
}
void operator delete(void* p, std::align_val_t a) noexcept {
  deallocate(p, number(a));
}
void operator delete[](void* p, std::align_val_t a) noexcept {
  deallocate(p, number(a));
}
void operator delete(void* p, std::size_t, std::align_val_t a) noexcept {
  deallocate(p, number(a));
}
void operator delete[](void* p, std::size_t, std::align_val_t a) noexcept {
  deallocate(p, number(a));
}
void operator delete(void* p, std::align_val_t a, const std::nothrow_t&) noexcept {
  deallocate(p, number(a));
}
void operator delete[](void* p, std::align_val_t a, const std::nothrow_t&) noexcept {
  deallocate(p, number(a));
}
