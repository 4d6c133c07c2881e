#include "tenon/nn/text.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/nn/text_draft.h"
#include "src/nn/text_syntax.h"
#include "src/nn/text_values.h"
#include "tenon/error.h"
#include "tenon/nn/containers.h"
#include "tenon/nn/registry.h"

namespace tenon::nn {
namespace {

std::string join_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0)
      text += '\n';
    text += lines[i];
  }
  return text;
}

/// Own entries of every module path, so that each look-up is one hash.
class StateIndex {
 public:
  explicit StateIndex(const StateDict* state) : given_(state != nullptr) {
    for (std::int64_t i = 0; given_ && i < state->count(); ++i) {
      const std::string_view key = state->key(i);
      const std::size_t dot = key.rfind('.');
      const std::string_view path = dot == std::string_view::npos ? "" : key.substr(0, dot);
      const std::string_view name = dot == std::string_view::npos ? key : key.substr(dot + 1);
      own_[path].entries.emplace_back(name, &state->value(i));
    }
  }

  /// Null without a state dict.
  const OwnState* find(std::string_view path) const {
    if (!given_)
      return nullptr;
    const auto found = own_.find(path);
    return found == own_.end() ? &none_ : &found->second;
  }

 private:
  OwnState none_;
  bool given_;
  std::unordered_map<std::string_view, OwnState> own_;
};

class Builder {
 public:
  Builder(const ParseOptions& options, Context& context)
      : strict_(options.strict), context_(context), state_(options.state_dict) {}

  Ref<Module> build_root(const SyntaxNode& root) {
    Ref<Module> module = build(root, nullptr);
    for (const Ref<Module>& each : module->modules())
      mark(*each);
    return module;
  }

