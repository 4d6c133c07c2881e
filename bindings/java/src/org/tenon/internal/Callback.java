package org.tenon.internal;

/** What native code calls: one method for every kind of callback. */
public interface Callback {
    /**
     * Answers one call record.
     *
     * @param call the record, borrowed
     * @param kind its TENON_CALL_ kind
     * @param input for forward and its hooks the first tensor argument, borrowed; else 0
     * @param output for forward hooks the first output tensor, borrowed; for forward 1 if one
     *     tensor is all there is; else 0
     * @return TENON_OK or TENON_E_UNSUPPORTED
     * @throws Throwable comes out of the outer native call as the same object
     */
    int call(long call, int kind, long input, long output) throws Throwable;
}
