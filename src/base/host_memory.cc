#include "tenon/host_memory.h"

#include <cstddef>
#include <new>

#include "src/base/os_memory.h"

namespace tenon {
namespace {

struct Forced {
  HostMemory* memory;
  bool set;
};
constinit thread_local Forced t_forced = {};

void* allocate_for_context(void* user_data, std::size_t bytes, std::size_t alignment) {
  return static_cast<HostMemory*>(user_data)->allocate(bytes, alignment);
}

void deallocate_for_context(void* user_data, void* pointer, std::size_t bytes,
                            std::size_t alignment) {
  static_cast<HostMemory*>(user_data)->deallocate(pointer, bytes, alignment);
}

}  // namespace

HostMemory* HostMemory::create(AllocateFn allocate, DeallocateFn deallocate,
                               void* user_data) noexcept {
  void* place = allocate(user_data, sizeof(HostMemory), alignof(std::max_align_t));
  return place == nullptr ? nullptr : ::new (place) HostMemory(allocate, deallocate, user_data);
}

void HostMemory::release() noexcept {
  if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    const DeallocateFn deallocate = deallocate_;
    void* const user_data = user_data_;
    this->~HostMemory();
    deallocate(user_data, this, sizeof(HostMemory), alignof(std::max_align_t));
  }
}

void* HostMemory::allocate(std::size_t bytes, std::size_t alignment) noexcept {
  if (bytes > static_cast<std::size_t>(INT64_MAX))
    return nullptr;
  void* block =
      allocate_(user_data_, static_cast<std::int64_t>(bytes), static_cast<std::int64_t>(alignment));
  if (block != nullptr)
    refs_.fetch_add(1, std::memory_order_relaxed);
  return block;
}

void HostMemory::deallocate(void* pointer, std::size_t bytes, std::size_t alignment) noexcept {
  deallocate_(user_data_, pointer, static_cast<std::int64_t>(bytes),
              static_cast<std::int64_t>(alignment));
  release();
}

Allocator HostMemory::allocator() noexcept {
  return {this, allocate_for_context, deallocate_for_context};
}

HostMemory* HostMemory::of(const Context& context) noexcept {
  const Allocator& allocator = context.options().allocator;
  if (allocator.allocate != allocate_for_context)
    return nullptr;
  return static_cast<HostMemory*>(allocator.user_data);
}

HostMemory* HostMemory::current() noexcept {
  if (t_forced.set)
    return t_forced.memory;
  const Context* context = Context::current_or_null();
  return context == nullptr ? nullptr : of(*context);
}

HostMemory::Scope::Scope(HostMemory* memory) noexcept
    : previous_(t_forced.memory), previous_set_(t_forced.set) {
  t_forced = {memory, true};
}

void* SystemPages::take(std::size_t bytes) noexcept {
  return os::take_pages(bytes);
}

void SystemPages::give_back(void* pages, std::size_t bytes) noexcept {
  os::give_pages_back(pages, bytes);
}

HostMemory::Scope::~Scope() {
  t_forced = {previous_, previous_set_};
}

}  // namespace tenon
