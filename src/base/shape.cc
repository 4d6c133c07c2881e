#include "tenon/shape.h"

#include "tenon/error.h"

namespace tenon {

void Dims::grow(std::size_t count) {
  const std::size_t wanted = std::max<std::size_t>(count, 2 * static_cast<std::size_t>(capacity_));
  auto* grown = new std::int64_t[wanted];
  std::copy(begin(), end(), grown);
  free_heap();
  heap_ = grown;
  capacity_ = static_cast<std::uint32_t>(wanted);
}

std::int64_t numel_of(std::span<const std::int64_t> sizes) {
  std::int64_t product = 1;
  bool empty = false;
  for (const std::int64_t size : sizes) {
    if (size < 0)
      fail(ErrorCode::kValue, "shape: negative size in ", to_string(sizes));
    empty = empty || size == 0;
  }
  if (empty)
    return 0;
  for (const std::int64_t size : sizes) {
    if (__builtin_mul_overflow(product, size, &product)) {
      fail(ErrorCode::kValue, "shape: ", to_string(sizes), " has more than 2^63 - 1 elements");
    }
  }
  return product;
}

Strides contiguous_strides(std::span<const std::int64_t> sizes) {
  Strides strides(sizes.size(), 1);
  std::int64_t step = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    strides[i] = step;
    // An empty tensor's strides are never used; PyTorch counts a size 0 as 1 there.
    if (__builtin_mul_overflow(step, std::max<std::int64_t>(sizes[i], 1), &step))
      step = 1;
  }
  return strides;
}

Shape broadcast_shapes(std::string_view op, std::span<const std::int64_t> a,
                       std::span<const std::int64_t> b) {
  Shape out(std::max(a.size(), b.size()), 1);
  for (std::size_t i = 1; i <= out.size(); ++i) {
    const std::int64_t x = i <= a.size() ? a[a.size() - i] : 1;
    const std::int64_t y = i <= b.size() ? b[b.size() - i] : 1;
    if (x != y && x != 1 && y != 1) {
      fail(ErrorCode::kRuntime, op, ": shapes ", to_string(a), " and ", to_string(b),
           " do not broadcast: ", x, " and ", y, " at dim -", i);
    }
    out[out.size() - i] = x == 1 ? y : x;
  }
  return out;
}

int normalize_dim(std::string_view op, std::int64_t dim, int ndim) {
  const std::int64_t range = std::max(ndim, 1);  // a 0-dim tensor takes dims -1 and 0
  if (dim < -range || dim >= range) {
    fail(ErrorCode::kIndex, op, ": dim ", dim, " is out of range for ", ndim,
         " dims: expected to be in [", -range, ", ", range - 1, "]");
  }
  return static_cast<int>(dim < 0 ? dim + range : dim);
}

std::string to_string(std::span<const std::int64_t> sizes) {
  std::string text = "(";
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (i > 0)
      text += ", ";
    TextPart(sizes[i]).append_to(text);
  }
  if (sizes.size() == 1)
    text += ',';
  text += ')';
  return text;
}

}  // namespace tenon
