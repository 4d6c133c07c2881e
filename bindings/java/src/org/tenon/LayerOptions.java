package org.tenon;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The options of a layer. What is not set is not sent: the defaults are the library's.
 */
public abstract class LayerOptions {
    final Map<String, Value> given = new LinkedHashMap<>();

    /** For the generated subclasses. */
    protected LayerOptions() {}

    /**
     * Sets an option, also one that this binding does not know.
     *
     * @param name PyTorch's name, {@code "in_features"}
     * @param value as for {@link Value#of(Object)}
     */
    protected final void put(String name, Object value) {
        given.put(name, Value.of(value));
    }
}
