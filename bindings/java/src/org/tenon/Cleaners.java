package org.tenon;

import java.lang.ref.Cleaner;
import org.tenon.internal.Native;

/**
 * The safety net for what nobody closed; the one place that knows how it is made. (On Android before
 * API 33, which has no Cleaner, this is the class to replace by a queue of phantom references.)
 */
final class Cleaners {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final boolean TRACK = Boolean.getBoolean("tenon.trackLeaks");

    private Cleaners() {}

    /** Releases a handle once: when it is closed, or when its owner was collected. */
    static class Net implements Runnable {
        private final long handle;
        private Cleaner.Cleanable cleanable;
        private volatile boolean closed;
        private Throwable made;

        Net(long handle) {
            this.handle = handle;
        }

        final void close() {
            closed = true;
            cleanable.clean();
        }

        @Override
        public void run() {
            if (made != null && !closed) {
                System.getLogger("org.tenon").log(System.Logger.Level.WARNING, "was never closed", made);
            }
            release(handle);
        }

        /** Harmless after the context's end. */
        void release(long released) {
            Native.release(released);
        }
    }

    /** {@code net} must not refer to {@code owner}. */
    static Net watch(Object owner, Net net) {
        if (TRACK) net.made = new Throwable(owner.getClass().getSimpleName() + " made here was never closed");
        net.cleanable = CLEANER.register(owner, net);
        return net;
    }
}
