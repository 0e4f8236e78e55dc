package io.tidemark.local;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the arguments of {@code tidemark local} ask for. */
sealed interface CommandLine {
    String USAGE = """
            usage: tidemark local [--port PORT] [--maintenance-interval SECONDS | off] [--log-level LEVEL]
                                  [--data DIR | --in-memory | --endpoint URL --table TABLE --bucket BUCKET]

              --port PORT        port on 127.0.0.1, 0 for a free one (default 8080)
              --data DIR         directory that keeps the data (default ./.tidemark)
              --in-memory        keep nothing after the end
              --endpoint URL     keep the data in DynamoDB and S3 at this endpoint, such as LocalStack's;
                                 credentials from the environment
              --table TABLE      the table there
              --bucket BUCKET    the bucket there
              --maintenance-interval SECONDS
                                 from one maintenance run to the next, or off (default 60)
              --log-level LEVEL  error, warn, info or debug, to standard error (default warn)
              --help             print this and exit

            When ready, it prints one line with its URL. SIGTERM or Ctrl-C stop it.
            """;

    /** Where data can be kept: in one place. */
    List<String> PLACES = List.of("--data", "--in-memory", "--endpoint");

    List<String> OF_AN_ENDPOINT = List.of("--endpoint", "--table", "--bucket");

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
        List<String> places = PLACES.stream().filter(arguments::contains).toList();
        if (places.size() > 1) {
            return new Wrong(String.join(" and ", places) + " exclude each other");
        }
        Deque<String> rest = new ArrayDeque<>(arguments);
        Options options = Options.DEFAULT;
        Map<String, String> endpoint = new TreeMap<>();
        try {
            while (!rest.isEmpty()) {
                String name = rest.pop();
                if (OF_AN_ENDPOINT.contains(name)) {
                    endpoint.put(name, value(name, rest));
                } else {
                    options = with(options, name, rest);
                }
            }
            return new Serve(endpoint.isEmpty() ? options : options.withPlace(endpoint(endpoint)));
        } catch (IllegalArgumentException e) {
            return new Wrong(Optional.ofNullable(e.getMessage()).orElse("wrong arguments"));
        }
    }

    private static Options with(Options options, String name, Deque<String> rest) {
        return switch (name) {
            case "--port" -> options.withPort(port(value(name, rest)));
            case "--data" -> options.withPlace(new Place.Directory(directory(value(name, rest))));
            case "--in-memory" -> options.withPlace(new Place.Memory());
            case "--maintenance-interval" -> options.withMaintenanceInterval(interval(value(name, rest)));
            case "--log-level" -> options.withLogLevel(logLevel(value(name, rest)));
            default -> throw new IllegalArgumentException("unknown option " + name);
        };
    }

    private static Place endpoint(Map<String, String> given) {
        if (given.size() < OF_AN_ENDPOINT.size()) {
            throw new IllegalArgumentException(String.join(", ", OF_AN_ENDPOINT) + " belong together");
        }
        String url = given.getOrDefault("--endpoint", "");
        try {
            URI uri = new URI(url);
            if (uri.isAbsolute() && uri.getHost() != null) {
                return new Place.Endpoint(uri, given.getOrDefault("--table", ""), given.getOrDefault("--bucket", ""));
            }
        } catch (URISyntaxException e) {
            // answered below
        }
        throw new IllegalArgumentException("--endpoint " + url + " is not a URL such as http://127.0.0.1:4566");
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
