package org.tenon.nn;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.tenon.Named;
import org.tenon.TenonModule;
import org.tenon.Value;
import org.tenon.internal.TenonNative;

/** What {@link Sequential} and {@link ModuleList} share. Negative positions count from the end. */
public abstract class ModuleSequence extends TenonModule implements Iterable<TenonModule> {
    ModuleSequence(String typeName, Value modules) {
        super(typeName, modules);
    }

    ModuleSequence(Adopted adopted) {
        super(adopted);
    }

    /**
     * Number of modules.
     *
     * @return the number
     */
    public long size() {
        try {
            return TenonNative.tenon_module_count(nativeHandle());
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The module at a position.
     *
     * @param index the position
     * @return the module's one object
     */
    public TenonModule get(long index) {
        try {
            return ownedModule(TenonNative.tenon_module_get_item(nativeHandle(), index));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Replaces the module at a position.
     *
     * @param index the position
     * @param module the new one
     */
    public void set(long index, TenonModule module) {
        try {
            TenonNative.tenon_module_set_item(nativeHandle(), index, nativeHandle(module));
            childrenChanged();
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(module);
        }
    }

    /**
     * Appends a module.
     *
     * @param module the module
     */
    public void append(TenonModule module) {
        try {
            TenonNative.tenon_module_append(nativeHandle(), nativeHandle(module));
            childrenChanged();
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(module);
        }
    }

    /**
     * Appends several modules.
     *
     * @param modules the modules
     */
    public void extend(List<? extends TenonModule> modules) {
        try {
            long[] handles = modules.stream().mapToLong(module -> nativeHandle(module)).toArray();
            TenonNative.tenon_module_extend(nativeHandle(), handles);
            childrenChanged();
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(modules);
        }
    }

    /**
     * Inserts a module before a position.
     *
     * @param index the position
     * @param module the module
     */
    public void insert(long index, TenonModule module) {
        try {
            TenonNative.tenon_module_insert(nativeHandle(), index, nativeHandle(module));
            childrenChanged();
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(module);
        }
    }

    /**
     * Removes the module at a position; those behind it move up.
     *
     * @param index the position
     */
    public void remove(long index) {
        try {
            TenonNative.tenon_module_delete_item(nativeHandle(), index);
            childrenChanged();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Removes the module at a position and hands it out.
     *
     * @param index the position
     * @return the module
     */
    public TenonModule pop(long index) {
        try {
            TenonModule module = ownedModule(TenonNative.tenon_module_pop(nativeHandle(), index));
            childrenChanged();
            return module;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Removes all modules. */
    public void clear() {
        try {
            TenonNative.tenon_module_clear(nativeHandle());
            childrenChanged();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    final TenonModule sliced(long begin, long end, long step) {
        try {
            return ownedModule(TenonNative.tenon_module_slice(nativeHandle(), begin, end, step));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** The modules there are now, in order; one that is there twice comes twice. */
    @Override
    public Iterator<TenonModule> iterator() {
        List<TenonModule> modules = new ArrayList<>();
        try {
            for (Named<TenonModule> entry : ownedModules(TenonNative.tenon_module_keys(nativeHandle()))) {
                modules.add(entry.value());
            }
        } finally {
            Reference.reachabilityFence(this);
        }
        return modules.iterator();
    }
}
