package io.tidemark.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the parts of the item contract share. */
interface ItemContract {

    /** The store under test. */
    ItemStore items();

    /** A partition key that no other test uses. */
    String partition();

    default ItemKey key(String sort) {
        return new ItemKey(partition(), sort);
    }

    default void given(ItemKey key, Item item) {
        assertThat(items().put(key, item, List.of())).isEqualTo(new WriteOutcome.Applied(item));
    }

    default void assertStored(ItemKey key, Item item) {
        assertThat(items().get(key)).contains(item);
    }

    static Item item(Map<String, Value> attributes) {
        return new Item(attributes);
    }

    static Value.Sequence list(String... elements) {
        List<Value> values = new ArrayList<>();
        Arrays.stream(elements).forEach(element -> values.add(Value.of(Bytes.utf8(element))));
        return new Value.Sequence(values);
    }

    static Value.Dictionary dictionary(Map<String, Value> entries) {
        return new Value.Dictionary(entries);
    }

    static WriteOutcome applied(Item item) {
        return new WriteOutcome.Applied(item);
    }

    static WriteOutcome refused(Item current) {
        return new WriteOutcome.Refused(Optional.of(current));
    }

    static WriteOutcome refusedByNothing() {
        return new WriteOutcome.Refused(Optional.empty());
    }
}
