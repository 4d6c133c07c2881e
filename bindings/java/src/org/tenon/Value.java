package org.tenon;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.tenon.internal.Native;
import org.tenon.internal.Text;
import org.tenon.internal.TenonNative;

/**
 * What modules are called with and return, what hooks see, what options are: none, a bool, an int, a
 * float, a string, a dtype, a tensor, a module, or a tuple, list or dict of those, to any depth.
 *
 * <p>A value is a plain Java object that never changes; it is converted when it crosses. The tensors
 * in it are the very ones.
 */
public final class Value {
    /** Kinds of values. */
    public enum Kind {
        /** Python's None. */
        NONE,
        /** A bool. */
        BOOL,
        /** An int. */
        INT,
        /** A float. */
        FLOAT,
        /** A string. */
        STRING,
        /** An element type. */
        DTYPE,
        /** A tensor. */
        TENSOR,
        /** A module. */
        MODULE,
        /** A tuple. */
        TUPLE,
        /** A list. */
        LIST,
        /** A dict with strings as keys. */
        DICT,
        /** A packed sequence, kept natively. */
        PACKED_SEQUENCE,
        /** An object of somebody else's, kept natively. */
        OPAQUE;

        private static final Kind[] ALL = values();

        final int number = ordinal();
    }

    /** A value that only native code can read. */
    static final class Kept extends NativeObject {
        Kept(long handle) {
            super(handle);
        }
    }

    private static final Value NONE = new Value(Kind.NONE, null);

    private final Kind kind;
    private final Object content;

    private Value(Kind kind, Object content) {
        this.kind = kind;
        this.content = content;
    }

    /**
     * None.
     *
     * @return None
     */
    public static Value none() {
        return NONE;
    }

    /**
     * A bool.
     *
     * @param flag the bool
     * @return its value
     */
    public static Value of(boolean flag) {
        return new Value(Kind.BOOL, flag);
    }

    /**
     * An int.
     *
     * @param integer the int
     * @return its value
     */
    public static Value of(long integer) {
        return new Value(Kind.INT, integer);
    }

    /**
     * A float.
     *
     * @param number the float
     * @return its value
     */
    public static Value of(double number) {
        return new Value(Kind.FLOAT, number);
    }

    /**
     * A string.
     *
     * @param text the string, or null for none
     * @return its value
     */
    public static Value of(String text) {
        return text == null ? NONE : new Value(Kind.STRING, text);
    }

    /**
     * An element type.
     *
     * @param dtype the dtype, or null for none
     * @return its value
     */
    public static Value of(DType dtype) {
        return dtype == null ? NONE : new Value(Kind.DTYPE, dtype);
    }

    /**
     * A tensor.
     *
     * @param tensor the tensor, or null for none
     * @return its value
     */
    public static Value of(Tensor tensor) {
        return tensor == null ? NONE : new Value(Kind.TENSOR, tensor);
    }

    /**
     * A module.
     *
     * @param module the module, or null for none
     * @return its value
     */
    public static Value of(TenonModule module) {
        return module == null ? NONE : new Value(Kind.MODULE, module);
    }

    /**
     * What a Java object means: null is none, whole numbers are ints, other numbers floats, arrays of
     * long or int and arrays of objects are tuples, lists lists, maps dicts.
     *
     * @param object anything of that kind, also nested
     * @return its value
     * @throws IllegalArgumentException for other classes
     */
    public static Value of(Object object) {
        if (object == null) return NONE;
        if (object instanceof Value value) return value;
        if (object instanceof Tensor tensor) return of(tensor);
        if (object instanceof Boolean flag) return of(flag.booleanValue());
        if (object instanceof Long || object instanceof Integer || object instanceof Short || object instanceof Byte) {
            return of(((Number) object).longValue());
        }
        if (object instanceof Double || object instanceof Float) return of(((Number) object).doubleValue());
        if (object instanceof String text) return of(text);
        if (object instanceof DType dtype) return of(dtype);
        if (object instanceof TenonModule module) return of(module);
        if (object instanceof long[] sizes) return sizes(sizes);
        if (object instanceof int[] sizes) return sizes(Arrays.stream(sizes).asLongStream().toArray());
        if (object instanceof Object[] items) return tuple(items);
        if (object instanceof List<?> items) return list(items.toArray());
        if (object instanceof Map<?, ?> entries) return dict(entries);
        throw new IllegalArgumentException("a " + object.getClass().getName() + " is no Value");
    }

