using System;
using System.Collections;
using System.Collections.Generic;
using Tenon.Internal;

namespace Tenon.Nn {
  /// <summary>What containers share: children by position.</summary>
  public abstract class ModuleSequence : Module, IEnumerable<Module> {
    private protected ModuleSequence(ModuleSafeHandle handle) : base(handle) { }

    private protected static ModuleSafeHandle Make(string typeName, IntPtr options) {
      try {
        TenonNative.tenon_module_create(Context.Handle, typeName, options, out IntPtr made);
        return new ModuleSafeHandle(made) { UsersOwn = true };
      } finally {
        TenonNativePINVOKE.tenon_value_release(options);
      }
    }

    private protected static Value[] Checked(Module[] modules) =>
        Array.ConvertAll(modules ?? throw new ArgumentNullException(nameof(modules)),
                         m => (Value)(m ?? throw new ArgumentNullException(nameof(modules))));

    /// <summary>The number of children.</summary>
    public int Count {
      get {
        long count = TenonNativePINVOKE.tenon_module_count(Handle);
        GC.KeepAlive(this);
        return checked((int)count);
      }
    }

    /// <summary>The child at a position; negative positions count from the end.</summary>
    /// <param name="index">The position.</param>
    public Module this[long index] {
      get {
        TenonNative.tenon_module_get_item(Handle, index, out IntPtr found);
        GC.KeepAlive(this);
        return Registry.HandOut(found);
      }
      set {
        if (value is null) throw new ArgumentNullException(nameof(value));
        TenonNative.tenon_module_set_item(Handle, index, value.Handle);
        Sync();
        GC.KeepAlive(value);
      }
    }

    private protected void AppendOne(Module module) {
      if (module is null) throw new ArgumentNullException(nameof(module));
      using (ThreadState.Current.KeepMade()) {
        TenonNative.tenon_module_append(Handle, module.Handle);
        Sync();
      }
      GC.KeepAlive(module);
    }

    private protected unsafe void ExtendBy(IEnumerable<Module> modules) {
      if (modules is null) throw new ArgumentNullException(nameof(modules));
      var all = new List<Module>(modules);
      var raw = new IntPtr[all.Count];
      var held = new bool[all.Count];
      try {
        for (int i = 0; i < raw.Length; i++) {
          ModuleSafeHandle handle = all[i].Handle;
          handle.DangerousAddRef(ref held[i]);
          raw[i] = handle.Raw;
        }
        using (ThreadState.Current.KeepMade()) {
          fixed (IntPtr* pinned = raw) TenonNative.tenon_module_extend(Handle, pinned, raw.Length);
          Sync();
        }
      } finally {
        for (int i = 0; i < raw.Length; i++) {
          if (held[i]) all[i].ReleaseHandle();
        }
      }
    }

    /// <summary>Inserts a child before a position.</summary>
    /// <param name="index">The position.</param>
    /// <param name="module">The child.</param>
    public void Insert(long index, Module module) {
      if (module is null) throw new ArgumentNullException(nameof(module));
      using (ThreadState.Current.KeepMade()) {
        TenonNative.tenon_module_insert(Handle, index, module.Handle);
        Sync();
      }
      GC.KeepAlive(module);
    }

    /// <summary>Removes the child at a position; those behind it move up.</summary>
    /// <param name="index">The position.</param>
    public void RemoveAt(long index) {
      TenonNative.tenon_module_delete_item(Handle, index);
      Sync();
    }

    /// <summary>Removes the child at a position and returns it.</summary>
    /// <param name="index">The position; -1: the last.</param>
    public Module Pop(long index = -1) {
      TenonNative.tenon_module_pop(Handle, index, out IntPtr popped);
      Module module = Registry.HandOut(popped);
      Sync();
      return module;
    }

    private protected Module SliceOf(long begin, long end, long step) {
      TenonNative.tenon_module_slice(Handle, begin, end, step, out IntPtr made);
      GC.KeepAlive(this);
      return Registry.HandOut(made);
    }

    /// <summary>Removes all children.</summary>
    public void Clear() {
      TenonNative.tenon_module_clear(Handle);
      Sync();
    }

    /// <summary>The children, in order.</summary>
    public IEnumerator<Module> GetEnumerator() {
      int count = Count;
      for (int i = 0; i < count; i++) yield return this[i];
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
  }

  /// <summary>Runs its children one after the other.</summary>
  public sealed class Sequential : ModuleSequence {
    internal Sequential(ModuleSafeHandle handle) : base(handle) { }

    /// <summary>An empty one.</summary>
    public Sequential() : base(Make("Sequential", IntPtr.Zero)) { }

    /// <summary>Children named "0", "1" …</summary>
    /// <param name="modules">The children.</param>
    public Sequential(params Module[] modules) : base(Make("Sequential", Value.Tuple(Checked(modules)).ToNative())) {
      Sync();
    }

    /// <summary>Children with names.</summary>
    /// <param name="modules">Names and children.</param>
    public Sequential(params (string Name, Module Module)[] modules)
        : base(Make("Sequential", Value.Tuple(Named(modules)).ToNative())) {
      Sync();
    }

    internal static Value Named((string Name, Module Module)[] modules) =>
        Value.Dict(Array.ConvertAll(modules ?? throw new ArgumentNullException(nameof(modules)),
                                    entry => (entry.Name, (Value)entry.Module)));

    /// <summary>Appends a child; returns this.</summary>
    /// <param name="module">The child.</param>
    public Sequential Append(Module module) {
      AppendOne(module);
      return this;
    }

    /// <summary>Appends several; returns this.</summary>
    /// <param name="modules">The children.</param>
    public Sequential Extend(IEnumerable<Module> modules) {
      ExtendBy(modules);
      return this;
    }

