// What C# adds to a call, beside the same calls from C in one run. Exit code 1 if a line misses its target.
//
//     Bench BASELINE_LIBRARY
using System;
using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;
using Tenon;
using Tenon.Nn;
using Module = Tenon.Module;

static unsafe class Bench {
    // Rounds far shorter than a time slice, so that other work on the machine spoils few of them.
    const int Rounds = 301, Calls = 1000;
    static bool missed;

    /// <summary>Nanoseconds of one call by turns, so that a slower moment slows both: medians of the rounds.</summary>
    static (double C, double Sharp) Measure(Action<int> c, Action<int> sharp) {
        for (int i = 0; i < 60; i++) {
            c(Calls);
            sharp(Calls);
        }
        System.Threading.Thread.Sleep(200); // the optimizing compiler works in the background
        double[] ofC = new double[Rounds], ofSharp = new double[Rounds];
        for (int i = 0; i < Rounds; i++) {
            ofC[i] = Time(c);
            ofSharp[i] = Time(sharp);
        }
        Array.Sort(ofC);
        Array.Sort(ofSharp);
        return (ofC[Rounds / 2], ofSharp[Rounds / 2]);
    }

    static double Time(Action<int> run) {
        long start = Stopwatch.GetTimestamp();
        run(Calls);
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds / Calls;
    }

    static void Line(string name, (double C, double Sharp) times, double most) {
        double more = times.Sharp - times.C;
        bool misses = most > 0 && more > most;
        missed |= misses;
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{name,-34} {times.C,7:F1} ns {times.Sharp,7:F1} ns   +{more,6:F1} ns   {(most > 0 ? $"aim {most:F0}{(misses ? "  MISSED" : "")}" : "")}"));
    }

    static int Main(string[] arguments) {
        _ = Context.Version;
        nint baseline = NativeLibrary.Load(arguments[0]);
        nint tenon = NativeLibrary.Load(Environment.GetEnvironmentVariable("TENON_NATIVE_PATH")!);
        var cCall1 = (delegate* unmanaged<nint, nint, nint, nint, int, void>)NativeLibrary.GetExport(baseline, "baseline_call1");
        var cCallF32 = (delegate* unmanaged<nint, nint, float*, float*, int, void>)NativeLibrary.GetExport(baseline, "baseline_call_f32");
        nint call1 = NativeLibrary.GetExport(tenon, "tenon_module_call1"), release = NativeLibrary.GetExport(tenon, "tenon_tensor_release");
        nint callF32 = NativeLibrary.GetExport(tenon, "tenon_module_call_f32");
        static nint RawModule(Module m) => ((SafeHandle)typeof(Module).GetProperty("Handle", BindingFlags.NonPublic | BindingFlags.Instance)!.GetValue(m)!).DangerousGetHandle();
        static nint RawTensor(Tensor t) => (nint)typeof(NativeObject).GetField("raw", BindingFlags.NonPublic | BindingFlags.Instance)!.GetValue(t)!;

        using var layer = new Linear(8, 8);
        layer.Eval();
        using var identity = new Identity();
        using var hooked = new Identity();
        using HookHandle hook = hooked.RegisterForwardHook((m, input, output) => null);
        using Tensor x = Tensor.Ones(1, 8);
        float[] data = new float[8], result = new float[8];
        long[] shape = { 1, 8 };
        float* pinned = (float*)NativeMemory.AllocZeroed(16, sizeof(float));
        nint rawLayer = RawModule(layer), rawIdentity = RawModule(identity), rawX = RawTensor(x);

        void InScope(Module m, int calls) {
            using var scope = new TensorScope();
            for (int i = 0; i < calls; i++) m.Call(x);
        }

        Console.WriteLine($"{"",-34} {"C",7}    {"C#",7}");
        Line("call_f32, Linear(8, 8)", Measure(n => cCallF32(callF32, rawLayer, pinned, pinned + 8, n), n => {
            for (int i = 0; i < n; i++) layer.Call(data, shape, result);
        }), 60);
        Line("call(x) in a scope, Identity", Measure(n => cCall1(call1, release, rawIdentity, rawX, n), n => InScope(identity, n)), 150);
        Line("call(x) in a scope, Linear(8, 8)", Measure(n => cCall1(call1, release, rawLayer, rawX, n), n => InScope(layer, n)), 150);
        Line("call(x) and Dispose, Identity", Measure(n => cCall1(call1, release, rawIdentity, rawX, n), n => {
            for (int i = 0; i < n; i++) identity.Call(x).Dispose();
        }), 0);
        // The hook alone: the same call of C# without it.
        Line("a forward hook (without, with)", Measure(n => InScope(identity, n), n => InScope(hooked, n)), 200);
        return missed ? 1 : 0;
    }
}
