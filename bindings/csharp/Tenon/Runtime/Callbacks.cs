using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Tenon.Internal {
  /// <summary>What native code calls: a hook, or a module written in C#. Native code holds it by a GCHandle,
  /// weakly, so that a hook that captures its module is no cycle; the module's object holds it strongly.</summary>
  internal abstract class CallbackTarget {
    /// <summary>Answers one call record; returns a status.</summary>
    internal abstract int Run(IntPtr call, ThreadState thread);

    /// <summary>Set when native code let go of it.</summary>
    internal volatile bool Destroyed;

    internal IntPtr NewHandle(GCHandleType type = GCHandleType.Weak) => GCHandle.ToIntPtr(GCHandle.Alloc(this, type));
  }

#if !NET5_0_OR_GREATER
  /// <summary>Ahead-of-time compilers go by this name.</summary>
  [AttributeUsage(AttributeTargets.Method)]
  internal sealed class MonoPInvokeCallbackAttribute : Attribute {
    internal MonoPInvokeCallbackAttribute(Type type) { Type = type; }
    internal Type Type { get; }
  }
#endif

  /// <summary>The two functions that native code ever calls. Function pointers where the runtime has them; else
  /// two delegates that live as long as this class.</summary>
  internal static unsafe class Callbacks {
#if NET5_0_OR_GREATER
    internal static readonly IntPtr Run = (IntPtr)(delegate* unmanaged[Cdecl]<IntPtr, IntPtr, int>)&Enter;
    internal static readonly IntPtr FreeHandle = (IntPtr)(delegate* unmanaged[Cdecl]<IntPtr, void>)&Free;
    internal static readonly IntPtr FreeTarget = (IntPtr)(delegate* unmanaged[Cdecl]<IntPtr, void>)&LetGo;

    [UnmanagedCallersOnly(CallConvs = new[] { typeof(CallConvCdecl) })]
    private static int Enter(IntPtr userData, IntPtr call) => Dispatch(userData, call);

    [UnmanagedCallersOnly(CallConvs = new[] { typeof(CallConvCdecl) })]
    private static void Free(IntPtr handle) => GCHandle.FromIntPtr(handle).Free();

    [UnmanagedCallersOnly(CallConvs = new[] { typeof(CallConvCdecl) })]
    private static void LetGo(IntPtr handle) => Drop(handle);
#else
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    private delegate int RunFunction(IntPtr userData, IntPtr call);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    private delegate void FreeFunction(IntPtr handle);

    private static readonly RunFunction RunDelegate = Enter;
    private static readonly FreeFunction FreeDelegate = Free;
    private static readonly FreeFunction LetGoDelegate = LetGo;
    internal static readonly IntPtr Run = Marshal.GetFunctionPointerForDelegate(RunDelegate);
    internal static readonly IntPtr FreeHandle = Marshal.GetFunctionPointerForDelegate(FreeDelegate);
    internal static readonly IntPtr FreeTarget = Marshal.GetFunctionPointerForDelegate(LetGoDelegate);

    [MonoPInvokeCallback(typeof(RunFunction))]
    private static int Enter(IntPtr userData, IntPtr call) => Dispatch(userData, call);

    [MonoPInvokeCallback(typeof(FreeFunction))]
    private static void Free(IntPtr handle) => GCHandle.FromIntPtr(handle).Free();

    [MonoPInvokeCallback(typeof(FreeFunction))]
    private static void LetGo(IntPtr handle) => Drop(handle);
#endif

    private static void Drop(IntPtr userData) {
      GCHandle handle = GCHandle.FromIntPtr(userData);
      if (handle.Target is CallbackTarget target) target.Destroyed = true;
      (handle.Target as PinnedMemory)?.Dispose();
      handle.Free();
    }

    /// <summary>No exception leaves this method: it would unwind through C++.</summary>
    private static int Dispatch(IntPtr userData, IntPtr call) {
      try {
        object? held = GCHandle.FromIntPtr(userData).Target;
        if (held == null) {
          throw new TenonException(Status.Callback, "the C# object behind this callback was collected");
        }
#if NET5_0_OR_GREATER
        // Nothing else is ever registered with this function.
        CallbackTarget target = Unsafe.As<CallbackTarget>(held);
#else
        var target = (CallbackTarget)held;
#endif
        ThreadState thread = ThreadState.Current;
        IntPtr outerCall = thread.Call;
        Module? outerModule = thread.Module;
        TensorScope scope = TensorScope.OpenForCallback(thread, call);
        thread.Call = call;
        thread.Module = null;
        try {
          return target.Run(call, thread);
        } finally {
          thread.Call = outerCall;
          thread.Module = outerModule;
          scope.CloseOfCallback(thread);
        }
      } catch (Exception exception) {
        return Failure.Keep(exception);
      }
    }
  }

  /// <summary>What a thread has open.</summary>
  internal sealed class ThreadState {
    [ThreadStatic] private static ThreadState? current;

    internal static ThreadState Current => current ??= new ThreadState();

    internal TensorScope? Scope;
    /// <summary>A scope of a callback that is over, for the next one.</summary>
    internal TensorScope? Spare;
    /// <summary>Where a scope collects what it releases in one native call.</summary>
    internal IntPtr[]? Batch;
    internal IntPtr Call;
    /// <summary>The module that the running callback is about.</summary>
    internal Module? Module;
    /// <summary>Modules that callbacks made for the running call: nothing else holds them yet.</summary>
    internal readonly System.Collections.Generic.List<Module> Made = new System.Collections.Generic.List<Module>();

    /// <summary>While it is open, modules that a callback makes are kept.</summary>
    internal MadeModules KeepMade() => new MadeModules(this, Made.Count);
  }

  internal readonly ref struct MadeModules {
    private readonly ThreadState thread;
    private readonly int mark;

    internal MadeModules(ThreadState thread, int mark) {
      this.thread = thread;
      this.mark = mark;
    }

    public void Dispose() => thread.Made.RemoveRange(mark, thread.Made.Count - mark);
  }
}
