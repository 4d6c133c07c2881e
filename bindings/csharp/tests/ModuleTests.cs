using System;
using System.Collections.Generic;
using System.Linq;
using Tenon;
using Tenon.Nn;
using Xunit;

namespace Tests {
  public class ModuleTests {
    /// <summary>forward(x, scale=1) -> (x * scale, {"x": x})</summary>
    sealed class Scaled : Module {
      protected override Value Forward(Value[] args, IReadOnlyDictionary<string, Value> kwargs) {
        Tensor x = args[0].ToTensor();
        double scale = kwargs.TryGetValue("scale", out Value given) ? given.ToDouble() : 1;
        return Value.Tuple(x * scale, Value.Dict(("x", x)));
      }
    }

    sealed class Plain : Module {
      internal Plain(string name = "Plain") : base(name) { }
    }

    [Fact]
    public void LayersComeBackAsTheirClass() {
      using var net = new Sequential(new Linear(4, 2), new Conv2d(1, 2, 3), new LSTM(2, 3),
                                     new ModuleList(new ReLU()), new ModuleDict(("a", new Tanh())));
      using Module parsed = Module.Parse(net.ToString());
      Assert.IsType<Sequential>(parsed);
      Assert.IsType<Linear>(parsed.GetSubmodule("0"));
      Assert.IsType<Conv2d>(parsed.GetSubmodule("1"));
      Assert.IsType<LSTM>(parsed.GetSubmodule("2"));
      Assert.IsType<ReLU>(parsed.GetSubmodule("3.0"));
      Assert.IsType<Tanh>(((ModuleDict)parsed.GetSubmodule("4"))["a"]);
      Assert.True(Module.Create("Linear", 4, 2) is Linear { TypeName: "Linear" });
      // Every class of the catalogue has a class here.
      foreach (Type type in typeof(Linear).Assembly.GetTypes()) {
        if (type.Namespace == "Tenon.Nn" && type.IsSealed && type.IsPublic) {
          Assert.True(Context.HasClass(type.Name), type.Name);
        }
      }
    }

    [Fact]
    public void LayerOptionsHavePytorchNamesAndDefaults() {
      using var linear = new Linear(4, 2);
      Assert.Equal(4, linear.Options["in_features"].ToLong());
      Assert.Equal(2, linear.Options["out_features"].ToLong());
      Assert.True(linear.Options["bias"].ToBool());
      using var conv = new Conv2d(16, 33, 3, stride: 2);
      Assert.Equal("Conv2d(16, 33, kernel_size=(3, 3), stride=(2, 2))", conv.ToString());
      using var oblong = new Conv2d(16, 33, (3, 5), stride: (2, 1), padding: (4, 2), dilation: (3, 1));
      Assert.Equal("Conv2d(16, 33, kernel_size=(3, 5), stride=(2, 1), padding=(4, 2), dilation=(3, 1))",
                   oblong.ToString());
      using var same = new Conv1d(2, 2, 3, padding: "same", bias: false);
      Assert.Equal("Conv1d(2, 2, kernel_size=(3,), stride=(1,), padding=same, bias=False)", same.ToString());
      Assert.Null(same.Bias);
      using var norm = new BatchNorm1d(3);
      Assert.Equal("BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)", norm.ToString());
      // None is something else than not given.
      using var average = new BatchNorm1d(3, momentum: Value.None);
      Assert.Equal("BatchNorm1d(3, eps=1e-05, momentum=None, affine=True, bias=True, track_running_stats=True)",
                   average.ToString());
      Assert.Equal(0.1, norm.Options["momentum"].ToDouble());
      Assert.True(average.Options["momentum"].IsNone);
      using var half = new Linear(2, 2, dtype: DType.F16);
      Assert.Equal(DType.F16, half.Weight.DType);
      using var drop = new Dropout(p: 0.25);
      Assert.Equal("Dropout(p=0.25, inplace=False)", drop.ToString());
      TenonException wrong = Assert.Throws<TenonException>(() => Module.Create("Linear", 4));
      Assert.Equal(Status.Type, wrong.Status);
    }

