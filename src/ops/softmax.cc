#include "tenon/ops/softmax.h"

#include "src/kernels/softmax.h"
#include "src/ops/checks.h"

namespace tenon {
namespace detail {

Tensor softmax(std::string_view who, const Tensor& input, std::int64_t dim, bool log) {
  check_floating(who, input);
  // A tensor without dims counts as one of one element.
  const int at = normalize_dim(who, dim, input.ndim() == 0 ? 1 : input.ndim());
  if (is_half(input.dtype()))
    return softmax(who, to_float(input), dim, log).to(input.dtype());
  const Tensor x = input.contiguous();
  const Tensor y = Tensor::empty_like(x);
  if (x.numel() == 0)
    return y;
  std::int64_t outer = 1;
  std::int64_t length = 1;
  std::int64_t inner = 1;
  for (int i = 0; i < x.ndim(); ++i) {
    const std::int64_t size = x.sizes()[static_cast<std::size_t>(i)];
    (i < at ? outer : i == at ? length : inner) *= size;
  }
  dispatch_compute(x.dtype(), [&]<class T>() {
    if (log) {
      kernels::log_softmax(x.data<T>(), outer, length, inner, y.data<T>());
    } else {
      kernels::softmax(x.data<T>(), outer, length, inner, y.data<T>());
    }
  });
  return y;
}

}  // namespace detail

Tensor softmax(const Tensor& input, std::int64_t dim) {
  return detail::softmax("softmax", input, dim, false);
}

Tensor log_softmax(const Tensor& input, std::int64_t dim) {
  return detail::softmax("log_softmax", input, dim, true);
}

}  // namespace tenon
