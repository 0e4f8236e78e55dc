package io.tidemark.functions.http;

/** How large a text is inside the JSON of a function's answer. */
public final class Carried {
    private static final int LONGEST_ESCAPE = "\\u0000".length();

    private Carried() {}

    /** The size in bytes of UTF-8 text once it is escaped as a JSON string; never below the true one. */
    public static long sizeOf(byte[] utf8) {
        long size = utf8.length;
        for (byte each : utf8) {
            if (each == '"' || each == '\\') {
                size++;
            } else if (each >= 0 && each < ' ') {
                size += LONGEST_ESCAPE - 1;
            }
        }
        return size;
    }
}
