package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.store.ItemStore;
import io.tidemark.store.Value;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AbortedTransactionTest {
    private static final PartitionId PARTITION =
            new PartitionId(TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"), 17);
    private static final AbortedTransaction ABORTED = new AbortedTransaction(1_045, 900, 39, 1_001);
    private static final GoldenItem GOLDEN = GoldenItem.read("aborted-transaction.txt");

    @Test
    void encodesToTheGoldenItemAndBack() {
        assertThat(new GoldenItem(AbortedTransaction.key(PARTITION, 1_045), ABORTED.encode()))
                .isEqualTo(GOLDEN);
        assertThat(AbortedTransaction.decode(GOLDEN.key(), GOLDEN.item())).isEqualTo(ABORTED);
    }

    @Test
    void rangesGoByTheMarkersOffset() {
        ItemStore items = EmbeddedStore.inMemory().items();
        for (long offset : new long[] {0, 9, 10, 11, 100}) {
            AbortedTransaction each = new AbortedTransaction(offset, 1, 0, 0);
            items.put(AbortedTransaction.key(PARTITION, offset), each.encode(), List.of());
        }
        items.put(Page.key(PARTITION, 10), ABORTED.encode(), List.of());

        assertThat(items.query(AbortedTransaction.from(PARTITION, 10, 9)).entries())
                .extracting(entry ->
                        AbortedTransaction.decode(entry.key(), entry.item()).markerOffset())
                .containsExactly(10L, 11L, 100L);
        assertThat(items.query(AbortedTransaction.below(PARTITION, 10, 9)).entries())
                .extracting(entry ->
                        AbortedTransaction.decode(entry.key(), entry.item()).markerOffset())
                .containsExactly(0L, 9L);
    }

    @Test
    void missingAndMistypedAttributesAreUnreadable() {
        for (String attribute : List.of("v", "producer", "first", "stable")) {
            assertThatThrownBy(() -> AbortedTransaction.decode(GOLDEN.key(), GOLDEN.without(attribute)))
                    .isInstanceOf(UnreadableItemException.class)
                    .hasMessageContaining("attribute " + attribute);
            assertThatThrownBy(() -> AbortedTransaction.decode(GOLDEN.key(), GOLDEN.with(attribute, Value.of("text"))))
                    .isInstanceOf(UnreadableItemException.class)
                    .hasMessageContaining("attribute " + attribute);
        }
    }
}
