package org.tenon;

/** How {@link TenonModule#loadStateDict} treats keys that do not match. */
public enum Strictness {
    /** Missing and unexpected keys are errors. */
    STRICT,
    /** They are only reported. */
    LENIENT
}
