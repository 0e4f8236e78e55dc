package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.store.ItemStore;
import io.tidemark.store.Value;
import io.tidemark.store.WriteOutcome;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CompactionCursorTest {
    private static final PartitionId PARTITION =
            new PartitionId(TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"), 17);
    private static final CompactionCursor CURSOR =
            new CompactionCursor(1_040, 2_081, 523, Set.of(4_294_968_231L, 7L, 907L));
    private static final GoldenItem GOLDEN = GoldenItem.read("compaction-cursor.txt");

    @Test
    void encodesToTheGoldenItemAndBack() {
        assertThat(new GoldenItem(CompactionCursor.key(PARTITION), CURSOR.encode()))
                .isEqualTo(GOLDEN);
        assertThat(CompactionCursor.decode(GOLDEN.key(), GOLDEN.item())).isEqualTo(CURSOR);
    }

    @Test
    void asManyProducersAsAHeadHasAreFewBytes() {
        Random random = new Random(1_000);
        Set<Long> producers = new HashSet<>(Set.of(0L, Long.MAX_VALUE));
        while (producers.size() < 1_000) {
            producers.add(random.nextLong() >>> 8);
        }
        CompactionCursor cursor = new CompactionCursor(0, 1, 0, producers);

        assertThat(CompactionCursor.decode(GOLDEN.key(), cursor.encode())).isEqualTo(cursor);
        assertThat(cursor.encode().attribute("producers"))
                .hasValueSatisfying(packed ->
                        assertThat(((Value.Blob) packed).value().size()).isLessThanOrEqualTo(10_000));
        CompactionCursor none = new CompactionCursor(0, 1, 0, Set.of());
        assertThat(CompactionCursor.decode(GOLDEN.key(), none.encode())).isEqualTo(none);
    }

    @Test
    void goesWithItsPassAlone() {
        ItemStore items = EmbeddedStore.inMemory().items();
        items.put(GOLDEN.key(), GOLDEN.item(), List.of());
        CompactionCursor earlier = new CompactionCursor(1_039, 2_081, 523, Set.of());
        CompactionCursor further = new CompactionCursor(1_040, 2_081, 600, Set.of());

        assertThat(items.delete(GOLDEN.key(), List.of(earlier.isOfThisPass())))
                .isInstanceOf(WriteOutcome.Refused.class);
        assertThat(items.delete(GOLDEN.key(), List.of(further.isOfThisPass())))
                .isInstanceOf(WriteOutcome.Applied.class);
        assertThat(items.get(GOLDEN.key())).isEmpty();
    }

    @Test
    void missingMistypedAndImpossibleAttributesAreUnreadable() {
        for (String attribute : List.of("v", "cleaned", "mapped", "next", "producers")) {
            assertThatThrownBy(() -> CompactionCursor.decode(GOLDEN.key(), GOLDEN.without(attribute)))
                    .isInstanceOf(UnreadableItemException.class)
                    .hasMessageContaining("attribute " + attribute);
            assertThatThrownBy(() -> CompactionCursor.decode(GOLDEN.key(), GOLDEN.with(attribute, Value.of("text"))))
                    .isInstanceOf(UnreadableItemException.class)
                    .hasMessageContaining("attribute " + attribute);
        }
        assertThatThrownBy(() -> CompactionCursor.decode(GOLDEN.key(), GOLDEN.with("mapped", Value.of(1_040))))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("attribute mapped");
        assertThatThrownBy(() -> CompactionCursor.decode(
                        GOLDEN.key(), GOLDEN.with("producers", Value.of(GoldenItem.bytes("0784")))))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("attribute producers");
    }
}
