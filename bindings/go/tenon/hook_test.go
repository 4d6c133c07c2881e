package tenon

import (
	"errors"
	"fmt"
	"sync"
	"testing"
)

func TestForwardHookSeesAndReplacesTheOutput(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	var seen []float32
	remove := must(m.RegisterForwardHook(func(m *Module, in []*Tensor, out *Tensor) (*Tensor, error) {
		equal(t, m.TypeName(), "Linear")
		equal(t, len(in), 1)
		seen = out.Floats()
		return out.Mul(2)
	}))
	near(t, must(run(m, 1, 1)), 26, 54)
	near(t, seen, 13, 27)
	do(remove())
	near(t, must(run(m, 1, 1)), 13, 27)
}

func TestForwardPreHookSeesAndReplacesTheInput(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	remove := must(m.RegisterForwardPreHook(func(m *Module, in []*Tensor) (*Tensor, error) {
		near(t, in[0].Floats(), 1, 1)
		return in[0].Mul(10)
	}))
	defer remove()
	near(t, must(run(m, 1, 1)), 40, 90)
}

func TestHooksWithKeywordArguments(t *testing.T) {
	world(t)
	m := mustClose(t, must(NewCustom("Scale", scale{})))
	var seen any
	before := must(m.RegisterForwardPreHookWithKwargs(func(c *Call) error {
		return c.SetKwargs(Dict{{"factor", 5.0}})
	}))
	after := must(m.RegisterForwardHookWithKwargs(func(c *Call) error {
		kwargs, err := c.Kwargs()
		if err != nil {
			return err
		}
		seen, _ = kwargs.Get("factor")
		output, err := c.Output()
		if err != nil {
			return err
		}
		return c.SetOutput(output.(Tuple)[0])
	}))
	do(WithScope(func(s *Scope) error {
		y := s.CallValue(m, s.FromSlice([]float32{1, 2}), With("factor", 3.0))
		near(t, y.(*Tensor).Floats(), 5, 10)
		return s.Err()
	}))
	equal(t, seen, 5.0)
	do(before())
	do(after())
}

func TestHooksPrependAndAlwaysCall(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	var order []string
	note := func(name string) ForwardHook {
		return func(*Module, []*Tensor, *Tensor) (*Tensor, error) { order = append(order, name); return nil, nil }
	}
	must(m.RegisterForwardHook(note("second")))
	must(m.RegisterForwardHook(note("first"), Prepend))
	must(run(m, 1, 1))
	equal(t, order, []string{"first", "second"})
	order = nil
	must(m.RegisterForwardHook(note("always"), AlwaysCall))
	_, err := run(m, 1, 1, 1)
	equal(t, err != nil, true)
	equal(t, order, []string{"always"})
}

func TestHookHandleRemovesOnce(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	before := Live(LiveCallbacks)
	count := 0
	var remove func() error
	remove = must(m.RegisterForwardHook(func(*Module, []*Tensor, *Tensor) (*Tensor, error) {
		count++
		return nil, remove() // also inside itself
	}))
	must(run(m, 1, 1))
	must(run(m, 1, 1))
	do(remove())
	equal(t, count, 1)
	equal(t, Live(LiveCallbacks), before)
}

func TestContextWideHooks(t *testing.T) {
	world(t)
	m := mustClose(t, must(NewSequential(mustClose(t, linear(t)), mustClose(t, must(NewReLU())))))
	var classes []string
	before := must(RegisterModuleForwardPreHook(func(m *Module, _ []*Tensor) (*Tensor, error) {
		classes = append(classes, ">"+m.TypeName())
		return nil, nil
	}))
	after := must(RegisterModuleForwardHook(func(m *Module, _ []*Tensor, _ *Tensor) (*Tensor, error) {
		classes = append(classes, m.TypeName()+m.Path())
		return nil, nil
	}))
	must(run(m, 1, 1))
	do(before())
	do(after())
	must(run(m, 1, 1))
	equal(t, classes, []string{">Sequential", ">Linear", "Linear0", ">ReLU", "ReLU1", "Sequential"})
}

func TestRegistrationHooks(t *testing.T) {
	world(t)
	var registered []string
	note := func(c *Call) error { registered = append(registered, c.Name()); return nil }
	removes := []func() error{
		must(RegisterModuleParameterRegistrationHook(note)),
		must(RegisterModuleBufferRegistrationHook(note)),
		must(RegisterModuleModuleRegistrationHook(note)),
	}
	norm := must(NewBatchNorm1d(2))
	m := must(NewModuleDict(NamedModule{"norm", norm}))
	for _, remove := range removes {
		do(remove())
	}
	norm.Close()
	m.Close()
	equal(t, registered, []string{"weight", "bias", "running_mean", "running_var", "num_batches_tracked", "norm"})
}

