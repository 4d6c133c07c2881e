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

}  // namespace

Ref<nn::Module> load_module(std::string_view path, const ModelOptions& options,
                            nn::LoadReport* report) {
  const Ref<nn::StateDict> weights = load(path);
  nn::ParseOptions parse_options;
  parse_options.state_dict = weights.get();
  parse_options.strict = options.strict_text;
  const Ref<nn::Module> module =
      nn::parse(model_text(*weights, path, options), parse_options, report);
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
