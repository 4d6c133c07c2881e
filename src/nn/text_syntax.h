/// What print(model) wrote, as a tree of classes, raw arguments and children. Knows nothing about
/// layers: every text of PyTorch's own Module.__repr__ has such a tree, known classes or not.
#ifndef TENON_SRC_NN_TEXT_SYNTAX_H_
#define TENON_SRC_NN_TEXT_SYNTAX_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::nn {

/// One printed module. Views point into the text that was parsed.
struct SyntaxNode {
  std::string_view key;         ///< As printed: "conv1", "0-2"; empty at the root.
  std::string_view class_name;  ///< Empty: the slot holds None.
  std::int64_t first = 0;       ///< First index of a repeated entry ("0-2" → 0).
  std::int64_t repeat = 1;      ///< "(0-2): 3 x Block(" → 3.
  std::int64_t line = 0;        ///< Of the class name, from 1.
  bool block = false;           ///< Written over several lines, closed by a line of its own.
  /// What extra_repr() gave, line by line, without the indentation of the block.
  std::vector<std::string> arguments;
  std::vector<SyntaxNode> children;

  bool is_none() const noexcept { return class_name.empty(); }
};

struct SyntaxTree {
  SyntaxNode root;
  /// What follows the tree, from the first line that starts with '#'; empty if nothing does.
  std::string_view rest;
  std::int64_t rest_line = 0;
};

/// Most bytes, nested modules, modules in all and children of one (repeats counted) of a text.
inline constexpr std::size_t kMaxTextBytes = 64u << 20;
inline constexpr int kMaxTextDepth = 200;
inline constexpr std::int64_t kMaxTextModules = 1 << 18;
inline constexpr std::int64_t kMaxTextChildren = 1 << 14;

/// Reads a text in time linear in its length. `text` must outlive the tree. Lines may end in CRLF
/// and trailing blanks; any indentation that is the same at every level, under any base, is taken.
/// Throws kValue: "line 7: Sequential (features): not closed".
SyntaxTree parse_syntax(std::string_view text);

/// The tree as PyTorch prints it: two blanks a level.
std::string print_syntax(const SyntaxNode& node);

/// True for ParameterList's and ParameterDict's lines: "(0): Parameter containing: [torch.float32
/// of size 2x3]" and "(1): Object of type: int". They look like children and are none.
bool is_slot_line(std::string_view line) noexcept;

/// "(key): head" → key and head; false if the line is not of that form.
bool split_child_line(std::string_view line, std::string_view* key,
                      std::string_view* head) noexcept;

}  // namespace tenon::nn

#endif  // TENON_SRC_NN_TEXT_SYNTAX_H_
