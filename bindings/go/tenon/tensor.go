package tenon

import (
	"fmt"
	"runtime"
	"unsafe"

	"tenon.dev/go/tenon/internal/native"
)

// Tensor is an n-dimensional array in native memory. Close it, or make it in a Scope.
//
// Results of its methods belong to the tensor's scope, if it has one. Reading methods that give one
// value answer zero for a closed or nil tensor, and tell the scope.
type Tensor struct {
	object
	source *frame // of what a hook is handed: fetched when it is looked at
	detail int64  // of what a hook is handed: slot << 32 | index; else the bytes that pressure counts
}

func newTensor(handle uintptr, scope *Scope) *Tensor {
	if handle == 0 {
		return nil
	}
	if scope != nil {
		if t := scope.place(handle); t != nil {
			return t
		}
	}
	t := new(Tensor)
	t.handle = handle
	t.detail = native.Tn_bytes(handle)
	runtime.SetFinalizer(t, func(t *Tensor) { t.Close() })
	pressure.add(t.detail)
	return t
}

// tensorFrom makes a tensor of what a call on the context gives.
func tensorFrom(scope *Scope, call func(ctx uintptr) uint64) (*Tensor, error) {
	ctx, err := context()
	if err != nil {
		return nil, err
	}
	handle, err := made(call(ctx))
	if err != nil {
		return nil, err
	}
	return newTensor(handle, scope), nil
}

// FromSlice makes a tensor of a copy of data, which holds the elements row by row. Without a shape
// it has one dim. Error: the number of elements is another than the shape's.
func FromSlice[T Element](data []T, shape ...int64) (*Tensor, error) {
	return fromSlice(nil, data, shape)
}

func fromSlice[T Element](scope *Scope, data []T, shape []int64) (*Tensor, error) {
	if len(shape) == 0 && len(data) != 1 {
		shape = []int64{int64(len(data))}
	}
	count := int64(1)
	for _, size := range shape {
		count *= size
	}
	if count != int64(len(data)) {
		return nil, &Error{Code: ValueError, Message: fmt.Sprintf(
			"tensor: %d values for shape %s", len(data), shapeText(shape))}
	}
	return tensorFrom(scope, func(ctx uintptr) uint64 {
		return native.Tenon_tensor_from_data(ctx, int(dtypeOf[T]()), shape, start(data))
	})
}

// start is the address of the first element; of some element if there is none, since the library
// refuses NULL.
func start[T Element](data []T) unsafe.Pointer {
	if len(data) == 0 {
		return unsafe.Pointer(new(T))
	}
	return unsafe.Pointer(&data[0])
}

func shapeText(shape []int64) string {
	text := "("
	for i, size := range shape {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprint(size)
	}
	if len(shape) == 1 {
		text += ","
	}
	return text + ")"
}

// New makes a tensor of zeros.
func New(dtype DType, shape ...int64) (*Tensor, error) {
	return tensorFrom(nil, func(ctx uintptr) uint64 {
		return native.Tenon_tensor_create(ctx, int(dtype), shape)
	})
}

// Scalar makes a tensor without dims.
func Scalar(value float64, dtype DType) (*Tensor, error) {
	return tensorFrom(nil, func(ctx uintptr) uint64 {
		return native.Tenon_tensor_full(ctx, int(dtype), nil, value)
	})
}

// get is the handle; 0 for a closed or nil Tensor.
func (t *Tensor) get() uintptr {
	if t == nil {
		return 0
	}
	if handle := t.load(); handle != 0 || t.source == nil {
		return handle
	}
	return t.source.tensorHandle(t)
}

// ptr is the handle, or an error that is ErrClosed.
func (t *Tensor) ptr() (uintptr, error) {
	if handle := t.get(); handle != 0 {
		return handle, nil
	}
	if t != nil && t.source != nil {
		return 0, t.source.missing("Tensor")
	}
	return 0, &closedError{"Tensor"}
}

// Close lets go of the tensor; its memory is freed when nobody else uses it. Closing twice is
// harmless, and so is closing what a hook was handed, which ends with the hook. It never fails; the
// error is for io.Closer.
func (t *Tensor) Close() error {
	if t == nil || t.source != nil {
		return nil
	}
	if handle := t.take(); handle != 0 {
		if t.scope == nil {
			runtime.SetFinalizer(t, nil)
			pressure.bytes.Add(-t.detail)
		}
		native.Tenon_tensor_release(handle)
	}
	return nil
}

// Keep takes the tensor out of its scope: it lives until Close. It gives a new *Tensor; the old one
// still ends with its scope.
func (t *Tensor) Keep() (*Tensor, error) {
	defer runtime.KeepAlive(t)
	handle, err := t.ptr()
	if err != nil {
		return nil, err
	}
	native.Tenon_tensor_retain(handle)
	return newTensor(handle, nil), nil
}

// Scope is the scope that closes the tensor; nil if none does.
func (t *Tensor) Scope() *Scope {
	if t == nil {
		return nil
	}
	if t.source != nil {
		return t.source.open()
	}
	return t.scope
}

