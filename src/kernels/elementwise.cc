#include "src/kernels/elementwise.h"

#include <cstring>

#include "src/kernels/dispatch.h"

namespace tenon::kernels {

template <typename T>
void relu(const T* x, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).relu(x, y, n);
}

template <typename T>
void exp(const T* x, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).exp(x, y, n);
}

template <typename T>
void tanh(const T* x, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).tanh(x, y, n);
}

template <typename T>
void sigmoid(const T* x, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).sigmoid(x, y, n);
}

template <typename T>
void activate(Activation activation, const T* x, T* y, std::int64_t n) noexcept {
  switch (activation) {
    case Activation::kNone:
      if (n > 0 && x != y) {
        std::memcpy(y, x, static_cast<std::size_t>(n) * sizeof(T));
      }
      return;
    case Activation::kRelu:
      relu(x, y, n);
      return;
    case Activation::kTanh:
      tanh(x, y, n);
      return;
    case Activation::kSigmoid:
      sigmoid(x, y, n);
      return;
  }
}

template <typename T>
void add(const T* a, const T* b, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).add(a, b, y, n);
}

template <typename T>
void sub(const T* a, const T* b, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).sub(a, b, y, n);
}

template <typename T>
void mul(const T* a, const T* b, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).mul(a, b, y, n);
}

template <typename T>
void div(const T* a, const T* b, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).div(a, b, y, n);
}

template <typename T>
void add_scalar(const T* a, T b, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).add_scalar(a, b, y, n);
}

template <typename T>
void mul_scalar(const T* a, T b, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).mul_scalar(a, b, y, n);
}

template <typename T>
void div_scalar(const T* a, T b, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).div_scalar(a, b, y, n);
}

template <typename T>
void scalar_sub(T a, const T* b, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).scalar_sub(a, b, y, n);
}

template <typename T>
void scalar_div(T a, const T* b, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).scalar_div(a, b, y, n);
}

template <typename T>
void axpy(T alpha, const T* x, T* y, std::int64_t n) noexcept {
  element_table<T>(cpu_isa()).axpy(alpha, x, y, n);
}

#define TENON_INSTANTIATE(T)                                               \
  template void relu(const T*, T*, std::int64_t) noexcept;                 \
  template void exp(const T*, T*, std::int64_t) noexcept;                  \
  template void tanh(const T*, T*, std::int64_t) noexcept;                 \
  template void sigmoid(const T*, T*, std::int64_t) noexcept;              \
  template void activate(Activation, const T*, T*, std::int64_t) noexcept; \
  template void add(const T*, const T*, T*, std::int64_t) noexcept;        \
  template void sub(const T*, const T*, T*, std::int64_t) noexcept;        \
  template void mul(const T*, const T*, T*, std::int64_t) noexcept;        \
  template void div(const T*, const T*, T*, std::int64_t) noexcept;        \
  template void add_scalar(const T*, T, T*, std::int64_t) noexcept;        \
  template void mul_scalar(const T*, T, T*, std::int64_t) noexcept;        \
  template void div_scalar(const T*, T, T*, std::int64_t) noexcept;        \
  template void scalar_sub(T, const T*, T*, std::int64_t) noexcept;        \
  template void scalar_div(T, const T*, T*, std::int64_t) noexcept;        \
  template void axpy(T, const T*, T*, std::int64_t) noexcept;
TENON_INSTANTIATE(float)
TENON_INSTANTIATE(double)
#undef TENON_INSTANTIATE

}  // namespace tenon::kernels
