package org.tenon;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Locale;
import org.tenon.nn.Linear;

/** What Java adds to a C call, measured beside it in one run. Needs the probe library, which has the C loops. */
final class Bench {
    private static final int TIMES = 2_000;
    private static final int ROUNDS = 500;

    private Bench() {}

    /** tenon_module_call_f32, so often. */
    private static native void cFloats(long module, int times);

    /** tenon_module_call1 and release, so often. */
    private static native void cCalls(long module, long x, int times);

    /** Registers a hook in C that looks at input and output. */
    private static native void cHook(long module);

    private static volatile long sink;

    /** Nanoseconds an operation: the best of many short rounds, so that a busy machine does no harm. */
    private static double best(Runnable loop) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            loop.run();
            best = Math.min(best, (System.nanoTime() - start) / (double) TIMES);
        }
        return best;
    }

    private static void line(String what, double cost, double base, double most) {
        System.out.printf(
                Locale.ROOT, "%-44s %8.1f ns  %+8.1f ns  (at most %+.0f)%n", what, cost, cost - base, most);
    }

    private static long handle(NativeObject object) {
        return object.handle();
    }

    private static FloatBuffer floats(int count) {
        return ByteBuffer.allocateDirect(4 * count).order(ByteOrder.nativeOrder()).asFloatBuffer();
    }

    public static void main(String[] arguments) {
        try (Linear layer = new Linear(4, 2);
                Linear watched = new Linear(4, 2);
                Tensor x = Tensor.of(new float[] {1, 2, 3, 4}, 1, 4)) {
            layer.eval();
            watched.eval();
            FloatBuffer in = floats(4);
            FloatBuffer out = floats(2);
            long[] shape = {1, 4};
            float[] inArray = new float[4];
            float[] outArray = new float[2];

            double base = best(() -> cFloats(handle(layer), TIMES));
            System.out.printf(Locale.ROOT, "%-44s %8.1f ns%n", "C: call_f32", base);
            line("Java: callFloats, direct buffers", best(() -> {
                for (int i = 0; i < TIMES; i++) {
                    out.clear();
                    layer.callFloats(in, shape, out);
                }
            }), base, 60);
            line("Java: callFloats, arrays", best(() -> {
                for (int i = 0; i < TIMES; i++) layer.callFloats(inArray, shape, outArray);
            }), base, 60);

            double call = best(() -> cCalls(handle(layer), x.rawHandle(), TIMES));
            System.out.printf(Locale.ROOT, "%-44s %8.1f ns%n", "C: call1, release", call);
            line("Java: call(x), a scope for 100 calls", best(() -> {
                for (int i = 0; i < TIMES / 100; i++) {
                    try (Scope scope = Tenon.scope()) {
                        for (int k = 0; k < 100; k++) layer.call(x);
                    }
                }
            }), call, 150);
            line("Java: call(x), a scope for each", best(() -> {
                for (int i = 0; i < TIMES; i++) {
                    try (Scope scope = Tenon.scope()) {
                        layer.call(x);
                    }
                }
            }), call, 150);
            line("Java: call(x), closed by hand, no scope", best(() -> {
                for (int i = 0; i < TIMES; i++) layer.call(x).close();
            }), call, 700);

            double hooked;
            try (Linear seen = new Linear(4, 2)) {
                cHook(handle(seen));
                hooked = best(() -> cCalls(handle(seen), x.rawHandle(), TIMES));
                System.out.printf(Locale.ROOT, "%-44s %8.1f ns  %+8.1f ns%n", "a C hook", hooked, hooked - call);
            }
            watched.registerForwardHook((m, input, output) -> {
                sink += output.isClosed() ? 1 : 0;
                return null;
            });
            line("a Java hook instead", best(() -> cCalls(handle(watched), x.rawHandle(), TIMES)), hooked, 200);
            try (Linear seen = new Linear(4, 2)) {
                seen.registerForwardPreHook((m, input) -> null);
                line("a Java pre-hook", best(() -> cCalls(handle(seen), x.rawHandle(), TIMES)), hooked, 200);
            }
            Same custom = new Same();
            line("a Java module, called by C", best(() -> cCalls(handle(custom), x.rawHandle(), TIMES)), call, 500);
            custom.close();
        }
    }

    /** Gives its input back. */
    private static final class Same extends TenonModule {
        @Override
        protected Tensor forward(Tensor x) {
            return x;
        }
    }
}
