/// The walk from results back to leaves.
#ifndef TENON_SRC_AUTOGRAD_ENGINE_H_
#define TENON_SRC_AUTOGRAD_ENGINE_H_

#include <vector>

#include "src/autograd/node.h"

namespace tenon {

/// What one walk is asked for.
struct BackwardWalk {
  std::vector<Edge> roots;
  std::vector<Tensor> root_grads;  ///< One a root, defined.
  bool keep_graph = false;
  bool create_graph = false;
  /// Empty: all leaves accumulate. Else only what leads to these is run.
  std::vector<Edge> targets;
  /// Targets: accumulate (true), or have their gradients captured.
  bool accumulate = true;
};

/// Runs it; gives the captured gradients, one a target (null: not reached).
std::vector<Tensor> run_walk(const BackwardWalk& walk);

}  // namespace tenon

#endif  // TENON_SRC_AUTOGRAD_ENGINE_H_
