#ifndef TENON_SRC_KERNELS_ISA_TABLES_H_
#define TENON_SRC_KERNELS_ISA_TABLES_H_

#include <stdint.h>

#include "src/kernels/activation.h"
#include "src/kernels/optim.h"
#include "src/kernels/padding_mode.h"

// What each instruction set's build of this folder offers: constant tables of function pointers.
// Plain structs without initialisers, see simd.h.

namespace tenon::kernels {

template <typename T>
struct GemmTable {
  int mr;  // Rows of a tile: width of a packed left panel.
  int nr;  // Columns of a tile: width of a packed right panel. Two vectors.

  // C (rows <= mr, cols) = A * B [+ C] for one k block. A by strides; B in panels of nr columns,
  // `b_panel` elements apart, rows of a panel `b_row` apart: packed, or adjacent columns of a
  // row-major matrix whose last panel is whole.
  void (*strip)(int64_t rows, int64_t cols, int64_t k, const T* a, int64_t a_row, int64_t a_col,
                const T* b, int64_t b_row, int64_t b_panel, T* c, int64_t c_row, bool accumulate);
  // One tile (rows <= mr, cols <= nr) of packed panels.
  void (*tile)(int64_t rows, int64_t cols, int64_t k, const T* a, const T* b, T* c, int64_t c_row,
               bool accumulate);
  // Brings `count` <= width rows of k elements each into dst[p * width + i], zeros for the rest;
  // width is mr or nr.
  void (*pack)(int width, int64_t count, int64_t k, const T* src, int64_t stride, int64_t k_stride,
               T* dst);
  // y (n) = W (n, k) x [+ y] for one k block; the rows of W are adjacent elements.
  void (*gemv)(int64_t n, int64_t k, const T* w, int64_t w_row, const T* x, int64_t x_stride, T* y,
               bool accumulate);
  // y (n) = W (n, k) x, x adjacent too, in the split order of Gemm::split_dot.
  void (*dots)(int64_t n, int64_t k, const T* w, int64_t w_row, const T* x, T* y);
};

template <typename T>
struct ElementTable {
  void (*relu)(const T* x, T* y, int64_t n);
  void (*exp)(const T* x, T* y, int64_t n);
  void (*tanh)(const T* x, T* y, int64_t n);
  void (*sigmoid)(const T* x, T* y, int64_t n);
  void (*add)(const T* a, const T* b, T* y, int64_t n);
  void (*sub)(const T* a, const T* b, T* y, int64_t n);
  void (*mul)(const T* a, const T* b, T* y, int64_t n);
  void (*div)(const T* a, const T* b, T* y, int64_t n);
  void (*add_scalar)(const T* a, T b, T* y, int64_t n);
  void (*mul_scalar)(const T* a, T b, T* y, int64_t n);
  void (*div_scalar)(const T* a, T b, T* y, int64_t n);
  void (*scalar_sub)(T a, const T* b, T* y, int64_t n);
  void (*scalar_div)(T a, const T* b, T* y, int64_t n);
  void (*axpy)(T alpha, const T* x, T* y, int64_t n);
  // y = fma(x, scale, shift), by one pair of numbers or element by element.
  void (*affine)(const T* x, T scale, T shift, T* y, int64_t n);
  void (*affine_each)(const T* x, const T* scale, const T* shift, T* y, int64_t n);
  // What gemm and conv do to a finished rectangle: c = activation((c + row_bias) + col_bias).
  void (*epilogue)(int64_t rows, int64_t cols, T* c, int64_t c_row, const T* row_bias,
                   const T* col_bias, Activation activation);
};

template <typename T>
struct ReduceTable {
  double (*sum)(const T* x, int64_t n);
  double (*square_sum)(const T* x, int64_t n, double mean);  // Of x - mean.
  T (*max)(const T* x, int64_t n);
  // y[j] = sum over the rows of x[j], or of (x[j] - mean[j])^2 if mean is not nullptr.
  void (*column_sums)(const T* x, int64_t rows, int64_t cols, int64_t row_stride,
                      const double* mean, double* y);
  void (*softmax)(const T* x, int64_t outer, int64_t dim, int64_t inner, T* y);
  void (*log_softmax)(const T* x, int64_t outer, int64_t dim, int64_t inner, T* y);
  void (*layer_norm)(const T* x, int64_t rows, int64_t cols, double eps, const T* weight,
                     const T* bias, T* y, T* mean, T* rstd);
  void (*lstm_row)(int64_t hidden, T* gates, const T* c, T* c_out, T* h_out);
  void (*gru_row)(int64_t hidden, T* x_gates, const T* h_gates, const T* h, T* h_out);
};

// A convolution's view of one image: what conv.h calls ConvShape, for one group of channels.
struct PatchGeometry {
  int64_t in_height;
  int64_t in_width;
  int64_t out_height;
  int64_t out_width;
  int64_t kernel_height;
  int64_t kernel_width;
  int64_t stride_height;
  int64_t stride_width;
  int64_t dilation_height;
  int64_t dilation_width;
  int64_t pad_top;
  int64_t pad_left;
  PaddingMode padding_mode;
};

template <typename T>
struct ConvTable {
  // Rows k0 .. k0 + kc (channel, kernel row, kernel column) of the patches of output pixels
  // j0 .. j0 + cols into a packed right panel of gemm.
  void (*pack_patches)(const PatchGeometry* geometry, const T* image, int64_t k0, int64_t kc,
                       int64_t j0, int64_t cols, T* dst);
  // One channel of x, already padded (rows in_width apart), by one kernel, into y.
  void (*depthwise)(const PatchGeometry* geometry, const T* x, const T* weight, T* y);
};

// Optimizer steps, as kernels/optim.h.
template <typename T>
struct OptimTable {
  void (*sgd)(const SgdStep<T>& step, bool first, int64_t n, T* param, const T* grad, T* buffer);
  void (*adam)(const AdamStep<T>& step, int64_t n, T* param, const T* grad, T* avg, T* avg_sq,
               T* max_avg_sq);
};

namespace baseline {
extern const GemmTable<float> gemm_float;
extern const GemmTable<double> gemm_double;
extern const ElementTable<float> element_float;
extern const ElementTable<double> element_double;
extern const ConvTable<float> conv_float;
extern const ConvTable<double> conv_double;
extern const OptimTable<float> optim_float;
extern const OptimTable<double> optim_double;
extern const ReduceTable<float> reduce_float;
extern const ReduceTable<double> reduce_double;
}  // namespace baseline
namespace avx2 {
extern const GemmTable<float> gemm_float;
extern const GemmTable<double> gemm_double;
extern const ElementTable<float> element_float;
extern const ElementTable<double> element_double;
extern const ConvTable<float> conv_float;
extern const ConvTable<double> conv_double;
extern const OptimTable<float> optim_float;
extern const OptimTable<double> optim_double;
extern const ReduceTable<float> reduce_float;
extern const ReduceTable<double> reduce_double;
}  // namespace avx2
namespace avx512 {
extern const GemmTable<float> gemm_float;
extern const GemmTable<double> gemm_double;
extern const ElementTable<float> element_float;
extern const ElementTable<double> element_double;
extern const ConvTable<float> conv_float;
extern const ConvTable<double> conv_double;
extern const OptimTable<float> optim_float;
extern const OptimTable<double> optim_double;
extern const ReduceTable<float> reduce_float;
extern const ReduceTable<double> reduce_double;
}  // namespace avx512

}  // namespace tenon::kernels

#endif  // TENON_SRC_KERNELS_ISA_TABLES_H_
