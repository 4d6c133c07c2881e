#include "src/kernels/conv.h"

#include <cstring>

#include "src/kernels/dispatch.h"
#include "src/kernels/gemm_internal.h"

namespace tenon::kernels {
namespace {

constexpr std::int64_t kAlignment = 64;

constexpr std::int64_t round_up(std::int64_t n, std::int64_t to) {
  return (n + to - 1) / to * to;
}

std::int64_t group_in(const ConvShape& s) {
  return s.in_channels / s.groups;
}
std::int64_t group_out(const ConvShape& s) {
  return s.out_channels / s.groups;
}
std::int64_t taps(const ConvShape& s) {
  return s.kernel_height * s.kernel_width;
}
std::int64_t depth(const ConvShape& s) {
  return group_in(s) * taps(s);
}
std::int64_t out_pixels(const ConvShape& s) {
  return conv_out_height(s) * conv_out_width(s);
}

bool padded(const ConvShape& s) {
  return s.pad_top != 0 || s.pad_bottom != 0 || s.pad_left != 0 || s.pad_right != 0;
}

// One input channel a group: a matrix product would have one row, so the kernel is applied
// directly. The sum must be one chain.
bool is_depthwise(const ConvShape& s) {
  return s.groups > 1 && group_in(s) == 1 && group_out(s) <= 4 && taps(s) <= kGemmBlockK;
}

// The image is already the matrix of patches.
bool is_pointwise(const ConvShape& s) {
  return taps(s) == 1 && s.stride_height == 1 && s.stride_width == 1 && !padded(s);
}

template <typename T>
std::int64_t packed_group_bytes(const ConvShape& s) {
  return round_up(packed_bytes<T>(GemmSide::kLeft, group_out(s), depth(s)), kAlignment);
}

PatchGeometry geometry_of(const ConvShape& s) {
  return {s.in_height,    s.in_width,      conv_out_height(s), conv_out_width(s), s.kernel_height,
          s.kernel_width, s.stride_height, s.stride_width,     s.dilation_height, s.dilation_width,
          s.pad_top,      s.pad_left,      s.padding_mode};
}

template <typename T>
struct Patches {
  PatchGeometry geometry;
  const T* image;
  const ConvTable<T>* table;
  std::int64_t first;  // output pixel that stands at column 0

