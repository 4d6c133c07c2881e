package tenon

import (
	"fmt"
	"runtime"
	"sync/atomic"

	"tenon.dev/go/tenon/internal/native"
)

// Module is a network or a part of one. Close it; its children and parameters live on as long as
// somebody holds them. Two *Module may be the same module: see Is.
type Module struct {
	object
	source *frame                 // of what a hook is handed: fetched when it is looked at
	lease  *lease                 // of what NewCustom made
	name   atomic.Pointer[string] // set by Close, for the error that follows
}

func newModule(handle uintptr, scope *Scope) *Module {
	if handle == 0 {
		return nil
	}
	m := new(Module)
	m.handle = handle
	if scope == nil || !scope.adopt(&m.object) {
		runtime.SetFinalizer(m, func(m *Module) { m.Close() })
	}
	return m
}

func moduleFrom(call func(ctx uintptr) uint64) (*Module, error) {
	ctx, err := context()
	if err != nil {
		return nil, err
	}
	handle, err := made(call(ctx))
	if err != nil {
		return nil, err
	}
	return newModule(handle, nil), nil
}

// Create makes a module of a class by name, with drawn parameters: Create("Linear", 4, 2). Options
// go by position or With; for containers they are the modules. Close it.
func Create(class string, options ...any) (*Module, error) {
	ctx, err := context()
	if err != nil {
		return nil, err
	}
	tuple, named, err := arguments(ctx, options)
	if err != nil {
		return nil, err
	}
	defer native.Tenon_value_release(tuple)
	defer native.Tenon_value_release(named)
	if named != 0 && native.Tenon_value_count(tuple) == 0 {
		tuple, named = named, tuple
	}
	return moduleFrom(func(ctx uintptr) uint64 { return native.Tenon_module_create(ctx, class, tuple) })
}

// newLayer makes a built-in layer. `names` are its options in order: positional ones beside named
// ones are given their names, since the library takes either.
func newLayer(class string, names []string, options []any) (*Module, error) {
	positional, named := 0, 0
	for _, option := range options {
		if _, ok := option.(Option); ok {
			named++
		} else {
			positional++
		}
	}
	if named > 0 && positional <= len(names) {
		all := make([]any, 0, len(options))
		i := 0
		for _, option := range options {
			if _, ok := option.(Option); !ok {
				option = With(names[i], option)
				i++
			}
			all = append(all, option)
		}
		options = all
	}
	return Create(class, options...)
}

// Parse builds the tree that print(model) wrote. Its parameters have no values until they are loaded
// or Initialize draws them. Close it.
func Parse(text string) (*Module, error) {
	return moduleFrom(func(ctx uintptr) uint64 { return native.Tenon_module_parse(ctx, text) })
}

// ParseWith is Parse with the state dict the model will load, which shows what print hides; nil:
// none. The report names what was assumed. Options: With("strict", true).
func ParseWith(text string, state *StateDict, options ...any) (*Module, *Report, error) {
	defer runtime.KeepAlive(state)
	return withReport(options, func(ctx, options, report uintptr) uint64 {
		return native.Tenon_module_parse_with(ctx, text, state.get(), options, report)
	})
}

// Load builds the model that a file describes and loads its weights. It is in eval mode. Options:
// With("text_path", …), With("train", true), With("strict_text", true). Close it.
func Load(path string, options ...any) (*Module, error) {
	m, _, err := LoadWithReport(path, options...)
	return m, err
}

// LoadWithReport is Load, and tells what parser and loader found.
func LoadWithReport(path string, options ...any) (*Module, *Report, error) {
	return withReport(options, func(ctx, options, report uintptr) uint64 {
		return native.Tenon_module_load_with(ctx, path, options, report)
	})
}

func withReport(options []any, call func(ctx, options, report uintptr) uint64) (*Module, *Report, error) {
	ctx, err := context()
	if err != nil {
		return nil, nil, err
	}
	tuple, named, err := arguments(ctx, options)
	if err != nil {
		return nil, nil, err
	}
	defer native.Tenon_value_release(tuple)
	defer native.Tenon_value_release(named)
	report, err := made(native.Tenon_report_create(ctx))
	if err != nil {
		return nil, nil, err
	}
	defer native.Tenon_report_release(report)
	m, err := moduleFrom(func(ctx uintptr) uint64 { return call(ctx, named, report) })
	return m, readReport(report), err
}

// get is the handle; 0 for a closed or nil Module.
func (m *Module) get() uintptr {
	if m == nil {
		return 0
	}
	if handle := m.load(); handle != 0 {
		return handle
	}
	if m.source != nil {
		return m.source.moduleHandle()
	}
	if m.lease != nil {
		return m.lease.handle.Load()
	}
	return 0
}

