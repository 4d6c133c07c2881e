#include "src/kernels/gemm.h"

#include <criterion/criterion.h>

#include <cmath>
#include <limits>

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

// How a factor lies in memory.
enum class Layout { kRows, kColumns, kSpread };

template <typename T>
struct Factor {
  std::vector<T> memory;
  MatrixView<T> view;
};

template <typename T>
Factor<T> make_factor(std::int64_t rows, std::int64_t cols, Layout layout, Numbers& numbers) {
  Factor<T> f;
  std::int64_t row = cols + 3;
  std::int64_t col = 1;
  if (layout == Layout::kColumns) {
    row = 1;
    col = rows + 1;
  } else if (layout == Layout::kSpread) {
    row = 2 * cols + 1;
    col = 2;
  }
  f.memory = numbers.vector<T>((rows - 1) * row + (cols - 1) * col + 1);
  f.view = {f.memory.data(), row, col};
  return f;
}

// The rule of gemm.h written down: an element of A B [+ c].
template <typename T>
T chain(const MatrixView<T>& a, const MatrixView<T>& b, std::int64_t i, std::int64_t j,
        std::int64_t k, bool accumulate, T c) {
  T total = c;
  for (std::int64_t block = 0; block < k; block += 256) {
    T sum = 0;
    for (std::int64_t p = block; p < k && p < block + 256; ++p) {
      sum = std::fma(a.data[i * a.row_stride + p * a.col_stride],
                     b.data[p * b.row_stride + j * b.col_stride], sum);
    }
    total = block == 0 && !accumulate ? sum : total + sum;
  }
  return total;
}

struct Case {
  std::int64_t m, n, k;
  Layout a, b;
  bool pack_a, pack_b, accumulate;
};

template <typename T>
void check(const Case& x, std::uint64_t seed, bool plain_too) {
  Numbers numbers(seed);
  const Factor<T> a = make_factor<T>(x.m, x.k, x.a, numbers);
  const Factor<T> b = make_factor<T>(x.k, x.n, x.b, numbers);
  const std::int64_t c_row = seed % 2 == 0 ? x.n : x.n + 2;
  // The gaps between rows must stay as they are; without accumulate so must no old value matter.
  std::vector<T> c(static_cast<std::size_t>(x.m * c_row), std::numeric_limits<T>::quiet_NaN());
  if (x.accumulate) {
    c = numbers.vector<T>(x.m * c_row);
  }
  std::vector<T> expected = c;
  for (std::int64_t i = 0; i < x.m; ++i) {
    for (std::int64_t j = 0; j < x.n; ++j) {
      T& e = expected[static_cast<std::size_t>(i * c_row + j)];
      e = chain(a.view, b.view, i, j, x.k, x.accumulate, e);
    }
  }
  Aligned packed_a(packed_bytes<T>(GemmSide::kLeft, x.m, x.k));
  Aligned packed_b(packed_bytes<T>(GemmSide::kRight, x.n, x.k));
  const PackedMatrix<T> pa = pack_matrix(GemmSide::kLeft, x.m, x.k, a.view, packed_a.get());
  const PackedMatrix<T> pb = pack_matrix(GemmSide::kRight, x.n, x.k, b.view, packed_b.get());
  Gemm<T> g;
  g.m = x.m;
  g.n = x.n;
  g.k = x.k;
  g.a = a.view;
  g.b = b.view;
  g.packed_a = x.pack_a ? &pa : nullptr;
  g.packed_b = x.pack_b ? &pb : nullptr;
  g.c = c.data();
  g.c_row_stride = c_row;
  g.accumulate = x.accumulate;
  std::vector<T> plain = c;
  Scratch scratch(gemm_scratch_bytes(g));
  gemm(g, scratch.get());
  cr_assert(same(c, expected), "%s %zu bytes: m %ld n %ld k %ld layouts %d %d packed %d %d acc %d",
            isa_name(tenon::cpu_isa()), sizeof(T), x.m, x.n, x.k, static_cast<int>(x.a),
            static_cast<int>(x.b), x.pack_a, x.pack_b, x.accumulate);
  if (plain_too) {
    g.c = plain.data();
    gemm_plain(g);
    cr_assert(same(plain, expected), "plain: m %ld n %ld k %ld", x.m, x.n, x.k);
  }
}

