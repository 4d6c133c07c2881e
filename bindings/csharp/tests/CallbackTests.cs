using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;
using Tenon;
using Tenon.Nn;
using Xunit;

namespace Tests {
  public unsafe class CallbackTests {
    sealed class Trouble : Exception {
      internal Trouble() : base("on purpose") { }
    }

    sealed class Outer : Module {
      internal readonly Module Inner;

      internal Outer(Module inner) {
        Inner = inner;
        AddModule("inner", inner);
      }

      protected override Tensor Forward(Tensor x) => Inner.Call(x);
    }

    [Fact]
    public void ExceptionComesOutAsTheSameObject() {
      using Linear layer = Support.Doubler();
      var trouble = new Trouble();
      using (layer.RegisterForwardHook((m, input, output) => throw trouble)) {
        Trouble seen = Assert.Throws<Trouble>(() => Support.Run(layer, 1));
        Assert.Same(trouble, seen);
        // The stack of the throw is still there.
        Assert.Contains(nameof(ExceptionComesOutAsTheSameObject), seen.StackTrace);
      }
      // Your own failure with a kind of the library's.
      var own = new TenonException(Status.Value, "mine");
      using (layer.RegisterForwardPreHook((m, input) => throw own)) {
        Assert.Same(own, Assert.Throws<TenonException>(() => Support.Run(layer, 1)));
      }
      foreach (Action<Module> failing in new Action<Module>[] {
        m => m.RegisterStateDictPreHook((_, _, _) => throw trouble),
        m => m.RegisterStateDictPostHook((_, _, _, _) => throw trouble),
      }) {
        using var net = new Sequential(new ReLU());
        failing(net[0]);
        Assert.Same(trouble, Assert.Throws<Trouble>(() => net.StateDict()));
      }
      Assert.Same(trouble, Assert.Throws<Trouble>(() => layer.Apply(_ => throw trouble)));
    }

    [Fact]
    public void ExceptionThroughNestedCalls() {
      using Linear layer = Support.Doubler();
      var trouble = new Trouble();
      using var hook = layer.RegisterForwardHook((m, input, output) => throw trouble);
      using var net = new Sequential(new Outer(new Outer(new Sequential(new Outer(layer)))));
      for (int i = 0; i < 3; i++) Assert.Same(trouble, Assert.Throws<Trouble>(() => Support.Run(net, 1)));
      // A failure of the library's keeps its text and says where.
      hook.Remove();
      using Tensor wrong = Tensor.Zeros(1, 3);
      TenonException inside = Assert.Throws<TenonException>(() => net.Call(wrong));
      Assert.Equal(Status.Runtime, inside.Status);
      Assert.EndsWith("inner", inside.Path);
    }

    // ---- a thread that .NET has never seen ----

    [DllImport("libc")]
    static extern int pthread_create(out nint thread, nint attributes, delegate* unmanaged[Cdecl]<nint, nint> start, nint argument);

    [DllImport("libc")]
    static extern int pthread_join(nint thread, nint result);

    static Action? onForeignThread;

    [UnmanagedCallersOnly(CallConvs = new[] { typeof(CallConvCdecl) })]
    static nint Start(nint argument) {
      onForeignThread!();
      return 0;
    }

    [Fact]
    public void ExceptionFromAForeignThread() {
      using Linear layer = Support.Doubler();
      var trouble = new Trouble();
      using var net = new Sequential(new Outer(layer));
      using var hook = layer.RegisterForwardHook((m, input, output) => input.Item<float>() > 1 ? throw trouble : null);
      Exception? seen = null;
      float plain = 0;
      onForeignThread = () => {
        plain = Support.Run(net, 1);
        seen = Record.Exception(() => Support.Run(net, 2));
      };
      Assert.Equal(0, pthread_create(out nint thread, 0, &Start, 0));
      Assert.Equal(0, pthread_join(thread, 0));
      Assert.Equal(3f, plain);
      Assert.Same(trouble, seen);
    }

    [Fact]
    public void ModelGoesOnAfterAThrowingHook() {
      // spec/cases.md BC-20
      using var layer = new Linear(1, 1, bias: false);
      layer.Weight.Fill(2);
      using var post = layer.RegisterForwardHook((m, input, output) => -output);
      using var pre = layer.RegisterForwardPreHook((m, input) => input + 1);
      Assert.Equal(-4f, Support.Run(layer, 1));
      using var second = layer.RegisterForwardPreHook((m, input) => input * 10);
      Assert.Equal(-40f, Support.Run(layer, 1));
      Support.LeavesNothing(() => {
        using (layer.RegisterForwardHook((m, input, output) => throw new Trouble())) {
          for (int i = 0; i < 20; i++) Assert.Throws<Trouble>(() => Support.Run(layer, 1));
        }
      });
      Assert.Equal(-40f, Support.Run(layer, 1));
    }

    [Fact]
    public void EightThreadsCallOneModule() {
      using var net = new Sequential(Support.Doubler(), new Outer(Support.Doubler()));
      net.Eval();
      int hooks = 0, wrong = 0;
      using var hook = net[0].RegisterForwardHook((m, input, output) => {
        Interlocked.Increment(ref hooks);
        if (input.Item<float>() == 13) throw new Trouble();
        return null;
      });
      var threads = new List<Thread>();
      for (int t = 0; t < 8; t++) {
        int number = t;
        threads.Add(new Thread(() => {
          for (int i = 0; i < 250; i++) {
            float x = number * 1000 + i;
            try {
              if (Support.Run(net, x) != 4 * x + 3) Interlocked.Increment(ref wrong);
            } catch (Trouble) {
              if (x != 13) Interlocked.Increment(ref wrong);
            }
            if (i % 50 == 0) net.GetSubmodule("1.inner").ToString();
          }
        }));
      }
      foreach (Thread thread in threads) thread.Start();
      foreach (Thread thread in threads) thread.Join();
      Assert.Equal(0, wrong);
      Assert.Equal(2000, hooks);
    }
  }
}
