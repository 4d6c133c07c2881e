package tenon

import (
	"tenon.dev/go/tenon/internal/native"
)

// Call is the record that a CallHook is handed. What it gives belongs to the call and ends with the
// hook; Keep takes tensors and modules out.
type Call struct {
	call  uintptr
	scope Scope
	dicts []*StateDict
}

// The slots of the record; they mirror TENON_SLOT_.
const (
	slotArgs     = 1
	slotKwargs   = 2
	slotOutput   = 3
	slotName     = 6
	slotValue    = 7
	slotPrefix   = 9
	slotMetadata = 10
	slotStrict   = 12
)

func openCall(f *native.Frame) *Call {
	c := &Call{call: f.Call}
	c.scope.open = true
	return c
}

func (c *Call) close() {
	for _, d := range c.dicts {
		d.Close()
	}
	c.scope.close()
	c.call = 0
}

func (c *Call) get(slot int) (any, error) {
	value, err := made(native.Tenon_call_get(c.call, slot))
	if err != nil {
		return nil, err
	}
	return fromValue(value, &c.scope)
}

func (c *Call) set(slot int, v any) error {
	ctx, err := context()
	if err != nil {
		return err
	}
	value, err := toValue(ctx, v)
	if err != nil {
		return err
	}
	defer native.Tenon_value_release(value)
	return check(native.Tenon_call_set(c.call, slot, value))
}

// Scope is the scope that ends with the hook.
func (c *Call) Scope() *Scope { return &c.scope }

// Module is the module that the hook is about.
func (c *Call) Module() (*Module, error) {
	handle, err := made(native.Tenon_call_module(c.call))
	if err != nil {
		return nil, err
	}
	return newModule(handle, &c.scope), nil
}

// Path is the module's path within the running call, "" at its root.
func (c *Call) Path() string { return native.Tenon_call_path(c.call) }

// Args are the positional arguments.
func (c *Call) Args() (Tuple, error) {
	value, err := c.get(slotArgs)
	args, _ := value.(Tuple)
	return args, err
}

// SetArgs replaces the positional arguments, before forward.
func (c *Call) SetArgs(args ...any) error { return c.set(slotArgs, Tuple(args)) }

// Kwargs are the keyword arguments.
func (c *Call) Kwargs() (Dict, error) {
	value, err := c.get(slotKwargs)
	kwargs, _ := value.(Dict)
	return kwargs, err
}

// SetKwargs replaces the keyword arguments, before forward.
func (c *Call) SetKwargs(kwargs Dict) error {
	if kwargs == nil {
		kwargs = Dict{}
	}
	return c.set(slotKwargs, kwargs)
}

// Output is what forward gave: a *Tensor, a Tuple …
func (c *Call) Output() (any, error) { return c.get(slotOutput) }

// SetOutput replaces it; nil: by None.
func (c *Call) SetOutput(output any) error { return c.set(slotOutput, output) }

// Name is the name of what is registered.
func (c *Call) Name() string { return native.Tenon_call_name(c.call) }

// Value is what is registered, or the state that is kept.
func (c *Call) Value() (any, error) { return c.get(slotValue) }

// SetValue replaces it.
func (c *Call) SetValue(value any) error { return c.set(slotValue, value) }

// Prefix is what stands before the module's keys in the state dict.
func (c *Call) Prefix() string {
	value, _ := c.get(slotPrefix)
	prefix, _ := value.(string)
	return prefix
}

// Strict says whether a load wants all keys.
func (c *Call) Strict() bool {
	value, _ := c.get(slotStrict)
	strict, _ := value.(bool)
	return strict
}

// Metadata is the module's part of the state dict's metadata.
func (c *Call) Metadata() (any, error) { return c.get(slotMetadata) }

// StateDict is the state dict of a state-dict or load hook; changes to it count.
func (c *Call) StateDict() (*StateDict, error) {
	handle, err := made(native.Tenon_call_state_dict(c.call))
	if err != nil {
		return nil, err
	}
	d := newStateDict(handle)
	c.dicts = append(c.dicts, d)
	return d, nil
}

// Report is what the load has found so far.
func (c *Call) Report() (*Report, error) {
	handle, err := made(native.Tenon_call_report(c.call))
	if err != nil {
		return nil, err
	}
	defer native.Tenon_report_release(handle)
	return readReport(handle), nil
}

// AddReport adds a line to the load's report.
func (c *Call) AddReport(kind ReportKind, line string) error {
	return c.report(func(handle uintptr) uint64 { return native.Tenon_report_add(handle, int(kind), line) })
}

// RemoveReport removes a line of the load's report.
func (c *Call) RemoveReport(kind ReportKind, index int) error {
	return c.report(func(handle uintptr) uint64 {
		return native.Tenon_report_remove(handle, int(kind), int64(index))
	})
}

func (c *Call) report(change func(handle uintptr) uint64) error {
	handle, err := made(native.Tenon_call_report(c.call))
	if err != nil {
		return err
	}
	defer native.Tenon_report_release(handle)
	return check(change(handle))
}
