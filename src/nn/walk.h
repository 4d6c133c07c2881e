/// Helpers of everything that walks a tree of modules.
#ifndef TENON_SRC_NN_WALK_H_
#define TENON_SRC_NN_WALK_H_

#include <string>
#include <string_view>

namespace tenon::nn {

/// Deeper trees are refused by whatever walks them, as Python's recursion limit does.
inline constexpr int kMaxNesting = 1000;
/// Throws kRuntime beyond it.
void check_nesting(int depth);

/// "prefix.name", or "name" alone.
std::string join_path(std::string_view prefix, std::string_view name);

}  // namespace tenon::nn

#endif  // TENON_SRC_NN_WALK_H_
