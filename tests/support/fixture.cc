#include "tests/support/fixture.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace tenon::test {

std::string fixtures_dir() {
  const char* set = std::getenv("TENON_FIXTURES");
  return set != nullptr && *set != '\0' ? set : TENON_FIXTURES_DEFAULT;
}

bool file_exists(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0;
}

std::vector<std::string> list_files(const std::string& folder, std::string_view ending) {
  std::vector<std::string> names;
  DIR* dir = opendir((fixtures_dir() + "/" + folder).c_str());
  if (dir == nullptr)
    return names;
  while (const dirent* entry = readdir(dir)) {
    const std::string name = entry->d_name;
    if (name.size() > ending.size() && name.ends_with(ending))
      names.push_back(name);
  }
  closedir(dir);
  std::sort(names.begin(), names.end());
  return names;
}

namespace {

DType dtype_of_code(const std::string& code) {
  static const struct {
    const char* code;
    DType dtype;
  } kCodes[] = {
      {"F32", DType::kFloat32},
      {"F64", DType::kFloat64},
      {"F16", DType::kFloat16},
      {"BF16", DType::kBFloat16},
      {"I8", DType::kInt8},
      {"I16", DType::kInt16},
      {"I32", DType::kInt32},
      {"I64", DType::kInt64},
      {"U8", DType::kUInt8},
      {"BOOL", DType::kBool},
      {"C64", DType::kComplex64},
      {"C128", DType::kComplex128},
      {"U16", DType::kUInt16},
      {"U32", DType::kUInt32},
      {"U64", DType::kUInt64},
      {"F8_E5M2", DType::kFloat8E5M2},
      {"F8_E4M3", DType::kFloat8E4M3FN},
      {"F8_E8M0", DType::kFloat8E8M0FNU},
  };
  for (const auto& row : kCodes) {
    if (code == row.code)
      return row.dtype;
  }
  throw std::runtime_error("safetensors: dtype " + code);
}

}  // namespace

TensorFile::TensorFile(const std::string& path) : bytes_(read_file(path)) {
  std::uint64_t header = 0;
  if (bytes_.size() < 8)
    throw std::runtime_error("safetensors: short file " + path);
  std::memcpy(&header, bytes_.data(), 8);
  const Json json = Json::parse(std::string_view(bytes_).substr(8, header));
  for (const auto& member : json.members()) {
    if (member.first == "__metadata__")
      continue;
    Entry entry;
    entry.dtype = dtype_of_code(member.second["dtype"].as_string());
    for (const Json& size : member.second["shape"].items())
      entry.sizes.push_back(size.as_int());
    entry.begin = 8 + header + static_cast<std::size_t>(member.second["data_offsets"][0].as_int());
    entries_.emplace(member.first, entry);
  }
}

Tensor TensorFile::get(const std::string& name) const {
  const auto found = entries_.find(name);
  if (found == entries_.end())
    throw std::runtime_error("no tensor " + name);
  return Tensor::from_data(bytes_.data() + found->second.begin, found->second.sizes,
                           found->second.dtype);
}

std::vector<std::string> TensorFile::names() const {
  std::vector<std::string> out;
  for (const auto& entry : entries_)
    out.push_back(entry.first);
  return out;
}

Fixture::Fixture(const std::string& stem) {
  const std::string path = fixtures_dir() + "/" + stem;
  json = Json::load(file_exists(path + ".json") ? path + ".json" : path + ".json.gz");
  if (file_exists(path + ".safetensors"))
    tensors = TensorFile(path + ".safetensors");
}

Tensor with_strides(const Tensor& dense, std::span<const std::int64_t> strides) {
  // Overlapping layouts (stride 0) hold equal values, so that writing every element is enough.
  std::int64_t span = 1;
  for (std::size_t i = 0; i < strides.size(); ++i) {
    if (dense.sizes()[i] > 0)
      span += (dense.sizes()[i] - 1) * strides[i];
  }
  if (dense.numel() == 0)
    span = 1;
  const Tensor base = Tensor::zeros(Shape{span}, dense.dtype());
  const Tensor out = base.as_strided(dense.sizes(), strides, 0);
  const std::int64_t bytes = dtype_size(dense.dtype());
  for (std::int64_t i = 0; i < dense.numel(); ++i) {
    std::int64_t at = 0;
    std::int64_t rest = i;
    for (std::size_t d = strides.size(); d-- > 0;) {
      at += rest % dense.sizes()[d] * strides[d];
      rest /= dense.sizes()[d];
    }
    std::memcpy(static_cast<char*>(base.raw_data()) + at * bytes,
                static_cast<const char*>(dense.raw_data()) + i * bytes,
                static_cast<std::size_t>(bytes));
  }
  return out;
}

