package org.tenon;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.tenon.internal.Native;

/**
 * Something that the native library keeps for us. Close it when it is no longer needed; closing twice
 * is harmless. What is made inside a {@link Scope} is closed by it; what is forgotten outside of one
 * is freed some time after the garbage collector found it.
 */
public abstract class NativeObject implements AutoCloseable {
    private static final VarHandle HANDLE;

    static {
        try {
            HANDLE = MethodHandles.lookup().findVarHandle(NativeObject.class, "handle", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** 0 when closed. */
    private long handle;
    /** Who sees to it: a Scope, or a Cleaners.Net. */
    private Object keeper;
    /** Lent by the native caller until the scope ends: never released by us. */
    private boolean borrowed;

    NativeObject() {}

    /** Takes over a reference: for the thread's scope, or for the collector. */
    NativeObject(long handle) {
        this.handle = handle;
        Scope scope = Scope.current();
        if (scope != null) {
            keeper = scope;
            scope.add(this);
        } else {
            keeper = Cleaners.watch(this, handle, Cleaners.RELEASE);
        }
    }

    /** What a callback lends. */
    NativeObject(long handle, Scope scope) {
        this.handle = handle;
        this.keeper = scope;
        this.borrowed = true;
    }

    /** Takes over a module's reference, outside of scopes. */
    final void ownModule(long owned) {
        handle = owned;
        keeper = Cleaners.watch(this, owned, Cleaners.RELEASE_MODULE);
    }

    /** The handle; the caller puts a reachabilityFence behind its use. */
    final long handle() {
        long now = handle;
        if (now == 0) throw new IllegalStateException(what() + " was closed");
        return now;
    }

    final long rawHandle() {
        return handle;
    }

    /** What it is called in messages. */
    String what() {
        return getClass().getSimpleName();
    }

    /** One more native reference. */
    void retain() {
        throw new UnsupportedOperationException();
    }

    /**
     * Tells whether it was closed, by {@link #close} or by its scope.
     *
     * @return true once it cannot be used any more
     */
    public final boolean isClosed() {
        return handle == 0;
    }

    /** Lets go of it. Closing twice is harmless; using it later is an IllegalStateException. */
    @Override
    public void close() {
        long last = (long) HANDLE.getAndSet(this, 0L);
        if (last == 0) return;
        Object by = keeper;
        keeper = null;
        if (by instanceof Cleaners.Net net) {
            net.close();
        } else if (by instanceof Scope && !borrowed) {
            Native.release(last);
        }
    }

    /** For the scope that keeps it: takes the handle out, to be released with the others; 0 if there is none. */
    final long takeFor(Scope scope) {
        if (keeper != scope) return 0;
        keeper = null;
        if (borrowed) {
            handle = 0;
            return 0;
        }
        return (long) HANDLE.getAndSet(this, 0L);
    }

    /** Out of its scope: from now on it is closed by hand, or found by the collector. */
    final void leaveScope() {
        long kept = handle();
        if (!(keeper instanceof Scope)) return;
        if (borrowed) {
            retain();
            borrowed = false;
        }
        keeper = Cleaners.watch(this, kept, Cleaners.RELEASE);
    }
}
