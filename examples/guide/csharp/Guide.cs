// The examples of torch.nn.Module's documentation, in C#; each is checked against what Python prints.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Tenon;
using Tenon.Nn;

static class Guide {
    static int passed, failed;

    static void Check(string claim, string expected, string found) {
        if (expected == found) {
            passed++;
        } else {
            failed++;
            Console.WriteLine($"FAILED: {claim}\n--- expected\n{expected}\n--- found\n{found}");
        }
    }

    // class Model(nn.Module):
    //     def __init__(self): super().__init__(); self.conv1 = nn.Conv2d(1, 20, 5); self.conv2 = nn.Conv2d(20, 20, 5)
    //     def forward(self, x): x = F.relu(self.conv1(x)); return F.relu(self.conv2(x))
    sealed class Model : Module {
        readonly Conv2d conv1 = new Conv2d(1, 20, 5), conv2 = new Conv2d(20, 20, 5);

        public Model() {
            AddModule("conv1", conv1);
            AddModule("conv2", conv2);
        }

        protected override Tensor Forward(Tensor x) => conv2.Call(conv1.Call(x).Relu()).Relu();
    }

    static void AModuleOfYourOwn() {
        using var scope = new TensorScope();
        using var model = new Model();
        Check("print(model)",
              "Model(\n  (conv1): Conv2d(1, 20, kernel_size=(5, 5), stride=(1, 1))\n" +
              "  (conv2): Conv2d(20, 20, kernel_size=(5, 5), stride=(1, 1))\n)", model.ToString());
        Check("model(torch.zeros(2, 1, 12, 12)).shape", "(2, 20, 4, 4)", model.Call(Tensor.Zeros(2, 1, 12, 12)).Shape.ToString());
    }

    // @torch.no_grad()
    // def init_weights(m): print(m); if type(m) is nn.Linear: m.weight.fill_(1.0); print(m.weight)
    // net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2)); net.apply(init_weights)
    static void Apply() {
        using var net = new Sequential(new Linear(2, 2), new Linear(2, 2));
        var printed = new StringBuilder();
        net.Apply(m => {
            printed.Append(m).Append('\n');
            if (m is Linear linear) printed.Append(linear.Weight.Fill(1.0)).Append('\n');
        });
        const string layer = "Linear(in_features=2, out_features=2, bias=True)";
        const string ones = "Parameter containing:\ntensor([[1., 1.],\n        [1., 1.]], requires_grad=True)";
        Check("net.apply(init_weights)",
              $"{layer}\n{ones}\n{layer}\n{ones}\nSequential(\n  (0): {layer}\n  (1): {layer}\n)\n", printed.ToString());
    }

    // for param in model.parameters(): print(type(param), param.size())
    // for buf in model.buffers(): print(type(buf), buf.size())
    // for name, param in self.named_parameters(): if name in ['bias']: print(param.size())
    static void ParametersAndBuffers() {
        using var scope = new TensorScope();
        using var model = new Sequential(new Linear(20, 20), new BatchNorm1d(20));
        Check("model.parameters()", "(20, 20) (20,) (20,) (20,)", string.Join(" ", model.Parameters().Select(p => p.Shape)));
        Check("model.buffers()", "(20,) (20,) ()", string.Join(" ", model.Buffers().Select(b => b.Shape)));
        var sizes = new List<string>();
        foreach (var (name, p) in model[0].NamedParameters()) {
            if (name == "bias") sizes.Add(p.Shape.ToString());
        }
        Check("named_parameters()", "(20,)", string.Join(" ", sizes));
    }

    // for name, module in model.named_children(): if name in ['conv4', 'conv5']: print(module)
    static void NamedChildren() {
        using var model = new Sequential(("conv3", new ReLU()), ("conv4", new Conv1d(1, 1, 1)), ("conv5", new Tanh()));
        var printed = new List<string>();
        foreach (var (name, module) in model.NamedChildren()) {
            if (name == "conv4" || name == "conv5") printed.Add(module.ToString());
        }
        Check("named_children()", "Conv1d(1, 1, kernel_size=(1,), stride=(1,))\nTanh()", string.Join("\n", printed));
    }

