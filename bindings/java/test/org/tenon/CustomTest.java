package org.tenon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.tenon.nn.Linear;
import org.tenon.nn.Sequential;

/** Modules written in Java. */
class CustomTest extends Leakless {
    /** Registers in its constructor: a child, a parameter, a buffer. */
    static final class Block extends TenonModule {
        final Linear fc = addModule("fc", Support.doubler());
        final double scale;
        Value restored;

        Block(double scale) {
            this.scale = scale;
            try (Scope scope = Tenon.scope()) {
                registerParameter("shift", Tensor.full(DType.F32, scale, 1).parameter());
                registerBuffer("calls", Tensor.zeros(DType.I64));
            }
        }

        @Override
        protected Tensor forward(Tensor x) {
            getBuffer("calls").addInPlace(1);
            return fc.call(x).mul(scale).add(getParameter("shift"));
        }

        @Override
        protected String extraRepr() {
            return "scale=" + scale;
        }

        @Override
        protected Value getExtraState() {
            return Value.dict(Map.of("scale", scale));
        }

        @Override
        protected void setExtraState(Value state) {
            restored = state;
        }

        @Override
        protected TenonModule cloneModule() {
            return new Block(scale);
        }
    }

    @AfterAll
    static void forgetClasses() {
        Tenon.shutdown();
    }

    @Override
    void nothingIsLeft() {
        collectUntil(() -> Tenon.live(Tenon.Live.HANDLES) == 0);
        assertEquals(0, Tenon.live(Tenon.Live.HANDLES)); // registered classes are callbacks that stay
    }

    @Test
    void customModuleRunsInsideSequential() {
        Support.Twice twice = new Support.Twice();
        try (Sequential net = new Sequential(Support.doubler(), twice, Support.doubler());
                TenonModule none = new TenonModule("NoForward");
                Scope scope = Tenon.scope()) {
            assertEquals(13f, Support.run(net, 1));
            assertEquals(29f, Support.run(net, 3));
            assertEquals(2, twice.runs);
            assertSame(twice, net.get(1));
            assertEquals("Twice()", twice.toString());
            // Hooks hang on it as on any other.
            try (HookHandle hook =
                    twice.registerForwardHook((m, input, output) -> m.path().equals("1") ? output.add(1) : null)) {
                assertEquals(15f, Support.run(net, 1));
            }
            TenonException missing = assertThrows(TenonException.class, () -> Support.run(none, 1));
            assertEquals(Status.NOT_IMPLEMENTED, missing.status());
            Value one = Value.of(Support.one(1));
            assertEquals(
                    Status.TYPE, assertThrows(TenonException.class, () -> twice.call(one, one)).status());
        }
    }

    @Test
    void customModuleRegistersInItsConstructor() {
        try (Block block = new Block(1);
                Scope scope = Tenon.scope()) {
            assertEquals(List.of("shift", "fc.weight", "fc.bias"), Support.names(block.namedParameters()));
            assertEquals(4f, Support.run(block, 1));
            assertEquals(4f, Support.run(block, 1));
            assertEquals(2, block.getBuffer("calls").itemLong());
            assertSame(block.fc, block.getSubmodule("fc"));
        }
    }

    @Test
    void customModuleReturnsNestedValues() {
        TenonModule fork = new TenonModule("Fork") {
            @Override
            protected Value forward(List<Value> args, Map<String, Value> kwargs) {
                return Value.of(Map.of(
                        "both", List.of(args.get(0), args.get(0).asTensor().add(1)),
                        "count", args.size(),
                        "none", Value.none()));
            }
        };
        try (fork;
                Scope scope = Tenon.scope()) {
            Value output = fork.call(Value.of(Support.one(3)));
            assertEquals(4.0, output.get("both").get(1).asTensor().item());
            assertEquals(1, output.get("count").asLong());
            assertTrue(output.get("none").isNone());
        }
    }

    @Test
    void customModuleHasExtraReprAndExtraState() {
        try (Block block = new Block(2.5);
                Block other = new Block(1);
                Support.Twice plain = new Support.Twice();
                Scope scope = Tenon.scope()) {
            assertEquals(
                    "Block(\n  scale=2.5\n  (fc): Linear(in_features=1, out_features=1, bias=True)\n)",
                    block.toString());
            StateDict state = block.stateDict();
            assertTrue(state.containsKey("_extra_state"));
            assertEquals(2.5, state.getValue("_extra_state").get("scale").asDouble());
            assertThrows(TenonException.class, () -> state.get("_extra_state"));
            assertEquals(2.5, block.readExtraState().get("scale").asDouble());
            other.loadStateDict(state);
            assertEquals(2.5, other.restored.get("scale").asDouble());
            other.writeExtraState(7);
            assertEquals(7, other.restored.asLong());
            assertEquals(
                    Status.RUNTIME, assertThrows(TenonException.class, plain::readExtraState).status());
        }
    }

    @Test
    void customModuleIsCopiedByItsClone() {
        try (Sequential net = new Sequential(new Block(3));
                Sequential copy = net.deepcopy();
                Sequential other = new Sequential(new Support.Twice());
                Scope scope = Tenon.scope()) {
            System.gc();
            Block block = assertInstanceOf(Block.class, copy.get(0));
            assertNotSame(net.get(0), block);
            assertEquals(3, block.scale);
            assertSame(block.fc, block.getSubmodule("fc"));
            ((Block) net.get(0)).fc.weight().fill(100);
            assertEquals(12f, Support.run(copy, 1));
            TenonException wrong = assertThrows(TenonException.class, other::deepcopy);
            assertEquals(Status.UNSUPPORTED, wrong.status());
            assertTrue(wrong.getMessage().contains("0"));
        }
    }

    @Test
    void registeredClassIsMadeByParse() {
        Tenon.registerClass("Doubling", call -> new Support.Twice());
        Tenon.registerClass("Scaling", call -> {
            assertEquals("Scaling", call.name());
            Value scale = call.kwargs().getOrDefault("scale", call.args().isEmpty() ? Value.of(1) : call.args().get(0));
            return new Block(scale.asDouble());
        });
        assertTrue(Tenon.hasClass("Doubling"));
        try (TenonModule net = TenonModule.parse("Sequential(\n  (0): Doubling()\n  (1): Doubling()\n)");
                TenonModule byPlace = TenonModule.create("Scaling", Value.tuple(5));
                TenonModule byName = TenonModule.create("Scaling", Value.dict(Map.of("scale", 6)))) {
            System.gc();
            assertInstanceOf(Support.Twice.class, net.getSubmodule("1"));
            assertEquals(12f, Support.run(net, 3));
            assertEquals(5, assertInstanceOf(Block.class, byPlace).scale);
            assertEquals(6, assertInstanceOf(Block.class, byName).scale);
        }
        Exception wrong = new java.io.IOException("no such thing");
        Tenon.registerClass("Failing", call -> {
            throw wrong;
        });
        assertSame(
                wrong,
                assertThrows(java.io.IOException.class, () -> TenonModule.create("Failing", Value.none())));
    }

    @Test
    void registeredAliasPrintsItsName() {
        Tenon.registerAlias("MyLinear", "Linear");
        try (TenonModule net = TenonModule.parse("MyLinear(in_features=4, out_features=2, bias=True)")) {
            assertEquals("MyLinear(in_features=4, out_features=2, bias=True)", net.toString());
            assertEquals("MyLinear", net.typeName());
            try (Tensor weight = net.getParameter("weight")) {
                assertEquals("(2, 4)", weight.shape());
            }
        }
    }
}
