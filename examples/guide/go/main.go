// The examples of torch.nn.Module's documentation, in Go. Each prints what Python prints.
//
//	TENON_NATIVE_PATH=libtenon.so go run .
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"tenon.dev/go/tenon"
)

// class Model(nn.Module): conv1, conv2; forward: F.relu(conv2(F.relu(conv1(x))))
type model struct {
	*tenon.Module
	conv1, conv2 *tenon.Module
}

func newModel() (*model, error) {
	m := new(model)
	var err error
	if m.Module, err = tenon.NewCustom("Model", m); err != nil {
		return nil, err
	}
	if m.conv1, err = tenon.NewConv2d(1, 20, 5); err != nil {
		return nil, err
	}
	if m.conv2, err = tenon.NewConv2d(20, 20, 5); err != nil {
		return nil, err
	}
	if err = m.AddModule("conv1", m.conv1); err != nil {
		return nil, err
	}
	return m, m.AddModule("conv2", m.conv2)
}

// Forward is what one overrides; Call runs it with the hooks.
func (m *model) Forward(x *tenon.Tensor) (*tenon.Tensor, error) {
	s := x.Scope() // ends with the call, and keeps the first error
	x = s.Relu(s.Call(m.conv1, x))
	x = s.Relu(s.Call(m.conv2, x))
	return x, s.Err()
}

// Close ends the module's hold of itself and its children.
func (m *model) Close() error {
	m.conv1.Close()
	m.conv2.Close()
	return m.Module.Close()
}

func modelClass(out *strings.Builder) error {
	m, err := newModel()
	if err != nil {
		return err
	}
	defer m.Close()
	fmt.Fprintln(out, m)
	return tenon.WithScope(func(s *tenon.Scope) error {
		fmt.Fprintln(out, s.Call(m.Module, s.Zeros([]int64{1, 1, 28, 28})).Shape())
		return s.Err()
	})
}

// def init_weights(m): print(m); if type(m) is nn.Linear: m.weight.fill_(1.0); print(m.weight)
func apply(out *strings.Builder) error {
	net, err := twoLinears()
	if err != nil {
		return err
	}
	defer net.Close()
	return net.Apply(func(m *tenon.Module) error {
		fmt.Fprintln(out, m)
		if m.TypeName() != "Linear" {
			return nil
		}
		weight, err := m.Parameter("weight")
		if err != nil {
			return err
		}
		defer weight.Close()
		if err := weight.Fill(1.0); err != nil {
			return err
		}
		fmt.Fprintln(out, weight)
		return nil
	})
}

// net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
func twoLinears() (*tenon.Module, error) {
	first, err := tenon.NewLinear(2, 2)
	if err != nil {
		return nil, err
	}
	defer first.Close() // the Sequential holds it
	second, err := tenon.NewLinear(2, 2)
	if err != nil {
		return nil, err
	}
	defer second.Close()
	return tenon.NewSequential(first, second)
}

// for buf in model.buffers(): print(type(buf), buf.size())
func buffers(out *strings.Builder) error {
	net, err := tenon.NewBatchNorm2d(20)
	if err != nil {
		return err
	}
	defer net.Close()
	return tenon.WithScope(func(s *tenon.Scope) error {
		named, err := net.NamedBuffers(tenon.InScope(s))
		for _, buffer := range named {
			fmt.Fprintln(out, buffer.Name, buffer.Tensor.DType(), buffer.Tensor.Shape())
		}
		return err
	})
}

// self.register_buffer("running_mean", torch.zeros(num_features))
func registerBuffer(out *strings.Builder) error {
	m, err := tenon.NewIdentity()
	if err != nil {
		return err
	}
	defer m.Close()
	zeros, err := tenon.New(tenon.Float32, 4)
	if err != nil {
		return err
	}
	defer zeros.Close()
	if err := m.RegisterBuffer("running_mean", zeros); err != nil {
		return err
	}
	if err := m.RegisterBuffer("scratch", zeros, tenon.NonPersistent()); err != nil {
		return err
	}
	state, err := m.StateDict()
	if err != nil {
		return err
	}
	defer state.Close()
	fmt.Fprintln(out, state.Keys(), m.Has("scratch"))
	return nil
}