    /// <summary>A new Sequential of the children at [begin, end).</summary>
    /// <param name="begin">The first; negative: from the end.</param>
    /// <param name="end">Behind the last; negative: from the end.</param>
    /// <param name="step">The distance.</param>
    public Sequential Slice(long begin, long end, long step = 1) => (Sequential)SliceOf(begin, end, step);
  }

  /// <summary>Modules in a list; it has no forward.</summary>
  public sealed class ModuleList : ModuleSequence {
    internal ModuleList(ModuleSafeHandle handle) : base(handle) { }

    /// <summary>A list of modules.</summary>
    /// <param name="modules">The modules.</param>
    public ModuleList(params Module[] modules)
        : base(Make("ModuleList", Value.Tuple(Value.List(Checked(modules))).ToNative())) {
      Sync();
    }

    /// <summary>Appends a module; returns this.</summary>
    /// <param name="module">The module.</param>
    public ModuleList Append(Module module) {
      AppendOne(module);
      return this;
    }

    /// <summary>Appends several; returns this.</summary>
    /// <param name="modules">The modules.</param>
    public ModuleList Extend(IEnumerable<Module> modules) {
      ExtendBy(modules);
      return this;
    }

    /// <summary>A new list of the modules at [begin, end).</summary>
    /// <param name="begin">The first; negative: from the end.</param>
    /// <param name="end">Behind the last; negative: from the end.</param>
    /// <param name="step">The distance.</param>
    public ModuleList Slice(long begin, long end, long step = 1) => (ModuleList)SliceOf(begin, end, step);
  }

  /// <summary>Modules by key; it has no forward.</summary>
  public sealed class ModuleDict : Module, IEnumerable<KeyValuePair<string, Module>> {
    internal ModuleDict(ModuleSafeHandle handle) : base(handle) { }

    /// <summary>A dict of modules.</summary>
    /// <param name="modules">Keys and modules.</param>
    public ModuleDict(params (string Name, Module Module)[] modules) : base(Make(modules)) { Sync(); }

    private static ModuleSafeHandle Make((string Name, Module Module)[] modules) {
      IntPtr options = Value.Tuple(Sequential.Named(modules)).ToNative();
      try {
        TenonNative.tenon_module_create(Context.Handle, "ModuleDict", options, out IntPtr made);
        return new ModuleSafeHandle(made) { UsersOwn = true };
      } finally {
        TenonNativePINVOKE.tenon_value_release(options);
      }
    }

    /// <summary>The number of modules.</summary>
    public int Count {
      get {
        long count = TenonNativePINVOKE.tenon_module_count(Handle);
        GC.KeepAlive(this);
        return checked((int)count);
      }
    }

    /// <summary>The module of a key.</summary>
    /// <param name="key">The key.</param>
    public Module this[string key] {
      get {
        TenonNative.tenon_module_get_key(Handle, key, out IntPtr found);
        GC.KeepAlive(this);
        return Registry.HandOut(found);
      }
      set {
        if (value is null) throw new ArgumentNullException(nameof(value));
        using (ThreadState.Current.KeepMade()) {
          TenonNative.tenon_module_set_key(Handle, key, value.Handle);
          Sync();
        }
        GC.KeepAlive(value);
      }
    }

    private IReadOnlyList<KeyValuePair<string, Module>> Entries() {
      TenonNative.tenon_module_keys(Handle, out IntPtr list);
      try {
        var entries = new List<KeyValuePair<string, Module>>();
        long count = TenonNativePINVOKE.tenon_list_count(list);
        for (long i = 0; i < count; i++) {
          TenonNative.tenon_list_module(list, i, out IntPtr module);
          if (module == IntPtr.Zero) continue;
          entries.Add(new KeyValuePair<string, Module>(TenonNative.tenon_list_name(list, i)!, Registry.HandOut(module)));
        }
        return entries;
      } finally {
        TenonNativePINVOKE.tenon_list_release(list);
        GC.KeepAlive(this);
      }
    }

    /// <summary>The keys, in order.</summary>
    public IReadOnlyList<string> Keys {
      get {
        var keys = new List<string>();
        foreach (var (key, _) in Entries()) keys.Add(key);
        return keys;
      }
    }

    /// <summary>Is there such a key?</summary>
    /// <param name="key">The key.</param>
    public bool ContainsKey(string key) {
      foreach (string known in Keys) {
        if (known == key) return true;
      }
      return false;
    }

    /// <summary>Removes the module of a key.</summary>
    /// <param name="key">The key.</param>
    public void Remove(string key) {
      TenonNative.tenon_module_delete_key(Handle, key);
      Sync();
    }

    /// <summary>Removes the module of a key and returns it.</summary>
    /// <param name="key">The key.</param>
    public Module Pop(string key) {
      TenonNative.tenon_module_pop_key(Handle, key, out IntPtr popped);
      Module module = Registry.HandOut(popped);
      Sync();
      return module;
    }

    /// <summary>Sets all keys of other modules.</summary>
    /// <param name="modules">Keys and modules.</param>
    public void Update(params (string Name, Module Module)[] modules) {
      IntPtr items = Sequential.Named(modules).ToNative();
      try {
        using (ThreadState.Current.KeepMade()) {
          TenonNative.tenon_module_update(Handle, items);
          Sync();
        }
      } finally {
        TenonNativePINVOKE.tenon_value_release(items);
      }
      GC.KeepAlive(modules);
    }

    /// <summary>Removes all modules.</summary>
    public void Clear() {
      TenonNative.tenon_module_clear(Handle);
      Sync();
    }

    /// <summary>Keys and modules, in order.</summary>
    public IEnumerator<KeyValuePair<string, Module>> GetEnumerator() => Entries().GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
  }
}
