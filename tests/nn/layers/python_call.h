/// Runs the constructor calls that recorded cases hold as Python text: "nn.Conv2d(3, 4, (3, 5))".
#ifndef TENON_TESTS_NN_LAYERS_PYTHON_CALL_H_
#define TENON_TESTS_NN_LAYERS_PYTHON_CALL_H_

#include <cctype>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tenon/nn/registry.h"

namespace tenon::test {

/// The text uses something that is no constructor of a class of ours.
struct NotOffered : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Literals, tuples, lists, dicts, torch dtypes and calls of nn.Class, evaluated as Python would.
class PythonCall {
 public:
  explicit PythonCall(std::string_view text) : text_(text) {}

  /// The value of the whole text.
  Value run() {
    Value value = expression();
    skip();
    if (at_ != text_.size())
      throw NotOffered(std::string(text_.substr(at_)));
    return value;
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }
  bool take(std::string_view word) {
    skip();
    if (text_.substr(at_, word.size()) != word)
      return false;
    at_ += word.size();
    return true;
  }
  void need(std::string_view word) {
    if (!take(word))
      throw NotOffered(std::string(text_.substr(at_)));
  }
  std::string name() {
    skip();
    std::string out;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
      out += text_[at_++];
    }
    return out;
  }

  Value expression() {
    skip();
    if (take("nn."))
      return construction();
    if (take("torch.")) {
      DType dtype{};
      const std::string word = name();
      if (!dtype_from_name(word, &dtype))
        throw NotOffered("torch." + word);
      return Value(dtype);
    }
    if (take("("))
      return sequence(')');
    if (take("["))
      return sequence(']');
    if (take("{"))
      return dictionary();
    if (take("True"))
      return Value(true);
    if (take("False"))
      return Value(false);
    if (take("None"))
      return Value();
    if (text_[at_] == '\'' || text_[at_] == '"')
      return Value(string());
    return number();
  }
  std::string string() {
    const char quote = text_[at_++];
    std::string out;
    while (at_ < text_.size() && text_[at_] != quote)
      out += text_[at_++];
    ++at_;
    return out;
  }
  Value number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == '.' || text_[at_] == '-')) {
      ++at_;
    }
    const std::string word(text_.substr(begin, at_ - begin));
    if (word.empty() || std::isalpha(static_cast<unsigned char>(word[0])) != 0) {
      throw NotOffered(std::string(text_.substr(begin)));
    }
    if (word.find_first_of(".e") != std::string::npos)
      return Value(std::stod(word));
    return Value(static_cast<std::int64_t>(std::stoll(word)));
  }
  Value sequence(char end) {
    std::vector<Value> items;
    const std::string close(1, end);
    bool comma = false;
    while (!take(close)) {
      items.push_back(expression());
      comma = take(",");
      if (!comma) {
        need(close);
        break;
      }
    }
    if (end == ')' && items.size() == 1 && !comma)
      return items[0];  // only parentheses
    return end == ')' ? Value::tuple(std::move(items)) : Value::list(std::move(items));
  }
  Value dictionary() {
    Value dict = Value::dict();
    while (!take("}")) {
      skip();
      const std::string key = string();
      need(":");
      dict.as_dict().set(key, expression());
      take(",");
    }
    return dict;
  }
  Value construction() {
    const std::string class_name = name();
    if (!nn::is_known_class(Context::current(), class_name))
      throw NotOffered(class_name);
    need("(");
    std::vector<Value> args;
    Value kwargs = Value::dict();
    while (!take(")")) {
      const std::size_t before = at_;
      const std::string keyword = name();
      if (!keyword.empty() && take("=")) {
        kwargs.as_dict().set(keyword, expression());
      } else {
        at_ = before;
        args.push_back(expression());
      }
      take(",");
    }
    return nn::module_value(nn::create(class_name, Value::tuple(std::move(args)), kwargs));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

inline Value python_call(std::string_view text) {
  return PythonCall(text).run();
}

}  // namespace tenon::test

#endif  // TENON_TESTS_NN_LAYERS_PYTHON_CALL_H_
