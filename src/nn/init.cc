#include "tenon/nn/init.h"

#include <cmath>

namespace tenon::nn::init {
namespace {

Generator& chosen(const Tensor& t, Generator* generator) {
  return generator != nullptr ? *generator : t.context().generator();
}

double fan_of(const Tensor& t, FanMode mode) {
  const auto [in, out] = fan_in_and_fan_out(t);
  return static_cast<double>(mode == FanMode::kFanIn ? in : out);
}

double xavier_std(const Tensor& t, double gain) {
  const auto [in, out] = fan_in_and_fan_out(t);
  return gain * std::sqrt(2.0 / static_cast<double>(in + out));
}

}  // namespace

const Tensor& uniform_(const Tensor& t, double a, double b, Generator* generator) {
  tenon::uniform_(t, a, b, chosen(t, generator));
  return t;
}

const Tensor& normal_(const Tensor& t, double mean, double std, Generator* generator) {
  tenon::normal_(t, mean, std, chosen(t, generator));
  return t;
}

const Tensor& constant_(const Tensor& t, double value) {
  return t.fill_(value);
}
const Tensor& zeros_(const Tensor& t) {
  return t.fill_(0);
}
const Tensor& ones_(const Tensor& t) {
  return t.fill_(1);
}

std::pair<std::int64_t, std::int64_t> fan_in_and_fan_out(const Tensor& t) {
  if (t.ndim() < 2) {
    fail(ErrorCode::kValue, "fan_in and fan_out: tensor is ", t.sizes(), ", wants at least 2 dims");
  }
  std::int64_t field = 1;
  for (std::size_t i = 2; i < t.sizes().size(); ++i)
    field *= t.sizes()[i];
  return {t.sizes()[1] * field, t.sizes()[0] * field};
}

double calculate_gain(std::string_view nonlinearity, double parameter) {
  for (const std::string_view name : {"linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d",
                                      "conv_transpose2d", "conv_transpose3d", "sigmoid"}) {
    if (nonlinearity == name)
      return 1;
  }
  if (nonlinearity == "tanh")
    return 5.0 / 3;
  if (nonlinearity == "relu")
    return std::sqrt(2.0);
  if (nonlinearity == "leaky_relu")
    return std::sqrt(2.0 / (1 + parameter * parameter));
  if (nonlinearity == "selu")
    return 3.0 / 4;
  fail(ErrorCode::kValue, "calculate_gain: unknown nonlinearity '", nonlinearity, "'");
}

const Tensor& kaiming_uniform_(const Tensor& t, double a, FanMode mode,
                               std::string_view nonlinearity, Generator* generator) {
  if (t.numel() == 0)
    return t;
  const double std = calculate_gain(nonlinearity, a) / std::sqrt(fan_of(t, mode));
  const double bound = std::sqrt(3.0) * std;
  return uniform_(t, -bound, bound, generator);
}

const Tensor& kaiming_normal_(const Tensor& t, double a, FanMode mode,
                              std::string_view nonlinearity, Generator* generator) {
  if (t.numel() == 0)
    return t;
  return normal_(t, 0, calculate_gain(nonlinearity, a) / std::sqrt(fan_of(t, mode)), generator);
}

const Tensor& xavier_uniform_(const Tensor& t, double gain, Generator* generator) {
  const double bound = std::sqrt(3.0) * xavier_std(t, gain);
  return uniform_(t, -bound, bound, generator);
}

const Tensor& xavier_normal_(const Tensor& t, double gain, Generator* generator) {
  return normal_(t, 0, xavier_std(t, gain), generator);
}

}  // namespace tenon::nn::init
