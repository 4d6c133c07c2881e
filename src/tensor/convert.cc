#include "src/tensor/convert.h"

#include <algorithm>
#include <cstring>

#include "src/tensor/dispatch.h"

namespace tenon {
namespace {

constexpr std::int64_t kBlock = 256;

template <class To, class From>
void convert_run(void* to, std::int64_t to_step, const void* from, std::int64_t from_step,
                 std::int64_t count) {
  To* out = static_cast<To*>(to);
  const From* in = static_cast<const From*>(from);
  if (to_step == 1 && from_step == 1) {
    for (std::int64_t i = 0; i < count; ++i)
      out[i] = convert<To>(in[i]);
  } else {
    for (std::int64_t i = 0; i < count; ++i)
      out[i * to_step] = convert<To>(in[i * from_step]);
  }
}

/// The dtype that elements widen to.
DType wide_dtype(DType dtype) noexcept {
  if (dtype == DType::kFloat64)
    return DType::kFloat64;
  return is_floating(dtype) ? DType::kFloat32 : DType::kInt64;
}

DType part_dtype(DType dtype) noexcept {
  if (!is_complex(dtype))
    return dtype;
  return dtype == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64;
}

}  // namespace

/// wide → to.
ElementConverter::Run ElementConverter::store_run(std::string_view op, DType wide, DType to) {
  Run run = nullptr;
  dispatch_arithmetic(op, to, [&]<class To>() {
    run = wide == DType::kFloat32   ? convert_run<To, float>
          : wide == DType::kFloat64 ? convert_run<To, double>
                                    : convert_run<To, std::int64_t>;
  });
  return run;
}

/// from → its wide dtype, from another one.
ElementConverter::Run ElementConverter::load_run(DType from) {
  switch (from) {
    case DType::kFloat16:
      return convert_run<float, Half>;
    case DType::kBFloat16:
      return convert_run<float, BFloat16>;
    case DType::kInt8:
      return convert_run<std::int64_t, std::int8_t>;
    case DType::kInt16:
      return convert_run<std::int64_t, std::int16_t>;
    case DType::kInt32:
      return convert_run<std::int64_t, std::int32_t>;
    case DType::kUInt8:
      return convert_run<std::int64_t, std::uint8_t>;
    default:
      return convert_run<std::int64_t, bool>;
  }
}

void ElementConverter::set_real(std::string_view op, DType to, DType from) {
  const DType wide = wide_dtype(from);
  if (wide == from) {
    first_ = store_run(op, wide, to);
  } else if (to == DType::kFloat32 && from == DType::kUInt8) {
    first_ = convert_run<float, std::uint8_t>;  // pictures
  } else if (to == DType::kFloat32 && from == DType::kBool) {
    first_ = convert_run<float, bool>;  // masks
  } else {
    first_ = load_run(from);
    if (to != wide)
      second_ = store_run(op, wide, to);
  }
}

ElementConverter::ElementConverter(std::string_view op, DType to, DType from)
    : from_size_(dtype_size(from)), to_size_(dtype_size(to)) {
  if (to == from) {
    dispatch_size(to_size_, [&]<class T>() { first_ = convert_run<T, T>; });
    return;
  }
  if (!has_arithmetic(from) && !is_complex(from))
    fail_no_arithmetic(op, from);
  if (!has_arithmetic(to) && !is_complex(to))
    fail_no_arithmetic(op, to);
  if (is_complex(from) && to == DType::kBool) {
    first_ = from == DType::kComplex64 ? convert_run<bool, std::complex<float>>
                                       : convert_run<bool, std::complex<double>>;
    return;
  }
  const DType from_part = part_dtype(from);
  const DType to_part = part_dtype(to);
  from_parts_ = is_complex(from) ? 2 : 1;
  to_parts_ = is_complex(to) ? 2 : 1;
  from_size_ /= from_parts_;
  to_size_ /= to_parts_;
  set_real(op, to_part, from_part);
}

void ElementConverter::run(char* to, std::int64_t to_step, const char* from, std::int64_t from_step,
                           std::int64_t count) const {
  if (second_ == nullptr)
    return first_(to, to_step, from, from_step, count);
  alignas(64) char wide[kBlock * 8];
  for (std::int64_t at = 0; at < count; at += kBlock) {
    const std::int64_t n = std::min(kBlock, count - at);
    first_(wide, 1, from + at * from_step * from_size_, from_step, n);
    second_(to + at * to_step * to_size_, to_step, wide, 1, n);
  }
}

void ElementConverter::operator()(void* to, std::int64_t to_step, const void* from,
                                  std::int64_t from_step, std::int64_t count) const {
  char* out = static_cast<char*>(to);
  const char* in = static_cast<const char*>(from);
  to_step *= to_parts_;
  from_step *= from_parts_;
  run(out, to_step, in, from_step, count);
  if (to_parts_ == 1)
    return;
  out += to_size_;
  if (from_parts_ == 2) {
    run(out, to_step, in + from_size_, from_step, count);
  } else {
    for (std::int64_t i = 0; i < count; ++i)
      std::memset(out + i * to_step * to_size_, 0, static_cast<std::size_t>(to_size_));
  }
}

}  // namespace tenon
