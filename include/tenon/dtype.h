/// Element types and the two 16-bit floating formats.
#ifndef TENON_DTYPE_H_
#define TENON_DTYPE_H_

#include <bit>
#include <complex>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tenon {

/// Element type of a tensor. The numbers are part of the C ABI and never change.
enum class DType : std::int32_t {
  kFloat32 = 1,
  kFloat64 = 2,
  kFloat16 = 3,
  kBFloat16 = 4,
  kInt8 = 5,
  kInt16 = 6,
  kInt32 = 7,
  kInt64 = 8,
  kUInt8 = 9,
  kBool = 10,
  // Storage and casts only:
  kComplex64 = 11,
  kComplex128 = 12,
  // Storage only (files carry them; no arithmetic):
  kUInt16 = 13,
  kUInt32 = 14,
  kUInt64 = 15,
  kFloat8E5M2 = 16,
  kFloat8E4M3FN = 17,
  kFloat8E8M0FNU = 18,
  kFloat8E4M3FNUZ = 19,
  kFloat8E5M2FNUZ = 20,
};
inline constexpr int kDTypeCount = 20;

/// True if the number names one of the dtypes above.
constexpr bool is_dtype(std::int64_t number) noexcept {
  return number >= 1 && number <= kDTypeCount;
}

/// Bytes of one element.
constexpr std::int64_t dtype_size(DType dtype) noexcept {
  switch (dtype) {
    case DType::kFloat64:
    case DType::kInt64:
    case DType::kUInt64:
    case DType::kComplex64:
      return 8;
    case DType::kComplex128:
      return 16;
    case DType::kFloat32:
    case DType::kInt32:
    case DType::kUInt32:
      return 4;
    case DType::kFloat16:
    case DType::kBFloat16:
    case DType::kInt16:
    case DType::kUInt16:
      return 2;
    default:
      return 1;
  }
}
/// PyTorch's name without "torch.": "float32", "int64", "bool".
std::string_view dtype_name(DType dtype) noexcept;
/// The dtype of that name ("float32", also "float", "double", "half", "long", "int" …, with or
/// without "torch."); false if there is none.
bool dtype_from_name(std::string_view name, DType* out) noexcept;

constexpr bool is_floating(DType d) noexcept {
  return d == DType::kFloat32 || d == DType::kFloat64 || d == DType::kFloat16 ||
         d == DType::kBFloat16;
}
constexpr bool is_complex(DType d) noexcept {
  return d == DType::kComplex64 || d == DType::kComplex128;
}
/// Signed and unsigned integers with arithmetic (not bool).
constexpr bool is_integral(DType d) noexcept {
  return d == DType::kInt8 || d == DType::kInt16 || d == DType::kInt32 || d == DType::kInt64 ||
         d == DType::kUInt8;
}
/// True for the dtypes that ops compute with.
constexpr bool has_arithmetic(DType d) noexcept {
  return is_floating(d) || is_integral(d) || d == DType::kBool;
}

/// IEEE binary16. Conversions round to nearest even.
struct Half {
  std::uint16_t bits = 0;
  Half() = default;
  explicit Half(float value) noexcept : bits(from_float(value)) {}
  explicit operator float() const noexcept { return to_float(bits); }

  static std::uint16_t from_float(float value) noexcept {
    const std::uint32_t x = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (x >> 16) & 0x8000u;
    std::uint32_t magnitude = x & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
      return static_cast<std::uint16_t>(sign | 0x7e00u);
    if (magnitude >= 0x47800000u)
      return static_cast<std::uint16_t>(sign | 0x7c00u);
    if (magnitude < 0x38800000u) {  // subnormal in half: let the float adder do the rounding
      const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
      return static_cast<std::uint16_t>(sign |
                                        (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u));
    }
    magnitude += 0xc8000fffu + ((magnitude >> 13) & 1u);  // rebias by -112, round to even
    return static_cast<std::uint16_t>(sign | (magnitude >> 13));
  }
  static float to_float(std::uint16_t half) noexcept {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
    const std::uint32_t rest = half & 0x7fffu;
    if (rest >= 0x7c00u)
      return std::bit_cast<float>(sign | 0x7f800000u | ((rest & 0x3ffu) << 13));
    if (rest < 0x400u) {
      const float small = static_cast<float>(rest) * 5.9604644775390625e-8f;  // 2^-24
      return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(small));
    }
    return std::bit_cast<float>(sign | ((rest << 13) + 0x38000000u));
  }
};

/// bfloat16: the upper half of a float. Conversions round to nearest even.
struct BFloat16 {
  std::uint16_t bits = 0;
  BFloat16() = default;
  explicit BFloat16(float value) noexcept : bits(from_float(value)) {}
  explicit operator float() const noexcept {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  }
  static std::uint16_t from_float(float value) noexcept {
    const std::uint32_t x = std::bit_cast<std::uint32_t>(value);
    if ((x & 0x7fffffffu) > 0x7f800000u)
      return 0x7fc0u;
    return static_cast<std::uint16_t>((x + 0x7fffu + ((x >> 16) & 1u)) >> 16);
  }
};

/// DType of a C++ element type: `dtype_of<float>`.
template <class T>
inline constexpr DType dtype_of = DType{};
template <>
inline constexpr DType dtype_of<float> = DType::kFloat32;
template <>
inline constexpr DType dtype_of<double> = DType::kFloat64;
template <>
inline constexpr DType dtype_of<Half> = DType::kFloat16;
template <>
inline constexpr DType dtype_of<BFloat16> = DType::kBFloat16;
template <>
inline constexpr DType dtype_of<std::int8_t> = DType::kInt8;
template <>
inline constexpr DType dtype_of<std::int16_t> = DType::kInt16;
template <>
inline constexpr DType dtype_of<std::int32_t> = DType::kInt32;
template <>
inline constexpr DType dtype_of<std::int64_t> = DType::kInt64;
template <>
inline constexpr DType dtype_of<std::uint8_t> = DType::kUInt8;
template <>
inline constexpr DType dtype_of<bool> = DType::kBool;
template <>
inline constexpr DType dtype_of<std::complex<float>> = DType::kComplex64;
template <>
inline constexpr DType dtype_of<std::complex<double>> = DType::kComplex128;

}  // namespace tenon

#endif  // TENON_DTYPE_H_
