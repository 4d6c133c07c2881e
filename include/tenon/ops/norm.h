/// Batch and layer normalisation.
#ifndef TENON_OPS_NORM_H_
#define TENON_OPS_NORM_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "tenon/tensor.h"

namespace tenon {

/// (x - mean) / sqrt(var + eps) * weight + bias for each channel (dim 1) of `input` (N, C, *).
/// `training`: mean and biased variance of the batch; running statistics, where given, move by
/// `momentum` towards them (with the unbiased variance), in place. Otherwise the running ones are
/// used. weight, bias, running_mean, running_var: (C) or null. A half input may come with float32
/// parameters. Throws kRuntime on sizes and dtypes that do not fit, kValue when training with one
/// value a channel.
Tensor batch_norm(const Tensor& input, const Tensor& running_mean, const Tensor& running_var,
                  const Tensor& weight, const Tensor& bias, bool training, double momentum,
                  double eps);

/// (x - mean) / sqrt(var + eps) * weight + bias over the last dims, which are `normalized_shape`;
/// weight and bias of that shape, or null. Throws kRuntime on sizes and dtypes that do not fit.
Tensor layer_norm(const Tensor& input, std::span<const std::int64_t> normalized_shape,
                  const Tensor& weight = Tensor(), const Tensor& bias = Tensor(),
                  double eps = 1e-5);

namespace detail {
Tensor batch_norm(std::string_view who, const Tensor& input, const Tensor& running_mean,
                  const Tensor& running_var, const Tensor& weight, const Tensor& bias,
                  bool training, double momentum, double eps);
Tensor layer_norm(std::string_view who, const Tensor& input,
                  std::span<const std::int64_t> normalized_shape, const Tensor& weight,
                  const Tensor& bias, double eps);
}  // namespace detail

}  // namespace tenon

#endif  // TENON_OPS_NORM_H_
