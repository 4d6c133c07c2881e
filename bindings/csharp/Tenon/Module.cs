using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Tenon.Internal;

namespace Tenon {
  /// <summary>A network or a part of one. Built-in layers are in <see cref="Nn"/>; a module of your own derives
  /// from this class, registers its parts in its constructor and overrides Forward:
  /// <code>
  /// sealed class Twice : Module {
  ///   readonly Linear fc = new Linear(4, 4);
  ///   public Twice() { AddModule("fc", fc); }
  ///   protected override Tensor Forward(Tensor x) => fc.Call(fc.Call(x));
  /// }
  /// </code>
  /// Each native module has one object: who looks it up again gets the same one. Dispose lets go of the native
  /// module, which lives on while a parent has it; so does the garbage collector.</summary>
  public partial class Module : IDisposable {
    private static readonly IReadOnlyDictionary<string, Value> NoOptions = new Dictionary<string, Value>();
    private readonly object gate = new object();
    private ModuleSafeHandle handle;
    private CustomTarget? custom;
    /// <summary>The mirror of the tree: children live as long as their parent does.</summary>
    private List<Module>? children;
    private List<CallbackTarget>? hooks;
    private Dictionary<string, Value>? attributes;

    /// <summary>False for objects that only the mirror of a tree holds: disposing of the tree closes them.</summary>
    internal bool HandedOut;

    internal Module(ModuleSafeHandle handle) {
      this.handle = handle;
      HandedOut = handle.UsersOwn;
      Registry.Add(handle, this);
    }

    /// <summary>A module of your own, named after its class.</summary>
    protected Module() : this((string?)null) { }

    /// <summary>A module of your own.</summary>
    /// <param name="typeName">The class name that prints; null: the class's own.</param>
    protected Module(string? typeName) {
      custom = new CustomTarget(this);
      TenonNative.tenon_module_create_custom(Context.Handle, typeName ?? ClassName(), Callbacks.Run,
                                             custom.NewHandle(), Callbacks.FreeTarget, out IntPtr made);
      handle = new ModuleSafeHandle(made) { UsersOwn = true };
      HandedOut = true;
      Registry.Add(handle, this);
    }

    private string ClassName() {
      string name = GetType().Name;
      int generic = name.IndexOf('`');
      return generic < 0 ? name : name.Substring(0, generic);
    }

    internal bool IsOpen => !handle.IsClosed && (System.Threading.Volatile.Read(ref uses) & Closing) == 0;

    /// <summary>The handle for a call. The call holds it; keep this object alive until it is over.</summary>
    internal ModuleSafeHandle Handle => IsOpen ? handle : throw new ObjectDisposedException(ClassName());

    // Frequent calls count themselves: two atomic operations, where a SafeHandle takes three times as long. Native code
    // throws nothing, so that no finally is needed between Enter and Exit.
    private const int Closing = 1;
    private const int OneUse = 2;
    private int uses;

    private IntPtr Enter(Tensor? alsoHeld) {
      if ((System.Threading.Interlocked.Add(ref uses, OneUse) & Closing) == 0) {
        ModuleSafeHandle held = handle;
        if (!held.IsClosed) return held.Raw;
      }
      Exit();
      alsoHeld?.Exit();
      throw new ObjectDisposedException(ClassName());
    }

    private void Exit() {
      if (System.Threading.Interlocked.Add(ref uses, -OneUse) == Closing) Close();
    }

    /// <summary>Closes the handle, unless a frequent call still uses it: that one closes it, then.</summary>
    private void CloseWhenUnused() {
      if ((Mark(Closing) & ~Closing) == 0) Close();
    }

    /// <summary>Sets or clears the mark; what was before.</summary>
    private int Mark(int closing) {
      int seen = System.Threading.Volatile.Read(ref uses);
      while (true) {
        int before = System.Threading.Interlocked.CompareExchange(ref uses, seen & ~Closing | closing, seen);
        if (before == seen) return seen;
        seen = before;
      }
    }

    private void Close() => handle.Dispose();

    internal void ReleaseHandle() => handle.DangerousRelease();

    internal static ModuleSafeHandle Create(string typeName, Given options) {
      IntPtr native = options.ToNative();
      try {
        TenonNative.tenon_module_create(Context.Handle, typeName, native, out IntPtr made);
        return new ModuleSafeHandle(made) { UsersOwn = true };
      } finally {
        TenonNativePINVOKE.tenon_value_release(native);
      }
    }

    // ---- making ----

    /// <summary>A module of a built-in or registered class, by name.</summary>
    /// <param name="typeName">The class: "Linear".</param>
    /// <param name="args">Options by position.</param>
    public static Module Create(string typeName, params Value[] args) => Create(typeName, Value.Tuple(args));

    /// <summary>A module of a built-in or registered class, by name.</summary>
    /// <param name="typeName">The class: "Linear".</param>
    /// <param name="options">Options by PyTorch's names.</param>
    public static Module Create(string typeName, IReadOnlyDictionary<string, Value> options) =>
        Create(typeName, Value.Dict(options));

