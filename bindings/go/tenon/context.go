package tenon

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"tenon.dev/go/tenon/internal/native"
)

// The one context of this package, made at the first use.
var (
	contextHandle atomic.Uintptr
	contextLock   sync.Mutex
)

// PathVariable names the environment variable that says where the native library is.
const PathVariable = "TENON_NATIVE_PATH"

// context gives the handle of the package's context, opening the library if need be.
func context() (uintptr, error) {
	if handle := contextHandle.Load(); handle != 0 {
		return handle, nil
	}
	contextLock.Lock()
	defer contextLock.Unlock()
	if handle := contextHandle.Load(); handle != 0 {
		return handle, nil
	}
	if err := open(); err != nil {
		return 0, err
	}
	handle, err := made(native.Tenon_context_create(0))
	if err != nil {
		return 0, err
	}
	contextHandle.Store(handle)
	return handle, nil
}

var opened bool

// open finds the library: at PathVariable, beside the program, then where the system looks.
func open() error {
	if opened {
		return nil
	}
	var fault string
	for _, path := range candidates() {
		found := native.Tn_open(path)
		if found == "" {
			opened = true
			return nil
		}
		if !strings.Contains(fault, "ABI version") { // says more than that another is not there
			fault = found
		}
	}
	if path := os.Getenv(PathVariable); path != "" {
		if _, err := os.Stat(path); err != nil {
			fault = fmt.Sprintf("%s (from %s) does not exist", path, PathVariable)
		}
	}
	return openError(fault)
}

func candidates() []string {
	if path := os.Getenv(PathVariable); path != "" {
		return []string{path}
	}
	var paths []string
	if program, err := os.Executable(); err == nil {
		for _, name := range []string{"libtenon.so.0", "libtenon.so"} {
			path := filepath.Join(filepath.Dir(program), name)
			if _, err := os.Stat(path); err == nil {
				paths = append(paths, path)
			}
		}
	}
	return append(paths, "")
}

func openError(fault string) error {
	var major, minor, wantedMajor, wantedMinor int
	if n, _ := fmt.Sscanf(fault, "this libtenon has ABI version %d.%d, tenon_dl.h wants %d.%d",
		&major, &minor, &wantedMajor, &wantedMinor); n == 4 {
		return &Error{Code: Version, Message: fmt.Sprintf(
			"Tenon's native library has ABI version %d.%d, this binding wants %d.%d: take both from one release",
			major, minor, wantedMajor, wantedMinor)}
	}
	return &Error{Code: IO, Message: "Tenon's native library was not found: " + fault}
}

// LiveKind is what Live counts.
type LiveKind int

// The kinds of live objects.
const (
	LiveHandles    LiveKind = 0 // Handles of all kinds that the program holds.
	LiveTensors    LiveKind = 1
	LiveModules    LiveKind = 2
	LiveValues     LiveKind = 3
	LiveLists      LiveKind = 4
	LiveStateDicts LiveKind = 5
	LiveReports    LiveKind = 6
	LiveStrings    LiveKind = 7
	LiveCallbacks  LiveKind = 8 // Hooks and custom modules.
	LiveBlocks     LiveKind = 9 // Blocks of tensor memory in use.
)

// Live counts the objects of a kind that are alive; 0 when the library was never used.
func Live(kind LiveKind) int64 {
	if handle := contextHandle.Load(); handle != 0 {
		return native.Tenon_context_live(handle, int(kind))
	}
	return 0
}

// LibraryVersion is the native library's version, "0.1.0".
func LibraryVersion() (string, error) {
	if _, err := context(); err != nil {
		return "", err
	}
	return native.Tenon_version(), nil
}

// ManualSeed seeds the random generator as torch.manual_seed does.
func ManualSeed(seed int64) error {
	return with(func(ctx uintptr) uint64 { return native.Tenon_context_manual_seed(ctx, seed) })
}

// InitialSeed is the generator's last seed.
func InitialSeed() (int64, error) {
	var seed int64
	err := with(func(ctx uintptr) uint64 { return native.Tenon_context_initial_seed(ctx, &seed) })
	return seed, err
}

// RNGState is the generator's state, as torch.get_rng_state. Close the tensor.
func RNGState() (*Tensor, error) {
	return tensorFrom(nil, func(ctx uintptr) uint64 { return native.Tenon_context_rng_state(ctx) })
}

// SetRNGState continues from a state that RNGState gave.
func SetRNGState(state *Tensor) error {
	defer runtime.KeepAlive(state)
	handle, err := state.ptr()
	if err != nil {
		return err
	}
	return with(func(ctx uintptr) uint64 { return native.Tenon_context_set_rng_state(ctx, handle) })
}

// Trim gives cached tensor memory back to the system.
func Trim() error { return with(native.Tenon_context_trim) }

// RegisterAlias makes name another name of the class target, in Create and in parsed texts.
func RegisterAlias(name, target string) error {
	return with(func(ctx uintptr) uint64 { return native.Tenon_context_register_alias(ctx, name, target) })
}

// HasClass says whether Create knows a class of that name.
func HasClass(name string) bool {
	ctx, err := context()
	return err == nil && native.Tenon_context_has_class(ctx, name) == 1
}

// Shutdown ends the package's world: drops all modules, tensors, hooks and custom modules, each
// exactly once. What is still held is closed from then on; the next use begins a new world. A
// program need not call it.
func Shutdown() error {
	contextLock.Lock()
	defer contextLock.Unlock()
	handle := contextHandle.Load()
	if handle == 0 {
		return nil
	}
	if err := check(native.Tenon_context_shutdown(handle)); err != nil {
		return err
	}
	contextHandle.Store(0)
	native.Tenon_context_release(handle)
	return nil
}

// with runs a call that needs the context only.
func with(call func(ctx uintptr) uint64) error {
	ctx, err := context()
	if err != nil {
		return err
	}
	return check(call(ctx))
}

// text takes a string object's text.
func text(result uint64) (string, error) {
	handle, err := made(result)
	if err != nil || handle == 0 {
		return "", err
	}
	defer native.Tenon_string_release(handle)
	return native.Tenon_string_data(handle), nil
}

func flag(on bool) int {
	if on {
		return 1
	}
	return 0
}