    [Fact]
    public void ParseBuildsThePrintedTree() {
      const string text = "Sequential(\n  (fc1): Linear(in_features=4, out_features=2, bias=True)\n  (act): ReLU()\n)";
      using Module net = Module.Parse(text);
      Assert.Equal(text, net.ToString());
      Assert.True(net.GetParameter("fc1.weight").IsUninitialized);
      net.Initialize();
      Assert.False(net.GetParameter("fc1.weight").IsUninitialized);
      Assert.Equal("", net.Path);
      var report = new LoadReport();
      using Module again = Module.Parse(net.ToText(), null, strict: true, report);
      Assert.Equal(text, again.ToString());
      Assert.Empty(report.Lines(LoadReport.Kind.Assumed));
      Assert.Equal(Status.Value, Assert.Throws<TenonException>(() => Module.Parse("Sequential(")).Status);
    }

    [Fact]
    public void CallWithFloats() {
      using Linear layer = Support.Counting(3, 2);
      var output = new float[4];
      long count = layer.Call(new float[] { 1, 0, 0, 0, 1, 0 }, new long[] { 2, 3 }, output);
      Assert.Equal(4, count);
      Assert.Equal(new float[] { 1, 4, 2, 5 }, output);
      Assert.Throws<ArgumentException>(() => layer.Call(new float[5], new long[] { 2, 3 }, output));
      Assert.Equal(Status.Value, Assert.Throws<TenonException>(
          () => layer.Call(new float[6], new long[] { 2, 3 }, new float[3])).Status);
      using var scope = new TensorScope();
      Support.Near(new float[] { 6, 15 }, layer.Call(Tensor.Ones(1, 3)));
      Assert.Throws<ArgumentNullException>(() => layer.Call((Tensor)null!));
    }

    [Fact]
    public void CallWithSeveralAndNestedValues() {
      using var scope = new TensorScope();
      using var lstm = new LSTM(1, 1);
      // Every parameter element = ((7 k) mod 13) * 0.1 - 0.3, k counted over all parameters; spec/cases.md BC-11.
      int k = 0;
      foreach (Tensor parameter in lstm.Parameters()) {
        var numbers = new float[parameter.Numel];
        for (int i = 0; i < numbers.Length; i++) numbers[i] = 7 * k++ % 13 * 0.1f - 0.3f;
        parameter.CopyFrom(numbers);
      }
      Tensor x = Tensor.From(new float[] { 1, -2 }, 2, 1, 1), zero = Tensor.Zeros(1, 1, 1);
      var (output, state) = lstm.Call(x, (zero, zero));
      Support.Near(new[] { 0.1512929f, 0.2563009f }, output.ToTensor());
      var (h, c) = state;
      Support.Near(new[] { 0.2563009f }, h.ToTensor());
      Support.Near(new[] { 0.6438339f }, c.ToTensor());
      // One tensor in, no single tensor out.
      Assert.Equal(ValueKind.Tuple, lstm.Call((Value)x).Kind);
      Assert.Equal(Status.Type, Assert.Throws<TenonException>(() => lstm.Call(x)).Status);
      // Nested values cross both ways unchanged.
      Value nested = Value.Tuple(1, 2.5, "three", Value.None, true, DType.F16, Value.List(1, (2, 3)),
                                 Value.Dict(("a", 1), ("b", Value.Tuple())));
      Assert.Equal("(1, 2.5, 'three', None, True, torch.float16, [1, (2, 3)], {'a': 1, 'b': ()})", nested.ToString());
      Value back = new Echo().Call(nested);
      Assert.Equal(nested, back);
      Assert.Equal(nested.GetHashCode(), back.GetHashCode());
      var marker = new object();
      Assert.Same(marker, new Echo().Call(Value.Opaque(marker)).ToObject());
      Assert.Throws<ArgumentException>(() => new Echo().Call("a\0b"));
    }

    sealed class Echo : Module {
      protected override Value Forward(Value[] args, IReadOnlyDictionary<string, Value> kwargs) => args[0];
    }

