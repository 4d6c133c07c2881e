#include "tenon/nn/layers/flatten.h"

#include "src/nn/layers/layer.h"

namespace tenon::nn {

Flatten::Flatten(const Options& options, [[maybe_unused]] bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
}

Tensor Flatten::forward(const Tensor& input) {
  const int ndim = input.ndim();
  const int first = normalize_dim(kName, options_.start_dim, ndim == 0 ? 1 : ndim);
  const int last = normalize_dim(kName, options_.end_dim, ndim == 0 ? 1 : ndim);
  if (ndim == 0)
    return input.as_strided(Shape{1}, Strides{1}, input.storage_offset());
  if (first > last) {
    fail(ErrorCode::kRuntime, kName, ": start_dim ", options_.start_dim, " comes after end_dim ",
         options_.end_dim, " (input ", input.sizes(), ")");
  }
  if (first == last)
    return input;
  // One dim with one stride, if each of the dims steps over exactly the ones behind it.
  Shape sizes;
  Strides strides;
  std::int64_t merged = 1;
  std::int64_t step = 1;
  bool as_view = true;
  bool started = false;
  for (int i = last; i >= first; --i) {
    const auto at = static_cast<std::size_t>(i);
    const std::int64_t size = input.sizes()[at];
    if (size != 1 && input.numel() != 0) {
      if (!started) {
        step = input.strides()[at];
        started = true;
      } else if (input.strides()[at] != step * merged) {
        as_view = false;
      }
    }
    merged *= size;
  }
  const Tensor source = as_view ? input : input.contiguous();
  for (std::size_t i = 0; i < static_cast<std::size_t>(ndim); ++i) {
    if (static_cast<int>(i) < first || static_cast<int>(i) > last) {
      sizes.push_back(source.sizes()[i]);
      strides.push_back(source.strides()[i]);
    } else if (static_cast<int>(i) == first) {
      sizes.push_back(merged);
      strides.push_back(as_view ? step : source.strides()[static_cast<std::size_t>(last)]);
    }
  }
  return source.as_strided(sizes, strides, source.storage_offset());
}

std::string Flatten::extra_repr() const {
  return concat("start_dim=", options_.start_dim, ", end_dim=", options_.end_dim);
}

}  // namespace tenon::nn
