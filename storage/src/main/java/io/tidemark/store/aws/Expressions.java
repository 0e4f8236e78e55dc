package io.tidemark.store.aws;

import static java.util.stream.Collectors.joining;

import io.tidemark.store.Action;
import io.tidemark.store.Condition;
import io.tidemark.store.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Writes conditions and actions as DynamoDB's expressions. Every name and value stands behind a placeholder, so that
 * none is syntax or a reserved word. For one request; used by one thread.
 *
 * <p>A condition on a missing path is false in DynamoDB, but its negation is true, and {@code size} and
 * {@code contains} also take a text: what is said of a list first asks that it is one.
 */
final class Expressions {
    private static final AttributeValue LIST_TYPE = AttributeValue.fromS("L");

    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<AttributeValue, String> values = new LinkedHashMap<>();

    /** The condition expression; absent where there is no condition. */
    Optional<String> conditions(List<Condition> conditions) {
        return conditions.isEmpty()
                ? Optional.empty()
                : Optional.of(conditions.stream().map(this::condition).collect(joining(" AND ")));
    }

    /** The update expression. */
    String actions(List<Action> actions) {
        List<String> sets = new ArrayList<>();
        List<String> removes = new ArrayList<>();
        for (Action action : actions) {
            if (action instanceof Action.Remove remove) {
                removes.add(path(remove.path()));
            } else if (action instanceof Action.RemoveFirst first) {
                String list = path(first.path());
                IntStream.range(0, first.count()).forEach(i -> removes.add(list + "[" + i + "]"));
            } else {
                sets.add(path(action.path()) + " = " + rightSide(action));
            }
        }
        List<String> clauses = new ArrayList<>();
        if (!sets.isEmpty()) {
            clauses.add("SET " + String.join(", ", sets));
        }
        if (!removes.isEmpty()) {
            clauses.add("REMOVE " + String.join(", ", removes));
        }
        return String.join(" ", clauses);
    }

    /** Names by placeholder, for the expressions made so far; DynamoDB refuses an unused one, and an empty map. */
    Optional<Map<String, String>> names() {
        return inverted(names);
    }

    Optional<Map<String, AttributeValue>> values() {
        return inverted(values);
    }

    private String condition(Condition condition) {
        if (condition instanceof Condition.Absent absent) {
            return "attribute_not_exists(" + path(absent.path()) + ")";
        }
        if (condition instanceof Condition.Equals equals) {
            return path(equals.path()) + " = " + value(Attributes.of(equals.value()));
        }
        if (condition instanceof Condition.AtMost atMost) {
            return path(atMost.path()) + " <= " + number(atMost.value());
        }
        if (condition instanceof Condition.ListShorterThan shorter) {
            String list = path(shorter.path());
            return isList(list) + " AND size(" + list + ") < " + number(shorter.size());
        }
        Condition.ListLacks lacks = (Condition.ListLacks) condition;
        String list = path(lacks.path());
        return isList(list) + " AND NOT contains(" + list + ", " + value(Attributes.of(lacks.element())) + ")";
    }

    private String isList(String path) {
        return "attribute_type(" + path + ", " + value(LIST_TYPE) + ")";
    }

    private String rightSide(Action action) {
        String path = path(action.path());
        if (action instanceof Action.Add add) {
            return path + " + " + number(add.value());
        }
        if (action instanceof Action.Append append) {
            AttributeValue element = AttributeValue.fromL(List.of(Attributes.of(append.element())));
            return "list_append(" + path + ", " + value(element) + ")";
        }
        if (action instanceof Action.Set set) {
            return value(Attributes.of(set.value()));
        }
        if (action instanceof Action.SetFrom from) {
            return path(from.source());
        }
        Action.SetFromIfAbsent from = (Action.SetFromIfAbsent) action;
        return "if_not_exists(" + path + ", " + path(from.source()) + ")";
    }

    private String path(Path path) {
        return name(path.attribute())
                + path.entry().map(entry -> "." + name(entry)).orElse("");
    }

    private String name(String name) {
        return names.computeIfAbsent(name, unused -> "#" + names.size());
    }

    private String number(long number) {
        return value(AttributeValue.fromN(Long.toString(number)));
    }

    private String value(AttributeValue value) {
        return values.computeIfAbsent(value, unused -> ":" + values.size());
    }

    private static <T> Optional<Map<String, T>> inverted(Map<T, String> placeholders) {
        if (placeholders.isEmpty()) {
            return Optional.empty();
        }
        Map<String, T> byPlaceholder = new HashMap<>();
        placeholders.forEach((meaning, placeholder) -> byPlaceholder.put(placeholder, meaning));
        return Optional.of(byPlaceholder);
    }
}
