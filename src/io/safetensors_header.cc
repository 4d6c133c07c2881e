#include <algorithm>

#include "src/io/json.h"
#include "src/io/safetensors.h"
#include "tenon/error.h"

namespace tenon::io {
namespace {

// More dims than any tensor of PyTorch's operations may have.
constexpr std::size_t kMaxDims = 64;

constexpr DType kNone = DType{};
// In the order of the reference (safetensors 0.8), narrowest alignment first.
constexpr FileDType kDTypes[] = {
    {"BOOL", 8, true, DType::kBool},
    {"F4", 4, false, kNone},
    {"F6_E2M3", 6, false, kNone},
    {"F6_E3M2", 6, false, kNone},
    {"U8", 8, true, DType::kUInt8},
    {"I8", 8, true, DType::kInt8},
    {"F8_E5M2", 8, true, DType::kFloat8E5M2},
    {"F8_E4M3", 8, true, DType::kFloat8E4M3FN},
    {"F8_E8M0", 8, true, DType::kFloat8E8M0FNU},
    {"F8_E4M3FNUZ", 8, true, DType::kFloat8E4M3FNUZ},
    {"F8_E5M2FNUZ", 8, true, DType::kFloat8E5M2FNUZ},
    {"I16", 16, true, DType::kInt16},
    {"U16", 16, true, DType::kUInt16},
    {"F16", 16, true, DType::kFloat16},
    {"BF16", 16, true, DType::kBFloat16},
    {"I32", 32, true, DType::kInt32},
    {"U32", 32, true, DType::kUInt32},
    {"F32", 32, true, DType::kFloat32},
    {"C64", 64, true, DType::kComplex64},
    {"F64", 64, true, DType::kFloat64},
    {"I64", 64, true, DType::kInt64},
    {"U64", 64, true, DType::kUInt64},
};

template <class... Parts>
[[noreturn]] void corrupt(const char* reason, const Parts&... parts) {
  throw Error(ErrorCode::kCorrupt, concat(parts...)).with_reason(reason);
}

/// Reads the header's JSON. Faults name the file; those of a tensor name it too.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& file)
      : what_(concat(file, ": header")), reader_(text, what_) {
    JsonReader::check(text, what_);
    if (reader_.peek() != JsonReader::Kind::kObject) {
      corrupt("bad_json", what_, ": bad JSON: it is no object");
    }
  }

  void parse(FileHeader* header) {
    bool has_metadata = false;
    std::string key;
    reader_.begin_object();
    while (reader_.next_key(&key)) {
      if (key == "__metadata__") {
        if (has_metadata)
          corrupt("duplicate_key", what_, ": __metadata__ is given twice");
        has_metadata = true;
        parse_metadata(header);
        continue;
      }
      if (key.find('\0') != std::string::npos) {
        corrupt("bad_name", what_, ": the name ", quoted(key), " holds a NUL character");
      }
      header->tensors.push_back(parse_tensor(std::move(key)));
    }
    reader_.finish();
    refuse_duplicates(*header);
  }

 private:
  static std::string quoted(std::string_view name) {
    std::string text;
    append_json_string(text, name);
    return text;
  }

  void parse_metadata(FileHeader* header) {
    if (reader_.peek() == JsonReader::Kind::kNull)
      return reader_.read_null();
    if (reader_.peek() != JsonReader::Kind::kObject) {
      corrupt("bad_header", what_, ": __metadata__ is no object");
    }
    reader_.begin_object();
    std::string key;
    while (reader_.next_key(&key)) {
      if (reader_.peek() != JsonReader::Kind::kString) {
        corrupt("bad_header", what_, ": __metadata__: the value of ", quoted(key), " is no string");
      }
      if (key.find('\0') != std::string::npos) {
        corrupt("bad_name", what_, ": __metadata__: the name ", quoted(key),
                " holds a NUL character");
      }
      std::string value;
      reader_.read_string(&value);
      header->metadata.emplace_back(std::move(key), std::move(value));
    }
  }

  std::uint64_t uint(const FileTensor& tensor, const char* field) {
    std::uint64_t value = 0;
    if (reader_.peek() != JsonReader::Kind::kNumber || !reader_.read_uint(&value)) {
      corrupt("bad_header", what_, ": tensor ", quoted(tensor.name), ": ", field,
              " holds something other than integers of 0 to 2^64 - 1");
    }
    return value;
  }

