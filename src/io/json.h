/// JSON in file headers: a strict pull reader for hostile input, and writing of strings.
#ifndef TENON_SRC_IO_JSON_H_
#define TENON_SRC_IO_JSON_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tenon::io {

/// Position of the first byte that is not UTF-8 (overlong forms and surrogates are not), or npos.
std::size_t find_bad_utf8(std::string_view text) noexcept;

/// Reads one JSON text from front to back without building a tree: memory does not grow with the
/// text, time is linear, nesting is bounded and needs no stack of the caller's.
///
/// Grammar: RFC 8259 exactly; lone surrogate escapes are refused. The text must be UTF-8 already
/// (find_bad_utf8). Every fault of the grammar throws kCorrupt with reason "bad_json" and the byte
/// position. Names of an object are handed out unescaped; whoever collects them finds duplicates.
class JsonReader {
 public:
  enum class Kind { kNull, kBool, kNumber, kString, kArray, kObject };
  static constexpr int kMaxDepth = 128;

  /// `what` begins every message. Both texts must outlive the reader.
  JsonReader(std::string_view text, std::string_view what) : text_(text), what_(what) {}

  /// Kind of the value that comes next.
  Kind peek();
  /// Enters an object; then next_key() until it says false, reading one value after each key.
  void begin_object();
  /// The next name into `key` (which may be null), or false and the object is left.
  bool next_key(std::string* key);
  /// Enters an array; then next_item() until it says false, reading one value after each.
  void begin_array();
  bool next_item();

  /// Each reads one value of the kind that peek() gave.
  void read_null();
  bool read_bool();
  void read_string(std::string* out);  ///< `out` may be null.
  /// False if the number is not written as an integer of the type: a fraction, an exponent, a sign
  /// that does not fit, out of range. It is consumed all the same.
  bool read_uint(std::uint64_t* out);
  bool read_int(std::int64_t* out);

  /// Passes over the value that comes next, whatever it is.
  void skip();
  /// Only white space may be left.
  void finish();
  /// The whole text is one valid JSON value: checked, nothing returned.
  static void check(std::string_view text, std::string_view what);

 private:
  [[noreturn]] void fail_at(std::size_t position, const char* fault) const;
  void skip_space() noexcept;
  void expect_word(std::string_view word);
  void push(bool is_object);
  bool next(char close);
  unsigned hex4();
  /// Consumes a number; true if it is a plain integer whose magnitude fits 64 bits.
  bool scan_number(bool* negative, std::uint64_t* magnitude);

  std::string_view text_;
  std::string_view what_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool is_object_[kMaxDepth] = {};
  bool has_items_[kMaxDepth] = {};
};

/// Appends a quoted JSON string: escapes only what must be, as serde_json does ('\u001f' in lower
/// case, DEL and everything beyond ASCII as it is).
void append_json_string(std::string& out, std::string_view text);

}  // namespace tenon::io

#endif  // TENON_SRC_IO_JSON_H_
