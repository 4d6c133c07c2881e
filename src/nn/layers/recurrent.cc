#include "tenon/nn/layers/recurrent.h"

#include <array>

#include "src/nn/layers/layer.h"
#include "tenon/nn/init.h"
#include "tenon/ops/rnn.h"

namespace tenon::nn {
namespace {

void check_options(const LSTMOptions& o) {
  constexpr std::string_view kName = LSTM::kName;
  if (!(o.dropout.value() >= 0 && o.dropout.value() <= 1)) {
    fail(ErrorCode::kValue, kName, ": dropout is ", o.dropout.to_string(),
         ", wants 0 <= dropout <= 1");
  }
  if (o.hidden_size <= 0) {
    fail(ErrorCode::kValue, kName, ": hidden_size is ", o.hidden_size, ", wants more than 0");
  }
  if (o.num_layers <= 0) {
    fail(ErrorCode::kValue, kName, ": num_layers is ", o.num_layers, ", wants more than 0");
  }
  if (o.proj_size < 0) {
    fail(ErrorCode::kValue, kName, ": proj_size is ", o.proj_size, ", wants at least 0");
  }
  if (o.proj_size >= o.hidden_size) {
    fail(ErrorCode::kValue, kName, ": proj_size ", o.proj_size, " is not below hidden_size ",
         o.hidden_size);
  }
  check_size(kName, "input_size", o.input_size);
}

std::int64_t directions_of(const LSTMOptions& o) {
  return o.bidirectional ? 2 : 1;
}

/// Size of h.
std::int64_t output_of(const LSTMOptions& o) {
  return o.proj_size > 0 ? o.proj_size : o.hidden_size;
}

// Views with dims put in, taken out, exchanged.

Tensor with_batch(const Tensor& t) {  // (a, b) → (a, 1, b)
  return t.as_strided(Shape{t.sizes()[0], 1, t.sizes()[1]},
                      Strides{t.strides()[0], t.sizes()[1], t.strides()[1]}, t.storage_offset());
}
Tensor without_batch(const Tensor& t) {  // (a, 1, b) → (a, b)
  return t.as_strided(Shape{t.sizes()[0], t.sizes()[2]}, Strides{t.strides()[0], t.strides()[2]},
                      t.storage_offset());
}
Tensor exchanged(const Tensor& t) {  // (a, b, c) → (b, a, c)
  return t.as_strided(Shape{t.sizes()[1], t.sizes()[0], t.sizes()[2]},
                      Strides{t.strides()[1], t.strides()[0], t.strides()[2]}, t.storage_offset());
}

}  // namespace

LSTM::LSTM(const Options& options, bool initialize) : Module(kName), options_(options) {
  set_layer_info(own_layer_info(kName));
  check_options(options);
  const DType dtype = parameter_dtype(kName, options.dtype);
  const std::int64_t gates = 4 * options.hidden_size;
  const std::int64_t output = output_of(options);
  const auto add = [&](std::string name, const Shape& sizes) {
    make_parameter(*this, name, sizes, dtype);
    names_.push_back(std::move(name));
  };
  for (std::int64_t layer = 0; layer < options.num_layers; ++layer) {
    const std::int64_t input = layer == 0 ? options.input_size : output * directions_of(options);
    for (std::int64_t direction = 0; direction < directions_of(options); ++direction) {
      const std::string tail = concat("_l", layer, direction == 1 ? "_reverse" : "");
      add("weight_ih" + tail, {gates, input});
      add("weight_hh" + tail, {gates, output});
      if (options.bias) {
        add("bias_ih" + tail, {gates});
        add("bias_hh" + tail, {gates});
      }
      if (options.proj_size > 0)
        add("weight_hr" + tail, {output, options.hidden_size});
    }
  }
  if (initialize) {
    reset_parameters();
  } else {
    mark_uninitialized();
  }
}

void LSTM::reset_parameters() {
  const double bound = 1 / std::sqrt(static_cast<double>(options_.hidden_size));
  for (std::size_t i = 0; i < names_.size(); ++i) {
    init::uniform_(needed_parameter(*this, i, names_[i]), -bound, bound);
  }
}

Value LSTM::forward(std::span<const Value> args, const Value& kwargs) {
  static constexpr std::array<std::string_view, 2> kNames{"input", "hx"};
  std::array<Value, 2> bound;
  bind_arguments(kName, args, kwargs, kNames, 1, bound.data());
  if (bound[0].kind() == ValueKind::kPackedSequence) {
    fail(ErrorCode::kUnsupported, kName, ": packed sequences are not offered yet");
  }
  const Tensor input = bound[0].as_tensor();
  if (input.ndim() != 2 && input.ndim() != 3) {
    fail(ErrorCode::kValue, kName, ": input is ", input.ndim(),
         "-d, wants 2-d or 3-d: ", input.sizes());
  }
  if (input.sizes().back() != options_.input_size) {
    fail(ErrorCode::kRuntime, kName, ": last dimension is ", input.sizes().back(), ", input_size ",
         options_.input_size, " (input ", input.sizes(), ")");
  }
  const bool batched = input.ndim() == 3;
  Tensor x = batched ? input : with_batch(input);
  if (batched && options_.batch_first)
    x = exchanged(x);
  if (x.sizes()[0] == 0) {
    fail(ErrorCode::kRuntime, kName, ": the sequence has no steps (input ", input.sizes(), ")");
  }
  const std::int64_t states = options_.num_layers * directions_of(options_);
  const std::int64_t batch = x.sizes()[1];
  Tensor h0;
  Tensor c0;
  if (bound[1].is_none()) {
    h0 = Tensor::zeros_in(x.context(), Shape{states, batch, output_of(options_)}, x.dtype());
    c0 = Tensor::zeros_in(x.context(), Shape{states, batch, options_.hidden_size}, x.dtype());
  } else {
    if (!bound[1].is_sequence() || bound[1].count() != 2) {
      fail(ErrorCode::kType, kName, ": hx wants a tuple (h0, c0), got ", bound[1].to_string());
    }
    h0 = bound[1].at(0).as_tensor();
    c0 = bound[1].at(1).as_tensor();
    if (h0.ndim() != input.ndim() || c0.ndim() != input.ndim()) {
      fail(ErrorCode::kRuntime, kName, ": input is ", input.ndim(),
           "-d, so h0 and c0 must be: ", h0.sizes(), ", ", c0.sizes());
    }
    if (!batched) {
      h0 = with_batch(h0);
      c0 = with_batch(c0);
    }
    const Shape h_wanted{states, batch, output_of(options_)};
    const Shape c_wanted{states, batch, options_.hidden_size};
    if (h0.sizes() != h_wanted) {
      fail(ErrorCode::kRuntime, kName, ": h0 is ", h0.sizes(), ", wants ", h_wanted);
    }
    if (c0.sizes() != c_wanted) {
      fail(ErrorCode::kRuntime, kName, ": c0 is ", c0.sizes(), ", wants ", c_wanted);
    }
  }
  std::vector<LstmWeights> weights(static_cast<std::size_t>(states));
  std::size_t at = 0;
  for (LstmWeights& w : weights) {
    const auto next = [&] {
      const std::size_t slot = at++;
      return needed_parameter(*this, slot, names_[slot]);
    };
    w.weight_ih = next();
    w.weight_hh = next();
    if (options_.bias) {
      w.bias_ih = next();
      w.bias_hh = next();
    }
    if (options_.proj_size > 0)
      w.weight_hr = next();
  }
  LstmResult result = detail::lstm(
      kName, x, h0, c0, weights, {options_.bidirectional, options_.dropout.value(), is_training()},
      context().generator());
  if (!batched) {
    result = {without_batch(result.output), without_batch(result.h), without_batch(result.c)};
  } else if (options_.batch_first) {
    result.output = exchanged(result.output);
  }
  return Value::tuple({result.output, Value::tuple({result.h, result.c})});
}

std::string LSTM::extra_repr() const {
  std::string text = concat(options_.input_size, ", ", options_.hidden_size);
  if (options_.proj_size != 0)
    text += concat(", proj_size=", options_.proj_size);
  if (options_.num_layers != 1)
    text += concat(", num_layers=", options_.num_layers);
  if (!options_.bias)
    text += ", bias=False";
  if (options_.batch_first)
    text += ", batch_first=True";
  if (options_.dropout.value() != 0) {
    text += concat(", dropout=", Real(options_.dropout.value()).to_string());
  }
  if (options_.bidirectional)
    text += ", bidirectional=True";
  return text;
}

}  // namespace tenon::nn
