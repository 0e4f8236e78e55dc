package io.tidemark.store.embedded;

import io.tidemark.store.Action;
import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.WriteOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a conditional write makes of an item: pure, and in every case what DynamoDB does with the expression that means
 * the same.
 */
final class ItemAlgebra {

    private ItemAlgebra() {}

    static WriteOutcome put(Optional<Item> current, Item item, List<Condition> conditions) {
        return allHold(current, conditions) ? new WriteOutcome.Applied(item) : new WriteOutcome.Refused(current);
    }

    /** @throws IllegalArgumentException where an action does not fit the item */
    static WriteOutcome update(Optional<Item> current, Update update) {
        if (!allHold(current, update.conditions())) {
            return new WriteOutcome.Refused(current);
        }
        Item before = current.orElse(Item.EMPTY);
        Map<String, Value> after = new HashMap<>(before.attributes());
        for (Action action : update.actions()) {
            apply(action, before, after);
        }
        return new WriteOutcome.Applied(new Item(after));
    }

    private static boolean allHold(Optional<Item> current, List<Condition> conditions) {
        Item item = current.orElse(Item.EMPTY);
        return conditions.stream().allMatch(condition -> holds(item, condition));
    }

    private static boolean holds(Item item, Condition condition) {
        if (condition instanceof Condition.Absent absent) {
            return find(item, absent.path()).isEmpty();
        }
        if (condition instanceof Condition.Equals equals) {
            return find(item, equals.path()).filter(equals.value()::equals).isPresent();
        }
        if (condition instanceof Condition.AtMost atMost) {
            return find(item, atMost.path())
                    .filter(value -> value instanceof Value.Number number && number.value() <= atMost.value())
                    .isPresent();
        }
        if (condition instanceof Condition.ListShorterThan shorter) {
            return find(item, shorter.path())
                    .filter(value -> value instanceof Value.Sequence list
                            && list.values().size() < shorter.size())
                    .isPresent();
        }
        Condition.ListLacks lacks = (Condition.ListLacks) condition;
        return find(item, lacks.path())
                .filter(value -> value instanceof Value.Sequence list
                        && !list.values().contains(new Value.Blob(lacks.element())))
                .isPresent();
    }

    private static void apply(Action action, Item before, Map<String, Value> after) {
        Path path = action.path();
        if (action instanceof Action.Add add) {
            write(after, path, new Value.Number(sum(path, before, add.value())));
        } else if (action instanceof Action.Append append) {
            List<Value> values = new ArrayList<>(listAt(before, path));
            values.add(new Value.Blob(append.element()));
            write(after, path, new Value.Sequence(values));
        } else if (action instanceof Action.Set set) {
            write(after, path, set.value());
        } else if (action instanceof Action.SetFrom from) {
            write(after, path, valueAt(before, from.source()));
        } else if (action instanceof Action.SetFromIfAbsent from) {
            write(after, path, find(before, path).orElseGet(() -> valueAt(before, from.source())));
        } else if (action instanceof Action.Remove) {
            remove(after, path);
        } else if (action instanceof Action.RemoveFirst first) {
            List<Value> values = listAt(before, path);
            write(
                    after,
                    path,
                    new Value.Sequence(values.subList(Math.min(first.count(), values.size()), values.size())));
        }
    }

    private static long sum(Path path, Item before, long value) {
        if (!(valueAt(before, path) instanceof Value.Number number)) {
            throw new IllegalArgumentException("no number at " + path);
        }
        try {
            return Math.addExact(number.value(), value);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("the number at " + path + " would pass 64 bits", e);
        }
    }

    private static List<Value> listAt(Item before, Path path) {
        if (valueAt(before, path) instanceof Value.Sequence list) {
            return list.values();
        }
        throw new IllegalArgumentException("no list at " + path);
    }

    private static Value valueAt(Item item, Path path) {
        return find(item, path).orElseThrow(() -> new IllegalArgumentException("nothing at " + path));
    }

    private static Optional<Value> find(Item item, Path path) {
        Optional<Value> attribute = item.attribute(path.attribute());
        if (path.entry().isEmpty()) {
            return attribute;
        }
        return attribute
                .filter(Value.Dictionary.class::isInstance)
                .map(value ->
                        ((Value.Dictionary) value).entries().get(path.entry().orElseThrow()));
    }

    private static void write(Map<String, Value> after, Path path, Value value) {
        if (path.entry().isEmpty()) {
            after.put(path.attribute(), value);
            return;
        }
        Map<String, Value> entries = new HashMap<>(dictionaryIn(after, path));
        entries.put(path.entry().orElseThrow(), value);
        after.put(path.attribute(), new Value.Dictionary(entries));
    }

    private static void remove(Map<String, Value> after, Path path) {
        if (path.entry().isEmpty()) {
            after.remove(path.attribute());
            return;
        }
        Map<String, Value> entries = new HashMap<>(dictionaryIn(after, path));
        entries.remove(path.entry().orElseThrow());
        after.put(path.attribute(), new Value.Dictionary(entries));
    }

    /** No other action of the update removes or replaces a dictionary that this one reaches into: paths do not overlap. */
    private static Map<String, Value> dictionaryIn(Map<String, Value> after, Path path) {
        if (after.get(path.attribute()) instanceof Value.Dictionary dictionary) {
            return dictionary.entries();
        }
        throw new IllegalArgumentException("no dictionary for " + path);
    }
}
