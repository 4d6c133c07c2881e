package tenon

import (
	"runtime"

	"tenon.dev/go/tenon/internal/native"
)

// NewSequential makes a Sequential of modules. Close it.
func NewSequential(modules ...*Module) (*Module, error) { return container("Sequential", modules) }

// NewModuleList makes a ModuleList of modules. Close it.
func NewModuleList(modules ...*Module) (*Module, error) { return container("ModuleList", modules) }

func container(class string, modules []*Module) (*Module, error) {
	options := make([]any, len(modules))
	for i, m := range modules {
		options[i] = m
	}
	return Create(class, options...)
}

// NewModuleDict makes a ModuleDict of named modules. Close it.
func NewModuleDict(entries ...NamedModule) (*Module, error) {
	m, err := Create("ModuleDict")
	for _, entry := range entries {
		if err == nil {
			err = m.SetKey(entry.Name, entry.Module)
		}
	}
	if err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// Len is the number of a container's children; -1 for other classes.
func (m *Module) Len() int {
	defer runtime.KeepAlive(m)
	if handle := m.get(); handle != 0 {
		return int(native.Tenon_module_count(handle))
	}
	return -1
}

// Append appends children to a Sequential or ModuleList.
func (m *Module) Append(children ...*Module) error {
	for _, child := range children {
		if err := m.with(child, native.Tenon_module_append); err != nil {
			return err
		}
	}
	return nil
}

// Insert inserts a child before a position.
func (m *Module) Insert(index int, child *Module) error {
	return m.with(child, func(handle, child uintptr) uint64 {
		return native.Tenon_module_insert(handle, int64(index), child)
	})
}

func (m *Module) child(call func(handle uintptr) uint64) (*Module, error) {
	handle, err := m.make(call)
	if err != nil {
		return nil, err
	}
	return newModule(handle, nil), nil
}

// Item is the child at a position; negative ones count from the end. Close it.
func (m *Module) Item(index int) (*Module, error) {
	return m.child(func(handle uintptr) uint64 { return native.Tenon_module_get_item(handle, int64(index)) })
}

// SetItem replaces the child at a position.
func (m *Module) SetItem(index int, child *Module) error {
	return m.with(child, func(handle, child uintptr) uint64 {
		return native.Tenon_module_set_item(handle, int64(index), child)
	})
}

// DeleteItem removes the child at a position; those behind it move up.
func (m *Module) DeleteItem(index int) error {
	return m.do(func(handle uintptr) uint64 { return native.Tenon_module_delete_item(handle, int64(index)) })
}

// Pop removes the child at a position (-1: the last) and gives it. Close it.
func (m *Module) Pop(index int) (*Module, error) {
	return m.child(func(handle uintptr) uint64 { return native.Tenon_module_pop(handle, int64(index)) })
}

// Slice is a new container of the children at [begin, end) by step. Close it.
func (m *Module) Slice(begin, end, step int) (*Module, error) {
	return m.child(func(handle uintptr) uint64 {
		return native.Tenon_module_slice(handle, int64(begin), int64(end), int64(step))
	})
}

// Key is the child of a ModuleDict's key; ErrNotFound. Close it.
func (m *Module) Key(key string) (*Module, error) {
	return m.child(func(handle uintptr) uint64 { return native.Tenon_module_get_key(handle, key) })
}

// SetKey sets the child of a key.
func (m *Module) SetKey(key string, child *Module) error {
	return m.with(child, func(handle, child uintptr) uint64 {
		return native.Tenon_module_set_key(handle, key, child)
	})
}

// DeleteKey removes the child of a key.
func (m *Module) DeleteKey(key string) error {
	return m.do(func(handle uintptr) uint64 { return native.Tenon_module_delete_key(handle, key) })
}

// PopKey removes the child of a key and gives it. Close it.
func (m *Module) PopKey(key string) (*Module, error) {
	return m.child(func(handle uintptr) uint64 { return native.Tenon_module_pop_key(handle, key) })
}

// Keys are the names of a container's children.
func (m *Module) Keys() ([]string, error) {
	list, err := m.make(native.Tenon_module_keys)
	if err != nil {
		return nil, err
	}
	defer native.Tenon_list_release(list)
	keys := make([]string, native.Tenon_list_count(list))
	for i := range keys {
		keys[i] = native.Tenon_list_name(list, int64(i))
	}
	return keys, nil
}

// Update sets all keys of another ModuleDict.
func (m *Module) Update(other *Module) error { return m.withValue(other, native.Tenon_module_update) }

// Clear removes all children.
func (m *Module) Clear() error { return m.do(native.Tenon_module_clear) }
