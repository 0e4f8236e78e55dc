package io.tidemark.topic;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which values a config takes. Every type ignores white space around the value.
 *
 * <p>Source: {@code org.apache.kafka.common.config.ConfigDef}; a test holds each config against Kafka's own.
 */
sealed interface ConfigType {
    Pattern COMMA = Pattern.compile("\\s*,\\s*");

    /** The value as Kafka describes it, or nothing where it is not valid. */
    Optional<String> normalized(String given);

    /** What is valid, for the reader of a refusal. */
    String expected();

    /** Kafka's way to cut a list: at commas, with the space around them. */
    static List<String> elements(String given) {
        String trimmed = given.trim();
        return trimmed.isEmpty() ? List.of() : List.of(COMMA.split(trimmed, -1));
    }

    /** A whole number within inclusive bounds. */
    record WholeNumber(long min, long max) implements ConfigType {
        static WholeNumber int32(int min) {
            return new WholeNumber(min, Integer.MAX_VALUE);
        }

        static WholeNumber int64(long min) {
            return new WholeNumber(min, Long.MAX_VALUE);
        }

        @Override
        public Optional<String> normalized(String given) {
            try {
                long number = Long.parseLong(given.trim());
                return number < min || number > max ? Optional.empty() : Optional.of(Long.toString(number));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        @Override
        public String expected() {
            return "a whole number from " + min + " to " + max;
        }
    }

    /** A number of the range, or one more that has a meaning of its own. */
    record WholeNumberOr(long special, WholeNumber range) implements ConfigType {
        @Override
        public Optional<String> normalized(String given) {
            return new WholeNumber(special, special).normalized(given).or(() -> range.normalized(given));
        }

        @Override
        public String expected() {
            return range.expected() + ", or " + special;
        }
    }

    /** A fraction of 0 to 1; as in Kafka, "NaN" passes, too. */
    record Ratio() implements ConfigType {
        @Override
        public Optional<String> normalized(String given) {
            try {
                double number = Double.parseDouble(given.trim());
                return number < 0 || number > 1 ? Optional.empty() : Optional.of(Double.toString(number));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        @Override
        public String expected() {
            return "a number from 0 to 1";
        }
    }

    /** Kafka reads booleans, and only them, in any case. */
    record Flag() implements ConfigType {
        @Override
        public Optional<String> normalized(String given) {
            return Stream.of("true", "false")
                    .filter(given.trim()::equalsIgnoreCase)
                    .findFirst();
        }

        @Override
        public String expected() {
            return "true or false";
        }
    }

    /** One of a few words, in exactly this case. */
    record Choice(List<String> words) implements ConfigType {
        public Choice {
            words = List.copyOf(words);
        }

        @Override
        public Optional<String> normalized(String given) {
            return Optional.of(given.trim()).filter(words::contains);
        }

        @Override
        public String expected() {
            return "one of " + String.join(", ", words);
        }
    }

    /** Any of a few words between commas, in exactly this case; none is fine, and repeats count once. */
    record Choices(Set<String> words) implements ConfigType {
        public Choices {
            words = Set.copyOf(words);
        }

        @Override
        public Optional<String> normalized(String given) {
            Set<String> chosen = new LinkedHashSet<>(elements(given));
            return words.containsAll(chosen) ? Optional.of(String.join(",", chosen)) : Optional.empty();
        }

        @Override
        public String expected() {
            return "a list, which may be empty, of "
                    + String.join(", ", words.stream().sorted().toList());
        }
    }

    /** Partition and broker numbers, as in {@code 0:1,1:1}, or {@code *}. */
    record Replicas() implements ConfigType {
        private static final Pattern REPLICA = Pattern.compile("([0-9]+:[0-9]+)?");

        @Override
        public Optional<String> normalized(String given) {
            List<String> elements = elements(given);
            boolean replicas = elements.stream()
                    .allMatch(element -> REPLICA.matcher(element.trim()).matches());
            boolean all = String.join("", elements).trim().equals("*");
            return replicas || all ? Optional.of(String.join(",", elements)) : Optional.empty();
        }

        @Override
        public String expected() {
            return "* or a list of partition:broker";
        }
    }
}
