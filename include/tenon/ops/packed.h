/// PackedCache: a weight in the order that the kernels want, made once and reused.
#ifndef TENON_OPS_PACKED_H_
#define TENON_OPS_PACKED_H_

#include <atomic>

namespace tenon {

struct PackedEntry;

/// Holds the packed form of the last weight it was asked for. The weight is known by its storage,
/// version, dtype and layout, so any in-place write, load, cast or exchange of the parameter makes
/// a new packing at the next use.
///
/// Threads: any number may use it at once (reading is one atomic load) as long as nobody changes
/// the weight meanwhile, which is the rule for calling modules anyway. A replaced packing is kept
/// until the next one is replaced, since calls that began with it may still be comparing its key.
class PackedCache {
 public:
  PackedCache() noexcept = default;
  PackedCache(const PackedCache&) = delete;
  PackedCache& operator=(const PackedCache&) = delete;
  ~PackedCache();

  std::atomic<PackedEntry*> entry{nullptr};  ///< Managed by src/ops/packed.h.
};

}  // namespace tenon

#endif  // TENON_OPS_PACKED_H_
