package tenon

import (
	"io"
	"runtime"

	"tenon.dev/go/tenon/internal/native"
)

// StateDict is an ordered map of names to tensors (and extra state). Close it.
type StateDict struct{ object }

func newStateDict(handle uintptr) *StateDict {
	d := new(StateDict)
	d.handle = handle
	runtime.SetFinalizer(d, func(d *StateDict) { d.Close() })
	return d
}

func stateDictFrom(call func(ctx uintptr) uint64) (*StateDict, error) {
	ctx, err := context()
	if err != nil {
		return nil, err
	}
	handle, err := made(call(ctx))
	if err != nil {
		return nil, err
	}
	return newStateDict(handle), nil
}

// NewStateDict makes an empty one. Close it.
func NewStateDict() (*StateDict, error) {
	return stateDictFrom(native.Tenon_state_dict_create)
}

// LoadStateDict reads a safetensors file. Close it.
func LoadStateDict(path string) (*StateDict, error) {
	return stateDictFrom(func(ctx uintptr) uint64 { return native.Tenon_state_dict_load(ctx, path, 0) })
}

// ReadStateDict reads safetensors to the end of r. Close it.
func ReadStateDict(r io.Reader) (*StateDict, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return stateDictFrom(func(ctx uintptr) uint64 {
		return native.Tenon_state_dict_load_memory(ctx, start(data), int64(len(data)), 0)
	})
}

// StateDict is the module's state dict: its tensors share memory with the module's. Options:
// With("prefix", "net."), With("keep_vars", true). Close it.
func (m *Module) StateDict(options ...Option) (*StateDict, error) {
	ctx, err := context()
	if err != nil {
		return nil, err
	}
	var value uintptr
	if len(options) > 0 {
		named := make(Dict, len(options))
		for i, option := range options {
			named[i] = option.entry()
		}
		if value, err = dict(ctx, named); err != nil {
			return nil, err
		}
		defer native.Tenon_value_release(value)
	}
	handle, err := m.make(func(handle uintptr) uint64 { return native.Tenon_module_state_dict(handle, value) })
	if err != nil {
		return nil, err
	}
	return newStateDict(handle), nil
}

// LoadOption says how a state dict is loaded.
type LoadOption = Option

// AllowMissing lets keys be missing or unexpected; the report names them.
func AllowMissing() LoadOption { return With("strict", false) }

// Assign takes the state dict's tensors instead of copying their elements.
func Assign() LoadOption { return With("assign", true) }

// Partial keeps what was loaded before an error, as PyTorch does.
func Partial() LoadOption { return With("partial", true) }

// StrictDType refuses changes of dtype.
func StrictDType() LoadOption { return With("strict_dtype", true) }

// LoadStateDict loads a state dict: all of it or nothing.
func (m *Module) LoadStateDict(d *StateDict, options ...LoadOption) (*Report, error) {
	defer runtime.KeepAlive(d)
	ctx, err := context()
	if err != nil {
		return nil, err
	}
	from, err := d.ptr()
	if err != nil {
		return nil, err
	}
	named := make(Dict, len(options))
	for i, option := range options {
		named[i] = option.entry()
	}
	value, err := dict(ctx, named)
	if err != nil {
		return nil, err
	}
	defer native.Tenon_value_release(value)
	report, err := m.make(func(handle uintptr) uint64 {
		return native.Tenon_module_load_state_dict(handle, from, value)
	})
	if err != nil {
		return nil, err
	}
	defer native.Tenon_report_release(report)
	return readReport(report), nil
}

// get is the handle; 0 for a closed or nil StateDict.
func (d *StateDict) get() uintptr {
	if d == nil {
		return 0
	}
	return d.load()
}

func (d *StateDict) ptr() (uintptr, error) {
	if handle := d.get(); handle != 0 {
		return handle, nil
	}
	return 0, &closedError{"StateDict"}
}

func (d *StateDict) do(call func(handle uintptr) uint64) error {
	defer runtime.KeepAlive(d)
	handle, err := d.ptr()
	if err != nil {
		return err
	}
	return check(call(handle))
}

// Close lets go of the state dict. Closing twice is harmless.
func (d *StateDict) Close() error {
	if d == nil {
		return nil
	}
	if handle := d.take(); handle != 0 {
		runtime.SetFinalizer(d, nil)
		native.Tenon_state_dict_release(handle)
	}
	return nil
}

// Len is the number of entries.
func (d *StateDict) Len() int {
	defer runtime.KeepAlive(d)
	if handle := d.get(); handle != 0 {
		return int(native.Tenon_state_dict_count(handle))
	}
	return 0
}