  /// What was assumed, in the order of the text.
  std::vector<std::string> take_assumptions() {
    std::stable_sort(assumed_.begin(), assumed_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> texts;
    for (auto& [order, text] : assumed_)
      texts.push_back(std::move(text));
    return texts;
  }

 private:
  [[noreturn]] void fail_at(const SyntaxNode& node, std::string_view fault,
                            ErrorCode code = ErrorCode::kValue) const {
    const std::string where = path_.empty() ? "" : concat(" (", path_, ")");
    fail(code, "line ", node.line, ": ", node.class_name, where, ": ", fault);
  }

  /// Runs `step`; its errors get line, class and path in front.
  template <class Step>
  auto at(const SyntaxNode& node, std::string_view class_name, const Step& step) const {
    try {
      return step();
    } catch (const Error& error) {
      if (error.payload())
        throw;  // the host's own words
      std::string_view fault = error.text();
      for (const std::string_view name : {node.class_name, class_name}) {
        if (fault.starts_with(name) && fault.substr(name.size(), 2) == ": ") {
          fault.remove_prefix(name.size() + 2);
          break;
        }
      }
      const ErrorCode code = error.code();
      const bool of_text = code == ErrorCode::kType || code == ErrorCode::kKey ||
                           code == ErrorCode::kIndex || code == ErrorCode::kAttribute ||
                           code == ErrorCode::kRuntime;
      fail_at(node, fault, of_text ? ErrorCode::kValue : code);
    }
  }

  void assume(const SyntaxNode& node, std::int64_t order, std::string_view what) {
    if (strict_)
      fail_at(node, concat(what, ", which strict parsing refuses"));
    const std::string where = path_.empty() ? "" : concat(path_, ": ");
    assumed_.emplace_back(order, concat(where, node.class_name, ": ", what));
  }

  Arguments read_arguments(const SyntaxNode& node) const {
    return at(node, node.class_name, [&] {
      return parse_arguments(join_lines(node.arguments),
                             [](std::string_view name, const Arguments& arguments) {
                               return make_nested(name, arguments);
                             });
    });
  }

  /// "activation=ReLU()" inside an argument list.
  static Value make_nested(std::string_view name, const Arguments& arguments) {
    for (const std::string_view lead : {"torch.nn.", "nn."}) {
      if (name.starts_with(lead)) {
        name.remove_prefix(lead.size());
        break;
      }
    }
    return module_value(create(name, positional(arguments), keywords(arguments), false));
  }

  static Value positional(const Arguments& arguments) { return Value::tuple(arguments.positional); }

  static Value keywords(const Arguments& arguments) {
    Value dict = Value::dict();
    for (const auto& [name, value] : arguments.keywords)
      dict.as_dict().set(name, value);
    return dict;
  }

  Ref<Module> build(const SyntaxNode& node, const LayerDraft* owner) {
    const std::int64_t order = order_++;
    if (const LayerInfo* info = find_layer(context_, node.class_name)) {
      return build_layer(node, *info, owner, order);
    }
    if (is_known_class(context_, node.class_name))
      return build_known(node, owner);
    return build_unknown(node, order);
  }

  /// A built-in layer: options by name, then the printed children over its own.
  Ref<Module> build_layer(const SyntaxNode& node, const LayerInfo& info, const LayerDraft* owner,
                          std::int64_t order) {
    LayerDraft draft;
    draft.node = &node;
    draft.info = &info;
    draft.owner = owner;
    draft.state = state_.find(path_);
    const Arguments arguments = read_arguments(node);
    if (info.options.empty()) {  // takes nothing, or anything, as Identity does
      Ref<Module> module = at(node, info.name, [&] {
        return create(node.class_name, positional(arguments), keywords(arguments), false);
      });
      add_children(node, build_children(node, nullptr), module.get());
      return module;
    }
    at(node, info.name, [&] {
      assign_options(arguments, &draft);
      derive_from_print(&draft);
    });
    std::vector<Module::ChildSlot> children = build_children(node, &draft);
    draft.children = children;
    at(node, info.name, [&] {
      derive_options(&draft);
      limit_options(draft);
    });
    const std::vector<std::size_t> unseen = unseen_options(node, draft);
    Value options = Value::dict();
    for (std::size_t i = 0; i < draft.options.size(); ++i) {
      if (draft.options[i].has_value()) {
        options.as_dict().set(info.options[i].name, *draft.options[i]);
      }
    }
    Ref<Module> module =
        at(node, info.name, [&] { return create(node.class_name, Value(), options, false); });
    for (const std::size_t i : unseen) {
      assume(node, order, concat(info.options[i].name, " assumed ", spell(info.default_of(i))));
    }
    add_children(node, std::move(children), module.get());
    return module;
  }

  /// Hidden options that nothing tells; an error if one of them has no default.
  std::vector<std::size_t> unseen_options(const SyntaxNode& node, const LayerDraft& draft) const {
    std::vector<std::size_t> unseen;
    for (std::size_t i = 0; i < draft.options.size(); ++i) {
      const OptionInfo& option = draft.info->options[i];
      if (draft.options[i].has_value() || !option.hidden)
        continue;
      if (option.required) {
        fail_at(node, concat("option '", option.name,
                             "' is not printed by PyTorch and has no default: write it into the "
                             "parentheses"));
      }
      if (!is_without_effect(draft.class_name(), option.name))
        unseen.push_back(i);
    }
    return unseen;
  }

  /// Containers, classes of the host, aliases.
  Ref<Module> build_known(const SyntaxNode& node, const LayerDraft* owner) {
    const Arguments arguments = read_arguments(node);
    Ref<Module> module = at(node, node.class_name, [&] {
      return create(node.class_name, positional(arguments), keywords(arguments), false);
    });
    const bool is_list = dynamic_cast<ModuleSequence*>(module.get()) != nullptr;
    add_children(node, build_children(node, is_list ? owner : nullptr), module.get());
    return module;
  }

  Ref<Module> build_unknown(const SyntaxNode& node, std::int64_t order) {
    Ref<UnknownModule> module = make<UnknownModule>(node.class_name, join_lines(node.arguments));
    module->set_collapses_repeats(
        std::any_of(node.children.begin(), node.children.end(), is_range));
    add_children(node, build_children(node, nullptr), module.get());
    if (const OwnState* state = state_.find(path_))
      add_slots(node, *state, order, module.get());
    return module;
  }

  /// Entries of ParameterList and ParameterDict, and of what derives from them.
  void add_printed_slots(const SyntaxNode& node, std::int64_t order, Module* module) {
    for (const std::string& line : node.arguments) {
      if (!is_slot_line(line))
        continue;
      SlotLine slot;
      if (!read_slot_line(line, &slot)) {
        std::string_view name, what;
        split_child_line(std::string_view(line).substr(line.find('(')), &name, &what);
        assume(node, order, concat(name, " left out (", what, ")"));
        continue;
      }
      at(node, node.class_name, [&] {
        const Tensor own = Tensor::empty(slot.sizes, slot.dtype);
        module->register_parameter(slot.name, own.as_parameter(is_floating(slot.dtype)));
      });
    }
  }

  /// Own tensors of an unknown class, as the state dict has them.
  void add_slots(const SyntaxNode& node, const OwnState& state, std::int64_t order,
                 Module* module) {
    for (const auto& entry : state.entries) {
      const std::string_view name = entry.first;
      const Value* value = entry.second;
      if (!value->is_tensor() || module->has_attribute(name))
        continue;
      const Tensor seen = value->as_tensor();
      const Tensor own = Tensor::empty(seen.sizes(), seen.dtype());
      // Running statistics are the floating buffers that everybody names alike.
      const bool is_statistic = name == "running_mean" || name == "running_var";
      const bool is_parameter =
          !is_statistic && (is_floating(seen.dtype()) || is_complex(seen.dtype()));
      at(node, node.class_name, [&] {
        if (is_parameter) {
          module->register_parameter(name, own.as_parameter());
        } else {
          module->register_buffer(name, own);
        }
      });
      assume(node, order,
             concat(name, " ", to_string(seen.sizes()), " assumed a ",
                    is_parameter ? "parameter" : "buffer"));
    }
  }

  std::vector<Module::ChildSlot> build_children(const SyntaxNode& node, const LayerDraft* owner) {
    std::vector<Module::ChildSlot> children;
    for (const SyntaxNode& child : node.children) {
      for (std::int64_t i = 0; i < child.repeat; ++i) {
        std::string key(child.key);
        if (child.key.find('-') != std::string_view::npos && is_range(child)) {
          key = concat(child.first + i);
        }
        const std::size_t length = path_.size();
        if (length > 0)
          path_ += '.';
        path_ += key;
        Ref<Module> module = child.is_none() ? Ref<Module>() : build(child, owner);
        path_.resize(length);
        children.push_back({std::move(key), std::move(module)});
      }
    }
    return children;
  }

  static bool is_range(const SyntaxNode& node) { return node.repeat > 1; }

  /// Printed children take the places of those the class made itself, unless they are equal.
  void add_children(const SyntaxNode& node, std::vector<Module::ChildSlot> children,
                    Module* module) const {
    for (Module::ChildSlot& child : children) {
      const Module* own = nullptr;
      for (const Module::ChildSlot& slot : module->child_slots()) {
        if (slot.name == child.name)
          own = slot.module.get();
      }
      if (own == child.module.get() && own != nullptr)
        continue;
      if (own != nullptr && child.module && text(*own) == text(*child.module))
        continue;
      at(node, node.class_name, [&] { module->add_module(child.name, std::move(child.module)); });
    }
  }

  /// Nothing has values yet, except buffers that no state dict carries.
  static void mark(Module& module) {
    for (const Module::ParameterSlot& slot : module.parameter_slots()) {
      if (slot.tensor)
        slot.tensor.impl().uninitialized = true;
    }
    for (const Module::BufferSlot& slot : module.buffer_slots()) {
      if (slot.tensor && slot.persistent)
        slot.tensor.impl().uninitialized = true;
    }
    module.mark_uninitialized();
  }

  const bool strict_;
  Context& context_;
  const StateIndex state_;
  std::string path_;
  std::int64_t order_ = 0;
  std::vector<std::pair<std::int64_t, std::string>> assumed_;
};

}  // namespace

Ref<Module> parse(std::string_view text, const ParseOptions& options, LoadReport* report) {
  const SyntaxTree tree = parse_syntax(text);
  if (!tree.rest.empty()) {
    fail(ErrorCode::kUnsupported, "line ", tree.rest_line,
         ": text after the model; forward as text is not supported");
  }
  Builder builder(options, Context::current());
  Ref<Module> module = builder.build_root(tree.root);
  if (report != nullptr) {
    std::vector<std::string>& list = report->list(ReportKind::kAssumed);
    for (std::string& line : builder.take_assumptions())
      list.push_back(std::move(line));
  }
  return module;
}

}  // namespace tenon::nn