// fail tells the scope, if there is one.
func (t *Tensor) fail(err error) {
	if err == nil {
		return
	}
	if scope := t.Scope(); scope != nil {
		scope.Fail(err)
	}
}

// do runs a call on the handle that gives no tensor.
func (t *Tensor) do(call func(handle uintptr) uint64) error {
	defer runtime.KeepAlive(t)
	handle, err := t.ptr()
	if err != nil {
		return err
	}
	return check(call(handle))
}

// derive runs a call on the handle that gives a tensor of the same scope.
func (t *Tensor) derive(call func(handle uintptr) uint64) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	handle, err := t.ptr()
	if err != nil {
		return nil, err
	}
	result, err := made(call(handle))
	if err != nil {
		return nil, err
	}
	return newTensor(result, t.Scope()), nil
}

// ask reads one number; 0 for a closed tensor.
func ask[N int | int64](t *Tensor, call func(handle uintptr) N) N {
	defer runtime.KeepAlive(t)
	if handle := t.get(); handle != 0 {
		return call(handle)
	}
	t.fail(&closedError{"Tensor"})
	return 0
}

// DType is the element type; 0 for a closed tensor.
func (t *Tensor) DType() DType { return DType(ask(t, native.Tenon_tensor_dtype)) }

// Dim is the number of dims.
func (t *Tensor) Dim() int { return ask(t, native.Tenon_tensor_ndim) }

// Size is the size of a dim; a negative one counts from the end; -1 if there is none.
func (t *Tensor) Size(dim int) int64 {
	return ask(t, func(handle uintptr) int64 { return native.Tenon_tensor_dim(handle, dim) })
}

// Stride is the distance of a dim's elements.
func (t *Tensor) Stride(dim int) int64 {
	return ask(t, func(handle uintptr) int64 { return native.Tenon_tensor_stride(handle, dim) })
}

// Numel is the number of elements.
func (t *Tensor) Numel() int64 { return ask(t, native.Tenon_tensor_numel) }

// IsContiguous says whether the elements lie row by row without gaps.
func (t *Tensor) IsContiguous() bool { return ask(t, native.Tenon_tensor_is_contiguous) == 1 }

// IsParameter says whether the tensor is a parameter.
func (t *Tensor) IsParameter() bool { return ask(t, native.Tenon_tensor_is_parameter) == 1 }

// RequiresGrad says whether gradients are wanted.
func (t *Tensor) RequiresGrad() bool { return ask(t, native.Tenon_tensor_requires_grad) == 1 }

// Shape is the sizes of all dims; nil for a closed tensor.
func (t *Tensor) Shape() Shape {
	defer runtime.KeepAlive(t)
	handle := t.get()
	if handle == 0 {
		t.fail(&closedError{"Tensor"})
		return nil
	}
	shape := make(Shape, native.Tenon_tensor_ndim(handle))
	if len(shape) > 0 {
		native.Tn_shape(handle, &shape[0])
	}
	return shape
}

// Shape is the sizes of a tensor's dims. It prints as in Python, "(1, 3)".
type Shape []int64

// String is the shape as Python writes it.
func (s Shape) String() string { return shapeText(s) }

// Is says whether both are the same tensor, not only equal ones.
func (t *Tensor) Is(other *Tensor) bool { return t.get() == other.get() }

// SharesStorage says whether both lie in the same memory.
func (t *Tensor) SharesStorage(other *Tensor) bool {
	defer runtime.KeepAlive(other)
	return ask(t, func(handle uintptr) int {
		return native.Tenon_tensor_shares_storage(handle, other.get())
	}) == 1
}

// Item is the value of a one-element tensor.
func (t *Tensor) Item() (float64, error) {
	var number float64
	err := t.do(func(handle uintptr) uint64 { return native.Tenon_tensor_item(handle, &number) })
	return number, err
}

// Int is the value of a one-element tensor as an integer; 0 when there is none, and the scope is
// told.
func (t *Tensor) Int() int64 {
	var integer int64
	t.fail(t.do(func(handle uintptr) uint64 { return native.Tenon_tensor_item_int(handle, &integer) }))
	return integer
}

// Float is Item; 0 when there is none, and the scope is told.
func (t *Tensor) Float() float64 {
	number, err := t.Item()
	t.fail(err)
	return number
}

// Slice copies the elements out, row by row; T must be the tensor's dtype.
func Slice[T Element](t *Tensor) ([]T, error) {
	if _, err := t.ptr(); err != nil {
		return nil, err
	}
	out := make([]T, t.Numel())
	if err := ReadInto(t, out); err != nil {
		return nil, err
	}
	return out, nil
}

// holds is an error if the elements are of another type.
func holds[T Element](t *Tensor) error {
	if wanted := dtypeOf[T](); t.get() != 0 && t.DType() != wanted {
		return &Error{Code: TypeError, Message: fmt.Sprintf("tensor: dtype is %v, wanted %v", t.DType(), wanted)}
	}
	return nil
}

