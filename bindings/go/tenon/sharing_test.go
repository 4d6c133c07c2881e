package tenon

import (
	"errors"
	"sync"
	"testing"
)

// together runs a function in eight goroutines.
func together(run func(worker int)) {
	var group sync.WaitGroup
	for worker := 0; worker < 8; worker++ {
		group.Add(1)
		go func(worker int) {
			defer group.Done()
			run(worker)
		}(worker)
	}
	group.Wait()
}

func TestGoroutinesShareAScope(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	wrong := WithScope(func(s *Scope) error {
		x := s.FromSlice([]float32{1, 1}, 1, 2)
		together(func(int) {
			for i := 0; i < 200; i++ {
				near(t, s.Add(s.Call(m, x), 1).Floats(), 14, 28)
			}
		})
		together(func(int) { s.Matmul(x, x) }) // all fail; the scope keeps one
		return s.Err()
	})
	fails(t, wrong, RuntimeError, "matmul: inner sizes differ: (1, 2) x (1, 2)")
}

func TestGoroutinesOfAHookSeeItsTensors(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	var kept, stale *Tensor
	must(m.RegisterForwardHook(func(m *Module, in []*Tensor, out *Tensor) (*Tensor, error) {
		together(func(int) { // the call's record belongs to the hook's thread
			_, err := in[0].Mul(2)
			fails(t, err, RuntimeError, "tensor: only the hook's own goroutine may look first at what it is handed")
			err = m.Eval()
			fails(t, err, RuntimeError, "module: only the hook's own goroutine may look first at what it is handed")
		})
		equal(t, m.TypeName(), "Linear")
		equal(t, len(in[0].Shape())+len(out.Shape()), 4)
		together(func(int) {
			near(t, in[0].Floats(), 1, 1)
			near(t, must(out.Mul(2)).Floats(), 26, 54)
			equal(t, out.Close(), nil) // it ends with the hook
		})
		kept, stale = must(out.Keep()), out
		return nil, nil
	}))
	must(run(m, 1, 1))
	near(t, kept.Floats(), 13, 27)
	do(kept.Close())
	_, err := stale.Mul(2)
	equal(t, errors.Is(err, ErrClosed), true)
	together(func(int) { equal(t, stale.Shape() == nil, true) })
}

// adder takes two tensors.
type adder struct{}

func (adder) ForwardCall(c *Call) error {
	args, err := c.Args()
	if err != nil {
		return err
	}
	sum, err := args[0].(*Tensor).Add(args[1])
	if err != nil {
		return err
	}
	return c.SetOutput(sum)
}

func TestAHookSeesEveryInputTensor(t *testing.T) {
	world(t)
	m := mustClose(t, must(NewCustom("Adder", adder{})))
	var second, stale *Tensor
	must(m.RegisterForwardPreHook(func(_ *Module, in []*Tensor) (*Tensor, error) {
		equal(t, len(in), 2)
		near(t, in[1].Floats(), 10)
		near(t, in[0].Floats(), 1)
		second, stale = must(in[1].Keep()), in[1]
		return nil, nil
	}))
	must(m.RegisterForwardHook(func(_ *Module, in []*Tensor, out *Tensor) (*Tensor, error) {
		return in[1], nil // lent, and more than once in the call
	}))
	do(WithScope(func(s *Scope) error {
		result := s.CallValue(m, s.FromSlice([]float32{1}), s.FromSlice([]float32{10}))
		near(t, result.(*Tensor).Floats(), 10)
		return s.Err()
	}))
	near(t, second.Floats(), 10)
	do(second.Close())
	equal(t, stale.get(), uintptr(0))
}

// A hook may give what it was handed, what it made, and what is kept elsewhere.
func TestAHookGivesAnyTensor(t *testing.T) {
	world(t)
	outside := must(FromSlice([]float32{7}))
	defer outside.Close()
	for name, hook := range map[string]ForwardHook{
		"input":   func(_ *Module, in []*Tensor, _ *Tensor) (*Tensor, error) { return in[0], nil },
		"output":  func(_ *Module, _ []*Tensor, out *Tensor) (*Tensor, error) { return out, nil },
		"made":    func(_ *Module, _ []*Tensor, out *Tensor) (*Tensor, error) { return out.Mul(2) },
		"outside": func(*Module, []*Tensor, *Tensor) (*Tensor, error) { return outside, nil },
	} {
		m := must(NewTanh())
		must(m.RegisterForwardHook(hook))
		wanted := map[string]float64{"input": 0, "output": 0, "made": 0, "outside": 7}[name]
		near(t, must(run(m, 0)), wanted)
		near(t, must(run(m, 0)), wanted)
		do(m.Close())
	}
	near(t, outside.Floats(), 7)
}
