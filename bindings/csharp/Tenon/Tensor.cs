using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Tenon.Internal;

namespace Tenon {
  /// <summary>An n-dimensional array; a parameter is a tensor with a flag. Ops are methods (x.Softmax(-1)) and
  /// operators; those in place end in InPlace.</summary>
  public sealed unsafe partial class Tensor : NativeObject {
    internal Tensor(IntPtr owned) : base(owned) { }

    internal Tensor(IntPtr owned, TensorScope? scope) : base(owned, scope) { }

    /// <summary>The first tensor of a slot of the running call, fetched when it is used.</summary>
    internal Tensor(int slot, TensorScope scope) : base(Late(slot), scope) { }

    /// <summary>What a call gave: it may own new memory, of which the garbage collector should know.</summary>
    internal static Tensor Result(IntPtr owned) {
      var tensor = new Tensor(owned);
      if (tensor.HasNet) {
        tensor.AddPressure(TenonNativePINVOKE.tenon_tensor_numel(owned) *
                           TenonNativePINVOKE.tenon_dtype_size(TenonNativePINVOKE.tenon_tensor_dtype(owned)));
      }
      return tensor;
    }

    internal static Tensor? OrNull(IntPtr owned) => owned == IntPtr.Zero ? null : new Tensor(owned);

    // ---- making ----

    internal static DType DTypeOf<T>() where T : unmanaged {
      if (typeof(T) == typeof(float)) return DType.F32;
      if (typeof(T) == typeof(double)) return DType.F64;
      if (typeof(T) == typeof(long)) return DType.I64;
      if (typeof(T) == typeof(int)) return DType.I32;
      if (typeof(T) == typeof(short)) return DType.I16;
      if (typeof(T) == typeof(sbyte)) return DType.I8;
      if (typeof(T) == typeof(byte)) return DType.U8;
      if (typeof(T) == typeof(bool)) return DType.Bool;
      if (typeof(T) == typeof(ushort)) return DType.U16;
      if (typeof(T) == typeof(uint)) return DType.U32;
      if (typeof(T) == typeof(ulong)) return DType.U64;
#if NET5_0_OR_GREATER
      if (typeof(T) == typeof(Half)) return DType.F16;
      if (typeof(T) == typeof(System.Numerics.Complex)) return DType.C128;
#endif
      throw new ArgumentException($"no dtype has elements of type {typeof(T).Name}");
    }

    private static long[] ShapeFor(long elements, long[] shape) {
      if (shape is null) throw new ArgumentNullException(nameof(shape));
      if (shape.Length == 0) return new[] { elements };
      long wanted = 1;
      foreach (long size in shape) wanted = checked(wanted * size);
      if (wanted != elements) {
        throw new ArgumentException($"shape {new Shape(shape)} has {wanted} elements, the data has {elements}");
      }
      return shape;
    }

    /// <summary>A copy of numbers, row-major.</summary>
    /// <param name="data">The elements; their type decides the dtype.</param>
    /// <param name="shape">The sizes; none: one dim.</param>
    public static Tensor From<T>(T[] data, params long[] shape) where T : unmanaged =>
        From(new ReadOnlySpan<T>(data ?? throw new ArgumentNullException(nameof(data))), shape);

    /// <summary>A copy of numbers, row-major.</summary>
    /// <param name="data">The elements; their type decides the dtype.</param>
    /// <param name="shape">The sizes; none: one dim.</param>
    public static Tensor From<T>(ReadOnlySpan<T> data, params long[] shape) where T : unmanaged {
      fixed (T* pinned = &MemoryMarshal.GetReference(data)) {
        return FromMemory(DTypeOf<T>(), (IntPtr)pinned, ShapeFor(data.Length, shape));
      }
    }

    /// <summary>A copy of elements of any dtype, given as bytes.</summary>
    /// <param name="data">The elements, row-major, in native byte order.</param>
    /// <param name="dtype">Their type.</param>
    /// <param name="shape">The sizes; none: one dim.</param>
    public static Tensor FromBytes(ReadOnlySpan<byte> data, DType dtype, params long[] shape) {
      long size = dtype.Size();
      if (size != 0 && data.Length % size != 0) {
        throw new ArgumentException($"{data.Length} bytes are no whole number of {dtype.Name()} elements");
      }
      fixed (byte* pinned = &MemoryMarshal.GetReference(data)) {
        return FromMemory(dtype, (IntPtr)pinned, ShapeFor(data.Length / Math.Max(size, 1), shape));
      }
    }

