package io.tidemark.functions.route;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A path with variables, as OpenAPI and API Gateway write it: {@code /v3/clusters/{cluster_id}/topics}. A variable
 * stands for one whole, non-empty segment.
 */
public record PathTemplate(String text) {
    private static final int MAX_SEGMENTS = 16;

    /**
     * The segments of a raw path, each percent-decoded.
     *
     * @return absent where one is badly encoded, or where there are more than any template has
     */
    public static Optional<List<String>> segmentsOf(String rawPath) {
        List<Optional<String>> segments = List.of(rawPath.split("/", MAX_SEGMENTS + 1)).stream()
                .map(Percent::decode)
                .toList();
        if (segments.stream().anyMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        return Optional.of(segments.stream().flatMap(Optional::stream).toList());
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
                if (given.isEmpty()) {
                    return Optional.empty();
                }
                variables.put(wanted[i].substring(1, wanted[i].length() - 1), given);
            } else if (!wanted[i].equals(given)) {
                return Optional.empty();
            }
        }
        return Optional.of(Map.copyOf(variables));
    }
}
