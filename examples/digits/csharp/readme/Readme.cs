// The README's C# program: `dotnet run` beside digits.safetensors.
using Tenon;

float[] image = new float[64];

using var scope = new TensorScope();                              // frees every tensor made inside
using var net   = Module.Load("digits.safetensors");
using var hook  = net.GetSubmodule("0").RegisterForwardHook((m, input, output) => {
    Console.WriteLine($"{m.Path} {output.Shape}");  return null; });                // null: output unchanged
Tensor y = net.Call(Tensor.From(image, 1, 1, 8, 8));
Console.WriteLine($"digit {y.ArgMax(1).Item<long>()}");
foreach (var (name, value) in net.NamedParameters()) Console.WriteLine($"{name} {value.Shape}");
net.Save("copy.safetensors");                                     // torch reads it
