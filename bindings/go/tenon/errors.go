package tenon

import (
	"errors"
	"fmt"

	"tenon.dev/go/tenon/internal/native"
)

// Code is the kind of a failure; TypeError … AssertionError are Python's kinds of exceptions.
type Code int

// The codes of failures. The numbers never change.
const (
	TypeError           Code = 1
	KeyError            Code = 2
	ValueError          Code = 3
	AttributeError      Code = 4
	IndexError          Code = 5
	RuntimeError        Code = 6
	NotImplementedError Code = 7
	AssertionError      Code = 8
	NoMemory            Code = 9  // An allocation failed; objects are as before.
	BadHandle           Code = 10 // A handle that was released.
	WrongContext        Code = 11 // Objects of two contexts in one call.
	Unsupported         Code = 12 // Known but not offered.
	Version             Code = 13 // The library is of another version than this package.
	IO                  Code = 14 // A file could not be opened, read or written.
	Corrupt             Code = 15 // A file breaks its format; Error.Reason says which rule.
	Busy                Code = 16 // In use by a running call.
	Callback            Code = 17 // A callback failed without a kind of its own.
	Cancelled           Code = 18
	Internal            Code = 19 // A broken promise of the library's; please report it.
)

var codeNames = [...]string{"OK", "TypeError", "KeyError", "ValueError", "AttributeError", "IndexError",
	"RuntimeError", "NotImplementedError", "AssertionError", "NoMemory", "BadHandle", "WrongContext",
	"Unsupported", "Version", "IO", "Corrupt", "Busy", "Callback", "Cancelled", "Internal"}

// String is the code's name, "KeyError".
func (c Code) String() string {
	if c >= 0 && int(c) < len(codeNames) {
		return codeNames[c]
	}
	return fmt.Sprintf("Code(%d)", int(c))
}

// Error is a failure that the library reports.
type Error struct {
	Code    Code
	Message string // Layer or op, the fault and the numbers.
	Path    string // The module in which it happened, "layers.0"; "" at the root.
	Reason  string // A fixed word for some faults of files, "bad_offsets"; else "".
}

// Error is the message.
func (e *Error) Error() string { return e.Message }

// Is lets errors.Is find ErrNotFound.
func (e *Error) Is(target error) bool {
	return target == ErrNotFound && (e.Code == AttributeError || e.Code == KeyError)
}

var (
	// ErrClosed is what using something after Close gives: errors.Is(err, tenon.ErrClosed).
	ErrClosed = errors.New("tenon: closed")
	// ErrNotFound is what looking up a name that is not there gives.
	ErrNotFound = errors.New("tenon: not found")
)

type closedError struct{ what string }

func (e *closedError) Error() string        { return "tenon: " + e.what + " was closed" }
func (e *closedError) Is(target error) bool { return target == ErrClosed }

// check turns a result without a handle into an error.
func check(result uint64) error {
	if result&1 == 0 {
		return nil
	}
	return takeFailure(uintptr(result &^ 1))
}

// made turns a result into the handle it is, or an error.
func made(result uint64) (uintptr, error) {
	if result&1 == 0 {
		return uintptr(result), nil
	}
	return 0, takeFailure(uintptr(result &^ 1))
}

func takeFailure(failure uintptr) error {
	defer native.Tn_failure_free(failure)
	if payload := native.Tn_failure_payload(failure); payload != 0 {
		err := native.Take(payload).(error)
		if p, ok := err.(native.Panicked); ok {
			panic(p.Value) // goes on in the caller
		}
		return err
	}
	return &Error{
		Code:    Code(native.Tn_failure_status(failure)),
		Message: native.Tn_failure_message(failure),
		Path:    native.Tn_failure_path(failure),
		Reason:  native.Tn_failure_reason(failure),
	}
}