func (m *Module) ptr() (uintptr, error) {
	if handle := m.get(); handle != 0 {
		return handle, nil
	}
	if m != nil && m.source != nil {
		return 0, m.source.missing("Module")
	}
	if m != nil {
		if name := m.name.Load(); name != nil {
			return 0, &closedError{*name}
		}
	}
	return 0, &closedError{"Module"}
}

// Close lets go of the module; it is freed when nobody else holds it. Closing twice is harmless, and
// so is closing what a hook was handed, which ends with the hook. It never fails; the error is for
// io.Closer.
func (m *Module) Close() error {
	if m == nil || m.source != nil {
		return nil
	}
	if handle := m.take(); handle != 0 {
		name := native.Tenon_module_type_name(handle)
		m.name.Store(&name)
		if m.lease != nil {
			m.lease.closed.Store(true)
		}
		if m.scope == nil {
			runtime.SetFinalizer(m, nil)
		}
		native.Tenon_module_release(handle)
	}
	return nil
}

// Keep gives a *Module that lives until Close, of one that a hook was handed.
func (m *Module) Keep() (*Module, error) {
	defer runtime.KeepAlive(m)
	handle, err := m.ptr()
	if err != nil {
		return nil, err
	}
	native.Tenon_module_retain(handle)
	return newModule(handle, nil), nil
}

// Is says whether both are the same module.
func (m *Module) Is(other *Module) bool { return m.get() == other.get() }

// do runs a call that gives nothing.
func (m *Module) do(call func(handle uintptr) uint64) error {
	_, err := m.make(call)
	return err
}

// make runs a call that gives a handle.
func (m *Module) make(call func(handle uintptr) uint64) (uintptr, error) {
	defer runtime.KeepAlive(m)
	handle, err := m.ptr()
	if err != nil {
		return 0, err
	}
	return made(call(handle))
}

// with runs a call on this module and another.
func (m *Module) with(other *Module, call func(handle, other uintptr) uint64) error {
	defer runtime.KeepAlive(other)
	var child uintptr
	if other != nil {
		var err error
		if child, err = other.ptr(); err != nil {
			return err
		}
	}
	return m.do(func(handle uintptr) uint64 { return call(handle, child) })
}

// withValue runs a call on this module and a value.
func (m *Module) withValue(v any, call func(handle, value uintptr) uint64) error {
	ctx, err := context()
	if err != nil {
		return err
	}
	value, err := toValue(ctx, v)
	if err != nil {
		return err
	}
	defer native.Tenon_value_release(value)
	return m.do(func(handle uintptr) uint64 { return call(handle, value) })
}

// TypeName is the class name, "Linear"; "" for a closed module.
func (m *Module) TypeName() string {
	defer runtime.KeepAlive(m)
	if handle := m.get(); handle != 0 {
		return native.Tenon_module_type_name(handle)
	}
	return ""
}

// Path is the path within the running call of the module that a hook is handed, "" at its root and
// outside of hooks: a module has no parent and may have several paths.
func (m *Module) Path() string {
	if m == nil || m.source == nil {
		return ""
	}
	return m.source.path()
}

// Options are the options a built-in layer was made with; nil for others.
func (m *Module) Options() (Dict, error) {
	handle, err := m.make(native.Tenon_module_options)
	if err != nil {
		return nil, err
	}
	value, err := fromValue(handle, nil)
	options, _ := value.(Dict)
	return options, err
}

// String is what Python's print shows.
func (m *Module) String() string {
	defer runtime.KeepAlive(m)
	handle, err := m.ptr()
	if err != nil {
		return "Module(closed)"
	}
	shown, err := text(native.Tenon_module_describe(handle))
	if err != nil {
		return m.TypeName() + "(" + err.Error() + ")"
	}
	return shown
}

// Text is String with every option that is not at its default: Parse gives an equal tree.
func (m *Module) Text() (string, error) {
	defer runtime.KeepAlive(m)
	handle, err := m.ptr()
	if err != nil {
		return "", err
	}
	return text(native.Tenon_module_text(handle))
}

// Save writes weights and text into one file that Load reads, atomically. PyTorch's safetensors
// reads the weights.
func (m *Module) Save(path string) error {
	return m.do(func(handle uintptr) uint64 { return native.Tenon_module_save(handle, path, 0) })
}

// DeepCopy copies the module with everything in it; what is shared inside stays shared. A custom
// module is copied by its Clone. Close it.
func (m *Module) DeepCopy() (*Module, error) {
	handle, err := m.make(native.Tenon_module_deepcopy)
	if err != nil {
		return nil, err
	}
	return newModule(handle, nil), nil
}

