package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.Head;
import io.tidemark.layout.ObjectId;
import io.tidemark.layout.Page;
import io.tidemark.layout.PlacedReference;
import io.tidemark.layout.Segment;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.StoreCall;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.sweep.SweepWorld;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which pages become a segment, and what a merge finds that others have done or left undone. */
final class MergeTest {
    private static final int PAGE = ContestedWorld.PAGE;
    private static final Duration MAX_AGE = Duration.ofMinutes(30);

    private final ContestedWorld world = new ContestedWorld();

    private Merge merge(ItemStore items) {
        return new Merge(items, world.world.store.objects(), world.world.environment(), MAX_AGE);
    }

    private StepOutcome run(ItemStore items) {
        return merge(items).run(world.job());
    }

    private void pages(int count) {
        for (int i = 0; i < count; i++) {
            world.append(ContestedWorld.CONTESTED, PAGE, 3);
        }
    }

    private void oldPages(int count) {
        pages(count);
        world.world.passes(MAX_AGE);
    }

    private Segment segment(long begin) {
        ItemKey key = Segment.key(world.contested, begin);
        return Segment.decode(key, world.items().get(key).orElseThrow());
    }

    private boolean hasPage(long base) {
        return world.items().get(Page.key(world.contested, base)).isPresent();
    }

    private List<String> objects() {
        return world.world.keys(Segment.objectPrefix(world.contested));
    }

    /** Does something just before the first call that is asked for. */
    private abstract static class Before implements Gate {
        private boolean done;

        abstract boolean isIt(StoreCall call);

        abstract void act();

        @Override
        public <T> T pass(StoreCall call, Supplier<T> action) {
            if (!done && isIt(call)) {
                done = true;
                act();
            }
            return action.get();
        }
    }

    /** A run that put its segment, and did not get to its commit. */
    private void anotherRunStopsBeforeItsCommit() {
        ItemStore stopping = new GatedItemStore(world.items(), new Before() {
            @Override
            boolean isIt(StoreCall call) {
                return call.isHeadUpdate();
            }

            @Override
            void act() {
                throw new StoreUnavailableException(Effect.NONE, "stopped");
            }
        });
        assertThatThrownBy(() -> run(stopping)).hasMessage("stopped");
    }

    @Test
    void adjacentPagesBecomeOneSegmentAndGo() {
        oldPages(3);

        assertThat(run(world.items())).isInstanceOf(StepOutcome.Done.class);

        assertThat(world.head().offsets().merged()).isEqualTo(3 * PAGE);
        assertThat(segment(0).lastOffset()).isEqualTo(3 * PAGE - 1);
        assertThat(List.of(hasPage(0), hasPage(PAGE), hasPage(2 * PAGE))).containsOnly(false);
        assertThat(run(world.items())).isEqualTo(StepOutcome.idle());
        world.assertSound("merged");
    }

    @Test
    void fewPagesWaitForMoreAsLongAsTheyMay() {
        pages(1);
        Instant since = world.world.now();
        Job early = world.job();

        StepOutcome.Idle waiting = (StepOutcome.Idle) merge(world.items()).run(early);

        assertThat(waiting.next()).contains(since.plus(MAX_AGE));
        assertThat(waiting.waitingSince()).contains(since);
        world.world.passes(MAX_AGE.minusMillis(1));
        assertThat(run(world.items())).isInstanceOf(StepOutcome.Idle.class);
        world.world.passes(Duration.ofMillis(1));
        assertThat(run(world.items())).isInstanceOf(StepOutcome.Done.class);
    }

    @Test
    void aStandingSegmentIsAdoptedWithItsRangeAndNothingIsWritten() {
        oldPages(1);
        anotherRunStopsBeforeItsCommit();
        assertThat(world.head().offsets().merged()).isZero();
        Segment standing = segment(0);
        oldPages(2);

        assertThat(run(world.items())).isInstanceOf(StepOutcome.Done.class);

        assertThat(segment(0)).isEqualTo(standing);
        assertThat(objects()).hasSize(1);
        assertThat(world.head().offsets().merged()).isEqualTo(PAGE);
        assertThat(hasPage(0)).isFalse();
        assertThat(hasPage(PAGE)).as("above what stands").isTrue();
        run(world.items());
        assertThat(world.head().offsets().merged()).isEqualTo(3 * PAGE);
        world.assertSound("adopted");
    }

