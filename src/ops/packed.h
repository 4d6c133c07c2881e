/// How ops look up and fill a PackedCache.
#ifndef TENON_SRC_OPS_PACKED_H_
#define TENON_SRC_OPS_PACKED_H_

#include <cstdint>
#include <memory>

#include "src/base/os_cpu.h"
#include "tenon/ops/packed.h"
#include "tenon/tensor.h"

namespace tenon {

/// One packed weight: what it was made of, and the memory, which is the context's.
struct PackedEntry {
  PackedEntry(const Tensor& weight, std::int64_t groups, std::int64_t bytes);
  ~PackedEntry();
  PackedEntry(const PackedEntry&) = delete;
  PackedEntry& operator=(const PackedEntry&) = delete;

  bool matches(const Tensor& weight, std::int64_t groups_in) const noexcept;

  Ref<Storage> storage;  ///< Kept, so that its address names it.
  std::uint64_t version;
  std::int64_t offset;
  DType dtype;
  Shape sizes;
  Strides strides;
  std::int64_t groups;
  Isa isa;
  std::size_t bytes;
  void* memory;
  std::int64_t panel = 0;                 ///< Of a matrix: rows or columns a panel.
  std::unique_ptr<PackedEntry> replaced;  ///< See PackedCache.
};

/// Puts `made` into the cache unless another thread was faster; returns the entry in place.
const PackedEntry& publish(PackedCache& cache, PackedEntry* seen,
                           std::unique_ptr<PackedEntry> made);

/// The packing of `weight`; made by `pack(entry)` in `bytes()` bytes if there is none yet.
template <class Bytes, class Pack>
const PackedEntry& packed(PackedCache& cache, const Tensor& weight, std::int64_t groups,
                          Bytes&& bytes, Pack&& pack) {
  PackedEntry* const seen = cache.entry.load(std::memory_order_acquire);
  if (seen != nullptr && seen->matches(weight, groups)) [[likely]]
    return *seen;
  auto made = std::make_unique<PackedEntry>(weight, groups, bytes());
  pack(*made);
  return publish(cache, seen, std::move(made));
}

}  // namespace tenon

#endif  // TENON_SRC_OPS_PACKED_H_
