/// The whole C++ API: a table of contents.
#ifndef TENON_ALL_H_
#define TENON_ALL_H_

#include "tenon/context.h"               // allocator, log, seed: all the state there is
#include "tenon/dtype.h"                 // element types
#include "tenon/error.h"                 // Error and its codes
#include "tenon/generator.h"             // Generator
#include "tenon/io.h"                    // files in and out
#include "tenon/nn/averaging.h"          // AveragedModel, update_bn
#include "tenon/nn/call.h"               // callbacks and the record they get
#include "tenon/nn/containers.h"         // Sequential, ModuleList, ModuleDict
#include "tenon/nn/deepcopy.h"           // deep copies of modules and values
#include "tenon/nn/init.h"               // initial values: kaiming_uniform_, xavier_normal_ …
#include "tenon/nn/layers/activation.h"  // ReLU, Tanh, Softmax, SiLU …
#include "tenon/nn/layers/attention.h"   // MultiheadAttention
#include "tenon/nn/layers/conv.h"        // Conv1d, Conv2d
#include "tenon/nn/layers/dropout.h"     // Dropout
#include "tenon/nn/layers/embedding.h"   // Embedding
#include "tenon/nn/layers/flatten.h"     // Flatten
#include "tenon/nn/layers/linear.h"      // Linear, Identity
#include "tenon/nn/layers/loss.h"        // MSELoss, CrossEntropyLoss …
#include "tenon/nn/layers/norm.h"        // BatchNorm1d, BatchNorm2d, LayerNorm
#include "tenon/nn/layers/pool.h"        // MaxPool1d, MaxPool2d, AvgPool1d, AvgPool2d
#include "tenon/nn/layers/recurrent.h"   // LSTM
#include "tenon/nn/module.h"      // Module: tables, hooks, call, traversal, conversion, state
#include "tenon/nn/options.h"     // how a layer declares its options
#include "tenon/nn/registry.h"    // layers by name
#include "tenon/nn/state_dict.h"  // StateDict, LoadReport
#include "tenon/nn/text.h"        // models as text
#include "tenon/ops/attention.h"  // scaled_dot_product_attention
#include "tenon/ops/conv.h"       // conv1d, conv2d
#include "tenon/ops/dropout.h"    // dropout
#include "tenon/ops/embedding.h"  // embedding
#include "tenon/ops/linear.h"     // linear
#include "tenon/ops/norm.h"       // batch_norm, layer_norm
#include "tenon/ops/packed.h"     // weights kept in the kernels' order
#include "tenon/ops/pool.h"       // max_pool1d, avg_pool2d …
#include "tenon/ops/rnn.h"        // lstm
#include "tenon/ops/softmax.h"    // softmax, log_softmax
#include "tenon/optim.h"          // optimizers
#include "tenon/random.h"         // uniform_, normal_, bernoulli_
#include "tenon/shape.h"          // sizes and strides
#include "tenon/tensor.h"         // Tensor
#include "tenon/value.h"          // Value: what modules take and give

#endif  // TENON_ALL_H_
