using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Tenon;
using Tenon.Nn;
using Xunit;

namespace Tests {
  public class CustomTests {
    sealed class Twice : Module {
      internal int Runs;

      protected override Tensor Forward(Tensor x) {
        Runs++;
        return x * 2;
      }
    }

    /// <summary>Registers in its constructor: a child, a parameter, a buffer.</summary>
    sealed class Block : Module {
      internal readonly Linear Fc = Support.Doubler();
      internal readonly double Scale;

      internal Block(double scale = 1) {
        Scale = scale;
        AddModule("fc", Fc);
        using var scope = new TensorScope();
        RegisterParameter("shift", Tensor.Full(scale, DType.F32, 1).AsParameter());
        RegisterBuffer("calls", Tensor.Scalar(0L));
      }

      protected override Tensor Forward(Tensor x) {
        GetBuffer("calls")!.AddInPlace(1);
        return Fc.Call(x) * Scale + (Value)GetParameter("shift");
      }

      protected override string? ExtraRepr() => $"scale={Scale}";

      protected override Value? GetExtraState() => Value.Dict(("scale", Scale));

      internal Value? Restored;

      protected override void SetExtraState(Value state) => Restored = state;

      protected override Module? Clone() => new Block(Scale);
    }

    sealed class NoForward : Module { }

    sealed class Fork : Module {
      protected override Value Forward(Value[] args, IReadOnlyDictionary<string, Value> kwargs) =>
          Value.Dict(("both", Value.List(args[0], (args[0].ToTensor() + 1))), ("count", args.Length), ("none", Value.None));
    }

    [Fact]
    public void CustomModuleRunsInsideSequential() {
      var twice = new Twice();
      using var net = new Sequential(Support.Doubler(), twice, Support.Doubler());
      Assert.Equal(13f, Support.Run(net, 1));
      Assert.Equal(29f, Support.Run(net, 3));
      Assert.Equal(2, twice.Runs);
      Assert.Same(twice, net[1]);
      Assert.Equal("Twice()", twice.ToString());
      // Hooks hang on it as on any other.
      using (twice.RegisterForwardHook((m, input, output) => m.Path == "1" ? output + 1 : null)) {
        Assert.Equal(15f, Support.Run(net, 1));
      }
      using var none = new NoForward();
      TenonException missing = Assert.Throws<TenonException>(() => Support.Run(none, 1));
      Assert.Equal(Status.NotImplemented, missing.Status);
      using Tensor one = Support.One(1);
      Assert.Equal(Status.Type, Assert.Throws<TenonException>(() => twice.Call(one, one)).Status);
    }

    [Fact]
    public void CustomModuleRegistersInItsConstructor() {
      using var block = new Block();
      Assert.Equal(new[] { "shift", "fc.weight", "fc.bias" }, block.NamedParameters().Select(p => p.Name));
      Assert.Equal(4f, Support.Run(block, 1));
      Assert.Equal(4f, Support.Run(block, 1));
      Assert.Equal(2L, block.GetBuffer("calls")!.Item<long>());
      Assert.Same(block.Fc, block.GetSubmodule("fc"));
    }

    [Fact]
    public void CustomModuleReturnsNestedValues() {
      using var scope = new TensorScope();
      using var fork = new Fork();
      Value output = fork.Call((Value)Support.One(3));
      Assert.Equal(4f, output["both"][1].ToTensor().Item<float>());
      Assert.Equal(1, output["count"].ToLong());
      Assert.True(output["none"].IsNone);
    }

    [Fact]
    public void CustomModuleHasExtraReprAndExtraState() {
      using var scope = new TensorScope();
      using var block = new Block(2.5);
      Assert.Equal("Block(\n  scale=2.5\n  (fc): Linear(in_features=1, out_features=1, bias=True)\n)", block.ToString());
      StateDict state = block.StateDict();
      Assert.Contains("_extra_state", state.Keys);
      Assert.Equal(2.5, state.GetValue("_extra_state")["scale"].ToDouble());
      Assert.Throws<TenonException>(() => state["_extra_state"]);
      Assert.Equal(2.5, block.ReadExtraState()["scale"].ToDouble());
      var other = new Block();
      other.LoadStateDict(state);
      Assert.Equal(2.5, other.Restored!.Value["scale"].ToDouble());
      other.WriteExtraState(7);
      Assert.Equal(7, other.Restored!.Value.ToLong());
      using var plain = new Twice();
      Assert.Equal(Status.Runtime, Assert.Throws<TenonException>(() => plain.ReadExtraState()).Status);
    }

    [Fact]
    public void CustomModuleIsCopiedByItsClone() {
      using var scope = new TensorScope();
      using var net = new Sequential(new Block(3));
      using var copy = (Sequential)net.DeepCopy();
      Support.Collect();
      var block = Assert.IsType<Block>(copy[0]);
      Assert.NotSame(net[0], block);
      Assert.Equal(3, block.Scale);
      Assert.Same(block.Fc, block.GetSubmodule("fc"));
      ((Block)net[0]).Fc.Weight.Fill(100);
      Assert.Equal(12f, Support.Run(copy, 1));
      using var other = new Sequential(new Twice());
      TenonException wrong = Assert.Throws<TenonException>(() => other.DeepCopy());
      Assert.Equal(Status.Unsupported, wrong.Status);
      Assert.Contains("0", wrong.Message);
    }

    [Fact]
    public void RegisteredClassIsMadeByParse() {
      Context.RegisterClass("Doubling", () => new Twice());
      Context.RegisterClass("Scaling", (args, kwargs) => new Block(kwargs.TryGetValue("scale", out Value s) ? s.ToDouble() : args.Length > 0 ? args[0].ToDouble() : 1));
      Assert.True(Context.HasClass("Doubling"));
      using Module net = Module.Parse("Sequential(\n  (0): Doubling()\n  (1): Doubling()\n)");
      Support.Collect();
      Assert.IsType<Twice>(net.GetSubmodule("1"));
      Assert.Equal(12f, Support.Run(net, 3));
      Assert.Equal(5, Assert.IsType<Block>(Module.Create("Scaling", 5)).Scale);
      var options = new Dictionary<string, Value> { ["scale"] = 6 };
      Assert.Equal(6, Assert.IsType<Block>(Module.Create("Scaling", options)).Scale);
      Exception wrong = new InvalidOperationException("no such thing");
      Context.RegisterClass("Failing", () => throw wrong);
      Assert.Same(wrong, Assert.Throws<InvalidOperationException>(() => Module.Create("Failing")));
    }

    [Fact]
    public void RegisteredAliasPrintsItsName() {
      Context.RegisterAlias("MyLinear", "Linear");
      using Module net = Module.Parse("MyLinear(in_features=4, out_features=2, bias=True)");
      Assert.Equal("MyLinear(in_features=4, out_features=2, bias=True)", net.ToString());
      Assert.IsType<Linear>(net);
      Assert.Equal("MyLinear", net.TypeName);
      Assert.Equal(Status.Key, Assert.Throws<TenonException>(() => Context.RegisterAlias("A", "NoSuchClass")).Status);
    }
  }
}
