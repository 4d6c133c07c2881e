#include "src/kernels/conv.h"

#include <criterion/criterion.h>

#include <cmath>

#include "src/kernels/elementwise.h"
#include "tests/kernels/support.h"

using namespace tenon::kernels;
using kernel_tests::Aligned;
using kernel_tests::instruction_sets;
using kernel_tests::isa_name;
using kernel_tests::Numbers;
using kernel_tests::same;
using kernel_tests::Scratch;
using tenon::Isa;

namespace {

// The definition of torch.nn.Conv2d with padding_mode, one output at a time, summed as conv.h says.
template <typename T>
std::vector<T> reference(const ConvShape& s, const std::vector<T>& x, const std::vector<T>& weight,
                         const std::vector<T>& bias, Activation activation) {
  const std::int64_t out_h =
      (s.in_height + s.pad_top + s.pad_bottom - s.dilation_height * (s.kernel_height - 1) - 1) /
          s.stride_height +
      1;
  const std::int64_t out_w =
      (s.in_width + s.pad_left + s.pad_right - s.dilation_width * (s.kernel_width - 1) - 1) /
          s.stride_width +
      1;
  const std::int64_t in_group = s.in_channels / s.groups;
  const std::int64_t out_group = s.out_channels / s.groups;
  const auto pixel = [&](std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t w) -> T {
    const auto inside = [&](std::int64_t i, std::int64_t size) {
      if (s.padding_mode == PaddingMode::kReflect) {
        return i < 0 ? -i : i >= size ? 2 * size - 2 - i : i;
      }
      if (s.padding_mode == PaddingMode::kReplicate) {
        return i < 0 ? 0 : i >= size ? size - 1 : i;
      }
      if (s.padding_mode == PaddingMode::kCircular) {
        return (i + size) % size;
      }
      return i;
    };
    h = inside(h, s.in_height);
    w = inside(w, s.in_width);
    if (h < 0 || h >= s.in_height || w < 0 || w >= s.in_width) {
      return 0;
    }
    return x[static_cast<std::size_t>(((n * s.in_channels + c) * s.in_height + h) * s.in_width +
                                      w)];
  };
  std::vector<T> y;
  for (std::int64_t n = 0; n < s.batch; ++n) {
    for (std::int64_t o = 0; o < s.out_channels; ++o) {
      for (std::int64_t oh = 0; oh < out_h; ++oh) {
        for (std::int64_t ow = 0; ow < out_w; ++ow) {
          T total = 0;
          T sum = 0;
          std::int64_t k = 0;
          for (std::int64_t c = 0; c < in_group; ++c) {
            for (std::int64_t kh = 0; kh < s.kernel_height; ++kh) {
              for (std::int64_t kw = 0; kw < s.kernel_width; ++kw, ++k) {
                if (k % 256 == 0 && k != 0) {
                  total = k == 256 ? sum : total + sum;
                  sum = 0;
                }
                const T w = weight[static_cast<std::size_t>(
                    ((o * in_group + c) * s.kernel_height + kh) * s.kernel_width + kw)];
                const T v = pixel(n, o / out_group * in_group + c,
                                  oh * s.stride_height - s.pad_top + kh * s.dilation_height,
                                  ow * s.stride_width - s.pad_left + kw * s.dilation_width);
                sum = std::fma(w, v, sum);
              }
            }
          }
          T value = k > 256 ? total + sum : sum;
          if (!bias.empty()) {
            value += bias[static_cast<std::size_t>(o)];
          }
          y.push_back(value);
        }
      }
    }
  }
  activate(activation, y.data(), y.data(), static_cast<std::int64_t>(y.size()));
  return y;
}

template <typename T>
void check(const ConvShape& s, bool with_bias, Activation activation) {
  Numbers numbers(static_cast<std::uint64_t>(s.in_height * 31 + s.kernel_width));
  const std::vector<T> x = numbers.vector<T>(s.batch * s.in_channels * s.in_height * s.in_width);
  const std::vector<T> weight = numbers.vector<T>(s.out_channels * s.in_channels / s.groups *
                                                  s.kernel_height * s.kernel_width);
  const std::vector<T> bias = numbers.vector<T>(with_bias ? s.out_channels : 0);
  const std::vector<T> expected = reference(s, x, weight, bias, activation);
  cr_assert_eq(static_cast<std::int64_t>(expected.size()),
               s.batch * s.out_channels * conv_out_height(s) * conv_out_width(s));
  for (const Isa isa : instruction_sets()) {
    tenon::set_cpu_isa_for_test(isa);
    for (const bool packed : {false, true}) {
      Aligned memory(conv_packed_weight_bytes<T>(s));
      conv_pack_weights(s, weight.data(), memory.get());
      std::vector<T> y(expected.size(), std::nan(""));
      Conv<T> c;
      c.shape = s;
      c.x = x.data();
      c.weight = packed ? nullptr : weight.data();
      c.packed_weight = packed ? memory.get() : nullptr;
      c.packed_isa = isa;
      c.bias = with_bias ? bias.data() : nullptr;
      c.activation = activation;
      c.y = y.data();
      Scratch scratch(conv_scratch_bytes<T>(s, packed));
      conv(c, scratch.get());
      cr_assert(same(y, expected),
                "%s, %zu bytes, packed %d: x (%ld, %ld, %ld, %ld), out %ld, kernel (%ld, %ld), "
                "stride (%ld, %ld), dilation (%ld, %ld), pad %ld %ld %ld %ld, groups %ld, mode %d",
                isa_name(isa), sizeof(T), packed, s.batch, s.in_channels, s.in_height, s.in_width,
                s.out_channels, s.kernel_height, s.kernel_width, s.stride_height, s.stride_width,
                s.dilation_height, s.dilation_width, s.pad_top, s.pad_bottom, s.pad_left,
                s.pad_right, s.groups, static_cast<int>(s.padding_mode));
    }
  }
}

}  // namespace

