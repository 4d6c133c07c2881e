using System;
using System.Collections.Generic;
using System.Threading;
using Tenon.Internal;

namespace Tenon {
  /// <summary>Runs after a module's forward. Sees the first tensor of the arguments and of the output; where there is none
  /// (after a failed call, or in a dict), using it fails: the hook with kwargs sees everything.</summary>
  /// <param name="module">The module.</param>
  /// <param name="input">Its input. Freed when the hook returns, unless moved out of its scope.</param>
  /// <param name="output">Its output, too.</param>
  /// <returns>What replaces the output; null: it stays.</returns>
  public delegate Tensor? ForwardHook(Module module, Tensor input, Tensor output);

  /// <summary>Runs after a module's forward, for any arguments and outputs.</summary>
  /// <param name="module">The module.</param>
  /// <param name="args">Arguments by position.</param>
  /// <param name="kwargs">Arguments by name.</param>
  /// <param name="output">The output.</param>
  /// <returns>What replaces the output; null: it stays.</returns>
  public delegate Value? ForwardHookWithKwargs(Module module, Value[] args, IReadOnlyDictionary<string, Value> kwargs,
                                               Value output);

  /// <summary>Runs before a module's forward. Sees the first tensor of the arguments; where there is none, using it
  /// fails.</summary>
  /// <param name="module">The module.</param>
  /// <param name="input">Its input.</param>
  /// <returns>What replaces the arguments; null: they stay.</returns>
  public delegate Tensor? ForwardPreHook(Module module, Tensor input);

  /// <summary>Runs before a module's forward, for any arguments.</summary>
  /// <param name="module">The module.</param>
  /// <param name="args">Arguments by position.</param>
  /// <param name="kwargs">Arguments by name.</param>
  /// <returns>What replaces both; null: they stay.</returns>
  public delegate (Value[] Args, IReadOnlyDictionary<string, Value> Kwargs)? ForwardPreHookWithKwargs(
      Module module, Value[] args, IReadOnlyDictionary<string, Value> kwargs);

  /// <summary>Runs before a module gives its state.</summary>
  /// <param name="module">The module.</param>
  /// <param name="prefix">What its keys begin with.</param>
  /// <param name="keepVars">Whether the very tensors are wanted.</param>
  public delegate void StateDictPreHook(Module module, string prefix, bool keepVars);

  /// <summary>Runs after a module gave its state. Changes to the state dict count.</summary>
  /// <param name="module">The module.</param>
  /// <param name="stateDict">The state so far.</param>
  /// <param name="prefix">What its keys begin with.</param>
  /// <param name="metadata">The module's metadata.</param>
  public delegate void StateDictPostHook(Module module, StateDict stateDict, string prefix, Value metadata);

  /// <summary>Runs before a module's entries are loaded. Changes to state dict and report count.</summary>
  /// <param name="module">The module.</param>
  /// <param name="stateDict">What is loaded.</param>
  /// <param name="prefix">What the module's keys begin with.</param>
  /// <param name="metadata">The module's metadata.</param>
  /// <param name="strict">Whether missing and unexpected keys will be an error.</param>
  /// <param name="report">What was found so far.</param>
  public delegate void LoadStateDictPreHook(Module module, StateDict stateDict, string prefix, Value metadata,
                                            bool strict, LoadReport report);

  /// <summary>Runs after a module's entries were loaded. Changes to the report count.</summary>
  /// <param name="module">The module.</param>
  /// <param name="report">What was found.</param>
  public delegate void LoadStateDictPostHook(Module module, LoadReport report);

  /// <summary>Runs when a parameter, buffer or child is registered.</summary>
  /// <param name="module">Where.</param>
  /// <param name="name">Under which name.</param>
  /// <param name="value">What; null for a None slot.</param>
  /// <returns>What is registered instead; null: the same.</returns>
  public delegate T? RegistrationHook<T>(Module module, string name, T? value) where T : class;

  /// <summary>A registered hook. Dispose of it to remove the hook; again does nothing.</summary>
  public sealed class HookHandle : IDisposable {
    private readonly long id;
    private readonly CallbackTarget target;
    private Module? module;
    private int removed;

    private HookHandle(long id, CallbackTarget target, Module? module) {
      this.id = id;
      this.target = target;
      this.module = module;
    }

    internal delegate int Register<T>(T owner, int flags, IntPtr fn, IntPtr userData, IntPtr destroy, out long id);

    internal static int Flags(bool prepend, bool alwaysCall) =>
        (prepend ? TenonNative.TENON_HOOK_PREPEND : 0) | (alwaysCall ? TenonNative.TENON_HOOK_ALWAYS_CALL : 0);

    internal static HookHandle OnContext(CallbackTarget target, Register<IntPtr> register, int flags) {
      Failure.Check(register(Context.Handle, flags, Callbacks.Run, target.NewHandle(), Callbacks.FreeTarget,
                             out long id));
      Context.Keep(target);
      return new HookHandle(id, target, null);
    }

    internal static HookHandle OnModule(Module module, CallbackTarget target, Register<ModuleSafeHandle> register,
                                        int flags) {
      Failure.Check(register(module.Handle, flags, Callbacks.Run, target.NewHandle(), Callbacks.FreeTarget,
                             out long id));
      module.KeepHook(target);
      return new HookHandle(id, target, module);
    }

    /// <summary>Removes the hook. A call that is running skips it from now on.</summary>
    public void Remove() {
      if (Interlocked.Exchange(ref removed, 1) != 0) return;
      Module? owner = module;
      module = null;
      if (owner != null) {
        owner.ForgetHook(target);
      } else {
        Context.Forget(target);
      }
      // Harmless after a shutdown, which removed everything.
      _ = TenonNativePINVOKE.tenon_hook_remove(Context.Handle, id);
      GC.KeepAlive(owner);
    }

