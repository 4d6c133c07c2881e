// Views: sizes, strides and offset change, the storage is shared.
#include <algorithm>

#include "src/ops/dims.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

std::size_t at(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

/// Replaces a -1 by what is left; checks the count.
Shape infer_sizes(std::string_view op, std::span<const std::int64_t> sizes, std::int64_t numel,
                  const Shape& from) {
  Shape out(sizes);
  std::int64_t known = 1;
  int unknown = -1;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] == -1 && unknown < 0) {
      unknown = static_cast<int>(i);
    } else if (out[i] < 0) {
      fail(ErrorCode::kRuntime, op, ": ", out, " has ",
           out[i] == -1 ? "two unknown sizes" : "a negative size");
    } else if (__builtin_mul_overflow(known, out[i], &known)) {
      fail(ErrorCode::kRuntime, op, ": ", out, " has more than 2^63 - 1 elements");
    }
  }
  if (unknown >= 0) {
    if (known == 0) {
      fail(ErrorCode::kRuntime, op, ": -1 in ", out, " could be anything, another size is 0");
    }
    if (numel % known == 0) {
      out[at(unknown)] = numel / known;
      known = numel;
    }
  }
  if (known != numel) {
    fail(ErrorCode::kRuntime, op, ": ", from, " has ", numel, " elements, which do not fit ",
         Shape(sizes));
  }
  return out;
}

/// Strides of a view of that shape, if the layout allows one: each run of old dims that lie densely
/// in each other must be filled by whole new dims.
bool view_strides(const Tensor& x, const Shape& sizes, Strides* out) {
  const Shape& old_sizes = x.sizes();
  const Strides& old_strides = x.strides();
  *out = Strides(sizes.size(), 1);
  if (x.numel() == 0 || old_sizes.empty()) {
    *out = contiguous_strides(sizes);
    return true;
  }
  std::int64_t view_dim = static_cast<std::int64_t>(sizes.size()) - 1;
  std::int64_t base = old_strides.back();
  std::int64_t old_count = 1;
  std::int64_t new_count = 1;
  for (std::size_t d = old_sizes.size(); d-- > 0;) {
    old_count *= old_sizes[d];
    const bool run_ends =
        d == 0 || (old_sizes[d - 1] != 1 && old_strides[d - 1] != old_count * base);
    if (!run_ends)
      continue;
    while (view_dim >= 0 && (new_count < old_count || sizes[at(view_dim)] == 1)) {
      (*out)[at(view_dim)] = new_count * base;
      new_count *= sizes[at(view_dim)];
      --view_dim;
    }
    if (new_count != old_count)
      return false;
    if (d > 0) {
      base = old_strides[d - 1];
      old_count = 1;
      new_count = 1;
    }
  }
  return view_dim == -1;
}

Tensor with(const Tensor& x, const Shape& sizes, const Strides& strides, std::int64_t offset) {
  return x.as_strided(sizes, strides, offset);
}
Tensor with(const Tensor& x, const Shape& sizes, const Strides& strides) {
  return x.as_strided(sizes, strides, x.storage_offset());
}

std::int64_t clamp_index(std::int64_t i, std::int64_t size) {
  if (i < 0)
    i += size;
  return std::clamp<std::int64_t>(i, 0, size);
}

}  // namespace

Tensor view(const Tensor& x, std::span<const std::int64_t> sizes) {
  const Shape shape = infer_sizes("view", sizes, x.numel(), x.sizes());
  Strides strides;
  if (!view_strides(x, shape, &strides)) {
    fail(ErrorCode::kRuntime, "view: ", x.sizes(), " with strides ", x.strides(),
         " is no view of shape ", shape, "; use reshape");
  }
  return with(x, shape, strides);
}

Tensor reshape(const Tensor& x, std::span<const std::int64_t> sizes) {
  const Shape shape = infer_sizes("reshape", sizes, x.numel(), x.sizes());
  Strides strides;
  if (view_strides(x, shape, &strides))
    return with(x, shape, strides);
  return with(x.clone(), shape, contiguous_strides(shape), 0);
}

