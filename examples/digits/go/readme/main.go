// The Go program of the README.
package main

import (
	"fmt"
	"os"

	"tenon.dev/go/tenon"
)

func read(image []float32) error {
	net, err := tenon.Load("digits.safetensors")
	if err != nil {
		return err
	}
	defer net.Close()
	conv, err := net.Submodule("0")
	if err != nil {
		return err
	}
	defer conv.Close()
	_, err = conv.RegisterForwardHook(func(m *tenon.Module, in []*tenon.Tensor, out *tenon.Tensor) (*tenon.Tensor, error) {
		fmt.Println(m.Path(), out.Shape())
		return nil, nil // output unchanged
	})
	if err != nil {
		return err
	}
	return tenon.WithScope(func(s *tenon.Scope) error { // frees every tensor made inside, keeps the first error
		y := s.Call(net, s.FromSlice(image, 1, 1, 8, 8))
		fmt.Println("digit", s.ArgMax(y, 1).Int())
		return s.Err()
	})
}

func main() {
	if err := read(make([]float32, 64)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
