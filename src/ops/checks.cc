#include "src/ops/checks.h"

namespace tenon {

void fail_dtypes(std::string_view who, const Tensor& input, std::string_view what,
                 const Tensor& other) {
  fail(ErrorCode::kRuntime, who, ": input is ", dtype_name(input.dtype()), ", ", what, " is ",
       dtype_name(other.dtype()));
}

void fail_not_floating(std::string_view who, DType dtype) {
  fail(ErrorCode::kNotImplemented, who, ": not implemented for ", dtype_name(dtype));
}

}  // namespace tenon
