#include "src/io/json.h"

#include "tenon/error.h"

namespace tenon::io {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

void append_utf8(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (code >> 18));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

}  // namespace

// Ranges of the second byte after Unicode 15, table 3-7 (well-formed UTF-8 byte sequences).
std::size_t find_bad_utf8(std::string_view text) noexcept {
  std::size_t i = 0;
  while (i < text.size()) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    int more;
    unsigned low = 0x80;
    unsigned high = 0xbf;
    if (lead >= 0xc2 && lead <= 0xdf) {
      more = 1;
    } else if (lead >= 0xe0 && lead <= 0xef) {
      more = 2;
      if (lead == 0xe0)
        low = 0xa0;
      if (lead == 0xed)
        high = 0x9f;
    } else if (lead >= 0xf0 && lead <= 0xf4) {
      more = 3;
      if (lead == 0xf0)
        low = 0x90;
      if (lead == 0xf4)
        high = 0x8f;
    } else {
      return i;
    }
    if (text.size() - i <= static_cast<std::size_t>(more))
      return i;
    for (int k = 1; k <= more; ++k) {
      const auto c = static_cast<unsigned char>(text[i + static_cast<std::size_t>(k)]);
      if (c < low || c > high)
        return i;
      low = 0x80;
      high = 0xbf;
    }
    i += static_cast<std::size_t>(more) + 1;
  }
  return std::string_view::npos;
}

void JsonReader::fail_at(std::size_t position, const char* fault) const {
  throw Error(ErrorCode::kCorrupt, concat(what_, ": bad JSON at byte ", position, ": ", fault))
      .with_reason("bad_json");
}

void JsonReader::skip_space() noexcept {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
      return;
    ++at_;
  }
}

JsonReader::Kind JsonReader::peek() {
  skip_space();
  if (at_ == text_.size())
    fail_at(at_, "the text ends where a value should be");
  const char c = text_[at_];
  switch (c) {
    case '{':
      return Kind::kObject;
    case '[':
      return Kind::kArray;
    case '"':
      return Kind::kString;
    case 't':
    case 'f':
      return Kind::kBool;
    case 'n':
      return Kind::kNull;
    default:
      if (c == '-' || is_digit(c))
        return Kind::kNumber;
      fail_at(at_, "no value begins with this byte");
  }
}

void JsonReader::push(bool is_object) {
  skip_space();
  if (at_ == text_.size() || text_[at_] != (is_object ? '{' : '[')) {
    fail_at(at_, is_object ? "an object was expected" : "an array was expected");
  }
  if (depth_ == kMaxDepth)
    fail_at(at_, "more than 128 levels of nesting");
  is_object_[depth_] = is_object;
  has_items_[depth_] = false;
  ++depth_;
  ++at_;
}

void JsonReader::begin_object() {
  push(true);
}
void JsonReader::begin_array() {
  push(false);
}

// Steps to the next member of the innermost object or array, past a comma if one is due.
bool JsonReader::next(char close) {
  skip_space();
  if (at_ == text_.size())
    fail_at(at_, "the text ends inside an object or array");
  bool& has_items = has_items_[depth_ - 1];
  if (text_[at_] == close) {
    ++at_;
    --depth_;
    return false;
  }
  if (has_items) {
    if (text_[at_] != ',')
      fail_at(at_, "a comma or the end was expected");
    ++at_;
    skip_space();
    if (at_ < text_.size() && text_[at_] == close)
      fail_at(at_, "nothing follows the comma");
  }
  has_items = true;
  return true;
}

bool JsonReader::next_key(std::string* key) {
  if (!next('}'))
    return false;
  read_string(key);
  skip_space();
  if (at_ == text_.size() || text_[at_] != ':')
    fail_at(at_, "a colon was expected");
  ++at_;
  return true;
}

bool JsonReader::next_item() {
  return next(']');
}

void JsonReader::expect_word(std::string_view word) {
  skip_space();
  if (text_.substr(at_, word.size()) != word)
    fail_at(at_, "no value begins with this byte");
  at_ += word.size();
}

void JsonReader::read_null() {
  expect_word("null");
}

bool JsonReader::read_bool() {
  skip_space();
  const bool value = at_ < text_.size() && text_[at_] == 't';
  expect_word(value ? "true" : "false");
  return value;
}

unsigned JsonReader::hex4() {
  unsigned value = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char c = at_ < text_.size() ? text_[at_] : '"';
    if (is_digit(c)) {
      value = value * 16 + static_cast<unsigned>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      value = value * 16 + static_cast<unsigned>(c - 'a' + 10);
    } else if (c >= 'A' && c <= 'F') {
      value = value * 16 + static_cast<unsigned>(c - 'A' + 10);
    } else {
      fail_at(at_, "\\u wants four hexadecimal digits");
    }
  }
  return value;
}

