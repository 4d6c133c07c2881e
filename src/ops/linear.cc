#include "tenon/ops/linear.h"

#include <array>
#include <span>

#include "src/kernels/gemm.h"
#include "src/ops/checks.h"
#include "src/ops/packed.h"
#include "src/ops/parallel.h"

namespace tenon {
namespace {

using kernels::Gemm;
using kernels::GemmSide;
using kernels::MatrixView;
using kernels::PackedMatrix;

// With one row the unpacked weight is read just once, row by row, which no packing beats.
constexpr std::int64_t kPackedFromRows = 2;

void check_sizes(std::string_view who, const Tensor& input, const Tensor& weight,
                 const Tensor& bias) {
  if (weight.ndim() != 1 && weight.ndim() != 2) {
    fail(ErrorCode::kRuntime, who, ": weight is ", weight.ndim(),
         "-d, wants 2-d: ", weight.sizes());
  }
  if (input.ndim() == 0) {
    fail(ErrorCode::kRuntime, who, ": input has no dims, weight wants ", weight.sizes().back(),
         " in the last one");
  }
  if (input.sizes().back() != weight.sizes().back()) {
    fail(ErrorCode::kRuntime, who, ": last dimension is ", input.sizes().back(), ", weight wants ",
         weight.sizes().back(), " (input ", input.sizes(), ", weight ", weight.sizes(), ")");
  }
  if (!bias.defined())
    return;
  const std::int64_t outputs = weight.ndim() == 2 ? weight.sizes()[0] : 1;
  const bool fits = bias.numel() == outputs && bias.ndim() <= 1;
  if (!fits) {
    fail(ErrorCode::kRuntime, who, ": bias is ", bias.sizes(), ", weight ", weight.sizes(),
         " wants (", outputs, ",)");
  }
}

/// (*, out), or (*) for a weight without a dim of outputs.
Tensor make_output(const Tensor& input, std::int64_t rows, std::int64_t outputs, bool keeps_dim) {
  const std::array<std::int64_t, 2> sizes{rows, outputs};
  if (keeps_dim && input.ndim() <= 2) {  // the usual case, without building a Shape
    const std::size_t skip = input.ndim() == 2 ? 0 : 1;
    return Tensor::empty_in(input.context(), std::span(sizes).subspan(skip), input.dtype());
  }
  Shape general = input.sizes();
  if (keeps_dim) {
    general.back() = outputs;
  } else {
    general.erase(general.size() - 1);
  }
  return Tensor::empty_in(input.context(), general, input.dtype());
}

template <class T>
T* data_of(const TensorImpl& t) {
  return static_cast<T*>(t.storage->data()) + t.offset;
}

template <class T>
void run(const TensorImpl& x, const Tensor& weight, const TensorImpl* bias, const TensorImpl& y,
         std::int64_t rows, std::int64_t outputs, PackedCache* cache) {
  const TensorImpl& w = weight.impl();
  const bool is_matrix = w.sizes.size() == 2;
  Gemm<T> g;
  g.m = rows;
  g.k = w.sizes.back();
  g.n = outputs;
  g.b = {data_of<T>(w), w.strides.back(), is_matrix ? w.strides[0] : 0};
  g.a = {data_of<T>(x), g.k, 1};
  if (!x.contiguous) {
    g.a = {g.a.data, x.sizes.size() == 2 ? x.strides[0] : 0, x.strides.back()};
  }
  g.c = data_of<T>(y);
  g.c_row_stride = g.n;
  if (bias != nullptr) {
    g.col_bias = data_of<T>(*bias);
  }
  PackedMatrix<T> matrix;
  if (cache != nullptr && rows >= kPackedFromRows && g.n > 1 && g.k > 0) {
    const auto bytes = [&] { return kernels::packed_bytes<T>(GemmSide::kRight, g.n, g.k); };
    const auto pack = [&](PackedEntry& entry) {
      entry.panel = kernels::pack_matrix<T>(GemmSide::kRight, g.n, g.k, g.b, entry.memory).panel;
    };
    const PackedEntry& entry = packed(*cache, weight, 1, bytes, pack);
    matrix = {
        static_cast<const T*>(entry.memory), g.n, g.k, entry.panel, GemmSide::kRight, entry.isa};
    g.packed_b = &matrix;
  }
  run_gemm(y.context(), g);
}

}  // namespace

namespace detail {

Tensor linear(std::string_view who, const Tensor& input, const Tensor& weight, const Tensor& bias,
              PackedCache* cache) {
  check_operand(who, input, "weight", weight);
  check_operand(who, input, "bias", bias);
  check_floating(who, input);
  check_sizes(who, input, weight, bias);
  if (is_half(input.dtype())) {
    return linear(who, to_float(input), to_float(weight), to_float(bias), nullptr)
        .to(input.dtype());
  }
  const Shape& sizes = input.sizes();
  const bool keeps_dim = weight.ndim() == 2;
  const std::int64_t outputs = keeps_dim ? weight.sizes()[0] : 1;
  std::int64_t rows = 1;
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
    rows *= sizes[i];
  }
  const Tensor y = make_output(input, rows, outputs, keeps_dim);
  // Copies only where they are needed: counting references is dear beside a small product.
  Tensor dense_input;
  if (!input.is_contiguous() && input.ndim() > 2) {
    dense_input = input.contiguous();
  }
  Tensor dense_bias;
  if (bias.defined() && !bias.is_contiguous()) {
    dense_bias = bias.contiguous();
  }
  const TensorImpl& x = dense_input.defined() ? dense_input.impl() : input.impl();
  const TensorImpl* const b = dense_bias.defined() ? dense_bias.ref().get() : bias.ref().get();
  if (x.dtype == DType::kFloat32) {
    run<float>(x, weight, b, y.impl(), rows, outputs, cache);
  } else {
    run<double>(x, weight, b, y.impl(), rows, outputs, cache);
  }
  return y;
}

}  // namespace detail

Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias) {
  return detail::linear("linear", input, weight, bias, nullptr);
}

}  // namespace tenon
