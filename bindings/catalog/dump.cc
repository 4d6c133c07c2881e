// Prints what can be made and called by name, as JSON: layers with their options, ops with their
// parameters. The bindings' typed layers and op methods are generated from it.
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

#include "tenon/context.h"
#include "tenon/nn/registry.h"
#include "tenon/op_registry.h"

namespace {

using tenon::Value;
using tenon::ValueKind;

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out + '"';
}

/// Numbers, words and lists as JSON; what JSON has no word for as Python writes it.
std::string json(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kNone:
      return "null";
    case ValueKind::kBool:
      return value.as_bool() ? "true" : "false";
    case ValueKind::kTuple:
    case ValueKind::kList: {
      std::string out = "[";
      for (const Value& item : value.as_sequence().items)
        out += (out.size() > 1 ? ", " : "") + json(item);
      return out + "]";
    }
    case ValueKind::kFloat:
      if (!std::isfinite(value.as_float()))
        return quoted(value.to_string());
      [[fallthrough]];
    case ValueKind::kInt:
      return value.to_string();
    case ValueKind::kString:
      return quoted(value.as_string());
    default:
      return quoted(value.to_string());
  }
}

void print_layers() {
  const char* layer_comma = "";
  for (const tenon::nn::LayerInfo& layer : tenon::nn::layers()) {
    std::printf("%s\n  {\"name\": %s, \"doc\": %s, \"options\": [", layer_comma,
                quoted(layer.name).c_str(), quoted(layer_doc(layer)).c_str());
    layer_comma = ",";
    for (std::size_t i = 0; i < layer.options.size(); ++i) {
      const tenon::nn::OptionInfo option = layer.options[i];
      std::printf(
          "%s\n    {\"name\": %s, \"type\": %s, \"required\": %s, \"default\": %s, \"doc\": %s}",
          i > 0 ? "," : "", quoted(option.name).c_str(), quoted(option.type).c_str(),
          option.required ? "true" : "false", json(layer.default_of(i)).c_str(),
          quoted(option_doc(layer, i)).c_str());
    }
    std::printf("]}");
  }
}

void print_ops() {
  for (std::int32_t id = 0; id < tenon::op_count(); ++id) {
    const tenon::OpInfo& op = tenon::op_info(id);
    std::printf("%s\n  {\"name\": %s, \"params\": %s, \"doc\": %s}", id > 0 ? "," : "",
                quoted(op.name).c_str(), quoted(op.params).c_str(), quoted(op.doc).c_str());
  }
}

}  // namespace

int main() {
  tenon::Context* context = tenon::Context::create();
  {
    const tenon::ContextScope scope(*context);
    std::printf("{\"layers\": [");
    print_layers();
    std::printf("],\n\"ops\": [");
    print_ops();
    std::printf("]}\n");
  }
  context->release();
}
