using System;
using System.Collections.Generic;
using Tenon;
using Xunit;

namespace Tests {
  public class TensorTests {
    [Fact]
    public void TensorFromFloatsAndBack() {
      using var scope = new TensorScope();
      Tensor x = Tensor.From(new float[] { 1, 2, 3, 4, 5, 6 }, 2, 3);
      Assert.Equal(DType.F32, x.DType);
      Assert.Equal("(2, 3)", x.Shape.ToString());
      Assert.Equal(new long[] { 2, 3 }, x.Shape.ToArray());
      Assert.Equal(6, x.Numel);
      Assert.Equal(2, x.NDim);
      Assert.Equal(3, x.Stride(0));
      Assert.Equal(3, x.Size(-1));
      Assert.Equal(new float[] { 1, 2, 3, 4, 5, 6 }, x.ToArray<float>());
      // A transposed view reads row-major too, and a span of a part goes in.
      Assert.Equal(new float[] { 1, 4, 2, 5, 3, 6 }, x.Transpose(0, 1).ToArray<float>());
      ReadOnlySpan<float> part = new float[] { 9, 8, 7, 6 }.AsSpan(1, 2);
      Assert.Equal(new float[] { 8, 7 }, Tensor.From(part).ToArray<float>());
      var copied = new float[6];
      x.CopyTo<float>(copied.AsSpan());
      Assert.Equal(5, copied[4]);
      Assert.Equal(5f, x[1][1].Item<float>());
      Assert.Equal("()", Tensor.Scalar(2.5).Shape.ToString());
      Assert.Equal("(6,)", Tensor.From(copied).Shape.ToString());
      Assert.Empty(Tensor.From(Array.Empty<float>()).ToArray<float>());
    }

    [Fact]
    public void TensorMemoryIsSeenWithoutACopy() {
      var ours = new float[] { 1, 2, 3, 4 };
      using (Tensor x = Tensor.Wrap(ours.AsMemory(), 2, 2)) {
        ours[3] = 40;
        Assert.Equal(40f, x[1][1].Item<float>());
        x.Fill(7);
        Assert.Equal(new float[] { 7, 7, 7, 7 }, ours);
        using (TensorView<float> view = x.Map<float>(write: true)) {
          view.Span[0] = 5;
        }
        Assert.Equal(5, ours[0]);
        Assert.Throws<InvalidOperationException>(() => { using var view = x.Transpose(0, 1).Map<float>(); });
        Assert.Throws<ArgumentException>(() => { using var view = x.Map<int>(); });
      }
      using (Tensor fixedOne = Tensor.WrapReadOnly<float>(ours)) {
        Assert.Equal(5f, fixedOne.Max().ToTensor().Item<float>() - 2);
        Assert.Equal(Status.Runtime, Assert.Throws<TenonException>(() => fixedOne.Fill(1)).Status);
      }
      Support.LeavesNothing(() => Tensor.Wrap<float>(new float[8]).Dispose());
    }

    [Fact]
    public void TensorRefusesAWrongElementCount() {
      Exception wrong = Assert.Throws<ArgumentException>(() => Tensor.From(new float[5], 2, 3));
      Assert.Equal("shape (2, 3) has 6 elements, the data has 5", wrong.Message);
      Assert.Throws<ArgumentException>(() => Tensor.Wrap<float>(new float[5], 2, 3));
      using Tensor x = Tensor.Zeros(2, 3);
      Assert.Equal(Status.Value, Assert.Throws<TenonException>(() => x.CopyTo<float>(new float[5])).Status);
      Assert.Throws<ArgumentException>(() => x.CopyTo<double>(new double[6]));
      using Tensor y = Tensor.Zeros(2);
      Assert.Equal(Status.Runtime, Assert.Throws<TenonException>(() => y.Item<float>()).Status);
    }

