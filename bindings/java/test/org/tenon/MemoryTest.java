package org.tenon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tenon.internal.TenonNative;
import org.tenon.nn.Linear;
import org.tenon.nn.ReLU;
import org.tenon.nn.Sequential;

/** Who keeps what alive. */
class MemoryTest extends Leakless {
    private static long handles() {
        return Tenon.live(Tenon.Live.HANDLES);
    }

    /** Resident memory of this process in KB. */
    static long resident() {
        try {
            return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]) * 4;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void closeTwiceIsHarmless() {
        Linear layer = new Linear(2, 2);
        Tensor x = Ops.ones(1, 2);
        StateDict state = layer.stateDict();
        Scope scope = Tenon.scope();
        HookHandle hook = layer.registerForwardHook((m, input, output) -> null);
        for (int i = 0; i < 3; i++) {
            hook.close();
            scope.close();
            state.close();
            x.close();
            layer.close();
        }
        assertEquals(0, handles());
        assertThrows(IllegalStateException.class, x::shape);
        assertThrows(IllegalStateException.class, () -> layer.call(x));
        hook.remove();
    }

    @Test
    void scopeFreesWhatWasMadeInside() {
        Tensor inside;
        Tensor early;
        try (Linear layer = new Linear(2, 2)) {
            long before = handles();
            try (Scope scope = Tenon.scope()) {
                inside = layer.call(Ops.ones(1, 2));
                early = inside.neg();
                early.close();
                layer.stateDict();
                try (Scope nested = Tenon.scope()) {
                    for (int i = 0; i < 20; i++) inside.add(i);
                    assertEquals(before + 23, handles());
                }
                assertEquals(before + 3, handles());
                Tenon.scope(); // forgotten inside
                inside.neg();
            }
            assertEquals(before, handles());
            assertTrue(inside.isClosed());
            Scope scope = Tenon.scope();
            Throwable[] wrong = {null};
            Thread other = new Thread(() -> wrong[0] = assertThrows(IllegalStateException.class, scope::close));
            other.start();
            assertTrue(joined(other));
            scope.close();
            assertTrue(wrong[0] != null);
        }
    }

    static boolean joined(Thread thread) {
        try {
            thread.join(60_000);
        } catch (InterruptedException e) {
            return false;
        }
        return !thread.isAlive();
    }

    @Test
    void scopeKeepsWhatIsMovedOut() {
        Tensor kept;
        try (Scope outer = Tenon.scope();
                Scope scope = Tenon.scope()) {
            kept = Tensor.of(new float[] {1, 2});
            assertSame(kept, kept.moveOut());
        }
        assertArrayEquals(new float[] {1, 2}, kept.toFloatArray());
        kept.close();
        try (Tensor result = Tenon.scoped(scope -> Ops.ones(2).add(Ops.ones(2)))) {
            assertArrayEquals(new float[] {2, 2}, result.toFloatArray());
            assertEquals(1, handles());
        }
    }

    @Test
    void callbacksRunInAScopeOfTheirOwn() {
        List<Tensor> made = new ArrayList<>();
        try (Linear layer = new Linear(2, 2);
                Tensor x = Ops.ones(1, 2)) {
            layer.registerForwardHook((m, input, output) -> {
                made.add(output.neg());
                made.add(m.getParameter("weight"));
                return null;
            });
            long before = handles();
            layer.call(x).close();
            assertEquals(before, handles());
            assertTrue(made.stream().allMatch(Tensor::isClosed));
        }
    }

    @Test
    void aModuleIsOneObject() {
        Support.Twice custom = new Support.Twice();
        try (Sequential net = new Sequential(new Linear(1, 1), new Sequential(custom))) {
            assertSame(custom, net.getSubmodule("1.0"));
            assertSame(net.get(0), net.getSubmodule("0"));
            assertSame(net.namedModules().get(2).value(), net.get(1));
            assertSame(custom, Value.of(custom).asModule());
            try (TenonModule parsed = TenonModule.parse("Sequential(\n  (0): ReLU()\n)")) {
                assertSame(parsed.getSubmodule("0"), parsed.children().get(0));
            }
        }
    }