// ReadInto copies the elements into out, which has as many; T must be the tensor's dtype.
func ReadInto[T Element](t *Tensor, out []T) error {
	if err := holds[T](t); err != nil {
		return err
	}
	var nothing T
	return t.do(func(handle uintptr) uint64 {
		return native.Tenon_tensor_read(handle, start(out), int64(len(out))*int64(unsafe.Sizeof(nothing)))
	})
}

// Write copies elements in, row by row; T must be the tensor's dtype.
func Write[T Element](t *Tensor, data []T) error {
	if err := holds[T](t); err != nil {
		return err
	}
	var nothing T
	return t.do(func(handle uintptr) uint64 {
		return native.Tenon_tensor_write(handle, start(data), int64(len(data))*int64(unsafe.Sizeof(nothing)))
	})
}

// Floats copies a float32 tensor's elements out; nil when there are none, and the scope is told.
func (t *Tensor) Floats() []float32 {
	out, err := Slice[float32](t)
	t.fail(err)
	return out
}

// Elements runs a function over the native memory of a contiguous tensor, without a copy; T must be
// the tensor's dtype. The slice must not be used after it. Writing to it is seen by the tensor.
func Elements[T Element](t *Tensor, use func(elements []T)) error {
	defer runtime.KeepAlive(t)
	handle, err := t.ptr()
	if err != nil {
		return err
	}
	if err := holds[T](t); err != nil {
		return err
	}
	if !t.IsContiguous() {
		return &Error{Code: RuntimeError, Message: "tensor: a view wants contiguous memory; use Contiguous"}
	}
	var address uintptr
	const readAndWrite = 3
	if err := check(native.Tenon_tensor_map(handle, readAndWrite, &address)); err != nil {
		return err
	}
	defer native.Tenon_tensor_unmap(handle)
	use(unsafe.Slice(*(**T)(unsafe.Pointer(&address)), t.Numel()))
	return nil
}

// Fill sets every element, converted to the dtype.
func (t *Tensor) Fill(value float64) error {
	return t.do(func(handle uintptr) uint64 { return native.Tenon_tensor_fill(handle, value) })
}

// Copy copies another tensor's elements into this one, broadcast and converted.
func (t *Tensor) Copy(source *Tensor) error {
	defer runtime.KeepAlive(source)
	from, err := source.ptr()
	if err != nil {
		return err
	}
	return t.do(func(handle uintptr) uint64 { return native.Tenon_tensor_copy(handle, from) })
}

// Uniform fills with uniform numbers of [low, high), as PyTorch draws them.
func (t *Tensor) Uniform(low, high float64) error {
	return t.do(func(handle uintptr) uint64 { return native.Tenon_tensor_uniform(handle, low, high) })
}

// Normal fills with normal numbers, as PyTorch draws them.
func (t *Tensor) Normal(mean, deviation float64) error {
	return t.do(func(handle uintptr) uint64 { return native.Tenon_tensor_normal(handle, mean, deviation) })
}

// SetRequiresGrad says whether gradients are wanted.
func (t *Tensor) SetRequiresGrad(wanted bool) error {
	return t.do(func(handle uintptr) uint64 {
		return native.Tenon_tensor_requires_grad_set(handle, flag(wanted))
	})
}

// Grad is the accumulated gradient; nil if there is none.
func (t *Tensor) Grad() (*Tensor, error) { return t.derive(native.Tenon_tensor_grad) }

// SetGrad replaces the gradient; nil: none.
func (t *Tensor) SetGrad(grad *Tensor) error {
	defer runtime.KeepAlive(grad)
	return t.do(func(handle uintptr) uint64 { return native.Tenon_tensor_grad_set(handle, grad.get()) })
}

// To is the tensor converted; itself if it has that dtype.
func (t *Tensor) To(dtype DType) (*Tensor, error) {
	return t.derive(func(handle uintptr) uint64 { return native.Tenon_tensor_to(handle, int(dtype)) })
}

// Parameter is a parameter over the same memory: what RegisterParameter takes.
func (t *Tensor) Parameter(requiresGrad bool) (*Tensor, error) {
	return t.derive(func(handle uintptr) uint64 {
		return native.Tenon_tensor_parameter(handle, flag(requiresGrad))
	})
}

// AsStrided is a view with these sizes, strides and offset, counted from the memory's start.
func (t *Tensor) AsStrided(shape, strides []int64, offset int64) (*Tensor, error) {
	if len(shape) != len(strides) {
		return nil, &Error{Code: ValueError, Message: fmt.Sprintf(
			"as_strided: %d sizes, %d strides", len(shape), len(strides))}
	}
	first := new(int64)
	if len(strides) > 0 {
		first = &strides[0]
	}
	return t.derive(func(handle uintptr) uint64 { return native.Tn_as_strided(handle, shape, first, offset) })
}

// String is what Python's print shows.
func (t *Tensor) String() string {
	defer runtime.KeepAlive(t)
	handle := t.get()
	if handle == 0 {
		return "Tensor(closed)"
	}
	shown, err := text(native.Tenon_tensor_text(handle))
	if err != nil {
		return "Tensor(" + err.Error() + ")"
	}
	return shown
}