// A has net_b; net_b has net_c and linear; net_c has conv.
func getSubmodule(out *strings.Builder) error {
	a, err := tenon.Parse(`A(
  (net_b): Module(
    (net_c): Module(
      (conv): Conv2d(16, 33, kernel_size=(3, 3), stride=(2, 2))
    )
    (linear): Linear(in_features=100, out_features=200, bias=True)
  )
)`)
	if err != nil {
		return err
	}
	defer a.Close()
	fmt.Fprintln(out, a)
	for _, path := range []string{"net_b.linear", "net_b.net_c.conv", ""} {
		m, err := a.Submodule(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%q %s\n", path, m.TypeName())
		m.Close()
	}
	_, err = a.Submodule("net_b.conv")
	fmt.Fprintln(out, errors.Is(err, tenon.ErrNotFound), a.Has("net_b.conv"))
	linear, err := tenon.NewLinear(33, 16)
	if err != nil {
		return err
	}
	defer linear.Close()
	if err := a.SetSubmodule("net_b.net_c.conv", linear, false); err != nil {
		return err
	}
	m, err := a.Submodule("net_b.net_c.conv")
	if err != nil {
		return err
	}
	defer m.Close()
	fmt.Fprintln(out, m)
	return nil
}

// l = nn.Linear(2, 2); net = nn.Sequential(l, l); for idx, m in enumerate(net.named_modules()): print(idx, "->", m)
func namedModules(out *strings.Builder) error {
	l, err := tenon.NewLinear(2, 2)
	if err != nil {
		return err
	}
	defer l.Close()
	net, err := tenon.NewSequential(l, l)
	if err != nil {
		return err
	}
	defer net.Close()
	return tenon.WithScope(func(s *tenon.Scope) error {
		once, err := net.NamedModules(tenon.InScope(s))
		if err != nil {
			return err
		}
		for i, m := range once {
			fmt.Fprintf(out, "%d -> ('%s', %v)\n", i, m.Name, m.Module)
		}
		all, err := net.NamedModules(tenon.Duplicates(), tenon.InScope(s))
		fmt.Fprintln(out, len(all))
		return err
	})
}

// for name, module in model.named_children(): if name in ["conv4", "conv5"]: print(module)
func namedChildren(out *strings.Builder) error {
	m, err := newModel()
	if err != nil {
		return err
	}
	defer m.Close()
	return tenon.WithScope(func(s *tenon.Scope) error {
		children, err := m.NamedChildren(tenon.InScope(s))
		for _, child := range children {
			if child.Name == "conv2" {
				fmt.Fprintln(out, child.Module)
			}
		}
		return err
	})
}

// for name, param in self.named_parameters(): if name in ["bias"]: print(param.size())
func namedParameters(out *strings.Builder) error {
	net, err := twoLinears()
	if err != nil {
		return err
	}
	defer net.Close()
	return tenon.WithScope(func(s *tenon.Scope) error {
		parameters, err := net.NamedParameters(tenon.Prefix("net"), tenon.InScope(s))
		for _, p := range parameters {
			fmt.Fprintln(out, p.Name, p.Tensor.Shape())
		}
		return err
	})
}

// module.state_dict().keys()
func stateDict(out *strings.Builder) error {
	linear, err := tenon.NewLinear(2, 2)
	if err != nil {
		return err
	}
	defer linear.Close()
	state, err := linear.StateDict()
	if err != nil {
		return err
	}
	defer state.Close()
	fmt.Fprintln(out, state.Keys())
	return nil
}

// linear.to(torch.double); linear.half()
func to(out *strings.Builder) error {
	linear, err := tenon.NewLinear(2, 2)
	if err != nil {
		return err
	}
	defer linear.Close()
	weight, err := linear.Parameter("weight")
	if err != nil {
		return err
	}
	defer weight.Close() // it stays the same parameter
	for _, dtype := range []tenon.DType{tenon.Float64, tenon.Float16} {
		if err := linear.To(dtype); err != nil {
			return err
		}
		fmt.Fprintln(out, linear, weight.DType())
	}
	return nil
}

// hook(module, args, output) -> None or modified output
func forwardHook(out *strings.Builder) error {
	net, err := twoLinears()
	if err != nil {
		return err
	}
	defer net.Close()
	remove, err := net.RegisterForwardHook(
		func(m *tenon.Module, in []*tenon.Tensor, y *tenon.Tensor) (*tenon.Tensor, error) {
			fmt.Fprintln(out, m.TypeName(), in[0].Shape(), y.Shape())
			return y.Mul(0)
		})
	if err != nil {
		return err
	}
	defer remove()
	return tenon.WithScope(func(s *tenon.Scope) error {
		fmt.Fprintln(out, s.Sum(s.Call(net, s.Ones([]int64{1, 2}))).Float())
		return s.Err()
	})
}

const linear = "Linear(in_features=2, out_features=2, bias=True)"
const ones = `Parameter containing:
tensor([[1., 1.],
        [1., 1.]], requires_grad=True)`

// What Python's documentation shows, and what its interpreter prints for the rest.
var examples = []struct {
	name   string
	run    func(*strings.Builder) error
	prints string
}{
	{"class Model", modelClass, `Model(
  (conv1): Conv2d(1, 20, kernel_size=(5, 5), stride=(1, 1))
  (conv2): Conv2d(20, 20, kernel_size=(5, 5), stride=(1, 1))
)
(1, 20, 20, 20)`},
	{"apply", apply, linear + "\n" + ones + "\n" + linear + "\n" + ones + `
Sequential(
  (0): Linear(in_features=2, out_features=2, bias=True)
  (1): Linear(in_features=2, out_features=2, bias=True)
)`},
	{"buffers", buffers, `running_mean float32 (20,)
running_var float32 (20,)
num_batches_tracked int64 ()`},
	{"register_buffer", registerBuffer, "[running_mean] true"},
	{"get_submodule", getSubmodule, `A(
  (net_b): Module(
    (net_c): Module(
      (conv): Conv2d(16, 33, kernel_size=(3, 3), stride=(2, 2))
    )
    (linear): Linear(in_features=100, out_features=200, bias=True)
  )
)
"net_b.linear" Linear
"net_b.net_c.conv" Conv2d
"" A
true false
Linear(in_features=33, out_features=16, bias=True)`},
	{"named_modules", namedModules, `0 -> ('', Sequential(
  (0): Linear(in_features=2, out_features=2, bias=True)
  (1): Linear(in_features=2, out_features=2, bias=True)
))
1 -> ('0', Linear(in_features=2, out_features=2, bias=True))
3`},
	{"named_children", namedChildren, "Conv2d(20, 20, kernel_size=(5, 5), stride=(1, 1))"},
	{"named_parameters", namedParameters, "net.0.weight (2, 2)\nnet.0.bias (2,)\nnet.1.weight (2, 2)\nnet.1.bias (2,)"},
	{"state_dict", stateDict, "[weight bias]"},
	{"to", to, linear + " float64\n" + linear + " float16"},
	{"register_forward_hook", forwardHook, "Sequential (1, 2) (1, 2)\n0"},
}

func main() {
	passed, failed := 0, 0
	check := func(holds bool, claim string) {
		if holds {
			passed++
		} else {
			failed++
			fmt.Println("FAILED", claim)
		}
	}
	for _, example := range examples {
		var out strings.Builder
		err := example.run(&out)
		fmt.Printf(">>> %s\n%s\n", example.name, out.String())
		check(err == nil, fmt.Sprintf("%s: %v", example.name, err))
		check(strings.TrimSpace(out.String()) == example.prints, example.name+" prints what Python prints")
	}
	check(tenon.Live(tenon.LiveHandles) == 0, "no handle is left")
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}