    [Fact]
    public void TensorOfEveryDtype() {
      using var scope = new TensorScope();
      void Same<T>(DType dtype, string name, params T[] data) where T : unmanaged {
        Tensor x = Tensor.From(data);
        Assert.Equal(dtype, x.DType);
        Assert.Equal(name, dtype.Name());
        Assert.Equal(data, x.ToArray<T>());
        Assert.Equal(dtype, DTypeInfo.FromName("torch." + name));
      }
      Same(DType.F32, "float32", 1.5f, -2f);
      Same(DType.F64, "float64", 1.5, -2);
      Same(DType.F16, "float16", (Half)1.5, (Half)(-2));
      Same(DType.I8, "int8", (sbyte)1, (sbyte)-2);
      Same(DType.I16, "int16", (short)1, (short)-2);
      Same(DType.I32, "int32", 1, -2);
      Same(DType.I64, "int64", 1L, -2L);
      Same(DType.U8, "uint8", (byte)1, (byte)255);
      Same(DType.Bool, "bool", true, false);
      Same(DType.U16, "uint16", (ushort)1, (ushort)65535);
      Same(DType.U32, "uint32", 1u, uint.MaxValue);
      Same(DType.U64, "uint64", 1ul, ulong.MaxValue);
      foreach (DType dtype in Enum.GetValues<DType>()) {
        long size = dtype.Size();
        var bytes = new byte[2 * size];
        bytes[0] = 1;
        Tensor x = Tensor.FromBytes(bytes, dtype, 2);
        Assert.Equal(dtype, x.DType);
        Assert.Equal(bytes, x.ToBytes());
      }
      // bfloat16 is the upper half of a float.
      Assert.Equal(new byte[] { 0xc0, 0x3f }, Tensor.From(new[] { 1.5f }).BFloat16().ToBytes());
      Assert.Equal(2.0, Tensor.Scalar(2).To(DType.F64).Item<double>());
      Assert.Equal(3L, Tensor.Scalar(3).Item<long>());
      Assert.True(Tensor.Scalar(true).Item<bool>());
      Assert.Null(DTypeInfo.FromName("float31"));
      Assert.Throws<ArgumentException>(() => Tensor.From(new[] { 'x' }));
    }

    [Fact]
    public void TensorPrintsAsPytorch() {
      using var scope = new TensorScope();
      Assert.Equal("tensor([[1., 2.],\n        [3., 4.]])", Tensor.From(new float[] { 1, 2, 3, 4 }, 2, 2).ToString());
      Assert.Equal("tensor([1, 2])", Tensor.From(new long[] { 1, 2 }).ToString());
      Assert.Equal("tensor([1.5000, 2.0000], dtype=torch.float64)", Tensor.From(new[] { 1.5, 2 }).ToString());
      Assert.Equal("tensor([ True, False])", Tensor.From(new[] { true, false }).ToString());
      Assert.Equal("tensor([])", Tensor.Zeros(0).ToString());
      Assert.Equal("Parameter containing:\ntensor([1., 1.], requires_grad=True)",
                   Tensor.Ones(2).AsParameter().ToString());
    }

    [Fact]
    public void OpsByNameAndAsMethods() {
      using var scope = new TensorScope();
      Tensor a = Tensor.From(new float[] { 1, 2, 3 }), b = Tensor.From(new float[] { 10, 20, 30 });
      Assert.Equal(new float[] { 11, 22, 33 }, Support.Floats(a + b));
      Assert.Equal(new float[] { 3, 4, 5 }, Support.Floats(a + 2));
      Assert.Equal(new float[] { 1, 0, -1 }, Support.Floats(2 - a));
      Assert.Equal(new float[] { 2, 4, 6 }, Support.Floats(2 * a));
      Assert.Equal(new float[] { 6, 3, 2 }, Support.Floats(6 / a));
      Assert.Equal(new float[] { 5, 10, 15 }, Support.Floats(b / 2));
      Assert.Equal(new float[] { 1, 0, 1 }, Support.Floats(a % 2));
      Assert.Equal(new float[] { -1, -2, -3 }, Support.Floats(-a));
      Assert.Equal(new[] { false, true, true }, (a > 1).ToArray<bool>());
      Assert.Equal(new[] { true, false, false }, (~(a > 1)).ToArray<bool>());
      Assert.Equal(new[] { false, true, false }, ((a > 1) & (a < 3)).ToArray<bool>());
      // e^1, e^2, e^3 over their sum
      Support.Near(new[] { 0.09003057f, 0.24472847f, 0.66524096f }, a.Softmax(-1));
      Support.Near(new[] { 0.09003057f, 0.24472847f, 0.66524096f }, Ops.Call("softmax", a, -1).ToTensor());
      Assert.Equal(2L, a.ArgMax().Item<long>());
      Assert.Equal("(2, 3)", Ops.Stack(new[] { a, b }).Shape.ToString());
      Assert.Equal(new float[] { 1, 2, 3, 10, 20, 30 }, Support.Floats(Ops.Cat(new[] { a, b })));
      Assert.Equal(140f, Ops.Einsum("i,i->", a, b).Item<float>());
      Assert.Equal("(3, 1)", a.View((3, 1)).Shape.ToString());
      Assert.Equal(new float[] { 2, 2 }, Support.Floats(a.Clamp(2, 2)[new Range(0, 2).Start.Value].Expand(2)));
      // In place: the same tensor comes back.
      Assert.Same(a, a.AddInPlace(1));
      Assert.Equal(new float[] { 2, 3, 4 }, Support.Floats(a));
      Assert.Same(a, a.Zero());
      Assert.Equal(new float[] { 0, 0, 0 }, Support.Floats(a));
      Assert.True(a.Allclose(Tensor.Zeros(3)));
      Assert.Equal(Status.Key, Assert.Throws<TenonException>(() => Ops.Call("nosuchop", a)).Status);
    }