  static void pack(const void* context, std::int64_t k0, std::int64_t kc, std::int64_t j0,
                   std::int64_t cols, T* dst) {
    const auto& self = *static_cast<const Patches*>(context);
    self.table->pack_patches(&self.geometry, self.image, k0, kc, self.first + j0, cols, dst);
  }
};

// One group of one image, with the packed weights left to be filled in.
template <typename T>
Gemm<T> group_problem(const ConvShape& s) {
  Gemm<T> g;
  g.m = group_out(s);
  g.n = out_pixels(s);
  g.k = depth(s);
  g.c_row_stride = g.n;
  return g;
}

template <typename T>
PackedMatrix<T> packed_group(const ConvShape& s, const void* memory, std::int64_t group, Isa isa) {
  const char* at = static_cast<const char*>(memory) + group * packed_group_bytes<T>(s);
  PackedMatrix<T> p;
  p.data = static_cast<const T*>(static_cast<const void*>(at));
  p.extent = group_out(s);
  p.k = depth(s);
  p.panel = gemm_table<T>(isa).mr;
  p.side = GemmSide::kLeft;
  p.isa = isa;
  return p;
}

// Only the border needs its source looked up.
template <typename T>
void pad_plane(const ConvShape& s, const T* x, T* dst) {
  const auto copy_border = [&](const T* row, std::int64_t begin, std::int64_t end) {
    for (std::int64_t c = begin; c < end; ++c) {
      const std::int64_t col = padding_source(c, s.in_width, s.padding_mode);
      *dst++ = col < 0 ? T{0} : row[col];
    }
  };
  const std::int64_t width = s.in_width + s.pad_left + s.pad_right;
  for (std::int64_t r = -s.pad_top; r < s.in_height + s.pad_bottom; ++r) {
    const std::int64_t row = padding_source(r, s.in_height, s.padding_mode);
    if (row < 0) {
      std::memset(dst, 0, static_cast<std::size_t>(width) * sizeof(T));
      dst += width;
      continue;
    }
    const T* from = x + row * s.in_width;
    copy_border(from, -s.pad_left, 0);
    std::memcpy(dst, from, static_cast<std::size_t>(s.in_width) * sizeof(T));
    dst += s.in_width;
    copy_border(from, s.in_width, s.in_width + s.pad_right);
  }
}

template <typename T>
void conv_depthwise(const Conv<T>& p, T* plane) {
  const ConvShape& s = p.shape;
  const Isa isa = cpu_isa();
  PatchGeometry geometry = geometry_of(s);
  geometry.in_width += s.pad_left + s.pad_right;
  const T* weight = p.packed_weight != nullptr ? static_cast<const T*>(p.packed_weight) : p.weight;
  const T* x = p.x;
  T* y = p.y;
  const std::int64_t pixels = out_pixels(s);
  for (std::int64_t n = 0; n < s.batch; ++n) {
    for (std::int64_t c = 0; c < s.in_channels; ++c) {
      const T* from = x;
      if (padded(s)) {
        pad_plane(s, x, plane);
        from = plane;
      }
      for (std::int64_t m = 0; m < group_out(s); ++m) {
        const std::int64_t out = c * group_out(s) + m;
        conv_table<T>(isa).depthwise(&geometry, from, weight + out * taps(s), y);
        if (p.bias != nullptr || p.activation != Activation::kNone) {
          element_table<T>(isa).epilogue(1, pixels, y, pixels,
                                         p.bias == nullptr ? nullptr : p.bias + out, nullptr,
                                         p.activation);
        }
        y += pixels;
      }
      x += s.in_height * s.in_width;
    }
  }
}

}  // namespace

std::int64_t conv_out_size(std::int64_t in, std::int64_t kernel, std::int64_t stride,
                           std::int64_t dilation, std::int64_t pad_before,
                           std::int64_t pad_after) noexcept {
  const std::int64_t room = in + pad_before + pad_after - dilation * (kernel - 1) - 1;
  return room < 0 ? 0 : room / stride + 1;
}

std::int64_t conv_out_height(const ConvShape& s) noexcept {
  return conv_out_size(s.in_height, s.kernel_height, s.stride_height, s.dilation_height, s.pad_top,
                       s.pad_bottom);
}

std::int64_t conv_out_width(const ConvShape& s) noexcept {
  return conv_out_size(s.in_width, s.kernel_width, s.stride_width, s.dilation_width, s.pad_left,
                       s.pad_right);
}

bool conv_is_depthwise(const ConvShape& s) noexcept {
  return is_depthwise(s);
}

template <typename T>
std::int64_t conv_packed_weight_bytes(const ConvShape& s) noexcept {
  if (is_depthwise(s)) {
    return s.out_channels * depth(s) * static_cast<std::int64_t>(sizeof(T));
  }
  return s.groups * packed_group_bytes<T>(s);
}

template <typename T>
void conv_pack_weights(const ConvShape& s, const T* weight, void* memory) noexcept {
  if (is_depthwise(s)) {
    std::memcpy(memory, weight, static_cast<std::size_t>(conv_packed_weight_bytes<T>(s)));
    return;
  }
  for (std::int64_t group = 0; group < s.groups; ++group) {
    pack_matrix<T>(GemmSide::kLeft, group_out(s), depth(s),
                   {weight + group * group_out(s) * depth(s), depth(s), 1},
                   static_cast<char*>(memory) + group * packed_group_bytes<T>(s));
  }
}

template <typename T>
std::int64_t conv_scratch_bytes(const ConvShape& s, bool weights_packed) noexcept {
  if (is_depthwise(s)) {
    return padded(s) ? (s.in_height + s.pad_top + s.pad_bottom) *
                               (s.in_width + s.pad_left + s.pad_right) *
                               static_cast<std::int64_t>(sizeof(T)) +
                           kAlignment
                     : 0;
  }
  Gemm<T> g = group_problem<T>(s);
  const PackedMatrix<T> packed = packed_group<T>(s, nullptr, 0, cpu_isa());
  g.packed_a = &packed;
  const std::int64_t product = gemm_source_scratch_bytes(g);
  return product + (weights_packed ? 0 : conv_packed_weight_bytes<T>(s) + kAlignment);
}

template <typename T>
void conv(const Conv<T>& p, void* scratch) noexcept {
  const ConvShape& s = p.shape;
  const auto misalignment = reinterpret_cast<std::uintptr_t>(scratch) % kAlignment;
  char* memory = static_cast<char*>(scratch) + (misalignment == 0 ? 0 : kAlignment - misalignment);
  if (out_pixels(s) <= 0) {
    return;
  }
  if (is_depthwise(s)) {
    conv_depthwise(p, static_cast<T*>(static_cast<void*>(memory)));
    return;
  }
  const void* weights = p.packed_weight;
  Isa isa = p.packed_isa;
  if (weights == nullptr) {
    isa = cpu_isa();
    conv_pack_weights(s, p.weight, memory);
    weights = memory;
    memory += conv_packed_weight_bytes<T>(s);
  }
  const std::int64_t image = group_in(s) * s.in_height * s.in_width;
  const std::int64_t pixels = out_pixels(s);
  const std::int64_t first = p.pixel_begin;
  Patches<T> patches = {geometry_of(s), p.x, &conv_table<T>(isa), first};
  const RightSource<T> source = {Patches<T>::pack, &patches};
  Gemm<T> g = group_problem<T>(s);
  g.activation = p.activation;
  g.n = p.pixel_count < pixels - first ? p.pixel_count : pixels - first;
  g.c = p.y + first;
  for (std::int64_t n = 0; n < s.batch; ++n) {
    for (std::int64_t group = 0; group < s.groups; ++group) {
      const PackedMatrix<T> packed = packed_group<T>(s, weights, group, isa);
      g.packed_a = &packed;
      g.row_bias = p.bias == nullptr ? nullptr : p.bias + group * g.m;
      if (is_pointwise(s)) {
        g.b = {patches.image + first, pixels, 1};
        gemm(g, memory);
      } else {
        gemm_from_source(g, source, memory);
      }
      patches.image += image;
      g.c += g.m * pixels;
    }
  }
}

#define TENON_INSTANTIATE(T)                                                    \
  template std::int64_t conv_packed_weight_bytes<T>(const ConvShape&) noexcept; \
  template void conv_pack_weights(const ConvShape&, const T*, void*) noexcept;  \
  template std::int64_t conv_scratch_bytes<T>(const ConvShape&, bool) noexcept; \
  template void conv(const Conv<T>&, void*) noexcept;
TENON_INSTANTIATE(float)
TENON_INSTANTIATE(double)
#undef TENON_INSTANTIATE

}  // namespace tenon::kernels
