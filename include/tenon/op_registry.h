/// Ops by name: each is declared once, in a table, with its name, parameters, document and
/// function.
#ifndef TENON_OP_REGISTRY_H_
#define TENON_OP_REGISTRY_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tenon/value.h"

namespace tenon {

class OpArgs;

/// Computes an op from bound arguments. Errors name the op.
using OpFunction = Value (*)(const OpArgs& args);

/// One op: a row of a constant table.
struct OpInfo {
  /// torch's name: "add", "softmax"; in-place ones end in "_".
  std::string_view name;
  /// Parameters as Python would declare them: "input, dim=None, keepdim=False, *, dtype=None".
  /// Those without a default are required; "*name" takes all further positional arguments, or one
  /// sequence; those after a bare "*" are given by keyword only.
  std::string_view params;
  /// One line, for people.
  std::string_view doc;
  OpFunction call = nullptr;
  /// Short paths without boxes for one or two tensors and no options; null: there is none.
  Tensor (*call1)(const Tensor&) = nullptr;
  Tensor (*call2)(const Tensor&, const Tensor&) = nullptr;
};

/// Number of ops; their ids are 0 … op_count() - 1. Ids hold for the life of the process only.
std::int32_t op_count() noexcept;
/// The id of a name, or -1.
std::int32_t find_op(std::string_view name) noexcept;
/// The id of a name; throws kKey naming it.
std::int32_t op_id(std::string_view name);
/// Throws kIndex if there is no such id.
const OpInfo& op_info(std::int32_t id);

/// Calls an op. Tensors and options are given by position or, in `options`, by their keyword names.
/// Throws kType for arguments that do not fit the parameters.
Value call_op(std::int32_t id, std::span<const Value> args, const Dict* options = nullptr);
/// One tensor in, one out. Throws kType if the op does not give one tensor.
Tensor call_op1(std::int32_t id, const Tensor& x);
/// Two tensors in, one out.
Tensor call_op2(std::int32_t id, const Tensor& a, const Tensor& b);

/// Arguments of one call, bound to the op's parameters. Parameters are asked for by their number
/// (0 is the first). Readers throw kType naming op and parameter. Borrows what it was made from.
class OpArgs {
 public:
  static constexpr int kMaxParams = 16;

  /// Throws kType: too many arguments, unknown or doubly given options, a required one missing.
  OpArgs(const OpInfo& op, std::span<const Value> args, const Dict* options);

  const OpInfo& op() const noexcept { return *op_; }
  std::string_view name() const noexcept { return op_->name; }
  /// Given, and not none.
  bool has(int i) const noexcept {
    return slots_[index(i)] != nullptr && !slots_[index(i)]->is_none();
  }
  /// What was given; none if nothing was.
  const Value& value(int i) const noexcept;

  Tensor tensor(int i) const;
  /// Null if none was given.
  Tensor tensor_or_null(int i) const;
  /// A sequence of tensors.
  std::vector<Tensor> tensors(int i) const;
  bool flag(int i, bool fallback) const;
  /// An int, or a 0-dim integer tensor.
  std::int64_t integer(int i) const;
  std::int64_t integer(int i, std::int64_t fallback) const;
  /// An int, float or bool, or a one-element tensor.
  double number(int i) const;
  double number(int i, double fallback) const;
  std::string_view text(int i, std::string_view fallback) const;
  /// One int or a sequence of them; empty if none was given.
  Dims dims(int i) const;
  std::optional<DType> dtype(int i) const;

  /// Throws kType: "op: parameter must be WANTED, is KIND".
  [[noreturn]] void wrong(int i, std::string_view wanted) const;
  /// Name of parameter i.
  std::string_view param(int i) const noexcept;

 private:
  static std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }

  const OpInfo* op_;
  std::array<const Value*, kMaxParams> slots_{};
  Value rest_;  // what a "*name" parameter collected
  Value none_;
};

}  // namespace tenon

#endif  // TENON_OP_REGISTRY_H_
