using System;
using System.Threading;
using Tenon.Internal;

namespace Tenon {
  /// <summary>What holds native memory and may live in a <see cref="TensorScope"/>: tensors, state dicts,
  /// reports. Dispose it, or open a scope, or leave it to the garbage collector.</summary>
  public abstract class NativeObject : IDisposable {
    private const int Closed = 1;
    private const int OneUse = 2;

    /// <summary>The handle; or, while it is not positive, where to fetch it from at first use: see Late.</summary>
    private IntPtr raw;
    /// <summary>Closed, and how many native calls use the handle now. SafeHandle does the same, but has a
    /// finalizer, which alone costs more than a whole call.</summary>
    private int state;
    /// <summary>Null in a scope: objects of a scope have no finalizer.</summary>
    private SafetyNet? net;
    internal TensorScope? Scope;

    private protected NativeObject(IntPtr owned) : this(owned, Internal.ThreadState.Current.Scope) { }

    private protected NativeObject(IntPtr owned, TensorScope? scope) {
      raw = owned;
      if (scope == null) {
        net = new SafetyNet(owned);
      } else {
        Scope = scope;
        scope.Add(this);
      }
    }

    /// <summary>True once it was disposed of, or its scope was closed.</summary>
    public bool IsDisposed => (Volatile.Read(ref state) & Closed) != 0;

    /// <summary>The handle, which stays valid until <see cref="Exit"/>, whoever disposes of it meanwhile.</summary>
    internal IntPtr Enter() {
      int seen = Volatile.Read(ref state);
      while (true) {
        if ((seen & Closed) != 0) throw new ObjectDisposedException(GetType().Name);
        int before = Interlocked.CompareExchange(ref state, seen + OneUse, seen);
        if (before == seen) return (long)raw > 0 ? raw : FetchOrLeave();
        seen = before;
      }
    }

    /// <summary>What stands for a handle that is fetched at first use: a slot of the call whose callback is running.
    /// Most hooks look at one tensor of the two they are given.</summary>
    private protected static IntPtr Late(int slot) => (IntPtr)(-1 - slot);

    private IntPtr FetchOrLeave() {
      try {
        if (Scope == null || !Scope.IsOfThisThread) {
          throw new InvalidOperationException("a hook's tensor is used first on the thread of the hook");
        }
        Failure.Check(FetchLate(Scope.Call, -1 - (int)raw, out IntPtr fetched));
        return raw = fetched;
      } catch {
        Exit();
        throw;
      }
    }

    private static unsafe int FetchLate(IntPtr call, int slot, out IntPtr tensor) {
      IntPtr fetched;
      int status = Quick.tenon_call_tensor(call, slot, 0, &fetched);
      tensor = fetched;
      return status;
    }

    internal void Exit() {
      if (Interlocked.Add(ref state, -OneUse) == Closed) ReleaseNow();
    }

    /// <summary>Gives the native memory back. Again: does nothing. A call that uses it on another thread goes on
    /// safely; the memory goes when that call is over.</summary>
    public void Dispose() {
      if (Close()) ReleaseNow();
      GC.SuppressFinalize(this);
    }

    /// <summary>Closes; true if the caller is to release the handle.</summary>
    private bool Close() {
      int seen = Volatile.Read(ref state);
      while ((seen & Closed) == 0) {
        int before = Interlocked.CompareExchange(ref state, seen | Closed, seen);
        if (before == seen) return seen == 0;
        seen = before;
      }
      return false;
    }

    /// <summary>Closes; the handle, if it is the scope's to release, else zero.</summary>
    internal IntPtr CloseForScope() {
      if ((long)raw <= 0) {
        // Never fetched, so never used: no other thread can be in a call with it.
        Volatile.Write(ref state, Closed);
        return IntPtr.Zero;
      }
      return Close() ? raw : IntPtr.Zero;
    }

    private unsafe void ReleaseNow() {
      SafetyNet? spanned = Interlocked.Exchange(ref net, null);
      if (spanned != null) {
        spanned.Release();
      } else if ((long)raw > 0) {
        IntPtr handle = raw;
        TenonNativePINVOKE.tenon_release_all(&handle, 1);
      }
    }

    /// <summary>Out of its scope, into an outer one, or (null) into the care of the garbage collector.</summary>
    internal void MoveTo(TensorScope? scope) {
      Enter();
      Scope = scope;
      if (scope != null) {
        scope.Add(this);
      } else {
        net ??= new SafetyNet(raw);
      }
      Exit();
    }

    /// <summary>Tells the garbage collector, which sees a small object, of the memory behind it.</summary>
    private protected void AddPressure(long bytes) => net?.AddPressure(bytes);

    private protected bool HasNet => net != null;

    /// <summary>Its finalizer releases what nobody disposed of.</summary>
    private sealed unsafe class SafetyNet {
      /// <summary>The handle; or, while it is not positive, where to fetch it from at first use: see Late.</summary>
    private IntPtr raw;
      private long pressure;
      private int released;

      internal SafetyNet(IntPtr raw) { this.raw = raw; }

      ~SafetyNet() => Release();

      internal void AddPressure(long bytes) {
        pressure += bytes;
        MemoryPressure.Grow(bytes);
      }

      internal void Release() {
        if (Interlocked.Exchange(ref released, 1) != 0) return;
        IntPtr handle = raw;
        TenonNativePINVOKE.tenon_release_all(&handle, 1);
        if (pressure != 0) MemoryPressure.Shrink(pressure);
        GC.SuppressFinalize(this);
      }
    }
  }
}
namespace Tenon.Internal {
  /// <summary>Native memory that only the garbage collector frees, told to it in portions: a call of its own for each
  /// small tensor would cost more than the tensor.</summary>
  internal static class MemoryPressure {
    private const long Portion = 1 << 20;
    private static long grown;
    private static long shrunk;

    internal static void Grow(long bytes) {
      long portion = Take(ref grown, bytes);
      if (portion != 0) GC.AddMemoryPressure(portion);
    }

    internal static void Shrink(long bytes) {
      long portion = Take(ref shrunk, bytes);
      if (portion != 0) GC.RemoveMemoryPressure(portion);
    }

    /// <summary>Nothing, or all that came together when it is worth telling.</summary>
    private static long Take(ref long sum, long bytes) =>
        Interlocked.Add(ref sum, bytes) < Portion ? 0 : Interlocked.Exchange(ref sum, 0);
  }
}
