package tenon

import (
	"errors"
	"strings"
	"testing"
)

const small = `Sequential(
  (fc1): Linear(in_features=2, out_features=2, bias=True)
  (act): ReLU()
)`

func TestLayersComeBackAsTheirClass(t *testing.T) {
	world(t)
	m := must(Parse(small))
	defer m.Close()
	fc := must(m.Submodule("fc1"))
	defer fc.Close()
	equal(t, fc.TypeName(), "Linear")
	equal(t, m.TypeName(), "Sequential")
	again := must(m.Submodule("fc1"))
	defer again.Close()
	equal(t, fc.Is(again), true)
	equal(t, fc.Is(m), false)
}

func TestLayerOptionsHavePytorchNamesAndDefaults(t *testing.T) {
	world(t)
	plain := must(NewConv2d(3, 8, 3))
	defer plain.Close()
	equal(t, plain.String(), "Conv2d(3, 8, kernel_size=(3, 3), stride=(1, 1))")
	named := must(NewConv2d(3, 8, []int64{3, 5}, With("stride", 2), With("bias", false)))
	defer named.Close()
	equal(t, named.String(), "Conv2d(3, 8, kernel_size=(3, 5), stride=(2, 2), bias=False)")
	positional := must(NewConv2d(3, 8, 3, 2))
	defer positional.Close()
	equal(t, positional.String(), "Conv2d(3, 8, kernel_size=(3, 3), stride=(2, 2))")
	options := must(plain.Options())
	bias, _ := options.Get("bias")
	equal(t, bias, true)
	_, err := NewLinear(2, 2, With("biass", true))
	var failure *Error
	if !errors.As(err, &failure) || failure.Code != TypeError || !strings.Contains(failure.Message, "biass") {
		t.Fatal(err)
	}
}

func TestParseBuildsThePrintedTree(t *testing.T) {
	world(t)
	m := must(Parse(small))
	defer m.Close()
	equal(t, m.String(), small)
	_, err := run(m, 1, 2)
	if err == nil {
		t.Fatal("a model without values ran")
	}
	do(m.Initialize())
	must(run(m, 1, 2))
	again := must(Parse(must(m.Text())))
	defer again.Close()
	equal(t, again.String(), small)
	_, report, err := ParseWith(small, nil, With("strict", true))
	do(err)
	equal(t, len(report.Assumed), 0)
}

func TestCallWithFloats(t *testing.T) {
	world(t)
	m := linear(t)
	defer m.Close()
	out := make([]float32, 2)
	count := must(m.CallFloats([]float32{1, 1}, []int64{1, 2}, out))
	equal(t, count, 2)
	near(t, out, 13, 27)
	_, err := m.CallFloats([]float32{1, 1}, []int64{1, 2}, out[:1])
	equal(t, err != nil, true)
	_, err = m.CallFloats([]float32{1, 1}, []int64{1, 3}, out)
	fails(t, err, ValueError, "call: 2 values for shape (1, 3)")
}

func TestCallWithSeveralAndNestedValues(t *testing.T) {
	world(t)
	m := must(NewLSTM(2, 3, With("bidirectional", true)))
	defer m.Close()
	do(WithScope(func(s *Scope) error {
		result := s.CallValue(m, s.FromSlice(make([]float32, 8), 4, 1, 2)).(Tuple)
		equal(t, result[0].(*Tensor).Shape(), Shape{4, 1, 6})
		state := result[1].(Tuple)
		equal(t, state[0].(*Tensor).Shape(), Shape{2, 1, 3})
		again := s.CallValue(m, s.FromSlice(make([]float32, 8), 4, 1, 2), state).(Tuple)
		equal(t, again[1].(Tuple)[1].(*Tensor).Shape(), Shape{2, 1, 3})
		return s.Err()
	}))
}

// scale gives (x * scale, {"scale": scale}).
type scale struct{}

func (scale) ForwardCall(c *Call) error {
	args, err := c.Args()
	if err != nil {
		return err
	}
	kwargs, err := c.Kwargs()
	if err != nil {
		return err
	}
	factor, found := kwargs.Get("factor")
	if !found {
		factor = 1.0
	}
	y, err := args[0].(*Tensor).Mul(factor)
	if err != nil {
		return err
	}
	return c.SetOutput(Tuple{y, Dict{{"factor", factor}, {"list", List{int64(1), "two", nil, true}}}})
}

