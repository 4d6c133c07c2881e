// What layers and options are for. Apart from the registry, so that a library in which nobody asks
// does not carry the texts.
#include <array>
#include <tuple>

#include "src/nn/layers/layer_list.h"
#include "tenon/nn/registry.h"

namespace tenon::nn {
namespace {

template <class Options>
struct OptionDocs {
  static constexpr auto kTexts = std::apply(
      [](const auto&... field) {
        return std::array<std::string_view, sizeof...(field)>{field.doc...};
      },
      Options::fields());
};

struct LayerDoc {
  std::string_view text;
  const std::string_view* options;
};

template <class... L>
constexpr std::array<LayerDoc, sizeof...(L)> docs(LayerList<L...>) {
  return {LayerDoc{L::kDoc, OptionDocs<typename L::Options>::kTexts.data()}...};
}
constexpr std::array kDocs = docs(Layers());

const LayerDoc& doc_of(const LayerInfo& layer) {
  return kDocs[static_cast<std::size_t>(&layer - layers().data())];
}

}  // namespace

std::string_view layer_doc(const LayerInfo& layer) {
  return doc_of(layer).text;
}

std::string_view option_doc(const LayerInfo& layer, std::size_t option) {
  return doc_of(layer).options[option];
}

}  // namespace tenon::nn
