import java.util.Optional;
import org.tenon.DType;
import org.tenon.HookHandle;
import org.tenon.Ops;
import org.tenon.StateDict;
import org.tenon.Tenon;
import org.tenon.TenonException;
import org.tenon.TenonModule;
import org.tenon.Tensor;
import org.tenon.nn.BatchNorm2d;
import org.tenon.nn.Conv2d;
import org.tenon.nn.Linear;
import org.tenon.nn.Sequential;

/** The examples of torch.nn.Module's documentation: {@code java -cp tenon.jar Guide.java}. Each prints what Python prints. */
public final class Guide {
    private static final String LINEAR = "Linear(in_features=2, out_features=2, bias=True)";
    private static final String SEQUENTIAL = "Sequential(\n  (0): " + LINEAR + "\n  (1): " + LINEAR + "\n)";
    private static final String ONES =
            "Parameter containing:\ntensor([[1., 1.],\n        [1., 1.]], requires_grad=True)";
    private static int passed;
    private static int failed;

    private Guide() {}

    /** An example: prints into {@code out}. */
    private interface Example {
        void run(StringBuilder out) throws Exception;
    }

    private static void line(StringBuilder out, Object... things) {
        String gap = "";
        for (Object thing : things) {
            out.append(gap).append(thing);
            gap = " ";
        }
        out.append('\n');
    }

    // class Model(nn.Module): conv1, conv2; forward: F.relu(conv2(F.relu(conv1(x))))
    private static final class Model extends TenonModule {
        private final Conv2d conv1 = addModule("conv1", new Conv2d(1, 20, 5));
        private final Conv2d conv2 = addModule("conv2", new Conv2d(20, 20, 5));

        @Override
        protected Tensor forward(Tensor x) {
            return conv2.call(conv1.call(x).relu()).relu();
        }
    }

    private static void model(StringBuilder out) {
        try (var model = new Model();
                var scope = Tenon.scope()) {
            line(out, model);
            line(out, model.call(Ops.zeros(1, 1, 28, 28)).shape());
        }
    }