template <typename T>
void check_everywhere(std::int64_t m, std::int64_t n, std::int64_t k, std::uint64_t seed,
                      int variants = 12) {
  const Layout layouts[] = {Layout::kRows, Layout::kColumns, Layout::kSpread};
  for (const Isa isa : instruction_sets()) {
    tenon::set_cpu_isa_for_test(isa);
    for (int v = 0; v < variants; ++v) {
      check<T>({m, n, k, layouts[v % 3], layouts[(v / 3) % 3], v % 4 == 1, v % 4 >= 2, v % 5 == 4},
               seed + static_cast<std::uint64_t>(v), v % 4 == 0);
    }
    check<T>({m, n, k, layouts[seed % 3], layouts[0], true, true, false}, seed, true);
  }
}

template <typename T>
void check_edges() {
  // Around every tile height and width of the three instruction sets.
  for (std::int64_t m = 1; m <= 18; ++m) {
    for (const std::int64_t n : {1, 2, 3, 7, 8, 9, 14, 16, 17, 31, 32, 33, 48}) {
      check_everywhere<T>(m, n, 1 + (m * 7 + n) % 11, static_cast<std::uint64_t>(m * 100 + n));
    }
  }
}

template <typename T>
std::vector<T> product(const Gemm<T>& problem) {
  Gemm<T> g = problem;
  std::vector<T> c(static_cast<std::size_t>(g.m * g.n));
  g.c = c.data();
  g.c_row_stride = g.n;
  Scratch scratch(gemm_scratch_bytes(g));
  gemm(g, scratch.get());
  return c;
}

}  // namespace

Test(gemm, float_elements_are_one_chain_at_every_edge_size) {
  check_edges<float>();
}

Test(gemm, double_elements_are_one_chain_at_every_edge_size) {
  check_edges<double>();
}

Test(gemm, chains_restart_every_256_steps) {
  for (const std::int64_t k : {255, 256, 257, 300, 511, 512, 513, 700}) {
    check_everywhere<float>(1, 9, k, 1);
    check_everywhere<float>(5, 33, k, 2);
    check_everywhere<float>(25, 19, k, 3);
    check_everywhere<double>(1, 9, k, 4);
    check_everywhere<double>(17, 18, k, 5);
  }
}

Test(gemm, many_columns_for_few_rows) {
  for (std::int64_t n = 60; n <= 130; n += 3) {
    check_everywhere<float>(1, n, 5, static_cast<std::uint64_t>(n));
    check_everywhere<float>(2, n, 5, static_cast<std::uint64_t>(n));
    check_everywhere<double>(3, n, 5, static_cast<std::uint64_t>(n));
  }
}

Test(gemm, blocks_of_rows_and_columns_meet) {
  check_everywhere<float>(171, 40, 30, 1, 4);
  check_everywhere<float>(20, 1040, 9, 2, 4);
  check_everywhere<float>(3, 1040, 9, 3, 4);
  check_everywhere<double>(90, 530, 12, 4, 4);
}

Test(gemm, an_empty_sum_is_zero_or_what_was_there) {
  for (const Isa isa : instruction_sets()) {
    tenon::set_cpu_isa_for_test(isa);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> c(6, nan);
    const float bias[3] = {1, 2, 3};
    Gemm<float> g;
    g.m = 2;
    g.n = 3;
    g.c = c.data();
    g.c_row_stride = 3;
    cr_assert_eq(gemm_scratch_bytes(g), 0);
    gemm(g, nullptr);
    cr_assert(same(c, std::vector<float>(6, 0.0F)));
    g.accumulate = true;
    g.col_bias = bias;
    gemm(g, nullptr);
    cr_assert(same(c, std::vector<float>{1, 2, 3, 1, 2, 3}));
    g.m = 0;
    gemm(g, nullptr);
    g.m = 2;
    g.n = 0;
    gemm(g, nullptr);
    cr_assert(same(c, std::vector<float>{1, 2, 3, 1, 2, 3}));
  }
}