    private static Tensor FromMemory(DType dtype, IntPtr data, long[] shape) {
      IntPtr made;
      long nothing = 0;
      fixed (long* sizes = shape) {
        TenonNative.tenon_tensor_from_data(Context.Handle, (int)dtype, sizes, shape.Length,
                                           data == IntPtr.Zero ? (IntPtr)(&nothing) : data, out made);
      }
      return Result(made);
    }

    /// <summary>A number as a tensor of no dims.</summary>
    /// <param name="number">The number; its type decides the dtype.</param>
    public static Tensor Scalar<T>(T number) where T : unmanaged =>
        FromMemory(DTypeOf<T>(), (IntPtr)(&number), Array.Empty<long>());

    /// <summary>Zeros of float32.</summary>
    /// <param name="shape">The sizes.</param>
    public static Tensor Zeros(params long[] shape) => Make(DType.F32, shape);

    /// <summary>Zeros.</summary>
    /// <param name="shape">The sizes: 3 or (2, 3).</param>
    /// <param name="dtype">The element type.</param>
    public static Tensor Zeros(Ints shape, DType dtype) => Make(dtype, shape.ToArray());

    private static Tensor Make(DType dtype, long[] shape) {
      if (shape is null) throw new ArgumentNullException(nameof(shape));
      IntPtr made;
      fixed (long* sizes = shape) {
        TenonNative.tenon_tensor_create(Context.Handle, (int)dtype, sizes, shape.Length, out made);
      }
      return Result(made);
    }

    /// <summary>Ones of float32.</summary>
    /// <param name="shape">The sizes.</param>
    public static Tensor Ones(params long[] shape) => Full(1, DType.F32, shape);

    /// <summary>Every element the same.</summary>
    /// <param name="fillValue">The element, converted to the dtype.</param>
    /// <param name="dtype">The element type.</param>
    /// <param name="shape">The sizes.</param>
    public static Tensor Full(double fillValue, DType dtype, params long[] shape) {
      if (shape is null) throw new ArgumentNullException(nameof(shape));
      IntPtr made;
      fixed (long* sizes = shape) {
        TenonNative.tenon_tensor_full(Context.Handle, (int)dtype, sizes, shape.Length, fillValue, out made);
      }
      return Result(made);
    }

    /// <summary>begin, begin + step, … before end, in one dim.</summary>
    /// <param name="begin">The first element.</param>
    /// <param name="end">Where to stop.</param>
    /// <param name="step">The distance.</param>
    /// <param name="dtype">The element type.</param>
    public static Tensor Arange(double begin, double end, double step = 1, DType dtype = DType.F32) {
      TenonNative.tenon_tensor_arange(Context.Handle, (int)dtype, begin, end, step, out IntPtr made);
      return Result(made);
    }

    /// <summary>Uniform numbers of [0, 1), the same as torch.rand draws after the same seed.</summary>
    /// <param name="shape">The sizes.</param>
    public static Tensor Rand(params long[] shape) => Zeros(shape).Uniform(0, 1);

    /// <summary>Normal numbers, the same as torch.randn draws after the same seed.</summary>
    /// <param name="shape">The sizes.</param>
    public static Tensor Randn(params long[] shape) => Zeros(shape).Normal(0, 1);

    /// <summary>A tensor over memory of yours, without a copy: what either writes, the other sees. The memory is
    /// pinned until no tensor uses it any more.</summary>
    /// <param name="memory">The elements, row-major; an array converts.</param>
    /// <param name="shape">The sizes; none: one dim.</param>
    public static Tensor Wrap<T>(Memory<T> memory, params long[] shape) where T : unmanaged =>
        Wrap(memory.Pin(), DTypeOf<T>(), memory.Length, shape, false);

    /// <summary>A tensor over memory that is never written: in-place ops on it fail.</summary>
    /// <param name="memory">The elements, row-major.</param>
    /// <param name="shape">The sizes; none: one dim.</param>
    public static Tensor WrapReadOnly<T>(ReadOnlyMemory<T> memory, params long[] shape) where T : unmanaged =>
        Wrap(memory.Pin(), DTypeOf<T>(), memory.Length, shape, true);

