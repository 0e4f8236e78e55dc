package io.tidemark.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.CompactionCursor;
import io.tidemark.layout.DueEntry;
import io.tidemark.layout.DueTransaction;
import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.Page;
import io.tidemark.layout.PurgeEntry;
import io.tidemark.layout.Segment;
import io.tidemark.layout.SweepCursor;
import io.tidemark.layout.TopicItem;
import io.tidemark.producer.TransactionalId;
import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.sweep.WatchedStores;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sound store is sound, also while it changes; what is wrong with heads and items is found. */
final class AuditTest extends AuditedStore {
    @Test
    void nothingIsWrongWithASoundStore() {
        assertThat(world.head(partition).offsets()).isEqualTo(new Head.Offsets(0, HIGH, SEALED, MERGED, 0));
        assertThat(world.audit(QUICK).findings()).isEmpty();

        AuditReport deep = world.audit(DEEP);

        assertThat(deep).isEqualTo(new AuditReport(List.of(), 0, 2, 1 + 16 + 4, 2, 0, 0));
    }

    @Test
    void itReadsOnly() {
        WatchedStores watched = new WatchedStores(world.store);
        List<ItemPage.Entry> before = world.items(partition);
        List<String> keys = world.keys("");

        new Audit(watched.objects(), watched.items(), world.environment().clock()).run(DEEP);

        assertThat(watched.calls()).isPositive();
        assertThat(world.items(partition)).isEqualTo(before);
        assertThat(world.keys("")).isEqualTo(keys);
    }

    @Test
    void aMissingHeadIsFound() {
        items.delete(Head.key(topic.partition(1)), List.of());
        assertFound(QUICK, Rule.TOPIC_HAS_ITS_HEADS, "orders-1");
    }

    @ParameterizedTest
    @CsvSource({"low, 60", "merged, 56"})
    void aHeadOutOfOrderIsFound(String field, long most) {
        set(Path.of(field), most);
        assertThat(world.audit(QUICK).findings()).extracting(Finding::rule).doesNotContain(Rule.HEAD_IS_CONSISTENT);

        set(Path.of(field), most + 1);
        assertThat(world.audit(QUICK).findings()).extracting(Finding::rule).contains(Rule.HEAD_IS_CONSISTENT);
    }

    @Test
    void aHeadWhoseTailDoesNotReachTheHighWatermarkIsFound() {
        set(Head.HIGH, HIGH + 1);
        assertFound(QUICK, Rule.ITEM_IS_READABLE, "orders-0 head");
    }

    @Test
    void aProducerAheadOfTheLogIsFound() {
        items.update(
                Head.key(partition),
                Update.builder()
                        .set(Head.producer(5), Value.of(Bytes.wrap(new byte[] {1, 2, 3, 2})))
                        .set(Head.producerOffset(5), Value.of(HIGH - 1))
                        .build());
        assertFound(QUICK, Rule.HEAD_IS_CONSISTENT, "orders-0");
    }

    @Test
    void aMissingPageAndAMissingSegmentAreFound() {
        items.delete(Page.key(partition, MERGED), List.of());
        assertFound(QUICK, Rule.LOG_HAS_NO_GAP, "orders-0");
        items.delete(Segment.key(partition, 0), List.of());
        assertThat(world.audit(QUICK).findings())
                .filteredOn(finding -> finding.rule() == Rule.LOG_HAS_NO_GAP)
                .hasSize(2);
    }

    @Test
    void aSegmentThatEndsBeforeTheMergedOffsetIsFound() {
        Segment segment = segment();
        putSegment(new Segment(0, MERGED - 2, segment.object(), segment.sizeBytes(), 5, segment.blocks()));
        assertFound(QUICK, Rule.LOG_HAS_NO_GAP, "orders-0");
    }

    @Test
    void aPageAboveTheTailsBeginIsFound() {
        Page ahead = new Page(SEALED + 2, world.head(partition).tail().subList(2, 4));
        items.put(Page.key(partition, SEALED + 2), ahead.encode(), List.of());
        assertFound(QUICK, Rule.NOTHING_RUNS_AHEAD, "orders-0");
    }

    @Test
    void aPageThatIsPutAndNotCommittedIsNoFindingUnlessItIsOfAnotherTail() {
        List<BatchReference> tail = world.head(partition).tail();
        items.put(Page.key(partition, SEALED), new Page(SEALED, tail.subList(0, 3)).encode(), List.of());
        assertThat(world.audit(QUICK).findings()).isEmpty();

        items.put(Page.key(partition, SEALED), new Page(SEALED, tail.subList(1, 3)).encode(), List.of());
        assertFound(QUICK, Rule.NOTHING_RUNS_AHEAD, "orders-0");
    }

