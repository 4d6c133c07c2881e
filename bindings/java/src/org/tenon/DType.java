package org.tenon;

/** Element types. */
public enum DType {
    /** PyTorch's float32. */
    F32(1, 4, "float32"),
    /** PyTorch's float64. */
    F64(2, 8, "float64"),
    /** PyTorch's float16. */
    F16(3, 2, "float16"),
    /** PyTorch's bfloat16. */
    BF16(4, 2, "bfloat16"),
    /** PyTorch's int8. */
    I8(5, 1, "int8"),
    /** PyTorch's int16. */
    I16(6, 2, "int16"),
    /** PyTorch's int32. */
    I32(7, 4, "int32"),
    /** PyTorch's int64. */
    I64(8, 8, "int64"),
    /** PyTorch's uint8. */
    U8(9, 1, "uint8"),
    /** PyTorch's bool. */
    BOOL(10, 1, "bool"),
    /** PyTorch's complex64: storage and casts only. */
    C64(11, 8, "complex64"),
    /** PyTorch's complex128: storage and casts only. */
    C128(12, 16, "complex128"),
    /** PyTorch's uint16: storage only, as all that follow. */
    U16(13, 2, "uint16"),
    /** PyTorch's uint32. */
    U32(14, 4, "uint32"),
    /** PyTorch's uint64. */
    U64(15, 8, "uint64"),
    /** PyTorch's float8_e5m2. */
    F8_E5M2(16, 1, "float8_e5m2"),
    /** PyTorch's float8_e4m3fn. */
    F8_E4M3FN(17, 1, "float8_e4m3fn"),
    /** PyTorch's float8_e8m0fnu. */
    F8_E8M0FNU(18, 1, "float8_e8m0fnu"),
    /** PyTorch's float8_e4m3fnuz. */
    F8_E4M3FNUZ(19, 1, "float8_e4m3fnuz"),
    /** PyTorch's float8_e5m2fnuz. */
    F8_E5M2FNUZ(20, 1, "float8_e5m2fnuz");

    private static final DType[] ALL = values();

    final int number;
    private final int size;
    private final String pytorchName;

    DType(int number, int size, String pytorchName) {
        this.number = number;
        this.size = size;
        this.pytorchName = pytorchName;
    }

    /**
     * Bytes of one element.
     *
     * @return 1, 2, 4, 8 or 16
     */
    public int size() {
        return size;
    }

    /**
     * PyTorch's name, {@code "float32"}.
     *
     * @return the name
     */
    public String pytorchName() {
        return pytorchName;
    }

    static DType of(int number) {
        return number > 0 && number <= ALL.length ? ALL[number - 1] : null;
    }
}
