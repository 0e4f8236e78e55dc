package io.tidemark.functions.http;

import io.tidemark.functions.route.Percent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A request's query parameters. Each is known and stands once. */
public final class Query {
    private final Map<String, String> values;

    private Query(Map<String, String> values) {
        this.values = values;
    }

    /**
     * @param raw as it came, percent-encoded; a {@code +} is a plus sign, as in a time's offset
     * @throws ProblemException 400
     */
    static Query parse(String raw, List<String> known) {
        Map<String, String> values = new TreeMap<>();
        for (String pair : raw.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = decode(equals < 0 ? "" : pair.substring(equals + 1));
            if (!known.contains(name)) {
                throw ProblemException.badRequest("The query parameter \"" + Shown.text(name) + "\" is unknown here: "
                        + (known.isEmpty() ? "there are none." : "known are " + String.join(", ", known) + "."));
            }
            if (values.putIfAbsent(name, value) != null) {
                throw ProblemException.badRequest("The query parameter " + name + " is given more than once.");
            }
        }
        return new Query(values);
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    public String required(String name) {
        return text(name)
                .orElseThrow(() -> ProblemException.badRequest("The query parameter " + name + " is missing."));
    }

    /** @throws ProblemException 400 where it is given and no whole number from {@code min} to {@code max} */
    public Optional<Long> number(String name, long min, long max) {
        return text(name)
                .map(value -> Numbers.parse(value, min, max)
                        .orElseThrow(() -> ProblemException.badRequest("The query parameter " + name + " is \""
                                + Shown.text(value) + "\": give a whole number from " + min + " to " + max + ".")));
    }

    /** The choice that is named; absent where the parameter is. */
    public <T> Optional<T> choice(String name, Map<String, T> choices) {
        return text(name)
                .map(value -> Optional.ofNullable(choices.get(value))
                        .orElseThrow(() -> ProblemException.badRequest(
                                "The query parameter " + name + " is \"" + Shown.text(value) + "\": give one of "
                                        + String.join(", ", new TreeMap<>(choices).keySet()) + ".")));
    }

    private static String decode(String encoded) {
        return Percent.decode(encoded)
                .orElseThrow(() -> ProblemException.badRequest(
                        "The query string is badly encoded: a % needs two hex digits, and the bytes must be UTF-8."));
    }
}
