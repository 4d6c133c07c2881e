package org.tenon;

import org.tenon.internal.TenonNativeConstants;

/** How a hook is registered. */
public enum HookOption {
    /** Before the hooks registered so far. */
    PREPEND(TenonNativeConstants.TENON_HOOK_PREPEND),
    /** Forward hooks: also when the call fails. */
    ALWAYS_CALL(TenonNativeConstants.TENON_HOOK_ALWAYS_CALL);

    private final int flag;

    HookOption(int flag) {
        this.flag = flag;
    }

    static int flags(HookOption... options) {
        int flags = 0;
        for (HookOption option : options) flags |= option.flag;
        return flags;
    }
}
