#include "src/kernels/softmax.h"

#include "src/kernels/dispatch.h"

namespace tenon::kernels {

template <typename T>
void softmax(const T* x, std::int64_t outer, std::int64_t dim, std::int64_t inner, T* y) noexcept {
  if (dim > 0) {
    reduce_table<T>(cpu_isa()).softmax(x, outer, dim, inner, y);
  }
}

template <typename T>
void log_softmax(const T* x, std::int64_t outer, std::int64_t dim, std::int64_t inner,
                 T* y) noexcept {
  if (dim > 0) {
    reduce_table<T>(cpu_isa()).log_softmax(x, outer, dim, inner, y);
  }
}

#define TENON_INSTANTIATE(T)                                                              \
  template void softmax(const T*, std::int64_t, std::int64_t, std::int64_t, T*) noexcept; \
  template void log_softmax(const T*, std::int64_t, std::int64_t, std::int64_t, T*) noexcept;
TENON_INSTANTIATE(float)
TENON_INSTANTIATE(double)
#undef TENON_INSTANTIATE

}  // namespace tenon::kernels
