using Tenon.Internal;

namespace Tenon {
  /// <summary>Element types.</summary>
  public enum DType {
    /// <summary>float32, C#'s float.</summary>
    F32 = 1,
    /// <summary>float64, C#'s double.</summary>
    F64 = 2,
    /// <summary>float16, System.Half.</summary>
    F16 = 3,
    /// <summary>bfloat16.</summary>
    BF16 = 4,
    /// <summary>int8, C#'s sbyte.</summary>
    I8 = 5,
    /// <summary>int16, C#'s short.</summary>
    I16 = 6,
    /// <summary>int32, C#'s int.</summary>
    I32 = 7,
    /// <summary>int64, C#'s long.</summary>
    I64 = 8,
    /// <summary>uint8, C#'s byte.</summary>
    U8 = 9,
    /// <summary>bool.</summary>
    Bool = 10,
    /// <summary>complex64; storage and casts only.</summary>
    C64 = 11,
    /// <summary>complex128; storage and casts only.</summary>
    C128 = 12,
    /// <summary>uint16, C#'s ushort; storage only, and so are all that follow.</summary>
    U16 = 13,
    /// <summary>uint32, C#'s uint.</summary>
    U32 = 14,
    /// <summary>uint64, C#'s ulong.</summary>
    U64 = 15,
    /// <summary>float8_e5m2.</summary>
    F8E5M2 = 16,
    /// <summary>float8_e4m3fn.</summary>
    F8E4M3FN = 17,
    /// <summary>float8_e8m0fnu.</summary>
    F8E8M0FNU = 18,
    /// <summary>float8_e4m3fnuz.</summary>
    F8E4M3FNUZ = 19,
    /// <summary>float8_e5m2fnuz.</summary>
    F8E5M2FNUZ = 20
  }

  /// <summary>What is known of an element type.</summary>
  public static class DTypeInfo {
    /// <summary>Bytes of one element; 0 if there is no such dtype.</summary>
    /// <param name="dtype">The element type.</param>
    public static long Size(this DType dtype) {
      Library.Ensure();
      return TenonNativePINVOKE.tenon_dtype_size((int)dtype);
    }

    /// <summary>PyTorch's name, "float32"; null if there is no such dtype.</summary>
    /// <param name="dtype">The element type.</param>
    public static string? Name(this DType dtype) {
      Library.Ensure();
      return TenonNative.tenon_dtype_name((int)dtype);
    }

    /// <summary>The dtype of a name ("float32", "torch.half", "long"); null if there is none.</summary>
    /// <param name="name">PyTorch's name.</param>
    public static DType? FromName(string name) {
      Library.Ensure();
      int dtype = TenonNative.tenon_dtype_from_name(name);
      return dtype == 0 ? (DType?)null : (DType)dtype;
    }
  }
}
