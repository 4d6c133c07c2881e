#include "src/kernels/gemm.h"

#include <cstdint>

#include "src/kernels/dispatch.h"
#include "src/kernels/gemm_internal.h"

// Blocking as in K. Goto, R. van de Geijn, "Anatomy of high-performance matrix multiplication"
// (2008): a block of B in the outer cache, a block of A in the second, a panel of B in the first,
// a tile of C in registers.

namespace tenon::kernels {
namespace {

// Up to so many rows A is read where it is, and each panel of B used at once.
constexpr std::int64_t kSmallRows = 16;
// Columns of B packed at a time on that path, in panels.
constexpr std::int64_t kSmallPanels = 2;
// Panels of a block of B when A is packed already.
constexpr std::int64_t kNarrowPanels = 8;
// A split sum pays from here.
constexpr std::int64_t kSplitLength = 64;
// B is read where it is for so many rows if all of it stays in the first caches.
constexpr std::int64_t kDirectRows = 64;
constexpr std::int64_t kDirectElements = 16384;
constexpr std::int64_t kAlignment = 64;

template <typename T>
constexpr std::int64_t kBlockM = 168 * 4 / static_cast<std::int64_t>(sizeof(T));
template <typename T>
constexpr std::int64_t kBlockN = 1024 * 4 / static_cast<std::int64_t>(sizeof(T));

constexpr std::int64_t min(std::int64_t a, std::int64_t b) {
  return a < b ? a : b;
}
constexpr std::int64_t round_up(std::int64_t n, std::int64_t to) {
  return (n + to - 1) / to * to;
}

enum class Path {
  kEmpty,    // Nothing to multiply.
  kGemv,     // One row, the rows of B^T adjacent: no packing.
  kSmall,    // Few rows: A by its strides.
  kBlocked,  // Everything packed.
};

// How a problem is computed; gemm() and gemm_scratch_bytes() must agree.
template <typename T>
struct Plan {
  Path path = Path::kEmpty;
  Isa isa = Isa::kBaseline;
  bool b_direct = false;        // kSmall: whole panels of B are read where they are.
  std::int64_t block_n = 0;     // kBlocked: columns of B packed at a time.
  std::int64_t a_elements = 0;  // Of scratch.
  std::int64_t b_elements = 0;
};

template <typename T>
Plan<T> make_plan(const Gemm<T>& g, bool from_source) noexcept {
  Plan<T> plan;
  plan.isa = g.packed_b != nullptr   ? g.packed_b->isa
             : g.packed_a != nullptr ? g.packed_a->isa
                                     : cpu_isa();
  if (g.m <= 0 || g.n <= 0 || g.k <= 0) {
    return plan;
  }
  const GemmTable<T>& table = gemm_table<T>(plan.isa);
  const std::int64_t kc = min(g.k, kGemmBlockK);
  const bool b_in_memory = g.packed_b == nullptr && !from_source;
  if (g.m == 1 && g.packed_a == nullptr && b_in_memory && g.b.row_stride == 1) {
    plan.path = Path::kGemv;
    return plan;
  }
  plan.b_direct = b_in_memory && g.b.col_stride == 1;
  const std::int64_t small_rows =
      plan.b_direct && g.k * g.n <= kDirectElements ? kDirectRows : kSmallRows;
  if (g.m <= small_rows && g.packed_a == nullptr) {
    plan.path = Path::kSmall;
    if (plan.b_direct) {
      plan.b_elements = g.n % table.nr == 0 ? 0 : kc * table.nr;
    } else if (g.packed_b == nullptr) {
      plan.b_elements = kc * round_up(min(g.n, kSmallPanels * table.nr), table.nr);
    }
    return plan;
  }
  plan.path = Path::kBlocked;
  // With A packed for good nothing is saved by wide blocks of B, and narrow ones stay in cache.
  plan.block_n = g.packed_a != nullptr ? kNarrowPanels * table.nr : kBlockN<T>;
  if (g.packed_a == nullptr) {
    plan.a_elements = kc * round_up(min(g.m, kBlockM<T>), table.mr);
  }
  if (g.packed_b == nullptr) {
    plan.b_elements = kc * round_up(min(g.n, plan.block_n), table.nr);
  }
  return plan;
}

// The buffers lie one behind the other, each on a boundary.
template <typename T>
std::int64_t buffer_bytes(std::int64_t elements) noexcept {
  return elements == 0
             ? 0
             : round_up(elements * static_cast<std::int64_t>(sizeof(T)) + kPanelSlackBytes,
                        kAlignment);
}

template <typename T>
std::int64_t scratch_bytes(const Plan<T>& plan) noexcept {
  const std::int64_t bytes = buffer_bytes<T>(plan.a_elements) + buffer_bytes<T>(plan.b_elements);
  return bytes == 0 ? 0 : bytes + kAlignment;
}

template <typename T>
T* aligned(void* memory) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  return reinterpret_cast<T*>((address + kAlignment - 1) / kAlignment * kAlignment);
}

template <typename T>
void finish(const Gemm<T>& g, Isa isa, std::int64_t i, std::int64_t rows, std::int64_t j,
            std::int64_t cols) noexcept {
  if (g.row_bias == nullptr && g.col_bias == nullptr && g.activation == Activation::kNone) {
    return;
  }
  element_table<T>(isa).epilogue(rows, cols, g.c + i * g.c_row_stride + j, g.c_row_stride,
                                 g.row_bias == nullptr ? nullptr : g.row_bias + i,
                                 g.col_bias == nullptr ? nullptr : g.col_bias + j, g.activation);
}

template <typename T>
void gemm_empty(const Gemm<T>& g, Isa isa) noexcept {
  if (!g.accumulate) {
    for (std::int64_t i = 0; i < g.m; ++i) {
      for (std::int64_t j = 0; j < g.n; ++j) {
        g.c[i * g.c_row_stride + j] = 0;
      }
    }
  }
  finish(g, isa, 0, g.m, 0, g.n);
}

template <typename T>
void gemm_row(const Gemm<T>& g, Isa isa) noexcept {
  const GemmTable<T>& table = gemm_table<T>(isa);
  if (g.split_dot && g.k >= kSplitLength && g.a.col_stride == 1 && !g.accumulate) {
    table.dots(g.n, g.k, g.b.data, g.b.col_stride, g.a.data, g.c);
    finish(g, isa, 0, 1, 0, g.n);
    return;
  }
  for (std::int64_t p = 0; p < g.k; p += kGemmBlockK) {
    table.gemv(g.n, min(kGemmBlockK, g.k - p), g.b.data + p, g.b.col_stride,
               g.a.data + p * g.a.col_stride, g.a.col_stride, g.c, g.accumulate || p != 0);
  }
  finish(g, isa, 0, 1, 0, g.n);
}

// Panels of columns [j, j + cols) of rows [p, p + kc) of the right factor into dst.
template <typename T>
void pack_right(const Gemm<T>& g, const RightSource<T>* source, const GemmTable<T>& table,
                std::int64_t p, std::int64_t kc, std::int64_t j, std::int64_t cols,
                T* dst) noexcept {
  for (std::int64_t at = 0; at < cols; at += table.nr) {
    const std::int64_t count = min(table.nr, cols - at);
    if (source != nullptr) {
      source->pack(source->context, p, kc, j + at, count, dst);
    } else {
      table.pack(table.nr, count, kc, g.b.data + p * g.b.row_stride + (j + at) * g.b.col_stride,
                 g.b.col_stride, g.b.row_stride, dst);
    }
    dst += kc * table.nr;
  }
}

template <typename T>
void gemm_small(const Gemm<T>& g, const RightSource<T>* source, const Plan<T>& plan,
                T* buffer) noexcept {
  const GemmTable<T>& table = gemm_table<T>(plan.isa);
  // Groups of rows of about equal size, each of which keeps a tile of C in registers.
  const std::int64_t groups = (g.m + table.mr - 1) / table.mr;
  std::int64_t step = g.n;
  if (groups > 1) {
    step = table.nr;  // The panel stays in the first cache while the groups use it.
  } else if (g.packed_b == nullptr && !plan.b_direct) {
    step = kSmallPanels * table.nr;
  }
  const std::int64_t whole = plan.b_direct ? g.n / table.nr * table.nr : g.n;
  for (std::int64_t j = 0; j < g.n;) {
    const std::int64_t cols = j < whole ? min(step, whole - j) : g.n - j;
    for (std::int64_t p = 0; p < g.k; p += kGemmBlockK) {
      const std::int64_t kc = min(kGemmBlockK, g.k - p);
      const T* b = buffer;
      std::int64_t b_row = table.nr;
      std::int64_t b_panel = kc * table.nr;
      if (g.packed_b != nullptr) {
        b = g.packed_b->data + j * g.k + p * table.nr;
        b_panel = g.k * table.nr;
      } else if (plan.b_direct && j < whole) {
        b = g.b.data + p * g.b.row_stride + j;
        b_row = g.b.row_stride;
        b_panel = table.nr;
      } else {
        pack_right(g, source, table, p, kc, j, cols, buffer);
      }
      std::int64_t i = 0;
      for (std::int64_t group = 0; group < groups; ++group) {
        const std::int64_t rows = (g.m - i + groups - group - 1) / (groups - group);
        table.strip(rows, cols, kc, g.a.data + i * g.a.row_stride + p * g.a.col_stride,
                    g.a.row_stride, g.a.col_stride, b, b_row, b_panel, g.c + i * g.c_row_stride + j,
                    g.c_row_stride, g.accumulate || p != 0);
        i += rows;
      }
    }
    finish(g, plan.isa, 0, g.m, j, cols);
    j += cols;
  }
}

// All tiles of a block of C.
template <typename T>
struct Macro {
  const GemmTable<T>& table;
  TileFunction<T> full;  // For a tile of which more than half the columns and all rows exist.

