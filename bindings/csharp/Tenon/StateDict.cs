using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Tenon.Internal;

namespace Tenon {
  /// <summary>An ordered map of names to tensors, and to files and back. Entries that are no tensors (extra state) are
  /// seen by <see cref="GetValue"/>; reading them as tensors fails.</summary>
  public sealed unsafe class StateDict : NativeObject, IReadOnlyDictionary<string, Tensor> {
    internal StateDict(IntPtr owned) : base(owned) { }

    /// <summary>An empty state dict.</summary>
    public StateDict() : base(Make()) { }

    private static IntPtr Make() {
      TenonNative.tenon_state_dict_create(Context.Handle, out IntPtr made);
      return made;
    }

    /// <summary>Reads a safetensors file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="maxHeaderBytes">The longest header that is accepted; null: the library's limit.</param>
    public static StateDict Load(string path, long? maxHeaderBytes = null) {
      IntPtr options = new Given().With("max_header_bytes", maxHeaderBytes).ToNative();
      try {
        TenonNative.tenon_state_dict_load(Context.Handle, path, options, out IntPtr made);
        return new StateDict(made);
      } finally {
        TenonNativePINVOKE.tenon_value_release(options);
      }
    }

    /// <summary>Reads what a safetensors file holds from memory.</summary>
    /// <param name="data">The bytes.</param>
    public static StateDict Load(ReadOnlySpan<byte> data) {
      IntPtr made;
      byte nothing = 0;
      fixed (byte* pinned = &MemoryMarshal.GetReference(data)) {
        TenonNative.tenon_state_dict_load_memory(Context.Handle, (IntPtr)(pinned == null ? &nothing : pinned),
                                                 data.Length, IntPtr.Zero, out made);
      }
      return new StateDict(made);
    }

    /// <summary>Writes a safetensors file; a reader sees the old one or the new one.</summary>
    /// <param name="path">The file.</param>
    public void Save(string path) => Do(handle => {
      TenonNative.tenon_state_dict_save(handle, path, IntPtr.Zero);
      return true;
    });

    /// <summary>The bytes that Save writes.</summary>
    public byte[] ToBytes() => Do(handle => {
      TenonNative.tenon_state_dict_save_memory(handle, IntPtr.Zero, out IntPtr text);
      try {
        return new ReadOnlySpan<byte>((void*)TenonNativePINVOKE.tenon_string_data(text),
                                      checked((int)TenonNativePINVOKE.tenon_string_size(text))).ToArray();
      } finally {
        TenonNativePINVOKE.tenon_string_release(text);
      }
    });

    private R Do<R>(Func<IntPtr, R> work) {
      IntPtr handle = Enter();
      try {
        return work(handle);
      } finally {
        Exit();
      }
    }

    /// <summary>The number of entries.</summary>
    public int Count => Do(handle => checked((int)TenonNativePINVOKE.tenon_state_dict_count(handle)));

    /// <summary>The keys, in order.</summary>
    public IReadOnlyList<string> Keys => Do(handle => {
      var keys = new string[TenonNativePINVOKE.tenon_state_dict_count(handle)];
      for (int i = 0; i < keys.Length; i++) keys[i] = TenonNative.tenon_state_dict_key(handle, i)!;
      return keys;
    });

    IEnumerable<string> IReadOnlyDictionary<string, Tensor>.Keys => Keys;

    /// <summary>The tensors, in order.</summary>
    public IEnumerable<Tensor> Values {
      get {
        foreach (string key in Keys) yield return this[key];
      }
    }

    /// <summary>Is there such a key?</summary>
    /// <param name="key">The key.</param>
    public bool ContainsKey(string key) =>
        Do(handle => TenonNativePINVOKE.tenon_state_dict_has(handle, Text.Checked(key)) == 1);

    /// <summary>An entry's tensor; set in place or at the end.</summary>
    /// <param name="key">The key.</param>
    public Tensor this[string key] {
      get => Do(handle => {
        TenonNative.tenon_state_dict_tensor(handle, key, out IntPtr tensor);
        return new Tensor(tensor);
      });
      set {
        if (value is null) throw new ArgumentNullException(nameof(value));
        IntPtr tensor = value.Enter();
        try {
          Do(handle => {
            TenonNative.tenon_state_dict_set_tensor(handle, key, tensor);
            return true;
          });
        } finally {
          value.Exit();
        }
      }
    }

    /// <summary>An entry's tensor, if there is one.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The tensor; not to be used if the result is false.</param>
    public bool TryGetValue(string key, out Tensor value) {
      bool has = ContainsKey(key);
      value = has ? this[key] : null!;
      return has;
    }

    /// <summary>An entry, whatever it is.</summary>
    /// <param name="key">The key.</param>
    public Value GetValue(string key) => Do(handle => {
      TenonNative.tenon_state_dict_get(handle, key, out IntPtr value);
      return Value.Take(value);
    });

    /// <summary>Sets an entry, in place or at the end.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">Whatever it is to be.</param>
    public void SetValue(string key, Value value) {
      IntPtr native = value.ToNative();
      try {
        Do(handle => {
          TenonNative.tenon_state_dict_set(handle, key, native);
          return true;
        });
      } finally {
        TenonNativePINVOKE.tenon_value_release(native);
      }
    }

