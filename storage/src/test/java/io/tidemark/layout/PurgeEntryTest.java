package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.layout.PurgeEntry.Cause;
import io.tidemark.store.ItemRange;
import io.tidemark.store.Value;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class PurgeEntryTest {
    private static final PurgeEntry CREATING = new PurgeEntry(
            TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"),
            new TopicName("a.b_c"),
            3,
            Cause.CREATING,
            Instant.ofEpochMilli(1_700_000_000_123L));

    private static final PurgeEntry DELETING = new PurgeEntry(
            TopicId.parse("7c9e6679-7425-40de-944b-e07fc1f90ae7"),
            new TopicName("orders"),
            1_000,
            Cause.DELETING,
            Instant.ofEpochMilli(1_700_000_000_789L));

    private static final PurgeEntry PURGED = DELETING.purgedAt(Instant.ofEpochMilli(1_700_000_003_789L));

    @Test
    void encodesToTheGoldenItems() {
        assertThat(encoded(PURGED)).isEqualTo(GoldenItem.read("purge-purged.txt"));
        assertThat(encoded(CREATING)).isEqualTo(GoldenItem.read("purge-creating.txt"));
        assertThat(encoded(DELETING)).isEqualTo(GoldenItem.read("purge-deleting.txt"));
    }

    @Test
    void decodesTheGoldenItems() {
        assertThat(decoded(GoldenItem.read("purge-purged.txt"))).isEqualTo(PURGED);
        assertThat(decoded(GoldenItem.read("purge-creating.txt"))).isEqualTo(CREATING);
        assertThat(decoded(GoldenItem.read("purge-deleting.txt"))).isEqualTo(DELETING);
    }

    @Test
    void rangeHoldsEveryKey() {
        ItemRange range = PurgeEntry.range(5);

        assertThat(PurgeEntry.key(CREATING.topic()).partition()).isEqualTo(range.partition());
        assertThat(PurgeEntry.key(CREATING.topic()).sort()).isBetween(range.from(), range.to());
        assertThat(PurgeEntry.key(TopicId.parse("ffffffff-ffff-ffff-ffff-ffffffffffff"))
                        .sort())
                .isBetween(range.from(), range.to());
    }

    @Test
    void refusesANewerLayoutAndAnUnknownCause() {
        GoldenItem golden = GoldenItem.read("purge-creating.txt");

        assertThatThrownBy(() -> PurgeEntry.decode(golden.key(), golden.with("v", Value.of(LayoutVersion.CURRENT + 1))))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("has layout version 2");
        assertThatThrownBy(() -> PurgeEntry.decode(golden.key(), golden.with("cause", Value.of("whim"))))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("cause");
    }

    private static GoldenItem encoded(PurgeEntry entry) {
        return new GoldenItem(PurgeEntry.key(entry.topic()), entry.encode());
    }

    private static PurgeEntry decoded(GoldenItem golden) {
        return PurgeEntry.decode(golden.key(), golden.item());
    }
}
