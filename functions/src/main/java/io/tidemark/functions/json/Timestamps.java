package io.tidemark.functions.json;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Points in time as clients write them: RFC 3339 with any offset, or epoch milliseconds; none before 1970. */
public final class Timestamps {
    public static final String EXPECTED = "give epoch milliseconds of 0 or above, or RFC 3339 with an offset as in"
            + " 2026-01-31T12:00:00.250Z, not before 1970";

    private static final Pattern RFC_3339 = Pattern.compile("(\\d{4}-\\d{2}-\\d{2})[Tt ](\\d{2}:\\d{2}:\\d{2})"
            + "(?:(\\.\\d{1,9})\\d{0,21})?([Zz]|[+-]\\d{2}:\\d{2})");
    private static final Pattern MILLIS = Pattern.compile("\\d{1,19}");

    private Timestamps() {}

    /** Epoch milliseconds, with finer fractions cut off; absent where the text is no such time. */
    public static Optional<Long> parse(String text) {
        try {
            if (MILLIS.matcher(text).matches()) {
                return Optional.of(Long.parseLong(text));
            }
            Matcher parts = RFC_3339.matcher(text);
            if (!parts.matches()) {
                return Optional.empty();
            }
            String fraction = Optional.ofNullable(parts.group(3)).orElse("");
            String iso = parts.group(1) + "T" + parts.group(2) + fraction + parts.group(4);
            return Optional.of(OffsetDateTime.parse(iso.toUpperCase(Locale.ROOT))
                            .toInstant()
                            .toEpochMilli())
                    .filter(millis -> millis >= 0);
        } catch (NumberFormatException | DateTimeException e) {
            return Optional.empty();
        }
    }
}
