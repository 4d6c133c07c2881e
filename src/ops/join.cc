// Rearrangements that copy.
#include <algorithm>
#include <cstring>

#include "src/ops/dims.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/index.h"
#include "tenon/ops/promote.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

std::size_t at(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

/// cat() passes over tensors of shape (0,), whatever the others' dims.
bool is_skipped(const Tensor& x) {
  return x.ndim() == 1 && x.numel() == 0;
}

}  // namespace

Tensor cat(const std::vector<Tensor>& tensors, std::int64_t dim) {
  if (tensors.empty())
    fail(ErrorCode::kRuntime, "cat: there are no tensors");
  ResultType type;
  const Tensor* first = nullptr;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& x = tensors[i];
    check_context("cat", tensors[0].context(), x.impl());
    if (x.ndim() == 0)
      fail(ErrorCode::kRuntime, "cat: tensor ", i, " is 0-dim");
    type.add(x);
    if (!is_skipped(x) && first == nullptr)
      first = &x;
  }
  const DType dtype = type.get();
  if (first == nullptr) {
    wrap_dim("cat", dim, tensors[0].sizes());
    return Tensor::empty_in(tensors[0].context(), Shape{0}, dtype);
  }
  const std::size_t d = at(wrap_dim("cat", dim, first->sizes()));
  Shape sizes = first->sizes();
  sizes[d] = 0;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& x = tensors[i];
    if (is_skipped(x))
      continue;
    bool fits = x.sizes().size() == sizes.size();
    for (std::size_t k = 0; fits && k < sizes.size(); ++k) {
      fits = k == d || x.sizes()[k] == sizes[k];
    }
    if (!fits) {
      fail(ErrorCode::kRuntime, "cat: tensor ", i, " is ", x.sizes(), ", the first is ",
           first->sizes(), "; they may differ at dim ", d, " only");
    }
    sizes[d] += x.sizes()[d];
  }
  const Tensor out = Tensor::empty_in(first->context(), sizes, dtype);
  std::int64_t begin = 0;
  for (const Tensor& x : tensors) {
    if (is_skipped(x))
      continue;
    const std::int64_t end = begin + x.sizes()[d];
    slice(out, static_cast<std::int64_t>(d), begin, end).copy_(x);
    begin = end;
  }
  return out;
}

Tensor stack(const std::vector<Tensor>& tensors, std::int64_t dim) {
  if (tensors.empty())
    fail(ErrorCode::kRuntime, "stack: there are no tensors");
  std::vector<Tensor> parts;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    if (!(tensors[i].sizes() == tensors[0].sizes())) {
      fail(ErrorCode::kRuntime, "stack: tensor ", i, " is ", tensors[i].sizes(), ", the first is ",
           tensors[0].sizes());
    }
    parts.push_back(unsqueeze(tensors[i], dim));
  }
  return cat(parts, dim < 0 ? dim + tensors[0].ndim() + 1 : dim);
}

Tensor flip(const Tensor& x, std::span<const std::int64_t> dims) {
  const std::vector<bool> marked = mark_dims("flip", dims, x.sizes(), false);
  Tensor out = x;
  for (std::size_t d = 0; d < marked.size(); ++d) {
    if (!marked[d])
      continue;
    const std::int64_t size = x.sizes()[d];
    const Tensor order = Tensor::empty_in(x.context(), Shape{size}, DType::kInt64);
    for (std::int64_t i = 0; i < size; ++i)
      order.data<std::int64_t>()[i] = size - 1 - i;
    out = index_select(out, static_cast<std::int64_t>(d), order);
  }
  return out.is_same(x) ? x.clone() : out;
}

Tensor roll(const Tensor& x, std::span<const std::int64_t> shifts,
            std::span<const std::int64_t> dims) {
  if (shifts.empty())
    fail(ErrorCode::kRuntime, "roll: shifts are empty");
  if (dims.empty() && shifts.size() == 1) {
    const Shape flat{x.numel()};
    const std::int64_t whole[] = {0};
    return reshape(roll(reshape(x, flat), shifts, whole), x.sizes());
  }
  if (shifts.size() != dims.size()) {
    fail(ErrorCode::kRuntime, "roll: ", shifts.size(), " shifts for ", dims.size(), " dims");
  }
  Tensor out = x;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (x.ndim() == 0)
      fail(ErrorCode::kIndex, "roll: a 0-dim tensor has no dims");
    const std::int64_t d = wrap_dim("roll", dims[i], x.sizes());
    const std::int64_t size = x.sizes()[at(d)];
    if (size == 0)
      continue;
    const std::int64_t cut = ((-shifts[i]) % size + size) % size;
    out = cat({slice(out, d, cut, std::nullopt), slice(out, d, 0, cut)}, d);
  }
  return out.is_same(x) ? x.clone() : out;
}

