// The call record from Go: kwargs in, a tuple out, an error and a panic through.
package main

import (
	"errors"
	"fmt"
	"os"

	"tenon.dev/go/smoke/native"
)

var passed, failed int

func check(claim string, holds bool) {
	if holds {
		passed++
		return
	}
	failed++
	fmt.Println("FAILED", claim)
}

// must is for calls that this program knows to succeed.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func integer(context uintptr, i int64) (value uintptr) {
	must(native.Tenon_value_int(context, i, &value))
	return value
}

func tuple(context uintptr, items ...uintptr) (value uintptr) {
	must(native.Tenon_value_tuple(context, items, &value))
	return value
}

func release(values ...uintptr) {
	for _, value := range values {
		native.Tenon_value_release(value)
	}
}

func slot(call uintptr, number int) (value uintptr) {
	must(native.Tenon_call_get(call, number, &value))
	return value
}

// integers gives a tuple's integers and releases it.
func integers(value uintptr) []int64 {
	out := make([]int64, native.Tenon_value_count(value))
	for i := range out {
		var item uintptr
		must(native.Tenon_value_at(value, int64(i), &item))
		must(native.Tenon_value_as_int(item, &out[i]))
		release(item)
	}
	release(value)
	return out
}

func integerOf(dict uintptr, key string) (i int64) {
	var item uintptr
	must(native.Tenon_value_get(dict, key, &item))
	must(native.Tenon_value_as_int(item, &i))
	release(item)
	return i
}

func setPair(call uintptr, number int, a, b int64) {
	var context uintptr
	must(native.Tenon_call_context(call, &context))
	x, y := integer(context, a), integer(context, b)
	pair := tuple(context, x, y)
	must(native.Tenon_call_set(call, number, pair))
	release(x, y, pair)
	native.Tenon_context_release(context)
}

// forward(x, scale=...) -> (x, x * scale)
func forward(call uintptr) (int, error) {
	if native.Tenon_call_kind(call) != native.TENON_CALL_FORWARD {
		return native.TENON_E_UNSUPPORTED, nil
	}
	x := integers(slot(call, native.TENON_SLOT_ARGS))[0]
	kwargs := slot(call, native.TENON_SLOT_KWARGS)
	setPair(call, native.TENON_SLOT_OUTPUT, x, x*integerOf(kwargs, "scale"))
	release(kwargs)
	return native.TENON_OK, nil
}

// run is module(5, scale=3).
func run(context, module uintptr) (output uintptr, err error) {
	x, scale := integer(context, 5), integer(context, 3)
	args := tuple(context, x)
	var kwargs uintptr
	must(native.Tenon_value_dict(context, &kwargs))
	must(native.Tenon_value_dict_set(kwargs, "scale", scale))
	defer release(x, scale, args, kwargs)
	err = native.Tenon_module_call(module, args, kwargs, &output)
	return output, err
}

func results(context, module uintptr) []int64 {
	output, err := run(context, module)
	must(err)
	return integers(output)
}

func custom(context uintptr, name string, callback native.Callback) (module uintptr) {
	must(native.Tenon_module_create_custom(context, name, native.Pin(callback), &module))
	return module
}

func hook(module uintptr, callback native.Callback) (id int64) {
	must(native.Tenon_module_register_forward_hook(module, 0, native.Pin(callback), &id))
	return id
}

func panicOf(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func main() {
	var context uintptr
	must(native.Tenon_context_create(0, &context))
	module := custom(context, "Pair", forward)
	plain := results(context, module)
	check("forward returns a tuple", len(plain) == 2 && plain[0] == 5 && plain[1] == 15)

	var seen int64
	swapper := hook(module, func(call uintptr) (int, error) {
		kwargs := slot(call, native.TENON_SLOT_KWARGS)
		seen = integerOf(kwargs, "scale")
		release(kwargs)
		output := integers(slot(call, native.TENON_SLOT_OUTPUT))
		setPair(call, native.TENON_SLOT_OUTPUT, output[1], output[0])
		return native.TENON_OK, nil
	})
	swapped := results(context, module)
	check("a hook sees the keyword arguments", seen == 3)
	check("a hook replaces the tuple", swapped[0] == 15 && swapped[1] == 5)

	trouble := errors.New("on purpose")
	thrower := hook(module, func(uintptr) (int, error) { return 0, trouble })
	_, err := run(context, module)
	check("the same error value comes out", err == trouble)
	outer := custom(context, "Outer", func(call uintptr) (int, error) {
		if native.Tenon_call_kind(call) != native.TENON_CALL_FORWARD {
			return native.TENON_E_UNSUPPORTED, nil
		}
		output, err := run(context, module)
		release(output)
		return native.TENON_OK, err
	})
	_, err = run(context, outer)
	check("also through nested calls", err == trouble)
	must(native.Tenon_hook_remove(context, thrower))

	panicker := hook(module, func(uintptr) (int, error) { panic("with this") })
	check("a panic goes on in the caller", panicOf(func() { run(context, outer) }) == "with this")
	must(native.Tenon_hook_remove(context, panicker))
	must(native.Tenon_hook_remove(context, swapper))
	again := results(context, module)
	check("the model goes on without the hooks", again[0] == 5 && again[1] == 15)

	var dict uintptr
	must(native.Tenon_value_dict(context, &dict))
	var ignored int64
	var own *native.Error
	err = native.Tenon_value_as_int(dict, &ignored)
	check("a failure of the library's own is an *Error",
		errors.As(err, &own) && own.Status == native.TENON_E_TYPE)
	release(dict)
	native.Tenon_module_release(outer)
	native.Tenon_module_release(module)
	check("no callback is left", native.Tenon_context_live(context, native.TENON_LIVE_CALLBACKS) == 0)
	check("no handle is left", native.Tenon_context_live(context, native.TENON_LIVE_HANDLES) == 0)
	native.Tenon_context_release(context)
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}
