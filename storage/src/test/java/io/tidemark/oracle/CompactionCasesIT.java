package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.ComparedLog.Listed;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import io.tidemark.simulation.ManualClock;
import io.tidemark.store.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Compaction, case by case as a broker's cleaner does it. */
class CompactionCasesIT {
    private static final List<Codec> CODECS = List.of(Codec.values());

    private static final AtomicInteger TOPICS = new AtomicInteger();

    private final BothLogs both = new BothLogs(Stores.inMemory());

    @Test
    void d81TheNewestOfEachKeyStaysAndIsFound() {
        CompactedPair pair = pair(
                Map.of(),
                batch(Codec.UNCOMPRESSED, "k1=a@100", "k2=b@900", "k3=c@200"),
                batch(Codec.UNCOMPRESSED, "k2=d@300"),
                batch(Codec.GZIP, "k1=e@400", "k4=f@950"),
                batch(Codec.UNCOMPRESSED, "k4=g@350"));

        pair.compactBefore(batch(Codec.UNCOMPRESSED, "k1=h@500"));

        assertThat(pair.left())
                .extracting(shape -> shape.substring(0, shape.indexOf('=')))
                .containsExactly("0..2 [2:k3", "3..3 [3:k2", "4..5 [4:k1", "6..6 [6:k4", "7..7 [7:k1");
        assertThat(both.listOffset(pair.topic(), 250)).isEqualTo(Listed.of(3, 300));
        assertThat(both.listOffset(pair.topic(), 401)).isEqualTo(Listed.of(7, 500));
        assertThat(both.listOffset(pair.topic(), 900)).isEqualTo(Listed.NO_MATCH);
        assertThat(both.listOffset(pair.topic(), -3)).isEqualTo(Listed.of(7, 500));
        assertThat(both.listOffset(pair.topic(), -2)).isEqualTo(Listed.of(0, -1));
        for (long offset = 0; offset <= 8; offset++) {
            both.fetch(pair.topic(), 0, offset, 0);
        }
    }

    @Test
    void d83OfOneKeyTheLastBatchStaysAndEarliestDoesNotMove() {
        CompactedPair pair = pair(
                Map.of(),
                batch(Codec.UNCOMPRESSED, "k=a@100"),
                batch(Codec.UNCOMPRESSED, "k=b@101"),
                batch(Codec.UNCOMPRESSED, "k=c@102"),
                batch(Codec.UNCOMPRESSED, "k=d@103"),
                batch(Codec.UNCOMPRESSED, "k=e@104"));

        pair.compactBefore(batch(Codec.UNCOMPRESSED, "z=z@1"));

        assertThat(both.listOffset(pair.topic(), -2)).isEqualTo(Listed.of(0, -1));
        assertThat(both.listOffset(pair.topic(), 0)).isEqualTo(Listed.of(4, 104));
        assertThat(both.fetch(pair.topic(), 0, 0, 0).batches())
                .singleElement()
                .satisfies(batch -> assertThat(batch.asByteBuffer().getLong()).isEqualTo(4));
    }

    @Test
    void d84ATombstoneHasAHorizonAndGoesBehindIt() {
        Bytes filler = batch(Codec.UNCOMPRESSED, "filler=" + "f".repeat(400) + "@5");
        CompactedPair pair = new CompactedPair(both, name(), filler.size(), Map.of("delete.retention.ms", "1"));
        pair.append(batch(Codec.UNCOMPRESSED, "k=a@100"));
        pair.append(batch(Codec.UNCOMPRESSED, "k@101"));
        pair.compactBefore(filler);
        assertThat(pair.left()).first().asString().isEqualTo("1..1 [1:k@101] until a horizon max 101 CREATE_TIME");

        long cleanedMs = ManualClock.atSystemTime().millis();
        Eventually.holds("the clock goes on", () -> ManualClock.atSystemTime().millis() > cleanedMs + 1);
        pair.compactBefore(filler);

        assertThat(pair.left())
                .extracting(shape -> shape.substring(0, shape.indexOf('=')))
                .containsExactly("2..2 [2:filler", "3..3 [3:filler");
        assertThat(both.listOffset(pair.topic(), 100)).isEqualTo(Listed.NO_MATCH);
    }

    @Test
    void d86WhatWasAbortedGoesAtOnceAndMarkersGoWhenTheirRecordsHaveGone() {
        Bytes filler = filler();
        CompactedPair pair = new CompactedPair(both, name(), filler.size(), Map.of("delete.retention.ms", "0"));
        BothTransactions aborted = new BothTransactions(both);
        BothTransactions committed = aborted.other();
        aborted.begin();
        committed.begin();
        pair.append(batch(Codec.UNCOMPRESSED, "a=1@100"));
        aborted.write(pair.topic(), 200);
        committed.write(pair.topic(), 300);
        aborted.end(pair.topic(), false);
        committed.end(pair.topic(), true);
        pair.append(batch(Codec.UNCOMPRESSED, "k=2@400"));

        pair.compactBefore(filler);
        assertThat(pair.left()).hasSize(5).noneMatch(shape -> shape.contains("@200"));
        pair.compactBefore(filler);
        assertThat(pair.left())
                .filteredOn(shape -> shape.contains("marker"))
                .hasSize(2)
                .allMatch(shape -> shape.contains("until a horizon"));
        for (long offset = 0; offset < 8; offset++) {
            aborted.listCommitted(pair.topic(), offset * 100);
        }
        pair.compactBefore(filler);
        assertThat(pair.left()).hasSize(4).noneMatch(shape -> shape.contains("marker"));
    }

