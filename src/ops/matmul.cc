// Products of matrices. The layout of the factors goes to the kernel as strides: nothing is copied
// but what the kernel packs.
#include <limits>

#include "src/kernels/gemm.h"
#include "src/ops/op_tables.h"
#include "src/ops/parallel.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/matmul.h"
#include "tenon/ops/promote.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/view.h"

namespace tenon {
namespace {

/// Calls `row(a_offset, b_offset)` for each matrix of the batch, in row-major order.
template <class F>
void for_each_batch(const Tensor& a, const Tensor& b, F&& f) {
  const std::size_t dims = a.sizes().size() - 2;
  Dims index(dims, 0);
  std::int64_t at_a = 0;
  std::int64_t at_b = 0;
  for (;;) {
    f(at_a, at_b);
    std::size_t d = dims;
    for (;;) {
      if (d == 0)
        return;
      --d;
      at_a += a.strides()[d];
      at_b += b.strides()[d];
      if (++index[d] < a.sizes()[d])
        break;
      at_a -= a.strides()[d] * a.sizes()[d];
      at_b -= b.strides()[d] * a.sizes()[d];
      index[d] = 0;
    }
  }
}

template <class T>
void multiply_floating(const Tensor& a, const Tensor& b, const Tensor& out) {
  kernels::Gemm<T> problem;
  problem.m = a.size(-2);
  problem.k = a.size(-1);
  problem.n = b.size(-1);
  problem.c_row_stride = problem.n;
  problem.a = {a.data<T>(), a.strides().last(2), a.strides().last(1)};
  problem.b = {b.data<T>(), b.strides().last(2), b.strides().last(1)};
  problem.c = out.data<T>();
  for_each_batch(a, b, [&](std::int64_t at_a, std::int64_t at_b) {
    problem.a.data = a.data<T>() + at_a;
    problem.b.data = b.data<T>() + at_b;
    run_gemm(out.context(), problem);
    problem.c += problem.m * problem.n;
  });
}

/// int64, wrapping; the result wraps again when it is narrowed.
void multiply_integers(const Tensor& a, const Tensor& b, const Tensor& out) {
  const std::int64_t m = a.size(-2);
  const std::int64_t k = a.size(-1);
  const std::int64_t n = b.size(-1);
  std::int64_t* c = out.data<std::int64_t>();
  for_each_batch(a, b, [&](std::int64_t at_a, std::int64_t at_b) {
    for (std::int64_t i = 0; i < m; ++i) {
      for (std::int64_t j = 0; j < n; ++j) {
        const std::int64_t* x = a.data<std::int64_t>() + at_a + i * a.strides().last(2);
        const std::int64_t* y = b.data<std::int64_t>() + at_b + j * b.strides().last(1);
        std::uint64_t sum = 0;
        for (std::int64_t p = 0; p < k; ++p) {
          sum += static_cast<std::uint64_t>(x[p * a.strides().last(1)]) *
                 static_cast<std::uint64_t>(y[p * b.strides().last(2)]);
        }
        *c++ = static_cast<std::int64_t>(sum);
      }
    }
  });
}

/// The dtype that products of `dtype` are computed in.
DType compute_dtype(std::string_view op, DType dtype) {
  if (!has_arithmetic(dtype)) {
    fail(ErrorCode::kUnsupported, op, ": ", dtype_name(dtype), " is for storage only");
  }
  if (dtype == DType::kBool)
    fail(ErrorCode::kNotImplemented, op, ": not implemented for bool");
  if (!is_floating(dtype))
    return DType::kInt64;
  return dtype == DType::kFloat64 ? dtype : DType::kFloat32;
}

void check_same_dtype(std::string_view op, const Tensor& a, const Tensor& b) {
  check_context(op, a.context(), b.impl());
  if (a.dtype() != b.dtype()) {
    fail(ErrorCode::kRuntime, op, ": dtypes differ: ", dtype_name(a.dtype()), " and ",
         dtype_name(b.dtype()));
  }
}

[[noreturn]] void fail_inner(std::string_view op, const Tensor& a, const Tensor& b) {
  fail(ErrorCode::kRuntime, op, ": inner sizes differ: ", a.sizes(), " x ", b.sizes());
}

/// a (…, m, k) times b (…, k, n) with equal batch dims.
Tensor multiply(std::string_view op, const Tensor& a, const Tensor& b) {
  const DType dtype = a.dtype();
  const DType compute = compute_dtype(op, dtype);
  Shape sizes = a.sizes();
  sizes.back() = b.size(-1);
  const Tensor out = Tensor::empty_in(a.context(), sizes, compute);
  if (out.numel() > 0) {
    const Tensor x = a.to(compute);
    const Tensor y = b.to(compute);
    if (compute == DType::kFloat32) {
      multiply_floating<float>(x, y, out);
    } else if (compute == DType::kFloat64) {
      multiply_floating<double>(x, y, out);
    } else {
      multiply_integers(x, y, out);
    }
  }
  return out.to(dtype);
}

Shape batch_of(const Tensor& x) {
  return Shape(std::span<const std::int64_t>(x.sizes()).first(x.sizes().size() - 2));
}

Tensor expand_batch(const Tensor& x, const Shape& batch) {
  Shape sizes = batch;
  sizes.push_back(x.size(-2));
  sizes.push_back(x.size(-1));
  return expand(x, sizes);
}

void check_dims(std::string_view op, const Tensor& x, int wanted) {
  if (x.ndim() != wanted) {
    fail(ErrorCode::kRuntime, op, ": wants ", wanted, " dims, got ", x.sizes());
  }
}

}  // namespace

Tensor matmul(const Tensor& a, const Tensor& b) {
  if (a.ndim() == 0 || b.ndim() == 0) {
    fail(ErrorCode::kRuntime, "matmul: both need 1 dim or more: ", a.sizes(), " x ", b.sizes());
  }
  check_same_dtype("matmul", a, b);
  if (a.size(-1) != b.size(b.ndim() == 1 ? 0 : -2))
    fail_inner("matmul", a, b);
  const Tensor x = a.ndim() == 1 ? unsqueeze(a, 0) : a;
  const Tensor y = b.ndim() == 1 ? unsqueeze(b, -1) : b;
  Tensor out;
  if (y.ndim() == 2 && x.ndim() > 2) {
    // One product of all rows instead of one for each matrix.
    Shape sizes = x.sizes();
    sizes.back() = y.size(-1);
    std::int64_t rows = 1;
    for (std::size_t d = 0; d + 1 < sizes.size(); ++d)
      rows *= sizes[d];
    out = reshape(multiply("matmul", reshape(x, Shape{rows, x.size(-1)}), y), sizes);
  } else if (x.ndim() == 2 && y.ndim() == 2) {
    out = multiply("matmul", x, y);
  } else {
    const Shape batch = broadcast_shapes("matmul", batch_of(x), batch_of(y));
    out = multiply("matmul", expand_batch(x, batch), expand_batch(y, batch));
  }
  if (a.ndim() == 1)
    out = select(out, -2, 0);
  if (b.ndim() == 1)
    out = select(out, -1, 0);
  return out;
}

Tensor mm(const Tensor& a, const Tensor& b) {
  check_dims("mm", a, 2);
  check_dims("mm", b, 2);
  check_same_dtype("mm", a, b);
  if (a.size(1) != b.size(0))
    fail_inner("mm", a, b);
  return multiply("mm", a, b);
}

Tensor bmm(const Tensor& a, const Tensor& b) {
  check_dims("bmm", a, 3);
  check_dims("bmm", b, 3);
  check_same_dtype("bmm", a, b);
  if (a.size(0) != b.size(0)) {
    fail(ErrorCode::kRuntime, "bmm: batches differ: ", a.sizes(), " x ", b.sizes());
  }
  if (a.size(2) != b.size(1))
    fail_inner("bmm", a, b);
  return multiply("bmm", a, b);
}

Tensor mv(const Tensor& a, const Tensor& b) {
  check_dims("mv", a, 2);
  check_dims("mv", b, 1);
  return matmul(a, b);
}

Tensor dot(const Tensor& a, const Tensor& b) {
  check_dims("dot", a, 1);
  check_dims("dot", b, 1);
  return matmul(a, b);
}

Tensor outer(const Tensor& a, const Tensor& b) {
  check_dims("outer", a, 1);
  check_dims("outer", b, 1);
  return mul(unsqueeze(a, 1), b);
}

Tensor inner(const Tensor& a, const Tensor& b) {
  if (a.ndim() == 0 || b.ndim() == 0)
    return mul(a, b);
  if (a.size(-1) != b.size(-1)) {
    fail(ErrorCode::kRuntime, "inner: last sizes differ: ", a.sizes(), " and ", b.sizes());
  }
  const std::int64_t last_a[] = {-1};
  const std::int64_t last_b[] = {-1};
  return tensordot(a, b, last_a, last_b);
}

namespace {

bool is_number(const Operand& factor, double value) {
  return !factor.is_tensor() && factor.as_double() == value;
}

void check_factor(std::string_view op, const char* what, const Tensor& x, const Operand& factor) {
  if (!is_floating(x.dtype()) && is_floating(factor.dtype())) {
    fail(ErrorCode::kRuntime, op, ": ", what, " must be an integer for ", dtype_name(x.dtype()));
  }
}

/// beta * x + alpha * product, in the product's dtype and shape.
Tensor combine(std::string_view op, const Tensor& x, const Tensor& product, const Operand& beta,
               const Operand& alpha) {
  check_same_dtype(op, x, product);
  check_factor(op, "beta", x, beta);
  check_factor(op, "alpha", x, alpha);
  const Shape shape = broadcast_shapes(op, x.sizes(), product.sizes());
  if (!(shape == product.sizes())) {
    fail(ErrorCode::kRuntime, op, ": ", x.sizes(), " does not expand to ", product.sizes());
  }
  const Tensor scaled = is_number(alpha, 1) ? product : mul(product, alpha);
  if (is_number(beta, 0))
    return scaled;
  return is_number(beta, 1) ? add(scaled, x) : add(scaled, mul(x, beta));
}

}  // namespace

Tensor addmm(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& beta,
             const Operand& alpha) {
  check_dims("addmm", a, 2);
  check_dims("addmm", b, 2);
  check_same_dtype("addmm", a, b);
  if (a.size(1) != b.size(0))
    fail_inner("addmm", a, b);
  return combine("addmm", x, multiply("addmm", a, b), beta, alpha);
}

Tensor addmv(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& beta,
             const Operand& alpha) {
  if (is_floating(x.dtype()))
    return combine("addmv", x, mv(a, b), beta, alpha);
  // torch cuts the factors of integers here, where its other products refuse.
  const auto cut = [](const Operand& factor) {
    return factor.is_tensor() ? factor : Operand(static_cast<std::int64_t>(factor.as_double()));
  };
  return combine("addmv", x, mv(a, b), cut(beta), cut(alpha));
}

Tensor addr(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& beta,
            const Operand& alpha) {
  const Tensor product = outer(a, b);
  return combine("addr", x.to(promote_types(x.dtype(), product.dtype())),
                 product.to(promote_types(x.dtype(), product.dtype())), beta, alpha);
}

Tensor baddbmm(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& beta,
               const Operand& alpha) {
  return combine("baddbmm", x, bmm(a, b), beta, alpha);
}

Tensor addbmm(const Tensor& x, const Tensor& a, const Tensor& b, const Operand& beta,
              const Operand& alpha) {
  const std::int64_t batch[] = {0};
  const Tensor product = bmm(a, b);
  return combine("addbmm", x, sum(product, batch, false, product.dtype()), beta, alpha);
}

Tensor tensordot(const Tensor& a, const Tensor& b, std::span<const std::int64_t> dims_a,
                 std::span<const std::int64_t> dims_b) {
  if (dims_a.size() != dims_b.size()) {
    fail(ErrorCode::kRuntime, "tensordot: ", dims_a.size(), " dims and ", dims_b.size(), " dims");
  }
  check_same_dtype("tensordot", a, b);
  Tensor x = a;
  Tensor y = b;
  Dims used_a;
  Dims used_b;
  std::int64_t contracted = 1;
  for (std::size_t i = 0; i < dims_a.size(); ++i) {
    const int p = normalize_dim("tensordot", dims_a[i], a.ndim());
    const int q = normalize_dim("tensordot", dims_b[i], b.ndim());
    used_a.push_back(p);
    used_b.push_back(q);
    const std::int64_t size_a = a.size(p);
    const std::int64_t size_b = b.size(q);
    // As torch: a size of 1 goes with any size, whose elements are added up first.
    const std::int64_t along_p[] = {p};
    const std::int64_t along_q[] = {q};
    if (size_b == 1 && size_a != 1) {
      x = sum(x, along_p, true, x.dtype());
    } else if (size_a == 1 && size_b != 1) {
      y = sum(y, along_q, true, y.dtype());
    } else if (size_a != size_b) {
      fail(ErrorCode::kRuntime, "tensordot: dim ", p, " of ", a.sizes(), " and dim ", q, " of ",
           b.sizes(), " differ");
    } else {
      contracted *= size_a;
    }
  }
  const auto contains = [](const Dims& dims, std::int64_t d) {
    for (const std::int64_t other : dims) {
      if (other == d)
        return true;
    }
    return false;
  };
  Dims order_a;
  Dims order_b = used_b;
  Shape sizes;
  std::int64_t rows = 1;
  std::int64_t cols = 1;
  for (std::int64_t d = 0; d < a.ndim(); ++d) {
    if (contains(used_a, d))
      continue;
    order_a.push_back(d);
    sizes.push_back(a.size(d));
    rows *= a.size(d);
  }
  for (const std::int64_t d : used_a)
    order_a.push_back(d);
  for (std::int64_t d = 0; d < b.ndim(); ++d) {
    if (contains(used_b, d))
      continue;
    order_b.push_back(d);
    sizes.push_back(b.size(d));
    cols *= b.size(d);
  }
  const Tensor left = reshape(permute(x, order_a), Shape{rows, contracted});
  const Tensor right = reshape(permute(y, order_b), Shape{contracted, cols});
  return reshape(multiply("tensordot", left, right), sizes);
}

Tensor multi_dot(const std::vector<Tensor>& tensors) {
  if (tensors.size() < 2)
    fail(ErrorCode::kRuntime, "multi_dot: wants 2 tensors or more");
  // Inner ones are matrices; a vector at an end counts as row or column.
  Tensor out = tensors.front();
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const bool end = i == 0 || i + 1 == tensors.size();
    if (tensors[i].ndim() != 2 && !(end && tensors[i].ndim() == 1)) {
      fail(ErrorCode::kRuntime, "multi_dot: tensor ", i, " is ", tensors[i].sizes());
    }
  }
  for (std::size_t i = 1; i < tensors.size(); ++i)
    out = matmul(out, tensors[i]);
  return out;
}

}  // namespace tenon
