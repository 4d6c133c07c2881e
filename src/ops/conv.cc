#include "tenon/ops/conv.h"

#include "src/kernels/conv.h"
#include "src/ops/checks.h"
#include "src/ops/packed.h"
#include "src/ops/parallel.h"

namespace tenon {
namespace {

using kernels::ConvShape;

struct Geometry {
  ConvShape shape;
  Shape out_sizes;
};

std::int64_t entry(const Dims& dims, std::size_t i, std::int64_t absent) {
  return dims.empty() ? absent : dims[i];
}

void check_channels(std::string_view who, std::size_t dims, const Tensor& input,
                    const Tensor& weight, const Tensor& bias, std::int64_t groups) {
  if (weight.sizes().size() != dims + 2) {
    fail(ErrorCode::kRuntime, who, ": weight is ", weight.ndim(), "-d, wants ", dims + 2,
         "-d: ", weight.sizes());
  }
  if (input.sizes().size() != dims + 1 && input.sizes().size() != dims + 2) {
    fail(ErrorCode::kRuntime, who, ": input is ", input.ndim(), "-d, wants ",
         dims == 1 ? "(C, L) or (N, C, L)" : "(C, H, W) or (N, C, H, W)", ": ", input.sizes());
  }
  if (groups <= 0)
    fail(ErrorCode::kRuntime, who, ": groups is ", groups, ", wants more than 0");
  const std::int64_t channels = input.sizes().last(dims + 1);
  const std::int64_t wanted = weight.sizes()[1] * groups;
  if (channels != wanted) {
    fail(ErrorCode::kRuntime, who, ": input has ", channels, " channels, weight wants ", wanted,
         " (input ", input.sizes(), ", weight ", weight.sizes(), ", groups ", groups, ")");
  }
  if (weight.sizes()[0] < groups || weight.sizes()[0] % groups != 0) {
    fail(ErrorCode::kRuntime, who, ": weight ", weight.sizes(), " does not divide into ", groups,
         " groups");
  }
  if (bias.defined() && (bias.ndim() != 1 || bias.numel() != weight.sizes()[0])) {
    fail(ErrorCode::kRuntime, who, ": bias is ", bias.sizes(), ", weight ", weight.sizes(),
         " wants (", weight.sizes()[0], ",)");
  }
}

/// One axis of the window checked; the output's length along it.
std::int64_t axis(std::string_view who, const Tensor& input, std::int64_t in, std::int64_t kernel,
                  std::int64_t stride, std::int64_t dilation, std::int64_t before,
                  std::int64_t after, PaddingMode mode) {
  if (stride <= 0 || dilation <= 0 || kernel <= 0) {
    fail(ErrorCode::kRuntime, who, ": kernel ", kernel, ", stride ", stride, ", dilation ",
         dilation, " must be more than 0");
  }
  if (before < 0 || after < 0) {
    fail(ErrorCode::kRuntime, who, ": padding is ", std::min(before, after), ", wants at least 0");
  }
  const std::int64_t most = std::max(before, after);
  if ((mode == PaddingMode::kReflect && most >= in && most > 0) ||
      (mode == PaddingMode::kCircular && most > in) ||
      (mode == PaddingMode::kReplicate && in == 0 && most > 0)) {
    fail(ErrorCode::kRuntime, who, ": padding ", most, " is too much for size ", in, " in mode ",
         mode == PaddingMode::kReflect    ? "reflect"
         : mode == PaddingMode::kCircular ? "circular"
                                          : "replicate",
         " (input ", input.sizes(), ")");
  }
  const std::int64_t out = kernels::conv_out_size(in, kernel, stride, dilation, before, after);
  if (out <= 0) {
    fail(ErrorCode::kRuntime, who, ": kernel ", kernel, " with dilation ", dilation,
         " does not fit size ", in, " with padding ", before, " + ", after, " (input ",
         input.sizes(), ")");
  }
  return out;
}

Geometry geometry(std::string_view who, std::size_t dims, const Tensor& input, const Tensor& weight,
                  const ConvWindow& window) {
  Geometry g;
  ConvShape& s = g.shape;
  g.out_sizes = input.sizes();
  const std::size_t first = input.sizes().size() - dims;
  s.batch = first == 2 ? input.sizes()[0] : 1;
  s.in_channels = input.sizes()[first - 1];
  s.out_channels = weight.sizes()[0];
  g.out_sizes[first - 1] = s.out_channels;
  s.groups = window.groups;
  s.padding_mode = static_cast<kernels::PaddingMode>(window.padding_mode);
  for (std::size_t i = 0; i < dims; ++i) {
    const std::int64_t in = input.sizes()[first + i];
    const std::int64_t kernel = weight.sizes()[2 + i];
    const std::int64_t stride = entry(window.stride, i, 1);
    const std::int64_t dilation = entry(window.dilation, i, 1);
    const std::int64_t before = entry(window.pad_before, i, 0);
    const std::int64_t after = entry(window.pad_after, i, before);
    g.out_sizes[first + i] =
        axis(who, input, in, kernel, stride, dilation, before, after, window.padding_mode);
    const bool width = i + 1 == dims;
    (width ? s.in_width : s.in_height) = in;
    (width ? s.kernel_width : s.kernel_height) = kernel;
    (width ? s.stride_width : s.stride_height) = stride;
    (width ? s.dilation_width : s.dilation_height) = dilation;
    (width ? s.pad_left : s.pad_top) = before;
    (width ? s.pad_right : s.pad_bottom) = after;
  }
  return g;
}

template <class T>
void run(const ConvShape& shape, const Tensor& x, const Tensor& weight, const Tensor& bias,
         const Tensor& y, PackedCache* cache) {
  kernels::Conv<T> problem;
  problem.shape = shape;
  problem.x = x.data<T>();
  problem.y = y.data<T>();
  if (bias.defined())
    problem.bias = bias.data<T>();
  const Tensor dense = weight.contiguous();
  if (cache != nullptr && weight.numel() > 0) {
    const auto bytes = [&] { return kernels::conv_packed_weight_bytes<T>(shape); };
    const auto pack = [&](PackedEntry& entry) {
      kernels::conv_pack_weights<T>(shape, dense.data<T>(), entry.memory);
    };
    const PackedEntry& entry = packed(*cache, weight, shape.groups, bytes, pack);
    problem.packed_weight = entry.memory;
    problem.packed_isa = entry.isa;
  } else {
    problem.weight = dense.data<T>();
  }
  run_conv(y.context(), problem);
}

}  // namespace

namespace detail {

Tensor conv(std::string_view who, std::size_t dims, const Tensor& input, const Tensor& weight,
            const Tensor& bias, const ConvWindow& window, PackedCache* cache) {
  check_operand(who, input, "weight", weight);
  check_operand(who, input, "bias", bias);
  check_floating(who, input);
  check_channels(who, dims, input, weight, bias, window.groups);
  const Geometry g = geometry(who, dims, input, weight, window);
  if (is_half(input.dtype())) {
    return conv(who, dims, to_float(input), to_float(weight), to_float(bias), window, nullptr)
        .to(input.dtype());
  }
  const Tensor x = input.contiguous();
  const Tensor y = Tensor::empty_in(x.context(), g.out_sizes, x.dtype());
  if (y.numel() == 0)
    return y;
  const Tensor b = contiguous_or_null(bias);
  dispatch_compute(x.dtype(), [&]<class T>() { run<T>(g.shape, x, weight, b, y, cache); });
  return y;
}

}  // namespace detail

Tensor conv1d(const Tensor& input, const Tensor& weight, const Tensor& bias,
              const ConvWindow& window) {
  return detail::conv("conv1d", 1, input, weight, bias, window, nullptr);
}

Tensor conv2d(const Tensor& input, const Tensor& weight, const Tensor& bias,
              const ConvWindow& window) {
  return detail::conv("conv2d", 2, input, weight, bias, window, nullptr);
}

}  // namespace tenon
