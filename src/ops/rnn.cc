#include "tenon/ops/rnn.h"

#include <cstring>
#include <vector>

#include "src/kernels/gemm.h"
#include "src/kernels/rnn.h"
#include "src/ops/checks.h"
#include "src/ops/scratch.h"
#include "tenon/ops/dropout.h"

namespace tenon {
namespace {

using kernels::Gemm;
using kernels::GemmSide;
using kernels::PackedMatrix;

void check_shape(std::string_view who, const Tensor& input, std::string_view what, const Tensor& t,
                 const Shape& wanted) {
  if (!t.defined())
    return;
  check_operand(who, input, what, t);
  if (t.sizes() != wanted) {
    fail(ErrorCode::kRuntime, who, ": ", what, " is ", t.sizes(), ", wants ", wanted);
  }
}

void check_sizes(std::string_view who, const Tensor& input, const Tensor& h0, const Tensor& c0,
                 std::span<const LstmWeights> weights, std::size_t directions) {
  if (input.ndim() != 3) {
    fail(ErrorCode::kRuntime, who, ": input is ", input.ndim(), "-d, wants (T, N, in)");
  }
  if (weights.empty() || weights.size() % directions != 0) {
    fail(ErrorCode::kRuntime, who, ": ", weights.size(), " weights for ", directions,
         " directions");
  }
  if (c0.ndim() != 3)
    fail(ErrorCode::kRuntime, who, ": c0 is ", c0.sizes(), ", wants 3 dims");
  const std::int64_t hidden = c0.sizes()[2];
  const std::int64_t batch = input.sizes()[1];
  const auto layers = static_cast<std::int64_t>(weights.size());
  const std::int64_t projected = weights[0].weight_hr.defined() && weights[0].weight_hr.ndim() == 2
                                     ? weights[0].weight_hr.sizes()[0]
                                     : hidden;
  check_shape(who, input, "h0", h0, {layers, batch, projected});
  check_shape(who, input, "c0", c0, {layers, batch, hidden});
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::int64_t in =
        i < directions ? input.sizes()[2] : projected * static_cast<std::int64_t>(directions);
    check_shape(who, input, "weight_ih", weights[i].weight_ih, {4 * hidden, in});
    check_shape(who, input, "weight_hh", weights[i].weight_hh, {4 * hidden, projected});
    check_shape(who, input, "bias_ih", weights[i].bias_ih, {4 * hidden});
    check_shape(who, input, "bias_hh", weights[i].bias_hh, {4 * hidden});
    check_shape(who, input, "weight_hr", weights[i].weight_hr, {projected, hidden});
  }
}

/// A product with a transposed weight (n, k), contiguous: C (m, n) [+]= A (m, k) Wᵀ [+ bias].
template <class T>
Gemm<T> times_transposed(const Tensor& weight, std::int64_t m, T* c, std::int64_t c_row_stride) {
  Gemm<T> g;
  g.m = m;
  g.n = weight.sizes()[0];
  g.k = weight.sizes()[1];
  g.b = {weight.data<T>(), 1, g.k};
  g.c = c;
  g.c_row_stride = c_row_stride;
  return g;
}

/// The weight packed for the products of every step, or as it is for a single one.
template <class T>
struct StepWeight {
  StepWeight(const Tensor& weight, std::int64_t steps)
      : tensor(weight.contiguous()),
        scratch(weight.context(), steps > 1
                                      ? kernels::packed_bytes<T>(
                                            GemmSide::kRight, weight.sizes()[0], weight.sizes()[1])
                                      : 0) {
    if (scratch.data() == nullptr)
      return;
    const std::int64_t k = tensor.sizes()[1];
    matrix = kernels::pack_matrix<T>(GemmSide::kRight, tensor.sizes()[0], k,
                                     {tensor.data<T>(), 1, k}, scratch.data());
  }
  /// The product, unpacked factors replaced.
  Gemm<T> product(std::int64_t m, T* c, std::int64_t c_row_stride) const {
    Gemm<T> g = times_transposed<T>(tensor, m, c, c_row_stride);
    if (scratch.data() != nullptr)
      g.packed_b = &matrix;
    return g;
  }

