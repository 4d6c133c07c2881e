package org.tenon;

/** Looks at, or replaces, what a module is called with. */
@FunctionalInterface
public interface ForwardPreHook {
    /**
     * Runs before the module's forward. Tensors are lent: {@link Tensor#moveOut} keeps one.
     *
     * @param module the module
     * @param input the first tensor argument, or null
     * @return what takes the place of all arguments, or null to leave them
     * @throws Exception comes out of the call as the same object
     */
    Tensor call(TenonModule module, Tensor input) throws Exception;
}
