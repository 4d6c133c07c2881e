#include "src/ops/packed.h"

namespace tenon {

PackedEntry::PackedEntry(const Tensor& weight, std::int64_t groups_in, std::int64_t bytes_in)
    : storage(weight.impl().storage),
      version(weight.version()),
      offset(weight.storage_offset()),
      dtype(weight.dtype()),
      sizes(weight.sizes()),
      strides(weight.strides()),
      groups(groups_in),
      isa(cpu_isa()),
      bytes(static_cast<std::size_t>(bytes_in)),
      memory(weight.context().allocate_block(bytes)) {}

PackedEntry::~PackedEntry() {
  storage->context().free_block(memory, bytes);
}

bool PackedEntry::matches(const Tensor& weight, std::int64_t groups_in) const noexcept {
  const TensorImpl& w = *weight.ref();
  return storage == w.storage && version == w.storage->version() && offset == w.offset &&
         dtype == w.dtype && groups == groups_in && isa == cpu_isa() && sizes == w.sizes &&
         strides == w.strides;
}

const PackedEntry& publish(PackedCache& cache, PackedEntry* seen,
                           std::unique_ptr<PackedEntry> made) {
  PackedEntry* expected = seen;
  PackedEntry* const fresh = made.get();
  if (!cache.entry.compare_exchange_strong(expected, fresh, std::memory_order_acq_rel)) {
    return *expected;  // somebody packed the same weight meanwhile
  }
  // `seen` may still be read by calls of its own generation; those of the one before have ended.
  static_cast<void>(made.release());
  if (seen != nullptr) {
    seen->replaced.reset();
    fresh->replaced.reset(seen);
  }
  return *fresh;
}

PackedCache::~PackedCache() {
  delete entry.load(std::memory_order_acquire);
}

}  // namespace tenon