    // l = nn.Linear(2, 2); net = nn.Sequential(l, l)
    // for idx, m in enumerate(net.named_modules()): print(idx, '->', m)
    static void Duplicates() {
        using var l = new Linear(2, 2);
        using var net = new Sequential(l, l);
        Check("named_modules()", "'' '0'", string.Join(" ", net.NamedModules().Select(m => $"'{m.Name}'")));
        Check("modules()", "2", net.Modules().Count.ToString());
    }

    sealed class A : Module { }
    sealed class Plain : Module {
        public Plain() : base("Module") { }
    }

    // a.get_submodule("net_b.net_c.conv"), a.set_submodule("net_b.net_c.conv", nn.Linear(33, 16))
    static void Submodules() {
        using var a = new A();
        var netB = new Plain();
        var netC = new Plain();
        netC.AddModule("conv", new Conv2d(16, 33, 3, stride: 2));
        netB.AddModule("net_c", netC).AddModule("linear", new Linear(100, 200));
        a.AddModule("net_b", netB);
        Check("print(a)",
              "A(\n  (net_b): Module(\n    (net_c): Module(\n      (conv): Conv2d(16, 33, kernel_size=(3, 3), stride=(2, 2))\n" +
              "    )\n    (linear): Linear(in_features=100, out_features=200, bias=True)\n  )\n)", a.ToString());
        Check("get_submodule", "Linear(in_features=100, out_features=200, bias=True)", a.GetSubmodule("net_b.linear").ToString());
        a.SetSubmodule("net_b.net_c.conv", new Linear(33, 16));
        Check("set_submodule", "Linear(in_features=33, out_features=16, bias=True)", a.GetSubmodule("net_b.net_c.conv").ToString());
        Check("no such submodule", "False", a.TryGetSubmodule("net_b.net_d", out _).ToString());
    }

    // self.register_buffer('running_mean', torch.zeros(num_features))
    static void RegisterBuffer() {
        using var scope = new TensorScope();
        using var module = new Plain();
        module.RegisterBuffer("running_mean", Tensor.Zeros(3));
        module.RegisterBuffer("scratch", Tensor.Zeros(3), persistent: false);
        Check("state_dict().keys()", "running_mean", string.Join(" ", module.StateDict().Keys));
    }

    // linear = nn.Linear(2, 2); linear.to(torch.double); linear.weight; linear.to(torch.half)
    static void To() {
        using var linear = new Linear(2, 2);
        linear.Weight.CopyFrom(new[] { 0.1913f, -0.3420f, -0.5113f, -0.2325f });
        Check("linear.to(torch.double)",
              "Parameter containing:\ntensor([[ 0.1913, -0.3420],\n        [-0.5113, -0.2325]], dtype=torch.float64, requires_grad=True)",
              ((Linear)linear.To(DType.F64)).Weight.ToString());
        Check("linear.to(torch.half)",
              "Parameter containing:\ntensor([[ 0.1913, -0.3420],\n        [-0.5112, -0.2325]], dtype=torch.float16, requires_grad=True)",
              ((Linear)linear.To(DType.F16)).Weight.ToString());
    }

    // module.state_dict().keys() -> ['bias', 'weight']; load_state_dict(strict=False)
    static void State() {
        using var scope = new TensorScope();
        using var module = new Linear(2, 2);
        Check("state_dict().keys()", "weight bias", string.Join(" ", module.StateDict().Keys));
        var part = new StateDict { ["weight"] = Tensor.Ones(2, 2) };
        Check("load_state_dict(strict=False)", "bias", string.Join(" ", module.LoadStateDict(part, strict: false).MissingKeys));
    }

    // handle = module.register_forward_hook(hook); handle.remove()
    static void Hooks() {
        using var scope = new TensorScope();
        using var relu = new ReLU();
        Tensor x = Tensor.From(new float[] { -1, 2 });
        using (relu.RegisterForwardHook((module, input, output) => output + input)) {
            Check("a hook changes the output", "tensor([-1.,  4.])", relu.Call(x).ToString());
        }
        Check("it is removed", "tensor([0., 2.])", relu.Call(x).ToString());
    }

    static int Main() {
        AModuleOfYourOwn();
        Apply();
        ParametersAndBuffers();
        NamedChildren();
        Duplicates();
        Submodules();
        RegisterBuffer();
        To();
        State();
        Hooks();
        Console.WriteLine($"{passed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }
}
