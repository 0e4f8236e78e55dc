package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.layout.ObjectId;
import io.tidemark.layout.Segment;
import io.tidemark.record.LogRecord;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.sweep.WatchedStores;
import io.tidemark.sweep.WatchedStores.Stop;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A run that merges and compacts stops at each store call in turn, before the call takes effect or after it, or somebody
 * else works on the partition before that call. Nothing is lost or wrong then, and the next runs end what was begun.
 */
final class CompactionStopTest {
    private static final int KEYS = 4;
    private static final long T = 500;

    /** What somebody else does meanwhile. */
    @SuppressWarnings("ImmutableEnumChecker") // the lambdas keep nothing
    enum Other {
        APPEND_NEWER_VALUES(compacted -> {
            for (int i = 0; i < KEYS; i++) {
                compacted.append("k" + i + "=newer@" + (300 + i));
            }
        }),
        APPEND_TOMBSTONES(compacted -> compacted.append("k1@1", "k2@2", "k3@1500")),
        SEAL(compacted -> {
            for (int i = 0; i < 16; i++) {
                compacted.append("k" + i % KEYS + "=sealed@" + i);
            }
        }),
        DELETE_SOME(compacted -> compacted.deleteBefore(14)),
        DELETE_ALL(compacted -> compacted.deleteBefore(compacted.offsets().high())),
        ANOTHER_RUN(compacted -> compacted.runAllDue(new WatchedStores(compacted.world.store))),
        ANOTHER_COMPACTION(CompactedWorld::compact),
        REWRITE_SEGMENTS(CompactionStopTest::rewriteSegments),
        ANOTHER_COMPACTION_WHEN_MORE_IS_DIRTY(compacted -> {
            SEAL.action.accept(compacted);
            compacted.run(Set.of(StepName.SEAL, StepName.MERGE, StepName.COMPACT));
        });

        final Consumer<CompactedWorld> action;

        Other(Consumer<CompactedWorld> action) {
            this.action = action;
        }
    }

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aRunThatStoppedAtAnyCallIsEndedByTheNext(Stop stop) {
        int calls = callsOfARun();
        for (int at = 1; at <= calls; at++) {
            String where = stop + " call " + at + " of " + calls;
            CompactedWorld compacted = filled(at);
            WatchedStores stopping = new WatchedStores(compacted.world.store).stopAt(at, stop);
            try {
                compacted.runAllDue(stopping);
            } catch (StoreUnavailableException stopped) {
                assertThat(stopping.calls()).as(where).isGreaterThanOrEqualTo(at);
            }
            assertIsSound(compacted, at, where);
            assertIsEnded(compacted, at, where);
        }
    }

    @ParameterizedTest
    @EnumSource(Other.class)
    @SuppressWarnings("EnumOrdinal") // it only spreads the others
    void othersLoseNothingAndWhatIsSkippedIsDoneLater(Other other) {
        int calls = callsOfARun();
        // before every call come half of the others
        for (int at = 1 + other.ordinal() % 2; at <= calls; at += 2) {
            String where = other + " before call " + at + " of " + calls;
            CompactedWorld compacted = filled(at);
            int atCall = at;
            WatchedStores watched = new WatchedStores(compacted.world.store).beforeEach(call -> {
                if (call == atCall) {
                    other.action.accept(compacted);
                }
            });

            MaintenanceReport report = compacted.runAllDue(watched);

            assertThat(report.failed()).as(where).isEmpty();
            assertIsSound(compacted, at, where);
            assertIsEnded(compacted, at, where);
        }
    }

    @Test
    void appendsDoNotKeepAPassFromItsEnd() {
        CompactedWorld compacted = filled(5);
        WatchedStores watched = new WatchedStores(compacted.world.store)
                .beforeEach(call -> compacted.append("k" + call % KEYS + "=all the while@" + call));

        MaintenanceReport report = compacted.runAllDue(watched);

        assertThat(report.done()).containsKeys(StepName.MERGE, StepName.COMPACT);
        assertThat(report.skipped())
                .filteredOn(incident -> !incident.step().equals(Optional.of(StepName.SEAL)))
                .isEmpty();
        compacted.assertSound("appends all the while");
    }

    /** The whole run takes place before a store call of a lookup: its answer is that of before, or that of behind. */
    @Test
    void aLookupDuringARunAnswersForOneMoment() {
        for (long asked : new long[] {-3, 0, 40, T, 900, 1_050}) {
            for (int at = 1; at <= 12; at++) {
                CompactedWorld compacted = filled(at);
                List<LogRecord> before = compacted.fetchAll(0, 1 << 20);
                int atCall = at;
                WatchedStores watched = new WatchedStores(compacted.world.store).beforeEach(call -> {
                    if (call == atCall) {
                        for (int i = 0; i < KEYS; i++) {
                            compacted.append("k" + i + "=newest@" + (i == 3 ? 990 : 45));
                        }
                        compacted.world.passes(CompactedWorld.DAY.plusHours(1));
                        compacted.runAllDue(new WatchedStores(compacted.world.store));
                    }
                });
                Tidemark reader = new Tidemark(watched.objects(), watched.items(), compacted.world.environment());

                Optional<Long> answer = compacted.offsetAt(reader, asked);

                List<LogRecord> behind = compacted.fetchAll(0, 1 << 20);
                assertThat(answer)
                        .as("timestamp %d, run before call %d", asked, at)
                        .isIn(scan(before, asked), scan(behind, asked));
            }
        }
    }

