package tenon

import (
	"runtime"
	"sync"

	"tenon.dev/go/tenon/internal/native"
)

// Scope closes the tensors that were made in it, and those made from its tensors. Its methods keep
// the first error and do nothing after it, so that a computation is checked once, with Err.
type Scope struct {
	lock    sync.Mutex
	handles []uintptr
	owners  []*object
	err     error
	closed  bool
}

// WithScope runs a function with a new scope, and closes the scope's tensors when it returns or
// panics. It gives the function's error, or the scope's first.
func WithScope(run func(s *Scope) error) error {
	s := new(Scope)
	defer s.close()
	if err := run(s); err != nil {
		return err
	}
	return s.err
}

func (s *Scope) close() {
	s.lock.Lock()
	s.closed = true
	live := s.handles[:0]
	for i, owner := range s.owners {
		if handle := owner.take(); handle != 0 {
			live = append(live, handle)
		}
		s.owners[i] = nil
	}
	if len(live) > 0 {
		native.ReleaseAll(live)
	}
	s.handles, s.owners = live[:0], s.owners[:0]
	s.lock.Unlock()
}

// add makes the scope close an object; false if the scope itself is closed.
func (s *Scope) add(handle uintptr, owner *object) bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.closed {
		return false
	}
	s.handles = append(s.handles, handle)
	s.owners = append(s.owners, owner)
	return true
}

// Err is the first error of the scope's methods.
func (s *Scope) Err() error { return s.err }

// Fail notes an error, if it is the first; nil is none.
func (s *Scope) Fail(err error) {
	if err != nil && s.err == nil {
		s.err = err
	}
}

// Adopt makes the scope close a tensor that was made outside. It gives the tensor.
func (s *Scope) Adopt(t *Tensor) *Tensor {
	if handle := t.get(); handle != 0 && t.scope == nil && s.add(handle, &t.object) {
		runtime.SetFinalizer(t, nil)
		t.scope = s
	}
	return t
}

// tensor keeps the error of a call and gives its tensor to the scope.
func (s *Scope) tensor(t *Tensor, err error) *Tensor {
	if err != nil {
		s.Fail(err)
		return nil
	}
	return s.Adopt(t)
}

// Call runs a module on one tensor.
func (s *Scope) Call(m *Module, x *Tensor) *Tensor {
	if s.err != nil {
		return nil
	}
	return s.tensor(m.call(x, s))
}

// CallValue runs a module as Module.CallValue; the tensors of the result belong to the scope.
func (s *Scope) CallValue(m *Module, args ...any) any {
	if s.err != nil {
		return nil
	}
	value, err := m.callValue(s, args)
	s.Fail(err)
	return value
}

// FromSlice makes a float32 tensor of a copy of data. For other types, Adopt what tenon.FromSlice
// gives.
func (s *Scope) FromSlice(data []float32, shape ...int64) *Tensor {
	if s.err != nil {
		return nil
	}
	return s.tensor(fromSlice(s, data, shape))
}

// Op calls an op by PyTorch's name, as tenon.Op.
func (s *Scope) Op(name string, args ...any) any {
	if s.err != nil {
		return nil
	}
	value, err := callOp(s, name, args)
	s.Fail(err)
	return value
}

// tensors is tensor for several.
func (s *Scope) tensors(list []*Tensor, err error) []*Tensor {
	s.Fail(err)
	for _, t := range list {
		s.Adopt(t)
	}
	return list
}

func (s *Scope) boolean(on bool, err error) bool {
	s.Fail(err)
	return on
}
