#include "src/nn/layers/entry.h"

#include <vector>

namespace tenon::nn {
namespace {

/// What a user may have meant: device and dtype are in every list and never the typo.
std::string names(std::span<const OptionInfo> infos) {
  std::string text;
  for (const OptionInfo& info : infos) {
    if (info.name == "device" || info.name == "dtype")
      continue;
    if (!text.empty())
      text += ", ";
    text += info.name;
  }
  return text.empty() ? "none" : text;
}

std::size_t find(std::span<const OptionInfo> infos, std::string_view name) {
  std::size_t i = 0;
  while (i < infos.size() && infos[i].name != name)
    ++i;
  return i;
}

}  // namespace

void read_options(std::string_view layer, std::span<const OptionInfo> infos,
                  std::span<const OptionAccess> access, void* options, const Value& args,
                  const Value& kwargs) {
  std::vector<bool> given(infos.size(), false);
  const auto read = [&](std::size_t i, const Value& value) {
    if (given[i])
      fail(ErrorCode::kType, layer, ": option '", infos[i].name, "' is given twice");
    given[i] = true;
    switch (access[i].read(options, value)) {
      case OptionRead::kOk:
        return;
      case OptionRead::kUnsupported:
        fail(ErrorCode::kUnsupported, layer, ": option '", infos[i].name, "': ", value.to_string(),
             " is not offered");
      case OptionRead::kWrongType:
        fail(ErrorCode::kType, layer, ": option '", infos[i].name, "' wants ", infos[i].type,
             ", got ", value_kind_name(value.kind()), value.is_none() ? "" : " ",
             value.is_none() ? "" : value.to_string());
    }
  };
  if (!args.is_none()) {
    const std::vector<Value>& items = args.as_sequence().items;
    if (items.size() > infos.size()) {
      fail(ErrorCode::kType, layer, ": takes ", infos.size(), " options (", names(infos), "), got ",
           items.size());
    }
    for (std::size_t i = 0; i < items.size(); ++i)
      read(i, items[i]);
  }
  if (!kwargs.is_none()) {
    for (const Dict::Entry& entry : kwargs.as_dict().entries()) {
      const std::size_t i = find(infos, entry.key);
      if (i == infos.size()) {
        fail(ErrorCode::kType, layer, ": unknown option '", entry.key, "' (options: ", names(infos),
             ")");
      }
      read(i, entry.value);
    }
  }
  for (std::size_t i = 0; i < infos.size(); ++i) {
    if (infos[i].required && !given[i]) {
      fail(ErrorCode::kType, layer, ": option '", infos[i].name, "' is missing (", infos[i].type,
           ")");
    }
  }
}

Ref<Dict> write_options(std::span<const OptionInfo> infos, std::span<const OptionAccess> access,
                        const void* options) {
  Ref<Dict> dict = make<Dict>(Context::current());
  for (std::size_t i = 0; i < infos.size(); ++i)
    dict->set(infos[i].name, access[i].write(options));
  return dict;
}

}  // namespace tenon::nn
