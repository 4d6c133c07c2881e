/// Ops that rearrange: most return views (no copy, shared storage); those that copy say so.
/// Dims may be negative (counted from the end); out of range throws kIndex.
#ifndef TENON_OPS_VIEW_H_
#define TENON_OPS_VIEW_H_

#include <optional>
#include <span>
#include <vector>

#include "tenon/value.h"

namespace tenon {

/// A view with another shape of as many elements; one size may be -1 (what is left). Throws
/// kRuntime if the layout does not allow it without a copy.
Tensor view(const Tensor& x, std::span<const std::int64_t> sizes);
/// view() where the layout allows it, else a copy.
Tensor reshape(const Tensor& x, std::span<const std::int64_t> sizes);
/// Dims start … end as one.
Tensor flatten(const Tensor& x, std::int64_t start_dim = 0, std::int64_t end_dim = -1);
/// One dim as several; one size may be -1.
Tensor unflatten(const Tensor& x, std::int64_t dim, std::span<const std::int64_t> sizes);
/// Dims in another order; `dims` names each once.
Tensor permute(const Tensor& x, std::span<const std::int64_t> dims);
/// Two dims exchanged.
Tensor transpose(const Tensor& x, std::int64_t dim0, std::int64_t dim1);
/// A matrix transposed; fewer dims: x itself. Throws kRuntime above two dims.
Tensor t(const Tensor& x);
/// Dims moved to other places, the rest in order.
Tensor movedim(const Tensor& x, std::span<const std::int64_t> source,
               std::span<const std::int64_t> destination);
/// Without dims of size 1; with `dims`, only those of them that have size 1.
Tensor squeeze(const Tensor& x);
Tensor squeeze(const Tensor& x, std::span<const std::int64_t> dims);
/// With a dim of size 1 at `dim` of the result.
Tensor unsqueeze(const Tensor& x, std::int64_t dim);
/// Dims of size 1 repeated without a copy; -1 keeps a size. Throws kRuntime.
Tensor expand(const Tensor& x, std::span<const std::int64_t> sizes);
/// expand() to other's shape.
Tensor expand_as(const Tensor& x, const Tensor& other);
/// All expanded to their common shape.
std::vector<Tensor> broadcast_tensors(const std::vector<Tensor>& tensors);
/// `length` indices of `dim` from `start`.
Tensor narrow(const Tensor& x, std::int64_t dim, std::int64_t start, std::int64_t length);
/// One index of `dim`, without that dim.
Tensor select(const Tensor& x, std::int64_t dim, std::int64_t index);
/// Python's x[start:end:step] along a dim; step at least 1 (kValue).
Tensor slice(const Tensor& x, std::int64_t dim, std::optional<std::int64_t> start,
             std::optional<std::int64_t> end, std::int64_t step = 1);
/// At most `chunks` pieces of equal size along a dim, the last one smaller.
std::vector<Tensor> chunk(const Tensor& x, std::int64_t chunks, std::int64_t dim = 0);
/// Pieces of `size` along a dim, the last one smaller.
std::vector<Tensor> split(const Tensor& x, std::int64_t size, std::int64_t dim = 0);
/// Pieces of the given sizes, which must add up (kRuntime).
std::vector<Tensor> split(const Tensor& x, std::span<const std::int64_t> sizes,
                          std::int64_t dim = 0);
/// Pieces cut at the given indices.
std::vector<Tensor> tensor_split(const Tensor& x, std::span<const std::int64_t> indices,
                                 std::int64_t dim = 0);
/// Each index of a dim, without that dim.
std::vector<Tensor> unbind(const Tensor& x, std::int64_t dim = 0);
/// Windows of `size` at each `step` along a dim, as a last dim.
Tensor unfold(const Tensor& x, std::int64_t dim, std::int64_t size, std::int64_t step);
/// The diagonal of dims dim1, dim2 as a last dim.
Tensor diagonal(const Tensor& x, std::int64_t offset = 0, std::int64_t dim1 = 0,
                std::int64_t dim2 = 1);
/// At least one dim, two dims (1, n), three dims (1, n, 1).
Tensor atleast_1d(const Tensor& x);
Tensor atleast_2d(const Tensor& x);
Tensor atleast_3d(const Tensor& x);

// ---- copies
// -----------------------------------------------------------------------------------------

/// Tensors joined along a dim they have; dtypes promote. Empty 1-dim tensors are passed over.
Tensor cat(const std::vector<Tensor>& tensors, std::int64_t dim = 0);
/// Tensors of one shape joined along a new dim.
Tensor stack(const std::vector<Tensor>& tensors, std::int64_t dim = 0);
/// Reversed along dims.
Tensor flip(const Tensor& x, std::span<const std::int64_t> dims);
/// Shifted around along dims; without dims, over the flattened tensor.
Tensor roll(const Tensor& x, std::span<const std::int64_t> shifts,
            std::span<const std::int64_t> dims);
/// Turned by k quarters from the first of two dims to the second.
Tensor rot90(const Tensor& x, std::int64_t k, std::span<const std::int64_t> dims);
/// The whole repeated; as many counts as dims or more.
Tensor repeat(const Tensor& x, std::span<const std::int64_t> counts);
/// Each element repeated `repeats` times along a dim; without dim, of the flattened tensor.
Tensor repeat_interleave(const Tensor& x, std::int64_t repeats, std::optional<std::int64_t> dim);
/// Each index of the dim repeated as often as the int tensor says.
Tensor repeat_interleave(const Tensor& x, const Tensor& repeats, std::optional<std::int64_t> dim);
/// Lower triangle of the last two dims, zeros above diagonal k.
Tensor tril(const Tensor& x, std::int64_t diagonal = 0);
/// Upper triangle of the last two dims, zeros below diagonal k.
Tensor triu(const Tensor& x, std::int64_t diagonal = 0);
/// A vector as a diagonal matrix, or the diagonal of a matrix (a copy).
Tensor diag(const Tensor& x, std::int64_t diagonal = 0);
/// The last dim as diagonals of a matrix in dims dim1, dim2 of the result.
Tensor diag_embed(const Tensor& x, std::int64_t offset = 0, std::int64_t dim1 = -2,
                  std::int64_t dim2 = -1);
/// Padded with a value; pairs (before, after) from the last dim on; negative counts cut off.
Tensor constant_pad_nd(const Tensor& x, std::span<const std::int64_t> pad, const Value& value = 0);

}  // namespace tenon

#endif  // TENON_OPS_VIEW_H_
