#include "tenon/nn/layers/embedding.h"

#include "src/nn/layers/layer.h"
#include "tenon/nn/init.h"
#include "tenon/ops/embedding.h"

namespace tenon::nn {

Embedding::Embedding(const Options& options, bool initialize)
    : UnaryModule(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
  const std::int64_t rows = options.num_embeddings;
  if (options.padding_idx.has_value()) {
    const std::int64_t index = *options.padding_idx;
    if (index > 0 ? index >= rows : index < -rows) {
      fail(ErrorCode::kAssertion, kName, ": padding_idx is ", index, ", num_embeddings ", rows);
    }
    padding_idx_ = index < 0 ? index + rows : index;
  }
  check_size(kName, "num_embeddings", rows);
  check_size(kName, "embedding_dim", options.embedding_dim);
  const Shape sizes{rows, options.embedding_dim};
  const Tensor given = options.weight;
  options_.weight = Tensor();  // the parameter holds it from here on
  if (given.defined()) {
    if (given.sizes() != sizes) {
      fail(ErrorCode::kAssertion, kName, ": _weight is ", given.sizes(), ", the options say ",
           sizes);
    }
    register_parameter("weight", given.as_parameter(!options.freeze));
    return;
  }
  make_parameter(*this, "weight", sizes, parameter_dtype(kName, options.dtype));
  if (options.freeze)
    parameter_at(*this, 0, "weight").set_requires_grad(false);
  if (initialize) {
    reset_parameters();
  } else {
    mark_uninitialized();
  }
}

void Embedding::reset_parameters() {
  const Tensor& weight = needed_parameter(*this, 0, "weight");
  init::normal_(weight);
  if (!padding_idx_.has_value())
    return;
  const std::int64_t row = *padding_idx_;
  weight
      .as_strided(Shape{weight.sizes()[1]}, Strides{weight.strides()[1]},
                  weight.storage_offset() + row * weight.strides()[0])
      .fill_(0);
}

Tensor Embedding::forward(const Tensor& input) {
  const Tensor& weight = needed_parameter(*this, 0, "weight");
  if (options_.max_norm.has_value()) {
    embedding_renorm_(weight, input, options_.max_norm->value(), options_.norm_type.value());
  }
  return detail::embedding(kName, weight, input);
}

std::string Embedding::extra_repr() const {
  std::string text = concat(options_.num_embeddings, ", ", options_.embedding_dim);
  if (padding_idx_.has_value())
    text += concat(", padding_idx=", *padding_idx_);
  if (options_.max_norm.has_value())
    text += concat(", max_norm=", options_.max_norm->to_string());
  if (options_.norm_type.value() != 2) {
    text += concat(", norm_type=", options_.norm_type.to_string());
  }
  if (options_.scale_grad_by_freq)
    text += ", scale_grad_by_freq=True";
  if (options_.sparse)
    text += ", sparse=True";
  return text;
}

}  // namespace tenon::nn
