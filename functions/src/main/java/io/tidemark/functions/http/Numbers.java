package io.tidemark.functions.http;

import java.util.Optional;
import java.util.regex.Pattern;

/** Whole numbers in paths, query parameters and headers. */
final class Numbers {
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,19}");

    private Numbers() {}

    static Optional<Long> parse(String text, long min, long max) {
        if (!WHOLE.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(text)).filter(number -> min <= number && number <= max);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
