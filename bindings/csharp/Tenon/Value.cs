using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Tenon.Internal;

namespace Tenon {
  /// <summary>What a <see cref="Value"/> holds.</summary>
  public enum ValueKind {
    /// <summary>Python's None.</summary>
    None = 0,
    /// <summary>A bool.</summary>
    Bool = 1,
    /// <summary>An int.</summary>
    Int = 2,
    /// <summary>A float.</summary>
    Float = 3,
    /// <summary>A string.</summary>
    String = 4,
    /// <summary>A dtype.</summary>
    DType = 5,
    /// <summary>A tensor.</summary>
    Tensor = 6,
    /// <summary>A module.</summary>
    Module = 7,
    /// <summary>A tuple of values.</summary>
    Tuple = 8,
    /// <summary>A list of values.</summary>
    List = 9,
    /// <summary>A dict of names to values.</summary>
    Dict = 10,
    /// <summary>A packed sequence.</summary>
    PackedSequence = 11,
    /// <summary>An object of C#'s.</summary>
    Opaque = 12
  }

  /// <summary>What modules are called with and return, besides single tensors: numbers, text, tensors, modules,
  /// and tuples, lists and dicts of them. Made from C#'s own types by conversion; lists and dicts are copied
  /// when they cross.</summary>
  public readonly struct Value : IEquatable<Value> {
    private readonly object? content;
    private readonly long bits;

    private Value(ValueKind kind, object? content, long bits) {
      Kind = kind;
      this.content = content;
      this.bits = bits;
    }

    /// <summary>Python's None; also what default(Value) is.</summary>
    public static Value None => default;

    private static readonly object NoAnswer = new object();

    /// <summary>What a method that is not overridden returns.</summary>
    internal static Value Unanswered => new Value(ValueKind.None, NoAnswer, 0);

    internal bool IsUnanswered => ReferenceEquals(content, NoAnswer);

    /// <summary>What it is.</summary>
    public ValueKind Kind { get; }

    /// <summary>True for None.</summary>
    public bool IsNone => Kind == ValueKind.None;

    /// <summary>A tuple.</summary>
    /// <param name="items">Its items.</param>
    public static Value Tuple(params Value[] items) =>
        new Value(ValueKind.Tuple, items ?? throw new ArgumentNullException(nameof(items)), 0);

    /// <summary>A list.</summary>
    /// <param name="items">Its items.</param>
    public static Value List(params Value[] items) =>
        new Value(ValueKind.List, items ?? throw new ArgumentNullException(nameof(items)), 0);

    /// <summary>A list of tensors.</summary>
    /// <param name="tensors">Its items.</param>
    public static Value List(IReadOnlyList<Tensor> tensors) {
      if (tensors is null) throw new ArgumentNullException(nameof(tensors));
      var items = new Value[tensors.Count];
      for (int i = 0; i < items.Length; i++) items[i] = tensors[i];
      return List(items);
    }

    /// <summary>A dict, in this order.</summary>
    /// <param name="entries">Names and values.</param>
    public static Value Dict(params (string Name, Value Value)[] entries) {
      if (entries is null) throw new ArgumentNullException(nameof(entries));
      var dict = new Dictionary<string, Value>(entries.Length);
      foreach (var (name, value) in entries) dict[name] = value;
      return Dict(dict);
    }

    /// <summary>A dict, in the order of enumeration.</summary>
    /// <param name="entries">Names and values.</param>
    public static Value Dict(IReadOnlyDictionary<string, Value> entries) =>
        new Value(ValueKind.Dict, entries ?? throw new ArgumentNullException(nameof(entries)), 0);

    /// <summary>An object of yours, which native code carries and does not look into.</summary>
    /// <param name="content">The object.</param>
    public static Value Opaque(object content) =>
        new Value(ValueKind.Opaque, content ?? throw new ArgumentNullException(nameof(content)), 0);

    /// <summary>A bool.</summary>
    public static implicit operator Value(bool flag) => new Value(ValueKind.Bool, null, flag ? 1 : 0);

    /// <summary>An int.</summary>
    public static implicit operator Value(int integer) => new Value(ValueKind.Int, null, integer);

    /// <summary>An int.</summary>
    public static implicit operator Value(long integer) => new Value(ValueKind.Int, null, integer);

    /// <summary>A float.</summary>
    public static implicit operator Value(float number) => (double)number;

    /// <summary>A float.</summary>
    public static implicit operator Value(double number) =>
        new Value(ValueKind.Float, null, BitConverter.DoubleToInt64Bits(number));

    /// <summary>A string; None if null.</summary>
    public static implicit operator Value(string? text) =>
        text is null ? None : new Value(ValueKind.String, text, 0);

    /// <summary>A dtype.</summary>
    public static implicit operator Value(DType dtype) => new Value(ValueKind.DType, null, (long)dtype);

    /// <summary>A tensor; None if null.</summary>
    public static implicit operator Value(Tensor? tensor) =>
        tensor is null ? None : new Value(ValueKind.Tensor, tensor, 0);

    /// <summary>A module; None if null.</summary>
    public static implicit operator Value(Module? module) =>
        module is null ? None : new Value(ValueKind.Module, module, 0);

    /// <summary>A tuple of two tensors.</summary>
    public static implicit operator Value((Tensor, Tensor) pair) => Tuple(pair.Item1, pair.Item2);

    /// <summary>A tuple of two ints.</summary>
    public static implicit operator Value((int, int) pair) => Tuple(pair.Item1, pair.Item2);

    /// <summary>A tuple of two values.</summary>
    public static implicit operator Value((Value, Value) pair) => Tuple(pair.Item1, pair.Item2);

    /// <summary>A tuple of three values.</summary>
    public static implicit operator Value((Value, Value, Value) three) =>
        Tuple(three.Item1, three.Item2, three.Item3);

    /// <summary>The tensor.</summary>
    public static explicit operator Tensor(Value value) => value.ToTensor();

    private TenonException Wrong(string wanted) =>
        new TenonException(Status.Type, $"the value is {Describe(Kind)}, not {wanted}");

    private static string Describe(ValueKind kind) {
      switch (kind) {
        case ValueKind.None: return "None";
        case ValueKind.Int: return "an int";
        case ValueKind.Opaque: return "an object of the host's";
        case ValueKind.PackedSequence: return "a packed sequence";
        default: return "a " + kind.ToString().ToLowerInvariant();
      }
    }

    /// <summary>The tensor. Fails if it is something else.</summary>
    public Tensor ToTensor() => content as Tensor ?? throw Wrong("a tensor");

    /// <summary>The tensors of a tuple or list. Fails if it is something else.</summary>
    public Tensor[] ToTensors() => Array.ConvertAll(Sequence("a tuple or list"), item => item.ToTensor());

    /// <summary>The module. Fails if it is something else.</summary>
    public Module ToModule() => content as Module ?? throw Wrong("a module");

    /// <summary>The string. Fails if it is something else.</summary>
    public string ToText() => Kind == ValueKind.String ? (string)content! : throw Wrong("a string");

    /// <summary>The bool. Fails if it is something else.</summary>
    public bool ToBool() => Kind == ValueKind.Bool ? bits != 0 : throw Wrong("a bool");

    /// <summary>The int; bools count as ints. Fails if it is something else.</summary>
    public long ToLong() => Kind == ValueKind.Int || Kind == ValueKind.Bool ? bits : throw Wrong("an int");

    /// <summary>The float; ints and bools are converted. Fails if it is something else.</summary>
    public double ToDouble() =>
        Kind == ValueKind.Float ? BitConverter.Int64BitsToDouble(bits)
        : Kind == ValueKind.Int || Kind == ValueKind.Bool ? bits
        : throw Wrong("a float");

    /// <summary>The dtype. Fails if it is something else.</summary>
    public DType ToDType() => Kind == ValueKind.DType ? (DType)bits : throw Wrong("a dtype");

    /// <summary>The items of a tuple or list. Fails if it is something else.</summary>
    public IReadOnlyList<Value> Items => Sequence("a tuple or list");

    /// <summary>The dict. Fails if it is something else.</summary>
    public IReadOnlyDictionary<string, Value> ToDict() =>
        content as IReadOnlyDictionary<string, Value> ?? throw Wrong("a dict");

    /// <summary>The object of <see cref="Opaque"/>. Fails if it is something else.</summary>
    public object ToObject() => Kind == ValueKind.Opaque ? content! : throw Wrong("an object of the host's");

    private Value[] Sequence(string wanted) =>
        Kind == ValueKind.Tuple || Kind == ValueKind.List ? (Value[])content! : throw Wrong(wanted);

    /// <summary>An item of a tuple or list.</summary>
    /// <param name="index">Its position.</param>
    public Value this[int index] => Items[index];

    /// <summary>An entry of a dict.</summary>
    /// <param name="key">Its name.</param>
    public Value this[string key] => ToDict()[key];

    /// <summary>The items of a pair: var (output, state) = lstm.Call(...).</summary>
    /// <param name="first">The first item.</param>
    /// <param name="second">The second item.</param>
    public void Deconstruct(out Value first, out Value second) {
      Value[] items = Sequence("a pair");
      if (items.Length != 2) throw Wrong("a pair");
      first = items[0];
      second = items[1];
    }

    /// <summary>The items of a triple.</summary>
    /// <param name="first">The first item.</param>
    /// <param name="second">The second item.</param>
    /// <param name="third">The third item.</param>
    public void Deconstruct(out Value first, out Value second, out Value third) {
      Value[] items = Sequence("a triple");
      if (items.Length != 3) throw Wrong("a triple");
      first = items[0];
      second = items[1];
      third = items[2];
    }

    /// <summary>Kind and content are equal; tensors, modules and objects: the same one.</summary>
    /// <param name="other">The other value.</param>
    public bool Equals(Value other) {
      if (Kind != other.Kind) return false;
      switch (Kind) {
        case ValueKind.String: return (string)content! == (string)other.content!;
        case ValueKind.Tuple:
        case ValueKind.List: return ((Value[])content!).AsSpan().SequenceEqual((Value[])other.content!);
        case ValueKind.Dict: return SameEntries(ToDict(), other.ToDict());
        default: return bits == other.bits && ReferenceEquals(content, other.content);
      }
    }

    private static bool SameEntries(IReadOnlyDictionary<string, Value> a, IReadOnlyDictionary<string, Value> b) {
      if (a.Count != b.Count) return false;
      foreach (var (key, value) in a) {
        if (!b.TryGetValue(key, out Value other) || !value.Equals(other)) return false;
      }
      return true;
    }

    /// <summary>Kind and content are equal.</summary>
    /// <param name="obj">Another value.</param>
    public override bool Equals(object? obj) => obj is Value other && Equals(other);

    /// <summary>A hash of kind and content.</summary>
    public override int GetHashCode() {
      switch (Kind) {
        case ValueKind.Tuple:
        case ValueKind.List: return HashCode.Combine(Kind, ((Value[])content!).Length);
        case ValueKind.Dict: return HashCode.Combine(Kind, ToDict().Count);
        default: return HashCode.Combine(Kind, bits, content);
      }
    }

    /// <summary>Kind and content are equal.</summary>
    public static bool operator ==(Value a, Value b) => a.Equals(b);

    /// <summary>Kind or content differ.</summary>
    public static bool operator !=(Value a, Value b) => !a.Equals(b);

    /// <summary>The value as Python writes it.</summary>
    public override string ToString() {
      IntPtr native = ToNative();
      try {
        TenonNative.tenon_value_text(native, out IntPtr text);
        return Text.Take(text);
      } finally {
        TenonNativePINVOKE.tenon_value_release(native);
        GC.KeepAlive(content);
      }
    }

    // ---- across the border ----

    /// <summary>A native value, owned by the caller.</summary>
    internal unsafe IntPtr ToNative() {
      IntPtr context = Context.Handle;
      IntPtr native;
      switch (Kind) {
        case ValueKind.None: TenonNative.tenon_value_none(context, out native); return native;
        case ValueKind.Bool: TenonNative.tenon_value_bool(context, (int)bits, out native); return native;
        case ValueKind.Int: TenonNative.tenon_value_int(context, bits, out native); return native;
        case ValueKind.Float:
          TenonNative.tenon_value_float(context, BitConverter.Int64BitsToDouble(bits), out native);
          return native;
        case ValueKind.String: TenonNative.tenon_value_string(context, (string)content!, out native); return native;
        case ValueKind.DType: TenonNative.tenon_value_dtype(context, (int)bits, out native); return native;
        case ValueKind.Tensor: {
          var tensor = (Tensor)content!;
          IntPtr handle = tensor.Enter();
          try {
            TenonNative.tenon_value_tensor(context, handle, out native);
          } finally {
            tensor.Exit();
          }
          return native;
        }
        case ValueKind.Module:
          TenonNative.tenon_value_module(context, ((Module)content!).Handle, out native);
          return native;
        case ValueKind.Tuple:
        case ValueKind.List:
          using (var items = new NativeValues((Value[])content!)) {
            fixed (IntPtr* pinned = items.Handles) {
              if (Kind == ValueKind.Tuple) {
                TenonNative.tenon_value_tuple(context, pinned, items.Handles.Length, out native);
              } else {
                TenonNative.tenon_value_list(context, pinned, items.Handles.Length, out native);
              }
            }
          }
          return native;
        case ValueKind.Dict: return DictToNative(ToDict());
        case ValueKind.Opaque: {
          IntPtr carried = GCHandle.ToIntPtr(GCHandle.Alloc(content));
          // The library takes the handle, also when it fails.
          TenonNative.tenon_value_opaque(context, carried, Callbacks.FreeHandle, out native);
          return native;
        }
        default: throw new TenonException(Status.Unsupported, "a packed sequence cannot be made in C#");
      }
    }

    internal static IntPtr DictToNative(IEnumerable<KeyValuePair<string, Value>> entries) {
      TenonNative.tenon_value_dict(Context.Handle, out IntPtr dict);
      try {
        foreach (var (key, value) in entries) {
          IntPtr item = value.ToNative();
          try {
            TenonNative.tenon_value_dict_set(dict, key, item);
          } finally {
            TenonNativePINVOKE.tenon_value_release(item);
          }
        }
        return dict;
      } catch {
        TenonNativePINVOKE.tenon_value_release(dict);
        throw;
      }
    }

    /// <summary>The content of a native value, which is released.</summary>
    internal static Value Take(IntPtr owned) {
      try {
        return Of(owned);
      } finally {
        TenonNativePINVOKE.tenon_value_release(owned);
      }
    }

    internal static Value Of(IntPtr native) {
      var kind = (ValueKind)TenonNativePINVOKE.tenon_value_kind(native);
      switch (kind) {
        case ValueKind.None: return None;
        case ValueKind.Bool: TenonNative.tenon_value_as_bool(native, out int flag); return flag != 0;
        case ValueKind.Int: TenonNative.tenon_value_as_int(native, out long integer); return integer;
        case ValueKind.Float: TenonNative.tenon_value_as_float(native, out double number); return number;
        case ValueKind.String:
          TenonNative.tenon_value_as_string(native, out IntPtr text);
          return Text.Take(text);
        case ValueKind.DType: TenonNative.tenon_value_as_dtype(native, out int dtype); return (DType)dtype;
        case ValueKind.Tensor:
          TenonNative.tenon_value_as_tensor(native, out IntPtr tensor);
          return Tensor.Result(tensor);
        case ValueKind.Module:
          TenonNative.tenon_value_as_module(native, out IntPtr module);
          return Registry.HandOut(module);
        case ValueKind.Tuple:
        case ValueKind.List: {
          var items = new Value[TenonNativePINVOKE.tenon_value_count(native)];
          for (int i = 0; i < items.Length; i++) {
            TenonNative.tenon_value_at(native, i, out IntPtr item);
            items[i] = Take(item);
          }
          return kind == ValueKind.Tuple ? Tuple(items) : List(items);
        }
        case ValueKind.Dict: {
          long count = TenonNativePINVOKE.tenon_value_count(native);
          var dict = new Dictionary<string, Value>((int)count);
          for (long i = 0; i < count; i++) {
            TenonNative.tenon_value_at(native, i, out IntPtr item);
            dict[TenonNative.tenon_value_key(native, i)!] = Take(item);
          }
          return Dict(dict);
        }
        case ValueKind.Opaque:
          TenonNative.tenon_value_as_opaque(native, Callbacks.FreeHandle, out IntPtr carried);
          return Opaque(GCHandle.FromIntPtr(carried).Target!);
        default: throw new TenonException(Status.Unsupported, "a packed sequence cannot be read in C#");
      }
    }
  }
}
