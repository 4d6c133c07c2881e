#include "src/ops/parallel.h"

#include <algorithm>

#include "src/ops/scratch.h"

namespace tenon {
namespace {

using kernels::Conv;
using kernels::ConvShape;
using kernels::Gemm;
using kernels::PackedMatrix;

// A piece takes at least about 10 µs on one core; waking a thread takes about 5.
constexpr double kPieceWork = 5e5;  // multiply-adds
constexpr std::int64_t kGrain =
    48;  // rows or columns a piece is a multiple of: a whole tile of any kernel

std::int64_t pieces_for(const Context& context, double work) noexcept {
  const auto worth = static_cast<std::int64_t>(work / kPieceWork);
  return std::clamp<std::int64_t>(worth, 1, context.threads());
}

std::int64_t round_up(std::int64_t n, std::int64_t step) noexcept {
  return (n + step - 1) / step * step;
}

/// One product cut along its longer side.
template <typename T>
struct GemmTask {
  const Gemm<T>& whole;
  bool by_rows;
  std::int64_t length;  // of a piece
  char* scratch;
  std::int64_t scratch_bytes;  // of a piece

  struct Piece {
    Gemm<T> problem;
    PackedMatrix<T> packed;
  };

  std::int64_t count() const noexcept {
    return ((by_rows ? whole.m : whole.n) + length - 1) / length;
  }

  void fill(std::int64_t index, Piece& piece) const noexcept {
    Gemm<T>& g = piece.problem;
    g = whole;
    const std::int64_t begin = index * length;
    const std::int64_t end = std::min(begin + length, by_rows ? whole.m : whole.n);
    if (by_rows) {
      g.m = end - begin;
      g.c += begin * g.c_row_stride;
      if (g.row_bias != nullptr)
        g.row_bias += begin;
      if (g.packed_a != nullptr) {
        piece.packed = kernels::packed_slice(*g.packed_a, begin, end);
        g.packed_a = &piece.packed;
      } else {
        g.a.data += begin * g.a.row_stride;
      }
    } else {
      g.n = end - begin;
      g.c += begin;
      if (g.col_bias != nullptr)
        g.col_bias += begin;
      if (g.packed_b != nullptr) {
        piece.packed = kernels::packed_slice(*g.packed_b, begin, end);
        g.packed_b = &piece.packed;
      } else {
        g.b.data += begin * g.b.col_stride;
      }
    }
  }

  static void run(void* self, std::int64_t index) {
    const auto& task = *static_cast<const GemmTask*>(self);
    Piece piece;
    task.fill(index, piece);
    kernels::gemm(piece.problem, task.scratch + index * task.scratch_bytes);
  }
};

/// Convolutions cut by images, or one image by pixels of the output.
template <typename T>
struct ConvTask {
  const Conv<T>& whole;
  bool by_images;
  std::int64_t length;
  std::int64_t in_image;   // elements
  std::int64_t out_image;  // elements
  char* scratch;
  std::int64_t scratch_bytes;

  static void run(void* self, std::int64_t index) {
    const auto& task = *static_cast<const ConvTask*>(self);
    Conv<T> c = task.whole;
    const std::int64_t begin = index * task.length;
    if (task.by_images) {
      c.shape.batch = std::min(task.length, c.shape.batch - begin);
      c.x += begin * task.in_image;
      c.y += begin * task.out_image;
    } else {
      c.pixel_begin = begin;
      c.pixel_count = task.length;
    }
    kernels::conv(c, task.scratch + index * task.scratch_bytes);
  }
};

}  // namespace

template <typename T>
void run_gemm(Context& context, const Gemm<T>& g) {
  std::int64_t pieces = 1;
  if (context.threads() > 1) {
    pieces = pieces_for(
        context, static_cast<double>(g.m) * static_cast<double>(g.n) * static_cast<double>(g.k));
  }
  if (pieces > 1) {
    const bool by_rows = g.m >= g.n;
    const PackedMatrix<T>* packed = by_rows ? g.packed_a : g.packed_b;
    const std::int64_t grain = packed == nullptr ? kGrain : round_up(kGrain, packed->panel);
    GemmTask<T> task{g, by_rows, 0, nullptr, 0};
    task.length = round_up(((by_rows ? g.m : g.n) + pieces - 1) / pieces, grain);
    pieces = task.count();
    if (pieces > 1) {
      typename GemmTask<T>::Piece first;
      task.fill(0, first);
      task.scratch_bytes = round_up(kernels::gemm_scratch_bytes(first.problem), 64);
      const Scratch scratch(context, pieces * task.scratch_bytes);
      task.scratch = static_cast<char*>(scratch.data());
      context.parallel_for(pieces, GemmTask<T>::run, &task);
      return;
    }
  }
  const Scratch scratch(context, kernels::gemm_scratch_bytes(g));
  kernels::gemm(g, scratch.data());
}

template <typename T>
void run_conv(Context& context, const Conv<T>& c) {
  const ConvShape& s = c.shape;
  const std::int64_t pixels = kernels::conv_out_height(s) * kernels::conv_out_width(s);
  std::int64_t pieces = 1;
  if (context.threads() > 1) {
    const std::int64_t taps = s.in_channels / s.groups * s.kernel_height * s.kernel_width;
    pieces =
        pieces_for(context, static_cast<double>(s.batch) * static_cast<double>(pixels) *
                                static_cast<double>(s.out_channels) * static_cast<double>(taps));
  }
  const bool by_images = s.batch > 1;
  // Cutting one image needs packed weights, or each piece would pack them again.
  const bool can = by_images || (c.packed_weight != nullptr && !kernels::conv_is_depthwise(s));
  if (pieces > 1 && can) {
    const std::int64_t extent = by_images ? s.batch : pixels;
    std::int64_t length = (extent + pieces - 1) / pieces;
    if (!by_images)
      length = round_up(length, kGrain);
    pieces = (extent + length - 1) / length;
    ConvTask<T> task{c,
                     by_images,
                     length,
                     s.in_channels * s.in_height * s.in_width,
                     s.out_channels * pixels,
                     nullptr,
                     0};
    task.scratch_bytes =
        round_up(kernels::conv_scratch_bytes<T>(s, c.packed_weight != nullptr), 64);
    const Scratch scratch(context, pieces * task.scratch_bytes);
    task.scratch = static_cast<char*>(scratch.data());
    context.parallel_for(pieces, ConvTask<T>::run, &task);
    return;
  }
  const Scratch scratch(context, kernels::conv_scratch_bytes<T>(s, c.packed_weight != nullptr));
  kernels::conv(c, scratch.data());
}

template void run_gemm(Context&, const Gemm<float>&);
template void run_gemm(Context&, const Gemm<double>&);
template void run_conv(Context&, const Conv<float>&);
template void run_conv(Context&, const Conv<double>&);

}  // namespace tenon
