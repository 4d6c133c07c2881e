#include <cmath>
#include <limits>
#include <vector>

#include "src/optim/algorithms.h"

namespace tenon::optim {
namespace {

template <class T>
double norm(const T* x, std::int64_t count) {
  double sum = 0;
  for (std::int64_t i = 0; i < count; ++i)
    sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  return std::sqrt(sum);
}

}  // namespace

// ---- Adafactor: Shazeer, Stern, 2018. Second moments of a matrix as the product of its row and
// column means.

void Adafactor::make_state(const Tensor& param, Tensor* state) {
  Shape sizes = param.sizes();
  const int ndim = sizes.ndim();
  if (ndim < 2) {
    state[3] = Tensor::zeros_in(param.context(), sizes, param.dtype());
    return;
  }
  const auto last = static_cast<std::size_t>(ndim - 1);
  sizes[last] = 1;
  state[1] = Tensor::zeros_in(param.context(), sizes, param.dtype());
  sizes = param.sizes();
  sizes[last - 1] = 1;
  state[2] = Tensor::zeros_in(param.context(), sizes, param.dtype());
}

template <class T>
void Adafactor::update(const Options& o, const Typed<T>& p) {
  if (p.count == 0)
    return;
  const double sign = o.maximize ? -1 : 1, lr = o.lr;
  const double eps1 = o.eps[0].is_none() ? static_cast<double>(std::numeric_limits<T>::epsilon())
                                         : double{o.eps[0]};
  const double size = std::sqrt(static_cast<double>(p.count));
  const T weight = static_cast<T>(std::pow(p.step, double{o.beta2_decay}));
  const double rho = std::min(lr, 1 / std::sqrt(p.step));
  const double alpha = std::max(double{o.eps[1]}, norm(p.param, p.count) / size) * rho;
  if (o.weight_decay != 0) {
    for (std::int64_t i = 0; i < p.count; ++i)
      p.param[i] *= static_cast<T>(1 - lr * o.weight_decay);
  }
  const T least = static_cast<T>(eps1 * eps1);
  std::vector<T> update(static_cast<std::size_t>(p.count));
  const auto scaled = [&](T variance, T g) {
    return 1 / std::sqrt(std::max(variance, least)) * (static_cast<T>(sign) * g);
  };
  const int ndim = p.sizes.ndim();
  if (ndim < 2) {
    for (std::int64_t i = 0; i < p.count; ++i) {
      T& variance = p.slot(3)[i];
      variance = lerp(variance, p.grad[i] * p.grad[i], weight);
      update[static_cast<std::size_t>(i)] = scaled(variance, p.grad[i]);
    }
  } else {
    const std::int64_t cols = p.sizes[static_cast<std::size_t>(ndim - 1)];
    const std::int64_t rows = p.sizes[static_cast<std::size_t>(ndim - 2)];
    // Shape (..., rows, cols): one matrix after the other.
    for (std::int64_t at = 0, m = 0; at < p.count; at += rows * cols, ++m) {
      const T* g = p.grad + at;
      T* row_var = p.slot(1) + m * rows;
      T* col_var = p.slot(2) + m * cols;
      double mean = 0;
      for (std::int64_t r = 0; r < rows; ++r) {
        double sum = 0;
        for (std::int64_t c = 0; c < cols; ++c)
          sum += static_cast<double>(g[r * cols + c]) * static_cast<double>(g[r * cols + c]);
        row_var[r] = lerp(row_var[r], static_cast<T>(sum / static_cast<double>(cols)), weight);
        mean += static_cast<double>(row_var[r]);
      }
      for (std::int64_t c = 0; c < cols; ++c) {
        double sum = 0;
        for (std::int64_t r = 0; r < rows; ++r)
          sum += static_cast<double>(g[r * cols + c]) * static_cast<double>(g[r * cols + c]);
        col_var[c] = lerp(col_var[c], static_cast<T>(sum / static_cast<double>(rows)), weight);
      }
      const T divisor =
          std::max(static_cast<T>(mean / static_cast<double>(rows)), static_cast<T>(eps1));
      for (std::int64_t i = 0; i < rows * cols; ++i) {
        update[static_cast<std::size_t>(at + i)] =
            scaled(row_var[i / cols] * col_var[i % cols] / divisor, g[i]);
      }
    }
  }
  const double denominator = std::max(1.0, norm(update.data(), p.count) / (size * o.d));
  const T rate = static_cast<T>(-alpha / denominator);
  for (std::int64_t i = 0; i < p.count; ++i)
    p.param[i] += rate * update[static_cast<std::size_t>(i)];
}

// ---- Muon: momentum whose matrix is made orthogonal (Jordan and others, 2024). ----

namespace {

/// Rounded once to bfloat16, as a float.
float round16(float x) {
  return static_cast<float>(BFloat16(x));
}

/// out (rows, cols) = beta * c + alpha * a (rows, inner) b (inner, cols), formed in float32 and
/// rounded once. `transposed`: b is (cols, inner).
void product16(std::int64_t rows, std::int64_t inner, std::int64_t cols, float alpha,
               const float* a, const float* b, bool transposed, float beta, const float* c,
               float* out) {
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < cols; ++j) {
      float sum = 0;
      for (std::int64_t k = 0; k < inner; ++k)
        sum += a[i * inner + k] * (transposed ? b[j * inner + k] : b[k * cols + j]);
      const std::int64_t at = i * cols + j;
      out[at] = round16(c == nullptr ? sum : beta * c[at] + alpha * sum);
    }
  }
}

}  // namespace

