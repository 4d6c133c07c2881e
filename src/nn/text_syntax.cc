#include "src/nn/text_syntax.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "tenon/error.h"

namespace tenon::nn {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool is_word_start(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

bool is_word(char c) noexcept {
  return is_word_start(c) || is_digit(c) || c == '.';
}

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r';
}

std::string_view trim_end(std::string_view s) noexcept {
  while (!s.empty() && is_blank(s.back()))
    s.remove_suffix(1);
  return s;
}

std::size_t indentation(std::string_view s) noexcept {
  std::size_t n = 0;
  while (n < s.size() && (s[n] == ' ' || s[n] == '\t'))
    ++n;
  return n;
}

/// Decimal digits only; false if the number has none or leaves int64.
bool read_count(std::string_view s, std::int64_t* out) noexcept {
  if (s.empty() || !is_digit(s.front()))
    return false;
  const auto [end, fault] = std::from_chars(s.data(), s.data() + s.size(), *out);
  return fault == std::errc() && end == s.data() + s.size();
}

/// "Name(…", "3 x Name(…" or "None", taken apart; arguments are what follows the parenthesis.
struct Head {
  bool none = false;
  std::string_view count;  // digits of "3 x ", else empty
  std::string_view class_name;
  std::string_view arguments;
};

bool read_head(std::string_view text, Head* head) noexcept {
  *head = Head();
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits]))
    ++digits;
  if (digits > 0) {
    if (text.substr(digits, 3) != " x ")
      return false;
    head->count = text.substr(0, digits);
    text.remove_prefix(digits + 3);
  }
  if (text == "None") {
    head->none = true;
    return true;
  }
  std::size_t n = 0;
  while (n < text.size() && is_word(text[n]))
    ++n;
  if (n == 0 || !is_word_start(text[0]) || n == text.size() || text[n] != '(')
    return false;
  head->class_name = text.substr(0, n);
  head->arguments = text.substr(n + 1);
  return true;
}

/// Follows brackets and quotes over the lines of one argument list.
class BracketCounter {
 public:
  /// True once the bracket that was open at the start is closed; `*used` bytes were read.
  bool feed(std::string_view s, std::size_t* used) noexcept {
    for (std::size_t i = 0; i < s.size(); ++i) {
      const char c = s[i];
      if (quote_ != 0) {
        if (c == '\\') {
          ++i;
        } else if (c == quote_) {
          quote_ = 0;
        }
      } else if (c == '\'' || c == '"') {
        quote_ = c;
      } else if (c == '(' || c == '[' || c == '{') {
        ++open_;
      } else if ((c == ')' || c == ']' || c == '}') && --open_ == 0) {
        *used = i + 1;
        return true;
      }
    }
    return false;
  }

 private:
  std::int64_t open_ = 1;
  char quote_ = 0;
};

