package tenon

import (
	"runtime"
	"sync/atomic"

	"tenon.dev/go/tenon/internal/native"
)

// opRef is an op by name; its number is asked for once.
type opRef struct {
	name string
	id   atomic.Int32 // the number + 1; 0: not asked for yet
}

func (o *opRef) number() (int, error) {
	if id := o.id.Load(); id != 0 {
		return int(id - 1), nil
	}
	var id int32
	if err := check(native.Tenon_op_id(o.name, &id)); err != nil {
		return 0, err
	}
	o.id.Store(id + 1)
	return int(id), nil
}

// scopeOf is the scope of the first tensor that has one.
func scopeOf(args []any) *Scope {
	for _, arg := range args {
		switch arg := arg.(type) {
		case *Tensor:
			if s := arg.Scope(); s != nil {
				return s
			}
		case []*Tensor:
			for _, t := range arg {
				if s := t.Scope(); s != nil {
					return s
				}
			}
		case Tuple:
			if s := scopeOf(arg); s != nil {
				return s
			}
		}
	}
	return nil
}

// value calls the op with arguments by position and options.
func (o *opRef) value(scope *Scope, args []any) (any, error) {
	ctx, err := context()
	if err != nil {
		return nil, err
	}
	id, err := o.number()
	if err != nil {
		return nil, err
	}
	if scope == nil {
		scope = scopeOf(args)
	}
	handles := make([]uintptr, 0, len(args))
	defer func() { native.ReleaseAll(handles) }()
	var named Dict
	for _, arg := range args {
		if option, ok := arg.(Option); ok {
			named = append(named, option.entry())
			continue
		}
		handle, err := toValue(ctx, arg)
		if err != nil {
			return nil, err
		}
		handles = append(handles, handle)
	}
	positional, options := handles, uintptr(0)
	if len(named) > 0 {
		if options, err = dict(ctx, named); err != nil {
			return nil, err
		}
		handles = append(handles, options)
	}
	result, err := made(native.Tenon_op_call(ctx, id, positional, options))
	if err != nil {
		return nil, err
	}
	return fromValue(result, scope)
}

// one is an op of one tensor that gives one.
func (o *opRef) one(x *Tensor) (*Tensor, error) {
	defer runtime.KeepAlive(x)
	ctx, err := context()
	if err != nil {
		return nil, err
	}
	id, err := o.number()
	if err != nil {
		return nil, err
	}
	handle, err := x.ptr()
	if err != nil {
		return nil, err
	}
	result, err := made(native.Tenon_op1(ctx, id, handle))
	if err != nil {
		return nil, err
	}
	return newTensor(result, x.Scope()), nil
}

// tensor is value for an op that gives one tensor.
func (o *opRef) tensor(args ...any) (*Tensor, error) {
	value, err := o.value(nil, args)
	if err != nil {
		return nil, err
	}
	if t, ok := value.(*Tensor); ok {
		return t, nil
	}
	return nil, &Error{Code: TypeError, Message: o.name + ": the result is not one tensor"}
}

// tensors is value for an op that gives several.
func (o *opRef) tensors(args ...any) ([]*Tensor, error) {
	value, err := o.value(nil, args)
	if err != nil {
		return nil, err
	}
	var items []any
	switch value := value.(type) {
	case Tuple:
		items = value
	case List:
		items = value
	}
	tensors := make([]*Tensor, len(items))
	for i, item := range items {
		t, ok := item.(*Tensor)
		if !ok {
			return nil, &Error{Code: TypeError, Message: o.name + ": the result is not a sequence of tensors"}
		}
		tensors[i] = t
	}
	return tensors, nil
}

// boolean is value for an op that gives a bool.
func (o *opRef) boolean(args ...any) (bool, error) {
	value, err := o.value(nil, args)
	on, _ := value.(bool)
	return on, err
}

// Op calls an op by PyTorch's name: Op("softmax", x, -1), Op("sum", x, With("keepdim", true)). The
// result is what PyTorch gives: a *Tensor, a Tuple, a bool.
func Op(name string, args ...any) (any, error) { return callOp(nil, name, args) }

func callOp(scope *Scope, name string, args []any) (any, error) {
	op := opRef{name: name}
	return op.value(scope, args)
}

var opGetItem = opRef{name: "__getitem__"}

// Index is Python's t[items...]: integers, nil for a new dim, tensors of numbers or bools.
func (t *Tensor) Index(items ...any) (*Tensor, error) { return opGetItem.tensor(t, Tuple(items)) }
