// Package tenon runs, inspects and trains PyTorch modules: layers, hooks, state dicts and files,
// with PyTorch's names and behaviour, over one small native library.
//
// # Memory
//
// Tensors, modules and state dicts live outside Go's heap. Call Close when you are done with one;
// a finalizer is only the safety net. Inside WithScope nobody needs to: a scope closes every tensor
// that was made in it, or made from one of its tensors, when its function returns. Keep takes a
// tensor out of its scope. What a hook or a Forward is handed belongs to a scope that ends with it.
//
// A hook that captures its own module keeps it alive until the module is closed; use the module that
// the hook is handed.
//
// # Goroutines
//
// Many goroutines may call one module in eval mode, share a scope and remove hooks. Changing a module
// or a tensor, and closing it, is for one goroutine at a time, when no other one is using it. A hook
// runs on the goroutine that called.
//
// # Errors
//
// Failures of the library are *Error. An error that a hook returns comes out of the call unchanged;
// a panic in a hook goes on in the caller.
//
// The library is looked for at the first use: at TENON_NATIVE_PATH, beside the program, then where
// the system looks.
package tenon
