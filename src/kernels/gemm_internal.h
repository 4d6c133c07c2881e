#ifndef TENON_SRC_KERNELS_GEMM_INTERNAL_H_
#define TENON_SRC_KERNELS_GEMM_INTERNAL_H_

#include <cstdint>

#include "src/kernels/gemm.h"

// What gemm.cc, gemm_blis.cc and conv.cc share.

namespace tenon::kernels {

/// One tile (rows, cols) of C from packed panels, as GemmTable::tile.
template <typename T>
using TileFunction = void (*)(std::int64_t rows, std::int64_t cols, std::int64_t k, const T* a,
                              const T* b, T* c, std::int64_t c_row, bool accumulate);

/// The BLIS kernel for an instruction set, or nullptr.
template <typename T>
TileFunction<T> blis_tile(Isa isa) noexcept;

/// A right factor that exists nowhere in memory: `pack` writes rows k0 .. k0 + kc of columns
/// j0 .. j0 + cols (at most a panel of nr) to dst[p * nr + j], zeros beyond cols.
template <typename T>
struct RightSource {
  void (*pack)(const void* context, std::int64_t k0, std::int64_t kc, std::int64_t j0,
               std::int64_t cols, T* dst);
  const void* context;
};

/// gemm() with the right factor from `source` (problem.b and packed_b unused).
template <typename T>
void gemm_from_source(const Gemm<T>& problem, const RightSource<T>& source, void* scratch) noexcept;

/// Scratch bytes for gemm_from_source().
template <typename T>
std::int64_t gemm_source_scratch_bytes(const Gemm<T>& problem) noexcept;

/// Scratch and packed memory are read a little beyond their end by the kernels' preloading.
inline constexpr std::int64_t kPanelSlackBytes = 256;

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_GEMM_INTERNAL_H_
