#include "tenon/dtype.h"

namespace tenon {
namespace {

struct DTypeName {
  std::string_view name;
  DType dtype;
};

// The first kDTypeCount rows are the canonical names, in the order of the numbers.
constexpr DTypeName kNames[] = {
    {"float32", DType::kFloat32},
    {"float64", DType::kFloat64},
    {"float16", DType::kFloat16},
    {"bfloat16", DType::kBFloat16},
    {"int8", DType::kInt8},
    {"int16", DType::kInt16},
    {"int32", DType::kInt32},
    {"int64", DType::kInt64},
    {"uint8", DType::kUInt8},
    {"bool", DType::kBool},
    {"complex64", DType::kComplex64},
    {"complex128", DType::kComplex128},
    {"uint16", DType::kUInt16},
    {"uint32", DType::kUInt32},
    {"uint64", DType::kUInt64},
    {"float8_e5m2", DType::kFloat8E5M2},
    {"float8_e4m3fn", DType::kFloat8E4M3FN},
    {"float8_e8m0fnu", DType::kFloat8E8M0FNU},
    {"float8_e4m3fnuz", DType::kFloat8E4M3FNUZ},
    {"float8_e5m2fnuz", DType::kFloat8E5M2FNUZ},
    {"float", DType::kFloat32},
    {"double", DType::kFloat64},
    {"half", DType::kFloat16},
    {"short", DType::kInt16},
    {"int", DType::kInt32},
    {"long", DType::kInt64},
    {"cfloat", DType::kComplex64},
    {"cdouble", DType::kComplex128},
};

}  // namespace

std::string_view dtype_name(DType dtype) noexcept {
  const int number = static_cast<int>(dtype);
  return is_dtype(number) ? kNames[number - 1].name : std::string_view("unknown dtype");
}

bool dtype_from_name(std::string_view name, DType* out) noexcept {
  constexpr std::string_view kPrefix = "torch.";
  if (name.substr(0, kPrefix.size()) == kPrefix)
    name.remove_prefix(kPrefix.size());
  for (const DTypeName& row : kNames) {
    if (row.name == name) {
      *out = row.dtype;
      return true;
    }
  }
  return false;
}

}  // namespace tenon
