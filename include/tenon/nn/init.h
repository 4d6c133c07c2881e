/// Initial values, named and drawn as torch.nn.init: bit for bit from the same seed.
#ifndef TENON_NN_INIT_H_
#define TENON_NN_INIT_H_

#include <cstdint>
#include <string_view>
#include <utility>

#include "tenon/random.h"
#include "tenon/tensor.h"

namespace tenon::nn::init {

// All fill in place, bump the version counter and return the tensor. Those that draw do it from
// `generator`, or from the tensor's context's if that is null.

const Tensor& uniform_(const Tensor& t, double a = 0, double b = 1, Generator* generator = nullptr);
const Tensor& normal_(const Tensor& t, double mean = 0, double std = 1,
                      Generator* generator = nullptr);
const Tensor& constant_(const Tensor& t, double value);
const Tensor& zeros_(const Tensor& t);
const Tensor& ones_(const Tensor& t);

/// Which fan a Kaiming bound keeps the variance of.
enum class FanMode : std::int32_t { kFanIn = 0, kFanOut = 1 };

/// Inputs and outputs of one unit of a weight (out, in, *): in and out times the kernel's size.
/// Throws kValue below two dims.
std::pair<std::int64_t, std::int64_t> fan_in_and_fan_out(const Tensor& t);
/// Recommended gain of a nonlinearity ("linear", "conv2d", "sigmoid", "tanh", "relu", "leaky_relu",
/// "selu" …); `parameter` is leaky_relu's slope. Throws kValue for other names.
double calculate_gain(std::string_view nonlinearity, double parameter = 0.01);

/// K. He et al., "Delving deep into rectifiers" (2015): U(-b, b), b = sqrt(3) gain / sqrt(fan).
/// A tensor without elements is left as it is and nothing is drawn.
const Tensor& kaiming_uniform_(const Tensor& t, double a = 0, FanMode mode = FanMode::kFanIn,
                               std::string_view nonlinearity = "leaky_relu",
                               Generator* generator = nullptr);
/// N(0, (gain / sqrt(fan))²).
const Tensor& kaiming_normal_(const Tensor& t, double a = 0, FanMode mode = FanMode::kFanIn,
                              std::string_view nonlinearity = "leaky_relu",
                              Generator* generator = nullptr);
/// X. Glorot, Y. Bengio, "Understanding the difficulty of training deep feedforward neural
/// networks" (2010): U(-b, b), b = sqrt(3) gain sqrt(2 / (fan_in + fan_out)).
const Tensor& xavier_uniform_(const Tensor& t, double gain = 1, Generator* generator = nullptr);
/// N(0, gain² · 2 / (fan_in + fan_out)).
const Tensor& xavier_normal_(const Tensor& t, double gain = 1, Generator* generator = nullptr);

}  // namespace tenon::nn::init

#endif  // TENON_NN_INIT_H_