    // net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    private static Sequential twoLinears() {
        return new Sequential(new Linear(2, 2), new Linear(2, 2)); // closed with it
    }

    // def init_weights(m): print(m); if type(m) is nn.Linear: m.weight.fill_(1.0); print(m.weight)
    private static void apply(StringBuilder out) {
        try (var net = twoLinears()) {
            net.apply(m -> {
                line(out, m);
                if (m instanceof Linear linear) {
                    linear.weight().fill(1.0); // closed when the callback returns
                    line(out, linear.weight());
                }
            });
        }
    }

    // for buf in model.buffers(): print(type(buf), buf.size())
    private static void buffers(StringBuilder out) {
        try (var norm = new BatchNorm2d(20);
                var scope = Tenon.scope()) {
            for (var buffer : norm.namedBuffers()) {
                line(out, buffer.name(), buffer.value().dtype(), buffer.value().shape());
            }
        }
    }

    // self.register_buffer("running_mean", torch.zeros(num_features))
    private static void registerBuffer(StringBuilder out) {
        try (var module = new TenonModule();
                var scope = Tenon.scope()) {
            module.registerBuffer("running_mean", Ops.zeros(4));
            module.registerBuffer("scratch", Ops.zeros(4), false);
            line(out, module.stateDict().keys(), module.has("scratch"));
        }
    }

    private static final String A = "A(\n  (net_b): Module(\n    (net_c): Module(\n"
            + "      (conv): Conv2d(16, 33, kernel_size=(3, 3), stride=(2, 2))\n    )\n"
            + "    (linear): Linear(in_features=100, out_features=200, bias=True)\n  )\n)";

    // A has net_b; net_b has net_c and linear; net_c has conv.
    private static void getSubmodule(StringBuilder out) {
        try (var a = new TenonModule("A")) {
            TenonModule netB = a.addModule("net_b", new TenonModule());
            TenonModule netC = netB.addModule("net_c", new TenonModule());
            netC.addModule("conv", new Conv2d(16, 33, 3, o -> o.stride(2)));
            netB.addModule("linear", new Linear(100, 200));
            line(out, a);
            line(out, a.getSubmodule("net_b.linear").typeName(), a.getSubmodule("net_b.net_c.conv").typeName());
            line(out, a.getSubmodule("") == a);
            Optional<TenonModule> missing = a.findSubmodule("net_b.net_d"); // costs no exception
            line(out, missing.isPresent());
            try {
                a.getSubmodule("net_b.net_d");
            } catch (TenonException e) {
                line(out, e.status());
            }
            TenonModule conv = a.getSubmodule("net_b.net_c.conv");
            a.setSubmodule("net_b.net_c.conv", new Linear(33, 16));
            conv.close(); // out of the tree
            line(out, a.getSubmodule("net_b.net_c.conv"));
        }
    }

    // l = nn.Linear(2, 2); net = nn.Sequential(l, l); for idx, m in enumerate(net.named_modules()): print(idx, "->", m)
    private static void namedModules(StringBuilder out) {
        var l = new Linear(2, 2);
        try (var net = new Sequential(l, l)) {
            int index = 0;
            for (var m : net.namedModules()) {
                line(out, index++, "-> ('" + m.name() + "',", m.value() + ")");
            }
            line(out, net.namedModules("", false).size());
        }
    }

    // for name, module in model.named_children(): if name in ["conv4", "conv5"]: print(module)
    private static void namedChildren(StringBuilder out) {
        try (var model = new Model()) {
            for (var child : model.namedChildren()) {
                if (child.name().equals("conv2")) {
                    line(out, child.value());
                }
            }
        }
    }

    // for name, param in self.named_parameters(): if name in ["bias"]: print(param.size())
    private static void namedParameters(StringBuilder out) {
        try (var net = twoLinears();
                var scope = Tenon.scope()) {
            for (var p : net.namedParameters("net", true, true)) {
                line(out, p.name(), p.value().shape());
            }
        }
    }

    // module.state_dict().keys(); module.load_state_dict(...)
    private static void stateDict(StringBuilder out) {
        try (var linear = new Linear(2, 2);
                var other = new Linear(2, 2);
                StateDict state = linear.stateDict()) {
            line(out, state.keys());
            line(out, other.loadStateDict(state));
        }
    }

    // linear.to(torch.double); linear.half()
    private static void to(StringBuilder out) {
        try (var linear = new Linear(2, 2);
                Tensor weight = linear.weight()) { // it stays the same parameter
            line(out, linear.to(DType.F64), weight.dtype());
            line(out, linear.half(), weight.dtype());
        }
    }

    // hook(module, args, output) -> None or modified output
    private static void forwardHook(StringBuilder out) {
        try (var net = twoLinears();
                var scope = Tenon.scope();
                HookHandle hook = net.registerForwardHook((m, in, y) -> {
                    line(out, m.typeName(), in.shape(), y.shape());
                    return y.mul(0);
                })) {
            line(out, net.call(Ops.ones(1, 2)).sum().item() == 0);
        }
    }

    private static void check(boolean holds, String claim) {
        passed += holds ? 1 : 0;
        failed += holds ? 0 : 1;
        if (!holds) {
            System.out.println("FAILED " + claim);
        }
    }

    private static void show(String name, Example example, String prints) {
        StringBuilder out = new StringBuilder();
        try {
            example.run(out);
        } catch (Exception e) {
            line(out, e);
        }
        System.out.println(">>> " + name + "\n" + out);
        check(out.toString().strip().equals(prints), name + " prints what Python prints");
    }

    /** @param arguments none */
    public static void main(String[] arguments) {
        show("class Model", Guide::model, "Model(\n  (conv1): Conv2d(1, 20, kernel_size=(5, 5), stride=(1, 1))\n"
                + "  (conv2): Conv2d(20, 20, kernel_size=(5, 5), stride=(1, 1))\n)\n(1, 20, 20, 20)");
        show("apply", Guide::apply, LINEAR + "\n" + ONES + "\n" + LINEAR + "\n" + ONES + "\n" + SEQUENTIAL);
        show("buffers", Guide::buffers, "running_mean F32 (20,)\nrunning_var F32 (20,)\nnum_batches_tracked I64 ()");
        show("register_buffer", Guide::registerBuffer, "[running_mean] true");
        show("get_submodule", Guide::getSubmodule, A + "\nLinear Conv2d\ntrue\nfalse\nATTRIBUTE\n"
                + "Linear(in_features=33, out_features=16, bias=True)");
        show("named_modules", Guide::namedModules, "0 -> ('', " + SEQUENTIAL + ")\n1 -> ('0', " + LINEAR + ")\n3");
        show("named_children", Guide::namedChildren, "Conv2d(20, 20, kernel_size=(5, 5), stride=(1, 1))");
        show("named_parameters", Guide::namedParameters,
                "net.0.weight (2, 2)\nnet.0.bias (2,)\nnet.1.weight (2, 2)\nnet.1.bias (2,)");
        show("state_dict", Guide::stateDict, "[weight, bias]\n<All keys matched successfully>");
        show("to", Guide::to, LINEAR + " F64\n" + LINEAR + " F16");
        show("register_forward_hook", Guide::forwardHook, "Sequential (1, 2) (1, 2)\ntrue");
        check(Tenon.live(Tenon.Live.HANDLES) == 0, "no handle is left");
        System.out.println(passed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
