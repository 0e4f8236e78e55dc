package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.Page;
import io.tidemark.layout.Segment;
import io.tidemark.simulation.CountedGate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.store.ItemPage;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.logging.Level;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Between what a step has read and what it commits: somebody else commits, or the store fails. */
final class StepConflictTest {
    private static final int OTHERS = ContestedWorld.PARTITIONS - 1;

    @ParameterizedTest
    @EnumSource(Contest.class)
    void whoeverCommitsMeanwhileKeepsEverythingAndTheStepIsSkippedUntilTheNextTick(Contest contest) {
        eachCallBeforeTheCommit(contest, at -> {
            String where = contest + ", somebody else before call " + at;
            ContestedWorld world = contest.prepared();
            List<ItemPage.Entry> theirs = new ArrayList<>();
            List<Head> committed = new ArrayList<>();
            MaintenanceReport report;
            List<String> warnings;
            try (CapturedLog log = new CapturedLog()) {
                report = world.tick(new CountedGate(at, () -> {
                    contest.somebodyElse(world);
                    committed.add(world.head());
                    theirs.addAll(counting(world));
                }));
                warnings = log.lines(Level.WARNING);
            }

            assertThat(report.failed()).as(where).isEmpty();
            assertThat(report.skipped()).as(where).isNotEmpty().allSatisfy(skipped -> {
                assertThat(skipped.topic()).isEqualTo("orders");
                assertThat(skipped.partition()).isEqualTo(ContestedWorld.CONTESTED);
            });
            // a step before it may meet the same change
            assertThat(report.skipped())
                    .as(where)
                    .last()
                    .satisfies(skipped -> assertThat(skipped.step()).contains(contest.step));
            assertThat(warnings)
                    .as(where)
                    .hasSameSizeAs(report.skipped())
                    .allMatch(line -> line.contains("topic=orders") && line.contains("partition=1"));
            assertThat(warnings).as(where).last().asString().contains("step=" + contest.step.text());
            assertThat(report.done()).as("the others, %s", where).containsEntry(contest.step, OTHERS);
            assertThat(structure(world.head())).as(where).isEqualTo(structure(committed.get(0)));
            assertThat(world.world.items(world.contested)).as(where).containsAll(theirs);
            world.assertSound(where);
            assertTheNextTicksApply(contest, world, where);
        });
    }

    @ParameterizedTest
    @EnumSource(Contest.class)
    void afterAFailureTheOthersRunAndTheReportNamesThePartition(Contest contest) {
        eachCallBeforeTheCommit(contest, at -> {
            String where = contest + ", a failure at call " + at;
            ContestedWorld world = contest.prepared();
            MaintenanceReport report;
            List<String> errors;
            try (CapturedLog log = new CapturedLog()) {
                report = world.tick(new CountedGate(at, () -> {
                    throw new StoreUnavailableException(Effect.NONE, "call " + at + " failed");
                }));
                errors = log.lines(Level.SEVERE);
            }

            assertThat(report.skipped()).as(where).isEmpty();
            assertThat(report.failed()).as(where).singleElement().satisfies(failed -> {
                assertThat(failed.topic()).isEqualTo("orders");
                assertThat(failed.partition()).isEqualTo(ContestedWorld.CONTESTED);
                assertThat(failed.reason()).isEqualTo("call " + at + " failed");
            });
            assertThat(errors).as(where).singleElement().asString().contains("topic=orders", "partition=1");
            assertThat(report.done().getOrDefault(contest.step, 0))
                    .as("the others, %s", where)
                    .isGreaterThanOrEqualTo(OTHERS);
            world.assertSound(where);
            assertTheNextTicksApply(contest, world, where);
        });
    }

    /** From behind the read on to the commit itself. */
    private static void eachCallBeforeTheCommit(Contest contest, IntConsumer test) {
        ContestedWorld dry = contest.prepared();
        assertThat(contest.isDone(dry)).isFalse();
        CountedGate gate = new CountedGate();
        assertThat(dry.tick(gate).done()).containsEntry(contest.step, ContestedWorld.PARTITIONS);
        int read = first(gate.calls(), 0, contest, dry, false);
        int commit = first(gate.calls(), read, contest, dry, true);
        for (int at = read + 1; at <= commit; at++) {
            test.accept(at);
        }
    }

    private static int first(List<StoreCall> calls, int from, Contest contest, ContestedWorld world, boolean commit) {
        for (int i = from; i < calls.size(); i++) {
            if (commit ? contest.isCommit(calls.get(i), world) : contest.isRead(calls.get(i), world)) {
                return i;
            }
        }
        throw new AssertionError("no such call in " + calls);
    }

    /** It stayed due: the schedule alone brings it on, once it is time for what somebody else has added. */
    private static void assertTheNextTicksApply(Contest contest, ContestedWorld world, String where) {
        for (Duration time :
                List.of(Duration.ZERO, Duration.ofMinutes(20), Duration.ofHours(25), Duration.ofHours(25))) {
            world.world.passes(time);
            MaintenanceReport report = world.tick();
            assertThat(report.skipped()).as(where).isEmpty();
            assertThat(report.failed()).as(where).isEmpty();
            world.assertSound(where + ", " + time + " later");
        }
        assertThat(contest.isDone(world)).as(where).isTrue();
    }

    /** All but the floor, which a sweep in the same tick may raise. */
    private static List<Object> structure(Head head) {
        return List.of(
                head.offsets(),
                head.sealedMax(),
                head.tail(),
                head.producers(),
                head.closedAttempts(),
                head.sizeBytes());
    }

    /** The items of the contested partition that count. */
    private static List<ItemPage.Entry> counting(ContestedWorld world) {
        Head head = world.head();
        return world.world.items(world.contested).stream()
                .filter(entry -> counts(entry, head))
                .toList();
    }

    private static boolean counts(ItemPage.Entry entry, Head head) {
        Head.Offsets offsets = head.offsets();
        return switch (entry.key().sort().charAt(0)) {
            case 'B' ->
                Page.decode(entry.key(), entry.item()).lastOffset() >= Math.max(offsets.low(), offsets.merged());
            case 'S' -> Segment.decode(entry.key(), entry.item()).lastOffset() >= offsets.low();
            case 'I' ->
                Optional.of(IndexEntry.decode(entry.key(), entry.item()))
                        .filter(index -> index.offset() > offsets.low())
                        .isPresent();
            default -> false;
        };
    }
}
