package tenon

import (
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"tenon.dev/go/tenon/internal/native"
)

// ForwardHook sees a module's input tensors and its output, which is nil if it is not one tensor
// (a CallHook sees those). A tensor that it gives replaces the output; nil leaves it.
//
// What a hook is handed is fetched when the hook looks at it, and ends with the hook; Keep takes it
// out. Other goroutines may use it in the meantime, once the hook itself has looked. A hook returns or
// panics; runtime.Goexit (testing's FailNow) in it ends the program.
type ForwardHook func(m *Module, in []*Tensor, out *Tensor) (*Tensor, error)

// ForwardPreHook sees a module's input tensors. A tensor that it gives replaces the arguments.
type ForwardPreHook func(m *Module, in []*Tensor) (*Tensor, error)

// CallHook sees and changes the whole record of a call: keyword arguments, nested values.
type CallHook func(c *Call) error

// HookOption is an option of registering a hook.
type HookOption int

const (
	// Prepend runs the hook before those registered so far.
	Prepend HookOption = 1
	// AlwaysCall runs a forward hook also when the call fails.
	AlwaysCall HookOption = 2
)

// The callback kinds that are looked at here; they mirror TENON_CALL_.
const (
	kindForward     = 1
	kindForwardPre  = 2
	kindForwardPost = 3
	kindApply       = 13
	kindExtraRepr   = 14
	kindGetExtra    = 15
	kindSetExtra    = 16
	kindClone       = 17
	kindCreate      = 18
	kindAnswers     = 21
)

// register registers a callback on a module and gives the function that removes it.
func (m *Module) register(options []HookOption, callback native.Callback,
	call func(handle uintptr, flags int, callback uintptr, id *int64) uint64) (func() error, error) {
	ctx, err := context()
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(m)
	handle, err := m.ptr()
	if err != nil {
		return nil, err
	}
	return register(ctx, handle, options, callback, call)
}

func register(ctx, handle uintptr, options []HookOption, callback native.Callback,
	call func(handle uintptr, flags int, callback uintptr, id *int64) uint64) (func() error, error) {
	flags := 0
	for _, option := range options {
		flags |= int(option)
	}
	var id int64
	if err := check(call(handle, flags, native.Pin(callback, nil), &id)); err != nil {
		return nil, err
	}
	return func() error {
		if contextHandle.Load() != ctx {
			return nil // that world has ended
		}
		return check(native.Tenon_hook_remove(ctx, id))
	}, nil
}

// frame is what a hook is handed. Module and tensors are fetched when somebody looks at them, and end
// with the hook.
type frame struct {
	lock   sync.Mutex
	record *native.Frame // nil: the hook has returned
	scope  *Scope        // of what the hook makes; nil: nothing yet
	module Module
	x, y   Tensor
	in     [1]*Tensor
}

// slab is a few frames in one allocation. A frame is used once, since a hook may keep what it was
// handed (which is closed then).
type slab struct {
	used   int
	frames [16]frame
}

var slabs = sync.Pool{New: func() any { return new(slab) }}

func openFrame(record *native.Frame) *frame {
	s := slabs.Get().(*slab)
	f := &s.frames[s.used]
	if s.used++; s.used < len(s.frames) {
		slabs.Put(s)
	}
	f.record = record
	f.module.source = f
	return f
}

func (f *frame) close() {
	f.lock.Lock()
	looked, scope := f.record.Module|f.record.X|f.record.Y != 0, f.scope
	f.record = nil
	f.lock.Unlock()
	if looked { // the caller of the hook lets go of them
		f.module.take()
		f.x.take()
		f.y.take()
	}
	if scope != nil {
		scope.close()
	}
}

// open gives the scope that ends with the hook.
func (f *frame) open() *Scope {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.opened()
}

func (f *frame) opened() *Scope {
	if f.scope == nil {
		f.scope = &Scope{open: f.record != nil}
	}
	return f.scope
}

// tensor makes t the index-th tensor of a slot.
func (f *frame) tensor(t *Tensor, slot, index int64) *Tensor {
	t.source, t.detail = f, slot<<32|index
	return t
}

