package org.tenon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.tenon.nn.Linear;
import org.tenon.nn.ReLU;
import org.tenon.nn.Sequential;

/** Exceptions and threads. */
class CallbackTest extends Leakless {
    /** A checked exception of the host's own. */
    static final class Trouble extends Exception {
        private static final long serialVersionUID = 1;

        Trouble() {
            super("on purpose");
        }
    }

    @Test
    void exceptionComesOutAsTheSameObject() {
        try (Linear layer = Support.doubler();
                Sequential net = new Sequential(new ReLU())) {
            Trouble trouble = new Trouble();
            try (HookHandle hook = layer.registerForwardHook((m, input, output) -> {
                throw trouble;
            })) {
                assertSame(trouble, assertThrows(Trouble.class, () -> Support.run(layer, 1)));
            }
            TenonException own = new TenonException(Status.VALUE, "mine", "", "");
            try (HookHandle hook = layer.registerForwardPreHook((m, input) -> {
                throw own;
            })) {
                assertSame(own, assertThrows(TenonException.class, () -> Support.run(layer, 1)));
            }
            Error error = new StackOverflowError();
            assertSame(error, assertThrows(StackOverflowError.class, () -> layer.apply(m -> {
                throw error;
            })));
            CallHook failing = call -> {
                throw trouble;
            };
            try (HookHandle hook = net.get(0).registerStateDictPreHook(failing)) {
                assertSame(trouble, assertThrows(Trouble.class, net::stateDict));
            }
            try (HookHandle hook = net.get(0).registerStateDictPostHook(failing)) {
                assertSame(trouble, assertThrows(Trouble.class, net::stateDict));
            }
        }
    }

    @Test
    void exceptionThroughNestedCalls() {
        Linear layer = Support.doubler();
        try (Sequential net = new Sequential(
                new Support.Outer(new Support.Outer(new Sequential(new Support.Outer(layer)))))) {
            Trouble trouble = new Trouble();
            HookHandle hook = layer.registerForwardHook((m, input, output) -> {
                throw trouble;
            });
            for (int i = 0; i < 3; i++) assertSame(trouble, assertThrows(Trouble.class, () -> Support.run(net, 1)));
            // A failure of the library's keeps its text and says where.
            hook.remove();
            try (Tensor wrong = Ops.zeros(1, 3)) {
                TenonException inside = assertThrows(TenonException.class, () -> net.call(wrong));
                assertEquals(Status.RUNTIME, inside.status());
                assertEquals("0.inner.inner.0.inner", inside.path());
            }
        }
    }

    @Test
    void exceptionFromAForeignThread() {
        String said = Programs.run(
                ForeignThread.class, List.of("-Xcheck:jni", "-Dtenon.native.path=" + System.getenv("TENON_PROBE")));
        assertEquals("fine\n", said);
    }

    @Test
    void modelGoesOnAfterAThrowingHook() {
        // spec/cases.md BC-20
        try (Linear layer = new Linear(1, 1, o -> o.bias(false))) {
            try (Tensor weight = layer.weight()) {
                weight.fill(2);
            }
            layer.registerForwardHook((m, input, output) -> output.neg());
            layer.registerForwardPreHook((m, input) -> input.add(1));
            assertEquals(-4f, Support.run(layer, 1));
            layer.registerForwardPreHook((m, input) -> input.mul(10));
            assertEquals(-40f, Support.run(layer, 1));
            long handles = Tenon.live(Tenon.Live.HANDLES);
            try (HookHandle hook = layer.registerForwardHook((m, input, output) -> {
                throw new Trouble();
            })) {
                for (int i = 0; i < 20; i++) assertThrows(Trouble.class, () -> Support.run(layer, 1));
            }
            assertEquals(handles, Tenon.live(Tenon.Live.HANDLES));
            assertEquals(-40f, Support.run(layer, 1));
        }
    }

    @Test
    void eightThreadsCallOneModule() {
        try (Sequential net = new Sequential(Support.doubler(), new Support.Outer(Support.doubler()))) {
            net.eval();
            AtomicInteger hooks = new AtomicInteger();
            AtomicInteger wrong = new AtomicInteger();
            net.get(0).registerForwardHook((m, input, output) -> {
                hooks.incrementAndGet();
                if (input.item() == 13) throw new Trouble();
                return null;
            });
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                int number = t;
                threads.add(new Thread(() -> {
                    for (int i = 0; i < 250; i++) {
                        float x = number * 1000 + i;
                        try {
                            if (Support.run(net, x) != 4 * x + 3) wrong.incrementAndGet();
                            if (x == 13) wrong.incrementAndGet();
                        } catch (Throwable e) {
                            if (x != 13 || !(e instanceof Trouble)) wrong.incrementAndGet();
                        }
                        if (i % 50 == 0) net.getSubmodule("1.inner").toString();
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) assertTrue(MemoryTest.joined(thread));
            assertEquals(0, wrong.get());
            assertEquals(2000, hooks.get());
        }
    }
}
