package org.tenon;

/** A hook of any kind, with all there is to see: {@link Call}. */
@FunctionalInterface
public interface CallHook {
    /**
     * Runs where it was registered for.
     *
     * @param call what is going on; valid until this returns
     * @throws Exception comes out of the outer call as the same object
     */
    void call(Call call) throws Exception;
}
