/// Doubles as decimal text, exactly rounded. The C++ library's own functions would bring 130 KB of
/// tables along for it, and C's follow the locale.
#ifndef TENON_SRC_BASE_DECIMAL_H_
#define TENON_SRC_BASE_DECIMAL_H_

#include <string>

namespace tenon {

/// As C's "%.*f" in the C locale: correctly rounded, halves to even; "nan", "inf", "-inf".
std::string decimal_fixed(double value, int precision);
/// As C's "%.*e": a sign and two digits or more in the exponent.
std::string decimal_scientific(double value, int precision);
/// The fewest digits that read back as the same double, written as Python's repr, but whole numbers
/// without ".0": "0.1", "12", "1e-05", "1.5e+300".
std::string decimal_shortest(double value);

}  // namespace tenon

#endif  // TENON_SRC_BASE_DECIMAL_H_