    /// <summary>Removes the hook.</summary>
    public void Dispose() => Remove();
  }
}
namespace Tenon.Internal {
  /// <summary>A hook. Knows its module, unless it hangs on several: a deep copy shares it.</summary>
  internal abstract class HookTarget : CallbackTarget {
    private readonly Module? module;
    private volatile bool shared;

    private protected HookTarget(Module? module) { this.module = module; }

    internal void Share() => shared = true;

    private protected Module ModuleOf(CallRecord record, ThreadState thread) {
      Module found = module == null || shared ? record.Module : module;
      thread.Module = found;
      return found;
    }
  }

  internal sealed class ForwardHookTarget : HookTarget {
    private readonly ForwardHook hook;

    internal ForwardHookTarget(Module? module, ForwardHook hook) : base(module) {
      this.hook = hook ?? throw new ArgumentNullException(nameof(hook));
    }

    internal override int Run(IntPtr call, ThreadState thread) {
      var record = new CallRecord(call);
      Module module = ModuleOf(record, thread);
      var input = new Tensor(TenonNative.TENON_SLOT_ARGS, thread.Scope!);
      var output = new Tensor(TenonNative.TENON_SLOT_OUTPUT, thread.Scope!);
      Tensor? replaced = hook(module, input, output);
      if (replaced is null) return TenonNative.TENON_OK;
      record.SetTensor(TenonNative.TENON_SLOT_OUTPUT, replaced);
      return TenonNative.TENON_OK;
    }
  }

  internal sealed class ForwardKwargsTarget : HookTarget {
    private readonly ForwardHookWithKwargs hook;

    internal ForwardKwargsTarget(ForwardHookWithKwargs hook) : base(null) {
      this.hook = hook ?? throw new ArgumentNullException(nameof(hook));
    }

    internal override int Run(IntPtr call, ThreadState thread) {
      var record = new CallRecord(call);
      Value? replaced = hook(ModuleOf(record, thread), record.Args, record.Kwargs,
                             record.Get(TenonNative.TENON_SLOT_OUTPUT));
      if (replaced != null) record.Set(TenonNative.TENON_SLOT_OUTPUT, replaced.Value);
      return TenonNative.TENON_OK;
    }
  }

  internal sealed class PreHookTarget : HookTarget {
    private readonly ForwardPreHook hook;

    internal PreHookTarget(Module? module, ForwardPreHook hook) : base(module) {
      this.hook = hook ?? throw new ArgumentNullException(nameof(hook));
    }

    internal override int Run(IntPtr call, ThreadState thread) {
      var record = new CallRecord(call);
      Module module = ModuleOf(record, thread);
      Tensor? replaced = hook(module, new Tensor(TenonNative.TENON_SLOT_ARGS, thread.Scope!));
      if (!(replaced is null)) record.SetTensor(TenonNative.TENON_SLOT_ARGS, replaced);
      return TenonNative.TENON_OK;
    }
  }

  internal sealed class PreKwargsTarget : HookTarget {
    private readonly ForwardPreHookWithKwargs hook;

    internal PreKwargsTarget(ForwardPreHookWithKwargs hook) : base(null) {
      this.hook = hook ?? throw new ArgumentNullException(nameof(hook));
    }

    internal override int Run(IntPtr call, ThreadState thread) {
      var record = new CallRecord(call);
      var replaced = hook(ModuleOf(record, thread), record.Args, record.Kwargs);
      if (replaced != null) {
        record.Set(TenonNative.TENON_SLOT_ARGS, Value.Tuple(replaced.Value.Args));
        record.Set(TenonNative.TENON_SLOT_KWARGS, Value.Dict(replaced.Value.Kwargs));
      }
      return TenonNative.TENON_OK;
    }
  }

  /// <summary>A hook of another kind: what to do with the record.</summary>
  internal sealed class RecordTarget : HookTarget {
    private readonly Action<Module, CallRecord> run;

    internal RecordTarget(Action<Module, CallRecord> run) : base(null) { this.run = run; }

    internal override int Run(IntPtr call, ThreadState thread) {
      var record = new CallRecord(call);
      run(ModuleOf(record, thread), record);
      return TenonNative.TENON_OK;
    }
  }

  internal sealed class RegistrationTarget<T> : HookTarget where T : class {
    private readonly RegistrationHook<T> hook;
    private readonly Func<Value, T?> read;
    private readonly Func<T, Value> write;

    internal RegistrationTarget(RegistrationHook<T> hook, Func<Value, T?> read, Func<T, Value> write) : base(null) {
      this.hook = hook ?? throw new ArgumentNullException(nameof(hook));
      this.read = read;
      this.write = write;
    }

    internal override int Run(IntPtr call, ThreadState thread) {
      var record = new CallRecord(call);
      T? replaced = hook(ModuleOf(record, thread), record.Name, read(record.Get(TenonNative.TENON_SLOT_VALUE)));
      if (replaced != null) {
        if (replaced is Module made) thread.Made.Add(made);
        record.Set(TenonNative.TENON_SLOT_VALUE, write(replaced));
      }
      return TenonNative.TENON_OK;
    }
  }

  /// <summary>What Apply runs.</summary>
  internal sealed class ApplyTarget : CallbackTarget {
    private readonly Action<Module> run;

    internal ApplyTarget(Action<Module> run) { this.run = run ?? throw new ArgumentNullException(nameof(run)); }

    internal override int Run(IntPtr call, ThreadState thread) {
      Module module = new CallRecord(call).Module;
      thread.Module = module;
      run(module);
      return TenonNative.TENON_OK;
    }
  }
}