Test(conv, every_element_is_the_sum_of_its_patch_in_order) {
  Numbers numbers(11);
  const auto pick = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>((numbers.next() + 1) / 2 *
                                           static_cast<double>(high - low + 1));
  };
  for (int i = 0; i < 400; ++i) {
    ConvShape s;
    s.groups = pick(1, 3);
    s.batch = pick(1, 2);
    s.in_channels = s.groups * pick(1, 4);
    s.out_channels = s.groups * pick(1, 9);
    s.kernel_height = pick(1, 4);
    s.kernel_width = pick(1, 5);
    s.stride_height = pick(1, 3);
    s.stride_width = pick(1, 3);
    s.dilation_height = pick(1, 2);
    s.dilation_width = pick(1, 3);
    s.pad_top = pick(0, 3);
    s.pad_bottom = pick(0, 3);
    s.pad_left = pick(0, 3);
    s.pad_right = pick(0, 3);
    s.in_height = (s.kernel_height - 1) * s.dilation_height + pick(4, 9);
    s.in_width = (s.kernel_width - 1) * s.dilation_width + pick(4, 40);
    s.padding_mode = static_cast<PaddingMode>(pick(0, 3));
    const bool bias = i % 2 == 0;
    if (i % 3 == 0) {
      check<double>(s, bias, static_cast<Activation>(i % 4));
    } else {
      check<float>(s, bias, static_cast<Activation>(i % 4));
    }
  }
}

Test(conv, a_kernel_may_be_larger_than_the_image_inside_its_padding) {
  ConvShape s;
  s.in_channels = 2;
  s.out_channels = 3;
  s.in_height = 2;
  s.in_width = 3;
  s.kernel_height = 5;
  s.kernel_width = 7;
  s.pad_top = s.pad_bottom = 2;
  s.pad_left = s.pad_right = 3;
  check<float>(s, true, Activation::kNone);
}

Test(conv, deep_sums_restart_every_256_steps) {
  ConvShape s;
  s.in_channels = 70;
  s.out_channels = 33;
  s.in_height = 5;
  s.in_width = 9;
  s.kernel_height = s.kernel_width = 3;
  s.pad_top = s.pad_bottom = s.pad_left = s.pad_right = 1;
  check<float>(s, true, Activation::kRelu);
  check<double>(s, true, Activation::kRelu);
}

Test(conv, pointwise_and_depthwise_follow_the_same_rule) {
  ConvShape s;
  s.batch = 2;
  s.in_channels = 40;
  s.out_channels = 24;
  s.in_height = 6;
  s.in_width = 11;
  check<float>(s, true, Activation::kNone);  // 1 x 1
  s.out_channels = 80;
  s.groups = 40;
  s.kernel_height = s.kernel_width = 3;
  s.pad_left = s.pad_right = s.pad_top = 1;
  for (int mode = 0; mode < 4; ++mode) {
    s.padding_mode = static_cast<PaddingMode>(mode);
    s.in_width = 100 + mode;
    check<float>(s, true, Activation::kSigmoid);
    s.stride_width = 2;
    check<double>(s, false, Activation::kNone);
    s.stride_width = 1;
  }
}

Test(conv, one_dimension_is_height_one) {
  // By hand: x = 1 2 3 4, kernel 1 10, 'same' padding puts the odd zero on the right.
  const float x[4] = {1, 2, 3, 4};
  const float w[2] = {1, 10};
  float y[4];
  Conv<float> c;
  c.shape.in_width = 4;
  c.shape.kernel_width = 2;
  c.shape.pad_right = 1;
  c.x = x;
  c.weight = w;
  c.y = y;
  Scratch scratch(conv_scratch_bytes<float>(c.shape, false));
  conv(c, scratch.get());
  cr_assert(y[0] == 21 && y[1] == 32 && y[2] == 43 && y[3] == 4);
}

Test(conv, a_kernel_that_does_not_fit_gives_no_output) {
  cr_assert_eq(conv_out_size(3, 5, 1, 1, 0, 0), 0);
  cr_assert_eq(conv_out_size(5, 5, 3, 1, 0, 0), 1);
  cr_assert_eq(conv_out_size(7, 3, 2, 2, 1, 0), 2);
}
