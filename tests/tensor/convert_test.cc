// Every pair of dtypes against the conversion of one element: what goes through a wider dtype must
// give the same bits.
#include "src/tensor/convert.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <cstring>
#include <string>
#include <vector>

#include "src/tensor/dispatch.h"

using namespace tenon;

namespace {

constexpr DType kAll[] = {DType::kFloat32, DType::kFloat64,   DType::kFloat16,    DType::kBFloat16,
                          DType::kInt8,    DType::kInt16,     DType::kInt32,      DType::kInt64,
                          DType::kUInt8,   DType::kComplex64, DType::kComplex128, DType::kBool};

/// Numbers at and beyond the ends of every dtype, ties of rounding, and what is no number.
template <class T>
std::vector<T> samples() {
  const double inf = std::numeric_limits<double>::infinity();
  std::vector<T> all;
  for (const double x : {0.0,
                         -0.0,
                         1.0,
                         -1.0,
                         0.5,
                         1.5,
                         -2.7,
                         127.0,
                         128.0,
                         -129.0,
                         255.0,
                         256.0,
                         32767.0,
                         32768.0,
                         2049.0,
                         65504.0,
                         65520.0,
                         257.0,
                         16777217.0,
                         1e-8,
                         2147483647.0,
                         2147483648.0,
                         -2147483649.0,
                         1e10,
                         -1e10,
                         3.5e38,
                         1e300,
                         9223372036854774784.0,
                         9.3e18,
                         -9.3e18,
                         inf,
                         -inf,
                         std::numeric_limits<double>::quiet_NaN()}) {
    if constexpr (is_complex_type<T>) {
      all.push_back(convert<T>(x));
      all.push_back(T(0, convert<typename T::value_type>(x)));
      all.push_back(T(convert<typename T::value_type>(x), -3));
    } else {
      all.push_back(convert<T>(x));
    }
  }
  if constexpr (std::is_same_v<T, std::int64_t>) {
    for (const std::int64_t x : {INT64_MAX, INT64_MIN, std::int64_t{9007199254740993}})
      all.push_back(x);
  }
  while (all.size() < 700)  // more than two blocks
    all.push_back(all[all.size() - 31]);
  return all;
}

template <class To, class From>
void check_pair(DType to, DType from) {
  const std::vector<From> in = samples<From>();
  const auto n = static_cast<std::int64_t>(in.size());
  const ElementConverter converter("test", to, from);
  for (const std::int64_t to_step : {1, 3}) {
    for (const std::int64_t from_step : {1, 2}) {
      const std::int64_t count = n / from_step;
      std::vector<unsigned char> got(static_cast<std::size_t>(count * to_step) * sizeof(To), 0xa5);
      std::vector<unsigned char> wanted = got;
      for (std::int64_t i = 0; i < count; ++i) {
        const To element = convert<To>(in[static_cast<std::size_t>(i * from_step)]);
        std::memcpy(&wanted[static_cast<std::size_t>(i * to_step) * sizeof(To)], &element,
                    sizeof element);
      }
      converter(got.data(), to_step, in.data(), from_step, count);
      cr_assert(got == wanted, "%s to %s, steps %d and %d", dtype_name(from).data(),
                dtype_name(to).data(), static_cast<int>(from_step), static_cast<int>(to_step));
    }
  }
}

}  // namespace

Test(convert, every_pair_of_dtypes_rounds_as_one_element_does) {
  for (const DType from : kAll) {
    for (const DType to : kAll) {
      dispatch_castable("test", from, [&]<class From>() {
        dispatch_castable("test", to, [&]<class To>() {
          if constexpr (!std::is_same_v<From, bool>) {
            check_pair<To, From>(to, from);
          }
        });
      });
    }
  }
}

Test(convert, bools_become_ones_and_zeros) {
  for (const DType to : kAll) {
    dispatch_castable("test", to, [&]<class To>() {
      const bool in[] = {true, false, true};
      To out[3];
      ElementConverter("test", to, DType::kBool)(out, 1, in, 1, 3);
      for (int i = 0; i < 3; ++i) {
        const To wanted = convert<To>(in[i]);
        cr_assert(std::memcmp(&out[i], &wanted, sizeof wanted) == 0, "%s", dtype_name(to).data());
      }
    });
  }
}

Test(convert, dtypes_for_storage_only_are_copied_but_not_converted) {
  const std::uint16_t in[] = {1, 0xffff};
  std::uint16_t out[2] = {};
  ElementConverter("test", DType::kUInt16, DType::kUInt16)(out, 1, in, 1, 2);
  cr_assert(out[0] == 1 && out[1] == 0xffff);
  for (const DType other : {DType::kFloat32, DType::kBool, DType::kComplex64}) {
    for (const bool back : {false, true}) {
      try {
        ElementConverter("test", back ? other : DType::kUInt16, back ? DType::kUInt16 : other);
        cr_fatal("no error was thrown");
      } catch (const Error& error) {
        cr_assert(error.text() == "test: uint16 is for storage only");
      }
    }
  }
}
