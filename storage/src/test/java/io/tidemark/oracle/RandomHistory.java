package io.tidemark.oracle;

import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * One seed's topic and what is done to it. Everything is drawn from the seed, so a seed is a history. Used by one
 * thread.
 */
final class RandomHistory {
    private static final int MAX_PARTITIONS = 5;
    private static final int MAX_RECORDS = 20;
    private static final List<Codec> CODECS = List.of(Codec.values());
    private static final int[] BATCHES = {10, 20, 40, 80, 160, 400};

    private final RandomGenerator random;
    private final int partitions;
    private final int batches;
    private final boolean appendTimes;
    private final boolean idempotent;
    private final RandomTimes times;
    private final Map<Integer, RandomProducer> producers = new HashMap<>();

    RandomHistory(long seed) {
        random = new SplittableRandom(seed);
        partitions = 1 + random.nextInt(MAX_PARTITIONS);
        batches = BATCHES[skewed(BATCHES.length)];
        appendTimes = random.nextInt(6) == 0;
        idempotent = random.nextInt(4) == 0;
        times = new RandomTimes(random);
    }

    int partitions() {
        return partitions;
    }

    /** How many batches are produced in all. */
    int batches() {
        return batches;
    }

    boolean appendTimes() {
        return appendTimes;
    }

    RandomGenerator random() {
        return random;
    }

    /** Of a topic that a broker keeps in one segment, so that its answers do not depend on where segments end. */
    Map<String, String> configs() {
        return Map.of(
                "segment.ms",
                Long.toString(Long.MAX_VALUE),
                "retention.ms",
                "-1",
                "message.timestamp.after.max.ms",
                Long.toString(Long.MAX_VALUE),
                "message.timestamp.type",
                appendTimes ? "LogAppendTime" : "CreateTime");
    }

    /** One produce request: a batch for each of one or several partitions. */
    SortedMap<Integer, Bytes> request() {
        if (random.nextInt(40) == 0) {
            times.turn();
        }
        SortedMap<Integer, Bytes> request = new TreeMap<>();
        int wanted = random.nextInt(3) == 0 ? 1 + random.nextInt(partitions) : 1;
        for (int i = 0; i < wanted; i++) {
            int partition = random.nextInt(partitions);
            request.computeIfAbsent(partition, this::batchFor);
        }
        return request;
    }

    /** An offset to delete up to, mostly a legal one, wherever in a batch it falls. */
    long deletionOffset(long logStartOffset, long highWatermark) {
        return switch (random.nextInt(12)) {
            case 0 -> -1;
            case 1 -> highWatermark + 1;
            case 2 -> Math.max(0, logStartOffset - 1);
            case 3 -> highWatermark;
            default -> logStartOffset + random.nextLong(1 + (highWatermark - logStartOffset) / 3);
        };
    }

    private Bytes batchFor(int partition) {
        if (idempotent && random.nextBoolean()) {
            return producers
                    .computeIfAbsent(partition, p -> new RandomProducer(random, 7_000 + p))
                    .next(this::plainBatch);
        }
        return plainBatch().bytes();
    }

    private RawBatch plainBatch() {
        long[] timestamps = new long[1 + random.nextInt(MAX_RECORDS)];
        for (int i = 0; i < timestamps.length; i++) {
            timestamps[i] = times.next();
        }
        Codec codec = random.nextBoolean() ? Codec.UNCOMPRESSED : CODECS.get(random.nextInt(CODECS.size()));
        return RawBatch.of(timestamps).in(codec).valued("v".repeat(random.nextInt(30)));
    }

    /** Small numbers more often than large ones. */
    private int skewed(int bound) {
        return Math.min(random.nextInt(bound), random.nextInt(bound));
    }
}