    private static Tensor Wrap(MemoryHandle pin, DType dtype, long elements, long[] shape, bool readOnly) {
      var pinned = new PinnedMemory(pin);
      IntPtr made;
      try {
        shape = ShapeFor(elements, shape);
        _ = Context.Handle;
      } catch {
        pinned.Dispose();
        throw;
      }
      IntPtr userData = GCHandle.ToIntPtr(GCHandle.Alloc(pinned));
      fixed (long* sizes = shape) {
        // The library lets go of the memory, also when it fails.
        if (readOnly) {
          TenonNative.tenon_tensor_wrap_read_only(Context.Handle, (int)dtype, sizes, null, shape.Length,
                                                  (IntPtr)pin.Pointer, userData, Callbacks.FreeTarget, out made);
        } else {
          TenonNative.tenon_tensor_wrap(Context.Handle, (int)dtype, sizes, null, shape.Length, (IntPtr)pin.Pointer,
                                        userData, Callbacks.FreeTarget, out made);
        }
      }
      return new Tensor(made);
    }

    // ---- looking ----

    private delegate R Reader<R>(IntPtr handle);

    private R Ask<R>(Reader<R> reader) {
      IntPtr handle = Enter();
      try {
        return reader(handle);
      } finally {
        Exit();
      }
    }

    /// <summary>The element type.</summary>
    public DType DType => (DType)Ask(TenonNativePINVOKE.tenon_tensor_dtype);

    /// <summary>The number of dims.</summary>
    public int NDim => Ask(TenonNativePINVOKE.tenon_tensor_ndim);

    /// <summary>The number of elements.</summary>
    public long Numel => Ask(TenonNativePINVOKE.tenon_tensor_numel);

    /// <summary>The sizes.</summary>
    public Shape Shape {
      get {
        IntPtr handle = Enter();
        try {
          var sizes = new long[TenonNativePINVOKE.tenon_tensor_ndim(handle)];
          for (int i = 0; i < sizes.Length; i++) sizes[i] = TenonNativePINVOKE.tenon_tensor_dim(handle, i);
          return new Shape(sizes);
        } finally {
          Exit();
        }
      }
    }

    /// <summary>The size of a dim; a negative dim counts from the end.</summary>
    /// <param name="dim">The dim.</param>
    public long Size(int dim) {
      IntPtr handle = Enter();
      try {
        long size = TenonNativePINVOKE.tenon_tensor_dim(handle, dim);
        if (size >= 0) return size;
      } finally {
        Exit();
      }
      throw new ArgumentOutOfRangeException(nameof(dim), dim, $"the tensor has shape {Shape}");
    }

    /// <summary>The stride of a dim, in elements.</summary>
    /// <param name="dim">The dim.</param>
    public long Stride(int dim) => Ask(handle => TenonNativePINVOKE.tenon_tensor_stride(handle, dim));

    /// <summary>True if the elements lie row-major without gaps.</summary>
    public bool IsContiguous => Ask(TenonNativePINVOKE.tenon_tensor_is_contiguous) == 1;

    /// <summary>True for a parameter.</summary>
    public bool IsParameter => Ask(TenonNativePINVOKE.tenon_tensor_is_parameter) == 1;

    /// <summary>True if it came from a parsed text and has no values yet.</summary>
    public bool IsUninitialized => Ask(TenonNativePINVOKE.tenon_tensor_is_uninitialized) == 1;

    /// <summary>True if both lie in the same memory.</summary>
    /// <param name="other">The other tensor.</param>
    public bool SharesStorage(Tensor other) {
      if (other is null) throw new ArgumentNullException(nameof(other));
      return Ask(a => other.Ask(b => TenonNativePINVOKE.tenon_tensor_shares_storage(a, b))) == 1;
    }

