package org.tenon.nn;

import java.util.Map;
import org.tenon.TenonModule;
import org.tenon.Value;

/** Modules one behind the other: PyTorch's {@code nn.Sequential}. */
public final class Sequential extends ModuleSequence {
    /**
     * Modules named 0, 1, 2 ….
     *
     * @param modules the modules, in order
     */
    public Sequential(TenonModule... modules) {
        super("Sequential", Value.tuple((Object[]) modules));
    }

    /**
     * Modules under names of one's own.
     *
     * @param modules the modules, in order
     */
    public Sequential(Map<String, ? extends TenonModule> modules) {
        super("Sequential", Value.tuple());
        modules.forEach(this::addModule);
    }

    Sequential(Adopted adopted) {
        super(adopted);
    }

    /**
     * The modules at [begin, end), also in this one.
     *
     * @param begin the first; negative ones count from the end
     * @param end behind the last
     * @return a new Sequential
     */
    public Sequential slice(long begin, long end) {
        return (Sequential) sliced(begin, end, 1);
    }

    /**
     * Every step-th module of [begin, end), also in this one.
     *
     * @param begin the first; negative ones count from the end
     * @param end behind the last
     * @param step the step
     * @return a new Sequential
     */
    public Sequential slice(long begin, long end, long step) {
        return (Sequential) sliced(begin, end, step);
    }

    @Override
    public Sequential deepcopy() {
        return (Sequential) super.deepcopy();
    }
}
