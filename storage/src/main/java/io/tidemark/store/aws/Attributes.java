package io.tidemark.store.aws;

import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items as DynamoDB carries them: every kind of value to one of its types and back, exactly. */
final class Attributes {
    static final String PARTITION = "pk";
    static final String SORT = "sk";

    private Attributes() {}

    static Map<String, AttributeValue> of(ItemKey key) {
        return Map.of(PARTITION, of(key.partition()), SORT, of(key.sort()));
    }

    /** @throws IllegalArgumentException where an attribute has the name of a key */
    static Map<String, AttributeValue> of(ItemKey key, Item item) {
        Map<String, AttributeValue> all = new HashMap<>(of(item.attributes()));
        if (all.containsKey(PARTITION) || all.containsKey(SORT)) {
            throw new IllegalArgumentException("an attribute of " + key + " has the name of a key");
        }
        all.putAll(of(key));
        return all;
    }

    static AttributeValue of(Value value) {
        if (value instanceof Value.Number number) {
            return AttributeValue.fromN(Long.toString(number.value()));
        }
        if (value instanceof Value.Text text) {
            return of(text.value());
        }
        if (value instanceof Value.Blob blob) {
            return of(blob.value());
        }
        if (value instanceof Value.Sequence sequence) {
            return AttributeValue.fromL(
                    sequence.values().stream().map(Attributes::of).toList());
        }
        return AttributeValue.fromM(of(((Value.Dictionary) value).entries()));
    }

    static AttributeValue of(String text) {
        return AttributeValue.fromS(text);
    }

    static AttributeValue of(Bytes bytes) {
        return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes.toByteArray()));
    }

    private static Map<String, AttributeValue> of(Map<String, Value> entries) {
        Map<String, AttributeValue> all = new HashMap<>();
        entries.forEach((name, value) -> all.put(name, of(value)));
        return all;
    }

    static ItemKey key(Map<String, AttributeValue> attributes) {
        return new ItemKey(text(attributes, PARTITION), text(attributes, SORT));
    }

    /** The item without its key. */
    static Item item(Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> others = new HashMap<>(attributes);
        others.remove(PARTITION);
        others.remove(SORT);
        return new Item(values(others));
    }

    private static String text(Map<String, AttributeValue> attributes, String name) {
        AttributeValue value = attributes.get(name);
        if (value == null || value.type() != AttributeValue.Type.S) {
            throw new IllegalStateException("an item without a text at " + name);
        }
        return value.s();
    }

    private static Value value(AttributeValue value) {
        return switch (value.type()) {
            case N -> Value.of(Long.parseLong(value.n()));
            case S -> Value.of(value.s());
            case B -> Value.of(Bytes.wrap(value.b().asByteArrayUnsafe()));
            case L -> new Value.Sequence(values(value.l()));
            case M -> new Value.Dictionary(values(value.m()));
            default -> throw new IllegalStateException("no item of ours has a " + value.type());
        };
    }

    private static List<Value> values(List<AttributeValue> elements) {
        return elements.stream().map(Attributes::value).toList();
    }

    private static Map<String, Value> values(Map<String, AttributeValue> entries) {
        Map<String, Value> all = new HashMap<>();
        entries.forEach((name, value) -> all.put(name, value(value)));
        return all;
    }
}
