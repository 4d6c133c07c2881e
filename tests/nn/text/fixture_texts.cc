// Recorded texts of layers and published models. Each must have a tree that prints the same text,
// and must build modules that print it again and have the recorded state; every recorded
// constructor call must survive text() and parse().
#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/nn/text_syntax.h"
#include "src/nn/text_values.h"
#include "tenon/context.h"
#include "tenon/error.h"
#include "tenon/nn/registry.h"
#include "tenon/nn/text.h"
#include "tests/support/fixture.h"

namespace {

using tenon::Ref;
using tenon::Tensor;
using tenon::Value;
using tenon::nn::Module;
using tenon::nn::StateDict;
using tenon::nn::SyntaxNode;
using tenon::test::Fixture;
using tenon::test::Json;
using tenon::test::Report;

using ClassCounts = std::map<std::string, int>;

std::string first_difference(const std::string& actual, const std::string& wanted) {
  if (actual == wanted)
    return "";
  std::size_t at = 0;
  while (at < actual.size() && at < wanted.size() && actual[at] == wanted[at])
    ++at;
  const std::size_t from = at < 60 ? 0 : at - 60;
  return "got …" + actual.substr(from, 120) + "… wanted …" + wanted.substr(from, 120) + "…";
}

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
  const std::string difference = first_difference(tenon::nn::print_syntax(tree.root), text);
  if (!difference.empty())
    return "the tree prints another text: " + difference;
  std::vector<std::string> found;
  list_modules(tree.root, "", &found);
  // A module that is in the tree twice is recorded once, where it comes first.
  std::size_t at = 0;
  for (const Json& row : recorded["modules"].items()) {
    const std::string module = row[0].as_string() + " " + row[1].as_string();
    while (at < found.size() && found[at] != module)
      ++at;
    if (at == found.size())
      return "no module " + module;
    ++at;
  }
  return "";
}

/// Lazy layers that were never called have slots without shapes.
bool has_shapes(const Json& recorded) {
  for (const Json& row : recorded["state"].items()) {
    if (row[1].is_null())
      return false;
    for (const Json& size : row[1].items()) {
      if (size.is_null())
        return false;
    }
  }
  return true;
}

/// The recorded keys with tensors of their shapes (contents undefined and never touched).
Ref<StateDict> recorded_state(const Json& recorded) {
  const Ref<StateDict> state = tenon::make<StateDict>(tenon::Context::current());
  for (const Json& row : recorded["state"].items()) {
    tenon::Shape shape;
    for (const Json& size : row[1].items())
      shape.push_back(size.as_int());
    tenon::DType dtype{};
    if (!tenon::dtype_from_name(row[2].as_string(), &dtype))
      dtype = tenon::DType::kFloat32;
    // One element stands for all: some of these models have billions.
    const Tensor element = Tensor::empty(tenon::Shape{1}, dtype);
    state->set(row[0].as_string(),
               Value(element.as_strided(shape, tenon::Strides(shape.size(), 0), 0)));
  }
  return state;
}

bool is_unknown(const Module& module) {
  return dynamic_cast<const tenon::nn::UnknownModule*>(&module) != nullptr;
}

bool has_unknown_slots(const Module& module) {
  for (const Ref<Module>& each : module.modules()) {
    if (is_unknown(*each) && !each->parameter_slots().empty())
      return true;
  }
  return false;
}

std::string check_state(const Module& module, const Json& recorded) {
  const Ref<StateDict> found = module.state_dict();
  const std::vector<Json>& wanted = recorded["state"].items();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::string& key = wanted[i][0].as_string();
    if (static_cast<std::int64_t>(i) >= found->count())
      return "state lacks " + key;
    if (found->key(static_cast<std::int64_t>(i)) != key) {
      return "state has " + found->key(static_cast<std::int64_t>(i)) + " where " + key + " was";
    }
    tenon::Shape shape;
    for (const Json& size : wanted[i][1].items())
      shape.push_back(size.as_int());
    const Tensor tensor = found->tensor(key);
    if (!(tensor.sizes() == shape)) {
      return key + " is " + tenon::to_string(tensor.sizes()) + ", was " + tenon::to_string(shape);
    }
  }
  if (found->count() > static_cast<std::int64_t>(wanted.size())) {
    return "state has " + found->key(static_cast<std::int64_t>(wanted.size())) + " more";
  }
  // What is shared, tensors or whole modules, is not in the text.
  if (recorded["tied"].size() > 0 || module.modules().size() > recorded["modules"].size())
    return "";
  std::int64_t count = 0;
  for (const Tensor& parameter : module.parameters())
    count += parameter.numel();
  // Floating buffers of unknown classes are taken for parameters.
  const bool guessed = has_unknown_slots(module);
  if (guessed ? count < recorded["count"].as_int() : count != recorded["count"].as_int()) {
    return "has " + std::to_string(count) + " parameter elements, had " +
           std::to_string(recorded["count"].as_int());
  }
  return "";
}

/// The text with a number of heads for each attention: print hides it, and no model has a default.
std::string with_heads(std::string_view text) {
  if (tenon::nn::find_layer("MultiheadAttention") == nullptr)
    return std::string(text);  // an unknown class needs no heads
  constexpr std::string_view kHead = "MultiheadAttention(\n";
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find('\n', at);
    end = end == std::string_view::npos ? text.size() : end + 1;
    const std::string_view line = text.substr(at, end - at);
    at = end;
    out += line;
    const std::size_t name = line.size() < kHead.size() ? 0 : line.size() - kHead.size();
    if (line.substr(name) == kHead && (name == 0 || line[name - 1] == ' ')) {
      out += std::string(line.find_first_not_of(' ') + 2, ' ') + "num_heads=1\n";
    }
  }
  return out;
}

