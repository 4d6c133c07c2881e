using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Tenon;
using Tenon.Nn;
using Xunit;

namespace Tests {
  /// <summary>Cases that broke other libraries: spec/cases.md.</summary>
  public class CasesTests {
    sealed class Counter : Module {
      internal int Calls;

      protected override Tensor Forward(Tensor x) {
        Calls++;
        return x;
      }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static (Sequential, HookHandle, WeakReference) Hooked(int[] count) {
      var net = new Sequential(Support.Doubler());
      ForwardHook hook = (m, input, output) => {
        count[0]++;
        return null;
      };
      return (net, net[0].RegisterForwardHook(hook), new WeakReference(hook));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Sequential HeldByTheTreeAlone() => new Sequential(new Counter());

    [Fact]
    public void Bc03() {
      var count = new int[1];
      var (net, handle, hook) = Hooked(count);
      using Sequential custom = HeldByTheTreeAlone();
      Support.Collect();
      for (int i = 0; i < 64; i++) GC.KeepAlive(new byte[1 << 20]);
      for (int block = 0; block < 10; block++) {
        for (int i = 0; i < 1000; i++) {
          Support.Run(net, 1);
          Support.Run(custom, 1);
        }
        GC.Collect();
      }
      Assert.Equal(10000, count[0]);
      Assert.Equal(10000, ((Counter)custom[0]).Calls);
      handle.Remove();
      handle = null!;
      Support.Collect();
      Assert.False(hook.IsAlive);
      GC.KeepAlive(net);
    }

    [Fact]
    public void Bc09() {
      // What of it needs no training: calls with hooks on, dropped outputs; modules made and dropped; errors; files.
      using var net = new Sequential(new Linear(8, 64), new ReLU(), new Linear(64, 64), new ReLU(), new Linear(64, 4));
      int seen = 0;
      foreach (Module layer in net) {
        layer.RegisterForwardHook((m, input, output) => {
          seen++;
          return null;
        });
      }
      using Tensor x = Tensor.Ones(1, 8), wrong = Tensor.Ones(1, 7);
      byte[] bytes = net.StateDict().ToBytes();
      void Pass(int rounds) {
        for (int i = 0; i < rounds; i++) {
          _ = net.Call(x);
          new Linear(4, 4).Dispose();
          if (i % 2 == 0) new Linear(4, 4);
          try {
            net.Call(wrong);
            Assert.Fail("the shape is wrong");
          } catch (TenonException) {
          }
          if (i % 10 == 0) net.LoadStateDict(StateDict.Load(bytes));
          if (i % 500 == 0) Support.Collect();
        }
        Support.Collect();
      }
      Pass(2000);
      long handles = Context.Live(), callbacks = Context.Live(LiveKind.Callbacks), first = Support.Resident();
      Pass(1500);
      long second = Support.Resident();
      Pass(1500);
      Assert.Equal(handles, Context.Live());
      Assert.Equal(callbacks, Context.Live(LiveKind.Callbacks));
      // What grows with the passes grows in both halves; what the runtime compiles meanwhile, once.
      Assert.InRange(Math.Min(second - first, Support.Resident() - second), long.MinValue, 2 << 20);
      Assert.Equal(25000, seen);
    }

    [Fact]
    public void Bc13() {
      Support.LeavesNothing(() => {
        var net = new Sequential(Support.Counting(2, 2));
        Module child = net[0];
        Tensor p = child.GetParameter("weight"), again = child.GetParameter("weight");
        IReadOnlyList<(string Name, Tensor Value)> named = net.NamedParameters();
        child.Dispose();
        net.Dispose();
        Assert.Equal(new float[] { 1, 2, 3, 4 }, Support.Floats(p));
        p.Dispose();
        p.Dispose();
        Assert.Equal(new float[] { 1, 2, 3, 4 }, Support.Floats(again));
        Assert.Equal(4f, named[0].Value[1][1].Item<float>());
        again.Dispose();
      });
    }
  }
}