    private static Module Create(string typeName, Value options) {
      using (ThreadState.Current.KeepMade()) {
        IntPtr native = options.ToNative();
        try {
          TenonNative.tenon_module_create(Context.Handle, typeName, native, out IntPtr made);
          return Registry.HandOut(made);
        } finally {
          TenonNativePINVOKE.tenon_value_release(native);
        }
      }
    }

    /// <summary>The tree that print(model) wrote. Parameters have no values until they are loaded or
    /// <see cref="Initialize"/> draws them.</summary>
    /// <param name="text">The printed text, of PyTorch 1.13 to 2.15.</param>
    public static Module Parse(string text) {
      using (ThreadState.Current.KeepMade()) {
        TenonNative.tenon_module_parse(Context.Handle, text, out IntPtr made);
        return Registry.HandOut(made);
      }
    }

    /// <summary>The tree that print(model) wrote, with help for what print hides.</summary>
    /// <param name="text">The printed text.</param>
    /// <param name="stateDict">Shows shapes and keys; null: none.</param>
    /// <param name="strict">Assumptions are errors.</param>
    /// <param name="report">Gets the assumptions; null: they are not wanted.</param>
    public static Module Parse(string text, StateDict? stateDict, bool strict = false, LoadReport? report = null) {
      using (ThreadState.Current.KeepMade()) {
        IntPtr state = stateDict?.Enter() ?? IntPtr.Zero, options = IntPtr.Zero, into = IntPtr.Zero;
        try {
          into = report?.Enter() ?? IntPtr.Zero;
          options = new Given().With("strict", strict).ToNative();
          TenonNative.tenon_module_parse_with(Context.Handle, text, state, options, into, out IntPtr made);
          return Registry.HandOut(made);
        } finally {
          TenonNativePINVOKE.tenon_value_release(options);
          if (into != IntPtr.Zero) report!.Exit();
          if (state != IntPtr.Zero) stateDict!.Exit();
        }
      }
    }

    /// <summary>The model a file describes, with its weights; in eval mode, without gradients.</summary>
    /// <param name="path">A safetensors file with the tree's text in it, or beside it.</param>
    /// <param name="textPath">The text's file; null: the text is in the file.</param>
    /// <param name="train">In training mode, with gradients.</param>
    /// <param name="strictText">Assumptions about what the text hides are errors.</param>
    /// <param name="report">Gets what parser and loader found; null: it is not wanted.</param>
    public static Module Load(string path, string? textPath = null, bool? train = null, bool? strictText = null,
                              LoadReport? report = null) {
      using (ThreadState.Current.KeepMade()) {
        IntPtr into = report?.Enter() ?? IntPtr.Zero, options = IntPtr.Zero;
        try {
          options = new Given().With("text_path", textPath).With("train", train).With("strict_text", strictText)
                                 .ToNative();
          TenonNative.tenon_module_load_with(Context.Handle, path, options, into, out IntPtr made);
          return Registry.HandOut(made);
        } finally {
          TenonNativePINVOKE.tenon_value_release(options);
          if (into != IntPtr.Zero) report!.Exit();
        }
      }
    }

    /// <summary>Writes weights and text into one file that Load, and torch, reads.</summary>
    /// <param name="path">The file. A reader sees the old one or the new one.</param>
    public void Save(string path) {
      TenonNative.tenon_module_save(Handle, path, IntPtr.Zero);
      GC.KeepAlive(this);
    }

    /// <summary>A copy that shares nothing that can change, with hooks that run the same functions. A module of
    /// your own is copied by its <see cref="Clone"/>.</summary>
    public Module DeepCopy() {
      ThreadState thread = ThreadState.Current;
      using (thread.KeepMade()) {
        TenonNative.tenon_module_deepcopy(Handle, out IntPtr made);
        Module copy = Registry.HandOut(made);
        ShareHooks(copy);
        GC.KeepAlive(this);
        return copy;
      }
    }

    /// <summary>The copy's hooks run this tree's functions: both keep them.</summary>
    private void ShareHooks(Module copy) {
      IReadOnlyList<(string Name, Module Value)> from = Mirrored(), to = copy.Mirrored();
      for (int i = 0; i < from.Count && i < to.Count; i++) {
        to[i].Value.Sync();
        List<CallbackTarget>? hooks = from[i].Value.hooks;
        if (hooks == null) continue;
        lock (from[i].Value.gate) {
          foreach (CallbackTarget hook in hooks) {
            (hook as HookTarget)?.Share();
            to[i].Value.KeepHook(hook);
          }
        }
      }
    }

    // ---- looking ----

    /// <summary>The class name, "Linear".</summary>
    public string TypeName {
      get {
        string name = TenonNative.tenon_module_type_name(Handle) ?? ClassName();
        GC.KeepAlive(this);
        return name;
      }
    }

    /// <summary>In a hook or Forward of this module: its path within the running call, "layers.0". Else "": a module
    /// has no parent, and may have several paths.</summary>
    public string Path {
      get {
        ThreadState thread = ThreadState.Current;
        return ReferenceEquals(thread.Module, this) ? TenonNative.tenon_call_path(thread.Call) ?? "" : "";
      }
    }

