import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.tenon.HookHandle;
import org.tenon.StateDict;
import org.tenon.Tenon;
import org.tenon.TenonModule;
import org.tenon.Tensor;
import org.tenon.nn.Sequential;

/** Reads handwriting with a network that PyTorch trained: {@code java -cp tenon.jar:. Digits EXAMPLE_FOLDER}. */
public final class Digits {
    private static final int TRAIN_ROWS = 1400; // PyTorch trained on the first rows; it never saw the others
    private static final int ROWS = 397;
    private static final int CLASSES = 10;
    private static final int PIXELS = 64;
    private static int passed;
    private static int failed;

    private Digits() {}

    private static void check(boolean holds, String claim) {
        System.out.println("  " + (holds ? "ok    " : "FAILED") + "  " + claim);
        passed += holds ? 1 : 0;
        failed += holds ? 0 : 1;
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }

    /** The images after the first 1400, pixel / 16, and their labels. */
    private static void readDigits(Path path, float[] images, int[] labels) throws IOException {
        try (var reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(path))))) {
            int row = -TRAIN_ROWS;
            for (String line; (line = reader.readLine()) != null; ++row) {
                if (row < 0) {
                    continue;
                }
                String[] numbers = line.split(",");
                for (int i = 0; i < PIXELS; ++i) {
                    images[row * PIXELS + i] = Float.parseFloat(numbers[i]) / 16;
                }
                labels[row] = (int) Double.parseDouble(numbers[PIXELS]);
            }
        }
    }

    /** FNV-1a over the bytes. */
    private static long hashOf(float[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * 4).order(ByteOrder.nativeOrder());
        bytes.asFloatBuffer().put(values);
        long hash = 0xcbf29ce484222325L;
        for (byte b : bytes.array()) {
            hash = (hash ^ (b & 0xff)) * 1099511628211L;
        }
        return hash;
    }

    private static int best(float[] scores, int from) {
        int best = 0;
        for (int i = 1; i < CLASSES; ++i) {
            best = scores[from + i] > scores[from + best] ? i : best;
        }
        return best;
    }

    /** What a forward hook learns of one layer's output. */
    private static final class Activations {
        final String path;
        String type;
        long count;
        long zeros;
        double sum;
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;

        Activations(String path) {
            this.path = path;
        }

        Tensor watch(TenonModule m, Tensor in, Tensor out) {
            type = m.typeName();
            FloatBuffer values = out.floatBuffer(); // without a copy
            while (values.hasRemaining()) {
                double v = values.get();
                least = Math.min(least, v);
                most = Math.max(most, v);
                sum += v;
                zeros += v == 0 ? 1 : 0;
                ++count;
            }
            return null; // output unchanged
        }
    }

    /** A module of our own: it turns each row of scores into probabilities. */
    private static final class Confidence extends TenonModule {
        @Override
        protected Tensor forward(Tensor x) {
            float[] scores = x.toFloatArray();
            for (int row = 0; row < scores.length; row += CLASSES) {
                float most = scores[row + best(scores, row)];
                double sum = 0;
                for (int i = row; i < row + CLASSES; ++i) {
                    sum += Math.exp((double) scores[i] - most);
                }
                for (int i = row; i < row + CLASSES; ++i) {
                    scores[i] = (float) (Math.exp((double) scores[i] - most) / sum);
                }
            }
            return Tensor.of(scores, x.sizes());
        }
    }

    /** The tree from a printed text, the weights from the state dict, in eval mode. */
    private static TenonModule build(Path text, StateDict weights) throws IOException {
        TenonModule net = TenonModule.parse(Files.readString(text));
        net.loadStateDict(weights); // strictly
        return net.eval();
    }

    private static void demo(Path folder) throws IOException {
        float[] images = new float[ROWS * PIXELS];
        int[] labels = new int[ROWS];
        readDigits(folder.resolve("digits.csv.gz"), images, labels);
        try (var scope = Tenon.scope(); // frees every tensor made inside
                var weights = StateDict.load(folder.resolve("model/model.safetensors"));
                var net = build(folder.resolve("model/model.txt"), weights);
                // A custom module behind the whole network, in a Sequential of ours, which closes both.
                var both = new Sequential(net, new Confidence())) {
            print("parameters");
            for (var p : net.namedParameters()) {
                print("  %-12s %s", p.name(), p.value().shape());
            }

            Tensor input = Tensor.of(images, ROWS, 1, 8, 8);
            List<Activations> seen = Arrays.asList(new Activations("0"), new Activations("2"), new Activations("6"),
                    new Activations("9"), new Activations("10"));
            List<HookHandle> hooks = new ArrayList<>();
            for (Activations layer : seen) {
                hooks.add(net.getSubmodule(layer.path).registerForwardHook(layer::watch));
            }
            float[] logits = net.call(input).toFloatArray();
            hooks.forEach(HookHandle::remove);
            print("activations            mean       min       max   zeros");
            for (Activations layer : seen) {
                print("  %-2s %-12s %9.4f %9.4f %9.4f %6.1f%%", layer.path, layer.type, layer.sum / layer.count,
                        layer.least, layer.most, 100.0 * layer.zeros / layer.count);
            }

            long hash = hashOf(logits);
            long fastest = Long.MAX_VALUE;
            boolean steady = true;
            for (int i = 0; i < 20; ++i) {
                long start = System.nanoTime();
                Tensor y = net.call(input);
                fastest = Math.min(fastest, System.nanoTime() - start);
                steady &= hashOf(y.toFloatArray()) == hash;
            }

            float[] shares = both.call(input).toFloatArray();
            float[] recorded;
            long[] predictions;
            try (var expected = StateDict.load(folder.resolve("model/expected.safetensors"))) {
                recorded = expected.get("logits").toFloatArray();
                predictions = expected.get("predictions").toLongArray();
            }
            int right = 0;
            int same = 0;
            for (int row = 0; row < ROWS; ++row) {
                int digit = best(logits, row * CLASSES);
                right += digit == labels[row] ? 1 : 0;
                same += digit == predictions[row] ? 1 : 0;
            }
            double largest = 0;
            for (int i = 0; i < logits.length; ++i) {
                largest = Math.max(largest, Math.abs((double) logits[i] - recorded[i]));
            }
            print("accuracy     %d of %d right (%.2f%%)", right, ROWS, 100.0 * right / ROWS);
            print("logits hash  %016x", hash);
            print("custom hash  %016x", hashOf(shares));
            print("custom       the first image is a %d, says Confidence with %.2f%%", best(shares, 0),
                    100 * shares[best(shares, 0)]);
            print("time         %.3f ms for %d images", fastest / 1e6, ROWS);
            print("differs      %.3g at most from PyTorch's logits", largest);

            check(same == ROWS, "PyTorch predicts the same for every image");
            check(largest <= 1e-5, "logits are within 1e-5 of PyTorch's");
            check(steady, "every run gives the same bits");
            try (var newer = build(folder.resolve("model/model_2_15.txt"), weights);
                    var single = TenonModule.load(folder.resolve("model/model.safetensors"))) {
                check(hashOf(newer.call(input).toFloatArray()) == hash, "the text of PyTorch 2.15 gives the same bits");
                check(hashOf(single.call(input).toFloatArray()) == hash, "the single file gives the same bits");
            }
            check(seen.get(0).count == (long) ROWS * 16 * 8 * 8, "the hook saw every value once");

            // The short path: one image in, ten scores out, no tensors in sight.
            double apart = 0;
            float[] score = new float[CLASSES];
            for (int row = 0; row < ROWS; ++row) {
                float[] image = Arrays.copyOfRange(images, row * PIXELS, (row + 1) * PIXELS);
                net.callFloats(image, new long[] {1, 1, 8, 8}, score);
                for (int i = 0; i < CLASSES; ++i) {
                    apart = Math.max(apart, Math.abs((double) score[i] - logits[row * CLASSES + i]));
                }
            }
            check(apart <= 1e-5, "one image at a time gives the scores of all at once");
        }
    }

    /**
     * @param arguments the example's folder
     * @throws IOException when a file cannot be read
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        demo(Path.of(arguments[0]));
        // The hooks' views of native memory end with their buffers, which the collector finds.
        for (int i = 0; i < 50 && Tenon.live(Tenon.Live.HANDLES) > 0; ++i) {
            System.gc();
            Thread.sleep(10);
        }
        check(Tenon.live(Tenon.Live.HANDLES) == 0, "no handle is left");
        check(Tenon.live(Tenon.Live.CALLBACKS) == 0, "our custom module was let go of");
        System.out.println("checks: " + passed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