func TestStateDictAndLoadHooks(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	var events []string
	must(m.RegisterStateDictPreHook(func(c *Call) error { events = append(events, "pre"); return nil }))
	must(m.RegisterStateDictPostHook(func(c *Call) error {
		d, err := c.StateDict()
		if err != nil {
			return err
		}
		events = append(events, "post")
		return d.Set("note", "from a hook")
	}))
	must(m.RegisterLoadStateDictPreHook(func(c *Call) error {
		d, err := c.StateDict()
		if err != nil {
			return err
		}
		events = append(events, fmt.Sprint("load ", c.Strict()))
		return d.Remove("note")
	}))
	must(m.RegisterLoadStateDictPostHook(func(c *Call) error {
		events = append(events, "loaded")
		return c.AddReport(Missing, "something")
	}))
	state := must(m.StateDict())
	defer state.Close()
	equal(t, state.Keys(), []string{"weight", "bias", "note"})
	_, err := m.LoadStateDict(state)
	equal(t, err != nil, true) // strict, and the post hook misses something
	report := must(m.LoadStateDict(state, AllowMissing()))
	equal(t, report.Missing, []string{"something"})
	equal(t, events, []string{"pre", "post", "load true", "loaded", "load false", "loaded"})
}

func TestCallbacksRunInAScopeOfTheirOwn(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	var made, kept *Tensor
	must(m.RegisterForwardHook(func(_ *Module, in []*Tensor, out *Tensor) (*Tensor, error) {
		made = must(out.Mul(2))
		kept = must(made.Keep())
		return nil, nil
	}))
	must(run(m, 1, 1))
	equal(t, made.get(), uintptr(0))
	near(t, kept.Floats(), 26, 54)
	kept.Close()
}

var onPurpose = errors.New("on purpose")

func thrower(*Module, []*Tensor, *Tensor) (*Tensor, error) { return nil, onPurpose }

func TestExceptionComesOutAsTheSameObject(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	must(m.RegisterForwardHook(thrower))
	_, err := run(m, 1, 1)
	equal(t, err == onPurpose, true)
}

// through calls another module in its Forward.
type through struct{ inner *Module }

func (f through) Forward(x *Tensor) (*Tensor, error) { return f.inner.Call(x) }

func TestExceptionThroughNestedCalls(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	must(m.RegisterForwardHook(thrower))
	outer := mustClose(t, must(NewCustom("Outer", through{m})))
	outermost := mustClose(t, must(NewSequential(mustClose(t, must(NewCustom("Outermost", through{outer}))))))
	_, err := run(outermost, 1, 1)
	equal(t, err == onPurpose, true)
}

func TestExceptionFromAForeignThread(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	must(m.RegisterForwardHook(thrower))
	var wait sync.WaitGroup
	wrong := make(chan error, 8)
	for i := 0; i < 8; i++ {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for n := 0; n < 200; n++ {
				if _, err := run(m, 1, 1); err != onPurpose {
					wrong <- err
					return
				}
			}
		}()
	}
	wait.Wait()
	close(wrong)
	for err := range wrong {
		t.Fatal("another error came out:", err)
	}
}

func TestPanicGoesOnInTheCaller(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	remove := must(m.RegisterForwardHook(func(*Module, []*Tensor, *Tensor) (*Tensor, error) { panic(onPurpose) }))
	func() {
		defer func() { equal(t, recover() == any(onPurpose), true) }()
		run(m, 1, 1)
		t.Fatal("no panic")
	}()
	do(remove())
	near(t, must(run(m, 1, 1)), 13, 27)
}

func TestModelGoesOnAfterAThrowingHook(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	remove := must(m.RegisterForwardHook(thrower))
	for i := 0; i < 100; i++ {
		_, err := run(m, 1, 1)
		equal(t, err == onPurpose, true)
	}
	do(remove())
	near(t, must(run(m, 1, 1)), 13, 27)
}

func TestEightThreadsCallOneModule(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	do(m.Eval())
	var wait sync.WaitGroup
	wrong := make(chan string, 8)
	for i := 0; i < 8; i++ {
		wait.Add(1)
		go func(i int) {
			defer wait.Done()
			for n := 0; n < 500; n++ {
				x := float32(i*500 + n)
				y, err := run(m, x, 0)
				if err != nil || y[0] != x+10 || y[1] != 3*x+20 {
					wrong <- "a wrong result"
					return
				}
				// Error texts of other threads do not get in the way.
				if _, err := run(m, x, 0, 0); err == nil || err.Error() !=
					"Linear: last dimension is 3, weight wants 2 (input (1, 3), weight (2, 2))" {
					wrong <- "a wrong error"
					return
				}
			}
		}(i)
	}
	wait.Wait()
	close(wrong)
	for text := range wrong {
		t.Fatal(text)
	}
}