class SyntaxParser {
 public:
  explicit SyntaxParser(std::string_view text) : text_(text) {
    if (text_.size() > kMaxTextBytes) {
      fail(ErrorCode::kValue, "text of ", text_.size(), " bytes; at most ", kMaxTextBytes,
           " are read");
    }
    if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
      text_.remove_prefix(kByteOrderMark.size());
    }
  }

  SyntaxTree parse() {
    if (!next_line())
      fail(ErrorCode::kValue, "line 1: the text is empty");
    while (content_[0] == '#') {
      if (!next_line())
        fail(ErrorCode::kValue, "line ", number_, ": no model in the text");
    }
    unit_ = find_unit(indent_);
    SyntaxTree tree;
    Head head;
    if (!read_head(content_, &head)) {
      fail(ErrorCode::kValue, "line ", number_, ": expected a class as in 'Linear(', found '",
           excerpt(content_), "'");
    }
    if (head.none || !head.count.empty()) {
      fail(ErrorCode::kValue, "line ", number_, ": the model cannot be '", excerpt(content_), "'");
    }
    parse_module(head, indent_, &tree.root);
    if (has_line_) {
      if (content_[0] != '#') {
        fail(ErrorCode::kValue, "line ", number_, ": '", excerpt(content_),
             "' after the end of the model");
      }
      tree.rest = text_.substr(line_start_);
      tree.rest_line = number_;
    }
    return tree;
  }

 private:
  /// Steps to the next line that is not blank; false at the end.
  bool next_line() {
    blank_lines_ = 0;
    while (next_ < text_.size()) {
      line_start_ = next_;
      const std::size_t end = std::min(text_.find('\n', next_), text_.size());
      next_ = end + 1;
      ++number_;
      raw_ = text_.substr(line_start_, end - line_start_);
      if (!raw_.empty() && raw_.back() == '\r')
        raw_.remove_suffix(1);
      indent_ = indentation(raw_);
      content_ = trim_end(raw_.substr(indent_));
      if (!content_.empty()) {
        has_line_ = true;
        return true;
      }
      ++blank_lines_;
    }
    has_line_ = false;
    return false;
  }

  /// Blanks a level: the smallest step of any line that is a child beyond doubt.
  std::size_t find_unit(std::size_t base) const {
    std::size_t unit = 0;
    for (std::size_t at = next_; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      const std::string_view line = trim_end(text_.substr(at, end - at));
      at = end + 1;
      const std::size_t indent = indentation(line);
      if (indent <= base || (unit != 0 && indent - base >= unit))
        continue;
      std::string_view key, rest;
      Head head;
      if (split_child_line(line.substr(indent), &key, &rest) && read_head(rest, &head)) {
        unit = indent - base;
      }
    }
    return unit == 0 ? 2 : unit;
  }

  static std::string excerpt(std::string_view s) {
    constexpr std::size_t kLongest = 60;
    return s.size() <= kLongest ? std::string(s) : std::string(s.substr(0, kLongest)) + "…";
  }

  [[noreturn]] void fail_at(std::int64_t line, const SyntaxNode& node, const std::string& fault) {
    std::string where = concat("line ", line, ": ", node.is_none() ? "None" : node.class_name);
    if (!path_.empty())
      where += concat(" (", path_, ")");
    fail(ErrorCode::kValue, where, ": ", fault);
  }

  /// Reads the module whose head is the current line, indented by `indent`; leaves the line after
  /// it current.
  void parse_module(const Head& head, std::size_t indent, SyntaxNode* node) {
    node->line = number_;
    node->class_name = head.class_name;
    if (head.none) {
      next_line();
      return;
    }
    if (head.arguments.empty()) {
      node->block = true;
      next_line();
      parse_body(indent, node);
    } else {
      parse_inline(head.arguments, indent, node);
    }
  }

  /// Arguments on the line of the class, possibly going on in deeper lines while a bracket is open.
  void parse_inline(std::string_view arguments, std::size_t indent, SyntaxNode* node) {
    BracketCounter brackets;
    std::size_t used = 0;
    const bool closed = brackets.feed(arguments, &used);
    if (arguments.back() == ')' && (closed || !continues_deeper(indent))) {
      // An unknown class may print anything in between: up to the last parenthesis.
      arguments.remove_suffix(1);
      if (!arguments.empty())
        node->arguments.emplace_back(arguments);
      next_line();
      return;
    }
    if (closed) {
      fail_at(node->line, *node,
              concat("'", excerpt(trim_front(arguments.substr(used))),
                     "' after the closing parenthesis"));
    }
    node->arguments.emplace_back(arguments);
    while (next_line() && indent_ > indent) {
      std::string_view key, rest;
      Head child;
      if (split_child_line(content_, &key, &rest) && read_head(rest, &child))
        break;
      if (brackets.feed(content_, &used)) {
        if (used != content_.size()) {
          fail_at(number_, *node,
                  concat("'", excerpt(trim_front(content_.substr(used))),
                         "' after the closing parenthesis"));
        }
        const std::string_view last = trim_end(content_.substr(0, used - 1));
        if (!last.empty())
          node->arguments.emplace_back(last);
        next_line();
        return;
      }
      node->arguments.emplace_back(content_);
    }
    if (has_line_ && indent_ == indent && content_ == ")") {
      next_line();
      return;
    }
    fail_at(node->line, *node, "the parenthesis is not closed");
  }

  static std::string_view trim_front(std::string_view s) {
    return s.substr(std::min(indentation(s), s.size()));
  }

  /// True if the next line with content is indented deeper and is no child: more arguments.
  bool continues_deeper(std::size_t indent) const {
    for (std::size_t at = next_; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      const std::string_view line = trim_end(text_.substr(at, end - at));
      at = end + 1;
      const std::size_t deeper = indentation(line);
      if (deeper == line.size())
        continue;
      std::string_view key, head;
      return deeper > indent && !split_child_line(line.substr(deeper), &key, &head);
    }
    return false;
  }

  /// Extra lines and children up to the ")" that stands under the head.
  void parse_body(std::size_t indent, SyntaxNode* node) {
    const std::size_t child_indent = indent + unit_;
    Siblings siblings;
    for (;;) {
      if (!has_line_)
        fail_at(number_, *node, concat("not closed (opened in line ", node->line, ")"));
      if (indent_ == indent && content_ == ")") {
        next_line();
        return;
      }
      if (indent_ <= indent) {
        fail_at(number_, *node,
                concat("'", excerpt(content_), "' is indented by ", indent_,
                       " blanks, inside a block that needs more than ", indent));
      }
      std::string_view key, rest;
      Head head;
      const bool like_child = split_child_line(content_, &key, &rest) && !is_slot_line(content_);
      if (like_child && indent_ == child_indent) {
        if (!read_head(rest, &head)) {
          fail_at(
              number_, *node,
              concat("'", excerpt(rest), "' of '", excerpt(key), "' is no module as in 'Linear('"));
        }
        parse_child(key, head, child_indent, &siblings, node);
        continue;
      }
      if (!node->children.empty()) {
        fail_at(number_, *node,
                like_child ? concat("'", excerpt(key), "' is indented by ", indent_,
                                    " blanks, its siblings by ", child_indent)
                           : concat("'", excerpt(content_), "' after the children"));
      }
      // A blank line between extra lines is one of them.
      if (!node->arguments.empty()) {
        node->arguments.insert(node->arguments.end(), static_cast<std::size_t>(blank_lines_), "");
      }
      node->arguments.emplace_back(raw_.substr(std::min(indent_, child_indent)));
      next_line();
    }
  }

  /// The children of one module so far.
  struct Siblings {
    std::int64_t count = 0;
    std::set<std::string_view> keys;
  };

  void parse_child(std::string_view key, const Head& head, std::size_t indent, Siblings* siblings,
                   SyntaxNode* parent) {
    SyntaxNode child;
    child.key = key;
    const std::size_t path_length = path_.size();
    if (!path_.empty())
      path_ += '.';
    path_ += key;
    child.class_name = head.class_name;
    if (++depth_ > kMaxTextDepth) {
      fail_at(number_, child, concat("nested deeper than ", kMaxTextDepth, " modules"));
    }
    if (!head.count.empty())
      read_repeat(head.count, &child);
    siblings->count += child.repeat;
    if (!siblings->keys.insert(key).second)
      fail_at(number_, child, "another child has that name already");
    if (siblings->count > kMaxTextChildren) {
      fail_at(number_, child, concat("more than ", kMaxTextChildren, " modules side by side"));
    }
    const std::int64_t outer = multiplier_;
    // No factor is above kMaxTextModules, so that the product fits.
    multiplier_ *= child.repeat;
    modules_ += multiplier_;
    if (multiplier_ > kMaxTextModules || modules_ > kMaxTextModules) {
      fail_at(number_, child, concat("more than ", kMaxTextModules, " modules"));
    }
    parse_module(head, indent, &child);
    multiplier_ = outer;
    --depth_;
    path_.resize(path_length);
    parent->children.push_back(std::move(child));
  }

  void read_repeat(std::string_view count, SyntaxNode* child) {
    std::int64_t last = 0;
    const std::size_t dash = child->key.find('-');
    if (dash == std::string_view::npos || !read_count(child->key.substr(0, dash), &child->first) ||
        !read_count(child->key.substr(dash + 1), &last)) {
      fail_at(number_, *child,
              concat("'", excerpt(count), " x' needs a range of indices as in (0-2)"));
    }
    if (!read_count(count, &child->repeat) || child->repeat > kMaxTextChildren) {
      fail_at(number_, *child,
              concat("repeated ", excerpt(count), " times; at most ", kMaxTextChildren,
                     " modules stand side by side"));
    }
    if (last < child->first || child->repeat != last - child->first + 1) {
      fail_at(number_, *child,
              concat("the range ", child->key, " does not hold ", count, " modules"));
    }
  }

  std::string_view text_;
  std::size_t next_ = 0;  // start of the line after the current one
  // The current line.
  bool has_line_ = false;
  std::size_t line_start_ = 0;
  std::int64_t number_ = 0;
  std::int64_t blank_lines_ = 0;  // just before it
  std::string_view raw_;
  std::size_t indent_ = 0;
  std::string_view content_;

  std::size_t unit_ = 2;
  int depth_ = 0;
  std::int64_t multiplier_ = 1;  // product of the repeats around the current module
  std::int64_t modules_ = 1;
  std::string path_;
};

