/// Long short-term memory over a sequence.
#ifndef TENON_OPS_RNN_H_
#define TENON_OPS_RNN_H_

#include <span>
#include <string_view>

#include "tenon/random.h"
#include "tenon/tensor.h"

namespace tenon {

/// Weights of one layer and direction. H is the hidden size, P the projected one (H without
/// `weight_hr`). The four gates lie behind each other in the order i, f, g, o.
struct LstmWeights {
  Tensor weight_ih;  ///< (4H, in).
  Tensor weight_hh;  ///< (4H, P).
  Tensor bias_ih;    ///< (4H) or null.
  Tensor bias_hh;    ///< (4H) or null.
  Tensor weight_hr;  ///< (P, H) or null.
};

struct LstmResult {
  Tensor output;  ///< (T, N, D * P): the last layer's h at every step.
  Tensor h;       ///< (layers * D, N, P).
  Tensor c;       ///< (layers * D, N, H).
};

struct LstmOptions {
  bool bidirectional = false;  ///< D = 2: every layer also runs backwards.
  double dropout = 0;          ///< On the output of all layers but the last, while training.
  bool training = false;
};

/// S. Hochreiter, J. Schmidhuber, "Long short-term memory" (1997), as torch.nn.LSTM: per step
///   i, f, g, o = W_ih x + b_ih + W_hh h + b_hh;  c = σ(f) c + σ(i) tanh(g);  h = [W_hr] σ(o)
///   tanh(c).
/// `input` (T, N, in), `h0` (layers * D, N, P), `c0` (layers * D, N, H); `weights` one entry a
/// layer and direction, the directions of a layer side by side. One floating dtype for all. Throws
/// kRuntime on sizes and dtypes that do not fit.
LstmResult lstm(const Tensor& input, const Tensor& h0, const Tensor& c0,
                std::span<const LstmWeights> weights, const LstmOptions& options,
                Generator& generator);

namespace detail {
LstmResult lstm(std::string_view who, const Tensor& input, const Tensor& h0, const Tensor& c0,
                std::span<const LstmWeights> weights, const LstmOptions& options,
                Generator& generator);
}  // namespace detail

}  // namespace tenon

#endif  // TENON_OPS_RNN_H_