Tensor rot90(const Tensor& x, std::int64_t k, std::span<const std::int64_t> dims) {
  if (dims.size() != 2)
    fail(ErrorCode::kRuntime, "rot90: wants 2 dims, got ", dims.size());
  if (x.ndim() < 2)
    fail(ErrorCode::kRuntime, "rot90: ", x.sizes(), " has fewer than 2 dims");
  const std::int64_t a = wrap_dim("rot90", dims[0], x.sizes());
  const std::int64_t b = wrap_dim("rot90", dims[1], x.sizes());
  if (a == b)
    fail(ErrorCode::kRuntime, "rot90: both dims are ", a);
  const std::int64_t first[] = {a};
  const std::int64_t second[] = {b};
  const std::int64_t both[] = {a, b};
  switch ((k % 4 + 4) % 4) {
    case 1:
      return transpose(flip(x, second), a, b);
    case 2:
      return flip(x, both);
    case 3:
      return transpose(flip(x, first), a, b);
    default:
      return x.clone();
  }
}

Tensor repeat(const Tensor& x, std::span<const std::int64_t> counts) {
  if (counts.size() < x.sizes().size()) {
    fail(ErrorCode::kRuntime, "repeat: ", counts.size(), " counts for ", x.sizes());
  }
  // (a, b) repeated (m, n) is (1, a, 1, b) expanded to (m, a, n, b).
  const std::size_t shift = counts.size() - x.sizes().size();
  Shape split_sizes;
  Shape wide;
  Shape out;
  for (std::size_t d = 0; d < counts.size(); ++d) {
    const std::int64_t size = d < shift ? 1 : x.sizes()[d - shift];
    if (counts[d] < 0)
      fail(ErrorCode::kRuntime, "repeat: count ", counts[d], " is negative");
    split_sizes.push_back(1);
    split_sizes.push_back(size);
    wide.push_back(counts[d]);
    wide.push_back(size);
    out.push_back(size * counts[d]);
  }
  if (counts.empty())
    return x.clone();
  return reshape(expand(reshape(x, split_sizes), wide).clone(), out);
}

Tensor repeat_interleave(const Tensor& x, std::int64_t repeats, std::optional<std::int64_t> dim) {
  if (repeats < 0)
    fail(ErrorCode::kRuntime, "repeat_interleave: ", repeats, " repeats");
  if (!dim)
    return repeat_interleave(reshape(x, Shape{x.numel()}), repeats, 0);
  const std::int64_t d = wrap_dim("repeat_interleave", *dim, x.sizes());
  const Tensor from = x.ndim() == 0 ? reshape(x, Shape{1}) : x;
  Shape wide = from.sizes();
  wide.insert(at(d) + 1, repeats);
  Shape out = from.sizes();
  out[at(d)] *= repeats;
  return reshape(expand(unsqueeze(from, d + 1), wide).clone(), out);
}

Tensor repeat_interleave(const Tensor& x, const Tensor& repeats, std::optional<std::int64_t> dim) {
  if (!dim)
    return repeat_interleave(reshape(x, Shape{x.numel()}), repeats, 0);
  if (repeats.ndim() > 1 || is_floating(repeats.dtype()) || repeats.dtype() == DType::kBool) {
    fail(ErrorCode::kRuntime, "repeat_interleave: repeats must be a 1-dim tensor of integers, is ",
         repeats.sizes(), " ", dtype_name(repeats.dtype()));
  }
  const std::int64_t d = wrap_dim("repeat_interleave", *dim, x.sizes());
  const std::int64_t size = x.ndim() == 0 ? 1 : x.sizes()[at(d)];
  if (repeats.numel() == 1)
    return repeat_interleave(x, repeats.item_int(), d);
  if (repeats.numel() != size) {
    fail(ErrorCode::kRuntime, "repeat_interleave: ", repeats.numel(), " repeats, dim ", d, " of ",
         x.sizes(), " has ", size);
  }
  const Tensor counts = repeats.to(DType::kInt64).contiguous();
  std::vector<std::int64_t> picks;
  for (std::int64_t i = 0; i < size; ++i) {
    const std::int64_t count = counts.data<std::int64_t>()[i];
    if (count < 0)
      fail(ErrorCode::kRuntime, "repeat_interleave: ", count, " repeats");
    picks.insert(picks.end(), at(count), i);
  }
  const Shape shape{static_cast<std::int64_t>(picks.size())};
  const Tensor index = Tensor::empty_in(x.context(), shape, DType::kInt64);
  if (!picks.empty())
    std::memcpy(index.raw_data(), picks.data(), picks.size() * sizeof picks[0]);
  return index_select(x, d, index);
}

