package org.tenon.nn;

import org.tenon.TenonModule;
import org.tenon.Value;

/** Modules by position: PyTorch's {@code nn.ModuleList}. It cannot be called. */
public final class ModuleList extends ModuleSequence {
    /**
     * Modules named 0, 1, 2 ….
     *
     * @param modules the modules, in order
     */
    public ModuleList(TenonModule... modules) {
        super("ModuleList", Value.tuple((Object[]) modules));
    }

    ModuleList(Adopted adopted) {
        super(adopted);
    }

    /**
     * The modules at [begin, end), also in this one.
     *
     * @param begin the first; negative ones count from the end
     * @param end behind the last
     * @return a new ModuleList
     */
    public ModuleList slice(long begin, long end) {
        return (ModuleList) sliced(begin, end, 1);
    }

    /**
     * Every step-th module of [begin, end), also in this one.
     *
     * @param begin the first; negative ones count from the end
     * @param end behind the last
     * @param step the step
     * @return a new ModuleList
     */
    public ModuleList slice(long begin, long end, long step) {
        return (ModuleList) sliced(begin, end, step);
    }

    @Override
    public ModuleList deepcopy() {
        return (ModuleList) super.deepcopy();
    }
}
