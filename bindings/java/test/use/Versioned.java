package use;

import org.tenon.Tenon;
import org.tenon.TenonModule;
import org.tenon.Tensor;
import org.tenon.nn.Linear;

/** Uses the module org.tenon from outside: prints its version and its name. */
public final class Versioned {
    private Versioned() {}

    /** A module of one's own. */
    static final class Net extends TenonModule {
        private final Linear fc = addModule("fc", new Linear(2, 2));

        @Override
        protected Tensor forward(Tensor x) {
            return fc.call(x).relu();
        }
    }

    /**
     * Runs it.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        try (var scope = Tenon.scope();
                var net = new Net()) {
            String shape = net.call(Tensor.of(new float[] {1, 2}, 1, 2)).shape();
            System.out.println(Tenon.version() + " " + Tenon.class.getModule().getName() + " " + shape);
        }
    }
}
