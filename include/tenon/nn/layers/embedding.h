/// Embedding.
#ifndef TENON_NN_LAYERS_EMBEDDING_H_
#define TENON_NN_LAYERS_EMBEDDING_H_

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "tenon/nn/module.h"
#include "tenon/nn/options.h"

namespace tenon::nn {

struct EmbeddingOptions {
  std::int64_t num_embeddings = 0;
  std::int64_t embedding_dim = 0;
  std::optional<std::int64_t> padding_idx = {};
  std::optional<Real> max_norm = {};
  Real norm_type = 2.0;
  bool scale_grad_by_freq = false;
  bool sparse = false;
  Tensor weight = {};
  bool freeze = false;
  Device device = {};
  std::optional<DType> dtype = {};

  static constexpr auto fields() {
    using O = EmbeddingOptions;
    return std::tuple{
        required("num_embeddings", &O::num_embeddings, "Rows of the table."),
        required("embedding_dim", &O::embedding_dim, "Length of a row."),
        optional("padding_idx", &O::padding_idx, "A row that begins as zeros and never learns."),
        optional("max_norm", &O::max_norm,
                 "Rows looked up are scaled down to this norm, in place."),
        optional("norm_type", &O::norm_type, "The p of that norm."),
        optional("scale_grad_by_freq", &O::scale_grad_by_freq,
                 "Gradients divided by how often a row occurs."),
        optional("sparse", &O::sparse, "Sparse gradients."),
        optional("_weight", &O::weight, "The table, instead of a random one.").hidden(),
        optional("_freeze", &O::freeze, "The table does not require a gradient.").hidden(),
        device_field<O>(),
        dtype_field<O>(),
    };
  }
};

/// Rows of a table by number: int64 or int32 (*) → (*, embedding_dim). Throws kIndex for a number
/// that is no row.
class Embedding final : public UnaryModule {
 public:
  using Options = EmbeddingOptions;
  static constexpr std::string_view kName = "Embedding";
  static constexpr std::string_view kDoc = "Rows of a table by number.";
  /// Throws kAssertion for a padding_idx outside the table or a _weight of another shape.
  explicit Embedding(const Options& options, bool initialize = true);
  const Options& options() const noexcept { return options_; }
  std::string extra_repr() const override;

 protected:
  ~Embedding() override = default;
  Tensor forward(const Tensor& input) override;
  void reset_parameters() override;

 private:
  Options options_;
  std::optional<std::int64_t> padding_idx_;  // counted from the front
};

}  // namespace tenon::nn

#endif  // TENON_NN_LAYERS_EMBEDDING_H_
