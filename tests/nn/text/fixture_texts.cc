// Recorded texts of layers and published models: each must have a tree that prints the same text.
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "src/nn/text_syntax.h"
#include "tests/support/fixture.h"

namespace {

using tenon::nn::SyntaxNode;
using tenon::test::Fixture;
using tenon::test::Json;
using tenon::test::Report;

/// Appends "path Class" of every module, as named_modules() lists them.
void list_modules(const SyntaxNode& node, const std::string& path, std::vector<std::string>* out) {
  if (node.is_none())
    return;
  out->push_back(path + " " + std::string(node.class_name));
  for (const SyntaxNode& child : node.children) {
    for (std::int64_t i = 0; i < child.repeat; ++i) {
      std::string key(child.key);
      if (child.repeat > 1)
        key = std::to_string(child.first + i);
      list_modules(child, path.empty() ? key : path + "." + key, out);
    }
  }
}

std::string check_tree(const Json& recorded) {
  const std::string& text = recorded["repr"].as_string();
  const tenon::nn::SyntaxTree tree = tenon::nn::parse_syntax(text);
  if (tenon::nn::print_syntax(tree.root) != text)
    return "the tree prints another text";
  std::vector<std::string> found;
  list_modules(tree.root, "", &found);
  // A module that is in the tree twice is listed once, where it comes first.
  std::vector<std::string> wanted;
  for (const Json& row : recorded["modules"].items()) {
    wanted.push_back(row[0].as_string() + " " + row[1].as_string());
  }
  std::size_t at = 0;
  for (const std::string& module : wanted) {
    while (at < found.size() && found[at] != module)
      ++at;
    if (at == found.size())
      return "no module " + module;
    ++at;
  }
  return "";
}

/// Files of recorded texts; the folder texts/ is not everywhere.
std::vector<std::string> text_files() {
  std::vector<std::string> stems;
  for (const char* folder : {"reprs", "texts"}) {
    for (const char* ending : {".json", ".json.gz"}) {
      for (const std::string& name : tenon::test::list_files(folder, ending)) {
        stems.push_back(std::string(folder) + "/" + name.substr(0, name.find('.')));
      }
    }
  }
  return stems;
}

}  // namespace

int main() {
  Report report;
  for (const std::string& stem : text_files()) {
    const Fixture fixture(stem);
    for (const Json& recorded : fixture.cases()) {
      if (!recorded.has("repr"))
        continue;
      const std::string name = stem + " " + recorded["expr"].as_string().substr(0, 80);
      try {
        report.check(name, check_tree(recorded));
      } catch (const std::exception& error) {
        report.fail(name, error.what());
      }
    }
  }
  return report.finish();
}