    /**
     * A tuple.
     *
     * @param items its items, each as for {@link #of(Object)}
     * @return the tuple
     */
    public static Value tuple(Object... items) {
        return new Value(Kind.TUPLE, converted(items));
    }

    /**
     * A list.
     *
     * @param items its items, each as for {@link #of(Object)}
     * @return the list
     */
    public static Value list(Object... items) {
        return new Value(Kind.LIST, converted(items));
    }

    /**
     * A dict.
     *
     * @param entries its entries in order, values as for {@link #of(Object)}
     * @return the dict
     */
    public static Value dict(Map<?, ?> entries) {
        Map<String, Value> converted = new LinkedHashMap<>();
        entries.forEach((key, value) -> converted.put((String) key, of(value)));
        return new Value(Kind.DICT, Collections.unmodifiableMap(converted));
    }

    static Value tupleOf(List<Value> items) {
        return new Value(Kind.TUPLE, List.copyOf(items));
    }

    /** Sizes as a tuple. */
    static Value sizes(long... sizes) {
        Object[] items = new Object[sizes.length];
        for (int i = 0; i < items.length; i++) items[i] = sizes[i];
        return tuple(items);
    }

    private static List<Value> converted(Object[] items) {
        List<Value> converted = new ArrayList<>(items.length);
        for (Object item : items) converted.add(of(item));
        return Collections.unmodifiableList(converted);
    }

    /**
     * What kind of value it is.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Tells whether it is None.
     *
     * @return true for None
     */
    public boolean isNone() {
        return kind == Kind.NONE;
    }

    private Object as(Kind wanted) {
        if (kind != wanted) throw new IllegalStateException("a value of kind " + kind + " is no " + wanted);
        return content;
    }

    /**
     * The bool.
     *
     * @return the bool
     * @throws IllegalStateException if it is none
     */
    public boolean asBoolean() {
        return (Boolean) as(Kind.BOOL);
    }

    /**
     * The int; bools count as ints.
     *
     * @return the int
     * @throws IllegalStateException if it is none
     */
    public long asLong() {
        return kind == Kind.BOOL ? (asBoolean() ? 1 : 0) : (Long) as(Kind.INT);
    }

    /**
     * The float; ints and bools are converted.
     *
     * @return the float
     * @throws IllegalStateException if it is no number
     */
    public double asDouble() {
        return kind == Kind.FLOAT ? (Double) content : asLong();
    }

    /**
     * The string.
     *
     * @return the string
     * @throws IllegalStateException if it is none
     */
    public String asString() {
        return (String) as(Kind.STRING);
    }

    /**
     * The element type.
     *
     * @return the dtype
     * @throws IllegalStateException if it is none
     */
    public DType asDType() {
        return (DType) as(Kind.DTYPE);
    }

    /**
     * The tensor.
     *
     * @return the tensor
     * @throws IllegalStateException if it is none
     */
    public Tensor asTensor() {
        return (Tensor) as(Kind.TENSOR);
    }

    /**
     * The module.
     *
     * @return the module
     * @throws IllegalStateException if it is none
     */
    public TenonModule asModule() {
        return (TenonModule) as(Kind.MODULE);
    }

    /**
     * The items of a tuple or list.
     *
     * @return the items, unmodifiable
     * @throws IllegalStateException if it is neither
     */
    @SuppressWarnings("unchecked")
    public List<Value> items() {
        return (List<Value>) (kind == Kind.LIST ? content : as(Kind.TUPLE));
    }

