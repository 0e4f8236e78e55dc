package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.store.Value;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class SweepCursorTest {
    private static final SweepCursor UNDER_WAY = new SweepCursor(
            Instant.ofEpochMilli(1_700_000_000_123L), 64, 128, "data/41/01hf7yate8yvvzhyftzfyfvzqz", false);
    private static final SweepCursor DONE =
            new SweepCursor(Instant.ofEpochMilli(1_700_000_000_456L), 128, 256, "segments/x", true);

    @Test
    void encodesToTheGoldenItemsAndBack() {
        assertThat(encoded(UNDER_WAY)).isEqualTo(GoldenItem.read("sweep-cursor.txt"));
        assertThat(encoded(DONE)).isEqualTo(GoldenItem.read("sweep-cursor-done.txt"));
        assertThat(SweepCursor.decode(GoldenItem.read("sweep-cursor.txt").item()))
                .isEqualTo(UNDER_WAY);
        assertThat(SweepCursor.decode(GoldenItem.read("sweep-cursor-done.txt").item()))
                .isEqualTo(DONE);
    }

    @Test
    void aPassOverSomeSlicesIsFollowedByOneOverTheOthers() {
        SweepCursor next = UNDER_WAY.passed();

        assertThat(next).isEqualTo(new SweepCursor(UNDER_WAY.begunAt(), 128, 256, "", false));
        assertThat(next.listedTo("segments/y").passed().done()).isTrue();
    }

    @Test
    void onlyTheFirstPassBeginsASweep() {
        SweepCursor begin = SweepCursor.begin(Instant.EPOCH);

        assertThat(begin.isAtBeginning()).isTrue();
        assertThat(begin.listedTo("data/00/x").isAtBeginning()).isFalse();
        assertThat(begin.narrowedTo(10).passed().isAtBeginning()).isFalse();
        assertThat(begin.passed().isAtBeginning()).isFalse();
    }

    @Test
    void refusesANewerLayoutAndSlicesThatAreNone() {
        GoldenItem golden = GoldenItem.read("sweep-cursor.txt");

        assertThatThrownBy(() -> SweepCursor.decode(golden.with("v", Value.of(LayoutVersion.CURRENT + 1))))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("has layout version 2");
        for (long from : new long[] {-1, 128, 1L << 40}) {
            assertThatThrownBy(() -> SweepCursor.decode(golden.with("from", Value.of(from))))
                    .isInstanceOf(UnreadableItemException.class)
                    .hasMessageContaining("from");
        }
        assertThatThrownBy(() -> SweepCursor.decode(golden.with("to", Value.of(257))))
                .isInstanceOf(UnreadableItemException.class);
    }

    private static GoldenItem encoded(SweepCursor cursor) {
        return new GoldenItem(SweepCursor.key(), cursor.encode());
    }
}