/// Utilities that replace a parameter by others leave the text as it was.
bool is_reparametrized(const std::string& expr) {
  for (const char* word : {"weight_norm", "spectral_norm", "prune.", "parametri"}) {
    if (expr.find(word) != std::string::npos)
      return true;
  }
  return false;
}

std::string check_modules(const Json& recorded, ClassCounts* unknown) {
  const std::string& text = recorded["repr"].as_string();
  const bool shapes = has_shapes(recorded);
  const Ref<StateDict> state = shapes ? recorded_state(recorded) : Ref<StateDict>();
  tenon::nn::ParseOptions options;
  options.state_dict = state.get();
  Ref<Module> module;
  try {
    module = tenon::nn::parse(with_heads(text), options);
  } catch (const tenon::Error& error) {
    // Nothing of it is in the text, and there is no default.
    if (text.find("FractionalMaxPool") != std::string::npos &&
        error.text().find("is not printed by PyTorch") != std::string::npos) {
      return "";
    }
    throw;
  }
  for (const Ref<Module>& each : module->modules()) {
    if (is_unknown(*each))
      ++(*unknown)[each->type_name()];
  }
  std::string fault = first_difference(module->repr(), text);
  if (fault.empty() && shapes && !is_reparametrized(recorded["expr"].as_string())) {
    fault = check_state(*module, recorded);
  }
  return fault;
}

/// text() and parse() keep every option of a constructor call.
std::string check_options(const std::string& name, const Json& recorded, const Fixture& fixture) {
  const tenon::nn::LayerInfo* info = tenon::nn::find_layer(name);
  std::vector<Value> args;
  for (const Json& value : recorded["args"].items()) {
    args.push_back(tenon::test::to_value(value, fixture.tensors));
  }
  Value kwargs = Value::dict();
  for (const auto& [key, value] : recorded["kwargs"].members()) {
    kwargs.as_dict().set(key, tenon::test::to_value(value, fixture.tensors));
  }
  const Ref<Module> module = tenon::nn::create(name, Value::tuple(std::move(args)), kwargs, false);
  const std::string text = tenon::nn::text(*module);
  const Ref<Module> again = tenon::nn::parse(text);
  std::string fault = first_difference(tenon::nn::text(*again), text);
  if (fault.empty())
    fault = first_difference(again->repr(), module->repr());
  if (!fault.empty())
    return fault;
  // The printed options are equal since the prints are; some are printed as what they come to
  // (stride None as the window's size).
  const Ref<tenon::Dict> before = info->options_of(*module);
  const Ref<tenon::Dict> after = info->options_of(*again);
  for (const tenon::nn::OptionInfo& option : info->options) {
    if (!option.hidden)
      continue;
    const std::string was = before->find(option.name)->to_string();
    const std::string is = after->find(option.name)->to_string();
    if (is != was)
      return tenon::concat(option.name, " is ", is, ", was ", was, " in ", text);
  }
  return "";
}

/// Stems of the recorded files of a folder, with or without packing.
std::vector<std::string> stems_of(const std::string& folder) {
  std::vector<std::string> stems;
  for (const char* ending : {".json", ".json.gz"}) {
    for (const std::string& name : tenon::test::list_files(folder, ending)) {
      stems.push_back(name.substr(0, name.find('.')));
    }
  }
  return stems;
}

template <class Check>
void run(Report* report, const std::string& name, const Check& check) {
  try {
    report->check(name, check());
  } catch (const std::exception& error) {
    report->fail(name, error.what());
  }
}

void run_texts(Report* report) {
  ClassCounts unknown;
  for (const char* folder : {"reprs", "texts"}) {  // texts/ is not everywhere
    for (const std::string& stem : stems_of(folder)) {
      const Fixture fixture(std::string(folder) + "/" + stem);
      for (const Json& recorded : fixture.cases()) {
        if (!recorded.has("repr"))
          continue;
        const std::string name = stem + " " + recorded["expr"].as_string().substr(0, 90);
        run(report, name + ": tree", [&] { return check_tree(recorded); });
        run(report, name + ": modules", [&] { return check_modules(recorded, &unknown); });
      }
    }
  }
  std::vector<std::pair<int, std::string>> sorted;
  for (const auto& [name, count] : unknown)
    sorted.emplace_back(-count, name);
  std::sort(sorted.begin(), sorted.end());
  std::printf("%zu unknown classes, most often:", sorted.size());
  for (std::size_t i = 0; i < sorted.size() && i < 20; ++i) {
    std::printf(" %s %d", sorted[i].second.c_str(), -sorted[i].first);
  }
  std::printf("\n");
}

void run_options(Report* report) {
  for (const char* folder : {"layers/random", "layers/tables"}) {
    for (const std::string& stem : stems_of(folder)) {
      if (tenon::nn::find_layer(stem) == nullptr)
        continue;
      const Fixture fixture(std::string(folder) + "/" + stem);
      int number = 0;
      for (const Json& recorded : fixture.cases()) {
        run(report, std::string(folder) + " " + stem + " " + std::to_string(number++),
            [&] { return check_options(stem, recorded, fixture); });
      }
    }
  }
}

}  // namespace

int main() {
  tenon::Context* context = tenon::Context::create();
  Report report;
  {
    const tenon::ContextScope scope(*context);
    run_texts(&report);
    run_options(&report);
  }
  context->release();
  return report.finish();
}
