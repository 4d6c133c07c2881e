// The table of ops that rearrange.
#include "src/ops/op_tables.h"
#include "src/ops/op_values.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

/// Tensors given one by one or as one sequence.
std::vector<Tensor> several(const OpArgs& a, int i) {
  return a.has(i) ? a.tensors(i) : std::vector<Tensor>();
}

Value call_split(const OpArgs& a) {
  const std::int64_t dim = a.integer(2, 0);
  if (a.value(1).is_sequence())
    return tuple_of(split(a.tensor(0), a.dims(1), dim));
  return tuple_of(split(a.tensor(0), a.integer(1), dim));
}

Value call_tensor_split(const OpArgs& a) {
  const Tensor x = a.tensor(0);
  const std::int64_t dim = a.integer(2, 0);
  const bool one =
      !a.value(1).is_sequence() && !(a.value(1).is_tensor() && a.value(1).as_tensor().ndim() == 1);
  if (!one) {
    Dims cuts;
    if (a.value(1).is_tensor()) {
      const Tensor given = a.tensor(1).to(DType::kInt64).contiguous();
      for (std::int64_t i = 0; i < given.numel(); ++i)
        cuts.push_back(given.data<std::int64_t>()[i]);
    } else {
      cuts = a.dims(1);
    }
    return tuple_of(tensor_split(x, cuts, dim));
  }
  const std::int64_t sections = a.integer(1);
  if (sections < 1)
    fail(ErrorCode::kRuntime, "tensor_split: ", sections, " sections");
  if (x.ndim() == 0)
    fail(ErrorCode::kRuntime, "tensor_split: a 0-dim tensor has no dims");
  const std::int64_t size = x.size(dim);
  Dims cuts;  // the first `size % sections` pieces are one longer
  std::int64_t cut = 0;
  for (std::int64_t i = 0; i + 1 < sections; ++i) {
    cut += size / sections + (i < size % sections ? 1 : 0);
    cuts.push_back(cut);
  }
  return tuple_of(tensor_split(x, cuts, dim));
}

Value call_repeat_interleave(const OpArgs& a) {
  if (a.value(1).is_tensor() && a.tensor(1).numel() != 1) {
    return repeat_interleave(a.tensor(0), a.tensor(1), optional_int(a, 2));
  }
  return repeat_interleave(a.tensor(0), a.integer(1), optional_int(a, 2));
}

Value call_stacked(const OpArgs& a, Tensor (*atleast)(const Tensor&), std::int64_t dim) {
  std::vector<Tensor> tensors = a.tensors(0);
  if (tensors.empty())
    fail(ErrorCode::kRuntime, a.name(), ": there are no tensors");
  for (Tensor& x : tensors)
    x = atleast(x);
  return cat(tensors, tensors[0].ndim() == 1 ? 0 : dim);
}

Value call_atleast(const OpArgs& a, Tensor (*atleast)(const Tensor&)) {
  // One tensor gives a tensor, several a tuple.
  const Value& given = a.value(0);
  if (given.is_sequence() && given.count() == 1 && given.at(0).is_tensor()) {
    return atleast(given.at(0).as_tensor());
  }
  std::vector<Tensor> out = a.tensors(0);
  for (Tensor& x : out)
    x = atleast(x);
  return tuple_of(out);
}

Dims flip_dims(const Tensor& x, std::int64_t from, std::string_view op) {
  if (x.ndim() <= from) {
    fail(ErrorCode::kRuntime, op, ": ", x.sizes(), " has fewer than ", from + 1, " dims");
  }
  return Dims{from};
}

