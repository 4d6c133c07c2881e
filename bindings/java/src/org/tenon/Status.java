package org.tenon;

/** What kind of failure a {@link TenonException} is; the first eight are Python's kinds of exceptions. */
public enum Status {
    /** No failure. */
    OK,
    /** Python's TypeError: an argument of the wrong kind. */
    TYPE,
    /** Python's KeyError: no such name, or a name that cannot be used. */
    KEY,
    /** Python's ValueError: an argument that cannot be. */
    VALUE,
    /** Python's AttributeError: a module has no such member. */
    ATTRIBUTE,
    /** Python's IndexError. */
    INDEX,
    /** Python's RuntimeError: shapes, dtypes or state that do not fit. */
    RUNTIME,
    /** Python's NotImplementedError. */
    NOT_IMPLEMENTED,
    /** Python's AssertionError. */
    ASSERTION,
    /** An allocation failed; objects are as before. */
    NOMEM,
    /** An object of a context that was shut down. */
    BAD_HANDLE,
    /** Objects of two contexts in one call. */
    WRONG_CONTEXT,
    /** Known but not offered. */
    UNSUPPORTED,
    /** A library of another version. */
    VERSION,
    /** A file could not be opened, read or written. */
    IO,
    /** A file breaks its format; {@link TenonException#reason} says which rule. */
    CORRUPT,
    /** In use by a running call. */
    BUSY,
    /** A callback failed without a kind of its own. */
    CALLBACK,
    /** Cancelled. */
    CANCELLED,
    /** A broken promise of the library's; please report it. */
    INTERNAL;

    private static final Status[] ALL = values();

    /**
     * The status of a code.
     *
     * @param code a TENON_E_ code of the C library
     * @return its constant; INTERNAL for a code that this binding does not know
     */
    public static Status of(int code) {
        return code >= 0 && code < ALL.length ? ALL[code] : INTERNAL;
    }
}
