package main

// #cgo CFLAGS: -O2 -I${SRCDIR}/../../bindings/go/tenon/internal/native
// #cgo LDFLAGS: -ldl
// #include <stdlib.h>
// #include "tenon_dl.h"
//
// static int nothing(int n) { return n; }
//
// static tenon_module *module;
// static tenon_tensor *x;
//
// /* The module of the C figures: a layer in eval mode, without gradients, and its input. */
// static const char *prepare(const char *library, const char *text) {
//   static const int64_t shape[] = {1, 8};
//   static const float zeros[8];
//   static tenon_context *ctx;
//   if (ctx == NULL && tenon_dl_open(library) != 0)
//     return tenon_dl_error();
//   if ((ctx == NULL && (tenon_context_create(NULL, &ctx) != TENON_OK ||
//                        tenon_tensor_from_data(ctx, TENON_FLOAT32, shape, 2, zeros, &x) != TENON_OK)) ||
//       tenon_module_parse(ctx, text, &module) != TENON_OK || tenon_module_initialize(module) != TENON_OK ||
//       tenon_module_eval(module) != TENON_OK || tenon_module_requires_grad(module, 0) != TENON_OK)
//     return tenon_error_message();
//   return NULL;
// }
//
// static void call1(int calls) {
//   tenon_tensor *y = NULL;
//   for (int i = 0; i < calls; ++i) {
//     if (tenon_module_call1(module, x, &y) != TENON_OK)
//       abort();
//     tenon_tensor_release(y);
//   }
// }
//
// static void call_f32(int calls) {
//   static const int64_t shape[] = {1, 8};
//   float in[8] = {0}, out[8];
//   int64_t count;
//   for (int i = 0; i < calls; ++i) {
//     if (tenon_module_call_f32(module, in, shape, 2, out, 8, &count) != TENON_OK)
//       abort();
//   }
// }
import "C"

import (
	"errors"
	"unsafe"
)

// prepareC makes the module that the C loops call.
func prepareC(library, text string) error {
	path, printed := C.CString(library), C.CString(text)
	defer C.free(unsafe.Pointer(path))
	defer C.free(unsafe.Pointer(printed))
	if fault := C.prepare(path, printed); fault != nil {
		return errors.New(C.GoString(fault))
	}
	return nil
}

// The loops of the C figures: one crossing for all calls.
func call1InC(calls int)   { C.call1(C.int(calls)) }
func callF32InC(calls int) { C.call_f32(C.int(calls)) }

// crossings goes into C and back as often, where nothing is done.
func crossings(calls int) {
	for i := 0; i < calls; i++ {
		C.nothing(C.int(i))
	}
}
