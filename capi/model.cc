#include "tenon_c/model.h"

#include "capi/handle.h"
#include "tenon/io.h"
#include "tenon/nn/text.h"

using namespace tenon;
using namespace tenon::capi;

tenon_status tenon_module_parse(tenon_context* context, const char* text,
                                tenon_module** out_module) {
  return guard(__func__, [&] {
    TENON_OUT(out_module);
    Entry entry;
    entry.context(context);
    *out_module = give(nn::parse(text_argument(text, "text")));
  });
}

tenon_status tenon_module_parse_with(tenon_context* context, const char* text,
                                     tenon_state_dict* state_dict, tenon_value* options,
                                     tenon_report* report, tenon_module** out_module) {
  return guard(__func__, [&] {
    TENON_OUT(out_module);
    Entry entry;
    entry.context(context);
    const std::string_view tree = text_argument(text, "text");
    const Ref<nn::StateDict> shapes =
        state_dict == nullptr ? nullptr : entry.state_dict(state_dict);
    const Options chosen(entry.value_or_none(options, "options"), {"strict"});
    const Ref<nn::LoadReport> lines = report == nullptr ? nullptr : entry.report(report);
    *out_module = give(nn::parse(tree, {shapes.get(), chosen.flag("strict", false)}, lines.get()));
  });
}

tenon_status tenon_module_text(tenon_module* module, tenon_string** out_string) {
  return guard(__func__, [&] {
    TENON_OUT(out_string);
    Entry entry;
    *out_string = give_text(nn::text(*entry.module(module)));
  });
}

static tenon_status load_model(const char* function, tenon_context* context, const char* path,
                               tenon_value* options, tenon_report* report,
                               tenon_module** out_module) {
  return guard(function, [&] {
    TENON_OUT(out_module);
    Entry entry;
    entry.context(context);
    const std::string_view file = text_argument(path, "path");
    const Options chosen(entry.value_or_none(options, "options"),
                         {"text_path", "train", "strict_text"});
    io::ModelOptions model;
    model.text_path = chosen.text("text_path");
    model.train = chosen.flag("train", false);
    model.strict_text = chosen.flag("strict_text", false);
    const Ref<nn::LoadReport> lines = report == nullptr ? nullptr : entry.report(report);
    *out_module = give(io::load_module(file, model, lines.get()));
  });
}

tenon_status tenon_module_load(tenon_context* context, const char* path, tenon_value* options,
                               tenon_module** out_module) {
  return load_model(__func__, context, path, options, nullptr, out_module);
}

tenon_status tenon_module_load_with(tenon_context* context, const char* path, tenon_value* options,
                                    tenon_report* report, tenon_module** out_module) {
  return load_model(__func__, context, path, options, report, out_module);
}

tenon_status tenon_module_save(tenon_module* module, const char* path, tenon_value* options) {
  return guard(__func__, [&] {
    Entry entry;
    const Ref<nn::Module> source = entry.module(module);
    const Options none(entry.value_or_none(options, "options"), {});
    io::save_module(*source, text_argument(path, "path"));
  });
}
