// Tensor::to_string: what Python's print shows, character for character (torch/_tensor_str.py, with
// the default options: precision 4, threshold 1000, edgeitems 3, linewidth 80).
#include <cmath>
#include <string>
#include <vector>

#include "src/base/decimal.h"
#include "src/tensor/dispatch.h"
#include "tenon/tensor.h"

namespace tenon {
namespace {

constexpr int kPrecision = 4;
constexpr std::int64_t kThreshold = 1000;
constexpr std::int64_t kEdgeItems = 3;
constexpr std::int64_t kLineWidth = 80;

/// How all numbers of a tensor are written: one width, one style. torch's _Formatter.
class Formatter {
 public:
  /// Of floating numbers.
  explicit Formatter(const std::vector<double>& values) {
    double smallest = 0;
    double largest = 0;
    bool any = false;
    for (const double value : values) {
      if (!counts(value))
        continue;
      const double size = std::fabs(value);
      smallest = !any || size < smallest ? size : smallest;
      largest = !any || size > largest ? size : largest;
      any = true;
      if (value != std::ceil(value))
        whole_ = false;
    }
    if (!any)
      return;
    scientific_ = largest / smallest > 1000.0 || largest > 1.0e8 || (!whole_ && smallest < 1.0e-4);
    for (const double value : values) {
      if (counts(value))
        widen(plain(value).size());
    }
  }
  /// Of texts of integers and bools.
  explicit Formatter(const std::vector<std::string>& texts) {
    for (const std::string& text : texts)
      widen(text.size());
  }

  std::size_t width() const { return width_; }
  std::string pad(const std::string& text) const {
    return text.size() < width_ ? std::string(width_ - text.size(), ' ') + text : text;
  }
  std::string format(double value) const { return pad(plain(value)); }

 private:
  static bool counts(double value) { return std::isfinite(value) && value != 0; }
  void widen(std::size_t size) { width_ = size > width_ ? size : width_; }
  std::string plain(double value) const {
    if (scientific_)
      return decimal_scientific(value, kPrecision);
    if (!whole_)
      return decimal_fixed(value, kPrecision);
    return std::isfinite(value) ? decimal_fixed(value, 0) + "." : decimal_fixed(value, 0);
  }

