package org.tenon;

import org.tenon.internal.Native;

/**
 * Closes what was made on its thread since it was opened: tensors, state dicts, reports. Modules
 * live on. One native call frees everything, and nothing inside needs the garbage collector's help,
 * so this is also the fast way.
 *
 * <pre>{@code
 * try (var scope = Tenon.scope()) {
 *     Tensor y = net.call(x);
 *     best = y.argmax(1).itemLong();
 * }
 * }</pre>
 *
 * <p>Scopes nest. Each callback runs in one of its own. {@link Tensor#moveOut} takes a tensor out. A
 * scope belongs to its thread.
 */
public final class Scope implements AutoCloseable {
    // The value is an array, so that a thread that outlives our class loader holds nothing of ours
    // once the last scope is closed: [0] the innermost scope, [1] see Modules.build.
    private static final ThreadLocal<Object[]> STATE = ThreadLocal.withInitial(() -> new Object[2]);

    private final Object[] state;
    private final Scope outer;
    private boolean closed;
    private NativeObject[] items;
    private int count;
    private Tensor input;
    private Tensor output;

    /** The record of the callback that this scope is for, or 0. */
    private final long call;
    /** The module of that callback, or null. */
    private TenonModule module;

    private Scope(Object[] state, long call) {
        this.state = state;
        this.outer = (Scope) state[0];
        this.call = call;
        state[0] = this;
    }

    static Object[] state() {
        return STATE.get();
    }

    static Scope current() {
        return (Scope) STATE.get()[0];
    }

    /** Opens one for a callback, or with 0 for a user. */
    static Scope enter(long call) {
        return new Scope(STATE.get(), call);
    }

    void about(TenonModule now) {
        module = now;
    }

    /** The record of the innermost callback about that module; 0 outside of one. */
    static long callAbout(TenonModule module) {
        for (Scope scope = current(); scope != null; scope = scope.outer) {
            if (scope.call != 0) return scope.module == module ? scope.call : 0;
        }
        return 0;
    }

    void add(NativeObject item) {
        if (items == null) {
            items = new NativeObject[8];
        } else if (count == items.length) {
            items = java.util.Arrays.copyOf(items, 2 * count);
        }
        items[count++] = item;
    }

    /** The tensor that a callback was lent as its input. */
    Tensor lendInput(long handle) {
        return handle == 0 ? null : (input = new Tensor(handle, this));
    }

    /** The tensor that a callback was lent as its output. */
    Tensor lendOutput(long handle) {
        return handle == 0 ? null : (output = new Tensor(handle, this));
    }

    /** Frees what was made inside. Closing twice is harmless. */
    @Override
    public void close() {
        if (closed) return;
        if (STATE.get() != state) {
            throw new IllegalStateException("a Scope is closed by the thread that opened it");
        }
        leave();
    }

    /** Closes a scope of this thread, and what was forgotten inside. */
    void leave() {
        Scope inner = (Scope) state[0];
        while (inner != this) {
            inner.end();
            inner = inner.outer;
        }
        end();
        state[0] = outer;
    }

    private void end() {
        closed = true;
        if (input != null) input.takeFor(this);
        if (output != null) output.takeFor(this);
        if (count == 0) return;
        if (count == 1) {
            long last = items[0].takeFor(this);
            if (last != 0) Native.release(last);
        } else {
            long[] handles = new long[count];
            int left = 0;
            for (int i = 0; i < count; i++) {
                long last = items[i].takeFor(this);
                if (last != 0) handles[left++] = last;
            }
            if (left > 0) Native.releaseAll(handles, left);
        }
        items = null;
        count = 0;
    }
}
