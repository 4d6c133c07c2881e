// The table of ops that pick, place and order.
#include "src/ops/op_tables.h"
#include "src/ops/op_values.h"
#include "tenon/ops/index.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

/// A sequence of index tensors, none for a whole dim; ints count as 0-dim tensors.
std::vector<Tensor> index_tensors(const OpArgs& a, int i) {
  const Value& items = a.value(i);
  if (!items.is_sequence())
    a.wrong(i, "a sequence of index tensors");
  std::vector<Tensor> out;
  for (std::int64_t n = 0; n < items.count(); ++n) {
    out.push_back(items.at(n).is_none() ? Tensor() : items.at(n).as_tensor());
  }
  return out;
}

Value call_searchsorted(const OpArgs& a, int sorted, int values) {
  const bool right = a.flag(3, false) || a.text(4, "left") == "right";
  return searchsorted(a.tensor(sorted), operand_arg(a, values), right, a.flag(2, false));
}

Value call_nonzero(const OpArgs& a) {
  if (!a.flag(1, false))
    return nonzero(a.tensor(0));
  // One index tensor for each dim; a 0-dim tensor counts as 1-dim here.
  return tuple_of(unbind(nonzero(atleast_1d(a.tensor(0))), 1));
}

/// sort(input, dim, descending, stable), and the form of torch that puts stable first by keyword.
Value call_sort(const OpArgs& a) {
  return tuple_of(sort(a.tensor(0), a.integer(1, -1), a.flag(2, false)));
}