    /// <summary>Whether gradients are wanted.</summary>
    public bool RequiresGrad {
      get => Ask(TenonNativePINVOKE.tenon_tensor_requires_grad) == 1;
      set => Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_requires_grad_set(handle, value ? 1 : 0)));
    }

    /// <summary>The accumulated gradient; null if there is none.</summary>
    public Tensor? Grad {
      get {
        IntPtr grad = IntPtr.Zero;
        Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_grad(handle, out grad)));
        return OrNull(grad);
      }
      set {
        if (value is null) {
          Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_grad_set(handle, IntPtr.Zero)));
        } else {
          Failure.Check(Ask(a => value.Ask(b => TenonNativePINVOKE.tenon_tensor_grad_set(a, b))));
        }
      }
    }

    /// <summary>The value of a one-element tensor.</summary>
    /// <returns>The element as a long, int, double, float or bool.</returns>
    public T Item<T>() where T : unmanaged {
      long integer = 0;
      double number = 0;
      if (typeof(T) == typeof(float) || typeof(T) == typeof(double)) {
        Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_item(handle, out number)));
        if (typeof(T) == typeof(double)) return (T)(object)number;
        return (T)(object)(float)number;
      }
      Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_item_int(handle, out integer)));
      if (typeof(T) == typeof(long)) return (T)(object)integer;
      if (typeof(T) == typeof(int)) return (T)(object)checked((int)integer);
      if (typeof(T) == typeof(bool)) return (T)(object)(integer != 0);
      throw new ArgumentException($"an item is a long, int, double, float or bool, not {typeof(T).Name}");
    }

    /// <summary>The elements, row-major, in an array of their own.</summary>
    public T[] ToArray<T>() where T : unmanaged {
      var elements = new T[Numel];
      CopyTo<T>(elements);
      return elements;
    }

    /// <summary>Copies all elements out, row-major.</summary>
    /// <param name="destination">As many elements as the tensor has, of its type.</param>
    public void CopyTo<T>(Span<T> destination) where T : unmanaged {
      CheckType<T>();
      IntPtr handle = Enter();
      int status;
      try {
        fixed (T* pinned = &MemoryMarshal.GetReference(destination)) {
          status = TenonNativePINVOKE.tenon_tensor_read(handle, (IntPtr)pinned, (long)destination.Length * sizeof(T));
        }
      } finally {
        Exit();
      }
      Failure.Check(status);
    }

    /// <summary>Copies elements in, row-major.</summary>
    /// <param name="data">As many elements as the tensor has, of its type.</param>
    public void CopyFrom<T>(ReadOnlySpan<T> data) where T : unmanaged {
      CheckType<T>();
      IntPtr handle = Enter();
      int status;
      try {
        fixed (T* pinned = &MemoryMarshal.GetReference(data)) {
          status = TenonNativePINVOKE.tenon_tensor_write(handle, (IntPtr)pinned, (long)data.Length * sizeof(T));
        }
      } finally {
        Exit();
      }
      Failure.Check(status);
    }

    /// <summary>Copies elements in, row-major.</summary>
    /// <param name="data">As many elements as the tensor has, of its type.</param>
    public void CopyFrom<T>(T[] data) where T : unmanaged => CopyFrom(new ReadOnlySpan<T>(data));

    /// <summary>The elements as bytes, row-major: for dtypes that C# has no type for.</summary>
    public byte[] ToBytes() {
      IntPtr handle = Enter();
      int status;
      byte[] bytes;
      try {
        bytes = new byte[TenonNativePINVOKE.tenon_tensor_numel(handle) *
                         TenonNativePINVOKE.tenon_dtype_size(TenonNativePINVOKE.tenon_tensor_dtype(handle))];
        fixed (byte* pinned = bytes) {
          status = TenonNativePINVOKE.tenon_tensor_read(handle, (IntPtr)pinned, bytes.LongLength);
        }
      } finally {
        Exit();
      }
      Failure.Check(status);
      return bytes;
    }

    private void CheckType<T>() where T : unmanaged {
      DType own = DType;
      if (DTypeOf<T>() != own) {
        throw new ArgumentException($"the tensor is {own.Name()}, its elements are no {typeof(T).Name}");
      }
    }

    /// <summary>The elements where they are, without a copy, until the view is disposed of:
    /// <code>using var view = x.Map&lt;float&gt;(); float first = view.Span[0];</code>
    /// The tensor must be contiguous.</summary>
    /// <param name="write">Whether the elements are to be written.</param>
    public TensorView<T> Map<T>(bool write = false) where T : unmanaged {
      CheckType<T>();
      IntPtr handle = Enter();
      try {
        if (TenonNativePINVOKE.tenon_tensor_is_contiguous(handle) != 1) {
          throw new InvalidOperationException("only a contiguous tensor can be seen as a span: take Contiguous()");
        }
        int flags = TenonNative.TENON_MAP_READ | (write ? TenonNative.TENON_MAP_WRITE : 0);
        TenonNative.tenon_tensor_map(handle, flags, out IntPtr data);
        return new TensorView<T>(this, handle, data, checked((int)TenonNativePINVOKE.tenon_tensor_numel(handle)));
      } catch {
        Exit();
        throw;
      }
    }

    /// <summary>As PyTorch prints it.</summary>
    public override string ToString() {
      if (IsDisposed) return "Tensor (disposed)";
      IntPtr text = IntPtr.Zero;
      Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_text(handle, out text)));
      return Text.Take(text);
    }

    // ---- changing ----

    /// <summary>Sets every element, converted to the dtype; returns this tensor.</summary>
    /// <param name="fillValue">The element.</param>
    public Tensor Fill(double fillValue) {
      Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_fill(handle, fillValue)));
      return this;
    }

    /// <summary>Copies another tensor's elements, broadcast and converted; returns this tensor.</summary>
    /// <param name="source">The other tensor.</param>
    public Tensor Copy(Tensor source) {
      if (source is null) throw new ArgumentNullException(nameof(source));
      Failure.Check(Ask(a => source.Ask(b => TenonNativePINVOKE.tenon_tensor_copy(a, b))));
      return this;
    }

    /// <summary>Fills with uniform numbers of [low, high), as PyTorch draws them; returns this tensor.</summary>
    /// <param name="low">The least.</param>
    /// <param name="high">All are below.</param>
    public Tensor Uniform(double low = 0, double high = 1) {
      Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_uniform(handle, low, high)));
      return this;
    }

    /// <summary>Fills with normal numbers, as PyTorch draws them; returns this tensor.</summary>
    /// <param name="mean">Their mean.</param>
    /// <param name="deviation">Their standard deviation.</param>
    public Tensor Normal(double mean = 0, double deviation = 1) {
      Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_normal(handle, mean, deviation)));
      return this;
    }

    // ---- another tensor of it ----

    /// <summary>A row-major copy.</summary>
    public Tensor Clone() {
      IntPtr made = IntPtr.Zero;
      Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_clone(handle, out made)));
      return Result(made);
    }

    /// <summary>The same elements, row-major: a copy only if they are not.</summary>
    public Tensor Contiguous() {
      IntPtr made = IntPtr.Zero;
      Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_contiguous(handle, out made)));
      return new Tensor(made);
    }

    /// <summary>The elements in another dtype: a copy only if it is another.</summary>
    /// <param name="dtype">The dtype.</param>
    public Tensor To(DType dtype) {
      IntPtr made = IntPtr.Zero;
      Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_to(handle, (int)dtype, out made)));
      return new Tensor(made);
    }

    /// <summary>To float16.</summary>
    public Tensor Half() => To(DType.F16);

    /// <summary>To bfloat16.</summary>
    public Tensor BFloat16() => To(DType.BF16);

    /// <summary>To float32.</summary>
    public Tensor Float() => To(DType.F32);

    /// <summary>To float64.</summary>
    public Tensor Double() => To(DType.F64);

    /// <summary>To int64.</summary>
    public Tensor Long() => To(DType.I64);

    /// <summary>A tensor over the same memory that wants no gradients.</summary>
    public Tensor Detach() {
      IntPtr made = IntPtr.Zero;
      Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_detach(handle, out made)));
      return new Tensor(made);
    }

    /// <summary>A parameter over the same memory: what RegisterParameter takes.</summary>
    /// <param name="requiresGrad">Whether gradients are wanted.</param>
    public Tensor AsParameter(bool requiresGrad = true) {
      IntPtr made = IntPtr.Zero;
      Failure.Check(Ask(handle => TenonNativePINVOKE.tenon_tensor_parameter(handle, requiresGrad ? 1 : 0, out made)));
      return new Tensor(made);
    }

    /// <summary>The part at a position of the first dim.</summary>
    /// <param name="index">The position.</param>
    [IndexerName("Part")]
    public Tensor this[long index] => Select(0, index);

    // ---- operators ----

    /// <summary>a + b.</summary>
    public static Tensor operator +(Tensor a, Tensor b) => a.Add(b);

    /// <summary>a + b.</summary>
    public static Tensor operator +(Tensor a, Value b) => a.Add(b);

    /// <summary>a + b.</summary>
    public static Tensor operator +(Value a, Tensor b) => b.Add(a);

    /// <summary>a - b.</summary>
    public static Tensor operator -(Tensor a, Tensor b) => a.Sub(b);

    /// <summary>a - b.</summary>
    public static Tensor operator -(Tensor a, Value b) => a.Sub(b);

    /// <summary>a - b.</summary>
    public static Tensor operator -(Value a, Tensor b) => b.Rsub(a);

    /// <summary>a * b.</summary>
    public static Tensor operator *(Tensor a, Tensor b) => a.Mul(b);

    /// <summary>a * b.</summary>
    public static Tensor operator *(Tensor a, Value b) => a.Mul(b);

    /// <summary>a * b.</summary>
    public static Tensor operator *(Value a, Tensor b) => b.Mul(a);

    /// <summary>a / b, never rounded.</summary>
    public static Tensor operator /(Tensor a, Tensor b) => a.Div(b);

    /// <summary>a / b, never rounded.</summary>
    public static Tensor operator /(Tensor a, Value b) => a.Div(b);

    /// <summary>a / b, never rounded.</summary>
    public static Tensor operator /(Value a, Tensor b) => Ops.Call("__rtruediv__", b, a).ToTensor();

    /// <summary>Python's remainder, with the divisor's sign.</summary>
    public static Tensor operator %(Tensor a, Tensor b) => a.Remainder(b);

    /// <summary>Python's remainder, with the divisor's sign.</summary>
    public static Tensor operator %(Tensor a, Value b) => a.Remainder(b);

    /// <summary>Python's remainder, with the divisor's sign.</summary>
    public static Tensor operator %(Value a, Tensor b) => Ops.Call("__rmod__", b, a).ToTensor();

    /// <summary>-a.</summary>
    public static Tensor operator -(Tensor a) => a.Neg();

    /// <summary>Elementwise a &lt; b.</summary>
    public static Tensor operator <(Tensor a, Value b) => a.Lt(b);

    /// <summary>Elementwise a &gt; b.</summary>
    public static Tensor operator >(Tensor a, Value b) => a.Gt(b);

    /// <summary>Elementwise a &lt;= b.</summary>
    public static Tensor operator <=(Tensor a, Value b) => a.Le(b);

    /// <summary>Elementwise a &gt;= b.</summary>
    public static Tensor operator >=(Tensor a, Value b) => a.Ge(b);

    /// <summary>Elementwise a and b.</summary>
    public static Tensor operator &(Tensor a, Tensor b) => a.BitwiseAnd(b);

    /// <summary>Elementwise a or b.</summary>
    public static Tensor operator |(Tensor a, Tensor b) => a.BitwiseOr(b);

    /// <summary>Elementwise either a or b.</summary>
    public static Tensor operator ^(Tensor a, Tensor b) => a.BitwiseXor(b);

    /// <summary>Elementwise not a.</summary>
    public static Tensor operator ~(Tensor a) => a.BitwiseNot();
  }

  /// <summary>The elements of a tensor where they are; see <see cref="Tensor.Map{T}"/>. Dispose of it on the
  /// thread that made it.</summary>
  public ref struct TensorView<T> where T : unmanaged {
    private readonly IntPtr handle;
    private Tensor? tensor;

    internal unsafe TensorView(Tensor tensor, IntPtr handle, IntPtr data, int count) {
      this.tensor = tensor;
      this.handle = handle;
      Span = new Span<T>((void*)data, count);
    }

    /// <summary>The elements, row-major. Not to be used after Dispose.</summary>
    public Span<T> Span { get; private set; }

    /// <summary>Ends the view. Again: does nothing.</summary>
    public void Dispose() {
      Tensor? mapped = tensor;
      if (mapped is null) return;
      tensor = null;
      Span = default;
      _ = TenonNativePINVOKE.tenon_tensor_unmap(handle);
      mapped.Exit();
    }
  }

  /// <summary>Ops that are no method of one tensor, and all ops by name.</summary>
  public static partial class Ops {
    /// <summary>Calls an op by torch's name, arguments by position.</summary>
    /// <param name="name">The name: "softmax", "linalg.cross".</param>
    /// <param name="arguments">Tensors, numbers, text …</param>
    public static Value Call(string name, params Value[] arguments) {
      if (arguments is null) throw new ArgumentNullException(nameof(arguments));
      return Op.Call(Op.Number(name), arguments, IntPtr.Zero);
    }

    /// <summary>Calls an op by torch's name, with named arguments too.</summary>
    /// <param name="name">The name.</param>
    /// <param name="arguments">Arguments by position.</param>
    /// <param name="options">Arguments by name.</param>
    public static Value Call(string name, Value[] arguments,
                             System.Collections.Generic.IReadOnlyDictionary<string, Value> options) {
      if (arguments is null) throw new ArgumentNullException(nameof(arguments));
      if (options is null) throw new ArgumentNullException(nameof(options));
      return Op.Call(Op.Number(name), arguments, Value.DictToNative(options));
    }
  }
}
namespace Tenon.Internal {
  /// <summary>Memory of the host's under a tensor; let go of when native code lets go of it.</summary>
  internal sealed class PinnedMemory : IDisposable {
    private MemoryHandle pin;

    internal PinnedMemory(MemoryHandle pin) { this.pin = pin; }

    public void Dispose() => pin.Dispose();
  }
}
