package io.tidemark.functions.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** JSON, read strictly and within bounds: a name stands once in an object, and numbers keep every digit. */
public final class Json {
    private static final int MAX_NUMBER_LENGTH = 1_000;
    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(Limits.MAX_JSON_DEPTH)
                            .maxNumberLength(MAX_NUMBER_LENGTH)
                            .maxStringLength(Limits.MAX_CARRIED_BYTES)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** The text in UTF-8; half a surrogate pair becomes a question mark. */
    public static byte[] bytes(JsonNode node) {
        return text(node).getBytes(StandardCharsets.UTF_8);
    }

    /** The text of an object with these fields. */
    public static String text(Map<String, ?> fields) {
        return text(MAPPER.<JsonNode>valueToTree(fields));
    }

    public static String text(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the text is exactly one JSON value. */
    public static boolean isJson(String text) {
        try (JsonParser parser = MAPPER.createParser(text)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }

    /** @throws ProblemException 400 where the text is not exactly one JSON value */
    public static JsonNode read(String text) {
        List<JsonNode> values = readSeveral(text, 1);
        if (values.isEmpty()) {
            throw ProblemException.badRequest("The body is empty: a JSON object is expected.");
        }
        return values.get(0);
    }

    /**
     * JSON values that stand one after another.
     *
     * @throws ProblemException 400 where the text is anything else or holds more than {@code max} values
     */
    public static List<JsonNode> readSeveral(String text, int max) {
        List<JsonNode> values = new ArrayList<>();
        try (JsonParser parser = MAPPER.createParser(text)) {
            while (parser.nextToken() != null) {
                if (values.size() == max) {
                    throw ProblemException.badRequest("The body holds more than " + max
                            + (max == 1 ? " JSON value." : " JSON values: send the rest in another request."));
                }
                values.add(MAPPER.readTree(parser));
            }
            return values;
        } catch (JsonProcessingException e) {
            throw ProblemException.badRequest("The body is not valid JSON: " + reason(e));
        } catch (NumberFormatException | ArithmeticException e) {
            // of a number whose exponent does not fit into 32 bits
            throw ProblemException.badRequest("The body holds a number that is too large or too small to be read.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The parser's words without its own names and settings. */
    private static String reason(JsonProcessingException e) {
        String message = e.getOriginalMessage();
        int end = message.length();
        for (String aside : List.of(", from `", " (start marker", "\n", " (for ", ": enable `", ": maybe a (non-")) {
            int at = message.indexOf(aside);
            end = at < 0 ? end : Math.min(end, at);
        }
        String words = message.substring(0, end);
        String closing = words.lastIndexOf('(') > words.lastIndexOf(')') ? ")" : "";
        String place = e.getLocation() == null
                ? ""
                : " (line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr() + ")";
        return words + closing + place;
    }
}
