/// Gradients: recording, backward, hooks on tensors.
///
/// While recording is on, an op on a tensor that requires gradients leaves a node beside its
/// result: the function that gives the gradients of the op's inputs, and what it needs for that.
/// backward() walks those nodes from a result back to the leaves.
#ifndef TENON_AUTOGRAD_H_
#define TENON_AUTOGRAD_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tenon/tensor.h"

namespace tenon {

/// What a thread records in a context. The numbers are part of the C ABI.
enum class GradMode : std::int32_t {
  kOff = 0,        ///< Nothing is recorded (torch.no_grad).
  kOn = 1,         ///< The default.
  kInference = 2,  ///< As kOff, with the caller's word that results never take part in gradients.
};

/// The mode of this thread in a context. A thread remembers the modes of at most eight contexts
/// that are not kOn; when a ninth is set, the one set first falls back to kOn.
GradMode grad_mode(const Context& context) noexcept;
/// Sets it and gives the former one.
GradMode set_grad_mode(const Context& context, GradMode mode) noexcept;

/// Sets the mode for a scope.
class GradModeScope {
 public:
  GradModeScope(const Context& context, GradMode mode) noexcept
      : context_(context), previous_(set_grad_mode(context, mode)) {}
  ~GradModeScope() { set_grad_mode(context_, previous_); }
  GradModeScope(const GradModeScope&) = delete;
  GradModeScope& operator=(const GradModeScope&) = delete;

 private:
  const Context& context_;
  GradMode previous_;
};
/// Records nothing for a scope.
class NoGradScope : public GradModeScope {
 public:
  explicit NoGradScope(const Context& context) noexcept : GradModeScope(context, GradMode::kOff) {}
};

struct BackwardOptions {
  /// Whether what the graph saved is kept for another backward; unset: as create_graph.
  std::optional<bool> retain_graph;
  /// Whether the gradients are computed as recorded ops, so that they have gradients themselves.
  bool create_graph = false;
};

/// Computes the gradients of `tensors` and adds them to the `grad` of the leaves (or of `inputs`
/// only, if given; computed ones then retain their gradient).
///
/// `grads` holds the gradients of the tensors: empty, or one entry each; a null one stands for 1
/// and goes with one-element tensors only. Throws kRuntime: a tensor that has no history, shapes
/// that differ, a graph whose saved tensors are gone or were changed in place.
void backward(const std::vector<Tensor>& tensors, const std::vector<Tensor>& grads = {},
              const BackwardOptions& options = {},
              const std::optional<std::vector<Tensor>>& inputs = std::nullopt);
inline void backward(const Tensor& tensor, const Tensor& grad = Tensor(),
                     const BackwardOptions& options = {}) {
  backward(std::vector<Tensor>{tensor}, std::vector<Tensor>{grad}, options);
}

/// The gradients of `outputs` with respect to `inputs`, without touching anybody's `grad`.
/// `grad_outputs` as in backward(). An input that the outputs do not depend on gives null if
/// `allow_unused`, else kRuntime.
std::vector<Tensor> grad(const std::vector<Tensor>& outputs, const std::vector<Tensor>& inputs,
                         const std::vector<Tensor>& grad_outputs = {},
                         const BackwardOptions& options = {}, bool allow_unused = false);

/// A hook on a tensor's gradient: gets it, and gives another or null (unchanged).
using TensorHook = std::function<Tensor(const Tensor& grad)>;

/// Runs `hook` whenever the gradient of `tensor`, as it is now, has been computed. Hooks run in the
/// order in which they were registered. Gives an id for remove_tensor_hook.
/// Throws kRuntime if the tensor does not require gradients.
std::int64_t register_hook(const Tensor& tensor, TensorHook hook);
/// Runs `hook(tensor)` after each accumulation into a leaf's `grad`. Throws kRuntime for others.
std::int64_t register_post_accumulate_hook(const Tensor& tensor,
                                           std::function<void(const Tensor& tensor)> hook);
/// Removes a hook of either kind; false if the context has none of that id (any more).
bool remove_tensor_hook(Context& context, std::int64_t id);
/// A number for a hook of any kind, never given twice in the process.
std::int64_t next_hook_id() noexcept;
/// Makes backward() accumulate `grad` of a computed tensor too. Leaves: nothing to do. Throws
/// kRuntime if the tensor does not require gradients.
void retain_grad(const Tensor& tensor);
bool retains_grad(const Tensor& tensor) noexcept;
/// The op that a tensor is a recorded result of; empty for leaves.
std::string_view grad_fn_name(const Tensor& tensor);

}  // namespace tenon

#endif  // TENON_AUTOGRAD_H_
