/// HostMemory: a host's allocator that outlives its context for as long as blocks of it do.
#ifndef TENON_HOST_MEMORY_H_
#define TENON_HOST_MEMORY_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "tenon/context.h"

namespace tenon {

/// The host's functions in one counted record.
///
/// Invariant: it lives while its maker holds it or any block allocated through it is not yet given
/// back, so a block can always find its way home, also when the context is long gone. The record
/// itself is a block of the host's. Safe from any thread.
class HostMemory {
 public:
  using AllocateFn = void* (*)(void* user_data, std::int64_t bytes, std::int64_t alignment);
  using DeallocateFn = void (*)(void* user_data, void* pointer, std::int64_t bytes,
                                std::int64_t alignment);

  /// A record with one reference; null when out of memory.
  static HostMemory* create(AllocateFn allocate, DeallocateFn deallocate, void* user_data) noexcept;
  void release() noexcept;

  /// Null when the host has none.
  void* allocate(std::size_t bytes, std::size_t alignment) noexcept;
  void deallocate(void* pointer, std::size_t bytes, std::size_t alignment) noexcept;

  /// What a context is made with, so that its memory comes from here.
  Allocator allocator() noexcept;
  /// The record behind a context, or null if it uses the C library's memory.
  static HostMemory* of(const Context& context) noexcept;
  /// Where `new` takes its memory on this thread: the innermost Scope's, else that of the current
  /// context; null for the C library's.
  static HostMemory* current() noexcept;

  /// Makes `new` use one record (or none) on this thread while there is no context yet.
  class Scope {
   public:
    explicit Scope(HostMemory* memory) noexcept;
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    HostMemory* previous_;
    bool previous_set_;
  };

 private:
  HostMemory(AllocateFn allocate, DeallocateFn deallocate, void* user_data) noexcept
      : allocate_(allocate), deallocate_(deallocate), user_data_(user_data) {}

  std::atomic<std::int64_t> refs_{1};
  AllocateFn allocate_;
  DeallocateFn deallocate_;
  void* user_data_;
};

/// Whole pages from the system, for what belongs to no context and no host.
struct SystemPages {
  /// Null when there are none. `bytes` is a multiple of 4096.
  static void* take(std::size_t bytes) noexcept;
  static void give_back(void* pages, std::size_t bytes) noexcept;
};

}  // namespace tenon

#endif  // TENON_HOST_MEMORY_H_
