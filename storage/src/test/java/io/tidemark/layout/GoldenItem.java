package io.tidemark.layout;

import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An item as a file keeps it: the two parts of the key, then an attribute a line as {@code name N number},
 * {@code name S text}, {@code name B hex}. A list is {@code name L}, then {@code name L hex} for each element; a map is
 * {@code name M}, then its entries as {@code name M entry S text} and the like.
 */
record GoldenItem(ItemKey key, Item item) {
    static GoldenItem read(String name) {
        List<String> lines = text(name).lines().toList();
        Map<String, Value> attributes = new HashMap<>();
        for (String line : lines.subList(2, lines.size())) {
            String[] parts = line.split(" ", 3);
            switch (parts[1]) {
                case "L" -> attributes.merge(parts[0], element(parts), GoldenItem::appended);
                case "M" -> attributes.merge(parts[0], entry(parts), GoldenItem::joined);
                default -> attributes.put(parts[0], scalar(parts[1], parts[2]));
            }
        }
        return new GoldenItem(new ItemKey(lines.get(0), lines.get(1)), new Item(attributes));
    }

    /** The item with one attribute changed. */
    Item with(String attribute, Value value) {
        Map<String, Value> attributes = new HashMap<>(item.attributes());
        attributes.put(attribute, value);
        return new Item(attributes);
    }

    /** The item without one attribute. */
    Item without(String attribute) {
        Map<String, Value> attributes = new HashMap<>(item.attributes());
        attributes.remove(attribute);
        return new Item(attributes);
    }

    /** The bytes that the hexadecimal digits stand for. */
    static Bytes bytes(String hex) {
        return Bytes.wrap(HexFormat.of().parseHex(hex));
    }

    private static Value scalar(String type, String text) {
        return switch (type) {
            case "N" -> Value.of(Long.parseLong(text));
            case "S" -> Value.of(text);
            case "B" -> Value.of(bytes(text));
            default -> throw new IllegalArgumentException(type + " " + text);
        };
    }

    private static Value element(String[] parts) {
        return parts.length == 2 ? Value.Sequence.EMPTY : new Value.Sequence(List.of(Value.of(bytes(parts[2]))));
    }

    private static Value appended(Value one, Value other) {
        List<Value> values = new ArrayList<>(((Value.Sequence) one).values());
        values.addAll(((Value.Sequence) other).values());
        return new Value.Sequence(values);
    }

    private static Value entry(String[] parts) {
        if (parts.length == 2) {
            return Value.Dictionary.EMPTY;
        }
        String[] entry = parts[2].split(" ", 3);
        return new Value.Dictionary(Map.of(entry[0], scalar(entry[1], entry[2])));
    }

    private static Value joined(Value one, Value other) {
        Map<String, Value> entries = new HashMap<>(((Value.Dictionary) one).entries());
        entries.putAll(((Value.Dictionary) other).entries());
        return new Value.Dictionary(entries);
    }

    static String text(String name) {
        try (InputStream file = GoldenItem.class.getResourceAsStream("/layout/v1/" + name)) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