  bool whole_ = true;
  bool scientific_ = false;
  std::size_t width_ = 1;
};

template <class T>
T load(const char* p) {
  T value;
  __builtin_memcpy(&value, p, sizeof value);
  return value;
}

bool is_float8(DType dtype) {
  return static_cast<int>(dtype) >= static_cast<int>(DType::kFloat8E5M2);
}

/// Value of an 8-bit float: `exponent_bits` and `mantissa_bits` behind a sign.
double float8_value(DType dtype, std::uint8_t bits) {
  if (dtype == DType::kFloat8E8M0FNU) {
    return bits == 255 ? std::nan("") : std::ldexp(1.0, bits - 127);
  }
  const bool wide = dtype == DType::kFloat8E5M2 || dtype == DType::kFloat8E5M2FNUZ;
  const bool unsigned_zero = dtype == DType::kFloat8E4M3FNUZ || dtype == DType::kFloat8E5M2FNUZ;
  const int mantissa_bits = wide ? 2 : 3;
  const int exponent_mask = wide ? 31 : 15;
  const int bias = (wide ? 15 : 7) + (unsigned_zero ? 1 : 0);
  const int exponent = (bits >> mantissa_bits) & exponent_mask;
  const int mantissa = bits & ((1 << mantissa_bits) - 1);
  const double sign = (bits & 0x80) != 0 ? -1 : 1;
  if (unsigned_zero && bits == 0x80)
    return std::nan("");
  if (dtype == DType::kFloat8E5M2 && exponent == 31) {
    return mantissa == 0 ? sign * HUGE_VAL : std::nan("");
  }
  if (dtype == DType::kFloat8E4M3FN && (bits & 0x7f) == 0x7f)
    return std::nan("");
  if (exponent == 0)
    return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp((1 << mantissa_bits) + mantissa, exponent - bias - mantissa_bits);
}

/// A floating element, or one part of a complex one.
double float_element(DType dtype, const char* p, int part) {
  switch (dtype) {
    case DType::kFloat32:
      return load<float>(p);
    case DType::kFloat64:
      return load<double>(p);
    case DType::kFloat16:
      return Half::to_float(load<std::uint16_t>(p));
    case DType::kBFloat16:
      return static_cast<float>(load<BFloat16>(p));
    case DType::kComplex64:
      return load<float>(p + 4 * part);
    case DType::kComplex128:
      return load<double>(p + 8 * part);
    default:
      return float8_value(dtype, load<std::uint8_t>(p));
  }
}

std::string integer_element(DType dtype, const char* p) {
  switch (dtype) {
    case DType::kBool:
      return load<std::uint8_t>(p) != 0 ? "True" : "False";
    case DType::kInt8:
      return std::to_string(load<std::int8_t>(p));
    case DType::kInt16:
      return std::to_string(load<std::int16_t>(p));
    case DType::kInt32:
      return std::to_string(load<std::int32_t>(p));
    case DType::kInt64:
      return std::to_string(load<std::int64_t>(p));
    case DType::kUInt16:
      return std::to_string(load<std::uint16_t>(p));
    case DType::kUInt32:
      return std::to_string(load<std::uint32_t>(p));
    case DType::kUInt64:
      return std::to_string(load<std::uint64_t>(p));
    default:
      return std::to_string(load<std::uint8_t>(p));
  }
}

/// Writes the nested brackets of one tensor.
class Printer {
 public:
  explicit Printer(const Tensor& tensor)
      : tensor_(tensor),
        dtype_(tensor.dtype()),
        size_(dtype_size(tensor.dtype())),
        summarize_(tensor.numel() > kThreshold),
        data_(static_cast<const char*>(tensor.raw_data())) {
    std::vector<std::string> texts;
    std::vector<double> parts[2];
    const bool floats = is_floating(dtype_) || is_float8(dtype_) || is_complex(dtype_);
    visit(0, 0, [&](const char* p) {
      if (!floats) {
        texts.push_back(integer_element(dtype_, p));
        return;
      }
      parts[0].push_back(float_element(dtype_, p, 0));
      if (is_complex(dtype_))
        parts[1].push_back(float_element(dtype_, p, 1));
    });
    if (floats) {
      first_ = Formatter(parts[0]);
      second_ = Formatter(parts[1]);
    } else {
      first_ = Formatter(texts);
    }
  }

  std::string run(std::int64_t indent) const { return block(0, 0, indent); }

 private:
  std::int64_t stride(std::size_t dim) const { return tensor_.strides()[dim] * size_; }

  /// The indices of a dim that are shown; -1 stands for the ellipsis.
  std::vector<std::int64_t> shown(std::size_t dim) const {
    const std::int64_t size = tensor_.sizes()[dim];
    std::vector<std::int64_t> out;
    if (!summarize_ || size <= 2 * kEdgeItems) {
      for (std::int64_t i = 0; i < size; ++i)
        out.push_back(i);
      return out;
    }
    for (std::int64_t i = 0; i < kEdgeItems; ++i)
      out.push_back(i);
    out.push_back(-1);
    for (std::int64_t i = size - kEdgeItems; i < size; ++i)
      out.push_back(i);
    return out;
  }

  /// Calls f with each element that is shown.
  template <class F>
  void visit(std::size_t dim, std::int64_t at, const F& f) const {  // NOLINT(misc-no-recursion)
    if (dim == tensor_.sizes().size())
      return f(data_ + at);
    for (const std::int64_t i : shown(dim)) {
      if (i >= 0)
        visit(dim + 1, at + i * stride(dim), f);
    }
  }

  std::string element(const char* p) const {
    if (is_complex(dtype_)) {
      const std::string real = first_.format(float_element(dtype_, p, 0));
      std::string imaginary = second_.format(float_element(dtype_, p, 1)) + "j";
      imaginary.erase(0, imaginary.find_first_not_of(' '));
      const bool has_sign = imaginary[0] == '-' || imaginary[0] == '+';
      return real + (has_sign ? "" : "+") + imaginary;
    }
    if (is_floating(dtype_) || is_float8(dtype_))
      return first_.format(float_element(dtype_, p, 0));
    return first_.pad(integer_element(dtype_, p));
  }

