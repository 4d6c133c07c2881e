package tenon

import (
	"errors"
	"testing"
)

func TestTensorFromFloatsAndBack(t *testing.T) {
	world(t)
	x := must(FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3))
	defer x.Close()
	equal(t, x.Shape(), Shape{2, 3})
	equal(t, x.Shape().String(), "(2, 3)")
	equal(t, x.DType(), Float32)
	equal(t, x.Numel(), int64(6))
	equal(t, x.Floats(), []float32{1, 2, 3, 4, 5, 6})
	empty := must(FromSlice([]float32{}, 0, 3))
	defer empty.Close()
	equal(t, len(empty.Floats()), 0)
}

func TestTensorMemoryIsSeenWithoutACopy(t *testing.T) {
	world(t)
	x := must(FromSlice([]float32{1, 2, 3}))
	defer x.Close()
	do(Elements(x, func(elements []float32) { elements[1] = 20 }))
	equal(t, x.Floats(), []float32{1, 20, 3})
	do(WithScope(func(s *Scope) error {
		matrix := s.FromSlice([]float32{1, 2, 3, 4}, 2, 2)
		turned := s.Transpose(matrix, 0, 1)
		fails(t, Elements(turned, func([]float32) {}), RuntimeError,
			"tensor: a view wants contiguous memory; use Contiguous")
		fails(t, Elements(matrix, func([]int64) {}), TypeError, "tensor: dtype is float32, wanted int64")
		return s.Err()
	}))
}

func TestTensorRefusesAWrongElementCount(t *testing.T) {
	world(t)
	_, err := FromSlice([]float32{1, 2, 3}, 2, 2)
	fails(t, err, ValueError, "tensor: 3 values for shape (2, 2)")
	x := must(New(Float32, 4))
	defer x.Close()
	if err := ReadInto(x, make([]float32, 3)); err == nil {
		t.Fatal("3 of 4 elements were read")
	}
}

func roundTrip[T Element](t *testing.T, dtype DType, values ...T) {
	t.Helper()
	x := must(FromSlice(values))
	defer x.Close()
	equal(t, x.DType(), dtype)
	equal(t, must(Slice[T](x)), values)
}

func TestTensorOfEveryDtype(t *testing.T) {
	world(t)
	roundTrip(t, Float32, float32(1.5), -2)
	roundTrip(t, Float64, 1.5, -2.0)
	roundTrip(t, Int8, int8(1), -128)
	roundTrip(t, Int16, int16(1), -300)
	roundTrip(t, Int32, int32(1), -70000)
	roundTrip(t, Int64, int64(1), -1<<40)
	roundTrip(t, Uint8, uint8(1), 255)
	roundTrip(t, Bool, true, false)
	roundTrip(t, Complex64, complex64(1+2i))
	roundTrip(t, Complex128, complex128(1+2i))
	do(WithScope(func(s *Scope) error {
		x := s.FromSlice([]float32{1.0009765625, 3})
		equal(t, s.Adopt(must(x.To(Float16))).DType().String(), "float16")
		equal(t, s.Adopt(must(s.Adopt(must(x.To(BFloat16))).To(Float32))).Floats(), []float32{1, 3})
		return s.Err()
	}))
}

func TestTensorPrintsAsPytorch(t *testing.T) {
	world(t)
	x := must(FromSlice([]float32{1, 2.5, -3, 4}, 2, 2))
	equal(t, x.String(), "tensor([[ 1.0000,  2.5000],\n        [-3.0000,  4.0000]])")
	x.Close()
	equal(t, x.String(), "Tensor(closed)")
}

func TestOpsByNameAndAsMethods(t *testing.T) {
	world(t)
	do(WithScope(func(s *Scope) error {
		x := s.FromSlice([]float32{1, 2, 3}, 1, 3)
		near(t, s.Softmax(x, -1).Floats(), .09003057, .24472848, .66524094)
		near(t, s.Op("softmax", x, -1).(*Tensor).Floats(), .09003057, .24472848, .66524094)
		near(t, must(x.Add(x)).Floats(), 2, 4, 6)
		near(t, must(x.Mul(10)).Floats(), 10, 20, 30)
		equal(t, s.ArgMax(x, 1).Int(), int64(2))
		near(t, s.View(x, 3).Floats(), 1, 2, 3)
		near(t, must(Cat([]*Tensor{x, x}, 1)).Floats(), 1, 2, 3, 1, 2, 3)
		equal(t, s.Max(x).Float(), 3.0)
		near(t, must(x.NegInPlace()).Floats(), -1, -2, -3)
		near(t, must(x.Index(0, 1)).Floats(), -2)
		return s.Err()
	}))
}

