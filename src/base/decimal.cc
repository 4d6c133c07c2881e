#include "src/base/decimal.h"

#include <bit>
#include <charconv>
#include <cstdint>

namespace tenon {
namespace {

constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 52) - 1;
constexpr int kSpecial = 2047;

/// A non-negative integer in limbs of nine decimal digits, least first. 2^53 * 5^1074, the longest
/// that a double needs, has 767 digits.
class Limbs {
 public:
  explicit Limbs(std::uint64_t value) {
    for (; value != 0; value /= kBase)
      limbs_[count_++] = static_cast<std::uint32_t>(value % kBase);
  }
  void multiply(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (int i = 0; i < count_; ++i) {
      carry += std::uint64_t{limbs_[i]} * factor;
      limbs_[i] = static_cast<std::uint32_t>(carry % kBase);
      carry /= kBase;
    }
    for (; carry != 0; carry /= kBase)
      limbs_[count_++] = static_cast<std::uint32_t>(carry % kBase);
  }
  /// Times base^count; `step` is a power of base, base^step_size, below 2^32.
  void scale(std::uint32_t base, std::uint32_t step, int step_size, int count) {
    for (; count >= step_size; count -= step_size)
      multiply(step);
    for (; count > 0; --count)
      multiply(base);
  }
  /// Without leading zeros; "" for zero.
  std::string digits() const {
    std::string text;
    for (int i = count_ - 1; i >= 0; --i) {
      char limb[9];
      std::uint32_t rest = limbs_[i];
      for (int d = 8; d >= 0; --d, rest /= 10)
        limb[d] = static_cast<char>('0' + rest % 10);
      text.append(limb, 9);
    }
    text.erase(0, text.find_first_not_of('0'));
    return text;
  }

 private:
  static constexpr std::uint32_t kBase = 1000000000;
  std::uint32_t limbs_[90];
  int count_ = 0;
};

/// A finite number: 0.DIGITS times 10^point, the last digit not zero. Zero has no digits.
struct Decimal {
  bool negative = false;
  std::string digits;
  int point = 0;

  explicit Decimal(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    negative = bits >> 63 != 0;
    const int exponent = static_cast<int>(bits >> 52 & kSpecial);
    std::uint64_t mantissa = bits & kMantissa;
    int power = -1074;
    if (exponent > 0) {
      mantissa |= kMantissa + 1;
      power = exponent - 1075;
    }
    while (mantissa != 0 && mantissa % 2 == 0 && power < 0) {
      mantissa /= 2;
      ++power;
    }
    Limbs limbs(mantissa);
    if (power >= 0) {
      limbs.scale(2, 1u << 31, 31, power);
    } else {
      limbs.scale(5, 1220703125, 13, -power);  // m / 2^k = m * 5^k / 10^k
    }
    digits = limbs.digits();
    point = static_cast<int>(digits.size()) + (power < 0 ? power : 0);
    digits.erase(digits.find_last_not_of('0') + 1);
  }

  /// Keeps `count` digits (none or more), to the nearest, halves to even; or upwards.
  void round(int count, bool up = false) {
    if (count >= static_cast<int>(digits.size()))
      return;
    if (count < 0) {
      digits.clear();
      return;
    }
    const auto keep = static_cast<std::size_t>(count);
    const bool odd = keep > 0 && (digits[keep - 1] - '0') % 2 == 1;
    const bool above_half = digits[keep] > '5' || (digits[keep] == '5' && digits.size() > keep + 1);
    const bool half = digits[keep] == '5' && digits.size() == keep + 1;
    digits.resize(keep);
    if (!(up || above_half || (half && odd)))
      return;
    std::size_t i = keep;
    while (i > 0 && digits[i - 1] == '9')
      digits[--i] = '0';
    if (i > 0) {
      ++digits[i - 1];
    } else {
      digits.insert(0, 1, '1');
      ++point;
    }
  }

  char digit(int i) const {
    return i >= 0 && i < static_cast<int>(digits.size()) ? digits[static_cast<std::size_t>(i)]
                                                         : '0';
  }

  std::string fixed(int precision) const {
    std::string text = negative ? "-" : "";
    for (int i = point < 1 ? point - 1 : 0; i < point; ++i)
      text += digit(i);
    if (precision > 0)
      text += '.';
    for (int i = 0; i < precision; ++i)
      text += digit(point + i);
    return text;
  }

  std::string scientific(int precision) const {
    std::string text = negative ? "-" : "";
    text += digit(0);
    if (precision > 0)
      text += '.';
    for (int i = 1; i <= precision; ++i)
      text += digit(i);
    int exponent = digits.empty() ? 0 : point - 1;
    text += exponent < 0 ? "e-" : "e+";
    exponent = exponent < 0 ? -exponent : exponent;
    if (exponent >= 100)
      text += static_cast<char>('0' + exponent / 100);
    text += static_cast<char>('0' + exponent / 10 % 10);
    text += static_cast<char>('0' + exponent % 10);
    return text;
  }
};

/// "nan", "inf", "-inf", or null for a finite number.
const char* special(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  if ((bits >> 52 & kSpecial) != kSpecial)
    return nullptr;
  if ((bits & kMantissa) != 0)
    return "nan";
  return bits >> 63 != 0 ? "-inf" : "inf";
}

bool reads_back(const Decimal& decimal, double value) {
  const std::string text = decimal.scientific(static_cast<int>(decimal.digits.size()) - 1);
  double read = 0;
  std::from_chars(text.data(), text.data() + text.size(), read);
  return read == value;
}

}  // namespace

std::string decimal_fixed(double value, int precision) {
  if (const char* word = special(value))
    return word;
  Decimal decimal(value);
  decimal.round(decimal.point + precision);
  return decimal.fixed(precision);
}

std::string decimal_scientific(double value, int precision) {
  if (const char* word = special(value))
    return word;
  Decimal decimal(value);
  decimal.round(precision + 1);
  return decimal.scientific(precision);
}

std::string decimal_shortest(double value) {
  if (const char* word = special(value))
    return word;
  const Decimal exact(value);
  if (exact.digits.empty())
    return exact.negative ? "-0" : "0";
  Decimal shortest = exact;
  for (int count = 1; count < static_cast<int>(exact.digits.size()); ++count) {
    shortest = exact;
    shortest.round(count);
    if (reads_back(shortest, value))
      break;
    // Below a power of two doubles lie closer than above: there the next one up may do.
    shortest = exact;
    shortest.round(count, true);
    if (reads_back(shortest, value))
      break;
    shortest = exact;
  }
  shortest.digits.erase(shortest.digits.find_last_not_of('0') + 1);
  const int digits = static_cast<int>(shortest.digits.size());
  if (shortest.point > 16 || shortest.point < -3)
    return shortest.scientific(digits - 1);
  return shortest.fixed(digits > shortest.point ? digits - shortest.point : 0);
}

}  // namespace tenon