    private static WeakReference<TenonModule> dropped() {
        Sequential net = new Sequential(new Linear(1, 1), new Support.Outer(new Support.Twice()));
        net.registerForwardHook((m, input, output) -> null);
        Support.run(net, 1);
        return new WeakReference<>(net);
    }

    @Test
    void droppedModulesAreCollected() {
        List<WeakReference<TenonModule>> dropped = new ArrayList<>();
        for (int i = 0; i < 10; i++) dropped.add(dropped());
        assertTrue(collectUntil(() -> dropped.stream().allMatch(one -> one.get() == null)));
        assertTrue(collectUntil(() -> handles() == 0 && Tenon.live(Tenon.Live.CALLBACKS) == 0));
    }

    private static Sequential forgotten() {
        Support.Twice child = new Support.Twice();
        child.registerForwardHook((m, input, output) -> output.add(1));
        return new Sequential(new Support.Outer(child));
    }

    @Test
    void forgottenChildOfATreeStillRuns() {
        try (Sequential net = forgotten()) {
            for (int i = 0; i < 5; i++) System.gc();
            assertEquals(7f, Support.run(net, 3));
            // What an open module contains is closed with it, not before.
            TenonModule child = net.getSubmodule("0.inner");
            child.close();
            assertEquals(7f, Support.run(net, 3));
            Sequential other = new Sequential(child);
            net.close();
            assertEquals(7f, Support.run(other, 3));
            other.close();
            assertTrue(child.isClosed());
        }
    }

    private static long nativeOnly() {
        Support.Twice custom = new Support.Twice();
        long handle = custom.handle();
        TenonNative.tenon_module_retain(handle);
        java.lang.ref.Reference.reachabilityFence(custom);
        return handle;
    }

    @Test
    void collectedCallbackIsAnError() {
        long handle = nativeOnly();
        assertTrue(collectUntil(() -> Modules.isForgotten(handle)));
        try (TenonModule half = Modules.adopt(handle)) {
            TenonException e = assertThrows(TenonException.class, () -> Support.run(half, 1));
            assertEquals("the Java object behind this callback was collected", e.getMessage().replaceFirst("^.*: ", ""));
        }
    }

    @Test
    void callSurvivesACollection() {
        for (int i = 0; i < 30; i++) {
            try (Tensor x = Support.one(1);
                    Tensor y = hooked().call(x)) {
                assertEquals(3.0, y.item());
            }
        }
    }

    /** Nobody uses it any more but the running call. */
    private static Linear hooked() {
        Linear layer = Support.doubler();
        layer.registerForwardHook((m, input, output) -> {
            System.gc();
            return null;
        });
        return layer;
    }

    private static WeakReference<TenonModule> selfish() {
        Linear layer = Support.doubler();
        layer.registerForwardHook((m, input, output) -> layer.isTraining() ? null : output);
        Support.run(layer, 1);
        return new WeakReference<>(layer);
    }

    @Test
    void aHookThatCapturesItsModuleDoesNotLeak() {
        for (int i = 0; i < 10; i++) assertTrue(i > 0 || selfish() != null);
        List<WeakReference<TenonModule>> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) all.add(selfish());
        assertTrue(collectUntil(() -> all.stream().allMatch(one -> one.get() == null)));
    }

    @Test
    void tenThousandCallsKeepMemoryFlat() {
        try (Sequential net = new Sequential(Support.doubler(), new ReLU(), new Support.Twice());
                Tensor x = Support.one(1)) {
            int[] seen = {0};
            net.registerForwardHook((m, input, output) -> {
                seen[0]++;
                return null;
            });
            long start = 0;
            for (int i = 0; i < 10_000; i++) {
                if (i == 5000) start = resident();
                if (i % 2 == 0) {
                    net.call(x).close();
                } else {
                    try (Scope scope = Tenon.scope()) {
                        net.call(x).neg();
                    }
                }
            }
            assertEquals(10_000, seen[0]);
            assertFalse(resident() - start > 4096, "grew by " + (resident() - start) + " KB"); // the VM's own, too
            assertTrue(handles() < 20);
        }
    }
}