  // A strip of `rows` rows and at most nr columns.
  void run(std::int64_t rows, std::int64_t cols, std::int64_t kc, const T* a, std::int64_t a_panel,
           const T* b, T* c, std::int64_t c_row, bool accumulate) const noexcept {
    for (std::int64_t i = 0; i < rows; i += table.mr) {
      const std::int64_t tile_rows = min(table.mr, rows - i);
      const bool whole = tile_rows == table.mr && cols > table.nr / 2;
      const TileFunction<T> tile = whole ? full : table.tile;
      tile(tile_rows, cols, kc, a, b, c + i * c_row, c_row, accumulate);
      a += a_panel;
    }
  }
};

template <typename T>
void gemm_blocked(const Gemm<T>& g, const RightSource<T>* source, const Plan<T>& plan, T* a_buffer,
                  T* b_buffer) noexcept {
  const GemmTable<T>& table = gemm_table<T>(plan.isa);
  TileFunction<T> full = table.tile;
#ifdef TENON_HAVE_BLIS
  if (blis_tile<T>(plan.isa) != nullptr) {
    full = blis_tile<T>(plan.isa);
  }
#endif
  const Macro<T> macro{table, full};
  const std::int64_t block_m = kBlockM<T> / table.mr * table.mr;
  for (std::int64_t j = 0; j < g.n; j += plan.block_n) {
    const std::int64_t nc = min(plan.block_n, g.n - j);
    for (std::int64_t p = 0; p < g.k; p += kGemmBlockK) {
      const std::int64_t kc = min(kGemmBlockK, g.k - p);
      const bool last = p + kc == g.k;
      const T* b = b_buffer;
      std::int64_t b_panel = kc * table.nr;
      if (g.packed_b != nullptr) {
        b = g.packed_b->data + j * g.k + p * table.nr;
        b_panel = g.k * table.nr;
      } else {
        pack_right(g, source, table, p, kc, j, nc, b_buffer);
      }
      for (std::int64_t i = 0; i < g.m; i += block_m) {
        const std::int64_t mc = min(block_m, g.m - i);
        const T* a = a_buffer;
        std::int64_t a_panel = kc * table.mr;
        if (g.packed_a != nullptr) {
          a = g.packed_a->data + i * g.k + p * table.mr;
          a_panel = g.k * table.mr;
        } else {
          T* dst = a_buffer;
          for (std::int64_t at = 0; at < mc; at += table.mr) {
            table.pack(table.mr, min(table.mr, mc - at), kc,
                       g.a.data + (i + at) * g.a.row_stride + p * g.a.col_stride, g.a.row_stride,
                       g.a.col_stride, dst);
            dst += a_panel;
          }
        }
        for (std::int64_t at = 0; at < nc; at += table.nr) {
          const std::int64_t cols = min(table.nr, nc - at);
          macro.run(mc, cols, kc, a, a_panel, b + at / table.nr * b_panel,
                    g.c + i * g.c_row_stride + j + at, g.c_row_stride, g.accumulate || p != 0);
          if (last) {
            finish(g, plan.isa, i, mc, j + at, cols);
          }
        }
      }
    }
  }
}

// A single column of a C without gaps is a single row, which has faster paths. (Not with both
// biases, whose order would change.)
template <typename T>
bool is_column(const Gemm<T>& g) noexcept {
  return g.n == 1 && g.m > 1 && g.c_row_stride == 1 && g.packed_a == nullptr &&
         g.packed_b == nullptr && (g.row_bias == nullptr || g.col_bias == nullptr);
}

template <typename T>
void run(const Gemm<T>& g, const RightSource<T>* source, void* scratch) noexcept {
  if (source == nullptr && is_column(g)) {
    run<T>(transposed(g), nullptr, scratch);
    return;
  }
  const Plan<T> plan = make_plan(g, source != nullptr);
  switch (plan.path) {
    case Path::kEmpty:
      gemm_empty(g, plan.isa);
      return;
    case Path::kGemv:
      gemm_row(g, plan.isa);
      return;
    case Path::kSmall:
      gemm_small(g, source, plan, aligned<T>(scratch));
      return;
    case Path::kBlocked: {
      T* a_buffer = aligned<T>(scratch);
      T* b_buffer =
          a_buffer + buffer_bytes<T>(plan.a_elements) / static_cast<std::int64_t>(sizeof(T));
      gemm_blocked(g, source, plan, a_buffer, b_buffer);
      return;
    }
  }
}

}  // namespace

