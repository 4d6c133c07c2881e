#include <string>
#include <vector>

#include "src/base/os_file.h"
#include "src/io/safetensors.h"
#include "tenon/context.h"
#include "tenon/error.h"
#include "tenon/io.h"
#include "tenon/nn/text.h"

namespace tenon::io {
namespace {

constexpr std::int64_t kMaxTextBytes = 64 << 20;

std::string model_text(const nn::StateDict& weights, std::string_view path,
                       const ModelOptions& options) {
  if (!options.text_path.empty())
    return os::read_file(options.text_path, kMaxTextBytes);
  const Value* text = weights.file_metadata().find(kModuleKey);
  if (text == nullptr) {
    fail(ErrorCode::kValue, path, ": the file does not describe its model (no ", kModuleKey,
         " in its metadata): name a file with the text of print(model) beside it");
  }
  return std::string(text->as_string());
}

/// Gives every aliased name its tensor again, so that parser and loader see a whole state dict.
std::vector<std::string> resolve_aliases(nn::StateDict& weights) {
  std::vector<std::string> aliases;
  for (const Dict::Entry& note : weights.file_metadata().entries()) {
    if (note.value.kind() != ValueKind::kString || weights.find(note.key) != nullptr)
      continue;
    const Value* kept = weights.find(note.value.as_string());
    if (kept == nullptr)
      continue;
    aliases.push_back(note.key);
  }
  for (const std::string& alias : aliases) {
    const Value& name = *weights.file_metadata().find(alias);
    weights.set(alias, weights.get(name.as_string()));
  }
  return aliases;
}

struct Slot {
  Ref<nn::Module> owner;  // null: no such parameter
  std::string_view name;
  Tensor tensor;
};

Slot parameter_slot(const Ref<nn::Module>& root, std::string_view path) {
  const std::size_t dot = path.rfind('.');
  Slot slot;
  slot.name = path.substr(dot == std::string_view::npos ? 0 : dot + 1);
  const std::string_view parent = path.substr(0, dot == std::string_view::npos ? 0 : dot);
  if (!parent.empty() && !root->has(parent))
    return slot;
  try {
    slot.owner = parent.empty() ? root : root->get_submodule(parent);
  } catch (const Error&) {
    return slot;  // the path leads to a tensor or a value
  }
  slot.tensor = slot.owner->own_parameter(slot.name);
  if (!slot.tensor.defined())
    slot.owner = nullptr;
  return slot;
}

/// The text of a model does not show which of its parameters are one; the file's aliases do.
/// `aliases` that the model has no name for are no aliases and leave `weights` again.
void tie(const Ref<nn::Module>& module, nn::StateDict& weights,
         const std::vector<std::string>& aliases) {
  for (const std::string& alias : aliases) {
    if (!module->has(alias)) {
      weights.remove(alias);
      continue;
    }
    const std::string kept(weights.file_metadata().find(alias)->as_string());
    const Slot from = parameter_slot(module, kept);
    const Slot to = parameter_slot(module, alias);
    if (from.owner && to.owner && from.tensor.sizes() == to.tensor.sizes() &&
        from.tensor.dtype() == to.tensor.dtype()) {
      to.owner->set_attribute(to.name, from.tensor);
    }
  }
}

}  // namespace

Ref<nn::Module> load_module(std::string_view path, const ModelOptions& options,
                            nn::LoadReport* report) {
  const Ref<nn::StateDict> weights = load(path);
  const std::vector<std::string> aliases = resolve_aliases(*weights);
  nn::ParseOptions parse_options;
  parse_options.state_dict = weights.get();
  parse_options.strict = options.strict_text;
  const Ref<nn::Module> module =
      nn::parse(model_text(*weights, path, options), parse_options, report);
  tie(module, *weights, aliases);
  const Ref<nn::LoadReport> loaded = module->load_state_dict(*weights);
  if (report != nullptr) {
    for (int kind = 0; kind < nn::kReportKindCount; ++kind) {
      const auto which = static_cast<nn::ReportKind>(kind);
      for (const std::string& line : loaded->list(which))
        report->list(which).push_back(line);
    }
  }
  if (!options.train) {
    module->eval();
    module->requires_grad_(false);
  }
  return module;
}

void save_module(const nn::Module& module, std::string_view path) {
  const ContextScope scope(module.context());
  const Ref<nn::StateDict> weights = module.state_dict();
  weights->file_metadata().set(kModuleKey, nn::text(module));
  save(*weights, path);
}

}  // namespace tenon::io