Tensor flatten(const Tensor& x, std::int64_t start_dim, std::int64_t end_dim) {
  const std::int64_t start = wrap_dim("flatten", start_dim, x.sizes());
  const std::int64_t end = wrap_dim("flatten", end_dim, x.sizes());
  if (start > end) {
    fail(ErrorCode::kRuntime, "flatten: start_dim ", start_dim, " comes after end_dim ", end_dim);
  }
  if (x.ndim() == 0)
    return reshape(x, Shape{1});
  if (start == end)
    return x;
  Shape shape;
  std::int64_t product = 1;
  for (std::int64_t d = 0; d < x.ndim(); ++d) {
    if (d < start || d > end) {
      shape.push_back(x.sizes()[at(d)]);
      continue;
    }
    product *= x.sizes()[at(d)];
    if (d == end)
      shape.push_back(product);
  }
  return reshape(x, shape);
}

Tensor unflatten(const Tensor& x, std::int64_t dim, std::span<const std::int64_t> sizes) {
  const std::int64_t d = wrap_dim("unflatten", dim, x.sizes());
  if (sizes.empty())
    fail(ErrorCode::kRuntime, "unflatten: sizes are empty");
  const std::int64_t size = x.ndim() == 0 ? 1 : x.sizes()[at(d)];
  const Shape parts = infer_sizes("unflatten", sizes, size, Shape{size});
  Shape shape;
  for (std::int64_t i = 0; i < x.ndim(); ++i) {
    if (i != d) {
      shape.push_back(x.sizes()[at(i)]);
    } else {
      for (const std::int64_t part : parts)
        shape.push_back(part);
    }
  }
  return view(x, shape);
}

Tensor permute(const Tensor& x, std::span<const std::int64_t> dims) {
  if (dims.size() != x.sizes().size()) {
    fail(ErrorCode::kRuntime, "permute: ", Dims(dims), " for ", x.sizes(), ": ", dims.size(),
         " dims, wanted ", x.ndim());
  }
  mark_dims("permute", dims, x.sizes(), false);
  Shape sizes;
  Strides strides;
  for (const std::int64_t given : dims) {
    const std::size_t d = at(wrap_dim("permute", given, x.sizes()));
    sizes.push_back(x.sizes()[d]);
    strides.push_back(x.strides()[d]);
  }
  return with(x, sizes, strides);
}

Tensor transpose(const Tensor& x, std::int64_t dim0, std::int64_t dim1) {
  const std::size_t a = at(wrap_dim("transpose", dim0, x.sizes()));
  const std::size_t b = at(wrap_dim("transpose", dim1, x.sizes()));
  if (x.ndim() == 0 || a == b)
    return with(x, x.sizes(), x.strides());
  Shape sizes = x.sizes();
  Strides strides = x.strides();
  std::swap(sizes[a], sizes[b]);
  std::swap(strides[a], strides[b]);
  return with(x, sizes, strides);
}

Tensor t(const Tensor& x) {
  if (x.ndim() > 2)
    fail(ErrorCode::kRuntime, "t: ", x.sizes(), " has more than 2 dims");
  return x.ndim() < 2 ? with(x, x.sizes(), x.strides()) : transpose(x, 0, 1);
}

Tensor movedim(const Tensor& x, std::span<const std::int64_t> source,
               std::span<const std::int64_t> destination) {
  if (source.size() != destination.size()) {
    fail(ErrorCode::kRuntime, "movedim: ", source.size(), " source dims, ", destination.size(),
         " destination dims");
  }
  const std::vector<bool> moved = mark_dims("movedim", source, x.sizes(), false);
  mark_dims("movedim", destination, x.sizes(), false);
  if (x.ndim() == 0)
    return with(x, x.sizes(), x.strides());
  Dims order(x.sizes().size(), -1);
  for (std::size_t i = 0; i < source.size(); ++i) {
    order[at(wrap_dim("movedim", destination[i], x.sizes()))] =
        wrap_dim("movedim", source[i], x.sizes());
  }
  std::size_t next = 0;
  for (std::int64_t& place : order) {
    if (place >= 0)
      continue;
    while (moved[next])
      ++next;
    place = static_cast<std::int64_t>(next++);
  }
  return permute(x, order);
}

