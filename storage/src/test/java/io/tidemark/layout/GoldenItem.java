package io.tidemark.layout;

import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An item as a file keeps it: the two parts of the key, then an attribute a line as {@code name N number},
 * {@code name S text}, or for a map {@code name M} and then its entries as {@code name M entry S text}.
 */
record GoldenItem(ItemKey key, Item item) {
    static GoldenItem read(String name) {
        List<String> lines = text(name).lines().toList();
        Map<String, Value> attributes = new HashMap<>();
        for (String line : lines.subList(2, lines.size())) {
            String[] parts = line.split(" ", 3);
            switch (parts[1]) {
                case "N" -> attributes.put(parts[0], Value.of(Long.parseLong(parts[2])));
                case "S" -> attributes.put(parts[0], Value.of(parts[2]));
                case "M" -> attributes.merge(parts[0], entry(parts), GoldenItem::joined);
                default -> throw new IllegalArgumentException(line);
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

    private static Value entry(String[] parts) {
        if (parts.length == 2) {
            return Value.Dictionary.EMPTY;
        }
        String[] entry = parts[2].split(" S ", 2);
        return new Value.Dictionary(Map.of(entry[0], Value.of(entry[1])));
    }

    private static Value joined(Value one, Value other) {
        Map<String, Value> entries = new HashMap<>(((Value.Dictionary) one).entries());
        entries.putAll(((Value.Dictionary) other).entries());
        return new Value.Dictionary(entries);
    }

    private static String text(String name) {
        try (InputStream file = GoldenItem.class.getResourceAsStream("/layout/v1/" + name)) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