    /**
     * The entries of a dict, in order.
     *
     * @return the entries, unmodifiable
     * @throws IllegalStateException if it is no dict
     */
    @SuppressWarnings("unchecked")
    public Map<String, Value> entries() {
        return (Map<String, Value>) as(Kind.DICT);
    }

    /**
     * The tensors of a tuple or list of tensors.
     *
     * @return the tensors
     * @throws IllegalStateException if it is something else
     */
    public List<Tensor> tensors() {
        List<Tensor> tensors = new ArrayList<>(items().size());
        for (Value item : items()) tensors.add(item.asTensor());
        return Collections.unmodifiableList(tensors);
    }

    /**
     * An item of a tuple or list.
     *
     * @param index its position
     * @return the item
     */
    public Value get(int index) {
        return items().get(index);
    }

    /**
     * An entry of a dict.
     *
     * @param key its key
     * @return the entry's value; null if there is none
     */
    public Value get(String key) {
        return entries().get(key);
    }

    /**
     * Items of a tuple or list, entries of a dict.
     *
     * @return how many; 0 for other kinds
     */
    public int size() {
        return switch (kind) {
            case TUPLE, LIST -> items().size();
            case DICT -> entries().size();
            default -> 0;
        };
    }

    Kept asNative() {
        return (Kept) content;
    }

    /** Compares kind and content; tensors and modules are equal if they are the same Java object. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Value value && kind == value.kind && Objects.equals(content, value.content);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, content);
    }

    /** The value as Python writes it. */
    @Override
    public String toString() {
        long handle = toNative();
        try {
            return Text.string(Native.take(TenonNative.tenon_value_text(handle)));
        } finally {
            Native.release(handle);
        }
    }

    /** A native copy, owned by the caller. */
    long toNative() {
        Tape tape = new Tape();
        tape.add(this);
        try {
            return Native.value(World.context(), tape.longs(), tape.length(), tape.text());
        } finally {
            java.lang.ref.Reference.reachabilityFence(tape);
        }
    }

    /** Reads a native value and releases it. */
    static Value take(long handle) {
        Value value = read(handle);
        if (!(value.content instanceof Kept)) Native.release(handle);
        return value;
    }

    private static Value read(long handle) {
        Kind kind = Kind.ALL[TenonNative.tenon_value_kind(handle)];
        switch (kind) {
            case NONE:
                return NONE;
            case BOOL:
                return of(TenonNative.tenon_value_as_bool(handle) != 0);
            case INT:
                return of(TenonNative.tenon_value_as_int(handle));
            case FLOAT:
                return of(TenonNative.tenon_value_as_float(handle));
            case STRING:
                return of(Text.string(Native.take(TenonNative.tenon_value_as_string(handle))));
            case DTYPE:
                return of(DType.of(TenonNative.tenon_value_as_dtype(handle)));
            case TENSOR:
                return of(new Tensor(TenonNative.tenon_value_as_tensor(handle)));
            case MODULE:
                return of(Modules.adopt(TenonNative.tenon_value_as_module(handle)));
            case TUPLE:
            case LIST: {
                int count = (int) TenonNative.tenon_value_count(handle);
                List<Value> items = new ArrayList<>(count);
                for (int i = 0; i < count; i++) items.add(take(TenonNative.tenon_value_at(handle, i)));
                return new Value(kind, Collections.unmodifiableList(items));
            }
            case DICT: {
                int count = (int) TenonNative.tenon_value_count(handle);
                Map<String, Value> entries = new LinkedHashMap<>();
                for (int i = 0; i < count; i++) {
                    entries.put(TenonNative.tenon_value_key(handle, i), take(TenonNative.tenon_value_at(handle, i)));
                }
                return new Value(kind, Collections.unmodifiableMap(entries));
            }
            default:
                return new Value(kind, new Kept(handle));
        }
    }
}
