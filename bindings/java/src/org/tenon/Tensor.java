package org.tenon;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.tenon.internal.Native;
import org.tenon.internal.TenonNative;
import org.tenon.internal.TenonNativeConstants;
import org.tenon.internal.Text;

/**
 * An n-dimensional array. Ops are methods under PyTorch's names ({@code x.softmax(-1)}); those that
 * make tensors, or join several, are in {@link Ops}.
 *
 * <p>A tensor is closed by {@link #close} or by the {@link Scope} it was made in. In a loop, use a
 * scope: the collector sees a small object, not the memory behind it.
 */
public final class Tensor extends TensorOps {
    Tensor(long handle) {
        super(handle);
    }

    Tensor(long handle, Scope scope) {
        super(handle, scope);
    }

    @Override
    void retain() {
        TenonNative.tenon_tensor_retain(handle());
    }

    // ---- making ----

    private static long[] shapeOr(long[] shape, long count) {
        return shape.length == 0 ? new long[] {count} : shape;
    }

    private static Tensor copied(DType dtype, Object array, long count, long[] shape) {
        long[] sizes = shapeOr(shape, count);
        Buffers.checkCount(sizes, count);
        return new Tensor(Native.fromArray(World.context(), dtype.number, sizes, array));
    }

    /**
     * A float32 tensor with a copy of the data.
     *
     * @param data the elements, row-major
     * @param shape the sizes; none: one dim of all elements
     * @return the tensor
     * @throws IllegalArgumentException if the shape wants another number of elements
     */
    public static Tensor of(float[] data, long... shape) {
        return copied(DType.F32, data, data.length, shape);
    }

    /**
     * A float64 tensor with a copy of the data.
     *
     * @param data the elements, row-major
     * @param shape the sizes; none: one dim of all elements
     * @return the tensor
     */
    public static Tensor of(double[] data, long... shape) {
        return copied(DType.F64, data, data.length, shape);
    }

    /**
     * An int64 tensor with a copy of the data.
     *
     * @param data the elements, row-major
     * @param shape the sizes; none: one dim of all elements
     * @return the tensor
     */
    public static Tensor of(long[] data, long... shape) {
        return copied(DType.I64, data, data.length, shape);
    }

    /**
     * An int32 tensor with a copy of the data.
     *
     * @param data the elements, row-major
     * @param shape the sizes; none: one dim of all elements
     * @return the tensor
     */
    public static Tensor of(int[] data, long... shape) {
        return copied(DType.I32, data, data.length, shape);
    }

    /**
     * A bool tensor with a copy of the data.
     *
     * @param data the elements, row-major
     * @param shape the sizes; none: one dim of all elements
     * @return the tensor
     */
    public static Tensor of(boolean[] data, long... shape) {
        return copied(DType.BOOL, data, data.length, shape);
    }

    /**
     * A tensor of any dtype with a copy of its elements' bytes.
     *
     * @param dtype the element type
     * @param bytes the elements, row-major, in the machine's byte order
     * @param shape the sizes; none: one dim of all elements
     * @return the tensor
     */
    public static Tensor of(DType dtype, byte[] bytes, long... shape) {
        if (bytes.length % dtype.size() != 0) {
            throw new IllegalArgumentException(bytes.length + " bytes are no whole number of " + dtype.pytorchName());
        }
        return copied(dtype, bytes, bytes.length / dtype.size(), shape);
    }

    /**
     * A float32 tensor with a copy of a buffer's elements from position to limit.
     *
     * @param data a direct buffer in the machine's byte order; its position stays
     * @param shape the sizes; none: one dim of all elements
     * @return the tensor
     * @throws IllegalArgumentException for a heap buffer, another byte order, another number of elements
     */
    public static Tensor of(FloatBuffer data, long... shape) {
        Buffers.check(data);
        long[] sizes = shapeOr(shape, data.remaining());
        Buffers.checkCount(sizes, data.remaining());
        return new Tensor(Native.fromBuffer(World.context(), DType.F32.number, sizes, data, 4L * data.position()));
    }

    /**
     * A float32 tensor over a buffer's memory from position to limit, without a copy: each sees what
     * the other writes. The tensor keeps the buffer. Of a read-only buffer the tensor is read-only.
     *
     * @param data a direct buffer in the machine's byte order
     * @param shape the sizes; none: one dim of all elements
     * @return the tensor
     * @throws IllegalArgumentException for a heap buffer, another byte order, another number of elements
     */
    public static Tensor wrap(FloatBuffer data, long... shape) {
        Buffers.check(data);
        long[] sizes = shapeOr(shape, data.remaining());
        Buffers.checkCount(sizes, data.remaining());
        return new Tensor(Native.wrapBuffer(
                World.context(), DType.F32.number, sizes, data, 4L * data.position(), data.isReadOnly()));
    }