  std::string vector(std::size_t dim, std::int64_t at, std::int64_t indent) const {
    std::int64_t length = static_cast<std::int64_t>(first_.width()) + 2;
    if (is_complex(dtype_))
      length += static_cast<std::int64_t>(second_.width()) + 1;
    std::int64_t per_line = (kLineWidth - indent) / length;
    if (per_line < 1)
      per_line = 1;
    std::string out = "[";
    std::int64_t count = 0;
    for (const std::int64_t i : shown(dim)) {
      if (count > 0 && count % per_line == 0) {
        out += ",\n";
        out.append(static_cast<std::size_t>(indent) + 1, ' ');
      } else if (count > 0) {
        out += ", ";
      }
      out += i < 0 ? " ..." : element(data_ + at + i * stride(dim));
      ++count;
    }
    return out + "]";
  }

  std::string block(std::size_t dim, std::int64_t at,  // NOLINT(misc-no-recursion): depth is ndim
                    std::int64_t indent) const {
    const std::size_t left = tensor_.sizes().size() - dim;
    if (left == 0)
      return element(data_ + at);
    if (left == 1)
      return vector(dim, at, indent);
    std::string out = "[";
    bool first = true;
    for (const std::int64_t i : shown(dim)) {
      if (!first) {
        out += ',';
        out.append(left - 1, '\n');
        out.append(static_cast<std::size_t>(indent) + 1, ' ');
      }
      first = false;
      out += i < 0 ? "..." : block(dim + 1, at + i * stride(dim), indent + 1);
    }
    return out + "]";
  }

  const Tensor& tensor_;
  DType dtype_;
  std::int64_t size_;
  bool summarize_;
  const char* data_;
  Formatter first_{std::vector<std::string>{}};
  Formatter second_{std::vector<std::string>{}};
};

/// torch prints the dtype unless it follows from the elements.
bool is_default_dtype(DType dtype) {
  return dtype == DType::kFloat32 || dtype == DType::kInt64 || dtype == DType::kBool ||
         dtype == DType::kComplex64;
}

/// Appends ", suffix" or breaks the line where it would pass the width.
std::string with_suffixes(std::string text, const std::vector<std::string>& suffixes,
                          std::size_t indent) {
  const std::size_t newline = text.rfind('\n');
  // As torch counts: without a newline rfind gives -1, so two more than the length.
  std::size_t last_line =
      newline == std::string::npos ? text.size() + 2 : text.size() - newline + 1;
  for (const std::string& suffix : suffixes) {
    if (last_line + suffix.size() + 2 > static_cast<std::size_t>(kLineWidth)) {
      text += ",\n";
      text.append(indent, ' ');
      text += suffix;
      last_line = indent + suffix.size();
    } else {
      text += ", ";
      text += suffix;
      last_line += suffix.size() + 2;
    }
  }
  return text + ")";
}

}  // namespace

std::string Tensor::to_string() const {
  if (!defined())
    return "None";
  constexpr std::size_t kIndent = 7;  // of "tensor("
  std::vector<std::string> suffixes;
  std::string body;
  const bool default_dtype = is_default_dtype(dtype());
  const std::string dtype_text = "dtype=torch." + std::string(dtype_name(dtype()));
  if (numel() == 0) {
    if (ndim() != 1)
      suffixes.push_back("size=" + tenon::to_string(sizes()));
    // Without elements, a dtype cannot show itself.
    if (dtype() != DType::kFloat32)
      suffixes.push_back(dtype_text);
    body = "[]";
  } else {
    if (!default_dtype)
      suffixes.push_back(dtype_text);
    body = Printer(*this).run(kIndent);
  }
  if (requires_grad())
    suffixes.push_back("requires_grad=True");
  std::string text = with_suffixes("tensor(" + body, suffixes, kIndent);
  return is_parameter() ? "Parameter containing:\n" + text : text;
}

}  // namespace tenon