void print_node(const SyntaxNode& node, std::size_t indent, std::string* out) {
  if (node.repeat > 1)
    *out += concat(node.repeat, " x ");
  if (node.is_none()) {
    *out += "None";
    return;
  }
  *out += node.class_name;
  *out += '(';
  if (!node.block) {
    for (std::size_t i = 0; i < node.arguments.size(); ++i) {
      if (i > 0)
        *out += '\n' + std::string(indent + 2, ' ');
      *out += node.arguments[i];
    }
    *out += ')';
    return;
  }
  const std::string line_start = '\n' + std::string(indent + 2, ' ');
  for (const std::string& line : node.arguments)
    *out += line_start + line;
  for (const SyntaxNode& child : node.children) {
    *out += concat(line_start, "(", child.key, "): ");
    print_node(child, indent + 2, out);
  }
  *out += '\n' + std::string(indent, ' ') + ')';
}

}  // namespace

bool split_child_line(std::string_view line, std::string_view* key,
                      std::string_view* head) noexcept {
  if (line.size() < 5 || line[0] != '(')
    return false;
  // A key has at least one character, which may be a parenthesis.
  const std::size_t end = line.find("): ", 2);
  if (end == std::string_view::npos)
    return false;
  *key = line.substr(1, end - 1);
  *head = line.substr(end + 3);
  return true;
}

bool is_slot_line(std::string_view line) noexcept {
  line.remove_prefix(indentation(line));
  std::string_view key, rest;
  if (!split_child_line(line, &key, &rest))
    return false;
  return rest.starts_with("Parameter containing: [") || rest.starts_with("Tensor containing: [") ||
         rest.starts_with("Object of type: ");
}

SyntaxTree parse_syntax(std::string_view text) {
  return SyntaxParser(text).parse();
}

std::string print_syntax(const SyntaxNode& node) {
  std::string out;
  print_node(node, 0, &out);
  return out;
}

}  // namespace tenon::nn