    @Test
    void d87AnOpenTransactionHoldsBackWhatIsBehindIt() {
        Bytes filler = filler();
        CompactedPair pair = new CompactedPair(both, name(), filler.size(), Map.of());
        BothTransactions open = new BothTransactions(both);
        open.begin();
        pair.append(batch(Codec.UNCOMPRESSED, "k=1@100"));
        pair.append(batch(Codec.UNCOMPRESSED, "k=2@200"));
        pair.compactBefore(filler);
        assertThat(pair.left()).hasSize(2);
        open.write(pair.topic(), 300);
        pair.append(batch(Codec.UNCOMPRESSED, "k=3@400"));
        pair.merge();
        pair.append(filler);
        pair.compactNothing();
        assertThat(pair.left()).hasSize(5);

        // with the marker a segment of the broker's begins, so what is before it is cleaned at once
        open.end(pair.topic(), true);
        pair.compactBefore(filler);

        assertThat(pair.placesLeft()).containsExactly("4..4", "5..5", "6..6", "7..7");
    }

    /** A batch that fills a segment of a broker's. */
    private static Bytes filler() {
        return batch(Codec.UNCOMPRESSED, "filler=" + "f".repeat(900) + "@5");
    }

    /** Several passes over random batches: keys, tombstones, times, codecs, idempotent producers, append times. */
    @Test
    void anyLogIsLeftAsTheBrokersCleanerLeavesIt() {
        for (int seed = 1; seed <= 5; seed++) {
            Random random = new Random(seed);
            CompactedPair pair = new CompactedPair(
                    both,
                    name(),
                    1_200,
                    Map.of(
                            "delete.retention.ms",
                            seed % 2 == 0 ? "0" : "31536000000",
                            "message.timestamp.type",
                            seed == 5 ? "LogAppendTime" : "CreateTime"));
            int sequence = 0;
            int[] sizeBytes = {0};
            for (int i = 0; i < 40; i++) {
                Bytes batch = randomBatch(random, seed == 3 ? Optional.of(sequence) : Optional.empty());
                sequence += count(batch);
                if (sizeBytes[0] + batch.size() > 1_200) {
                    pair.compactBefore(batch);
                    pair.left();
                    sizeBytes[0] = 0;
                } else {
                    pair.append(batch);
                }
                sizeBytes[0] += batch.size();
            }
            pair.assertFound(-3, 0, 10, 50, 99, 100);
        }
    }

    private static Bytes randomBatch(Random random, Optional<Integer> sequence) {
        List<String> records = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            String value = random.nextInt(4) == 0 ? "" : "=v" + random.nextInt(1_000);
            records.add("k" + random.nextInt(12) + value + "@" + random.nextInt(100));
        }
        Codec codec = random.nextBoolean() ? Codec.UNCOMPRESSED : CODECS.get(random.nextInt(CODECS.size()));
        return batch(codec, sequence, records.toArray(String[]::new));
    }

    private CompactedPair pair(Map<String, String> configs, Bytes... batches) {
        int sizeBytes = 0;
        for (Bytes batch : batches) {
            sizeBytes += batch.size();
        }
        CompactedPair pair = new CompactedPair(both, name(), sizeBytes, configs);
        for (Bytes batch : batches) {
            pair.append(batch);
        }
        return pair;
    }

    private static String name() {
        return "compacted-" + TOPICS.incrementAndGet();
    }

    private static int count(Bytes batch) {
        return batch.asByteBuffer().getInt(RawBatch.RECORD_COUNT);
    }

    private static Bytes batch(Codec codec, String... records) {
        return batch(codec, Optional.empty(), records);
    }

    /** Records as {@code key=value@timestamp}, or without {@code =value} for a tombstone. */
    private static Bytes batch(Codec codec, Optional<Integer> sequence, String... records) {
        List<NewRecord> batch = new ArrayList<>();
        for (String record : records) {
            String[] parts = record.split("[=@]", -1);
            batch.add(new NewRecord(
                    Long.parseLong(parts[parts.length - 1]),
                    Optional.of(Bytes.utf8(parts[0])),
                    parts.length == 3 ? Optional.of(Bytes.utf8(parts[1])) : Optional.empty(),
                    List.of()));
        }
        return BatchWriter.write(
                batch, codec, sequence.map(first -> new ProducerStamp(7_000, (short) 0, first)), false);
    }
}
