#include "src/nn/text_values.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "tenon/error.h"
#include "tenon/tensor.h"

namespace tenon::nn {
namespace {

constexpr int kMaxValueDepth = 32;
constexpr std::size_t kMaxKeywords = 200;
constexpr std::size_t kMaxTensorDims = 64;

bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

void append_utf8(std::string* out, std::uint32_t code) {
  if (code < 0x80) {
    *out += static_cast<char>(code);
  } else if (code < 0x800) {
    *out += static_cast<char>(0xc0 | code >> 6);
    *out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    *out += static_cast<char>(0xe0 | code >> 12);
    *out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    *out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    *out += static_cast<char>(0xf0 | code >> 18);
    *out += static_cast<char>(0x80 | (code >> 12 & 0x3f));
    *out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    *out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

class ArgumentParser {
 public:
  ArgumentParser(std::string_view text, const MakeNested& make) : text_(text), make_(make) {}

  Arguments parse() { return parse_list('\0'); }

 private:
  char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool at_end() const noexcept { return at_ >= text_.size(); }

  /// Passes blanks and line ends; true if there was a line end.
  bool skip_blanks() noexcept {
    bool line_end = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        line_end = true;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        break;
      }
      ++at_;
    }
    return line_end;
  }

  /// What stands here, for messages.
  std::string found() const {
    if (at_end())
      return "the end";
    constexpr std::size_t kLongest = 20;
    std::string_view rest = text_.substr(at_, kLongest);
    rest = rest.substr(0, rest.find('\n'));
    return concat("'", rest, "'");
  }

  [[noreturn]] void fail_here(std::string_view wanted) const {
    fail(ErrorCode::kValue, "expected ", wanted, ", found ", found());
  }

  /// Items up to `close` (passed) or the end of the text.
  Arguments parse_list(char close) {
    Arguments list;
    for (;;) {
      skip_blanks();
      if (at_end_of_list(close))
        return list;
      parse_argument(&list);
      const bool line_end = skip_blanks();
      if (peek() == ',' && !at_end()) {
        ++at_;
      } else if (at_end_of_list(close)) {
        return list;
      } else if (!line_end) {
        fail_here(close == '\0' ? "','" : "',' or ')'");
      }
    }
  }

  bool at_end_of_list(char close) {
    if (close == '\0')
      return at_end();
    if (at_end())
      fail_here("')'");
    if (peek() != close)
      return false;
    ++at_;
    return true;
  }

  void parse_argument(Arguments* list) {
    const std::size_t start = at_;
    if (is_letter(peek())) {
      while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_])))
        ++at_;
      const std::string_view name = text_.substr(start, at_ - start);
      skip_blanks();
      if (peek() == '=' && text_.substr(at_, 2) != "==") {
        ++at_;
        skip_blanks();
        if (list->keywords.size() == kMaxKeywords) {
          fail(ErrorCode::kValue, "more than ", kMaxKeywords, " options");
        }
        if (list->find(name) != nullptr)
          fail(ErrorCode::kValue, "option '", name, "' given twice");
        Value value = parse_value();
        list->keywords.emplace_back(std::string(name), std::move(value));
        return;
      }
      at_ = start;
    }
    Value value = parse_value();
    if (!list->keywords.empty()) {
      fail(ErrorCode::kValue, "a value without a name (",
           text_.substr(start, std::min<std::size_t>(at_ - start, 20)), ") after '",
           list->keywords.back().first, "='");
    }
    list->positional.push_back(std::move(value));
  }

  Value parse_value() {
    if (++depth_ > kMaxValueDepth) {
      fail(ErrorCode::kValue, "values nested deeper than ", kMaxValueDepth);
    }
    Value value = parse_any();
    --depth_;
    return value;
  }

  Value parse_any() {
    const char c = peek();
    if (at_end())
      fail_here("a value");
    if (c == '(' || c == '[')
      return parse_sequence(c);
    if (c == '{')
      return parse_dict();
    if (c == '\'' || c == '"')
      return parse_strings();
    if (c == '<')
      return parse_angle();
    if (is_digit(c) || c == '-' || c == '+' || c == '.')
      return parse_number();
    if (is_letter(c))
      return parse_word();
    fail_here("a value");
  }

  Value parse_sequence(char open) {
    const char close = open == '(' ? ')' : ']';
    ++at_;
    std::vector<Value> items;
    bool comma = false;
    for (;;) {
      skip_blanks();
      if (at_end())
        fail_here(close == ')' ? "')'" : "']'");
      if (peek() == close)
        break;
      if (!items.empty() && !comma)
        fail_here(close == ')' ? "',' or ')'" : "',' or ']'");
      items.push_back(parse_value());
      skip_blanks();
      comma = peek() == ',';
      if (comma)
        ++at_;
    }
    ++at_;
    // Python's rule: a parenthesis around one value without a comma is only a parenthesis.
    if (open == '(' && items.size() == 1 && !comma)
      return std::move(items[0]);
    return open == '(' ? Value::tuple(std::move(items)) : Value::list(std::move(items));
  }

  Value parse_dict() {
    ++at_;
    Value dict = Value::dict();
    for (bool first = true;; first = false) {
      skip_blanks();
      if (peek() == '}')
        break;
      if (!first) {
        if (peek() != ',')
          fail_here("',' or '}'");
        ++at_;
        skip_blanks();
        if (peek() == '}')
          break;
      }
      if (peek() != '\'' && peek() != '"')
        fail_here("a quoted key");
      const std::string key(parse_strings().as_string());
      skip_blanks();
      if (peek() != ':')
        fail_here("':'");
      ++at_;
      skip_blanks();
      dict.as_dict().set(key, parse_value());
    }
    ++at_;
    return dict;
  }

  /// One or more quoted strings side by side, which Python joins.
  Value parse_strings() {
    std::string text;
    while (peek() == '\'' || peek() == '"') {
      parse_quoted(&text);
      skip_blanks();
    }
    return Value(text);
  }

  void parse_quoted(std::string* out) {
    const char quote = text_[at_++];
    for (;;) {
      if (at_end())
        fail(ErrorCode::kValue, "a string is not closed");
      const char c = text_[at_++];
      if (c == quote)
        return;
      if (c != '\\') {
        *out += c;
        continue;
      }
      if (at_end())
        fail(ErrorCode::kValue, "a string is not closed");
      parse_escape(text_[at_++], out);
    }
  }

  void parse_escape(char c, std::string* out) {
    switch (c) {
      case 'n':
        *out += '\n';
        return;
      case 't':
        *out += '\t';
        return;
      case 'r':
        *out += '\r';
        return;
      case '\\':
      case '\'':
      case '"':
        *out += c;
        return;
      case 'x':
        append_utf8(out, parse_hex(2));
        return;
      case 'u':
        append_utf8(out, parse_hex(4));
        return;
      case 'U':
        append_utf8(out, parse_hex(8));
        return;
      default:
        *out += '\\';
        *out += c;
        return;  // as Python keeps unknown escapes
    }
  }

  std::uint32_t parse_hex(std::size_t digits) {
    std::uint32_t code = 0;
    const std::string_view s = text_.substr(at_, digits);
    const auto [end, fault] = std::from_chars(s.data(), s.data() + s.size(), code, 16);
    if (s.size() != digits || fault != std::errc() || end != s.data() + digits || code > 0x10ffff ||
        (code >= 0xd800 && code < 0xe000) || code == 0) {
      fail(ErrorCode::kValue, "a string has a bad \\ escape");
    }
    at_ += digits;
    return code;
  }

  /// "<function relu at 0x7f…>", "<built-in function gelu>", "<class 'torch.nn.ReLU'>": the name.
  Value parse_angle() {
    const std::size_t end = text_.find('>', at_);
    if (end == std::string_view::npos)
      fail(ErrorCode::kValue, "'<' is not closed");
    std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    for (const std::string_view lead : {"function ", "built-in function ", "built-in method "}) {
      if (!inside.starts_with(lead))
        continue;
      inside.remove_prefix(lead.size());
      at_ = end + 1;
      return Value(inside.substr(0, inside.find(' ')));
    }
    fail(ErrorCode::kValue, "no value can be made of ", text_.substr(at_, end + 1 - at_));
  }

  Value parse_number() {
    const std::size_t start = at_;
    bool negative = false;
    if (peek() == '-' || peek() == '+') {
      negative = peek() == '-';
      ++at_;
    }
    const std::size_t digits = at_;
    if (is_letter(peek())) {  // -inf
      const std::string_view word = text_.substr(at_, 3);
      if (word != "inf" && word != "nan")
        fail_here("a number");
      at_ += 3;
      const double special = word == "inf" ? std::numeric_limits<double>::infinity()
                                           : std::numeric_limits<double>::quiet_NaN();
      return check_number_end(start, Value(negative ? -special : special));
    }
    bool is_float = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const char before = at_ > digits ? text_[at_ - 1] : '\0';
      if (c == '.' || c == 'e' || c == 'E') {
        is_float = true;
      } else if (!is_digit(c) && !((c == '-' || c == '+') && (before == 'e' || before == 'E'))) {
        break;
      }
      ++at_;
    }
    const std::string_view s = text_.substr(digits, at_ - digits);
    const char* const last = s.data() + s.size();
    if (is_float) {
      double value = 0;
      const auto [end, fault] = std::from_chars(s.data(), last, value);
      if (end != last || s.empty() || fault == std::errc::invalid_argument)
        bad_number(start);
      if (fault == std::errc::result_out_of_range)
        value = out_of_range(s);
      return check_number_end(start, Value(negative ? -value : value));
    }
    // The sign goes with the digits, so that the smallest int64 fits.
    const std::size_t from = negative ? digits - 1 : digits;
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(text_.data() + from, last, value);
    if (end != last || s.empty() || fault == std::errc::invalid_argument)
      bad_number(start);
    if (fault == std::errc::result_out_of_range) {
      fail(ErrorCode::kValue, "the number ", text_.substr(start, 30), " does not fit 64 bits");
    }
    return check_number_end(start, Value(value));
  }

  /// Python rounds to infinity or zero where from_chars only says that it does not fit.
  static double out_of_range(std::string_view s) {
    const std::size_t e = s.find_first_of("eE");
    const bool tiny = e != std::string_view::npos && e + 1 < s.size() && s[e + 1] == '-';
    return tiny ? 0.0 : std::numeric_limits<double>::infinity();
  }

  [[noreturn]] void bad_number(std::size_t start) const {
    fail(ErrorCode::kValue, "'", text_.substr(start, std::min<std::size_t>(at_ - start, 30)),
         "' is no number");
  }

  Value check_number_end(std::size_t start, Value value) {
    if (is_letter(peek())) {
      ++at_;
      bad_number(start);
    }
    return value;
  }

  Value parse_word() {
    const std::size_t start = at_;
    while (at_ < text_.size() &&
           (is_letter(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '.' ||
            // print writes words such as mode=mean-pool bare
            (text_[at_] == '-' && at_ + 1 < text_.size() && is_letter(text_[at_ + 1])))) {
      ++at_;
    }
    const std::string_view word = text_.substr(start, at_ - start);
    if (peek() == '(')
      return parse_call(word);
    if (word == "None")
      return Value();
    if (word == "True")
      return Value(true);
    if (word == "False")
      return Value(false);
    if (word == "inf")
      return Value(std::numeric_limits<double>::infinity());
    if (word == "nan")
      return Value(std::numeric_limits<double>::quiet_NaN());
    constexpr std::string_view kTorch = "torch.";
    DType dtype{};
    if (word.starts_with(kTorch) && dtype_from_name(word, &dtype))
      return Value(dtype);
    return Value(word);
  }

  Value parse_call(std::string_view name) {
    ++at_;
    const Arguments arguments = parse_list(')');
    if (name == "torch.Size" || name == "Size") {
      if (arguments.positional.size() != 1 || !arguments.keywords.empty() ||
          !arguments.positional[0].is_sequence()) {
        fail(ErrorCode::kValue, name, " takes one list of sizes");
      }
      return Value::tuple(arguments.positional[0].as_sequence().items);
    }
    if (name == "float" && arguments.positional.size() == 1 && arguments.keywords.empty()) {
      return parse_float_call(arguments.positional[0]);
    }
    if (name == "torch.empty")
      return parse_empty(arguments);
    return make_(name, arguments);
  }

  static Value parse_float_call(const Value& value) {
    if (value.kind() != ValueKind::kString)
      return Value(value.as_float());
    const std::string_view word = value.as_string();
    const bool negative = word.starts_with('-');
    const std::string_view rest = word.substr(negative ? 1 : 0);
    double special = std::numeric_limits<double>::infinity();
    if (rest == "nan") {
      special = std::numeric_limits<double>::quiet_NaN();
    } else if (rest != "inf" && rest != "infinity") {
      fail(ErrorCode::kValue, "float('", word, "') is no number");
    }
    return Value(negative ? -special : special);
  }

  static Value parse_empty(const Arguments& arguments) {
    std::vector<Value> sizes = arguments.positional;
    if (sizes.size() == 1 && sizes[0].is_sequence())
      sizes = sizes[0].as_sequence().items;
    if (sizes.size() > kMaxTensorDims) {
      fail(ErrorCode::kValue, "torch.empty with ", sizes.size(), " dimensions");
    }
    Shape shape;
    for (const Value& size : sizes) {
      const std::int64_t n = size.as_int();
      if (n < 0)
        fail(ErrorCode::kValue, "torch.empty with a negative size ", n);
      shape.push_back(n);
    }
    DType dtype = DType::kFloat32;
    for (const auto& [name, value] : arguments.keywords) {
      if (name != "dtype")
        fail(ErrorCode::kValue, "torch.empty takes dtype, not '", name, "'");
      dtype = value.as_dtype();
    }
    return Value(Tensor::empty(shape, dtype));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  const MakeNested& make_;
};

void spell_into(const Value& value, int depth, std::string* out) {
  if (depth > kMaxValueDepth)
    fail(ErrorCode::kUnsupported, "a value nested too deep has no text");
  switch (value.kind()) {
    case ValueKind::kTensor: {
      const Tensor tensor = value.as_tensor();
      *out += concat("torch.empty(", to_string(tensor.sizes()), ", dtype=torch.",
                     dtype_name(tensor.dtype()), ")");
      return;
    }
    case ValueKind::kTuple:
    case ValueKind::kList: {
      const bool tuple = value.kind() == ValueKind::kTuple;
      *out += tuple ? '(' : '[';
      const std::int64_t count = value.count();
      for (std::int64_t i = 0; i < count; ++i) {
        if (i > 0)
          *out += ", ";
        spell_into(value.at(i), depth + 1, out);
      }
      if (tuple && count == 1)
        *out += ',';
      *out += tuple ? ')' : ']';
      return;
    }
    case ValueKind::kDict: {
      *out += '{';
      bool first = true;
      for (const Dict::Entry& entry : value.as_dict().entries()) {
        if (!first)
          *out += ", ";
        first = false;
        *out += Value(entry.key).to_string();
        *out += ": ";
        spell_into(entry.value, depth + 1, out);
      }
      *out += '}';
      return;
    }
    case ValueKind::kModule:
    case ValueKind::kPackedSequence:
    case ValueKind::kOpaque:
      fail(ErrorCode::kUnsupported, "a value of kind ", value_kind_name(value.kind()),
           " has no text");
    default:
      *out += value.to_string();
      return;
  }
}

}  // namespace

const Value* Arguments::find(std::string_view name) const noexcept {
  for (const auto& [key, value] : keywords) {
    if (key == name)
      return &value;
  }
  return nullptr;
}

Arguments parse_arguments(std::string_view text, const MakeNested& make) {
  return ArgumentParser(text, make).parse();
}

std::string spell(const Value& value) {
  std::string out;
  spell_into(value, 0, &out);
  return out;
}

}  // namespace tenon::nn
