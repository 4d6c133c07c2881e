// print(m): rules R7.5–R7.7.
#include <string>
#include <vector>

#include "src/nn/tree_text.h"
#include "src/nn/walk.h"
#include "tenon/nn/module.h"

namespace tenon::nn {

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  if (text.empty())
    return lines;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) {
      lines.emplace_back(text.substr(begin));
      return lines;
    }
    lines.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

namespace {

/// All lines but the first two blanks to the right.
std::string indented(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    out += c;
    if (c == '\n')
      out += "  ";
  }
  return out;
}

}  // namespace

std::string tree_text(const Module& module, const ExtraText& extra, int depth) {
  check_nesting(depth);
  std::vector<std::string> lines = split_lines(extra(module));
  const std::size_t extra_lines = lines.size();
  const std::vector<Module::ChildSlot>& slots = module.child_slots();
  std::vector<std::string> children;
  children.reserve(slots.size());
  for (const Module::ChildSlot& slot : slots) {
    children.push_back(slot.module ? indented(tree_text(*slot.module, extra, depth + 1)) : "None");
  }
  if (module.collapses_repeats()) {
    // Runs of equal texts become one line; the numbers are positions, not keys.
    for (std::size_t first = 0; first < children.size();) {
      std::size_t last = first;
      while (last + 1 < children.size() && children[last + 1] == children[first])
        ++last;
      lines.push_back(last == first ? concat('(', first, "): ", children[first])
                                    : concat('(', first, '-', last, "): ", last - first + 1, " x ",
                                             children[first]));
      first = last + 1;
    }
  } else {
    for (std::size_t i = 0; i < children.size(); ++i)
      lines.push_back(concat('(', slots[i].name, "): ", children[i]));
  }
  std::string text = module.type_name() + '(';
  if (lines.size() == 1 && extra_lines == 1) {
    text += lines[0];
  } else if (!lines.empty()) {
    for (const std::string& line : lines)
      text += "\n  " + line;
    text += '\n';
  }
  text += ')';
  return text;
}

std::string Module::repr() const {
  return tree_text(
      *this, [](const Module& m) { return m.extra_repr(); }, 0);
}

}  // namespace tenon::nn
