import java.nio.file.Path;
import org.tenon.Tenon;
import org.tenon.TenonModule;
import org.tenon.Tensor;

/** The Java program of the README. */
public final class Readme {
    private Readme() {}

    /** @param arguments none */
    public static void main(String[] arguments) {
        float[] image = new float[64];
        try (var scope = Tenon.scope(); // frees every tensor made inside
                var net = TenonModule.load(Path.of("digits.safetensors"));
                var hook = net.getSubmodule("0").registerForwardHook((m, in, out) -> {
                    System.out.println(m.path() + " " + out.shape());
                    return null; // output unchanged
                })) {
            Tensor y = net.call(Tensor.of(image, 1, 1, 8, 8));
            System.out.println("digit " + y.argmax(1).itemLong());
            for (var p : net.namedParameters()) {
                System.out.println(p.name() + " " + p.value().shape());
            }
            net.save(Path.of("copy.safetensors")); // torch reads it
        }
    }
}
