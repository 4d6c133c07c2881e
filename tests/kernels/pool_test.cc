#include "src/kernels/pool.h"

#include <criterion/criterion.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/kernels/support.h"

using namespace tenon::kernels;
using kernel_tests::Numbers;
using kernel_tests::same;

namespace {

PoolShape square(std::int64_t size, std::int64_t kernel, std::int64_t stride) {
  PoolShape s;
  s.in_height = s.in_width = size;
  s.kernel_height = s.kernel_width = kernel;
  s.stride_height = s.stride_width = stride;
  return s;
}

}  // namespace

Test(pool, max_takes_the_largest_and_says_where) {
  const float x[16] = {1, 2, 5, 3,  //
                       4, 9, 1, 1,  //
                       7, 7, 0, 2,  //
                       7, 7, 8, 2};
  float y[4];
  std::int64_t indices[4];
  max_pool2d(square(4, 2, 2), x, y, indices);
  cr_assert(y[0] == 9 && y[1] == 5 && y[2] == 7 && y[3] == 8);
  cr_assert(indices[0] == 5 && indices[1] == 2 && indices[2] == 8 && indices[3] == 14);
}

Test(pool, a_nan_wins_and_padding_never_does) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  float x[9] = {-1, -2, -3, nan, -5, -6, -inf, -8, -9};
  float y[4];
  std::int64_t indices[4];
  PoolShape s = square(3, 2, 2);
  s.pad_height = s.pad_width = 1;
  max_pool2d(s, x, y, indices);
  // Windows: {-1}, {-2, -3}, {nan, -inf}, {-5, -6, -8, -9}.
  cr_assert(y[0] == -1 && y[1] == -2 && std::isnan(y[2]) && y[3] == -5);
  cr_assert(indices[0] == 0 && indices[1] == 1 && indices[2] == 3 && indices[3] == 4);
  const float lowest[1] = {-inf};
  max_pool2d(square(1, 1, 1), lowest, y, indices);
  cr_assert(y[0] == -inf && indices[0] == 0);
}

Test(pool, dilation_skips_pixels) {
  const double x[5] = {5, 9, 4, 9, 6};
  double y[3];
  PoolShape s;
  s.in_width = 5;
  s.kernel_width = 3;
  s.dilation_width = 2;
  cr_assert_eq(pool_out_width(s), 1);
  max_pool2d<double>(s, x, y, nullptr);
  cr_assert_eq(y[0], 6);
  s.pad_width = 1;
  cr_assert_eq(pool_out_width(s), 3);
  max_pool2d<double>(s, x, y, nullptr);
  // Windows -1 1 3, 0 2 4, 1 3 5.
  cr_assert(y[0] == 9 && y[1] == 6 && y[2] == 9);
}

Test(pool, ceil_mode_adds_a_window_only_if_it_begins_inside) {
  cr_assert_eq(pool_out_size(5, 2, 2, 0, 1, false), 2);
  cr_assert_eq(pool_out_size(5, 2, 2, 0, 1, true), 3);
  // The third window would begin at 2 * 3 - 1 = 5 = in: dropped.
  cr_assert_eq(pool_out_size(5, 3, 3, 1, 1, true), 2);
  cr_assert_eq(pool_out_size(2, 3, 1, 0, 1, false), 0);
}

Test(pool, average_divides_by_what_the_options_say) {
  const float x[5] = {1, 2, 4, 8, 16};
  float y[3];
  PoolShape s;
  s.in_width = 5;
  s.kernel_width = 3;
  s.stride_width = 2;
  s.pad_width = 1;
  cr_assert_eq(pool_out_width(s), 3);
  // Windows: pad 1 2; 2 4 8; 8 16 pad.
  avg_pool2d(s, true, 0, x, y);
  cr_assert(y[0] == 1 && y[1] == 14.0F / 3 && y[2] == 8);
  avg_pool2d(s, false, 0, x, y);
  cr_assert(y[0] == 1.5F && y[1] == 14.0F / 3 && y[2] == 12);
  avg_pool2d(s, true, 2, x, y);
  cr_assert(y[0] == 1.5F && y[1] == 7 && y[2] == 12);
}

Test(pool, average_does_not_count_what_ceil_mode_hangs_over) {
  const float x[4] = {1, 2, 4, 8};
  float y[2];
  PoolShape s;
  s.in_width = 4;
  s.kernel_width = 3;
  s.stride_width = 2;
  s.ceil_mode = true;
  cr_assert_eq(pool_out_width(s), 2);
  avg_pool2d(s, true, 0, x, y);
  cr_assert(y[0] == 7.0F / 3 && y[1] == 6);
}

Test(pool, planes_are_independent_at_any_size) {
  Numbers numbers(5);
  for (std::int64_t w = 3; w < 40; ++w) {
    PoolShape s = square(7, 3, 2);
    s.in_width = w;
    s.planes = 2;
    s.pad_height = s.pad_width = 1;
    const std::vector<float> x = numbers.vector<float>(2 * 7 * w);
    const std::int64_t out_h = pool_out_height(s);
    const std::int64_t out_w = pool_out_width(s);
    std::vector<float> y(static_cast<std::size_t>(2 * out_h * out_w));
    max_pool2d<float>(s, x.data(), y.data(), nullptr);
    std::vector<float> expected;
    for (std::int64_t p = 0; p < 2; ++p) {
      for (std::int64_t oh = 0; oh < out_h; ++oh) {
        for (std::int64_t ow = 0; ow < out_w; ++ow) {
          float best = -2;
          for (std::int64_t r = std::max<std::int64_t>(0, oh * 2 - 1);
               r < std::min<std::int64_t>(7, oh * 2 + 2); ++r) {
            for (std::int64_t c = std::max<std::int64_t>(0, ow * 2 - 1);
                 c < std::min<std::int64_t>(w, ow * 2 + 2); ++c) {
              best = std::max(best, x[static_cast<std::size_t>((p * 7 + r) * w + c)]);
            }
          }
          expected.push_back(best);
        }
      }
    }
    cr_assert(same(y, expected), "width %ld", w);
  }
}
