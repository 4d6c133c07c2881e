/// The whole C++ API: a table of contents.
#ifndef TENON_ALL_H_
#define TENON_ALL_H_

#include "tenon/context.h"        // allocator, log, seed: all the state there is
#include "tenon/dtype.h"          // element types
#include "tenon/error.h"          // Error and its codes
#include "tenon/generator.h"      // Generator
#include "tenon/io.h"             // files in and out
#include "tenon/nn/call.h"        // callbacks and the record they get
#include "tenon/nn/containers.h"  // Sequential, ModuleList, ModuleDict
#include "tenon/nn/module.h"      // Module: tables, hooks, call, traversal, conversion, state
#include "tenon/nn/registry.h"    // layers by name
#include "tenon/nn/state_dict.h"  // StateDict, LoadReport
#include "tenon/nn/text.h"        // models as text
#include "tenon/random.h"         // uniform_, normal_, bernoulli_
#include "tenon/shape.h"          // sizes and strides
#include "tenon/tensor.h"         // Tensor
#include "tenon/value.h"          // Value: what modules take and give

#endif  // TENON_ALL_H_
