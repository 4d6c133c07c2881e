package org.tenon;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.tenon.internal.Native;
import org.tenon.internal.TenonNative;
import org.tenon.nn.Layers;

/**
 * One Java object a native module: a live module has one handle, and this table leads from it to the
 * object. The table is weak; what keeps an object is its user, and the mirror of the tree: each
 * module's object keeps those of its children, since native code holds nothing of ours strongly.
 */
final class Modules {
    private static final ConcurrentHashMap<Long, WeakReference<TenonModule>> TABLE = new ConcurrentHashMap<>();

    private Modules() {}

    static void register(long handle, TenonModule module) {
        TABLE.put(handle, module.self);
    }

    static void forget(long handle, WeakReference<TenonModule> self) {
        TABLE.remove(handle, self);
    }

    /** Takes a collected module's entry out, unless the handle has another object by now. */
    static void forgetCollected(long handle) {
        TABLE.computeIfPresent(handle, (same, found) -> found.get() == null ? null : found);
    }

    /** For tests: whether nothing of a module's Java half is left. */
    static boolean isForgotten(long handle) {
        Cleaners.sweep();
        return !TABLE.containsKey(handle);
    }

    static void forgetAll() {
        TABLE.clear();
    }

    private static TenonModule find(long handle) {
        WeakReference<TenonModule> found = TABLE.get(handle);
        TenonModule module = found == null ? null : found.get();
        return module != null && module.rawHandle() == handle ? module : null;
    }

    /** The object of an owned handle, which is taken over; null for 0. */
    static TenonModule adopt(long handle) {
        if (handle == 0) return null;
        TenonModule module;
        synchronized (TABLE) {
            module = find(handle);
            if (module != null) {
                Native.release(handle);
                return module;
            }
            module = Layers.adopt(TenonNative.tenon_module_type_name(handle), new TenonModule.Adopted(handle));
        }
        sync(module, true);
        return module;
    }

    /** The object of a borrowed handle; null for 0. */
    static TenonModule borrow(long handle) {
        if (handle == 0) return null;
        TenonModule module = find(handle);
        if (module != null) return module;
        TenonNative.tenon_module_retain(handle);
        return adopt(handle);
    }

    /** Reads a module's children again; `deep`: those of the whole tree. */
    static void sync(TenonModule module, boolean deep) {
        sync(module, deep ? Collections.newSetFromMap(new IdentityHashMap<>()) : null);
    }

    private static void sync(TenonModule module, Set<TenonModule> seen) {
        if (seen != null && !seen.add(module)) return;
        try {
            long[] handles = Native.children(module.handle());
            List<TenonModule> children = new ArrayList<>(handles.length);
            for (long handle : handles) {
                TenonModule child = adopt(handle);
                if (child == null) continue;
                children.add(child);
                if (seen != null) sync(child, seen);
            }
            module.mirror(children);
        } finally {
            Reference.reachabilityFence(module);
        }
    }

    /**
     * Runs a native call that may make modules through our callbacks (a registered class, a copy),
     * keeps those until the mirror of the result does, and gives the result's object.
     */
    static TenonModule build(LongSupplier call) {
        Object[] state = Scope.state();
        Object outer = state[1];
        List<TenonModule> made = new ArrayList<>();
        state[1] = made;
        try {
            TenonModule module = adopt(call.getAsLong());
            sync(module, true);
            made.removeIf(one -> one == module || one.isContained());
            if (!made.isEmpty()) module.keep("made with it", made); // in attributes
            return module;
        } finally {
            state[1] = outer;
            Reference.reachabilityFence(made);
        }
    }

    /** Keeps what a callback made until the call that wanted it is over. */
    @SuppressWarnings("unchecked")
    static void made(TenonModule module) {
        Object made = Scope.state()[1];
        if (made != null) ((List<TenonModule>) made).add(module);
    }
}
