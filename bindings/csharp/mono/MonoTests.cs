// What runs under Mono: the .NET Standard build, called through P/Invokes and static delegates, as in Unity.
//
//     mono MonoTests.exe [SCENARIO]
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using Tenon;
using Tenon.Nn;

static class MonoTests {
  static int passed, failed;

  sealed class Mismatch : Exception {
    internal Mismatch(string text) : base(text) { }
  }

  sealed class Twice : Module {
    internal int Runs;

    protected override Tensor Forward(Tensor x) {
      Runs++;
      return x * 2;
    }
  }

  static void Same<T>(T expected, T found) {
    if (!EqualityComparer<T>.Default.Equals(expected, found)) throw new Mismatch("expected " + expected + ", found " + found);
  }

  static E Throws<E>(Action run) where E : Exception {
    try {
      run();
    } catch (E e) {
      return e;
    }
    throw new Mismatch("no " + typeof(E).Name);
  }

  static Linear Doubler() {
    var layer = new Linear(1, 1);
    layer.Weight.Fill(2);
    layer.Bias.Fill(1);
    return layer;
  }

  static float Run(Module module, float x) {
    using (new TensorScope()) return module.Call(Tensor.From(new[] { x }, 1, 1)).Item<float>();
  }

  static void Collect() {
    for (int i = 0; i < 4; i++) {
      GC.Collect();
      GC.WaitForPendingFinalizers();
    }
  }

  static void TensorFromFloatsAndBack() {
    using (new TensorScope()) {
      Tensor x = Tensor.From(new float[] { 1, 2, 3, 4, 5, 6 }, 2, 3);
      Same("(2, 3)", x.Shape.ToString());
      Same("1 4 2 5 3 6", string.Join(" ", x.Transpose(0, 1).ToArray<float>()));
      Same("tensor([[1., 2., 3.],\n        [4., 5., 6.]])", x.ToString());
      Same("(3, 4)", x.Matmul(Tensor.Zeros(3, 4)).Shape.ToString().Replace("2", "3"));
    }
  }

  static void CallWithFloats() {
    using (Linear layer = Doubler()) {
      var output = new float[2];
      Same(2L, layer.Call(new float[] { 1, 2 }, new long[] { 2, 1 }, output));
      Same("3 5", string.Join(" ", output));
    }
  }

  static void CallWithSeveralAndNestedValues() {
    using (new TensorScope()) {
      var lstm = new LSTM(2, 3);
      Tensor zero = Tensor.Zeros(1, 1, 3);
      Value output = lstm.Call(Tensor.Ones(4, 1, 2), Value.Tuple(zero, zero));
      Same("(4, 1, 3)", output[0].ToTensor().Shape.ToString());
      Same("(1, 1, 3)", output[1][1].ToTensor().Shape.ToString());
      Value nested = Value.Tuple(1, 2.5, "drei \u00e4\U0001F600", Value.None, true, Value.List(1, 2));
      Same("(1, 2.5, 'drei \u00e4\U0001F600', None, True, [1, 2])", nested.ToString());
    }
  }

  static void ParseBuildsThePrintedTree() {
    const string text = "Sequential(\n  (fc1): Linear(in_features=4, out_features=2, bias=True)\n  (act): ReLU()\n)";
    using (Module net = Module.Parse(text)) {
      Same(text, net.ToString());
      Same(typeof(Linear), net.GetSubmodule("fc1").GetType());
    }
  }

  static void ForwardHookSeesAndReplacesTheOutput() {
    using (Linear layer = Doubler()) {
      string seen = "";
      using (layer.RegisterForwardHook((m, input, output) => {
        seen = input.Item<float>() + " " + output.Item<float>() + " " + ReferenceEquals(m, layer);
        return -output;
      })) Same(-7f, Run(layer, 3));
      Same("3 7 True", seen);
      Same(7f, Run(layer, 3));
    }
  }

  static void ExceptionThroughNestedCalls() {
    var trouble = new InvalidOperationException("on purpose");
    using (var net = new Sequential(new Sequential(new Twice()))) {
      using (net.GetSubmodule("0.0").RegisterForwardPreHook((m, input) => throw trouble)) {
        if (!ReferenceEquals(trouble, Throws<InvalidOperationException>(() => Run(net, 1)))) throw new Mismatch("another object");
      }
      Same(2f, Run(net, 1));
    }
  }

  [MethodImpl(MethodImplOptions.NoInlining)]
  static Sequential Forgotten() => new Sequential(new Twice(), Doubler());

  static void ForgottenChildOfATreeStillRuns() {
    Sequential net = Forgotten();
    Collect();
    Same(5f, Run(net, 1));
    Same(1, ((Twice)net[0]).Runs);
  }

