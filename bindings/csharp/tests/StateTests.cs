using System;
using System.IO;
using System.Linq;
using Tenon;
using Tenon.Nn;
using Xunit;

namespace Tests {
  public class StateTests {
    static Sequential Net() => new Sequential(("fc1", new Linear(3, 2)), ("norm", new BatchNorm1d(2)));

    [Fact]
    public void StateDictRoundTrip() {
      using var scope = new TensorScope();
      using Sequential from = Net(), to = Net();
      StateDict state = from.StateDict();
      Assert.Equal(new[] { "fc1.weight", "fc1.bias", "norm.weight", "norm.bias", "norm.running_mean", "norm.running_var",
                           "norm.num_batches_tracked" }, state.Keys);
      Assert.Equal(7, state.Count);
      Assert.Equal(DType.I64, state["norm.num_batches_tracked"].DType);
      Assert.Equal("<All keys matched successfully>", to.LoadStateDict(state).ToString());
      Assert.Equal(Support.Floats(from.GetParameter("fc1.weight")), Support.Floats(to.GetParameter("fc1.weight")));
      foreach (var (key, tensor) in state) Assert.True(to.StateDict()[key].Equal(tensor));
      Assert.Equal(7, state.Values.Count());
      // Detached, over the same memory; a snapshot is not.
      StateDict snapshot = state.Clone();
      from.GetParameter("fc1.bias").Fill(9);
      Assert.Equal(new float[] { 9, 9 }, Support.Floats(state["fc1.bias"]));
      Assert.NotEqual(new float[] { 9, 9 }, Support.Floats(snapshot["fc1.bias"]));
      Assert.False(state["fc1.bias"].RequiresGrad);
      Assert.True(from.StateDict(keepVars: true)["fc1.bias"].RequiresGrad);
      Assert.Equal("net.fc1.weight", from.StateDict("net.").Keys[0]);
      // A map of one's own.
      StateDict own = state.Copy();
      own.Remove("fc1.bias");
      Assert.False(own.ContainsKey("fc1.bias"));
      Assert.True(state.ContainsKey("fc1.bias"));
      Assert.True(own.TryGetValue("fc1.weight", out Tensor weight));
      Assert.Equal("(2, 3)", weight.Shape.ToString());
      Assert.False(own.TryGetValue("nothing", out _));
      own.SetValue("note", "text");
      Assert.Equal("text", own.GetValue("note").ToText());
      StateDict wrapped = from.StateDict("module.");
      Assert.Equal(7, wrapped.StripPrefix("module."));
      Assert.Equal(state.Keys, wrapped.Keys);
      Assert.Equal(2, state.Metadata["norm"]["version"].ToLong());
      state.Metadata = Value.None;
      Assert.True(state.Metadata.IsNone);
      Assert.Equal(Status.Key, Assert.Throws<TenonException>(() => state["nothing"]).Status);
      // assign: the state dict's tensors become the module's.
      StateDict twice = snapshot.Clone();
      to.LoadStateDict(twice, assign: true);
      Assert.True(to.GetParameter("fc1.weight").SharesStorage(twice["fc1.weight"]));
    }

    [Fact]
    public void LoadReportsMissingAndUnexpected() {
      using var scope = new TensorScope();
      using Sequential net = Net();
      StateDict state = net.StateDict();
      state.Remove("fc1.bias");
      state["extra"] = Tensor.Ones(1);
      LoadReport report = net.LoadStateDict(state, strict: false);
      Assert.Equal(new[] { "fc1.bias" }, report.MissingKeys);
      Assert.Equal(new[] { "extra" }, report.UnexpectedKeys);
      Assert.Contains("fc1.bias", report.ToString());
      Assert.Equal(Status.Runtime, Assert.Throws<TenonException>(() => net.LoadStateDict(state)).Status);
      StateDict halves = net.StateDict().Clone();
      halves["fc1.weight"] = halves["fc1.weight"].Half();
      Assert.Single(net.LoadStateDict(halves).Lines(LoadReport.Kind.Cast));
      Assert.Throws<TenonException>(() => net.LoadStateDict(halves, strictDtype: true));
    }

