/// JSON for tests: reads recorded case files. Trusts its input more than a library reader would.
#ifndef TENON_TESTS_SUPPORT_JSON_H_
#define TENON_TESTS_SUPPORT_JSON_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tenon::test {

/// One JSON value. Objects keep their order. Looking up what is not there gives a null value, so
/// that optional members read without a test before each.
class Json {
 public:
  enum class Kind { kNull, kBool, kInt, kFloat, kString, kArray, kObject };

  Json() = default;
  /// Throws std::runtime_error with the position of the fault.
  static Json parse(std::string_view text);
  /// Parses a file; a name that ends in ".gz" is unpacked first.
  static Json load(const std::string& path);

  Kind kind() const noexcept { return kind_; }
  bool is_null() const noexcept { return kind_ == Kind::kNull; }
  bool is_string() const noexcept { return kind_ == Kind::kString; }
  bool is_array() const noexcept { return kind_ == Kind::kArray; }
  bool is_object() const noexcept { return kind_ == Kind::kObject; }
  bool is_number() const noexcept { return kind_ == Kind::kInt || kind_ == Kind::kFloat; }

  /// Throw std::runtime_error if the kind does not fit.
  bool as_bool() const;
  std::int64_t as_int() const;
  /// Also takes the strings "inf", "-inf" and "nan".
  double as_float() const;
  const std::string& as_string() const;

  /// Entries of an array or object; 0 for everything else.
  std::size_t size() const noexcept { return is_object() ? members_.size() : items_.size(); }
  const std::vector<Json>& items() const noexcept { return items_; }
  const std::vector<std::pair<std::string, Json>>& members() const noexcept { return members_; }
  const Json& operator[](std::size_t i) const;
  const Json& operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }
  const Json& operator[](std::string_view key) const noexcept;
  const Json& operator[](const char* key) const noexcept { return (*this)[std::string_view(key)]; }
  bool has(std::string_view key) const noexcept;

 private:
  friend class JsonParser;
  Kind kind_ = Kind::kNull;
  std::int64_t int_ = 0;
  double float_ = 0;
  std::string string_;
  std::vector<Json> items_;
  std::vector<std::pair<std::string, Json>> members_;
};

/// The whole file, unpacked if its name ends in ".gz". Throws std::runtime_error.
std::string read_file(const std::string& path);

}  // namespace tenon::test

#endif  // TENON_TESTS_SUPPORT_JSON_H_
