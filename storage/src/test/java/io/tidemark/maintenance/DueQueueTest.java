package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.DueEntry;
import io.tidemark.layout.DueTransaction;
import io.tidemark.producer.TransactionalId;
import io.tidemark.store.ItemStore;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DueQueueTest {
    private static final Instant TEN = Instant.parse("2026-05-01T10:00:00Z");

    private final ItemStore items = EmbeddedStore.inMemory().items();
    private final DueQueue queue = new DueQueue(items);
    private final DueEntry entry = DueEntry.notBefore(
            new TopicName("orders"), new PartitionId(TopicId.parse("0b7e6a5c-9d4f-4c1e-8a2b-3f5d7c9e1b20"), 0), TEN);
    private final DueTransaction transaction = new DueTransaction(new TransactionalId("t"), TEN);

    /** A run at the very moment of an entry may find that there is something to do at that moment. */
    @Test
    void anEntryThatIsItsOwnSuccessorStays() {
        queue.put(entry);
        queue.put(transaction);

        queue.replace(entry, Optional.of(TEN));
        queue.replace(transaction, Optional.of(TEN));

        assertThat(items.get(entry.key())).isPresent();
        assertThat(items.get(transaction.key())).isPresent();
    }

    @Test
    void anotherSuccessorTakesThePlaceOfAnEntry() {
        queue.put(entry);

        queue.replace(entry, Optional.of(TEN.plusMillis(1)));

        assertThat(items.get(entry.key())).isEmpty();
        assertThat(items.get(DueEntry.notBefore(entry.topic(), entry.partition(), TEN.plusMillis(1))
                        .key()))
                .isPresent();
    }
}
