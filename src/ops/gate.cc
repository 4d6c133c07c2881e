#include "src/ops/gradients.h"
#include "tenon/ops/elementwise.h"

namespace tenon {
namespace {

void gate_backward(Backward& call) {
  const Tensor& g = call.grad();
  if (call.wants(0))
    call.give(0, gate(g, call.saved(1), call.saved(0), call.number()));
  if (call.wants(1))
    call.give(1, zeros_like(g));
}

}  // namespace

Tensor gate(const Tensor& g, const Tensor& x, const Tensor& open, double leak) {
  const bool wanted = wants_grad(g, x) && is_recording(g.context());
  Tensor out;
  {
    const Unrecorded off(g.context(), wanted);
    out = leak == 0 ? where(open, g, 0.0) : where(open, g, mul(g, leak));
  }
  if (!wanted)
    return out;
  const Ref<Node> node = start_node("gate", gate_backward, {&g, &x});
  node->numbers[0] = leak;
  node->save(open);
  node->save(x);
  node->attach(out);
  return out;
}

}  // namespace tenon
