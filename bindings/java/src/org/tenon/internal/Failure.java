package org.tenon.internal;

import org.tenon.Status;
import org.tenon.TenonException;

/** Makes the exception of a failed native call. */
final class Failure {
    private Failure() {}

    /** Called from native code. */
    static TenonException make(int code, byte[] message, byte[] path, byte[] reason) {
        return new TenonException(
                Status.of(code), Text.string(message), Text.string(path), Text.string(reason));
    }
}
