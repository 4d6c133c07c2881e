using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Runtime.CompilerServices;
using Tenon;
using Tenon.Nn;
using Xunit;

// Counters of the one context are compared: one test at a time.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace Tests {
  static class Support {
    internal static string Root => Environment.GetEnvironmentVariable("TENON_SOURCE_ROOT")!;
    internal static string Fixtures => Environment.GetEnvironmentVariable("TENON_FIXTURES")!;

    /// <summary>What the garbage collector can find, it finds.</summary>
    internal static void Collect() {
      for (int i = 0; i < 4; i++) {
        GC.Collect();
        GC.WaitForPendingFinalizers();
      }
    }

    /// <summary>Bytes of memory this process has, when all that can be given back is.</summary>
    internal static long Resident() {
      Collect();
      GC.Collect(2, GCCollectionMode.Aggressive, true, true);
      Context.Trim();
      using Process self = Process.GetCurrentProcess();
      return self.WorkingSet64;
    }

    /// <summary>Runs something and collects; what it made must be gone.</summary>
    internal static void LeavesNothing(Action run) {
      run();
      Collect();
      long handles = Context.Live(), callbacks = Context.Live(LiveKind.Callbacks);
      run();
      Collect();
      Assert.Equal(handles, Context.Live());
      Assert.Equal(callbacks, Context.Live(LiveKind.Callbacks));
    }

    /// <summary>y = 2 x + 1 of one feature.</summary>
    internal static Linear Doubler() {
      var layer = new Linear(1, 1);
      layer.Weight.Fill(2);
      layer.Bias!.Fill(1);
      return layer;
    }

    /// <summary>A layer whose weights are 1, 2, 3 … and whose bias is 0.</summary>
    internal static Linear Counting(int inFeatures, int outFeatures) {
      var layer = new Linear(inFeatures, outFeatures);
      using Tensor weight = layer.Weight, bias = layer.Bias!;
      var numbers = new float[inFeatures * outFeatures];
      for (int i = 0; i < numbers.Length; i++) numbers[i] = i + 1;
      weight.CopyFrom(numbers);
      bias.Fill(0);
      return layer;
    }

    internal static float[] Floats(Tensor tensor) => tensor.ToArray<float>();

    internal static Tensor One(float x) => Tensor.From(new[] { x }, 1, 1);

    internal static float Run(Module module, float x) {
      using var scope = new TensorScope();
      return module.Call(One(x)).Item<float>();
    }

    internal static void Near(float[] expected, Tensor found, double tolerance = 1e-6) {
      float[] values = Floats(found);
      Assert.Equal(expected.Length, values.Length);
      for (int i = 0; i < values.Length; i++) Assert.Equal(expected[i], values[i], tolerance);
    }
  }

  /// <summary>A folder for one test's files.</summary>
  sealed class TemporaryFolder : IDisposable {
    internal string Path { get; } = Directory.CreateTempSubdirectory("tenon").FullName;

    internal string File(string name) => System.IO.Path.Combine(Path, name);

    public void Dispose() => Directory.Delete(Path, true);
  }
}
