#include "tenon/ops/promote.h"

namespace tenon {
namespace {

constexpr DType kNothing{};

bool is_bool(DType d) {
  return d == DType::kBool;
}

/// A lower rank counts if it is of a higher kind.
DType combine(DType higher, DType lower) {
  if (higher == kNothing)
    return lower;
  if (lower == kNothing)
    return higher;
  if (is_complex(higher))
    return higher;
  if (is_floating(higher)) {
    if (!is_complex(lower))
      return higher;
    return higher == DType::kFloat64 ? DType::kComplex128 : DType::kComplex64;
  }
  if (is_bool(higher) || is_floating(lower) || is_complex(lower)) {
    return promote_types(higher, lower);
  }
  return higher;
}

}  // namespace

DType promote_types(DType a, DType b) {
  if (a == b)
    return a;
  const auto known = [](DType d) { return has_arithmetic(d) || is_complex(d); };
  if (!known(a) || !known(b)) {
    fail(ErrorCode::kType, "promotion: ", dtype_name(a), " and ", dtype_name(b),
         " have no common dtype");
  }
  if (is_complex(a) || is_complex(b)) {
    const bool wide = a == DType::kComplex128 || b == DType::kComplex128 || a == DType::kFloat64 ||
                      b == DType::kFloat64;
    return wide ? DType::kComplex128 : DType::kComplex64;
  }
  if (is_floating(a) || is_floating(b)) {
    if (!is_floating(a))
      return b;
    if (!is_floating(b))
      return a;
    if (a == DType::kFloat64 || b == DType::kFloat64)
      return DType::kFloat64;
    return DType::kFloat32;  // the two 16-bit formats have nothing narrower in common
  }
  if (is_bool(a))
    return b;
  if (is_bool(b))
    return a;
  if (a == DType::kUInt8 || b == DType::kUInt8) {
    const DType other = a == DType::kUInt8 ? b : a;
    return other == DType::kInt8 ? DType::kInt16 : other;
  }
  return dtype_size(a) > dtype_size(b) ? a : b;
}

bool can_cast(DType from, DType to) noexcept {
  if (is_complex(from) && !is_complex(to))
    return false;
  if (is_floating(from) && !is_floating(to) && !is_complex(to))
    return false;
  return from == DType::kBool || to != DType::kBool;
}

void ResultType::fold(DType& into, DType dtype) {
  into = into == kNothing ? dtype : promote_types(into, dtype);
}

void ResultType::add(const Operand& operand) {
  if (operand.is_tensor()) {
    fold(operand.ndim() > 0 ? dim_ : zero_, operand.dtype());
  } else {
    // A float number stands for the default dtype, float32.
    fold(number_, operand.dtype() == DType::kFloat64 ? DType::kFloat32 : operand.dtype());
  }
}

DType ResultType::get() const {
  const DType result = combine(dim_, combine(zero_, number_));
  if (result == kNothing)
    fail(ErrorCode::kValue, "promotion: no operands");
  return result;
}

DType result_type(std::span<const Operand> operands) {
  ResultType type;
  for (const Operand& operand : operands)
    type.add(operand);
  return type.get();
}

DType result_type(const Operand& a, const Operand& b) {
  ResultType type;
  type.add(a);
  type.add(b);
  return type.get();
}

}  // namespace tenon