namespace {

/// Keeps elements (row, col) of the last two dims where col - row <= k (lower) or >= k (upper).
Tensor triangle(std::string_view op, const Tensor& x, std::int64_t k, bool lower) {
  if (x.ndim() < 2)
    fail(ErrorCode::kRuntime, op, ": ", x.sizes(), " has fewer than 2 dims");
  const Tensor out = x.clone();
  const std::int64_t rows = x.size(-2);
  const std::int64_t cols = x.size(-1);
  const std::int64_t bytes = dtype_size(x.dtype());
  char* row = static_cast<char*>(out.raw_data());
  const std::int64_t matrices = rows * cols == 0 ? 0 : x.numel() / (rows * cols);
  for (std::int64_t m = 0; m < matrices; ++m) {
    for (std::int64_t r = 0; r < rows; ++r, row += cols * bytes) {
      const std::int64_t begin = lower ? std::clamp<std::int64_t>(r + k + 1, 0, cols) : 0;
      const std::int64_t end = lower ? cols : std::clamp<std::int64_t>(r + k, 0, cols);
      std::memset(row + begin * bytes, 0, at((end - begin) * bytes));
    }
  }
  return out;
}

}  // namespace

Tensor tril(const Tensor& x, std::int64_t k) {
  return triangle("tril", x, k, true);
}
Tensor triu(const Tensor& x, std::int64_t k) {
  return triangle("triu", x, k, false);
}

Tensor diag(const Tensor& x, std::int64_t k) {
  if (x.ndim() == 2)
    return diagonal(x, k).clone();
  if (x.ndim() != 1)
    fail(ErrorCode::kRuntime, "diag: ", x.sizes(), " has neither 1 nor 2 dims");
  return diag_embed(x, k, 0, 1);
}

Tensor diag_embed(const Tensor& x, std::int64_t offset, std::int64_t dim1, std::int64_t dim2) {
  if (x.ndim() == 0)
    fail(ErrorCode::kIndex, "diag_embed: a 0-dim tensor has no dims");
  Shape sizes = x.sizes();
  sizes.push_back(0);
  const std::int64_t a = wrap_dim("diag_embed", dim1, sizes);
  const std::int64_t b = wrap_dim("diag_embed", dim2, sizes);
  if (a == b)
    fail(ErrorCode::kRuntime, "diag_embed: dim1 and dim2 are both ", a);
  const std::int64_t side = x.size(-1) + (offset < 0 ? -offset : offset);
  sizes.erase(sizes.size() - 1);
  sizes.erase(sizes.size() - 1);
  sizes.insert(at(std::min(a, b)), side);
  sizes.insert(at(std::max(a, b)), side);
  const Tensor out = Tensor::zeros_in(x.context(), sizes, x.dtype());
  diagonal(out, offset, a, b).copy_(x);
  return out;
}

Tensor constant_pad_nd(const Tensor& x, std::span<const std::int64_t> pad, const Value& value) {
  if (pad.size() % 2 != 0 || pad.size() / 2 > x.sizes().size()) {
    fail(ErrorCode::kRuntime, "pad: ", pad.size(), " counts for ", x.sizes());
  }
  Shape sizes = x.sizes();
  Tensor inside = x;
  std::vector<std::int64_t> begin(sizes.size(), 0);
  for (std::size_t i = 0; i < pad.size() / 2; ++i) {
    const std::size_t d = sizes.size() - 1 - i;
    const std::int64_t before = pad[2 * i];
    const std::int64_t after = pad[2 * i + 1];
    sizes[d] += before + after;
    if (sizes[d] < 0) {
      fail(ErrorCode::kRuntime, "pad: ", before, " and ", after, " leave nothing of dim ", d,
           " of ", x.sizes());
    }
    const std::int64_t dim = static_cast<std::int64_t>(d);
    const std::int64_t end = x.sizes()[d] + std::min<std::int64_t>(after, 0);
    inside = slice(inside, dim, std::max<std::int64_t>(-before, 0), std::max<std::int64_t>(end, 0));
    begin[d] = std::max<std::int64_t>(before, 0);
  }
  const Tensor out = Tensor::empty_in(x.context(), sizes, x.dtype());
  if (value.kind() == ValueKind::kInt) {
    out.fill_int_(value.as_int());
  } else {
    out.fill_(value.as_float());
  }
  Tensor hole = out;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    hole = slice(hole, static_cast<std::int64_t>(d), begin[d], begin[d] + inside.sizes()[d]);
  }
  hole.copy_(inside);
  return out;
}

}  // namespace tenon
