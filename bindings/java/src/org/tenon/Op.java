package org.tenon;

import java.lang.ref.Reference;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.tenon.internal.Native;
import org.tenon.internal.TenonNative;

/** How the generated methods call ops: by number, with the arguments on a tape. */
final class Op {
    private final Tape tape = new Tape();
    private int count;

    private Op() {
        tape.reserve(); // the number of arguments
    }

    /** The generated classes count ops from 0; the library's numbers are asked for once. */
    static int id(int index) {
        int known = OpNames.IDS[index];
        if (known != 0) return known - 1;
        World.context();
        int id = TenonNative.tenon_op_id(OpNames.NAMES[index]);
        OpNames.IDS[index] = id + 1;
        return id;
    }

    static Tensor op1(int index, Tensor x) {
        try {
            return new Tensor(TenonNative.tenon_op1(World.context(), id(index), x.handle()));
        } finally {
            Reference.reachabilityFence(x);
        }
    }

    static Tensor op2(int index, Tensor a, Tensor b) {
        try {
            return new Tensor(TenonNative.tenon_op2(World.context(), id(index), a.handle(), b.handle()));
        } finally {
            Reference.reachabilityFence(a);
            Reference.reachabilityFence(b);
        }
    }

    static Op args() {
        return new Op();
    }

    Op add(boolean flag) {
        tape.add(flag);
        count++;
        return this;
    }

    Op add(long integer) {
        tape.add(integer);
        count++;
        return this;
    }

    Op add(double number) {
        tape.add(number);
        count++;
        return this;
    }

    Op add(String text) {
        tape.add(text);
        count++;
        return this;
    }

    Op add(DType dtype) {
        tape.add(dtype);
        count++;
        return this;
    }

    Op add(Tensor tensor) {
        tape.add(tensor);
        count++;
        return this;
    }

    Op add(Value value) {
        tape.add(value);
        count++;
        return this;
    }

    /** One size as an int, several as a tuple. */
    Op add(long[] sizes) {
        if (sizes.length == 1) {
            tape.add(sizes[0]);
        } else {
            tape.addSizes(sizes);
        }
        count++;
        return this;
    }

    Op add(List<Tensor> tensors) {
        tape.addTensors(tensors);
        count++;
        return this;
    }

    /** Each as an argument of its own. */
    Op addEach(List<Tensor> tensors) {
        for (Tensor tensor : tensors) add(tensor);
        return this;
    }

    Op addEach(long[] sizes) {
        tape.addSizes(sizes);
        count++;
        return this;
    }

    Op addAll(List<Value> values) {
        for (Value value : values) add(value);
        return this;
    }

    Op options(Consumer<OpOptions> options) {
        OpOptions given = new OpOptions();
        options.accept(given);
        return options(given.given);
    }

    Op options(Map<String, Value> options) {
        tape.set(0, count);
        count = -1;
        if (options.isEmpty()) {
            tape.addNone();
        } else {
            tape.addDict(options);
        }
        return this;
    }

    private void finish() {
        if (count >= 0) options(Map.of());
    }

    Tensor tensor(int index) {
        finish();
        try {
            return new Tensor(
                    Native.opTensor(World.context(), id(index), tape.longs(), tape.length(), tape.text()));
        } finally {
            Reference.reachabilityFence(tape);
        }
    }

    /** For an op that changes its first argument and gives it back. */
    void inPlace(int index) {
        finish();
        try {
            Native.release(Native.opTensor(World.context(), id(index), tape.longs(), tape.length(), tape.text()));
        } finally {
            Reference.reachabilityFence(tape);
        }
    }

    Value value(int index) {
        return valueOf(id(index));
    }

    Value valueOf(int op) {
        finish();
        try {
            return Value.take(Native.opValue(World.context(), op, tape.longs(), tape.length(), tape.text()));
        } finally {
            Reference.reachabilityFence(tape);
        }
    }

    List<Tensor> tensors(int index) {
        return value(index).tensors();
    }

    boolean bool(int index) {
        return value(index).asBoolean();
    }
}