    [Fact]
    public void OpsReturnSeveralTensors() {
      using var scope = new TensorScope();
      Tensor x = Tensor.From(new float[] { 3, 1, 2, 6, 5, 4 }, 2, 3);
      Tensor[] sorted = x.Sort();
      Assert.Equal(new float[] { 1, 2, 3, 4, 5, 6 }, Support.Floats(sorted[0]));
      Assert.Equal(new long[] { 1, 2, 0, 2, 1, 0 }, sorted[1].ToArray<long>());
      Tensor[] parts = x.Chunk(2);
      Assert.Equal(2, parts.Length);
      Assert.Equal(new float[] { 6, 5, 4 }, Support.Floats(parts[1]));
      // One tensor, or with a dim a pair.
      Assert.Equal(6f, x.Max().ToTensor().Item<float>());
      var (values, indices) = x.Max(1);
      Assert.Equal(new float[] { 3, 6 }, Support.Floats(values.ToTensor()));
      Assert.Equal(new long[] { 0, 0 }, indices.ToTensor().ToArray<long>());
    }

    [Fact]
    public void OpsTakeNamedOptions() {
      using var scope = new TensorScope();
      Tensor x = Tensor.From(new float[] { 1, 2, 3, 4 }, 2, 2);
      Assert.Equal("(2, 1)", x.Sum(dim: 1, keepdim: true).Shape.ToString());
      Assert.Equal(DType.F64, x.Sum(dtype: DType.F64).DType);
      Assert.Equal(10f, x.Sum().Item<float>());
      Assert.Equal(10f, x.Sum((0, 1)).Item<float>());
      Assert.Equal(new float[] { 0, 0, 1, 2 }, Support.Floats(x.Div(2, roundingMode: "floor").View(4) - Tensor.From(new float[] { 0, 1, 0, 0 })));
      Assert.Equal(0.5, x.Var(dim: 1).Mean().Item<float>(), 6);
      Assert.Equal(0.25, x.Var(dim: 1, correction: 0).Mean().Item<float>(), 6);
      var options = new Dictionary<string, Value> { ["dim"] = 1, ["keepdim"] = true };
      Assert.Equal("(2, 1)", Ops.Call("sum", new Value[] { x }, options).ToTensor().Shape.ToString());
      Assert.Equal(Status.Type, Assert.Throws<TenonException>(
          () => Ops.Call("sum", new Value[] { x }, new Dictionary<string, Value> { ["nosuch"] = 1 })).Status);
    }

    [Fact]
    public void OpErrorsNameTheOp() {
      using Tensor a = Tensor.Zeros(2, 3), b = Tensor.Zeros(4, 5);
      TenonException wrong = Assert.Throws<TenonException>(() => a.Matmul(b));
      Assert.Equal("matmul: inner sizes differ: (2, 3) x (4, 5)", wrong.Message);
      Assert.Equal(Status.Runtime, wrong.Status);
      Assert.Throws<ArgumentNullException>(() => a.Matmul(null!));
    }

    [Fact]
    public void RandomNumbersFollowTheSeed() {
      using var scope = new TensorScope();
      Context.ManualSeed(0);
      Assert.Equal(0, Context.InitialSeed);
      Tensor state = Context.GetRngState();
      // torch.manual_seed(0); torch.rand(2)
      Support.Near(new[] { 0.4963f, 0.7682f }, Tensor.Rand(2), 5e-5);
      Context.ManualSeed(0);
      // torch.randn(2)
      Support.Near(new[] { 1.5410f, -0.2934f }, Tensor.Randn(2), 5e-5);
      Context.SetRngState(state);
      Support.Near(new[] { 0.4963f, 0.7682f }, Tensor.Rand(2), 5e-5);
      Assert.Throws<TenonException>(() => Context.SetRngState(Tensor.Zeros(3)));
    }
  }
}