func TestCallWithKeywordArguments(t *testing.T) {
	world(t)
	m := must(NewCustom("Scale", scale{}))
	defer m.Close()
	do(WithScope(func(s *Scope) error {
		result := s.CallValue(m, s.FromSlice([]float32{1, 2}), With("factor", 3.0)).(Tuple)
		near(t, result[0].(*Tensor).Floats(), 3, 6)
		equal(t, result[1], Dict{{"factor", 3.0}, {"list", List{int64(1), "two", nil, true}}})
		return s.Err()
	}))
}

func TestAddModuleRegisterBufferRegisterParameter(t *testing.T) {
	world(t)
	m := must(NewModuleDict())
	defer m.Close()
	do(WithScope(func(s *Scope) error {
		do(m.AddModule("fc", mustClose(t, must(NewLinear(2, 2)))))
		do(m.RegisterBuffer("mean", s.FromSlice([]float32{1})))
		do(m.RegisterBuffer("scratch", s.FromSlice([]float32{2}), NonPersistent()))
		do(m.RegisterBuffer("none", nil))
		do(m.RegisterParameter("scale", s.Adopt(must(s.FromSlice([]float32{3}).Parameter(true)))))
		return s.Err()
	}))
	state := must(m.StateDict())
	defer state.Close()
	equal(t, state.Keys(), []string{"scale", "mean", "fc.weight", "fc.bias"})
	none := must(m.Buffer("none"))
	equal(t, none == nil, true)
}

// mustClose closes a module when the test ends.
func mustClose(t *testing.T, m *Module) *Module {
	t.Helper()
	t.Cleanup(func() { m.Close() })
	return m
}

func TestLookupsByPathAndTheirCheapForms(t *testing.T) {
	world(t)
	m := must(Parse(small))
	defer m.Close()
	weight := must(m.Parameter("fc1.weight"))
	defer weight.Close()
	equal(t, weight.IsParameter(), true)
	equal(t, m.Has("fc1.weight"), true)
	equal(t, m.Has("fc2"), false)
	_, err := m.Submodule("fc2")
	equal(t, errors.Is(err, ErrNotFound), true)
	_, err = m.Parameter("fc1.scale")
	equal(t, errors.Is(err, ErrNotFound), true)
	tanh := must(NewTanh())
	defer tanh.Close()
	do(m.SetSubmodule("act", tanh, true))
	act := must(m.Submodule("act"))
	defer act.Close()
	equal(t, act.Is(tanh), true)
}

func names(list []NamedTensor) (out []string) {
	for _, entry := range list {
		out = append(out, entry.Name)
		entry.Tensor.Close()
	}
	return out
}

func TestNamedListsWithPrefixRecurseAndDuplicates(t *testing.T) {
	world(t)
	fc := must(NewLinear(2, 2))
	defer fc.Close()
	m := must(NewSequential(fc, fc))
	defer m.Close()
	equal(t, names(must(m.NamedParameters())), []string{"0.weight", "0.bias"})
	equal(t, names(must(m.NamedParameters(Prefix("net"), Duplicates()))),
		[]string{"net.0.weight", "net.0.bias", "net.1.weight", "net.1.bias"})
	equal(t, len(must(m.NamedParameters(NoRecurse()))), 0)
	for _, child := range must(m.NamedModules()) {
		child.Module.Close()
	}
	children := must(m.NamedChildren())
	equal(t, len(children), 1)
	children[0].Module.Close()
	count := 0
	do(m.EachParameter(func(name string, p *Tensor) (bool, error) { count++; return false, nil }))
	equal(t, count, 1)
}

