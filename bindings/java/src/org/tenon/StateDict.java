package org.tenon;

import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tenon.internal.Native;
import org.tenon.internal.TenonNative;

/** An ordered map of names to tensors (and extra state), with metadata; files both ways. */
public final class StateDict extends NativeObject implements Iterable<Named<Value>> {
    StateDict(long handle) {
        super(handle);
    }

    /** An empty state dict. */
    public StateDict() {
        super(TenonNative.tenon_state_dict_create(World.context()));
    }

    /**
     * A state dict of these entries.
     *
     * @param tensors the entries, in order
     * @return the state dict
     */
    public static StateDict of(Map<String, Tensor> tensors) {
        StateDict made = new StateDict();
        tensors.forEach(made::set);
        return made;
    }

    /**
     * Reads a file, told by its content: safetensors.
     *
     * @param path the file
     * @return the state dict
     */
    public static StateDict load(Path path) {
        return new StateDict(TenonNative.tenon_state_dict_load(World.context(), path.toString(), 0));
    }

    /**
     * As {@link #load(Path)}, with limits.
     *
     * @param path the file
     * @param maxHeaderBytes the largest header that is read
     * @return the state dict
     */
    public static StateDict load(Path path, long maxHeaderBytes) {
        long options = Value.dict(Map.of("max_header_bytes", maxHeaderBytes)).toNative();
        try {
            return new StateDict(TenonNative.tenon_state_dict_load(World.context(), path.toString(), options));
        } finally {
            Native.release(options);
        }
    }

    /**
     * As {@link #load(Path)}, from memory.
     *
     * @param bytes a file's content
     * @return the state dict
     */
    public static StateDict load(byte[] bytes) {
        return new StateDict(Native.loadMemory(World.context(), bytes));
    }

    /**
     * Writes safetensors, atomically: a reader sees the old file or the new one.
     *
     * @param path the file
     */
    public void save(Path path) {
        try {
            TenonNative.tenon_state_dict_save(handle(), path.toString(), 0);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The bytes that {@link #save} writes.
     *
     * @return a file's content
     */
    public byte[] toByteArray() {
        try {
            return Native.take(TenonNative.tenon_state_dict_save_memory(handle(), 0));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Number of entries.
     *
     * @return the number
     */
    public int size() {
        try {
            return (int) TenonNative.tenon_state_dict_count(handle());
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The keys, in order.
     *
     * @return the keys now, unmodifiable
     */
    public List<String> keys() {
        try {
            long handle = handle();
            int count = size();
            List<String> keys = new ArrayList<>(count);
            for (int i = 0; i < count; i++) keys.add(TenonNative.tenon_state_dict_key(handle, i));
            return Collections.unmodifiableList(keys);
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
        try {
            return TenonNative.tenon_state_dict_has(handle(), key) == 1;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * An entry's tensor.
     *
     * @param key the key
     * @return the tensor; null if there is no such key
     */
    public Tensor get(String key) {
        try {
            return containsKey(key) ? new Tensor(TenonNative.tenon_state_dict_tensor(handle(), key)) : null;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * An entry, which may be extra state.
     *
     * @param key the key
     * @return the value; null if there is no such key
     */
    public Value getValue(String key) {
        try {
            return containsKey(key) ? Value.take(TenonNative.tenon_state_dict_get(handle(), key)) : null;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Sets an entry, in place or at the end.
     *
     * @param key the key
     * @param tensor the tensor
     */
    public void set(String key, Tensor tensor) {
        try {
            TenonNative.tenon_state_dict_set_tensor(handle(), key, tensor.handle());
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(tensor);
        }
    }

    /**
     * Sets an entry to any value.
     *
     * @param key the key
     * @param value the value
     */
    public void set(String key, Value value) {
        long handle = value.toNative();
        try {
            TenonNative.tenon_state_dict_set(handle(), key, handle);
        } finally {
            Native.release(handle);
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Removes an entry.
     *
     * @param key the key
     */
    public void remove(String key) {
        try {
            TenonNative.tenon_state_dict_remove(handle(), key);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Keys that begin with the prefix lose it.
     *
     * @param prefix {@code "module."}
     * @return how many changed
     */
    public long stripPrefix(String prefix) {
        try {
            return TenonNative.tenon_state_dict_strip_prefix(handle(), prefix);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Module paths to dicts ({@code {"version": 1}}).
     *
     * @return a dict; none if there is no metadata
     */
    public Value metadata() {
        try {
            return Value.take(TenonNative.tenon_state_dict_metadata(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Replaces the metadata.
     *
     * @param metadata a dict, or none
     */
    public void setMetadata(Value metadata) {
        long handle = metadata.toNative();
        try {
            TenonNative.tenon_state_dict_set_metadata(handle(), handle);
        } finally {
            Native.release(handle);
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The text pairs of the file it came from.
     *
     * @return a dict
     */
    public Value fileMetadata() {
        try {
            return Value.take(TenonNative.tenon_state_dict_file_metadata(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * An own map over the same tensors.
     *
     * @return the copy
     */
    public StateDict copy() {
        try {
            return new StateDict(TenonNative.tenon_state_dict_copy(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * An own map with own copies of all tensors: a snapshot.
     *
     * @return the copy
     */
    @Override
    public StateDict clone() {
        try {
            return new StateDict(TenonNative.tenon_state_dict_clone(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The tensors by name, in order; other entries are left out.
     *
     * @return a map of the caller's
     */
    public Map<String, Tensor> toMap() {
        Map<String, Tensor> map = new LinkedHashMap<>();
        for (Named<Value> entry : this) {
            if (entry.value().kind() == Value.Kind.TENSOR) map.put(entry.name(), entry.value().asTensor());
        }
        return map;
    }

    /** The entries there are now, in order. */
    @Override
    public Iterator<Named<Value>> iterator() {
        List<Named<Value>> entries = new ArrayList<>();
        for (String key : keys()) entries.add(new Named<>(key, getValue(key)));
        return entries.iterator();
    }
}
