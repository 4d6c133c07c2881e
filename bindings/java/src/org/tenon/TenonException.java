package org.tenon;

/**
 * A failure that the library reports. What a callback throws is not wrapped in one: it comes out of
 * the outer call as the same object.
 */
public class TenonException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What kind of failure it is. */
    private final Status status;
    /** Path of the module, or empty. */
    private final String path;
    /** A fixed word, or empty. */
    private final String reason;

    /**
     * Makes one; callbacks may throw it too.
     *
     * @param status what kind of failure
     * @param message the text: path, layer or op, fault, numbers
     * @param path path of the module in which it happened, or ""
     * @param reason a fixed word for some faults of files, or ""
     */
    public TenonException(Status status, String message, String path, String reason) {
        super(message);
        this.status = status;
        this.path = path;
        this.reason = reason;
    }

    /**
     * What kind of failure it is.
     *
     * @return the status
     */
    public Status status() {
        return status;
    }

    /**
     * Path of the module in which it happened, {@code "layers.0"}.
     *
     * @return the path; "" at the root, outside a call, or if there is none
     */
    public String path() {
        return path;
    }

    /**
     * A fixed word for some faults of files, {@code "bad_offsets"}.
     *
     * @return the word, or ""
     */
    public String reason() {
        return reason;
    }
}