Value call_meshgrid(const OpArgs& a) {
  const std::vector<Tensor> given = a.tensors(0);
  const std::string_view indexing = a.text(1, "ij");
  if (indexing != "ij" && indexing != "xy") {
    fail(ErrorCode::kRuntime, "meshgrid: indexing is '", indexing, "', wanted 'ij' or 'xy'");
  }
  std::vector<Tensor> tensors = given;
  const bool swap = indexing == "xy" && tensors.size() >= 2;
  if (swap)
    std::swap(tensors[0], tensors[1]);
  Shape shape;
  for (const Tensor& x : tensors) {
    if (x.ndim() > 1)
      fail(ErrorCode::kRuntime, "meshgrid: wants 0 or 1 dims, got ", x.sizes());
    if (x.dtype() != tensors[0].dtype())
      fail(ErrorCode::kRuntime, "meshgrid: dtypes differ");
    shape.push_back(x.numel());
  }
  std::vector<Tensor> out;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    Shape lone(tensors.size(), 1);
    lone[i] = tensors[i].numel();
    out.push_back(expand(reshape(tensors[i], lone), shape));
  }
  if (swap)
    std::swap(out[0], out[1]);
  return tuple_of(out);
}

Value call_matrix_transpose(const OpArgs& a) {
  const Tensor x = a.tensor(0);
  if (x.ndim() < 2) {
    fail(ErrorCode::kRuntime, a.name(), ": ", x.sizes(), " has fewer than 2 dims");
  }
  return transpose(x, -2, -1);
}

/// Tensor.T: all dims reversed.
Value call_reverse_dims(const OpArgs& a) {
  const Tensor x = a.tensor(0);
  Dims dims;
  for (std::int64_t d = x.ndim(); d-- > 0;)
    dims.push_back(d);
  return permute(x, dims);
}

