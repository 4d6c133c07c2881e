#include <array>

#include "src/ops/op_tables.h"

namespace tenon {
namespace {

using TableFunction = std::span<const OpInfo> (*)() noexcept;

// One line for each source file that declares ops.
constexpr TableFunction kTables[] = {
    activation_ops, binary_ops, comparison_ops, composed_ops, creation_ops, index_ops, loss_ops,
    matmul_ops,     nn_ops,     reduce_ops,     ternary_ops,  unary_ops,    view_ops,
};

const OpInfo* info_or_null(std::int32_t id) noexcept {
  if (id < 0)
    return nullptr;
  std::size_t i = static_cast<std::size_t>(id);
  for (const TableFunction table : kTables) {
    const std::span<const OpInfo> ops = table();
    if (i < ops.size())
      return &ops[i];
    i -= ops.size();
  }
  return nullptr;
}

Tensor as_one_tensor(const OpInfo& op, const Value& result) {
  if (!result.is_tensor()) {
    fail(ErrorCode::kType, op.name, ": gives a ", value_kind_name(result.kind()),
         ", not one tensor");
  }
  return result.as_tensor();
}

}  // namespace

std::int32_t op_count() noexcept {
  std::size_t count = 0;
  for (const TableFunction table : kTables)
    count += table().size();
  return static_cast<std::int32_t>(count);
}

std::int32_t find_op(std::string_view name) noexcept {
  std::int32_t id = 0;
  for (const TableFunction table : kTables) {
    for (const OpInfo& op : table()) {
      if (op.name == name)
        return id;
      ++id;
    }
  }
  return -1;
}

std::int32_t op_id(std::string_view name) {
  const std::int32_t id = find_op(name);
  if (id < 0)
    fail(ErrorCode::kKey, "no op is named '", name, "'");
  return id;
}

const OpInfo& op_info(std::int32_t id) {
  const OpInfo* info = info_or_null(id);
  if (info == nullptr)
    fail(ErrorCode::kIndex, "op ", id, " is none of the ", op_count());
  return *info;
}

Value call_op(std::int32_t id, std::span<const Value> args, const Dict* options) {
  const OpInfo& op = op_info(id);
  return op.call(OpArgs(op, args, options));
}

Tensor call_op1(std::int32_t id, const Tensor& x) {
  const OpInfo& op = op_info(id);
  if (op.call1 != nullptr)
    return op.call1(x);
  const Value args[] = {x};
  return as_one_tensor(op, op.call(OpArgs(op, args, nullptr)));
}

Tensor call_op2(std::int32_t id, const Tensor& a, const Tensor& b) {
  const OpInfo& op = op_info(id);
  if (op.call2 != nullptr)
    return op.call2(a, b);
  const Value args[] = {a, b};
  return as_one_tensor(op, op.call(OpArgs(op, args, nullptr)));
}

}  // namespace tenon
