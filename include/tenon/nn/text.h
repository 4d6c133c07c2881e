/// Models as text: parse() reads what print(model) wrote, text() writes it with every option.
#ifndef TENON_NN_TEXT_H_
#define TENON_NN_TEXT_H_

#include <string>
#include <string_view>

#include "tenon/nn/module.h"

namespace tenon::nn {

struct ParseOptions {
  /// Shapes and keys that decide what print hides (bias=False of an older LayerNorm, slots of
  /// unknown classes); may be null.
  const StateDict* state_dict = nullptr;
  /// An assumption about a hidden option is an error instead of an entry in the report.
  bool strict = false;
};

/// Builds the tree that `text` describes: PyTorch 1.13–2.15's print(model), options by position or
/// keyword, bare words as strings, two- or four-space indentation. Parameters have no values until
/// loaded or initialize()d. `report` (may be null) receives ReportKind::kAssumed lines.
/// Throws kValue: "line 3: Conv2d (features.0): unknown option 'pading'".
Ref<Module> parse(std::string_view text, const ParseOptions& options = {},
                  LoadReport* report = nullptr);

/// Like repr(), and every option that is not at its default is written, also the hidden ones:
/// parse(text(m)) equals m.
std::string text(const Module& module);

}  // namespace tenon::nn

#endif  // TENON_NN_TEXT_H_
