package org.tenon;

/** Makes the modules of a class that was registered with {@link Tenon#registerClass}. */
@FunctionalInterface
public interface ClassFactory {
    /**
     * Makes one. Children, parameters and buffers that a parsed text shows are put in afterwards.
     *
     * @param call the class's name ({@link Call#name}) and its arguments
     * @return a new module
     * @throws Exception comes out of the outer call as the same object
     */
    TenonModule create(Call call) throws Exception;
}
