/// Dims that callers give: checked with the op's name and the shape in the error.
#ifndef TENON_SRC_OPS_DIMS_H_
#define TENON_SRC_OPS_DIMS_H_

#include <string_view>
#include <vector>

#include "tenon/error.h"
#include "tenon/shape.h"

namespace tenon {

/// `dim` from the front. A 0-dim tensor counts as 1-dim. Throws kIndex.
inline std::int64_t wrap_dim(std::string_view op, std::int64_t dim, const Shape& sizes) {
  const std::int64_t ndim = sizes.empty() ? 1 : static_cast<std::int64_t>(sizes.size());
  if (dim < -ndim || dim >= ndim) {
    fail(ErrorCode::kIndex, op, ": dim ", dim, " is out of range for ", sizes);
  }
  return dim < 0 ? dim + ndim : dim;
}

/// Marks dims; none given: all, if `empty_is_all`. Throws kIndex, or kRuntime for a dim given
/// twice.
inline std::vector<bool> mark_dims(std::string_view op, std::span<const std::int64_t> dims,
                                   const Shape& sizes, bool empty_is_all) {
  const bool all = dims.empty() && empty_is_all;
  std::vector<bool> marked(sizes.size(), all);
  for (const std::int64_t given : dims) {
    const std::int64_t dim = wrap_dim(op, given, sizes);
    if (sizes.empty())
      continue;
    if (marked[static_cast<std::size_t>(dim)]) {
      fail(ErrorCode::kRuntime, op, ": dim ", given, " is given twice");
    }
    marked[static_cast<std::size_t>(dim)] = true;
  }
  return marked;
}

}  // namespace tenon

#endif  // TENON_SRC_OPS_DIMS_H_