// ---- calling ----

// Call runs pre-hooks, forward and hooks on one tensor. The result belongs to x's scope.
func (m *Module) Call(x *Tensor) (*Tensor, error) {
	if x == nil {
		return nil, &closedError{"Tensor"}
	}
	return m.call(x, x.Scope())
}

func (m *Module) call(x *Tensor, scope *Scope) (*Tensor, error) {
	input, err := x.ptr()
	if err != nil {
		return nil, err
	}
	module, err := m.ptr()
	if err != nil {
		return nil, err
	}
	result, err := made(native.Tenon_module_call1(module, input))
	runtime.KeepAlive(x)
	runtime.KeepAlive(m)
	if err != nil {
		return nil, err
	}
	return newTensor(result, scope), nil
}

// CallValue runs the module on any arguments, by position or With, and gives what it returns: a
// *Tensor, a Tuple … (an LSTM: Tuple{out, Tuple{h, c}}).
func (m *Module) CallValue(args ...any) (any, error) { return m.callValue(scopeOf(args), args) }

func (m *Module) callValue(scope *Scope, args []any) (any, error) {
	ctx, err := context()
	if err != nil {
		return nil, err
	}
	tuple, named, err := arguments(ctx, args)
	if err != nil {
		return nil, err
	}
	defer native.Tenon_value_release(tuple)
	defer native.Tenon_value_release(named)
	result, err := m.make(func(handle uintptr) uint64 { return native.Tenon_module_call(handle, tuple, named) })
	if err != nil {
		return nil, err
	}
	return fromValue(result, scope)
}

// CallFloats runs the module on a float32 input of that shape, row by row, and copies the output's
// elements into out. It gives how many there are; out being too short is an error.
func (m *Module) CallFloats(in []float32, shape []int64, out []float32) (int, error) {
	count := int64(1)
	for _, size := range shape {
		count *= size
	}
	if count != int64(len(in)) {
		return 0, &Error{Code: ValueError, Message: fmt.Sprintf(
			"call: %d values for shape %s", len(in), shapeText(shape))}
	}
	module, err := m.ptr()
	if err != nil {
		return 0, err
	}
	got := native.Tn_call_f32(module, native.Address(start(in)), native.Address(start(shape)), len(shape),
		native.Address(start(out)), int64(len(out)))
	runtime.KeepAlive(in)
	runtime.KeepAlive(shape)
	runtime.KeepAlive(out)
	runtime.KeepAlive(m)
	if got&1 != 0 {
		return 0, check(got)
	}
	return int(got >> 1), nil
}

// ---- registration ----

// RegisterParameter registers a parameter (Tensor.Parameter makes one); nil: a None slot.
func (m *Module) RegisterParameter(name string, parameter *Tensor) error {
	return m.withTensor(parameter, func(handle, tensor uintptr) uint64 {
		return native.Tenon_module_register_parameter(handle, name, tensor)
	})
}

func (m *Module) withTensor(t *Tensor, call func(handle, tensor uintptr) uint64) error {
	defer runtime.KeepAlive(t)
	var tensor uintptr
	if t != nil {
		var err error
		if tensor, err = t.ptr(); err != nil {
			return err
		}
	}
	return m.do(func(handle uintptr) uint64 { return call(handle, tensor) })
}

// BufferOption is an option of RegisterBuffer.
type BufferOption func(persistent *bool)

// NonPersistent keeps a buffer out of the state dict.
func NonPersistent() BufferOption { return func(persistent *bool) { *persistent = false } }

// RegisterBuffer registers a buffer; nil: a None slot.
func (m *Module) RegisterBuffer(name string, buffer *Tensor, options ...BufferOption) error {
	persistent := true
	for _, option := range options {
		option(&persistent)
	}
	return m.withTensor(buffer, func(handle, tensor uintptr) uint64 {
		return native.Tenon_module_register_buffer(handle, name, tensor, flag(persistent))
	})
}

// AddModule adds a child; nil: a None slot.
func (m *Module) AddModule(name string, child *Module) error {
	return m.with(child, func(handle, child uintptr) uint64 {
		return native.Tenon_module_add_module(handle, name, child)
	})
}

// SetAttribute is Python's module.name = value: a parameter, buffer, child or plain value.
func (m *Module) SetAttribute(name string, value any) error {
	return m.withValue(value, func(handle, value uintptr) uint64 {
		return native.Tenon_module_set_attribute(handle, name, value)
	})
}

