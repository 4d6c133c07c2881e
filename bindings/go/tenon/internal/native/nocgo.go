//go:build !cgo

// Package native needs cgo.
package native

// The compiler shows this name when there is no cgo.
const _ = tenon_needs_cgo__set_CGO_ENABLED_1_and_install_a_C_compiler
