package io.tidemark.store;

import io.tidemark.record.Bytes;
import java.util.List;
import java.util.Map;

/** An attribute's value: what DynamoDB and the embedded store both keep exactly. */
public sealed interface Value {

    record Number(long value) implements Value {}

    record Text(String value) implements Value {}

    record Blob(Bytes value) implements Value {}

    record Sequence(List<Value> values) implements Value {
        public static final Sequence EMPTY = new Sequence(List.of());

        public Sequence {
            values = List.copyOf(values);
        }
    }

    record Dictionary(Map<String, Value> entries) implements Value {
        public static final Dictionary EMPTY = new Dictionary(Map.of());

        public Dictionary {
            entries = Map.copyOf(entries);
        }
    }

    static Value of(long number) {
        return new Number(number);
    }

    static Value of(String text) {
        return new Text(text);
    }

    static Value of(Bytes bytes) {
        return new Blob(bytes);
    }
}
