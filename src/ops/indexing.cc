// Python's x[…]: index tensors as numpy's, and the items of subscripts.
#include <algorithm>
#include <cstring>

#include "src/ops/dims.h"
#include "tenon/ops/creation.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/index.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

using Int = std::int64_t;

std::size_t at(Int i) {
  return static_cast<std::size_t>(i);
}

/// Bool masks become the positions where they hold, one tensor for each of their dims.
std::vector<Tensor> without_masks(const Tensor& x, const std::vector<Tensor>& indices) {
  std::vector<Tensor> out;
  for (const Tensor& index : indices) {
    if (!index.defined()) {
      out.push_back(index);
      continue;
    }
    if (index.dtype() == DType::kInt64 || index.dtype() == DType::kInt32) {
      out.push_back(index.to(DType::kInt64));
      continue;
    }
    if (index.dtype() != DType::kBool && index.dtype() != DType::kUInt8) {
      fail(ErrorCode::kIndex, "index: tensors used as indices must be int64, int32 or bool, is ",
           dtype_name(index.dtype()));
    }
    for (Int d = 0; d < index.ndim(); ++d) {
      const Int dim = static_cast<Int>(out.size()) + d;
      if (dim >= x.ndim() || x.size(dim) != index.size(d)) {
        fail(ErrorCode::kIndex, "index: mask ", index.sizes(), " does not match ", x.sizes(),
             " at dim ", dim);
      }
    }
    const Tensor positions = nonzero(index);
    for (Int d = 0; d < index.ndim(); ++d)
      out.push_back(select(positions, 1, d));
    if (index.ndim() == 0) {
      fail(ErrorCode::kUnsupported, "index: 0-dim masks among index tensors are not supported");
    }
  }
  if (static_cast<Int>(out.size()) > x.ndim()) {
    fail(ErrorCode::kIndex, "index: ", out.size(), " indices for ", x.sizes());
  }
  out.resize(x.sizes().size());
  return out;
}

/// Index tensors made ready: the indexed dims first, their broadcast shape, where each pick lies.
struct Picks {
  Tensor base;    // x with the indexed dims in front
  Dims order;     // base's dims in x's numbers
  Shape picked;   // broadcast shape of the index tensors
  Shape rest;     // sizes of the dims that are not indexed
  Int place = 0;  // where in the result `picked` stands
  Int rest_numel = 1;
  std::vector<Int> offsets;  // of each pick, in rows of rest_numel elements of a dense base

  Picks(const Tensor& x, const std::vector<Tensor>& given) {
    const std::vector<Tensor> indices = without_masks(x, given);
    std::vector<Tensor> used;
    Dims free_dims;
    Int last = -1;
    bool adjacent = true;
    for (Int d = 0; d < x.ndim(); ++d) {
      const Tensor& index = indices[at(d)];
      if (!index.defined()) {
        free_dims.push_back(d);
        rest.push_back(x.size(d));
        rest_numel *= x.size(d);
        continue;
      }
      if (used.empty()) {
        place = d;
      } else {
        adjacent = adjacent && last == d - 1;
      }
      last = d;
      order.push_back(d);
      used.push_back(index);
    }
    if (!adjacent)
      place = 0;
    try {
      for (const Tensor& index : used)
        picked = broadcast_shapes("index", picked, index.sizes());
    } catch (const Error& error) {
      throw Error(ErrorCode::kIndex, error.text());
    }
    const Dims indexed = order;
    for (const Int d : free_dims)
      order.push_back(d);
    base = permute(x, order);
    offsets.assign(at(numel_of(picked)), 0);
    for (std::size_t k = 0; k < used.size(); ++k) {
      const Int size = x.size(indexed[k]);
      const Tensor index = expand(used[k], picked).contiguous();
      for (std::size_t i = 0; i < offsets.size(); ++i) {
        const Int n = index.data<Int>()[i];
        if (n < -size || n >= size) {
          fail(ErrorCode::kIndex, "index: ", n, " is out of range for ", x.sizes(), " dim ",
               indexed[k]);
        }
        offsets[i] = offsets[i] * size + (n < 0 ? n + size : n);
      }
    }
  }

