package org.tenon.nn;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.tenon.Named;
import org.tenon.TenonModule;
import org.tenon.Value;
import org.tenon.internal.Native;
import org.tenon.internal.TenonNative;

/** Modules by key, in order: PyTorch's {@code nn.ModuleDict}. It cannot be called. */
public final class ModuleDict extends TenonModule implements Iterable<Named<TenonModule>> {
    /** An empty one. */
    public ModuleDict() {
        super("ModuleDict", Value.tuple());
    }

    /**
     * One with these modules.
     *
     * @param modules the modules, in order
     */
    public ModuleDict(Map<String, ? extends TenonModule> modules) {
        this();
        update(modules);
    }

    ModuleDict(Adopted adopted) {
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
     * The module of a key.
     *
     * @param key the key
     * @return the module's one object
     */
    public TenonModule get(String key) {
        try {
            return ownedModule(TenonNative.tenon_module_get_key(nativeHandle(), key));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Tells whether there is such a key.
     *
     * @param key the key
     * @return true if there is
     */
    public boolean containsKey(String key) {
        return keys().contains(key);
    }

    /**
     * Sets the module of a key.
     *
     * @param key the key
     * @param module the module
     */
    public void put(String key, TenonModule module) {
        try {
            TenonNative.tenon_module_set_key(nativeHandle(), key, nativeHandle(module));
            childrenChanged();
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(module);
        }
    }

    /**
     * Removes the module of a key.
     *
     * @param key the key
     */
    public void remove(String key) {
        try {
            TenonNative.tenon_module_delete_key(nativeHandle(), key);
            childrenChanged();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Removes the module of a key and hands it out.
     *
     * @param key the key
     * @return the module
     */
    public TenonModule pop(String key) {
        try {
            TenonModule module = ownedModule(TenonNative.tenon_module_pop_key(nativeHandle(), key));
            childrenChanged();
            return module;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Sets all keys of a map.
     *
     * @param modules the modules, in order
     */
    public void update(Map<String, ? extends TenonModule> modules) {
        long items = nativeValue(Value.dict(modules));
        try {
            TenonNative.tenon_module_update(nativeHandle(), items);
            childrenChanged();
        } finally {
            Native.release(items);
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

    private List<Named<TenonModule>> entries() {
        try {
            return ownedModules(TenonNative.tenon_module_keys(nativeHandle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The keys, in order.
     *
     * @return the keys now
     */
    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (Named<TenonModule> entry : entries()) keys.add(entry.name());
        return keys;
    }

    /** The entries there are now, in order. */
    @Override
    public Iterator<Named<TenonModule>> iterator() {
        return entries().iterator();
    }

    @Override
    public ModuleDict deepcopy() {
        return (ModuleDict) super.deepcopy();
    }
}
