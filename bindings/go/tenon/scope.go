package tenon

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Scope closes the tensors that were made in it, and those made from its tensors. Its methods keep
// the first error and do nothing after it, so that a computation is checked once, with Err. Several
// goroutines may use one scope.
type Scope struct {
	lock  sync.Mutex
	open  bool // a Scope that WithScope did not make closes nothing
	err   atomic.Pointer[error]
	owned []Tensor // never moves: a full one goes to `more`
	more  *scopeRest
}

// scopeRest is what few scopes have.
type scopeRest struct {
	full    [][]Tensor
	adopted []*object
}

// WithScope runs a function with a new scope, and closes the scope's tensors when it returns or
// panics. It gives the function's error, or the scope's first.
func WithScope(run func(s *Scope) error) error {
	s := &Scope{open: true}
	defer s.close()
	if err := run(s); err != nil {
		return err
	}
	return s.Err()
}

func (s *Scope) close() {
	s.lock.Lock()
	tensors, more := s.owned, s.more
	s.owned, s.more, s.open = nil, nil, false
	s.lock.Unlock()
	if len(tensors) == 0 && more == nil {
		return
	}
	r := releasers.Get().(*releaser)
	for i := range tensors {
		r.add(&tensors[i].object)
	}
	if more != nil {
		for _, full := range more.full {
			for i := range full {
				r.add(&full[i].object)
			}
		}
		for _, o := range more.adopted {
			r.add(o)
		}
	}
	r.flush()
	releasers.Put(r)
}

// place makes a tensor of the scope; nil if the scope is closed.
func (s *Scope) place(handle uintptr) *Tensor {
	s.lock.Lock()
	if !s.open {
		s.lock.Unlock()
		return nil
	}
	n := len(s.owned)
	if n == cap(s.owned) {
		s.grow()
		n = 0
	}
	s.owned = s.owned[:n+1]
	t := &s.owned[n]
	t.handle, t.scope = handle, s
	s.lock.Unlock()
	return t
}

func (s *Scope) grow() {
	const most = 64
	size := 4 * cap(s.owned)
	if size == 0 {
		size = 4
	} else {
		s.rest().full = append(s.rest().full, s.owned)
		if size > most {
			size = most
		}
	}
	s.owned = make([]Tensor, 0, size)
}

func (s *Scope) rest() *scopeRest {
	if s.more == nil {
		s.more = new(scopeRest)
	}
	return s.more
}

// adopt makes the scope close an object that lies elsewhere; false if the scope is closed.
func (s *Scope) adopt(o *object) bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	if !s.open {
		return false
	}
	s.rest().adopted = append(s.rest().adopted, o)
	o.scope = s
	return true
}

// Err is the first error of the scope's methods.
func (s *Scope) Err() error {
	if err := s.err.Load(); err != nil {
		return *err
	}
	return nil
}

func (s *Scope) failed() bool { return s.err.Load() != nil }

// Fail notes an error, if it is the first; nil is none.
func (s *Scope) Fail(err error) {
	if err != nil {
		s.err.CompareAndSwap(nil, &err)
	}
}

// Adopt makes the scope close a tensor that was made outside. It gives the tensor.
func (s *Scope) Adopt(t *Tensor) *Tensor {
	if t.get() != 0 && t.scope == nil && t.source == nil && s.adopt(&t.object) {
		runtime.SetFinalizer(t, nil)
		pressure.bytes.Add(-t.detail)
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
	if s.failed() {
		return nil
	}
	return s.tensor(m.call(x, s))
}

// CallValue runs a module as Module.CallValue; the tensors of the result belong to the scope.
func (s *Scope) CallValue(m *Module, args ...any) any {
	if s.failed() {
		return nil
	}
	value, err := m.callValue(s, args)
	s.Fail(err)
	return value
}

// FromSlice makes a float32 tensor of a copy of data. For other types, Adopt what tenon.FromSlice
// gives.
func (s *Scope) FromSlice(data []float32, shape ...int64) *Tensor {
	if s.failed() {
		return nil
	}
	return s.tensor(fromSlice(s, data, shape))
}

// Op calls an op by PyTorch's name, as tenon.Op.
func (s *Scope) Op(name string, args ...any) any {
	if s.failed() {
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