  void enter_array(const FileTensor& tensor, const char* field) {
    if (reader_.peek() != JsonReader::Kind::kArray) {
      corrupt("bad_header", what_, ": tensor ", quoted(tensor.name), ": ", field, " is no array");
    }
    reader_.begin_array();
  }

  FileTensor parse_tensor(std::string name) {
    FileTensor tensor;
    tensor.name = std::move(name);
    if (reader_.peek() != JsonReader::Kind::kObject) {
      corrupt("bad_header", what_, ": tensor ", quoted(tensor.name), ": its entry is no object");
    }
    bool has_shape = false;
    bool has_offsets = false;
    reader_.begin_object();
    std::string field;
    while (reader_.next_key(&field)) {
      if (field == "dtype") {
        refuse_second(tensor, "dtype", tensor.dtype != nullptr);
        parse_dtype(&tensor);
      } else if (field == "shape") {
        refuse_second(tensor, "shape", has_shape);
        has_shape = true;
        parse_shape(&tensor);
      } else if (field == "data_offsets") {
        refuse_second(tensor, "data_offsets", has_offsets);
        has_offsets = true;
        parse_offsets(&tensor);
      } else {
        reader_.skip();  // of a later version of the format; the reference ignores them too
      }
    }
    const char* missing = tensor.dtype == nullptr ? "dtype"
                          : !has_shape            ? "shape"
                          : !has_offsets          ? "data_offsets"
                                                  : nullptr;
    if (missing != nullptr) {
      corrupt("bad_header", what_, ": tensor ", quoted(tensor.name), ": ", missing, " is missing");
    }
    return tensor;
  }

  void refuse_second(const FileTensor& tensor, const char* field, bool seen) {
    if (seen) {
      corrupt("bad_json", what_, ": tensor ", quoted(tensor.name), ": ", field, " is given twice");
    }
  }

  void parse_dtype(FileTensor* tensor) {
    if (reader_.peek() != JsonReader::Kind::kString) {
      corrupt("bad_header", what_, ": tensor ", quoted(tensor->name), ": dtype is no string");
    }
    std::string name;
    reader_.read_string(&name);
    tensor->dtype = find_file_dtype(name);
    if (tensor->dtype == nullptr) {
      corrupt("unknown_dtype", what_, ": tensor ", quoted(tensor->name),
              ": the format has no dtype ", quoted(name));
    }
  }

  void parse_shape(FileTensor* tensor) {
    enter_array(*tensor, "shape");
    while (reader_.next_item()) {
      const std::uint64_t size = uint(*tensor, "shape");
      if (size > INT64_MAX) {
        corrupt("overflow", what_, ": tensor ", quoted(tensor->name), ": dim ",
                tensor->shape.size(), " has ", size, " elements, at most 2^63 - 1 can be");
      }
      if (tensor->shape.size() == kMaxDims) {
        throw Error(ErrorCode::kUnsupported, concat(what_, ": tensor ", quoted(tensor->name),
                                                    ": more than ", kMaxDims, " dims"))
            .with_reason("bad_shape");
      }
      tensor->shape.push_back(static_cast<std::int64_t>(size));
    }
  }

  void parse_offsets(FileTensor* tensor) {
    enter_array(*tensor, "data_offsets");
    std::uint64_t values[2] = {0, 0};
    int count = 0;
    while (reader_.next_item()) {
      const std::uint64_t value = uint(*tensor, "data_offsets");
      if (count < 2)
        values[count] = value;
      ++count;
    }
    if (count != 2) {
      corrupt("bad_header", what_, ": tensor ", quoted(tensor->name), ": data_offsets has ", count,
              " entries, not 2");
    }
    tensor->begin = values[0];
    tensor->end = values[1];
  }

  // Sorted rather than hashed: no choice of names makes it slow.
  void refuse_duplicates(const FileHeader& header) {
    std::vector<std::string_view> names;
    names.reserve(std::max(header.tensors.size(), header.metadata.size()));
    const auto check = [&](const char* where) {
      std::sort(names.begin(), names.end());
      const auto twice = std::adjacent_find(names.begin(), names.end());
      if (twice != names.end()) {
        corrupt("duplicate_key", what_, ": ", where, quoted(*twice), " is given twice");
      }
      names.clear();
    };
    for (const FileTensor& tensor : header.tensors)
      names.emplace_back(tensor.name);
    check("tensor ");
    for (const auto& entry : header.metadata)
      names.emplace_back(entry.first);
    check("__metadata__: ");
  }

