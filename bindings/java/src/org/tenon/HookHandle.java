package org.tenon;

import java.lang.ref.WeakReference;
import org.tenon.internal.TenonNative;

/** Removes a hook. Removing twice, or after the module is gone, is harmless. */
public final class HookHandle implements AutoCloseable {
    private final long context;
    private final long id;
    private final WeakReference<TenonModule> owner;
    private Registered callback;

    /** {@code owner} null: the context's. */
    HookHandle(long id, TenonModule owner, Registered callback) {
        this.context = World.context();
        this.id = id;
        this.owner = owner == null ? null : owner.self;
        this.callback = callback;
    }

    /** Removes the hook; also inside of it. */
    public void remove() {
        Registered last;
        synchronized (this) {
            last = callback;
            callback = null;
        }
        if (last == null || World.contextOrNone() != context) return;
        TenonNative.tenon_hook_remove(context, id);
        if (owner == null) {
            World.drop(last);
        } else {
            TenonModule module = owner.get();
            if (module != null) module.dropHook(last);
        }
    }

    /** Removes the hook. */
    @Override
    public void close() {
        remove();
    }
}