Tensor squeeze(const Tensor& x) {
  Shape sizes;
  Strides strides;
  for (std::size_t d = 0; d < x.sizes().size(); ++d) {
    if (x.sizes()[d] == 1)
      continue;
    sizes.push_back(x.sizes()[d]);
    strides.push_back(x.strides()[d]);
  }
  return with(x, sizes, strides);
}

Tensor squeeze(const Tensor& x, std::span<const std::int64_t> dims) {
  const std::vector<bool> marked = mark_dims("squeeze", dims, x.sizes(), false);
  Shape sizes;
  Strides strides;
  for (std::size_t d = 0; d < x.sizes().size(); ++d) {
    if (marked[d] && x.sizes()[d] == 1)
      continue;
    sizes.push_back(x.sizes()[d]);
    strides.push_back(x.strides()[d]);
  }
  return with(x, sizes, strides);
}

Tensor unsqueeze(const Tensor& x, std::int64_t dim) {
  const std::int64_t ndim = x.ndim();
  if (dim < -ndim - 1 || dim > ndim) {
    fail(ErrorCode::kIndex, "unsqueeze: dim ", dim, " is out of range for ", x.sizes());
  }
  const std::size_t d = at(dim < 0 ? dim + ndim + 1 : dim);
  Shape sizes = x.sizes();
  Strides strides = x.strides();
  const std::int64_t stride = d < sizes.size() ? sizes[d] * strides[d] : 1;
  sizes.insert(d, 1);
  strides.insert(d, stride);
  return with(x, sizes, strides);
}

Tensor expand(const Tensor& x, std::span<const std::int64_t> wanted) {
  if (wanted.size() < x.sizes().size()) {
    fail(ErrorCode::kRuntime, "expand: ", x.sizes(), " has more dims than ", Shape(wanted));
  }
  Shape sizes(wanted);
  Strides strides(wanted.size(), 0);
  const std::size_t shift = wanted.size() - x.sizes().size();
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (d < shift) {
      if (sizes[d] < 0) {
        fail(ErrorCode::kRuntime, "expand: ", Shape(wanted), " has ", sizes[d], " at new dim ", d);
      }
      continue;
    }
    const std::int64_t size = x.sizes()[d - shift];
    const std::int64_t stride = x.strides()[d - shift];
    if (sizes[d] == -1)
      sizes[d] = size;
    if (size == sizes[d]) {
      strides[d] = stride;
    } else if (size != 1 || sizes[d] < 0) {
      fail(ErrorCode::kRuntime, "expand: ", x.sizes(), " does not expand to ", Shape(wanted));
    }
  }
  return with(x, sizes, strides);
}

Tensor expand_as(const Tensor& x, const Tensor& other) {
  return expand(x, other.sizes());
}

std::vector<Tensor> broadcast_tensors(const std::vector<Tensor>& tensors) {
  Shape shape;
  for (const Tensor& x : tensors)
    shape = broadcast_shapes("broadcast_tensors", shape, x.sizes());
  std::vector<Tensor> out;
  for (const Tensor& x : tensors)
    out.push_back(expand(x, shape));
  return out;
}

Tensor narrow(const Tensor& x, std::int64_t dim, std::int64_t start, std::int64_t length) {
  if (x.ndim() == 0)
    fail(ErrorCode::kRuntime, "narrow: a 0-dim tensor has no dims");
  const std::int64_t d = wrap_dim("narrow", dim, x.sizes());
  const std::int64_t size = x.sizes()[at(d)];
  if (length < 0)
    fail(ErrorCode::kRuntime, "narrow: length ", length, " is negative");
  if (start < -size || start > size) {
    fail(ErrorCode::kIndex, "narrow: start ", start, " is out of range for ", x.sizes(), " dim ",
         d);
  }
  const std::int64_t begin = start < 0 ? start + size : start;
  if (begin > size - length) {
    fail(ErrorCode::kRuntime, "narrow: start ", begin, " + length ", length, " exceeds ", size);
  }
  return slice(x, d, begin, begin + length);
}

