package org.tenon;

import java.util.List;

/**
 * What loading or parsing found.
 *
 * @param missing keys that the module has and the state dict has not
 * @param unexpected keys that the state dict has and the module has not
 * @param mismatched what does not fit in size
 * @param cast what was loaded with a change of dtype
 * @param tied names of one parameter whose entries differ
 * @param assumed what the parser assumed because print hides it
 * @param text PyTorch's listing of the keys
 */
public record LoadReport(
        List<String> missing,
        List<String> unexpected,
        List<String> mismatched,
        List<String> cast,
        List<String> tied,
        List<String> assumed,
        String text) {
    /** PyTorch's listing of the keys. */
    @Override
    public String toString() {
        return text;
    }
}
