#include "src/kernels/optim.h"

#include "src/kernels/dispatch.h"

namespace tenon::kernels {

template <typename T>
void sgd_step(const SgdStep<T>& step, bool first, int64_t n, T* param, const T* grad,
              T* buffer) noexcept {
  optim_table<T>(cpu_isa()).sgd(step, first, n, param, grad, buffer);
}

template <typename T>
void adam_step(const AdamStep<T>& step, int64_t n, T* param, const T* grad, T* avg, T* avg_sq,
               T* max_avg_sq) noexcept {
  optim_table<T>(cpu_isa()).adam(step, n, param, grad, avg, avg_sq, max_avg_sq);
}

template void sgd_step(const SgdStep<float>&, bool, int64_t, float*, const float*, float*) noexcept;
template void sgd_step(const SgdStep<double>&, bool, int64_t, double*, const double*,
                       double*) noexcept;
template void adam_step(const AdamStep<float>&, int64_t, float*, const float*, float*, float*,
                        float*) noexcept;
template void adam_step(const AdamStep<double>&, int64_t, double*, const double*, double*, double*,
                        double*) noexcept;

}  // namespace tenon::kernels
