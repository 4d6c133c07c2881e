package tenon_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"tenon.dev/go/tenon"
)

// A network, a hook that looks inside, and an answer.
func Example() {
	if err := answer(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 0 Linear (1, 3)
	// the answer is 2
}

func answer() error {
	net, err := tenon.Parse(`Sequential(
  (0): Linear(in_features=2, out_features=3, bias=False)
  (1): Softmax(dim=1)
)`)
	if err != nil {
		return err
	}
	defer net.Close()
	if err := setWeight(net, "0.weight", 1, 0, 0, 1, 1, 1); err != nil {
		return err
	}
	first, err := net.Submodule("0")
	if err != nil {
		return err
	}
	defer first.Close()
	remove, err := first.RegisterForwardHook(
		func(m *tenon.Module, in []*tenon.Tensor, out *tenon.Tensor) (*tenon.Tensor, error) {
			fmt.Println(m.Path(), m.TypeName(), out.Shape())
			return nil, nil // the output stays as it is
		})
	if err != nil {
		return err
	}
	defer remove()
	return tenon.WithScope(func(s *tenon.Scope) error { // closes every tensor made inside
		y := s.Call(net, s.FromSlice([]float32{1, 2}, 1, 2))
		fmt.Println("the answer is", s.ArgMax(y, 1).Int())
		return s.Err() // the first error of all calls above
	})
}

// setWeight writes numbers into a parameter.
func setWeight(m *tenon.Module, path string, numbers ...float32) error {
	weight, err := m.Parameter(path)
	if err != nil {
		return err
	}
	defer weight.Close()
	return tenon.Write(weight, numbers)
}

func ExampleFromSlice() {
	t, err := tenon.FromSlice([]int32{1, 2, 3, 4, 5, 6}, 2, 3) // a copy of the slice
	if err != nil {
		log.Fatal(err)
	}
	defer t.Close()
	fmt.Println(t)
	fmt.Println(t.DType(), t.Shape())
	// Output:
	// tensor([[1, 2, 3],
	//         [4, 5, 6]], dtype=torch.int32)
	// int32 (2, 3)
}

func ExampleElements() {
	t, err := tenon.FromSlice([]float32{1, 2, 3, 4}, 2, 2)
	if err != nil {
		log.Fatal(err)
	}
	defer t.Close()
	err = tenon.Elements(t, func(elements []float32) { // the tensor's own memory
		for i := range elements {
			elements[i] *= 10
		}
	})
	fmt.Println(t.Floats(), err)
	// Output: [10 20 30 40] <nil>
}

func ExampleWithScope() {
	err := tenon.WithScope(func(s *tenon.Scope) error {
		x := s.FromSlice([]float32{1, 2, 3, 4}, 2, 2)
		y := s.Sum(s.Softmax(x, -1), []int64{-1}, tenon.With("keepdim", true))
		fmt.Println(y.Shape(), y.Floats())
		s.Matmul(x, s.FromSlice([]float32{1, 2, 3}, 3, 1)) // a mistake: Err keeps it
		return s.Err()
	})
	fmt.Println(err)
	// Output:
	// (2, 1) [1 1]
	// matmul: inner sizes differ: (2, 2) x (3, 1)
}

// Options have PyTorch's names and go by position or With.
func ExampleNewConv2d() {
	conv, err := tenon.NewConv2d(16, 33, 3, tenon.With("stride", 2), tenon.With("padding", []int64{4, 2}))
	if err != nil {
		log.Fatal(err)
	}
	defer conv.Close()
	fmt.Println(conv)
	// Output: Conv2d(16, 33, kernel_size=(3, 3), stride=(2, 2), padding=(4, 2))
}

// doubling is a module of one's own.
type doubling struct{}

func (doubling) Forward(x *tenon.Tensor) (*tenon.Tensor, error) { return x.Mul(2) }

func ExampleNewCustom() {
	custom, err := tenon.NewCustom("Doubling", doubling{})
	if err != nil {
		log.Fatal(err)
	}
	defer custom.Close()
	relu, err := tenon.NewReLU()
	if err != nil {
		log.Fatal(err)
	}
	defer relu.Close()
	net, err := tenon.NewSequential(custom, relu)
	if err != nil {
		log.Fatal(err)
	}
	defer net.Close()
	err = tenon.WithScope(func(s *tenon.Scope) error {
		fmt.Println(s.Call(net, s.FromSlice([]float32{-1, 2})).Floats())
		return s.Err()
	})
	fmt.Println(net, err)
	// Output:
	// [0 4]
	// Sequential(
	//   (0): Doubling()
	//   (1): ReLU()
	// ) <nil>
}

// An LSTM gives (output, (h, c)).
func ExampleModule_CallValue() {
	lstm, err := tenon.NewLSTM(4, 3, tenon.With("batch_first", true))
	if err != nil {
		log.Fatal(err)
	}
	defer lstm.Close()
	err = tenon.WithScope(func(s *tenon.Scope) error {
		result := s.CallValue(lstm, s.Zeros([]int64{2, 5, 4}))
		if s.Err() != nil {
			return s.Err()
		}
		output := result.(tenon.Tuple)[0].(*tenon.Tensor)
		state := result.(tenon.Tuple)[1].(tenon.Tuple)
		fmt.Println(output.Shape(), state[0].(*tenon.Tensor).Shape(), state[1].(*tenon.Tensor).Shape())
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output: (2, 5, 3) (1, 2, 3) (1, 2, 3)
}

func ExampleModule_CallFloats() {
	m, err := tenon.NewLinear(2, 1, tenon.With("bias", false))
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	if err := setWeight(m, "weight", 3, 4); err != nil {
		log.Fatal(err)
	}
	out := make([]float32, 1)
	count, err := m.CallFloats([]float32{10, 1}, []int64{1, 2}, out) // no tensors in sight
	fmt.Println(count, out, err)
	// Output: 1 [34] <nil>
}

// An error that a hook gives is the call's error, unchanged.
func ExampleModule_RegisterForwardHook() {
	tooLarge := errors.New("too large")
	m, err := tenon.NewIdentity()
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	remove, err := m.RegisterForwardHook(
		func(_ *tenon.Module, _ []*tenon.Tensor, out *tenon.Tensor) (*tenon.Tensor, error) {
			if out.Float() > 10 {
				return nil, tooLarge
			}
			return out.Mul(2) // replaces the output
		})
	if err != nil {
		log.Fatal(err)
	}
	call := func(number float32) error {
		return tenon.WithScope(func(s *tenon.Scope) error {
			y := s.Call(m, s.FromSlice([]float32{number}))
			if s.Err() == nil {
				fmt.Println(y.Floats())
			}
			return s.Err()
		})
	}
	fmt.Println(call(4))
	fmt.Println(call(40) == tooLarge)
	fmt.Println(remove(), remove()) // twice is fine
	fmt.Println(call(40))
	// Output:
	// [8]
	// <nil>
	// true
	// <nil> <nil>
	// [40]
	// <nil>
}

func ExampleModule_LoadStateDict() {
	folder, err := os.MkdirTemp("", "tenon")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "weights.safetensors")
	m, err := tenon.NewLinear(2, 2)
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	state, err := m.StateDict()
	if err != nil {
		log.Fatal(err)
	}
	defer state.Close()
	fmt.Println(state.Keys(), state.Save(path))

	other, err := tenon.NewLinear(2, 2, tenon.With("bias", false))
	if err != nil {
		log.Fatal(err)
	}
	defer other.Close()
	loaded, err := tenon.LoadStateDict(path)
	if err != nil {
		log.Fatal(err)
	}
	defer loaded.Close()
	_, err = other.LoadStateDict(loaded) // all of it or nothing
	fmt.Println(strings.TrimSpace(err.Error()))
	report, err := other.LoadStateDict(loaded, tenon.AllowMissing())
	fmt.Println(report.Unexpected, err)
	// Output:
	// [weight bias] <nil>
	// Error(s) in loading state_dict for Linear:
	// 	Unexpected key(s) in state_dict: "bias".
	// [bias] <nil>
}

func ExampleModule_Submodule() {
	net, err := tenon.NewSequential()
	if err != nil {
		log.Fatal(err)
	}
	defer net.Close()
	_, err = net.Submodule("layer4")
	fmt.Println(errors.Is(err, tenon.ErrNotFound), net.Has("layer4"))
	// Output: true false
}

func ExampleError() {
	net, err := tenon.Parse("Sequential(\n  (fc1): Linear(in_features=64, out_features=128, bias=True)\n)")
	if err != nil {
		log.Fatal(err)
	}
	defer net.Close()
	if err := net.Initialize(); err != nil {
		log.Fatal(err)
	}
	err = tenon.WithScope(func(s *tenon.Scope) error {
		s.Call(net, s.Zeros([]int64{1, 63}))
		return s.Err()
	})
	var failure *tenon.Error
	if errors.As(err, &failure) {
		fmt.Println(failure.Code, "in", failure.Path)
		fmt.Println(failure)
	}
	// Output:
	// RuntimeError in fc1
	// fc1: Linear: last dimension is 63, weight wants 64 (input (1, 63), weight (128, 64))
}