// inputs are the tensors of ARGS.
func (f *frame) inputs() []*Tensor {
	count := f.record.ArgTensors
	if count <= 0 {
		return nil
	}
	f.in[0] = f.tensor(&f.x, slotArgs, 0)
	in := f.in[:]
	for i := int32(1); i < count; i++ {
		in = append(in, f.tensor(new(Tensor), slotArgs, int64(i)))
	}
	return in
}

// output is OUTPUT if it is one tensor.
func (f *frame) output() *Tensor {
	if f.record.OutTensors != 1 {
		return nil
	}
	return f.tensor(&f.y, slotOutput, 0)
}

func (f *frame) moduleHandle() uintptr {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.record == nil {
		return 0
	}
	if f.record.Module == 0 {
		native.LookAtModule(f.record)
	}
	atomic.StoreUintptr(&f.module.handle, f.record.Module)
	return f.record.Module
}

func (f *frame) tensorHandle(t *Tensor) uintptr {
	f.lock.Lock()
	defer f.lock.Unlock()
	if handle := t.load(); handle != 0 || f.record == nil {
		return handle
	}
	var handle uintptr
	switch t {
	case &f.x:
		if f.record.X == 0 {
			native.LookAtX(f.record)
		}
		handle = f.record.X
	case &f.y:
		native.LookAtY(f.record)
		handle = f.record.Y
	default:
		var err error
		handle, err = made(native.Tenon_call_tensor(f.record.Call, int(t.detail>>32), t.detail&math.MaxUint32))
		if err != nil || handle == 0 {
			return 0
		}
		f.opened().adopt(&t.object)
	}
	atomic.StoreUintptr(&t.handle, handle)
	return handle
}

// missing is the error of looking in vain.
func (f *frame) missing(what string) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.record == nil {
		return &closedError{what}
	}
	return &Error{Code: RuntimeError, Message: strings.ToLower(what) +
		": only the hook's own goroutine may look first at what it is handed"}
}

func (f *frame) path() string {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.record == nil {
		return ""
	}
	return native.Tenon_call_path(f.record.Call)
}

// give makes a tensor the result, in place of OUTPUT (of ARGS before forward).
func (f *frame) give(t *Tensor) error {
	handle, err := t.ptr()
	if err != nil {
		return err
	}
	switch {
	case t == &f.x || t == &f.y:
		f.record.ResultIsLent = 1
	case t.scope != nil && t.scope == f.scope && t.take() != 0: // ends here anyway
	default:
		native.Tenon_tensor_retain(handle)
	}
	f.record.Result = handle
	runtime.KeepAlive(t)
	return nil
}

func (hook ForwardHook) callback(f *native.Frame) (int, error) {
	opened := openFrame(f)
	defer opened.close()
	result, err := hook(&opened.module, opened.inputs(), opened.output())
	if err != nil || result == nil {
		return 0, err
	}
	return 0, opened.give(result)
}

func (hook ForwardPreHook) callback(f *native.Frame) (int, error) {
	opened := openFrame(f)
	defer opened.close()
	result, err := hook(&opened.module, opened.inputs())
	if err != nil || result == nil {
		return 0, err
	}
	return 0, opened.give(result)
}

func (hook CallHook) callback(f *native.Frame) (int, error) {
	c := openCall(f)
	defer c.close()
	return 0, hook(c)
}

// RegisterForwardHook runs a hook after forward. It gives the function that removes it, which may be
// called any number of times. Options: Prepend, AlwaysCall.
func (m *Module) RegisterForwardHook(hook ForwardHook, options ...HookOption) (remove func() error, err error) {
	return m.register(options, hook.callback, native.Tenon_module_register_forward_hook)
}

// RegisterForwardHookWithKwargs is RegisterForwardHook for a hook that sees the whole call.
func (m *Module) RegisterForwardHookWithKwargs(hook CallHook, options ...HookOption) (remove func() error, err error) {
	return m.register(options, hook.callback, native.Tenon_module_register_forward_hook)
}

