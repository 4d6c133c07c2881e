package org.tenon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tenon.nn.BatchNorm1d;
import org.tenon.nn.Conv1d;
import org.tenon.nn.Conv2d;
import org.tenon.nn.Dropout;
import org.tenon.nn.Identity;
import org.tenon.nn.LSTM;
import org.tenon.nn.Linear;
import org.tenon.nn.ModuleDict;
import org.tenon.nn.ModuleList;
import org.tenon.nn.ReLU;
import org.tenon.nn.Sequential;
import org.tenon.nn.Sigmoid;
import org.tenon.nn.Tanh;

/** Modules: made, called, looked at, changed. */
class ModuleTest extends Leakless {
    private static Map<String, TenonModule> two(String a, TenonModule first, String b, TenonModule second) {
        Map<String, TenonModule> modules = new LinkedHashMap<>();
        modules.put(a, first);
        modules.put(b, second);
        return modules;
    }

    @Test
    void layersComeBackAsTheirClass() {
        try (Sequential net = new Sequential(
                        new Linear(4, 2), new Conv2d(1, 2, 3), new LSTM(2, 3), new ModuleList(new ReLU()),
                        new ModuleDict(Map.of("a", new Tanh())));
                TenonModule parsed = TenonModule.parse(net.toString())) {
            assertInstanceOf(Sequential.class, parsed);
            assertInstanceOf(Linear.class, parsed.getSubmodule("0"));
            assertInstanceOf(Conv2d.class, parsed.getSubmodule("1"));
            assertInstanceOf(LSTM.class, parsed.getSubmodule("2"));
            assertInstanceOf(ReLU.class, parsed.getSubmodule("3.0"));
            assertInstanceOf(Tanh.class, ((ModuleDict) parsed.getSubmodule("4")).get("a"));
        }
        try (TenonModule made = TenonModule.create("Linear", Value.tuple(4, 2))) {
            assertInstanceOf(Linear.class, made);
            assertEquals("Linear", made.typeName());
        }
    }

    @Test
    void layerOptionsHavePytorchNamesAndDefaults() {
        try (Linear linear = new Linear(4, 2);
                Conv2d conv = new Conv2d(16, 33, 3, o -> o.stride(2));
                Conv2d oblong = new Conv2d(16, 33, new long[] {3, 5}, o -> o.stride(new long[] {2, 1})
                        .padding(new long[] {4, 2})
                        .dilation(new long[] {3, 1}));
                Conv1d same = new Conv1d(2, 2, 3, o -> o.padding("same").bias(false));
                BatchNorm1d norm = new BatchNorm1d(3);
                BatchNorm1d average = new BatchNorm1d(3, o -> o.momentum(null));
                Linear half = new Linear(2, 2, o -> o.dtype(DType.F16));
                Dropout drop = new Dropout(o -> o.p(0.25));
                Scope scope = Tenon.scope()) {
            assertEquals(4, linear.options().get("in_features").asLong());
            assertEquals(2, linear.options().get("out_features").asLong());
            assertTrue(linear.options().get("bias").asBoolean());
            assertEquals("Conv2d(16, 33, kernel_size=(3, 3), stride=(2, 2))", conv.toString());
            assertEquals(
                    "Conv2d(16, 33, kernel_size=(3, 5), stride=(2, 1), padding=(4, 2), dilation=(3, 1))",
                    oblong.toString());
            assertEquals("Conv1d(2, 2, kernel_size=(3,), stride=(1,), padding=same, bias=False)", same.toString());
            assertNull(same.bias());
            assertEquals(
                    "BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)",
                    norm.toString());
            assertEquals(0.1, norm.options().get("momentum").asDouble());
            assertTrue(average.options().get("momentum").isNone()); // none is something else than not given
            assertEquals("(3,)", norm.runningMean().shape());
            assertEquals(DType.F16, half.weight().dtype());
            assertEquals("Dropout(p=0.25, inplace=False)", drop.toString());
            TenonException wrong =
                    assertThrows(TenonException.class, () -> TenonModule.create("Linear", Value.tuple(4)));
            assertEquals(Status.TYPE, wrong.status());
        }
    }

