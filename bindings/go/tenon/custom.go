package tenon

import (
	"runtime"
	"sync"
	"sync/atomic"

	"tenon.dev/go/tenon/internal/native"
)

// Forwarder is what a module of your own implements. Forward is what one overrides; callers use
// Module.Call, which runs the hooks. The result may be x; what else Forward makes of x ends with it.
type Forwarder interface {
	Forward(x *Tensor) (*Tensor, error)
}

// CallForwarder is implemented instead of Forwarder by modules of any arguments and results:
// Args, Kwargs, SetOutput.
type CallForwarder interface {
	ForwardCall(c *Call) error
}

// ExtraReprer adds what String shows between the parentheses.
type ExtraReprer interface {
	ExtraRepr() string
}

// ExtraStater has state that goes into the state dict beside parameters and buffers.
type ExtraStater interface {
	GetExtraState() (any, error)
	SetExtraState(state any) error
}

// Cloner makes DeepCopy possible: it gives a new module of the same kind, without children and
// parameters; those are copied by the library unless the new one has its own. The new one is closed
// when the library has it.
type Cloner interface {
	Clone() (*Module, error)
}

// lease is how a custom module's own *Module works inside its methods after Close: it is not counted,
// so that an object that keeps its module does not keep it alive.
type lease struct {
	lock   sync.Mutex
	closed atomic.Bool
	users  int
	handle atomic.Uintptr // while there are users, each of whose frames holds it
}

func (l *lease) enter(f *native.Frame) {
	native.LookAtModule(f)
	l.lock.Lock()
	l.users++
	l.handle.Store(f.Module)
	l.lock.Unlock()
}

func (l *lease) leave() {
	l.lock.Lock()
	if l.users--; l.users == 0 {
		l.handle.Store(0)
	}
	l.lock.Unlock()
}

// answer answers the record of a custom module.
func answer(object any, own *lease, f *native.Frame) (int, error) {
	if own.closed.Load() {
		own.enter(f)
		defer own.leave()
	}
	switch f.Kind {
	case kindForward:
		if forwarder, ok := object.(CallForwarder); ok {
			c := openCall(f)
			defer c.close()
			return 0, forwarder.ForwardCall(c)
		}
		forwarder, ok := object.(Forwarder)
		if !ok {
			return native.TENON_E_UNSUPPORTED, nil
		}
		opened := openFrame(f)
		defer opened.close()
		if f.ArgTensors != 1 {
			return 0, &Error{Code: TypeError, Message: opened.module.TypeName() +
				": Forward takes one tensor; implement ForwardCall for other arguments"}
		}
		y, err := forwarder.Forward(opened.inputs()[0])
		if err != nil || y == nil {
			return 0, err
		}
		return 0, opened.give(y)
	case kindExtraRepr:
		if reprer, ok := object.(ExtraReprer); ok {
			return answerValue(f, func(*Call) (any, error) { return reprer.ExtraRepr(), nil })
		}
	case kindGetExtra:
		if stater, ok := object.(ExtraStater); ok {
			return answerValue(f, func(*Call) (any, error) { return stater.GetExtraState() })
		}
	case kindSetExtra:
		if stater, ok := object.(ExtraStater); ok {
			c := openCall(f)
			defer c.close()
			state, err := c.Value()
			if err != nil {
				return 0, err
			}
			return 0, stater.SetExtraState(state)
		}
	case kindClone:
		if cloner, ok := object.(Cloner); ok {
			return answerModule(f, func(*Call) (*Module, error) { return cloner.Clone() })
		}
	case kindAnswers:
		_, ok := object.(ExtraStater)
		return answerValue(f, func(*Call) (any, error) { return ok, nil })
	}
	return native.TENON_E_UNSUPPORTED, nil
}

func answerValue(f *native.Frame, give func(c *Call) (any, error)) (int, error) {
	c := openCall(f)
	defer c.close()
	value, err := give(c)
	if err != nil {
		return 0, err
	}
	return 0, c.SetValue(value)
}

// answerModule is answerValue for a module, which is the library's then.
func answerModule(f *native.Frame, give func(c *Call) (*Module, error)) (int, error) {
	c := openCall(f)
	defer c.close()
	m, err := give(c)
	if err != nil {
		return 0, err
	}
	defer m.Close()
	return 0, c.SetValue(m)
}

// NewCustom makes a module of your own: object is a Forwarder or CallForwarder, and may be an
// ExtraReprer, ExtraStater or Cloner. Children and parameters are added before or after. The module
// holds object until nobody holds the module; Custom gives it back. Close it.
//
// An object may keep the *Module, to look at its parameters in Forward. It is open inside the object's
// methods also after Close: close it when the module is in its tree, since the two hold each other.
func NewCustom(typeName string, object any) (*Module, error) {
	own := new(lease)
	held := func(f *native.Frame) (int, error) { return answer(object, own, f) }
	m, err := moduleFrom(func(ctx uintptr) uint64 {
		return native.Tenon_module_create_custom(ctx, typeName, native.Pin(held, object))
	})
	if err == nil {
		m.lease = own
	}
	return m, err
}

// Custom is the object of a module that NewCustom made; nil for others.
func (m *Module) Custom() any {
	defer runtime.KeepAlive(m)
	handle := m.get()
	if handle == 0 {
		return nil
	}
	if pinned := native.Tn_custom(handle); pinned != 0 {
		if held, ok := native.Pinned(pinned).(*native.Held); ok {
			return held.Object
		}
	}
	return nil
}

// RegisterClass makes Create and Parse know a class of your own: factory gets the options by
// position and by name, and gives a module, which is closed when the library has it.
func RegisterClass(name string, factory func(args Tuple, kwargs Dict) (*Module, error)) error {
	callback := func(f *native.Frame) (int, error) {
		if f.Kind != kindCreate {
			return native.TENON_E_UNSUPPORTED, nil
		}
		return answerModule(f, func(c *Call) (*Module, error) {
			args, err := c.Args()
			if err != nil {
				return nil, err
			}
			kwargs, err := c.Kwargs()
			if err != nil {
				return nil, err
			}
			return factory(args, kwargs)
		})
	}
	return with(func(ctx uintptr) uint64 {
		return native.Tenon_context_register_class(ctx, name, native.Pin(callback, nil))
	})
}
