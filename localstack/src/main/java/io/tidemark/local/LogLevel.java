package io.tidemark.local;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.logging.Level;

/** SLF4J's levels and what java.util.logging, which prints them, calls them. */
enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG;

    static Optional<LogLevel> of(String label) {
        return Arrays.stream(values())
                .filter(level -> level.name().toLowerCase(Locale.ROOT).equals(label))
                .findFirst();
    }

    Level level() {
        return switch (this) {
            case ERROR -> Level.SEVERE;
            case WARN -> Level.WARNING;
            case INFO -> Level.INFO;
            case DEBUG -> Level.FINE;
        };
    }
}
