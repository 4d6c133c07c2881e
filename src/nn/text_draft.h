/// A built-in layer on its way from printed text to a module: which options were written, and which
/// follow from its printed children and from the state dict.
#ifndef TENON_SRC_NN_TEXT_DRAFT_H_
#define TENON_SRC_NN_TEXT_DRAFT_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/nn/text_syntax.h"
#include "src/nn/text_values.h"
#include "tenon/nn/module.h"
#include "tenon/nn/registry.h"

namespace tenon::nn {

/// Own entries of one module in a state dict, by name without the path.
struct OwnState {
  std::vector<std::pair<std::string_view, const Value*>> entries;

  /// The entry's tensor, or null if there is none of that name.
  Tensor find(std::string_view name) const;
};

struct LayerDraft {
  const SyntaxNode* node = nullptr;
  const LayerInfo* info = nullptr;
  /// One for each of info->options: written, or derived since.
  std::vector<std::optional<Value>> options;
  /// The printed module around this one if that is a built-in layer, a list inside one counts for
  /// it; else null.
  const LayerDraft* owner = nullptr;
  /// Printed children, already built.
  std::span<const Module::ChildSlot> children;
  const OwnState* state = nullptr;  ///< Null without a state dict.

  std::string_view class_name() const noexcept { return info->name; }
  /// Position of an option; info->options.size() if the class has none of that name.
  std::size_t index(std::string_view option) const noexcept;
  /// The written or derived value, or null.
  const Value* find(std::string_view option) const noexcept;
  /// Sets an option that exists and has no value yet.
  void derive(std::string_view option, Value value);
  /// The printed child of that name, or null.
  Module* child(std::string_view name) const noexcept;
};

/// Puts printed arguments into the draft's options. Lazy layers print the sizes they do not know
/// yet (0) where their constructors take none. Throws kValue: "unknown option 'pading'".
void assign_options(const Arguments& arguments, LayerDraft* draft);

/// Before the children are built: what they need to know of the layer around them, where only a
/// sibling shows it (the dropout of a transformer layer's attention).
void derive_from_print(LayerDraft* draft);

/// Derives what print shows elsewhere: options of classes that print only their children, and what
/// keys and shapes of the state dict tell.
void derive_options(LayerDraft* draft);

/// What a line such as "(0): Parameter containing: [torch.float32 of size 2x3]" says.
struct SlotLine {
  std::string_view name;
  DType dtype = DType::kFloat32;
  Shape sizes;
};
/// False for lines of other things than parameters ("Object of type: int"), whose values print does
/// not show.
bool read_slot_line(std::string_view line, SlotLine* out);

/// Throws kValue if a short text asks for an absurd number of layers.
void limit_options(const LayerDraft& draft);

/// True for options that change no number: whatever is assumed of them is not worth a word.
bool is_without_effect(std::string_view class_name, std::string_view option) noexcept;

}  // namespace tenon::nn

#endif  // TENON_SRC_NN_TEXT_DRAFT_H_
