#include "src/nn/layers/layer.h"

#include <array>

#include "tenon/nn/registry.h"

namespace tenon::nn {

const LayerInfo* own_layer_info(std::string_view name) {
  const LayerInfo* info = find_layer(name);
  TENON_ASSERT(info != nullptr);
  return info;
}

DType parameter_dtype(std::string_view layer, const std::optional<DType>& dtype) {
  const DType chosen = dtype.value_or(DType::kFloat32);
  if (!is_floating(chosen)) {
    fail(ErrorCode::kRuntime, layer, ": dtype is ", dtype_name(chosen), ", wants a floating one");
  }
  return chosen;
}

void check_size(std::string_view layer, std::string_view option, std::int64_t value) {
  if (value < 0)
    fail(ErrorCode::kRuntime, layer, ": ", option, " is ", value);
}

void make_parameter(Module& module, std::string_view name, std::span<const std::int64_t> sizes,
                    DType dtype) {
  const Tensor parameter = Tensor::empty(sizes, dtype).as_parameter();
  parameter.impl().uninitialized = parameter.numel() > 0;
  module.register_parameter(name, parameter);
}

void make_buffer(Module& module, std::string_view name, std::span<const std::int64_t> sizes,
                 DType dtype) {
  const Tensor buffer = Tensor::empty(sizes, dtype);
  buffer.impl().uninitialized = buffer.numel() > 0;
  module.register_buffer(name, buffer);
}

void fail_no_parameter(const Module& module, std::string_view name) {
  fail(ErrorCode::kAttribute, module.type_name(), ": there is no parameter '", name, "'");
}

void bind_arguments(std::string_view layer, std::span<const Value> args, const Value& kwargs,
                    std::span<const std::string_view> names, std::size_t required, Value* out) {
  if (args.size() > names.size()) {
    fail(ErrorCode::kType, layer, ": takes ", names.size(), " arguments, got ", args.size());
  }
  std::copy(args.begin(), args.end(), out);
  std::size_t given = args.size();
  std::array<bool, 8> by_name{};
  TENON_ASSERT(names.size() <= by_name.size());
  if (!kwargs.is_none()) {
    for (const Dict::Entry& entry : kwargs.as_dict().entries()) {
      std::size_t i = 0;
      while (i < names.size() && names[i] != entry.key)
        ++i;
      if (i == names.size()) {
        fail(ErrorCode::kType, layer, ": unknown argument '", entry.key, "'");
      }
      if (i < given)
        fail(ErrorCode::kType, layer, ": argument '", entry.key, "' is given twice");
      out[i] = entry.value;
      by_name[i] = true;
    }
  }
  for (std::size_t i = given; i < required; ++i) {
    if (!by_name[i])
      fail(ErrorCode::kType, layer, ": argument '", names[i], "' is missing");
  }
}

}  // namespace tenon::nn