    /**
     * A tensor of any dtype over a buffer's memory from position to limit, without a copy.
     *
     * @param dtype the element type
     * @param data a direct buffer; its content is in the machine's byte order
     * @param shape the sizes; none: one dim of all elements
     * @return the tensor
     * @throws IllegalArgumentException for a heap buffer or another number of elements
     */
    public static Tensor wrap(DType dtype, ByteBuffer data, long... shape) {
        Buffers.check(data);
        long count = data.remaining() / dtype.size();
        long[] sizes = shapeOr(shape, count);
        Buffers.checkCount(sizes, count);
        return new Tensor(
                Native.wrapBuffer(World.context(), dtype.number, sizes, data, data.position(), data.isReadOnly()));
    }

    /**
     * A float32 tensor without dims.
     *
     * @param number its element
     * @return the tensor
     */
    public static Tensor scalar(double number) {
        return new Tensor(TenonNative.tenon_tensor_full(World.context(), DType.F32.number, new long[0], 0, number));
    }

    /**
     * A tensor whose elements are all the same.
     *
     * @param dtype the element type
     * @param number the element, converted to the dtype
     * @param shape the sizes; none: no dims
     * @return the tensor
     */
    public static Tensor full(DType dtype, double number, long... shape) {
        return new Tensor(TenonNative.tenon_tensor_full(World.context(), dtype.number, shape, shape.length, number));
    }

    /**
     * A tensor of zeros.
     *
     * @param dtype the element type
     * @param shape the sizes; none: no dims
     * @return the tensor
     */
    public static Tensor zeros(DType dtype, long... shape) {
        return new Tensor(TenonNative.tenon_tensor_create(World.context(), dtype.number, shape, shape.length));
    }

    // ---- looking ----

