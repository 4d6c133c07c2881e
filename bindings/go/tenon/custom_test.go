package tenon

import (
	"fmt"
	"testing"
)

// mlp is the usual way of a module of one's own: it registers its children where it is made.
type mlp struct {
	*Module
	fc1, fc2 *Module
	calls    int
}

func newMLP() *mlp {
	m := &mlp{fc1: must(NewLinear(2, 3)), fc2: must(NewLinear(3, 1))}
	m.Module = must(NewCustom("MLP", m))
	do(m.AddModule("fc1", m.fc1))
	do(m.AddModule("fc2", m.fc2))
	return m
}

func (m *mlp) Forward(x *Tensor) (*Tensor, error) {
	m.calls++
	h, err := m.fc1.Call(x)
	if err != nil {
		return nil, err
	}
	if h, err = h.Relu(); err != nil {
		return nil, err
	}
	return m.fc2.Call(h)
}

func (m *mlp) Close() error {
	m.fc1.Close()
	m.fc2.Close()
	return m.Module.Close()
}

func TestCustomModuleRunsInsideSequential(t *testing.T) {
	world(t)
	m := newMLP()
	net := must(NewSequential(m.Module, mustClose(t, must(NewTanh()))))
	y := must(run(net, 1, 2))
	equal(t, len(y), 1)
	equal(t, m.calls, 1)
	equal(t, net.String(), `Sequential(
  (0): MLP(
    (fc1): Linear(in_features=2, out_features=3, bias=True)
    (fc2): Linear(in_features=3, out_features=1, bias=True)
  )
  (1): Tanh()
)`)
	m.Close()
	net.Close()
}

func TestCustomModuleRegistersInItsConstructor(t *testing.T) {
	world(t)
	m := newMLP()
	defer m.Close()
	equal(t, names(must(m.NamedParameters())), []string{"fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias"})
	equal(t, m.Custom().(*mlp) == m, true)
	equal(t, m.fc1.Custom() == nil, true)
}

func TestCustomModuleReturnsNestedValues(t *testing.T) {
	world(t)
	m := mustClose(t, must(NewCustom("Scale", scale{})))
	net := mustClose(t, must(NewSequential(m)))
	do(WithScope(func(s *Scope) error {
		result := s.CallValue(net, s.FromSlice([]float32{1, 2})).(Tuple)
		near(t, result[0].(*Tensor).Floats(), 1, 2)
		equal(t, len(result[1].(Dict)), 2)
		return s.Err()
	}))
}

// counter has text, state and a way to be copied.
type counter struct{ count int64 }

func (c *counter) Forward(x *Tensor) (*Tensor, error) { c.count++; return x, nil }
func (c *counter) ExtraRepr() string                  { return fmt.Sprint("count=", c.count) }
func (c *counter) GetExtraState() (any, error)        { return Dict{{"count", c.count}}, nil }
func (c *counter) Clone() (*Module, error)            { return NewCustom("Counter", &counter{c.count}) }
func (c *counter) SetExtraState(state any) (err error) {
	count, _ := state.(Dict).Get("count")
	c.count = count.(int64)
	return nil
}

func TestCustomModuleHasExtraReprAndExtraState(t *testing.T) {
	world(t)
	c := &counter{}
	m := mustClose(t, must(NewCustom("Counter", c)))
	equal(t, must(run(m, 1, 2)), []float32{1, 2})
	must(run(m, 1, 2))
	equal(t, m.String(), "Counter(count=2)")
	state := must(m.StateDict())
	defer state.Close()
	equal(t, state.Keys(), []string{"_extra_state"})
	other := &counter{}
	loaded := mustClose(t, must(NewCustom("Counter", other)))
	must(loaded.LoadStateDict(state))
	equal(t, other.count, int64(2))
	equal(t, must(m.ExtraState()), Dict{{"count", int64(2)}})
}

func TestCustomModuleIsCopiedByItsClone(t *testing.T) {
	world(t)
	c := &counter{}
	m := mustClose(t, must(NewCustom("Counter", c)))
	do(m.AddModule("fc", mustClose(t, linear(t))))
	net := mustClose(t, must(NewSequential(m)))
	must(run(net, 1, 2))
	copied := mustClose(t, must(net.DeepCopy()))
	must(run(copied, 1, 2))
	inner := mustClose(t, must(copied.Item(0)))
	equal(t, inner.Custom().(*counter).count, int64(2))
	equal(t, c.count, int64(1))
	equal(t, inner.Has("fc.weight"), true)
	plain := mustClose(t, must(NewCustom("Plain", through{m})))
	_, err := plain.DeepCopy()
	equal(t, err != nil, true) // it has no Clone
}

func TestRegisteredClassIsMadeByParse(t *testing.T) {
	world(t)
	do(RegisterClass("Doubler", func(args Tuple, kwargs Dict) (*Module, error) {
		return NewCustom("Doubler", doubler{})
	}))
	m := mustClose(t, must(Parse("Sequential(\n  (0): Doubler()\n)")))
	near(t, must(run(m, 1, 2)), 2, 4)
	equal(t, HasClass("Doubler"), true)
}

// scaler keeps its own module.
type scaler struct{ *Module }

func (s scaler) Forward(x *Tensor) (*Tensor, error) {
	factor, err := s.Parameter("factor")
	if err != nil {
		return nil, err
	}
	defer factor.Close()
	return x.Mul(factor)
}

func newScaler() (*Module, error) {
	s := new(scaler)
	m, err := NewCustom("Scaler", s)
	if err != nil {
		return nil, err
	}
	s.Module = m
	return m, WithScope(func(scope *Scope) error {
		factor, err := scope.FromSlice([]float32{3}).Parameter(true)
		if err != nil {
			return err
		}
		return m.RegisterParameter("factor", factor)
	})
}

func (s scaler) Clone() (*Module, error) { return newScaler() }

func TestAnObjectThatKeepsItsModuleDoesNotKeepItAlive(t *testing.T) {
	world(t)
	do(RegisterClass("Scaler", func(Tuple, Dict) (*Module, error) { return newScaler() }))
	callbacks := Live(LiveCallbacks)
	net := must(Parse("Sequential(\n  (0): Scaler()\n  (1): Scaler()\n)"))
	do(WithScope(func(s *Scope) error { // parsed parameters have no values yet
		for _, p := range must(net.NamedParameters(InScope(s))) {
			do(p.Tensor.Fill(3))
		}
		return nil
	}))
	copied := must(net.DeepCopy())
	together(func(int) {
		for i := 0; i < 50; i++ {
			near(t, must(run(net, 1, 2)), 9, 18)
			near(t, must(run(copied, 1, 2)), 9, 18)
		}
	})
	inner := must(net.Item(0)).Custom().(*scaler)
	_, err := inner.Parameter("factor")
	equal(t, err.Error(), "tenon: Scaler was closed") // outside of its methods
	do(net.Close())
	do(copied.Close())
	settle(0)
	equal(t, Live(LiveCallbacks), callbacks)
}

type doubler struct{}

func (doubler) Forward(x *Tensor) (*Tensor, error) { return x.Mul(2) }

func TestRegisteredAliasPrintsItsName(t *testing.T) {
	world(t)
	do(RegisterAlias("Conv2dNormActivation", "Sequential"))
	const text = "Conv2dNormActivation(\n  (0): ReLU()\n)"
	m := mustClose(t, must(Parse(text)))
	equal(t, m.String(), text)
	near(t, must(run(m, -1, 2)), 0, 2)
}