  const std::string what_;
  JsonReader reader_;
};

/// Bytes of a tensor by its shape. Any size 0 makes it empty, but the other sizes must multiply
/// within int64 all the same, in whatever order they stand.
std::uint64_t bytes_of(const FileTensor& tensor, const std::string& what) {
  std::int64_t count = 1;
  bool empty = false;
  bool overflow = false;
  for (const std::int64_t size : tensor.shape) {
    empty = empty || size == 0;
    if (size != 0)
      overflow = overflow || __builtin_mul_overflow(count, size, &count);
  }
  std::int64_t bits = 0;
  overflow = overflow || __builtin_mul_overflow(count, std::int64_t{tensor.dtype->bits}, &bits);
  if (overflow) {
    corrupt("overflow", what, ": shape ", tensor.shape, " of ", tensor.dtype->name,
            " has more bits than 2^63 - 1");
  }
  if (empty)
    return 0;
  if (bits % 8 != 0) {
    throw Error(ErrorCode::kUnsupported, concat(what, ": shape ", tensor.shape, " of ",
                                                tensor.dtype->name, " is not whole bytes"))
        .with_reason("unsupported_dtype");
  }
  return static_cast<std::uint64_t>(bits) / 8;
}

/// Every byte of the data belongs to exactly one tensor.
void check_ranges(FileHeader* header, const std::string& file, std::int64_t size) {
  std::stable_sort(header->tensors.begin(), header->tensors.end(),
                   [](const FileTensor& a, const FileTensor& b) {
                     return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
                   });
  std::uint64_t position = 0;
  for (const FileTensor& tensor : header->tensors) {
    const std::string what = concat(file, ": tensor ", tensor.name);
    if (tensor.begin != position || tensor.end < tensor.begin) {
      corrupt("bad_offsets", what, ": data_offsets [", tensor.begin, ", ", tensor.end,
              "], but the tensor before ends at ", position);
    }
    position = tensor.end;
    const std::uint64_t bytes = bytes_of(tensor, what);
    if (bytes != tensor.end - tensor.begin) {
      corrupt("size_mismatch", what, ": shape ", tensor.shape, " of ", tensor.dtype->name, " has ",
              bytes, " bytes, data_offsets give ", tensor.end - tensor.begin);
    }
  }
  const auto held = static_cast<std::uint64_t>(size - header->data_start);
  if (position > held) {
    corrupt("truncated", file, ": the tensors have ", position, " bytes, ", held,
            " are there: the file is cut");
  }
  if (position < held) {
    corrupt("trailing_data", file, ": ", held - position, " bytes follow the last tensor");
  }
}

}  // namespace

const FileDType* find_file_dtype(std::string_view name) noexcept {
  for (const FileDType& dtype : kDTypes) {
    if (dtype.name == name)
      return &dtype;
  }
  return nullptr;
}

const FileDType* find_file_dtype(DType wanted) noexcept {
  for (const FileDType& dtype : kDTypes) {
    if (dtype.supported && dtype.dtype == wanted)
      return &dtype;
  }
  return nullptr;
}

FileHeader read_header(const Source& source, const ReadOptions& options) {
  const std::string& file = source.name();
  const std::int64_t size = source.size();
  if (size < 8)
    corrupt("truncated", file, ": has ", size, " bytes, too few for a header");
  std::uint64_t length = 0;
  source.read(0, &length, 8);
  const std::int64_t limit = std::max<std::int64_t>(options.max_header_bytes, 0);
  if (length > static_cast<std::uint64_t>(limit)) {
    corrupt("header_too_large", file,
            ": no safetensors file, or a broken one: its first 8 bytes "
            "announce a header of ",
            length, " bytes, at most ", limit, " are allowed");
  }
  if (length > static_cast<std::uint64_t>(size - 8)) {
    corrupt("truncated", file, ": the header has ", length, " bytes, ", size - 8,
            " are there: the file is cut");
  }
  const std::string text = source.slice(8, static_cast<std::int64_t>(length));
  const std::size_t bad = find_bad_utf8(text);
  if (bad != std::string::npos) {
    corrupt("bad_utf8", file, ": header: no UTF-8 at byte ", bad);
  }
  FileHeader header;
  header.data_start = 8 + static_cast<std::int64_t>(length);
  HeaderParser(text, file).parse(&header);
  check_ranges(&header, file, size);
  return header;
}

}  // namespace tenon::io
