using System;
using System.Collections.Generic;
using System.Linq;
using Tenon;
using Tenon.Nn;
using Xunit;

namespace Tests {
  public class HookTests {
    [Fact]
    public void ForwardHookSeesAndReplacesTheOutput() {
      using Linear layer = Support.Doubler();
      var net = new Sequential(("inner", new Sequential(("fc", layer))));
      float seenInput = 0, seenOutput = 0;
      string path = "unset";
      using (HookHandle hook = layer.RegisterForwardHook((m, input, output) => {
        Assert.Same(layer, m);
        path = m.Path;
        seenInput = input.Item<float>();
        seenOutput = output.Item<float>();
        return null;
      })) {
        Assert.Equal(7f, Support.Run(net, 3));
        Assert.Equal((3f, 7f, "inner.fc"), (seenInput, seenOutput, path));
        Assert.Equal("", layer.Path);
      }
      using (layer.RegisterForwardHook((m, input, output) => -output)) {
        Assert.Equal(-7f, Support.Run(net, 3));
      }
      Assert.Equal(7f, Support.Run(net, 3));
    }

    [Fact]
    public void ForwardPreHookSeesAndReplacesTheInput() {
      using Linear layer = Support.Doubler();
      using (layer.RegisterForwardPreHook((m, input) => input + 1))
      using (layer.RegisterForwardPreHook((m, input) => input * 10)) {
        Assert.Equal(81f, Support.Run(layer, 3));
      }
      Assert.Equal(7f, Support.Run(layer, 3));
    }

    sealed class Sum : Module {
      protected override Value Forward(Value[] args, IReadOnlyDictionary<string, Value> kwargs) =>
          args[0].ToTensor() + kwargs["other"].ToTensor();
    }

    [Fact]
    public void HooksWithKeywordArguments() {
      using var scope = new TensorScope();
      using var sum = new Sum();
      var kwargs = new Dictionary<string, Value> { ["other"] = Support.One(2) };
      Value Run() => sum.Call(new Value[] { Support.One(1) }, kwargs);
      Assert.Equal(3f, Run().ToTensor().Item<float>());
      using (sum.RegisterForwardPreHook((m, args, named) => {
        Assert.Equal(1f, args[0].ToTensor().Item<float>());
        return (new Value[] { args[0].ToTensor() * 10 },
                new Dictionary<string, Value> { ["other"] = named["other"].ToTensor() * 100 });
      })) {
        Assert.Equal(210f, Run().ToTensor().Item<float>());
      }
      using (sum.RegisterForwardHook((m, args, named, output) => {
        Assert.Equal(2f, named["other"].ToTensor().Item<float>());
        return Value.Tuple(output, 7);
      })) {
        Assert.Equal(7, Run()[1].ToLong());
      }
      using (sum.RegisterForwardHook((m, args, named, output) => null)) {
        Assert.Equal(3f, Run().ToTensor().Item<float>());
      }
    }

    [Fact]
    public void HooksPrependAndAlwaysCall() {
      using Linear layer = Support.Doubler();
      var order = new List<string>();
      ForwardHook Note(string name) => (m, input, output) => {
        order.Add(name);
        return null;
      };
      using var a = layer.RegisterForwardHook(Note("a"));
      using var b = layer.RegisterForwardHook(Note("b"), prepend: true);
      using var pre = layer.RegisterForwardPreHook((m, input) => {
        order.Add("second");
        return null;
      });
      using var first = layer.RegisterForwardPreHook((m, input) => {
        order.Add("first");
        return null;
      }, prepend: true);
      Support.Run(layer, 1);
      Assert.Equal(new[] { "first", "second", "b", "a" }, order);
      order.Clear();
      using var always = layer.RegisterForwardHook((m, args, kwargs, output) => {
        order.Add(output.IsNone ? "always, no output" : "always");
        return null;
      }, alwaysCall: true);
      using var tensors = layer.RegisterForwardHook((m, input, output) => {
        Assert.Equal("(1, 2)", input.Shape.ToString());
        order.Add(Assert.Throws<TenonException>(() => output.Numel).Status.ToString());
        return null;
      }, alwaysCall: true);
      using var wrong = Tensor.Zeros(1, 2);
      Assert.Throws<TenonException>(() => layer.Call(wrong));
      Assert.Equal(new[] { "first", "second", "always, no output", "Index" }, order);
    }