    [Fact]
    public void CallWithKeywordArguments() {
      using var scope = new TensorScope();
      using var scaled = new Scaled();
      var kwargs = new Dictionary<string, Value> { ["scale"] = 3 };
      var (output, rest) = scaled.Call(new Value[] { Support.One(5) }, kwargs);
      Assert.Equal(15f, output.ToTensor().Item<float>());
      Assert.Equal(5f, rest["x"].ToTensor().Item<float>());
      Assert.Equal(5f, scaled.Call((Value)Support.One(5))[0].ToTensor().Item<float>());
    }

    [Fact]
    public void AddModuleRegisterBufferRegisterParameter() {
      using var scope = new TensorScope();
      using var net = new Plain();
      using var child = new Linear(2, 2);
      Assert.Same(net, net.AddModule("fc", child));
      net.AddModule("nothing", null);
      net.RegisterParameter("w", Tensor.Ones(2).AsParameter());
      net.RegisterParameter("none", null);
      net.RegisterBuffer("mean", Tensor.Zeros(3));
      net.RegisterBuffer("scratch", Tensor.Zeros(1), persistent: false);
      Assert.Equal(new[] { "w", "fc.weight", "fc.bias" }, net.NamedParameters().Select(p => p.Name));
      Assert.Equal(new[] { "mean", "scratch" }, net.NamedBuffers().Select(b => b.Name));
      Assert.Equal(new[] { "w", "mean", "fc.weight", "fc.bias" }, net.StateDict().Keys);
      Assert.Equal(Status.Type, Assert.Throws<TenonException>(() => net.RegisterParameter("p", Tensor.Ones(2))).Status);
      Assert.Equal(Status.Key, Assert.Throws<TenonException>(() => net.RegisterBuffer("fc", Tensor.Ones(2))).Status);
    }

    [Fact]
    public void LookupsByPathAndTheirCheapForms() {
      using var scope = new TensorScope();
      using var net = new Sequential(("a", new Sequential(new Linear(2, 3), new BatchNorm1d(3))));
      Module linear = net.GetSubmodule("a.0");
      Assert.IsType<Linear>(linear);
      Assert.Same(net, net.GetSubmodule(""));
      Assert.True(net.TryGetSubmodule("a.0", out Module? found));
      Assert.Same(linear, found);
      Assert.False(net.TryGetSubmodule("a.7", out found));
      Assert.Null(found);
      Assert.Equal("(3, 2)", net.GetParameter("a.0.weight").Shape.ToString());
      Assert.True(net.TryGetParameter("a.0.weight", out Tensor? weight));
      Assert.True(weight!.IsParameter);
      Assert.False(net.TryGetParameter("a.0.nothing", out _));
      Assert.Equal("(3,)", net.GetBuffer("a.1.running_mean")!.Shape.ToString());
      Assert.True(net.TryGetBuffer("a.1.running_mean", out _));
      Assert.False(net.TryGetBuffer("a.1.nothing", out _));
      Assert.True(net.Has("a.0.weight"));
      Assert.False(net.Has("a.0.wait"));
      Assert.Equal(Status.Attribute, Assert.Throws<TenonException>(() => net.GetSubmodule("b")).Status);
      Assert.Equal(Status.Attribute, Assert.Throws<TenonException>(() => net.GetParameter("a.0.wait")).Status);
      using var other = new ReLU();
      net.SetSubmodule("a.1", other);
      Assert.Same(other, net.GetSubmodule("a.1"));
      Assert.Throws<TenonException>(() => net.SetSubmodule("a.5", other, strict: true));
    }

