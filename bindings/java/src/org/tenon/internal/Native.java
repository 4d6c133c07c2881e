package org.tenon.internal;

import java.nio.Buffer;
import java.nio.ByteBuffer;

/** What the derived flat layer ({@link TenonNative}) cannot do, and several C calls in one crossing. */
public final class Native {
    private Native() {}

    /** The native library's ABI version. */
    public static native int abiVersion();

    /** Makes the context that JNI_OnUnload shuts down. */
    public static native long open();

    /** Shuts that context down. */
    public static native void close();

    /** Releases the first {@code count} handles, of any types. */
    public static native void releaseAll(long[] handles, int count);

    /** Releases one handle of any type. */
    public static native void release(long handle);

    /** Builds the value on a tape. */
    public static native long value(long context, long[] tape, int length, byte[] text);

    /** Calls an op with the arguments on a tape; gives a value. */
    public static native long opValue(long context, int op, long[] tape, int length, byte[] text);

    /** Calls an op with the arguments on a tape; gives a tensor. */
    public static native long opTensor(long context, int op, long[] tape, int length, byte[] text);

    /** Calls a module with the two values on a tape, arguments and keyword arguments; gives a value. */
    public static native long callValue(long context, long module, long[] tape, int length, byte[] text);

    /** The sizes of a tensor; null on misuse. */
    public static native long[] shape(long tensor);

    /** A tensor of an array's elements. */
    public static native long fromArray(long context, int dtype, long[] shape, Object array);

    /** A tensor of a direct buffer's elements. */
    public static native long fromBuffer(long context, int dtype, long[] shape, Buffer buffer, long offset);

    /** A tensor over a direct buffer, which it keeps. */
    public static native long wrapBuffer(
            long context, int dtype, long[] shape, Buffer buffer, long offset, boolean readOnly);

    /** Copies a tensor's elements into an array. */
    public static native void readArray(long tensor, Object array, long bytes);

    /** Copies an array's elements into a tensor. */
    public static native void writeArray(long tensor, Object array, long bytes);

    /** Copies a tensor's elements into a direct buffer. */
    public static native void readBuffer(long tensor, Buffer buffer, long offset, long bytes);

    /** Copies a direct buffer's elements into a tensor. */
    public static native void writeBuffer(long tensor, Buffer buffer, long offset, long bytes);

    /** A tensor's memory, mapped. */
    public static native ByteBuffer map(long tensor, int flags, long bytes);

    /** The address of a direct buffer. */
    public static native long address(Buffer buffer);

    /** Calls a module from floats at one address to another; gives the number of output elements. */
    public static native long callFloats(
            long module, int ndim, long d0, long d1, long d2, long d3, long in, long out, long capacity);

    /** Calls a module from one float array into another; gives the number of output elements. */
    public static native long callArrays(
            long module, long[] shape, int ndim, float[] in, int given, float[] out, int capacity);

    /** The names of a list. */
    public static native byte[][] names(long list);

    /** The tensors of a list, owned. */
    public static native long[] tensors(long list);

    /** The modules of a list, owned. */
    public static native long[] modules(long list);

    /** A module's children, owned. */
    public static native long[] children(long module);

    /** The bytes of a native string, which is released. */
    public static native byte[] take(long string);

    /** A state dict from a file's bytes. */
    public static native long loadMemory(long context, byte[] bytes);
}
