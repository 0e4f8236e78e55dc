package io.tidemark.local;

import io.tidemark.audit.AuditScope;
import io.tidemark.topic.TopicName;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What the arguments of {@code tidemark audit} ask for. */
sealed interface AuditArguments {
    String USAGE = """
            usage: tidemark audit [--deep] [--topic TOPIC]...
                                  [--data DIR | --table TABLE --bucket BUCKET [--endpoint URL]]

              Checks that what is stored is as it must be. Changes nothing.

              --data DIR         a data directory that no server has open (default ./.tidemark)
              --table TABLE      the table in DynamoDB, in the region and with the credentials of the environment
              --bucket BUCKET    the bucket in S3
              --endpoint URL     both at this endpoint, such as LocalStack's
              --deep             read every byte of every batch; otherwise only see that it is there
              --topic TOPIC      check this topic alone, and nothing else; may be repeated
              --garbage-days N   how old an object that nothing names may be where no sweep has
                                 begun for as long (default 2)
              --help             print this and exit

            Ends with status 0 where all is sound, 1 where something is not, 2 where it could not be checked.
            """;

    int MAX_GARBAGE_DAYS = 365;

    List<String> OF_AWS = List.of("--table", "--bucket", "--endpoint");

    /** Audit this. */
    record Check(Place place, AuditScope scope) implements AuditArguments {}

    /** Print the usage and end well. */
    record Help() implements AuditArguments {}

    /** Print the reason and the usage, and end with status 2. */
    record Wrong(String reason) implements AuditArguments {}

    static AuditArguments parse(List<String> arguments) {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            return new Help();
        }
        Deque<String> rest = new ArrayDeque<>(arguments);
        Map<String, String> place = new TreeMap<>();
        Set<TopicName> topics = new HashSet<>();
        boolean deep = false;
        Duration garbageAge = AuditScope.DEFAULT_GARBAGE_AGE;
        try {
            while (!rest.isEmpty()) {
                String name = rest.pop();
                switch (name) {
                    case "--deep" -> deep = true;
                    case "--garbage-days" -> garbageAge = days(value(name, rest));
                    case "--topic" -> topics.add(new TopicName(value(name, rest)));
                    case "--data", "--table", "--bucket", "--endpoint" -> place.put(name, value(name, rest));
                    default -> throw new IllegalArgumentException("unknown option " + name);
                }
            }
            return new Check(place(place), new AuditScope(deep, garbageAge, topics));
        } catch (IllegalArgumentException e) {
            return new Wrong(Optional.ofNullable(e.getMessage()).orElse("wrong arguments"));
        }
    }

    private static String value(String name, Deque<String> rest) {
        if (rest.isEmpty() || rest.peek().isBlank()) {
            throw new IllegalArgumentException(name + " needs a value");
        }
        return rest.pop();
    }

    private static Duration days(String text) {
        try {
            int days = Integer.parseInt(text);
            if (days >= 1 && days <= MAX_GARBAGE_DAYS) {
                return Duration.ofDays(days);
            }
        } catch (NumberFormatException e) {
            // answered below
        }
        throw new IllegalArgumentException("--garbage-days " + text + " is not a number from 1 to " + MAX_GARBAGE_DAYS);
    }

    private static Place place(Map<String, String> given) {
        boolean onAws = OF_AWS.stream().anyMatch(given::containsKey);
        if (onAws && given.containsKey("--data")) {
            throw new IllegalArgumentException("--data excludes " + String.join(", ", OF_AWS));
        }
        if (!onAws) {
            return new Place.Directory(directory(given.getOrDefault("--data", Options.DEFAULT_DATA.toString())));
        }
        if (!given.containsKey("--table") || !given.containsKey("--bucket")) {
            throw new IllegalArgumentException("--table and --bucket belong together");
        }
        String table = given.getOrDefault("--table", "");
        String bucket = given.getOrDefault("--bucket", "");
        return Optional.ofNullable(given.get("--endpoint"))
                .map(AuditArguments::url)
                .<Place>map(url -> new Place.Endpoint(url, table, bucket))
                .orElseGet(() -> new Place.Aws(table, bucket));
    }

    private static Path directory(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("--data " + text + " is not a path", e);
        }
    }

    private static URI url(String text) {
        try {
            URI url = new URI(text);
            if (url.isAbsolute() && url.getHost() != null) {
                return url;
            }
        } catch (URISyntaxException e) {
            // answered below
        }
        throw new IllegalArgumentException("--endpoint " + text + " is not a URL such as http://127.0.0.1:4566");
    }
}
