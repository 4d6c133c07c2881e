#include "tenon/optim/clip.h"

#include <cmath>

namespace tenon::optim {
namespace {

/// Terms and the last root are rounded as numbers of T, so that they overflow where PyTorch's do;
/// the sum itself is taken in double.
template <class T>
T norm_of(const T* x, std::int64_t count, double p) {
  const T power = static_cast<T>(p);
  double sum = p == -HUGE_VAL ? HUGE_VAL : 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const T size = std::fabs(x[i]);
    const double wide = static_cast<double>(size);
    if (p == HUGE_VAL) {
      sum = wide > sum || wide != wide ? wide : sum;
    } else if (p == -HUGE_VAL) {
      sum = wide < sum || wide != wide ? wide : sum;
    } else if (p == 0) {
      sum += size != 0;
    } else {
      sum += static_cast<double>(p == 1 ? size : p == 2 ? size * size : std::pow(size, power));
    }
  }
  const T total = static_cast<T>(sum);
  if (p == 2)
    return std::sqrt(total);
  return std::isinf(p) || p == 0 || p == 1 ? total : std::pow(total, 1 / power);
}

/// Calls `f(data, count)` with row-major memory of float or double; `write`: what it does to it
/// counts.
template <class F>
void with_elements(const Tensor& tensor, bool write, F&& f) {
  const DType dtype = tensor.dtype();
  if (dtype != DType::kFloat64 && dtype != DType::kFloat32 && dtype != DType::kFloat16 &&
      dtype != DType::kBFloat16) {
    fail(ErrorCode::kUnsupported, "clip: gradients of dtype ", dtype_name(dtype),
         " are not offered");
  }
  const Tensor dense = tensor.to(dtype == DType::kFloat64 ? dtype : DType::kFloat32).contiguous();
  const bool is_copy = !dense.is_same(tensor);
  if (write && !is_copy)
    tensor.begin_write("clip");
  if (dtype == DType::kFloat64) {
    f(dense.data<double>(), dense.numel());
  } else {
    f(dense.data<float>(), dense.numel());
  }
  if (write && is_copy)
    tensor.copy_(dense);
}

}  // namespace

std::vector<Tensor> gradients_of(std::span<const Tensor> params) {
  std::vector<Tensor> grads;
  for (const Tensor& param : params) {
    const Tensor grad = param.grad();
    if (grad.defined())
      grads.push_back(grad.detach());
  }
  return grads;
}

Tensor total_norm(std::span<const Tensor> tensors, double norm_type, bool error_if_nonfinite) {
  if (tensors.empty())
    return Tensor::scalar(0, DType::kFloat32);
  DType dtype = tensors[0].dtype();
  std::vector<double> norms;
  for (const Tensor& tensor : tensors) {
    if (tensor.dtype() == DType::kFloat64 || dtype == tensor.dtype())
      dtype = tensor.dtype();
    else if (dtype != DType::kFloat64)
      dtype = DType::kFloat32;
    with_elements(tensor, false, [&](auto* x, std::int64_t count) {
      norms.push_back(static_cast<double>(norm_of(x, count, norm_type)));
    });
  }
  const Tensor list = Tensor::from_data(
      norms.data(), Shape{static_cast<std::int64_t>(norms.size())}, DType::kFloat64);
  double total = 0;
  with_elements(list.to(dtype), false, [&](auto* x, std::int64_t count) {
    total = static_cast<double>(norm_of(x, count, norm_type));
  });
  if (error_if_nonfinite && !std::isfinite(total)) {
    fail(ErrorCode::kRuntime, "clip_grad_norm: the norm of order ", norm_type,
         " of the gradients is not finite");
  }
  return Tensor::scalar(total, dtype);
}

void clip_grads_with_norm(std::span<const Tensor> params, double max_norm, const Tensor& total) {
  double factor = 0;
  with_elements(total, false, [&](auto* x, std::int64_t count) {
    using T = std::remove_reference_t<decltype(*x)>;
    if (count != 1)
      fail(ErrorCode::kValue, "clip: the total norm is ", total.sizes(), ", must be one number");
    const T ratio = static_cast<T>(max_norm) / (*x + T(1e-6));
    factor = static_cast<double>(ratio > 1 ? T{1} : ratio);
  });
  for (const Tensor& grad : gradients_of(params)) {
    with_elements(grad, true, [&](auto* x, std::int64_t count) {
      using T = std::remove_reference_t<decltype(*x)>;
      for (std::int64_t i = 0; i < count; ++i)
        x[i] *= static_cast<T>(factor);
    });
  }
}

Tensor clip_grad_norm(std::span<const Tensor> params, double max_norm, double norm_type,
                      bool error_if_nonfinite) {
  Tensor total = total_norm(gradients_of(params), norm_type, error_if_nonfinite);
  clip_grads_with_norm(params, max_norm, total);
  return total;
}

void clip_grad_value(std::span<const Tensor> params, double clip_value) {
  const std::vector<Tensor> grads = gradients_of(params);
  if (grads.empty())
    fail(ErrorCode::kRuntime, "clip_grad_value: no parameter has a gradient");
  for (const Tensor& grad : grads) {
    with_elements(grad, true, [&](auto* x, std::int64_t count) {
      using T = std::remove_reference_t<decltype(*x)>;
      const T limit = static_cast<T>(clip_value);
      for (std::int64_t i = 0; i < count; ++i)
        x[i] = x[i] > limit ? limit : x[i] < -limit ? -limit : x[i];
    });
  }
}

}  // namespace tenon::optim
