package org.tenon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tenon.nn.Linear;
import org.tenon.nn.ReLU;
import org.tenon.nn.Sequential;

/** Hooks of every kind. */
class HookTest extends Leakless {
    @Test
    void forwardHookSeesAndReplacesTheOutput() {
        Linear layer = Support.doubler();
        try (Sequential net = new Sequential(Map.of("inner", new Sequential(Map.of("fc", layer))))) {
            List<Object> seen = new ArrayList<>();
            try (HookHandle hook = layer.registerForwardHook((m, input, output) -> {
                assertSame(layer, m);
                seen.addAll(List.of(m.path(), input.item(), output.item()));
                return null;
            })) {
                assertEquals(7f, Support.run(net, 3));
                assertEquals(List.of("inner.fc", 3.0, 7.0), seen);
                assertEquals("", layer.path());
            }
            try (HookHandle hook = layer.registerForwardHook((m, input, output) -> output.neg())) {
                assertEquals(-7f, Support.run(net, 3));
            }
            assertEquals(7f, Support.run(net, 3));
            Tensor[] kept = {null, null};
            try (HookHandle hook = layer.registerForwardHook((m, input, output) -> {
                kept[0] = output.moveOut();
                kept[1] = input;
                return null;
            })) {
                Support.run(net, 3);
            }
            assertEquals(7.0, kept[0].item());
            assertTrue(kept[1].isClosed()); // it was lent
            kept[0].close();
        }
    }

    @Test
    void forwardPreHookSeesAndReplacesTheInput() {
        try (Linear layer = Support.doubler()) {
            try (HookHandle a = layer.registerForwardPreHook((m, input) -> input.add(1));
                    HookHandle b = layer.registerForwardPreHook((m, input) -> input.mul(10))) {
                assertEquals(81f, Support.run(layer, 3));
            }
            assertEquals(7f, Support.run(layer, 3));
        }
    }

    @Test
    void hooksWithKeywordArguments() {
        TenonModule sum = new TenonModule("Sum") {
            @Override
            protected Value forward(List<Value> args, Map<String, Value> kwargs) {
                return Value.of(args.get(0).asTensor().add(kwargs.get("other").asTensor()));
            }
        };
        try (sum;
                Scope scope = Tenon.scope()) {
            List<Value> args = List.of(Value.of(Support.one(1)));
            Map<String, Value> kwargs = Map.of("other", Value.of(Support.one(2)));
            assertEquals(3.0, sum.call(args, kwargs).asTensor().item());
            try (HookHandle hook = sum.registerForwardPreHook(call -> {
                assertEquals(1.0, call.args().get(0).asTensor().item());
                Tensor other = call.kwargs().get("other").asTensor();
                call.setArgs(call.args().get(0).asTensor().mul(10));
                call.setKwargs(Map.of("other", other.mul(100)));
            })) {
                assertEquals(210.0, sum.call(args, kwargs).asTensor().item());
            }
            Call[] kept = {null};
            try (HookHandle hook = sum.registerForwardHook(call -> {
                kept[0] = call;
                assertSame(sum, call.module());
                assertEquals(2.0, call.kwargs().get("other").asTensor().item());
                call.setOutput(Value.tuple(call.output(), 7));
            })) {
                assertEquals(7, sum.call(args, kwargs).get(1).asLong());
            }
            assertThrows(IllegalStateException.class, () -> kept[0].output());
            assertEquals(3.0, sum.call(args, kwargs).asTensor().item());
        }
    }

    @Test
    void hooksPrependAndAlwaysCall() {
        try (Linear layer = Support.doubler();
                Scope scope = Tenon.scope()) {
            List<String> order = new ArrayList<>();
            layer.registerForwardHook((m, input, output) -> {
                order.add("a");
                return null;
            });
            layer.registerForwardHook(call -> order.add("b"), HookOption.PREPEND);
            layer.registerForwardPreHook((m, input) -> {
                order.add("second");
                return null;
            });
            layer.registerForwardPreHook(call -> order.add("first"), HookOption.PREPEND);
            Support.run(layer, 1);
            assertEquals(List.of("first", "second", "b", "a"), order);
            order.clear();
            layer.registerForwardHook(
                    (m, input, output) -> {
                        order.add(output == null ? "always, no output" : "always");
                        return null;
                    },
                    HookOption.ALWAYS_CALL);
            Tensor wrong = Ops.zeros(1, 2);
            assertThrows(TenonException.class, () -> layer.call(wrong));
            assertEquals(List.of("first", "second", "always, no output"), order);
            assertEquals(
                    Status.VALUE,
                    assertThrows(
                                    TenonException.class,
                                    () -> layer.registerForwardPreHook((m, input) -> null, HookOption.ALWAYS_CALL))
                            .status());
        }
    }

