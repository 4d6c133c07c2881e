using System;
using System.Collections.Generic;
using Tenon.Internal;

namespace Tenon {
  public partial class Module {
    // ---- the mirror ----

    internal void Reopen(ModuleSafeHandle fresh) {
      handle = fresh;
      Mark(0);
      Registry.Add(fresh, this);
    }

    internal void SyncWhenNew() => Sync();

    /// <summary>Reads the children anew, after whatever may have changed them: the one place where the managed tree is
    /// made to follow the native one.</summary>
    internal void Sync() {
      TenonNative.tenon_module_named_children(handle, out IntPtr list);
      var fresh = new List<Module>();
      try {
        long count = TenonNativePINVOKE.tenon_list_count(list);
        for (long i = 0; i < count; i++) {
          TenonNative.tenon_list_module(list, i, out IntPtr child);
          if (child != IntPtr.Zero) fresh.Add(Registry.Find(child));
        }
      } finally {
        TenonNativePINVOKE.tenon_list_release(list);
      }
      lock (gate) {
        if (children != null) {
          // A closed object whose module goes on in the tree still holds its hooks.
          foreach (Module old in children) {
            if (!old.IsOpen && old.HasLiveHooks && !fresh.Contains(old)) fresh.Add(old);
          }
        }
        children = fresh.Count == 0 ? null : fresh;
      }
    }

    private bool HasLiveHooks {
      get {
        lock (gate) return hooks != null && hooks.Exists(hook => !hook.Destroyed);
      }
    }

    internal void KeepHook(CallbackTarget hook) {
      lock (gate) {
        hooks ??= new List<CallbackTarget>();
        hooks.RemoveAll(old => old.Destroyed);
        hooks.Add(hook);
      }
    }

    internal void ForgetHook(CallbackTarget hook) {
      lock (gate) hooks?.Remove(hook);
    }

    // ---- registration ----

    /// <summary>Adds a child.</summary>
    /// <param name="name">Its name, without dots.</param>
    /// <param name="child">The child; null: a None slot.</param>
    /// <returns>This module.</returns>
    public Module AddModule(string name, Module? child) {
      using (ThreadState.Current.KeepMade()) {
        TenonNative.tenon_module_add_module(Handle, name, child is null ? ModuleSafeHandle.None : child.Handle);
        Sync();
      }
      GC.KeepAlive(child);
      return this;
    }

    /// <summary>Registers a parameter; <see cref="Tensor.AsParameter"/> makes one.</summary>
    /// <param name="name">Its name, without dots.</param>
    /// <param name="tensor">The parameter; null: a None slot.</param>
    public void RegisterParameter(string name, Tensor? tensor) {
      IntPtr native = tensor?.Enter() ?? IntPtr.Zero;
      try {
        TenonNative.tenon_module_register_parameter(Handle, name, native);
      } finally {
        tensor?.Exit();
      }
      GC.KeepAlive(this);
    }

    /// <summary>Registers a buffer.</summary>
    /// <param name="name">Its name, without dots.</param>
    /// <param name="tensor">The buffer; null: a None slot.</param>
    /// <param name="persistent">Whether it is in the state dict.</param>
    public void RegisterBuffer(string name, Tensor? tensor, bool persistent = true) {
      IntPtr native = tensor?.Enter() ?? IntPtr.Zero;
      try {
        TenonNative.tenon_module_register_buffer(Handle, name, native, persistent ? 1 : 0);
      } finally {
        tensor?.Exit();
      }
      GC.KeepAlive(this);
    }

    /// <summary>Python's module.name = value: a parameter, buffer, child or plain value.</summary>
    /// <param name="name">The name.</param>
    /// <param name="value">The value; None too.</param>
    public void SetAttribute(string name, Value value) {
      using (ThreadState.Current.KeepMade()) {
        IntPtr native = value.ToNative();
        try {
          TenonNative.tenon_module_set_attribute(Handle, name, native);
        } finally {
          TenonNativePINVOKE.tenon_value_release(native);
        }
        // Modules in lists are no children, and live no longer than something holds them.
        lock (gate) (attributes ??= new Dictionary<string, Value>())[name] = value;
        Sync();
      }
    }

