using System;
using System.Buffers;
using System.Diagnostics;
using System.IO;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Tenon;
using Tenon.Nn;
using Xunit;
using Module = Tenon.Module;

namespace Tests {
  /// <summary>An AssemblyLoadContext with a binding of its own, and so a native context of its own.</summary>
  sealed class World : AssemblyLoadContext {
    readonly string folder = Path.GetDirectoryName(typeof(World).Assembly.Location)!;

    internal World() : base("world", isCollectible: true) { }

    protected override Assembly? Load(AssemblyName name) =>
        name.Name == "Tenon" ? LoadFromAssemblyPath(Path.Combine(folder, "Tenon.dll")) : null;

    /// <summary>Runs a static method of Inside in here.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal object? Run(string method) {
      Assembly tests = LoadFromAssemblyPath(Path.Combine(folder, "Tenon.Tests.dll"));
      Type inside = tests.GetType("Tests.Inside")!;
      Assert.NotSame(typeof(Inside), inside);
      try {
        return inside.GetMethod(method, BindingFlags.Static | BindingFlags.NonPublic)!.Invoke(null, null);
      } catch (TargetInvocationException e) {
        return e.InnerException;
      }
    }
  }

  /// <summary>Memory that counts how often it was let go of, across worlds.</summary>
  sealed unsafe class CountedMemory : MemoryManager<float> {
    readonly float[] data = GC.AllocateArray<float>(4, pinned: true);
    readonly string counter;

    internal CountedMemory(string counter) { this.counter = counter; }

    internal static int Count(string counter) => (int)(AppDomain.CurrentDomain.GetData(counter) ?? 0);

    public override Span<float> GetSpan() => data;

    public override MemoryHandle Pin(int elementIndex = 0) =>
        new MemoryHandle((float*)System.Runtime.InteropServices.Marshal.UnsafeAddrOfPinnedArrayElement(data, elementIndex), default, this);

    public override void Unpin() => AppDomain.CurrentDomain.SetData(counter, Count(counter) + 1);

    protected override void Dispose(bool disposing) { }
  }

  /// <summary>What runs inside a world.</summary>
  static class Inside {
    static Tensor? kept;
    static Module? net;

    static string Work() {
      net = new Sequential(Support.Doubler(), new Custom());
      net.GetSubmodule("0").RegisterForwardHook((m, input, output) => output + 1);
      Context.RegisterModuleForwardHook((m, input, output) => null);
      Context.RegisterClass("Custom", () => new Custom());
      kept = Tensor.Wrap(new CountedMemory("world").Memory);
      net.RegisterBuffer("mine", kept);
      try {
        net.RegisterForwardPreHook((m, input) => throw new InvalidOperationException("on purpose"));
        Support.Run(net, 1);
      } catch (InvalidOperationException e) {
        return e.Message;
      }
      return "no exception";
    }

    static float Use() {
      using Linear layer = Support.Doubler();
      return Support.Run(layer, 1);
    }

    static string Shutdown() {
      Work();
      long live = Context.Live(LiveKind.Callbacks);
      if (live < 5) return $"only {live} callbacks";
      if (CountedMemory.Count("world") != 0) return "let go of too early";
      Context.Shutdown();
      Context.Shutdown();
      if (!Context.IsShutDown) return "not shut down";
      if (CountedMemory.Count("world") != 1) return $"let go of {CountedMemory.Count("world")} times";
      foreach (Action use in new Action[] { () => net!.ToString(), () => kept!.Fill(1), () => Tensor.Ones(2), () => new Linear(1, 1) }) {
        try {
          use();
          return "still works";
        } catch (TenonException) {
        }
      }
      kept!.Dispose();
      net!.Dispose();
      if (CountedMemory.Count("world") != 1) return $"let go of {CountedMemory.Count("world")} times";
      return "fine";
    }

    static string LateFinalizers() {
      Garbage();
      Context.Shutdown();
      net = null;
      kept = null;
      Support.Collect();
      return CountedMemory.Count("world") == 1 ? "fine" : "not let go of once";
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Garbage() {
      Work();
      for (int i = 0; i < 50; i++) {
        Tensor.Ones(3);
        new Sequential(new Custom()).RegisterForwardHook((m, input, output) => null);
      }
    }

    static string Load() {
      _ = Context.Version;
      return "loaded";
    }

    sealed class Custom : Module {
      protected override Tensor Forward(Tensor x) => x;
    }
  }

  public class WorldTests {
    static object? InNewWorld(string method) {
      AppDomain.CurrentDomain.SetData("world", 0);
      return new World().Run(method);
    }

    [Fact]
    public void ShutdownRunsEveryDestroyOnce() => Assert.Equal("fine", InNewWorld("Shutdown"));

    [Fact]
    public void LateFinalizersAreHarmless() => Assert.Equal("fine", InNewWorld("LateFinalizers"));

    [MethodImpl(MethodImplOptions.NoInlining)]
    static WeakReference LoadRunUnload() {
      AppDomain.CurrentDomain.SetData("world", 0);
      var world = new World();
      Assert.Equal("on purpose", world.Run("Work"));
      Assert.Equal(0, CountedMemory.Count("world"));
      world.Unload();
      // Unloading shut its context down; ours goes on.
      Assert.Equal(1, CountedMemory.Count("world"));
      return new WeakReference(world);
    }

    [Fact]
    public void LoadContextUnloads() {
      for (int round = 0; round < 5; round++) {
        WeakReference world = LoadRunUnload();
        for (int i = 0; i < 20 && world.IsAlive; i++) Support.Collect();
        Assert.False(world.IsAlive, $"world {round} is still there");
        Assert.Equal(1, CountedMemory.Count("world"));
        using Linear layer = Support.Doubler();
        Assert.Equal(3f, Support.Run(layer, 1));
      }
      // Two worlds at once.
      var first = new World();
      var second = new World();
      Assert.Equal(3f, first.Run("Use"));
      Assert.Equal(3f, second.Run("Use"));
      first.Unload();
      Assert.Equal(3f, second.Run("Use"));
      second.Unload();
    }

    [Fact]
    public void TwoAppDomains() {
      string program = Path.Combine(Environment.GetEnvironmentVariable("TENON_MONO_PROGRAMS")!, "MonoTests.exe");
      Assert.True(File.Exists(program), $"{program} is not there: it needs mono and mcs (package mono-devel)");
      var start = new ProcessStartInfo("mono", $"{program} two_app_domains") { RedirectStandardOutput = true, RedirectStandardError = true };
      using Process mono = Process.Start(start)!;
      string output = mono.StandardOutput.ReadToEnd() + mono.StandardError.ReadToEnd();
      mono.WaitForExit();
      Assert.True(mono.ExitCode == 0, output);
      Assert.EndsWith("1 passed, 0 failed", output.Trim());
    }
  }
}
