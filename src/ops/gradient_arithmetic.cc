// What the autograd engine needs of ops.
#include "src/autograd/arithmetic.h"
#include "tenon/autograd.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/index.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/view.h"

namespace tenon::detail {

Tensor add_gradients(const Tensor& a, const Tensor& b) {
  return add(a, b);
}

void add_gradient_to(const Tensor& a, const Tensor& b) {
  const NoGradScope off(a.context());
  add_(a, b);
}

Tensor sum_gradient(const Tensor& grad, std::span<const std::int64_t> sizes) {
  return sum_to_size(grad, sizes);
}

Tensor scatter_gradient(std::int64_t size, const Tensor& index, const Tensor& grad) {
  const Tensor zeros = Tensor::zeros_in(grad.context(), Shape{size}, grad.dtype());
  const Shape flat{grad.numel()};
  return index_add(zeros, 0, reshape(index, flat), reshape(grad, flat));
}

Tensor divide_gradient(const Tensor& a, const Tensor& b) {
  return div(a, b);
}

}  // namespace tenon::detail
