#include "src/kernels/reduce.h"

#include <criterion/criterion.h>

#include <cmath>
#include <limits>

#include "src/kernels/norm.h"
#include "src/kernels/rnn.h"
#include "src/kernels/softmax.h"
#include "tests/kernels/support.h"

using namespace tenon::kernels;
using kernel_tests::instruction_sets;
using kernel_tests::Numbers;
using kernel_tests::same;
using tenon::Isa;

namespace {

// Runs `compute`, which fills a vector, on each instruction set; all must give the same bits.
template <typename T, typename F>
std::vector<T> everywhere(std::int64_t n, F compute) {
  std::vector<T> first;
  for (const Isa isa : instruction_sets()) {
    tenon::set_cpu_isa_for_test(isa);
    std::vector<T> y(static_cast<std::size_t>(n), std::nan(""));
    compute(y.data());
    if (first.empty()) {
      first = y;
    }
    cr_assert(same(first, y), "%s gives other bits", kernel_tests::isa_name(isa));
  }
  return first;
}

bool near(double got, double expected, double tolerance) {
  return std::fabs(got - expected) <= tolerance * (1 + std::fabs(expected));
}

template <typename T>
constexpr double kTolerance = sizeof(T) == 4 ? 3e-7 : 1e-14;

template <typename T>
void check_sums() {
  Numbers numbers(2);
  for (const std::int64_t n : {1, 3, 15, 16, 17, 33, 1000, 4096, 4097, 20000}) {
    const std::vector<T> x = numbers.vector<T>(n);
    long double exact = 0;
    long double squares = 0;
    T largest = x[0];
    for (const T v : x) {
      exact += v;
      largest = v > largest ? v : largest;
    }
    const long double mean = exact / static_cast<long double>(n);
    for (const T v : x) {
      squares += (v - mean) * (v - mean);
    }
    const std::vector<double> got = everywhere<double>(4, [&](double* y) {
      y[0] = sum(x.data(), n);
      y[1] = static_cast<double>(tenon::kernels::max(x.data(), n));
      mean_var(x.data(), n, y + 2, y + 3);
    });
    cr_assert(near(got[0], static_cast<double>(exact), 1e-12), "n %ld", n);
    cr_assert(got[1] == static_cast<double>(largest));
    cr_assert(near(got[2], static_cast<double>(mean), 1e-13));
    cr_assert(near(got[3], static_cast<double>(squares / static_cast<long double>(n)), 1e-12));
  }
}

template <typename T>
void check_softmax(std::int64_t outer, std::int64_t dim, std::int64_t inner, double range) {
  Numbers numbers(static_cast<std::uint64_t>(dim * 7 + inner));
  std::vector<T> x = numbers.vector<T>(outer * dim * inner);
  for (T& v : x) {
    v *= static_cast<T>(range);
  }
  const std::int64_t n = outer * dim * inner;
  const std::vector<T> y =
      everywhere<T>(n, [&](T* to) { softmax(x.data(), outer, dim, inner, to); });
  const std::vector<T> in_place = everywhere<T>(n, [&](T* to) {
    std::copy(x.begin(), x.end(), to);
    softmax(to, outer, dim, inner, to);
  });
  cr_assert(same(y, in_place));
  const std::vector<T> log_y = everywhere<T>(n, [&](T* to) {
    std::copy(x.begin(), x.end(), to);
    log_softmax(to, outer, dim, inner, to);
  });
  for (std::int64_t o = 0; o < outer; ++o) {
    for (std::int64_t i = 0; i < inner; ++i) {
      const auto at = [&](std::int64_t d) {
        return static_cast<std::size_t>((o * dim + d) * inner + i);
      };
      long double largest = x[at(0)];
      for (std::int64_t d = 1; d < dim; ++d) {
        largest = std::fmax(largest, static_cast<long double>(x[at(d)]));
      }
      long double total = 0;
      for (std::int64_t d = 0; d < dim; ++d) {
        total += std::exp(x[at(d)] - largest);
      }
      for (std::int64_t d = 0; d < dim; ++d) {
        const long double z = x[at(d)] - largest;
        const auto p = static_cast<double>(std::exp(z) / total);
        // x - max is rounded to T, which the exponential turns into a relative error.
        const double tolerance = kTolerance<T> * (1 + range);
        cr_assert(std::fabs(static_cast<double>(y[at(d)]) - p) <= tolerance * (p + 1e-30));
        cr_assert(near(static_cast<double>(log_y[at(d)]), static_cast<double>(z - std::log(total)),
                       kTolerance<T>));
      }
    }
  }
}

}  // namespace

Test(reduce, sums_means_and_maxima_are_exact_and_the_same_everywhere) {
  check_sums<float>();
  check_sums<double>();
}

Test(reduce, a_million_tenths_do_not_drift) {
  const std::vector<float> x(1000000, 0.1F);
  cr_assert(near(sum(x.data(), 1000000), 1000000 * static_cast<double>(0.1F), 1e-12));
}