// Attribute is Python's module.name.
func (m *Module) Attribute(name string) (any, error) {
	value, err := m.make(func(handle uintptr) uint64 { return native.Tenon_module_get_attribute(handle, name) })
	if err != nil {
		return nil, err
	}
	return fromValue(value, nil)
}

// DeleteAttribute is Python's del module.name.
func (m *Module) DeleteAttribute(name string) error {
	return m.do(func(handle uintptr) uint64 { return native.Tenon_module_delete_attribute(handle, name) })
}

// ---- lookup ----

// Submodule is a descendant by its dotted path; ErrNotFound. Close it.
func (m *Module) Submodule(path string) (*Module, error) {
	handle, err := m.make(func(handle uintptr) uint64 { return native.Tenon_module_get_submodule(handle, path) })
	if err != nil {
		return nil, err
	}
	return newModule(handle, nil), nil
}

// SetSubmodule puts a module in a descendant's place; strict: something must be there already.
func (m *Module) SetSubmodule(path string, child *Module, strict bool) error {
	return m.with(child, func(handle, child uintptr) uint64 {
		return native.Tenon_module_set_submodule(handle, path, child, flag(strict))
	})
}

// Parameter is a parameter by its dotted path; ErrNotFound. Close it.
func (m *Module) Parameter(path string) (*Tensor, error) {
	handle, err := m.make(func(handle uintptr) uint64 { return native.Tenon_module_get_parameter(handle, path) })
	return newTensor(handle, nil), err
}

// Buffer is a buffer by its dotted path, nil for a None slot; ErrNotFound. Close it.
func (m *Module) Buffer(path string) (*Tensor, error) {
	handle, err := m.make(func(handle uintptr) uint64 { return native.Tenon_module_get_buffer(handle, path) })
	return newTensor(handle, nil), err
}

// Has says whether a path names a module, parameter, buffer or attribute.
func (m *Module) Has(path string) bool {
	defer runtime.KeepAlive(m)
	handle := m.get()
	return handle != 0 && native.Tenon_module_has(handle, path) == 1
}

// ---- traversal ----

// NamedTensor is a parameter or buffer with its dotted name.
type NamedTensor struct {
	Name   string
	Tensor *Tensor
}

// NamedModule is a module with its dotted path; Module is nil for a None slot.
type NamedModule struct {
	Name   string
	Module *Module
}

// ListOption says what the Named… lists hold.
type ListOption = Option

// Prefix goes before every name.
func Prefix(prefix string) ListOption { return With("prefix", prefix) }

// NoRecurse leaves descendants out.
func NoRecurse() ListOption { return With("recurse", false) }

// Duplicates lists what is shared under all its names.
func Duplicates() ListOption { return With("remove_duplicate", false) }

// InScope gives the list's tensors or modules to a scope.
func InScope(s *Scope) ListOption { return With("", s) }

func (m *Module) list(options []ListOption, call func(handle, options uintptr) uint64,
	each func(list uintptr, i int64, name string, scope *Scope) error) error {
	ctx, err := context()
	if err != nil {
		return err
	}
	var scope *Scope
	var named Dict
	for _, option := range options {
		if s, ok := option.Value.(*Scope); ok {
			scope = s
			continue
		}
		named = append(named, option.entry())
	}
	var value uintptr
	if len(named) > 0 {
		if value, err = dict(ctx, named); err != nil {
			return err
		}
		defer native.Tenon_value_release(value)
	}
	list, err := m.make(func(handle uintptr) uint64 { return call(handle, value) })
	if err != nil {
		return err
	}
	defer native.Tenon_list_release(list)
	return eachOf(list, scope, each)
}

func eachOf(list uintptr, scope *Scope, each func(list uintptr, i int64, name string, scope *Scope) error) error {
	for i := int64(0); i < native.Tenon_list_count(list); i++ {
		if err := each(list, i, native.Tenon_list_name(list, i), scope); err != nil {
			return err
		}
	}
	return nil
}

func (m *Module) tensors(options []ListOption, call func(handle, options uintptr) uint64) ([]NamedTensor, error) {
	var named []NamedTensor
	err := m.list(options, call, func(list uintptr, i int64, name string, scope *Scope) error {
		handle, err := made(native.Tenon_list_tensor(list, i))
		named = append(named, NamedTensor{name, newTensor(handle, scope)})
		return err
	})
	return named, err
}

func (m *Module) modules(options []ListOption, call func(handle, options uintptr) uint64) ([]NamedModule, error) {
	var named []NamedModule
	err := m.list(options, call, func(list uintptr, i int64, name string, scope *Scope) error {
		handle, err := made(native.Tenon_list_module(list, i))
		named = append(named, NamedModule{name, newModule(handle, scope)})
		return err
	})
	return named, err
}

