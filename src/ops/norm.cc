#include "tenon/ops/norm.h"

#include <cstring>
#include <limits>

#include "src/kernels/norm.h"
#include "src/kernels/reduce.h"
#include "src/ops/checks.h"
#include "src/ops/scratch.h"

namespace tenon {
namespace {

void check_channels(std::string_view who, const Tensor& input, std::string_view what,
                    const Tensor& t) {
  if (!t.defined())
    return;
  // Half inputs go with half or float32 parameters; otherwise the dtypes are equal.
  if (!(is_half(input.dtype()) && t.dtype() == DType::kFloat32))
    check_operand(who, input, what, t);
  check_context(who, input.context(), t.impl());
  if (t.numel() != input.sizes()[1] || t.ndim() != 1) {
    fail(ErrorCode::kRuntime, who, ": input has ", input.sizes()[1], " channels, ", what, " is ",
         t.sizes(), " (input ", input.sizes(), ")");
  }
}

/// stat = (1 - momentum) * stat + momentum * fresh, in double, rounded once.
void move_towards(const Tensor& stat, const double* fresh, double factor, double momentum) {
  const std::int64_t channels = stat.numel();
  Tensor wide = stat.to(DType::kFloat64).contiguous();
  if (wide.shares_storage(stat))
    wide = wide.clone();
  double* data = wide.data<double>();
  for (std::int64_t i = 0; i < channels; ++i) {
    data[i] = (1 - momentum) * data[i] + momentum * (fresh[i] * factor);
  }
  stat.copy_(wide);
}

/// mean and var (channels) of the batch into `out`, running statistics moved.
template <class T>
void batch_statistics(const Tensor& x, std::int64_t spatial, double momentum,
                      const Tensor& running_mean, const Tensor& running_var, double* mean,
                      double* var) {
  const std::int64_t batch = x.sizes()[0];
  kernels::channel_mean_var(x.data<T>(), batch, x.sizes()[1], spatial, mean, var);
  const double n = static_cast<double>(batch * spatial);
  if (running_mean.defined())
    move_towards(running_mean, mean, 1, momentum);
  // The variance of the population, estimated from a sample: n / (n - 1).
  if (running_var.defined())
    move_towards(running_var, var, n / (n - 1), momentum);
}

void read_statistics(const Tensor& stat, double* out) {
  const Tensor wide = stat.to(DType::kFloat64).contiguous();
  std::memcpy(out, wide.raw_data(), static_cast<std::size_t>(wide.numel()) * sizeof(double));
}

}  // namespace

namespace detail {

Tensor batch_norm(std::string_view who, const Tensor& input, const Tensor& running_mean,
                  const Tensor& running_var, const Tensor& weight, const Tensor& bias,
                  bool training, double momentum, double eps) {
  check_floating(who, input);
  if (input.ndim() < 2) {
    fail(ErrorCode::kRuntime, who, ": input is ", input.ndim(), "-d, wants (N, C, *)");
  }
  check_channels(who, input, "weight", weight);
  check_channels(who, input, "bias", bias);
  check_channels(who, input, "running_mean", running_mean);
  check_channels(who, input, "running_var", running_var);
  if (!training && (!running_mean.defined() || !running_var.defined())) {
    fail(ErrorCode::kRuntime, who, ": running_mean and running_var are needed when not training");
  }
  const std::int64_t channels = input.sizes()[1];
  if (training && input.numel() > 0 && input.numel() == channels) {
    fail(ErrorCode::kValue, who, ": more than 1 value a channel is needed for training, input is ",
         input.sizes());
  }
  const DType dtype = input.dtype();
  const bool half = is_half(dtype);
  const Tensor x = half ? to_float(input).contiguous() : input.contiguous();
  const Tensor w = contiguous_or_null(half ? to_float(weight) : weight);
  const Tensor b = contiguous_or_null(half ? to_float(bias) : bias);
  const Tensor y = Tensor::empty_like(x);
  if (x.numel() == 0)
    return half ? y.to(dtype) : y;  // nothing learnt either, as PyTorch
  std::int64_t spatial = 1;
  for (std::size_t i = 2; i < x.sizes().size(); ++i)
    spatial *= x.sizes()[i];
  dispatch_compute(x.dtype(), [&]<class T>() {
    const Scratch scratch(x.context(), channels * static_cast<std::int64_t>(4 * sizeof(double)));
    double* const mean = scratch.as<double>();
    double* const var = mean + channels;
    T* const scale = reinterpret_cast<T*>(var + channels);
    T* const shift = scale + channels;
    if (training) {
      batch_statistics<T>(x, spatial, momentum, running_mean, running_var, mean, var);
    } else {
      read_statistics(running_mean, mean);
      read_statistics(running_var, var);
    }
    kernels::batch_norm_affine(channels, mean, var, eps, w.defined() ? w.data<T>() : nullptr,
                               b.defined() ? b.data<T>() : nullptr, scale, shift);
    kernels::channel_affine(x.data<T>(), x.sizes()[0], channels, spatial, scale, shift,
                            y.data<T>());
  });
  return half ? y.to(dtype) : y;
}

Tensor layer_norm(std::string_view who, const Tensor& input,
                  std::span<const std::int64_t> normalized_shape, const Tensor& weight,
                  const Tensor& bias, double eps) {
  check_floating(who, input);
  const std::size_t count = normalized_shape.size();
  const Shape& sizes = input.sizes();
  if (count == 0)
    fail(ErrorCode::kRuntime, who, ": normalized_shape is empty");
  const bool fits =
      sizes.size() >= count && std::equal(normalized_shape.begin(), normalized_shape.end(),
                                          sizes.end() - static_cast<std::ptrdiff_t>(count));
  if (!fits) {
    fail(ErrorCode::kRuntime, who, ": input ", sizes, " does not end in normalized_shape ",
         Shape(normalized_shape));
  }
  for (const auto& [what, t] : {std::pair<std::string_view, const Tensor&>{"weight", weight},
                                std::pair<std::string_view, const Tensor&>{"bias", bias}}) {
    if (!t.defined())
      continue;
    if (!(is_half(input.dtype()) && t.dtype() == DType::kFloat32))
      check_operand(who, input, what, t);
    if (t.sizes() != Shape(normalized_shape)) {
      fail(ErrorCode::kRuntime, who, ": ", what, " is ", t.sizes(), ", normalized_shape ",
           Shape(normalized_shape));
    }
  }
  if (is_half(input.dtype())) {
    return layer_norm(who, to_float(input), normalized_shape, to_float(weight), to_float(bias), eps)
        .to(input.dtype());
  }
  const Tensor x = input.contiguous();
  const Tensor w = contiguous_or_null(weight);
  const Tensor b = contiguous_or_null(bias);
  const Tensor y = Tensor::empty_like(x);
  if (x.numel() == 0)
    return y;
  const std::int64_t cols = numel_of(normalized_shape);
  dispatch_compute(x.dtype(), [&]<class T>() {
    kernels::layer_norm<T>(x.data<T>(), x.numel() / cols, cols, eps,
                           w.defined() ? w.data<T>() : nullptr, b.defined() ? b.data<T>() : nullptr,
                           y.data<T>(), nullptr, nullptr);
  });
  return y;
}

}  // namespace detail

Tensor batch_norm(const Tensor& input, const Tensor& running_mean, const Tensor& running_var,
                  const Tensor& weight, const Tensor& bias, bool training, double momentum,
                  double eps) {
  return detail::batch_norm("batch_norm", input, running_mean, running_var, weight, bias, training,
                            momentum, eps);
}

Tensor layer_norm(const Tensor& input, std::span<const std::int64_t> normalized_shape,
                  const Tensor& weight, const Tensor& bias, double eps) {
  return detail::layer_norm("layer_norm", input, normalized_shape, weight, bias, eps);
}

}  // namespace tenon
