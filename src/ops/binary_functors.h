/// Functors of the ops of two operands, each for those of float, double and int64 that it accepts
/// (integers and bools compute in int64).
#ifndef TENON_SRC_OPS_BINARY_FUNCTORS_H_
#define TENON_SRC_OPS_BINARY_FUNCTORS_H_

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>

#include "tenon/error.h"

namespace tenon::binary {

using Int = std::int64_t;

inline Int wrap(std::uint64_t x) {
  return static_cast<Int>(x);
}
inline std::uint64_t bits(Int x) {
  return static_cast<std::uint64_t>(x);
}

template <class T>
concept Floating = std::floating_point<T>;

struct Add {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (Floating<T>)
      return a + b;
    else
      return wrap(bits(a) + bits(b));
  }
};
struct Sub {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (Floating<T>)
      return a - b;
    else
      return wrap(bits(a) - bits(b));
  }
};
/// a + alpha * b, alpha third.
struct AddScaled {
  template <class T>
  T operator()(T a, T b, T alpha) const {
    if constexpr (Floating<T>)
      return a + alpha * b;
    else
      return wrap(bits(a) + bits(alpha) * bits(b));
  }
};
struct SubScaled {
  template <class T>
  T operator()(T a, T b, T alpha) const {
    if constexpr (Floating<T>)
      return a - alpha * b;
    else
      return wrap(bits(a) - bits(alpha) * bits(b));
  }
};
struct Mul {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (Floating<T>)
      return a * b;
    else
      return wrap(bits(a) * bits(b));
  }
};
struct Div {
  template <Floating T>
  T operator()(T a, T b) const {
    return a / b;
  }
};

[[noreturn]] inline void fail_zero_division(const char* op) {
  fail(ErrorCode::kRuntime, op, ": integer division by zero");
}
/// C's division, -2^63 / -1 wrapping.
inline Int divide(const char* op, Int a, Int b) {
  if (b == 0)
    fail_zero_division(op);
  return b == -1 ? wrap(0 - bits(a)) : a / b;
}
inline Int modulo(const char* op, Int a, Int b) {
  if (b == 0)
    fail_zero_division(op);
  return b == -1 ? 0 : a % b;
}

struct FloorDivide {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (Floating<T>) {
      // As Python's float floor division: exact where a / b would round up to a whole number.
      if (b == 0)
        return a / b;
      const T mod = std::fmod(a, b);
      T div = (a - mod) / b;
      if (mod != 0 && (b < 0) != (mod < 0))
        div -= 1;
      if (div == 0)
        return std::copysign(T{0}, a / b);
      const T whole = std::floor(div);
      return div - whole > T(0.5) ? whole + 1 : whole;
    } else {
      const Int quotient = divide("floor_divide", a, b);
      return modulo("floor_divide", a, b) != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
    }
  }
};
struct DivTrunc {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (Floating<T>)
      return std::trunc(a / b);
    else
      return divide("div", a, b);
  }
};
struct Remainder {
  template <class T>
  T operator()(T a, T b) const {
    T mod;
    if constexpr (Floating<T>)
      mod = std::fmod(a, b);
    else
      mod = modulo("remainder", a, b);
    return mod != 0 && (b < 0) != (mod < 0) ? mod + b : mod;
  }
};
struct Fmod {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (Floating<T>)
      return std::fmod(a, b);
    else
      return modulo("fmod", a, b);
  }
};
struct Pow {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (Floating<T>) {
      return std::pow(a, b);
    } else {
      if (b < 0) {
        if (a == 1)
          return 1;
        if (a == -1)
          return b % 2 == 0 ? 1 : -1;
        return 0;
      }
      std::uint64_t base = bits(a);
      std::uint64_t result = 1;
      for (std::uint64_t e = bits(b); e != 0; e >>= 1) {
        if (e & 1)
          result *= base;
        base *= base;
      }
      return wrap(result);
    }
  }
};
struct FloatPow {
  template <std::same_as<double> T>
  T operator()(T a, T b) const {
    return std::pow(a, b);
  }
};
struct Maximum {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (Floating<T>)
      return a != a ? a : (b != b ? b : (a > b ? a : b));
    else
      return a > b ? a : b;
  }
};
struct Minimum {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (Floating<T>)
      return a != a ? a : (b != b ? b : (a < b ? a : b));
    else
      return a < b ? a : b;
  }
};
struct Fmax {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (Floating<T>)
      return std::fmax(a, b);
    else
      return a > b ? a : b;
  }
};
struct Fmin {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (Floating<T>)
      return std::fmin(a, b);
    else
      return a < b ? a : b;
  }
};
struct Atan2 {
  template <Floating T>
  T operator()(T a, T b) const {
    return std::atan2(a, b);
  }
};
struct Hypot {
  template <Floating T>
  T operator()(T a, T b) const {
    return std::hypot(a, b);
  }
};
struct Copysign {
  template <Floating T>
  T operator()(T a, T b) const {
    return std::copysign(a, b);
  }
};
struct Xlogy {
  template <Floating T>
  T operator()(T a, T b) const {
    if (b != b)
      return b;
    return a == 0 ? T{0} : a * std::log(b);
  }
};
struct Logaddexp {
  template <Floating T>
  T operator()(T a, T b) const {
    if (std::isinf(a) && a == b)
      return a;
    const T larger = a > b || a != a ? a : b;
    return larger + std::log1p(std::exp(-std::fabs(a - b)));
  }
};

struct Eq {
  template <class T>
  bool operator()(T a, T b) const {
    return a == b;
  }
};
struct Ne {
  template <class T>
  bool operator()(T a, T b) const {
    return a != b;
  }
};
struct Lt {
  template <class T>
  bool operator()(T a, T b) const {
    return a < b;
  }
};
struct Le {
  template <class T>
  bool operator()(T a, T b) const {
    return a <= b;
  }
};
struct Gt {
  template <class T>
  bool operator()(T a, T b) const {
    return a > b;
  }
};
struct Ge {
  template <class T>
  bool operator()(T a, T b) const {
    return a >= b;
  }
};
struct LogicalAnd {
  template <class T>
  bool operator()(T a, T b) const {
    return (a != 0) & (b != 0);
  }
};
struct LogicalOr {
  template <class T>
  bool operator()(T a, T b) const {
    return (a != 0) | (b != 0);
  }
};
struct LogicalXor {
  template <class T>
  bool operator()(T a, T b) const {
    return (a != 0) != (b != 0);
  }
};
struct BitAnd {
  template <std::same_as<Int> T>
  T operator()(T a, T b) const {
    return a & b;
  }
};
struct BitOr {
  template <std::same_as<Int> T>
  T operator()(T a, T b) const {
    return a | b;
  }
};
struct BitXor {
  template <std::same_as<Int> T>
  T operator()(T a, T b) const {
    return a ^ b;
  }
};

}  // namespace tenon::binary

#endif  // TENON_SRC_OPS_BINARY_FUNCTORS_H_
