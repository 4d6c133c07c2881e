#include "src/nn/layers/entry.h"

#include <vector>

namespace tenon::nn {
namespace {

/// How an option of one C++ type is read and written.
struct OptionType {
  std::string_view word;
  OptionRead (*read)(const Value& value, void* out);
  Value (*write)(const void* option);
};

template <class T>
OptionRead read_as(const Value& value, void* out) {
  return read_option(value, static_cast<T*>(out));
}
template <class T>
Value write_as(const void* option) {
  return write_option(*static_cast<const T*>(option));
}

template <class... T>
constexpr std::array<OptionType, sizeof...(T)> types(TypeList<T...>) {
  return {OptionType{option_type<T>, &read_as<T>, &write_as<T>}...};
}
constexpr std::array kTypes = types(OptionTypes());

/// What a user may have meant: device and dtype are in every list and never the typo.
std::string names(const OptionList& options) {
  std::string text;
  for (const OptionInfo& option : options) {
    if (option.name == "device" || option.name == "dtype")
      continue;
    if (!text.empty())
      text += ", ";
    text += option.name;
  }
  return text.empty() ? "none" : text;
}

/// Fills a struct of options from positional `args` (tuple, list or none) and `kwargs` (dict or
/// none). Throws kType naming layer and option: missing, unknown, given twice, too many, of a wrong
/// type.
void read_options(const LayerInfo& layer, const Value& args, const Value& kwargs, void* options) {
  const OptionList& list = layer.options;
  std::vector<bool> given(list.size(), false);
  const auto read = [&](std::size_t i, const Value& value) {
    const OptionInfo option = list[i];
    if (given[i])
      fail(ErrorCode::kType, layer.name, ": option '", option.name, "' is given twice");
    given[i] = true;
    switch (kTypes[list.row(i).type].read(value, layer.member(options, i))) {
      case OptionRead::kOk:
        return;
      case OptionRead::kUnsupported:
        fail(ErrorCode::kUnsupported, layer.name, ": option '", option.name,
             "': ", value.to_string(), " is not offered");
      case OptionRead::kWrongType:
        fail(ErrorCode::kType, layer.name, ": option '", option.name, "' wants ", option.type,
             ", got ", value_kind_name(value.kind()), value.is_none() ? "" : " ",
             value.is_none() ? "" : value.to_string());
    }
  };
  if (!args.is_none()) {
    const std::vector<Value>& items = args.as_sequence().items;
    if (items.size() > list.size()) {
      fail(ErrorCode::kType, layer.name, ": takes ", list.size(), " options (", names(list),
           "), got ", items.size());
    }
    for (std::size_t i = 0; i < items.size(); ++i)
      read(i, items[i]);
  }
  if (!kwargs.is_none()) {
    for (const Dict::Entry& entry : kwargs.as_dict().entries()) {
      const std::size_t i = list.find(entry.key);
      if (i == list.size()) {
        fail(ErrorCode::kType, layer.name, ": unknown option '", entry.key,
             "' (options: ", names(list), ")");
      }
      read(i, entry.value);
    }
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    const OptionInfo option = list[i];
    if (option.required && !given[i]) {
      fail(ErrorCode::kType, layer.name, ": option '", option.name, "' is missing (", option.type,
           ")");
    }
  }
}

Value write(const LayerInfo& layer, void* options, std::size_t i) {
  return kTypes[layer.options.row(i).type].write(layer.member(options, i));
}

/// Runs `body(options)` with the class's default options.
template <class Body>
void for_defaults(const LayerInfo& layer, Body&& body) {
  layer.with_defaults([](void* options, void* data) { (*static_cast<Body*>(data))(options); },
                      &body);
}

}  // namespace

OptionInfo OptionList::operator[](std::size_t i) const {
  const std::size_t begin = i == 0 ? 0 : rows_[i - 1].name_end;
  return {{names_ + begin, rows_[i].name_end - begin},
          kTypes[rows_[i].type].word,
          (rows_[i].flags & 1) != 0,
          (rows_[i].flags & 2) != 0};
}

std::size_t OptionList::find(std::string_view name) const noexcept {
  std::size_t i = 0;
  while (i < count_ && (*this)[i].name != name)
    ++i;
  return i;
}

Ref<Module> LayerInfo::create(const Value& args, const Value& kwargs, bool initialize) const {
  Ref<Module> module;
  for_defaults(*this, [&](void* defaults) {
    if (!takes_anything)
      read_options(*this, args, kwargs, defaults);
    module = make_module(defaults, initialize);
  });
  return module;
}

Ref<Dict> LayerInfo::options_of(const Module& module) const {
  Ref<Dict> dict = make<Dict>(Context::current());
  void* const given = const_cast<void*>(options_in(module));
  for (std::size_t i = 0; i < options.size(); ++i)
    dict->set(options[i].name, write(*this, given, i));
  return dict;
}

Value LayerInfo::default_of(std::size_t option) const {
  Value value;
  if (option < options.size() && !options[option].required) {
    for_defaults(*this, [&](void* defaults) { value = write(*this, defaults, option); });
  }
  return value;
}

}  // namespace tenon::nn
