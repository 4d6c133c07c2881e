using System;
using Tenon.Internal;

namespace Tenon {
  /// <summary>Frees every tensor, state dict and report made on this thread while it is open, in one native
  /// call, unless it was moved out:
  /// <code>using var scope = new TensorScope();</code>
  /// Scopes nest. What is made in a scope has no finalizer, so calls in a scope are also faster. One is open
  /// around every hook and every forward written in C#.</summary>
  public sealed class TensorScope : IDisposable {
    private const int Batch = 64;
    private ThreadState? thread;
    private TensorScope? outer;
    private Slot[] items = new Slot[16];
    private int count;

    /// <summary>In a struct, an object goes into an array without a check of the array's type.</summary>
    private struct Slot {
      internal NativeObject? Item;
    }

    /// <summary>The call whose callback this scope is around.</summary>
    internal IntPtr Call;

    internal bool IsOfThisThread => thread == ThreadState.Current;

    /// <summary>Opens a scope on this thread.</summary>
    public TensorScope() { Open(ThreadState.Current); }

    private void Open(ThreadState thread) {
      this.thread = thread;
      outer = thread.Scope;
      thread.Scope = this;
    }

    internal void Add(NativeObject item) {
      if (count == items.Length) Array.Resize(ref items, 2 * count);
      items[count++].Item = item;
    }

    /// <summary>Takes something out of this scope: the scope around it has it now or, without one, the garbage
    /// collector. Needed for what a field is to keep.</summary>
    /// <param name="item">What is to live on.</param>
    /// <returns>The same object.</returns>
    public T MoveOut<T>(T item) where T : NativeObject {
      if (item is null) throw new ArgumentNullException(nameof(item));
      if (item.Scope == this) item.MoveTo(outer);
      return item;
    }

    /// <summary>Frees what was made inside. Scopes that were opened inside and forgotten are closed too.</summary>
    public void Dispose() {
      ThreadState? mine = thread;
      if (mine == null) return;
      if (mine != ThreadState.Current) {
        throw new InvalidOperationException("a TensorScope is closed by the thread that opened it");
      }
      while (mine.Scope != this && mine.Scope != null) mine.Scope.Close(mine);
      Close(mine);
    }

    private void Close(ThreadState thread) {
      thread.Scope = outer;
      this.thread = null;
      outer = null;
      Release(thread);
    }

    private void Release(ThreadState thread) {
      // Taken while in use: what is released may call back, and that may open scopes.
      IntPtr[] batch = thread.Batch ?? new IntPtr[Batch];
      thread.Batch = null;
      int used = 0;
      Slot[] all = items;
      for (int i = 0; i < count; i++) {
        NativeObject item = all[i].Item!;
        all[i].Item = null;
        if (item.Scope != this) continue;
        IntPtr handle = item.CloseForScope();
        if (handle == IntPtr.Zero) continue;
        batch[used++] = handle;
        if (used == batch.Length) {
          ReleaseAll(batch, used);
          used = 0;
        }
      }
      count = 0;
      if (used != 0) ReleaseAll(batch, used);
      thread.Batch = batch;
    }

    private static unsafe void ReleaseAll(IntPtr[] batch, int used) {
      fixed (IntPtr* handles = batch) TenonNativePINVOKE.tenon_release_all(handles, used);
    }

    /// <summary>A scope for a callback, used again and again.</summary>
    internal static TensorScope OpenForCallback(ThreadState thread, IntPtr call) {
      TensorScope? spare = thread.Spare;
      if (spare == null) return new TensorScope { Call = call };
      thread.Spare = null;
      spare.Call = call;
      spare.Open(thread);
      return spare;
    }

    internal void CloseOfCallback(ThreadState thread) {
      // What the callback opened and left open goes too.
      while (thread.Scope != this && thread.Scope != null) thread.Scope.Close(thread);
      Close(thread);
      thread.Spare = this;
    }
  }
}
