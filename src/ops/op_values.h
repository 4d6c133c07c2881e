/// Results and arguments of ops as values.
#ifndef TENON_SRC_OPS_OP_VALUES_H_
#define TENON_SRC_OPS_OP_VALUES_H_

#include <vector>

#include "tenon/op_registry.h"
#include "tenon/ops/reduce.h"

namespace tenon {

inline Value tuple_of(const std::vector<Tensor>& tensors) {
  return Value::tuple(std::vector<Value>(tensors.begin(), tensors.end()));
}
inline Value tuple_of(const ValueAndIndex& pair) {
  return Value::tuple({pair.values, pair.indices});
}

/// An optional int parameter.
inline std::optional<std::int64_t> optional_int(const OpArgs& args, int i) {
  return args.has(i) ? std::optional<std::int64_t>(args.integer(i)) : std::nullopt;
}
inline std::optional<double> optional_number(const OpArgs& args, int i) {
  return args.has(i) ? std::optional<double>(args.number(i)) : std::nullopt;
}
/// Argument i as an operand (a tensor or a number).
inline Operand operand_arg(const OpArgs& args, int i) {
  const ValueKind kind = args.value(i).kind();
  if (kind != ValueKind::kTensor && kind != ValueKind::kBool && kind != ValueKind::kInt &&
      kind != ValueKind::kFloat) {
    args.wrong(i, "a tensor or a number");
  }
  return args.value(i);
}
inline Operand operand_arg(const OpArgs& args, int i, double fallback) {
  return args.has(i) ? operand_arg(args, i) : Operand(fallback);
}
inline Operand operand_arg(const OpArgs& args, int i, int fallback) {
  return args.has(i) ? operand_arg(args, i) : Operand(fallback);
}

}  // namespace tenon

#endif  // TENON_SRC_OPS_OP_VALUES_H_
