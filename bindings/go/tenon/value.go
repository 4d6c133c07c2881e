package tenon

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"sort"

	"tenon.dev/go/tenon/internal/native"
)

// Tuple is Python's tuple, as modules take and give it.
type Tuple []any

// List is Python's list.
type List []any

// Entry is a key of a Dict with its value.
type Entry struct {
	Key   string
	Value any
}

// Dict is Python's dict with string keys, in order.
type Dict []Entry

// Get is the value of a key.
func (d Dict) Get(key string) (any, bool) {
	for _, entry := range d {
		if entry.Key == key {
			return entry.Value, true
		}
	}
	return nil, false
}

// Option is an argument by name: With("keepdim", true).
type Option struct {
	Name  string
	Value any
}

// With gives an op, a layer or a module call an argument by PyTorch's name.
func With(name string, value any) Option { return Option{name, value} }

// valueKind mirrors TENON_VALUE_.
const (
	kindNone = iota
	kindBool
	kindInt
	kindFloat
	kindString
	kindDType
	kindTensor
	kindModule
	kindTuple
	kindList
	kindDict
	kindPackedSequence
	kindOpaque
)

// toValue makes a native value, owned by the caller, of nil, bool, integers, floats, string, DType,
// *Tensor, *Module, Tuple, List, Dict, slices (tuples of plain values, lists of tensors and modules)
// and maps; any other Go value travels as it is, also []byte.
func toValue(ctx uintptr, v any) (uintptr, error) {
	defer runtime.KeepAlive(v)
	switch v := v.(type) {
	case nil:
		return made(native.Tenon_value_none(ctx))
	case bool:
		return made(native.Tenon_value_bool(ctx, flag(v)))
	case int:
		return made(native.Tenon_value_int(ctx, int64(v)))
	case int64:
		return made(native.Tenon_value_int(ctx, v))
	case int32:
		return made(native.Tenon_value_int(ctx, int64(v)))
	case float64:
		return made(native.Tenon_value_float(ctx, v))
	case float32:
		return made(native.Tenon_value_float(ctx, float64(v)))
	case string:
		return made(native.Tenon_value_string(ctx, v))
	case DType:
		return made(native.Tenon_value_dtype(ctx, int(v)))
	case *Tensor:
		if v == nil {
			return made(native.Tenon_value_none(ctx))
		}
		handle, err := v.ptr()
		if err != nil {
			return 0, err
		}
		return made(native.Tenon_value_tensor(ctx, handle))
	case *Module:
		if v == nil {
			return made(native.Tenon_value_none(ctx))
		}
		handle, err := v.ptr()
		if err != nil {
			return 0, err
		}
		return made(native.Tenon_value_module(ctx, handle))
	case Tuple:
		return sequence(ctx, v, native.Tenon_value_tuple)
	case List:
		return sequence(ctx, v, native.Tenon_value_list)
	case []any:
		return sequence(ctx, v, native.Tenon_value_list)
	case Shape:
		return sequence(ctx, v, native.Tenon_value_tuple)
	case []int64:
		return sequence(ctx, v, native.Tenon_value_tuple)
	case []int:
		return sequence(ctx, v, native.Tenon_value_tuple)
	case []float64:
		return sequence(ctx, v, native.Tenon_value_tuple)
	case []*Tensor:
		return sequence(ctx, v, native.Tenon_value_list)
	case []*Module:
		return sequence(ctx, v, native.Tenon_value_list)
	case Dict:
		return dict(ctx, v)
	case map[string]any:
		entries := make(Dict, 0, len(v))
		for key, value := range v {
			entries = append(entries, Entry{key, value})
		}
		sort.Slice(entries, func(i, j int) bool { return entries[i].Key < entries[j].Key })
		return dict(ctx, entries)
	}
	if plain, ok := plain(v); ok {
		return toValue(ctx, plain)
	}
	return made(native.Tenon_value_opaque(ctx, native.PinValue(v)))
}

// plain makes int64, float64, string, bool and a Tuple of other numbers, strings, bools and slices of
// them.
func plain(v any) (any, bool) {
	value := reflect.ValueOf(v)
	switch value.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return value.Int(), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return int64(value.Uint()), value.Uint() <= math.MaxInt64
	case reflect.Float32, reflect.Float64:
		return value.Float(), true
	case reflect.String:
		return value.String(), true
	case reflect.Bool:
		return value.Bool(), true
	case reflect.Slice:
		if kind := value.Type().Elem().Kind(); kind > reflect.Float64 && kind != reflect.String || kind == reflect.Uint8 {
			return nil, false
		}
		items := make(Tuple, value.Len())
		for i := range items {
			items[i] = value.Index(i).Interface()
		}
		return items, true
	}
	return nil, false
}