Tensor select(const Tensor& x, std::int64_t dim, std::int64_t index) {
  if (x.ndim() == 0)
    fail(ErrorCode::kIndex, "select: a 0-dim tensor has no dims");
  const std::size_t d = at(wrap_dim("select", dim, x.sizes()));
  const std::int64_t size = x.sizes()[d];
  if (index < -size || index >= size) {
    fail(ErrorCode::kIndex, "select: index ", index, " is out of range for ", x.sizes(), " dim ",
         d);
  }
  Shape sizes = x.sizes();
  Strides strides = x.strides();
  const std::int64_t offset = x.storage_offset() + (index < 0 ? index + size : index) * strides[d];
  sizes.erase(d);
  strides.erase(d);
  return with(x, sizes, strides, offset);
}

Tensor slice(const Tensor& x, std::int64_t dim, std::optional<std::int64_t> start,
             std::optional<std::int64_t> end, std::int64_t step) {
  if (x.ndim() == 0)
    fail(ErrorCode::kIndex, "slice: a 0-dim tensor has no dims");
  const std::size_t d = at(wrap_dim("slice", dim, x.sizes()));
  if (step < 1)
    fail(ErrorCode::kValue, "slice: step ", step, " is not positive");
  const std::int64_t size = x.sizes()[d];
  const std::int64_t begin = clamp_index(start.value_or(0), size);
  const std::int64_t stop = std::max(begin, clamp_index(end.value_or(size), size));
  Shape sizes = x.sizes();
  Strides strides = x.strides();
  sizes[d] = (stop - begin) / step + ((stop - begin) % step != 0 ? 1 : 0);
  const std::int64_t offset = x.storage_offset() + (sizes[d] > 0 ? begin * strides[d] : 0);
  if (strides[d] != 0 && __builtin_mul_overflow(strides[d], step, &strides[d]))
    strides[d] = 1;
  return with(x, sizes, strides, offset);
}

std::vector<Tensor> split(const Tensor& x, std::int64_t size, std::int64_t dim) {
  if (x.ndim() == 0)
    fail(ErrorCode::kRuntime, "split: a 0-dim tensor has no dims");
  const std::int64_t d = wrap_dim("split", dim, x.sizes());
  const std::int64_t total = x.sizes()[at(d)];
  if (size < 0)
    fail(ErrorCode::kRuntime, "split: size ", size, " is negative");
  if (size == 0 && total != 0) {
    fail(ErrorCode::kRuntime, "split: size 0 goes with an empty dim only, not ", total);
  }
  std::vector<Tensor> out;
  if (total == 0) {
    out.push_back(slice(x, d, 0, 0));
    return out;
  }
  for (std::int64_t begin = 0; begin < total; begin += size) {
    out.push_back(slice(x, d, begin, total - begin < size ? total : begin + size));
  }
  return out;
}

std::vector<Tensor> split(const Tensor& x, std::span<const std::int64_t> sizes, std::int64_t dim) {
  if (x.ndim() == 0)
    fail(ErrorCode::kRuntime, "split: a 0-dim tensor has no dims");
  const std::int64_t d = wrap_dim("split", dim, x.sizes());
  std::int64_t total = 0;
  for (const std::int64_t size : sizes) {
    if (size < 0 || __builtin_add_overflow(total, size, &total)) {
      fail(ErrorCode::kRuntime, "split: size ", size, " in ", Shape(sizes), " is out of range");
    }
  }
  if (total != x.sizes()[at(d)]) {
    fail(ErrorCode::kRuntime, "split: ", Shape(sizes), " adds up to ", total, ", dim ", d, " has ",
         x.sizes()[at(d)]);
  }
  std::vector<Tensor> out;
  std::int64_t begin = 0;
  for (const std::int64_t size : sizes) {
    out.push_back(slice(x, d, begin, begin + size));
    begin += size;
  }
  return out;
}

std::vector<Tensor> chunk(const Tensor& x, std::int64_t chunks, std::int64_t dim) {
  if (x.ndim() == 0)
    fail(ErrorCode::kRuntime, "chunk: a 0-dim tensor has no dims");
  if (chunks < 1)
    fail(ErrorCode::kRuntime, "chunk: ", chunks, " chunks");
  const std::int64_t d = wrap_dim("chunk", dim, x.sizes());
  const std::int64_t total = x.sizes()[at(d)];
  if (total == 0)
    return split(x, Shape(at(chunks), 0), d);
  return split(x, total / chunks + (total % chunks != 0 ? 1 : 0), d);
}