Test(reduce, max_lets_nan_win_wherever_it_is) {
  for (const Isa isa : instruction_sets()) {
    tenon::set_cpu_isa_for_test(isa);
    for (std::int64_t n = 1; n < 50; ++n) {
      for (std::int64_t at = 0; at < n; ++at) {
        std::vector<float> x(static_cast<std::size_t>(n), 1);
        x[static_cast<std::size_t>(at)] = std::nanf("");
        cr_assert(std::isnan(tenon::kernels::max(x.data(), n)), "n %ld at %ld", n, at);
        x[static_cast<std::size_t>(at)] = 2;
        cr_assert_eq(tenon::kernels::max(x.data(), n), 2);
      }
    }
  }
}

Test(reduce, rows_and_columns) {
  // (2, 3), rows 4 apart.
  const float x[8] = {1, 5, 3, 99, 4, 2, 6, 99};
  const std::vector<float> y = everywhere<float>(7, [&](float* to) {
    sum_rows(x, 2, 3, 4, to);
    max_rows(x, 2, 3, 4, to + 2);
    sum_cols(x, 2, 3, 4, to + 4);
  });
  cr_assert(same(y, std::vector<float>{9, 12, 5, 6, 5, 7, 9}));
  Numbers numbers(4);
  const std::vector<float> wide = numbers.vector<float>(3 * 700);
  const std::vector<float> sums =
      everywhere<float>(700, [&](float* to) { sum_cols(wide.data(), 3, 700, 700, to); });
  for (std::size_t j = 0; j < 700; ++j) {
    const double exact = static_cast<double>(wide[j]) + static_cast<double>(wide[700 + j]) +
                         static_cast<double>(wide[1400 + j]);
    cr_assert(same(sums[j], static_cast<float>(exact)));
  }
}

Test(reduce, channels_are_taken_over_batch_and_space) {
  for (const std::int64_t spatial : {1, 5, 40}) {
    const std::int64_t batch = 7;
    const std::int64_t channels = 19;
    Numbers numbers(9);
    std::vector<float> x = numbers.vector<float>(batch * channels * spatial);
    for (float& v : x) {
      v += 1000;  // A variance by E x^2 - (E x)^2 would lose its digits here.
    }
    const std::vector<double> got = everywhere<double>(2 * channels, [&](double* y) {
      channel_mean_var(x.data(), batch, channels, spatial, y, y + channels);
    });
    for (std::int64_t c = 0; c < channels; ++c) {
      long double mean = 0;
      long double var = 0;
      const auto each = [&](auto f) {
        for (std::int64_t n = 0; n < batch; ++n) {
          for (std::int64_t i = 0; i < spatial; ++i) {
            f(static_cast<long double>(
                x[static_cast<std::size_t>((n * channels + c) * spatial + i)]));
          }
        }
      };
      each([&](long double v) { mean += v / static_cast<long double>(batch * spatial); });
      each([&](long double v) {
        var += (v - mean) * (v - mean) / static_cast<long double>(batch * spatial);
      });
      cr_assert(near(got[static_cast<std::size_t>(c)], static_cast<double>(mean), 1e-13));
      cr_assert(near(got[static_cast<std::size_t>(channels + c)], static_cast<double>(var), 1e-11));
    }
  }
}

Test(softmax, rows_and_strided_dimensions_sum_to_one) {
  for (const std::int64_t dim : {1, 2, 9, 64, 100, 5000}) {
    check_softmax<float>(2, dim, 1, 5);
    check_softmax<double>(2, dim, 1, 5);
  }
  for (const std::int64_t inner : {2, 7, 8, 19}) {
    check_softmax<float>(2, 10, inner, 30);
    check_softmax<double>(2, 10, inner, 30);
  }
}

Test(softmax, masked_entries_get_nothing_and_a_masked_row_is_nan) {
  const float inf = std::numeric_limits<float>::infinity();
  const float x[6] = {0, -inf, 0, -inf, -inf, -inf};
  const std::vector<float> y = everywhere<float>(12, [&](float* to) {
    softmax(x, 2, 3, 1, to);
    log_softmax(x, 2, 3, 1, to + 6);
  });
  cr_assert(y[0] == 0.5F && y[1] == 0 && y[2] == 0.5F && std::isnan(y[3]) && std::isnan(y[5]));
  cr_assert(y[7] == -inf && same(y[6], static_cast<float>(-std::log(2.0))) && std::isnan(y[9]));
}