Test(gemm, infinities_and_nans_of_the_inputs_reach_only_their_elements) {
  for (const Isa isa : instruction_sets()) {
    tenon::set_cpu_isa_for_test(isa);
    for (const std::int64_t m : {1, 5, 20}) {
      Numbers numbers(7);
      std::vector<float> a = numbers.vector<float>(m * 10);
      std::vector<float> b = numbers.vector<float>(10 * 37);
      b[3 * 37 + 36] = std::numeric_limits<float>::quiet_NaN();
      b[4 * 37 + 35] = std::numeric_limits<float>::infinity();
      Gemm<float> g;
      g.m = m;
      g.n = 37;
      g.k = 10;
      g.a = {a.data(), 10, 1};
      g.b = {b.data(), 37, 1};
      const std::vector<float> c = product(g);
      for (std::int64_t i = 0; i < m; ++i) {
        for (std::int64_t j = 0; j < 37; ++j) {
          const float x = c[static_cast<std::size_t>(i * 37 + j)];
          cr_assert(j == 36 ? std::isnan(x) : j == 35 ? std::isinf(x) : std::isfinite(x));
        }
      }
    }
  }
}

Test(gemm, fused_bias_and_activation_give_the_bits_of_separate_steps) {
  for (const Isa isa : instruction_sets()) {
    tenon::set_cpu_isa_for_test(isa);
    for (const std::int64_t m : {1, 4, 33}) {
      for (const std::int64_t n : {1, 10, 64, 77}) {
        for (int activation = 0; activation < 4; ++activation) {
          const std::int64_t k = 300;
          Numbers numbers(static_cast<std::uint64_t>(m * 1000 + n));
          const std::vector<float> a = numbers.vector<float>(m * k);
          const std::vector<float> b = numbers.vector<float>(k * n);
          const std::vector<float> row_bias = numbers.vector<float>(m);
          const std::vector<float> col_bias = numbers.vector<float>(n);
          Gemm<float> g;
          g.m = m;
          g.n = n;
          g.k = k;
          g.a = {a.data(), k, 1};
          g.b = {b.data(), 1, k};
          std::vector<float> expected = product(g);
          for (std::int64_t i = 0; i < m; ++i) {
            float* row = expected.data() + i * n;
            for (std::int64_t j = 0; j < n; ++j) {
              row[j] = row[j] + row_bias[static_cast<std::size_t>(i)];
              row[j] = row[j] + col_bias[static_cast<std::size_t>(j)];
            }
            activate(static_cast<Activation>(activation), row, row, n);
          }
          g.row_bias = row_bias.data();
          g.col_bias = col_bias.data();
          g.activation = static_cast<Activation>(activation);
          cr_assert(same(product(g), expected), "m %ld n %ld activation %d", m, n, activation);
        }
      }
    }
  }
}

Test(gemm, any_rectangle_alone_has_the_bits_it_has_in_the_whole) {
  for (const Isa isa : instruction_sets()) {
    tenon::set_cpu_isa_for_test(isa);
    const std::int64_t m = 50;
    const std::int64_t n = 200;
    const std::int64_t k = 290;
    Numbers numbers(3);
    const std::vector<float> a = numbers.vector<float>(m * k);
    const std::vector<float> b = numbers.vector<float>(n * k);
    Aligned memory(packed_bytes<float>(GemmSide::kRight, n, k));
    const PackedMatrix<float> packed =
        pack_matrix<float>(GemmSide::kRight, n, k, {b.data(), 1, k}, memory.get());
    Gemm<float> g;
    g.m = m;
    g.n = n;
    g.k = k;
    g.a = {a.data(), k, 1};
    g.packed_b = &packed;
    const std::vector<float> whole = product(g);
    for (const std::int64_t rows : {1, 2, 7, 13, 20}) {
      for (const std::int64_t i : {0, 11, 30}) {
        const std::int64_t j = packed.panel * 2;
        const std::int64_t cols = n - j - 5;
        const PackedMatrix<float> slice = packed_slice(packed, j, j + cols);
        Gemm<float> part = g;
        part.m = rows;
        part.n = cols;
        part.a.data = a.data() + i * k;
        part.packed_b = &slice;
        const std::vector<float> c = product(part);
        for (std::int64_t r = 0; r < rows; ++r) {
          for (std::int64_t q = 0; q < cols; ++q) {
            cr_assert(same(c[static_cast<std::size_t>(r * cols + q)],
                           whole[static_cast<std::size_t>((i + r) * n + j + q)]));
          }
        }
      }
    }
  }
}

