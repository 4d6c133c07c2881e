// Reads handwriting with a network that PyTorch trained, in C#.
//
//     TENON_NATIVE_PATH=libtenon.so dotnet Digits.dll EXAMPLE_FOLDER
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Runtime.InteropServices;
using Tenon;
using Tenon.Nn;

/// <summary>What a forward hook learns of one layer's output.</summary>
sealed class Activations {
    internal readonly string Path;
    internal string Class = "";
    internal long Count, Zeros;
    internal double Sum, Least = double.PositiveInfinity, Most = double.NegativeInfinity;

    internal Activations(string path) { Path = path; }

    internal Tensor? Watch(Module module, Tensor input, Tensor output) {
        Class = module.TypeName;
        using TensorView<float> view = output.Map<float>(); // without a copy
        foreach (float v in view.Span) {
            Least = Math.Min(Least, v);
            Most = Math.Max(Most, v);
            Sum += v;
            Count++;
            if (v == 0) Zeros++;
        }
        return null; // the output stays as it is
    }
}

/// <summary>A module of our own: turns each row of scores into probabilities.</summary>
sealed class Confidence : Module {
    protected override Tensor Forward(Tensor x) {
        float[] scores = x.ToArray<float>();
        int classes = (int)x.Size(1);
        for (int start = 0; start < scores.Length; start += classes) {
            Span<float> row = scores.AsSpan(start, classes);
            float most = row[0];
            foreach (float score in row) most = Math.Max(most, score);
            double sum = 0;
            foreach (float score in row) sum += Math.Exp((double)score - most);
            foreach (ref float score in row) score = (float)(Math.Exp((double)score - most) / sum);
        }
        return Tensor.From(scores, x.Shape.ToArray());
    }
}

static class Digits {
    const int TrainRows = 1400; // PyTorch trained on the first rows; it never saw the others
    const int Rows = 397, Classes = 10, Pixels = 64;
    static int passed, failed;

    static void Check(bool holds, string claim) {
        if (holds) passed++;
        else failed++;
        Console.WriteLine($"  {(holds ? "ok    " : "FAILED")}  {claim}");
    }

    /// <summary>The images after the first 1400, pixel / 16, and their labels.</summary>
    static (float[] Images, int[] Labels) Read(string path) {
        using var text = new StreamReader(new GZipStream(File.OpenRead(path), CompressionMode.Decompress));
        var images = new List<float>();
        var labels = new List<int>();
        string? line;
        for (int row = 0; (line = text.ReadLine()) != null; row++) {
            if (row < TrainRows) continue;
            string[] numbers = line.Split(',');
            for (int i = 0; i < Pixels; i++) images.Add(float.Parse(numbers[i], CultureInfo.InvariantCulture) / 16);
            labels.Add((int)float.Parse(numbers[Pixels], CultureInfo.InvariantCulture));
        }
        return (images.ToArray(), labels.ToArray());
    }

    /// <summary>FNV-1a over the bytes.</summary>
    static ulong HashOf(float[] values) {
        ulong hash = 14695981039346656037;
        foreach (byte b in MemoryMarshal.AsBytes(values.AsSpan())) hash = (hash ^ b) * 1099511628211;
        return hash;
    }

    static int Best(ReadOnlySpan<float> scores) {
        int best = 0;
        for (int i = 1; i < scores.Length; i++) {
            if (scores[i] > scores[best]) best = i;
        }
        return best;
    }

    static ReadOnlySpan<float> RowOf(float[] scores, int row) => scores.AsSpan(row * Classes, Classes);

    /// <summary>The tree from a printed text, the weights from the state dict, in eval mode.</summary>
    static Module Build(string textPath, StateDict weights) {
        Module net = Module.Parse(File.ReadAllText(textPath));
        net.LoadStateDict(weights); // strictly
        return net.Eval();
    }

