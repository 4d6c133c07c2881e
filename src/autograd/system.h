/// AutogradSystem: which hook ids a context has given to tensors.
#ifndef TENON_SRC_AUTOGRAD_SYSTEM_H_
#define TENON_SRC_AUTOGRAD_SYSTEM_H_

#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "src/autograd/node.h"
#include "tenon/context.h"

namespace tenon {

/// Threads: every function may be called from any thread. TensorHooks outlive their entries here.
class AutogradSystem final : public ContextExtension {
 public:
  /// The context's; made at the first use.
  static AutogradSystem& of(Context& context);
  static AutogradSystem* find(const Context& context) noexcept {
    return static_cast<AutogradSystem*>(context.extension(Context::Slot::kAutograd));
  }

  void remember(std::int64_t id, TensorHooks& hooks);
  void forget(std::int64_t id) noexcept;
  bool remove(std::int64_t id);
  void shutdown() noexcept override {}

 private:
  std::mutex mutex_;
  std::unordered_map<std::int64_t, TensorHooks*> hooks_;
};

/// Clears what the tensor of a leaf's node knows of it. Called by the node as it ends.
void forget_leaf_node(Node& node) noexcept;

}  // namespace tenon

#endif  // TENON_SRC_AUTOGRAD_SYSTEM_H_