    [Fact]
    public void NamedListsWithPrefixRecurseAndDuplicates() {
      using var scope = new TensorScope();
      using var shared = new Linear(2, 2);
      using var net = new Sequential(shared, shared);
      Assert.Equal(new[] { "", "0" }, net.NamedModules().Select(m => m.Name));
      Assert.Equal(new[] { "", "0", "1" }, net.NamedModules(removeDuplicate: false).Select(m => m.Name));
      Assert.Equal(new[] { "net", "net.0" }, net.NamedModules("net").Select(m => m.Name));
      Assert.Equal(new[] { "0.weight", "0.bias" }, net.NamedParameters().Select(p => p.Name));
      Assert.Equal(new[] { "0.weight", "0.bias", "1.weight", "1.bias" },
                   net.NamedParameters(removeDuplicate: false).Select(p => p.Name));
      Assert.Equal(new[] { "m.0.weight", "m.0.bias" }, net.NamedParameters("m").Select(p => p.Name));
      Assert.Empty(net.NamedParameters(recurse: false));
      Assert.Equal(2, net.Parameters().Count);
      Assert.Equal(new[] { "0" }, net.NamedChildren().Select(c => c.Name));
      Assert.Same(shared, net.GetChildren()[0]);
      Assert.Equal(2, net.Modules().Count);
      foreach (var (name, p) in net.NamedParameters()) Assert.Equal(name == "0.weight" ? 2 : 1, p.NDim);
    }

    [Fact]
    public void ContainersHoldModules() {
      var a = new ReLU();
      var b = new Tanh();
      var c = new Sigmoid();
      using var net = new Sequential(a, b);
      Assert.Same(net, net.Append(c));
      Assert.Equal(3, net.Count);
      Assert.Same(c, net[-1]);
      Assert.Equal(new Module[] { a, b, c }, net);
      net.Insert(0, c);
      Assert.Same(c, net[0]);
      Assert.Same(c, net.Pop());
      net.RemoveAt(0);
      net[1] = new Identity();
      Assert.IsType<Identity>(net[1]);
      Assert.Equal(4, net.Extend(new Module[] { b, c }).Count);
      Assert.Equal(new Module[] { a, b }, net.Slice(0, 3, 2));
      Assert.Equal(Status.Index, Assert.Throws<TenonException>(() => net[9]).Status);
      net.Clear();
      Assert.Empty(net);
      using var list = new ModuleList(a);
      Assert.Same(b, list.Append(b)[1]);
      Assert.Equal(new Module[] { b }, list.Slice(1, 2));
      using var dict = new ModuleDict(("one", a));
      dict["two"] = b;
      dict.Update(("one", c), ("three", a));
      Assert.Equal(new[] { "one", "two", "three" }, dict.Keys);
      Assert.Same(c, dict["one"]);
      Assert.True(dict.ContainsKey("two"));
      Assert.Same(b, dict.Pop("two"));
      dict.Remove("one");
      foreach (var (key, module) in dict) Assert.Equal(("three", a), (key, module));
      Assert.Equal(Status.Key, Assert.Throws<TenonException>(() => dict["two"]).Status);
      dict.Clear();
      Assert.Equal(0, dict.Count);
    }

    [Fact]
    public void AttributesAsPythonAssigns() {
      using var scope = new TensorScope();
      using var net = new Plain();
      net.SetAttribute("depth", 3);
      net.SetAttribute("fc", new Linear(2, 2));
      net.SetAttribute("w", Tensor.Ones(2).AsParameter());
      net.SetAttribute("plain", Tensor.Ones(2));
      Assert.Equal(3, net.GetAttribute("depth").ToLong());
      Assert.IsType<Linear>(net.GetAttribute("fc").ToModule());
      Assert.Equal(new[] { "w", "fc.weight", "fc.bias" }, net.NamedParameters().Select(p => p.Name));
      Assert.Empty(net.NamedBuffers());
      // Modules in a list are no children, and live as long as the attribute.
      net.SetAttribute("loose", Value.List(new Plain("Loose")));
      Support.Collect();
      Assert.Equal("Loose", net.GetAttribute("loose")[0].ToModule().TypeName);
      net.DeleteAttribute("fc");
      Assert.False(net.Has("fc"));
      Assert.Equal(Status.Attribute, Assert.Throws<TenonException>(() => net.GetAttribute("fc")).Status);
      Assert.Throws<TenonException>(() => net.DeleteAttribute("fc"));
    }

