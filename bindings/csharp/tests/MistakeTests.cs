using System;
using System.IO;
using System.Text.RegularExpressions;
using Tenon;
using Tenon.Nn;
using Xunit;

namespace Tests {
  /// <summary>docs/errors.md, word for word.</summary>
  public class MistakeTests {
    /// <summary>The section's text: its block for C#, else that for all.</summary>
    static string Documented(string title) {
      string page = File.ReadAllText(Path.Combine(Support.Root, "docs/errors.md"));
      Match section = Regex.Match(page, $@"^## {Regex.Escape(title)}\n(.*?)(?=^## |\z)", RegexOptions.Multiline | RegexOptions.Singleline);
      Assert.True(section.Success, $"docs/errors.md has no section {title}");
      Match block = Regex.Match(section.Value, @"^```csharp\n(.*?)\n```$", RegexOptions.Multiline | RegexOptions.Singleline);
      if (!block.Success) block = Regex.Match(section.Value, @"^```text\n(.*?)\n```$", RegexOptions.Multiline | RegexOptions.Singleline);
      Assert.True(block.Success, $"docs/errors.md shows no text for {title}");
      return block.Groups[1].Value;
    }

    static Sequential Model() => new Sequential(("fc1", new Linear(64, 128)), ("act", new ReLU()));

    static void Says<T>(string title, Action mistake) where T : Exception =>
        Assert.Equal(Documented(title), Assert.Throws<T>(mistake).Message);

    [Fact]
    public void MistakeWrongLastDimension() {
      using var scope = new TensorScope();
      using Sequential model = Model();
      Says<TenonException>("Wrong last dimension", () => model.Call(Tensor.Zeros(1, 63)));
    }

    [Fact]
    public void MistakeWrongDtype() {
      using var scope = new TensorScope();
      using Sequential model = Model();
      Says<TenonException>("Wrong dtype", () => model.Call(Tensor.Zeros((1, 64), DType.I64)));
    }

    [Fact]
    public void MistakeMissingKeys() {
      using Sequential model = Model();
      using var empty = new StateDict();
      Says<TenonException>("Missing keys", () => model.LoadStateDict(empty));
    }

    [Fact]
    public void MistakeLfsPointerAsModel() {
      using var folder = new TemporaryFolder();
      File.WriteAllText(folder.File("model.safetensors"),
                        "version https://git-lfs.github.com/spec/v1\n" +
                        "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n");
      string here = Directory.GetCurrentDirectory();
      Directory.SetCurrentDirectory(folder.Path);
      try {
        Says<TenonException>("LFS pointer as model", () => Module.Load("model.safetensors"));
      } finally {
        Directory.SetCurrentDirectory(here);
      }
    }

    [Fact]
    public void MistakeUnknownClassWithoutForward() {
      using var scope = new TensorScope();
      Says<TenonException>("Unknown class without forward", () => {
        using Module net = Module.Parse("Sequential(\n  (layer1): BasicBlock(\n    (conv): Conv2d(3, 3, kernel_size=(1, 1), stride=(1, 1))\n  )\n)");
        net.Call(Tensor.Zeros(1, 3, 2, 2));
      });
    }

    [Fact]
    public void MistakeUseAfterClose() {
      using Tensor x = Tensor.Zeros(1, 4);
      var layer = new Linear(4, 2);
      layer.Dispose();
      Says<ObjectDisposedException>("Use after close", () => layer.Call(x));
    }

    static Exception? LoadingSays(string path) {
      string? before = Environment.GetEnvironmentVariable("TENON_NATIVE_PATH");
      Environment.SetEnvironmentVariable("TENON_NATIVE_PATH", path);
      try {
        return new World().Run("Load") as Exception;
      } finally {
        Environment.SetEnvironmentVariable("TENON_NATIVE_PATH", before);
      }
    }

    [Fact]
    public void MistakeLibraryNotFound() {
      Exception? wrong = LoadingSays("/nowhere/libtenon.so");
      Assert.IsType<DllNotFoundException>(wrong);
      Assert.Equal(Documented("Library not found"), wrong.Message);
    }

    [Fact]
    public void MistakeWrongAbi() {
      Exception? wrong = LoadingSays(Environment.GetEnvironmentVariable("TENON_WRONG_ABI")!);
      Assert.Equal("TenonException", wrong!.GetType().Name);
      Assert.Equal(Documented("Wrong ABI"), wrong.Message);
    }

    [Fact]
    public void MistakeDottedName() {
      using var net = new Sequential();
      Says<TenonException>("Dotted name", () => net.AddModule("layer.1", new ReLU()));
    }

    [Fact]
    public void MistakeModuleInsideItself() {
      using var net = new Sequential();
      Says<TenonException>("Module inside itself", () => net.AddModule("again", net));
    }

    [Fact]
    public void MistakeThrowingHook() {
      using Linear layer = Support.Doubler();
      using (layer.RegisterForwardHook((m, input, output) => throw new InvalidOperationException("on purpose"))) {
        Says<InvalidOperationException>("Throwing hook", () => Support.Run(layer, 1));
      }
      Assert.Equal(3f, Support.Run(layer, 1));
    }

    [Fact]
    public void MistakeHiddenOptionMissing() {
      Says<TenonException>("Hidden option missing", () => Module.Parse(
          "MultiheadAttention(\n  (out_proj): NonDynamicallyQuantizableLinear(in_features=8, out_features=8, bias=True)\n)"));
    }
  }
}
