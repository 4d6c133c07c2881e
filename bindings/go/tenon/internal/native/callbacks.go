// Package native is the flat layer: what SWIG makes of the C headers, and the way of Go errors
// through native frames.
package native

// #cgo CFLAGS: -O2 -fno-strict-aliasing
// #cgo LDFLAGS: -ldl
// #include <stdint.h>
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"runtime/cgo"
	"runtime/debug"
	"unsafe"
)

// Frame is what a callback is told beside its record. It mirrors tn_frame.
type Frame struct {
	Kind         int32
	ArgTensors   int32 // how many tensors ARGS has
	OutTensors   int32 // how many OUTPUT has
	ResultIsLent int32 // Result is X or Y, or somebody else's: it is not released
	Call         uintptr
	Module, X, Y uintptr // what LookAt… fetched: the first of ARGS, the only one of OUTPUT
	Result       uintptr // a tensor that replaces OUTPUT (ARGS before forward); 0: nothing
}

// LookAtModule fetches Module. It is released after the callback.
func LookAtModule(frame *Frame) { Tn_look(uintptr(unsafe.Pointer(frame)), 0) }

// LookAtX fetches X. It is released after the callback.
func LookAtX(frame *Frame) { Tn_look(uintptr(unsafe.Pointer(frame)), 1) }

// LookAtY fetches Y. It is released after the callback.
func LookAtY(frame *Frame) { Tn_look(uintptr(unsafe.Pointer(frame)), 2) }

// Callback answers one call record. Its error comes out of the outer call unchanged.
type Callback func(frame *Frame) (status int, err error)

// Panicked carries a recovered panic through native frames.
type Panicked struct{ Value any }

func (p Panicked) Error() string { return fmt.Sprint("panic: ", p.Value) }

// Held is a callback with the object it serves, if there is one.
type Held struct {
	Call   Callback
	Object any
}

// Pin keeps a callback alive until the library runs its destroy function.
func Pin(callback Callback, object any) uintptr {
	return uintptr(cgo.NewHandle(&Held{callback, object}))
}

// PinValue keeps any value alive until the library lets go of it.
func PinValue(value any) uintptr { return uintptr(cgo.NewHandle(value)) }

// Pinned is what a handle of Pin or PinValue holds.
func Pinned(handle uintptr) any { return cgo.Handle(handle).Value() }

// Take is Pinned, and lets go of it.
func Take(handle uintptr) any {
	value := cgo.Handle(handle).Value()
	cgo.Handle(handle).Delete()
	return value
}

//export tnGoCall
func tnGoCall(handle C.uintptr_t, frame unsafe.Pointer) (status C.int) {
	returned := false
	defer func() { // a panic must not unwind through C++ frames
		if value := recover(); value != nil {
			status = keep(Panicked{value})
		} else if !returned {
			exiting()
		}
	}()
	code, err := cgo.Handle(handle).Value().(*Held).Call((*Frame)(frame))
	returned = true
	if err != nil {
		return keep(err)
	}
	return C.int(code)
}

// exiting ends the program: Goexit drops the native frames below it, which nothing can go on from, and
// cannot be stopped.
func exiting() {
	fmt.Fprintf(os.Stderr, "tenon: runtime.Goexit in a hook cannot pass through native code "+
		"(testing's FailNow, Fatal and Skip do that): return an error\n\n%s", debug.Stack())
	os.Exit(2)
}

//export tnGoFree
func tnGoFree(handle C.uintptr_t) { cgo.Handle(handle).Delete() }

func keep(err error) C.int {
	Tn_keep(TENON_E_CALLBACK, err.Error(), uintptr(cgo.NewHandle(err)))
	return C.int(TENON_E_CALLBACK)
}

// Bytes copies a string object's bytes, which may be anything.
func Bytes(text uintptr) []byte {
	size := Tenon_string_size(text)
	if size <= 0 {
		return nil
	}
	address := Tn_address(text)
	return append([]byte(nil), unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), size)...)
}

var (
	never bool
	sink  unsafe.Pointer
)

// Address is where something lies, as a number. It is on the heap from here on, where it does not
// move; the caller keeps it alive.
func Address(p unsafe.Pointer) uintptr {
	if never {
		sink = p
	}
	return uintptr(p)
}

// ReleaseAll lets go of handles of any kind.
func ReleaseAll(handles []uintptr) {
	if len(handles) > 0 {
		Tn_release_all(Address(unsafe.Pointer(&handles[0])), int64(len(handles)))
		runtime.KeepAlive(handles)
	}
}
