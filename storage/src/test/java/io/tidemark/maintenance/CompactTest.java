package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.compaction.Compaction;
import io.tidemark.layout.Segment;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.LogRecord;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CompactTest {
    private static final int A_LOT = 1 << 20;

    @Test
    void ofEachKeyTheNewestRecordStays() {
        CompactedWorld compacted = new CompactedWorld(1);
        compacted.append("k1=a@100", "k2=b@900", "k3=c@200");
        compacted.append("k2=d@300");
        compacted.append(Codec.GZIP, "k1=e@400", "k4=f@950");
        compacted.append("k4=g@350");
        compacted.merge();

        assertThat(compacted.compact().done()).containsEntry(StepName.COMPACT, 1);
        compacted.append("k1=h@500");

        assertThat(compacted.offsetsThere()).containsExactly(2L, 3L, 4L, 6L, 7L);
        assertThat(compacted.fetch(0, A_LOT).batches())
                .extracting(batch -> batch.baseOffset() + ".." + batch.lastOffset())
                .containsExactly("0..2", "3..3", "4..5", "6..6", "7..7");
        assertThat(compacted.offsetAt(250)).contains(3L);
        assertThat(compacted.offsetAt(401)).contains(7L);
        assertThat(compacted.offsetAt(900)).isEmpty();
        assertThat(compacted.offsetAt(-3)).contains(7L);
        assertThat(compacted.offsetAt(-2)).contains(0L);
        assertThat(compacted.offsets().cleaned()).isEqualTo(7);
        compacted.assertSound("compacted");
        assertThat(compacted.compact().done()).as("nothing is dirty").isEmpty();
    }

    @Test
    void aTombstoneStaysUntilItsHorizonAndThenGoesWithThePassThatSeesIt() {
        CompactedWorld compacted =
                new CompactedWorld(2, "delete.retention.ms", "1500", "min.cleanable.dirty.ratio", "0");
        compacted.append("k=a@100");
        compacted.append("other=b@100");
        compacted.append("k@101");
        compacted.merge();
        compacted.compact();
        assertThat(compacted.offsetsThere()).containsExactly(1L, 2L);
        assertThat(compacted.fetch(2, A_LOT).batches().get(0).deleteHorizonMs())
                .contains(compacted.world.now().toEpochMilli() + 1500);

        compacted.append("other=c@102");
        compacted.append("other=d@103");
        compacted.merge();
        compacted.compact();

        assertThat(compacted.offsetsThere()).containsExactly(4L);
        assertThat(compacted.fetch(0, A_LOT).nextOffset()).isEqualTo(5);
        compacted.assertSound("the tombstone is gone");
    }

    @Test
    void anEmptiedLogAnswersAndGoesOn() {
        CompactedWorld compacted = new CompactedWorld(3, "delete.retention.ms", "0");
        compacted.append("k=a@100");
        compacted.append("k@101");
        compacted.merge();
        compacted.compact();
        compacted.append("k@102");
        compacted.merge();
        compacted.compact();
        compacted.append("k@103");
        compacted.merge();
        compacted.compact();

        assertThat(compacted.segments().get(0).blocks()).isEmpty();
        assertThat(compacted.segments().get(1).blocks()).isEmpty();
        assertThat(compacted.offsetsThere()).containsExactly(3L);
        assertThat(compacted.fetch(0, 0).batches())
                .singleElement()
                .satisfies(batch -> assertThat(batch.baseOffset()).isEqualTo(3));
        compacted.assertSound("emptied");
        compacted.deleteBefore(1);
        compacted.assertSound("log start within an emptied segment");
        compacted.append("k=z@1");
        compacted.assertSound("filled again");
    }

    @Test
    void theEndOfALogThatHasNoBatchIsPassed() {
        CompactedWorld compacted = new CompactedWorld(4, "cleanup.policy", "delete");
        compacted.append("a=1@100");
        compacted.append("=keyless@101");
        compacted.merge();
        compacted.setPolicy("compact");
        compacted.compact();

        assertThat(compacted.offsetsThere()).containsExactly(0L);
        assertThat(compacted.fetch(0, 0).nextOffset()).isEqualTo(1);
        assertThat(compacted.fetch(1, 0).nextOffset()).isEqualTo(2);
        assertThat(compacted.fetch(2, 0).nextOffset()).isEqualTo(2);
    }

    @Test
    void keylessRecordsGoAndTheEmptyKeyIsAKey() {
        CompactedWorld compacted = new CompactedWorld(5, "cleanup.policy", "delete");
        compacted.append("=keyless@100", "k=a@101");
        compacted.append("k=b@102");
        compacted.setPolicy("compact");
        compacted.merge();
        assertThat(compacted.compact().done()).containsEntry(StepName.COMPACT, 1);
        assertThat(compacted.offsetsThere()).containsExactly(2L);

        compacted.setPolicy("delete");
        compacted.append("k=c@103");
        compacted.merge();
        assertThat(compacted.compact().done()).as("no more compacted").isEmpty();
        assertThat(compacted.offsetsThere()).containsExactly(2L, 3L);
    }

    @Test
    void aSegmentInWhichNothingGoesIsNotWritten() {
        CompactedWorld compacted = new CompactedWorld(6, "min.cleanable.dirty.ratio", "0");
        compacted.append("a=1@100");
        compacted.merge();
        compacted.append("b=2@101");
        compacted.merge();
        compacted.compact();
        List<Segment> before = compacted.segments();

        compacted.append("b=3@102");
        compacted.merge();
        compacted.compact();

        assertThat(compacted.segments().get(0)).isEqualTo(before.get(0));
        assertThat(compacted.segments().get(1).object())
                .isNotEqualTo(before.get(1).object());
        assertThat(compacted.segments().get(1).blocks()).isEmpty();
        assertThat(compacted.segments().get(1).newestObjectMs())
                .isEqualTo(before.get(1).newestObjectMs());
        assertThat(compacted.offsetsThere()).containsExactly(0L, 2L);
    }

    @Test
    void theDirtyRatioHoldsItBack() {
        CompactedWorld compacted = new CompactedWorld(7);
        compacted.append("a=1@100", "b=2@101", "c=3@102", "d=4@103");
        compacted.merge();
        assertThat(compacted.compact().done()).containsEntry(StepName.COMPACT, 1);
        compacted.append("a=5@104");
        compacted.merge();
        assertThat(compacted.compact().done()).isEmpty();
        compacted.append("b=6@105", "c=7@106");
        compacted.merge();
        assertThat(compacted.compact().done()).containsEntry(StepName.COMPACT, 1);
        assertThat(compacted.offsetsThere()).containsExactly(3L, 4L, 5L, 6L);
    }

    @Test
    void theMinimumLagKeepsYoungRecordsAndMakesThemDueLater() {
        CompactedWorld compacted = new CompactedWorld(8, "min.compaction.lag.ms", "172800000");
        long now = compacted.world.now().toEpochMilli();
        compacted.append("a=1@" + now);
        compacted.append("a=2@" + now);
        compacted.merge();
        assertThat(compacted.compact().done()).isEmpty();
        compacted.world.passes(Duration.ofHours(23));
        assertThat(compacted.compact().done()).containsEntry(StepName.COMPACT, 1);
        assertThat(compacted.offsetsThere()).containsExactly(1L);
    }

    @Test
    void theMaximumLagMergesAndCompactsWhatIsLittle() {
        CompactedWorld compacted = new CompactedWorld(9, "max.compaction.lag.ms", "7200000");
        for (int i = 0; i < 20; i++) {
            compacted.append("a" + i + "=1@" + compacted.world.now().toEpochMilli());
        }
        compacted.merge();
        compacted.compact();
        compacted.append("a0=2@" + compacted.world.now().toEpochMilli());
        compacted.world.passes(Duration.ofMinutes(100));
        compacted.run(Set.of());
        assertThat(compacted.offsetsThere()).hasSize(21);

        compacted.world.passes(Duration.ofMinutes(21));
        MaintenanceReport report = compacted.run(Set.of());

        assertThat(report.done()).containsEntry(StepName.MERGE, 1).containsEntry(StepName.COMPACT, 1);
        assertThat(compacted.offsetsThere()).hasSize(20).doesNotContain(0L);
    }

    /** The dirty range has many times more keys than fit. */
    @ParameterizedTest
    @ValueSource(ints = {48, 100, 1_000, 10_000})
    void aSmallMapTakesMorePassesAndLeavesTheSame(int mapSizeBytes) {
        CompactedWorld compacted = new CompactedWorld(10, "min.cleanable.dirty.ratio", "0");
        Random random = new Random(10);
        for (int i = 0; i < 40; i++) {
            List<String> records = new ArrayList<>();
            for (int j = 0; j <= random.nextInt(6); j++) {
                String value = random.nextInt(4) == 0 ? "" : "=v" + i;
                records.add("k" + random.nextInt(25) + value + "@" + random.nextInt(1_000));
            }
            compacted.append(i % 3 == 0 ? Codec.ZSTD : Codec.UNCOMPRESSED, records.toArray(String[]::new));
            if (i % 15 == 14) {
                compacted.merge();
            }
        }
        compacted.merge();
        int passes = new CompactWithMap(compacted, mapSizeBytes).all();

        compacted.assertSound("map of " + mapSizeBytes);
        assertThat(passes > 1).isEqualTo(mapSizeBytes < 1_000);
        List<LogRecord> there = compacted.fetchAll(0, A_LOT);
        assertThat(there).extracting(LogRecord::key).doesNotHaveDuplicates();
        assertThat(compacted.offsets().cleaned()).isEqualTo(compacted.offsets().merged());
    }

    @Test
    void aDuplicateOfACompactedBatchIsAnsweredAsBefore() {
        CompactedWorld compacted = new CompactedWorld(11);
        List<Bytes> batches = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            batches.add(BatchWriter.write(
                    List.of(new NewRecord(
                            100 + i, Optional.of(Bytes.utf8("k")), Optional.of(Bytes.utf8("v" + i)), List.of())),
                    Codec.UNCOMPRESSED,
                    Optional.of(new ProducerStamp(7, (short) 0, i)),
                    false));
            compacted.appendRaw(batches.get(i), i);
        }
        compacted.merge();
        compacted.compact();
        assertThat(compacted.offsetsThere()).containsExactly(4L);
        assertThat(compacted.offsetAt(0)).contains(4L);

        for (int i = 0; i < 5; i++) {
            compacted.appendRaw(batches.get(i), i);
        }
        assertThat(compacted.offsets().high()).isEqualTo(5);
    }

    @Test
    void retentionBySizeCountsWhatIsThere() {
        CompactedWorld compacted = new CompactedWorld(12, "retention.bytes", "1000");
        for (int i = 0; i < 30; i++) {
            compacted.append("k" + i % 2 + "=" + i + "@" + (100 + i));
        }
        compacted.merge();
        compacted.compact();
        long believed = compacted.world.head(compacted.partition).sizeBytes();
        assertThat(believed).isGreaterThan(1_000);

        compacted.run(Set.of(StepName.RETENTION));

        assertThat(compacted.offsets().low())
                .as("two records are less than that")
                .isZero();
        assertThat(compacted.world.head(compacted.partition).sizeBytes())
                .isEqualTo(compacted.segments().get(0).sizeBytes());
        compacted.assertSound("retention");
    }

    /** The step with a map of another size. */
    private record CompactWithMap(CompactedWorld compacted, int mapSizeBytes) {
        StepOutcome again() {
            Compact step = new Compact(new Compaction(
                    compacted.world.store.items(),
                    compacted.world.store.objects(),
                    compacted.world.environment(),
                    mapSizeBytes));
            return step.run(new Job(
                    compacted.topic,
                    compacted.partition,
                    compacted.world.head(compacted.partition),
                    compacted.world.now(),
                    compacted.world.now().plus(Maintenance.MAX_RUN_TIME)));
        }

        int all() {
            int passes = 0;
            while (again() instanceof StepOutcome.Done done) {
                passes++;
                if (passes % 10 == 1) {
                    compacted.assertSound("pass " + passes);
                }
                assertThat(done.more()
                                || compacted.offsets().cleaned()
                                        == compacted.offsets().merged())
                        .isTrue();
            }
            return passes;
        }
    }
}
