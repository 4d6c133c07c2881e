#include "src/ops/functions.h"

#include <math.h>

namespace tenon {

double erfinv_of(double y) noexcept {
  constexpr double kA[] = {0.886226899, -1.645349621, 0.914624893, -0.140543331};
  constexpr double kB[] = {-2.118377725, 1.442710462, -0.329097515, 0.012229801};
  constexpr double kC[] = {-1.970840454, -1.624906493, 3.429567803, 1.641345311};
  constexpr double kD[] = {3.543889200, 1.637067800};
  constexpr double kTwoOverSqrtPi = 1.1283791670955126;
  const double size = std::fabs(y);
  if (!(size <= 1))
    return std::numeric_limits<double>::quiet_NaN();
  if (size == 1)
    return std::copysign(std::numeric_limits<double>::infinity(), y);
  double x = 0;
  if (size <= 0.7) {
    const double z = y * y;
    const double above = ((kA[3] * z + kA[2]) * z + kA[1]) * z + kA[0];
    const double below = (((kB[3] * z + kB[2]) * z + kB[1]) * z + kB[0]) * z + 1;
    x = y * above / below;
  } else {
    const double z = std::sqrt(-std::log((1 - size) / 2));
    const double above = ((kC[3] * z + kC[2]) * z + kC[1]) * z + kC[0];
    const double below = (kD[1] * z + kD[0]) * z + 1;
    x = std::copysign(above, y) / below;
  }
  for (int step = 0; step < 2; ++step) {
    x -= (std::erf(x) - y) / (kTwoOverSqrtPi * std::exp(-x * x));
  }
  return x;
}

double digamma_of(double x) noexcept {
  constexpr double kPi = 3.14159265358979323846;
  constexpr double kSeries[] = {8.33333333333333333333E-2, -2.10927960927960927961E-2,
                                7.57575757575757575758E-3, -4.16666666666666666667E-3,
                                3.96825396825396825397E-3, -8.33333333333333333333E-3,
                                8.33333333333333333333E-2};
  if (x == 0)
    return std::copysign(std::numeric_limits<double>::infinity(), -x);
  double reflected = 0;
  if (x < 0) {
    double whole = 0;
    const double part = std::modf(x, &whole);
    if (part == 0)
      return std::numeric_limits<double>::quiet_NaN();
    reflected = -kPi / std::tan(kPi * part);
    x = 1 - x;
  }
  double sum = 0;
  while (x < 10) {
    sum -= 1 / x;
    x += 1;
  }
  if (x == 10)
    return reflected + sum + 2.25175258906672110764;
  double tail = 0;
  if (x < 1e17) {
    const double z = 1 / (x * x);
    for (const double c : kSeries)
      tail = tail * z + c;
    tail *= z;
  }
  return reflected + sum + std::log(x) - 0.5 / x - tail;
}

double lgamma_of(double x) noexcept {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

}  // namespace tenon