    /**
     * The element type.
     *
     * @return the dtype
     */
    public DType dtype() {
        try {
            DType dtype = DType.of(TenonNative.tenon_tensor_dtype(handle()));
            if (dtype == null) throw new IllegalStateException("Tensor was closed");
            return dtype;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The sizes, an array of the caller's.
     *
     * @return one size a dim
     */
    public long[] sizes() {
        try {
            long[] sizes = Native.shape(handle());
            if (sizes == null) throw new IllegalStateException("Tensor was closed");
            return sizes;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The sizes as Python writes them.
     *
     * @return {@code "(1, 64)"}
     */
    public String shape() {
        return Buffers.shown(sizes());
    }

    /**
     * Number of dims.
     *
     * @return the number
     */
    public int dim() {
        return sizes().length;
    }

    /**
     * Size of a dim.
     *
     * @param dim the dim; a negative one counts from the end
     * @return its size
     */
    public long size(int dim) {
        long[] sizes = sizes();
        return sizes[dim < 0 ? dim + sizes.length : dim];
    }

    /**
     * Number of elements.
     *
     * @return the number
     */
    public long numel() {
        try {
            long count = TenonNative.tenon_tensor_numel(handle());
            if (count < 0) throw new IllegalStateException("Tensor was closed");
            return count;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private boolean is(int answer) {
        if (answer < 0) throw new IllegalStateException("Tensor was closed");
        return answer == 1;
    }

    /**
     * Tells whether the elements lie row-major without gaps.
     *
     * @return true if they do
     */
    public boolean isContiguous() {
        try {
            return is(TenonNative.tenon_tensor_is_contiguous(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Tells whether it is a parameter.
     *
     * @return true for a parameter
     */
    public boolean isParameter() {
        try {
            return is(TenonNative.tenon_tensor_is_parameter(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Tells whether it came from a parsed text and has no values yet.
     *
     * @return true until it is loaded or drawn
     */
    public boolean isUninitialized() {
        try {
            return is(TenonNative.tenon_tensor_is_uninitialized(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Tells whether both lie in the same memory.
     *
     * @param other another tensor
     * @return true if a change of one can be seen in the other
     */
    public boolean sharesStorage(Tensor other) {
        try {
            return is(TenonNative.tenon_tensor_shares_storage(handle(), other.handle()));
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(other);
        }
    }

    /**
     * Tells whether both Java objects stand for one tensor: what {@code is} says in Python.
     *
     * @param other another tensor
     * @return true if they do
     */
    public boolean isSame(Tensor other) {
        try {
            return handle() == other.handle();
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(other);
        }
    }

    /**
     * Tells whether gradients are wanted.
     *
     * @return true if they are
     */
    public boolean requiresGrad() {
        try {
            return is(TenonNative.tenon_tensor_requires_grad(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Says whether gradients are wanted.
     *
     * @param flag true if they are
     * @return this tensor
     */
    public Tensor requiresGrad(boolean flag) {
        try {
            TenonNative.tenon_tensor_requires_grad_set(handle(), flag ? 1 : 0);
            return this;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The accumulated gradient.
     *
     * @return the gradient; null if there is none
     */
    public Tensor grad() {
        try {
            long grad = TenonNative.tenon_tensor_grad(handle());
            return grad == 0 ? null : new Tensor(grad);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Replaces the gradient.
     *
     * @param grad the new gradient; null: none
     */
    public void grad(Tensor grad) {
        try {
            TenonNative.tenon_tensor_grad_set(handle(), grad == null ? 0 : grad.handle());
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(grad);
        }
    }

    // ---- reading ----

    /**
     * The value of a tensor with one element.
     *
     * @return the element
     */
    public double item() {
        try {
            return TenonNative.tenon_tensor_item(handle());
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The value of a tensor with one element, as an integer.
     *
     * @return the element
     */
    public long itemLong() {
        try {
            return TenonNative.tenon_tensor_item_int(handle());
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private int count() {
        return Math.toIntExact(numel());
    }

    private <A> A read(DType dtype, A array) {
        if (dtype() == dtype) {
            try {
                Native.readArray(handle(), array, numel() * dtype.size());
            } finally {
                Reference.reachabilityFence(this);
            }
        } else {
            try (Tensor converted = to(dtype)) {
                converted.read(dtype, array);
            }
        }
        return array;
    }

    /**
     * All elements, row-major, converted.
     *
     * @return a copy
     */
    public float[] toFloatArray() {
        return read(DType.F32, new float[count()]);
    }

    /**
     * All elements, row-major, converted.
     *
     * @return a copy
     */
    public double[] toDoubleArray() {
        return read(DType.F64, new double[count()]);
    }

    /**
     * All elements, row-major, converted.
     *
     * @return a copy
     */
    public long[] toLongArray() {
        return read(DType.I64, new long[count()]);
    }

    /**
     * All elements, row-major, converted.
     *
     * @return a copy
     */
    public int[] toIntArray() {
        return read(DType.I32, new int[count()]);
    }

    /**
     * All elements, row-major, converted.
     *
     * @return a copy
     */
    public boolean[] toBooleanArray() {
        return read(DType.BOOL, new boolean[count()]);
    }

    /**
     * The bytes of all elements, row-major, in the machine's byte order.
     *
     * @return a copy
     */
    public byte[] toByteArray() {
        byte[] bytes = new byte[Math.toIntExact(numel() * dtype().size())];
        try {
            Native.readArray(handle(), bytes, bytes.length);
            return bytes;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Copies all elements of a float32 tensor out, row-major, and moves the buffer's position behind
     * them.
     *
     * @param destination a direct buffer in the machine's byte order, with room enough
     */
    public void read(FloatBuffer destination) {
        Buffers.check(destination);
        Buffers.checkWritable(destination);
        int count = floats();
        if (destination.remaining() < count) {
            throw new IllegalArgumentException(
                    "the tensor has " + count + " elements, the buffer has room for " + destination.remaining());
        }
        try {
            Native.readBuffer(handle(), destination, 4L * destination.position(), 4L * count);
            destination.position(destination.position() + count);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Copies row-major elements into a float32 tensor.
     *
     * @param data the elements, as many as the tensor has
     */
    public void write(float[] data) {
        if (floats() != data.length) Buffers.checkCount(sizes(), data.length);
        try {
            Native.writeArray(handle(), data, 4L * data.length);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Copies row-major elements into a float32 tensor; the buffer's position moves to its limit.
     *
     * @param data a direct buffer in the machine's byte order, with as many elements as the tensor has
     */
    public void write(FloatBuffer data) {
        Buffers.check(data);
        if (floats() != data.remaining()) Buffers.checkCount(sizes(), data.remaining());
        try {
            Native.writeBuffer(handle(), data, 4L * data.position(), 4L * data.remaining());
            data.position(data.limit());
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private int floats() {
        if (dtype() != DType.F32) {
            throw new IllegalStateException("the tensor is " + dtype().pytorchName() + ", not float32");
        }
        return count();
    }

    /**
     * The memory of a contiguous float32 tensor, without a copy. The memory lives as long as the
     * buffer is reachable, also when the tensor is closed, but not beyond {@link Tenon#shutdown}.
     *
     * @return a buffer over the elements, for reading and writing
     */
    public FloatBuffer floatBuffer() {
        floats();
        return byteBuffer().asFloatBuffer();
    }

    /**
     * The memory of a contiguous tensor of any dtype, without a copy, in the machine's byte order.
     * The memory lives as long as the buffer is reachable, but not beyond {@link Tenon#shutdown}.
     *
     * @return a buffer over the elements, for reading and writing
     */
    public ByteBuffer byteBuffer() {
        if (!isContiguous()) {
            throw new IllegalStateException("the tensor is not contiguous: take contiguous() of it");
        }
        long bytes = numel() * dtype().size();
        Math.toIntExact(bytes);
        try {
            long mapped = handle();
            int flags = TenonNativeConstants.TENON_MAP_READ | TenonNativeConstants.TENON_MAP_WRITE;
            ByteBuffer view = Native.map(mapped, flags, bytes);
            TenonNative.tenon_tensor_retain(mapped);
            // Slices and views of a direct buffer keep it reachable.
            Cleaners.watch(view, mapped, Cleaners.UNMAP);
            return view.order(ByteOrder.nativeOrder());
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    // ---- changing ----

    /**
     * Sets every element, converted to the dtype.
     *
     * @param number the element
     * @return this tensor
     */
    public Tensor fill(double number) {
        try {
            TenonNative.tenon_tensor_fill(handle(), number);
            return this;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Copies another tensor's elements into this one, broadcast and converted.
     *
     * @param source the other tensor
     * @return this tensor
     */
    public Tensor copy(Tensor source) {
        try {
            TenonNative.tenon_tensor_copy(handle(), source.handle());
            return this;
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(source);
        }
    }

    /**
     * Draws every element uniformly, as PyTorch draws.
     *
     * @param low the lower bound
     * @param high the upper bound, which is never drawn
     * @return this tensor
     */
    public Tensor uniform(double low, double high) {
        try {
            TenonNative.tenon_tensor_uniform(handle(), low, high);
            return this;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Draws every element from a normal distribution, as PyTorch draws.
     *
     * @param mean the mean
     * @param deviation the standard deviation
     * @return this tensor
     */
    public Tensor normal(double mean, double deviation) {
        try {
            TenonNative.tenon_tensor_normal(handle(), mean, deviation);
            return this;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    // ---- relatives ----

    /**
     * A row-major copy.
     *
     * @return the copy
     */
    @Override
    public Tensor clone() {
        try {
            return new Tensor(TenonNative.tenon_tensor_clone(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * This tensor, or a row-major copy if it is not contiguous.
     *
     * @return a contiguous tensor, to be closed like any other
     */
    public Tensor contiguous() {
        try {
            return new Tensor(TenonNative.tenon_tensor_contiguous(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * This tensor, or a converted copy if its dtype is another.
     *
     * @param dtype the wanted element type
     * @return a tensor of that dtype, to be closed like any other
     */
    public Tensor to(DType dtype) {
        try {
            return new Tensor(TenonNative.tenon_tensor_to(handle(), dtype.number));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * A tensor over the same memory that wants no gradients.
     *
     * @return the tensor
     */
    public Tensor detach() {
        try {
            return new Tensor(TenonNative.tenon_tensor_detach(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * A parameter over the same memory that wants gradients: what {@link
     * TenonModule#registerParameter} takes.
     *
     * @return the parameter
     */
    public Tensor parameter() {
        return parameter(true);
    }

    /**
     * A parameter over the same memory.
     *
     * @param requiresGrad whether it wants gradients
     * @return the parameter
     */
    public Tensor parameter(boolean requiresGrad) {
        try {
            return new Tensor(TenonNative.tenon_tensor_parameter(handle(), requiresGrad ? 1 : 0));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Takes this tensor out of its {@link Scope}: from now on it is closed by hand, or found by the
     * collector.
     *
     * @return this tensor
     */
    public Tensor moveOut() {
        leaveScope();
        return this;
    }

    /** What PyTorch prints. */
    @Override
    public String toString() {
        if (isClosed()) return "Tensor(closed)";
        try {
            return Text.string(Native.take(TenonNative.tenon_tensor_text(handle())));
        } finally {
            Reference.reachabilityFence(this);
        }
    }
}
