#include "src/kernels/norm.h"

#include <cmath>

#include "src/kernels/dispatch.h"

namespace tenon::kernels {

template <typename T>
void layer_norm(const T* x, std::int64_t rows, std::int64_t cols, double eps, const T* weight,
                const T* bias, T* y, T* mean, T* rstd) noexcept {
  reduce_table<T>(cpu_isa()).layer_norm(x, rows, cols, eps, weight, bias, y, mean, rstd);
}

template <typename T>
void channel_affine(const T* x, std::int64_t batch, std::int64_t channels, std::int64_t spatial,
                    const T* scale, const T* shift, T* y) noexcept {
  const ElementTable<T>& table = element_table<T>(cpu_isa());
  if (spatial == 1) {
    for (std::int64_t n = 0; n < batch; ++n) {
      table.affine_each(x + n * channels, scale, shift, y + n * channels, channels);
    }
    return;
  }
  for (std::int64_t i = 0; i < batch * channels; ++i) {
    const std::int64_t c = i % channels;
    table.affine(x + i * spatial, scale[c], shift[c], y + i * spatial, spatial);
  }
}

template <typename T>
void batch_norm_affine(std::int64_t channels, const double* mean, const double* var, double eps,
                       const T* weight, const T* bias, T* scale, T* shift) noexcept {
  for (std::int64_t c = 0; c < channels; ++c) {
    const double factor =
        (weight == nullptr ? 1.0 : static_cast<double>(weight[c])) / std::sqrt(var[c] + eps);
    scale[c] = static_cast<T>(factor);
    shift[c] =
        static_cast<T>((bias == nullptr ? 0.0 : static_cast<double>(bias[c])) - mean[c] * factor);
  }
}

#define TENON_INSTANTIATE(T)                                                                     \
  template void layer_norm(const T*, std::int64_t, std::int64_t, double, const T*, const T*, T*, \
                           T*, T*) noexcept;                                                     \
  template void channel_affine(const T*, std::int64_t, std::int64_t, std::int64_t, const T*,     \
                               const T*, T*) noexcept;                                           \
  template void batch_norm_affine(std::int64_t, const double*, const double*, double, const T*,  \
                                  const T*, T*, T*) noexcept;
TENON_INSTANTIATE(float)
TENON_INSTANTIATE(double)
#undef TENON_INSTANTIATE

}  // namespace tenon::kernels
