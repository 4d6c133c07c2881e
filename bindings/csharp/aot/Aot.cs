// A program compiled ahead of time: P/Invokes, hooks, a module written in C#, an exception through native code.
using System;
using Tenon;
using Tenon.Nn;

sealed class Twice : Module {
    protected override Tensor Forward(Tensor x) => x * 2;
}

static class Aot {
    static int passed, failed;

    static void Check(bool holds, string claim) {
        if (holds) passed++;
        else failed++;
        if (!holds) Console.WriteLine("FAILED " + claim);
    }

    static int Main() {
        using (var scope = new TensorScope()) {
            using var layer = new Linear(1, 1);
            layer.Weight.Fill(2);
            layer.Bias!.Fill(1);
            using var net = new Sequential(layer, new Twice());
            Tensor x = Tensor.From(new float[] { 3 }, 1, 1);
            Check(net.Call(x).Item<float>() == 14, "a module written in C# runs");
            int seen = 0;
            using (layer.RegisterForwardHook((m, input, output) => {
                seen++;
                return -output;
            })) Check(net.Call(x).Item<float>() == -14 && seen == 1, "a hook changes the output");
            var trouble = new InvalidOperationException("on purpose");
            try {
                using (layer.RegisterForwardPreHook((m, input) => throw trouble)) net.Call(x);
                Check(false, "the exception comes out");
            } catch (InvalidOperationException e) {
                Check(ReferenceEquals(trouble, e), "the exception comes out as the same object");
            }
            using Module parsed = Module.Parse("Sequential(\n  (0): Linear(in_features=4, out_features=2, bias=True)\n)");
            Check(parsed.GetSubmodule("0") is Linear, "layers come back as their class");
            Value pair = Value.Tuple(1, Value.Dict(("a", "b")));
            Check(pair.ToString() == "(1, {'a': 'b'})", "values cross");
            Check(net.StateDict().Count == 2, "a state dict");
        }
        Console.WriteLine($"{passed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }
}