    [Fact]
    public void HookHandleRemovesOnce() {
      using Linear layer = Support.Doubler();
      int seen = 0;
      ForwardHook count = (m, input, output) => {
        seen++;
        return null;
      };
      HookHandle first = layer.RegisterForwardHook(count), second = layer.RegisterForwardHook(count);
      Support.Run(layer, 1);
      first.Dispose();
      first.Dispose();
      first.Remove();
      Support.Run(layer, 1);
      Assert.Equal(3, seen);
      second.Remove();
      Support.Run(layer, 1);
      Assert.Equal(3, seen);
      // A hook that removes itself while it runs.
      HookHandle? self = null;
      self = layer.RegisterForwardHook((m, input, output) => {
        self!.Remove();
        seen++;
        return null;
      });
      Support.Run(layer, 1);
      Support.Run(layer, 1);
      Assert.Equal(4, seen);
    }

    [Fact]
    public void ContextWideHooks() {
      using Linear layer = Support.Doubler();
      using var net = new Sequential(layer);
      var seen = new List<string>();
      using (Context.RegisterModuleForwardHook((m, input, output) => {
        seen.Add(m.TypeName + "/" + m.Path);
        Assert.True(ReferenceEquals(m, net) || ReferenceEquals(m, layer));
        return null;
      }))
      using (Context.RegisterModuleForwardPreHook((m, input) => {
        seen.Add("pre " + m.TypeName);
        return null;
      })) {
        Support.Collect();
        Support.Run(net, 1);
      }
      Assert.Equal(new[] { "pre Sequential", "pre Linear", "Linear/0", "Sequential/" }, seen);
      using (Context.RegisterModuleForwardHook((m, args, kwargs, output) => m is Linear ? output.ToTensor() * 2 : (Value?)null))
      using (Context.RegisterModuleForwardPreHook((m, args, kwargs) => null)) {
        Assert.Equal(6f, Support.Run(net, 1));
      }
      Support.Run(net, 1);
      Assert.Equal(4, seen.Count);
    }

    sealed class Plain : Module { }

    [Fact]
    public void RegistrationHooks() {
      using var scope = new TensorScope();
      using var net = new Plain();
      var seen = new List<string>();
      using (Context.RegisterModuleParameterRegistrationHook((m, name, value) => {
        seen.Add($"parameter {name} {value!.Shape}");
        return (value * 0 + 5).Detach().AsParameter();
      }))
      using (Context.RegisterModuleBufferRegistrationHook((m, name, value) => {
        seen.Add("buffer " + name);
        return null;
      }))
      using (Context.RegisterModuleModuleRegistrationHook((m, name, value) => {
        seen.Add($"module {name} {value!.TypeName}");
        return value is ReLU ? new Plain() : null;
      })) {
        net.RegisterParameter("w", Tensor.Ones(2).AsParameter());
        net.RegisterBuffer("b", Tensor.Ones(2));
        net.AddModule("act", new ReLU());
      }
      Assert.Equal(new[] { "parameter w (2,)", "buffer b", "module act ReLU" }, seen);
      Assert.Equal(new float[] { 5, 5 }, Support.Floats(net.GetParameter("w")));
      Support.Collect();
      Assert.IsType<Plain>(net.GetSubmodule("act"));
      net.RegisterBuffer("c", Tensor.Ones(2));
      Assert.Equal(3, seen.Count);
    }

    [Fact]
    public void StateDictAndLoadHooks() {
      using var scope = new TensorScope();
      using Linear layer = Support.Doubler();
      using var net = new Sequential(layer);
      var seen = new List<string>();
      using (layer.RegisterStateDictPreHook((m, prefix, keepVars) => seen.Add($"pre {prefix} {keepVars}")))
      using (layer.RegisterStateDictPostHook((m, state, prefix, metadata) => {
        seen.Add($"post {prefix} {state.Count} {metadata["version"]}");
        state[prefix + "extra"] = Tensor.Ones(1);
      })) {
        StateDict state = net.StateDict();
        Assert.Equal(new[] { "0.weight", "0.bias", "0.extra" }, state.Keys);
      }
      Assert.Equal(new[] { "pre 0. False", "post 0. 2 1" }, seen);
      seen.Clear();
      StateDict older = new StateDict { ["0.w"] = Tensor.Full(4, DType.F32, 1, 1), ["0.bias"] = Tensor.Zeros(1) };
      using (layer.RegisterLoadStateDictPreHook((m, state, prefix, metadata, strict, report) => {
        seen.Add($"pre {prefix} {strict}");
        state[prefix + "weight"] = state[prefix + "w"];
        state.Remove(prefix + "w");
      }))
      using (layer.RegisterLoadStateDictPostHook((m, report) => {
        seen.Add($"post {report.MissingKeys.Count}");
        report.Add(LoadReport.Kind.Missing, "made.up");
        report.RemoveAt(LoadReport.Kind.Missing, 0);
      })) {
        LoadReport report = net.LoadStateDict(older);
        Assert.Equal("<All keys matched successfully>", report.ToString());
      }
      Assert.Equal(new[] { "pre 0. True", "post 0" }, seen);
      Assert.Equal(4f, layer.Weight.Item<float>());
    }
  }
}
