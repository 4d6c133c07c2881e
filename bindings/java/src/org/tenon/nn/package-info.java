/** Layers and containers under PyTorch's names. */
package org.tenon.nn;