func TestOpsReturnSeveralTensors(t *testing.T) {
	world(t)
	do(WithScope(func(s *Scope) error {
		x := s.FromSlice([]float32{3, 1, 2})
		sorted := s.Sort(x)
		near(t, sorted[0].Floats(), 1, 2, 3)
		equal(t, must(Slice[int64](sorted[1])), []int64{1, 2, 0})
		largest := s.MaxDim(x, 0)
		equal(t, largest[1].Int(), int64(0))
		equal(t, len(s.Chunk(x, 3)), 3)
		equal(t, s.Equal(x, x), true)
		return s.Err()
	}))
}

func TestOpsTakeNamedOptions(t *testing.T) {
	world(t)
	do(WithScope(func(s *Scope) error {
		x := s.FromSlice([]float32{1, 2, 3, 4}, 2, 2)
		equal(t, s.Sum(x, 1, With("keepdim", true)).Shape(), Shape{2, 1})
		equal(t, s.Sum(x, With("dtype", Float64)).DType(), Float64)
		near(t, must(x.Add(x, With("alpha", 10))).Floats(), 11, 22, 33, 44)
		_, err := x.Sum(With("keep", true))
		if err == nil {
			t.Fatal("an unknown option was taken")
		}
		return s.Err()
	}))
}

func TestOpErrorsNameTheOp(t *testing.T) {
	world(t)
	err := WithScope(func(s *Scope) error {
		a, b := s.FromSlice(make([]float32, 6), 2, 3), s.FromSlice(make([]float32, 20), 4, 5)
		y := s.Matmul(a, b)
		equal(t, y == nil, true)
		equal(t, s.Softmax(y, 0) == nil, true) // does nothing after the first error
		return nil
	})
	fails(t, err, RuntimeError, "matmul: inner sizes differ: (2, 3) x (4, 5)")
	_, err = Op("no_such_op")
	fails(t, err, KeyError, "no op is named 'no_such_op'")
}

func TestRandomNumbersFollowTheSeed(t *testing.T) {
	world(t)
	draw := func() []float32 {
		x := must(New(Float32, 3))
		defer x.Close()
		do(x.Uniform(0, 1))
		return x.Floats()
	}
	do(ManualSeed(0))
	near(t, draw(), .4962566, .7682218, .08847743) // torch.manual_seed(0); torch.rand(3)
	state := must(RNGState())
	defer state.Close()
	first := draw()
	do(SetRNGState(state))
	equal(t, draw(), first)
	equal(t, must(InitialSeed()), int64(0))
}

func TestElementTypesAreChecked(t *testing.T) {
	world(t)
	x := must(FromSlice([]int32{1, 2}))
	defer x.Close()
	const text = "tensor: dtype is int32, wanted float32"
	fails(t, ReadInto(x, make([]float32, 2)), TypeError, text)
	fails(t, Write(x, []float32{1, 2}), TypeError, text)
	fails(t, Elements(x, func([]float32) {}), TypeError, text)
	_, err := Slice[float32](x)
	fails(t, err, TypeError, text)
	equal(t, must(Slice[int32](x)), []int32{1, 2})
	do(x.Close())
	_, err = Slice[int32](x)
	equal(t, errors.Is(err, ErrClosed), true)
}

type side int8

type passed struct{ values any }

func (p *passed) ForwardCall(c *Call) error {
	args, err := c.Args()
	if err != nil {
		return err
	}
	p.values = args
	return c.SetOutput(nil)
}

func TestGoValuesBecomePythonValues(t *testing.T) {
	world(t)
	p := &passed{}
	m := mustClose(t, must(NewCustom("Passed", p)))
	object := &struct{ n int }{1}
	must(m.CallValue(uint8(1), side(-2), float32(0.5), []string{"a", "b"}, []float32{1.5}, []int16{3}, nil, true,
		Shape{2, 3}, []any{1, "x"}, map[string]any{"b": 2, "a": 1}, object, []byte("abc"), Float64))
	equal(t, p.values, Tuple{int64(1), int64(-2), 0.5, Tuple{"a", "b"}, Tuple{1.5}, Tuple{int64(3)}, nil, true,
		Tuple{int64(2), int64(3)}, List{int64(1), "x"}, Dict{{"a", int64(1)}, {"b", int64(2)}}, object, []byte("abc"),
		Float64})
}
