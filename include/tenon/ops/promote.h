/// Which dtype the result of an op has: PyTorch's type promotion.
#ifndef TENON_OPS_PROMOTE_H_
#define TENON_OPS_PROMOTE_H_

#include <span>

#include "tenon/ops/operand.h"

namespace tenon {

/// The dtype that both convert to: bool < integers < floating, the wider within a kind; uint8 with
/// a signed integer gives the next wider signed one; float16 with bfloat16 gives float32. Throws
/// kType for dtypes that are for storage only, unless both are equal.
DType promote_types(DType a, DType b);

/// True if values of `from` may be written in place to `to`: not from floating to integer, not to
/// bool.
bool can_cast(DType from, DType to) noexcept;

/// Folds operands to their common dtype. Three ranks: tensors with dims, 0-dim tensors, numbers; a
/// lower rank only counts if it is of a higher kind (bool, integer, floating). A float number is
/// float32, an int number int64.
class ResultType {
 public:
  void add(const Operand& operand);
  DType get() const;

 private:
  static void fold(DType& into, DType dtype);
  DType dim_{};
  DType zero_{};
  DType number_{};
};

/// Common dtype of operands, as torch.result_type.
DType result_type(std::span<const Operand> operands);
DType result_type(const Operand& a, const Operand& b);

}  // namespace tenon

#endif  // TENON_OPS_PROMOTE_H_
