#include <cctype>
#include <cmath>
#include <cstdlib>

#include "tools/tenon/cases.h"

namespace tenon::tool {
namespace {

/// Recursive descent over Python's grammar of expressions, as far as recorded functions use it.
class Evaluator {
 public:
  Evaluator(const std::string& text, double variable) : text_(text), variable_(variable) {}

  double whole() {
    const double value = conditional();
    space();
    if (at_ != text_.size())
      bad();
    return value;
  }

 private:
  [[noreturn]] void bad() const {
    throw std::runtime_error("the expression \"" + text_ + "\" is not understood at " +
                             std::to_string(at_));
  }
  void space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])))
      ++at_;
  }
  bool take(const std::string& token) {
    space();
    if (text_.compare(at_, token.size(), token) != 0)
      return false;
    const bool is_word = std::isalpha(static_cast<unsigned char>(token[0])) != 0;
    if (is_word && at_ + token.size() < text_.size() &&
        (std::isalnum(static_cast<unsigned char>(text_[at_ + token.size()])) ||
         text_[at_ + token.size()] == '_')) {
      return false;
    }
    at_ += token.size();
    return true;
  }

  double conditional() {  // NOLINT(misc-no-recursion)
    const double value = comparison();
    if (!take("if"))
      return value;
    const double condition = comparison();
    if (!take("else"))
      bad();
    const double other = conditional();
    return condition != 0 ? value : other;
  }
  double comparison() {  // NOLINT(misc-no-recursion)
    const double a = sum();
    if (take("<="))
      return a <= sum();
    if (take(">="))
      return a >= sum();
    if (take("=="))
      return a == sum();
    if (take("!="))
      return a != sum();
    if (take("<"))
      return a < sum();
    if (take(">"))
      return a > sum();
    return a;
  }
  double sum() {  // NOLINT(misc-no-recursion)
    double value = product();
    for (;;) {
      if (take("+")) {
        value += product();
      } else if (take("-")) {
        value -= product();
      } else {
        return value;
      }
    }
  }
  double product() {  // NOLINT(misc-no-recursion)
    double value = unary();
    for (;;) {
      space();
      if (text_.compare(at_, 2, "**") == 0)
        return value;
      if (take("//")) {
        value = std::floor(value / unary());
      } else if (take("*")) {
        value *= unary();
      } else if (take("/")) {
        value /= unary();
      } else if (take("%")) {
        const double by = unary();
        value -= std::floor(value / by) * by;
      } else {
        return value;
      }
    }
  }
  double unary() {  // NOLINT(misc-no-recursion)
    if (take("-"))
      return -unary();
    const double base = primary();
    return take("**") ? std::pow(base, unary()) : base;
  }
  double primary() {  // NOLINT(misc-no-recursion)
    space();
    if (take("(")) {
      const double value = conditional();
      if (!take(")"))
        bad();
      return value;
    }
    if (at_ < text_.size() &&
        (std::isdigit(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.')) {
      char* end = nullptr;
      const double value = std::strtod(text_.c_str() + at_, &end);
      at_ = static_cast<std::size_t>(end - text_.c_str());
      return value;
    }
    std::string name;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                  text_[at_] == '_' || text_[at_] == '.')) {
      name += text_[at_++];
    }
    if (name.empty())
      bad();
    if (name == "math.pi")
      return std::acos(-1.0);
    if (!take("("))
      return variable_;  // the one there is, whatever it is called
    double value = conditional();
    const bool is_min = name == "min", is_max = name == "max";
    while (take(",")) {
      const double other = conditional();
      if (is_min || is_max) {
        value = (is_min ? other < value : other > value) ? other : value;
      } else if (name == "pow" || name == "math.pow") {
        value = std::pow(value, other);
      } else {
        bad();
      }
    }
    if (!take(")"))
      bad();
    if (name == "abs")
      return std::fabs(value);
    if (name == "int")
      return std::trunc(value);
    if (name == "math.cos")
      return std::cos(value);
    if (name == "math.sin")
      return std::sin(value);
    if (name == "math.exp")
      return std::exp(value);
    if (name == "math.log")
      return std::log(value);
    if (name == "math.sqrt")
      return std::sqrt(value);
    if (name == "math.floor")
      return std::floor(value);
    if (is_min || is_max || name == "float" || name == "pow" || name == "math.pow")
      return value;
    bad();
  }

  const std::string& text_;
  const double variable_;
  std::size_t at_ = 0;
};

}  // namespace

double evaluate(const std::string& expression, double variable) {
  return Evaluator(expression, variable).whole();
}

}  // namespace tenon::tool
