/// What ops with weights check first: contexts, dtypes.
#ifndef TENON_SRC_OPS_CHECKS_H_
#define TENON_SRC_OPS_CHECKS_H_

#include <string_view>

#include "tenon/tensor.h"

namespace tenon {

[[noreturn]] void fail_dtypes(std::string_view who, const Tensor& input, std::string_view what,
                              const Tensor& other);
[[noreturn]] void fail_not_floating(std::string_view who, DType dtype);

/// kRuntime "Linear: input is float64, weight is float32" unless `other` (may be null) has the
/// input's dtype; kWrongContext if it is of another context.
inline void check_operand(std::string_view who, const Tensor& input, std::string_view what,
                          const Tensor& other) {
  if (!other.defined())
    return;
  if (&input.context() != &other.context()) [[unlikely]] {
    check_context(who, input.context(), other.impl());
  }
  if (input.dtype() != other.dtype()) [[unlikely]]
    fail_dtypes(who, input, what, other);
}

/// kNotImplemented for integers, bool and complex.
inline void check_floating(std::string_view who, const Tensor& input) {
  if (!is_floating(input.dtype())) [[unlikely]]
    fail_not_floating(who, input.dtype());
}

/// float16 and bfloat16: ops compute in float32 and round once.
inline bool is_half(DType dtype) noexcept {
  return dtype == DType::kFloat16 || dtype == DType::kBFloat16;
}
/// Null stays null.
inline Tensor to_float(const Tensor& t) {
  return t.defined() ? t.to(DType::kFloat32) : t;
}
inline Tensor contiguous_or_null(const Tensor& t) {
  return t.defined() ? t.contiguous() : t;
}

/// Calls `f.template operator()<float>()` or `<double>()`; `dtype` is one of the two.
template <class F>
void dispatch_compute(DType dtype, F&& f) {
  if (dtype == DType::kFloat64) {
    f.template operator()<double>();
  } else {
    f.template operator()<float>();
  }
}

}  // namespace tenon

#endif  // TENON_SRC_OPS_CHECKS_H_
