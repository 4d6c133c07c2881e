/// The list of built-in layers: a class is named here and nowhere else, in the order of names.
#ifndef TENON_SRC_NN_LAYERS_LAYER_LIST_H_
#define TENON_SRC_NN_LAYERS_LAYER_LIST_H_

#include "tenon/nn/layers/activation.h"
#include "tenon/nn/layers/attention.h"
#include "tenon/nn/layers/conv.h"
#include "tenon/nn/layers/dropout.h"
#include "tenon/nn/layers/embedding.h"
#include "tenon/nn/layers/flatten.h"
#include "tenon/nn/layers/linear.h"
#include "tenon/nn/layers/loss.h"
#include "tenon/nn/layers/norm.h"
#include "tenon/nn/layers/pool.h"
#include "tenon/nn/layers/recurrent.h"

namespace tenon::nn {

template <class... L>
struct LayerList {};

using Layers = LayerList<  //
    AvgPool1d,             //
    AvgPool2d,             //
    BCELoss,               //
    BCEWithLogitsLoss,     //
    BatchNorm1d,           //
    BatchNorm2d,           //
    Conv1d,                //
    Conv2d,                //
    CrossEntropyLoss,      //
    Dropout,               //
    ELU,                   //
    Embedding,             //
    Flatten,               //
    Hardtanh,              //
    HuberLoss,             //
    Identity,              //
    L1Loss,                //
    LSTM,                  //
    LayerNorm,             //
    LeakyReLU,             //
    Linear,                //
    LogSoftmax,            //
    MSELoss,               //
    MaxPool1d,             //
    MaxPool2d,             //
    MultiheadAttention,    //
    NLLLoss,               //
    ReLU,                  //
    SiLU,                  //
    Sigmoid,               //
    SmoothL1Loss,          //
    Softmax,               //
    Softplus,              //
    Tanh>;

}  // namespace tenon::nn

#endif  // TENON_SRC_NN_LAYERS_LAYER_LIST_H_
