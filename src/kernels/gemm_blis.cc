#include "src/kernels/gemm_internal.h"

// The only file that knows BLIS. Of it only the micro-kernels are used: pure functions of packed
// panels that read neither a context nor any global. Both are called so that the vectors run
// along the rows of C; the AVX-512 kernels want them along its columns, so they get the
// transposed product. Both take a partial tile's size.
//
// blis.h is 40,000 lines that redefine `restrict` and `bool`, so the four functions are declared
// here; Meson compares these declarations with the header before it defines TENON_HAVE_BLIS.

extern "C" {

struct tenon_blis_auxinfo {
  int schema_a;
  int schema_b;
  const void* a_next;  // Panels to prefetch for the next call.
  const void* b_next;
  void* rest[13];  // Of no concern to these kernels; larger than in any version.
};

#define TENON_BLIS_KERNEL(name, T)                                                               \
  void name(std::int64_t m, std::int64_t n, std::int64_t k, T* alpha, T* a, T* b, T* beta, T* c, \
            std::int64_t row_stride, std::int64_t col_stride, tenon_blis_auxinfo* info,          \
            void* context)
TENON_BLIS_KERNEL(bli_sgemm_haswell_asm_6x16, float);
TENON_BLIS_KERNEL(bli_dgemm_haswell_asm_6x8, double);
TENON_BLIS_KERNEL(bli_sgemm_skx_asm_32x12_l2, float);
TENON_BLIS_KERNEL(bli_dgemm_skx_asm_16x14, double);
#undef TENON_BLIS_KERNEL

}  // extern "C"

namespace tenon::kernels {
namespace {

template <typename T>
struct Scalars {
  T one = 1;
  T beta;
  tenon_blis_auxinfo info = {};

  Scalars(const T* a, const T* b, bool accumulate) : beta(accumulate ? T{1} : T{0}) {
    // Hints for prefetching; the panels in use are as good as the next.
    info.a_next = a;
    info.b_next = b;
  }
};

void haswell_float(std::int64_t rows, std::int64_t cols, std::int64_t k, const float* a,
                   const float* b, float* c, std::int64_t c_row, bool accumulate) {
  Scalars<float> s(a, b, accumulate);
  bli_sgemm_haswell_asm_6x16(rows, cols, k, &s.one, const_cast<float*>(a), const_cast<float*>(b),
                             &s.beta, c, c_row, 1, &s.info, nullptr);
}

void haswell_double(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* a,
                    const double* b, double* c, std::int64_t c_row, bool accumulate) {
  Scalars<double> s(a, b, accumulate);
  bli_dgemm_haswell_asm_6x8(rows, cols, k, &s.one, const_cast<double*>(a), const_cast<double*>(b),
                            &s.beta, c, c_row, 1, &s.info, nullptr);
}

void skx_float(std::int64_t rows, std::int64_t cols, std::int64_t k, const float* a, const float* b,
               float* c, std::int64_t c_row, bool accumulate) {
  Scalars<float> s(b, a, accumulate);
  bli_sgemm_skx_asm_32x12_l2(cols, rows, k, &s.one, const_cast<float*>(b), const_cast<float*>(a),
                             &s.beta, c, 1, c_row, &s.info, nullptr);
}

void skx_double(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* a,
                const double* b, double* c, std::int64_t c_row, bool accumulate) {
  Scalars<double> s(b, a, accumulate);
  bli_dgemm_skx_asm_16x14(cols, rows, k, &s.one, const_cast<double*>(b), const_cast<double*>(a),
                          &s.beta, c, 1, c_row, &s.info, nullptr);
}

}  // namespace

template <>
TileFunction<float> blis_tile<float>(Isa isa) noexcept {
  return isa == Isa::kAvx512 ? skx_float : isa == Isa::kAvx2 ? haswell_float : nullptr;
}

template <>
TileFunction<double> blis_tile<double>(Isa isa) noexcept {
  return isa == Isa::kAvx512 ? skx_double : isa == Isa::kAvx2 ? haswell_double : nullptr;
}

}  // namespace tenon::kernels
