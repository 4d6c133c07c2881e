package org.tenon;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.tenon.internal.Text;

/**
 * Arguments on their way to native code: numbers in one array, text in another, so that any nesting
 * crosses at once. A kind comes first, then its content; native.cc reads it.
 */
final class Tape {
    private static final int NATIVE_VALUE = 99;

    private long[] longs = new long[16];
    private int length;
    private byte[] text = new byte[0];
    /** What the handles on the tape belong to: reachable until the call is over. */
    private final List<Object> alive = new ArrayList<>(4);

    long[] longs() {
        return longs;
    }

    int length() {
        return length;
    }

    byte[] text() {
        return text;
    }

    private void put(long number) {
        if (length == longs.length) longs = Arrays.copyOf(longs, 2 * length);
        longs[length++] = number;
    }

    private void put(Value.Kind kind, long number) {
        put(kind.number);
        put(number);
    }

    /** A place for a count that is known later. */
    int reserve() {
        put(0);
        return length - 1;
    }

    void set(int place, long number) {
        longs[place] = number;
    }

    private long textAt(String string) {
        byte[] bytes = Text.bytes(string);
        int at = text.length;
        text = Arrays.copyOf(text, at + bytes.length + 1);
        System.arraycopy(bytes, 0, text, at, bytes.length);
        return at;
    }

    void addNone() {
        put(Value.Kind.NONE.number);
    }

    void add(boolean flag) {
        put(Value.Kind.BOOL, flag ? 1 : 0);
    }

    void add(long integer) {
        put(Value.Kind.INT, integer);
    }

    void add(double number) {
        put(Value.Kind.FLOAT, Double.doubleToRawLongBits(number));
    }

    void add(String string) {
        if (string == null) {
            addNone();
        } else {
            put(Value.Kind.STRING, textAt(string));
        }
    }

    void add(DType dtype) {
        if (dtype == null) {
            addNone();
        } else {
            put(Value.Kind.DTYPE, dtype.number);
        }
    }

    void add(Tensor tensor) {
        if (tensor == null) {
            addNone();
        } else {
            put(Value.Kind.TENSOR, tensor.handle());
            alive.add(tensor);
        }
    }

    void add(TenonModule module) {
        if (module == null) {
            addNone();
        } else {
            put(Value.Kind.MODULE, module.handle());
            alive.add(module);
        }
    }

    void addSizes(long[] sizes) {
        put(Value.Kind.TUPLE, sizes.length);
        for (long size : sizes) add(size);
    }

    void addTensors(Iterable<Tensor> tensors) {
        put(Value.Kind.LIST.number);
        int place = reserve();
        int count = 0;
        for (Tensor tensor : tensors) {
            add(tensor);
            count++;
        }
        set(place, count);
    }

    void addTuple(List<Value> items) {
        put(Value.Kind.TUPLE, items.size());
        for (Value item : items) add(item);
    }

    void addDict(Map<String, Value> entries) {
        put(Value.Kind.DICT, entries.size());
        for (Map.Entry<String, Value> entry : entries.entrySet()) {
            put(textAt(entry.getKey()));
            add(entry.getValue());
        }
    }

    void add(Value value) {
        if (value == null) {
            addNone();
            return;
        }
        switch (value.kind()) {
            case NONE -> addNone();
            case BOOL -> add(value.asBoolean());
            case INT -> add(value.asLong());
            case FLOAT -> add(value.asDouble());
            case STRING -> add(value.asString());
            case DTYPE -> add(value.asDType());
            case TENSOR -> add(value.asTensor());
            case MODULE -> add(value.asModule());
            case TUPLE -> addTuple(value.items());
            case LIST -> {
                put(Value.Kind.LIST, value.items().size());
                for (Value item : value.items()) add(item);
            }
            case DICT -> addDict(value.entries());
            default -> {
                put(NATIVE_VALUE);
                put(value.asNative().handle());
                alive.add(value);
            }
        }
    }
}