  Tensor tensor;
  Scratch scratch;
  PackedMatrix<T> matrix;
};

/// One layer in one direction: x (T, N, in) contiguous; h at every step into `output`, rows
/// `row` apart; `h` (N, P) and `c` (N, H) hold the state before and after.
template <class T>
void run(const Tensor& x, const LstmWeights& w, bool backwards, T* output, std::int64_t row, T* h,
         T* c) {
  const std::int64_t steps = x.sizes()[0];
  const std::int64_t batch = x.sizes()[1];
  const std::int64_t gates = w.weight_hh.sizes()[0];
  const std::int64_t hidden = gates / 4;
  const std::int64_t projected = w.weight_hh.sizes()[1];
  const Tensor bias_ih = contiguous_or_null(w.bias_ih);
  const Tensor bias_hh = contiguous_or_null(w.bias_hh);

  // What the input adds to the gates is one product for all steps.
  const Scratch all_gates(x.context(),
                          steps * batch * gates * static_cast<std::int64_t>(sizeof(T)));
  {
    const Tensor weight = w.weight_ih.contiguous();
    Gemm<T> g = times_transposed<T>(weight, steps * batch, all_gates.as<T>(), gates);
    g.a = {x.data<T>(), g.k, 1};
    if (bias_ih.defined())
      g.col_bias = bias_ih.data<T>();
    const Scratch scratch(x.context(), kernels::gemm_scratch_bytes(g));
    kernels::gemm(g, scratch.data());
  }

  const StepWeight<T> weight_hh(w.weight_hh, steps);
  Gemm<T> recur = weight_hh.product(batch, nullptr, gates);
  recur.accumulate = true;
  if (bias_hh.defined())
    recur.col_bias = bias_hh.data<T>();
  const Scratch recur_scratch(x.context(), kernels::gemm_scratch_bytes(recur));

  const bool projects = w.weight_hr.defined();
  const StepWeight<T> weight_hr(projects ? w.weight_hr : w.weight_hh, projects ? steps : 1);
  const Scratch unprojected(x.context(),
                            projects ? batch * hidden * static_cast<std::int64_t>(sizeof(T)) : 0);
  Gemm<T> project = weight_hr.product(batch, nullptr, row);
  project.a = {unprojected.as<T>(), hidden, 1};
  const Scratch project_scratch(x.context(), projects ? kernels::gemm_scratch_bytes(project) : 0);

  kernels::MatrixView<T> previous{h, projected, 1};
  for (std::int64_t step = 0; step < steps; ++step) {
    const std::int64_t t = backwards ? steps - 1 - step : step;
    T* const at_gates = all_gates.as<T>() + t * batch * gates;
    T* const at_output = output + t * batch * row;
    recur.a = previous;
    recur.c = at_gates;
    kernels::gemm(recur, recur_scratch.data());
    T* const cell_output = projects ? unprojected.as<T>() : at_output;
    kernels::lstm_cell(batch, hidden, at_gates, gates, c, c, cell_output, projects ? hidden : row);
    if (projects) {
      project.c = at_output;
      kernels::gemm(project, project_scratch.data());
    }
    previous = {at_output, row, 1};
  }
  for (std::int64_t i = 0; i < batch; ++i) {
    std::memcpy(h + i * projected, previous.data + i * previous.row_stride,
                static_cast<std::size_t>(projected) * sizeof(T));
  }
}

LstmWeights widen(const LstmWeights& w) {
  return {to_float(w.weight_ih), to_float(w.weight_hh), to_float(w.bias_ih), to_float(w.bias_hh),
          to_float(w.weight_hr)};
}

}  // namespace

namespace detail {

LstmResult lstm(std::string_view who, const Tensor& input, const Tensor& h0, const Tensor& c0,
                std::span<const LstmWeights> weights, const LstmOptions& options,
                Generator& generator) {
  const std::size_t directions = options.bidirectional ? 2 : 1;
  check_floating(who, input);
  check_sizes(who, input, h0, c0, weights, directions);
  if (is_half(input.dtype())) {
    std::vector<LstmWeights> wide;
    for (const LstmWeights& w : weights)
      wide.push_back(widen(w));
    const LstmResult r =
        lstm(who, to_float(input), to_float(h0), to_float(c0), wide, options, generator);
    const DType dtype = input.dtype();
    return {r.output.to(dtype), r.h.to(dtype), r.c.to(dtype)};
  }
  LstmResult result;
  result.h = h0.clone();
  result.c = c0.clone();
  const std::int64_t steps = input.sizes()[0];
  const std::int64_t batch = input.sizes()[1];
  const std::int64_t hidden = c0.sizes()[2];
  const std::int64_t projected = h0.sizes()[2];
  const std::int64_t width = projected * static_cast<std::int64_t>(directions);
  const std::size_t layers = weights.size() / directions;
  Tensor x = input.contiguous();
  for (std::size_t layer = 0; layer < layers; ++layer) {
    const Tensor y = Tensor::empty_in(input.context(), Shape{steps, batch, width}, input.dtype());
    for (std::size_t d = 0; d < directions && y.numel() > 0; ++d) {
      const std::size_t i = layer * directions + d;
      const auto at = static_cast<std::int64_t>(i) * batch;
      dispatch_compute(input.dtype(), [&]<class T>() {
        run<T>(x, weights[i], d == 1, y.data<T>() + static_cast<std::int64_t>(d) * projected, width,
               result.h.data<T>() + at * projected, result.c.data<T>() + at * hidden);
      });
    }
    const bool last = layer + 1 == layers;
    x = last ? y : dropout(y, options.dropout, options.training, generator);
  }
  result.output = x;
  return result;
}

}  // namespace detail

LstmResult lstm(const Tensor& input, const Tensor& h0, const Tensor& c0,
                std::span<const LstmWeights> weights, const LstmOptions& options,
                Generator& generator) {
  return detail::lstm("lstm", input, h0, c0, weights, options, generator);
}

}  // namespace tenon
