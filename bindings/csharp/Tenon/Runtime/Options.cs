using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Tenon.Internal {
  /// <summary>Native values of several values, released together.</summary>
  internal readonly struct NativeValues : IDisposable {
    internal readonly IntPtr[] Handles;

    internal NativeValues(IReadOnlyList<Value> values) {
      Handles = new IntPtr[values.Count];
      try {
        for (int i = 0; i < Handles.Length; i++) Handles[i] = values[i].ToNative();
      } catch {
        Dispose();
        throw;
      }
    }

    public unsafe void Dispose() {
      fixed (IntPtr* pinned = Handles) TenonNativePINVOKE.tenon_release_all(pinned, Handles.Length);
    }
  }

  /// <summary>Options that were given, by PyTorch's names. What was not given is not sent: defaults are the
  /// library's.</summary>
  internal sealed class Given {
    private readonly List<KeyValuePair<string, Value>> given = new List<KeyValuePair<string, Value>>();

    internal Given With(string name, Value? value) {
      if (value != null) given.Add(new KeyValuePair<string, Value>(name, value.Value));
      return this;
    }

    internal Given With(string name, string? value) => value == null ? this : With(name, (Value?)(Value)value);

    internal Given With(string name, Tensor? value) => value is null ? this : With(name, (Value?)(Value)value);

    internal Given With(string name, Ints? value) => value == null ? this : With(name, (Value?)value.Value.ToValue());

    internal Given With(string name, long? value) => value == null ? this : With(name, (Value?)(Value)value.Value);

    internal Given With(string name, double? value) => value == null ? this : With(name, (Value?)(Value)value.Value);

    internal Given With(string name, bool? value) => value == null ? this : With(name, (Value?)(Value)value.Value);

    internal Given With(string name, DType? value) => value == null ? this : With(name, (Value?)(Value)value.Value);

    /// <summary>A native dict, owned by the caller; zero if nothing was given.</summary>
    internal IntPtr ToNative() => given.Count == 0 ? IntPtr.Zero : Value.DictToNative(given);
  }

  /// <summary>Calls of ops by number.</summary>
  internal static unsafe class Op {
    private static int Number(ref int slot, string name) {
      int known = slot;
      if (known != 0) return known - 1;
      Library.Ensure();
      TenonNative.tenon_op_id(name, out int op);
      slot = op + 1;
      return op;
    }

    internal static Tensor One(ref int slot, string name, Tensor x) {
      int op = Number(ref slot, name);
      IntPtr a = x.Enter();
      int status;
      IntPtr result;
      try {
        status = TenonNativePINVOKE.tenon_op1(Context.Handle, op, a, out result);
      } finally {
        x.Exit();
      }
      Failure.Check(status);
      return Tensor.Result(result);
    }

    internal static Tensor Two(ref int slot, string name, Tensor x, Tensor y) {
      if (y is null) throw new ArgumentNullException(nameof(y));
      int op = Number(ref slot, name);
      IntPtr a = x.Enter();
      int status;
      IntPtr result;
      try {
        IntPtr b = y.Enter();
        try {
          status = TenonNativePINVOKE.tenon_op2(Context.Handle, op, a, b, out result);
        } finally {
          y.Exit();
        }
      } finally {
        x.Exit();
      }
      Failure.Check(status);
      return Tensor.Result(result);
    }

    internal static Value Call(ref int slot, string name, Value[] arguments, Given? options) =>
        Call(Number(ref slot, name), arguments, options == null ? IntPtr.Zero : options.ToNative());

    /// <summary>`options`: owned, released here.</summary>
    internal static Value Call(int op, IReadOnlyList<Value> arguments, IntPtr options) {
      try {
        using (var native = new NativeValues(arguments)) {
          fixed (IntPtr* pinned = native.Handles) {
            TenonNative.tenon_op_call(Context.Handle, op, pinned, native.Handles.Length, options, out IntPtr result);
            return Value.Take(result);
          }
        }
      } finally {
        TenonNativePINVOKE.tenon_value_release(options);
      }
    }

    internal static int Number(string name) {
      Library.Ensure();
      TenonNative.tenon_op_id(name, out int op);
      return op;
    }

    /// <summary>In-place ops return their tensor once more; it is there already.</summary>
    internal static void Drop(Tensor again) => again.Dispose();

    internal static void Drop(Value again) {
      if (again.Kind == ValueKind.Tensor) again.ToTensor().Dispose();
    }

    internal static Value[] Spread(Tensor[] tensors, params Value[] before) {
      var arguments = new Value[before.Length + tensors.Length];
      before.CopyTo(arguments, 0);
      for (int i = 0; i < tensors.Length; i++) arguments[before.Length + i] = tensors[i];
      return arguments;
    }
  }
}