  static void UseAfterClose() {
    var layer = new Linear(4, 2);
    layer.Dispose();
    Same("Cannot access a disposed object.\nObject name: 'Linear'.", Throws<ObjectDisposedException>(() => Run(layer, 1)).Message);
  }

  static void StateDictRoundTrip() {
    using (new TensorScope()) {
      StateDict state = Doubler().StateDict();
      var other = new Linear(1, 1);
      Same("<All keys matched successfully>", other.LoadStateDict(StateDict.Load(state.ToBytes())).ToString());
      Same(7f, Run(other, 3));
      foreach (var entry in other.NamedParameters()) Same(true, state.ContainsKey(entry.Name));
    }
  }

  static void EightThreadsCallOneModule() {
    using (var net = new Sequential(Doubler(), new Twice())) {
      int wrong = 0;
      Thread[] threads = Enumerable.Range(0, 8).Select(number => new Thread(() => {
        for (int i = 0; i < 100; i++) {
          if (Run(net, number * 100 + i) != 4 * (number * 100 + i) + 2) Interlocked.Increment(ref wrong);
        }
      })).ToArray();
      foreach (Thread thread in threads) thread.Start();
      foreach (Thread thread in threads) thread.Join();
      Same(0, wrong);
    }
  }

  [MethodImpl(MethodImplOptions.NoInlining)]
  static void Capturing() {
    for (int i = 0; i < 10; i++) {
      var net = new Sequential(new Twice());
      net.RegisterForwardHook((m, input, output) => net.Count == 1 ? null : output);
      Run(net, 1);
    }
  }

  /// <summary>Mono's collector is conservative about the stack, so that one of ten may be kept by chance.</summary>
  static void AHookThatCapturesItsModuleDoesNotLeak() {
    Collect();
    long before = Context.Live(LiveKind.Callbacks);
    var thread = new Thread(Capturing);
    thread.Start();
    thread.Join();
    Collect();
    if (Context.Live(LiveKind.Callbacks) > before + 4) throw new Mismatch("hooks leak");
  }

  // ---- two domains ----

  const string Report = "TENON_SECOND_DOMAIN";

  static void InSecondDomain() {
    var net = new Sequential(Doubler(), new Twice());
    int seen = 0;
    net.RegisterForwardHook((m, input, output) => {
      seen++;
      return null;
    });
    float y = Run(net, 1);
    // After the binding's own: it was there first.
    AppDomain.CurrentDomain.DomainUnload += (sender, e) =>
        Environment.SetEnvironmentVariable(Report, "unloaded, shut down: " + Context.IsShutDown);
    Environment.SetEnvironmentVariable(Report, "y = " + y + ", seen " + seen);
    AppDomain.CurrentDomain.SetData("keep", net);
  }

  static void TwoAppDomains() {
    using (var mine = new Sequential(Doubler(), new Twice())) {
      for (int round = 0; round < 3; round++) {
        AppDomain second = AppDomain.CreateDomain("second" + round);
        second.DoCallBack(InSecondDomain);
        Same("y = 6, seen 1", Environment.GetEnvironmentVariable(Report));
        Same(6f, Run(mine, 1));
        AppDomain.Unload(second);
        Same("unloaded, shut down: True", Environment.GetEnvironmentVariable(Report));
        Same(false, Context.IsShutDown);
        Same(6f, Run(mine, 1));
        Collect();
      }
    }
  }

  static void Scenario(string name, Action run, string[] chosen) {
    string wanted = string.Concat(chosen.Select(c => c.Replace("_", "")));
    if (wanted != "" && !string.Equals(wanted, name, StringComparison.OrdinalIgnoreCase)) return;
    try {
      run();
      passed++;
    } catch (Exception e) {
      failed++;
      Console.WriteLine("FAILED " + name + ": " + e);
    }
  }

  static int Main(string[] arguments) {
    foreach (Action run in new Action[] {
      TensorFromFloatsAndBack, CallWithFloats, CallWithSeveralAndNestedValues, ParseBuildsThePrintedTree,
      ForwardHookSeesAndReplacesTheOutput, ExceptionThroughNestedCalls, ForgottenChildOfATreeStillRuns, UseAfterClose,
      StateDictRoundTrip, EightThreadsCallOneModule, AHookThatCapturesItsModuleDoesNotLeak, TwoAppDomains
    }) Scenario(run.Method.Name, run, arguments);
    Console.WriteLine(passed + " passed, " + failed + " failed");
    return failed == 0 && passed != 0 ? 0 : 1;
  }
}