    /// <summary>Python's module.name.</summary>
    /// <param name="name">The name.</param>
    public Value GetAttribute(string name) {
      TenonNative.tenon_module_get_attribute(Handle, name, out IntPtr value);
      GC.KeepAlive(this);
      return Value.Take(value);
    }

    /// <summary>Python's del module.name.</summary>
    /// <param name="name">The name.</param>
    public void DeleteAttribute(string name) {
      TenonNative.tenon_module_delete_attribute(Handle, name);
      lock (gate) attributes?.Remove(name);
      Sync();
    }

    internal Tensor? TensorOrNull(string name) {
      Value value = GetAttribute(name);
      return value.IsNone ? null : value.ToTensor();
    }

    // ---- lookup ----

    /// <summary>A descendant.</summary>
    /// <param name="path">Names joined by dots; "": this module.</param>
    public Module GetSubmodule(string path) {
      TenonNative.tenon_module_get_submodule(Handle, path, out IntPtr found);
      GC.KeepAlive(this);
      return Registry.HandOut(found);
    }

    /// <summary>A descendant, if there is one.</summary>
    /// <param name="path">Names joined by dots.</param>
    /// <param name="module">The descendant, or null.</param>
    public bool TryGetSubmodule(string path, out Module? module) {
      bool found = Found(TenonNativePINVOKE.tenon_module_get_submodule(Handle, Text.Checked(path), out IntPtr raw));
      module = found ? Registry.HandOutOrNull(raw) : null;
      GC.KeepAlive(this);
      return module != null;
    }

    /// <summary>Puts a module in a descendant's place.</summary>
    /// <param name="path">Names joined by dots.</param>
    /// <param name="module">The module.</param>
    /// <param name="strict">Something must be there already.</param>
    public void SetSubmodule(string path, Module module, bool strict = false) {
      if (module is null) throw new ArgumentNullException(nameof(module));
      using (ThreadState.Current.KeepMade()) {
        TenonNative.tenon_module_set_submodule(Handle, path, module.Handle, strict ? 1 : 0);
        int dot = path.LastIndexOf('.');
        GetSubmodule(dot < 0 ? "" : path.Substring(0, dot)).Sync();
      }
      GC.KeepAlive(module);
    }

    /// <summary>A parameter.</summary>
    /// <param name="path">Names joined by dots.</param>
    public Tensor GetParameter(string path) {
      TenonNative.tenon_module_get_parameter(Handle, path, out IntPtr found);
      GC.KeepAlive(this);
      return new Tensor(found);
    }

    /// <summary>A parameter, if there is one.</summary>
    /// <param name="path">Names joined by dots.</param>
    /// <param name="parameter">The parameter, or null.</param>
    public bool TryGetParameter(string path, out Tensor? parameter) {
      bool found = Found(TenonNativePINVOKE.tenon_module_get_parameter(Handle, Text.Checked(path), out IntPtr raw));
      parameter = found ? Tensor.OrNull(raw) : null;
      GC.KeepAlive(this);
      return !(parameter is null);
    }

    /// <summary>A buffer; null for a None slot.</summary>
    /// <param name="path">Names joined by dots.</param>
    public Tensor? GetBuffer(string path) {
      TenonNative.tenon_module_get_buffer(Handle, path, out IntPtr found);
      GC.KeepAlive(this);
      return Tensor.OrNull(found);
    }

    /// <summary>A buffer, if there is one.</summary>
    /// <param name="path">Names joined by dots.</param>
    /// <param name="buffer">The buffer, or null.</param>
    public bool TryGetBuffer(string path, out Tensor? buffer) {
      bool found = Found(TenonNativePINVOKE.tenon_module_get_buffer(Handle, Text.Checked(path), out IntPtr raw));
      buffer = found ? Tensor.OrNull(raw) : null;
      GC.KeepAlive(this);
      return !(buffer is null);
    }

