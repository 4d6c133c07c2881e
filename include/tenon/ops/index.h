/// Ops that pick, place and order elements by index. Index tensors are int64 (int32 where torch
/// takes it); an index out of range throws kIndex.
#ifndef TENON_OPS_INDEX_H_
#define TENON_OPS_INDEX_H_

#include <optional>
#include <string_view>
#include <vector>

#include "tenon/ops/operand.h"
#include "tenon/ops/reduce.h"

namespace tenon {

/// The given indices of a dim; index is 1-dim (or 0-dim).
Tensor index_select(const Tensor& x, std::int64_t dim, const Tensor& index);
/// out[i][j] = x[index[i][j]][j] (dim 0); the shape is index's.
Tensor gather(const Tensor& x, std::int64_t dim, const Tensor& index);
/// gather() with broadcast; without dim, of the flattened tensor.
Tensor take_along_dim(const Tensor& x, const Tensor& index,
                      std::optional<std::int64_t> dim = std::nullopt);
/// Elements of the flattened tensor.
Tensor take(const Tensor& x, const Tensor& index);
/// A copy with `value` where the bool mask holds; the mask broadcasts.
Tensor masked_fill(const Tensor& x, const Tensor& mask, const Operand& value);
/// In place. Throws kRuntime if the mask is not bool.
const Tensor& masked_fill_(const Tensor& x, const Tensor& mask, const Operand& value);
/// Elements where the bool mask holds, 1-dim.
Tensor masked_select(const Tensor& x, const Tensor& mask);
/// A copy whose elements where the mask holds come from source, in order.
Tensor masked_scatter(const Tensor& x, const Tensor& mask, const Tensor& source);
/// A copy with x[index[i][j]][j] = source[i][j] (dim 0).
Tensor scatter(const Tensor& x, std::int64_t dim, const Tensor& index, const Operand& source);
/// The same, adding.
Tensor scatter_add(const Tensor& x, std::int64_t dim, const Tensor& index, const Tensor& source);
/// The same, folding by "sum", "prod", "mean", "amax" or "amin"; with or without x's own elements.
Tensor scatter_reduce(const Tensor& x, std::int64_t dim, const Tensor& index, const Tensor& source,
                      std::string_view reduce, bool include_self = true);
/// A copy with alpha * source added at the indices of a dim.
Tensor index_add(const Tensor& x, std::int64_t dim, const Tensor& index, const Tensor& source,
                 const Operand& alpha = 1);
/// A copy with source placed at the indices of a dim.
Tensor index_copy(const Tensor& x, std::int64_t dim, const Tensor& index, const Tensor& source);
/// A copy with value at the indices of a dim.
Tensor index_fill(const Tensor& x, std::int64_t dim, const Tensor& index, const Operand& value);
/// x[indices[0], indices[1], …]: tensors of int64 or bool, null for a whole dim; as numpy's.
Tensor index(const Tensor& x, const std::vector<Tensor>& indices);
/// A copy with values placed (or added) there.
Tensor index_put(const Tensor& x, const std::vector<Tensor>& indices, const Tensor& values,
                 bool accumulate = false);
/// In place.
const Tensor& index_put_(const Tensor& x, const std::vector<Tensor>& indices, const Tensor& values,
                         bool accumulate = false);
/// Python's x[item]: an int, none (a new dim), bool, tensor, sequence of ints, a dict
/// {"slice": (start, stop, step)}, the string "..." or a tuple of these. A view where no tensor is
/// involved.
Tensor get_item(const Tensor& x, const Value& item);
/// Python's x[item] = value, in place.
void set_item(const Tensor& x, const Value& item, const Operand& value);
/// Positions of elements that are not zero, (count, ndim) int64.
Tensor nonzero(const Tensor& x);
/// A copy with source in place of the index of a dim.
Tensor select_scatter(const Tensor& x, const Tensor& source, std::int64_t dim, std::int64_t index);
/// A copy with source in place of the diagonal.
Tensor diagonal_scatter(const Tensor& x, const Tensor& source, std::int64_t offset = 0,
                        std::int64_t dim1 = 0, std::int64_t dim2 = 1);

/// Sorted along a dim, stable; NaN last (first if descending).
ValueAndIndex sort(const Tensor& x, std::int64_t dim = -1, bool descending = false);
/// The indices of sort().
Tensor argsort(const Tensor& x, std::int64_t dim = -1, bool descending = false);
/// The k largest (or smallest) along a dim, in order.
ValueAndIndex topk(const Tensor& x, std::int64_t k, std::int64_t dim = -1, bool largest = true);
/// The k-th smallest along a dim (counted from 1) and its index.
ValueAndIndex kthvalue(const Tensor& x, std::int64_t k, std::int64_t dim = -1,
                       bool keepdim = false);
/// Number of boundaries below each value (up to it with `right`); boundaries sorted in the last
/// dim.
Tensor searchsorted(const Tensor& sorted, const Operand& values, bool right = false,
                    bool out_int32 = false);
/// How often each of 0 … max(x) occurs, or the sum of its weights.
Tensor bincount(const Tensor& x, const Tensor& weights = Tensor(), std::int64_t minlength = 0);

}  // namespace tenon

#endif  // TENON_OPS_INDEX_H_