constexpr OpInfo kOps[] = {
    {"view", "input, *size", "another shape, no copy",
     [](const OpArgs& a) -> Value { return view(a.tensor(0), a.dims(1)); }},
    {"view_as", "input, other", "view of other's shape",
     [](const OpArgs& a) -> Value { return view(a.tensor(0), a.tensor(1).sizes()); }},
    {"reshape", "input, *shape", "another shape, a copy if need be",
     [](const OpArgs& a) -> Value { return reshape(a.tensor(0), a.dims(1)); }},
    {"reshape_as", "input, other", "reshape to other's shape",
     [](const OpArgs& a) -> Value { return reshape(a.tensor(0), a.tensor(1).sizes()); }},
    {"ravel", "input", "reshape to 1 dim",
     [](const OpArgs& a) -> Value { return reshape(a.tensor(0), Shape{a.tensor(0).numel()}); }},
    {"flatten", "input, start_dim=0, end_dim=-1", "dims start_dim to end_dim as one",
     [](const OpArgs& a) -> Value {
       return flatten(a.tensor(0), a.integer(1, 0), a.integer(2, -1));
     }},
    {"unflatten", "input, dim, sizes", "one dim as several",
     [](const OpArgs& a) -> Value { return unflatten(a.tensor(0), a.integer(1), a.dims(2)); }},
    {"permute", "input, *dims", "dims in another order",
     [](const OpArgs& a) -> Value { return permute(a.tensor(0), a.dims(1)); }},
    {"transpose", "input, dim0, dim1", "two dims exchanged",
     [](const OpArgs& a) -> Value { return transpose(a.tensor(0), a.integer(1), a.integer(2)); }},
    {"swapaxes", "input, axis0, axis1", "two dims exchanged",
     [](const OpArgs& a) -> Value { return transpose(a.tensor(0), a.integer(1), a.integer(2)); }},
    {"swapdims", "input, dim0, dim1", "two dims exchanged",
     [](const OpArgs& a) -> Value { return transpose(a.tensor(0), a.integer(1), a.integer(2)); }},
    {"t", "input", "a matrix transposed", [](const OpArgs& a) -> Value { return t(a.tensor(0)); },
     t},
    {"T", "input", "dims reversed", call_reverse_dims},
    {"mT", "input", "the last two dims exchanged", call_matrix_transpose},
    {"movedim", "input, source, destination", "dims moved to other places",
     [](const OpArgs& a) -> Value { return movedim(a.tensor(0), a.dims(1), a.dims(2)); }},
    {"moveaxis", "input, source, destination", "dims moved to other places",
     [](const OpArgs& a) -> Value { return movedim(a.tensor(0), a.dims(1), a.dims(2)); }},
    {"squeeze", "input, dim=None", "without dims of size 1",
     [](const OpArgs& a) -> Value {
       return a.has(1) ? squeeze(a.tensor(0), a.dims(1)) : squeeze(a.tensor(0));
     }},
    {"unsqueeze", "input, dim", "with a dim of size 1",
     [](const OpArgs& a) -> Value { return unsqueeze(a.tensor(0), a.integer(1)); }},
    {"expand", "input, *size", "dims of size 1 repeated, no copy",
     [](const OpArgs& a) -> Value { return expand(a.tensor(0), a.dims(1)); }},
    {"expand_as", "input, other", "expand to other's shape",
     [](const OpArgs& a) -> Value { return expand_as(a.tensor(0), a.tensor(1)); }, nullptr,
     expand_as},
    {"broadcast_to", "input, size", "expand",
     [](const OpArgs& a) -> Value { return expand(a.tensor(0), a.dims(1)); }},
    {"broadcast_tensors", "*tensors", "all expanded to their common shape",
     [](const OpArgs& a) -> Value { return tuple_of(broadcast_tensors(several(a, 0))); }},
    {"narrow", "input, dim, start, length", "some indices of a dim",
     [](const OpArgs& a) -> Value {
       if (a.value(2).is_tensor() &&
           (a.tensor(2).ndim() != 0 || !is_integral(a.tensor(2).dtype()))) {
         fail(ErrorCode::kRuntime, "narrow: start must be a 0-dim tensor of integers, is ",
              a.tensor(2).sizes(), " ", dtype_name(a.tensor(2).dtype()));
       }
       return narrow(a.tensor(0), a.integer(1), a.integer(2), a.integer(3));
     }},
    {"select", "input, dim, index", "one index of a dim",
     [](const OpArgs& a) -> Value { return select(a.tensor(0), a.integer(1), a.integer(2)); }},
    {"slice", "input, dim=0, start=None, end=None, step=1", "x[start:end:step] along a dim",
     [](const OpArgs& a) -> Value {
       return slice(a.tensor(0), a.integer(1, 0), optional_int(a, 2), optional_int(a, 3),
                    a.integer(4, 1));
     }},
    {"chunk", "input, chunks, dim=0", "so many pieces",
     [](const OpArgs& a) -> Value {
       return tuple_of(chunk(a.tensor(0), a.integer(1), a.integer(2, 0)));
     }},
    {"unsafe_chunk", "input, chunks, dim=0", "chunk",
     [](const OpArgs& a) -> Value {
       return tuple_of(chunk(a.tensor(0), a.integer(1), a.integer(2, 0)));
     }},
    {"split", "tensor, split_size_or_sections, dim=0", "pieces of a size, or of sizes", call_split},
    {"unsafe_split", "tensor, split_size, dim=0", "split", call_split},
    {"split_with_sizes", "input, split_sizes, dim=0", "pieces of sizes", call_split},
    {"tensor_split", "input, indices_or_sections, dim=0", "pieces cut at indices, or so many",
     call_tensor_split},
    {"unbind", "input, dim=0", "each index of a dim",
     [](const OpArgs& a) -> Value { return tuple_of(unbind(a.tensor(0), a.integer(1, 0))); }},
    {"unfold", "input, dimension, size, step", "windows along a dim",
     [](const OpArgs& a) -> Value {
       return unfold(a.tensor(0), a.integer(1), a.integer(2), a.integer(3));
     }},
    {"diagonal", "input, offset=0, dim1=0, dim2=1", "the diagonal of two dims, last",
     [](const OpArgs& a) -> Value {
       return diagonal(a.tensor(0), a.integer(1, 0), a.integer(2, 0), a.integer(3, 1));
     }},
    {"as_strided", "input, size, stride, storage_offset=None", "any view of the storage",
     [](const OpArgs& a) -> Value {
       const Tensor x = a.tensor(0);
       return x.as_strided(a.dims(1), a.dims(2), a.integer(3, x.storage_offset()));
     }},
    {"atleast_1d", "*tensors", "1 dim or more",
     [](const OpArgs& a) -> Value { return call_atleast(a, atleast_1d); }, atleast_1d},
    {"atleast_2d", "*tensors", "2 dims or more",
     [](const OpArgs& a) -> Value { return call_atleast(a, atleast_2d); }, atleast_2d},
    {"atleast_3d", "*tensors", "3 dims or more",
     [](const OpArgs& a) -> Value { return call_atleast(a, atleast_3d); }, atleast_3d},
    {"meshgrid", "*tensors, indexing=None", "coordinates of a grid", call_meshgrid},
    {"cat", "tensors, dim=0", "joined along a dim",
     [](const OpArgs& a) -> Value { return cat(a.tensors(0), a.integer(1, 0)); }},
    {"concat", "tensors, dim=0", "cat",
     [](const OpArgs& a) -> Value { return cat(a.tensors(0), a.integer(1, 0)); }},
    {"concatenate", "tensors, dim=0", "cat",
     [](const OpArgs& a) -> Value { return cat(a.tensors(0), a.integer(1, 0)); }},
    {"stack", "tensors, dim=0", "joined along a new dim",
     [](const OpArgs& a) -> Value { return stack(a.tensors(0), a.integer(1, 0)); }},
    {"hstack", "tensors", "joined along dim 1",
     [](const OpArgs& a) -> Value { return call_stacked(a, atleast_1d, 1); }},
    {"vstack", "tensors", "joined along dim 0",
     [](const OpArgs& a) -> Value { return call_stacked(a, atleast_2d, 0); }},
    {"dstack", "tensors", "joined along dim 2",
     [](const OpArgs& a) -> Value { return call_stacked(a, atleast_3d, 2); }},
    {"flip", "input, *dims", "reversed along dims",
     [](const OpArgs& a) -> Value { return flip(a.tensor(0), a.dims(1)); }},
    {"fliplr", "input", "reversed along dim 1",
     [](const OpArgs& a) -> Value {
       return flip(a.tensor(0), flip_dims(a.tensor(0), 1, "fliplr"));
     }},
    {"flipud", "input", "reversed along dim 0",
     [](const OpArgs& a) -> Value {
       return flip(a.tensor(0), flip_dims(a.tensor(0), 0, "flipud"));
     }},
    {"roll", "input, shifts, dims=None", "shifted around",
     [](const OpArgs& a) -> Value { return roll(a.tensor(0), a.dims(1), a.dims(2)); }},
    {"rot90", "input, k=1, dims=None", "turned by k quarters",
     [](const OpArgs& a) -> Value {
       return rot90(a.tensor(0), a.integer(1, 1), a.has(2) ? a.dims(2) : Dims{0, 1});
     }},
    {"repeat", "input, *repeats", "the whole repeated",
     [](const OpArgs& a) -> Value { return repeat(a.tensor(0), a.dims(1)); }},
    {"tile", "input, *dims", "the whole repeated, counts from the last dim",
     [](const OpArgs& a) -> Value {
       Dims counts = a.dims(1);
       while (counts.ndim() < a.tensor(0).ndim())
         counts.insert(0, 1);
       return repeat(a.tensor(0), counts);
     }},
    {"repeat_interleave", "input, repeats, dim=None, *, output_size=None", "each index repeated",
     call_repeat_interleave},
    {"tril", "input, diagonal=0", "lower triangle",
     [](const OpArgs& a) -> Value { return tril(a.tensor(0), a.integer(1, 0)); }},
    {"triu", "input, diagonal=0", "upper triangle",
     [](const OpArgs& a) -> Value { return triu(a.tensor(0), a.integer(1, 0)); }},
    {"diag", "input, diagonal=0", "vector to matrix, or diagonal of a matrix",
     [](const OpArgs& a) -> Value { return diag(a.tensor(0), a.integer(1, 0)); }},
    {"diag_embed", "input, offset=0, dim1=-2, dim2=-1", "the last dim as diagonals",
     [](const OpArgs& a) -> Value {
       return diag_embed(a.tensor(0), a.integer(1, 0), a.integer(2, -2), a.integer(3, -1));
     }},
    {"constant_pad_nd", "input, pad, value=0", "padded with a value",
     [](const OpArgs& a) -> Value {
       return constant_pad_nd(a.tensor(0), a.dims(1), a.has(2) ? a.value(2) : Value(0));
     }},
};

}  // namespace

std::span<const OpInfo> view_ops() noexcept {
  return kOps;
}

}  // namespace tenon