// The rule of Gemm::split_dot: 64 / sizeof(T) lanes, then a tree.
template <typename T>
static void check_split_dot() {
  constexpr std::size_t kLanes = 64 / sizeof(T);
  for (const std::int64_t n : {1, 2, 3, 4, 7, 30}) {
    for (std::int64_t k = 64; k < 300; k += 7) {
      Numbers numbers(static_cast<std::uint64_t>(n * k));
      const std::vector<T> x = numbers.vector<T>(k);
      const std::vector<T> w = numbers.vector<T>(n * k);
      std::vector<T> expected;
      for (std::int64_t j = 0; j < n; ++j) {
        T lanes[kLanes] = {};
        for (std::size_t p = 0; p < static_cast<std::size_t>(k); ++p) {
          lanes[p % kLanes] =
              std::fma(x[p], w[static_cast<std::size_t>(j * k) + p], lanes[p % kLanes]);
        }
        for (std::size_t width = kLanes / 2; width > 0; width /= 2) {
          for (std::size_t i = 0; i < width; ++i) {
            lanes[i] += lanes[i + width];
          }
        }
        expected.push_back(lanes[0]);
      }
      Gemm<T> g;
      g.m = 1;
      g.n = n;
      g.k = k;
      g.a = {x.data(), k, 1};
      g.b = {w.data(), 1, k};
      g.split_dot = true;
      for (const Isa isa : instruction_sets()) {
        tenon::set_cpu_isa_for_test(isa);
        cr_assert(same(product(g), expected), "%s n %ld k %ld", isa_name(isa), n, k);
      }
    }
  }
}

Test(gemm, a_split_dot_has_one_order_too) {
  check_split_dot<float>();
  check_split_dot<double>();
}

Test(gemm, a_transposed_problem_fills_a_column_major_c) {
  const float a[6] = {1, 2, 3, 4, 5, 6};     // (2, 3)
  const float b[6] = {7, 8, 9, 10, 11, 12};  // (3, 2)
  float c[4] = {};
  Gemm<float> g;
  g.m = 2;
  g.n = 2;
  g.k = 3;
  g.a = {a, 3, 1};
  g.b = {b, 2, 1};
  g.c = c;
  g.c_row_stride = 2;
  const Gemm<float> t = transposed(g);
  Scratch scratch(gemm_scratch_bytes(t));
  gemm(t, scratch.get());
  // By hand: (58 64; 139 154), written column after column.
  cr_assert(c[0] == 58 && c[1] == 139 && c[2] == 64 && c[3] == 154);
}

Test(gemm, a_stride_of_zero_repeats_a_row) {
  const float row[3] = {1, 2, 3};
  const float b[3] = {1, 10, 100};
  float c[20];
  Gemm<float> g;
  g.m = 20;
  g.n = 1;
  g.k = 3;
  g.a = {row, 0, 1};
  g.b = {b, 1, 0};
  g.c = c;
  g.c_row_stride = 1;
  Scratch scratch(gemm_scratch_bytes(g));
  gemm(g, scratch.get());
  for (const float x : c) {
    cr_assert_eq(x, 321);
  }
}