std::vector<Tensor> tensor_split(const Tensor& x, std::span<const std::int64_t> indices,
                                 std::int64_t dim) {
  if (x.ndim() == 0)
    fail(ErrorCode::kRuntime, "tensor_split: a 0-dim tensor has no dims");
  const std::int64_t d = wrap_dim("tensor_split", dim, x.sizes());
  std::vector<Tensor> out;
  std::int64_t begin = 0;
  for (const std::int64_t index : indices) {
    out.push_back(slice(x, d, begin, index));
    begin = index;
  }
  out.push_back(slice(x, d, begin, std::nullopt));
  return out;
}

std::vector<Tensor> unbind(const Tensor& x, std::int64_t dim) {
  const std::int64_t d = wrap_dim("unbind", dim, x.sizes());
  if (x.ndim() == 0)
    fail(ErrorCode::kIndex, "unbind: a 0-dim tensor has no dims");
  std::vector<Tensor> out;
  for (std::int64_t i = 0; i < x.sizes()[at(d)]; ++i)
    out.push_back(select(x, d, i));
  return out;
}

Tensor unfold(const Tensor& x, std::int64_t dim, std::int64_t size, std::int64_t step) {
  const std::int64_t d = wrap_dim("unfold", dim, x.sizes());
  const std::int64_t total = x.ndim() == 0 ? 1 : x.sizes()[at(d)];
  if (size < 0 || size > total) {
    fail(ErrorCode::kRuntime, "unfold: size ", size, " is out of range, dim ", d, " has ", total);
  }
  if (step <= 0)
    fail(ErrorCode::kRuntime, "unfold: step ", step, " is not positive");
  Shape sizes = x.sizes();
  Strides strides = x.strides();
  sizes.push_back(size);
  strides.push_back(x.ndim() == 0 ? 1 : x.strides()[at(d)]);
  if (x.ndim() > 0) {
    sizes[at(d)] = (total - size) / step + 1;
    strides[at(d)] *= step;
  }
  return with(x, sizes, strides);
}

Tensor diagonal(const Tensor& x, std::int64_t offset, std::int64_t dim1, std::int64_t dim2) {
  const std::int64_t a = wrap_dim("diagonal", dim1, x.sizes());
  const std::int64_t b = wrap_dim("diagonal", dim2, x.sizes());
  if (a == b)
    fail(ErrorCode::kRuntime, "diagonal: dim1 and dim2 are both ", a);
  const std::int64_t rows = x.sizes()[at(a)];
  const std::int64_t cols = x.sizes()[at(b)];
  const std::int64_t step_a = x.strides()[at(a)];
  const std::int64_t step_b = x.strides()[at(b)];
  const std::int64_t length = std::max<std::int64_t>(
      offset >= 0 ? std::min(rows, cols - offset) : std::min(rows + offset, cols), 0);
  std::int64_t begin = x.storage_offset();
  if (length > 0)
    begin += offset >= 0 ? offset * step_b : -offset * step_a;
  Shape sizes = x.sizes();
  Strides strides = x.strides();
  for (const std::int64_t d : {std::max(a, b), std::min(a, b)}) {
    sizes.erase(at(d));
    strides.erase(at(d));
  }
  sizes.push_back(length);
  strides.push_back(step_a + step_b);
  return with(x, sizes, strides, begin);
}

Tensor atleast_1d(const Tensor& x) {
  return x.ndim() == 0 ? reshape(x, Shape{1}) : x;
}
Tensor atleast_2d(const Tensor& x) {
  if (x.ndim() == 0)
    return reshape(x, Shape{1, 1});
  return x.ndim() == 1 ? unsqueeze(x, 0) : x;
}
Tensor atleast_3d(const Tensor& x) {
  if (x.ndim() == 0)
    return reshape(x, Shape{1, 1, 1});
  if (x.ndim() == 1)
    return unsqueeze(unsqueeze(x, 0), -1);
  return x.ndim() == 2 ? unsqueeze(x, -1) : x;
}

}  // namespace tenon
