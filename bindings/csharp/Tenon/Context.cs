using System;
using System.Collections.Generic;
using Tenon.Internal;

namespace Tenon {
  /// <summary>What <see cref="Context.Live"/> counts.</summary>
  public enum LiveKind {
    /// <summary>Handles of all kinds.</summary>
    Handles = 0,
    /// <summary>Tensors.</summary>
    Tensors = 1,
    /// <summary>Modules.</summary>
    Modules = 2,
    /// <summary>Values.</summary>
    Values = 3,
    /// <summary>Lists.</summary>
    Lists = 4,
    /// <summary>State dicts.</summary>
    StateDicts = 5,
    /// <summary>Reports.</summary>
    Reports = 6,
    /// <summary>Strings.</summary>
    Strings = 7,
    /// <summary>Hooks and modules written in C#.</summary>
    Callbacks = 8,
    /// <summary>Blocks of tensor memory in use.</summary>
    Blocks = 9
  }

  /// <summary>The one native context of this program (of this AppDomain or AssemblyLoadContext): random numbers,
  /// registered classes, counters, hooks on every module. Made at first use; shut down when its world is
  /// unloaded.</summary>
  public static class Context {
    private static readonly object Gate = new object();
    private static IntPtr handle;
    private static readonly List<CallbackTarget> Hooks = new List<CallbackTarget>();
    private static readonly Dictionary<string, CallbackTarget> Classes = new Dictionary<string, CallbackTarget>();

    internal static IntPtr Handle {
      get {
        IntPtr made = System.Threading.Volatile.Read(ref handle);
        return made != IntPtr.Zero ? made : Make();
      }
    }

    private static IntPtr Make() {
      lock (Gate) {
        if (handle == IntPtr.Zero) {
          Library.Ensure();
          TenonNative.tenon_context_create(IntPtr.Zero, out IntPtr made);
          WatchTheWorld();
          System.Threading.Volatile.Write(ref handle, made);
        }
        return handle;
      }
    }

    private static void WatchTheWorld() {
#if NET5_0_OR_GREATER
      var world = System.Runtime.Loader.AssemblyLoadContext.GetLoadContext(typeof(Context).Assembly);
      if (world != null && world != System.Runtime.Loader.AssemblyLoadContext.Default) {
        world.Unloading += _ => EndWithTheWorld();
      }
#else
      // .NET has one domain; Mono and Unity's editor have several.
      AppDomain.CurrentDomain.DomainUnload += (_, __) => EndWithTheWorld();
#endif
    }

    private static void EndWithTheWorld() {
      try {
        Shutdown();
        // What is disposed of later needs no context.
        TenonNativePINVOKE.tenon_context_release(handle);
      } catch (TenonException) {
        // A call is still running: it ends with the process.
      }
    }

    /// <summary>Ends everything now: modules, tensors and hooks are let go of; what is still held fails when it is
    /// used, and disposing of it is harmless. Called by itself when this AppDomain or AssemblyLoadContext is
    /// unloaded. Not inside a callback.</summary>
    public static void Shutdown() {
      lock (Gate) {
        if (handle == IntPtr.Zero) return;
        TenonNative.tenon_context_shutdown(handle);
        Hooks.Clear();
        Classes.Clear();
        TenonNativePINVOKE.tenon_error_clear();
      }
    }

    /// <summary>True after <see cref="Shutdown"/>.</summary>
    public static bool IsShutDown => TenonNativePINVOKE.tenon_context_is_shut_down(Handle) != 0;

    /// <summary>The native library's version, "0.1.0".</summary>
    public static string Version {
      get {
        Library.Ensure();
        return TenonNative.tenon_version() ?? "";
      }
    }

    /// <summary>Seeds the random generator as torch.manual_seed does.</summary>
    /// <param name="seed">The seed.</param>
    public static void ManualSeed(long seed) => TenonNative.tenon_context_manual_seed(Handle, seed);

    /// <summary>The generator's last seed.</summary>
    public static long InitialSeed {
      get {
        TenonNative.tenon_context_initial_seed(Handle, out long seed);
        return seed;
      }
    }

    /// <summary>The generator's state, a uint8 tensor, as torch.get_rng_state() gives it.</summary>
    public static Tensor GetRngState() {
      TenonNative.tenon_context_rng_state(Handle, out IntPtr state);
      return new Tensor(state);
    }

    /// <summary>Continues from a saved state.</summary>
    /// <param name="state">What <see cref="GetRngState"/> gave.</param>
    public static void SetRngState(Tensor state) {
      if (state is null) throw new ArgumentNullException(nameof(state));
      IntPtr native = state.Enter();
      try {
        TenonNative.tenon_context_set_rng_state(Handle, native);
      } finally {
        state.Exit();
      }
    }

    /// <summary>How many objects of a kind native code holds for this program.</summary>
    /// <param name="kind">The kind.</param>
    public static long Live(LiveKind kind = LiveKind.Handles) =>
        TenonNativePINVOKE.tenon_context_live(Handle, (int)kind);

    /// <summary>Gives cached tensor memory back to the system.</summary>
    public static void Trim() => TenonNative.tenon_context_trim(Handle);

    /// <summary>Registers a class of yours: parsed texts and Module.Create make it by its name.</summary>
    /// <param name="name">The name in the text.</param>
    /// <param name="make">Makes one.</param>
    public static void RegisterClass(string name, Func<Module> make) {
      if (make is null) throw new ArgumentNullException(nameof(make));
      RegisterClass(name, (arguments, options) => make());
    }

