package io.tidemark.local;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** What the arguments of {@code tidemark local} ask for. */
sealed interface CommandLine {
    String USAGE = """
            usage: tidemark local [--port PORT] [--data DIR | --in-memory] [--maintenance-interval SECONDS | off]
                                  [--log-level LEVEL]

              --port PORT        port on 127.0.0.1, 0 for a free one (default 8080)
              --data DIR         directory that keeps the data (default ./.tidemark)
              --in-memory        keep nothing after the end
              --maintenance-interval SECONDS
                                 from one maintenance run to the next, or off (default 60)
              --log-level LEVEL  error, warn, info or debug, to standard error (default warn)
              --help             print this and exit

            When ready, it prints one line with its URL. SIGTERM or Ctrl-C stop it.
            """;

    /** Serve with these options. */
    record Serve(Options options) implements CommandLine {}

    /** Print the usage and end well. */
    record Help() implements CommandLine {}

    /** Print the reason and the usage, and end with status 2. */
    record Wrong(String reason) implements CommandLine {}

    static CommandLine parse(List<String> arguments) {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            return new Help();
        }
        if (arguments.contains("--data") && arguments.contains("--in-memory")) {
            return new Wrong("--data and --in-memory exclude each other");
        }
        Deque<String> rest = new ArrayDeque<>(arguments);
        Options options = Options.DEFAULT;
        while (!rest.isEmpty()) {
            try {
                options = with(options, rest.pop(), rest);
            } catch (IllegalArgumentException e) {
                return new Wrong(Optional.ofNullable(e.getMessage()).orElse("wrong arguments"));
            }
        }
        return new Serve(options);
    }

    private static Options with(Options options, String name, Deque<String> rest) {
        return switch (name) {
            case "--port" -> options.withPort(port(value(name, rest)));
            case "--data" -> options.withData(Optional.of(directory(value(name, rest))));
            case "--in-memory" -> options.withData(Optional.empty());
            case "--maintenance-interval" -> options.withMaintenanceInterval(interval(value(name, rest)));
            case "--log-level" -> options.withLogLevel(logLevel(value(name, rest)));
            default -> throw new IllegalArgumentException("unknown option " + name);
        };
    }

    private static String value(String name, Deque<String> rest) {
        if (rest.isEmpty()) {
            throw new IllegalArgumentException(name + " needs a value");
        }
        return rest.pop();
    }

    private static int port(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("port " + text + " is not a number", e);
        }
    }

    private static Path directory(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("--data needs a directory");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("--data " + text + " is not a path", e);
        }
    }

    private static Optional<Duration> interval(String text) {
        if (text.equals("off")) {
            return Optional.empty();
        }
        try {
            int seconds = Integer.parseInt(text);
            if (seconds >= 1) {
                return Optional.of(Duration.ofSeconds(seconds));
            }
        } catch (NumberFormatException e) {
            // answered below
        }
        throw new IllegalArgumentException(
                "maintenance interval " + text + " is neither off nor a number of seconds of 1 or more");
    }

    private static LogLevel logLevel(String text) {
        return LogLevel.of(text)
                .orElseThrow(() ->
                        new IllegalArgumentException("log level " + text + " is none of error, warn, info, debug"));
    }
}