  Shape dense_sizes() const {
    Shape sizes = picked;
    for (const Int size : rest)
      sizes.push_back(size);
    return sizes;
  }
  /// Moves the dims of `picked` from the front to their place.
  Tensor in_place_order(const Tensor& dense) const {
    Dims dims;
    const Int count = static_cast<Int>(picked.size());
    for (Int d = 0; d < place; ++d)
      dims.push_back(count + d);
    for (Int d = 0; d < count; ++d)
      dims.push_back(d);
    for (Int d = place; d < static_cast<Int>(rest.size()); ++d)
      dims.push_back(count + d);
    return permute(dense, dims);
  }
  /// The reverse, for values that were given in result order.
  Tensor picked_first(const Tensor& result) const {
    Dims dims;
    const Int count = static_cast<Int>(picked.size());
    for (Int d = 0; d < count; ++d)
      dims.push_back(place + d);
    for (Int d = 0; d < place; ++d)
      dims.push_back(d);
    for (Int d = place + count; d < result.ndim(); ++d)
      dims.push_back(d);
    return permute(result, dims);
  }
};

}  // namespace

Tensor index(const Tensor& x, const std::vector<Tensor>& indices) {
  const Picks picks(x, indices);
  const Tensor from = picks.base.contiguous();
  const Tensor out = Tensor::empty_in(x.context(), picks.dense_sizes(), x.dtype());
  const Int bytes = picks.rest_numel * dtype_size(x.dtype());
  for (std::size_t i = 0; bytes > 0 && i < picks.offsets.size(); ++i) {
    std::memcpy(static_cast<char*>(out.raw_data()) + static_cast<Int>(i) * bytes,
                static_cast<const char*>(from.raw_data()) + picks.offsets[i] * bytes, at(bytes));
  }
  return picks.in_place_order(out);
}

namespace {

/// The tensor with values placed or added, dense.
Tensor put(const Tensor& x, const std::vector<Tensor>& indices, const Tensor& values,
           bool accumulate) {
  if (values.dtype() != x.dtype()) {
    fail(ErrorCode::kRuntime, "index_put: dtypes differ: ", dtype_name(x.dtype()), " and ",
         dtype_name(values.dtype()));
  }
  const Picks picks(x, indices);
  const Tensor target = picks.base.is_contiguous() ? picks.base.clone() : picks.base.contiguous();
  const Tensor shape_only =
      picks.in_place_order(Tensor::empty_in(x.context(), picks.dense_sizes(), DType::kBool));
  Tensor given = values;
  while (given.ndim() > shape_only.ndim() && given.size(0) == 1)
    given = select(given, 0, 0);
  const Tensor from = picks.picked_first(expand(given, shape_only.sizes())).contiguous();
  const Int rows = numel_of(picks.picked);
  const Tensor flat_from = reshape(from, Shape{rows, picks.rest_numel});
  const Int target_rows = picks.rest_numel == 0 ? 0 : target.numel() / picks.rest_numel;
  const Tensor flat = view(target, Shape{target_rows, picks.rest_numel});
  if (accumulate) {
    const Tensor order = Tensor::empty_in(x.context(), Shape{rows}, DType::kInt64);
    std::copy(picks.offsets.begin(), picks.offsets.end(), order.data<Int>());
    if (flat.numel() > 0)
      flat.copy_(index_add(flat, 0, order, flat_from));
  } else {
    const Int bytes = picks.rest_numel * dtype_size(x.dtype());
    for (Int i = 0; bytes > 0 && i < rows; ++i) {
      std::memcpy(static_cast<char*>(flat.raw_data()) + picks.offsets[at(i)] * bytes,
                  static_cast<const char*>(flat_from.raw_data()) + i * bytes, at(bytes));
    }
  }
  Dims back(picks.order.size(), 0);
  for (std::size_t d = 0; d < picks.order.size(); ++d) {
    back[at(picks.order[d])] = static_cast<Int>(d);
  }
  return permute(target, back);
}

}  // namespace

Tensor index_put(const Tensor& x, const std::vector<Tensor>& indices, const Tensor& values,
                 bool accumulate) {
  return put(x, indices, values, accumulate).contiguous();
}

const Tensor& index_put_(const Tensor& x, const std::vector<Tensor>& indices, const Tensor& values,
                         bool accumulate) {
  return x.copy_(put(x, indices, values, accumulate));
}

namespace {

/// A subscript taken apart: views first, index tensors left over.
struct Subscript {
  Tensor viewed;
  std::vector<Tensor> indices;  // null where a whole dim is meant
  bool has_indices = false;

  Subscript(const Tensor& x, const Value& item) : viewed(x) {
    std::vector<Value> items;
    if (item.kind() == ValueKind::kTuple) {
      for (Int i = 0; i < item.count(); ++i)
        items.push_back(item.at(i));
    } else {
      items.push_back(item);
    }
    Int used = 0;
    for (const Value& part : items)
      used += dims_of(part);
    if (used > x.ndim()) {
      fail(ErrorCode::kIndex, "index: ", used, " indices for ", x.sizes());
    }
    for (const Value& part : items)
      apply(part, x.ndim() - used);
  }