template <typename T>
std::int64_t packed_bytes(GemmSide side, std::int64_t extent, std::int64_t k) noexcept {
  const GemmTable<T>& table = gemm_table<T>(cpu_isa());
  const std::int64_t panel = side == GemmSide::kLeft ? table.mr : table.nr;
  return round_up(extent, panel) * k * static_cast<std::int64_t>(sizeof(T)) + kPanelSlackBytes;
}

template <typename T>
PackedMatrix<T> pack_matrix(GemmSide side, std::int64_t extent, std::int64_t k,
                            const MatrixView<T>& matrix, void* memory) noexcept {
  const Isa isa = cpu_isa();
  const GemmTable<T>& table = gemm_table<T>(isa);
  const int panel = side == GemmSide::kLeft ? table.mr : table.nr;
  const bool left = side == GemmSide::kLeft;
  const std::int64_t stride = left ? matrix.row_stride : matrix.col_stride;
  const std::int64_t k_stride = left ? matrix.col_stride : matrix.row_stride;
  T* data = static_cast<T*>(memory);
  if (k > 0) {
    for (std::int64_t i = 0; i < extent; i += panel) {
      table.pack(panel, min(panel, extent - i), k, matrix.data + i * stride, stride, k_stride,
                 data + i * k);
    }
  }
  return {data, extent, k, panel, side, isa};
}

