/// The printed tree, shared by repr() and text().
#ifndef TENON_SRC_NN_TREE_TEXT_H_
#define TENON_SRC_NN_TREE_TEXT_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tenon/nn/module.h"

namespace tenon::nn {

/// What stands between the parentheses of one module, before its children.
using ExtraText = std::function<std::string(const Module&)>;

/// The text of `module` and all below, by R7.6 and R7.7.
std::string tree_text(const Module& module, const ExtraText& extra, int depth = 0);

/// None for an empty text; a trailing newline gives an empty last line, as Python's split.
std::vector<std::string> split_lines(std::string_view text);

}  // namespace tenon::nn

#endif  // TENON_SRC_NN_TREE_TEXT_H_
