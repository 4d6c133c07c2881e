package org.tenon;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;

/** Checks what native code could only take on trust: where the memory is and how much of it there is. */
final class Buffers {
    private Buffers() {}

    static void check(FloatBuffer buffer) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException("a heap FloatBuffer has no address: use a direct one"
                    + " (ByteBuffer.allocateDirect), or a float[], which is copied");
        }
        if (buffer.order() != ByteOrder.nativeOrder()) {
            throw new IllegalArgumentException("the FloatBuffer's byte order is " + buffer.order()
                    + ", the machine's is " + ByteOrder.nativeOrder()
                    + ": call order(ByteOrder.nativeOrder()) on the ByteBuffer before asFloatBuffer()");
        }
    }

    static void check(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException(
                    "a heap ByteBuffer has no address: use a direct one (ByteBuffer.allocateDirect)");
        }
    }

    static void checkWritable(java.nio.Buffer buffer) {
        if (buffer.isReadOnly()) throw new IllegalArgumentException("the buffer is read-only");
    }

    /** How many elements a shape has; a size below zero is left to the library to refuse. */
    static long numel(long[] shape) {
        long count = 1;
        for (long size : shape) {
            if (size < 0) return -1;
            count = Math.multiplyExact(count, size);
        }
        return count;
    }

    static void checkCount(long[] shape, long given) {
        long wanted = numel(shape);
        if (wanted >= 0 && wanted != given) {
            throw new IllegalArgumentException("shape " + shown(shape) + " wants " + wanted + " elements, not " + given);
        }
    }

    static String shown(long[] shape) {
        if (shape.length == 1) return "(" + shape[0] + ",)";
        String inner = Arrays.toString(shape);
        return "(" + inner.substring(1, inner.length() - 1) + ")";
    }
}