    @Test
    void parseBuildsThePrintedTree() {
        String text =
                "Sequential(\n  (fc1): Linear(in_features=4, out_features=2, bias=True)\n  (act): ReLU()\n)";
        try (TenonModule net = TenonModule.parse(text);
                Scope scope = Tenon.scope()) {
            assertEquals(text, net.toString());
            assertTrue(net.getParameter("fc1.weight").isUninitialized());
            assertSame(net, net.initialize());
            assertFalse(net.getParameter("fc1.weight").isUninitialized());
            Report report = new Report();
            try (TenonModule again = TenonModule.parse(net.text(), null, true, report)) {
                assertEquals(text, again.toString());
                assertEquals(List.of(), report.lines(Report.Kind.ASSUMED));
            }
            try (TenonModule shown = TenonModule.parse(net.toString(), net.stateDict())) {
                assertEquals(text, shown.toString());
            }
            assertEquals(
                    Status.VALUE, assertThrows(TenonException.class, () -> TenonModule.parse("Sequential(")).status());
        }
    }

    @Test
    void callWithFloats() {
        try (Linear layer = Support.counting(3, 2);
                Scope scope = Tenon.scope()) {
            float[] output = new float[4];
            long[] shape = {2, 3};
            assertEquals(4, layer.callFloats(new float[] {1, 0, 0, 0, 1, 0}, shape, output));
            assertArrayEquals(new float[] {1, 4, 2, 5}, output);
            FloatBuffer in = TensorTest.direct(9, 1, 0, 0, 0, 1, 0, 9);
            in.position(1).limit(7);
            FloatBuffer out = TensorTest.direct(new float[6]);
            out.position(1);
            assertEquals(4, layer.callFloats(in, shape, out));
            assertEquals(5, out.position());
            assertEquals(4f, out.get(2));
            assertEquals(0f, out.get(5));
            assertEquals(1, in.position());
            FloatBuffer deep = TensorTest.direct(1, 0, 0, 0, 1, 0);
            out.clear();
            assertEquals(4, layer.callFloats(deep, new long[] {1, 1, 1, 2, 3}, out)); // more sizes than registers
            assertEquals(5f, out.get(3));
            assertThrows(IllegalArgumentException.class, () -> layer.callFloats(new float[5], shape, output));
            assertThrows(IllegalArgumentException.class, () -> layer.callFloats(deep, new long[] {1, 3}, out));
            assertThrows(IllegalArgumentException.class, () -> layer.callFloats(FloatBuffer.allocate(6), shape, out));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> layer.callFloats(deep, shape, TensorTest.direct(new float[4]).asReadOnlyBuffer()));
            assertEquals(
                    Status.VALUE,
                    assertThrows(TenonException.class, () -> layer.callFloats(new float[6], shape, new float[3]))
                            .status());
            assertArrayEquals(new float[] {6, 15}, layer.call(Ops.ones(1, 3)).toFloatArray());
        }
    }

    @Test
    void callWithSeveralAndNestedValues() {
        try (LSTM lstm = new LSTM(1, 1);
                Support.Echo echo = new Support.Echo();
                Scope scope = Tenon.scope()) {
            // Every parameter element = ((7 k) mod 13) * 0.1 - 0.3, k counted over all parameters; spec/cases.md BC-11.
            int k = 0;
            for (Tensor parameter : lstm.parameters()) {
                float[] numbers = new float[(int) parameter.numel()];
                for (int i = 0; i < numbers.length; i++) numbers[i] = 7 * k++ % 13 * 0.1f - 0.3f;
                parameter.write(numbers);
            }
            Tensor x = Tensor.of(new float[] {1, -2}, 2, 1, 1);
            Tensor zero = Tensor.zeros(DType.F32, 1, 1, 1);
            Value output = lstm.call(Value.of(x), Value.tuple(zero, zero));
            assertArrayEquals(new float[] {0.1512929f, 0.2563009f}, output.get(0).asTensor().toFloatArray(), 1e-6f);
            assertArrayEquals(new float[] {0.2563009f}, output.get(1).get(0).asTensor().toFloatArray(), 1e-6f);
            assertArrayEquals(new float[] {0.6438339f}, output.get(1).get(1).asTensor().toFloatArray(), 1e-6f);
            // One tensor in, no single tensor out.
            assertEquals(Value.Kind.TUPLE, lstm.call(Value.of(x)).kind());
            assertEquals(Status.TYPE, assertThrows(TenonException.class, () -> lstm.call(x)).status());
            // Nested values cross both ways unchanged.
            Map<String, Object> dict = new LinkedHashMap<>();
            dict.put("a", 1);
            dict.put("b", Value.tuple());
            Value nested = Value.tuple(
                    1, 2.5, "three \uD83D\uDE80", null, true, DType.F16, List.of(1, new long[] {2, 3}), dict);
            assertEquals(
                    "(1, 2.5, 'three \uD83D\uDE80', None, True, torch.float16, [1, (2, 3)], {'a': 1, 'b': ()})",
                    nested.toString());
            Value back = echo.call(nested);
            assertEquals(nested, back);
            assertEquals(nested.hashCode(), back.hashCode());
            assertSame(echo, echo.call(Value.of(echo)).asModule());
            assertThrows(IllegalArgumentException.class, () -> echo.call(Value.of("a\0b")));
            assertThrows(IllegalArgumentException.class, () -> Value.of(new Object()));
        }
    }

    @Test
    void callWithKeywordArguments() {
        TenonModule scaled = new TenonModule("Scaled") {
            @Override
            protected Value forward(List<Value> args, Map<String, Value> kwargs) {
                Tensor x = args.get(0).asTensor();
                double scale = kwargs.containsKey("scale") ? kwargs.get("scale").asDouble() : 1;
                return Value.tuple(x.mul(scale), Map.of("x", x));
            }
        };
        try (scaled;
                Scope scope = Tenon.scope()) {
            Value output = scaled.call(List.of(Value.of(Support.one(5))), Map.of("scale", Value.of(3)));
            assertEquals(15.0, output.get(0).asTensor().item());
            assertEquals(5.0, output.get(1).get("x").asTensor().item());
            assertEquals(5.0, scaled.call(Value.of(Support.one(5))).get(0).asTensor().item());
        }
    }

    @Test
    void addModuleRegisterBufferRegisterParameter() {
        try (TenonModule net = new TenonModule("Plain");
                Scope scope = Tenon.scope()) {
            Linear child = new Linear(2, 2);
            assertSame(child, net.addModule("fc", child));
            net.addModule("nothing", null);
            net.registerParameter("w", Ops.ones(2).parameter());
            net.registerParameter("none", null);
            net.registerBuffer("mean", Ops.zeros(3));
            net.registerBuffer("scratch", Ops.zeros(1), false);
            assertEquals(List.of("w", "fc.weight", "fc.bias"), Support.names(net.namedParameters()));
            assertEquals(List.of("mean", "scratch"), Support.names(net.namedBuffers()));
            assertEquals(List.of("w", "mean", "fc.weight", "fc.bias"), net.stateDict().keys());
            assertEquals(
                    Status.TYPE,
                    assertThrows(TenonException.class, () -> net.registerParameter("p", Ops.ones(2))).status());
            assertEquals(
                    Status.KEY,
                    assertThrows(TenonException.class, () -> net.registerBuffer("fc", Ops.ones(2))).status());
            net.registerBuffer("\uD83D\uDE80", Ops.zeros(1)); // four bytes in UTF-8, six in JNI's own strings
            assertEquals("\uD83D\uDE80", net.namedBuffers().get(2).name());
            assertEquals(1, net.getBuffer("\uD83D\uDE80").numel());
        }
    }

    @Test
    void lookupsByPathAndTheirCheapForms() {
        try (Sequential net = new Sequential(Map.of("a", new Sequential(new Linear(2, 3), new BatchNorm1d(3))));
                ReLU other = new ReLU();
                Scope scope = Tenon.scope()) {
            TenonModule linear = net.getSubmodule("a.0");
            assertInstanceOf(Linear.class, linear);
            assertSame(net, net.getSubmodule(""));
            assertSame(linear, net.findSubmodule("a.0").orElseThrow());
            assertTrue(net.findSubmodule("a.7").isEmpty());
            assertTrue(net.findSubmodule("a.0.weight").isEmpty());
            assertEquals("(3, 2)", net.getParameter("a.0.weight").shape());
            assertTrue(net.findParameter("a.0.weight").orElseThrow().isParameter());
            assertTrue(net.findParameter("a.0.nothing").isEmpty());
            assertEquals("(3,)", net.getBuffer("a.1.running_mean").shape());
            assertTrue(net.findBuffer("a.1.running_mean").isPresent());
            assertTrue(net.findBuffer("a.1.nothing").isEmpty());
            assertTrue(net.has("a.0.weight"));
            assertFalse(net.has("a.0.wait"));
            assertEquals(Status.ATTRIBUTE, assertThrows(TenonException.class, () -> net.getSubmodule("b")).status());
            assertEquals(
                    Status.ATTRIBUTE, assertThrows(TenonException.class, () -> net.getParameter("a.0.wait")).status());
            TenonModule norm = net.getSubmodule("a.1");
            net.setSubmodule("a.1", other);
            assertSame(other, net.getSubmodule("a.1"));
            assertThrows(TenonException.class, () -> net.setSubmodule("a.5", other, true));
            norm.close(); // out of the tree
        }
    }

    @Test
    void namedListsWithPrefixRecurseAndDuplicates() {
        try (Linear shared = new Linear(2, 2);
                Sequential net = new Sequential(shared, shared);
                Scope scope = Tenon.scope()) {
            assertEquals(List.of("", "0"), Support.names(net.namedModules()));
            assertEquals(List.of("", "0", "1"), Support.names(net.namedModules("", false)));
            assertEquals(List.of("net", "net.0"), Support.names(net.namedModules("net", true)));
            assertEquals(List.of("0.weight", "0.bias"), Support.names(net.namedParameters()));
            assertEquals(
                    List.of("0.weight", "0.bias", "1.weight", "1.bias"),
                    Support.names(net.namedParameters("", true, false)));
            assertEquals(List.of("m.0.weight", "m.0.bias"), Support.names(net.namedParameters("m", true, true)));
            assertEquals(List.of(), net.parameters(false));
            assertEquals(2, net.parameters().size());
            assertEquals(List.of("0"), Support.names(net.namedChildren()));
            assertSame(shared, net.children().get(0));
            assertEquals(2, net.modules().size());
            assertEquals(0, net.buffers(true).size());
            for (Named<Tensor> p : net.namedParameters()) {
                assertEquals(p.name().equals("0.weight") ? 2 : 1, p.value().dim());
            }
        }
    }

    @Test
    void containersHoldModules() {
        ReLU a = new ReLU();
        Tanh b = new Tanh();
        Sigmoid c = new Sigmoid();
        Sequential net = new Sequential(a, b);
        net.append(c);
        assertEquals(3, net.size());
        assertSame(c, net.get(-1));
        List<TenonModule> seen = new ArrayList<>();
        net.forEach(seen::add);
        assertEquals(List.of(a, b, c), seen);
        net.insert(0, c);
        assertSame(c, net.get(0));
        assertSame(c, net.pop(-1));
        net.remove(0);
        Identity identity = new Identity();
        net.set(1, identity);
        assertSame(identity, net.get(1));
        net.extend(List.of(b, c));
        assertEquals(4, net.size());
        Sequential part = net.slice(0, 3, 2);
        assertSame(b, part.get(1));
        assertEquals(2, net.slice(0, 2).size());
        assertEquals(Status.INDEX, assertThrows(TenonException.class, () -> net.get(9)).status());
        net.clear();
        assertEquals(0, net.size());
        ModuleList list = new ModuleList(a);
        list.append(b);
        assertSame(b, list.slice(1, 2).get(0));
        ModuleDict dict = new ModuleDict(Map.of("one", a));
        dict.put("two", b);
        dict.update(two("one", c, "three", a));
        assertEquals(List.of("one", "two", "three"), dict.keys());
        assertSame(c, dict.get("one"));
        assertTrue(dict.containsKey("two"));
        assertSame(b, dict.pop("two"));
        dict.remove("one");
        for (Named<TenonModule> entry : dict) assertSame(a, entry.value());
        assertEquals(1, dict.size());
        assertEquals(Status.KEY, assertThrows(TenonException.class, () -> dict.get("two")).status());
        dict.clear();
        assertEquals(0, dict.size());
    }

    @Test
    void attributesAsPythonAssigns() {
        try (TenonModule net = new TenonModule("Plain");
                Scope scope = Tenon.scope()) {
            net.setAttribute("depth", 3);
            Linear fc = new Linear(2, 2);
            net.setAttribute("fc", fc);
            net.setAttribute("w", Ops.ones(2).parameter());
            assertEquals(3, net.getAttribute("depth").asLong());
            assertSame(fc, net.getAttribute("fc").asModule());
            assertSame(fc, net.getSubmodule("fc"));
            assertEquals(List.of("w", "fc.weight", "fc.bias"), Support.names(net.namedParameters()));
            net.setAttribute("w", null);
            assertEquals(2, net.parameters().size());
            assertEquals(
                    Status.TYPE,
                    assertThrows(TenonException.class, () -> net.setAttribute("fc", 5)).status());
            net.deleteAttribute("depth");
            assertEquals(
                    Status.ATTRIBUTE, assertThrows(TenonException.class, () -> net.getAttribute("depth")).status());
            Support.Twice hidden = new Support.Twice();
            net.setAttribute("list", List.of(hidden)); // in no table of children
            assertEquals(2, net.modules().size());
            assertSame(hidden, net.getAttribute("list").get(0).asModule());
        }
    }

    @Test
    void applyVisitsChildrenFirst() {
        try (Sequential net = new Sequential(new Linear(2, 2), new Sequential(new ReLU()))) {
            List<String> seen = new ArrayList<>();
            assertSame(net, net.apply(m -> seen.add(m.typeName())));
            assertEquals(List.of("Linear", "ReLU", "Sequential", "Sequential"), seen);
            net.apply(m -> {
                if (m instanceof Linear linear) linear.weight().fill(1);
            });
            try (Tensor weight = net.getParameter("0.weight")) {
                assertArrayEquals(new float[] {1, 1, 1, 1}, weight.toFloatArray());
            }
        }
    }

    @Test
    void castsKeepParameterIdentity() {
        try (Sequential net = new Sequential(new Linear(2, 2), new BatchNorm1d(2));
                Scope scope = Tenon.scope()) {
            Tensor weight = net.getParameter("0.weight");
            assertSame(net, net.half());
            assertEquals(DType.F16, weight.dtype());
            assertTrue(weight.isSame(net.getParameter("0.weight")));
            assertEquals(DType.I64, net.getBuffer("1.num_batches_tracked").dtype());
            net.toDouble();
            assertEquals(DType.F64, weight.dtype());
            net.bfloat16();
            assertEquals(DType.BF16, weight.dtype());
            net.to(DType.F32);
            net.toFloat();
            assertEquals(DType.F32, weight.dtype());
            assertEquals(Status.TYPE, assertThrows(TenonException.class, () -> net.to(DType.I32)).status());
        }
    }

    @Test
    void trainEvalAndRequiresGrad() {
        try (Sequential net = new Sequential(new Linear(2, 2), new Dropout(o -> o.p(1)));
                Scope scope = Tenon.scope()) {
            assertTrue(net.isTraining());
            assertEquals(0.0, net.call(Ops.ones(1, 2)).abs().sum().item());
            assertSame(net, net.eval());
            assertFalse(net.get(1).isTraining());
            assertTrue(net.call(Ops.ones(1, 2)).abs().sum().item() != 0);
            assertTrue(net.train().isTraining());
            Tensor weight = net.getParameter("0.weight");
            assertTrue(weight.requiresGrad());
            net.requiresGrad(false);
            assertFalse(weight.requiresGrad());
            weight.requiresGrad(true);
            assertNull(weight.grad());
            weight.grad(Ops.ones(2, 2));
            assertEquals(4.0, weight.grad().sum().item());
            net.zeroGrad(false);
            assertEquals(0.0, weight.grad().sum().item());
            net.zeroGrad();
            assertNull(weight.grad());
        }
    }

    @Test
    void toStringIsPytorchs() {
        Sequential net = new Sequential(two(
                "conv", new Conv2d(1, 2, 3), "rest", new Sequential(new ReLU(), new Linear(2, 2, o -> o.bias(false)))));
        assertEquals(
                "Sequential(\n  (conv): Conv2d(1, 2, kernel_size=(3, 3), stride=(1, 1))\n  (rest): Sequential(\n"
                        + "    (0): ReLU()\n    (1): Linear(in_features=2, out_features=2, bias=False)\n  )\n)",
                net.toString());
        net.close();
        assertEquals("Sequential(closed)", net.toString());
    }

    @Test
    void deepcopyKeepsTiesAndClasses() {
        try (Linear shared = Support.doubler();
                Sequential net = new Sequential(shared, shared);
                Scope scope = Tenon.scope()) {
            int[] seen = {0};
            TenonModule[] hooked = {null};
            shared.registerForwardHook((m, input, output) -> {
                seen[0]++;
                hooked[0] = m;
                return null;
            });
            Sequential copy = net.deepcopy();
            assertInstanceOf(Linear.class, copy.get(0));
            assertSame(copy.get(0), copy.get(1));
            assertNotSame(shared, copy.get(0));
            ((Linear) copy.get(0)).weight().fill(10);
            assertEquals(2.0, shared.weight().item());
            System.gc();
            assertEquals(111f, Support.run(copy, 1));
            // The hook runs for the copy too, and says for which.
            assertEquals(2, seen[0]);
            assertSame(copy.get(0), hooked[0]);
            copy.close();
        }
    }
}
