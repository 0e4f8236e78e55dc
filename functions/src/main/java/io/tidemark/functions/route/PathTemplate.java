package io.tidemark.functions.route;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A path with variables, as OpenAPI writes it: {@code /v3/clusters/{cluster_id}/topics}. A variable stands for one whole,
 * non-empty segment, or for one without the verb behind it: {@code /transactions/{transactional_id}:end}.
 */
public record PathTemplate(String text) {
    private static final int MAX_SEGMENTS = 16;

    /**
     * The segments of a raw path, each percent-decoded.
     *
     * @return absent where one is badly encoded, or where there are more than any template has
     */
    public static Optional<List<String>> segmentsOf(String rawPath) {
        List<Optional<String>> segments =
                split(rawPath).stream().map(Percent::decode).toList();
        if (segments.stream().anyMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        return Optional.of(segments.stream().flatMap(Optional::stream).toList());
    }

    /** The segments of a path that is decoded already, at most one more than any template has. */
    public static List<String> split(String path) {
        return List.of(path.split("/", MAX_SEGMENTS + 1));
    }

    /** The variables' values where the segments are this path's. */
    public Optional<Map<String, String>> match(List<String> segments) {
        String[] wanted = text.split("/", -1);
        if (wanted.length != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> variables = new LinkedHashMap<>();
        for (int i = 0; i < wanted.length; i++) {
            String given = segments.get(i);
            if (wanted[i].startsWith("{")) {
                String verb = verb(wanted[i]);
                if (given.length() <= verb.length() || !given.endsWith(verb)) {
                    return Optional.empty();
                }
                variables.put(
                        wanted[i].substring(1, wanted[i].indexOf('}')),
                        given.substring(0, given.length() - verb.length()));
            } else if (!wanted[i].equals(given)) {
                return Optional.empty();
            }
        }
        return Optional.of(Map.copyOf(variables));
    }

    /** The path as API Gateway knows it, whose variables are whole segments: the function tells the verbs apart. */
    public String deployed() {
        return Arrays.stream(text.split("/", -1))
                .map(segment -> segment.startsWith("{")
                        ? segment.substring(0, segment.length() - verb(segment).length())
                        : segment)
                .collect(Collectors.joining("/"));
    }

    /** What stands behind a variable in its segment. */
    private static String verb(String variable) {
        return variable.substring(variable.indexOf('}') + 1);
    }
}
