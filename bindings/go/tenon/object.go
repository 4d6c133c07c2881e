package tenon

import (
	"runtime"
	"sync/atomic"
)

// object is a native object that is held: what Tensor, Module and StateDict have in common.
type object struct {
	handle atomic.Uintptr
	scope  *Scope // closes it; nil: Close or the finalizer
}

// take gives the handle away, once.
func (o *object) take() uintptr { return o.handle.Swap(0) }

// hold makes obj close itself when the garbage collector finds it, unless a scope does.
func hold[T any](o *object, obj *T, handle uintptr, scope *Scope, closer func(*T)) {
	o.handle.Store(handle)
	if scope != nil && scope.add(handle, o) {
		o.scope = scope
		return
	}
	runtime.SetFinalizer(obj, closer)
}
