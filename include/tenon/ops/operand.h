/// Operand: what element-by-element ops take, a tensor or a number.
#ifndef TENON_OPS_OPERAND_H_
#define TENON_OPS_OPERAND_H_

#include "tenon/value.h"

namespace tenon {

/// A tensor, or a Python-like number (bool, int, float), which broadcasts as a 0-dim tensor does
/// but weighs less in type promotion. Made in passing from a Tensor, a number or a Value; borrows
/// it, so an Operand must not outlive the call that takes it.
class Operand {
 public:
  Operand(const Tensor& tensor) : tensor_(&tensor.impl()) {}                             // NOLINT
  Operand(bool number) noexcept : dtype_(DType::kBool) { number_.b = number; }           // NOLINT
  Operand(std::int64_t number) noexcept : dtype_(DType::kInt64) { number_.i = number; }  // NOLINT
  Operand(int number) noexcept : Operand(static_cast<std::int64_t>(number)) {}           // NOLINT
  Operand(double number) noexcept : dtype_(DType::kFloat64) { number_.f = number; }      // NOLINT
  /// Throws kType unless the value is a tensor, bool, int or float.
  Operand(const Value& value);  // NOLINT

  bool is_tensor() const noexcept { return tensor_ != nullptr; }
  /// Null for a number.
  const TensorImpl* tensor() const noexcept { return tensor_; }
  /// The tensor's; of a number, what its memory holds: bool, int64 or float64.
  DType dtype() const noexcept { return tensor_ != nullptr ? tensor_->dtype : dtype_; }
  std::int64_t numel() const noexcept { return tensor_ != nullptr ? tensor_->numel : 1; }
  int ndim() const noexcept { return tensor_ != nullptr ? tensor_->sizes.ndim() : 0; }
  /// Address of the first element, or of the number.
  const void* data() const noexcept;
  /// The number (not for tensors).
  double as_double() const noexcept;

  /// Set by ops that take a number at full precision instead of rounding it to the common dtype.
  bool exact = false;

 private:
  const TensorImpl* tensor_ = nullptr;
  DType dtype_{};
  union {
    double f;
    std::int64_t i;
    bool b;
  } number_ = {};
};

}  // namespace tenon

#endif  // TENON_OPS_OPERAND_H_