    static void Demo(string folder) {
        string In(string name) => Path.Combine(folder, name);
        var (images, labels) = Read(In("digits.csv.gz"));

        using var scope = new TensorScope(); // frees every tensor and state dict made inside
        StateDict weights = StateDict.Load(In("model/model.safetensors"));
        using Module net = Build(In("model/model.txt"), weights);
        Console.WriteLine("parameters");
        foreach (var (name, p) in net.NamedParameters()) Console.WriteLine($"  {name,-12} {p.Shape}");

        Tensor input = Tensor.Wrap<float>(images, Rows, 1, 8, 8); // our memory, without a copy
        float[] Run(Module module) => module.Call(input).ToArray<float>();

        Activations[] seen = new[] { "0", "2", "6", "9", "10" }.Select(path => new Activations(path)).ToArray();
        HookHandle[] hooks = seen.Select(layer => net.GetSubmodule(layer.Path).RegisterForwardHook(layer.Watch)).ToArray();
        float[] logits = Run(net);
        foreach (HookHandle hook in hooks) hook.Remove();
        Console.WriteLine("activations            mean       min       max   zeros");
        foreach (Activations layer in seen) {
            Console.WriteLine($"  {layer.Path,-2} {layer.Class,-12} {layer.Sum / layer.Count,9:F4} {layer.Least,9:F4} " +
                              $"{layer.Most,9:F4} {100.0 * layer.Zeros / layer.Count,6:F1}%");
        }

        ulong hash = HashOf(logits);
        bool steady = true;
        var fastest = TimeSpan.MaxValue;
        for (int i = 0; i < 20; i++) {
            long start = Stopwatch.GetTimestamp();
            Tensor y = net.Call(input);
            TimeSpan took = Stopwatch.GetElapsedTime(start);
            if (took < fastest) fastest = took;
            steady &= HashOf(y.ToArray<float>()) == hash;
        }

        // A custom module behind the whole network, in a Sequential of ours.
        using var both = new Sequential(net, new Confidence());
        float[] shares = Run(both);

        StateDict recorded = StateDict.Load(In("model/expected.safetensors"));
        float[] expected = recorded["logits"].ToArray<float>();
        long[] predictions = recorded["predictions"].ToArray<long>();
        int right = 0, same = 0;
        for (int row = 0; row < Rows; row++) {
            int digit = Best(RowOf(logits, row));
            if (digit == labels[row]) right++;
            if (digit == predictions[row]) same++;
        }
        double largest = logits.Zip(expected, (a, b) => Math.Abs((double)a - b)).Max();
        int first = Best(RowOf(shares, 0));
        Console.WriteLine($"accuracy     {right} of {Rows} right ({100.0 * right / Rows:F2}%)");
        Console.WriteLine($"logits hash  {hash:x16}");
        Console.WriteLine($"custom hash  {HashOf(shares):x16}");
        Console.WriteLine($"custom       the first image is a {first}, says Confidence with {100 * shares[first]:F2}%");
        Console.WriteLine($"time         {fastest.TotalMilliseconds:F3} ms for {Rows} images");
        Console.WriteLine($"differs      {largest:G3} at most from PyTorch's logits");

        Check(same == Rows, "PyTorch predicts the same for every image");
        Check(largest <= 1e-5, "logits are within 1e-5 of PyTorch's");
        Check(steady, "every run gives the same bits");
        using Module newer = Build(In("model/model_2_15.txt"), weights);
        Check(HashOf(Run(newer)) == hash, "the text of PyTorch 2.15 gives the same bits");
        using Module single = Module.Load(In("model/model.safetensors"));
        Check(HashOf(Run(single)) == hash, "the single file gives the same bits");
        Check(seen[0].Count == Rows * 16 * 8 * 8, "the hook saw every value once");

        // The short path: one image in, ten scores out, no tensors in sight.
        double apart = 0;
        var score = new float[Classes];
        for (int row = 0; row < Rows; row++) {
            net.Call(images.AsSpan(row * Pixels, Pixels), new long[] { 1, 1, 8, 8 }, score);
            for (int i = 0; i < Classes; i++) apart = Math.Max(apart, Math.Abs((double)score[i] - RowOf(logits, row)[i]));
        }
        Check(apart <= 1e-5, "one image at a time gives the scores of all at once");
    }

    static int Main(string[] arguments) {
        if (arguments.Length != 1) {
            Console.Error.WriteLine("usage: Digits EXAMPLE_FOLDER");
            return 2;
        }
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        try {
            Demo(arguments[0]);
        } catch (Exception e) {
            Check(false, e.Message);
        }
        for (int i = 0; i < 3; i++) {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Check(Context.Live() == 0, "no handle is left");
        Check(Context.Live(LiveKind.Callbacks) == 0, "our custom module was let go of");
        Console.WriteLine($"checks: {passed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }
}
