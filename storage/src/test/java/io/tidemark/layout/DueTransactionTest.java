package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.producer.TransactionalId;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class DueTransactionTest {
    private static final Instant AT = Instant.ofEpochMilli(1_700_000_000_123L);
    private static final DueTransaction DUE = new DueTransaction(new TransactionalId("orders#1"), AT);

    @Test
    void isStoredAsTheGoldenItem() {
        GoldenItem golden = GoldenItem.read("due-transaction.txt");

        assertThat(new GoldenItem(DUE.key(), DUE.encode())).isEqualTo(golden);
        assertThat(Due.decode(golden.key(), golden.item())).isEqualTo(DUE);
    }

    @Test
    void standsInOneQueueWithPartitions() {
        DueEntry partition = DueEntry.notBefore(
                new TopicName("orders"), new PartitionId(TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"), 1), AT);

        assertThat(Due.decode(partition.key(), partition.encode())).isEqualTo(partition);
    }

    @Test
    void isDueFromItsTimeOn() {
        ItemRange before = DueEntry.due(3, AT.minusMillis(1), 5);
        ItemRange then = DueEntry.due(3, AT, 5);

        assertThat(DUE.key().partition()).isEqualTo(then.partition());
        assertThat(DUE.key().sort()).isBetween(then.from(), then.to());
        assertThat(DUE.key().sort()).isGreaterThan(before.to());
    }

    @Test
    void aKeyWithoutATimeIsUnreadable() {
        ItemKey key = new ItemKey("N#0", "due#0000000000000000000x#x#a");

        assertThatThrownBy(() -> Due.decode(key, DUE.encode())).isInstanceOf(UnreadableItemException.class);
    }
}