template <typename T>
PackedMatrix<T> packed_slice(const PackedMatrix<T>& packed, std::int64_t begin,
                             std::int64_t end) noexcept {
  PackedMatrix<T> slice = packed;
  slice.data += begin * packed.k;
  slice.extent = end - begin;
  return slice;
}

template <typename T>
Gemm<T> transposed(const Gemm<T>& g) noexcept {
  Gemm<T> t = g;
  t.m = g.n;
  t.n = g.m;
  t.a = {g.b.data, g.b.col_stride, g.b.row_stride};
  t.b = {g.a.data, g.a.col_stride, g.a.row_stride};
  t.row_bias = g.col_bias;
  t.col_bias = g.row_bias;
  return t;
}

template <typename T>
std::int64_t gemm_scratch_bytes(const Gemm<T>& g) noexcept {
  if (is_column(g)) {
    return scratch_bytes(make_plan(transposed(g), false));
  }
  return scratch_bytes(make_plan(g, false));
}

template <typename T>
void gemm(const Gemm<T>& problem, void* scratch) noexcept {
  run<T>(problem, nullptr, scratch);
}

template <typename T>
std::int64_t gemm_source_scratch_bytes(const Gemm<T>& g) noexcept {
  return scratch_bytes(make_plan(g, true));
}

template <typename T>
void gemm_from_source(const Gemm<T>& g, const RightSource<T>& source, void* scratch) noexcept {
  run(g, &source, scratch);
}

const char* gemm_kernel_name() noexcept {
  const Isa isa = cpu_isa();
#ifdef TENON_HAVE_BLIS
  if (blis_tile<float>(isa) != nullptr) {
    return isa == Isa::kAvx512 ? "blis avx512" : "blis avx2";
  }
#endif
  return isa == Isa::kAvx512 ? "plain avx512" : isa == Isa::kAvx2 ? "plain avx2" : "plain baseline";
}

#define TENON_INSTANTIATE(T)                                                                       \
  template std::int64_t packed_bytes<T>(GemmSide, std::int64_t, std::int64_t) noexcept;            \
  template PackedMatrix<T> pack_matrix(GemmSide, std::int64_t, std::int64_t, const MatrixView<T>&, \
                                       void*) noexcept;                                            \
  template PackedMatrix<T> packed_slice(const PackedMatrix<T>&, std::int64_t,                      \
                                        std::int64_t) noexcept;                                    \
  template Gemm<T> transposed(const Gemm<T>&) noexcept;                                            \
  template std::int64_t gemm_scratch_bytes(const Gemm<T>&) noexcept;                               \
  template void gemm(const Gemm<T>&, void*) noexcept;                                              \
  template std::int64_t gemm_source_scratch_bytes(const Gemm<T>&) noexcept;                        \
  template void gemm_from_source(const Gemm<T>&, const RightSource<T>&, void*) noexcept;
TENON_INSTANTIATE(float)
TENON_INSTANTIATE(double)
#undef TENON_INSTANTIATE

}  // namespace tenon::kernels
