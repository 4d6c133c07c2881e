/// Gradients through memory layouts.
#ifndef TENON_SRC_AUTOGRAD_VIEWS_H_
#define TENON_SRC_AUTOGRAD_VIEWS_H_

#include "src/autograd/node.h"

namespace tenon {

/// Notes in a node how `view` lies in the memory of `from`: for the two functions below.
void describe_view(Node& node, const Tensor& from, const Tensor& view);
/// Of any view: its elements' gradients at their places in the gradient of what it looks into.
void strided_backward(Backward& call);
/// The same for views that pick elements (select, slice, diagonal, windows): what it gives has a
/// gradient function of its own, which picks them from the gradient's gradient.
void pick_backward(Backward& call);
/// Of an in-place op on a view, seen from the base: the op's own node, `extra`, gets the view's
/// part of the gradient and gives what takes its place.
void write_view_backward(Backward& call);

}  // namespace tenon

#endif  // TENON_SRC_AUTOGRAD_VIEWS_H_