    /// <summary>True if the path names a module, parameter, buffer or attribute.</summary>
    /// <param name="path">Names joined by dots.</param>
    public bool Has(string path) {
      bool has = TenonNativePINVOKE.tenon_module_has(Handle, Text.Checked(path)) == 1;
      GC.KeepAlive(this);
      return has;
    }

    private static bool Found(int status) {
      if (status == TenonNative.TENON_E_ATTRIBUTE) return false;
      Failure.Check(status);
      return true;
    }

    // ---- traversal ----

    private delegate int Lister(ModuleSafeHandle module, IntPtr options, out IntPtr list);

    private IReadOnlyList<(string Name, T Value)> ListOf<T>(Lister lister, Given options, Func<IntPtr, long, T?> item)
        where T : class {
      IntPtr named = options.ToNative(), list = IntPtr.Zero;
      try {
        Failure.Check(lister(Handle, named, out list));
        long count = TenonNativePINVOKE.tenon_list_count(list);
        var found = new List<(string, T)>((int)count);
        for (long i = 0; i < count; i++) {
          T? value = item(list, i);
          if (value != null) found.Add((TenonNative.tenon_list_name(list, i)!, value));
        }
        return found;
      } finally {
        TenonNativePINVOKE.tenon_list_release(list);
        TenonNativePINVOKE.tenon_value_release(named);
        GC.KeepAlive(this);
      }
    }

    private static Tensor? TensorAt(IntPtr list, long index) {
      TenonNative.tenon_list_tensor(list, index, out IntPtr tensor);
      return Tensor.OrNull(tensor);
    }

    private static Module? ModuleAt(IntPtr list, long index) {
      TenonNative.tenon_list_module(list, index, out IntPtr module);
      return Registry.HandOutOrNull(module);
    }

    private static Module? MirroredAt(IntPtr list, long index) {
      TenonNative.tenon_list_module(list, index, out IntPtr module);
      return module == IntPtr.Zero ? null : Registry.Find(module);
    }

    private static Given Walk(string? prefix, bool? recurse, bool? removeDuplicate) =>
        new Given().With("prefix", prefix).With("recurse", recurse).With("remove_duplicate", removeDuplicate);

    /// <summary>Parameters of the tree: foreach (var (name, p) in m.NamedParameters()).</summary>
    /// <param name="prefix">What names begin with; null: nothing.</param>
    /// <param name="recurse">Also of descendants; default true.</param>
    /// <param name="removeDuplicate">A shared parameter only once; default true.</param>
    public IReadOnlyList<(string Name, Tensor Value)> NamedParameters(string? prefix = null, bool? recurse = null,
                                                                      bool? removeDuplicate = null) =>
        ListOf(TenonNativePINVOKE.tenon_module_named_parameters, Walk(prefix, recurse, removeDuplicate), TensorAt);

    /// <summary>Parameters of the tree, each once.</summary>
    /// <param name="recurse">Also of descendants; default true.</param>
    public IReadOnlyList<Tensor> Parameters(bool? recurse = null) => Values(NamedParameters(null, recurse));

    /// <summary>Buffers of the tree.</summary>
    /// <param name="prefix">What names begin with; null: nothing.</param>
    /// <param name="recurse">Also of descendants; default true.</param>
    /// <param name="removeDuplicate">A shared buffer only once; default true.</param>
    public IReadOnlyList<(string Name, Tensor Value)> NamedBuffers(string? prefix = null, bool? recurse = null,
                                                                   bool? removeDuplicate = null) =>
        ListOf(TenonNativePINVOKE.tenon_module_named_buffers, Walk(prefix, recurse, removeDuplicate), TensorAt);

    /// <summary>Buffers of the tree, each once.</summary>
    /// <param name="recurse">Also of descendants; default true.</param>
    public IReadOnlyList<Tensor> Buffers(bool? recurse = null) => Values(NamedBuffers(null, recurse));

    /// <summary>This module and all descendants.</summary>
    /// <param name="prefix">What names begin with; null: nothing.</param>
    /// <param name="removeDuplicate">A shared module only once; default true.</param>
    public IReadOnlyList<(string Name, Module Value)> NamedModules(string? prefix = null,
                                                                   bool? removeDuplicate = null) =>
        ListOf(TenonNativePINVOKE.tenon_module_named_modules, Walk(prefix, null, removeDuplicate), ModuleAt);

