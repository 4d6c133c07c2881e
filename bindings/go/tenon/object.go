package tenon

import (
	"sync"
	"sync/atomic"

	"tenon.dev/go/tenon/internal/native"
)

// object is a native object that is held: what Tensor, Module and StateDict have in common.
type object struct {
	handle uintptr // read and taken atomically; 0: closed
	scope  *Scope  // closes it; nil: Close or the finalizer
}

func (o *object) load() uintptr { return atomic.LoadUintptr(&o.handle) }

// take gives the handle away, once.
func (o *object) take() uintptr { return atomic.SwapUintptr(&o.handle, 0) }

// releaser collects handles and lets go of many in one native call.
type releaser struct {
	count   int
	handles [64]uintptr
}

var releasers = sync.Pool{New: func() any { return new(releaser) }}

func (r *releaser) add(o *object) {
	if handle := o.take(); handle != 0 {
		r.handles[r.count] = handle
		if r.count++; r.count == len(r.handles) {
			r.flush()
		}
	}
}

func (r *releaser) flush() {
	native.ReleaseAll(r.handles[:r.count])
	r.count = 0
}
