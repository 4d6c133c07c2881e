// Our matrix product against bli_sgemm, in turns within one run. Prints a table of GF/s and ratios
// (ours / bli_sgemm, from the medians); exits with 1 when a ratio misses its aim.

extern "C" {
#include <blis.h>
}
#undef restrict
#undef bool
#undef min
#undef max

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "src/kernels/gemm.h"

namespace kernels = tenon::kernels;

namespace {

enum class Weights { kUnpacked, kPacked, kSplit };  // kSplit: unpacked, Gemm::split_dot.

struct Row {
  std::int64_t m, n, k;
  bool weights_by_rows;  // B is a Linear's weight (n, k), used transposed.
  Weights weights;
  double aim;  // The ratio to reach, or 0.
};

constexpr Row kRows[] = {
    {256, 256, 256, false, Weights::kUnpacked, 0.95},
    {512, 512, 512, false, Weights::kUnpacked, 0.95},
    {1024, 1024, 1024, false, Weights::kUnpacked, 0.95},
    {256, 256, 256, true, Weights::kUnpacked, 0.95},
    {512, 512, 512, true, Weights::kUnpacked, 0.95},
    {256, 256, 256, true, Weights::kPacked, 0.95},
    {64, 256, 256, true, Weights::kPacked, 0},
    {32, 256, 256, true, Weights::kPacked, 0},
    {16, 256, 256, true, Weights::kPacked, 1},
    {8, 256, 256, true, Weights::kPacked, 1},
    {4, 256, 256, true, Weights::kPacked, 1},
    {2, 256, 256, true, Weights::kPacked, 1},
    {1, 256, 256, true, Weights::kPacked, 1},
    {16, 1024, 1024, true, Weights::kPacked, 1},
    {1, 1024, 1024, true, Weights::kPacked, 1},
    {16, 64, 64, true, Weights::kPacked, 1},
    {1, 64, 64, true, Weights::kPacked, 1},
    {1, 8, 8, true, Weights::kPacked, 1},
    {1, 8, 8, true, Weights::kUnpacked, 0},
    {1, 256, 256, true, Weights::kUnpacked, 0},
    {1, 256, 256, true, Weights::kSplit, 0},
    {1, 64, 64, true, Weights::kSplit, 0},
    {1, 8, 8, true, Weights::kSplit, 0},
    {16, 256, 256, true, Weights::kUnpacked, 0},
    {8, 8, 8, false, Weights::kUnpacked, 0},
    {32, 32, 32, false, Weights::kUnpacked, 0},
    {64, 64, 64, false, Weights::kUnpacked, 0},
    {128, 128, 128, false, Weights::kUnpacked, 0},
};

// The thread's own time: what other processes take from it must not count.
double now() {
  timespec t = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double median(std::vector<double>& v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

template <typename F>
double seconds(F run, int repeats) {
  const double start = now();
  for (int i = 0; i < repeats; ++i) {
    run();
  }
  return (now() - start) / repeats;
}

bool measure(const Row& row) {
  const auto random = [](std::int64_t n) {
    std::vector<float> v(static_cast<std::size_t>(n));
    for (float& x : v) {
      x = static_cast<float>(std::rand()) / static_cast<float>(RAND_MAX) - 0.5F;
    }
    return v;
  };
  std::vector<float> a = random(row.m * row.k);
  std::vector<float> b = random(row.k * row.n);
  std::vector<float> c(static_cast<std::size_t>(row.m * row.n));
  std::vector<float> reference(c.size());
  kernels::Gemm<float> g;
  g.m = row.m;
  g.n = row.n;
  g.k = row.k;
  g.a = {a.data(), row.k, 1};
  g.b = {b.data(), row.weights_by_rows ? 1 : row.n, row.weights_by_rows ? row.k : 1};
  g.c = c.data();
  g.c_row_stride = row.n;
  std::vector<float> packed_memory(static_cast<std::size_t>(kernels::packed_bytes<float>(
                                       kernels::GemmSide::kRight, row.n, row.k)) /
                                       sizeof(float) +
                                   16);
  const auto misalignment = reinterpret_cast<std::uintptr_t>(packed_memory.data()) % 64;
  const kernels::PackedMatrix<float> packed =
      kernels::pack_matrix(kernels::GemmSide::kRight, row.n, row.k, g.b,
                           packed_memory.data() + (64 - misalignment) % 64 / sizeof(float));
  if (row.weights == Weights::kPacked) {
    g.packed_b = &packed;
  }
  g.split_dot = row.weights == Weights::kSplit;
  std::vector<unsigned char> scratch(static_cast<std::size_t>(kernels::gemm_scratch_bytes(g)) + 1);
  const auto ours = [&] { kernels::gemm(g, scratch.data()); };
  const auto theirs = [&] {
    float one = 1;
    float zero = 0;
    bli_sgemm(BLIS_NO_TRANSPOSE, BLIS_NO_TRANSPOSE, row.m, row.n, row.k, &one, a.data(), row.k, 1,
              b.data(), g.b.row_stride, g.b.col_stride, &zero, reference.data(), row.n, 1);
  };
  ours();
  theirs();
  double error = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    error = std::max(error, static_cast<double>(std::abs(c[i] - reference[i])));
  }
  const double work = 2.0 * static_cast<double>(row.m * row.n * row.k);
  const int repeats = static_cast<int>(std::max(1.0, 1e7 / (work + 2000.0)));
  std::vector<double> our_times;
  std::vector<double> their_times;
  const double deadline = now() + 0.25;
  while (now() < deadline || our_times.size() < 9) {
    our_times.push_back(seconds(ours, repeats));
    their_times.push_back(seconds(theirs, repeats));
  }
  const double our_time = median(our_times);
  const double their_time = median(their_times);
  const double ratio = their_time / our_time;
  const bool reached = ratio >= row.aim;
  std::printf(
      "%4ld x %4ld x %4ld  B %-13s %-8s  %10.0f ns %7.1f GF/s   %10.0f ns %7.1f GF/s   %6.2f",
      static_cast<long>(row.m), static_cast<long>(row.n), static_cast<long>(row.k),
      row.weights_by_rows ? "weight (n, k)" : "(k, n)",
      row.weights == Weights::kPacked  ? "packed"
      : row.weights == Weights::kSplit ? "split"
                                       : "unpacked",
      our_time * 1e9, work / our_time / 1e9, their_time * 1e9, work / their_time / 1e9, ratio);
  if (row.aim > 0) {
    std::printf("  %s %.2f", reached ? "ok, aim" : "MISSED, aim", row.aim);
  }
  std::printf("%s\n", error > 1e-3 ? "  WRONG RESULT" : "");
  return reached && error <= 1e-3;
}

}  // namespace

int main(int argc, char** argv) {
  // gemm [avx2]: measure the kernels of a smaller instruction set.
  if (argc > 1) {
    tenon::set_cpu_isa_for_test(tenon::Isa::kAvx2);
  }
  static_cast<void>(argv);
  bli_thread_set_num_threads(1);
  std::printf("ours: %s, bli_sgemm: %s (one thread each, medians of runs in turn)\n\n",
              kernels::gemm_kernel_name(), bli_arch_string(bli_arch_query_id()));
  std::printf("%-47s  %24s   %24s    ratio\n", "  m       n      k", "ours", "bli_sgemm");
  int missed = 0;
  for (const Row& row : kRows) {
    missed += measure(row) ? 0 : 1;
  }
  std::printf("\n%zu passed, %d failed\n", std::size(kRows) - static_cast<std::size_t>(missed),
              missed);
  return missed == 0 ? 0 : 1;
}