// Keys are the names in order.
func (d *StateDict) Keys() []string {
	defer runtime.KeepAlive(d)
	keys := make([]string, d.Len())
	for i := range keys {
		keys[i] = native.Tenon_state_dict_key(d.get(), int64(i))
	}
	return keys
}

// Get is an entry's tensor, if the name is there and a tensor. Close it.
func (d *StateDict) Get(name string) (*Tensor, bool) {
	defer runtime.KeepAlive(d)
	handle := d.get()
	if handle == 0 {
		return nil, false
	}
	tensor, err := made(native.Tenon_state_dict_tensor(handle, name))
	if err != nil {
		return nil, false
	}
	return newTensor(tensor, nil), true
}

// Value is an entry of any kind; ErrNotFound.
func (d *StateDict) Value(name string) (any, error) {
	defer runtime.KeepAlive(d)
	handle, err := d.ptr()
	if err != nil {
		return nil, err
	}
	value, err := made(native.Tenon_state_dict_get(handle, name))
	if err != nil {
		return nil, err
	}
	return fromValue(value, nil)
}

// Set sets an entry, in place or at the end.
func (d *StateDict) Set(name string, v any) error {
	ctx, err := context()
	if err != nil {
		return err
	}
	value, err := toValue(ctx, v)
	if err != nil {
		return err
	}
	defer native.Tenon_value_release(value)
	return d.do(func(handle uintptr) uint64 { return native.Tenon_state_dict_set(handle, name, value) })
}

// Remove removes an entry.
func (d *StateDict) Remove(name string) error {
	return d.do(func(handle uintptr) uint64 { return native.Tenon_state_dict_remove(handle, name) })
}

// StripPrefix takes a prefix off the keys that begin with it, and gives how many did.
func (d *StateDict) StripPrefix(prefix string) (int, error) {
	var count int64
	err := d.do(func(handle uintptr) uint64 {
		return native.Tenon_state_dict_strip_prefix(handle, prefix, &count)
	})
	return int(count), err
}

// Metadata is what the modules noted: path to Dict, as {"version": 1}; nil if there is none.
func (d *StateDict) Metadata() (any, error) {
	defer runtime.KeepAlive(d)
	handle, err := d.ptr()
	if err != nil {
		return nil, err
	}
	value, err := made(native.Tenon_state_dict_metadata(handle))
	if err != nil {
		return nil, err
	}
	return fromValue(value, nil)
}

// Clone is a copy with its own tensors: a snapshot. Close it.
func (d *StateDict) Clone() (*StateDict, error) {
	defer runtime.KeepAlive(d)
	handle, err := d.ptr()
	if err != nil {
		return nil, err
	}
	return stateDictFrom(func(uintptr) uint64 { return native.Tenon_state_dict_clone(handle) })
}

// Save writes safetensors, atomically: a reader sees the old file or the new one.
func (d *StateDict) Save(path string) error {
	return d.do(func(handle uintptr) uint64 { return native.Tenon_state_dict_save(handle, path, 0) })
}

// Write writes the bytes of Save to w.
func (d *StateDict) Write(w io.Writer) error {
	defer runtime.KeepAlive(d)
	handle, err := d.ptr()
	if err != nil {
		return err
	}
	data, err := made(native.Tenon_state_dict_save_memory(handle, 0))
	if err != nil {
		return err
	}
	defer native.Tenon_string_release(data)
	_, err = w.Write(native.Bytes(data))
	return err
}

// ReportKind is a kind of line of a Report.
type ReportKind int

// The kinds of lines.
const (
	Missing    ReportKind = 0 // Keys that the module has and the state dict has not.
	Unexpected ReportKind = 1 // Keys that the state dict has and the module has not.
	Mismatched ReportKind = 2 // Sizes that differ.
	Cast       ReportKind = 3 // Loaded with a change of dtype.
	Tied       ReportKind = 4 // Names of one parameter whose entries differ.
	Assumed    ReportKind = 5 // What the parser assumed because print hides it.
)

// Report is what loading a state dict or parsing a text found, line by line.
type Report struct {
	Missing, Unexpected, Mismatched, Cast, Tied, Assumed []string
	text                                                 string
}

// String is "<All keys matched successfully>", or PyTorch's listing of the keys.
func (r *Report) String() string { return r.text }

func readReport(handle uintptr) *Report {
	lines := func(kind ReportKind) []string {
		out := make([]string, 0, native.Tenon_report_count(handle, int(kind)))
		for i := 0; i < cap(out); i++ {
			out = append(out, native.Tenon_report_text(handle, int(kind), int64(i)))
		}
		return out
	}
	shown, _ := text(native.Tenon_report_describe(handle))
	return &Report{lines(Missing), lines(Unexpected), lines(Mismatched), lines(Cast), lines(Tied), lines(Assumed), shown}
}
