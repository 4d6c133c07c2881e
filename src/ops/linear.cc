#include "tenon/ops/linear.h"

#include "src/kernels/gemm.h"
#include "src/ops/checks.h"
#include "src/ops/packed.h"
#include "src/ops/scratch.h"

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

template <class T>
void run(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& y,
         std::int64_t rows, PackedCache* cache) {
  Gemm<T> g;
  g.m = rows;
  g.k = weight.sizes().back();
  g.n = weight.ndim() == 2 ? weight.sizes()[0] : 1;
  const T* const w = static_cast<const T*>(weight.raw_data());
  const std::int64_t w_row = weight.ndim() == 2 ? weight.strides()[0] : 0;
  g.b = {w, weight.strides().back(), w_row};
  g.a = {static_cast<const T*>(x.raw_data()), g.k, 1};
  if (!x.is_contiguous())
    g.a = {g.a.data, x.ndim() == 2 ? x.strides()[0] : 0, x.strides().back()};
  g.c = static_cast<T*>(y.raw_data());
  g.c_row_stride = g.n;
  if (bias.defined())
    g.col_bias = static_cast<const T*>(bias.raw_data());
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
  const Scratch scratch(y.context(), kernels::gemm_scratch_bytes(g));
  kernels::gemm(g, scratch.data());
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
  Shape sizes = input.sizes();
  std::int64_t rows = 1;
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i)
    rows *= sizes[i];
  if (weight.ndim() == 2) {
    sizes.back() = weight.sizes()[0];
  } else {
    sizes.erase(sizes.size() - 1);
  }
  const Tensor y = Tensor::empty_in(input.context(), sizes, input.dtype());
  const Tensor x = input.is_contiguous() || input.ndim() <= 2 ? input : input.contiguous();
  const Tensor b = contiguous_or_null(bias);
  if (input.dtype() == DType::kFloat32) {
    run<float>(x, weight, b, y, rows, cache);
  } else {
    run<double>(x, weight, b, y, rows, cache);
  }
  return y;
}

}  // namespace detail

Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias) {
  return detail::linear("linear", input, weight, bias, nullptr);
}

}  // namespace tenon
