// Package native is the flat layer: what SWIG makes of the C headers, and the way of Go errors
// through native frames.
package native

// #include <stdint.h>
import "C"

import (
	"fmt"
	"runtime/cgo"
)

// Callback answers one call record. Its error comes out of the outer call unchanged.
type Callback func(call uintptr) (status int, err error)

// Error is a failure that the library itself reports.
type Error struct {
	Status  int
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("%s (status %d)", e.Message, e.Status) }

// panicked carries a recovered panic through native frames.
type panicked struct{ value any }

func (p panicked) Error() string { return fmt.Sprint("panic: ", p.value) }

// Pin keeps a callback alive until the library runs its destroy function.
func Pin(callback Callback) uintptr { return uintptr(cgo.NewHandle(callback)) }

//export tnGoCall
func tnGoCall(handle, call C.uintptr_t) (status C.int) {
	defer func() { // a panic must not unwind through C++ frames
		if value := recover(); value != nil {
			status = keep(panicked{value})
		}
	}()
	code, err := cgo.Handle(handle).Value().(Callback)(uintptr(call))
	if err != nil {
		return keep(err)
	}
	return C.int(code)
}

//export tnGoFree
func tnGoFree(handle C.uintptr_t) { cgo.Handle(handle).Delete() }

func keep(err error) C.int {
	Tn_keep(err.Error(), uintptr(cgo.NewHandle(err)))
	return C.int(TENON_E_CALLBACK)
}

func takeFailure(failure uintptr) error {
	defer Tn_failure_free(failure)
	if payload := Tn_failure_payload(failure); payload != 0 {
		handle := cgo.Handle(payload)
		err := handle.Value().(error)
		handle.Delete()
		if p, ok := err.(panicked); ok {
			panic(p.value) // goes on in the caller
		}
		return err
	}
	return &Error{Tn_failure_status(failure), Tn_failure_message(failure)}
}
