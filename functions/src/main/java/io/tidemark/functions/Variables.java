package io.tidemark.functions;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Environment variables, read strictly: one that is wrong is refused with its name, its value and what it may be. */
record Variables(Map<String, String> values) {
    Variables {
        values = Map.copyOf(values);
    }

    /** Absent where the variable is not set, or blank. */
    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).filter(value -> !value.isBlank());
    }

    /** @throws IllegalArgumentException where it is not set either */
    String matching(String name, Pattern pattern, String expected) {
        String value = text(name).orElse("");
        if (pattern.matcher(value).matches()) {
            return value;
        }
        throw wrong(name, value, expected);
    }

    String matching(String name, Pattern pattern, String expected, String otherwise) {
        return text(name).isPresent() ? matching(name, pattern, expected) : otherwise;
    }

    /** @throws IllegalArgumentException where it is not set either */
    String oneOf(String name, Collection<String> values) {
        String value = text(name).orElse("");
        if (values.contains(value)) {
            return value;
        }
        throw wrong(name, value, "one of " + String.join(", ", values));
    }

    int number(String name, int min, int max, int otherwise) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(text.get());
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the same as one out of range
        }
        throw wrong(name, text.get(), "a whole number from " + min + " to " + max);
    }

    boolean flag(String name, boolean otherwise) {
        String value = text(name).orElse(Boolean.toString(otherwise));
        if (value.equals("true") || value.equals("false")) {
            return value.equals("true");
        }
        throw wrong(name, value, "true or false");
    }

    static IllegalArgumentException wrong(String name, String value, String expected) {
        return new IllegalArgumentException("The environment variable " + name + " is "
                + (value.isBlank() ? "not set" : "\"" + value + "\"") + ": set it to " + expected + ".");
    }
}