// NamedParameters lists the parameters of the tree. Options: Prefix, NoRecurse, Duplicates, InScope.
func (m *Module) NamedParameters(options ...ListOption) ([]NamedTensor, error) {
	return m.tensors(options, native.Tenon_module_named_parameters)
}

// NamedBuffers lists the buffers of the tree, with the same options.
func (m *Module) NamedBuffers(options ...ListOption) ([]NamedTensor, error) {
	return m.tensors(options, native.Tenon_module_named_buffers)
}

// NamedModules lists this module and all descendants. Options: Prefix, Duplicates, InScope.
func (m *Module) NamedModules(options ...ListOption) ([]NamedModule, error) {
	return m.modules(options, native.Tenon_module_named_modules)
}

// NamedChildren lists the children. Option: InScope.
func (m *Module) NamedChildren(options ...ListOption) ([]NamedModule, error) {
	return m.modules(options, func(handle, _ uintptr) uint64 { return native.Tenon_module_named_children(handle) })
}

// Parameters is NamedParameters without the names.
func (m *Module) Parameters(options ...ListOption) ([]*Tensor, error) {
	return withoutNames(m.NamedParameters(options...))
}

// Buffers is NamedBuffers without the names.
func (m *Module) Buffers(options ...ListOption) ([]*Tensor, error) {
	return withoutNames(m.NamedBuffers(options...))
}

func withoutNames(named []NamedTensor, err error) ([]*Tensor, error) {
	tensors := make([]*Tensor, len(named))
	for i := range named {
		tensors[i] = named[i].Tensor
	}
	return tensors, err
}

// EachParameter runs a function for each parameter until it answers false or fails; each is closed
// behind it.
func (m *Module) EachParameter(use func(name string, parameter *Tensor) (bool, error)) error {
	return WithScope(func(s *Scope) error {
		named, err := m.NamedParameters(InScope(s))
		for _, p := range named {
			if err != nil {
				return err
			}
			var more bool
			if more, err = use(p.Name, p.Tensor); !more {
				break
			}
		}
		return err
	})
}

// ---- modes and conversion ----

// SetTraining sets training mode (or eval mode) of the module and all descendants.
func (m *Module) SetTraining(training bool) error {
	return m.do(func(handle uintptr) uint64 { return native.Tenon_module_train(handle, flag(training)) })
}

// Train is SetTraining(true).
func (m *Module) Train() error { return m.SetTraining(true) }

// Eval is SetTraining(false).
func (m *Module) Eval() error { return m.SetTraining(false) }

// Training says whether the module is in training mode.
func (m *Module) Training() bool {
	defer runtime.KeepAlive(m)
	handle := m.get()
	return handle != 0 && native.Tenon_module_is_training(handle) == 1
}

// To converts all floating parameters and buffers; they stay the same tensors.
func (m *Module) To(dtype DType) error {
	return m.do(func(handle uintptr) uint64 { return native.Tenon_module_to(handle, int(dtype)) })
}

// Half is To(Float16).
func (m *Module) Half() error { return m.do(native.Tenon_module_half) }

// BFloat16 is To(BFloat16).
func (m *Module) BFloat16() error { return m.do(native.Tenon_module_bfloat16) }

// Float is To(Float32).
func (m *Module) Float() error { return m.do(native.Tenon_module_float) }

// Double is To(Float64).
func (m *Module) Double() error { return m.do(native.Tenon_module_double) }

// RequiresGrad says for all parameters whether gradients are wanted.
func (m *Module) RequiresGrad(wanted bool) error {
	return m.do(func(handle uintptr) uint64 { return native.Tenon_module_requires_grad(handle, flag(wanted)) })
}

// ZeroGrad clears all gradients to none; setToNone false: to zeros.
func (m *Module) ZeroGrad(setToNone bool) error {
	return m.do(func(handle uintptr) uint64 { return native.Tenon_module_zero_grad(handle, flag(setToNone)) })
}

// Initialize draws every parameter as PyTorch's constructors do.
func (m *Module) Initialize() error { return m.do(native.Tenon_module_initialize) }

// ExtraState is the module's extra state.
func (m *Module) ExtraState() (any, error) {
	value, err := m.make(native.Tenon_module_get_extra_state)
	if err != nil {
		return nil, err
	}
	return fromValue(value, nil)
}

// SetExtraState restores the module's extra state.
func (m *Module) SetExtraState(state any) error {
	return m.withValue(state, native.Tenon_module_set_extra_state)
}