constexpr OpInfo kOps[] = {
    {"index_select", "input, dim, index", "indices of a dim",
     [](const OpArgs& a) -> Value { return index_select(a.tensor(0), a.integer(1), a.tensor(2)); }},
    {"gather", "input, dim, index, *, sparse_grad=False", "elements along a dim",
     [](const OpArgs& a) -> Value { return gather(a.tensor(0), a.integer(1), a.tensor(2)); }},
    {"take_along_dim", "input, indices, dim=None", "gather with broadcast",
     [](const OpArgs& a) -> Value {
       return take_along_dim(a.tensor(0), a.tensor(1), optional_int(a, 2));
     }},
    {"take", "input, index", "elements of the flattened tensor",
     [](const OpArgs& a) -> Value { return take(a.tensor(0), a.tensor(1)); }, nullptr, take},
    {"masked_fill", "input, mask, value", "value where the mask holds",
     [](const OpArgs& a) -> Value {
       return masked_fill(a.tensor(0), a.tensor(1), operand_arg(a, 2));
     }},
    {"masked_fill_", "input, mask, value", "masked_fill in place",
     [](const OpArgs& a) -> Value {
       return masked_fill_(a.tensor(0), a.tensor(1), operand_arg(a, 2));
     }},
    {"masked_select", "input, mask", "elements where the mask holds",
     [](const OpArgs& a) -> Value { return masked_select(a.tensor(0), a.tensor(1)); }, nullptr,
     masked_select},
    {"masked_scatter", "input, mask, source", "source's elements where the mask holds",
     [](const OpArgs& a) -> Value {
       return masked_scatter(a.tensor(0), a.tensor(1), a.tensor(2));
     }},
    {"scatter", "input, dim, index, src=None, value=None, *, reduce=None",
     "elements placed along a dim",
     [](const OpArgs& a) -> Value {
       const Operand source = operand_arg(a, a.has(3) ? 3 : 4);
       if (!a.has(5))
         return scatter(a.tensor(0), a.integer(1), a.tensor(2), source);
       const std::string_view reduce = a.text(5, "");
       if (!source.is_tensor() || (reduce != "add" && reduce != "multiply")) {
         fail(ErrorCode::kUnsupported, "scatter: reduce '", reduce, "' of this source");
       }
       return scatter_reduce(a.tensor(0), a.integer(1), a.tensor(2), a.tensor(3),
                             reduce == "add" ? "sum" : "prod");
     }},
    {"scatter_add", "input, dim, index, src", "elements added along a dim",
     [](const OpArgs& a) -> Value {
       return scatter_add(a.tensor(0), a.integer(1), a.tensor(2), a.tensor(3));
     }},
    {"scatter_reduce", "input, dim, index, src, reduce, *, include_self=True",
     "elements folded along a dim",
     [](const OpArgs& a) -> Value {
       return scatter_reduce(a.tensor(0), a.integer(1), a.tensor(2), a.tensor(3), a.text(4, ""),
                             a.flag(5, true));
     }},
    {"index_add", "input, dim, index, source, *, alpha=1", "slices added at indices",
     [](const OpArgs& a) -> Value {
       return index_add(a.tensor(0), a.integer(1), a.tensor(2), a.tensor(3), operand_arg(a, 4, 1));
     }},
    {"index_copy", "input, dim, index, source", "slices placed at indices",
     [](const OpArgs& a) -> Value {
       return index_copy(a.tensor(0), a.integer(1), a.tensor(2), a.tensor(3));
     }},
    {"index_fill", "input, dim, index, value", "value at indices",
     [](const OpArgs& a) -> Value {
       return index_fill(a.tensor(0), a.integer(1), a.tensor(2), operand_arg(a, 3));
     }},
    {"index_put", "input, indices, values, accumulate=False", "values placed at index tensors",
     [](const OpArgs& a) -> Value {
       return index_put(a.tensor(0), index_tensors(a, 1), a.tensor(2), a.flag(3, false));
     }},
    {"index_put_", "input, indices, values, accumulate=False", "index_put in place",
     [](const OpArgs& a) -> Value {
       return index_put_(a.tensor(0), index_tensors(a, 1), a.tensor(2), a.flag(3, false));
     }},
    {"__getitem__", "input, item", "Python's x[item]",
     [](const OpArgs& a) -> Value { return get_item(a.tensor(0), a.value(1)); }},
    {"__setitem__", "input, item, value", "Python's x[item] = value",
     [](const OpArgs& a) -> Value {
       set_item(a.tensor(0), a.value(1), operand_arg(a, 2));
       return Value();
     }},
    {"nonzero", "input, *, as_tuple=False", "positions of what is not zero", call_nonzero},
    {"argwhere", "input", "positions of what is not zero",
     [](const OpArgs& a) -> Value { return nonzero(a.tensor(0)); }, nonzero},
    {"select_scatter", "input, src, dim, index", "src in place of one index",
     [](const OpArgs& a) -> Value {
       return select_scatter(a.tensor(0), a.tensor(1), a.integer(2), a.integer(3));
     }},
    {"diagonal_scatter", "input, src, offset=0, dim1=0, dim2=1", "src in place of the diagonal",
     [](const OpArgs& a) -> Value {
       return diagonal_scatter(a.tensor(0), a.tensor(1), a.integer(2, 0), a.integer(3, 0),
                               a.integer(4, 1));
     }},
    {"sort", "input, dim=-1, descending=False, stable=False", "sorted, with indices", call_sort},
    {"msort", "input", "sorted along dim 0",
     [](const OpArgs& a) -> Value { return sort(a.tensor(0), 0).values; }},
    {"argsort", "input, dim=-1, descending=False, stable=False", "indices of sort",
     [](const OpArgs& a) -> Value {
       return argsort(a.tensor(0), a.integer(1, -1), a.flag(2, false));
     }},
    {"topk", "input, k, dim=-1, largest=True, sorted=True", "the k largest, with indices",
     [](const OpArgs& a) -> Value {
       return tuple_of(topk(a.tensor(0), a.integer(1), a.integer(2, -1), a.flag(3, true)));
     }},
    {"kthvalue", "input, k, dim=-1, keepdim=False", "the k-th smallest, with index",
     [](const OpArgs& a) -> Value {
       return tuple_of(kthvalue(a.tensor(0), a.integer(1), a.integer(2, -1), a.flag(3, false)));
     }},
    {"searchsorted",
     "sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None",
     "number of boundaries below",
     [](const OpArgs& a) -> Value {
       if (!a.has(5))
         return call_searchsorted(a, 0, 1);
       const Tensor sorted = gather(a.tensor(0), -1, a.tensor(5));
       return searchsorted(sorted, operand_arg(a, 1),
                           a.flag(3, false) || a.text(4, "left") == "right", a.flag(2, false));
     }},
    {"bucketize", "input, boundaries, *, out_int32=False, right=False",
     "number of boundaries below",
     [](const OpArgs& a) -> Value {
       if (a.tensor(1).ndim() != 1) {
         fail(ErrorCode::kRuntime, "bucketize: boundaries must have 1 dim, are ",
              a.tensor(1).sizes());
       }
       return searchsorted(a.tensor(1), operand_arg(a, 0), a.flag(3, false), a.flag(2, false));
     }},
    {"bincount", "input, weights=None, minlength=0", "how often each number occurs",
     [](const OpArgs& a) -> Value {
       return bincount(a.tensor(0), a.tensor_or_null(1), a.integer(2, 0));
     }},
};

}  // namespace

std::span<const OpInfo> index_ops() noexcept {
  return kOps;
}

}  // namespace tenon
