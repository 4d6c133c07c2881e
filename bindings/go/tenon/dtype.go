package tenon

import "fmt"

// DType is an element type. The numbers never change.
type DType int

// The element types.
const (
	Float32    DType = 1
	Float64    DType = 2
	Float16    DType = 3
	BFloat16   DType = 4
	Int8       DType = 5
	Int16      DType = 6
	Int32      DType = 7
	Int64      DType = 8
	Uint8      DType = 9
	Bool       DType = 10
	Complex64  DType = 11 // Storage and casts only.
	Complex128 DType = 12 // Storage and casts only.
	Uint16     DType = 13 // Storage only; so are all that follow.
	Uint32     DType = 14
	Uint64     DType = 15
)

var dtypeNames = [...]string{"", "float32", "float64", "float16", "bfloat16", "int8", "int16", "int32", "int64",
	"uint8", "bool", "complex64", "complex128", "uint16", "uint32", "uint64", "float8_e5m2", "float8_e4m3fn",
	"float8_e8m0fnu", "float8_e4m3fnuz", "float8_e5m2fnuz"}

// String is PyTorch's name, "float32".
func (d DType) String() string {
	if d > 0 && int(d) < len(dtypeNames) {
		return dtypeNames[d]
	}
	return fmt.Sprintf("DType(%d)", int(d))
}

// Element is a Go type that tensors hold as it is.
type Element interface {
	float32 | float64 | int8 | int16 | int32 | int64 | uint8 | bool | complex64 | complex128
}

func dtypeOf[T Element]() DType {
	var element T
	switch any(element).(type) {
	case float32:
		return Float32
	case float64:
		return Float64
	case int8:
		return Int8
	case int16:
		return Int16
	case int32:
		return Int32
	case int64:
		return Int64
	case uint8:
		return Uint8
	case bool:
		return Bool
	case complex64:
		return Complex64
	}
	return Complex128
}