void Muon::check(const Options& o) {
  if (!o.adjust_lr_fn.empty() && o.adjust_lr_fn != "original" &&
      o.adjust_lr_fn != "match_rms_adamw") {
    fail(ErrorCode::kValue, "Muon: adjust_lr_fn is '", o.adjust_lr_fn,
         "', must be None, 'original' or 'match_rms_adamw'");
  }
}

void Muon::check_param(const Tensor& param) {
  if (param.ndim() != 2) {
    fail(ErrorCode::kValue, "Muon: a parameter is ", param.sizes(), ", must have 2 dimensions");
  }
}

template <class T>
void Muon::update(const Options& o, const Typed<T>& p) {
  if (o.ns_steps >= 100)
    fail(ErrorCode::kValue, "Muon: ns_steps is ", double{o.ns_steps}, ", must be less than 100");
  const std::int64_t height = p.sizes[0], width = p.sizes[1];
  const bool turned = height > width;
  const std::int64_t rows = turned ? width : height, cols = turned ? height : width;
  const T weight = static_cast<T>(1 - o.momentum), momentum = static_cast<T>(o.momentum);
  std::vector<float> x(static_cast<std::size_t>(p.count)), next(x.size());
  std::vector<float> gram(static_cast<std::size_t>(rows * rows)), step(gram.size());
  double squares = 0;
  for (std::int64_t i = 0; i < p.count; ++i) {
    T& buffer = p.slot(0)[i];
    buffer = lerp(buffer, p.grad[i], weight);
    const T direction = o.nesterov ? lerp(p.grad[i], buffer, momentum) : buffer;
    const std::int64_t at = turned ? i % width * height + i / width : i;
    const float v = round16(static_cast<float>(direction));
    x[static_cast<std::size_t>(at)] = v;
    squares += static_cast<double>(v) * static_cast<double>(v);
  }
  const float length =
      std::max(round16(static_cast<float>(std::sqrt(squares))), round16(static_cast<float>(o.eps)));
  for (float& v : x)
    v = round16(v / length);
  const float a = static_cast<float>(o.ns_coefficients[0]);
  const float b = static_cast<float>(o.ns_coefficients[1]);
  const float c = static_cast<float>(o.ns_coefficients[2]);
  for (int n = 0; n < static_cast<int>(o.ns_steps); ++n) {
    product16(rows, cols, rows, 1, x.data(), x.data(), true, 0, nullptr, gram.data());
    product16(rows, rows, rows, c, gram.data(), gram.data(), false, b, gram.data(), step.data());
    product16(rows, rows, cols, 1, step.data(), x.data(), false, a, x.data(), next.data());
    x.swap(next);
  }
  const double ratio = static_cast<double>(height) / static_cast<double>(width);
  const double longer = static_cast<double>(std::max(height, width));
  const double adjusted =
      o.lr * (o.adjust_lr_fn == "match_rms_adamw" ? 0.2 * std::sqrt(longer)
                                                  : std::sqrt(std::max(1.0, ratio)));
  const T shrink = static_cast<T>(1 - o.lr * o.weight_decay), rate = static_cast<T>(-adjusted);
  for (std::int64_t i = 0; i < p.count; ++i) {
    const std::int64_t at = turned ? i % width * height + i / width : i;
    p.param[i] = p.param[i] * shrink + rate * static_cast<T>(x[static_cast<std::size_t>(at)]);
  }
}

template void Adafactor::update(const Options&, const Typed<float>&);
template void Adafactor::update(const Options&, const Typed<double>&);
template void Muon::update(const Options&, const Typed<float>&);
template void Muon::update(const Options&, const Typed<double>&);

}  // namespace tenon::optim