// RegisterForwardPreHook runs a hook before forward. Option: Prepend.
func (m *Module) RegisterForwardPreHook(hook ForwardPreHook, options ...HookOption) (remove func() error, err error) {
	return m.register(options, hook.callback, native.Tenon_module_register_forward_pre_hook)
}

// RegisterForwardPreHookWithKwargs is RegisterForwardPreHook for a hook that sees the whole call.
func (m *Module) RegisterForwardPreHookWithKwargs(hook CallHook, options ...HookOption) (remove func() error, err error) {
	return m.register(options, hook.callback, native.Tenon_module_register_forward_pre_hook)
}

// RegisterStateDictPreHook runs a hook before the module's part of StateDict: Module, Prefix.
func (m *Module) RegisterStateDictPreHook(hook CallHook) (remove func() error, err error) {
	return m.register(nil, hook.callback, native.Tenon_module_register_state_dict_pre_hook)
}

// RegisterStateDictPostHook runs a hook after the module's part of StateDict: Module, StateDict, Prefix.
func (m *Module) RegisterStateDictPostHook(hook CallHook) (remove func() error, err error) {
	return m.register(nil, hook.callback, native.Tenon_module_register_state_dict_post_hook)
}

// RegisterLoadStateDictPreHook runs a hook before the module's entries are loaded: Module, StateDict,
// Prefix, Strict, AddReport.
func (m *Module) RegisterLoadStateDictPreHook(hook CallHook) (remove func() error, err error) {
	return m.register(nil, hook.callback, native.Tenon_module_register_load_state_dict_pre_hook)
}

// RegisterLoadStateDictPostHook runs a hook after the module's entries were loaded: Module, Report.
func (m *Module) RegisterLoadStateDictPostHook(hook CallHook) (remove func() error, err error) {
	return m.register(nil, hook.callback, native.Tenon_module_register_load_state_dict_post_hook)
}

func registerGlobal(options []HookOption, callback native.Callback,
	call func(handle uintptr, flags int, callback uintptr, id *int64) uint64) (func() error, error) {
	ctx, err := context()
	if err != nil {
		return nil, err
	}
	return register(ctx, ctx, options, callback, call)
}

// RegisterModuleForwardHook runs a hook after the forward of every module. Option: AlwaysCall.
func RegisterModuleForwardHook(hook ForwardHook, options ...HookOption) (remove func() error, err error) {
	return registerGlobal(options, hook.callback, native.Tenon_context_register_forward_hook)
}

// RegisterModuleForwardPreHook runs a hook before the forward of every module.
func RegisterModuleForwardPreHook(hook ForwardPreHook) (remove func() error, err error) {
	return registerGlobal(nil, hook.callback, native.Tenon_context_register_forward_pre_hook)
}

// RegisterModuleParameterRegistrationHook runs a hook when any module registers a parameter: Module,
// Name, Value; SetValue replaces it.
func RegisterModuleParameterRegistrationHook(hook CallHook) (remove func() error, err error) {
	return registerGlobal(nil, hook.callback, native.Tenon_context_register_parameter_registration_hook)
}

// RegisterModuleBufferRegistrationHook is the same for buffers.
func RegisterModuleBufferRegistrationHook(hook CallHook) (remove func() error, err error) {
	return registerGlobal(nil, hook.callback, native.Tenon_context_register_buffer_registration_hook)
}

// RegisterModuleModuleRegistrationHook is the same for children.
func RegisterModuleModuleRegistrationHook(hook CallHook) (remove func() error, err error) {
	return registerGlobal(nil, hook.callback, native.Tenon_context_register_module_registration_hook)
}

// Apply runs a function for each descendant, children first, then for this module. The *Module it is
// handed ends with it.
func (m *Module) Apply(use func(m *Module) error) error {
	callback := func(f *native.Frame) (int, error) {
		opened := openFrame(f)
		defer opened.close()
		return 0, use(&opened.module)
	}
	return m.do(func(handle uintptr) uint64 {
		return native.Tenon_module_apply(handle, native.Pin(callback, nil))
	})
}
