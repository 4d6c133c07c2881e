using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading;
using Tenon;
using Module = Tenon.Module;
using Tenon.Nn;
using Xunit;

namespace Tests {
  public class MemoryTests {
    sealed class Plus : Module {
      internal static int Alive;
      readonly float much;

      internal Plus(float much = 1) : base("Plus") {
        this.much = much;
        Interlocked.Increment(ref Alive);
      }

      ~Plus() { Interlocked.Decrement(ref Alive); }

      protected override Tensor Forward(Tensor x) => x + much;
    }

    [Fact]
    public void CloseTwiceIsHarmless() {
      Support.LeavesNothing(() => {
        Tensor x = Tensor.Ones(2);
        x.Dispose();
        x.Dispose();
        Assert.True(x.IsDisposed);
        Assert.Throws<ObjectDisposedException>(() => x.Numel);
        Assert.Equal("Tensor (disposed)", x.ToString());
        var layer = new Linear(2, 2);
        StateDict state = layer.StateDict();
        layer.Dispose();
        layer.Dispose();
        Assert.Equal(2, state.Count);
        state.Dispose();
        state.Dispose();
        Assert.Throws<ObjectDisposedException>(() => state.Count);
        var scope = new TensorScope();
        scope.Dispose();
        scope.Dispose();
      });
    }

    [Fact]
    public void ScopeFreesWhatWasMadeInside() {
      using Linear layer = Support.Doubler();
      Support.Collect();
      long before = Context.Live();
      Tensor made, also;
      StateDict state;
      using (var outer = new TensorScope()) {
        made = Support.One(1);
        using (var inner = new TensorScope()) {
          also = layer.Call(made) + 1;
          for (int i = 0; i < 300; i++) _ = layer.Call(made);
        }
        Assert.True(also.IsDisposed);
        Assert.False(made.IsDisposed);
        state = layer.StateDict();
        new TensorScope();  // opened and forgotten
        Support.One(2);
      }
      Assert.True(made.IsDisposed && state.IsDisposed);
      Assert.Equal(before, Context.Live());
      // Each thread has its own; another cannot close it.
      var mine = new TensorScope();
      Tensor x = Support.One(1);
      Exception? wrong = null;
      bool other = false;
      var thread = new Thread(() => {
        Tensor y = Support.One(2);
        wrong = Record.Exception(() => mine.Dispose());
        other = !y.IsDisposed;
        y.Dispose();
      });
      thread.Start();
      thread.Join();
      Assert.IsType<InvalidOperationException>(wrong);
      Assert.True(other);
      mine.Dispose();
      Assert.True(x.IsDisposed);
      Support.Collect();
      Assert.Equal(before, Context.Live());
    }

    [Fact]
    public void ScopeKeepsWhatIsMovedOut() {
      Support.LeavesNothing(() => {
        Tensor kept;
        using (var outer = new TensorScope()) {
          Tensor middle;
          using (var inner = new TensorScope()) {
            middle = inner.MoveOut(Support.One(1));
            kept = inner.MoveOut(Support.One(2));
            Assert.Same(kept, outer.MoveOut(kept));
          }
          Assert.Equal(1f, middle.Item<float>());
        }
        Assert.Equal(2f, kept.Item<float>());
        kept.Dispose();
        using (var scope = new TensorScope()) scope.MoveOut(Tensor.Ones(3));  // the garbage collector's now
      });
    }

    sealed class Keeper : Module {
      internal Tensor? Temporary, Kept;

      protected override Tensor Forward(Tensor x) {
        Temporary = x * 2;
        using (var scope = new TensorScope()) Kept = scope.MoveOut(x * 3);
        return Temporary + Kept;
      }
    }

    [Fact]
    public void CallbacksRunInAScopeOfTheirOwn() {
      Support.Collect();
      using var keeper = new Keeper();
      using Linear layer = Support.Doubler();
      using var net = new Sequential(keeper, layer);
      Tensor? seen = null;
      using HookHandle hook = layer.RegisterForwardHook((m, input, output) => {
        seen = output;
        return output * 1;
      });
      using Tensor x = Support.One(1);
      net.Call(x).Dispose();
      long before = Context.Live();
      for (int i = 0; i < 50; i++) {
        using Tensor y = net.Call(x);
        Assert.Equal(11f, y.Item<float>());
        Assert.True(seen!.IsDisposed);
        Assert.True(keeper.Temporary!.IsDisposed);
      }
      // No finalizer had to run.
      Assert.Equal(before, Context.Live());
    }