Test(norm, layer_norm_gives_rows_of_mean_0_and_variance_1) {
  for (const std::int64_t cols : {1, 5, 16, 37, 300}) {
    Numbers numbers(6);
    const std::int64_t rows = 3;
    std::vector<float> x = numbers.vector<float>(rows * cols);
    const std::vector<float> w = numbers.vector<float>(cols);
    const std::vector<float> b = numbers.vector<float>(cols);
    const std::vector<float> y = everywhere<float>(rows * cols + 2 * rows, [&](float* to) {
      layer_norm(x.data(), rows, cols, 1e-5, w.data(), b.data(), to, to + rows * cols,
                 to + rows * cols + rows);
    });
    for (std::int64_t r = 0; r < rows; ++r) {
      double mean = 0;
      double var = 0;
      for (std::int64_t i = 0; i < cols; ++i) {
        mean += static_cast<double>(x[static_cast<std::size_t>(r * cols + i)]) /
                static_cast<double>(cols);
      }
      for (std::int64_t i = 0; i < cols; ++i) {
        const double d = static_cast<double>(x[static_cast<std::size_t>(r * cols + i)]) - mean;
        var += d * d / static_cast<double>(cols);
      }
      const double rstd = 1 / std::sqrt(var + 1e-5);
      for (std::int64_t i = 0; i < cols; ++i) {
        const auto at = static_cast<std::size_t>(r * cols + i);
        const auto j = static_cast<std::size_t>(i);
        const double expected =
            (static_cast<double>(x[at]) - mean) * rstd * static_cast<double>(w[j]) +
            static_cast<double>(b[j]);
        cr_assert(near(static_cast<double>(y[at]), expected, 2e-6));
      }
      cr_assert(
          near(static_cast<double>(y[static_cast<std::size_t>(rows * cols + r)]), mean, 1e-7));
      cr_assert(near(static_cast<double>(y[static_cast<std::size_t>(rows * cols + rows + r)]), rstd,
                     1e-7));
    }
  }
}

Test(norm, batch_norm_is_one_multiply_add_a_channel) {
  // By hand: mean 1, var 3, eps 1, weight 4, bias 5: (x - 1) / 2 * 4 + 5 = 2 x + 3.
  const double mean[2] = {1, 0};
  const double var[2] = {3, 0};
  const float weight[2] = {4, 1};
  const float bias[2] = {5, 0};
  for (const std::int64_t spatial : {1, 3}) {
    const std::vector<float> x(static_cast<std::size_t>(4 * spatial), 10);
    const std::vector<float> y = everywhere<float>(4 * spatial, [&](float* to) {
      float scale[2];
      float shift[2];
      batch_norm_affine(2, mean, var, 1.0, weight, bias, scale, shift);
      channel_affine(x.data(), 2, 2, spatial, scale, shift, to);
    });
    for (std::int64_t i = 0; i < 4 * spatial; ++i) {
      cr_assert_eq(y[static_cast<std::size_t>(i)], i / spatial % 2 == 0 ? 23 : 10);
    }
  }
}

Test(rnn, lstm_cell_follows_the_gates) {
  const std::int64_t hidden = 21;
  Numbers numbers(8);
  const std::vector<double> gates = numbers.vector<double>(2 * 4 * hidden);
  const std::vector<double> c = numbers.vector<double>(2 * hidden);
  const std::vector<double> y = everywhere<double>(4 * hidden, [&](double* to) {
    std::vector<double> g = gates;
    lstm_cell(2, hidden, g.data(), 4 * hidden, c.data(), to, to + 2 * hidden, hidden);
  });
  const auto sigmoid = [](double v) { return 1 / (1 + std::exp(-v)); };
  for (std::int64_t r = 0; r < 2; ++r) {
    for (std::int64_t j = 0; j < hidden; ++j) {
      const auto gate = [&](std::int64_t which) {
        return gates[static_cast<std::size_t>((r * 4 + which) * hidden + j)];
      };
      const auto at = static_cast<std::size_t>(r * hidden + j);
      const double cell = sigmoid(gate(1)) * c[at] + sigmoid(gate(0)) * std::tanh(gate(2));
      cr_assert(near(y[at], cell, 1e-14));
      cr_assert(near(y[at + static_cast<std::size_t>(2 * hidden)],
                     sigmoid(gate(3)) * std::tanh(cell), 1e-14));
    }
  }
}

Test(rnn, gru_cell_follows_the_gates) {
  const std::int64_t hidden = 13;
  Numbers numbers(8);
  const std::vector<double> x = numbers.vector<double>(3 * hidden);
  const std::vector<double> g = numbers.vector<double>(3 * hidden);
  const std::vector<double> h = numbers.vector<double>(hidden);
  const std::vector<double> y = everywhere<double>(hidden, [&](double* to) {
    std::vector<double> gates = x;
    gru_cell(1, hidden, gates.data(), g.data(), h.data(), to, hidden);
  });
  const auto sigmoid = [](double v) { return 1 / (1 + std::exp(-v)); };
  for (std::size_t j = 0; j < static_cast<std::size_t>(hidden); ++j) {
    const auto n = static_cast<std::size_t>(hidden);
    const double r = sigmoid(x[j] + g[j]);
    const double z = sigmoid(x[n + j] + g[n + j]);
    const double candidate = std::tanh(x[2 * n + j] + r * g[2 * n + j]);
    cr_assert(near(y[j], (1 - z) * candidate + z * h[j], 1e-14));
  }
}
