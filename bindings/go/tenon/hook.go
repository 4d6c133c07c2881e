package tenon

import (
	"runtime"

	"tenon.dev/go/tenon/internal/native"
)

// ForwardHook sees a module's input tensors and its output, which is nil if it is not one tensor
// (a CallHook sees those). A tensor that it gives replaces the output; nil leaves it.
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

// frame is what a hook is handed, in one allocation. Module and tensors are fetched when they are
// looked at, and end with the hook.
type frame struct {
	call   uintptr // 0: the hook has returned
	scope  Scope
	module Module
	x, y   Tensor
	in     [1]*Tensor
}

func openFrame(call uintptr) *frame {
	f := new(frame)
	f.call = call
	f.module.source = f
	return f
}

func (f *frame) close() {
	f.call = 0
	f.scope.close()
}

// tensor makes t the index-th tensor of a slot.
func (f *frame) tensor(t *Tensor, slot, index int32) *Tensor {
	t.source, t.slot, t.index = f, slot, index
	t.scope = &f.scope
	return t
}

// fetch asks the call for what somebody looks at; 0 when the hook has returned.
func (f *frame) fetch(o *object, ask func(call uintptr) uint64) uintptr {
	if f.call == 0 {
		return 0
	}
	handle, err := made(ask(f.call))
	if err != nil || handle == 0 {
		return 0
	}
	o.handle.Store(handle)
	f.scope.add(handle, o)
	return handle
}

// inputs are the tensors of ARGS.
func (f *frame) inputs(count int32) []*Tensor {
	if count <= 0 {
		return nil
	}
	f.in[0] = f.tensor(&f.x, slotArgs, 0)
	in := f.in[:]
	for i := int32(1); i < count; i++ {
		in = append(in, f.tensor(new(Tensor), slotArgs, i))
	}
	return in
}

// give hands a tensor to the library as the frame's result.
func give(f *native.Frame, t *Tensor) error {
	if t == nil {
		return nil
	}
	handle, err := t.ptr()
	if err != nil {
		return err
	}
	native.Tenon_tensor_retain(handle)
	f.Result = handle
	runtime.KeepAlive(t)
	return nil
}

func (hook ForwardHook) callback(call uintptr, f *native.Frame) (int, error) {
	opened := openFrame(call)
	defer opened.close()
	var out *Tensor
	if f.OutTensors == 1 {
		out = opened.tensor(&opened.y, slotOutput, 0)
	}
	result, err := hook(&opened.module, opened.inputs(f.ArgTensors), out)
	if err != nil {
		return 0, err
	}
	return 0, give(f, result)
}

func (hook ForwardPreHook) callback(call uintptr, f *native.Frame) (int, error) {
	opened := openFrame(call)
	defer opened.close()
	result, err := hook(&opened.module, opened.inputs(f.ArgTensors))
	if err != nil {
		return 0, err
	}
	return 0, give(f, result)
}

func (hook CallHook) callback(call uintptr, f *native.Frame) (int, error) {
	c := &Call{call: call, kind: f.Kind}
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
	callback := func(call uintptr, f *native.Frame) (int, error) {
		opened := openFrame(call)
		defer opened.close()
		return 0, use(&opened.module)
	}
	return m.do(func(handle uintptr) uint64 {
		return native.Tenon_module_apply(handle, native.Pin(callback, nil))
	})
}
