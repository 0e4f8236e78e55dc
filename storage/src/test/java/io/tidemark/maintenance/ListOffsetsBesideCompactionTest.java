package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.log.ListedOffset;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.sweep.WatchedStores;
import io.tidemark.topic.TopicPartition;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What ListOffsets answers where compaction has been, or comes meanwhile, and nobody expects it. */
final class ListOffsetsBesideCompactionTest {
    private static final long LATEST = -1;
    private static final long EARLIEST = -2;
    private static final ProducerEpoch FIRST = new ProducerEpoch(7, (short) 0);
    private static final ProducerEpoch SECOND = new ProducerEpoch(8, (short) 0);

    /** The lookup has read the topic's configs before they say that it is compacted. */
    @Test
    void aMatchThatGoesBecauseOfANewPolicyIsNotMissed() {
        for (long asked : new long[] {450, -3}) {
            for (int at = 1; at <= 8; at++) {
                CompactedWorld compacted =
                        new CompactedWorld(at, "cleanup.policy", "delete", "min.cleanable.dirty.ratio", "0");
                compacted.append("k=a@500");
                compacted.append("z=z@100");
                compacted.merge();
                int atCall = at;
                WatchedStores watched = new WatchedStores(compacted.world.store).beforeEach(call -> {
                    if (call == atCall) {
                        compacted.setPolicy("compact");
                        compacted.append("k=b@600");
                        compacted.merge();
                        compacted.compact();
                    }
                });

                assertThat(compacted.offsetAt(
                                new Tidemark(watched.objects(), watched.items(), compacted.world.environment()), asked))
                        .as("timestamp %d, compacted before call %d", asked, at)
                        .isIn(Optional.of(0L), Optional.of(2L));
            }
        }
    }

    /** What is above the last stable offset is merged, and the end of its transaction lets compaction have it. */
    @Test
    void aMatchThatGoesForOneThatWasUndecidedIsNotMissed() {
        for (long asked : new long[] {450, -3}) {
            for (int at = 1; at <= 8; at++) {
                CompactedWorld compacted = new CompactedWorld(at, "min.cleanable.dirty.ratio", "0");
                compacted.append("k=a@500");
                compacted.appendIn(FIRST, "j=undecided@100");
                compacted.append("k=b@500");
                compacted.merge();
                int atCall = at;
                WatchedStores watched = new WatchedStores(compacted.world.store).beforeEach(call -> {
                    if (call == atCall) {
                        compacted.end(FIRST, true);
                        compacted.compact();
                        assertThat(compacted.offsetsThere()).containsExactly(1L, 2L);
                    }
                });

                assertThat(committed(
                                        new Tidemark(watched.objects(), watched.items(), compacted.world.environment()),
                                        compacted,
                                        asked)
                                .offset())
                        .as("timestamp %d, compacted before call %d", asked, at)
                        .isIn(Optional.of(0L), Optional.of(asked == 450 ? 2L : 3L));
            }
        }
    }

    @Test
    void aHoleBelowTheLastStableOffsetDoesNotTellTheTimeOfWhatIsUndecided() {
        CompactedWorld compacted = new CompactedWorld(5, "min.cleanable.dirty.ratio", "0");
        compacted.append("k=a@100");
        compacted.appendIn(FIRST, "k=undone@102");
        compacted.merge();
        compacted.appendIn(SECOND, "j=undecided@103");
        compacted.end(FIRST, false);
        compacted.compact();
        assertThat(compacted.offsetsThere()).containsExactly(0L, 2L);

        assertThat(withTime(compacted, LATEST)).isEqualTo(listed(2, Optional.empty()));
        assertThat(withTime(compacted, EARLIEST)).isEqualTo(listed(0, Optional.of(100L)));
    }

    @Test
    void theFirstRecordTellsNoTimeWhileItIsUndecided() {
        CompactedWorld compacted = new CompactedWorld(6);
        compacted.appendIn(FIRST, "k=undecided@102");

        assertThat(withTime(compacted, EARLIEST)).isEqualTo(listed(0, Optional.empty()));

        compacted.end(FIRST, true);
        assertThat(withTime(compacted, EARLIEST)).isEqualTo(listed(0, Optional.of(102L)));
    }

    private static ListedOffset withTime(CompactedWorld compacted, long target) {
        return committed(compacted.world.tidemark(), compacted, target);
    }

    private static ListedOffset committed(Tidemark tidemark, CompactedWorld compacted, long target) {
        ListOffsetsRequest.Entry entry =
                new ListOffsetsRequest.Entry(new TopicPartition(compacted.topic.name(), 0), target, Optional.empty());
        return SweepWorld.given(
                tidemark.listOffsets(new ListOffsetsRequest(IsolationLevel.READ_COMMITTED, true, List.of(entry)))
                        .get(0));
    }

    private static ListedOffset listed(long offset, Optional<Long> timestampMs) {
        return new ListedOffset(Optional.of(offset), timestampMs, Optional.of(0));
    }
}