    /// <summary>The options a built-in layer was made with; None for others.</summary>
    public Value Options {
      get {
        TenonNative.tenon_module_options(Handle, out IntPtr options);
        GC.KeepAlive(this);
        return Value.Take(options);
      }
    }

    /// <summary>As PyTorch prints it.</summary>
    public override string ToString() {
      if (!IsOpen) return ClassName() + " (disposed)";
      TenonNative.tenon_module_describe(Handle, out IntPtr text);
      GC.KeepAlive(this);
      return Text.Take(text);
    }

    /// <summary>As ToString, with every option that is not at its default: Parse makes an equal tree of it.</summary>
    public string ToText() {
      TenonNative.tenon_module_text(Handle, out IntPtr text);
      GC.KeepAlive(this);
      return Text.Take(text);
    }

    // ---- calling ----

    /// <summary>Runs hooks and forward on one tensor.</summary>
    /// <param name="x">The input.</param>
    /// <returns>The output; fails if that is no single tensor.</returns>
    public unsafe Tensor Call(Tensor x) {
      if (x is null) throw new ArgumentNullException(nameof(x));
      IntPtr result, input = x.Enter(), module = Enter(x);
      int status = Quick.tenon_module_call1(module, input, &result);
      Exit();
      x.Exit();
      if (status != TenonNative.TENON_OK) Failure.Check(status);
      return Tensor.Result(result);
    }

    /// <summary>Runs hooks and forward on any arguments: several tensors, nested values. One tensor, for a module that
    /// does not return one: Call((Value)x).</summary>
    /// <param name="args">Arguments by position.</param>
    /// <returns>The output: var (output, state) = lstm.Call(x, (h, c)).</returns>
    public Value Call(params Value[] args) => Call(args, NoOptions);

    /// <summary>Runs hooks and forward on any arguments.</summary>
    /// <param name="args">Arguments by position.</param>
    /// <param name="kwargs">Arguments by name.</param>
    public Value Call(Value[] args, IReadOnlyDictionary<string, Value> kwargs) =>
        CallWith(args, kwargs, TenonNativePINVOKE.tenon_module_call);

    /// <summary>Forward without the hooks of this module (those of its children run).</summary>
    /// <param name="args">Arguments by position.</param>
    public Value CallWithoutHooks(params Value[] args) =>
        CallWith(args, NoOptions, TenonNativePINVOKE.tenon_module_forward);

    private delegate int Caller(ModuleSafeHandle module, IntPtr args, IntPtr kwargs, out IntPtr result);

    private Value CallWith(Value[] args, IReadOnlyDictionary<string, Value> kwargs, Caller caller) {
      if (kwargs is null) throw new ArgumentNullException(nameof(kwargs));
      IntPtr tuple = Value.Tuple(args).ToNative(), named = IntPtr.Zero;
      try {
        if (kwargs.Count != 0) named = Value.DictToNative(kwargs);
        Failure.Check(caller(Handle, tuple, named, out IntPtr result));
        GC.KeepAlive(this);
        return Value.Take(result);
      } finally {
        TenonNativePINVOKE.tenon_value_release(named);
        TenonNativePINVOKE.tenon_value_release(tuple);
      }
    }

    /// <summary>The short path: floats in, floats out, no tensors in sight.</summary>
    /// <param name="data">The input, row-major.</param>
    /// <param name="shape">Its sizes.</param>
    /// <param name="destination">Gets the output, row-major. Fails if it is too small.</param>
    /// <returns>The number of output elements.</returns>
    public unsafe long Call(ReadOnlySpan<float> data, ReadOnlySpan<long> shape, Span<float> destination) {
      long count = 0;
      int status;
      // By reference: Mono's spans lack the methods that fixed and indexing use.
      fixed (float* input = &MemoryMarshal.GetReference(data), output = &MemoryMarshal.GetReference(destination)) {
        fixed (long* sizes = &MemoryMarshal.GetReference(shape)) {
          long wanted = 1;
          for (int i = 0; i < shape.Length; i++) wanted *= sizes[i];
          if (wanted != data.Length) WrongLength(shape, data.Length);
          status = Quick.tenon_module_call_f32(Enter(null), input, sizes, shape.Length, output, destination.Length,
                                               &count);
          Exit();
        }
      }
      if (status != TenonNative.TENON_OK) Failure.Check(status);
      return count;
    }

    private static void WrongLength(ReadOnlySpan<long> shape, int found) =>
        throw new ArgumentException($"the shape {new Shape(shape.ToArray())} does not have {found} elements");

    /// <summary>Lets go of the native module. Again: does nothing. A call on another thread goes on safely.</summary>
    public void Dispose() {
      CloseWhenUnused();
      HandedOut = false;
      List<Module>? below = children;
      if (below != null) {
        foreach (Module child in below) {
          if (!child.HandedOut) child.Dispose();
        }
      }
      GC.SuppressFinalize(this);
    }
  }
}
