#include "src/nn/text_draft.h"

#include <algorithm>
#include <charconv>

#include "tenon/error.h"

namespace tenon::nn {
namespace {

/// An option of a printed child, as it was built; nullopt if the child is of no built-in class.
std::optional<Value> option_of(const Module* child, std::string_view option) {
  if (child == nullptr || child->layer_info() == nullptr)
    return std::nullopt;
  const Ref<Dict> options = child->layer_info()->options_of(*child);
  const Value* value = static_cast<const Dict&>(*options).find(option);
  return value == nullptr ? std::nullopt : std::optional<Value>(*value);
}

/// draft.option = child.its_option, where both are there.
void derive_from(LayerDraft* draft, std::string_view option, std::string_view child,
                 std::string_view child_option) {
  const std::optional<Value> value = option_of(draft->child(child), child_option);
  if (value.has_value())
    draft->derive(option, *value);
}

/// The nearest enclosing layer that has a value for the option.
const Value* find_around(const LayerDraft& draft, std::string_view option) {
  for (const LayerDraft* owner = draft.owner; owner != nullptr; owner = owner->owner) {
    const Value* value = owner->find(option);
    if (value != nullptr)
      return value;
  }
  return nullptr;
}

/// The state dict shows that nothing else than the default was given.
void derive_default(LayerDraft* draft, std::string_view option) {
  const std::size_t i = draft->index(option);
  if (i < draft->options.size())
    draft->derive(option, draft->info->default_of(i));
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) noexcept {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void derive_attention(LayerDraft* draft) {
  derive_from(draft, "embed_dim", "out_proj", "in_features");
  derive_from(draft, "bias", "out_proj", "bias");
  if (draft->owner != nullptr) {
    if (const Value* heads = find_around(*draft, "nhead"))
      draft->derive("num_heads", *heads);
    if (const Value* p = find_around(*draft, "dropout"))
      draft->derive("dropout", *p);
    if (const Value* first = find_around(*draft, "batch_first")) {
      draft->derive("batch_first", *first);
    }
  }
  if (draft->state == nullptr)
    return;
  if (const Tensor weight = draft->state->find("k_proj_weight"); weight && weight.ndim() == 2) {
    draft->derive("kdim", Value(weight.size(1)));
  }
  if (const Tensor weight = draft->state->find("v_proj_weight"); weight && weight.ndim() == 2) {
    draft->derive("vdim", Value(weight.size(1)));
  }
  if (draft->state->find("bias_k"))
    draft->derive("add_bias_kv", Value(true));
  if (draft->state->entries.empty())
    return;
  for (const char* option : {"kdim", "vdim", "add_bias_kv"})
    derive_default(draft, option);
}

/// TransformerEncoderLayer and TransformerDecoderLayer: everything but the switches is in the
/// children.
void derive_transformer_layer(LayerDraft* draft) {
  derive_from(draft, "d_model", "linear1", "in_features");
  derive_from(draft, "dim_feedforward", "linear1", "out_features");
  derive_from(draft, "bias", "linear1", "bias");
  derive_from(draft, "dropout", "dropout", "p");
  derive_from(draft, "layer_norm_eps", "norm1", "eps");
  derive_from(draft, "nhead", "self_attn", "num_heads");
  derive_from(draft, "batch_first", "self_attn", "batch_first");
  if (Module* activation = draft->child("activation")) {
    draft->derive("activation", module_value(Ref<Module>(activation)));
  }
}

/// TransformerEncoder and TransformerDecoder: a list of equal layers and a norm.
void derive_transformer_stack(LayerDraft* draft, std::string_view layer_option) {
  if (const Module* layers = draft->child("layers")) {
    const auto& slots = layers->child_slots();
    draft->derive("num_layers", Value(static_cast<std::int64_t>(slots.size())));
    if (!slots.empty())
      draft->derive(layer_option, module_value(slots[0].module));
  }
  Module* norm = draft->child("norm");
  if (norm != nullptr)
    draft->derive("norm", module_value(Ref<Module>(norm)));
}

void derive_transformer(LayerDraft* draft) {
  Module* encoder = draft->child("encoder");
  Module* decoder = draft->child("decoder");
  const auto first_layer = [](const Module* stack) -> const Module* {
    if (stack == nullptr)
      return nullptr;
    for (const Module::ChildSlot& slot : stack->child_slots()) {
      if (slot.name == "layers" && slot.module && !slot.module->child_slots().empty()) {
        return slot.module->child_slots()[0].module.get();
      }
    }
    return nullptr;
  };
  const auto count = [](const Module* stack, LayerDraft* out, std::string_view option) {
    if (stack == nullptr)
      return;
    for (const Module::ChildSlot& slot : stack->child_slots()) {
      if (slot.name == "layers" && slot.module) {
        out->derive(option, Value(static_cast<std::int64_t>(slot.module->child_slots().size())));
      }
    }
  };
  count(encoder, draft, "num_encoder_layers");
  count(decoder, draft, "num_decoder_layers");
  const Module* layer = first_layer(encoder);
  if (layer == nullptr)
    layer = first_layer(decoder);
  for (const std::string_view option :
       {"d_model", "nhead", "dim_feedforward", "dropout", "activation", "layer_norm_eps",
        "batch_first", "norm_first", "bias"}) {
    const std::optional<Value> value = option_of(layer, option);
    if (value.has_value())
      draft->derive(option, *value);
  }
}

/// AdaptiveLogSoftmaxWithLoss: the sizes of its clusters are those of head and tails.
void derive_adaptive_softmax(LayerDraft* draft) {
  const Module* tail = draft->child("tail");
  const std::optional<Value> width = option_of(draft->child("head"), "in_features");
  const std::optional<Value> head = option_of(draft->child("head"), "out_features");
  if (tail == nullptr || !width.has_value() || !head.has_value())
    return;
  derive_from(draft, "in_features", "head", "in_features");
  derive_from(draft, "head_bias", "head", "bias");
  const auto& clusters = tail->child_slots();
  std::int64_t classes = head->as_int() - static_cast<std::int64_t>(clusters.size());
  std::vector<Value> cutoffs;
  std::optional<Value> first_inner;
  for (const Module::ChildSlot& cluster : clusters) {
    if (!cluster.module || cluster.module->child_slots().size() != 2)
      return;
    const auto& pair = cluster.module->child_slots();
    const std::optional<Value> inner = option_of(pair[0].module.get(), "out_features");
    const std::optional<Value> size = option_of(pair[1].module.get(), "out_features");
    if (!inner.has_value() || !size.has_value())
      return;
    if (!first_inner.has_value())
      first_inner = inner;
    cutoffs.emplace_back(classes);
    classes += size->as_int();
  }
  draft->derive("cutoffs", Value::list(std::move(cutoffs)));
  draft->derive("n_classes", Value(classes));
  // Inner sizes are in_features // div_value^i: the default explains them, or the first one does.
  if (first_inner.has_value() && draft->find("div_value") == nullptr) {
    const std::int64_t inner = first_inner->as_int();
    const Value standard = draft->info->default_of(draft->index("div_value"));
    const bool fits = !standard.is_none() && standard.as_float() > 0 &&
                      static_cast<std::int64_t>(width->as_float() / standard.as_float()) == inner;
    if (!fits && inner > 0) {
      draft->derive("div_value", Value(width->as_float() / static_cast<double>(inner)));
    }
    if (fits)
      draft->derive("div_value", standard);
  }
}

/// bias=False is not in texts before 2.15: the key's absence beside a weight tells.
void derive_norm_bias(LayerDraft* draft) {
  if (draft->state != nullptr && draft->state->find("weight") && !draft->state->find("bias")) {
    draft->derive("bias", Value(false));
  }
}

/// Tensors given to constructors become buffers: same shape, values come with the load.
void derive_tensors(LayerDraft* draft) {
  if (draft->state == nullptr)
    return;
  for (const std::string_view option : {"weight", "pos_weight"}) {
    const std::size_t i = draft->index(option);
    if (i == draft->options.size() || draft->options[i].has_value())
      continue;
    if (draft->info->options[i].type.find("ensor") == std::string_view::npos)
      continue;
    const Tensor tensor = draft->state->find(option);
    draft->options[i] = tensor ? Value(Tensor::empty(tensor.sizes(), tensor.dtype())) : Value();
  }
}

}  // namespace

Tensor OwnState::find(std::string_view name) const {
  for (const auto& [key, value] : entries) {
    if (key == name && value->is_tensor())
      return value->as_tensor();
  }
  return {};
}

std::size_t LayerDraft::index(std::string_view option) const noexcept {
  return info->options.find(option);
}

const Value* LayerDraft::find(std::string_view option) const noexcept {
  const std::size_t i = index(option);
  return i < options.size() && options[i].has_value() ? &*options[i] : nullptr;
}

void LayerDraft::derive(std::string_view option, Value value) {
  const std::size_t i = index(option);
  if (i < options.size() && !options[i].has_value())
    options[i] = std::move(value);
}

Module* LayerDraft::child(std::string_view name) const noexcept {
  for (const Module::ChildSlot& slot : children) {
    if (slot.name == name)
      return slot.module.get();
  }
  return nullptr;
}

void assign_options(const Arguments& arguments, LayerDraft* draft) {
  const std::size_t count = draft->info->options.size();
  draft->options.resize(count);
  const bool lazy = draft->class_name().starts_with("Lazy");
  // "LazyConv2d(0, 4, kernel_size=…)", "LazyLinear(in_features=0, out_features=4)".
  std::size_t skip = 0;
  if (lazy && !arguments.positional.empty() && arguments.positional[0].kind() == ValueKind::kInt &&
      arguments.positional[0].as_int() == 0) {
    skip = 1;
  }
  if (arguments.positional.size() - skip > count) {
    fail(ErrorCode::kValue, "takes ", count, " options, got ", arguments.positional.size() - skip);
  }
  for (std::size_t i = skip; i < arguments.positional.size(); ++i) {
    draft->options[i - skip] = arguments.positional[i];
  }
  for (const auto& [name, value] : arguments.keywords) {
    const std::size_t i = draft->index(name);
    if (i == count) {
      if (lazy && is_one_of(name, {"in_features", "in_channels", "num_features"}))
        continue;
      fail(ErrorCode::kValue, "unknown option '", name, "'");
    }
    if (draft->options[i].has_value()) {
      fail(ErrorCode::kValue, "option '", name, "' given twice");
    }
    draft->options[i] = value;
  }
}

void derive_from_print(LayerDraft* draft) {
  if (!is_one_of(draft->class_name(), {"TransformerEncoderLayer", "TransformerDecoderLayer"})) {
    return;
  }
  for (const SyntaxNode& child : draft->node->children) {
    if (child.key != "dropout" || child.class_name != "Dropout" || child.arguments.size() != 1) {
      continue;
    }
    const Arguments arguments =
        parse_arguments(child.arguments[0], [](std::string_view name, const Arguments&) -> Value {
          fail(ErrorCode::kValue, "'", name, "' is no value of Dropout");
        });
    if (const Value* p = arguments.find("p"))
      draft->derive("dropout", *p);
  }
}

void derive_options(LayerDraft* draft) {
  const std::string_view name = draft->class_name();
  if (name == "MultiheadAttention") {
    derive_attention(draft);
  } else if (is_one_of(name, {"TransformerEncoderLayer", "TransformerDecoderLayer"})) {
    derive_transformer_layer(draft);
  } else if (name == "TransformerEncoder") {
    derive_transformer_stack(draft, "encoder_layer");
  } else if (name == "TransformerDecoder") {
    derive_transformer_stack(draft, "decoder_layer");
  } else if (name == "Transformer") {
    derive_transformer(draft);
  } else if (name == "AdaptiveLogSoftmaxWithLoss") {
    derive_adaptive_softmax(draft);
  } else if (name == "TripletMarginWithDistanceLoss") {
    if (Module* distance = draft->child("distance_function")) {
      draft->derive("distance_function", module_value(Ref<Module>(distance)));
    }
  } else if (is_one_of(name,
                       {"LayerNorm", "GroupNorm", "BatchNorm1d", "BatchNorm2d", "BatchNorm3d",
                        "SyncBatchNorm", "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d"})) {
    derive_norm_bias(draft);
  }
  derive_tensors(draft);
}

bool read_slot_line(std::string_view line, SlotLine* out) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  std::string_view rest;
  constexpr std::string_view kLead = "Parameter containing: [";
  constexpr std::string_view kOf = " of size ";
  if (!split_child_line(line, &out->name, &rest) || !rest.starts_with(kLead))
    return false;
  rest.remove_prefix(kLead.size());
  const std::size_t of = rest.find(kOf);
  if (of == std::string_view::npos)
    return false;
  std::string_view type = rest.substr(0, of);
  rest.remove_prefix(of + kOf.size());
  if (!dtype_from_name(type, &out->dtype)) {
    // The name of the tensor class, as ParameterDict has it: torch.FloatTensor,
    // torch.cuda.LongTensor.
    constexpr std::string_view kTensor = "Tensor";
    type.remove_prefix(type.rfind('.') + 1);
    if (!type.ends_with(kTensor))
      return false;
    std::string name(type.substr(0, type.size() - kTensor.size()));
    for (char& c : name) {
      if (c >= 'A' && c <= 'Z')
        c = static_cast<char>(c - 'A' + 'a');
    }
    if (name == "char")
      name = "int8";
    if (name == "byte")
      name = "uint8";
    if (!dtype_from_name(name, &out->dtype))
      return false;
  }
  const char* at = rest.data();
  const char* const end = at + rest.size();
  while (at < end && *at >= '0' && *at <= '9') {
    std::int64_t size = 0;
    const auto [next, fault] = std::from_chars(at, end, size);
    if (fault != std::errc())
      return false;
    out->sizes.push_back(size);
    at = next;
    if (at < end && *at == 'x')
      ++at;
  }
  return at < end && (*at == ']' || *at == ' ');
}

void limit_options(const LayerDraft& draft) {
  constexpr std::int64_t kMostLayers = 1 << 16;
  for (const std::string_view name : {"num_layers", "num_encoder_layers", "num_decoder_layers"}) {
    const Value* value = draft.find(name);
    if (value != nullptr && value->kind() == ValueKind::kInt && value->as_int() > kMostLayers) {
      fail(ErrorCode::kValue, name, " is ", value->as_int(), ", more than ", kMostLayers);
    }
  }
}

bool is_without_effect(std::string_view class_name, std::string_view option) noexcept {
  if (is_one_of(option, {"device", "dtype"}))
    return true;
  if (is_one_of(class_name, {"Hardswish", "Hardsigmoid"}))
    return option == "inplace";
  if (class_name == "PReLU")
    return option == "init";
  if (class_name == "TransformerEncoder") {
    return is_one_of(option, {"enable_nested_tensor", "mask_check"});
  }
  return false;
}

}  // namespace tenon::nn
