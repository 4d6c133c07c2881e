#include "tenon/ops/dropout.h"

#include "src/kernels/elementwise.h"
#include "src/ops/checks.h"

namespace tenon {
namespace {

bool draws_nothing(const Tensor& input, double p, bool training) {
  check_floating("dropout", input);
  if (!(p >= 0 && p <= 1)) {
    fail(ErrorCode::kValue, "dropout: p is ", p, ", wants 0 <= p <= 1");
  }
  return p == 0 || !training || input.numel() == 0;
}

/// input * noise with noise = bernoulli(1 - p) / (1 - p), each step rounded to the dtype as PyTorch
/// does, so that masked infinities become NaN there and here.
void scale_by_noise(const Tensor& input, double p, Generator& generator, const Tensor& output) {
  const Tensor x = input.contiguous();
  const Tensor noise = Tensor::empty_like(x);
  if (p == 1) {
    noise.zero_();
  } else {
    bernoulli_(noise, 1 - p, generator);
  }
  const std::int64_t n = x.numel();
  switch (x.dtype()) {
    case DType::kFloat32:
    case DType::kFloat64:
      dispatch_compute(x.dtype(), [&]<class T>() {
        if (p != 1) {
          kernels::div_scalar(noise.data<T>(), static_cast<T>(1 - p), noise.data<T>(), n);
        }
        kernels::mul(x.data<T>(), noise.data<T>(), output.data<T>(), n);
      });
      return;
    default: {
      const auto multiply = [&]<class T>() {
        const T* in = x.data<T>();
        const T* mask = noise.data<T>();
        T* out = output.data<T>();
        const T kept(p == 1 ? 0.0f : 1.0f / static_cast<float>(1 - p));
        for (std::int64_t i = 0; i < n; ++i) {
          const float factor = static_cast<float>(mask[i]) != 0 ? static_cast<float>(kept) : 0.0f;
          out[i] = T(static_cast<float>(in[i]) * factor);
        }
      };
      if (x.dtype() == DType::kFloat16) {
        multiply.template operator()<Half>();
      } else {
        multiply.template operator()<BFloat16>();
      }
    }
  }
}

}  // namespace

Tensor dropout(const Tensor& input, double p, bool training, Generator& generator) {
  if (draws_nothing(input, p, training))
    return input;
  const Tensor output = Tensor::empty_like(input);
  scale_by_noise(input, p, generator, output);
  return output;
}

const Tensor& dropout_(const Tensor& input, double p, bool training, Generator& generator) {
  if (draws_nothing(input, p, training))
    return input;
  if (input.is_contiguous()) {
    input.begin_write("dropout_");
    scale_by_noise(input, p, generator, input);
  } else {
    input.copy_(dropout(input, p, training, generator));
  }
  return input;
}

}  // namespace tenon