namespace {

std::vector<Value> to_values(const Json& items, const TensorFile& tensors) {
  std::vector<Value> out;
  for (const Json& item : items.items())
    out.push_back(to_value(item, tensors));
  return out;
}

/// A slice's bound: a bare number or null, or a value in the usual form.
Value bound(const Json& json, const TensorFile& tensors) {
  if (json.is_null())
    return Value();
  if (json.is_number())
    return json.as_int();
  return to_value(json, tensors);
}

}  // namespace

Tensor to_tensor(const Json& json, const TensorFile& tensors) {
  if (json.has("none") || json.is_null())
    return Tensor();
  Tensor out = tensors.get(json["tensor"].as_string());
  if (json["stride"].is_array()) {
    Strides strides;
    for (const Json& stride : json["stride"].items())
      strides.push_back(stride.as_int());
    out = with_strides(out, strides);
  }
  if (!json["requires_grad"].is_null() && json["requires_grad"].as_bool()) {
    out.set_requires_grad(true);
  }
  return out;
}

Value to_value(const Json& json, const TensorFile& tensors) {
  if (json.is_null() || json.has("none"))
    return Value();
  if (json.has("memory_format"))
    return json["memory_format"].as_string();
  if (json.has("tensor"))
    return to_tensor(json, tensors);
  if (json.has("bool"))
    return json["bool"].as_bool();
  if (json.has("int"))
    return json["int"].as_int();
  if (json.has("float"))
    return json["float"].as_float();
  if (json.has("str"))
    return json["str"].as_string();
  if (json.has("device"))
    return json["device"].as_string();
  if (json.has("function"))
    return json["function"].as_string();
  if (json.has("tuple"))
    return Value::tuple(to_values(json["tuple"], tensors));
  if (json.has("list"))
    return Value::list(to_values(json["list"], tensors));
  if (json.has("dtype")) {
    DType dtype;
    if (!dtype_from_name(json["dtype"].as_string(), &dtype)) {
      throw std::runtime_error("value: dtype " + json["dtype"].as_string());
    }
    return dtype;
  }
  if (json.has("dict")) {
    Value out = Value::dict();
    for (const auto& member : json["dict"].members()) {
      out.as_dict().set(member.first, to_value(member.second, tensors));
    }
    return out;
  }
  if (json.has("packed")) {
    Value packed = Value::dict();
    for (const auto& member : json["packed"].members()) {
      packed.as_dict().set(member.first, to_value(member.second, tensors));
    }
    Value out = Value::dict();
    out.as_dict().set("packed", packed);
    return out;
  }
  if (json.has("slice")) {
    std::vector<Value> bounds;
    for (const Json& item : json["slice"].items())
      bounds.push_back(bound(item, tensors));
    Value out = Value::dict();
    out.as_dict().set("slice", Value::tuple(bounds));
    return out;
  }
  throw std::runtime_error("value: unknown form" +
                           (json.size() > 0 ? " " + json.members()[0].first : std::string()));
}

Tolerance default_tolerance(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return {1.3e-6, 1e-5};
    case DType::kFloat64:
      return {1e-7, 1e-7};
    case DType::kFloat16:
      return {1e-3, 1e-5};
    case DType::kBFloat16:
      return {1.6e-2, 1e-5};
    case DType::kComplex64:
      return {1.3e-6, 1e-5};
    case DType::kComplex128:
      return {1e-7, 1e-7};
    default:
      return {};
  }
}

namespace {

template <class T>
T load(const char* p) {
  T value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

double element(const char* p, DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return load<float>(p);
    case DType::kFloat64:
      return load<double>(p);
    case DType::kFloat16:
      return Half::to_float(load<std::uint16_t>(p));
    case DType::kBFloat16: {
      BFloat16 b;
      b.bits = load<std::uint16_t>(p);
      return static_cast<float>(b);
    }
    case DType::kInt8:
      return load<std::int8_t>(p);
    case DType::kInt16:
      return load<std::int16_t>(p);
    case DType::kInt32:
      return load<std::int32_t>(p);
    case DType::kInt64:
      return static_cast<double>(load<std::int64_t>(p));
    case DType::kUInt16:
      return load<std::uint16_t>(p);
    case DType::kUInt32:
      return load<std::uint32_t>(p);
    case DType::kUInt64:
      return static_cast<double>(load<std::uint64_t>(p));
    default:
      return load<std::uint8_t>(p);
  }
}

std::vector<char> bytes_of(const Tensor& tensor) {
  std::vector<char> bytes(static_cast<std::size_t>(tensor.numel() * dtype_size(tensor.dtype())));
  tensor.read(bytes.data(), static_cast<std::int64_t>(bytes.size()));
  return bytes;
}

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", x);
  return text;
}

}  // namespace

