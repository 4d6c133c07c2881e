/// One row a layer: arguments that make one, what it prints as, and an input for it.
#ifndef TENON_TESTS_NN_LAYERS_LAYER_SAMPLES_H_
#define TENON_TESTS_NN_LAYERS_LAYER_SAMPLES_H_

#include <string>
#include <vector>

#include "tenon/tensor.h"

namespace tenon::test {

/// What a layer is called with.
enum class Inputs {
  kOne,
  kRows,           ///< Row numbers.
  kThrice,         ///< The input as query, key and value.
  kTarget,         ///< A target of zeros beside it.
  kClasses,        ///< Class numbers beside it.
  kProbabilities,  ///< Its sigmoid, as input and as target.
};

struct LayerSample {
  std::string name;  ///< The class.
  std::string call;  ///< A constructor call as Python writes it.
  Shape input;
  Shape output;
  Inputs inputs = Inputs::kOne;
};

/// A layer without a row here fails tests/nn/layers/contract_test.cc.
inline const std::vector<LayerSample>& layer_samples() {
  static const std::vector<LayerSample> samples{
      {"AvgPool1d", "nn.AvgPool1d(2, stride=1)", {2, 3, 5}, {2, 3, 4}},
      {"AvgPool2d", "nn.AvgPool2d((2, 1), count_include_pad=False)", {2, 3, 4, 5}, {2, 3, 2, 5}},
      {"BatchNorm1d", "nn.BatchNorm1d(3, eps=0.001)", {4, 3}, {4, 3}},
      {"BatchNorm2d", "nn.BatchNorm2d(3, momentum=None)", {2, 3, 4, 5}, {2, 3, 4, 5}},
      {"BCELoss", "nn.BCELoss()", {2, 3}, {}, Inputs::kProbabilities},
      {"BCEWithLogitsLoss",
       "nn.BCEWithLogitsLoss(reduction='none')",
       {2, 3},
       {2, 3},
       Inputs::kTarget},
      {"Conv1d", "nn.Conv1d(4, 6, 3, stride=2, groups=2)", {2, 4, 7}, {2, 6, 3}},
      {"Conv2d", "nn.Conv2d(3, 4, (3, 2), padding='same')", {2, 3, 5, 6}, {2, 4, 5, 6}},
      {"CrossEntropyLoss",
       "nn.CrossEntropyLoss(label_smoothing=0.1)",
       {4, 3},
       {},
       Inputs::kClasses},
      {"Dropout", "nn.Dropout(0.25)", {3, 4}, {3, 4}},
      {"Embedding", "nn.Embedding(5, 3, padding_idx=-1)", {2, 4}, {2, 4, 3}, Inputs::kRows},
      {"Flatten", "nn.Flatten(1, 2)", {2, 3, 4, 5}, {2, 12, 5}},
      {"HuberLoss", "nn.HuberLoss(delta=0.5)", {2, 3}, {}, Inputs::kTarget},
      {"Identity", "nn.Identity(54, unused=0.1)", {2, 3}, {2, 3}},
      {"L1Loss", "nn.L1Loss(reduction='sum')", {2, 3}, {}, Inputs::kTarget},
      {"LSTM", "nn.LSTM(3, 4, num_layers=2, bidirectional=True)", {5, 2, 3}, {5, 2, 8}},
      {"LayerNorm", "nn.LayerNorm((3, 4))", {2, 3, 4}, {2, 3, 4}},
      {"Linear", "nn.Linear(3, 4)", {2, 3}, {2, 4}},
      {"MSELoss", "nn.MSELoss()", {2, 3}, {}, Inputs::kTarget},
      {"MaxPool1d", "nn.MaxPool1d(2, dilation=2)", {2, 3, 7}, {2, 3, 3}},
      {"MaxPool2d", "nn.MaxPool2d(2, padding=1, ceil_mode=True)", {2, 3, 4, 5}, {2, 3, 3, 3}},
      {"MultiheadAttention",
       "nn.MultiheadAttention(6, 2, add_bias_kv=True, kdim=6, batch_first=True)",
       {2, 3, 6},
       {2, 3, 6},
       Inputs::kThrice},
      {"NLLLoss", "nn.NLLLoss()", {4, 3}, {}, Inputs::kClasses},
      {"ReLU", "nn.ReLU(inplace=True)", {2, 3}, {2, 3}},
      {"Sigmoid", "nn.Sigmoid()", {2, 3}, {2, 3}},
      {"SmoothL1Loss", "nn.SmoothL1Loss(beta=2.0)", {2, 3}, {}, Inputs::kTarget},
      {"Softmax", "nn.Softmax(dim=-1)", {2, 3}, {2, 3}},
      {"Tanh", "nn.Tanh()", {2, 3}, {2, 3}},
      {"ELU", "nn.ELU(0.5)", {2, 3}, {2, 3}},
      {"Hardtanh", "nn.Hardtanh(-0.5, 2)", {2, 3}, {2, 3}},
      {"LeakyReLU", "nn.LeakyReLU(0.2, inplace=True)", {2, 3}, {2, 3}},
      {"LogSoftmax", "nn.LogSoftmax(dim=0)", {2, 3}, {2, 3}},
      {"SiLU", "nn.SiLU()", {2, 3}, {2, 3}},
      {"Softplus", "nn.Softplus(2)", {2, 3}, {2, 3}},
  };
  return samples;
}

}  // namespace tenon::test

#endif  // TENON_TESTS_NN_LAYERS_LAYER_SAMPLES_H_