    /// <summary>Registers a class of yours that is made with arguments.</summary>
    /// <param name="name">The name in the text.</param>
    /// <param name="make">Makes one from arguments by position and by name.</param>
    public static void RegisterClass(string name, Func<Value[], IReadOnlyDictionary<string, Value>, Module> make) {
      if (make is null) throw new ArgumentNullException(nameof(make));
      var target = new ClassTarget(make);
      TenonNative.tenon_context_register_class(Handle, name, Callbacks.Run, target.NewHandle(), Callbacks.FreeTarget);
      lock (Gate) Classes[name] = target;
    }

    /// <summary>Makes a name another name of a class.</summary>
    /// <param name="name">The new name.</param>
    /// <param name="target">The class that is known already.</param>
    public static void RegisterAlias(string name, string target) {
      TenonNative.tenon_context_register_alias(Handle, name, target);
      Layers.Alias(name, target);
    }

    /// <summary>True if Module.Create knows the class.</summary>
    /// <param name="name">The class.</param>
    public static bool HasClass(string name) =>
        TenonNativePINVOKE.tenon_context_has_class(Handle, Text.Checked(name)) == 1;

    internal static void Keep(CallbackTarget hook) {
      lock (Gate) Hooks.Add(hook);
    }

    internal static void Forget(CallbackTarget hook) {
      lock (Gate) Hooks.Remove(hook);
    }

    /// <summary>A hook after the forward of every module.</summary>
    /// <param name="hook">The hook.</param>
    /// <param name="alwaysCall">Also when the call fails.</param>
    public static HookHandle RegisterModuleForwardHook(ForwardHook hook, bool alwaysCall = false) =>
        HookHandle.OnContext(new ForwardHookTarget(null, hook), TenonNativePINVOKE.tenon_context_register_forward_hook,
                             HookHandle.Flags(false, alwaysCall));

    /// <summary>A hook after the forward of every module, with all arguments as values.</summary>
    /// <param name="hook">The hook.</param>
    /// <param name="alwaysCall">Also when the call fails.</param>
    public static HookHandle RegisterModuleForwardHook(ForwardHookWithKwargs hook, bool alwaysCall = false) =>
        HookHandle.OnContext(new ForwardKwargsTarget(hook), TenonNativePINVOKE.tenon_context_register_forward_hook,
                             HookHandle.Flags(false, alwaysCall));

    /// <summary>A hook before the forward of every module.</summary>
    /// <param name="hook">The hook.</param>
    public static HookHandle RegisterModuleForwardPreHook(ForwardPreHook hook) =>
        HookHandle.OnContext(new PreHookTarget(null, hook),
                             TenonNativePINVOKE.tenon_context_register_forward_pre_hook, 0);

    /// <summary>A hook before the forward of every module, with all arguments as values.</summary>
    /// <param name="hook">The hook.</param>
    public static HookHandle RegisterModuleForwardPreHook(ForwardPreHookWithKwargs hook) =>
        HookHandle.OnContext(new PreKwargsTarget(hook),
                             TenonNativePINVOKE.tenon_context_register_forward_pre_hook, 0);

    /// <summary>A hook when any module registers a parameter.</summary>
    /// <param name="hook">The hook.</param>
    public static HookHandle RegisterModuleParameterRegistrationHook(RegistrationHook<Tensor> hook) =>
        HookHandle.OnContext(new RegistrationTarget<Tensor>(hook, value => (Tensor?)(value.IsNone ? null : value.ToTensor()), t => t),
                             TenonNativePINVOKE.tenon_context_register_parameter_registration_hook, 0);

    /// <summary>A hook when any module registers a buffer.</summary>
    /// <param name="hook">The hook.</param>
    public static HookHandle RegisterModuleBufferRegistrationHook(RegistrationHook<Tensor> hook) =>
        HookHandle.OnContext(new RegistrationTarget<Tensor>(hook, value => (Tensor?)(value.IsNone ? null : value.ToTensor()), t => t),
                             TenonNativePINVOKE.tenon_context_register_buffer_registration_hook, 0);

    /// <summary>A hook when any module adds a child.</summary>
    /// <param name="hook">The hook.</param>
    public static HookHandle RegisterModuleModuleRegistrationHook(RegistrationHook<Module> hook) =>
        HookHandle.OnContext(new RegistrationTarget<Module>(hook, value => (Module?)(value.IsNone ? null : value.ToModule()), m => m),
                             TenonNativePINVOKE.tenon_context_register_module_registration_hook, 0);

    /// <summary>Makes modules of a registered class.</summary>
    private sealed class ClassTarget : CallbackTarget {
      private readonly Func<Value[], IReadOnlyDictionary<string, Value>, Module> make;

      internal ClassTarget(Func<Value[], IReadOnlyDictionary<string, Value>, Module> make) { this.make = make; }

      internal override int Run(IntPtr call, ThreadState thread) {
        if (TenonNativePINVOKE.tenon_call_kind(call) != TenonNative.TENON_CALL_CREATE) {
          return TenonNative.TENON_E_UNSUPPORTED;
        }
        var record = new CallRecord(call);
        Module made = make(record.Args, record.Kwargs) ??
                      throw new TenonException(Status.Type, "the maker of a registered class returned null");
        // Nothing but the call in progress leads to it yet.
        made.HandedOut = false;
        thread.Made.Add(made);
        record.Set(TenonNative.TENON_SLOT_VALUE, made);
        return TenonNative.TENON_OK;
      }
    }
  }
}
