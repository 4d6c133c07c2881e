/// Memory for the time of one op, from the context's cache.
#ifndef TENON_SRC_OPS_SCRATCH_H_
#define TENON_SRC_OPS_SCRATCH_H_

#include <cstdint>

#include "tenon/context.h"

namespace tenon {

class Scratch {
 public:
  Scratch(Context& context, std::int64_t bytes)
      : context_(context),
        bytes_(static_cast<std::size_t>(bytes)),
        data_(bytes > 0 ? context.allocate_block(bytes_) : nullptr) {}
  ~Scratch() {
    if (data_ != nullptr)
      context_.free_block(data_, bytes_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// Aligned to 64 bytes; null if none was asked for.
  void* data() const noexcept { return data_; }
  template <class T>
  T* as() const noexcept {
    return static_cast<T*>(data_);
  }

 private:
  Context& context_;
  std::size_t bytes_;
  void* data_;
};

}  // namespace tenon

#endif  // TENON_SRC_OPS_SCRATCH_H_