    /** Another run, which saw fewer pages, puts its segment while this one writes. */
    @Test
    void whereThePutIsRefusedWhatStandsIsAdopted() {
        oldPages(1);
        Job seenByTheOther = world.job();
        oldPages(1);
        List<Segment> theirs = new ArrayList<>();
        ItemStore items = new GatedItemStore(world.items(), new Before() {
            @Override
            boolean isIt(StoreCall call) {
                return call.kind() == StoreCall.Kind.PUT && call.key().contains(" S#");
            }

            @Override
            void act() {
                merge(world.items()).run(seenByTheOther);
                theirs.add(segment(0));
                // as if it had stopped before its commit
                world.update(ContestedWorld.CONTESTED, Update.builder().set(Head.MERGED, Value.of(0)));
            }
        });

        assertThat(run(items)).isInstanceOf(StepOutcome.Done.class);

        assertThat(segment(0)).isEqualTo(theirs.get(0));
        assertThat(segment(0).lastOffset()).isEqualTo(PAGE - 1);
        assertThat(objects()).as("theirs, and one for the sweep").hasSize(2);
        assertThat(world.head().offsets().merged()).isEqualTo(PAGE);
        assertThat(hasPage(PAGE)).isTrue();
        world.assertSound("adopted");
    }

    @Test
    void aGapBetweenPagesEndsTheSegment() {
        oldPages(3);
        world.items().delete(Page.key(world.contested, PAGE), List.of());

        assertThat(run(world.items())).isInstanceOf(StepOutcome.Done.class);
        assertThat(world.head().offsets().merged()).isEqualTo(PAGE);

        assertThat(run(world.items())).isInstanceOf(StepOutcome.Skipped.class);
        assertThat(world.head().offsets().merged()).as("nothing is passed over").isEqualTo(PAGE);
        assertThat(hasPage(2 * PAGE)).isTrue();
    }

    @Test
    void aLogStartInsideAPageBeginsTheSegmentWithThatPage() {
        oldPages(3);
        world.deleteBefore(ContestedWorld.CONTESTED, PAGE + 5);

        run(world.items());

        Segment segment = segment(0);
        assertThat(segment.blocks().get(0).baseOffset()).isEqualTo(PAGE);
        assertThat(segment.lastOffset()).isEqualTo(3 * PAGE - 1);
        assertThat(hasPage(0)).as("left to the removal").isTrue();
        world.assertSound("cut");
    }

    /** Of two pages, which are as large as the limit, or one byte larger or smaller than it. */
    @ParameterizedTest
    @CsvSource({"-1, 16", "0, 32", "1, 0"})
    void pagesAreMergedAtOnceWhereTheyFillASegment(int more, long merged) {
        LargePages large = new LargePages();
        large.create(2 * large.pageSizeBytes() + more);
        large.append(2);

        large.merge();

        assertThat(large.head().offsets().merged()).isEqualTo(merged);
    }

    @ParameterizedTest
    @CsvSource({"-1, 16", "0, 32", "1, 32"})
    void aSegmentTakesNoMoreThanItsLimit(int more, long merged) {
        LargePages large = new LargePages();
        large.create(2 * large.pageSizeBytes() + more);
        large.append(3);

        large.merge();

        assertThat(large.head().offsets().merged()).isEqualTo(merged);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1})
    void aChunkTakesNoMoreThanItsLimit(int more) {
        List<Page> pages = List.of(page(0, 5, Merge.CHUNK_SIZE_BYTES - 5 - 7), page(2, 7 + more), page(3, 11));

        List<List<Long>> chunks = Merge.chunks(pages).stream()
                .map(chunk -> chunk.stream().map(PlacedReference::baseOffset).toList())
                .toList();

        List<List<Long>> filled = List.of(List.of(0L, 1L, 2L), List.of(3L));
        List<List<Long>> overflown = List.of(List.of(0L, 1L), List.of(2L, 3L));
        assertThat(chunks).isEqualTo(more <= 0 ? filled : overflown);
    }

    @Test
    void aBatchLargerThanAChunkIsOneAlone() {
        List<Page> pages = List.of(page(0, 5, Merge.CHUNK_SIZE_BYTES + 1, 7), page(3, Merge.CHUNK_SIZE_BYTES + 1));

        assertThat(Merge.chunks(pages)).extracting(List::size).containsExactly(1, 1, 1, 1);
    }

    private static Page page(long baseOffset, int... sizesBytes) {
        ObjectId object = ObjectId.create(SweepWorld.START, new Random(baseOffset));
        return new Page(
                baseOffset,
                Arrays.stream(sizesBytes)
                        .mapToObj(size ->
                                new BatchReference(object, 0, BatchReference.Kind.PLAIN, 0, size, 0, 1_000 + size))
                        .toList());
    }
}