    [Fact]
    public void AModuleIsOneObject() {
      using var net = new Sequential(new Linear(2, 2), new Sequential(new ReLU()));
      Module child = net.GetSubmodule("1.0");
      Support.Collect();
      Assert.Same(child, net.GetSubmodule("1.0"));
      Assert.Same(child, ((Sequential)net[1])[0]);
      Assert.Same(child, net.NamedModules().Last().Value);
      Module? applied = null;
      net.GetSubmodule("1").Apply(m => applied ??= m);
      Assert.Same(child, applied);
      // Even an object that was closed opens again, if it is the user's own.
      var plus = new Plus();
      net.Append(plus);
      plus.Dispose();
      Assert.Throws<ObjectDisposedException>(() => plus.TypeName);
      Assert.Same(plus, net[2]);
      Assert.Equal("Plus", plus.TypeName);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static List<WeakReference> Modules(int count) {
      var made = new List<WeakReference>();
      for (int i = 0; i < count; i++) {
        var net = new Sequential(new Plus(i), new Linear(2, 2));
        made.Add(new WeakReference(net));
        made.Add(new WeakReference(net[0]));
      }
      return made;
    }

    [Fact]
    public void DroppedModulesAreCollected() {
      Support.Collect();
      long modules = Context.Live(LiveKind.Modules), callbacks = Context.Live(LiveKind.Callbacks);
      List<WeakReference> made = Modules(20);
      Support.Collect();
      Assert.All(made, weak => Assert.False(weak.IsAlive));
      Assert.Equal(modules, Context.Live(LiveKind.Modules));
      Assert.Equal(callbacks, Context.Live(LiveKind.Callbacks));
      // Closing a tree closes what only the tree held.
      var net = Module.Parse("Sequential(\n  (0): Linear(in_features=2, out_features=2, bias=True)\n  (1): ReLU()\n)");
      net.Dispose();
      Assert.Equal(modules, Context.Live(LiveKind.Modules));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Sequential Forgotten() {
      var net = new Sequential(new Sequential(new Plus(5)));
      net.GetSubmodule("0").RegisterForwardHook((m, input, output) => output * 2);
      return net;
    }

    [Fact]
    public void ForgottenChildOfATreeStillRuns() {
      using Sequential net = Forgotten();
      Support.Collect();
      Assert.Equal(12f, Support.Run(net, 1));
      // A closed child and a hook on a closed layer go on, too.
      using (var layer = Support.Doubler()) {
        net.Append(layer);
        layer.RegisterForwardHook((m, input, output) => output + 100);
      }
      net.Append(new Identity());
      Support.Collect();
      Assert.Equal(125f, Support.Run(net, 1));
    }

    /// <summary>Behind the mirror's back, as another language in the same process might: only native code holds it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void AppendInSecret(Sequential net) {
      Assembly assembly = typeof(Module).Assembly;
      MethodInfo append = assembly.GetType("Tenon.Internal.TenonNative")!.GetMethod("tenon_module_append")!;
      PropertyInfo handle = typeof(Module).GetProperty("Handle", BindingFlags.NonPublic | BindingFlags.Instance)!;
      append.Invoke(null, new[] { handle.GetValue(net), handle.GetValue(new Plus()) });
    }

    [Fact]
    public void CollectedCallbackIsAnError() {
      using var net = new Sequential();
      AppendInSecret(net);
      Support.Collect();
      TenonException gone = Assert.Throws<TenonException>(() => Support.Run(net, 1));
      Assert.Equal("the C# object behind this callback was collected", gone.Message);
      Assert.Equal(Status.Callback, gone.Status);
      // Who looks it up gets a plain module.
      Assert.Equal(typeof(Module), net[0].GetType());
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Tensor CallAndForget() {
      var net = new Sequential(new Plus(), Support.Doubler());
      net[1].RegisterForwardPreHook((m, input) => {
        Support.Collect();
        return null;
      });
      return net.Call(Support.One(1));  // nothing uses net or the input after this
    }

    [Fact]
    public void CallSurvivesACollection() {
      for (int i = 0; i < 5; i++) {
        using Tensor y = CallAndForget();
        Assert.Equal(5f, y.Item<float>());
      }
      // What another thread disposes of during a call stays until the call is over.
      using var inside = new ManualResetEventSlim();
      using var disposed = new ManualResetEventSlim();
      var net = new Sequential(new Plus());
      Tensor x = Support.One(1);
      net.RegisterForwardPreHook((m, input) => {
        inside.Set();
        disposed.Wait();
        return null;
      });
      var other = new Thread(() => {
        inside.Wait();
        net.Dispose();
        x.Dispose();
        disposed.Set();
      });
      other.Start();
      using Tensor result = net.Call(x);
      other.Join();
      Assert.Equal(2f, result.Item<float>());
      Assert.Throws<ObjectDisposedException>(() => net.Call(result));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static List<WeakReference> Capturing() {
      var made = new List<WeakReference>();
      for (int i = 0; i < 10; i++) {
        var net = new Sequential(new Plus());
        int calls = 0;
        net.RegisterForwardHook((m, input, output) => {
          calls += net.Count;
          return null;
        });
        net[0].RegisterForwardPreHook((m, input) => net.Count == 1 ? null : input);
        Support.Run(net, 1);
        made.Add(new WeakReference(net));
      }
      return made;
    }

    [Fact]
    public void AHookThatCapturesItsModuleDoesNotLeak() {
      Support.Collect();
      long callbacks = Context.Live(LiveKind.Callbacks);
      List<WeakReference> made = Capturing();
      Support.Collect();
      Assert.All(made, weak => Assert.False(weak.IsAlive));
      Assert.Equal(callbacks, Context.Live(LiveKind.Callbacks));
      Assert.Equal(0, Plus.Alive);
    }

    [Fact]
    public void TenThousandCallsKeepMemoryFlat() {
      using var net = new Sequential(Support.Counting(64, 64), new ReLU());
      long seen = 0;
      using HookHandle hook = net[0].RegisterForwardHook((m, input, output) => {
        seen++;
        return null;
      });
      using Tensor x = Tensor.Ones(4, 64);
      void Run(int calls) {
        for (int i = 0; i < calls; i++) _ = net.Call(x);  // dropped, not disposed of
      }
      Run(4000);
      long first = Support.Resident(), handles = Context.Live();
      Run(3000);
      long second = Support.Resident();
      Run(3000);
      // What grows with the calls grows in both halves; what the runtime compiles meanwhile, once.
      Assert.InRange(Math.Min(second - first, Support.Resident() - second), long.MinValue, 2 << 20);
      Assert.Equal(handles, Context.Live());
      Assert.Equal(10000, seen);
      // The garbage collector is told of what is large: 200 small objects alone would never make it run.
      int collections = GC.CollectionCount(0);
      for (int i = 0; i < 200; i++) _ = Tensor.Zeros(1 << 20);
      Assert.NotEqual(collections, GC.CollectionCount(0));
      Support.Collect();
    }
  }
}
