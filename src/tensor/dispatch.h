/// From a dtype at run time to a C++ type, and the one conversion of elements.
#ifndef TENON_SRC_TENSOR_DISPATCH_H_
#define TENON_SRC_TENSOR_DISPATCH_H_

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "tenon/dtype.h"
#include "tenon/error.h"

namespace tenon {

template <class T>
inline constexpr bool is_half_type = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;
template <class T>
inline constexpr bool is_complex_type =
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

/// One element converted as PyTorch's CPU casts do: floating to integer truncates (out of range as
/// the hardware's int64 conversion does, then wraps), anything to bool is "not zero", complex to
/// real drops the imaginary part.
template <class To, class From>
To convert(From value) noexcept {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (is_complex_type<To>) {
    using Part = typename To::value_type;
    if constexpr (is_complex_type<From>) {
      return To(static_cast<Part>(value.real()), static_cast<Part>(value.imag()));
    } else {
      return To(convert<Part>(value), Part{0});
    }
  } else if constexpr (is_complex_type<From>) {
    if constexpr (std::is_same_v<To, bool>) {
      return value.real() != 0 || value.imag() != 0;
    } else {
      return convert<To>(value.real());
    }
  } else if constexpr (is_half_type<From>) {
    return convert<To>(static_cast<float>(value));
  } else if constexpr (is_half_type<To>) {
    return To(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From{0};
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    // cvttsd2si gives INT64_MIN for NaN and whatever does not fit; say so without undefined
    // behaviour.
    const double wide = static_cast<double>(value);
    if constexpr (sizeof(To) == 4) {
      const bool fits = wide > -2147483649.0 && wide < 2147483648.0;
      return fits ? static_cast<To>(wide) : std::numeric_limits<To>::min();
    } else if constexpr (sizeof(To) == 8) {
      const bool fits = wide >= -9223372036854775808.0 && wide < 9223372036854775808.0;
      return fits ? static_cast<To>(wide)
                  : static_cast<To>(std::numeric_limits<std::int64_t>::min());
    } else {  // narrower types go through int32, then wrap
      const bool fits = wide > -2147483649.0 && wide < 2147483648.0;
      return fits ? static_cast<To>(static_cast<std::int32_t>(wide)) : To{0};
    }
  } else {
    return static_cast<To>(value);
  }
}

[[noreturn]] inline void fail_no_arithmetic(std::string_view op, DType dtype) {
  fail(ErrorCode::kUnsupported, op, ": ", dtype_name(dtype), " is for storage only");
}

/// Calls `f.template operator()<T>()` for the arithmetic dtypes (floating, integral, bool); throws
/// kUnsupported naming `op` for the others.
template <class F>
void dispatch_arithmetic(std::string_view op, DType dtype, F&& f) {
  switch (dtype) {
    case DType::kFloat32:
      return f.template operator()<float>();
    case DType::kFloat64:
      return f.template operator()<double>();
    case DType::kFloat16:
      return f.template operator()<Half>();
    case DType::kBFloat16:
      return f.template operator()<BFloat16>();
    case DType::kInt8:
      return f.template operator()<std::int8_t>();
    case DType::kInt16:
      return f.template operator()<std::int16_t>();
    case DType::kInt32:
      return f.template operator()<std::int32_t>();
    case DType::kInt64:
      return f.template operator()<std::int64_t>();
    case DType::kUInt8:
      return f.template operator()<std::uint8_t>();
    case DType::kBool:
      return f.template operator()<bool>();
    default:
      fail_no_arithmetic(op, dtype);
  }
}

/// Same, with complex64 and complex128.
template <class F>
void dispatch_castable(std::string_view op, DType dtype, F&& f) {
  switch (dtype) {
    case DType::kComplex64:
      return f.template operator()<std::complex<float>>();
    case DType::kComplex128:
      return f.template operator()<std::complex<double>>();
    default:
      return dispatch_arithmetic(op, dtype, static_cast<F&&>(f));
  }
}

/// Elements of one size, whatever they mean: what a copy without conversion moves.
template <class F>
void dispatch_size(std::int64_t bytes, F&& f) {
  struct alignas(8) Wide {
    std::uint64_t half[2];
  };
  switch (bytes) {
    case 1:
      return f.template operator()<std::uint8_t>();
    case 2:
      return f.template operator()<std::uint16_t>();
    case 4:
      return f.template operator()<std::uint32_t>();
    case 8:
      return f.template operator()<std::uint64_t>();
    default:
      return f.template operator()<Wide>();
  }
}

/// Floating dtypes only; `op` names who asked.
template <class F>
void dispatch_floating(std::string_view op, DType dtype, F&& f) {
  switch (dtype) {
    case DType::kFloat32:
      return f.template operator()<float>();
    case DType::kFloat64:
      return f.template operator()<double>();
    case DType::kFloat16:
      return f.template operator()<Half>();
    case DType::kBFloat16:
      return f.template operator()<BFloat16>();
    default:
      fail(ErrorCode::kNotImplemented, op, ": not implemented for ", dtype_name(dtype));
  }
}

}  // namespace tenon

#endif  // TENON_SRC_TENSOR_DISPATCH_H_
