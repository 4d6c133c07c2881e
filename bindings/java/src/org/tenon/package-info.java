/** PyTorch modules in Java: tensors, modules, hooks, state dicts. Begin with {@link org.tenon.TenonModule}. */
package org.tenon;
