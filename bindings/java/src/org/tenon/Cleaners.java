package org.tenon;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.function.LongConsumer;
import org.tenon.internal.Native;
import org.tenon.internal.TenonNative;

/**
 * The safety net for what nobody closed; the one place that knows how it is made.
 *
 * <p>What is watched is known to our own static list alone, and {@link Cleaner} only tells us that the
 * collector has run, through a Runnable that holds us weakly. Objects of ours in a Cleaner's list would
 * keep our class loader: a server could never unload an application that left a model in a static field.
 */
final class Cleaners {
    private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
    private static final boolean TRACK = Boolean.getBoolean("tenon.trackLeaks");
    private static final Net LIST = new Net();

    private static final Cleaner CLEANER = Cleaner.create();
    private static final Runnable SWEEP = Cleaners::afterCollection;
    private static final Runnable SWEEP_WEAKLY = weakly(SWEEP);

    static {
        watchForCollection();
    }

    /** How a handle is given back. */
    static final LongConsumer RELEASE = Native::release;

    /** A module's: also leaves the table. */
    static final LongConsumer RELEASE_MODULE = handle -> {
        Modules.forgetCollected(handle);
        Native.release(handle);
    };

    /** A mapping's: ends it first. */
    static final LongConsumer UNMAP = handle -> {
        try {
            TenonNative.tenon_tensor_unmap(handle);
        } catch (TenonException afterTheContextsEnd) {
            return;
        }
        Native.release(handle);
    };

    private Cleaners() {}

    /** Gives one handle back, once: when it is closed, or when its owner was collected. */
    static final class Net extends PhantomReference<Object> {
        private final long handle;
        private final LongConsumer release;
        private Throwable made;
        private Net before;
        private Net behind;

        private Net() { // the list's own
            super(null, null);
            handle = 0;
            release = null;
            before = behind = this;
        }

        private Net(Object owner, long handle, LongConsumer release) {
            super(owner, QUEUE);
            this.handle = handle;
            this.release = release;
            if (TRACK) made = new Throwable(owner.getClass().getSimpleName() + " made here was never closed");
            synchronized (LIST) {
                before = LIST;
                behind = LIST.behind;
                behind.before = this;
                LIST.behind = this;
            }
        }

        private boolean unlink() {
            synchronized (LIST) {
                if (behind == null) return false;
                before.behind = behind;
                behind.before = before;
                before = behind = null;
                return true;
            }
        }

        /** The owner was closed. */
        void close() {
            if (!unlink()) return;
            clear();
            release.accept(handle);
        }

        private void collected() {
            if (!unlink()) return;
            if (made != null) {
                System.getLogger("org.tenon").log(System.Logger.Level.WARNING, "was never closed", made);
            }
            release.accept(handle); // harmless after the context's end
        }
    }

    static Net watch(Object owner, long handle, LongConsumer release) {
        sweep();
        return new Net(owner, handle, release);
    }

    /** Gives back what the collector found. */
    static void sweep() {
        for (Reference<?> found = QUEUE.poll(); found != null; found = QUEUE.poll()) ((Net) found).collected();
    }

    private static void afterCollection() {
        watchForCollection();
        sweep();
    }

    /** Something that the next collection takes. */
    private static void watchForCollection() {
        CLEANER.register(new Object(), SWEEP_WEAKLY);
    }

    /** A Runnable made of nothing but the JDK's classes that runs another while it is there. */
    private static Runnable weakly(Runnable target) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            MethodHandle get = lookup.findVirtual(Reference.class, "get", MethodType.methodType(Object.class))
                    .bindTo(new WeakReference<Object>(target))
                    .asType(MethodType.methodType(Runnable.class));
            MethodHandle run = lookup.findVirtual(Runnable.class, "run", MethodType.methodType(void.class));
            MethodHandle isThere = lookup.findStatic(
                    java.util.Objects.class, "nonNull", MethodType.methodType(boolean.class, Object.class));
            MethodHandle nothing =
                    MethodHandles.empty(MethodType.methodType(void.class, Runnable.class));
            MethodHandle runIfThere = MethodHandles.guardWithTest(
                    isThere.asType(MethodType.methodType(boolean.class, Runnable.class)), run, nothing);
            // The class it makes belongs to this loader.
            thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
            return MethodHandleProxies.asInterfaceInstance(
                    Runnable.class, MethodHandles.filterReturnValue(get, runIfThere));
        } catch (ReflectiveOperationException | RuntimeException ahead) {
            return target; // compiled ahead of time, where no class is ever unloaded
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
