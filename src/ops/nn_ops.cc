// The table of torch.nn.functional's ops with weights or windows.
#include <algorithm>

#include "src/ops/op_tables.h"
#include "src/ops/op_values.h"
#include "tenon/context.h"
#include "tenon/ops/attention.h"
#include "tenon/ops/conv.h"
#include "tenon/ops/dropout.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/embedding.h"
#include "tenon/ops/linear.h"
#include "tenon/ops/matmul.h"
#include "tenon/ops/norm.h"
#include "tenon/ops/pool.h"
#include "tenon/ops/softmax.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

/// One entry for each of `count` dims: torch takes one number for all.
Dims window_dims(const OpArgs& a, int i, std::size_t count) {
  Dims dims = a.dims(i);
  if (dims.size() == 1) {
    while (dims.size() < count)
      dims.push_back(dims[0]);
  }
  if (!dims.empty() && dims.size() != count) {
    fail(ErrorCode::kRuntime, a.name(), ": ", a.param(i), " is ", dims, ", wanted ", count,
         " entries");
  }
  return dims;
}

/// "input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1"
ConvWindow conv_window(const OpArgs& a, std::size_t count) {
  ConvWindow window;
  window.stride = window_dims(a, 3, count);
  window.dilation = window_dims(a, 5, count);
  window.groups = a.integer(6, 1);
  if (a.value(4).kind() != ValueKind::kString) {
    window.pad_before = window_dims(a, 4, count);
    return window;
  }
  const std::string_view padding = a.text(4, "");
  if (padding == "valid")
    return window;
  if (padding != "same") {
    fail(ErrorCode::kRuntime, a.name(), ": padding is '", padding, "', wanted 'valid' or 'same'");
  }
  const Tensor weight = a.tensor(1);
  for (std::size_t d = 0; d < count; ++d) {
    if (!window.stride.empty() && window.stride[d] != 1) {
      fail(ErrorCode::kRuntime, a.name(), ": padding 'same' goes with stride 1 only");
    }
    const std::int64_t dilation = window.dilation.empty() ? 1 : window.dilation[d];
    const std::int64_t kernel =
        weight.ndim() < static_cast<int>(count) ? 1 : weight.sizes().last(count - d);
    const std::int64_t total = std::max<std::int64_t>(dilation * (kernel - 1), 0);
    window.pad_before.push_back(total / 2);
    window.pad_after.push_back(total - total / 2);
  }
  return window;
}

/// torch computes these on int64 too, which no layer does.
void check_floating(const OpArgs& a) {
  if (is_integral(a.tensor(0).dtype())) {
    fail(ErrorCode::kUnsupported, a.name(), ": integers are not supported, got ",
         dtype_name(a.tensor(0).dtype()));
  }
}

template <std::size_t kCount>
Value call_conv(const OpArgs& a) {
  check_floating(a);
  const auto conv = kCount == 1 ? conv1d : conv2d;
  return conv(a.tensor(0), a.tensor(1), a.tensor_or_null(2), conv_window(a, kCount));
}

/// "input, kernel_size, stride=None, padding=0, …"
PoolWindow pool_window(const OpArgs& a, std::size_t count) {
  PoolWindow window;
  window.kernel_size = window_dims(a, 1, count);
  window.stride = window_dims(a, 2, count);
  window.padding = window_dims(a, 3, count);
  for (const std::int64_t size : window.kernel_size) {
    constexpr std::int64_t kLargest = std::int64_t{1} << 40;  // sums of sizes must stay in range
    if (size > kLargest) {
      fail(ErrorCode::kRuntime, a.name(), ": kernel_size ", size, " is larger than any input");
    }
  }
  return window;
}

template <std::size_t kCount>
Value call_max_pool(const OpArgs& a) {
  PoolWindow window = pool_window(a, kCount);
  window.dilation = window_dims(a, 4, kCount);
  window.ceil_mode = a.flag(5, false);
  const auto pool = kCount == 1 ? max_pool1d : max_pool2d;
  if (!a.flag(6, false))
    return pool(a.tensor(0), window, nullptr);
  Tensor indices;
  const Tensor values = pool(a.tensor(0), window, &indices);
  return Value::tuple({values, indices});
}

template <std::size_t kCount>
Value call_avg_pool(const OpArgs& a) {
  check_floating(a);
  PoolWindow window = pool_window(a, kCount);
  window.ceil_mode = a.flag(4, false);
  const bool count_include_pad = a.flag(5, true);
  if constexpr (kCount == 1) {
    return avg_pool1d(a.tensor(0), window, count_include_pad);
  } else {
    if (a.has(6) && a.integer(6) == 0) {
      fail(ErrorCode::kRuntime, a.name(), ": divisor_override is 0");
    }
    return avg_pool2d(a.tensor(0), window, count_include_pad, a.integer(6, 0));
  }
}

