package org.tenon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tensors and ops. */
class TensorTest extends Leakless {
    static FloatBuffer direct(float... values) {
        FloatBuffer buffer = ByteBuffer.allocateDirect(4 * values.length)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
        return buffer.put(values).flip();
    }

    @Test
    void tensorFromFloatsAndBack() {
        try (Tensor x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3)) {
            assertEquals("(2, 3)", x.shape());
            assertArrayEquals(new long[] {2, 3}, x.sizes());
            assertEquals(3, x.size(-1));
            assertEquals(2, x.dim());
            assertEquals(6, x.numel());
            assertEquals(DType.F32, x.dtype());
            assertArrayEquals(new float[] {1, 2, 3, 4, 5, 6}, x.toFloatArray());
            FloatBuffer out = direct(new float[8]);
            out.position(1);
            x.read(out);
            assertEquals(7, out.position());
            assertEquals(6f, out.get(6));
            x.write(new float[] {6, 5, 4, 3, 2, 1});
            assertArrayEquals(new double[] {6, 5, 4, 3, 2, 1}, x.toDoubleArray());
        }
        FloatBuffer part = direct(9, 1, 2, 9);
        part.position(1).limit(3);
        try (Tensor x = Tensor.of(part)) {
            assertArrayEquals(new float[] {1, 2}, x.toFloatArray());
            assertEquals(1, part.position());
        }
    }

    @Test
    void tensorMemoryIsSeenWithoutACopy() {
        FloatBuffer memory = direct(0, 1, 2, 3, 4);
        memory.position(1);
        try (Tensor x = Tensor.wrap(memory, 2, 2)) {
            memory.put(1, 10f);
            assertArrayEquals(new float[] {10, 2, 3, 4}, x.toFloatArray());
            x.fill(7);
            assertEquals(7f, memory.get(4));
            assertEquals(0f, memory.get(0));
        }
        try (Tensor x = Tensor.wrap(memory.asReadOnlyBuffer(), 2, 2)) {
            assertEquals(Status.RUNTIME, assertThrows(TenonException.class, () -> x.fill(1)).status());
        }
        FloatBuffer view;
        try (Tensor x = Tensor.of(new float[] {1, 2})) {
            view = x.floatBuffer();
            x.fill(5);
            assertEquals(5f, view.get(1));
            view.put(0, 6f);
            assertEquals(6.0, x.select(0, 0).item());
        }
        assertEquals(6f, view.get(0)); // outlives the tensor
    }

    @Test
    void tensorRefusesAWrongElementCount() {
        String message = assertThrows(IllegalArgumentException.class, () -> Tensor.of(new float[5], 2, 3)).getMessage();
        assertEquals("shape (2, 3) wants 6 elements, not 5", message);
        FloatBuffer heap = FloatBuffer.allocate(2);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Tensor.of(heap)).getMessage().startsWith("a heap FloatBuffer"));
        FloatBuffer big = ByteBuffer.allocateDirect(8).asFloatBuffer(); // Java's default order
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Tensor.wrap(big)).getMessage().contains("byte order is BIG_ENDIAN"));
        assertThrows(IllegalArgumentException.class, () -> Tensor.of(new long[1], 2));
        assertEquals(Status.VALUE, assertThrows(TenonException.class, () -> Tensor.zeros(DType.F32, -1)).status());
        assertThrows(IllegalArgumentException.class, () -> Tensor.of(direct(1, 2), 3));
        assertThrows(IllegalArgumentException.class, () -> Tensor.wrap(DType.F64, ByteBuffer.allocateDirect(8), 2));
    }

    @Test
    void tensorOfEveryDtype() {
        try (Scope scope = Tenon.scope()) {
            assertEquals(DType.F64, Tensor.of(new double[] {1}).dtype());
            assertEquals(DType.I64, Tensor.of(new long[] {1}).dtype());
            assertEquals(DType.I32, Tensor.of(new int[] {1}).dtype());
            Tensor flags = Tensor.of(new boolean[] {true, false});
            assertEquals(DType.BOOL, flags.dtype());
            assertArrayEquals(new boolean[] {true, false}, flags.toBooleanArray());
            assertArrayEquals(new long[] {1, 0}, flags.toLongArray());
            for (DType dtype : DType.values()) {
                Tensor zeros = Tensor.zeros(dtype, 3);
                assertEquals(dtype, zeros.dtype());
                assertEquals(3 * dtype.size(), zeros.toByteArray().length, dtype.pytorchName());
            }
            assertArrayEquals(
                    new int[] {1, -2}, Tensor.of(new float[] {1.5f, -2.5f}).to(DType.I16).toIntArray());
            assertArrayEquals(new float[] {1.5f}, Tensor.of(new double[] {1.5}).half().toFloatArray());
            assertEquals(3, Tensor.of(DType.U8, new byte[] {3}).itemLong());
        }
    }

    @Test
    void tensorPrintsAsPytorch() {
        try (Tensor x = Tensor.of(new float[] {1, 2.5f, -3, 4}, 2, 2)) {
            assertEquals("tensor([[ 1.0000,  2.5000],\n        [-3.0000,  4.0000]])", x.toString());
        }
        try (Tensor x = Tensor.of(new long[] {1, 2})) {
            assertEquals("tensor([1, 2])", x.toString());
        }
    }

    @Test
    void opsByNameAndAsMethods() {
        try (Scope scope = Tenon.scope()) {
            Tensor x = Tensor.of(new float[] {0, 0, 0, 0}, 1, 4);
            assertArrayEquals(new float[] {.25f, .25f, .25f, .25f}, x.softmax(-1).toFloatArray());
            Tensor same = Ops.call("softmax", Value.of(x), Value.of(-1)).asTensor();
            assertArrayEquals(new float[] {.25f, .25f, .25f, .25f}, same.toFloatArray());
            Tensor a = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
            assertArrayEquals(new float[] {7, 10, 15, 22}, a.matmul(a).toFloatArray());
            assertArrayEquals(new float[] {2, 3, 4, 5}, a.add(1).toFloatArray());
            assertArrayEquals(new float[] {2, 4, 6, 8}, a.add(a).toFloatArray());
            assertArrayEquals(new float[] {3, 7}, a.sum(1).toFloatArray());
            assertEquals(10.0, a.sum().item());
            assertSame(a, a.addInPlace(1)); // torch's add_
            assertArrayEquals(new float[] {2, 3, 4, 5}, a.toFloatArray());
            assertArrayEquals(new float[] {0, 0, 0, 0}, a.clone().zero().toFloatArray());
            assertArrayEquals(new long[] {2, 2}, a.t().sizes());
            assertEquals(1, x.argmax(1).numel());
            assertArrayEquals(new float[] {5, 4, 3, 2}, a.reshape(4).flip(0).toFloatArray());
            assertTrue(a.equal(a.clone()));
        }
    }

    @Test
    void opsReturnSeveralTensors() {
        try (Scope scope = Tenon.scope()) {
            Tensor x = Tensor.of(new float[] {3, 1, 2});
            List<Tensor> sorted = x.sort();
            assertArrayEquals(new float[] {1, 2, 3}, sorted.get(0).toFloatArray());
            assertArrayEquals(new long[] {1, 2, 0}, sorted.get(1).toLongArray());
            assertEquals(3, x.unbind().size());
            Value largest = x.max(0);
            assertEquals(3.0, largest.get(0).asTensor().item());
            assertEquals(0, largest.get(1).asTensor().itemLong());
            assertEquals(3.0, x.max().asTensor().item());
            assertArrayEquals(new float[] {3, 1, 2, 3, 1, 2}, Ops.cat(List.of(x, x), 0).toFloatArray());
        }
    }

    @Test
    void opsTakeNamedOptions() {
        try (Scope scope = Tenon.scope()) {
            Tensor x = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
            assertEquals("(1, 2)", x.sum(o -> o.dim(0).keepdim(true)).shape());
            assertEquals(DType.F64, x.sum(o -> o.dtype(DType.F64)).dtype());
            assertArrayEquals(new float[] {11, 22, 33, 44}, x.add(x, o -> o.alpha(10)).toFloatArray());
            Value by = Ops.call("sum", List.of(Value.of(x)), Map.of("dim", Value.of(1)));
            assertArrayEquals(new float[] {3, 7}, by.asTensor().toFloatArray());
            assertEquals("(2, 2)", Ops.zeros(new long[] {2, 2}).shape());
        }
    }

    @Test
    void opErrorsNameTheOp() {
        try (Scope scope = Tenon.scope()) {
            Tensor a = Tensor.zeros(DType.F32, 2, 3);
            Tensor b = Tensor.zeros(DType.F32, 4, 5);
            TenonException e = assertThrows(TenonException.class, () -> a.matmul(b));
            assertEquals("matmul: inner sizes differ: (2, 3) x (4, 5)", e.getMessage());
            assertEquals(Status.RUNTIME, e.status());
            TenonException unknown = assertThrows(TenonException.class, () -> Ops.call("no_such_op", Value.of(a)));
            assertEquals(Status.KEY, unknown.status());
            assertTrue(unknown.getMessage().contains("no_such_op"));
            assertTrue(assertThrows(TenonException.class, () -> a.sum(o -> o.groups(1))).getMessage().startsWith("sum: "));
        }
    }

    @Test
    void randomNumbersFollowTheSeed() {
        try (Scope scope = Tenon.scope()) {
            Tenon.manualSeed(5);
            assertEquals(5, Tenon.initialSeed());
            Tensor state = Tenon.rngState();
            float[] first = Tensor.zeros(DType.F32, 8).uniform(0, 1).toFloatArray();
            float[] second = Tensor.zeros(DType.F32, 8).normal(0, 1).toFloatArray();
            assertFalse(java.util.Arrays.equals(first, second));
            Tenon.setRngState(state);
            assertArrayEquals(first, Tensor.zeros(DType.F32, 8).uniform(0, 1).toFloatArray());
            Tenon.manualSeed(0);
            // torch.manual_seed(0); torch.rand(3)
            assertArrayEquals(
                    new float[] {0.49625658988952637f, 0.7682217955589294f, 0.08847743272781372f},
                    Tensor.zeros(DType.F32, 3).uniform(0, 1).toFloatArray());
        }
    }
}
