/// Deep copies of modules and values (rules R9.1–R9.4).
#ifndef TENON_NN_DEEPCOPY_H_
#define TENON_NN_DEEPCOPY_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "tenon/value.h"

namespace tenon::nn {

struct DeepCopyOptions {
  /// Gradients of parameters are copied too (torch never does).
  bool grads = false;
  /// Filled, if not null: id of each copied hook in the original, and in the copy.
  std::vector<std::pair<std::int64_t, std::int64_t>>* hook_ids = nullptr;
};

/// A copy that shares nothing that can change with the original; what was one object within `value`
/// is one object within the copy.
///
/// - Parameters: new memory each, values, strides, requires_grad; no gradient.
/// - Other tensors: views of one storage stay views of one storage; gradients are copied. Throws
///   kRuntime for a tensor that is no graph leaf, naming its path.
/// - Tuples, lists, dicts, and modules anywhere within. Strings, opaque objects and whatever else
///   is not listed here are shared.
/// - Modules: all four tables in order, None slots, persistence, training; hooks run the same
///   callbacks, in the same order, under ids of their own. Registration hooks do not run.
/// - A custom module is made by its callback (CallKind::kClone), a C++ class by clone_shell();
///   kUnsupported, naming the path, if it cannot.
///
/// All or nothing: if it throws, no original has changed. MT-READ.
Value deepcopy(const Value& value, const DeepCopyOptions& options = {});

}  // namespace tenon::nn

#endif  // TENON_NN_DEEPCOPY_H_