func sequence[T any](ctx uintptr, items []T, wrap func(ctx uintptr, items []uintptr) uint64) (uintptr, error) {
	handles := make([]uintptr, 0, len(items))
	defer func() { native.ReleaseAll(handles) }()
	for _, item := range items {
		handle, err := toValue(ctx, item)
		if err != nil {
			return 0, err
		}
		handles = append(handles, handle)
	}
	return made(wrap(ctx, handles))
}

func dict(ctx uintptr, entries Dict) (uintptr, error) {
	handle, err := made(native.Tenon_value_dict(ctx))
	if err != nil {
		return 0, err
	}
	for _, entry := range entries {
		value, err := toValue(ctx, entry.Value)
		if err == nil {
			err = check(native.Tenon_value_dict_set(handle, entry.Key, value))
			native.Tenon_value_release(value)
		}
		if err != nil {
			native.Tenon_value_release(handle)
			return 0, err
		}
	}
	return handle, nil
}

// arguments parts positional arguments from options. The tuple and the dict are owned; the dict is 0
// when there are no options.
func arguments(ctx uintptr, args []any) (tuple, options uintptr, err error) {
	positional := make(Tuple, 0, len(args))
	var named Dict
	for _, arg := range args {
		if option, ok := arg.(Option); ok {
			named = append(named, option.entry())
		} else {
			positional = append(positional, arg)
		}
	}
	if tuple, err = toValue(ctx, positional); err != nil {
		return 0, 0, err
	}
	if len(named) > 0 {
		if options, err = dict(ctx, named); err != nil {
			native.Tenon_value_release(tuple)
			return 0, 0, err
		}
	}
	return tuple, options, nil
}

// fromValue makes a Go value of a native one, and releases it. Tensors belong to the scope.
func fromValue(value uintptr, scope *Scope) (any, error) {
	if value == 0 {
		return nil, nil
	}
	defer native.Tenon_value_release(value)
	switch kind := native.Tenon_value_kind(value); kind {
	case kindNone:
		return nil, nil
	case kindBool:
		var on int32
		err := check(native.Tenon_value_as_bool(value, &on))
		return on != 0, err
	case kindInt:
		var integer int64
		err := check(native.Tenon_value_as_int(value, &integer))
		return integer, err
	case kindFloat:
		var number float64
		err := check(native.Tenon_value_as_float(value, &number))
		return number, err
	case kindString:
		return text(native.Tenon_value_as_string(value))
	case kindDType:
		var dtype int32
		err := check(native.Tenon_value_as_dtype(value, &dtype))
		return DType(dtype), err
	case kindTensor:
		handle, err := made(native.Tenon_value_as_tensor(value))
		if err != nil {
			return nil, err
		}
		return newTensor(handle, scope), nil
	case kindModule:
		handle, err := made(native.Tenon_value_as_module(value))
		if err != nil {
			return nil, err
		}
		return newModule(handle, scope), nil
	case kindTuple, kindList:
		items := make([]any, native.Tenon_value_count(value))
		for i := range items {
			item, err := made(native.Tenon_value_at(value, int64(i)))
			if err != nil {
				return nil, err
			}
			if items[i], err = fromValue(item, scope); err != nil {
				return nil, err
			}
		}
		if kind == kindTuple {
			return Tuple(items), nil
		}
		return List(items), nil
	case kindDict:
		entries := make(Dict, native.Tenon_value_count(value))
		for i := range entries {
			item, err := made(native.Tenon_value_at(value, int64(i)))
			if err != nil {
				return nil, err
			}
			entries[i].Key = native.Tenon_value_key(value, int64(i))
			if entries[i].Value, err = fromValue(item, scope); err != nil {
				return nil, err
			}
		}
		return entries, nil
	case kindOpaque:
		if handle := native.Tn_opaque(value); handle != 0 {
			return native.Pinned(handle), nil
		}
		return nil, &Error{Code: TypeError, Message: "this value belongs to another language"}
	default:
		return nil, &Error{Code: Unsupported, Message: fmt.Sprintf("values of kind %d are not offered", kind)}
	}
}

func (o Option) entry() Entry { return Entry{o.Name, o.Value} }