    /// <summary>Removes an entry. Fails if there is none.</summary>
    /// <param name="key">The key.</param>
    public void Remove(string key) => Do(handle => {
      TenonNative.tenon_state_dict_remove(handle, key);
      return true;
    });

    /// <summary>Keys that begin with the prefix lose it.</summary>
    /// <param name="prefix">The prefix: "module.".</param>
    /// <returns>How many changed.</returns>
    public long StripPrefix(string prefix) => Do(handle => {
      TenonNative.tenon_state_dict_strip_prefix(handle, prefix, out long changed);
      return changed;
    });

    /// <summary>Module path to dict ({"version": 1}); None if there is none.</summary>
    public Value Metadata {
      get => Do(handle => {
        TenonNative.tenon_state_dict_metadata(handle, out IntPtr value);
        return Value.Take(value);
      });
      set {
        IntPtr native = value.ToNative();
        try {
          Do(handle => {
            TenonNative.tenon_state_dict_set_metadata(handle, native);
            return true;
          });
        } finally {
          TenonNativePINVOKE.tenon_value_release(native);
        }
      }
    }

    /// <summary>The text pairs of the file it came from.</summary>
    public Value FileMetadata => Do(handle => {
      TenonNative.tenon_state_dict_file_metadata(handle, out IntPtr value);
      return Value.Take(value);
    });

    /// <summary>An own map over the same tensors.</summary>
    public StateDict Copy() => Do(handle => {
      TenonNative.tenon_state_dict_copy(handle, out IntPtr made);
      return new StateDict(made);
    });

    /// <summary>An own map with own copies of all tensors: a snapshot.</summary>
    public StateDict Clone() => Do(handle => {
      TenonNative.tenon_state_dict_clone(handle, out IntPtr made);
      return new StateDict(made);
    });

    /// <summary>Keys and tensors, in order.</summary>
    public IEnumerator<KeyValuePair<string, Tensor>> GetEnumerator() {
      foreach (string key in Keys) yield return new KeyValuePair<string, Tensor>(key, this[key]);
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
  }

  /// <summary>What loading or parsing found, as lines by kind.</summary>
  public sealed class LoadReport : NativeObject {
    internal LoadReport(IntPtr owned) : base(owned) { }

    /// <summary>An empty report, for Module.Parse and Module.Load to fill.</summary>
    public LoadReport() : base(Make()) { }

    private static IntPtr Make() {
      TenonNative.tenon_report_create(Context.Handle, out IntPtr made);
      return made;
    }

    /// <summary>Kinds of lines.</summary>
    public enum Kind {
      /// <summary>Keys that the module has and the state dict has not.</summary>
      Missing = 0,
      /// <summary>Keys that the state dict has and the module has not.</summary>
      Unexpected = 1,
      /// <summary>"size mismatch for ...".</summary>
      Mismatched = 2,
      /// <summary>Loaded with a change of dtype.</summary>
      Cast = 3,
      /// <summary>Names of one parameter whose entries differ.</summary>
      Tied = 4,
      /// <summary>What the parser assumed because print hides it.</summary>
      Assumed = 5
    }

    /// <summary>Keys that the module has and the state dict has not.</summary>
    public IReadOnlyList<string> MissingKeys => Lines(Kind.Missing);

    /// <summary>Keys that the state dict has and the module has not.</summary>
    public IReadOnlyList<string> UnexpectedKeys => Lines(Kind.Unexpected);

    /// <summary>The lines of a kind.</summary>
    /// <param name="kind">The kind.</param>
    public IReadOnlyList<string> Lines(Kind kind) {
      IntPtr handle = Enter();
      try {
        var lines = new string[Math.Max(TenonNativePINVOKE.tenon_report_count(handle, (int)kind), 0)];
        for (int i = 0; i < lines.Length; i++) lines[i] = TenonNative.tenon_report_text(handle, (int)kind, i)!;
        return lines;
      } finally {
        Exit();
      }
    }

    /// <summary>Appends a line: what load hooks may do.</summary>
    /// <param name="kind">The kind.</param>
    /// <param name="line">The line.</param>
    public void Add(Kind kind, string line) {
      IntPtr handle = Enter();
      try {
        TenonNative.tenon_report_add(handle, (int)kind, line);
      } finally {
        Exit();
      }
    }

    /// <summary>Removes a line: what load hooks may do.</summary>
    /// <param name="kind">The kind.</param>
    /// <param name="index">Its position among the lines of that kind.</param>
    public void RemoveAt(Kind kind, long index) {
      IntPtr handle = Enter();
      try {
        TenonNative.tenon_report_remove(handle, (int)kind, index);
      } finally {
        Exit();
      }
    }

    /// <summary>"&lt;All keys matched successfully&gt;", or PyTorch's listing of the keys.</summary>
    public override string ToString() {
      if (IsDisposed) return "LoadReport (disposed)";
      IntPtr handle = Enter();
      try {
        TenonNative.tenon_report_describe(handle, out IntPtr text);
        return Text.Take(text);
      } finally {
        Exit();
      }
    }
  }
}
