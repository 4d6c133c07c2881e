// Casts, requires_grad_, zero_grad: rules R6, R7.2, R7.3.
#include <unordered_set>
#include <vector>

#include "tenon/nn/module.h"

namespace tenon::nn {
namespace {

/// Every distinct tensor of the tree: parameters with their gradients, and buffers.
std::vector<Tensor> distinct_tensors(const Module& root) {
  std::vector<Tensor> found;
  std::unordered_set<const TensorImpl*> seen;
  const auto add = [&](const Tensor& tensor) {
    if (!tensor.defined() || !seen.insert(&tensor.impl()).second)
      return;
    found.push_back(tensor);
    const Tensor grad = tensor.grad();
    if (grad.defined() && seen.insert(&grad.impl()).second)
      found.push_back(grad);
  };
  for (const auto& entry : root.named_modules()) {
    for (const Module::ParameterSlot& slot : entry.second->parameter_slots())
      add(slot.tensor);
    for (const Module::BufferSlot& slot : entry.second->buffer_slots())
      add(slot.tensor);
  }
  return found;
}

struct Conversion {
  Tensor target;
  Tensor content;
};

Tensor converted(const Tensor& tensor, DType dtype) {
  if (!tensor.is_uninitialized())
    return tensor.to(dtype);
  Tensor empty = Tensor::empty_in(tensor.context(), tensor.sizes(), dtype);
  empty.impl().uninitialized = true;
  return empty;
}

/// Makes every new content first, then swaps them in: nothing changes if one cannot be made.
template <class Wanted>
void convert(const Module& root, DType dtype, Wanted&& wanted) {
  std::vector<Conversion> conversions;
  for (const Tensor& tensor : distinct_tensors(root)) {
    if (tensor.dtype() != dtype && wanted(tensor))
      conversions.push_back({tensor, converted(tensor, dtype)});
  }
  for (const Conversion& conversion : conversions)
    conversion.target.set_content(conversion.content);
}

}  // namespace

Module& Module::to(DType dtype) {
  if (!is_floating(dtype) && !is_complex(dtype)) {
    fail(ErrorCode::kType, type_name_,
         ": to: only floating point or complex dtypes are accepted, got ", dtype_name(dtype));
  }
  convert(*this, dtype,
          [](const Tensor& t) { return is_floating(t.dtype()) || is_complex(t.dtype()); });
  return *this;
}

Module& Module::cast_floating(DType dtype) {
  convert(*this, dtype, [](const Tensor& t) { return is_floating(t.dtype()); });
  return *this;
}

Module& Module::type(DType dtype) {
  const bool differentiable = is_floating(dtype) || is_complex(dtype);
  convert(*this, dtype, [&](const Tensor& t) {
    if (!differentiable && t.requires_grad()) {
      fail(ErrorCode::kRuntime, type_name_, ": type: a tensor that requires gradients cannot be ",
           dtype_name(dtype), ", only floating point or complex");
    }
    return true;
  });
  return *this;
}

Module& Module::requires_grad_(bool flag) {
  const std::vector<Tensor> all = parameters();
  for (const Tensor& parameter : all) {
    if (flag && !is_floating(parameter.dtype()) && !is_complex(parameter.dtype())) {
      fail(ErrorCode::kRuntime, type_name_,
           ": requires_grad_: only tensors of floating point and complex dtype can require "
           "gradients, not ",
           dtype_name(parameter.dtype()));
    }
  }
  for (const Tensor& parameter : all)
    parameter.set_requires_grad(flag);
  return *this;
}

void Module::zero_grad(bool set_to_none) {
  for (const Tensor& parameter : parameters()) {
    const Tensor grad = parameter.grad();
    if (!grad.defined())
      continue;
    if (set_to_none) {
      parameter.set_grad(Tensor());
    } else {
      grad.impl().requires_grad = false;
      grad.zero_();
    }
  }
}

}  // namespace tenon::nn
