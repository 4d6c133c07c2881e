/// The argument lists of printed modules: "3, 64, kernel_size=(3, 3), padding=same" as values.
#ifndef TENON_SRC_NN_TEXT_VALUES_H_
#define TENON_SRC_NN_TEXT_VALUES_H_

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tenon/value.h"

namespace tenon::nn {

struct Arguments {
  std::vector<Value> positional;
  std::vector<std::pair<std::string, Value>> keywords;

  /// Null if the keyword was not given.
  const Value* find(std::string_view name) const noexcept;
};

/// Makes what a nested call such as "ReLU(inplace=True)" stands for. Throws Error.
using MakeNested = std::function<Value(std::string_view class_name, const Arguments& arguments)>;

/// Reads a list of values and name=value pairs, separated by commas or line ends. Needs a current
/// context.
///
/// Values are Python's: None, True, False, ints, floats (1.0 and 1 stay apart), quoted strings,
/// tuples, lists, dicts with string keys, torch.Size([2, 3]), torch.float32, inf, nan; further a
/// bare word, which is a string (print writes padding=same), <function relu at 0x7f>, which is its
/// name, torch.empty((2, 3), dtype=torch.float32), which is a tensor without values, and calls, for
/// which `make` is asked. Throws kValue without naming the module: "expected a value, found ')'".
Arguments parse_arguments(std::string_view text, const MakeNested& make);

/// `value` as parse_arguments() reads it back. Throws kUnsupported for what has no spelling: a
/// module, a host's object.
std::string spell(const Value& value);

}  // namespace tenon::nn

#endif  // TENON_SRC_NN_TEXT_VALUES_H_