func TestContainersHoldModules(t *testing.T) {
	world(t)
	a, b := mustClose(t, must(NewLinear(2, 2))), mustClose(t, must(NewReLU()))
	list := mustClose(t, must(NewModuleList(a)))
	do(list.Append(b))
	do(list.Insert(0, b))
	equal(t, list.Len(), 3)
	first := mustClose(t, must(list.Item(0)))
	equal(t, first.Is(b), true)
	popped := mustClose(t, must(list.Pop(-1)))
	equal(t, popped.Is(b), true)
	do(list.SetItem(0, a))
	do(list.DeleteItem(1))
	equal(t, must(list.Keys()), []string{"0"})
	sliced := mustClose(t, must(list.Slice(0, 1, 1)))
	equal(t, sliced.TypeName(), "ModuleList")
	dict := mustClose(t, must(NewModuleDict(NamedModule{"a", a}, NamedModule{"b", b})))
	equal(t, must(dict.Keys()), []string{"a", "b"})
	other := mustClose(t, must(NewModuleDict()))
	do(other.Update(dict))
	equal(t, other.Len(), 2)
	do(other.DeleteKey("a"))
	_, err := other.Key("a")
	equal(t, errors.Is(err, ErrNotFound), true)
	do(other.Clear())
	equal(t, other.Len(), 0)
	equal(t, a.Len(), -1)
}

func TestAttributesAsPythonAssigns(t *testing.T) {
	world(t)
	m := mustClose(t, must(NewIdentity()))
	do(m.SetAttribute("scale", 2))
	equal(t, must(m.Attribute("scale")), int64(2))
	do(m.SetAttribute("config", Dict{{"depth", List{int64(1), int64(2)}}}))
	equal(t, must(m.Attribute("config")), Dict{{"depth", List{int64(1), int64(2)}}})
	child := mustClose(t, must(NewReLU()))
	do(m.SetAttribute("act", child))
	equal(t, m.Has("act"), true)
	do(m.DeleteAttribute("act"))
	_, err := m.Attribute("act")
	equal(t, errors.Is(err, ErrNotFound), true)
}

func TestApplyVisitsChildrenFirst(t *testing.T) {
	world(t)
	m := mustClose(t, must(Parse(small)))
	var visited []string
	do(m.Apply(func(m *Module) error { visited = append(visited, m.TypeName()); return nil }))
	equal(t, visited, []string{"Linear", "ReLU", "Sequential"})
	trouble := errors.New("on purpose")
	equal(t, m.Apply(func(*Module) error { return trouble }), trouble)
}

func TestCastsKeepParameterIdentity(t *testing.T) {
	world(t)
	m := linear(t)
	defer m.Close()
	weight := must(m.Parameter("weight"))
	defer weight.Close()
	do(m.Half())
	equal(t, weight.DType(), Float16)
	do(m.To(Float64))
	equal(t, weight.DType(), Float64)
	again := must(m.Parameter("weight"))
	defer again.Close()
	equal(t, again.Is(weight), true)
	do(m.Float())
	equal(t, weight.Floats(), []float32{1, 2, 3, 4})
}

func TestTrainEvalAndRequiresGrad(t *testing.T) {
	world(t)
	m := linear(t)
	defer m.Close()
	equal(t, m.Training(), true)
	do(m.Eval())
	equal(t, m.Training(), false)
	do(m.Train())
	weight := must(m.Parameter("weight"))
	defer weight.Close()
	do(m.RequiresGrad(false))
	equal(t, weight.RequiresGrad(), false)
	do(m.RequiresGrad(true))
	equal(t, weight.RequiresGrad(), true)
	grad := must(FromSlice([]float32{1, 1, 1, 1}, 2, 2))
	defer grad.Close()
	do(weight.SetGrad(grad))
	do(m.ZeroGrad(true))
	none := must(weight.Grad())
	equal(t, none == nil, true)
}

func TestToStringIsPytorchs(t *testing.T) {
	world(t)
	m := mustClose(t, must(Parse(small)))
	equal(t, m.String(), small)
	closed := must(NewReLU())
	closed.Close()
	equal(t, closed.String(), "Module(closed)")
}

func TestDeepcopyKeepsTiesAndClasses(t *testing.T) {
	world(t)
	fc := mustClose(t, linear(t))
	m := mustClose(t, must(NewSequential(fc, fc)))
	copied := mustClose(t, must(m.DeepCopy()))
	first, second := mustClose(t, must(copied.Item(0))), mustClose(t, must(copied.Item(1)))
	equal(t, first.Is(second), true)
	equal(t, first.Is(fc), false)
	equal(t, first.TypeName(), "Linear")
	near(t, must(run(first, 1, 1)), 13, 27)
}
