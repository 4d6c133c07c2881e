package org.tenon;

/**
 * Something with its name: an entry of {@link TenonModule#namedParameters} and its kin.
 *
 * @param <T> a tensor or a module
 * @param name its name, a path
 * @param value the thing itself
 */
public record Named<T>(String name, T value) {}
