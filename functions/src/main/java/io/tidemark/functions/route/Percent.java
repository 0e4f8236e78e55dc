package io.tidemark.functions.route;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Percent-encoding as RFC 3986 has it: {@code +} is a plus sign. */
public final class Percent {
    private Percent() {}

    /** The decoded text; absent where a {@code %} lacks two hex digits or the bytes are not UTF-8. */
    public static Optional<String> decode(String encoded) {
        if (encoded.indexOf('%') < 0) {
            return Optional.of(encoded);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
        int at = 0;
        while (at < encoded.length()) {
            int escape = encoded.indexOf('%', at);
            int end = escape < 0 ? encoded.length() : escape;
            bytes.writeBytes(encoded.substring(at, end).getBytes(StandardCharsets.UTF_8));
            if (escape < 0) {
                break;
            }
            if (escape + 2 >= encoded.length()) {
                return Optional.empty();
            }
            int high = hexDigit(encoded.charAt(escape + 1));
            int low = hexDigit(encoded.charAt(escape + 2));
            if (high < 0 || low < 0) {
                return Optional.empty();
            }
            bytes.write(high << 4 | low);
            at = escape + 3;
        }
        return Utf8.decode(bytes.toByteArray());
    }

    private static int hexDigit(char c) {
        // Character.digit also takes the digits of other scripts
        return c < 128 ? Character.digit(c, 16) : -1;
    }
}
