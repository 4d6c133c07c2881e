package tenon

import "testing"

// The module of the C figures: Linear(8, 8) in eval mode, without gradients.
func benchModule() *Module {
	m := must(NewLinear(8, 8))
	do(m.Eval())
	do(m.RequiresGrad(false))
	return m
}

func BenchmarkCallFloats(b *testing.B) {
	m := benchModule()
	defer m.Close()
	in, out, shape := make([]float32, 8), make([]float32, 8), []int64{1, 8}
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		must(m.CallFloats(in, shape, out))
	}
}

// One thousand calls a scope, as in a loop over a batch.
func BenchmarkCallInScope(b *testing.B) {
	m := benchModule()
	defer m.Close()
	b.ResetTimer()
	for n := 0; n < b.N; n += 1000 {
		do(WithScope(func(s *Scope) error {
			x := s.FromSlice(make([]float32, 8), 1, 8)
			for i := 0; i < 1000; i++ {
				s.Call(m, x)
			}
			return s.Err()
		}))
	}
}

// A forward hook on Identity; take BenchmarkIdentity off.
func BenchmarkHook(b *testing.B) {
	m := must(NewIdentity())
	defer m.Close()
	must(m.RegisterForwardHook(func(*Module, []*Tensor, *Tensor) (*Tensor, error) { return nil, nil }))
	identity(b, m)
}

func BenchmarkIdentity(b *testing.B) {
	m := must(NewIdentity())
	defer m.Close()
	identity(b, m)
}

func identity(b *testing.B, m *Module) {
	b.Helper()
	b.ResetTimer()
	for n := 0; n < b.N; n += 1000 {
		do(WithScope(func(s *Scope) error {
			x := s.FromSlice(make([]float32, 8), 1, 8)
			for i := 0; i < 1000; i++ {
				s.Call(m, x)
			}
			return s.Err()
		}))
	}
}
