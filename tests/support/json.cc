#include "tests/support/json.h"

#include <zlib.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>

namespace tenon::test {

namespace {
const Json kMissing;
}

class JsonParser {
 public:
  explicit JsonParser(std::string_view text) : text_(text) {}

  Json document() {
    Json value = parse_value();
    skip_space();
    if (at_ != text_.size())
      wrong("text after the value");
    return value;
  }

 private:
  [[noreturn]] void wrong(const char* what) const {
    throw std::runtime_error("json: " + std::string(what) + " at byte " + std::to_string(at_));
  }
  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) {
      ++at_;
    }
  }
  char peek() {
    skip_space();
    if (at_ >= text_.size())
      wrong("end of text");
    return text_[at_];
  }
  bool take(char c) {
    if (peek() != c)
      return false;
    ++at_;
    return true;
  }
  void want(char c) {
    if (!take(c))
      wrong("unexpected character");
  }
  bool word(std::string_view w) {
    if (text_.substr(at_, w.size()) != w)
      return false;
    at_ += w.size();
    return true;
  }

  Json parse_value() {  // NOLINT(misc-no-recursion): depth is that of our own files
    Json out;
    switch (peek()) {
      case '{':
        ++at_;
        out.kind_ = Json::Kind::kObject;
        if (take('}'))
          return out;
        do {
          if (peek() != '"')
            wrong("member name wanted");
          std::string key = parse_string();
          want(':');
          out.members_.emplace_back(std::move(key), parse_value());
        } while (take(','));
        want('}');
        return out;
      case '[':
        ++at_;
        out.kind_ = Json::Kind::kArray;
        if (take(']'))
          return out;
        do {
          out.items_.push_back(parse_value());
        } while (take(','));
        want(']');
        return out;
      case '"':
        out.kind_ = Json::Kind::kString;
        out.string_ = parse_string();
        return out;
      default:
        break;
    }
    if (word("null"))
      return out;
    out.kind_ = Json::Kind::kBool;
    if (word("true")) {
      out.int_ = 1;
      return out;
    }
    if (word("false"))
      return out;
    // Python writes these three, though JSON has them not.
    out.kind_ = Json::Kind::kFloat;
    if (word("NaN")) {
      out.float_ = std::numeric_limits<double>::quiet_NaN();
      return out;
    }
    if (word("Infinity")) {
      out.float_ = std::numeric_limits<double>::infinity();
      return out;
    }
    if (word("-Infinity")) {
      out.float_ = -std::numeric_limits<double>::infinity();
      return out;
    }
    const char* begin = text_.data() + at_;
    const char* end = text_.data() + text_.size();
    const auto whole = std::from_chars(begin, end, out.int_);
    const bool fraction =
        whole.ptr < end && (*whole.ptr == '.' || *whole.ptr == 'e' || *whole.ptr == 'E');
    if (whole.ec == std::errc() && !fraction) {
      out.kind_ = Json::Kind::kInt;
      at_ += static_cast<std::size_t>(whole.ptr - begin);
      return out;
    }
    const auto real = std::from_chars(begin, end, out.float_);
    if (real.ptr == begin)
      wrong("value wanted");
    at_ += static_cast<std::size_t>(real.ptr - begin);
    return out;
  }

  std::uint32_t hex4() {
    std::uint32_t code = 0;
    const char* begin = text_.data() + at_;
    if (at_ + 4 > text_.size())
      wrong("short escape");
    if (std::from_chars(begin, begin + 4, code, 16).ptr != begin + 4)
      wrong("bad escape");
    at_ += 4;
    return code;
  }

  std::string parse_string() {
    std::string out;
    ++at_;
    while (true) {
      if (at_ >= text_.size())
        wrong("open string");
      const char c = text_[at_++];
      if (c == '"')
        return out;
      if (c != '\\') {
        out += c;
        continue;
      }
      if (at_ >= text_.size())
        wrong("open string");
      const char e = text_[at_++];
      switch (e) {
        case 'n':
          out += '\n';
          break;
        case 't':
          out += '\t';
          break;
        case 'r':
          out += '\r';
          break;
        case 'b':
          out += '\b';
          break;
        case 'f':
          out += '\f';
          break;
        case 'u': {
          std::uint32_t code = hex4();
          if (code >= 0xd800 && code < 0xdc00 && word("\\u")) {
            code = 0x10000 + ((code - 0xd800) << 10) + (hex4() - 0xdc00);
          }
          append_utf8(out, code);
          break;
        }
        default:
          out += e;
          break;
      }
    }
  }

  static void append_utf8(std::string& out, std::uint32_t code) {
    const auto byte = [&](std::uint32_t b) { out += static_cast<char>(b); };
    if (code < 0x80) {
      byte(code);
    } else if (code < 0x800) {
      byte(0xc0 | code >> 6);
      byte(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
      byte(0xe0 | code >> 12);
      byte(0x80 | (code >> 6 & 0x3f));
      byte(0x80 | (code & 0x3f));
    } else {
      byte(0xf0 | code >> 18);
      byte(0x80 | (code >> 12 & 0x3f));
      byte(0x80 | (code >> 6 & 0x3f));
      byte(0x80 | (code & 0x3f));
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Json Json::parse(std::string_view text) {
  return JsonParser(text).document();
}

Json Json::load(const std::string& path) {
  try {
    return parse(read_file(path));
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

bool Json::as_bool() const {
  if (kind_ != Kind::kBool)
    throw std::runtime_error("json: not a bool");
  return int_ != 0;
}

std::int64_t Json::as_int() const {
  if (kind_ != Kind::kInt)
    throw std::runtime_error("json: not an integer");
  return int_;
}

double Json::as_float() const {
  if (kind_ == Kind::kInt)
    return static_cast<double>(int_);
  if (kind_ == Kind::kFloat)
    return float_;
  if (kind_ == Kind::kString) {
    if (string_ == "inf")
      return std::numeric_limits<double>::infinity();
    if (string_ == "-inf")
      return -std::numeric_limits<double>::infinity();
    if (string_ == "nan")
      return std::numeric_limits<double>::quiet_NaN();
  }
  throw std::runtime_error("json: not a number");
}

const std::string& Json::as_string() const {
  if (kind_ != Kind::kString)
    throw std::runtime_error("json: not a string");
  return string_;
}

const Json& Json::operator[](std::size_t i) const {
  return i < items_.size() ? items_[i] : kMissing;
}

const Json& Json::operator[](std::string_view key) const noexcept {
  for (const auto& member : members_) {
    if (member.first == key)
      return member.second;
  }
  return kMissing;
}

bool Json::has(std::string_view key) const noexcept {
  for (const auto& member : members_) {
    if (member.first == key)
      return true;
  }
  return false;
}

std::string read_file(const std::string& path) {
  // gzopen reads plain files as they are.
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr)
    throw std::runtime_error("cannot open " + path);
  std::string out;
  char buffer[1 << 16];
  int n = 0;
  while ((n = gzread(file, buffer, sizeof buffer)) > 0)
    out.append(buffer, static_cast<std::size_t>(n));
  const bool ok = n == 0;
  gzclose(file);
  if (!ok)
    throw std::runtime_error("cannot read " + path);
  return out;
}

}  // namespace tenon::test
