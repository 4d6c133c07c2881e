#ifndef TENON_SRC_OPS_PARALLEL_H_
#define TENON_SRC_OPS_PARALLEL_H_

#include "src/kernels/conv.h"
#include "src/kernels/gemm.h"
#include "tenon/context.h"

// Matrix products and convolutions on the context's scratch memory, shared out among its threads
// where that pays. Each element is summed by one thread in the order that the kernels promise, so
// the bits do not depend on the number of threads.

namespace tenon {

template <typename T>
void run_gemm(Context& context, const kernels::Gemm<T>& problem);

template <typename T>
void run_conv(Context& context, const kernels::Conv<T>& problem);

}  // namespace tenon

#endif  // TENON_SRC_OPS_PARALLEL_H_