    /** The record that a lookup would find goes for one that its plan does not hold. */
    @Test
    void aMatchThatGoesForANewerOneIsNotMissed() {
        for (long asked : new long[] {450, -3}) {
            for (int at = 1; at <= 8; at++) {
                CompactedWorld compacted = new CompactedWorld(at, "min.cleanable.dirty.ratio", "0");
                compacted.append("k=a@500");
                compacted.append("z=z@100");
                compacted.merge();
                compacted.compact();
                int atCall = at;
                WatchedStores watched = new WatchedStores(compacted.world.store).beforeEach(call -> {
                    if (call == atCall) {
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

    /** Another run that found nothing to drop, but has written the segments anew. */
    private static void rewriteSegments(CompactedWorld compacted) {
        for (Segment old : compacted.segments()) {
            ObjectId object = ObjectId.create(compacted.world.now(), new Random(54));
            Segment rewritten = new Segment(
                    old.beginOffset(), old.lastOffset(), object, old.sizeBytes(), old.newestObjectMs(), old.blocks());
            compacted
                    .world
                    .store
                    .objects()
                    .get(old.objectKey(compacted.partition), 0, Integer.MAX_VALUE)
                    .ifPresent(content -> compacted
                            .world
                            .store
                            .objects()
                            .putIfAbsent(rewritten.objectKey(compacted.partition), content));
            compacted
                    .world
                    .store
                    .items()
                    .put(
                            Segment.key(compacted.partition, old.beginOffset()),
                            rewritten.encode(),
                            List.of(old.isUnchanged()));
        }
    }

    private static Optional<Long> scan(List<LogRecord> there, long asked) {
        long timestampMs = asked >= 0
                ? asked
                : there.stream().mapToLong(LogRecord::timestampMs).max().orElse(Long.MAX_VALUE);
        return CompactedWorld.firstAtOrAfter(there, timestampMs);
    }

    /** An audit lists all objects, which takes its time: it is done behind every fourth call. */
    private static void assertIsSound(CompactedWorld compacted, int at, String where) {
        compacted.assertExact(where);
        if (at % 4 == 0) {
            compacted.assertAudited(where);
        }
    }

    private static void assertIsEnded(CompactedWorld compacted, int at, String where) {
        for (int run = 0; run < 3; run++) {
            compacted.world.passes(CompactedWorld.DAY);
            MaintenanceReport report = compacted.runAllDue(new WatchedStores(compacted.world.store));
            assertThat(report.failed()).as(where).isEmpty();
            assertThat(report.skipped()).as(where).isEmpty();
        }
        assertIsSound(compacted, at + 2, where + ", in the end");
        assertThat(Math.max(compacted.offsets().low(), compacted.offsets().cleaned()))
                .as(where)
                .isEqualTo(compacted.offsets().high());
        assertThat(compacted.fetchAll(compacted.offsets().low(), 1 << 20))
                .as(where)
                .extracting(LogRecord::key)
                .doesNotHaveDuplicates();
        if (at % 8 == 0) {
            compacted.world.swept();
            compacted.world.passes(CompactedWorld.DAY);
            compacted.world.swept();
            assertThat(compacted.world.audit().unnamedObjects()).as(where).isZero();
        }
    }

    /** Every step has something to do. */
    private static int callsOfARun() {
        CompactedWorld compacted = filled(1);
        WatchedStores watched = new WatchedStores(compacted.world.store);
        assertThat(compacted.runAllDue(watched).done()).containsKeys(StepName.SEAL, StepName.MERGE, StepName.COMPACT);
        assertThat(compacted.segments()).hasSize(3);
        return watched.calls();
    }

    /** Two segments, one of them compacted, and a tail. */
    private static CompactedWorld filled(long seed) {
        CompactedWorld compacted =
                new CompactedWorld(seed, "min.cleanable.dirty.ratio", "0", "delete.retention.ms", "1000");
        Random random = new Random(3);
        for (int i = 0; i < 36; i++) {
            if (i == 9) {
                compacted.merge();
                compacted.compact();
            } else if (i == 18) {
                compacted.merge();
            }
            String value = random.nextInt(5) == 0 ? "" : "=v" + i;
            compacted.append("k" + random.nextInt(KEYS) + value + "@" + random.nextInt(1_000));
        }
        compacted.world.passes(CompactedWorld.DAY.plusHours(1));
        // else the run sweeps, which MaintenanceStopTest looks at
        compacted.world.swept();
        return compacted;
    }
}