void JsonReader::read_string(std::string* out) {
  if (out != nullptr)
    out->clear();
  skip_space();
  if (at_ == text_.size() || text_[at_] != '"')
    fail_at(at_, "a string was expected");
  ++at_;
  for (;;) {
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
           static_cast<unsigned char>(text_[at_]) >= 0x20) {
      ++at_;
    }
    if (out != nullptr)
      out->append(text_.substr(start, at_ - start));
    if (at_ == text_.size())
      fail_at(at_, "the text ends inside a string");
    const char c = text_[at_];
    if (c == '"') {
      ++at_;
      return;
    }
    if (c != '\\')
      fail_at(at_, "a control character inside a string");
    ++at_;
    const char escape = at_ < text_.size() ? text_[at_] : '\0';
    std::uint32_t code = 0;
    switch (escape) {
      case '"':
        code = '"';
        break;
      case '\\':
        code = '\\';
        break;
      case '/':
        code = '/';
        break;
      case 'b':
        code = '\b';
        break;
      case 'f':
        code = '\f';
        break;
      case 'n':
        code = '\n';
        break;
      case 'r':
        code = '\r';
        break;
      case 't':
        code = '\t';
        break;
      case 'u':
        break;
      default:
        fail_at(at_, "no escape of this letter");
    }
    ++at_;
    if (escape == 'u') {
      const std::size_t position = at_;
      code = hex4();
      if (code >= 0xdc00 && code <= 0xdfff)
        fail_at(position, "a lone surrogate");
      if (code >= 0xd800 && code <= 0xdbff) {
        if (text_.substr(at_, 2) != "\\u")
          fail_at(position, "a lone surrogate");
        at_ += 2;
        const std::uint32_t low = hex4();
        if (low < 0xdc00 || low > 0xdfff)
          fail_at(position, "a lone surrogate");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      }
    }
    if (out != nullptr)
      append_utf8(*out, code);
  }
}

bool JsonReader::scan_number(bool* negative, std::uint64_t* magnitude) {
  skip_space();
  const auto digit = [this] { return at_ < text_.size() && is_digit(text_[at_]); };
  bool exact = true;
  *magnitude = 0;
  *negative = at_ < text_.size() && text_[at_] == '-';
  if (*negative)
    ++at_;
  if (!digit())
    fail_at(at_, "a digit was expected");
  if (text_[at_] == '0') {
    ++at_;
    if (digit())
      fail_at(at_, "a number begins with 0");
  }
  for (; digit(); ++at_) {
    const auto value = static_cast<std::uint64_t>(text_[at_] - '0');
    exact = exact && !__builtin_mul_overflow(*magnitude, std::uint64_t{10}, magnitude) &&
            !__builtin_add_overflow(*magnitude, value, magnitude);
  }
  if (at_ < text_.size() && text_[at_] == '.') {
    exact = false;
    ++at_;
    if (!digit())
      fail_at(at_, "a digit was expected after the point");
    while (digit())
      ++at_;
  }
  if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
    exact = false;
    ++at_;
    if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-'))
      ++at_;
    if (!digit())
      fail_at(at_, "a digit was expected in the exponent");
    while (digit())
      ++at_;
  }
  return exact;
}

bool JsonReader::read_uint(std::uint64_t* out) {
  bool negative = false;
  return scan_number(&negative, out) && !negative;
}

bool JsonReader::read_int(std::int64_t* out) {
  bool negative = false;
  std::uint64_t magnitude = 0;
  if (!scan_number(&negative, &magnitude))
    return false;
  const std::uint64_t limit = std::uint64_t{1} << 63;
  if (magnitude > limit || (magnitude == limit && !negative))
    return false;
  *out = static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
  return true;
}

void JsonReader::skip() {
  const int base = depth_;
  for (;;) {
    bool negative = false;
    std::uint64_t magnitude = 0;
    switch (peek()) {
      case Kind::kObject:
        begin_object();
        break;
      case Kind::kArray:
        begin_array();
        break;
      case Kind::kString:
        read_string(nullptr);
        break;
      case Kind::kNumber:
        scan_number(&negative, &magnitude);
        break;
      case Kind::kBool:
        read_bool();
        break;
      case Kind::kNull:
        read_null();
        break;
    }
    // Leave what has no more members, then go on with the next value of what has.
    for (;;) {
      if (depth_ == base)
        return;
      if (is_object_[depth_ - 1] ? next_key(nullptr) : next_item())
        break;
    }
  }
}

void JsonReader::finish() {
  skip_space();
  if (at_ != text_.size())
    fail_at(at_, "something follows the value");
}

void JsonReader::check(std::string_view text, std::string_view what) {
  JsonReader reader(text, what);
  reader.skip();
  reader.finish();
}

void append_json_string(std::string& out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += "\\u00";
          out += kHex[static_cast<unsigned char>(c) >> 4];
          out += kHex[static_cast<unsigned char>(c) & 15];
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

}  // namespace tenon::io
