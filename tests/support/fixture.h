/// Recorded cases for tests: values, tensors, comparison, counting. See fixtures/README.md for the
/// format of a value.
#ifndef TENON_TESTS_SUPPORT_FIXTURE_H_
#define TENON_TESTS_SUPPORT_FIXTURE_H_

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tenon/value.h"
#include "tests/support/json.h"

namespace tenon::test {

/// The folder of recorded cases: TENON_FIXTURES, or the one beside the source tree.
std::string fixtures_dir();
/// Files of a folder below fixtures_dir() that end in `ending`, sorted, names only.
std::vector<std::string> list_files(const std::string& folder, std::string_view ending);
bool file_exists(const std::string& path);

/// A safetensors file, read whole, by a reader that trusts it (the library's own reader is under
/// test elsewhere).
class TensorFile {
 public:
  TensorFile() = default;
  explicit TensorFile(const std::string& path);
  bool has(const std::string& name) const { return entries_.count(name) > 0; }
  /// A fresh tensor. Throws std::runtime_error if there is none of that name.
  Tensor get(const std::string& name) const;
  std::vector<std::string> names() const;

 private:
  struct Entry {
    DType dtype;
    Shape sizes;
    std::size_t begin;
  };
  std::string bytes_;
  std::map<std::string, Entry> entries_;
};

/// `<stem>.json` (or .json.gz) and, if present, `<stem>.safetensors`, below fixtures_dir().
struct Fixture {
  explicit Fixture(const std::string& stem);
  Json json;
  TensorFile tensors;
  const std::vector<Json>& cases() const { return json["cases"].items(); }
};

/// A recorded value. Tensors with a recorded stride get that layout. Kinds that Value has not:
/// {"slice"} becomes a dict {"slice": (start, stop, step)}, {"packed"} a dict {"packed": {...}},
/// {"function"} and {"device"} strings. Throws std::runtime_error on forms it does not know.
Value to_value(const Json& json, const TensorFile& tensors);
/// The same for {"tensor": …}, {"none": true} (null).
Tensor to_tensor(const Json& json, const TensorFile& tensors);

/// A tensor of the same values with other strides (in elements), in new storage.
Tensor with_strides(const Tensor& dense, std::span<const std::int64_t> strides);

/// Two numbers are close if |a - b| <= atol + rtol * |b|; equal infinities and two NaN are.
struct Tolerance {
  double rtol = 0;
  double atol = 0;
};
/// torch.testing.assert_close's: float32 1.3e-6/1e-5, float64 1e-7/1e-7, float16 1e-3/1e-5,
/// bfloat16 1.6e-2/1e-5, others exact.
Tolerance default_tolerance(DType dtype);

/// "" if they agree, else where and by how much: dtype, shape, first differing index, both values,
/// largest difference. `scale` multiplies the default tolerance.
std::string difference(const Tensor& actual, const Tensor& expected, double scale = 1);
std::string difference(const Tensor& actual, const Tensor& expected, Tolerance tolerance);
/// The same over containers. Tuples and lists compare as sequences.
std::string difference(const Value& actual, const Value& expected, double scale = 1);

/// Elements as doubles, row-major; reads the bytes itself, any dtype but complex.
std::vector<double> to_doubles(const Tensor& tensor);

/// Counts and prints outcomes of a program that runs recorded cases.
class Report {
 public:
  /// `quiet_after`: failures printed in full; the rest are counted only.
  explicit Report(int quiet_after = 60) : left_(quiet_after) {}
  void pass() { ++passed_; }
  void fail(std::string_view name, std::string_view text);
  /// pass() if `text` is empty, else fail().
  void check(std::string_view name, std::string_view text);
  int passed() const { return passed_; }
  int failed() const { return failed_; }
  /// Prints "N passed, N failed"; the exit code.
  int finish() const;

 private:
  int passed_ = 0;
  int failed_ = 0;
  int left_;
};

}  // namespace tenon::test

#endif  // TENON_TESTS_SUPPORT_FIXTURE_H_
