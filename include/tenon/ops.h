/// Maths on tensors: free functions named as in PyTorch. This is the table of contents.
///
/// Common rules. Operands broadcast together. Dtypes promote as in PyTorch: tensors with dims weigh
/// more than 0-dim tensors, and these more than numbers; within a kind the wider dtype wins.
/// Results are new tensors unless a function says that it returns a view (views share storage) or
/// ends in
/// "_" (writes its first argument and returns it). Errors: kRuntime for shapes, kIndex for dims out
/// of range, kType for wrong kinds of argument, kNotImplemented for dtypes an op has no meaning
/// for. float16 and bfloat16 are computed in float32 and rounded once; sums accumulate in float64.
#ifndef TENON_OPS_H_
#define TENON_OPS_H_

#include "tenon/ops/creation.h"
#include "tenon/ops/elementwise.h"
#include "tenon/ops/index.h"
#include "tenon/ops/loss.h"
#include "tenon/ops/matmul.h"
#include "tenon/ops/promote.h"
#include "tenon/ops/reduce.h"
#include "tenon/ops/view.h"

#endif  // TENON_OPS_H_