    [Fact]
    public void ApplyVisitsChildrenFirst() {
      using var net = new Sequential(new Linear(2, 2), new Sequential(new ReLU()));
      var seen = new List<string>();
      Assert.Same(net, net.Apply(m => seen.Add(m.TypeName)));
      Assert.Equal(new[] { "Linear", "ReLU", "Sequential", "Sequential" }, seen);
    }

    [Fact]
    public void CastsKeepParameterIdentity() {
      using var scope = new TensorScope();
      using var layer = new Linear(2, 2);
      Tensor weight = layer.Weight;
      Assert.Same(layer, layer.Half());
      Assert.Equal(DType.F16, weight.DType);
      Assert.Equal(DType.BF16, layer.BFloat16().GetParameter("bias").DType);
      layer.Double();
      Assert.Equal(DType.F64, weight.DType);
      layer.Float();
      Assert.Equal(DType.F32, weight.DType);
      Assert.Equal(DType.F16, ((Linear)layer.To(DType.F16)).Weight.DType);
      Assert.Equal(Status.Type, Assert.Throws<TenonException>(() => layer.To(DType.I32)).Status);
    }

    [Fact]
    public void TrainEvalAndRequiresGrad() {
      using var scope = new TensorScope();
      using var net = new Sequential(new Linear(2, 2), new Dropout(p: 1));
      Assert.True(net.IsTraining);
      Assert.Equal(new float[] { 0, 0 }, Support.Floats(net.Call(Tensor.Ones(1, 2))));
      Assert.Same(net, net.Eval());
      Assert.False(net[1].IsTraining);
      Assert.NotEqual(0f, net.Call(Tensor.Ones(1, 2)).Abs().Sum().Item<float>());
      Assert.True(net.Train().IsTraining);
      Tensor weight = net.GetParameter("0.weight");
      Assert.True(weight.RequiresGrad);
      net.RequiresGrad(false);
      Assert.False(weight.RequiresGrad);
      weight.RequiresGrad = true;
      Assert.Null(weight.Grad);
      weight.Grad = Tensor.Ones(2, 2);
      Assert.Equal(4f, weight.Grad!.Sum().Item<float>());
      net.ZeroGrad(setToNone: false);
      Assert.Equal(0f, weight.Grad!.Sum().Item<float>());
      net.ZeroGrad();
      Assert.Null(weight.Grad);
    }

    [Fact]
    public void ToStringIsPytorchs() {
      using var net = new Sequential(("conv", new Conv2d(1, 2, 3)),
                                     ("rest", new Sequential(new ReLU(), new Linear(2, 2, bias: false))));
      Assert.Equal("Sequential(\n  (conv): Conv2d(1, 2, kernel_size=(3, 3), stride=(1, 1))\n  (rest): Sequential(\n" +
                   "    (0): ReLU()\n    (1): Linear(in_features=2, out_features=2, bias=False)\n  )\n)",
                   net.ToString());
      net.Dispose();
      Assert.Equal("Sequential (disposed)", net.ToString());
    }

    [Fact]
    public void DeepcopyKeepsTiesAndClasses() {
      using var scope = new TensorScope();
      using Linear shared = Support.Doubler();
      using var net = new Sequential(shared, shared);
      int seen = 0;
      shared.RegisterForwardHook((m, input, output) => {
        seen++;
        return null;
      });
      using Module copy = net.DeepCopy();
      var layers = (Sequential)copy;
      Assert.IsType<Linear>(layers[0]);
      Assert.Same(layers[0], layers[1]);
      Assert.NotSame(shared, layers[0]);
      ((Linear)layers[0]).Weight.Fill(10);
      Assert.Equal(2f, shared.Weight.Item<float>());
      Assert.Equal(111f, Support.Run(copy, 1));
      // The hook runs for the copy too, and says for which.
      Assert.Equal(2, seen);
      Module? hooked = null;
      using var handle = shared.RegisterForwardHook((m, input, output) => {
        hooked = m;
        return null;
      });
      using Module second = net.DeepCopy();
      net.Dispose();
      Support.Collect();
      Support.Run(second, 1);
      Assert.Same(((Sequential)second)[0], hooked);
    }
  }
}
