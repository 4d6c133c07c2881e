using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using Tenon;
using Xunit;

namespace Tests {
  /// <summary>The binding as a whole.</summary>
  public class ProjectTests {
    [Fact]
    public void EveryScenarioHasItsTest() {
      var wanted = new List<string>();
      foreach (string line in File.ReadLines(Path.Combine(Support.Root, "bindings/scenarios.txt"))) {
        Match scenario = Regex.Match(line, @"^(\w+)(?:: (.*))?$");
        if (!scenario.Success) continue;
        if (scenario.Groups[2].Success && !scenario.Groups[2].Value.Split(' ').Contains("csharp")) continue;
        wanted.Add(string.Concat(scenario.Groups[1].Value.Split('_').Select(word => char.ToUpperInvariant(word[0]) + word[1..])));
      }
      Assert.NotEmpty(wanted);
      IEnumerable<string> found = typeof(ProjectTests).Assembly.GetTypes().SelectMany(type => type.GetMethods())
          .Where(method => method.GetCustomAttribute<FactAttribute>() is { Skip: null }).Select(method => method.Name);
      Assert.Empty(wanted.Except(found));
    }

    /// <summary>Ahead-of-time compilers refuse reverse delegates of generated code.</summary>
    [Fact]
    public void GeneratedCodeHasNoDelegate() {
      string generated = Environment.GetEnvironmentVariable("TenonGenerated")!;
      foreach (string file in new[] { "Native.cs", "Layers.cs", "Ops.cs" }) {
        Assert.DoesNotMatch(@"\bdelegate\b|MonoPInvokeCallback|CSharp_", File.ReadAllText(Path.Combine(generated, file)));
      }
    }

    [Fact]
    public void EveryNativeCallLeadsToLibtenon() {
      nint library = NativeLibrary.Load(Environment.GetEnvironmentVariable("TENON_NATIVE_PATH")!);
      int calls = 0;
      foreach (Type type in typeof(Context).Assembly.GetTypes()) {
        foreach (MethodInfo method in type.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic)) {
          if (method.GetCustomAttribute<DllImportAttribute>() is not { } import) continue;
          Assert.Equal("tenon", import.Value);
          Assert.Equal(CallingConvention.Cdecl, import.CallingConvention);
          Assert.True(NativeLibrary.TryGetExport(library, import.EntryPoint!, out _), import.EntryPoint);
          calls++;
        }
      }
      Assert.InRange(calls, 240, 1000);
    }

    /// <summary>Options of generated layers are those of the library, by name.</summary>
    [Fact]
    public void EveryLayerOfTheLibraryHasAClass() {
      string generated = File.ReadAllText(Path.Combine(Environment.GetEnvironmentVariable("TenonGenerated")!, "Layers.cs"));
      foreach (Match layer in Regex.Matches(generated, @"public sealed class (\w+)")) {
        Assert.NotNull(typeof(Context).Assembly.GetType("Tenon.Nn." + layer.Groups[1].Value));
      }
      foreach (string name in new[] { "Linear", "Conv2d", "LSTM", "MultiheadAttention", "Dropout" }) {
        Assert.Contains("class " + name + " ", generated);
      }
    }
  }
}
