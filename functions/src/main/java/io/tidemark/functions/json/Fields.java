package io.tidemark.functions.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.functions.http.ProblemException;
import io.tidemark.functions.http.Shown;
import io.tidemark.functions.route.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One JSON object's fields, by their known names. A field that is null counts as absent. */
public final class Fields {
    private final String where;
    private final ObjectNode node;

    private Fields(String where, ObjectNode node) {
        this.where = where;
        this.node = node;
    }

    /**
     * @param where the object's place in the body, for messages
     * @throws ProblemException 400 where it is no object or has an unknown field
     */
    public static Fields of(String where, JsonNode node, List<String> known) {
        if (!(node instanceof ObjectNode object)) {
            throw ProblemException.badRequest(where + " is not a JSON object.");
        }
        List<String> unknown = new ArrayList<>();
        object.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw ProblemException.badRequest(where + " has the unknown field \"" + Shown.text(unknown.get(0))
                    + "\": known are " + String.join(", ", known) + ".");
        }
        return new Fields(where, object);
    }

    public Optional<JsonNode> value(String name) {
        return Optional.ofNullable(node.get(name)).filter(value -> !value.isNull());
    }

    public Optional<String> text(String name) {
        return value(name).map(value -> {
            if (!value.isTextual()) {
                throw bad(name, "is not a string");
            }
            if (Utf8.encode(value.textValue()).isEmpty()) {
                throw bad(name, "holds half a surrogate pair");
            }
            return value.textValue();
        });
    }

    public Optional<Boolean> flag(String name) {
        return value(name).map(value -> {
            if (!value.isBoolean()) {
                throw bad(name, "is neither true nor false");
            }
            return value.booleanValue();
        });
    }

    public Optional<Long> number(String name, long min, long max) {
        return value(name).map(value -> {
            if (!value.isIntegralNumber() || !value.canConvertToLong() || outside(value.longValue(), min, max)) {
                throw bad(name, "is not a whole number from " + min + " to " + max);
            }
            return value.longValue();
        });
    }

    public <T> Optional<T> choice(String name, Map<String, T> choices) {
        return text(name)
                .map(value -> Optional.ofNullable(choices.get(value))
                        .orElseThrow(() -> bad(
                                name,
                                "is \"" + Shown.text(value) + "\": give one of "
                                        + String.join(", ", new TreeMap<>(choices).keySet()))));
    }

    /** An array's values, at most {@code max}; absent is an empty one. */
    public List<JsonNode> list(String name, int max) {
        List<JsonNode> values = new ArrayList<>();
        value(name).ifPresent(value -> {
            if (!value.isArray()) {
                throw bad(name, "is not an array");
            }
            if (value.size() > max) {
                throw bad(name, "has " + value.size() + " elements, the limit is " + max);
            }
            value.forEach(values::add);
        });
        return values;
    }

    public <T> T required(String name, Optional<T> value) {
        return value.orElseThrow(() -> bad(name, "is missing"));
    }

    /** The place of a part of this object, for messages. */
    public String at(String part) {
        return where + ", " + part;
    }

    public ProblemException bad(String name, String reason) {
        return ProblemException.badRequest(where + ": " + name + " " + reason + ".");
    }

    private static boolean outside(long value, long min, long max) {
        return value < min || value > max;
    }
}
