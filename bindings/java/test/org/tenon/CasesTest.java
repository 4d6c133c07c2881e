package org.tenon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tenon.nn.Linear;
import org.tenon.nn.ReLU;
import org.tenon.nn.Sequential;

/** Cases that broke other libraries: spec/cases.md. */
class CasesTest extends Leakless {
    private static WeakReference<ForwardHook> hooked(Linear layer, int[] count, HookHandle[] handle) {
        ForwardHook hook = (m, input, output) -> {
            count[0]++;
            return null;
        };
        handle[0] = layer.registerForwardHook(hook);
        return new WeakReference<>(hook);
    }

    private static Sequential heldByTheTreeAlone() {
        return new Sequential(new Support.Twice());
    }

    @Test
    void bc03() {
        int[] count = {0};
        HookHandle[] handle = {null};
        try (Linear layer = Support.doubler();
                Sequential custom = heldByTheTreeAlone()) {
            WeakReference<ForwardHook> hook = hooked(layer, count, handle);
            System.gc();
            for (int i = 0; i < 64; i++) Reference.reachabilityFence(new byte[1 << 20]);
            for (int block = 0; block < 10; block++) {
                for (int i = 0; i < 1000; i++) {
                    Support.run(layer, 1);
                    Support.run(custom, 1);
                }
                System.gc();
            }
            assertEquals(10_000, count[0]);
            assertEquals(10_000, ((Support.Twice) custom.get(0)).runs);
            handle[0].remove();
            assertTrue(isCollected(hook));
        }
    }

    @Test
    void bc09() {
        // What of it needs no training: calls with hooks on, dropped outputs; modules made and dropped; errors; files.
        try (Sequential net =
                        new Sequential(new Linear(8, 64), new ReLU(), new Linear(64, 64), new ReLU(), new Linear(64, 4));
                Tensor x = Ops.ones(1, 8);
                Tensor wrong = Ops.ones(1, 7)) {
            int[] seen = {0};
            for (TenonModule layer : net) {
                layer.registerForwardHook((m, input, output) -> {
                    seen[0]++;
                    return null;
                });
            }
            byte[] bytes;
            try (StateDict state = net.stateDict()) {
                bytes = state.toByteArray();
            }
            pass(net, x, wrong, bytes, 2000);
            long handles = settled();
            long callbacks = Tenon.live(Tenon.Live.CALLBACKS);
            long before = MemoryTest.resident();
            pass(net, x, wrong, bytes, 3000);
            assertEquals(handles, settled());
            assertEquals(callbacks, Tenon.live(Tenon.Live.CALLBACKS));
            assertTrue(MemoryTest.resident() - before < 4096, "grew by " + (MemoryTest.resident() - before) + " KB");
            assertEquals(25_000, seen[0]);
        }
    }

    private static long settled() {
        collectUntil(() -> Tenon.live(Tenon.Live.HANDLES) <= 8);
        return Tenon.live(Tenon.Live.HANDLES);
    }

    private static void pass(Sequential net, Tensor x, Tensor wrong, byte[] bytes, int rounds) {
        for (int i = 0; i < rounds; i++) {
            net.call(x); // dropped
            new Linear(4, 4).close();
            if (i % 2 == 0) new Linear(4, 4);
            assertThrows(TenonException.class, () -> net.call(wrong));
            if (i % 10 == 0) net.loadStateDict(StateDict.load(bytes));
            if (i % 500 == 0) System.gc();
        }
    }

    @Test
    void bc13() {
        Sequential net = new Sequential(Support.counting(2, 2));
        TenonModule child = net.get(0);
        Tensor p = child.getParameter("weight");
        Tensor again = child.getParameter("weight");
        List<Named<Tensor>> named = net.namedParameters();
        child.close();
        net.close();
        assertArrayEquals(new float[] {1, 2, 3, 4}, p.toFloatArray());
        p.close();
        p.close();
        assertArrayEquals(new float[] {1, 2, 3, 4}, again.toFloatArray());
        assertEquals(4f, named.get(0).value().toFloatArray()[3]);
        again.close();
        for (Named<Tensor> one : named) one.value().close();
        assertEquals(0, Tenon.live(Tenon.Live.HANDLES));
    }
}