std::vector<double> to_doubles(const Tensor& tensor) {
  const std::vector<char> bytes = bytes_of(tensor);
  const std::int64_t size = dtype_size(tensor.dtype());
  std::vector<double> out(static_cast<std::size_t>(tensor.numel()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = element(bytes.data() + static_cast<std::int64_t>(i) * size, tensor.dtype());
  }
  return out;
}

std::string difference(const Tensor& actual, const Tensor& expected, double scale) {
  if (!expected.defined())
    return actual.defined() ? "got a tensor, wanted none" : "";
  Tolerance tolerance = default_tolerance(expected.dtype());
  tolerance.rtol *= scale;
  tolerance.atol *= scale;
  return difference(actual, expected, tolerance);
}

std::string difference(const Tensor& actual, const Tensor& expected, Tolerance tolerance) {
  if (actual.defined() != expected.defined()) {
    return actual.defined() ? "got a tensor, wanted none" : "got none, wanted a tensor";
  }
  if (!actual.defined())
    return "";
  if (actual.dtype() != expected.dtype()) {
    return concat("dtype is ", dtype_name(actual.dtype()), ", wanted ",
                  dtype_name(expected.dtype()));
  }
  if (!(actual.sizes() == expected.sizes())) {
    return concat("shape is ", to_string(actual.sizes()), ", wanted ", to_string(expected.sizes()));
  }
  const std::vector<char> got = bytes_of(actual);
  const std::vector<char> want = bytes_of(expected);
  if (got == want)
    return "";
  DType dtype = expected.dtype();
  // A complex number is two reals for this purpose.
  if (dtype == DType::kComplex64)
    dtype = DType::kFloat32;
  if (dtype == DType::kComplex128)
    dtype = DType::kFloat64;
  const std::int64_t size = dtype_size(dtype);
  const std::int64_t count = static_cast<std::int64_t>(want.size()) / size;
  std::int64_t first = -1;
  std::int64_t wrong = 0;
  double largest = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const char* g = got.data() + i * size;
    const char* w = want.data() + i * size;
    if (std::memcmp(g, w, static_cast<std::size_t>(size)) == 0)
      continue;
    const double a = element(g, dtype);
    const double b = element(w, dtype);
    if (std::isnan(a) && std::isnan(b))
      continue;
    const double gap = std::fabs(a - b);
    if (is_floating(dtype) && (a == b || gap <= tolerance.atol + tolerance.rtol * std::fabs(b))) {
      if (std::isfinite(b) || a == b)
        continue;
    }
    if (first < 0)
      first = i;
    ++wrong;
    if (gap > largest)
      largest = gap;
  }
  if (first < 0)
    return "";
  return concat(wrong, " of ", count, " differ, shape ", to_string(expected.sizes()), "; at ",
                first, ": ", number(element(got.data() + first * size, dtype)), ", wanted ",
                number(element(want.data() + first * size, dtype)), "; largest difference ",
                number(largest));
}

std::string difference(const Value& actual, const Value& expected, double scale) {
  if (expected.is_sequence() && actual.is_sequence()) {
    if (actual.count() != expected.count()) {
      return concat(actual.count(), " items, wanted ", expected.count());
    }
    for (std::int64_t i = 0; i < expected.count(); ++i) {
      const std::string text = difference(actual.at(i), expected.at(i), scale);
      if (!text.empty())
        return concat("[", i, "]: ", text);
    }
    return "";
  }
  if (actual.kind() != expected.kind()) {
    return concat("kind is ", value_kind_name(actual.kind()), ", wanted ",
                  value_kind_name(expected.kind()));
  }
  switch (expected.kind()) {
    case ValueKind::kTensor:
      return difference(actual.as_tensor(), expected.as_tensor(), scale);
    case ValueKind::kFloat: {
      const double a = actual.as_float();
      const double b = expected.as_float();
      const bool same = a == b || (std::isnan(a) && std::isnan(b)) ||
                        std::fabs(a - b) <= scale * (1e-7 + 1e-7 * std::fabs(b));
      return same ? "" : concat("is ", number(a), ", wanted ", number(b));
    }
    case ValueKind::kDict: {
      if (actual.count() != expected.count()) {
        return concat(actual.count(), " entries, wanted ", expected.count());
      }
      for (const Dict::Entry& entry : expected.as_dict().entries()) {
        const Value* found = actual.as_dict().find(entry.key);
        if (found == nullptr)
          return "no entry " + entry.key;
        const std::string text = difference(*found, entry.value, scale);
        if (!text.empty())
          return entry.key + ": " + text;
      }
      return "";
    }
    default:
      return actual.equals(expected)
                 ? ""
                 : "is " + actual.to_string() + ", wanted " + expected.to_string();
  }
}

void Report::fail(std::string_view name, std::string_view text) {
  ++failed_;
  if (left_-- > 0) {
    std::printf("FAIL %.*s: %.*s\n", static_cast<int>(name.size()), name.data(),
                static_cast<int>(text.size()), text.data());
  }
}

void Report::check(std::string_view name, std::string_view text) {
  if (text.empty()) {
    pass();
  } else {
    fail(name, text);
  }
}

int Report::finish() const {
  std::printf("%d passed, %d failed\n", passed_, failed_);
  return failed_ == 0 ? 0 : 1;
}

}  // namespace tenon::test