    @Test
    void hookHandleRemovesOnce() {
        try (Linear layer = Support.doubler()) {
            int[] seen = {0};
            ForwardHook count = (m, input, output) -> {
                seen[0]++;
                return null;
            };
            HookHandle first = layer.registerForwardHook(count);
            HookHandle second = layer.registerForwardHook(count);
            Support.run(layer, 1);
            first.close();
            first.close();
            first.remove();
            Support.run(layer, 1);
            assertEquals(3, seen[0]);
            second.remove();
            Support.run(layer, 1);
            assertEquals(3, seen[0]);
            HookHandle[] self = {null}; // removes itself while it runs
            self[0] = layer.registerForwardHook((m, input, output) -> {
                self[0].remove();
                seen[0]++;
                return null;
            });
            Support.run(layer, 1);
            Support.run(layer, 1);
            assertEquals(4, seen[0]);
        }
    }

    @Test
    void contextWideHooks() {
        try (Linear layer = Support.doubler();
                Sequential net = new Sequential(layer)) {
            List<String> seen = new ArrayList<>();
            try (HookHandle a = Tenon.registerModuleForwardHook((m, input, output) -> {
                        seen.add(m.typeName() + "/" + m.path());
                        assertTrue(m == net || m == layer);
                        return null;
                    });
                    HookHandle b = Tenon.registerModuleForwardPreHook((m, input) -> {
                        seen.add("pre " + m.typeName());
                        return null;
                    })) {
                System.gc();
                Support.run(net, 1);
            }
            assertEquals(List.of("pre Sequential", "pre Linear", "Linear/0", "Sequential/"), seen);
            try (HookHandle a = Tenon.registerModuleForwardHook(call -> {
                        if (call.module() instanceof Linear) call.setOutput(call.output().asTensor().mul(2));
                    });
                    HookHandle b = Tenon.registerModuleForwardPreHook(call -> seen.add(call.path()))) {
                assertEquals(6f, Support.run(net, 1));
            }
            assertEquals(6, seen.size());
            Support.run(net, 1);
            assertEquals(6, seen.size());
        }
    }

    @Test
    void registrationHooks() {
        try (TenonModule net = new TenonModule("Plain");
                Scope scope = Tenon.scope()) {
            List<String> seen = new ArrayList<>();
            try (HookHandle a = Tenon.registerModuleParameterRegistrationHook(call -> {
                        seen.add("parameter " + call.name() + " " + call.value().asTensor().shape());
                        call.setValue(Tensor.full(DType.F32, 5, 2).parameter());
                    });
                    HookHandle b =
                            Tenon.registerModuleBufferRegistrationHook(call -> seen.add("buffer " + call.name()));
                    HookHandle c = Tenon.registerModuleModuleRegistrationHook(call -> {
                        TenonModule module = call.value().asModule();
                        seen.add("module " + call.name() + " " + module.typeName());
                        if (module instanceof ReLU) call.setValue(new Support.Twice());
                    })) {
                net.registerParameter("w", Ops.ones(2).parameter());
                net.registerBuffer("b", Ops.ones(2));
                net.addModule("act", new ReLU()).close();
            }
            assertEquals(List.of("parameter w (2,)", "buffer b", "module act ReLU"), seen);
            assertArrayEquals(new float[] {5, 5}, net.getParameter("w").toFloatArray());
            System.gc();
            assertInstanceOf(Support.Twice.class, net.getSubmodule("act"));
            net.registerBuffer("c", Ops.ones(2));
            assertEquals(3, seen.size());
        }
    }

    @Test
    void stateDictAndLoadHooks() {
        Linear layer = Support.doubler();
        try (Sequential net = new Sequential(layer);
                Scope scope = Tenon.scope()) {
            List<String> seen = new ArrayList<>();
            try (HookHandle a = layer.registerStateDictPreHook(call -> seen.add("pre " + call.prefix()));
                    HookHandle b = layer.registerStateDictPostHook(call -> {
                        seen.add("post " + call.prefix() + " " + call.stateDict().size() + " "
                                + call.metadata().get("version").asLong());
                        call.stateDict().set(call.prefix() + "extra", Ops.ones(1));
                    })) {
                assertEquals(List.of("0.weight", "0.bias", "0.extra"), net.stateDict().keys());
            }
            assertEquals(List.of("pre 0.", "post 0. 2 1"), seen);
            seen.clear();
            StateDict older = new StateDict();
            older.set("0.w", Tensor.full(DType.F32, 4, 1, 1));
            older.set("0.bias", Ops.zeros(1));
            try (HookHandle a = layer.registerLoadStateDictPreHook(call -> {
                        seen.add("pre " + call.prefix() + " " + call.strict());
                        StateDict state = call.stateDict();
                        state.set(call.prefix() + "weight", state.get(call.prefix() + "w"));
                        state.remove(call.prefix() + "w");
                    });
                    HookHandle b = layer.registerLoadStateDictPostHook(call -> {
                        Report report = call.report();
                        seen.add("post " + report.lines(Report.Kind.MISSING).size());
                        report.add(Report.Kind.MISSING, "made.up");
                        report.remove(Report.Kind.MISSING, 0);
                    })) {
                assertEquals("<All keys matched successfully>", net.loadStateDict(older).toString());
            }
            assertEquals(List.of("pre 0. true", "post 0"), seen);
            assertEquals(4.0, layer.weight().item());
            assertNull(layer.weight().grad());
        }
    }
}
