package org.tenon;

/** Looks at, or replaces, what a module computed. */
@FunctionalInterface
public interface ForwardHook {
    /**
     * Runs after the module's forward. Tensors are lent: {@link Tensor#moveOut} keeps one.
     *
     * @param module the module
     * @param input the first tensor argument, or null
     * @param output the output; of a tuple or list the first tensor, or null
     * @return what the call returns instead, or null to leave it
     * @throws Exception comes out of the call as the same object
     */
    Tensor call(TenonModule module, Tensor input, Tensor output) throws Exception;
}