Value call_embedding(const OpArgs& a) {
  const Tensor indices = a.tensor(0);
  const Tensor weight = a.tensor(1);
  if (a.has(2)) {
    const std::int64_t padding = a.integer(2);
    if (weight.ndim() > 0 && (padding >= weight.size(0) || padding < -weight.size(0))) {
      fail(ErrorCode::kAssertion, "embedding: padding_idx ", padding, " is out of range for ",
           weight.sizes());
    }
  }
  if (a.has(3))
    embedding_renorm_(weight, indices, a.number(3), a.number(4, 2));
  return embedding(weight, indices);
}

/// softmax(input, dim, dtype) of torch and softmax(input, dim, _stacklevel, dtype) of its
/// functional.
template <Tensor (*F)(const Tensor&, std::int64_t)>
Value call_softmax(const OpArgs& a) {
  Tensor x = a.tensor(0);
  const int dtype = a.value(2).kind() == ValueKind::kDType ? 2 : 3;
  if (a.has(dtype))
    x = x.to(*a.dtype(dtype));
  // Without dim torch guesses it from the number of dims.
  const bool first = x.ndim() == 0 || x.ndim() == 1 || x.ndim() == 3;
  return F(x, a.integer(1, first ? 0 : 1));
}

Tensor softmin(const Tensor& x, std::int64_t dim) {
  return softmax(neg(x), dim);
}

Value call_dropout(const OpArgs& a) {
  const Tensor x = a.tensor(0);
  const bool in_place = a.flag(3, false);
  const double p = a.number(1, 0.5);
  Generator& generator = x.context().generator();
  if (in_place)
    return dropout_(x, p, a.flag(2, true), generator);
  return dropout(x, p, a.flag(2, true), generator);
}

/// Integers, which layers have not, go through matmul.
Tensor call_linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  if (!is_integral(x.dtype()) || weight.ndim() > 2)
    return linear(x, weight, bias);
  const Tensor product = matmul(x, t(weight));
  return bias.defined() ? add(product, bias) : product;
}

Tensor linear_without_bias(const Tensor& x, const Tensor& weight) {
  return call_linear(x, weight, Tensor());
}

Value call_attention(const OpArgs& a) {
  AttentionOptions options;
  options.attn_mask = a.tensor_or_null(3);
  options.dropout_p = a.number(4, 0);
  options.is_causal = a.flag(5, false);
  options.scale = optional_number(a, 6);
  options.enable_gqa = a.flag(7, false);
  return scaled_dot_product_attention(a.tensor(0), a.tensor(1), a.tensor(2), options);
}

constexpr std::string_view kConvParams =
    "input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1";
constexpr std::string_view kMaxPoolParams =
    "input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, "
    "return_indices=False";
constexpr std::string_view kSoftmaxParams = "input, dim=None, _stacklevel=3, dtype=None";

constexpr OpInfo kOps[] = {
    {"linear", "input, weight, bias=None", "x times weight transposed, plus bias",
     [](const OpArgs& a) -> Value {
       return call_linear(a.tensor(0), a.tensor(1), a.tensor_or_null(2));
     },
     nullptr, linear_without_bias},
    {"conv1d", kConvParams, "convolution over one dim", call_conv<1>},
    {"conv2d", kConvParams, "convolution over two dims", call_conv<2>},
    {"max_pool1d", kMaxPoolParams, "largest of each window", call_max_pool<1>},
    {"max_pool2d", kMaxPoolParams, "largest of each window", call_max_pool<2>},
    {"avg_pool1d",
     "input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True",
     "mean of each window", call_avg_pool<1>},
    {"avg_pool2d",
     "input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "
     "divisor_override=None",
     "mean of each window", call_avg_pool<2>},
    {"batch_norm",
     "input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, "
     "eps=1e-05",
     "normalised over the batch, by channel",
     [](const OpArgs& a) -> Value {
       // Nothing is normal as it is, whatever its dims.
       if (a.tensor(0).ndim() < 2 && a.tensor(0).numel() == 0)
         return a.tensor(0).clone();
       return batch_norm(a.tensor(0), a.tensor_or_null(1), a.tensor_or_null(2), a.tensor_or_null(3),
                         a.tensor_or_null(4), a.flag(5, false), a.number(6, 0.1),
                         a.number(7, 1e-5));
     }},
    {"layer_norm", "input, normalized_shape, weight=None, bias=None, eps=1e-05",
     "normalised over the last dims",
     [](const OpArgs& a) -> Value {
       return layer_norm(a.tensor(0), a.dims(1), a.tensor_or_null(2), a.tensor_or_null(3),
                         a.number(4, 1e-5));
     }},
    {"embedding",
     "input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, "
     "sparse=False",
     "rows of a table by number", call_embedding},
    {"softmax", kSoftmaxParams, "e^x over its sum along a dim", call_softmax<softmax>},
    {"log_softmax", kSoftmaxParams, "log of softmax", call_softmax<log_softmax>},
    {"softmin", kSoftmaxParams, "softmax of -x", call_softmax<softmin>},
    {"dropout", "input, p=0.5, training=True, inplace=False", "zeros at random, the rest scaled",
     call_dropout},
    {"scaled_dot_product_attention",
     "query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, "
     "enable_gqa=False",
     "values weighed by how keys fit queries", call_attention},
};

}  // namespace

std::span<const OpInfo> nn_ops() noexcept {
  return kOps;
}

}  // namespace tenon
