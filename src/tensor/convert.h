/// Elements of one dtype to another, as a run: what casts, copies and the loops of ops are made of.
#ifndef TENON_SRC_TENSOR_CONVERT_H_
#define TENON_SRC_TENSOR_CONVERT_H_

#include <cstdint>
#include <string_view>

#include "tenon/dtype.h"

namespace tenon {

/// Converts runs of elements as convert<To>(from) of dispatch.h does each.
///
/// Of the 144 pairs of dtypes only those with one of float32, float64 and int64 are compiled. The
/// others go through one of these, which rounds the same: half types widen to float32 first in any
/// case, and the narrower integers to int64.
class ElementConverter {
 public:
  /// Throws kUnsupported naming `op` for dtypes that are for storage only, unless both are equal.
  ElementConverter(std::string_view op, DType to, DType from);

  /// Steps are in elements.
  void operator()(void* to, std::int64_t to_step, const void* from, std::int64_t from_step,
                  std::int64_t count) const;

 private:
  using Run = void (*)(void* to, std::int64_t to_step, const void* from, std::int64_t from_step,
                       std::int64_t count);
  void set_real(std::string_view op, DType to, DType from);
  void run(char* to, std::int64_t to_step, const char* from, std::int64_t from_step,
           std::int64_t count) const;
  static Run store_run(std::string_view op, DType wide, DType to);
  static Run load_run(DType from);

  Run first_ = nullptr;
  Run second_ = nullptr;  // after the first, through a block of wide elements
  std::int64_t from_size_ = 0;
  std::int64_t to_size_ = 0;
  // Complex elements are two real ones.
  std::int64_t from_parts_ = 1;
  std::int64_t to_parts_ = 1;
};

}  // namespace tenon

#endif  // TENON_SRC_TENSOR_CONVERT_H_
