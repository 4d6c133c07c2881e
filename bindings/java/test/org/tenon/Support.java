package org.tenon;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.tenon.nn.Linear;

/** What tests share. */
final class Support {
    static final Path SOURCE = Path.of(System.getenv("TENON_SOURCE"));

    private Support() {}

    /** y = 2 x + 1 of one feature. */
    static Linear doubler() {
        Linear layer = new Linear(1, 1);
        try (Scope scope = Tenon.scope()) {
            layer.weight().fill(2);
            layer.bias().fill(1);
        }
        return layer;
    }

    /** A layer whose weights are 1, 2, 3 … and whose bias is 0. */
    static Linear counting(int in, int out) {
        Linear layer = new Linear(in, out);
        float[] numbers = new float[in * out];
        for (int i = 0; i < numbers.length; i++) numbers[i] = i + 1;
        try (Scope scope = Tenon.scope()) {
            layer.weight().write(numbers);
            layer.bias().fill(0);
        }
        return layer;
    }

    /** One number through a module. */
    static float run(TenonModule module, float x) {
        try (Scope scope = Tenon.scope()) {
            return (float) module.call(one(x)).item();
        }
    }

    static Tensor one(float x) {
        return Tensor.of(new float[] {x}, 1, 1);
    }

    /** x * 2. */
    static final class Twice extends TenonModule {
        int runs;

        @Override
        protected Tensor forward(Tensor x) {
            runs++;
            return x.mul(2);
        }
    }

    /** Its first argument. */
    static final class Echo extends TenonModule {
        @Override
        protected Value forward(List<Value> args, Map<String, Value> kwargs) {
            return args.get(0);
        }
    }

    /** Calls its one child. */
    static final class Outer extends TenonModule {
        final TenonModule inner;

        Outer(TenonModule inner) {
            this.inner = addModule("inner", inner);
        }

        @Override
        protected Tensor forward(Tensor x) {
            return inner.call(x);
        }
    }

    static List<String> names(List<? extends Named<?>> named) {
        return named.stream().<String>map(Named::name).toList();
    }
}