    /// <summary>Without handing them out.</summary>
    private IReadOnlyList<(string Name, Module Value)> Mirrored() =>
        ListOf(TenonNativePINVOKE.tenon_module_named_modules, new Given(), MirroredAt);

    /// <summary>This module and all descendants, each once.</summary>
    public IReadOnlyList<Module> Modules() => Values(NamedModules());

    /// <summary>Children, each once.</summary>
    public IReadOnlyList<(string Name, Module Value)> NamedChildren() =>
        ListOf(Children, new Given(), ModuleAt);

    private static int Children(ModuleSafeHandle module, IntPtr options, out IntPtr list) =>
        TenonNativePINVOKE.tenon_module_named_children(module, out list);

    /// <summary>Children, each once.</summary>
    public IReadOnlyList<Module> GetChildren() => Values(NamedChildren());

    private static IReadOnlyList<T> Values<T>(IReadOnlyList<(string Name, T Value)> named) {
      var values = new T[named.Count];
      for (int i = 0; i < values.Length; i++) values[i] = named[i].Value;
      return values;
    }

    /// <summary>Runs something for each descendant, children first, then for this module.</summary>
    /// <param name="run">What to run.</param>
    /// <returns>This module.</returns>
    public Module Apply(Action<Module> run) {
      var target = new ApplyTarget(run);
      TenonNative.tenon_module_apply(Handle, Callbacks.Run,
                                     target.NewHandle(System.Runtime.InteropServices.GCHandleType.Normal),
                                     Callbacks.FreeTarget);
      GC.KeepAlive(this);
      return this;
    }

    // ---- modes and conversion ----

    /// <summary>Sets training mode of this module and all descendants.</summary>
    /// <param name="mode">False: eval mode.</param>
    /// <returns>This module.</returns>
    public Module Train(bool mode = true) {
      TenonNative.tenon_module_train(Handle, mode ? 1 : 0);
      GC.KeepAlive(this);
      return this;
    }

    /// <summary>Eval mode for this module and all descendants; returns this module.</summary>
    public Module Eval() => Train(false);

    /// <summary>True in training mode.</summary>
    public bool IsTraining {
      get {
        bool training = TenonNativePINVOKE.tenon_module_is_training(Handle) == 1;
        GC.KeepAlive(this);
        return training;
      }
    }

    /// <summary>Converts all floating parameters and buffers, which stay the same objects; returns this
    /// module.</summary>
    /// <param name="dtype">A floating dtype.</param>
    public Module To(DType dtype) {
      TenonNative.tenon_module_to(Handle, (int)dtype);
      GC.KeepAlive(this);
      return this;
    }

    /// <summary>To float16; returns this module.</summary>
    public Module Half() => To(DType.F16);

    /// <summary>To bfloat16; returns this module.</summary>
    public Module BFloat16() => To(DType.BF16);

    /// <summary>To float32; returns this module.</summary>
    public Module Float() => To(DType.F32);

    /// <summary>To float64; returns this module.</summary>
    public Module Double() => To(DType.F64);

    /// <summary>Says for all parameters whether gradients are wanted; returns this module.</summary>
    /// <param name="flag">Whether they are.</param>
    public Module RequiresGrad(bool flag = true) {
      TenonNative.tenon_module_requires_grad(Handle, flag ? 1 : 0);
      GC.KeepAlive(this);
      return this;
    }

    /// <summary>Clears all gradients.</summary>
    /// <param name="setToNone">To none; false: to zeros.</param>
    public void ZeroGrad(bool setToNone = true) {
      TenonNative.tenon_module_zero_grad(Handle, setToNone ? 1 : 0);
      GC.KeepAlive(this);
    }

    /// <summary>Draws every parameter as PyTorch's constructors do; returns this module.</summary>
    public Module Initialize() {
      TenonNative.tenon_module_initialize(Handle);
      GC.KeepAlive(this);
      return this;
    }
  }
}