    [Fact]
    public void LoadIsAllOrNothing() {
      // spec/cases.md BC-16
      using var scope = new TensorScope();
      using var net = new Sequential(new Linear(2, 2), new Linear(2, 3));
      float[] before = Support.Floats(net.GetParameter("0.weight"));
      var state = new StateDict {
        ["0.weight"] = Tensor.Ones(2, 2), ["1.bias"] = Tensor.Ones(3), ["1.weight"] = Tensor.Ones(9, 9), ["zzz"] = Tensor.Ones(1)
      };
      TenonException wrong = Assert.Throws<TenonException>(() => net.LoadStateDict(state));
      foreach (string part in new[] { "0.bias", "zzz", "1.weight" }) Assert.Contains(part, wrong.Message);
      Assert.Equal(before, Support.Floats(net.GetParameter("0.weight")));
      Assert.Throws<TenonException>(() => net.LoadStateDict(state, strict: false));
      Assert.Equal(before, Support.Floats(net.GetParameter("0.weight")));
      // As PyTorch: what was loaded before stays.
      Assert.Throws<TenonException>(() => net.LoadStateDict(state, partial: true));
      Assert.Equal(new float[] { 1, 1, 1, 1 }, Support.Floats(net.GetParameter("0.weight")));
    }

    [Fact]
    public void FilesRoundTrip() {
      using var scope = new TensorScope();
      using var folder = new TemporaryFolder();
      using Sequential net = Net();
      StateDict state = net.StateDict();
      state.Save(folder.File("w.safetensors"));
      StateDict read = StateDict.Load(folder.File("w.safetensors"));
      Assert.Equal(state.Keys.OrderBy(k => k), read.Keys.OrderBy(k => k));
      foreach (var (key, tensor) in state) Assert.True(read[key].Equal(tensor), key);
      byte[] bytes = state.ToBytes();
      Assert.Equal(File.ReadAllBytes(folder.File("w.safetensors")), bytes);
      Assert.Equal(7, StateDict.Load(bytes).Count);
      Assert.Equal(ValueKind.Dict, read.FileMetadata.Kind);
      TenonException broken = Assert.Throws<TenonException>(() => StateDict.Load(bytes.AsSpan(0, bytes.Length - 1)));
      Assert.Equal(Status.Corrupt, broken.Status);
      Assert.NotEqual("", broken.Reason);
      Assert.Equal(Status.IO, Assert.Throws<TenonException>(() => StateDict.Load(folder.File("nothing"))).Status);
      Assert.Throws<TenonException>(() => StateDict.Load(folder.File("w.safetensors"), maxHeaderBytes: 8));
      // A file that PyTorch's world wrote.
      Assert.Equal("(10,)", StateDict.Load(Path.Combine(Support.Root, "examples/digits/model/model.safetensors"))["12.bias"].Shape.ToString());
    }

    [Fact]
    public void WholeModelFileRoundTrip() {
      using var scope = new TensorScope();
      using var folder = new TemporaryFolder();
      using var net = new Sequential(new Conv2d(1, 2, 3, padding: 1), new ReLU(), new Flatten(), new Linear(32, 4));
      net.Eval();
      net.Save(folder.File("net.safetensors"));
      using Module read = Module.Load(folder.File("net.safetensors"));
      Assert.Equal(net.ToString(), read.ToString());
      Assert.False(read.IsTraining);
      Assert.False(read.GetParameter("0.weight").RequiresGrad);
      Tensor x = Tensor.Rand(2, 1, 4, 4);
      Assert.Equal(Support.Floats(net.Call(x)), Support.Floats(read.Call(x)));
      var report = new LoadReport();
      using Module train = Module.Load(folder.File("net.safetensors"), train: true, report: report);
      Assert.True(train.IsTraining);
      File.WriteAllText(folder.File("net.txt"), net.ToString());
      net.StateDict().Save(folder.File("bare.safetensors"));
      using Module beside = Module.Load(folder.File("bare.safetensors"), textPath: folder.File("net.txt"));
      Assert.Equal(Support.Floats(net.Call(x)), Support.Floats(beside.Call(x)));
    }
  }
}
