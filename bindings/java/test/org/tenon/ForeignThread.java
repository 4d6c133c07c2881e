package org.tenon;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.tenon.nn.Linear;
import org.tenon.nn.Sequential;

/** Calls a module on threads that the VM has never seen; prints "fine". Needs the probe library. */
final class ForeignThread {
    private ForeignThread() {}

    /** Calls {@code times} times on a native thread; the last failure is thrown here. */
    private static native void callOnNativeThread(long module, long x, int times);

    private static void check(boolean holds, String claim) {
        if (!holds) throw new AssertionError(claim);
    }

    public static void main(String[] arguments) throws Exception {
        Linear layer = Support.doubler();
        Set<Thread> threads = new HashSet<>();
        IOException trouble = new IOException("on purpose");
        int[] seen = {0};
        boolean[] failing = {false};
        layer.registerForwardHook((m, input, output) -> {
            threads.add(Thread.currentThread());
            check(m == layer && output.item() == 3 && Thread.currentThread().isDaemon(), "what the hook sees");
            output.add(1); // closed with the callback's scope
            seen[0]++;
            if (failing[0]) throw trouble;
            return null;
        });
        try (Sequential net = new Sequential(new Support.Outer(layer));
                Tensor x = Support.one(1)) {
            callOnNativeThread(((NativeObject) net).handle(), x.handle(), 5);
            check(seen[0] == 5 && threads.size() == 1, "one thread attaches once");
            failing[0] = true;
            for (int i = 0; i < 3; i++) {
                try {
                    callOnNativeThread(((NativeObject) net).handle(), x.handle(), 2);
                    check(false, "it throws");
                } catch (Throwable e) {
                    check(e == trouble, "the same object comes out, not " + e);
                }
            }
            check(threads.size() == 4, "each thread has an object of its own");
            for (Thread thread : threads) check(!thread.isAlive(), "threads detach when they end");
        }
        check(Tenon.live(Tenon.Live.HANDLES) == 0, "nothing is left");
        System.out.println("fine");
    }
}
