#include "src/kernels/isa/math.h"
#include "src/kernels/isa/simd.h"
#include "src/kernels/isa/tables.h"

namespace tenon::kernels::TENON_ISA_NAMESPACE {
namespace {

// Operations on one vector. The last, partial vector of an array goes through the same code.
struct Copy {
  template <typename T>
  TENON_INLINE Vec<T> run(Vec<T> x) {
    return x;
  }
};
struct Relu {
  template <typename T>
  TENON_INLINE Vec<T> run(Vec<T> x) {
    return relu_vec<T>(x);
  }
};
struct Exp {
  template <typename T>
  TENON_INLINE Vec<T> run(Vec<T> x) {
    return exp_vec<T>(x);
  }
};
struct Tanh {
  template <typename T>
  TENON_INLINE Vec<T> run(Vec<T> x) {
    return tanh_vec<T>(x);
  }
};
struct Sigmoid {
  template <typename T>
  TENON_INLINE Vec<T> run(Vec<T> x) {
    return sigmoid_vec<T>(x);
  }
};
struct Add {
  template <typename T>
  TENON_INLINE Vec<T> run(Vec<T> a, Vec<T> b) {
    return a + b;
  }
};
struct Sub {
  template <typename T>
  TENON_INLINE Vec<T> run(Vec<T> a, Vec<T> b) {
    return a - b;
  }
};
struct Mul {
  template <typename T>
  TENON_INLINE Vec<T> run(Vec<T> a, Vec<T> b) {
    return a * b;
  }
};
struct Div {
  template <typename T>
  TENON_INLINE Vec<T> run(Vec<T> a, Vec<T> b) {
    return a / b;
  }
};

template <typename T, typename Op>
void unary(const T* x, T* y, int64_t n) {
  int64_t i = 0;
  for (; i + kLanes<T> <= n; i += kLanes<T>) {
    store<T>(y + i, Op::template run<T>(load(x + i)));
  }
  if (i < n) {
    store_part(y + i, Op::template run<T>(load_part(x + i, n - i)), n - i);
  }
}

template <typename T, typename Op>
void binary(const T* a, const T* b, T* y, int64_t n) {
  int64_t i = 0;
  for (; i + kLanes<T> <= n; i += kLanes<T>) {
    store<T>(y + i, Op::template run<T>(load(a + i), load(b + i)));
  }
  if (i < n) {
    const Vec<T> left = load_part(a + i, n - i);
    const Vec<T> right = load_part(b + i, n - i);
    store_part(y + i, Op::template run<T>(left, right), n - i);
  }
}

template <typename T, typename Op>
void right_scalar(const T* a, T b, T* y, int64_t n) {
  const Vec<T> right = broadcast(b);
  int64_t i = 0;
  for (; i + kLanes<T> <= n; i += kLanes<T>) {
    store<T>(y + i, Op::template run<T>(load(a + i), right));
  }
  if (i < n) {
    store_part(y + i, Op::template run<T>(load_part(a + i, n - i), right), n - i);
  }
}

template <typename T, typename Op>
void left_scalar(T a, const T* b, T* y, int64_t n) {
  const Vec<T> left = broadcast(a);
  int64_t i = 0;
  for (; i + kLanes<T> <= n; i += kLanes<T>) {
    store<T>(y + i, Op::template run<T>(left, load(b + i)));
  }
  if (i < n) {
    store_part(y + i, Op::template run<T>(left, load_part(b + i, n - i)), n - i);
  }
}

template <typename T>
void axpy(T alpha, const T* x, T* y, int64_t n) {
  const Vec<T> factor = broadcast(alpha);
  int64_t i = 0;
  for (; i + kLanes<T> <= n; i += kLanes<T>) {
    store<T>(y + i, fma(factor, load(x + i), load(y + i)));
  }
  if (i < n) {
    const Vec<T> last = fma(factor, load_part(x + i, n - i), load_part(y + i, n - i));
    store_part(y + i, last, n - i);
  }
}

template <typename T>
void affine(const T* x, T scale, T shift, T* y, int64_t n) {
  const Vec<T> factor = broadcast(scale);
  const Vec<T> addend = broadcast(shift);
  int64_t i = 0;
  for (; i + kLanes<T> <= n; i += kLanes<T>) {
    store<T>(y + i, fma(load(x + i), factor, addend));
  }
  if (i < n) {
    store_part(y + i, fma(load_part(x + i, n - i), factor, addend), n - i);
  }
}

template <typename T>
void affine_each(const T* x, const T* scale, const T* shift, T* y, int64_t n) {
  int64_t i = 0;
  for (; i + kLanes<T> <= n; i += kLanes<T>) {
    store<T>(y + i, fma(load(x + i), load(scale + i), load(shift + i)));
  }
  if (i < n) {
    const int64_t left = n - i;
    const Vec<T> last =
        fma(load_part(x + i, left), load_part(scale + i, left), load_part(shift + i, left));
    store_part(y + i, last, left);
  }
}

template <typename T, typename Op, bool kRowBias, bool kColBias>
TENON_INLINE void finish_rows(int64_t rows, int64_t cols, T* c, int64_t c_row, const T* row_bias,
                              const T* col_bias) {
  for (int64_t r = 0; r < rows; ++r) {
    const Vec<T> row = kRowBias ? broadcast(row_bias[r]) : Vec<T>{};
    T* to = c + r * c_row;
    int64_t j = 0;
    for (; j < cols; j += kLanes<T>) {
      const bool whole = j + kLanes<T> <= cols;
      Vec<T> v = whole ? load(to + j) : load_part(to + j, cols - j);
      if (kRowBias) {
        v = v + row;
      }
      if (kColBias) {
        v = v + (whole ? load(col_bias + j) : load_part(col_bias + j, cols - j));
      }
      v = Op::template run<T>(v);
      if (whole) {
        store<T>(to + j, v);
      } else {
        store_part(to + j, v, cols - j);
      }
    }
  }
}

template <typename T, typename Op>
void finish(int64_t rows, int64_t cols, T* c, int64_t c_row, const T* row_bias, const T* col_bias) {
  if (row_bias != nullptr && col_bias != nullptr) {
    finish_rows<T, Op, true, true>(rows, cols, c, c_row, row_bias, col_bias);
  } else if (row_bias != nullptr) {
    finish_rows<T, Op, true, false>(rows, cols, c, c_row, row_bias, col_bias);
  } else if (col_bias != nullptr) {
    finish_rows<T, Op, false, true>(rows, cols, c, c_row, row_bias, col_bias);
  } else {
    finish_rows<T, Op, false, false>(rows, cols, c, c_row, row_bias, col_bias);
  }
}

template <typename T>
void epilogue(int64_t rows, int64_t cols, T* c, int64_t c_row, const T* row_bias, const T* col_bias,
              Activation activation) {
  switch (activation) {
    case Activation::kNone:
      finish<T, Copy>(rows, cols, c, c_row, row_bias, col_bias);
      return;
    case Activation::kRelu:
      finish<T, Relu>(rows, cols, c, c_row, row_bias, col_bias);
      return;
    case Activation::kTanh:
      finish<T, Tanh>(rows, cols, c, c_row, row_bias, col_bias);
      return;
    case Activation::kSigmoid:
      finish<T, Sigmoid>(rows, cols, c, c_row, row_bias, col_bias);
      return;
  }
}

template <typename T>
constexpr ElementTable<T> kTable = {unary<T, Relu>,
                                    unary<T, Exp>,
                                    unary<T, Tanh>,
                                    unary<T, Sigmoid>,
                                    binary<T, Add>,
                                    binary<T, Sub>,
                                    binary<T, Mul>,
                                    binary<T, Div>,
                                    right_scalar<T, Add>,
                                    right_scalar<T, Mul>,
                                    right_scalar<T, Div>,
                                    left_scalar<T, Sub>,
                                    left_scalar<T, Div>,
                                    axpy<T>,
                                    affine<T>,
                                    affine_each<T>,
                                    epilogue<T>};

}  // namespace

constexpr ElementTable<float> element_float = kTable<float>;
constexpr ElementTable<double> element_double = kTable<double>;

}  // namespace tenon::kernels::TENON_ISA_NAMESPACE