 private:
  static bool is_ellipsis(const Value& part) {
    return part.kind() == ValueKind::kString && part.as_string() == "...";
  }
  static bool is_mask(const Value& part) {
    return part.is_tensor() &&
           (part.as_tensor().dtype() == DType::kBool || part.as_tensor().dtype() == DType::kUInt8);
  }
  /// How many dims of x a part stands for.
  static Int dims_of(const Value& part) {
    if (part.is_none() || part.kind() == ValueKind::kBool || is_ellipsis(part))
      return 0;
    return is_mask(part) ? part.as_tensor().ndim() : 1;
  }
  static std::optional<Int> bound(const Value& value) {
    if (value.is_none())
      return std::nullopt;
    return value.is_tensor() ? value.as_tensor().item_int() : value.as_int();
  }

  void apply(const Value& part, Int ellipsis_dims) {
    if (part.is_none()) {
      viewed = unsqueeze(viewed, dim_++);
    } else if (part.kind() == ValueKind::kBool) {
      // A new dim of size 1 or 0.
      viewed = slice(unsqueeze(viewed, dim_), dim_, 0, part.as_bool() ? 1 : 0);
      ++dim_;
    } else if (is_ellipsis(part)) {
      dim_ += ellipsis_dims;
    } else if (part.kind() == ValueKind::kInt) {
      viewed = select(viewed, dim_, part.as_int());
    } else if (part.is_dict()) {
      const Value* bounds = part.as_dict().find("slice");
      if (bounds == nullptr || bounds->count() != 3) {
        fail(ErrorCode::kType, "index: a dict must be {\"slice\": (start, stop, step)}");
      }
      viewed = slice(viewed, dim_, bound(bounds->at(0)), bound(bounds->at(1)),
                     bound(bounds->at(2)).value_or(1));
      ++dim_;
    } else if (part.is_tensor() && part.as_tensor().ndim() == 0 && !is_mask(part) &&
               !is_floating(part.as_tensor().dtype())) {
      viewed = select(viewed, dim_, part.as_tensor().item_int());
    } else if (part.is_tensor()) {
      place(part.as_tensor());
    } else if (part.is_sequence()) {
      place(tensor_of(part));
    } else {
      fail(ErrorCode::kType, "index: a ", value_kind_name(part.kind()), " is no index");
    }
  }
  void place(const Tensor& index) {
    const bool mask = index.dtype() == DType::kBool || index.dtype() == DType::kUInt8;
    // A mask of several dims is one entry that stands for them all.
    while (static_cast<Int>(indices.size()) < dim_ - masked_extra_)
      indices.emplace_back();
    indices.push_back(index);
    has_indices = true;
    const Int dims = mask ? index.ndim() : 1;
    dim_ += dims;
    masked_extra_ += dims - 1;
  }
  /// A sequence of ints or bools, nested or not, as an index tensor.
  static Tensor tensor_of(const Value& items) {  // NOLINT(misc-no-recursion)
    if (!items.is_sequence()) {
      const bool is_bool = items.kind() == ValueKind::kBool;
      return full(Shape{}, Operand(items), is_bool ? DType::kBool : DType::kInt64);
    }
    std::vector<Tensor> parts;
    for (Int i = 0; i < items.count(); ++i)
      parts.push_back(tensor_of(items.at(i)));
    if (parts.empty())
      return Tensor::empty(Shape{0}, DType::kInt64);
    return stack(parts, 0);
  }

  Int dim_ = 0;  // of `viewed`
  Int masked_extra_ = 0;
};

}  // namespace

Tensor get_item(const Tensor& x, const Value& item) {
  const Subscript subscript(x, item);
  return subscript.has_indices ? index(subscript.viewed, subscript.indices) : subscript.viewed;
}

void set_item(const Tensor& x, const Value& item, const Operand& value) {
  const Subscript subscript(x, item);
  Tensor source = value.is_tensor()
                      ? Tensor(Ref<TensorImpl>(const_cast<TensorImpl*>(value.tensor())))
                      : full(Shape{}, value, x.dtype());
  if (!subscript.has_indices) {
    while (source.ndim() > subscript.viewed.ndim() && source.size(0) == 1) {
      source = select(source, 0, 0);
    }
    subscript.viewed.copy_(source);
    return;
  }
  index_put_(subscript.viewed, subscript.indices, source.to(x.dtype()));
}

}  // namespace tenon
