package org.tenon.internal;

import java.nio.charset.StandardCharsets;

/** Text as it crosses: plain UTF-8, since JNI's own strings are a modified form. */
public final class Text {
    private Text() {}

    /** The UTF-8 bytes of a text for a C string. */
    public static byte[] bytes(String text) {
        if (text == null) return null;
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "text with a NUL character, which would end it in C: \"" + text.replace("\0", "\\0") + '"');
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The text of UTF-8 bytes. */
    public static String string(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
