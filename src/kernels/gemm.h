#ifndef TENON_SRC_KERNELS_GEMM_H_
#define TENON_SRC_KERNELS_GEMM_H_

#include <cstdint>

#include "src/base/os_cpu.h"
#include "src/kernels/activation.h"

// Matrix product on raw pointers. T is float or double everywhere.
//
// Order of summation, the same on every path, CPU and thread count, and for every size of the
// other dimensions: an element is one chain of fused multiply-adds over k, restarted from zero
// every kGemmBlockK steps; the block sums are added in order:
//   sum = fma(a[255], b[255], ... fma(a[0], b[0], 0)); c = sum_0 (or c + sum_0); c = c + sum_1; ...
// Then the bias is added and the activation applied. So any rectangle of C may be computed by
// itself (by threads, or for a batch of another size) with the same bits.

namespace tenon::kernels {

/// Length of one chain of fused multiply-adds.
inline constexpr std::int64_t kGemmBlockK = 256;

/// A matrix anywhere in memory; strides count elements and may be 0 or negative.
template <typename T>
struct MatrixView {
  const T* data = nullptr;
  std::int64_t row_stride = 0;
  std::int64_t col_stride = 0;
};

/// Which factor a packed matrix stands for. The layouts differ.
enum class GemmSide : int { kLeft = 0, kRight = 1 };

/// A factor brought into the kernel's order once, to be used many times. A view: the memory is
/// the caller's. Belongs to the instruction set it was packed for.
template <typename T>
struct PackedMatrix {
  const T* data = nullptr;  ///< Aligned to 64 bytes.
  std::int64_t extent = 0;  ///< Rows of a left factor, columns of a right one.
  std::int64_t k = 0;       ///< The dimension that is summed over.
  std::int64_t panel = 1;   ///< Rows or columns a panel; slices begin at a multiple of it.
  GemmSide side = GemmSide::kLeft;
  Isa isa = Isa::kBaseline;
};

/// Bytes that packing needs, at 64-byte alignment.
template <typename T>
std::int64_t packed_bytes(GemmSide side, std::int64_t extent, std::int64_t k) noexcept;

/// Packs `matrix`, (extent, k) for the left side and (k, extent) for the right side, into
/// `memory` of packed_bytes() bytes, and returns a view of it.
template <typename T>
PackedMatrix<T> pack_matrix(GemmSide side, std::int64_t extent, std::int64_t k,
                            const MatrixView<T>& matrix, void* memory) noexcept;

/// Rows (left) or columns (right) `begin` to `end` of a packed matrix; `begin` is a multiple of
/// `packed.panel`.
template <typename T>
PackedMatrix<T> packed_slice(const PackedMatrix<T>& packed, std::int64_t begin,
                             std::int64_t end) noexcept;

/// One product: C (m, n) = activation(A (m, k) * B (k, n) [+ C] [+ bias]).
/// Sizes may be 0; with k = 0 the product is 0. C is written without being read unless
/// `accumulate`, so it may hold anything before. C must not overlap the inputs.
template <typename T>
struct Gemm {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
  MatrixView<T> a;  ///< Ignored when `packed_a` is set.
  MatrixView<T> b;  ///< Ignored when `packed_b` is set.
  const PackedMatrix<T>* packed_a = nullptr;
  const PackedMatrix<T>* packed_b = nullptr;
  T* c = nullptr;
  std::int64_t c_row_stride = 0;  ///< Columns of C are adjacent.
  bool accumulate = false;
  const T* row_bias = nullptr;  ///< (m) or nullptr.
  const T* col_bias = nullptr;  ///< (n) or nullptr; added after row_bias.
  Activation activation = Activation::kNone;
  /// Lets a single row, with A and the columns of B adjacent in memory and nothing packed (a Linear
  /// layer on a batch of one), be summed in 64 / sizeof(T) lanes: up to twice as fast, the same
  /// bits on every CPU and in every run, but not those that the row has in a larger batch.
  bool split_dot = false;
};

/// Scratch bytes that gemm() needs for this problem; pointers in it are not followed. Never more
/// than about 2 MB, 0 for small problems.
template <typename T>
std::int64_t gemm_scratch_bytes(const Gemm<T>& problem) noexcept;

/// Computes it. `scratch` has gemm_scratch_bytes() bytes at any alignment (nullptr when 0).
/// When both packed factors are given they must be packed for the same instruction set.
template <typename T>
void gemm(const Gemm<T>& problem, void* scratch) noexcept;

/// The problem C^T = B^T A^T: for a column-major C, fill in a problem for it and pass the result
/// of this on (c_row_stride is then the distance between columns). Unpacked factors only.
template <typename T>
Gemm<T> transposed(const Gemm<T>& problem) noexcept;

/// The same product by the plain kernel, a chain of std::fma in the same order, without scratch.
/// The oracle of the tests.
template <typename T>
void gemm_plain(const Gemm<T>& problem) noexcept;

/// Name of the matrix kernel that gemm() uses now, for reports: "blis avx512", "plain avx2" ...
const char* gemm_kernel_name() noexcept;

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_GEMM_H_