    @Test
    void aSegmentAboveTheMergedOffsetIsFound() {
        Segment segment = segment();
        Segment ahead = new Segment(MERGED + 1, SEALED - 1, segment.object(), segment.sizeBytes(), 5, List.of());
        items.put(Segment.key(partition, MERGED + 1), ahead.encode(), List.of());
        assertFound(QUICK, Rule.NOTHING_RUNS_AHEAD, "orders-0");
    }

    @Test
    void itemsThatCannotBeReadAreFound() {
        Item newer = new Item(Map.of("v", Value.of(9)));
        List<ItemKey> keys = List.of(
                Page.key(partition, MERGED),
                IndexEntry.key(partition, 1, 7_000),
                CompactionCursor.key(partition),
                TopicItem.key(new TopicName("broken")),
                DueEntry.notBefore(topic.name(), partition, Instant.EPOCH).key(),
                PurgeEntry.key(TopicId.parse("00000000-0000-4000-8000-000000000001")),
                SweepCursor.key());
        keys.forEach(key -> items.put(key, newer, List.of()));

        assertThat(world.audit(QUICK).findings())
                .filteredOn(finding -> finding.rule() == Rule.ITEM_IS_READABLE)
                .as("each, and that garbage was not counted")
                .hasSize(keys.size() + 1);
    }

    @Test
    void transactionalIdsStandInTheQueueToo() {
        DueTransaction due = new DueTransaction(new TransactionalId("payments"), Instant.EPOCH);
        items.put(due.key(), due.encode(), List.of());
        assertThat(world.audit(QUICK).findings()).isEmpty();
    }

    @Test
    void garbageIsCountedAndFoundWhenItIsOld() {
        world.garbage(Duration.ofDays(2));
        world.segmentGarbage(partition, Duration.ofDays(3));
        AuditReport young = world.audit(QUICK);
        assertThat(young.findings()).isEmpty();
        assertThat(young.unnamedObjects()).isEqualTo(2);
        assertThat(young.unnamedBytes()).isEqualTo("garbage".length() + "segment garbage".length());

        world.passes(Duration.ofDays(2).plusMillis(1));
        assertThat(world.audit(QUICK).findings())
                .hasSize(2)
                .allMatch(finding -> finding.rule() == Rule.GARBAGE_IS_SWEPT);
    }

    /** Objects that were named until a moment ago are as old as others; the next sweep takes them. */
    @Test
    void whatWasNamedUntilTheLastSweepIsNoFindingBeforeTheNextIsMissed() {
        world.passes(Duration.ofDays(5));
        world.swept();
        world.merge();
        AuditReport merged = world.audit(QUICK);
        assertThat(merged.unnamedObjects()).isPositive();
        assertThat(merged.findings()).isEmpty();

        world.passes(Duration.ofDays(1));
        assertThat(world.audit(QUICK).findings())
                .isNotEmpty()
                .allMatch(finding -> finding.rule() == Rule.GARBAGE_IS_SWEPT);
    }

    @Test
    void whatIsMovedDuringTheAuditIsNoFinding() {
        WatchedStores watched = new WatchedStores(world.store);
        watched.beforeEach(call -> {
            if (call % 5 == 0 && call < 60) {
                world.append(topic, 0, 3_000 + call);
            }
            if (call == 4 || call == 9 || call == 17) {
                world.merge();
            }
        });

        AuditReport report = new Audit(
                        watched.objects(), watched.items(), world.environment().clock())
                .run(new AuditScope(true, Duration.ofDays(30)));

        assertThat(report.findings()).isEmpty();
        assertThat(world.head(partition).offsets().merged()).isGreaterThan(MERGED);
    }

    @Test
    void onlySoManyFindingsAreKept() {
        for (int i = 0; i < AuditReport.MAX_FINDINGS + 5; i++) {
            ItemKey key = DueEntry.notBefore(topic.name(), partition, Instant.ofEpochSecond(600L * i))
                    .key();
            items.put(key, new Item(Map.of("v", Value.of(9))), List.of());
        }

        AuditReport report = world.audit(QUICK);

        assertThat(report.findings()).hasSize(AuditReport.MAX_FINDINGS);
        assertThat(report.moreFindings()).isEqualTo(5);
    }
}
